"""What a page needs of the browser itself, in one tiny widget without a face.

A script in ``mo.Html`` does not run, so two things go through anywidgets: the choices of this
window (a click on the language switch or the model list, kept without a reload), and the page's
own marks (``<html lang>``, the window's title, and what charts need to be read and saved by
everybody: chart_menu.js).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from lesson_kit.show.widgets.base import read_parts

__all__ = ["Opening", "PageMark", "WindowChoices"]

_HERE = Path(__file__).parent
_FRAME = (_HERE / "frame.js").read_text(encoding="utf-8")
_MARK = "\n".join(
    [read_parts("common.js"), (_HERE / "chart_menu.js").read_text(encoding="utf-8"), _FRAME]
)


@dataclass(frozen=True)
class Opening:
    """What was known when a window was opened; later requests of the same window say less.

    ``address`` is the query, ``command`` what stands behind ``--`` on marimo's command line,
    ``server`` what ``lesson-kit serve`` says of itself, ``accept_language`` the browser's wish.
    """

    mode: str | None
    address: Mapping[str, Any]
    command: Mapping[str, Any]
    server: Mapping[str, Any]
    accept_language: str | None


class WindowChoices(anywidget.AnyWidget):
    """Hears clicks on links marked ``data-lk-choice="lang=en"`` anywhere in the page.

    ``choice`` is what was chosen last in this window: ``lang`` and ``model``, both optional.
    Two things stay on the Python side: ``kept``, what the learner typed, so that a page built
    anew in another language shows it again; and ``opening``, how the window was opened.
    """

    _esm = _FRAME
    part = traitlets.Unicode("choices").tag(sync=True)
    choice = traitlets.Dict().tag(sync=True)

    def __init__(self, opening: Opening, **traits: Any) -> None:
        super().__init__(**traits)
        self.opening = opening
        self.kept: dict[str, Any] = {}


class PageMark(anywidget.AnyWidget):
    """Tells the browser the page's language and title."""

    _esm = _MARK
    part = traitlets.Unicode("mark").tag(sync=True)
    html_lang = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
