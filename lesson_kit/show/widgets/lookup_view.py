"""Ids look up rows of the embedding table."""

from __future__ import annotations

from lesson_kit.show.widgets.asking import CSS, JS, AskingWidget


class LookupView(AskingWidget):
    """A text's tokens; the chosen token's id, its one-hot row, and its row of the table.

    ``examples``, ``own``: {"label", "tokens" (T rows of ``show.attention_data.token_entries``),
    "rows" (float16 bytes, T x 5 x C: each token's row with two above and below), "near" (T x 5
    ids, -1 where the table ends), "names" (T x 5 texts), "size" (V), "width" (C), "same": the
    largest difference between one-hot times table and the row}.
    """

    js = (*JS, "lookup_view.js")
    css = (*CSS, "lookup_view.css")
