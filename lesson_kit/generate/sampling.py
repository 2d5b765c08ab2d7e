"""From logits to one token: bend the distribution, then draw.

Order: repetition penalty, temperature, then top-k and top-p. Both filters look at the *same*
tempered distribution (top-p never at one that top-k already cut), and a token must pass both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

_HEAD = 64  # tokens that top-p looks at first


@dataclass(frozen=True, kw_only=True)
class Sampler:
    """How to choose. temperature 0 always takes the most likely token.

    Raises ValueError when a dial is outside its range.
    """

    temperature: float = 1.0
    top_k: int | None = None
    top_p: float | None = None
    repetition_penalty: float = 1.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.temperature) and self.temperature >= 0):
            raise ValueError(f"temperature={self.temperature} must be 0 or more")
        if self.top_k is not None and self.top_k < 1:
            raise ValueError(f"top_k={self.top_k} must be at least 1")
        if self.top_p is not None and not 0 < self.top_p <= 1:
            raise ValueError(f"top_p={self.top_p} must be in (0, 1]")
        if not (math.isfinite(self.repetition_penalty) and self.repetition_penalty > 0):
            raise ValueError(f"repetition_penalty={self.repetition_penalty} must be above 0")

    def probabilities(self, logits: Tensor, seen: Tensor | None = None) -> Tensor:
        """logits (V,) -> probabilities (V,) after every dial; `seen` are ids (n,) to penalise."""
        logits = logits.float()
        if self.repetition_penalty != 1 and seen is not None and seen.numel():
            logits = penalise(logits, seen, self.repetition_penalty)
        if self.temperature == 0:
            return torch.zeros_like(logits).index_fill_(0, logits.argmax(), 1.0)
        bent = tempered = logits / self.temperature
        if self.top_k is not None:
            bent = bent.masked_fill(~top_k_mask(tempered, self.top_k), -math.inf)
        if self.top_p is not None and self.top_p < 1:
            bent = bent.masked_fill(~top_p_mask(tempered, self.top_p), -math.inf)
        return bent.softmax(-1)

    def choose(self, probs: Tensor, generator: torch.Generator | None = None) -> int:
        """Draw one id from probabilities (V,): lay them end to end and throw a dart."""
        if self.temperature == 0:
            return int(probs.argmax())
        end = probs.cumsum(0, dtype=torch.float64)  # where each token's stretch ends
        dart = torch.rand((), generator=generator, dtype=torch.float64) * end[-1]
        return int(torch.searchsorted(end, dart, right=True))


def penalise(logits: Tensor, seen: Tensor, penalty: float) -> Tensor:
    """Make tokens already in the text less likely (Keskar et al. 2019, CTRL)."""
    picked = logits[seen]
    return logits.index_put((seen,), torch.where(picked > 0, picked / penalty, picked * penalty))


def top_k_mask(logits: Tensor, k: int) -> Tensor:
    """True for the k largest of (V,) logits; ties with the k-th stay too."""
    smallest = logits.topk(min(k, logits.shape[-1])).values[-1]
    return logits >= smallest


def top_p_mask(logits: Tensor, p: float) -> Tensor:
    """True for the smallest set of likeliest tokens whose mass reaches p (Holtzman et al. 2020)."""
    probs = logits.softmax(-1)
    most = _HEAD
    while True:  # only the likeliest are put in order; a flat distribution needs more of them
        best, index = probs.topk(min(most, probs.shape[-1]))
        mass = best.cumsum(-1)
        if mass[-1] >= p or most >= probs.shape[-1]:
            break
        most *= 8
    inside = mass - best < p  # by the mass before each token: the one that crosses p stays
    return torch.zeros_like(probs, dtype=torch.bool).index_fill_(-1, index[inside], True)
