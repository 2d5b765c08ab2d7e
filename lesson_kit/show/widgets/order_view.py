"""The same tokens in two orders, with the model's sense of order and without."""

from __future__ import annotations

from lesson_kit.show.widgets.asking import AskingWidget


class OrderView(AskingWidget):
    """Each token's final row in both sentences, and the largest difference, three ways.

    ``examples``, ``own``: {"label", "tokens" (two lists of ``token_entries`` rows), "match" (for
    each token of the first its place in the second), "width" (C), "settings": {"model", "mask",
    "none"} -> {"rows" (float16 bytes 2 x T x C, the second in the order of the first),
    "difference"}}. "model": as it is; "mask": positions removed; "none": positions and mask.
    """

    js = ("lesson.js", "chips.js", "asking.js", "order_view.js")
    css = ("lesson.css", "parts.css", "asking.css", "order_view.css")
