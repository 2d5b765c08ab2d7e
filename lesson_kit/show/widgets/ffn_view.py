"""One position inside the FFN: d_model numbers in, d_ff units, d_model numbers out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import traitlets

from lesson_kit.show.widgets.answering import AnsweringWidget, well_formed

__all__ = ["FfnView", "LensView"]


class _Sentences(AnsweringWidget):
    """Prepared sentences and the learner's own, as `show.ffn_data` packs them.

    typed: what the learner sent; whoever answers replaces `own` (see `answer`): a sentence, which
    may bring a "note", or {"error": one sentence}. title, source: for head and caption ("Figure 1.
    …", the model's name). group: pictures of one page with the same group follow each other.
    """

    sentences = traitlets.List(traitlets.Dict()).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    group = traitlets.Unicode("ffn").tag(sync=True)

    def answer(self, make: Callable[[str], None]) -> None:
        """Call `make` with each text the learner sends."""

        def on_asked(_change: dict[str, Any]) -> None:
            make(well_formed(self.typed))

        self.observe(on_asked, "asked")


class FfnView(_Sentences):
    """Expand, bend, contract: the real numbers of any token in any layer as bars.

    ``layer``: shown at first, from 0 (the nearest one that travels).
    """

    js = ("lesson.js", "text_entry.js", "attention_knobs.js", "ffn_bars.js", "ffn_view.js")
    css = ("lesson.css", "attention_view.css", "ffn_view.css")

    layer = traitlets.Int(0).tag(sync=True)


class LensView(_Sentences):
    """What the model would say if it stopped after each layer: best candidates at every depth."""

    js = ("lesson.js", "text_entry.js", "attention_knobs.js", "lens_view.js")
    css = ("lesson.css", "attention_view.css", "ffn_view.css")
