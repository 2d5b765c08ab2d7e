"""What one may ask of a place: its hours, its price, its day of rest; and what may be the answer."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

from dataclasses import dataclass

from lesson_kit.corpus import world
from lesson_kit.corpus.dialogue_parts import Two, twos


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
