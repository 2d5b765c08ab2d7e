"""Conversations to learn from, without end: every family of dialogues together."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from lesson_kit.corpus import (  # each module enters its families in the register
    dialogue_basics,
    dialogue_evidence,
    dialogue_facts,
    dialogue_follow,
    dialogue_plain,
    dialogue_scenes,
    dialogue_summary,
    dialogue_system,
    dialogue_written,
)
from lesson_kit.corpus.dialogue_parts import Dialogue, Talk, length, registered
from lesson_kit.corpus.splits import Split

MODULES = (
    dialogue_basics, dialogue_evidence, dialogue_facts, dialogue_follow, dialogue_plain,
    dialogue_scenes, dialogue_summary, dialogue_system, dialogue_written,
)  # fmt: skip
FAMILIES: dict[str, Talk] = registered()


def stream(seed: int | str, split: Split = "train") -> Iterator[Dialogue]:
    """Draw conversations without end, always the same for the same arguments."""
    rng = random.Random(f"dialogues-{seed}-{split}")
    families = list(FAMILIES.values())
    weights = [one.weight for one in families]
    while True:
        yield rng.choices(families, weights)[0].dialogue(rng, split)


def sample(n: int, seed: int | str = 0, split: Split = "train") -> list[Dialogue]:
    """The first `n` conversations of a stream."""
    return list(islice(stream(seed, split), n))


def as_text(dialogue: Dialogue) -> str:
    """One readable page: who says what."""
    return "\n".join(f"{m.role}: {m.content}" for m in dialogue.messages)


def describe(*, n: int = 5_000, seed: int = 0) -> dict[str, Any]:
    """What the first `n` conversations hold: shares by size, languages, one sample a family."""
    families: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    samples: dict[str, str] = {}
    for dialogue in sample(n, seed):
        families[dialogue.family] += length(dialogue)
        languages[dialogue.lang] += length(dialogue)
        samples.setdefault(dialogue.family, as_text(dialogue))
    total = sum(families.values())
    return {
        "languages": {name: n / total for name, n in languages.most_common()},
        "families": {name: n / total for name, n in families.most_common()},
        "samples": samples,
    }
