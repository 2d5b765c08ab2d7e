"""The words of the vocabulary whose rows point the same way."""

from __future__ import annotations

from lesson_kit.show.widgets.asking import CSS, JS, AskingWidget


class NeighboursView(AskingWidget):
    """A word, or a sum of words, and its nearest tokens by cosine, before and after training.

    ``examples``, ``own``: {"label", "terms" ({"sign", "t", "ids"}), "after", "before" (nearest
    tokens {"t", "id", "c"}, c the cosine, closest first), and for a sum
    with a known answer "hoped" ({"t", "rank", "c"})}.
    """

    js = (*JS, "neighbours_view.js")
    css = (*CSS, "neighbours_view.css")
