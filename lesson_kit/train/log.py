"""The diary of a training run: one csv, a row each time it looked up."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path

SETS = ("handwritten_zh", "handwritten_en", "tatoeba")
COLUMNS = ("step", "tokens", "train_loss", *(f"held_out_{name}" for name in SETS),
           "seconds", "lr", "samples")  # fmt: skip


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


def begin(path: Path) -> None:
    """Start an empty diary."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerow(COLUMNS)


def add(path: Path, progress: Progress, *, tokens: int, lr: float, seconds: float) -> None:
    """Append a row; held-out losses and samples stay empty when they were not taken."""
    held = progress.held_out or {}
    row = (
        progress.step, tokens, f"{progress.loss:.4f}",
        *(f"{held[name]:.4f}" if name in held else "" for name in SETS),
        f"{seconds:.1f}", f"{lr:.3g}",
        json.dumps(progress.samples, ensure_ascii=False) if progress.samples else "",
    )  # fmt: skip
    with path.open("a", encoding="utf-8", newline="") as file:
        csv.writer(file).writerow(row)


def seconds(path: Path) -> float:
    """Seconds of training the diary tells of; 0 when it has no rows."""
    if not path.exists():
        return 0.0
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return float(rows[-1]["seconds"]) if rows else 0.0
