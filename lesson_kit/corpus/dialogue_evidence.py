"""Hours, prices and dates: quoted when a source says them, left open when none does."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.dialogue_matters import MATTERS, PREFIXES, Matter
from lesson_kit.corpus.dialogue_parts import (
    Key,
    Told,
    Turn,
    Two,
    lang_of,
    right_split,
    side,
    talk,
    twos,
)
from lesson_kit.corpus.dialogue_smalltalk import smalltalk
from lesson_kit.corpus.families import cap, zh_or_en
from lesson_kit.corpus.splits import Split

OFFICIAL = twos("""官方公告 | official notice
官网 | official website
门口的牌子 | sign at the door
{p}的通知 | notice of the {p}
公告 | announcement
今天的通知 | today's notice
宣传册 | brochure
时间表 | timetable
海报 | poster
传单 | flyer
短信 | text message
服务台的回信 | letter from the service desk
墙上的纸条 | note on the wall
地图 | map
入口的屏幕 | screen at the entrance""")
OTHERS = twos("""官网 | the website
门口的牌子 | the sign at the door
地图软件 | the map app
朋友 | a friend
旧传单 | an old flyer
报纸 | the newspaper
邻居 | a neighbour
网上的评论 | an online review
短信 | a text message
服务台 | the service desk
第一份通知 | the first notice
第二份通知 | the second notice
海报 | the poster
广播 | the radio
同学 | a classmate
导游 | the guide
宣传册 | the brochure""")
NOTICE_FORMS = twos("""{s}：{x}。 | {s}: {x}.
{s}写着：{x}。 | The {s} says: {x}.
{s}上写着“{x}”。 | The {s} says "{x}".
根据{s}，{x}。 | According to the {s}, {x}.
资料（{s}）：{x}。 | Source ({s}): {x}.
我看了{s}，上面说{x}。 | I looked at the {s}, and it says {x}.
{s}在这里：{x}。 | Here is the {s}: {x}.
这是{s}的内容：“{x}”。 | This is what the {s} says: "{x}".
我收到的{s}说{x}。 | The {s} I was given says that {x}.
{s}告诉我们{x}。 | The {s} tells us that {x}.
我拍下了{s}：{x}。 | I took a photo of the {s}: {x}.""")
SAYS = twos("""{s}说{x}。 | {s} says {x}.
{s}说：{x}。 | {s} says that {x}.
{s}告诉我{x}。 | {s} told me that {x}.
{s}上是{x}。 | {s} has it that {x}.
我从{s}那里知道{x}。 | {s} lets me know that {x}.
{s}：{x}。 | {s}: {x}.""")
NEW_LINE = "\n"
UNSURE = twos("""我没有可靠的资料，[不能确定]{m}。请看官方公告，或者打电话问一下。 | I have no reliable source, so I [cannot confirm] {m}. Please check the official notice or call them.
我[不能确定]{m}，因为我没有看到相关的资料。请查一下官网。 | I [cannot confirm] {m}, because I have no source for it. Please check their website.
对不起，我不知道{m}，也没有资料，[不能确定]。最好问一下他们。 | Sorry, I don't know {m} and have no source, so I [cannot confirm] it. It is best to ask them.""")
DIFFER = twos("""两个说法[不一样]：{a}说是[{v}]，{b}说是[{w}]。我不能确定哪个对，请再问一下。 | The two sources [differ]: {a} says [{v}] and {b} says [{w}]. I cannot be sure which is right, so please ask again.
它们[不一致]：{a}说[{v}]，{b}说[{w}]，所以我不能确定。最好打电话问一下。 | They [do not agree]: {a} says [{v}], {b} says [{w}], so I cannot be sure. It is best to call.""")


def place(rng: random.Random, split: Split, matter: Matter) -> tuple[Two, tuple[Key, ...]]:
    """A place of this split to ask about, in both languages."""
    while True:
        zh, en = rng.choice(world.PLACES)
        more = rng.choice(PREFIXES) if rng.random() < 0.6 else ("", "")
        key = ("chat-evidence", matter.name, more[0], zh)
        if right_split(split, [key]):
            return (more[0] + zh, f"{more[1]} {en}".strip()), (key,)


def _ask(rng: random.Random, matter: Matter, p: Two, zh: bool) -> str:
    return rng.choice(matter.asks[side(zh)]).format(p=p[side(zh)])


def _state(matter: Matter, p: Two, v: Two, zh: bool, *, marked: bool = False) -> str:
    value = f"[{v[side(zh)]}]" if marked else v[side(zh)]
    return matter.states[side(zh)].format(p=p[side(zh)], v=value)


def notice(rng: random.Random, matter: Matter, p: Two, v: Two, zh: bool) -> tuple[str, str]:
    """What stands in the text, and what the source is called."""
    source = rng.choice(OFFICIAL)[side(zh)].format(p=p[side(zh)])
    text = rng.choice(NOTICE_FORMS)[side(zh)].format(s=source, x=_state(matter, p, v, zh))
    return _tidy(cap(text)), source


def _tidy(text: str) -> str:
    return text.replace(".m..", ".m.").replace(".m.].", ".m.]").replace('.m.".', '.m."')


def _lay(rng: random.Random, source: str, ask: str, zh: bool) -> list[Turn]:
    # The source stands before the question, behind it, in the system line or some turns earlier.
    form, space = rng.randrange(6), "" if zh else " "
    if form == 0:
        return [("s", source), ("u", ask)]
    if form == 1:
        ack = "好的，我看到了。" if zh else "All right, I have read it."
        return [("u", source), ("a", ack), *smalltalk(rng, zh, rng.choice((0, 1))), ("u", ask)]
    if form == 2:
        return [("u", f"{ask}{space}{source}")]
    return [("u", f"{source}{rng.choice((space, NEW_LINE))}{ask}")]


@talk("evidence-none", 3.0)
def _none(rng: random.Random, split: Split) -> Told:
    zh, matter = zh_or_en(rng), rng.choice(MATTERS)
    p, keys = place(rng, split, matter)
    ask = _ask(rng, matter, p, zh)
    answer = rng.choice(UNSURE)[side(zh)].format(m=matter.unsure[side(zh)].format(p=p[side(zh)]))
    if rng.random() < 0.65:
        turns: list[Turn] = [*smalltalk(rng, zh, rng.choice((0, 0, 0, 1))), ("u", ask)]
    elif rng.random() < 0.5:  # a source that speaks of something else
        other = rng.choice([m for m in MATTERS if m is not matter])
        text, _ = notice(rng, other, p, rng.choice(other.values), zh)
        turns = _lay(rng, text, ask, zh)
    else:  # or of another place
        q, _ = place(rng, "train", matter)
        if q == p:
            return _none(rng, split)
        text, _ = notice(rng, matter, q, rng.choice(matter.values), zh)
        turns = _lay(rng, text, ask, zh)
    return Told([*turns, ("a", answer)], lang_of(zh), keys)


@talk("evidence-official", 4.5)
def _official(rng: random.Random, split: Split) -> Told:
    zh, matter = zh_or_en(rng), rng.choice(MATTERS)
    p, keys = place(rng, split, matter)
    v = rng.choice(matter.values)
    text, source = notice(rng, matter, p, v, zh)
    said = _state(matter, p, v, zh, marked=True)
    answer = f"根据{source}，{said}。" if zh else _tidy(f"According to the {source}, {said}.")
    return Told([*_lay(rng, text, _ask(rng, matter, p, zh), zh), ("a", answer)], lang_of(zh), keys)


@talk("evidence-conflict", 4.0)
def _conflict(rng: random.Random, split: Split) -> Told:
    zh, matter = zh_or_en(rng), rng.choice(MATTERS)
    p, keys = place(rng, split, matter)
    v, w = rng.sample(matter.values, 2)
    agree = rng.random() < 0.05
    a, b = (s[side(zh)] for s in rng.sample(OTHERS, 2))
    form = rng.choice(SAYS)[side(zh)]
    said = [
        cap(form.format(s=s, x=_state(matter, p, value, zh)))
        for s, value in ((a, v), (b, v if agree else w))
    ]
    text = ("" if zh else " ").join(said)
    if not agree and rng.random() < 0.5:  # in one breath
        but = rng.choice(
            ("，可是", "，但是", "，", "，而") if zh else (", but ", ", and ", " but ")
        )
        text = said[0][:-1] + but + (said[1] if zh else said[1][0].lower() + said[1][1:])
    text = _tidy(text)
    if agree:
        said = _state(matter, p, v, zh, marked=True)
        answer = f"两个来源[都说]{said}。" if zh else f"[Both] sources say that {said}."
    else:
        answer = rng.choice(DIFFER)[side(zh)].format(a=a, b=b, v=v[side(zh)], w=w[side(zh)])
    turns = _lay(rng, text, _ask(rng, matter, p, zh), zh)
    return Told([*turns, ("a", _tidy(answer))], lang_of(zh), keys)
