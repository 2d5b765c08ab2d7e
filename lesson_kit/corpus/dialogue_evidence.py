"""Hours, prices and dates: quoted when a source says them, left open when none does."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random
from dataclasses import dataclass

from lesson_kit.corpus import world
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


@dataclass(frozen=True)
class Matter:
    """What one may want to know of a place: questions, the statement of it, possible values."""

    name: str
    asks: tuple[tuple[str, ...], tuple[str, ...]]
    states: Two
    unsure: Two
    values: tuple[Two, ...]


def _clock(first: int, last: int, zh_part: str, en_part: str) -> tuple[Two, ...]:
    # Each hour and half hour, in words and in figures.
    names = dict(enumerate("零一二三四五六七八九十")) | {11: "十一", 12: "十二"}
    late = 12 if en_part == "p.m." else 0
    out: list[Two] = []
    for n in range(first, last + 1):
        out += [(f"{zh_part}{names[n]}点", f"{n} {en_part}"), (f"{zh_part}{n}点", f"{n}:00"),
                (f"{zh_part}{names[n]}点半", f"{n}:30 {en_part}"), (f"{n + late}:30", f"{n + late}:30")]  # fmt: skip
    return tuple(out)


_SPANS = tuple(
    (f"{a}:{m}到{b}:{m}", f"{a}:{m} to {b}:{m}") for a in range(6, 12) for b in range(15, 22) for m in ("00", "30")
)  # fmt: skip
MATTERS = (
    Matter("open", (("{p}几点开门？", "{p}什么时候开门？", "{p}早上几点开？", "请问{p}的开门时间是几点？"),
                    ("When does the {p} open?", "What time does the {p} open?", "At what time does the {p} open in the morning?", "Do you know when the {p} opens?")),
           ("{p}{v}开门", "the {p} opens at {v}"), ("{p}几点开门", "when the {p} opens"), _clock(6, 11, "上午", "a.m.")),
    Matter("close", (("{p}几点关门？", "{p}什么时候关门？", "{p}晚上开到几点？", "请问{p}的关门时间是几点？"),
                     ("When does the {p} close?", "What time does the {p} close?", "How late is the {p} open?", "Do you know when the {p} closes?")),
           ("{p}{v}关门", "the {p} closes at {v}"), ("{p}几点关门", "when the {p} closes"), _clock(4, 10, "晚上", "p.m.")),
    Matter("hours", (("{p}什么时候开放？", "{p}的营业时间是几点到几点？", "{p}几点到几点开？"),
                     ("When is the {p} open?", "From when to when is the {p} open?", "What are the hours of the {p}?")),
           ("{p}的开放时间是{v}", "the {p} is open from {v}"), ("{p}的开放时间", "when the {p} is open"), _SPANS),
    Matter("price", (("{p}的门票多少钱？", "{p}的票价是多少？", "去{p}要花多少钱？", "请问{p}门票多少钱一张？"),
                     ("How much is a ticket for the {p}?", "What does a ticket for the {p} cost?", "What is the entrance fee of the {p}?", "How much do I pay at the {p}?")),
           ("{p}的门票是{v}", "a ticket for the {p} costs {v}"), ("{p}的票价", "what the {p} costs"), tuple((f"{n}元", f"{n} yuan") for n in range(5, 125, 5))),
    Matter("rest", (("{p}星期几休息？", "{p}哪天不开门？", "{p}一周休息哪一天？"),
                    ("On which day is the {p} closed?", "Which day does the {p} stay closed?", "When is the {p} closed in the week?")),
           ("{p}{v}休息", "the {p} is closed on {v}"), ("{p}哪天休息", "on which day the {p} is closed"), world.DAYS),
    Matter("event", (("{p}的音乐会是哪天？", "{p}的音乐会什么时候举行？", "{p}哪天有音乐会？"),
                     ("When is the concert at the {p}?", "On what date is the concert at the {p}?", "Which day is the concert at the {p}?")),
           ("{p}的音乐会在{v}举行", "the concert at the {p} is on {v}"), ("{p}的音乐会是哪天", "when the concert at the {p} is"),
           tuple((f"{zh}{d}日", f"{d} {en}") for zh, en in world.MONTHS for d in (2, 5, 8, 11, 14, 17, 20, 23, 26))),
    Matter("phone", (("{p}的电话是多少？", "{p}的电话号码是什么？"), ("What is the phone number of the {p}?", "What number do I call for the {p}?")),
           ("{p}的电话是{v}", "the phone number of the {p} is {v}"), ("{p}的电话", "the phone number of the {p}"),
           tuple((n, n) for n in (f"555{k:04d}" for k in range(1013, 9999, 137)))),
)  # fmt: skip
PREFIXES = twos("""城南 | South City
小河 | Riverside
阳光 | Sunshine
老街 | Old Street
东湖 | East Lake
中心 | Central
花园路 | Garden Road
人民 | People's
海边 | Seaside
青山 | Green Hill
红星 | Red Star
北门 | North Gate""")
OFFICIAL = twos("""官方公告 | official notice
官网 | official website
门口的牌子 | sign at the door
{p}的通知 | notice of the {p}
公告 | announcement
今天的通知 | today's notice
宣传册 | brochure
时间表 | timetable""")
OTHERS = twos("""官网 | the website
门口的牌子 | the sign at the door
地图软件 | the map app
朋友 | a friend
旧传单 | an old flyer
报纸 | the newspaper
邻居 | a neighbour
网上的评论 | an online review
导游 | the guide
宣传册 | the brochure""")
NOTICE_FORMS = twos("""{s}：{x}。 | {s}: {x}.
{s}写着：{x}。 | The {s} says: {x}.
{s}上写着“{x}”。 | The {s} says "{x}".
根据{s}，{x}。 | According to the {s}, {x}.
资料（{s}）：{x}。 | Source ({s}): {x}.""")
SAYS = twos("""{s}说{x}。 | {s} says {x}.
{s}说：{x}。 | {s} says that {x}.""")
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


@talk("evidence-official", 3.0)
def _official(rng: random.Random, split: Split) -> Told:
    zh, matter = zh_or_en(rng), rng.choice(MATTERS)
    p, keys = place(rng, split, matter)
    v = rng.choice(matter.values)
    text, source = notice(rng, matter, p, v, zh)
    said = _state(matter, p, v, zh, marked=True)
    answer = f"根据{source}，{said}。" if zh else _tidy(f"According to the {source}, {said}.")
    return Told([*_lay(rng, text, _ask(rng, matter, p, zh), zh), ("a", answer)], lang_of(zh), keys)


@talk("evidence-conflict", 2.5)
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
