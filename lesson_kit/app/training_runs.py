"""Runs of the nano model for chapter 07: what the page asks for, and what it is told.

The seam between training (torch) and the picture (plain data).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any
from unicodedata import normalize

from lesson_kit.app.guard import explain
from lesson_kit.app.training_presets import RACE, RACE_STEPS, our_bpe, presets, race_plans
from lesson_kit.show.words import Lang
from lesson_kit.train.live import Ending, LiveStep, learn
from lesson_kit.train.live_plan import LivePlan, prepare
from lesson_kit.train.live_words import CannotTrainError

__all__ = ["Runs"]

Message = dict[str, Any]


class Runs:
    """Answers the pictures of one page; every run has its own model, seen by nobody else."""

    def __init__(self, lang: Lang) -> None:
        self.lang: Lang = lang
        self._tokenizer = our_bpe()
        self._plans = {one.key: one.plan for one in presets(lang)}

    def train(self, request: Mapping[str, Any]) -> Iterator[Message]:
        """``begin``, ``points`` a few times a second, ``end``; or ``error`` with a sentence."""
        yield from self._told(lambda: self.messages(self._plan(request)))

    def race(self, request: Mapping[str, Any]) -> Iterator[Message]:
        """The rates of RACE in turn, a step each: ``begin``, ``points`` with ``lane``, ``end``."""
        yield from self._told(self._race)

    def _told(self, start: Callable[[], Iterator[Message]]) -> Iterator[Message]:
        try:
            yield from start()
        except Exception as error:
            yield {"kind": "error", "say": explain(error, self.lang)}
            if not isinstance(error, CannotTrainError):
                raise

    def _plan(self, request: Mapping[str, Any]) -> LivePlan:
        plan = self._plans.get(str(request.get("preset")), next(iter(self._plans.values())))
        text = request.get("text")
        units = "bpe" if request.get("units") == "bpe" else "characters"
        return replace(
            plan,
            text=plan.text if text is None else str(text),
            lr=_number(request.get("lr")),
            batch=_whole(request.get("batch")),
            steps=_whole(request.get("steps")),
            units=units,
        )

    def messages(self, plan: LivePlan, *, look_every: int = 20) -> Iterator[Message]:
        """What a run tells: every step, put together into about four messages a second."""
        prepared = prepare(plan, self._tokenizer)
        yield {
            "kind": "begin",
            "ln_v": prepared.ln_v,
            "n_parameter": prepared.config.n_parameter(),
            "kinds": prepared.config.vocab_size,
            "steps": plan.steps,
            "batch": prepared.batch,
            "lr": plan.lr,
            "train": len(prepared.train),
            "held": len(prepared.held),
            "unseen": prepared.unseen,
            "notes": [getattr(note, self.lang) for note in prepared.notes],
        }
        waiting: list[LiveStep] = []
        sent = time.monotonic()
        for now in learn(prepared, look_every=look_every):
            if isinstance(now, Ending):
                if waiting:
                    yield _points(waiting)
                say = getattr(now.says, self.lang) if now.says else ""
                yield {"kind": "end", "why": now.why, "say": say}
                return
            waiting.append(now)
            if now.sample is not None or time.monotonic() - sent > 0.25:
                yield _points(waiting)
                waiting, sent = [], time.monotonic()

    def _race(self) -> Iterator[Message]:
        prepared = [prepare(plan, self._tokenizer) for plan in race_plans(self.lang)]
        lanes = {i: learn(one, samples=False) for i, one in enumerate(prepared)}
        yield {
            "kind": "begin",
            "ln_v": prepared[0].ln_v,
            "steps": RACE_STEPS,
            "rates": list(RACE),
        }
        sent = time.monotonic()
        waiting: dict[int, list[LiveStep]] = {i: [] for i in lanes}
        while lanes:
            for i, lane in list(lanes.items()):
                now = next(lane)
                if isinstance(now, Ending):
                    del lanes[i]
                    yield {**_points(waiting[i]), "lane": i}
                    waiting[i] = []
                    yield {"kind": "lane-end", "lane": i, "why": now.why}
                else:
                    waiting[i].append(now)
            if time.monotonic() - sent > 0.4:
                sent = time.monotonic()
                for i, steps in waiting.items():
                    if steps:
                        yield {**_points(steps), "lane": i}
                        waiting[i] = []
        yield {"kind": "end", "why": "done", "say": ""}


def _points(steps: list[LiveStep]) -> Message:
    last = steps[-1] if steps else None
    return {
        "kind": "points",
        "step": [one.step for one in steps],
        "loss": [_finite(one.loss) for one in steps],
        "held": [_finite(one.held) for one in steps],
        "samples": [[one.step, one.sample] for one in steps if one.sample is not None],
        "tokens": last.tokens if last else 0,
        "seconds": last.seconds if last else 0.0,
        "rate": last.tokens / max(1e-9, last.seconds) if last else 0.0,
        "left": last.left if last else 0.0,
    }


def _number(said: object) -> float:
    """What was typed as a number, 0,003 too; NaN, which the plan refuses, if it is none."""
    try:
        return float(normalize("NFKC", str(said)).strip().replace(",", "."))
    except ValueError:
        return math.nan  # the plan's own check says what to write instead


def _whole(said: object) -> int:
    """What was typed as a whole number; 0, which the plan refuses, if it is none."""
    typed = "".join(normalize("NFKC", str(said)).split())
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else 0


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
