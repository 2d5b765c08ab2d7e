"""A finished training run looked back on: curves by source, and what the model wrote by step."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping
from typing import Any

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["RunView", "read_diary"]


def read_diary(lines: Iterable[str], held_out: Mapping[str, str]) -> dict[str, Any]:
    """A training log (csv: step, tokens, train_loss, held_out_*, seconds, lr, samples) as data.

    held_out: column name -> its name in the picture. Returns ``steps``, ``tokens``, ``seconds``,
    ``train`` and ``held`` (lists ``step``, ``loss``; held by name), ``samples``
    [[step, {prompt: text}]] and ``again``, the steps at which the run was taken up again from a
    checkpoint. Raises ValueError for a log without rows.
    """
    by_step: dict[int, dict[str, str]] = {}
    again: list[int] = []
    for row in csv.DictReader(lines):
        step = int(row["step"])
        # A run taken up again does the steps since its last checkpoint twice: the second counts.
        kept = {s: r for s, r in by_step.items() if s < step}
        if len(kept) < len(by_step):
            again = [s for s in again if s < step] + [max(kept, default=0)]
        by_step = kept | {step: row}
    rows = list(by_step.values())
    if not rows:
        raise ValueError("this training log has no rows")
    held = {
        name: {
            "step": [int(row["step"]) for row in rows if row[column]],
            "loss": [float(row[column]) for row in rows if row[column]],
        }
        for column, name in held_out.items()
    }
    return {
        "steps": int(rows[-1]["step"]),
        "tokens": int(rows[-1]["tokens"]),
        "seconds": float(rows[-1]["seconds"]),
        "train": {
            "step": [int(row["step"]) for row in rows],
            "loss": [float(row["train_loss"]) for row in rows],
        },
        "held": held,
        "samples": [[int(r["step"]), json.loads(r["samples"])] for r in rows if r["samples"]],
        "again": again,
    }


class RunView(LessonWidget):
    """run: the result of ``read_diary``; ln_v: blind guessing in nats, for the line."""

    js = ("lesson.js", "loss_chart.js", "run_view.js")
    css = ("lesson.css", "live_training.css")

    run = traitlets.Dict().tag(sync=True)
    ln_v = traitlets.Float(0.0).tag(sync=True)
    note = traitlets.Unicode("").tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
