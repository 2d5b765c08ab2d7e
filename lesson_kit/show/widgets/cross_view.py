"""Self-attention and cross-attention of a translator, side by side."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.asking import CSS, JS, AskingWidget


class CrossView(AskingWidget):
    """One sentence and its translation: where each query looks in its own past and in the source.

    ``examples``, ``own``: {"label", "source" (S rows of ``show.attention_data.token_entries``),
    "target" (T rows: what each query stands for), "writes" (T rows: what each query is about to
    write), "next" (T lists of {"t", "p"}, likeliest first), "first" (the step lit at the start),
    "n_layer", "n_head", "d_head", "self" (float32 bytes, L·H·T·T: q·k/√d_head before the mask)
    and "cross" (float32 bytes, L·H·T·S)}.
    layer, head: which ones are shown first, counted from 0.
    """

    js = (*JS, "cross_view.js")
    css = (*CSS, "cross_view.css")

    layer = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
