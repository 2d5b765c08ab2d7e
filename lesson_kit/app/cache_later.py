"""What chapter 10 has to measure before it can draw: begun when the page stands, shown when ready.

A model that nobody recorded has no lanes yet, and on a large one the dropped keys take seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from lesson_kit.app import cache_lesson as lesson
from lesson_kit.app.cache_page import CacheRuns
from lesson_kit.app.cache_texts import LONG
from lesson_kit.app.header import Page
from lesson_kit.app.later import Tick
from lesson_kit.show.widgets.measuring import CacheLanes

__all__ = ["dropped", "fill_dropped", "fill_lanes", "patience"]

Lanes = Mapping[str, Mapping[str, Any]]


def patience(page: Page) -> str:
    """What stands in a picture's place until it is there."""
    return page.t("正在这台机器上测量，马上就好……", "Measuring on this machine; a moment …")


def fill_lanes(
    page: Page, runs: CacheRuns, picture: CacheLanes, show: Callable[[Lanes], None]
) -> None:
    """Measure the first beginning for ``picture``, and ``show`` the lanes to whoever needs them.

    Nothing happens where they are recorded. To be called last on the page: the cells before it
    would be in the clock's way, and it in theirs.
    """
    if not runs.unrecorded:
        return

    def work(tick: Tick) -> None:
        for name, run in runs.first_lanes(_asking(tick)):
            picture.runs = {**picture.runs, name: run}
        tick()
        picture.measuring = ""
        show(picture.runs)

    def failed(why: str) -> None:
        picture.measuring = why

    page.later(work, failed=failed)


def dropped(page: Page) -> pd.DataFrame | str:
    """How far dropped keys and truncated text part; on a large model a sentence, until
    `fill_dropped` has measured it."""
    if page.live and lesson.CacheMeasurements(page.model, page.lang).big:
        return patience(page)
    return _dropped(page, lambda: None)


def fill_dropped(
    page: Page, now: pd.DataFrame | str, show: Callable[[pd.DataFrame | str], None]
) -> None:
    """Measure what is not there ``now`` and ``show`` it, or why it could not be measured."""

    def work(tick: Tick) -> None:
        table = _dropped(page, tick)
        tick()
        show(table)

    if isinstance(now, str):
        page.later(work, failed=show)


def _dropped(page: Page, tick: Tick) -> pd.DataFrame:
    return pd.DataFrame(page.once(lesson.dropped_by_layers, LONG[page.lang], tick=tick))


def _asking(tick: Tick) -> Callable[[], bool]:
    """Whether nobody waits any more, as a question: inside a pass nothing must be raised."""
    gone = False

    def stopped() -> bool:
        nonlocal gone
        if not gone:
            try:
                tick()
            except Exception:
                gone = True
        return gone

    return stopped
