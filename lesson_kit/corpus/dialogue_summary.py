"""A conversation told again in short, within a budget: facts first, small talk never."""

from __future__ import annotations

import random
from collections.abc import Sequence

from lesson_kit.corpus.dialogue_parts import Told, Turn, lang_of, side, talk, twos
from lesson_kit.corpus.dialogue_smalltalk import smalltalk
from lesson_kit.corpus.dialogue_told import (
    Fact,
    draw_facts,
    keys_of,
    plain,
    summary_of,
    telling,
)
from lesson_kit.corpus.families import zh_or_en
from lesson_kit.corpus.splits import Split

REQUESTS = twos(
    """
请总结上面的对话。 | Please summarise the conversation above.
总结一下我们的对话。 | Sum up our conversation.
把前面的对话总结一下。 | Summarise what we have said so far.
请用简短的话总结对话。 | Please give a short summary of our talk.
请把对话中重要的信息总结出来。 | Sum up the important facts of the conversation.
总结一下我说过的话。 | Summarise what I told you.
"""
)
BUDGETS = twos(
    """
不超过{n}个字。 | Use at most {n} words.
用不超过{n}个字。 | In at most {n} words.
最多{n}个字。 | No more than {n} words.
{n}个字以内。 | Keep it within {n} words.
"""
)
QUOTES = (
    ("请总结下面的对话", "Summarise the conversation below"),
    ("把下面的对话写成总结", "Write a summary of the following conversation"),
    ("请总结这段对话", "Please summarise this conversation"),
    ("总结对话，留下重要的事", "Sum up this conversation and keep what matters"),
)
SPEAKERS = (
    (("用户", "助手"), ("User", "Assistant")),
    (("用户", "助手"), ("User", "Assistant")),
    (("甲", "乙"), ("A", "B")),
    (("我", "你"), ("Me", "You")),
)
NOTHING = twos(
    """
总结：[没有重要的信息]。 | Summary: [nothing important was said].
"""
)


def size(text: str, zh: bool) -> int:
    """What a budget counts: characters of a Chinese text without marks, words of an English one."""
    return sum(char.isalnum() for char in text) if zh else len(text.split())


def within(facts: Sequence[Fact], budget: int, zh: bool) -> str:
    """The summary of as many facts, from the first on, as the budget holds; at least one."""
    for n in range(len(facts), 1, -1):
        text = summary_of(facts[:n], zh)
        if size(plain(text), zh) <= budget:
            return text
    return summary_of(facts[:1], zh)


def talked(rng: random.Random, facts: Sequence[Fact], zh: bool) -> list[Turn]:
    """A conversation in which the facts are told, with small talk between them."""
    turns: list[Turn] = smalltalk(rng, zh, rng.choice((0, 0, 1, 2)))
    for exchange in telling(rng, facts, zh):
        turns += exchange + smalltalk(rng, zh, rng.choice((0, 0, 1, 1, 2)))
    return turns


def _budget(rng: random.Random, facts: Sequence[Fact], zh: bool) -> int | None:
    # None: no limit. Else anything from room for one fact to more than enough.
    if rng.random() < 0.4:
        return None
    full = size(plain(summary_of(facts, zh)), zh)
    return max(5, 5 * round(rng.uniform(0.35, 1.8) * full / 5))


def _answer(facts: Sequence[Fact], budget: int | None, zh: bool) -> str:
    told = within(facts, budget or 999, zh)
    return ("总结：" if zh else "Summary: ") + told


@talk("summary-history", 3.0)
def _history(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((1, 2, 3, 3, 4, 5)))
    budget = _budget(rng, facts, zh)
    ask = rng.choice(REQUESTS)[side(zh)]
    if budget:
        ask += ("" if zh else " ") + rng.choice(BUDGETS)[side(zh)].format(n=budget)
    turns = [*talked(rng, facts, zh), ("u", ask), ("a", _answer(facts, budget, zh))]
    return Told(turns, lang_of(zh), keys_of(facts))


@talk("summary-quoted", 3.0)
def _quoted(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    facts = draw_facts(rng, split, rng.choice((1, 2, 3, 3, 4, 5)))
    budget = _budget(rng, facts, zh)
    names = rng.choice(SPEAKERS)[side(zh)]
    colon = "：" if zh else ": "
    page = [f"{names[0 if who == 'u' else 1]}{colon}{said}" for who, said in talked(rng, facts, zh)]
    ask = rng.choice(QUOTES)[side(zh)]
    if budget:
        limit = rng.choice(BUDGETS)[side(zh)].format(n=budget)
        ask += ("，" if zh else ". ") + limit.rstrip("。.")
    text = "\n".join(page)
    if rng.random() < 0.7:
        said = f"{ask}{'：' if zh else ':'}\n{text}"
    else:
        said = f"{text}\n{ask}{'。' if zh else '.'}"
    turns: list[Turn] = [("u", said), ("a", _answer(facts, budget, zh))]
    if rng.random() < 0.3:
        order = (
            ("你负责写总结。", "You write summaries.")
            if rng.random() < 0.5
            else ("请写简短的总结。", "Write short summaries.")
        )
        turns.insert(0, ("s", order[side(zh)]))
    return Told(turns, lang_of(zh), keys_of(facts))


@talk("summary-nothing", 0.4)
def _nothing(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    turns = smalltalk(rng, zh, rng.randint(1, 4))
    turns += [("u", rng.choice(REQUESTS)[side(zh)]), ("a", rng.choice(NOTHING)[side(zh)])]
    return Told(turns, lang_of(zh))
