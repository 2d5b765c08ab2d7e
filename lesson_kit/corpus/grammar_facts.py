"""Days, months, capitals, animals, opposites: small facts that stay in the parameters."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.families import cap, family, zh_or_en
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split

SEASONS = (
    ("春天", "spring", "暖和", "warm"),
    ("夏天", "summer", "热", "hot"),
    ("秋天", "autumn", "凉快", "cool"),
    ("冬天", "winter", "冷", "cold"),
)
OPPOSITES = tuple(
    (zh, other, en, en_other)
    for zh, other, en, en_other in (
        line.split() for line in """大 小 big small;多 少 many few;高 低 high low;长 短 long short;快 慢 fast slow;冷 热 cold hot;好 坏 good bad;新 旧 new old
        早 晚 early late;远 近 far near;重 轻 heavy light;黑 白 black white;开 关 open closed;上 下 up down;左 右 left right;前 后 front back
        里 外 inside outside;胖 瘦 fat thin;老 年轻 old young;难 容易 difficult easy;贵 便宜 expensive cheap;干净 脏 clean dirty;安静 吵 quiet noisy
        高兴 难过 happy sad;强 弱 strong weak;甜 苦 sweet bitter;满 空 full empty;厚 薄 thick thin;深 浅 deep shallow;宽 窄 wide narrow;穷 富 poor rich;干 湿 dry wet"""
        .replace("\n", ";").split(";")
    )
)  # fmt: skip
ANIMAL_FACTS = (
    ("猫", "抓老鼠", "cat", "catches mice"), ("狗", "看家", "dog", "guards the house"), ("鸟", "飞", "bird", "flies"), ("鱼", "游泳", "fish", "swims"),
    ("牛", "吃草", "cow", "eats grass"), ("兔子", "吃胡萝卜", "rabbit", "eats carrots"), ("猴子", "爬树", "monkey", "climbs trees"),
    ("熊猫", "吃竹子", "panda", "eats bamboo"), ("青蛙", "捉虫子", "frog", "catches insects"), ("蜜蜂", "采蜜", "bee", "makes honey"),
    ("鸡", "下蛋", "hen", "lays eggs"), ("马", "跑得很快", "horse", "runs fast"), ("乌龟", "走得很慢", "turtle", "walks slowly"),
    ("骆驼", "走沙漠", "camel", "crosses the desert"), ("蜘蛛", "织网", "spider", "spins webs"), ("老虎", "吃肉", "tiger", "eats meat"),
    ("羊", "吃草", "sheep", "eats grass"), ("熊", "冬天睡觉", "bear", "sleeps in winter"), ("企鹅", "生活在南极", "penguin", "lives near the South Pole"),
)  # fmt: skip
COLOURS_OF = (
    ("天空", "蓝色", "sky", "blue"), ("草", "绿色", "grass", "green"), ("雪", "白色", "snow", "white"), ("煤", "黑色", "coal", "black"),
    ("香蕉", "黄色", "banana", "yellow"), ("血", "红色", "blood", "red"), ("牛奶", "白色", "milk", "white"), ("树叶", "绿色", "leaf", "green"),
    ("西红柿", "红色", "tomato", "red"), ("柠檬", "黄色", "lemon", "yellow"), ("大海", "蓝色", "sea", "blue"), ("大象", "灰色", "elephant", "grey"),
)  # fmt: skip


def _cycle(
    table: tuple[tuple[str, str], ...], rng: random.Random, zh: bool
) -> tuple[str, str, str]:
    at, side = rng.randrange(len(table)), 0 if zh else 1
    return table[at - 1][side], table[at][side], table[(at + 1) % len(table)][side]


@family("fact-days")
def _days(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh = zh_or_en(rng)
    before, day, after = _cycle(world.DAYS, rng, zh)
    if rng.random() < 0.2:
        names = [d[0 if zh else 1] for d in world.DAYS]
        joiner = "、" if zh else ", "
        return names[0] + f"[{joiner}{joiner.join(names[1:])}]" + (
            "。" if zh else "."
        ), "zh" if zh else "en"
    if zh:
        return rng.choice(
            (
                f"今天是{day}，明天是[{after}]，昨天是[{before}]。",
                f"{day}的后一天是[{after}]。",
                f"今天{day}。明天星期几？[{after}]。",
            )
        ), "zh"
    return rng.choice(
        (
            f"Today is {day}. Tomorrow is [{after}]. Yesterday was [{before}].",
            f"The day after {day} is [{after}].",
            f"Today is {day}. What day is tomorrow? [{after}].",
        )
    ), "en"


@family("fact-months")
def _months(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh = zh_or_en(rng)
    before, month, after = _cycle(world.MONTHS, rng, zh)
    if rng.random() < 0.2:
        names = [m[0 if zh else 1] for m in world.MONTHS]
        joiner = "、" if zh else ", "
        return names[0] + f"[{joiner}{joiner.join(names[1:])}]" + (
            "。" if zh else "."
        ), "zh" if zh else "en"
    if zh:
        return f"{month}后面是[{after}]，{month}前面是[{before}]。", "zh"
    return f"After {month} comes [{after}]. Before {month} comes [{before}].", "en"


@family("fact-seasons")
def _seasons(rng: random.Random, split: Split) -> tuple[str, Lang]:
    at = rng.randrange(4)
    zh, en, feel_zh, feel_en = SEASONS[at]
    next_zh, next_en = SEASONS[(at + 1) % 4][:2]
    if zh_or_en(rng):
        return rng.choice(
            (
                f"{zh}过后是[{next_zh}]。",
                f"{zh}很[{feel_zh}]。",
                "一年有四个季节：[春天、夏天、秋天和冬天]。",
            )
        ), "zh"
    return rng.choice(
        (
            f"After {en} comes [{next_en}].",
            f"In {en} it is [{feel_en}].",
            "The four seasons are [spring, summer, autumn and winter].",
        )
    ), "en"


@family("fact-capitals")
def _capitals(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh_land, zh_city, land, city = rng.choice(world.CAPITALS)
    if zh_or_en(rng):
        return rng.choice(
            (
                f"{zh_land}的首都是[{zh_city}]。",
                f"{zh_land}的首都是哪里？[{zh_city}]。",
                f"{zh_city}是[{zh_land}]的首都。",
                f"问：{zh_land}的首都是什么？\n答：{zh_land}的首都是[{zh_city}]。",
            )
        ), "zh"
    return rng.choice(
        (
            f"The capital of {land} is [{city}].",
            f"What is the capital of {land}? [{city}].",
            f"{city} is the capital of [{land}].",
            f"Q: What is the capital of {land}?\nA: The capital of {land} is [{city}].",
        )
    ), "en"


@family("fact-animals")
def _animals(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh, does_zh, en, does_en = rng.choice(ANIMAL_FACTS)
    if zh_or_en(rng):
        can = (
            "会"
            if does_zh in {"抓老鼠", "看家", "飞", "游泳", "爬树", "捉虫子", "采蜜", "下蛋", "织网"}
            else ""
        )
        return f"{zh}{can}{does_zh}。", "zh"
    return f"A {en} {does_en}." if en[0] not in "aeiou" else f"An {en} {does_en}.", "en"


@family("fact-opposites")
def _opposites(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh, zh_other, en, en_other = rng.choice(OPPOSITES)
    if rng.random() < 0.5:
        zh, zh_other, en, en_other = zh_other, zh, en_other, en
    if zh_or_en(rng):
        return rng.choice(
            (
                f"“{zh}”的反义词是“[{zh_other}]”。",
                f"{zh}和[{zh_other}]意思相反。",
                f"{zh}——[{zh_other}]",
            )
        ), "zh"
    return rng.choice(
        (
            f"The opposite of {en} is [{en_other}].",
            f"{cap(en)} is the opposite of [{en_other}].",
            f"{en} - [{en_other}]",
        )
    ), "en"


@family("fact-kinds")
def _kinds(rng: random.Random, split: Split) -> tuple[str, Lang]:
    table, zh_kind, en_kind = rng.choice(
        (
            (world.FRUITS, "水果", "fruit"),
            (world.ANIMALS, "动物", "animal"),
            (world.DRINKS, "饮料", "drink"),
        )
    )
    n = rng.choice(table)
    if zh_or_en(rng):
        return rng.choice(
            (
                f"{n.zh}是一种[{zh_kind}]。",
                f"{n.zh}是什么？{n.zh}是[{zh_kind}]。",
                f"{n.zh}、{rng.choice(table).zh}和{rng.choice(table).zh}都是[{zh_kind}]。",
            )
        ), "zh"
    a = "an" if en_kind[0] in "aeiou" else "a"
    name = cap(n.en if table is world.DRINKS else n.a)
    return rng.choice(
        (
            f"{name} is {a} [{en_kind}].",
            f"What is {name[0].lower() + name[1:]}? It is {a} [{en_kind}].",
        )
    ), "en"


@family("fact-colours")
def _colours(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh, zh_c, en, en_c = rng.choice(COLOURS_OF)
    if zh_or_en(rng):
        return rng.choice((f"{zh}是[{zh_c}]的。", f"{zh}是什么颜色？[{zh_c}]。")), "zh"
    return rng.choice(
        (f"The {en} is [{en_c}].", f"What colour is the {en}? [{en_c.capitalize()}].")
    ), "en"
