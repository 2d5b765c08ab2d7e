"""Plain sentences that say nothing about the scene: they make the distance to an answer longer."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.item import Lang

ZH = (
    "今天{w}。", "窗外有一只鸟。", "路上人很多。", "{p}里很安静。", "{p}今天开门。", "时间过得很快。", "大家都很{f}。", "天慢慢黑了。",
    "风轻轻地吹着。", "树上的叶子很绿。", "桌上有一本书。", "昨天的雨很大。", "{p}离这里不远。", "街上有很多车。", "晚饭已经做好了。",
    "电话响了一次。", "孩子们在外面玩。", "太阳出来了。", "水很干净。", "音乐很好听。", "我们等了一会儿。", "一辆车开过去了。", "花开得很好看。",
    "下午没有课。", "门开着。", "灯亮了。", "一只{a}跑过去了。", "{p}门口有一只{a}。", "空气很好。", "明天可能{w}。", "上个星期很忙。",
)  # fmt: skip
EN = (
    "It is {w} today.", "There is a bird outside the window.", "There are many people in the street.", "The {p} is quiet.",
    "The {p} is open today.", "Time passes quickly.", "Everyone is {f}.", "It is getting dark.", "The wind is blowing softly.",
    "The leaves are green.", "It rained a lot yesterday.", "The {p} is not far from here.", "Dinner is ready.", "The phone rang once.",
    "The children are playing outside.", "The sun came out.", "The water is clean.", "The music sounds nice.", "We waited for a while.",
    "A car went past.", "The flowers look lovely.", "There is no class this afternoon.", "The door is open.", "The light is on.",
    "A {a} ran past.", "There is a {a} at the door of the {p}.", "The air is fresh.", "Last week was busy.",
)  # fmt: skip


def filler(rng: random.Random, lang: Lang) -> str:
    """One sentence without a name, an answer or a question."""
    at = 0 if lang == "zh" else 1
    animal = rng.choice(ANIMALS)
    return rng.choice(ZH if lang == "zh" else EN).format(
        w=rng.choice(world.WEATHERS)[at], p=rng.choice(world.PLACES)[at],
        f=rng.choice(FEELINGS)[at], a=(animal.zh, animal.en)[at],
    )  # fmt: skip


ANIMALS = tuple(n for n in world.ANIMALS if n.measure == "只" and n.en[0] not in "aeiou")
FEELINGS = tuple(f for f in world.FEELINGS if f[0] not in {"骄傲", "孤单"})
