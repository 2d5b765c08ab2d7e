"""The attention picture: who looks at whom in one sentence, for every layer and head, down to one
dot product."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.answering import AnsweringWidget

__all__ = ["AttentionView"]


class AttentionView(AnsweringWidget):
    """Tokens with arcs, heatmap, table, and the way down to q·k, all computed in the page.

    sentences: prepared ones, from `sentence_data`; the page needs no Python to show them.
    own: the learner's sentence, which may bring a "note" shown beside it (see `AnsweringWidget`).
    layer, head: shown at first, from 0. title, source, kind: for head and caption ("Figure 1. …",
    the model's name, where the numbers come from; default "measured").
    group: pictures of one page with the same group follow each other.
    report: send the learner's choice to Python as `choice` {sentence (−1: own), layer, head, query,
    key}; layer is an int, "mean" or "rollout", head an int or "mean".
    """

    js = (
        "attention_math.js",
        "attention_arcs.js",
        "attention_heat.js",
        "attention_cell.js",
        "attention_table.js",
        "attention_saving.js",
        "attention_state.js",
        "text_entry.js",
        "attention_knobs.js",
        "attention_view.js",
    )
    css = ("attention_view.css",)

    sentences = traitlets.List(traitlets.Dict()).tag(sync=True)
    layer = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    kind = traitlets.Unicode("").tag(sync=True)
    group = traitlets.Unicode("attention").tag(sync=True)
    report = traitlets.Bool(False).tag(sync=True)
    choice = traitlets.Dict().tag(sync=True)
