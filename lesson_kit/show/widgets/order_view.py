"""The same tokens in two orders, with what tells the model of order and without."""

from __future__ import annotations

from lesson_kit.show.widgets.asking import CSS, JS, AskingWidget


class OrderView(AskingWidget):
    """Each token's final row in both sentences, and how differently the model goes on, four ways.

    ``examples``, ``own``: {"label", "tokens" (two lists of ``token_entries`` rows), "match" (for
    each token of the first its place in the second), "width" (C), "settings": {"none",
    "position", "mask", "model"} -> {"rows" (float16 bytes 2 x T x C, the second in the order of
    the first), "largest" (difference of any number), "each" (T numbers from 0 to 1: the share of
    the next-token probabilities that differs), "difference" (their mean)}}. "model": as it is;
    "mask": positions removed; "position": mask removed; "none": both removed.
    """

    js = (*JS, "order_view.js")
    css = (*CSS, "order_view.css")
