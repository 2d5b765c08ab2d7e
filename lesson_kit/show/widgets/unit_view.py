"""One FFN unit: where in a text sample it fires most, and which tokens it then pushes up."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["UnitView"]


class UnitView(LessonWidget):
    """Any unit of any layer, looked up in a table that was made once.

    ``table``: n_layer, d_ff, k, names {id: text}, layer and unit shown at first (from 0), and
    bytes: sample (N,), starts (documents,), top and writes (L, F, k) int32; act and push float32.
    Follows clicks on units in pictures of the same ``group``. ``source``: the model's name.
    """

    js = ("lesson.js", "unit_view.js")
    css = ("lesson.css", "unit_view.css")

    table = traitlets.Dict().tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    group = traitlets.Unicode("ffn").tag(sync=True)
