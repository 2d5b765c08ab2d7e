"""Word and sentence pairs in both languages on one page."""

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.families import allowed, cap, family
from lesson_kit.corpus.grammar_copy import POOL
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split


@family("translate-words")
def _words(rng: random.Random, split: Split) -> tuple[str, Lang]:
    sign = rng.choice((" = ", "：", " ", " - "))
    pairs = rng.sample(POOL, rng.randint(1, 6))
    zh_first = rng.random() < 0.5
    lines = [f"{zh}{sign}[{en}]" if zh_first else f"{en}{sign}[{zh}]" for zh, en in pairs]
    return "\n".join(lines), "both"


@family("translate-how")
def _how(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh, en = rng.choice(POOL)
    return rng.choice(
        (
            f"“{zh}”用英语怎么说？[{en}]。",
            f"“{en}”是什么意思？[{zh}]。",
            f'How do you say "{en}" in Chinese? [{zh}].',
            f'What does "{zh}" mean? [{cap(en)}].',
            f"“{zh}”的英文是“[{en}]”。",
        )
    ), "both"


@family("translate-sentence", 1.5)
def _sentence(rng: random.Random, split: Split) -> tuple[str, Lang]:
    things = tuple(n for n in world.SMALL if n.en != n.plural and " " not in n.en)
    while True:
        p, food = rng.choice(world.PEOPLE), rng.choice((*world.FRUITS, *world.FOODS))
        if allowed(split, "likes", p.zh, food.zh):
            break
    thing = rng.choice(things)
    place, weather, sport, feel, job = (
        rng.choice(t)
        for t in (world.PLACES, world.WEATHERS, world.SPORTS, world.FEELINGS, world.JOBS)
    )
    zh, en = rng.choice(
        (
            (f"{p.zh}喜欢{food.zh}。", f"{p.en} likes {food.plural}."),
            (f"没有{thing.zh}。", f"There is no {thing.en}."),
            (f"这里有{thing.one}。", f"There is {thing.a} here."),
            (f"{p.zh}在{place[0]}。", f"{p.en} is in the {place[1]}."),
            (f"今天{weather[0]}。", f"It is {weather[1]} today."),
            (f"{p.zh}喜欢{sport[0]}。", f"{p.en} likes {sport[1]}."),
            (f"{p.zh}很{feel[0]}。", f"{p.en} is very {feel[1]}."),
            (f"我要去{place[0]}。", f"I am going to the {place[1]}."),
            (f"{thing.zh}不存在。", f"The {thing.en} does not exist."),
            (f"{p.zh}是{job[0]}。", f"{p.en} is the {job[1]}."),
            (f"{place[0]}在哪里？", f"Where is the {place[1]}?"),
            (f"{p.zh}不喜欢{food.zh}。", f"{p.en} does not like {food.plural}."),
        )
    )
    form = rng.randrange(4)
    if form == 0:
        return f"{zh}\n[{en}]", "both"
    if form == 1:
        return f"{en}\n[{zh}]", "both"
    if form == 2:
        return f"中文：{zh}\n英文：[{en}]", "both"
    return f"English: {en}\nChinese: [{zh}]", "both"
