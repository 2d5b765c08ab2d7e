"""Heads as shapes, and which of them share keys and values (MHA, GQA, MQA)."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.base import LessonWidget


class _Shaped(LessonWidget):
    """Traits of both pictures: the model's sizes, who they belong to, the page's group.

    ``config``: d_model, n_head, n_kv_head, d_head, n_layer (a TransformerConfig's own names).
    ``source``: the model's name. ``title``: the figure's title; empty for the built-in one.
    """

    config = traitlets.Dict().tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    group = traitlets.Unicode("attention").tag(sync=True)


class HeadsShapes(_Shaped):
    """Split, run, concatenate, project: every tensor of one attention layer with its shape.

    ``length``: how many tokens the sentence has (T); follows the page's sentence when it changes.
    """

    js = ("lesson.js", "heads_shapes.js")
    css = ("lesson.css", "heads_shapes.css")

    length = traitlets.Int(10).tag(sync=True)


class KVSharing(_Shaped):
    """From one K/V head per query head (MHA) over groups (GQA) to a single one (MQA)."""

    js = ("lesson.js", "kv_sharing.js")
    css = ("lesson.css", "kv_sharing.css")
