"""The diary of a translator's training: one csv, a row each time it looked up."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path

from lesson_kit.train.log import seconds

__all__ = ["COLUMNS", "TranslatorProgress", "add", "begin", "seconds"]

COLUMNS = ("step", "tokens", "train_loss", "held_out_loss", "bleu", "seconds", "lr", "samples")


@dataclass(frozen=True)
class TranslatorProgress:
    """What a running training tells: steps of all steps, losses in nats, seconds left, BLEU."""

    step: int
    steps: int
    loss: float  # with label smoothing, so it never falls to 0
    seconds_left: float
    held_out_loss: float | None = None
    bleu: float | None = None  # None also where sacrebleu is not installed
    samples: dict[str, str] | None = None


def begin(path: Path) -> None:
    """Start an empty diary."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerow(COLUMNS)


def add(path: Path, at: TranslatorProgress, *, tokens: int, lr: float, seconds: float) -> None:
    """Append a row; what was not measured stays empty."""
    row = (
        at.step, tokens, f"{at.loss:.4f}",
        "" if at.held_out_loss is None else f"{at.held_out_loss:.4f}",
        "" if at.bleu is None else f"{at.bleu:.2f}",
        f"{seconds:.1f}", f"{lr:.3g}",
        json.dumps(at.samples, ensure_ascii=False) if at.samples else "",
    )  # fmt: skip
    with path.open("a", encoding="utf-8", newline="") as file:
        csv.writer(file).writerow(row)
