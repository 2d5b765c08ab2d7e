"""Facts told early and asked late: known while they stand in the text, honestly not after that."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus.dialogue_parts import Told, Turn, lang_of, right_split, side, talk
from lesson_kit.corpus.dialogue_smalltalk import ACKS, gap, smalltalk
from lesson_kit.corpus.dialogue_told import (
    HELPER,
    NOTED_ACKS,
    NOTES,
    SUMMED,
    asking,
    draw_facts,
    in_short,
    keys_of,
    missing_kinds,
    not_told,
    plain,
    put,
    question,
    summary_of,
    telling,
    with_helper,
)  # fmt: skip
from lesson_kit.corpus.families import zh_or_en
from lesson_kit.corpus.filler import filler
from lesson_kit.corpus.splits import Split


@talk("fact-late", 4.5)
def _late(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((1, 2, 2, 3, 4)))
    exchanges = telling(rng, facts, zh)
    between = [smalltalk(rng, zh, rng.choice((0, 0, 0, 1))) for _ in exchanges]
    turns = [t for e, b in zip(exchanges, between, strict=True) for t in (*e, *b)]
    turns += smalltalk(rng, zh, gap(rng))
    turns += asking(rng, facts, missing_kinds(rng, facts, rng.choice((0, 0, 0, 1))), zh)
    return Told(with_helper(rng, turns, zh), lang_of(zh), keys_of(facts))


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
    turns += asking(rng, facts, missing_kinds(rng, facts, rng.choice((0, 0, 1))), zh)
    return Told(with_helper(rng, turns, zh), lang_of(zh), keys_of(facts))


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
    return Told(with_helper(rng, turns + last, zh), lang_of(zh), keys_of(facts))


@talk("fact-summary", 5.0)
def _from_summary(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((1, 2, 3, 4)))
    who = rng.choice(("用户", "用户", "你", "") if zh else ("the user", "the user", ""))
    text = rng.choice(SUMMED)[side(zh)].format(text=plain(in_short(rng, facts, zh, who)))
    turns: list[Turn] = put(rng, text, zh)
    turns += smalltalk(rng, zh, gap(rng, 8))
    turns += asking(rng, facts, missing_kinds(rng, facts, rng.choice((0, 0, 1))), zh)
    return Told(turns, lang_of(zh), keys_of(facts))


@talk("fact-note", 4.0)
def _from_note(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((1, 2, 2, 3)))
    who = rng.choice(("", "", "用户") if zh else ("", "", "the user"))
    text = rng.choice(NOTES)[side(zh)].format(text=plain(in_short(rng, facts, zh, who)))
    if rng.random() < 0.4:
        text = rng.choice(HELPER)[side(zh)] + rng.choice(("\n", "" if zh else " ")) + text
    turns: list[Turn] = [("s", text), *smalltalk(rng, zh, gap(rng, 4))]
    turns += asking(rng, facts, missing_kinds(rng, facts, rng.choice((0, 0, 1))), zh)
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
    return Told(with_helper(rng, turns, zh), lang_of(zh), keys_of(facts) + keys)


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
