"""What a window keeps of chapter 10 through a switch of language or model.

Measured numbers are the same in either language, so they come back in the other one's words; for
another model they do not. A measurement that the switch cut short is owned up to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lesson_kit.app.cache_lesson import Raw
from lesson_kit.app.recorded import fingerprint
from lesson_kit.show.words import Lang
from lesson_kit.weights import LoadedModel

__all__ = ["Kept", "Memory"]

#: ``Page.kept`` and ``Page.keep``; without them nothing outlives the page.
Memory = tuple[Callable[[str, Any], Any], Callable[[str], Callable[[Any], None]]]

_SPOKEN = frozenset({"lab"})  # measured on texts of the page's language and showing them


class Kept:
    """The learner's own beginning, what was measured, and what was still running."""

    def __init__(self, loaded: LoadedModel, lang: Lang, memory: Memory | None = None) -> None:
        self._model, self.lang = fingerprint(loaded), lang
        self._get, self._put = memory or _forgetful()

    @property
    def own_text(self) -> str:
        """The beginning typed last; "" if none was."""
        return str(self._get("10-own", {}).get("text", ""))

    def own_raws(self) -> dict[int, Raw]:
        """The lanes of that beginning by history, as far as this model has run them."""
        kept = self._get("10-own", {})
        return dict(kept.get("raws", {})) if kept.get("model") == self._model else {}

    def typed(self, text: str) -> None:
        """A beginning was typed; what was measured of another one is of no more use."""
        if text != self.own_text:
            self._put("10-own")({"text": text})

    def measured_own(self, text: str, history: int, raw: Raw) -> None:
        """The lanes of an own beginning behind ``history`` earlier tokens."""
        raws = self.own_raws() if text == self.own_text else {}
        kept = {"text": text, "model": self._model, "raws": {**raws, history: raw}}
        self._put("10-own")(kept)

    def result(self, key: str) -> Raw:
        """What was last measured here under ``key`` on this model; {} if nothing was."""
        kept = self._get(f"10-result-{key}", {})
        return kept["raw"] if kept and kept["of"] == self._of(key) else {}

    def measured(self, key: str, raw: Raw) -> None:
        """Remember the result of the measurement ``key``."""
        self._put(f"10-result-{key}")({"of": self._of(key), "raw": raw})

    def _of(self, key: str) -> tuple[str, str]:
        return self._model, self.lang if key in _SPOKEN else ""

    def running(self, key: str, on: bool) -> None:
        """A measurement has begun; or it is over, or the learner has stopped it.

        Work that nobody asked for has no name.
        """
        if key:
            self._put(f"10-running-{key}")(on)

    def notice(self, key: str) -> str:
        """One sentence if a switch has cut this measurement short; told once."""
        if not self._get(f"10-running-{key}", False):
            return ""
        self.running(key, False)
        return {
            "zh": "切换语言或模型时这项测量还没做完，停下了。要结果，请再测一次。",
            "en": "This measurement was still running when the language or model was switched, "
            "and stopped. Measure again for a result.",
        }[self.lang]


def _forgetful() -> Memory:
    kept: dict[str, Any] = {}
    return kept.get, lambda name: lambda value: kept.__setitem__(name, value)
