"""What each position may see: causal, both ways, padding; and the leak test as bars."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.base import LessonWidget


class MaskView(LessonWidget):
    """Three masks over one sentence, and how far outputs moved when one token was changed.

    ``tokens``: entries of ``show.attention_data.token_entries``. ``leak``: the leak test, measured
    elsewhere: "at" (position of the changed token), "changed" (label of the token put there),
    "causal" and "open" (T numbers each: largest change of any output at each position, with the
    causal mask and with none); {} leaves it out. ``pads``: padding tokens drawn in the third
    mask. ``source``: who computed the leak test. ``title``: empty for the built-in one.
    """

    js = ("lesson.js", "mask_view.js")
    css = ("lesson.css", "mask_view.css")

    tokens = traitlets.List(traitlets.Dict()).tag(sync=True)
    leak = traitlets.Dict().tag(sync=True)
    pads = traitlets.Int(3).tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
