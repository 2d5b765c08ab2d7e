"""A system line and what it changes: the language, the length, the manner, the last word."""

from __future__ import annotations

import random
import re

from lesson_kit.corpus import world
from lesson_kit.corpus.dialogue_orders import (
    BEGINNING,
    CALLING,
    CHILD,
    CHILD_FORMS,
    ENDING,
    IN_CHINESE,
    IN_ENGLISH,
    PLEASE_OTHER,
    POLITE_WORDS,
    SHORT,
    SORRY,
    TITLES,
)  # fmt: skip
from lesson_kit.corpus.dialogue_parts import (
    Key,
    Told,
    Turn,
    lang_of,
    right_split,
    side,
    talk,
)
from lesson_kit.corpus.dialogue_written import Asked, questions
from lesson_kit.corpus.families import an, cap, zh_or_en
from lesson_kit.corpus.splits import Split

WORDS = tuple(
    (n.zh, n.en) for n in (*world.FRUITS, *world.ANIMALS, *world.OBJECTS) if " " not in n.en
)


def draw(rng: random.Random, split: Split, order: str) -> tuple[Asked, tuple[Key, ...]]:
    """A question for this order: in training never one that it meets when measured."""
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
        one, key = draw(rng, split, line)
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
    one, keys = draw(rng, split, line)
    wish = PLEASE_OTHER[0 if english else 1][side(zh)].format(q=one.question[side(zh)])
    if rng.random() < 0.3:
        wish = one.question[side(zh)] + ("" if zh else " ") + (
            ("请用中文。" if english else "请用英文。") if zh
            else ("In Chinese, please." if english else "In English, please.")
        )  # fmt: skip
    answer = one.answer[side(not english)]
    if rng.random() < 0.5:
        answer = SORRY[side(not english)] + answer
    return Told([("s", line), ("u", wish), ("a", answer)], lang_of(not english), keys)


@talk("user-language", 1.5)
def _user_language(rng: random.Random, split: Split) -> Told:
    # Nobody forbids it: the user may choose the language of the answer.
    english, zh = rng.random() < 0.5, zh_or_en(rng)
    one, keys = draw(rng, split, "user")
    wish = PLEASE_OTHER[1 if english else 0][side(zh)].format(q=one.question[side(zh)])
    return Told([("u", wish), ("a", one.answer[side(not english)])], lang_of(not english), keys)


@talk("system-short", 2.0)
def _short(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    line = rng.choice(SHORT)[side(zh ^ (rng.random() < 0.2))]
    one, keys = draw(rng, split, line)
    turns: list[Turn] = [("s", line), ("u", one.question[side(zh)])]
    return Told([*turns, ("a", first_sentence(one.answer[side(zh)], zh))], lang_of(zh), keys)


@talk("system-child", 2.5)
def _child(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    line = rng.choice(CHILD)[side(zh ^ (rng.random() < 0.2))]
    one, keys = draw(rng, split, line)
    form, answer = rng.choice(CHILD_FORMS)[side(zh)], one.answer[side(zh)]
    at = form.index("{a}")
    marked = f"[{form[:at].strip()}]" + ("" if zh else " ") + form[at:].format(a=answer)
    return Told([("s", line), ("u", one.question[side(zh)]), ("a", marked)], lang_of(zh), keys)


@talk("system-word", 4.0)
def _word(rng: random.Random, split: Split) -> Told:
    # Any word at all: it must be read in the system line, it cannot be known by heart.
    zh = zh_or_en(rng)
    word = rng.choice(POLITE_WORDS if rng.random() < 0.4 else WORDS)[side(zh)]
    forms, first = (ENDING, False) if rng.random() < 0.6 else (BEGINNING, True)
    line = rng.choice(forms)[side(zh)].format(w=word)
    one, keys = draw(rng, split, word)
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
    one, keys = draw(rng, split, title)
    answer = one.answer[side(zh)]
    said = f"[{title}]，{answer}" if zh else f"[{cap(title)}], {_lower(answer)}"
    return Told([("s", line), ("u", one.question[side(zh)]), ("a", said)], lang_of(zh), keys)


def _lower(text: str) -> str:
    # "Sir, it is": a name that begins the answer keeps its capital.
    first = text.split(" ")[0]
    return text[0].lower() + text[1:] if first in _SMALL_WORDS else text


# English words that are no names.
_SMALL_WORDS = frozenset(
    (
        "A", "An", "The", "It", "No", "Yes", "In", "On", "Two", "Three", "One", "You", "Your",
        "They", "When", "If", "Because", "To", "Put", "Use", "First", "This", "That", "There",
        "He", "She", "We", "Some", "Most", "At",
    )
)  # fmt: skip


@talk("system-role", 1.0)
def _role(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    job = rng.choice(world.JOBS)[side(zh)]
    name = rng.choice(("小智", "小书", "小安", "阿文") if zh else ("Sunny", "Nova", "Robin", "Pip"))
    line = rng.choice((f"你是一位{job}，叫{name}。", f"你叫{name}，是一名{job}。") if zh
                      else (f"You are a {job} called {name}.",
                            f"Your name is {name} and you are a {job}."))  # fmt: skip
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
