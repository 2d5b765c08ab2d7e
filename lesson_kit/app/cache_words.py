"""Chapter 10's raw measurements as charts, figures, tables and one sentence, in either language."""

from __future__ import annotations

from collections.abc import Callable

from lesson_kit.app.cache_says import Raw, Result, on_machine
from lesson_kit.app.cache_words_roof import lab, roof
from lesson_kit.app.cache_words_time import first_token, prefix, speed
from lesson_kit.show.words import Lang

__all__ = ["RESULTS", "on_machine"]

#: What the pictures are called by -> raw numbers to what they show.
RESULTS: dict[str, Callable[[Raw, Lang], Result]] = {
    "speed": speed, "first_token": first_token, "roof": roof, "prefix": prefix, "lab": lab,
}  # fmt: skip
