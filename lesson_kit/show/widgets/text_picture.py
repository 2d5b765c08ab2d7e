"""A picture of one text: prepared ones to choose from, and the learner's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from lesson_kit.show.widgets.answering import AnsweringWidget

__all__ = ["TextPicture"]

#: Files that every subclass names before its own.
JS = ("chips.js", "lesson.js", "text_entry.js", "text_picture.js")
CSS = ("parts.css", "lesson.css", "text_picture.css")


class TextPicture(AnsweringWidget):
    """Base of pictures that show what becomes of a text.

    examples: prepared texts, [{"label", ...}], each with whatever the picture draws. own: the same
    for the learner's text, perhaps with a "note" shown below it (see `AnsweringWidget`). start: the
    example shown first. title, source, kind: for head and caption ("Figure 1. …", the model's
    name, "measured").
    """

    examples = traitlets.List(traitlets.Dict()).tag(sync=True)
    start = traitlets.Int(0).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    kind = traitlets.Unicode("").tag(sync=True)

    def __init__(self, examples: Sequence[Mapping[str, Any]], **traits: Any) -> None:
        if not examples:
            raise ValueError("a picture of texts needs at least one prepared text")
        super().__init__(examples=[dict(one) for one in examples], **traits)
