"""Yes and no: what is there, what is not, who did and who did not."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.families import allowed, family, zh_or_en
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split

COUNTED = tuple(
    n
    for n in (*world.OBJECTS, *world.FRUITS, *world.ANIMALS)
    if n.en != n.plural and " " not in n.en
)


@family("negation-there", 3.0)
def _there(rng: random.Random, split: Split) -> tuple[str, Lang]:
    while True:
        a, b = rng.sample(COUNTED, 2)
        if allowed(split, "there", *sorted((a.zh, b.zh))):
            break
    spot = rng.choice(world.ROOM_SPOTS) if rng.random() < 0.6 else ("", "")
    facts, asks_zh, asks_en = [], [], []
    for noun, yes in ((a, rng.random() < 0.5), (b, rng.random() < 0.5)):
        facts.append((noun, yes))
        asks_zh.append(f"有{noun.zh}吗？[{'有' if yes else '没有'}]。")
        asks_en.append(
            f"Is there {noun.a}? [{'Yes' if yes else 'No'}], there is{'' if yes else '[ not]'}."
        )
        asks_zh.append(f"{spot[0]}有没有{noun.zh}？[{'有' if yes else '没有'}]。")
        asks_en.append(
            f"Is there {noun.a}{' ' + spot[1] if spot[1] else ''}? [{'Yes' if yes else 'No'}]."
        )
    if rng.random() < 0.3:
        facts, asks_zh, asks_en = facts[:1], asks_zh[:2], asks_en[:2]
    n = rng.randint(1, len(asks_zh))
    if zh_or_en(rng):
        told = "".join(
            f"{spot[0]}{'有' if yes else '没有'}{rng.choice((x.zh, x.one)) if yes else x.zh}。"
            for x, yes in facts
        )
        return told + "".join(rng.sample(asks_zh, n)), "zh"
    told = " ".join(
        f"There is {x.a if yes else 'no ' + x.en}{' ' + spot[1] if spot[1] else ''}."
        for x, yes in facts
    )
    return told + " " + " ".join(rng.sample(asks_en, n)), "en"


@family("negation-likes", 3.0)
def _likes(rng: random.Random, split: Split) -> tuple[str, Lang]:
    foods = (*world.FRUITS, *world.FOODS, *world.DRINKS)
    while True:
        who, (a, b) = rng.choice(world.PEOPLE), rng.sample(foods, 2)
        if allowed(split, "not-likes", who.zh, a.zh) and allowed(split, "likes", who.zh, b.zh):
            break
    if zh_or_en(rng):
        asks = (
            f"{who.zh}喜欢{a.zh}吗？[不喜欢]。", f"{who.zh}喜欢{b.zh}吗？[喜欢]。", f"{who.zh}喜欢什么？[{b.zh}]。",
            f"{who.zh}不喜欢什么？[{a.zh}]。",
        )  # fmt: skip
        told = rng.choice(
            (f"{who.zh}不喜欢{a.zh}，喜欢{b.zh}。", f"{who.zh}喜欢{b.zh}，不喜欢{a.zh}。")
        )
        return told + "".join(rng.sample(asks, rng.randint(2, 4))), "zh"
    asks = (
        f"Does {who.en} like {a.plural}? [No].", f"Does {who.en} like {b.plural}? [Yes].",
        f"What does {who.en} like? [{b.plural.capitalize()}].", f"What does {who.en} not like? [{a.plural.capitalize()}].",
    )  # fmt: skip
    told = rng.choice(
        (
            f"{who.en} does not like {a.plural}, but likes {b.plural}.",
            f"{who.en} likes {b.plural} but not {a.plural}.",
        )
    )
    return told + " " + " ".join(rng.sample(asks, rng.randint(2, 4))), "en"


DEEDS = (
    ("来", "come", "came"), ("吃饭", "eat", "ate"), ("写作业", "do the homework", "did the homework"), ("洗手", "wash", "washed"),
    ("上学", "go to school", "went to school"), ("看电影", "watch the film", "watched the film"), ("关门", "close the door", "closed the door"),
    ("买书", "buy the book", "bought the book"), ("喝水", "drink", "drank"), ("睡觉", "sleep", "slept"), ("打电话", "phone", "phoned"),
)  # fmt: skip


@family("negation-did")
def _did(rng: random.Random, split: Split) -> tuple[str, Lang]:
    while True:
        a, b = rng.sample(world.PEOPLE, 2)
        if allowed(split, "did", *sorted((a.zh, b.zh))):
            break
    zh, base, past = rng.choice(DEEDS)
    told = [(a, True), (b, False)]
    rng.shuffle(told)
    if zh_or_en(rng):
        text = (
            "，".join(f"{p.zh}{'' if yes else '没有'}{zh}{'了' if yes else ''}" for p, yes in told)
            + "。"
        )
        asks = [
            f"{a.zh}{zh}了吗？[{zh}了]。",
            f"{b.zh}{zh}了吗？[没有]。",
            f"谁没有{zh}？[{b.zh}]。",
            f"谁{zh}了？[{a.zh}]。",
        ]
        return text + "".join(rng.sample(asks, 3)), "zh"
    text = ", but ".join(f"{p.en} {past if yes else 'did not ' + base}" for p, yes in told) + "."
    asks = [
        f"Did {a.en} {base}? [Yes].",
        f"Did {b.en} {base}? [No].",
        f"Who did not {base}? [{b.en}].",
        f"Who {past}? [{a.en}].",
    ]
    return text + " " + " ".join(rng.sample(asks, 3)), "en"


@family("negation-colour")
def _colour(rng: random.Random, split: Split) -> tuple[str, Lang]:
    while True:
        noun, (a, b) = rng.choice(COUNTED), rng.sample(world.COLOURS, 2)
        if allowed(split, "not-colour", noun.zh, a[0]):
            break
    if zh_or_en(rng):
        return (
            f"{noun.zh}不是{a[0]}的，是{b[0]}的。{noun.zh}是{a[0]}的吗？[不是]。{noun.zh}是什么颜色的？[{b[0]}]。"
        ), "zh"
    return (
        f"The {noun.en} is not {a[1]}. It is {b[1]}. Is the {noun.en} {a[1]}? [No]. What colour is it? [{b[1].capitalize()}].",
        "en",
    )
