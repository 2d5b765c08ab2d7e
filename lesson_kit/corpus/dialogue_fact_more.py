"""Facts with two parts, which no list of kinds can hold: whose, and what; which thing, and where."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.dialogue_fact_kinds import KINDS, NAMES, Kind, kind_of
from lesson_kit.corpus.dialogue_parts import twos

RELATIVES = twos("""妈妈 | mum
爸爸 | dad
姐姐 | big sister
弟弟 | little brother
妹妹 | little sister
哥哥 | big brother
爷爷 | grandpa
奶奶 | grandma
朋友 | friend
同桌 | classmate
邻居 | neighbour
老师 | teacher
同事 | colleague
老板 | boss
女儿 | daughter
儿子 | son""")
_OWNED = tuple(n for n in world.SMALL if n.en != n.plural)[::3]
_LIKED = tuple((n.zh, n.plural) for n in (*world.FRUITS, *world.FOODS, *world.DRINKS))
_CODES = twos("""密码 | password
座位号 | seat number
车牌号 | car number
学号 | student number
电话号码 | phone number
航班号 | flight number
书包的号码 | locker number
订单号 | order number""")
_DIGITS = tuple(
    (f"{n}", f"{n}") for n in (*range(11, 99, 7), *range(103, 999, 37), *range(1021, 9999, 311))
)


def _whose() -> list[Kind]:
    out: list[Kind] = []
    for zh, en in RELATIVES:
        out += [
            kind_of(f"{zh}-name", NAMES, f"{zh}的名字 | {en}'s name", f"的{zh}叫{{v}} | has a {en} called {{v}}",
                    f"我{zh}叫{{v}}。/ 我{zh}的名字是{{v}}。 | My {en} is called {{v}}. / My {en}'s name is {{v}}.",
                    f"我{zh}叫什么？/ 我{zh}叫什么名字？/ 我{zh}的名字是什么？ | What is my {en} called? / What is my {en}'s name? / Do you know the name of my {en}?",
                    f"你{zh}叫{{v}}。 | Your {en} is called {{v}}."),
            kind_of(f"{zh}-city", world.CITIES, f"{zh}住的地方 | {en}'s city", f"的{zh}住在{{v}} | has a {en} in {{v}}",
                    f"我{zh}住在{{v}}。/ 我{zh}在{{v}}。 | My {en} lives in {{v}}. / My {en} is in {{v}}.",
                    f"我{zh}住在哪里？/ 我{zh}在哪个城市？ | Where does my {en} live? / Which city does my {en} live in?",
                    f"你{zh}住在{{v}}。 | Your {en} lives in {{v}}."),
            kind_of(f"{zh}-job", world.JOBS, f"{zh}的工作 | {en}'s job", f"的{zh}是{{v}} | has a {en} who is a {{v}}",
                    f"我{zh}是{{v}}。/ 我{zh}的工作是{{v}}。 | My {en} is a {{v}}. / My {en} works as a {{v}}.",
                    f"我{zh}是做什么的？/ 我{zh}的工作是什么？ | What is my {en}'s job? / What does my {en} do?",
                    f"你{zh}是{{v}}。 | Your {en} is a {{v}}."),
            kind_of(f"{zh}-likes", _LIKED, f"{zh}喜欢的东西 | {en}'s taste", f"的{zh}喜欢{{v}} | has a {en} who likes {{v}}",
                    f"我{zh}喜欢{{v}}。/ 我{zh}最爱{{v}}。 | My {en} likes {{v}}. / My {en} loves {{v}}.",
                    f"我{zh}喜欢什么？/ 我{zh}最爱什么？ | What does my {en} like? / What does my {en} love?",
                    f"你{zh}喜欢{{v}}。 | Your {en} likes {{v}}."),
        ]  # fmt: skip
    return out


def _things() -> list[Kind]:
    out: list[Kind] = []
    for thing in _OWNED:
        zh, en = thing.zh, thing.en
        out += [
            kind_of(f"{zh}-colour", world.COLOURS, f"{zh}的颜色 | {en}'s colour", f"的{zh}是{{v}}的 | has a {{v}} {en}",
                    f"我的{zh}是{{v}}的。/ 我有{thing.one}，是{{v}}的。 | My {en} is {{v}}. / I have a {{v}} {en}.",
                    f"我的{zh}是什么颜色的？/ 我的{zh}是什么颜色？ | What colour is my {en}? / Which colour is my {en}?",
                    f"你的{zh}是{{v}}的。 | Your {en} is {{v}}."),
            kind_of(f"{zh}-spot", world.ROOM_SPOTS, f"{zh}放的地方 | {en}'s place", f"的{zh}在{{v}} | has a {en} {{v}}",
                    f"我的{zh}在{{v}}。/ 我把{zh}放在{{v}}了。 | My {en} is {{v}}. / I put my {en} {{v}}.",
                    f"我的{zh}在哪里？/ 我把{zh}放在哪儿了？ | Where is my {en}? / Where did I put my {en}?",
                    f"你的{zh}在{{v}}。 | Your {en} is {{v}}."),
        ]  # fmt: skip
    return out


def _codes() -> list[Kind]:
    return [
        kind_of(f"{zh}", _DIGITS, f"{zh} | {en}", f"的{zh}是{{v}} | has the {en} {{v}}",
                f"我的{zh}是{{v}}。/ 请记住，{zh}是{{v}}。 | My {en} is {{v}}. / Please remember: the {en} is {{v}}.",
                f"我的{zh}是多少？/ {zh}是什么？ | What is my {en}? / What is the {en}?",
                f"你的{zh}是{{v}}。 | Your {en} is {{v}}.")
        for zh, en in _CODES
    ]  # fmt: skip


MORE: tuple[Kind, ...] = (*_whose(), *_things(), *_codes())
ALL: tuple[Kind, ...] = (*KINDS, *MORE)


def draw_kinds(rng: random.Random, n: int) -> list[Kind]:
    """`n` kinds of facts, all different: two of three from the plain list."""
    found: dict[str, Kind] = {}
    while len(found) < n:
        kind = rng.choice(KINDS if rng.random() < 0.65 else MORE)
        found[kind.name] = kind
    return list(found.values())
