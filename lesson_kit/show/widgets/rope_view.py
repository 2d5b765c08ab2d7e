"""RoPE: every pair of numbers of a query and a key is a hand on a clock, turned by position."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.base import LessonWidget


class RopeView(LessonWidget):
    """Pairs of q and k as clock hands; position and distance sliders; the score by distance.

    ``data``: {"speeds" (D/2 radians per position), "q" (float32 bytes L x H x D) and "k"
    (L x G x D) before turning, "n_layer", "n_head", "n_kv_head", "d_head", "m", "n" (where the
    query and the key really stand), "tokens" (the two, ``token_entries`` rows), "text", "layer",
    "head" (shown at first)}. Feature i pairs with feature i + D/2. ``source``, ``title``: as
    everywhere.
    """

    js = ("lesson.js", "rope_view.js")
    css = ("lesson.css", "rope_view.css")

    data = traitlets.Dict().tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
