"""English sentences with their Chinese twins: what a translator learns from.

Three sources. Tatoeba gives breadth, the hand-written stories give good prose (they are told
sentence by sentence in both languages), and the authored world gives exact everyday patterns.
"""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from lesson_kit.corpus import handwritten, world
from lesson_kit.corpus.splits import Split, split_of


class Twin(NamedTuple):
    """The same sentence twice."""

    en: str
    zh: str


class _Who(NamedTuple):
    en: str
    zh: str
    be: str = "is"

    @property
    def many(self) -> bool:
        return self.be != "is"

    def do(self, verb: str) -> str:
        """The verb as it goes with this subject: I like, he likes."""
        return verb if self.many else f"{verb}s"

    @property
    def dont(self) -> str:
        return "do not" if self.many else "does not"


WHO = (
    _Who("I", "我", "am"), _Who("You", "你", "are"), _Who("We", "我们", "are"),
    _Who("They", "他们", "are"), _Who("He", "他"), _Who("She", "她"), _Who("Tom", "汤姆"),
    _Who("Mary", "玛丽"), _Who("My mother", "我妈妈"), _Who("My father", "我爸爸"),
    _Who("My brother", "我哥哥"), _Who("My sister", "我妹妹"), _Who("The teacher", "老师"),
    _Who("The boy", "男孩"), _Who("The girl", "女孩"), _Who("My friend", "我的朋友"),
    _Who("The doctor", "医生"), _Who("The children", "孩子们", "are"),
)  # fmt: skip
MINE = (("my", "我的"), ("your", "你的"), ("his", "他的"), ("her", "她的"), ("our", "我们的"))
EATEN = (*world.FRUITS, *world.FOODS)
THINGS = tuple(n for n in world.OBJECTS if n.en != n.plural and "pair" not in n.en)
COUNTED = tuple(n for n in (*world.FRUITS, *THINGS, *world.ANIMALS) if n.en != n.plural)
HAPPENED = tuple(row for row in world.CHASES if row[0] != "跟着")
_END_ZH = re.compile(r"(?<=[。！？；])(?![”’」』])|(?<=[。！？][”’])")
_END_EN = re.compile(r"(?<=[.!?;])\s+|(?<=[.!?][\"'])\s+")


def handwritten_twins(split: Split = "train") -> Iterator[Twin]:
    """Sentences of the hand-written texts that stand side by side in both languages.

    A passage counts only if both tellings have as many sentences, each of a likely length.
    """
    for record in handwritten.records(split):
        for zh, en in _passages(record):
            left = [part for part in _END_EN.split(en) if part]
            right = [part for part in _END_ZH.split(zh) if part]
            if len(left) == len(right) and all(map(_likely, left, right)):
                yield from (Twin(a.strip(), b.strip()) for a, b in zip(left, right, strict=True))


def authored_twins(seed: int, split: Split = "train") -> Iterator[Twin]:
    """Everyday sentences of the authored world, without end; a tenth of them is held out."""
    rng = random.Random(f"parallel-{seed}")
    while True:
        twin = _say(rng)
        if split_of("parallel", twin.en) == split:
            yield twin


def _passages(record: handwritten.Record) -> Iterator[tuple[str, str]]:
    if record["kind"] == "qa":
        yield from ((record[part]["zh"], record[part]["en"]) for part in ("q", "a"))
    elif record["kind"] == "dialogue":
        yield from ((turn["zh"], turn["en"]) for turn in record["turns"])
    else:
        yield from zip(record["zh"].split("\n"), record["en"].split("\n"), strict=False)


def _likely(en: str, zh: str) -> bool:
    return len(zh) <= 60 and len(en) <= 160 and 1.2 <= len(en) / len(zh) <= 7


def _say(rng: random.Random) -> Twin:
    draw = rng.choice
    who, eaten, thing, one, other = (
        draw(WHO),
        draw(EATEN),
        draw(THINGS),
        draw(COUNTED),
        draw(THINGS),
    )
    place, job, day, hour = map(draw, (world.PLACES, world.JOBS, world.DAYS, world.HOURS))
    weather, colour, feel = map(draw, (world.WEATHERS, world.COLOURS, world.FEELINGS))
    sport, spot, city = map(draw, (world.SPORTS, world.ROOM_SPOTS, world.CITIES))
    drink, mine = draw(world.DRINKS), draw(MINE)
    cat, dog = rng.sample(world.ANIMALS, 2)
    happened, capital = draw(HAPPENED), draw(world.CAPITALS)
    count = rng.randint(2, 10)
    n_en, n_zh = world.NUMBERS[count][1], "两" if count == 2 else world.NUMBERS[count][0]
    are = who.be
    not_ = draw((who.dont, who.dont.replace(" not", "n't")))
    return Twin(*draw((
        (f"There is no {thing.en}.", draw((f"没有{thing.zh}。",) * 3 + (f"{thing.zh}不存在。",))),
        (f"There are no {one.plural}.", f"没有{one.zh}。"),
        (f"There is no {thing.en} {spot[1]}.", f"{spot[0]}没有{thing.zh}。"),
        (f"The {thing.en} does not exist.", f"{thing.zh}不存在。"),
        (f"There is {thing.a} {spot[1]}.", f"{spot[0]}有{thing.one}。"),
        (f"There are {n_en} {one.plural} {spot[1]}.", f"{spot[0]}有{n_zh}{one.measure}{one.zh}。"),
        (f"{who.en} {who.do('like')} {eaten.plural}.", f"{who.zh}喜欢{eaten.zh}。"),
        (f"{who.en} {who.do('like')} to eat {eaten.plural}.", f"{who.zh}喜欢吃{eaten.zh}。"),
        (f"{who.en} {not_} like {eaten.plural}.", f"{who.zh}不喜欢{eaten.zh}。"),
        (f"{who.en} {who.do('like')} {drink.plural}.", f"{who.zh}喜欢{drink.zh}。"),
        (f"{who.en} {who.do('want')} to drink {drink.plural}.", f"{who.zh}想喝{drink.zh}。"),
        (f"Do you like {eaten.plural}?", f"你喜欢{eaten.zh}吗？"),
        (f"Do you like {drink.plural}?", f"你喜欢{drink.zh}吗？"),
        (f"{who.en} {who.do('like')} {sport[1]}.", f"{who.zh}喜欢{sport[0]}。"),
        (f"{who.en} {not_} like {sport[1]}.", f"{who.zh}不喜欢{sport[0]}。"),
        (f"{who.en} {are} good at {sport[1]}.", f"{who.zh}很会{sport[0]}。"),
        (f"{who.en} {'have' if who.many else 'has'} {thing.a}.", f"{who.zh}有{thing.one}。"),
        (f"{who.en} {not_} have {thing.a}.", f"{who.zh}没有{thing.zh}。"),
        (f"{who.en} {'have' if who.many else 'has'} {n_en} {one.plural}.",
         f"{who.zh}有{n_zh}{one.measure}{one.zh}。"),
        (f"{who.en} {who.do('want')} {thing.a}.", f"{who.zh}想要{thing.one}。"),
        (f"{who.en} {who.do('need')} {thing.a}.", f"{who.zh}需要{thing.one}。"),
        (f"Where is the {place[1]}?", f"{place[0]}在哪里？"),
        (f"Where is {mine[0]} {thing.en}?", f"{mine[1]}{thing.zh}在哪里？"),
        (f"Is there a {place[1]} near here?", f"这附近有{place[0]}吗？"),
        (f"{who.en} {are} in the {place[1]}.", f"{who.zh}在{place[0]}。"),
        (f"{who.en} {are} going to the {place[1]}.", f"{who.zh}要去{place[0]}。"),
        (f"Let's go to the {place[1]}.", f"我们去{place[0]}吧。"),
        (f"How do I get to the {place[1]}?", f"去{place[0]}怎么走？"),
        (f"{who.en} {who.do('live')} in {city[1]}.", f"{who.zh}住在{city[0]}。"),
        (f"It is {weather[1]} today.", f"今天{weather[0]}。"),
        (f"It is {weather[1]} in {city[1]} today.", f"{city[0]}今天{weather[0]}。"),
        (f"Is it {weather[1]} today?", f"今天{weather[0]}吗？"),
        (f"{who.en} {are} very {feel[1]}.", f"{who.zh}很{feel[0]}。"),
        (f"{who.en} {are} not {feel[1]}.", f"{who.zh}不{feel[0]}。"),
        (f"Are you {feel[1]}?", f"你{feel[0]}吗？"),
        (f"Why are you so {feel[1]}?", f"你为什么这么{feel[0]}？"),
        (f"He is {_a(job[1])}.", f"他是{job[0]}。"),
        (f"She is {_a(job[1])}.", f"她是{job[0]}。"),
        (f"I want to be {_a(job[1])}.", f"我想当{job[0]}。"),
        (f"The {thing.en} is {colour[1]}.", f"{thing.zh}是{colour[0]}的。"),
        (f"{mine[0].capitalize()} {thing.en} is {colour[1]}.", f"{mine[1]}{thing.zh}是{colour[0]}的。"),
        (f"The {thing.en} is {spot[1]}.", f"{thing.zh}在{spot[0]}。"),
        (f"{mine[0].capitalize()} {thing.en} is not {spot[1]}.", f"{mine[1]}{thing.zh}不在{spot[0]}。"),
        (f"This is {thing.a}.", f"这是{thing.one}。"),
        (f"That is {mine[0]} {thing.en}.", f"那是{mine[1]}{thing.zh}。"),
        (f"This is not {mine[0]} {thing.en}.", f"这不是{mine[1]}{thing.zh}。"),
        (f"Is this {mine[0]} {thing.en}?", f"这是{mine[1]}{thing.zh}吗？"),
        (f"How much is this {thing.en}?", f"这{thing.measure}{thing.zh}多少钱？"),
        (f"Please give me {thing.a}.", f"请给我{thing.one}。"),
        (f"I can't find {mine[0]} {thing.en}.", f"我找不到{mine[1]}{thing.zh}。"),
        (f"I bought {thing.a} and {other.a}.", f"我买了{thing.one}和{other.one}。"),
        (f"The {cat.en} {happened[1]} the {dog.en}.", f"{cat.zh}{happened[0]}了{dog.zh}。"),
        (f"The {dog.en} was {happened[2]} by the {cat.en}.", f"{dog.zh}被{cat.zh}{happened[0]}了。"),
        (f"I saw {cat.a} in the {place[1]}.", f"我在{place[0]}看见了{cat.one}。"),
        (f"Today is {day[1]}.", f"今天是{day[0]}。"),
        (f"It is {hour[1]}.", f"现在{hour[0]}。"),
        (f"{who.en} {who.do('get')} up at {hour[1]}.", f"{who.zh}{hour[0]}起床。"),
        (f"The capital of {capital[2]} is {capital[3]}.", f"{capital[0]}的首都是{capital[1]}。"),
        (f"{who.en} {who.do('eat')} {eaten.plural} every day.", f"{who.zh}每天吃{eaten.zh}。"),
    )))  # fmt: skip


def _a(noun: str) -> str:
    return ("an " if noun[0] in "aeiou" else "a ") + noun
