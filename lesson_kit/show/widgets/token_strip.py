"""A text as its tokens: chips with text and id, bytes on demand, split characters in brackets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["TokenStrip"]


class TokenStrip(LessonWidget):
    """Tokens as chips that wrap; 2,000 stay smooth.

    ``tokens`` are rows of ``show.attention_data.token_entries``. Pictures with the same
    ``group`` light the same token (browser event ``lk-attention``); ``sentence`` tells texts
    on one page apart, as in that event.
    ``ids`` shows the numbers from the start.
    """

    js = ("chips.js", "token_strip.js")
    css = ("parts.css", "token_strip.css")

    tokens = traitlets.List(traitlets.Dict()).tag(sync=True)
    group = traitlets.Unicode("").tag(sync=True)
    sentence = traitlets.Unicode("").tag(sync=True)
    ids = traitlets.Bool(True).tag(sync=True)

    def __init__(
        self,
        tokens: Sequence[Mapping[str, Any]],
        *,
        lang: str,
        group: str = "",
        sentence: str = "",
        ids: bool = True,
    ) -> None:
        rows = [dict(one) for one in tokens]
        super().__init__(lang=lang, tokens=rows, group=group, sentence=sentence, ids=ids)
