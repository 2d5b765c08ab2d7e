"""One word, two meanings: the neighbours decide which, and what can follow."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from lesson_kit.corpus import world
from lesson_kit.corpus.families import allowed, family, zh_or_en
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split


@dataclass(frozen=True)
class Sense:
    """One meaning: what it is, the sentences that show it, and words only this meaning goes with."""

    what: str
    shown: tuple[str, ...]
    after: tuple[str, ...]


# "{p}" is a person. The answer to "what is it" follows from the sentences before.
WORDS_ZH: dict[str, tuple[Sense, Sense]] = {
    "苹果": (
        Sense("水果", ("{p}吃了一个苹果。", "{p}洗了苹果。", "{p}从树上摘了一个苹果。", "这个苹果又红又圆。", "{p}买了三斤苹果。", "{p}把苹果切成两半。"),
              ("苹果很甜。", "苹果又脆又甜。", "苹果有点酸。", "苹果的皮很薄。")),
        Sense("公司", ("苹果发布了新手机。", "苹果开了一家新店。", "{p}在苹果上班。", "{p}买了苹果的股票。", "苹果的工程师开发布会。", "苹果卖电脑和手机。"),
              ("苹果的手机很贵。", "苹果的电脑卖得很好。", "苹果的新手机下个月上市。", "苹果是一家大公司。")),
    ),
    "小米": (
        Sense("粮食", ("{p}煮了一锅小米粥。", "{p}喝了一碗小米粥。", "农民种小米。", "{p}洗了小米。"), ("小米很香。", "小米粥很暖。", "小米煮好了。")),
        Sense("公司", ("小米发布了新手机。", "{p}在小米上班。", "小米开了一家新店。", "小米生产电视。"), ("小米的手机不贵。", "小米的电视卖得很好。", "小米是一家公司。")),
    ),
    "杜鹃": (
        Sense("鸟", ("杜鹃在树上叫。", "{p}听见杜鹃在唱歌。", "杜鹃飞走了。", "一只杜鹃站在树枝上。"), ("杜鹃的声音很好听。", "杜鹃张开了翅膀。")),
        Sense("花", ("山上的杜鹃开了。", "{p}种了一盆杜鹃。", "{p}给杜鹃浇水。", "杜鹃开得满山都是。"), ("杜鹃的花瓣是红色的。", "杜鹃很香。")),
    ),
    "包袱": (
        Sense("袋子", ("{p}背着一个包袱走路。", "{p}把衣服放进包袱。", "{p}打开包袱拿出衣服。"), ("包袱很重。", "包袱里有衣服。")),
        Sense("心事", ("{p}心里有个包袱。", "{p}放下了思想包袱。", "{p}因为考试有了包袱。"), ("包袱让人睡不着。", "说出来，包袱就轻了。")),
    ),
    "火": (
        Sense("火焰", ("{p}点了一堆火。", "厨房里着火了。", "{p}用水把火灭了。"), ("火很热。", "火在烧。")),
        Sense("受欢迎", ("{p}的歌很火。", "这部电影最近很火。", "{p}开的店一下子火了。"), ("很火就是很多人喜欢。",)),
    ),
    "花": (
        Sense("植物", ("{p}给花浇水。", "花园里的花开了。", "{p}摘了一朵花。"), ("花很香。", "花很漂亮。")),
        Sense("用钱", ("{p}花了很多钱。", "{p}花了十块钱买书。", "{p}一天就花光了钱。"), ("钱花得太快了。",)),
    ),
}  # fmt: skip
WORDS_EN: dict[str, tuple[Sense, Sense]] = {
    "apple": (
        Sense("a fruit", ("{p} ate an apple.", "{p} washed the apple.", "{p} picked an apple from the tree.", "The apple is red and round.", "{p} cut the apple in half."),
              ("The apple was sweet.", "The apple tasted sour.", "The apple was crisp and juicy.")),
        Sense("a company", ("Apple released a new phone.", "{p} works at Apple.", "Apple opened a new shop.", "{p} bought shares in Apple.", "Apple sells computers and phones."),
              ("The Apple phone is expensive.", "The Apple computer sells well.", "The Apple phone comes out next month.")),
    ),
    "bat": (
        Sense("an animal", ("A bat flew out of the cave.", "The bat sleeps in the day.", "{p} saw a bat in the night sky."), ("The bat has wings.", "The bat eats insects.")),
        Sense("a stick", ("{p} hit the ball with a bat.", "{p} bought a bat for the game.", "The boy swung the bat."), ("The bat is made of wood.", "The bat hit the ball.")),
    ),
    "bank": (
        Sense("a place for money", ("{p} put money in the bank.", "The bank opens at nine.", "{p} works in a bank."), ("The bank keeps the money safe.", "The bank lends money.")),
        Sense("the side of a river", ("{p} sat on the bank and fished.", "Ducks sleep on the bank of the river.", "The river ran over its bank."), ("The bank is wet.", "The bank is near the water.")),
    ),
    "light": (
        Sense("not heavy", ("The bag is light.", "{p} carried the light box with one hand.", "A feather is light."), ("Light things are easy to carry.",)),
        Sense("a lamp", ("{p} turned on the light.", "The light in the room is off.", "{p} changed the light on the ceiling."), ("The light is bright.",)),
    ),
    "mouse": (
        Sense("an animal", ("The cat chased a mouse.", "A mouse ate the cheese.", "{p} saw a mouse run under the bed."), ("The mouse is small and grey.", "The mouse ran away.")),
        Sense("a computer part", ("{p} clicked the mouse.", "The mouse is next to the computer.", "{p} bought a mouse for the computer."), ("The mouse has two buttons.", "The mouse needs a battery.")),
    ),
    "match": (
        Sense("a game", ("{p} won the match.", "The football match starts at three.", "{p} watched the match on TV."), ("The match was exciting.",)),
        Sense("a small stick for fire", ("{p} lit the candle with a match.", "The match burned out.", "{p} took a match from the box."), ("The match is hot.",)),
    ),
}  # fmt: skip


def _tell(
    word: str, senses: tuple[Sense, Sense], lang: Lang
) -> Callable[[random.Random, Split], tuple[str, Lang]]:
    def tell(rng: random.Random, split: Split) -> tuple[str, Lang]:
        sense = rng.choice(senses)
        at = 0 if lang == "zh" else 1
        while True:
            person = rng.choice(world.PEOPLE)
            shown = rng.choice(sense.shown)
            if allowed(split, "sense", word, person.zh, shown):
                break
        told = shown.format(p=(person.zh, person.en)[at])
        after = rng.choice(sense.after)
        form = rng.random()
        if lang == "zh":
            if form < 0.5:
                # The word stands in the continuation; what follows it must fit the sense.
                return f"{told}[{after}]" if rng.random() < 0.5 else f"{told}{after}", lang
            return f"{told}这里的“{word}”是什么？[{sense.what}]。", lang
        if form < 0.5:
            return f"{told} [{after}]" if rng.random() < 0.5 else f"{told} {after}", lang
        return f'{told} What is "{word}" here? [{sense.what.capitalize()}].', lang

    return tell


_TABLES: tuple[tuple[Lang, dict[str, tuple[Sense, Sense]]], ...] = (
    ("zh", WORDS_ZH),
    ("en", WORDS_EN),
)
for _lang, _table in _TABLES:
    for _word, _senses in _table.items():
        family(f"sense-{_word}", 1.0 if _word in ("苹果", "apple") else 0.3)(
            _tell(_word, _senses, _lang)
        )


@family("sense-both", 0.7)
def _both(rng: random.Random, split: Split) -> tuple[str, Lang]:
    zh = zh_or_en(rng)
    word, senses = rng.choice(list((WORDS_ZH if zh else WORDS_EN).items()))
    lines = []
    for sense in rng.sample(senses, 2):
        person = rng.choice(world.PEOPLE)
        told = rng.choice(sense.shown).format(p=person.zh if zh else person.en)
        lines.append(f"{told}（[{sense.what}]）" if zh else f"{told} ([{sense.what}])")
    return "\n".join([f"词语：{word}" if zh else f"Word: {word}", *lines]), "zh" if zh else "en"
