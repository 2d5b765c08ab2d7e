"""Predict, then look: a question with options, then the answer with its number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import traitlets

from lesson_kit.show.html import safe
from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["QuestionCard"]


class QuestionCard(LessonWidget):
    """A question the learner answers before looking; the answer is kept for this visit.

    ``key`` names the card in the browser's session storage (``"05-mask"``; ``""`` keeps
    nothing). ``question``, ``options`` and ``reveal`` are escaped unless they are ``Html``
    (see ``show.html.rich``); ``answer`` is the index of the right option. ``numbers`` are
    measured values shown large beside the answer: ``{"value", "unit", "label"}``. The trait
    ``chosen`` holds what the learner picked, -1 before. Raises ValueError for an answer that
    is no option.
    """

    js = ("question_card.js",)
    css = ("parts.css", "question_card.css")

    key = traitlets.Unicode("").tag(sync=True)
    question = traitlets.Unicode("").tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    answer = traitlets.Int(0).tag(sync=True)
    reveal = traitlets.Unicode("").tag(sync=True)
    numbers = traitlets.List(traitlets.Dict()).tag(sync=True)
    chosen = traitlets.Int(-1).tag(sync=True)

    def __init__(
        self,
        *,
        lang: str,
        question: str,
        options: Sequence[str],
        answer: int,
        reveal: str,
        key: str = "",
        numbers: Sequence[Mapping[str, str]] = (),
    ) -> None:
        if not 0 <= answer < len(options):
            raise ValueError(f"answer={answer} is none of the {len(options)} options")
        super().__init__(
            lang=lang,
            key=key,
            question=str(safe(question)),
            options=[str(safe(one)) for one in options],
            answer=answer,
            reveal=str(safe(reveal)),
            numbers=[dict(one) for one in numbers],
        )
