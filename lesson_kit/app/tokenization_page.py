"""What stands between chapter 02's pictures and its learner: answers to typed text, and numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from lesson_kit.app.guard import explain
from lesson_kit.app.header import Page
from lesson_kit.places import asset
from lesson_kit.show.widgets.text_picture import TextPicture

__all__ = ["answering", "vocabulary_sizes"]

Picture = TypeVar("Picture", bound=TextPicture)


def answering(
    page: Page, picture: Picture, make: Callable[[str], Mapping[str, Any]], name: str
) -> Picture:
    """The picture, answering the learner's text with ``make``, in words where that fails.

    ``name`` is what the window keeps the text under, for a switch of language or model.
    """

    def answer(text: str) -> Mapping[str, Any]:
        page.keep(name)(text)
        try:
            return make(text)
        except Exception as error:
            raise ValueError(explain(error, page.lang)) from error

    picture.answer(answer)
    kept = page.kept(name, "")
    if kept:
        picture.ask(kept)
    return picture


def vocabulary_sizes() -> dict[str, Any]:
    """What `python -m lesson_kit.train.vocabulary_sizes` measured. Raises OSError if it is gone."""
    file = asset("measured", "vocabulary_sizes.json")
    return json.loads(file.read_text(encoding="utf-8"))
