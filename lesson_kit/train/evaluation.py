"""How good a trained model is: the authored world's own questions, on combinations kept out."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass

from lesson_kit.corpus import grammar
from lesson_kit.corpus.item import Item
from lesson_kit.measure.probes import Score, known_answers, sensible_next
from lesson_kit.places import asset
from lesson_kit.weights import LoadedModel

# Families whose answers stand in the text itself, by what they ask of the model.
GROUPS: dict[str, str] = {
    "recall-": "recall in context",
    "copy-": "literal repetition",
    "order-": "order (who did what to whom)",
    "reference-": "reference (it, he, she)",
    "negation-": "negation",
    "sense-": "word sense",
    "sum-": "arithmetic",
    "page-fact-late": "an early fact used late",
    "page-summary": "summary",
}


@dataclass(frozen=True)
class Probe:
    """One line of the table. wrong: a few of the texts with a wrong answer."""

    name: str
    score: Score
    wrong: tuple[str, ...]


def probes(loaded: LoadedModel, *, n: int = 60, seed: int = 0) -> Iterator[Probe]:
    """Measure every probe, `n` texts a family; another seed gives other combinations."""
    yield _everyday(loaded, "zh")
    yield _everyday(loaded, "en")
    for start, name in GROUPS.items():
        rng = random.Random(f"probe-{seed}-{start}")
        total, wrong = Score(0, 0), []
        for family in (f for f in grammar.FAMILIES.values() if f.name.startswith(start)):
            for _ in range(n):
                item = family.item(rng, "held_out")
                score = _ask(loaded, item)
                total += score
                if score.right < score.asked:
                    wrong.append(item.text)
        yield Probe(name, total, tuple(rng.sample(wrong, min(3, len(wrong)))))


def _ask(loaded: LoadedModel, item: Item) -> Score:
    ids = loaded.encode(item.text)
    pieces = loaded.tokenizer.pieces(ids)
    limit = loaded.model.config.max_seq_len
    spans = []
    for begin, end in item.answers:
        inside = [i for i, p in enumerate(pieces) if p.start < end and p.end > begin and i > 0]
        if inside and inside[-1] < limit:
            spans.append(range(inside[0], inside[-1] + 1))
    return known_answers(loaded, ids[:limit], spans)


def _everyday(loaded: LoadedModel, lang: str) -> Probe:
    with asset("probes", "everyday.json").open(encoding="utf-8") as file:
        prompts = [one for one in json.load(file) if one["lang"] == lang]
    right, wrong = 0, []
    for one in prompts:
        fits, words = sensible_next(loaded, one["prompt"], one["sensible"])
        right += fits
        if not fits:
            wrong.append(f"{one['prompt']} → {' / '.join(words)}")
    return Probe(f"everyday continuation, {lang}", Score(right, len(prompts)), tuple(wrong[:5]))
