"""A system line and what it changes: the language, the length, the manner, the last word."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random
import re

from lesson_kit.corpus import world
from lesson_kit.corpus.dialogue_parts import (
    Key,
    Told,
    Turn,
    lang_of,
    right_split,
    side,
    talk,
    twos,
)
from lesson_kit.corpus.dialogue_written import Asked, questions
from lesson_kit.corpus.families import an, cap, zh_or_en
from lesson_kit.corpus.splits import Split

# Orders, each in both languages, by the language of the answer they ask for.
IN_ENGLISH = twos(
    """
请用英文回答。 | Please answer in English.
请用英语回答所有问题。 | Answer every question in English.
只用英文回答。 | Reply in English only.
不管用户说什么语言，都用英文回答。 | Whatever language the user speaks, answer in English.
你只会说英文。 | You only speak English.
回答必须是英文。 | Your answers must be in English.
你是一位英语老师，请一直说英语。 | You are an English teacher. Always speak English.
所有回答都用英文写。 | Write all your answers in English.
请说英语。 | Speak English, please.
"""
)
IN_CHINESE = twos(
    """
请用中文回答。 | Please answer in Chinese.
请用中文回答所有问题。 | Answer every question in Chinese.
只用中文回答。 | Reply in Chinese only.
不管用户说什么语言，都用中文回答。 | Whatever language the user speaks, answer in Chinese.
你只会说中文。 | You only speak Chinese.
回答必须是中文。 | Your answers must be in Chinese.
你是一位中文老师，请一直说中文。 | You are a Chinese teacher. Always speak Chinese.
所有回答都用中文写。 | Write all your answers in Chinese.
请说中文。 | Speak Chinese, please.
"""
)
SHORT = twos(
    """
只用一句话回答。 | Answer in one sentence only.
请用一句话回答。 | Please answer in one sentence.
请用一句简短的话回答。 | Answer in one short sentence.
回答要短，最多一句话。 | Keep it short: one sentence at most.
每次只说一句话。 | Say only one sentence each time.
你的回答不能超过一句话。 | Your answer must not be longer than one sentence.
"""
)
CHILD = twos(
    """
请像老师对小朋友那样说话。 | Speak like a teacher to a young child.
你是一位老师，正在给小朋友讲课。 | You are a teacher talking to small children.
你是幼儿园老师，请用小朋友听得懂的话回答。 | You are a kindergarten teacher. Use words that children understand.
请用老师给孩子讲课的口气回答。 | Answer as a teacher would explain it to a child.
像老师一样回答，听的人是小孩。 | Answer as a teacher. Your listener is a child.
"""
)
CHILD_FORMS = (
    ("小朋友，{a}记住了吗？", "Well, children, {a} Can you remember that?"),
    ("小朋友，{a}是不是很有意思？", "Well, children, {a} Isn't that interesting?"),
    ("小朋友们，{a}你明白了吗？", "Listen, children: {a} Do you understand?"),
    ("小朋友，老师告诉你：{a}", "Dear children, {a} Isn't that nice?"),
)
ENDING = twos(
    """
每次回答的最后都说“{w}”。 | End every answer with "{w}".
请在每个回答的结尾加上“{w}”。 | Always put "{w}" at the end of your answer.
你的最后一个词必须是“{w}”。 | Your last word must be "{w}".
回答完要说“{w}”。 | After each answer say "{w}".
"""
)
BEGINNING = twos(
    """
每次回答都先说“{w}”。 | Begin every answer with "{w}".
请用“{w}”开头。 | Always start with "{w}".
回答的第一个词必须是“{w}”。 | Your first word must be "{w}".
"""
)
CALLING = twos(
    """
请叫用户“{w}”。 | Call the user "{w}".
你要称呼用户为“{w}”。 | Address the user as "{w}".
"""
)
POLITE_WORDS = twos(
    """
喵 | meow
谢谢 | thank you
加油 | good luck
祝你愉快 | have a nice day
再见 | goodbye
好不好 | all right
就这样 | that is all
汪汪 | woof
队长 | captain
报告完毕 | over
哈哈 | ha ha
是的 | yes
"""
)
TITLES = twos(
    """
队长 | captain
老师 | teacher
先生 | sir
女士 | madam
朋友 | my friend
船长 | skipper
同学 | student
主人 | master
大王 | my king
亲爱的 | dear
"""
)
PLEASE_OTHER = (
    ("请用中文回答：{q}", "Please answer in Chinese: {q}"),
    ("请用英文回答：{q}", "Please answer in English: {q}"),
)
SORRY = ("抱歉，我只能用中文回答。", "Sorry, I can only answer in English. ")
_WORDS = tuple(
    (n.zh, n.en) for n in (*world.FRUITS, *world.ANIMALS, *world.OBJECTS) if " " not in n.en
)


def _draw(rng: random.Random, split: Split, order: str) -> tuple[Asked, tuple[Key, ...]]:
    # In training, no question meets an order that it will meet when measured.
    while True:
        kept_out = split == "held_out" and rng.random() < 0.3
        one = rng.choice(questions("held_out" if kept_out else "train"))
        key = ("chat-system", order, one.question[0])
        if kept_out:
            return one, ()
        if right_split(split, [key]):
            return one, (key,)


def first_sentence(text: str, zh: bool) -> str:
    """The text up to its first full stop."""
    cut = re.search(r"[。！？]", text) if zh else re.search(r"[.!?](?= [A-Z]|$)", text)
    return text[: cut.end()] if cut else text


def _language_line(rng: random.Random, english: bool, zh_question: bool) -> str:
    crossed = rng.random() < 0.3
    return rng.choice(IN_ENGLISH if english else IN_CHINESE)[side(zh_question ^ crossed)]


@talk("system-language", 3.0)
def _language(rng: random.Random, split: Split) -> Told:
    english, zh = rng.random() < 0.5, zh_or_en(rng)
    line = _language_line(rng, english, zh)
    turns: list[Turn] = [("s", line)]
    keys: tuple[Key, ...] = ()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        one, key = _draw(rng, split, line)
        keys += key
        turns += [("u", one.question[side(zh)]), ("a", one.answer[side(not english)])]
        if rng.random() < 0.3:
            zh = not zh
    return Told(turns, lang_of(not english), keys)


@talk("system-conflict", 1.5)
def _conflict(rng: random.Random, split: Split) -> Told:
    # System and user want different languages: the system line wins.
    english, zh = rng.random() < 0.5, zh_or_en(rng)
    line = _language_line(rng, english, zh)
    one, keys = _draw(rng, split, line)
    wish = PLEASE_OTHER[0 if english else 1][side(zh)].format(q=one.question[side(zh)])
    if rng.random() < 0.3:
        wish = one.question[side(zh)] + ("" if zh else " ") + (
            ("请用中文。" if english else "请用英文。") if zh else ("In Chinese, please." if english else "In English, please.")
        )  # fmt: skip
    answer = one.answer[side(not english)]
    if rng.random() < 0.5:
        answer = SORRY[side(not english)] + answer
    return Told([("s", line), ("u", wish), ("a", answer)], lang_of(not english), keys)


@talk("user-language", 1.5)
def _user_language(rng: random.Random, split: Split) -> Told:
    # Nobody forbids it: the user may choose the language of the answer.
    english, zh = rng.random() < 0.5, zh_or_en(rng)
    one, keys = _draw(rng, split, "user")
    wish = PLEASE_OTHER[1 if english else 0][side(zh)].format(q=one.question[side(zh)])
    return Told([("u", wish), ("a", one.answer[side(not english)])], lang_of(not english), keys)


@talk("system-short", 1.5)
def _short(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    line = rng.choice(SHORT)[side(zh ^ (rng.random() < 0.2))]
    one, keys = _draw(rng, split, line)
    turns: list[Turn] = [("s", line), ("u", one.question[side(zh)])]
    return Told([*turns, ("a", first_sentence(one.answer[side(zh)], zh))], lang_of(zh), keys)


@talk("system-child", 1.5)
def _child(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    line = rng.choice(CHILD)[side(zh ^ (rng.random() < 0.2))]
    one, keys = _draw(rng, split, line)
    form, answer = rng.choice(CHILD_FORMS)[side(zh)], one.answer[side(zh)]
    at = form.index("{a}")
    marked = f"[{form[:at].strip()}]" + ("" if zh else " ") + form[at:].format(a=answer)
    return Told([("s", line), ("u", one.question[side(zh)]), ("a", marked)], lang_of(zh), keys)


@talk("system-word", 2.5)
def _word(rng: random.Random, split: Split) -> Told:
    # Any word at all: it must be read in the system line, it cannot be known by heart.
    zh = zh_or_en(rng)
    word = rng.choice(POLITE_WORDS if rng.random() < 0.4 else _WORDS)[side(zh)]
    forms, first = (ENDING, False) if rng.random() < 0.6 else (BEGINNING, True)
    line = rng.choice(forms)[side(zh)].format(w=word)
    one, keys = _draw(rng, split, word)
    answer = one.answer[side(zh)]
    turns: list[Turn] = [("s", line), ("u", one.question[side(zh)])]
    if first:
        said = f"[{word}]，{answer}" if zh else f"[{cap(word)}]. {answer}"
    else:
        said = f"{answer}[{word}]。" if zh else f"{answer} [{cap(word)}]."
    return Told([*turns, ("a", said)], lang_of(zh), keys)


@talk("system-calling", 1.0)
def _calling(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    title = rng.choice(TITLES)[side(zh)]
    line = rng.choice(CALLING)[side(zh)].format(w=title)
    one, keys = _draw(rng, split, title)
    answer = one.answer[side(zh)]
    said = f"[{title}]，{answer}" if zh else f"[{cap(title)}], {_lower(answer)}"
    return Told([("s", line), ("u", one.question[side(zh)]), ("a", said)], lang_of(zh), keys)


def _lower(text: str) -> str:
    # "Sir, it is": a name that begins the answer keeps its capital.
    first = text.split(" ")[0]
    return text[0].lower() + text[1:] if first in _SMALL_WORDS else text


_SMALL_WORDS = frozenset(
    (
        "A",
        "An",
        "The",
        "It",
        "No",
        "Yes",
        "In",
        "On",
        "Two",
        "Three",
        "One",
        "You",
        "Your",
        "They",
        "When",
        "If",
        "Because",
        "To",
        "Put",
        "Use",
        "First",
        "This",
        "That",
        "There",
        "He",
        "She",
        "We",
        "Some",
        "Most",
        "At",
    )
)


@talk("system-role", 1.0)
def _role(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    job = rng.choice(world.JOBS)[side(zh)]
    name = rng.choice(("小智", "小书", "小安", "阿文") if zh else ("Sunny", "Nova", "Robin", "Pip"))
    line = rng.choice((f"你是一位{job}，叫{name}。", f"你叫{name}，是一名{job}。") if zh
                      else (f"You are a {job} called {name}.", f"Your name is {name} and you are a {job}."))  # fmt: skip
    asked = [
        ("你是谁？", f"我是[{name}]，一位[{job}]。", "Who are you?", f"I am [{name}], a [{job}]."),
        ("你是做什么的？", f"我是一位[{job}]。", "What do you do?", f"I am a [{job}]."),
        ("你叫什么名字？", f"我叫[{name}]。", "What is your name?", f"My name is [{name}]."),
    ]
    at = 0 if zh else 2
    turns: list[Turn] = [("s", an(line))]
    for row in rng.sample(asked, rng.randint(1, 2)):
        turns += [("u", row[at]), ("a", an(row[at + 1]))]
    return Told(turns, lang_of(zh))
