"""Who did what to whom: the same words in another order mean another thing."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.families import allowed, cap, family, zh_or_en
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split
from lesson_kit.corpus.world import Noun

PLAIN = tuple(n for n in world.ANIMALS if " " not in n.en)


def two_animals(rng: random.Random, split: Split, relation: str) -> tuple[Noun, Noun]:
    """Draw two animals whose unordered pair belongs to the split."""
    while True:
        a, b = rng.sample(PLAIN, 2)
        if allowed(split, relation, *sorted((a.zh, b.zh))):
            return a, b


@family("order-chase", 2.0)
def _chase(rng: random.Random, split: Split) -> tuple[str, Lang]:
    a, b = two_animals(rng, split, "order")
    zh, past, part, base = rng.choice(world.CHASES)
    gap = rng.random() < 0.3
    if zh_or_en(rng):
        asks = [
            f"谁被{zh}？[{b.zh}]。",
            f"谁{zh}{b.zh}？[{a.zh}]。",
            f"{a.zh}{zh}谁？[{b.zh}]。",
            f"[{b.zh}]被[{a.zh}]{zh}。",
        ]
        first = (
            f"一只{a.zh}{zh}了一只{b.zh}。"
            if gap and a.measure == b.measure == "只"
            else f"{a.zh}{zh}{b.zh}。"
        )
        return first + "".join(rng.sample(asks, rng.randint(1, 3))), "zh"
    asks = [
        f"Who was {part}? The [{b.en}].", f"Who {past} the {b.en}? The [{a.en}].",
        f"Who did the {a.en} {base}? The [{b.en}].", f"The [{b.en}] was {part} by the [{a.en}].",
    ]  # fmt: skip
    return f"The {a.en} {past} the {b.en}. " + " ".join(rng.sample(asks, rng.randint(1, 3))), "en"


@family("order-people")
def _people(rng: random.Random, split: Split) -> tuple[str, Lang]:
    while True:
        a, b = rng.sample(world.PEOPLE, 2)
        if allowed(split, "order-people", *sorted((a.zh, b.zh))):
            break
    zh, past, base = rng.choice(
        (("问", "asked", "ask"), ("叫", "called", "call"), ("帮", "helped", "help"), ("等", "waited for", "wait for"), ("教", "taught", "teach"), ("打电话给", "phoned", "phone"))
    )  # fmt: skip
    if zh_or_en(rng):
        asks = (f"谁{zh}{b.zh}？[{a.zh}]。", f"{a.zh}{zh}谁？[{b.zh}]。")
        return f"{a.zh}{zh}{b.zh}。" + "".join(rng.sample(asks, 2)), "zh"
    asks = (f"Who {past} {b.en}? [{a.en}].", f"Who did {a.en} {base}? [{b.en}].")
    return f"{a.en} {past} {b.en}. " + " ".join(rng.sample(asks, 2)), "en"


@family("order-compare")
def _compare(rng: random.Random, split: Split) -> tuple[str, Lang]:
    while True:
        a, b = rng.sample(world.PEOPLE, 2)
        if allowed(split, "compare", *sorted((a.zh, b.zh))):
            break
    zh, less, en, en_less = rng.choice(
        (("高", "矮", "taller", "shorter"), ("大", "小", "older", "younger"), ("快", "慢", "faster", "slower"), ("早", "晚", "earlier", "later"))
    )  # fmt: skip
    if zh_or_en(rng):
        asks = (f"谁更{zh}？[{a.zh}]。", f"谁更{less}？[{b.zh}]。", f"{b.zh}比{a.zh}[{less}]。")
        return f"{a.zh}比{b.zh}{zh}。" + "".join(rng.sample(asks, 2)), "zh"
    asks = (
        f"Who is {en}? [{a.en}].",
        f"Who is {en_less}? [{b.en}].",
        f"{b.en} is [{en_less}] than {a.en}.",
    )
    return f"{a.en} is {en} than {b.en}. " + " ".join(rng.sample(asks, 2)), "en"


@family("order-first")
def _first(rng: random.Random, split: Split) -> tuple[str, Lang]:
    people = rng.sample(world.PEOPLE, 3)
    a, b, c = people
    if zh_or_en(rng):
        asks = (
            f"谁最先到？[{a.zh}]。",
            f"谁最后到？[{c.zh}]。",
            f"谁第二个到？[{b.zh}]。",
            f"{b.zh}前面是谁？[{a.zh}]。",
            f"{b.zh}后面是谁？[{c.zh}]。",
        )
        return f"{a.zh}先到，然后是{b.zh}，最后是{c.zh}。" + "".join(rng.sample(asks, 3)), "zh"
    asks = (
        f"Who came first? [{a.en}].", f"Who came last? [{c.en}].", f"Who was second? [{b.en}].",
        f"Who came before {b.en}? [{a.en}].", f"Who came after {b.en}? [{c.en}].",
    )  # fmt: skip
    return f"{a.en} came first, then {b.en}, and last {c.en}. " + " ".join(
        rng.sample(asks, 3)
    ), "en"


SUBJECT_WHY = (("饿了", "was hungry", "饿了", "was hungry"), ("想玩", "wanted to play", "想玩", "wanted to play"), ("很无聊", "was bored", "很无聊", "was bored"),
               ("很生气", "was angry", "很生气", "was angry"), ("想交朋友", "wanted a friend", "想交朋友", "wanted a friend"))  # fmt: skip
OBJECT_WHY = (("偷了鱼", "stole the fish", "偷了鱼", "stole the fish"), ("拿走了球", "took the ball", "拿走了球", "took the ball"), ("跑得很慢", "was slow", "跑得很慢", "was slow"),
              ("弄坏了玩具", "broke the toy", "弄坏了玩具", "broke the toy"), ("吃了它的饭", "ate its food", "吃了饭", "ate the food"))  # fmt: skip


@family("reference-it", 2.0)
def _it(rng: random.Random, split: Split) -> tuple[str, Lang]:
    a, b = two_animals(rng, split, "reference")
    subject = rng.random() < 0.5
    why_zh, why_en, ask_zh, ask_en = rng.choice(SUBJECT_WHY if subject else OBJECT_WHY)
    one = a if subject else b
    if zh_or_en(rng):
        asks = (
            f"谁{ask_zh}？[{one.zh}]。",
            f"“它”是谁？[{one.zh}]。",
            f"[{one.zh}]{ask_zh}。",
            f"谁被追？[{b.zh}]。",
        )
        return f"{a.zh}追{b.zh}，因为它{why_zh}。" + "".join(rng.sample(asks, 2)), "zh"
    asks = (
        f"Who {ask_en}? The [{one.en}].",
        f'What is "it"? The [{one.en}].',
        f"The [{one.en}] {ask_en}.",
        f"Who was chased? The [{b.en}].",
    )
    return f"The {a.en} chased the {b.en} because it {why_en}. " + " ".join(
        rng.sample(asks, 2)
    ), "en"


@family("reference-she")
def _she(rng: random.Random, split: Split) -> tuple[str, Lang]:
    girls = [p for p in world.PEOPLE if p.girl]
    boys = [p for p in world.PEOPLE if not p.girl]
    while True:
        pair = [rng.choice(girls), rng.choice(boys)]
        if allowed(split, "she", pair[0].zh, pair[1].zh):
            break
    rng.shuffle(pair)
    who = rng.choice(pair)
    feel_zh, feel_en = rng.choice(world.FEELINGS)
    place_zh, place_en = rng.choice(world.PLACES)
    a, b = pair
    if zh_or_en(rng):
        return (
            f"{a.zh}和{b.zh}在{place_zh}。{who.ta}很{feel_zh}。谁很{feel_zh}？[{who.zh}]。“{who.ta}”是谁？[{who.zh}]。",
            "zh",
        )
    return (
        f"{a.en} and {b.en} are in the {place_en}. {cap(who.she)} is {feel_en}. "
        f'Who is {feel_en}? [{who.en}]. Who is "{who.she}"? [{who.en}].'
    ), "en"


@family("reference-fit")
def _fit(rng: random.Random, split: Split) -> tuple[str, Lang]:
    boxes = [
        n for n in world.OBJECTS if n.zh in {"盒子", "袋子", "书包", "瓶子", "杯子", "钱包", "碗"}
    ]
    things = [n for n in world.OBJECTS if n not in boxes and n.en != n.plural and " " not in n.en]
    while True:
        box, thing = rng.choice(boxes), rng.choice(things)
        if allowed(split, "fit", box.zh, thing.zh):
            break
    big = rng.random() < 0.5
    one = thing if big else box
    if zh_or_en(rng):
        size = "大" if big else "小"
        return f"{thing.zh}放不进{box.zh}，因为它太{size}了。什么太{size}了？[{one.zh}]。", "zh"
    size = "big" if big else "small"
    return (
        f"The {thing.en} does not fit in the {box.en} because it is too {size}. What is too {size}? The [{one.en}].",
        "en",
    )
