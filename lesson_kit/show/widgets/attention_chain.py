"""The chain of one attention row on the real model: q, every k, scores, weights, output."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.base import LessonWidget


class AttentionChain(LessonWidget):
    """One token, layer and head of a sentence, step by step, each number down to its sum.

    ``sentences``: dicts of ``show.attention_data.sentence_data``; may stay empty where another
    picture of the same ``group`` holds them and sends them over the page's bus. ``layer``,
    ``head``: where to begin, from 0. ``rope``: whether q and k were rotated by position.
    ``source``: who computed the numbers ("classroom-base"). ``title``: the figure's title; empty
    for the built-in one.
    """

    js = ("lesson.js", "attention_math.js", "attention_chain_steps.js", "attention_chain.js")
    css = ("lesson.css", "attention_chain.css")

    sentences = traitlets.List(traitlets.Dict()).tag(sync=True)
    group = traitlets.Unicode("attention").tag(sync=True)
    layer = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    rope = traitlets.Bool(True).tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
