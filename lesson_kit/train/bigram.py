"""The humblest language model: after this token, the one that followed it most often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise

from lesson_kit.corpus import grammar, handwritten
from lesson_kit.measure.probes import Score
from lesson_kit.weights import LoadedModel


class Bigram:
    """Counted on training text; knows one token back and nothing more."""

    def __init__(self, texts: Iterable[Sequence[int]]) -> None:
        counts: defaultdict[int, Counter[int]] = defaultdict(Counter)
        for ids in texts:
            for before, after in pairwise(ids):
                counts[before][after] += 1
        self._best = {before: after.most_common(1)[0][0] for before, after in counts.items()}

    def after(self, id: int) -> int | None:
        """The likeliest next id; None behind a token never seen."""
        return self._best.get(id)

    def known_answers(self, ids: Sequence[int], spans: Sequence[range]) -> Score:
        """As `measure.probes.known_answers`, for this model."""
        right = sum(all(self.after(ids[i - 1]) == ids[i] for i in span) for span in spans)
        return Score(right, len(spans))


def bigram_of(loaded: LoadedModel, *, n: int = 6000) -> Bigram:
    """A bigram model in the tokens of `loaded`, counted on `n` scenes and the hand-written text."""
    scenes = (item.text for item in grammar.sample(n, "bigram"))
    written = (item.text for item in islice(handwritten.items("train"), n))
    return Bigram(loaded.encode(text) for source in (scenes, written) for text in source)
