"""A small fit trained live in the page, with the activation and without it."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["FitView"]


class FitView(LessonWidget):
    """Two twin networks 2 → H → 1 learn the same points, one bent (tanh), one straight.

    Everything is computed in the page by plain gradient descent from ``seed``. ``data``: "moons",
    "xor", "rings" or "line", shown at first. ``steps``: where a run ends. ``title``: the figure's.
    """

    js = ("lesson.js", "fit_math.js", "fit_view.js")
    css = ("lesson.css", "fit_view.css")

    data = traitlets.Enum(("moons", "xor", "rings", "line"), default_value="moons").tag(sync=True)
    seed = traitlets.Int(3).tag(sync=True)
    steps = traitlets.Int(1200).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
