"""What a page needs of the browser itself, in one tiny widget without a face.

A script in ``mo.Html`` does not run, so two things go through anywidgets: the choices of this
window (a click on the language switch or the model list, kept without a reload), and the page's
own marks (``<html lang>`` and the window's title).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

__all__ = ["PageMark", "WindowChoices"]

_ESM = Path(__file__).with_name("frame.js").read_text(encoding="utf-8")


class WindowChoices(anywidget.AnyWidget):
    """Hears clicks on links marked ``data-lk-choice="lang=en"`` anywhere in the page.

    ``choice`` is what was chosen last in this window: ``lang`` and ``model``, both optional.
    ``kept`` holds what the learner typed, so that a page built anew in another language shows
    it again; it stays on the Python side.
    """

    _esm = _ESM
    part = traitlets.Unicode("choices").tag(sync=True)
    choice = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.kept: dict[str, Any] = {}


class PageMark(anywidget.AnyWidget):
    """Tells the browser the page's language and title, and mends links where only it can."""

    _esm = _ESM
    part = traitlets.Unicode("mark").tag(sync=True)
    html_lang = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
