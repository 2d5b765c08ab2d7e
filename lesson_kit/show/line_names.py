"""Where the names of a chart's lines stand, so that no line runs through a word."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import numpy as np

__all__ = ["HEIGHT", "INDENT", "beginnings", "text_width"]

INDENT = 8  # a name begins this many pixels right of its line's first point
HEIGHT = 18  # of a line of 15 px text
_GAP = 2  # between a word and whatever comes near it
_CROSSED, _OUTSIDE, _SWAPPED, _COVERED = 50.0, 200.0, 400.0, 1000.0
_DISTANCES = [sign * size for size in (13, 16, 19, 22, 26, 30, 34, 39, 44) for sign in (-1, 1)]
_TRIED = 8  # places of each name that are tried together with the others'


def text_width(text: str) -> float:
    """Pixels of one line of 15 px semi-bold text, rather too many than too few."""
    return sum(15.5 if ord(char) > 0x2E80 else 8.6 for char in text)


def beginnings(
    lines: Sequence[tuple[np.ndarray, np.ndarray]], widths: Sequence[float], *, height: float
) -> list[int]:
    """How far above (−) or below (+) its line's first point each name stands, in pixels.

    lines: (x, y) of each in pixels, x growing, y downwards. widths: of their names. height: of the
    view. A name first of all leaves its own line and the other names alone, then stands in the same
    order as the lines, then leaves the other lines alone.
    """
    firsts = [float(y[0]) for _, y in lines]
    places = []
    for n, width in enumerate(widths):
        costs = [(_alone(n, dy, lines, width, height), dy) for dy in _DISTANCES]
        places.append(sorted(costs, key=lambda one: one[0])[:_TRIED])
    best, found = float("inf"), [0] * len(lines)
    for choice in product(*places):
        cost = sum(one for one, _ in choice)
        for a, b in combinations(range(len(choice)), 2):
            apart = firsts[a] + choice[a][1] - firsts[b] - choice[b][1]
            cost += _COVERED * (abs(apart) < HEIGHT + _GAP)
            cost += _SWAPPED * (apart * (firsts[a] - firsts[b]) < 0)
        if cost < best:
            best, found = cost, [dy for _, dy in choice]
    return found


def _alone(
    n: int,
    dy: int,
    lines: Sequence[tuple[np.ndarray, np.ndarray]],
    width: float,
    height: float,
) -> float:
    middle = float(lines[n][1][0]) + dy
    top, bottom = middle - HEIGHT / 2 - _GAP, middle + HEIGHT / 2 + _GAP
    cost = 0.3 * abs(dy) + _OUTSIDE * (top < 0 or bottom > height)
    under = np.linspace(INDENT - _GAP, INDENT + width, 80)
    for other, (x, y) in enumerate(lines):
        at = np.interp(under, x, y)
        if ((at > top) & (at < bottom)).any():
            cost += _COVERED if other == n else _CROSSED
    return cost
