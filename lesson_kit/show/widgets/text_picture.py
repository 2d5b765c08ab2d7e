"""A picture of one text: prepared ones to choose from, and the learner's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["TextPicture"]

#: Files that every subclass names before its own.
JS = ("chips.js", "lesson.js", "text_picture.js")
CSS = ("parts.css", "lesson.css", "text_picture.css")


class TextPicture(LessonWidget):
    """Base of pictures that show what becomes of a text.

    examples: prepared texts, [{"label", ...}], each with whatever the picture draws. own: the same
    for the learner's text, with "typed" (the text as sent) and perhaps a "note" shown below it, or
    {"typed", "error"}. typed: what the learner sent; see `answer`. start: the example shown first.
    title, source, kind: for head and caption ("Figure 1. …", the model's name, "measured").
    """

    examples = traitlets.List(traitlets.Dict()).tag(sync=True)
    own = traitlets.Dict().tag(sync=True)
    typed = traitlets.Unicode("").tag(sync=True)
    start = traitlets.Int(0).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    kind = traitlets.Unicode("").tag(sync=True)

    def __init__(self, examples: Sequence[Mapping[str, Any]], **traits: Any) -> None:
        if not examples:
            raise ValueError("a picture of texts needs at least one prepared text")
        super().__init__(examples=[dict(one) for one in examples], **traits)

    def answer(self, make: Callable[[str], Mapping[str, Any]]) -> None:
        """Let `make` turn each typed text into what the picture draws.

        A ValueError it raises is shown to the learner in place, with its message.
        """

        def on_typed(change: dict[str, Any]) -> None:
            text = change["new"]
            try:
                made = dict(make(text))
            except ValueError as error:
                made = {"error": str(error)}
            self.own = {**made, "typed": text}  # the echo makes every answer a new one

        self.observe(on_typed, "typed")
