"""Check yourself: a few questions, each option answering at once with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import traitlets

from lesson_kit.show.html import safe
from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["Option", "Question", "Quiz"]


class Option(NamedTuple):
    """One possible answer, why it is right or wrong, and whether it is right."""

    text: str
    why: str
    right: bool = False


class Question(NamedTuple):
    """A question and its options, exactly one of them right."""

    text: str
    options: Sequence[Option]


class Quiz(LessonWidget):
    """Questions with instant feedback; answers are kept for this visit under ``key``.

    All text is escaped unless it is ``Html``. Raises ValueError when a question has not
    exactly one right option, or an option does not say why.
    """

    js = ("quiz.js",)
    css = ("parts.css", "quiz.css")

    key = traitlets.Unicode("").tag(sync=True)
    questions = traitlets.List(traitlets.Dict()).tag(sync=True)

    def __init__(self, questions: Sequence[Question], *, lang: str, key: str = "") -> None:
        for one in questions:
            if sum(option.right for option in one.options) != 1:
                raise ValueError(f"exactly one option must be right: {one.text!r}")
            if not all(option.why for option in one.options):
                raise ValueError(f"every option must say why: {one.text!r}")
        super().__init__(lang=lang, key=key, questions=[_plain(one) for one in questions])


def _plain(one: Question) -> dict[str, object]:
    options = [
        {"text": str(safe(o.text)), "why": str(safe(o.why)), "right": o.right} for o in one.options
    ]
    return {"text": str(safe(one.text)), "options": options}
