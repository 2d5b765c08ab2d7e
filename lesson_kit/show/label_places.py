"""Where to write the names of points so that they cover each other as little as possible."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["label_places", "spread_out"]

_LINE = 16  # px, height of a line of 14 px text
_POINT = 12  # px, size of a mark
_COVERED = 0.12  # share of a name that may be covered before it cannot be read


def spread_out(
    at: np.ndarray, width: float, height: float, margin: tuple[float, float] = (30, 30)
) -> np.ndarray:
    """Points (n, 2) stretched along each axis to fill a picture: px from its left and bottom.

    ``margin``: px left free at both sides, across and up.
    """
    low, high, free = at.min(0), at.max(0), np.array(margin, float)
    room = np.array([width, height]) - 2 * free
    return free + (at - low) / np.where(high > low, high - low, 1) * room


def label_places(
    at: np.ndarray, texts: Sequence[str], size: tuple[float, float] | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """The middle of each label (n, 2) for points at (n, 2), both in px; and which can be read (n,).

    Greedy: the most crowded point chooses first among places around it, none of them outside a
    picture of ``size``. A label that no place leaves readable is marked False. A Chinese character
    is counted as wide as 14 px, any other as 8.
    """
    wide = [sum(14 if ord(c) > 0x2E80 else 8 for c in text) for text in texts]
    sizes = np.stack((np.array(wide, float), np.full(len(texts), float(_LINE))), axis=1)
    apart = np.abs(at[:, None] - at[None])
    crowd = ((apart[..., 0] < 60) & (apart[..., 1] < 30)).sum(1)
    boxes, extents = at.astype(float), np.full((len(at), 2), float(_POINT))
    places, clear = at.astype(float), np.ones(len(at), bool)
    for i in np.argsort(-crowd, kind="stable"):
        half = sizes[i, 0] / 2 + 8
        beside = [(half, 5), (-half, 5), (0, 15), (0, -15), (half, -9), (-half, -9)]
        spots = at[i] + np.array([*beside, (half - 6, 14), (6 - half, 14), (half - 6, -14)])
        covered = _overlaps(spots, sizes[i], boxes, extents).sum(1)
        if size is not None:
            out = np.maximum(sizes[i] / 2 - spots, spots + sizes[i] / 2 - np.array(size))
            covered = covered + 1e4 * (out > 0).any(1)
        best = int(np.argmin(covered + 4 * np.arange(len(spots))))
        places[i] = spots[best]
        clear[i] = covered[best] <= _COVERED * sizes[i].prod()
        if clear[i]:  # a name that is not written covers nothing
            boxes, extents = np.vstack((boxes, spots[best])), np.vstack((extents, sizes[i]))
    return places, clear


def _overlaps(
    spots: np.ndarray, size: np.ndarray, boxes: np.ndarray, extents: np.ndarray
) -> np.ndarray:
    """What a box of ``size`` at each of (m, 2) spots shares with each of (n, 2) boxes, px²."""
    apart = np.abs(spots[:, None] - boxes[None])
    shared = ((size + extents) / 2 - apart).clip(0)
    return np.minimum(shared, np.minimum(size, extents)).prod(-1)
