"""A picture over prepared examples that also takes the learner's own."""

from __future__ import annotations

import traitlets

from lesson_kit.show.widgets.answering import AnsweringWidget

__all__ = ["AskingWidget"]

#: Files that every subclass names before its own.
JS = ("lesson.js", "chips.js", "text_entry.js", "asking.js")
CSS = ("lesson.css", "parts.css", "asking.css")


class AskingWidget(AnsweringWidget):
    """Prepared ``examples`` (dicts with a "label") and one of the learner's own.

    own: an example, perhaps with a "note" (see `AnsweringWidget`). title, source: for head and
    caption.
    """

    examples = traitlets.List(traitlets.Dict()).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
