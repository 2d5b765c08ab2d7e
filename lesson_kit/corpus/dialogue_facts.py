"""Facts told early and asked late: known while they stand in the text, honestly not after that."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from lesson_kit.corpus.dialogue_fact_kinds import Kind
from lesson_kit.corpus.dialogue_fact_more import draw_kinds
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
from lesson_kit.corpus.dialogue_smalltalk import ACKS, gap, smalltalk
from lesson_kit.corpus.families import cap, zh_or_en
from lesson_kit.corpus.filler import filler
from lesson_kit.corpus.splits import Split

Fact = tuple[Kind, Two]
HELPER = twos(
    """
你是一个有用的助手。 | You are a helpful assistant.
你是课堂助手，请简短地回答。 | You are a classroom helper. Keep your answers short.
你是一位耐心的助手。 | You are a patient assistant.
请礼貌地回答。 | Please answer politely.
你是用户的私人助手。 | You are the user's personal assistant.
"""
)
NOT_TOLD = twos(
    """
[我不知道]，你还没有告诉我你的{what}。 | [I don't know]. You have not told me your {what} yet.
[我不知道]，你没有说过你的{what}。 | [I don't know]. You haven't mentioned your {what}.
"""
)
NOTED_ACKS = twos(
    """
好的，我记住了。 | All right, I will remember that.
好的，记下了。 | OK, noted.
明白了，谢谢你告诉我。 | Got it. Thank you for telling me.
好，我知道了。 | Good, now I know.
"""
)
BEFORE_ASKING = twos(
    """
对了， | By the way,
请问， | Tell me,
考考你： | A little test:
我想问一下， | One question:
"""
)
SUMMED = twos(
    """
对话总结：{text} | Summary so far: {text}
之前的总结：{text} | Summary of the earlier conversation: {text}
前面对话的总结：{text} | Earlier turns in short: {text}
总结：{text} | Summary: {text}
以前的对话：{text} | What was said before: {text}
"""
)
NOTES = twos(
    """
关于我：{text} | About me: {text}
用户资料：{text} | About the user: {text}
记忆：{text} | Memory: {text}
已保存的笔记：{text} | Saved note: {text}
备注：{text} | Note: {text}
"""
)


def keys_of(facts: Sequence[Fact]) -> tuple[Key, ...]:
    """The combinations of facts: every pair, or the one fact alone."""
    told = sorted((kind.name, value[0]) for kind, value in facts)
    if len(told) == 1:
        return (("chat-fact", *told[0]),)
    return tuple(("chat-facts", *a, *b) for a, b in combinations(told, 2))


def draw_facts(rng: random.Random, split: Split, n: int) -> list[Fact]:
    """`n` facts of different kinds, as a whole of this split."""
    while True:
        facts = [(kind, rng.choice(kind.values)) for kind in draw_kinds(rng, n)]
        if right_split(split, keys_of(facts)):
            return facts


def question(rng: random.Random, kind: Kind, zh: bool) -> str:
    """The question, now and then with a word before it."""
    asked = kind.ask(rng, zh)
    if rng.random() < 0.75:
        return asked
    return rng.choice(BEFORE_ASKING)[side(zh)] + ("" if zh else " ") + asked


def not_told(rng: random.Random, kind: Kind, zh: bool) -> str:
    """The honest answer when a fact does not stand in the text."""
    return rng.choice(NOT_TOLD)[side(zh)].format(what=kind.what[side(zh)])


def telling(rng: random.Random, facts: Sequence[Fact], zh: bool) -> list[list[Turn]]:
    """The user tells the facts, one or two at a time: a list of exchanges."""
    told = [kind.say(rng, value, zh) for kind, value in facts]
    exchanges: list[list[Turn]] = []
    while told:
        n = rng.choice((1, 1, 2, 3))
        now, told = told[:n], told[n:]
        ack = rng.choice((*NOTED_ACKS, *NOTED_ACKS, *ACKS))[side(zh)]
        named = [v[side(zh)] for k, v in facts if k.name == "name" and v[side(zh)] in now[0]]
        if named and rng.random() < 0.5:
            ack = f"你好，{named[0]}！" if zh else f"Hello, {named[0]}!"
        exchanges.append([("u", ("" if zh else " ").join(now)), ("a", ack)])
    return exchanges


def listed(halves: Sequence[str], zh: bool) -> str:
    """Half sentences behind one subject: "a, b and c" in the language's own way."""
    if zh or len(halves) == 1:
        return "，".join(halves)
    return ", ".join(halves[:-1]) + " and " + halves[-1]


def summary_of(facts: Sequence[Fact], zh: bool, who: str = "") -> str:
    """One sentence on the user with the values in brackets."""
    who = who or ("用户" if zh else "the user")
    halves = [kind.half(value, zh) for kind, value in facts]
    # "用户住在…，用户的伞是…": a possession needs its owner again.
    halves[1:] = [who + half if half.startswith("的") else half for half in halves[1:]]
    text = listed(halves, zh)
    return f"{who}{text}。" if zh else cap(f"{who} {text}.")


def plain(text: str) -> str:
    """Without the brackets, for what is read and not said."""
    return text.replace("[", "").replace("]", "")


def _asking(
    rng: random.Random, facts: Sequence[Fact], missing: Sequence[Kind], zh: bool
) -> list[Turn]:
    # One to three questions; some facts were told, some are missing.
    turns: list[Turn] = []
    pool: list[tuple[Kind, Two | None]] = [(k, v) for k, v in facts]
    pool += [(kind, None) for kind in missing]
    rng.shuffle(pool)
    for kind, value in pool[: rng.choice((1, 1, 2, 3))]:
        answer = kind.answer(rng, value, zh) if value else not_told(rng, kind, zh)
        turns += [("u", question(rng, kind, zh)), ("a", answer)]
    return turns


def _missing(rng: random.Random, facts: Sequence[Fact], n: int) -> list[Kind]:
    have = {kind.name for kind, _ in facts}
    return [kind for kind in draw_kinds(rng, n + len(have)) if kind.name not in have][:n]


@talk("fact-late", 4.5)
def _late(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((1, 2, 2, 3, 4)))
    exchanges = telling(rng, facts, zh)
    between = [smalltalk(rng, zh, rng.choice((0, 0, 0, 1))) for _ in exchanges]
    turns = [t for e, b in zip(exchanges, between, strict=True) for t in (*e, *b)]
    turns += smalltalk(rng, zh, gap(rng))
    turns += _asking(rng, facts, _missing(rng, facts, rng.choice((0, 0, 0, 1))), zh)
    return Told(_with_helper(rng, turns, zh), lang_of(zh), keys_of(facts))


@talk("fact-soon", 5.0)
def _soon(rng: random.Random, split: Split) -> Told:
    # Told and asked at once: who is bound to what, before the distance makes it hard.
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((1, 2, 2, 3, 4)))
    turns: list[Turn] = [t for e in telling(rng, facts, zh) for t in e]
    if rng.random() < 0.4:  # all in one breath
        told = [kind.say(rng, value, zh) for kind, value in facts]
        kind, value = rng.choice(facts)
        said = ("" if zh else " ").join([*told, question(rng, kind, zh)])
        turns = [("u", said), ("a", kind.answer(rng, value, zh))]
    turns += _asking(rng, facts, _missing(rng, facts, rng.choice((0, 0, 1))), zh)
    return Told(_with_helper(rng, turns, zh), lang_of(zh), keys_of(facts))


@talk("fact-cut", 2.5)
def _cut(rng: random.Random, split: Split) -> Told:
    # The oldest turns fell out of the window: what stood there is not known any more.
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((2, 3, 4)))
    kept_from = rng.randint(1, len(facts))
    gone, kept = facts[:kept_from], facts[kept_from:]
    turns: list[Turn] = [t for e in telling(rng, kept, zh) for t in e]
    turns += smalltalk(rng, zh, gap(rng))
    if turns and rng.random() < 0.3:
        first_ack = rng.choice((*NOTED_ACKS, *ACKS))[side(zh)]
        turns.insert(0, ("a", first_ack))  # the answer to a turn that is gone
    asked = rng.choice(gone)[0]
    last = [("u", question(rng, asked, zh)), ("a", not_told(rng, asked, zh))]
    if kept and rng.random() < 0.5:
        kind, value = rng.choice(kept)
        also = [("u", question(rng, kind, zh)), ("a", kind.answer(rng, value, zh))]
        last = also + last if rng.random() < 0.5 else last + also
    return Told(_with_helper(rng, turns + last, zh), lang_of(zh), keys_of(facts))


@talk("fact-summary", 5.0)
def _from_summary(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((1, 2, 3, 4)))
    who = rng.choice(("用户", "用户", "你", "") if zh else ("the user", "the user", ""))
    text = rng.choice(SUMMED)[side(zh)].format(text=plain(_said(rng, facts, zh, who)))
    turns: list[Turn] = _put(rng, text, zh)
    turns += smalltalk(rng, zh, gap(rng, 8))
    turns += _asking(rng, facts, _missing(rng, facts, rng.choice((0, 0, 1))), zh)
    return Told(turns, lang_of(zh), keys_of(facts))


@talk("fact-note", 4.0)
def _from_note(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((1, 2, 2, 3)))
    who = rng.choice(("", "", "用户") if zh else ("", "", "the user"))
    text = rng.choice(NOTES)[side(zh)].format(text=plain(_said(rng, facts, zh, who)))
    if rng.random() < 0.4:
        text = rng.choice(HELPER)[side(zh)] + rng.choice(("\n", "" if zh else " ")) + text
    turns: list[Turn] = [("s", text), *smalltalk(rng, zh, gap(rng, 4))]
    turns += _asking(rng, facts, _missing(rng, facts, rng.choice((0, 0, 1))), zh)
    return Told(turns, lang_of(zh), keys_of(facts))


@talk("fact-corrected", 2.0)
def _corrected(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    while True:
        (kind, old), *others = draw_facts(rng, split, rng.choice((1, 2, 3)))
        new = rng.choice(kind.values)
        keys = keys_of([(kind, new), *others])
        if new != old and right_split(split, keys):
            break
    facts = [(kind, old), *others]
    rng.shuffle(facts)
    turns: list[Turn] = [t for e in telling(rng, facts, zh) for t in e]
    turns += smalltalk(rng, zh, gap(rng, 8))
    lead = rng.choice(
        ("不对，我说错了。", "更正一下：", "刚才说错了，", "现在变了，", "我改主意了，") if zh
        else ("Sorry, I was wrong. ", "Correction: ", "No, that was a mistake. ", "That has changed. ", "Actually, ")
    )  # fmt: skip
    turns += [("u", lead + kind.say(rng, new, zh)), ("a", rng.choice(NOTED_ACKS)[side(zh)])]
    turns += smalltalk(rng, zh, gap(rng, 8))
    turns += [("u", question(rng, kind, zh)), ("a", kind.answer(rng, new, zh))]
    return Told(_with_helper(rng, turns, zh), lang_of(zh), keys_of(facts) + keys)


@talk("fact-page", 3.0)
def _page(rng: random.Random, split: Split) -> Told:
    # One long message: a page of sentences with a fact or two among them, and a question.
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((1, 1, 2)))
    page = [
        filler(rng, lang_of(zh)) for _ in range(rng.choice((0, 2, 4, 8, 12, 18, 24, 30, 36, 42)))
    ]
    asked, told = facts[0][0], facts if rng.random() < 0.8 else facts[1:]
    for kind, value in told:
        page.insert(rng.randint(0, len(page)), kind.say(rng, value, zh))
    answer = asked.answer(rng, facts[0][1], zh) if told == facts else not_told(rng, asked, zh)
    text, ask = ("" if zh else " ").join(page), question(rng, asked, zh)
    if rng.random() < 0.3 and text:
        turns: list[Turn] = [("u", text), ("a", rng.choice(NOTED_ACKS)[side(zh)]), ("u", ask)]
    else:
        turns = [("u", text + rng.choice(("" if zh else " ", "\n")) + ask)]
    return Told([*turns, ("a", answer)], lang_of(zh), keys_of(facts))


@talk("fact-all", 1.0)
def _all(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((1, 2, 3)))
    ask = rng.choice(
        ("你知道我的哪些事？", "我告诉过你什么？", "关于我你记得什么？", "介绍一下我。") if zh
        else ("What do you know about me?", "What have I told you?", "What do you remember about me?", "Describe me.")
    )  # fmt: skip
    if rng.random() < 0.3:
        none = (
            "[你还没有告诉我]关于你的事。"
            if zh
            else "[You have not told me] anything about you yet."
        )
        return Told([*smalltalk(rng, zh, gap(rng, 2)), ("u", ask), ("a", none)], lang_of(zh))
    turns = [t for e in telling(rng, facts, zh) for t in e] + smalltalk(rng, zh, gap(rng, 8))
    return Told([*turns, ("u", ask), ("a", summary_of(facts, zh, "你" if zh else "the user"))], lang_of(zh), keys_of(facts))  # fmt: skip


@talk("fact-use", 1.0)
def _use(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((2, 3)))
    while not any(kind.name == "allergy" for kind, _ in facts):
        facts = draw_facts(rng, split, rng.choice((2, 3)))
    kind, value = next((k, v) for k, v in facts if k.name == "allergy")
    other = rng.choice(kind.values)
    same = rng.random() < 0.5 or other == value
    asked = (value if same else other)[side(zh)]
    ask = rng.choice(
        (f"我能吃{asked}吗？", f"晚饭吃{asked}可以吗？", f"我可以点{asked}吗？") if zh
        else (f"Can I eat {asked}?", f"May I have {asked} for dinner?", f"Is it all right if I order {asked}?")
    )  # fmt: skip
    v = value[side(zh)]
    if same:
        answer = f"[不]能，你对[{v}]过敏。" if zh else f"[No], you are allergic to [{v}]."
    else:
        answer = (
            f"[可]以，你只说过对[{v}]过敏。" if zh else f"[Yes], you are only allergic to [{v}]."
        )
    turns = [t for e in telling(rng, facts, zh) for t in e] + smalltalk(rng, zh, gap(rng, 8))
    return Told([*turns, ("u", ask), ("a", answer)], lang_of(zh), keys_of(facts))


def _with_helper(rng: random.Random, turns: list[Turn], zh: bool) -> list[Turn]:
    if rng.random() < 0.3:
        return [("s", rng.choice(HELPER)[side(zh)]), *turns]
    return turns


def _said(rng: random.Random, facts: Sequence[Fact], zh: bool, who: str) -> str:
    # With a subject: a summary sentence. Without: the user's own words, as notes keep them.
    if who:
        return summary_of(facts, zh, who)
    return ("" if zh else " ").join(kind.say(rng, value, zh) for kind, value in facts)


def _put(rng: random.Random, text: str, zh: bool) -> list[Turn]:
    # A summary stands in the system line, alone or behind it, or as the first message.
    helper = rng.choice(HELPER)[side(zh)]
    place = rng.randrange(5)
    if place == 0:
        return [("s", text)]
    if place == 1:
        return [("s", helper + rng.choice(("\n", "" if zh else " ")) + text)]
    if place == 2:
        return [("s", helper), ("s", text)]
    if place == 3:
        return [("s", helper), ("u", text), ("a", rng.choice(NOTED_ACKS)[side(zh)])]
    return [("u", text), ("a", rng.choice(NOTED_ACKS)[side(zh)])]
