"""What a head does, measured: mean attention weight on the place a habit predicts.

A head "looks at the previous token" to the degree that its weight really lies there, averaged
over every row of every sentence where the question makes sense. 1 would be always and only there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch

from lesson_kit.model import Transformer

HabitName = Literal["previous", "induction", "reference", "first"]
Rows = list[tuple[int, tuple[int, ...]]]  # (query position, key positions that count)


@dataclass(frozen=True)
class Sentence:
    """ids of one sentence. `links` are (pronoun position, noun positions) known to a reader."""

    ids: tuple[int, ...]
    links: tuple[tuple[int, tuple[int, ...]], ...] = ()
    has_start: bool = True  # whether ids[0] is the model's start token, which is no word


@dataclass(frozen=True)
class HabitScores:
    """scores (L, H): mean weight on the predicted place; n: how many rows the mean is over."""

    name: HabitName
    scores: np.ndarray
    n: int

    def best(self) -> tuple[int, int, float]:
        """(layer, head, score) of the strongest head, counted from 0."""
        layer, head = np.unravel_index(int(self.scores.argmax()), self.scores.shape)
        return int(layer), int(head), float(self.scores[layer, head])


def previous_rows(s: Sentence) -> Rows:
    """Each word's row predicts its left neighbour (a word, not the start token)."""
    return [(i, (i - 1,)) for i in range(2 if s.has_start else 1, len(s.ids))]


def induction_rows(s: Sentence) -> Rows:
    """A token seen before predicts what followed it last time (Olsson et al. 2022)."""
    rows: Rows = []
    for i in range(1, len(s.ids)):
        earlier = [j for j in range(int(s.has_start), i) if s.ids[j] == s.ids[i]]
        if earlier and earlier[-1] + 1 < i:
            rows.append((i, (earlier[-1] + 1,)))
    return rows


def reference_rows(s: Sentence) -> Rows:
    """A pronoun predicts the noun it stands for."""
    return list(s.links)


def first_rows(s: Sentence) -> Rows:
    """Every later row predicts the first token: the attention sink (Xiao et al. 2024)."""
    return [(i, (0,)) for i in range(1, len(s.ids))]


_ROWS: dict[HabitName, Callable[[Sentence], Rows]] = {
    "previous": previous_rows,
    "reference": reference_rows,
    "induction": induction_rows,
    "first": first_rows,
}


def habit_rows(sentences: Sequence[Sentence]) -> dict[HabitName, int]:
    """How many rows of `sentences` each habit says something about; habits with none left out."""
    counts: dict[HabitName, int] = {}
    for name, rows in _ROWS.items():
        if n := sum(len(rows(sentence)) for sentence in sentences):
            counts[name] = n
    return counts


def head_habits(
    model: Transformer,
    sentences: Sequence[Sentence],
    *,
    tick: Callable[[], object] | None = None,
) -> dict[HabitName, HabitScores]:
    """Score every head for every habit over `sentences`; a habit without any row is left out.

    tick: called after each sentence.
    """
    sums: dict[HabitName, np.ndarray] = {}
    counts: dict[HabitName, int] = {}
    device = model.embed.weight.device
    for sentence in sentences:
        with torch.inference_mode():
            trace = model.trace(torch.tensor([sentence.ids], device=device))
        weights = torch.stack([layer.weights[0] for layer in trace.layers]).float().cpu().numpy()
        for name, rows in _ROWS.items():
            for query, keys in rows(sentence):
                seen = weights[:, :, query, list(keys)].sum(-1)  # (L, H)
                sums[name] = sums.get(name, 0) + seen
                counts[name] = counts.get(name, 0) + 1
        if tick is not None:
            tick()
    return {name: HabitScores(name, sums[name] / counts[name], counts[name]) for name in sums}
