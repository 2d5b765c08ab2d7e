"""Attention worked out by hand: two tokens, three small matrices, every number editable."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

#: The teaching example. Row vectors: q = x W. Token 1 asks; tokens 0 and 1 answer.
START: dict[str, list[list[float]]] = {
    "x": [[3, 0], [2, 1]],
    "W_q": [[1, 0], [0, 2]],
    "W_k": [[1, 0], [0, -1]],
    "W_v": [[0, 1], [1, 0]],
}


class ByHand(LessonWidget):
    """x -> q, k, v -> scores -> divided by sqrt(d) -> weights -> weighted sum, in six steps.

    ``start``: x (2 tokens x 2 numbers) and the matrices W_q, W_k, W_v (2 x 2) to begin with and
    to return to on reset. ``names``: the two tokens, by language. ``title``: the figure's title;
    empty for the built-in one. As on paper, three decimals are kept after dividing by sqrt(2).
    """

    js = ("lesson.js", "by_hand.js")
    css = ("lesson.css", "by_hand.css")

    start = traitlets.Dict(START).tag(sync=True)
    names = traitlets.Dict({"zh": ["小猫", "它"], "en": ["kitten", "it"]}).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
