"""The authored world told: all families together, and endless draws from them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lesson_kit.corpus import (  # each module enters its families in the register
    grammar_copy,
    grammar_daily,
    grammar_facts,
    grammar_memory,
    grammar_negation,
    grammar_number,
    grammar_order,
    grammar_pages,
    grammar_recall,
    grammar_sense,
    grammar_translate,
)
from lesson_kit.corpus.families import Family, registered
from lesson_kit.corpus.item import Item
from lesson_kit.corpus.splits import Split

MODULES = (
    grammar_copy, grammar_daily, grammar_facts, grammar_memory, grammar_negation, grammar_number,
    grammar_order, grammar_pages, grammar_recall, grammar_sense, grammar_translate,
)  # fmt: skip
FAMILIES: dict[str, Family] = registered()
# The families whose point is a word that the context gives: trained first and longest.
SCENES = ("recall-", "copy-", "order-", "reference-", "negation-", "page-fact-late", "page-summary")


def stream(seed: int | str, split: Split = "train", *, scenes: bool = False) -> Iterator[Item]:
    """Draw documents without end. ``scenes`` keeps to the families in SCENES."""
    rng = random.Random(f"grammar-{seed}-{split}")
    chosen = [f for f in FAMILIES.values() if not scenes or f.name.startswith(SCENES)]
    weights = [f.weight for f in chosen]
    while True:
        yield rng.choices(chosen, weights)[0].item(rng, split)


def sample(n: int, seed: int | str = 0, split: Split = "train") -> list[Item]:
    """The first ``n`` documents of a stream."""
    documents = stream(seed, split)
    return [next(documents) for _ in range(n)]
