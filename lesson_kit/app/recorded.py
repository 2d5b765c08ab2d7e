"""Times that were measured once, on a machine that is named: for pages without Python.

A page that is only read cannot measure, and one that measured while it was exported would come out
different every time. So its clocks run by a recording, made by ``lesson_kit.app.record_cache``:
the built-in model's travels with the course, another model's lies in the user's cache.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from lesson_kit.places import asset, cache_dir
from lesson_kit.show.words import Lang
from lesson_kit.weights.registry import LoadedModel

__all__ = [
    "RECORDED",
    "StepTimes",
    "fingerprint",
    "own_recording",
    "read_recorded",
    "recorded_steps",
]

Raw = dict[str, Any]
RECORDED = ("measured", "kv_cache.json")  # under assets/


def own_recording(loaded: LoadedModel) -> Path:
    """Where the recording of a model lies that does not come with the course."""
    return cache_dir() / "measured" / f"{fingerprint(loaded)[:32]}.json"


def fingerprint(loaded: LoadedModel) -> str:
    """What tells these weights from others: the hash on their card, else one of some of them."""
    told = loaded.card.files.get("model.safetensors")
    if told:
        return told
    some = loaded.model.embed.weight[:64].float().cpu().numpy()
    return hashlib.sha256(repr(loaded.model.config).encode() + some.tobytes()).hexdigest()


def read_recorded(loaded: LoadedModel) -> Raw:
    """What was measured once with exactly these weights; {} if nothing was."""
    mine = fingerprint(loaded)
    for path in (asset(*RECORDED), own_recording(loaded)):
        raw = _recorded(path)
        if raw.get("model") == mine:
            return raw
    return {}


def _recorded(path: Path) -> Raw:
    try:
        return _parsed(path, path.stat().st_mtime_ns)
    except OSError:
        return {}


@cache
def _parsed(path: Path, changed: int) -> Raw:
    """The recording as it was at its last change, read once."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


@dataclass(frozen=True)
class StepTimes:
    """Median seconds of a first step by prompt length, and of a later one by positions cached.

    Both are recorded points ``(positions, seconds)`` in rising order; between two of them the time
    is read off the straight line. ``on`` names the machine and the day in each language.
    """

    first: Sequence[tuple[float, float]]
    later: Sequence[tuple[float, float]]
    on: Mapping[Lang, str]

    def seconds(self, new: int, past: int) -> float:
        """The time of a step that computes ``new`` positions behind ``past`` cached ones."""
        places, times = zip(*(self.later if past else self.first), strict=True)
        return float(np.interp(past or new, places, times))


def recorded_steps(loaded: LoadedModel) -> StepTimes | None:
    """The times recorded with exactly these weights, or None if there are none."""
    raw = read_recorded(loaded)
    if not raw:
        return None
    lanes = [run for lang in raw["lanes"].values() for run in lang.values()]
    first = [(len(run["prompt"]), run["yes"][0][0]) for run in lanes]
    first += [(n, median) for n, median, *_ in raw["benches"]["first_token"]["points"]]
    later = [
        (len(run["prompt"]) + i, step[0]) for run in lanes for i, step in enumerate(run["yes"][1:])
    ]
    return StepTimes(_by_place(first), _by_place(later), raw["on"])


def _by_place(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points at the same place become one, their median, in rising order."""
    places = sorted({place for place, _ in points})
    return [(at, median(time for place, time in points if place == at)) for at in places]
