"""Scenes that bind things to people or places, and then ask: the food of recall in context."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from lesson_kit.corpus import people, world
from lesson_kit.corpus.families import allowed, an, cap, family, zh_or_en
from lesson_kit.corpus.filler import filler
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split

Name = tuple[str, str]  # Chinese, English


@dataclass(frozen=True)
class Relation:
    """What binds x to y. Each form takes x and y; the last words of it are y, to be known."""

    name: str
    left: tuple[Name, ...]
    right: tuple[Name, ...]
    zh: tuple[str, ...]  # statements
    en: tuple[str, ...]
    ask_zh: tuple[str, ...]  # questions with their answers
    ask_en: tuple[str, ...]
    who_zh: tuple[str, ...]  # the other way round
    who_en: tuple[str, ...]


NAMES = tuple((p.zh, p.en) for p in world.PEOPLE)
PLAIN = tuple((p.zh, p.en) for p in people.PLAIN)
TASTES = tuple((n.zh, n.plural) for n in (*world.FRUITS, *world.FOODS, *world.DRINKS))
THINGS = tuple((n.one, n.a) for n in world.SMALL)
BARE = tuple((n.zh, n.en) for n in world.SMALL if n.en != n.plural and " " not in n.en)
NUMBER_AGES = tuple((f"{zh}岁", en) for zh, en in world.NUMBERS[4:])

LIKES = Relation(
    "likes", NAMES, TASTES,
    ("{x}喜欢{y}。", "{x}很喜欢{y}。", "{x}最喜欢{y}。", "{x}特别喜欢{y}。"), ("{x} likes {y}.", "{x} really likes {y}.", "{x} loves {y}."),
    ("{x}喜欢什么？[{y}]。", "{x}喜欢什么？{x}喜欢[{y}]。", "{x}喜欢[{y}]。", "问：{x}喜欢什么？\n答：[{y}]。"),
    ("What does {x} like? [{Y}].", "What does {x} like? {x} likes [{y}].", "{x} likes [{y}].", "Q: What does {x} like?\nA: [{Y}]."),
    ("谁喜欢{y}？[{x}]。", "喜欢{y}的人是[{x}]。"), ("Who likes {y}? [{x}].", "The one who likes {y} is [{x}]."),
)  # fmt: skip
HOLDS = Relation(
    "has", NAMES, THINGS,
    ("{x}有{y}。", "{x}买了{y}。", "{x}拿着{y}。"), ("{x} has {y}.", "{x} bought {y}.", "{x} is holding {y}."),
    ("{x}有什么？[{y}]。", "{x}有[{y}]。", "{x}有什么？{x}有[{y}]。"), ("What does {x} have? [{Y}].", "{x} has [{y}].", "What does {x} have? {x} has [{y}]."),
    ("谁有{y}？[{x}]。",), ("Who has {y}? [{x}].",),
)  # fmt: skip
WHERE = Relation(
    "where", NAMES, world.PLACES,
    ("{x}在{y}。", "{x}去了{y}。", "{x}正在{y}。"), ("{x} is in the {y}.", "{x} went to the {y}.", "{x} is now in the {y}."),
    ("{x}在哪里？[{y}]。", "{x}在哪儿？在[{y}]。", "{x}在[{y}]。"), ("Where is {x}? In the [{y}].", "{x} is in the [{y}].", "Where is {x}? {x} is in the [{y}]."),
    ("谁在{y}？[{x}]。",), ("Who is in the {y}? [{x}].",),
)  # fmt: skip
JOB = Relation(
    "job", PLAIN, world.JOBS,
    ("{x}是{y}。", "{x}是一名{y}。"), ("{x} works as a {y}.", "{x} is the {y}."),
    ("{x}是做什么的？[{y}]。", "{x}是[{y}]。"), ("What is {x}'s job? {x} is the [{y}].", "{x} is the [{y}]."),
    ("谁是{y}？[{x}]。",), ("Who is the {y}? [{x}].",),
)  # fmt: skip
AGE = Relation(
    "age", PLAIN, NUMBER_AGES,
    ("{x}{y}。", "{x}今年{y}。"), ("{x} is {y}.", "{x} is {y} years old."),
    ("{x}几岁？[{y}]。", "{x}今年多大？{x}今年[{y}]。"), ("How old is {x}? [{Y}].", "{x} is [{y}]."),
    ("谁{y}？[{x}]。",), ("Who is {y}? [{x}].",),
)  # fmt: skip
KEPT = Relation(
    "kept", BARE, world.ROOM_SPOTS,
    ("{x}在{y}。", "{x}放在{y}。"), ("The {x} is {y}.", "I put the {x} {y}."),
    ("{x}在哪里？在[{y}]。", "{x}在[{y}]。", "{x}放在哪儿了？[{y}]。"), ("Where is the {x}? It is [{y}].", "The {x} is [{y}].", "Where is the {x}? [{Y}]."),
    ("{y}有什么？[{x}]。",), ("What is {y}? The [{x}].",),
)  # fmt: skip
COLOUR = Relation(
    "colour", BARE, world.COLOURS,
    ("{x}是{y}的。",), ("The {x} is {y}.",),
    ("{x}是什么颜色的？[{y}]。", "{x}是[{y}]的。"), ("What colour is the {x}? [{Y}].", "The {x} is [{y}]."),
    ("什么是{y}的？[{x}]。",), ("What is {y}? The [{x}].",),
)  # fmt: skip
DAY = Relation(
    "day", NAMES, world.DAYS,
    ("{x}{y}来。", "{x}{y}有空。"), ("{x} comes on {y}.", "{x} is free on {y}."),
    ("{x}哪天来？[{y}]。", "{x}星期几有空？[{y}]。"), ("When does {x} come? On [{y}].", "{x} is free on [{y}]."),
    ("谁{y}来？[{x}]。",), ("Who comes on {y}? [{x}].",),
)  # fmt: skip
HOBBY = Relation(
    "hobby", NAMES, world.SPORTS,
    ("{x}喜欢{y}。", "{x}每天{y}。", "{x}最爱{y}。"), ("{x} likes {y}.", "{x} enjoys {y}.", "{x} loves {y}."),
    ("{x}的爱好是什么？[{y}]。", "{x}喜欢[{y}]。"), ("What is {x}'s hobby? [{Y}].", "{x} likes [{y}]."),
    ("谁喜欢{y}？[{x}]。",), ("Who likes {y}? [{x}].",),
)  # fmt: skip
RELATIONS = (LIKES, HOLDS, WHERE, JOB, AGE, KEPT, COLOUR, DAY, HOBBY)
_LEFT = frozenset(name for relation in RELATIONS for pair in relation.left for name in pair)


def asked_backwards(answer: str) -> bool:
    """Does a question with this answer go from what is bound to whom: who likes tea?"""
    return answer in _LEFT


def draw_pairs(
    rng: random.Random, split: Split, relation: Relation, n: int
) -> list[tuple[Name, Name]]:
    """Draw n pairs, different on both sides, each of this split by its Chinese names."""
    pairs: list[tuple[Name, Name]] = []
    while len(pairs) < n:
        x, y = rng.choice(relation.left), rng.choice(relation.right)
        fresh = all(x != a and y != b for a, b in pairs)
        if fresh and allowed(split, relation.name, x[0], y[0]):
            pairs.append((x, y))
    return pairs


def fill(form: str, pair: tuple[Name, Name], lang: Lang) -> str:
    """Put one pair into a form."""
    at = 0 if lang == "zh" else 1
    x, y = pair[0][at], pair[1][at]
    return cap(an(form.format(x=x, y=y, Y=cap(y))))


def scene(rng: random.Random, split: Split, relation: Relation, gap: int = 0) -> tuple[str, Lang]:
    """State two to four bindings, perhaps something in between, and ask several times."""
    lang: Lang = "zh" if zh_or_en(rng) else "en"
    n = rng.choices((2, 3, 4), (6, 3, 1))[0]
    pairs = draw_pairs(rng, split, relation, n)
    forms = relation.zh if lang == "zh" else relation.en
    form = rng.choice(forms) if rng.random() < 0.8 else None
    parts = [fill(form or rng.choice(forms), pair, lang) for pair in pairs]
    parts += [filler(rng, lang) for _ in range(gap)]
    asks, whos = (
        (relation.ask_zh, relation.who_zh) if lang == "zh" else (relation.ask_en, relation.who_en)
    )
    for _ in range(rng.randint(2, 4)):
        pool = whos if rng.random() < 0.3 else asks
        parts.append(fill(rng.choice(pool), rng.choice(pairs), lang))
    joiner = "\n" if rng.random() < 0.3 else "" if lang == "zh" else " "
    text = joiner.join(parts)
    return text, lang


def _teller(relation: Relation, far: bool) -> Callable[[random.Random, Split], tuple[str, Lang]]:
    def tell(rng: random.Random, split: Split) -> tuple[str, Lang]:
        gap = rng.randint(4, 24) if far else rng.choice((0, 0, 0, 1, 2))
        return scene(rng, split, relation, gap)

    return tell


for _relation in RELATIONS:
    family(f"recall-{_relation.name}", 3.0 if _relation is LIKES else 1.5)(
        _teller(_relation, far=False)
    )


@family("recall-far", 1.0)
def _far(rng: random.Random, split: Split) -> tuple[str, Lang]:
    return scene(rng, split, rng.choice(RELATIONS), rng.randint(4, 40))


@family("recall-gift", 1.0)
def _gift(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh = zh_or_en(rng)
    (a, thing), (b, _) = draw_pairs(rng, split, HOLDS, 2)
    if zh:
        asks = (
            f"谁送的？[{a[0]}]。", f"谁收到了礼物？[{b[0]}]。", f"礼物是什么？[{thing[0]}]。",
            f"{a[0]}送了什么？[{thing[0]}]。", f"现在谁有{thing[0]}？[{b[0]}]。",
        )  # fmt: skip
        return f"{a[0]}送给{b[0]}{thing[0]}。" + "".join(rng.sample(asks, 3)), "zh"
    asks = (
        f"Who gave it? [{a[1]}].", f"Who got the present? [{b[1]}].", f"What was the present? [{cap(thing[1])}].",
        f"What did {a[1]} give? [{cap(thing[1])}].", f"Who has it now? [{b[1]}].",
    )  # fmt: skip
    return f"{a[1]} gave {b[1]} {thing[1]}. " + " ".join(rng.sample(asks, 3)), "en"
