"""How well the translator translates: sentences kept out of training, beside a simple baseline."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from lesson_kit.corpus import parallel
from lesson_kit.corpus.parallel import Twin
from lesson_kit.generate.translation import source_ids, write_greedily
from lesson_kit.measure.probes import Score
from lesson_kit.measure.translating import bleu, chrf
from lesson_kit.weights.registry import LoadedTranslator

__all__ = ["Nearest", "measure", "translated"]


class Nearest:
    """The baseline: answer with the translation of the most similar sentence of the training set.

    Similarity is the cosine of word counts, rare words weighing more (tf-idf), over the five
    rarest words of the sentence: the frequent ones tell little and stand everywhere.
    """

    def __init__(self, known: Sequence[Twin]) -> None:
        self.known = known
        bags = [_words(twin.en) for twin in known]
        seen = Counter(word for bag in bags for word in bag)
        self._rarity = {word: math.log(len(known) / n) + 0.1 for word, n in seen.items()}
        self._where: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for i, bag in enumerate(bags):
            length = math.sqrt(sum((n * self._rarity[word]) ** 2 for word, n in bag.items()))
            for word, n in bag.items():
                self._where[word].append((i, n * self._rarity[word] / length))

    def translate(self, en: str) -> str:
        """The Chinese side of the nearest known sentence; "" if no word is known."""
        score: dict[int, float] = defaultdict(float)
        bag = _words(en)
        known = sorted((word for word in bag if word in self._where), key=self._rarity.__getitem__)
        for word in known[-5:]:
            n = bag[word]
            for i, weight in self._where[word]:
                score[i] += n * self._rarity[word] * weight
        return self.known[max(score, key=score.__getitem__)].zh if score else ""


def measure(
    loaded: LoadedTranslator,
    known: Sequence[Twin],
    held_out: Sequence[Twin],
    *,
    n_authored: int = 300,
    seed: int = 0,
) -> dict[str, Any]:
    """BLEU and chrF on `held_out`, the same of the baseline built from `known`, and the share of
    authored held-out sentences translated word for word as written.

    Raises RuntimeError where sacrebleu, which counts, is not installed.
    """
    wanted = [twin.zh for twin in held_out]
    written = translated(loaded, [twin.en for twin in held_out])
    nearest = Nearest(known)
    lazy = [nearest.translate(twin.en) for twin in held_out]
    authored = list(itertools.islice(parallel.authored_twins(seed, "held_out"), n_authored))
    made = translated(loaded, [twin.en for twin in authored])
    exact = Score(sum(a == twin.zh for a, twin in zip(made, authored, strict=True)), len(authored))
    return {
        "pairs": len(held_out),
        "bleu": _counted(bleu(written, wanted)),
        "chrf": _counted(chrf(written, wanted)),
        "baseline": {
            "by": "the nearest training sentence's translation",
            "bleu": _counted(bleu(lazy, wanted)),
            "chrf": _counted(chrf(lazy, wanted)),
        },
        "authored": {
            "right": exact.right,
            "asked": exact.asked,
            "interval_95": [round(edge, 4) for edge in exact.interval()],
        },
        "examples": [
            {"en": twin.en, "zh": said, "reference": twin.zh}
            for twin, said in list(zip(held_out, written, strict=True))[:: len(wanted) // 8 or 1][
                :7
            ]
        ],
    }


def translated(loaded: LoadedTranslator, sentences: Sequence[str]) -> list[str]:
    """Greedy translations of single sentences, side by side."""
    special = loaded.tokenizer.special
    sources = [source_ids(loaded, sentence) for sentence in sentences]
    written = write_greedily(
        loaded.model, sources, start_id=special["<|start|>"], end_id=special["<|end|>"]
    )
    return [loaded.tokenizer.decode(ids) for ids in written]


def _words(en: str) -> Counter[str]:
    return Counter(re.findall(r"[a-z0-9']+", en.lower()))


def _counted(score: float | None) -> float:
    if score is None:
        raise RuntimeError("BLEU needs the sacrebleu package: pip install 'lesson-kit[train]'")
    return round(score, 2)
