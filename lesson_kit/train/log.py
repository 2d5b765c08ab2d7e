"""The diary of a training run: one csv, a row each time it looked up."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

BEFORE, AFTER = ("step", "tokens", "train_loss"), ("seconds", "lr", "samples")
HELD = "held_out_"  # a column of this beginning for each held-out set


@dataclass(frozen=True)
class Progress:
    """What a running training tells: steps of all steps, losses in nats, seconds left."""

    step: int
    steps: int
    loss: float
    tokens_per_second: float
    seconds_left: float
    held_out: dict[str, float] | None = None
    samples: dict[str, str] | None = None


def begin(path: Path, sets: Sequence[str]) -> None:
    """Start an empty diary with a column for each held-out set."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerow((*BEFORE, *(HELD + name for name in sets), *AFTER))


def sets(path: Path) -> tuple[str, ...]:
    """The names of the held-out sets a diary has columns for."""
    with path.open(encoding="utf-8", newline="") as file:
        columns = next(csv.reader(file))
    return tuple(name.removeprefix(HELD) for name in columns if name.startswith(HELD))


def add(path: Path, progress: Progress, *, tokens: int, lr: float, seconds: float) -> None:
    """Append a row; held-out losses and samples stay empty when they were not taken."""
    held = progress.held_out or {}
    row = (
        progress.step, tokens, f"{progress.loss:.4f}",
        *(f"{held[name]:.4f}" if name in held else "" for name in sets(path)),
        f"{seconds:.1f}", f"{lr:.3g}",
        json.dumps(progress.samples, ensure_ascii=False) if progress.samples else "",
    )  # fmt: skip
    with path.open("a", encoding="utf-8", newline="") as file:
        csv.writer(file).writerow(row)


def seconds(path: Path) -> float:
    """Seconds of training the diary tells of, 0 without rows; a row cut short is passed over."""
    if not path.exists():
        return 0.0
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if None not in row.values() and row["seconds"]]
    return float(rows[-1]["seconds"]) if rows else 0.0
