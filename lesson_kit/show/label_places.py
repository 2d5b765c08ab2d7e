"""Where to write the names of points so that they cover each other as little as possible."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["label_places", "spread_out"]

_LINE = 16  # px, height of a line of 14 px text
_POINT = 12  # px, size of a mark


def spread_out(at: np.ndarray, width: float, height: float, margin: float = 30) -> np.ndarray:
    """Points (n, 2) stretched along each axis to fill a picture: px from its left and bottom."""
    low, high = at.min(0), at.max(0)
    room = np.array([width, height]) - 2 * margin
    return margin + (at - low) / np.where(high > low, high - low, 1) * room


def label_places(at: np.ndarray, texts: Sequence[str]) -> np.ndarray:
    """The middle of each label (n, 2) for points at (n, 2), both in px.

    Greedy: the most crowded point chooses first among eight places around it. A Chinese character
    is counted as wide as 14 px, any other as 8.
    """
    sizes = np.array([[sum(14 if ord(c) > 0x2E80 else 8 for c in text), _LINE] for text in texts])
    apart = np.abs(at[:, None] - at[None])
    crowd = ((apart[..., 0] < 60) & (apart[..., 1] < 30)).sum(1)
    taken = [(point, np.array([_POINT, _POINT])) for point in at]
    places = at.copy()
    for i in np.argsort(-crowd, kind="stable"):
        half = sizes[i, 0] / 2 + 8
        beside = [(half, 5), (-half, 5), (0, 15), (0, -15), (half, -9), (-half, -9)]
        steps = [*beside, (half - 6, 14), (6 - half, 14)]
        spots = at[i] + np.array(steps)
        costs = [
            sum(_overlap(spot, sizes[i], *other) for other in taken) + 4 * rank
            for rank, spot in enumerate(spots)
        ]
        places[i] = spots[int(np.argmin(costs))]
        taken.append((places[i], sizes[i]))
    return places


def _overlap(a: np.ndarray, size_a: np.ndarray, b: np.ndarray, size_b: np.ndarray) -> float:
    """The area two boxes share, given their middles and sizes, px²."""
    shared = ((size_a + size_b) / 2 - np.abs(a - b)).clip(0)
    return float(min(shared[0], size_a[0]) * min(shared[1], size_a[1]))
