"""What a benchmark is made of: two sides that take turns, and a row that tells what came of it.

The machine is never quite quiet. Sides that run one after the other, again and again, are hit alike
by whatever else it does, so the ratio of neighbours is told, not the ratio of two afternoons.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from types import ModuleType
from typing import Any

__all__ = ["Bench", "MissingError", "Row", "as_data", "library", "take_turns"]


class MissingError(Exception):
    """A row cannot be measured here; the text says what it would take."""


@dataclass(frozen=True)
class Row:
    """One line of the table.

    what, against: a text for "zh" and for "en". ours, other: one value a turn, in `unit`; `other`
    is empty where only the aim counts. aim: for ours over other (other over ours if `less` is
    better), or a value in `unit` where there is no other side. notes: whatever belongs beside it.
    """

    name: str
    what: Mapping[str, str]
    unit: str
    ours: tuple[float, ...]
    other: tuple[float, ...] = ()
    against: Mapping[str, str] = field(default_factory=dict)
    aim: float | None = None
    less: bool = False
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def value(self) -> float:
        """The median of our side."""
        return statistics.median(self.ours)

    @property
    def ratio(self) -> float | None:
        """How many times better than the other side: the median over the turns."""
        if not self.other:
            return None
        pairs = zip(self.ours, self.other, strict=True)
        return statistics.median(b / a if self.less else a / b for a, b in pairs)

    @property
    def reached(self) -> bool | None:
        """Whether the aim is met; None without one."""
        if self.aim is None:
            return None
        if self.ratio is not None:
            return self.ratio >= self.aim
        return self.value <= self.aim if self.less else self.value >= self.aim


Bench = Generator[float, None, list[Row]]  # yields the share of its work that is done


def as_data(row: Row) -> dict[str, Any]:
    """The row as plain data for a JSON file."""
    return {
        "name": row.name, "what": dict(row.what), "against": dict(row.against), "unit": row.unit,
        "ours": list(row.ours), "other": list(row.other), "median": row.value,
        "other_median": statistics.median(row.other) if row.other else None,
        "ratio": row.ratio, "aim": row.aim, "less_is_better": row.less, "reached": row.reached,
        "notes": dict(row.notes),
    }  # fmt: skip


def take_turns(
    sides: Mapping[str, Callable[[], float]], turns: int
) -> Generator[float, None, dict[str, tuple[float, ...]]]:
    """Let every side measure itself once a turn, after one uncounted turn; every other turn the
    order is reversed. Yields the share done; returns what each side said, turn by turn.

    Raises ValueError for fewer than one turn.
    """
    if turns < 1:
        raise ValueError(f"turns={turns} must be at least 1")
    said: dict[str, list[float]] = {name: [] for name in sides}
    for turn in range(turns + 1):
        for name in list(sides)[:: 1 if turn % 2 else -1]:
            value = sides[name]()
            if turn:
                said[name].append(value)
        yield (turn + 1) / (turns + 1)
    return {name: tuple(values) for name, values in said.items()}


def library(name: str, *, get: str) -> tuple[ModuleType, str]:
    """A library that is not the course's own, and its version. Raises MissingError with `get`."""
    try:
        return import_module(name), version(name.replace("_", "-"))
    except ImportError as error:
        raise MissingError(f"{name} is not installed here; to compare with it: {get}") from error
