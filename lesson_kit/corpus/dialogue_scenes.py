"""The world's scenes as questions of a user, and small tasks: lists, sums, words in two languages."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from lesson_kit.corpus import grammar, world
from lesson_kit.corpus.dialogue_parts import Told, Turn, lang_of, side, talk
from lesson_kit.corpus.dialogue_told import HELPER
from lesson_kit.corpus.families import allowed, cap, zh_or_en
from lesson_kit.corpus.item import Item
from lesson_kit.corpus.splits import Split

_CUT = re.compile(r"(?<=[。？！\n])|(?<=[.?!])\s+(?=[\"A-Z0-9])")
_LABEL = re.compile(r"^(问：|答：|Q: |A: )")
FAMILIES = ("recall-", "order-", "reference-", "negation-", "sum-story", "number-price", "number-compare",
            "page-notice", "page-timetable", "page-diary", "page-fact-late", "fact-days", "fact-capitals", "fact-kinds", "fact-colours",
            "sense-")  # fmt: skip
_FOUND = tuple(f for f in grammar.FAMILIES.values() if f.name.startswith(FAMILIES))


def as_turns(item: Item, rng: random.Random) -> list[Turn] | None:
    """A scene with questions in it -> the user tells and asks, the assistant answers; or None."""
    sentences: list[tuple[str, bool]] = []
    at = 0
    for piece in _CUT.split(item.text):
        begin = item.text.index(piece, at) if piece else at
        at = begin + len(piece)
        known = any(begin <= a < at for a, _ in item.answers)
        if text := piece.strip():
            sentences.append((text, known))
    story: list[str] = []
    asked: list[tuple[str, str]] = []
    for n, (text, known) in enumerate(sentences):
        question = text.endswith(("？", "?"))
        after = sentences[n + 1] if n + 1 < len(sentences) else ("", False)
        if question and after[1] and not after[0].endswith(("？", "?")):
            asked.append((_LABEL.sub("", text), _marked(_LABEL.sub("", after[0]), item, rng)))
        elif not question and not known and not asked:
            story.append(text)
    if not asked:
        return None
    asked = rng.sample(asked, min(len(asked), rng.choice((1, 1, 1, 2))))
    turns: list[Turn] = []
    told = ("" if item.lang == "zh" else " ").join(story)
    if told and rng.random() < 0.3:
        ack = "好的。" if item.lang == "zh" else "All right."
        turns += [("u", told), ("a", ack)]
        told = ""
    for question, answer in asked:
        space = "" if item.lang == "zh" or not told else " "
        turns += [("u", told + space + question), ("a", answer)]
        told = ""
    return turns


def _marked(answer: str, item: Item, rng: random.Random) -> str:
    # The first known word of the scene that the answer holds counts as its answer.
    known = sorted({item.text[a:b] for a, b in item.answers}, key=len, reverse=True)
    for word in known:
        if word in answer:
            return answer.replace(word, f"[{word}]", 1)
    return answer


@talk("scene", 8.0)
def _scene(rng: random.Random, split: Split) -> Told:
    weights = [f.weight for f in _FOUND]
    while True:
        item = rng.choices(_FOUND, weights)[0].item(rng, split)
        if item.lang != "both" and (turns := as_turns(item, rng)):
            break
    zh = item.lang == "zh"
    if rng.random() < 0.15:
        turns.insert(0, ("s", rng.choice(HELPER)[side(zh)]))
    return Told(turns, lang_of(zh))


SUM_ASKS = {
    "+": (("{a}加{b}等于几？", "{a}加{b}等于多少？", "{a}+{b}=？", "{a} + {b} = ?", "计算{a}+{b}。", "算一下{a}加{b}。", "{a}+{b}是多少？", "请问{a}+{b}等于几？"),
          ("What is {a} plus {b}?", "What is {a} + {b}?", "{a} + {b} = ?", "{a}+{b}=?", "Calculate {a} + {b}.", "How much is {a} plus {b}?", "Add {a} and {b}.", "Please work out {a}+{b}.")),
    "-": (("{a}减{b}等于几？", "{a}减{b}等于多少？", "{a}-{b}=？", "计算{a}-{b}。", "{a}-{b}是多少？"),
          ("What is {a} minus {b}?", "What is {a} - {b}?", "{a} - {b} = ?", "Calculate {a} - {b}.", "How much is {a} minus {b}?")),
}  # fmt: skip


@talk("sum", 3.0)
def _sum(rng: random.Random, split: Split) -> Told:
    # As in the grammar: one-digit sums are a table to learn, longer ones are split.
    zh = zh_or_en(rng)
    turns: list[Turn] = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        digits = 1 if split == "train" and rng.random() < 0.6 else rng.choice((2, 2, 3))
        sign = "-" if rng.random() < 0.35 else "+"
        while True:
            a, b = rng.randrange(10**digits), rng.randrange(10**digits)
            if digits == 1 or allowed(split, sign, str(a), str(b)):
                break
        if sign == "-" and b > a:
            a, b = b, a
        answer = a - b if sign == "-" else a + b
        ask = rng.choice(SUM_ASKS[sign][side(zh)]).format(a=a, b=b)
        word = "等于" if zh else "is" if ask[0].isalpha() else "="
        said = (
            f"[{answer}]"
            if rng.random() < 0.5
            else f"{a}{sign}{b}等于[{answer}]"
            if zh
            else f"{a} {sign} {b} {word} [{answer}]"
        )
        turns += [("u", ask), ("a", said + ("。" if zh else "."))]
    return Told(turns, lang_of(zh))


KINDS: tuple[tuple[str, str, str, Sequence[tuple[str, str]]], ...] = (
    ("水果", "fruits", "种", tuple((n.zh, n.plural) for n in world.FRUITS)),
    ("食物", "foods", "种", tuple((n.zh, n.plural) for n in world.FOODS)),
    ("饮料", "drinks", "种", tuple((n.zh, n.en) for n in world.DRINKS)),
    ("动物", "animals", "种", tuple((n.zh, n.plural) for n in world.ANIMALS)),
    ("颜色", "colours", "种", world.COLOURS),
    ("颜色", "colors", "种", world.COLOURS),
    ("城市", "cities", "个", world.CITIES),
    ("职业", "jobs", "种", world.JOBS),
    ("运动或爱好", "hobbies", "种", world.SPORTS),
)
_LISTS = (
    ("请说出{n}{m}{k}。", "Name {n} {k}."), ("列出{n}{m}{k}。", "List {n} {k}."), ("给我{n}{m}{k}的名字。", "Give me {n} {k}."),
    ("说{n}{m}{k}。", "Tell me {n} {k}."), ("举出{n}{m}{k}。", "Please name {n} {k}."),
)  # fmt: skip
_COUNT = {2: ("两", "two"), 3: ("三", "three"), 4: ("四", "four"), 5: ("五", "five")}


@talk("list", 2.5)
def _list(rng: random.Random, split: Split) -> Told:
    zh, (k_zh, k_en, measure, table) = zh_or_en(rng), rng.choice(KINDS)
    n = rng.choice((2, 3, 3, 3, 4, 5))
    count = rng.choice((_COUNT[n][side(zh)], str(n) if n != 2 else _COUNT[n][side(zh)]))
    ask = rng.choice(_LISTS)[side(zh)].format(n=count, m=measure, k=(k_zh, k_en)[side(zh)])
    named = [
        one[side(zh)] for one in rng.sample(table[:9], n)
    ]  # the common ones: a list is right when it holds no other kind
    if zh:
        answer = "、".join(named[:-1]) + "和" + named[-1] + "。"
    else:
        answer = cap(", ".join(named[:-1]) + " and " + named[-1] + ".")
    return Told([("u", ask), ("a", answer)], lang_of(zh))


_NOUNS = tuple(
    (n.zh, n.en)
    for n in (*world.FRUITS, *world.FOODS, *world.DRINKS, *world.ANIMALS, *world.OBJECTS)
)
WORDS = (
    *_NOUNS,
    *world.PLACES,
    *world.JOBS,
    *world.COLOURS,
    *world.DAYS,
    *world.MONTHS,
    *world.SPORTS,
)
_TO_EN = (
    "“{w}”用英语怎么说？",
    "“{w}”的英文是什么？",
    "把“{w}”翻译成英文。",
    'How do you say "{w}" in English?',
    'Translate "{w}" into English.',
    "{w}的英文怎么说？",
    "请把{w}翻译成英文。",
)
_TO_ZH = (
    "“{w}”是什么意思？",
    "“{w}”的中文是什么？",
    "把“{w}”翻译成中文。",
    'How do you say "{w}" in Chinese?',
    'Translate "{w}" into Chinese.',
    "{w}用中文怎么说？",
)


@talk("word", 3.0)
def _word(rng: random.Random, split: Split) -> Told:
    zh, en = rng.choice(WORDS)
    to_en = rng.random() < 0.5
    ask = rng.choice(_TO_EN if to_en else _TO_ZH).format(w=zh if to_en else en)
    answer = f"[{cap(en)}]." if to_en else f"[{zh}]。"
    return Told([("u", ask), ("a", answer)], "en" if to_en else "zh")


_THERE = (
    ("有{o}吗？", "没有{o}。", "[没有]。", "Is there a {o}?", "There is no {o}.", "[No], there is no {o}."),
    ("有{o}吗？", "有{o}。", "[有]。", "Is there a {o}?", "There is a {o}.", "[Yes], there is a {o}."),
    ("{o}存在吗？", "{o}不存在。", "[不存在]。", "Does the {o} exist?", "The {o} does not exist.", "[No], it does not exist."),
    ("{o}存在吗？", "{o}存在。", "[存在]。", "Does the {o} exist?", "The {o} exists.", "[Yes], it exists."),
    ("我能用{o}吃饭吗？", "这里没有{o}。", "[不能]，因为没有{o}。", "Can I use the {o}?", "There is no {o} here.", "[No], because there is no {o}."),
)  # fmt: skip


@talk("there", 1.5)
def _there(rng: random.Random, split: Split) -> Told:
    zh, row = zh_or_en(rng), rng.choice(_THERE)
    while True:
        thing, other = rng.choice(world.SMALL), rng.choice(world.SMALL)
        if thing.en != thing.plural and allowed(split, "chat-there", thing.zh, row[1]):
            break
    o, at = (thing.zh, thing.en)[side(zh)], 0 if zh else 3
    story = row[at + 1].format(o=o)
    if rng.random() < 0.3 and other != thing:
        more = (f"这里有{other.zh}。", f"There is {other.a} here.")[side(zh)]
        story = more + ("" if zh else " ") + story
    said = story + ("" if zh else " ") + row[at].format(o=o)
    if not zh:
        said = re.sub(r"\b([Aa]) (?=[aeio])", r"\1n ", said)
    answer = row[at + 2].format(o=o)
    answer = re.sub(r"\b([Aa]) (?=[aeio])", r"\1n ", answer) if not zh else answer
    return Told([("u", said), ("a", answer)], lang_of(zh), (("chat-there", thing.zh, row[1]),))
