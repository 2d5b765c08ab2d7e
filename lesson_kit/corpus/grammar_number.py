"""Counting, sums and prices, written as learners write them."""

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.families import allowed, cap, family, zh_or_en
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split

ZH = tuple(zh for zh, _ in world.NUMBERS)
EN = tuple(en for _, en in world.NUMBERS)
BUYS = (*world.FRUITS, *(n for n in world.OBJECTS if n.en != n.plural and " " not in n.en))


def _operands(rng: random.Random, split: Split, sign: str) -> tuple[int, int]:
    # The hundred one-digit sums are a table to be learned by heart: all of them are in training.
    # Longer sums are held out by combination.
    digits = rng.choices((1, 2, 3), (6, 3, 1))[0]
    while True:
        if digits == 1:
            return rng.randrange(10), rng.randrange(10)
        a, b = rng.randrange(10**digits), rng.randrange(10**digits)
        if allowed(split, sign, str(a), str(b)):
            return a, b


def _sum(rng: random.Random, split: Split, spaces: bool) -> str:
    minus = rng.random() < 0.35
    a, b = _operands(rng, split, "-" if minus else "+")
    if minus and b > a:
        a, b = b, a
    answer = a - b if minus else a + b
    sign = "-" if minus else "+"
    return f"{a} {sign} {b} = [{answer}]" if spaces else f"{a}{sign}{b}=[{answer}]"


@family("sum-table", 3.0)
def _table(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh, spaces = zh_or_en(rng), rng.random() < 0.5
    lead = rng.choice(("", "算一算：\n", "口算练习\n") if zh else ("", "Work out:\n", "Sums\n"))
    return lead + "\n".join(
        _sum(rng, split, spaces) for _ in range(rng.randint(4, 12))
    ), "zh" if zh else "en"


@family("sum-asked", 2.0)
def _asked(rng: random.Random, split: Split) -> tuple[str, Lang]:
    a, b = _operands(rng, split, "+")
    if zh_or_en(rng):
        return rng.choice(
            (
                f"{a}加{b}等于几？[{a + b}]。",
                f"{a}加{b}等于[{a + b}]。",
                f"{a}+{b}等于多少？[{a + b}]。",
                f"问：{a}+{b}=？\n答：[{a + b}]。",
            )
        ), "zh"
    return rng.choice(
        (
            f"What is {a} plus {b}? [{a + b}].",
            f"{a} plus {b} is [{a + b}].",
            f"What is {a} + {b}? [{a + b}].",
            f"Q: {a} + {b} = ?\nA: [{a + b}].",
        )
    ), "en"


@family("sum-words")
def _words(rng: random.Random, split: Split) -> tuple[str, Lang]:
    a = rng.randint(1, 10)
    b = rng.randint(1, 10)
    if rng.random() < 0.5:
        return f"{ZH[a]}加{ZH[b]}等于[{ZH[a + b]}]。", "zh"
    return f"{cap(EN[a])} plus {EN[b]} is [{EN[a + b]}].", "en"


@family("sum-story")
def _story(rng: random.Random, split: Split) -> tuple[str, Lang]:
    while True:
        who, thing = rng.choice(world.PEOPLE), rng.choice(BUYS)
        if allowed(split, "sum-story", who.zh, thing.zh):
            break
    more = rng.random() < 0.5
    a, b = rng.randint(2, 9), rng.randint(1, 9)
    if not more:
        a, b = max(a, b) + 1, min(a, b)
    total = a + b if more else a - b
    if zh_or_en(rng):
        m = thing.measure
        then = f"又买了{b}{m}" if more else f"送给别人{b}{m}"
        return (
            f"{who.zh}有{a}{m}{thing.zh}，{then}。{who.zh}现在有几{m}{thing.zh}？[{total}{m}]。",
            "zh",
        )
    count = f"{a} {thing.plural if a > 1 else thing.en}"
    then = f"buys {b} more" if more else f"gives {b} away"
    return f"{who.en} has {count} and {then}. How many does {who.en} have now? [{total}].", "en"


@family("number-row")
def _row(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh, step = zh_or_en(rng), rng.choice((1, 1, 1, 2, 5, 10, -1))
    start, n = rng.randint(0, 40), rng.randint(5, 10)
    if rng.random() < 0.4:
        start, n = rng.randint(0, 8), rng.randint(5, 11)
        words = (ZH if zh else EN)[start : start + n]
        joiner = "、" if zh else ", "
        return joiner.join(words[:2]) + f"[{joiner}{joiner.join(words[2:])}]" + (
            "。" if zh else "."
        ), "zh" if zh else "en"
    row = [str(start + step * i) for i in range(n) if start + step * i >= 0]
    joiner = "，" if zh else ", "
    if len(row) < 4:
        row = [str(i) for i in range(1, 8)]
    return joiner.join(row[:3]) + f"[{joiner}{joiner.join(row[3:])}]", "zh" if zh else "en"


@family("number-compare")
def _compare(rng: random.Random, split: Split) -> tuple[str, Lang]:
    while True:
        a, b = rng.sample(range(100), 2)
        if allowed(split, "bigger", str(a), str(b)):
            break
    high, low = max(a, b), min(a, b)
    if zh_or_en(rng):
        return f"{a}和{b}，哪个大？[{high}]大。哪个小？[{low}]小。", "zh"
    return f"Which is bigger, {a} or {b}? [{high}]. Which is smaller? [{low}].", "en"


@family("number-price")
def _price(rng: random.Random, split: Split) -> tuple[str, Lang]:
    goods = rng.sample(BUYS, rng.randint(2, 4))
    prices = [rng.randint(1, 60) for _ in goods]
    at = rng.randrange(len(goods))
    if zh_or_en(rng):
        lines = [f"{g.zh}：{p}元" for g, p in zip(goods, prices, strict=True)]
        return "\n".join(
            ["价目表", *lines, f"一{goods[at].measure}{goods[at].zh}多少钱？[{prices[at]}元]。"]
        ), "zh"
    lines = [f"{cap(g.en)}: {p} yuan" for g, p in zip(goods, prices, strict=True)]
    return "\n".join(["Prices", *lines, f"How much is {goods[at].a}? [{prices[at]} yuan]."]), "en"


@family("number-count")
def _count(rng: random.Random, split: Split) -> tuple[str, Lang]:
    thing, n = rng.choice(world.ANIMALS), rng.randint(1, 6)
    if zh_or_en(rng):
        row = "、".join([thing.zh] * n)
        word = "两" if n == 2 else ZH[n]
        return f"{row}。一共有几{thing.measure}{thing.zh}？[{word}{thing.measure}]。", "zh"
    return f"{', '.join([thing.en] * n)}. How many? [{EN[n].capitalize()}].", "en"
