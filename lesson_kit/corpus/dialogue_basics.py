"""Short questions everybody knows the answer to, and the little multiplication table."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus.dialogue_parts import Told, Turn, lang_of, talk
from lesson_kit.corpus.families import cap, zh_or_en
from lesson_kit.corpus.grammar_facts import ANIMAL_FACTS, COLOURS_OF, OPPOSITES
from lesson_kit.corpus.splits import Split

_TABLE = """
一年有几个季节？ | 一年有[四]个季节：春天、夏天、秋天和冬天。 | How many seasons are there in a year? | There are [four] seasons: spring, summer, autumn and winter.
一年有几个月？ | 一年有[十二]个月。 | How many months are there in a year? | There are [twelve] months in a year.
一个星期有几天？ | 一个星期有[七]天。 | How many days are there in a week? | There are [seven] days in a week.
一天有几个小时？ | 一天有[二十四]个小时。 | How many hours are there in a day? | There are [twenty-four] hours in a day.
一小时有多少分钟？ | 一小时有[六十]分钟。 | How many minutes are there in an hour? | There are [sixty] minutes in an hour.
一分钟有多少秒？ | 一分钟有[六十]秒。 | How many seconds are there in a minute? | There are [sixty] seconds in a minute.
一年有多少天？ | 一年有[三百六十五]天，闰年多一天。 | How many days are there in a year? | There are [three hundred and sixty-five], and one more in a leap year.
人有几只手？ | 人有[两]只手。 | How many hands does a person have? | A person has [two] hands.
人有几根手指？ | 人有[十]根手指。 | How many fingers does a person have? | A person has [ten] fingers.
狗有几条腿？ | 狗有[四]条腿。 | How many legs does a dog have? | A dog has [four] legs.
鸟有几条腿？ | 鸟有[两]条腿。 | How many legs does a bird have? | A bird has [two] legs.
蜘蛛有几条腿？ | 蜘蛛有[八]条腿。 | How many legs does a spider have? | A spider has [eight] legs.
三角形有几条边？ | 三角形有[三]条边。 | How many sides does a triangle have? | A triangle has [three] sides.
太阳从哪边升起？ | 太阳从[东]边升起。 | Where does the sun rise? | The sun rises in the [east].
太阳从哪边落下？ | 太阳从[西]边落下。 | Where does the sun set? | The sun sets in the [west].
鱼住在哪里？ | 鱼住在[水]里。 | Where do fish live? | Fish live in [water].
鸟用什么飞？ | 鸟用[翅膀]飞。 | What does a bird fly with? | A bird flies with its [wings].
我们用什么看东西？ | 我们用[眼睛]看东西。 | What do we see with? | We see with our [eyes].
我们用什么听声音？ | 我们用[耳朵]听声音。 | What do we hear with? | We hear with our [ears].
我们用什么剪纸？ | 我们用[剪刀]剪纸。 | What do we cut paper with? | We cut paper with [scissors].
喝汤用什么？ | 喝汤用[勺子]。 | What do I use for soup? | Use a [spoon] for soup.
下雨的时候带什么？ | 下雨的时候带[雨伞]。 | What do I take when it rains? | Take an [umbrella] when it rains.
天冷的时候穿什么？ | 天冷的时候穿[厚衣服]。 | What do I wear when it is cold? | Wear [warm clothes] when it is cold.
渴了怎么办？ | 渴了就喝[水]。 | What do I do when I am thirsty? | Drink some [water].
饿了怎么办？ | 饿了就吃点[东西]。 | What do I do when I am hungry? | [Eat] something.
累了怎么办？ | 累了就[休息]一会儿。 | What do I do when I am tired? | [Rest] for a while.
生病了去哪里？ | 生病了去[医院]。 | Where do I go when I am ill? | Go to the [doctor] or to a hospital.
在哪里借书？ | 在[图书馆]借书。 | Where can I borrow books? | You can borrow books in a [library].
在哪里买菜？ | 在[市场]或者超市买菜。 | Where do I buy vegetables? | At the [market] or in a supermarket.
谁给病人看病？ | [医生]给病人看病。 | Who treats sick people? | A [doctor] treats sick people.
谁教学生？ | [老师]教学生。 | Who teaches pupils? | A [teacher] teaches pupils.
谁做饭店里的菜？ | [厨师]做饭店里的菜。 | Who cooks in a restaurant? | A [cook] does.
谁灭火？ | [消防员]灭火。 | Who puts out fires? | [Firefighters] put out fires.
大象和老鼠哪个大？ | [大象]大。 | Which is bigger, an elephant or a mouse? | An [elephant] is bigger.
飞机和汽车哪个快？ | [飞机]快。 | Which is faster, a plane or a car? | A [plane] is faster.
夏天和冬天哪个热？ | [夏天]热。 | Which is hotter, summer or winter? | [Summer] is hotter.
糖是什么味道的？ | 糖是[甜]的。 | What does sugar taste like? | Sugar is [sweet].
盐是什么味道的？ | 盐是[咸]的。 | What does salt taste like? | Salt is [salty].
柠檬是什么味道的？ | 柠檬是[酸]的。 | What does a lemon taste like? | A lemon is [sour].
冰是热的还是冷的？ | 冰是[冷]的。 | Is ice hot or cold? | Ice is [cold].
火是热的还是冷的？ | 火是[热]的。 | Is fire hot or cold? | Fire is [hot].
牛奶是从哪里来的？ | 牛奶是从[奶牛]来的。 | Where does milk come from? | Milk comes from [cows].
鸡蛋是从哪里来的？ | 鸡蛋是[母鸡]下的。 | Where do eggs come from? | Eggs come from [hens].
蜂蜜是谁做的？ | 蜂蜜是[蜜蜂]做的。 | Who makes honey? | [Bees] make honey.
月亮什么时候出来？ | 月亮[晚上]出来。 | When does the moon come out? | The moon comes out at [night].
最大的动物是什么？ | 最大的动物是[蓝鲸]。 | What is the largest animal? | The [blue whale] is the largest animal.
最高的山是哪座？ | 最高的山是[珠穆朗玛峰]。 | What is the highest mountain? | Mount [Everest] is the highest mountain.
地球是什么形状的？ | 地球是[圆]的，像一个球。 | What shape is the Earth? | The Earth is [round], like a ball.
"""
BASICS = tuple(tuple(c.strip() for c in line.split("|")) for line in _TABLE.strip().splitlines())


def _other(rng: random.Random, zh: bool) -> tuple[str, str]:
    kind = rng.randrange(4)
    if kind == 0:
        a, b, c, d = rng.choice(OPPOSITES)
        if rng.random() < 0.5:
            a, b, c, d = b, a, d, c
        return (f"“{a}”的反义词是什么？", f"“{a}”的反义词是“[{b}]”。") if zh else (f'What is the opposite of "{c}"?', f"The opposite of {c} is [{d}].")  # fmt: skip
    if kind == 1:
        a, b, c, d = rng.choice(COLOURS_OF)
        return (f"{a}是什么颜色的？", f"{a}是[{b}]的。") if zh else (f"What colour is the {c}?", f"The {c} is [{d}].")  # fmt: skip
    if kind == 2:
        a, b, c, d = rng.choice(ANIMAL_FACTS)
        return (f"请说一句关于{a}的话。", f"{a}[{b}]。") if zh else (f"Tell me something about the {c}.", cap(f"the {c} [{d}]."))  # fmt: skip
    a, b = rng.randint(1, 9), rng.randint(1, 9)
    if zh:
        return rng.choice((f"{a}乘{b}等于几？", f"{a}乘以{b}等于多少？", f"{a}×{b}=？")), f"[{a * b}]。"  # fmt: skip
    return rng.choice(
        (f"What is {a} times {b}?", f"{a} x {b} = ?", f"What is {a} * {b}?")
    ), f"[{a * b}]."


@talk("basics", 5.0)
def _basics(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    turns: list[Turn] = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        if rng.random() < 0.65:
            row = rng.choice(BASICS)
            ask, answer = row[:2] if zh else row[2:]
        else:
            ask, answer = _other(rng, zh)
        turns += [("u", ask), ("a", answer)]
    return Told(turns, lang_of(zh))
