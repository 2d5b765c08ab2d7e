"""Pictures that answer the learner: what is typed, and the answer to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["AnsweringWidget", "well_formed"]


def well_formed(typed: Any) -> Any:
    """What came from a page, with U+FFFD for each lone surrogate, which travels nowhere.

    Lists and dicts are looked through; anything else is returned as it is.
    """
    if isinstance(typed, str):
        return typed.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(typed, dict):
        return {well_formed(key): well_formed(value) for key, value in typed.items()}
    return [well_formed(one) for one in typed] if isinstance(typed, list | tuple) else typed


class AnsweringWidget(LessonWidget):
    """A picture whose entry is made by "text_entry.js".

    typed: what was entered, a text or a list of texts. asked: the number of the question; it grows
    with each, so that the same text once more is heard too. own: the answer, with "typed" and
    "asked" of its question; {"error": one sentence} where there is none.
    """

    own = traitlets.Dict().tag(sync=True)
    typed = traitlets.Any("").tag(sync=True)
    asked = traitlets.Int(0).tag(sync=True)

    def ask(self, typed: Any) -> None:
        """Ask as the page does when a learner has typed; `answer` must have been called before."""
        with self.hold_trait_notifications():
            self.typed = well_formed(typed)
            self.asked += 1

    def answer(self, make: Callable[[Any], Mapping[str, Any]]) -> None:
        """Let `make` turn each entry into what the picture draws.

        A ValueError it raises is shown to the learner in place, with its message.
        """

        def on_asked(change: dict[str, Any]) -> None:
            typed = well_formed(self.typed)
            try:
                made = dict(make(typed))
            except ValueError as error:
                made = {"error": str(error)}
            self.own = {**made, "typed": typed, "asked": change["new"]}

        self.observe(on_asked, "asked")
