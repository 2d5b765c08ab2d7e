"""A chart and its twin for a phone: drawn for both widths, shown by the page in one of them.

A chart's width is fixed where it is written, and one that is 800 px wide can't be read through a
gap of 350. Each twin says in its drawing which one it is; ``theme.css`` hides the other.
"""

from __future__ import annotations

from typing import Any, TypeVar

Chart = TypeVar("Chart", bound=Any)

__all__ = ["PHONE", "fixed", "twin"]

#: Pixels for what a phone's chart draws between its axes: with these it fits a window of 360.
PHONE = 240


def twin(chart: Chart, *, narrow: bool) -> Chart:
    """Mark a chart as the one for a phone (`narrow`) or as the one for every wider window."""
    return chart.properties(name="lkphone" if narrow else "lkwide")


def fixed(pixels: int) -> dict[str, Any]:
    """An axis whose labels always take this many pixels: where a knob makes them longer, a chart
    doesn't grow, and what would stick out is cut off."""
    return {"minExtent": pixels, "maxExtent": pixels}
