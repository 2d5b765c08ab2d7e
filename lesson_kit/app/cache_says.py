"""What the words of chapter 10's measurements are put together from: figures, axes, facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lesson_kit.measure.timing import Machine
from lesson_kit.show.words import Lang

__all__ = ["Raw", "Result", "axis", "fact", "figure", "in_ms", "on_machine", "say", "series"]

Raw = Mapping[str, Any]
Result = dict[str, Any]


def on_machine(where: Machine, lang: Lang) -> str:
    """The machine in the words of a caption."""
    return {
        "zh": f"{where.processor}，{where.device}，{where.threads} 线程，torch {where.torch}",
        "en": f"{where.processor}, {where.device}, "
        f"{where.threads} thread{'s' * (where.threads != 1)}, torch {where.torch}",
    }[lang]


def say(lang: Lang, zh: str, en: str) -> str:
    """The one of two texts that is in the page's language."""
    return zh if lang == "zh" else en


def in_ms(point: Sequence[float]) -> list[float]:
    """Seconds as milliseconds."""
    return [1000 * value for value in point]


def figure(x: float, digits: int = 3) -> str:
    """Three significant digits without an exponent: 0.123, 4.56, 78.9, 1230."""
    if x == 0:
        return "0"
    text = f"{x:.{digits}g}"
    return text if "e" not in text else f"{float(text):.0f}" if abs(x) >= 1 else text


def axis(label: str, *, log: bool = False) -> dict[str, Any]:
    """One axis of a panel."""
    return {"label": label, "log": log}


def series(name: str, mark: str, points: list[list[float]], **more: Any) -> dict[str, Any]:
    """One line or set of marks of a panel; points [x, y] or [x, y, low, high]."""
    return {"name": name, "mark": mark, "points": points, **more}


def fact(label: str, value: str, unit: str = "", how: str = "") -> dict[str, str]:
    """One number beside a picture, and how it was obtained."""
    return {"label": label, "value": value, "unit": unit, "how": how}
