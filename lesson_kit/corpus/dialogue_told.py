"""Facts that a user tells in a conversation: told, asked for, summed up, noted, missing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from lesson_kit.corpus.dialogue_fact_kinds import Kind
from lesson_kit.corpus.dialogue_fact_more import draw_kinds
from lesson_kit.corpus.dialogue_parts import Key, Turn, Two, right_split, side, twos
from lesson_kit.corpus.dialogue_smalltalk import ACKS
from lesson_kit.corpus.families import cap
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


def asking(
    rng: random.Random, facts: Sequence[Fact], missing: Sequence[Kind], zh: bool
) -> list[Turn]:
    """One to three questions and their answers; some facts were told, some are missing."""
    turns: list[Turn] = []
    pool: list[tuple[Kind, Two | None]] = [(k, v) for k, v in facts]
    pool += [(kind, None) for kind in missing]
    rng.shuffle(pool)
    for kind, value in pool[: rng.choice((1, 1, 2, 3))]:
        answer = kind.answer(rng, value, zh) if value else not_told(rng, kind, zh)
        turns += [("u", question(rng, kind, zh)), ("a", answer)]
    return turns


def missing_kinds(rng: random.Random, facts: Sequence[Fact], n: int) -> list[Kind]:
    """Up to `n` kinds of facts that were not told."""
    have = {kind.name for kind, _ in facts}
    return [kind for kind in draw_kinds(rng, n + len(have)) if kind.name not in have][:n]


def with_helper(rng: random.Random, turns: list[Turn], zh: bool) -> list[Turn]:
    """The turns, now and then behind a helpful system line."""
    if rng.random() < 0.3:
        return [("s", rng.choice(HELPER)[side(zh)]), *turns]
    return turns


def in_short(rng: random.Random, facts: Sequence[Fact], zh: bool, who: str) -> str:
    """With a subject a summary sentence, without one the user's own words, as notes keep them."""
    if who:
        return summary_of(facts, zh, who)
    return ("" if zh else " ").join(kind.say(rng, value, zh) for kind, value in facts)


def put(rng: random.Random, text: str, zh: bool) -> list[Turn]:
    """A summary in the system line, alone or behind it, or as the first message."""
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
