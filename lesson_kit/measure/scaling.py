"""Why scores are divided by the square root of d_head: sampled, measured, tabulated.

Queries and keys are drawn with independent entries of mean 0 and variance 1. A dot product
of d such pairs has variance d, so its spread is sqrt(d); divided by sqrt(d) it is 1 for
every d ("Attention is all you need", 2017, section 3.2.1, footnote 4). What the spread does
to softmax, and to the gradient that has to get back through it, is measured here.
"""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import torch

WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
_BINS_PER_SIGMA = 2
_SIGMAS = 4


@dataclass(frozen=True)
class ScalingTables:
    """Three tables; ``scaled`` is True for scores divided by sqrt(d), False for raw ones.

    ``summary``: d, scaled, spread (standard deviation of the scores), top (largest weight of
    a row, mean), gradient (``jacobian_norm`` of a row, mean).
    ``histogram``: d, scaled, left, right (score), height (share of the fullest bin, 0..1).
    ``ranked``: d, scaled, rank (1 is the largest), weight (mean over rows).
    """

    summary: pd.DataFrame
    histogram: pd.DataFrame
    ranked: pd.DataFrame
    n_query: int
    n_key: int
    seed: int


def jacobian_norm(weights: torch.Tensor) -> torch.Tensor:
    """Size of the derivative of softmax: the Frobenius norm of diag(w) - w wT.

    weights (..., n), each row summing to 1 -> (...). It says how far the weights move when
    the numbers given to softmax move by one; 0 means that no gradient comes back at all.
    The square is sum w_i^2 - 2 sum w_i^3 + (sum w_i^2)^2, so no matrix is built.
    """
    w = weights.double()
    square = w.square().sum(-1)
    # Rounding can leave -1e-17 where a row is one-hot; its square root would be nan.
    return (square - 2 * w.pow(3).sum(-1) + square.square()).clamp_min(0).sqrt()


def scaling(
    widths: tuple[int, ...] = WIDTHS, *, n_query: int = 512, n_key: int = 16, seed: int = 0
) -> ScalingTables:
    """Draw ``n_query`` queries and ``n_key`` keys and measure them at every width d.

    The first d numbers of the same vectors are used for each d, so that neighbouring widths
    differ by the width alone. Everything follows from ``seed``.
    """
    if not widths or min(widths) < 1 or min(n_query, n_key) < 2:
        raise ValueError("scaling needs widths of at least 1, and 2 or more queries and keys")
    dice = torch.Generator().manual_seed(seed)
    q = torch.randn(n_query, max(widths), generator=dice, dtype=torch.float64)
    k = torch.randn(n_query, n_key, max(widths), generator=dice, dtype=torch.float64)
    summary, histogram, ranked = [], [], []
    for d in widths:
        raw = torch.einsum("qd,qkd->qk", q[:, :d], k[..., :d])  # fresh keys for each query
        for scaled, scores in ((False, raw), (True, raw / d**0.5)):
            weights = scores.softmax(-1)
            ordered = weights.sort(-1, descending=True).values.mean(0)
            summary.append(
                {
                    "d": d,
                    "scaled": scaled,
                    "spread": float(scores.std()),
                    "top": float(ordered[0]),
                    "gradient": float(jacobian_norm(weights).mean()),
                }
            )
            ranked += [
                {"d": d, "scaled": scaled, "rank": rank, "weight": float(w)}
                for rank, w in enumerate(ordered, start=1)
            ]
            histogram += _histogram(scores, d, scaled)
    return ScalingTables(
        summary=pd.DataFrame(summary),
        histogram=pd.DataFrame(histogram),
        ranked=pd.DataFrame(ranked),
        n_query=n_query,
        n_key=n_key,
        seed=seed,
    )


def _histogram(scores: torch.Tensor, d: int, scaled: bool) -> list[dict[str, float | bool]]:
    # Bins follow the theoretical spread, so that a wide and a narrow bell are equally smooth.
    sigma = 1.0 if scaled else d**0.5
    edges = torch.linspace(
        -_SIGMAS * sigma, _SIGMAS * sigma, 2 * _SIGMAS * _BINS_PER_SIGMA + 1, dtype=torch.float64
    )
    counts = torch.histogram(scores.flatten(), edges).hist
    height = counts / counts.max()
    return [
        {"d": d, "scaled": scaled, "left": float(a), "right": float(b), "height": float(h)}
        for a, b, h in zip(edges[:-1], edges[1:], height, strict=True)
    ]
