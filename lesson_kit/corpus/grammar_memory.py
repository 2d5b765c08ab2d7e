"""An early fact used late, and a few facts told again in short."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.families import allowed, an, family, zh_or_en
from lesson_kit.corpus.filler import filler
from lesson_kit.corpus.grammar_recall import AGE, HOBBY, JOB, LIKES, WHERE, draw_pairs
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split


@family("page-fact-late", 2.0)
def _fact_late(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh = zh_or_en(rng)
    lang: Lang = "zh" if zh else "en"
    while True:
        a, food = rng.choice(world.PEOPLE), rng.choice((*world.FRUITS, *world.FOODS))
        if allowed(split, "fact-late", a.zh, food.zh):
            break
    city, thing = rng.choice(world.CITIES), rng.choice(world.SMALL)
    facts = (
        (f"我叫{a.zh}。", f"我叫什么名字？你叫[{a.zh}]。", f"My name is {a.en}.", f"What is my name? Your name is [{a.en}]."),
        (f"我住在{city[0]}。", f"我住在哪里？你住在[{city[0]}]。", f"I live in {city[1]}.", f"Where do I live? You live in [{city[1]}]."),
        (f"我对{food.zh}过敏。", f"我不能吃什么？你不能吃[{food.zh}]。", f"I am allergic to {food.plural}.", f"What can't I eat? You can't eat [{food.plural}]."),
        (f"我有{thing.one}。", f"我有什么？你有[{thing.one}]。", f"I have {thing.a}.", f"What do I have? You have [{thing.a}]."),
    )  # fmt: skip
    told = rng.sample(facts, rng.randint(1, 3))
    gap = [filler(rng, lang) for _ in range(rng.randint(0, 40))]
    base = 0 if zh else 2
    parts = [f[base] for f in told] + gap + [f[base + 1] for f in rng.sample(told, len(told))]
    joiner = "\n" if rng.random() < 0.3 else ("" if zh else " ")
    return joiner.join(parts), lang


@family("page-summary", 2.0)
def _summary(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh = zh_or_en(rng)
    lang: Lang = "zh" if zh else "en"
    ((x, taste),) = draw_pairs(rng, split, LIKES, 1)
    job = draw_pairs(rng, split, JOB, 1)[0][1]
    age = draw_pairs(rng, split, AGE, 1)[0][1]
    place = draw_pairs(rng, split, WHERE, 1)[0][1]
    hobby = draw_pairs(rng, split, HOBBY, 1)[0][1]
    name = x[0 if zh else 1]
    if zh:
        facts = [
            (f"{name}今年{age[0]}。", f"{age[0]}"), (f"{name}喜欢吃{taste[0]}。", f"喜欢{taste[0]}"), (f"{name}的爱好是{hobby[0]}。", f"爱好是{hobby[0]}"),
            (f"{name}常去{place[0]}。", f"常去{place[0]}"), (f"{name}想当{job[0]}。", f"想当{job[0]}"),
        ]  # fmt: skip
    else:
        facts = [
            (f"{name} is {age[1]} years old.", f"is {age[1]}"), (f"{name} likes {taste[1]}.", f"likes {taste[1]}"), (f"{name} enjoys {hobby[1]}.", f"enjoys {hobby[1]}"),
            (f"{name} often goes to the {place[1]}.", f"often goes to the {place[1]}"), (an(f"{name} wants to be a {job[1]}."), an(f"wants to be a {job[1]}")),
        ]  # fmt: skip
    told = rng.sample(facts, rng.randint(2, 4))
    parts = []
    for fact, _ in told:
        parts += [fact, *(filler(rng, lang) for _ in range(rng.choice((0, 0, 1, 2))))]
    short = [s for _, s in told]
    if zh:
        return "".join(parts) + f"\n总结：{name}[{'，'.join(short)}]。", "zh"
    last = f"{', '.join(short[:-1])} and {short[-1]}"
    return " ".join(parts) + f"\nSummary: {name} [{last}].", "en"
