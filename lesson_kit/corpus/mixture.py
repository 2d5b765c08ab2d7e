"""The mixture a base model is trained on: authored scenes, hand-written text, Tatoeba pairs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from lesson_kit.corpus import grammar, handwritten, tatoeba
from lesson_kit.corpus.item import Item

# Shares of the text by size. "scenes" is the part of the grammar whose words the context gives;
# name it to train recall first.
SHARES: Mapping[str, float] = {"grammar": 0.45, "handwritten": 0.30, "tatoeba": 0.25}


def stream(
    seed: int, *, pairs: Sequence[tatoeba.Pair], shares: Mapping[str, float] | None = None
) -> Iterator[Item]:
    """Yield documents without end, always the same for the same arguments.

    pairs: the Tatoeba pairs to train on. shares: source name to share (grammar, scenes,
    handwritten, tatoeba); they need not add up to 1.
    Raises ValueError for an unknown source, a negative share, no share, or no pairs to share.
    """
    wanted = {name: share for name, share in (shares or SHARES).items() if share}
    sources = {
        "grammar": lambda: grammar.stream(seed),
        "scenes": lambda: grammar.stream(seed, scenes=True),
        "handwritten": lambda: _handwritten(seed),
        "tatoeba": lambda: _tatoeba(seed, pairs),
    }
    unknown = set(wanted) - set(sources)
    if unknown or not wanted or min(wanted.values()) < 0:
        raise ValueError(f"shares={shares!r}: name some of {', '.join(sources)}, none below zero")
    if "tatoeba" in wanted and not pairs:
        raise ValueError("shares give Tatoeba a part, but pairs is empty")
    return _mix({name: sources[name]() for name in wanted}, wanted)


def _mix(running: dict[str, Iterator[Item]], wanted: Mapping[str, float]) -> Iterator[Item]:
    # The source furthest behind its share speaks next: the shares hold over any long stretch.
    spoken = dict.fromkeys(running, 0.0)
    while True:
        name = min(spoken, key=lambda n: spoken[n] / wanted[n])
        item = next(running[name])
        spoken[name] += size(item)
        yield item


def size(item: Item) -> int:
    """Rough length in tokens: two of three Han characters, and a quarter of other characters."""
    wide = sum(char > "\u2e80" for char in item.text)
    return 2 + (wide * 8 + (len(item.text) - wide) * 3) // 12


def _handwritten(seed: int) -> Iterator[Item]:
    rng = random.Random(f"handwritten-{seed}")
    stock = list(handwritten.records("train"))
    while True:
        views = [view for record in stock for view in handwritten.views(record, rng)]
        rng.shuffle(views)
        yield from views


def _tatoeba(seed: int, pairs: Sequence[tatoeba.Pair]) -> Iterator[Item]:
    rng = random.Random(f"tatoeba-{seed}")
    stock = list(pairs)
    while True:
        rng.shuffle(stock)
        for pair in stock:
            yield tatoeba.views(pair, rng)


def describe(pairs: Sequence[tatoeba.Pair], *, n: int = 20_000, seed: int = 0) -> dict[str, Any]:
    """What the mixture holds, from its first ``n`` documents.

    Returns ``sources`` (hand-written documents and Tatoeba pairs in all), ``languages`` and
    ``families`` (share of the text by size, largest first) and ``samples`` (one text a family).
    """
    families: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    samples: dict[str, str] = {}
    for item in islice(stream(seed, pairs=pairs), n):
        families[item.family] += size(item)
        languages[item.lang] += size(item)
        samples.setdefault(item.family, item.text)
    total = sum(families.values())
    return {
        "sources": {
            "handwritten": sum(1 for _ in handwritten.records("train")),
            "tatoeba": len(pairs),
            "grammar families": len(grammar.FAMILIES),
        },
        "languages": {name: n / total for name, n in languages.most_common()},
        "families": {name: n / total for name, n in families.most_common()},
        "samples": samples,
    }
