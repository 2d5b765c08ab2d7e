"""Context budget and bill: what shares the window, and what a conversation costs."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["BudgetView"]


class BudgetView(LessonWidget):
    """Parts of a request in a window, and the bill of a conversation; every number is an input.

    parts: tokens of the "system" line, of one "question" and one "answer", as counted in a real
    conversation. window: the model's own, in tokens. prices: what to begin with, per million
    tokens: "input", "cached" (input that was sent before), "output"; examples, not facts.
    title, source: for head and caption.
    """

    js = ("lesson.js", "budget_view.js")
    css = ("lesson.css", "budget_view.css")

    parts = traitlets.Dict().tag(sync=True)
    window = traitlets.Int(512).tag(sync=True)
    prices = traitlets.Dict({"input": 2, "cached": 0.5, "output": 8}).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
