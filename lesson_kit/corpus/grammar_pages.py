"""Pages as a base model meets them: notices, opening hours, exercise books, diaries, summaries."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.families import an, cap, family, zh_or_en
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split

OPEN = (
    ("八点", "8 a.m."),
    ("九点", "9 a.m."),
    ("十点", "10 a.m."),
    ("八点半", "8:30 a.m."),
    ("九点半", "9:30 a.m."),
    ("七点", "7 a.m."),
)
CLOSE = (
    ("五点", "5 p.m."),
    ("六点", "6 p.m."),
    ("八点", "8 p.m."),
    ("九点", "9 p.m."),
    ("五点半", "5:30 p.m."),
    ("十点", "10 p.m."),
)


@family("page-hours", 2.0)
def _hours(rng: random.Random, split: Split) -> tuple[str, Lang]:
    # The first time of day on the page can't be known: a base model has to invent it.
    place, start, end, day = (rng.choice(t) for t in (world.PLACES, OPEN, CLOSE, world.DAYS))
    if zh_or_en(rng):
        pages = (
            f"{place[0]}开放时间\n早上{start[0]}到晚上{end[0]}，{day[0]}休息。\n{place[0]}几点开门？早上[{start[0]}]。哪天休息？[{day[0]}]。",
            f"{place[0]}早上{start[0]}开门，晚上{end[0]}关门。{place[0]}几点关门？晚上[{end[0]}]。",
            f"问：{place[0]}几点开门？\n答：早上{start[0]}。\n问：几点关门？\n答：晚上{end[0]}。",
            f"通知：{place[0]}{day[0]}不开门，其他时间早上{start[0]}开门。",
            f"{place[0]}\n营业时间：早上{start[0]}—晚上{end[0]}\n休息：{day[0]}",
        )  # fmt: skip
        return rng.choice(pages), "zh"
    name = place[1]
    pages = (
        f"{cap(name)} opening hours\n{start[1]} to {end[1]}, closed on {day[1]}\nWhen does the {name} open? At [{start[1]}] When is it closed? On [{day[1]}].",
        f"The {name} opens at {start[1]} and closes at {end[1]} When does the {name} close? At [{end[1]}]",
        f"Q: When does the {name} open?\nA: At {start[1]}\nQ: When does it close?\nA: At {end[1]}",
        f"Notice: the {name} is closed on {day[1]}. On other days it opens at {start[1]}",
        f"The {name}\nHours: {start[1]} - {end[1]}\nClosed: {day[1]}",
    )  # fmt: skip
    return rng.choice(pages), "en"


# Houses with a name of their own, and what one may ask about them.
QUARTERS = (
    ("城北", "North"), ("河边", "Riverside"), ("新区", "New Town"), ("湖边", "Lakeside"), ("人民", "People's"),
    ("阳光", "Sunshine"), ("和平", "Peace"), ("山下", "Hillside"), ("红星", "Red Star"), ("长江", "Long River"),
)  # fmt: skip
_NO_DOOR = {
    "教室",
    "厨房",
    "办公室",
    "花园",
    "森林",
    "村子",
    "客厅",
    "卧室",
    "院子",
    "会议室",
    "宿舍",
}
HOUSES = tuple(place for place in world.PLACES if place[0] not in _NO_DOOR)
MATTERS = (
    (("{p}门票多少钱？", "去{p}要花多少钱？", "{p}的门票贵吗？"), ("How much is a ticket for the {p}?", "What does it cost to visit the {p}?", "What is the entrance fee of the {p}?"), "fee"),
    (("{p}几点开门？", "你知道{p}什么时候开门吗？", "请问{p}早上几点开？"), ("When does the {p} open?", "What time does the {p} open?", "Do you know when the {p} opens?"), "open"),
    (("{p}几点关门？", "{p}晚上开到几点？", "请问{p}什么时候关门？"), ("When does the {p} close?", "How late is the {p} open?", "Do you know when the {p} closes?"), "close"),
    (("{p}哪天休息？", "{p}星期几不开门？"), ("On which day is the {p} closed?", "Which day does the {p} rest?"), "day"),
    (("{p}的活动是哪天？", "{p}什么时候有音乐会？"), ("When is the concert at the {p}?", "What day is the event at the {p}?"), "day"),
)  # fmt: skip


@family("page-answered", 2.0)
def _answered(rng: random.Random, split: Split) -> tuple[str, Lang]:
    # A page of questions about a house: every answer is written down, none can be known before.
    zh = zh_or_en(rng)
    at = 0 if zh else 1
    lines = []
    for _ in range(rng.randint(1, 3)):
        place, quarter = rng.choice(HOUSES), rng.choice((*QUARTERS, ("", "")))
        name = quarter[0] + place[0] if zh else f"{quarter[1]} {place[1]}".strip()
        asks_zh, asks_en, what = rng.choice(MATTERS)
        n, day = rng.choice((5, 10, 12, 15, 20, 30, 50, 80)), rng.choice(world.DAYS)[at]
        start, end = rng.choice(OPEN)[at], rng.choice(CLOSE)[at]
        said = {
            "fee": (f"{n}元。", f"{n} yuan."), "open": (f"早上{start}。", f"At {start}"),
            "close": (f"晚上{end}。", f"At {end}"), "day": (f"{day}。", f"On {day}."),
        }[what][at]  # fmt: skip
        ask = rng.choice(asks_zh if zh else asks_en).format(p=name)
        lines.append(f"问：{ask}\n答：{said}" if zh else f"Q: {ask}\nA: {said}")
    return "\n".join(lines), "zh" if zh else "en"


@family("page-notice")
def _notice(rng: random.Random, split: Split) -> tuple[str, Lang]:
    place, hour, day = rng.choice(world.PLACES), rng.choice(world.HOURS), rng.choice(world.DAYS)
    sport = rng.choice(world.SPORTS)
    if zh_or_en(rng):
        return (
            f"通知\n{day[0]}{hour[0]}，我们在{place[0]}一起{sport[0]}。请大家准时来。\n什么时候？[{day[0]}][{hour[0]}]。\n在哪里？[{place[0]}]。"
        ), "zh"
    return (
        f"Notice\nOn {day[1]} at {hour[1]} there is {sport[1]} at the {place[1]}. Please be on time.\n"
        f"When? On [{day[1]}] at [{hour[1]}].\nWhere? At the [{place[1]}]."
    ), "en"


@family("page-exercise", 3.0)
def _exercise(rng: random.Random, split: Split) -> tuple[str, Lang]:
    # A page of questions goes on with questions: that is what a base model does with one.
    zh = zh_or_en(rng)
    foods = (*world.FRUITS, *world.FOODS)
    n = rng.sample(foods, 3)
    p = rng.choice(world.PEOPLE)
    place, sport, day = (rng.choice(t) for t in (world.PLACES, world.SPORTS, world.DAYS))
    if zh:
        asks = [
            f"你喜欢吃{n[0].zh}吗？", f"写一段话，介绍你的{rng.choice(('学校', '家', '朋友', '城市'))}。", f"用“{n[1].zh}”造句。", f"{p.zh}为什么喜欢{sport[0]}？",
            f"你{day[0]}做什么？", f"从你家到{place[0]}怎么走？", f"{n[2].zh}是什么味道？", f"请写出三种{rng.choice(('水果', '动物', '颜色', '饮料'))}。",
            "什么是友谊？请举例说明。", f"请把下面的句子翻译成英语：我喜欢{n[0].zh}。", "介绍一下你自己。", f"请用一句话解释什么是{place[0]}。", f"怎么做{n[0].zh}？请简单说一说。", f"请问{rng.choice(world.CAPITALS)[0]}的首都是哪里？", f"{p.zh}出门的时候应该带什么？", "请说说什么是勇气。",
        ]  # fmt: skip
        lead = rng.choice(("练习题\n", "回答下面的问题。\n", "课后作业\n", ""))
    else:
        asks = [
            f"Do you like {n[0].plural}?", f"Write about your {rng.choice(('school', 'home', 'best friend', 'city'))}.", f"Make a sentence with \"{n[1].en}\".",
            f"Why does {p.en} like {sport[1]}?", f"What do you do on {day[1]}?", f"How do you get to the {place[1]}?", f"What does {n[2].en} taste like?",
            f"Name three {rng.choice(('fruits', 'animals', 'colours', 'drinks'))}.", "What is friendship? Give an example.",
            f"Translate into Chinese: I like {n[0].plural}.", "Introduce yourself.", f"How do you make {n[0].plural}? Write a few words.", f"What is the capital of {rng.choice(world.CAPITALS)[2]}?", f"What should {p.en} take on a trip?", "Explain what courage is.", an(f"Explain in one sentence what a {place[1]} is."),
        ]  # fmt: skip
        lead = rng.choice(("Exercises\n", "Answer the questions.\n", "Homework\n", ""))
    picked = rng.sample(asks, rng.randint(2, 6))
    numbered = rng.random() < 0.5
    lines = [f"{i}. {ask}" if numbered else ask for i, ask in enumerate(picked, 1)]
    return lead + "\n".join(lines), "zh" if zh else "en"


@family("page-shopping")
def _shopping(rng: random.Random, split: Split) -> tuple[str, Lang]:
    goods = rng.sample((*world.FRUITS, *world.FOODS, *world.DRINKS), rng.randint(3, 6))
    at = rng.randrange(len(goods))
    if zh_or_en(rng):
        lines = "\n".join(g.zh for g in goods)
        return (
            f"购物单\n{lines}\n第{world.NUMBERS[at + 1][0]}样东西是什么？[{goods[at].zh}]。一共[{world.NUMBERS[len(goods)][0]}]样。",
            "zh",
        )
    order = ("first", "second", "third", "fourth", "fifth", "sixth")
    lines = "\n".join(g.plural for g in goods)
    return (
        f"Shopping list\n{lines}\nWhat is the {order[at]} thing? [{cap(goods[at].plural)}].",
        "en",
    )


@family("page-diary")
def _diary(rng: random.Random, split: Split) -> tuple[str, Lang]:
    p = rng.choice(world.PEOPLE)
    place, weather, day = (rng.choice(t) for t in (world.PLACES, world.WEATHERS, world.DAYS))
    thing, feel = rng.choice(world.SMALL), rng.choice(world.FEELINGS)
    food = rng.choice(world.FOODS)
    if zh_or_en(rng):
        return (
            f"{day[0]}，{weather[0]}。\n今天我和{p.zh}去了{place[0]}。{p.ta}买了{thing.one}，我吃了{food.zh}。晚上回家的时候，我觉得很{feel[0]}。"
            f"\n我和谁一起去的？[{p.zh}]。我们去了哪里？[{place[0]}]。"
        ), "zh"
    return (
        f"{day[1]}, {weather[1]}\nToday {p.en} and I went to the {place[1]}. {cap(p.she)} bought {thing.a} and I had some {food.plural}. "
        f"When we got home I felt {feel[1]}.\nWho did I go with? [{p.en}]. Where did we go? To the [{place[1]}]."
    ), "en"


@family("page-timetable")
def _timetable(rng: random.Random, split: Split) -> tuple[str, Lang]:
    lessons = (
        ("语文", "Chinese"),
        ("数学", "maths"),
        ("英语", "English"),
        ("音乐", "music"),
        ("体育", "sport"),
        ("美术", "art"),
        ("科学", "science"),
        ("历史", "history"),
    )
    n = rng.randint(3, 5)
    rows = list(zip(world.DAYS[:n], rng.sample(lessons, n), strict=True))
    ask = rng.sample(rows, rng.randint(1, n))
    if zh_or_en(rng):
        return "\n".join(
            [
                "课表",
                *(f"{d[0]}：{s[0]}" for d, s in rows),
                *(f"{d[0]}上什么课？[{s[0]}]。" for d, s in ask),
            ]
        ), "zh"
    return "\n".join(
        [
            "Timetable",
            *(f"{d[1]}: {s[1]}" for d, s in rows),
            *(f"What do we have on {d[1]}? [{cap(s[1])}]." for d, s in ask),
        ]
    ), "en"


@family("page-letter")
def _letter(rng: random.Random, split: Split) -> tuple[str, Lang]:
    a, b = rng.sample(world.PEOPLE, 2)
    city, weather, place, day = (
        rng.choice(t) for t in (world.CITIES, world.WEATHERS, world.PLACES, world.DAYS)
    )
    thing = rng.choice(world.SMALL)
    if zh_or_en(rng):
        return (
            f"亲爱的{a.zh}：\n你好！我现在在{city[0]}。这里今天{weather[0]}。{day[0]}我去了{place[0]}，给你买了{thing.one}。希望你一切都好。\n你的朋友\n{b.zh}",
            "zh",
        )
    return (
        f"Dear {a.en},\nHow are you? I am in {city[1]} now. It is {weather[1]} here. On {day[1]} I went to the {place[1]} and bought you {thing.a}. I hope you are well.\nYour friend,\n{b.en}",
        "en",
    )
