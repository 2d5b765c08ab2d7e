"""The recorded trainings of chapter 07: the messages of live runs, put together and kept.

A recorded run holds what a live one sends, so the picture looks at both in the same way.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from lesson_kit.app.training_presets import RACE, presets
from lesson_kit.places import asset
from lesson_kit.show.words import Lang

__all__ = ["RECORDED", "gather", "gather_race", "preset_entries", "recordings"]

Message = dict[str, Any]
RECORDED = ("recorded", "training.json")  # under assets/


def gather(messages: Iterator[Message]) -> Message:
    """All messages of a run as one recorded run. Raises RuntimeError if the run failed."""
    run: Message = {"points": {"step": [], "loss": [], "held": []}, "samples": [], "end": ""}
    for said in messages:
        if said["kind"] == "begin":
            run |= {k: said[k] for k in ("ln_v", "n_parameter", "kinds", "steps", "batch", "lr")}
        elif said["kind"] == "points":
            for name, values in run["points"].items():
                values += _short(said[name])
            run["samples"] += said["samples"]
            run |= {"seconds": round(said["seconds"], 2), "tokens": said["tokens"]}
        elif said["kind"] == "end":
            run |= {"end": said["why"], "says": said["say"]}
        else:
            raise RuntimeError(said["say"])
    return run


def gather_race(messages: Iterator[Message]) -> Message:
    """All messages of a race as one recorded race. Raises RuntimeError if it failed."""
    lanes: list[Message] = [{"step": [], "loss": [], "held": [], "end": ""} for _ in RACE]
    race: Message = {"rates": list(RACE), "runs": lanes}
    for said in messages:
        if said["kind"] == "begin":
            race |= {"ln_v": said["ln_v"], "steps": said["steps"]}
        elif said["kind"] == "points":
            for name in ("step", "loss", "held"):
                lanes[said["lane"]][name] += _short(said[name])
        elif said["kind"] == "lane-end":
            lanes[said["lane"]]["end"] = said["why"]
        elif said["kind"] == "error":
            raise RuntimeError(said["say"])
    return race


def _short(values: list[float | None]) -> list[float | None]:
    return [v if v is None or isinstance(v, int) else round(v, 3) for v in values]


@cache
def _read() -> dict[str, Any]:
    with open(asset(*RECORDED), encoding="utf-8") as file:
        return json.load(file)


def recordings(lang: Lang) -> dict[str, Any]:
    """The recorded runs for a page in ``lang``: ``runs`` by preset, ``race``, ``on`` in words."""
    said = _read()
    on = said["made"][lang]
    race = {**said["race"][lang], "on": on}
    return {
        "on": on,
        "runs": {key: {**run, "on": on} for key, run in said["runs"][lang].items()},
        "race": race,
    }


def preset_entries(lang: Lang) -> list[dict[str, Any]]:
    """The presets as the picture takes them, each with its recorded run."""
    runs = recordings(lang)["runs"]
    return [
        {
            "key": one.key,
            "name": one.name,
            "about": one.about,
            "text": one.plan.text,
            "settings": {
                "lr": one.plan.lr,
                "batch": one.plan.batch,
                "steps": one.plan.steps,
                "units": one.plan.units,
            },
            "run": runs.get(one.key, {}),
        }
        for one in presets(lang)
    ]
