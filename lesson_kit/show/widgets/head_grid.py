"""All heads of a model at once, following the attention picture of the page."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["HeadGrid", "HeadHealth"]


class HeadGrid(LessonWidget):
    """Thumbnails of all layers × heads, and the habits found among them.

    It has no sentence of its own: it hears it from the `AttentionView` of the same `group`.
    habits: [{"letter", "zh", "en", "what_zh", "what_en", "layer", "head", "score", "n"}], layer and
    head from 0, score = mean weight on the cell the habit predicts, over n rows. They may come
    later; ``measuring`` is shown in their place until then. title, source, kind: as in
    AttentionView.
    """

    js = ("attention_math.js", "head_follow.js", "head_grid.js")
    css = ("head_follow.css", "head_grid.css")

    habits = traitlets.List(traitlets.Dict()).tag(sync=True)
    measuring = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    kind = traitlets.Unicode("").tag(sync=True)
    group = traitlets.Unicode("attention").tag(sync=True)


class HeadHealth(LessonWidget):
    """Mean entropy and first-token share of every head, and four numbers of the chosen one.

    Like HeadGrid it follows the `AttentionView` of the same `group`, and it computes everything in
    the page. title, source, kind: as there.
    """

    js = ("attention_math.js", "head_follow.js", "head_health.js")
    css = ("head_follow.css", "head_health.css")

    title = traitlets.Unicode("").tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    kind = traitlets.Unicode("").tag(sync=True)
    group = traitlets.Unicode("attention").tag(sync=True)
