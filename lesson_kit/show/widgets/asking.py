"""A picture over prepared examples that also takes the learner's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["AskingWidget"]


class AskingWidget(LessonWidget):
    """Prepared ``examples`` (dicts with a "label") and one of the learner's own.

    typed: what was entered, a text or a list of texts; `answer` says who turns it into ``own``
    (an example, with an optional "note") or refuses it. title, source: for head and caption. Use
    "asking.js" and "asking.css" among the subclass's files, after "lesson.js" and "lesson.css".
    """

    examples = traitlets.List(traitlets.Dict()).tag(sync=True)
    own = traitlets.Dict().tag(sync=True)
    typed = traitlets.Any("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)

    def answer(self, make: Callable[[Any], dict[str, Any]]) -> None:
        """Let `make` turn each entry into an example; a ValueError it raises is shown in place."""

        def on_typed(change: dict[str, Any]) -> None:
            try:
                made = make(change["new"])
            except ValueError as error:
                made = {"error": str(error)}
            # The echo makes every answer a new one, so that the page always hears of it.
            self.own = {**made, "typed": change["new"]}

        self.observe(on_typed, "typed")
