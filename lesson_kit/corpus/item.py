"""One document to learn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Lang = Literal["zh", "en", "both"]


@dataclass(frozen=True)
class Item:
    """A text, where it comes from, and which parts of it can be known in advance.

    text: the whole document, newlines included.
    family: its source, for example ``"likes"`` (grammar), ``"story"`` or ``"tatoeba-pair"``.
    lang: ``"zh"``, ``"en"`` or ``"both"``.
    answers: half-open character spans ``(start, end)`` of ``text`` that follow from what stands
        before them. Training weights them up, since plain loss drowns the few predictable tokens.
    """

    text: str
    family: str
    lang: Lang
    answers: tuple[tuple[int, int], ...] = ()
