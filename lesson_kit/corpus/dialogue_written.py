"""The hand-written dialogues and questions as conversations."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from lesson_kit.corpus import handwritten
from lesson_kit.corpus.dialogue_parts import Told, Turn, Two, is_zh, lang_of, side, talk
from lesson_kit.corpus.families import zh_or_en
from lesson_kit.corpus.splits import Split

_LONG = 110  # characters: a longer Chinese answer takes up too much of the window


@dataclass(frozen=True)
class Asked:
    """A question and its answer, each in both languages."""

    question: Two
    answer: Two


@cache
def questions(split: Split) -> tuple[Asked, ...]:
    """The hand-written questions whose two answers really are in two languages."""
    out = []
    for record in handwritten.records(split):
        if record["kind"] != "qa" or record["topic"].startswith(("translate", "exercise")):
            continue
        q, a = record["q"], record["a"]
        if is_zh(a["zh"]) and not is_zh(a["en"]) and is_zh(q["zh"]) and len(a["zh"]) < _LONG:
            out.append(Asked((q["zh"], q["en"]), (a["zh"], a["en"])))
    return tuple(out)


@cache
def _dialogues(split: Split) -> tuple[handwritten.Record, ...]:
    return tuple(r for r in handwritten.records(split) if r["kind"] == "dialogue")


def n_held_out() -> int:
    """How many hand-written dialogues are kept out of training."""
    return len(_dialogues("held_out"))


@cache
def _answers(split: Split) -> tuple[handwritten.Record, ...]:
    return tuple(r for r in handwritten.records(split) if r["kind"] == "qa")


@talk("written-dialogue", 4.0)
def _dialogue(rng: random.Random, split: Split) -> Told:
    record = rng.choice(_dialogues(split))
    lang = "zh" if zh_or_en(rng) else "en"
    turns: list[Turn] = []
    if record["system"]:
        # A rule holds whatever language it is written in.
        crossed = rng.random() < 0.25
        turns.append(("s", record["system"][("en" if lang == "zh" else "zh") if crossed else lang]))
    for turn in record["turns"]:
        turns.append((turn["role"][0], _safe(turn[lang])))
    while turns[-1][0] != "a":
        turns.pop()
    return Told(turns, lang_of(is_zh(turns[-1][1])))


@talk("written-question", 4.0)
def _question(rng: random.Random, split: Split) -> Told:
    record = rng.choice(_answers(split))
    lang = "zh" if zh_or_en(rng) else "en"
    answer = _safe(record["a"][lang])
    return Told([("u", record["q"][lang]), ("a", answer)], lang_of(is_zh(answer)))


@talk("written-several", 1.0)
def _several(rng: random.Random, split: Split) -> Told:
    # Unrelated questions one after the other, in the user's language of the moment.
    turns: list[Turn] = []
    zh = zh_or_en(rng)
    for one in rng.sample(questions(split), rng.randint(2, 4)):
        if rng.random() < 0.15:
            zh = not zh
        turns += [("u", one.question[side(zh)]), ("a", _safe(one.answer[side(zh)]))]
    return Told(turns, lang_of(zh))


def _safe(text: str) -> str:
    # Square brackets mark answers in a family's text, so they may not stand in plain text.
    return text.replace("[", "(").replace("]", ")")
