"""Runs of the nano model for chapter 07: what the page asks for, what it is told, what is recorded.

The seam between training (torch) and the picture (plain data). A recorded run holds the same
messages that a live one sends, put together.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from lesson_kit.app import training_texts as texts
from lesson_kit.app.guard import explain
from lesson_kit.places import asset
from lesson_kit.show.words import Lang
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.train.live import CannotTrainError, Ending, LivePlan, LiveStep, learn, prepare

__all__ = ["RACE", "Preset", "Runs", "gather", "presets", "recordings"]

Message = dict[str, Any]

#: The three rates of the race: too small, about right, too large.
RACE = (1e-4, 3e-3, 0.3)
RACE_STEPS = 150


@dataclass(frozen=True)
class Preset:
    """One prepared training: its name, a sentence about it, and the plan with its text."""

    key: str
    name: str
    about: str
    plan: LivePlan


def presets(lang: Lang) -> list[Preset]:
    """The prepared trainings in the order of the picker, the opening one first."""
    other: Lang = "en" if lang == "zh" else "zh"
    zh = lang == "zh"
    return [
        Preset(
            "everyday",
            "日常句子" if zh else "Everyday sentences",
            "从随机的数开始，读一千六百行日常句子。留出的句子不参加训练，专门用来检验。"
            if zh
            else "From random numbers through sixteen hundred lines of everyday sentences. "
            "Held-out sentences are never trained on; they only test.",
            _everyday(lang),
        ),
        Preset(
            "other",
            "English" if zh else "中文",
            "同一个模型，同样的做法，换一种语言。"
            if zh
            else "The same model and method, in the other language.",
            _everyday(other),
        ),
        Preset(
            "diverges",
            "步子太大" if zh else "Strides too long",
            "学习率放大三百多倍：每一步都跨过谷底，损失冲上去就下不来。"
            if zh
            else "The learning rate is over three hundred times larger: every step jumps across "
            "the valley, and the loss shoots up and stays there.",
            replace(_everyday(lang), lr=1.0, steps=120),
        ),
        Preset(
            "overfits",
            "死记硬背" if zh else "Learning by rote",
            "只有六个小故事，一遍又一遍：训练损失快到 0，留出损失反而越来越高，这叫过拟合。"
            if zh
            else "Six little stories, over and over: the training loss nears 0 while the held-out "
            "loss climbs. That is overfitting.",
            LivePlan(text=texts.stories(lang, 6), held=0.25, steps=240 if zh else 400),
        ),
        Preset(
            "sentence",
            "一句话" if zh else "One sentence",
            "只学一句话，几秒钟就会背了。换成你自己的一句试试。"
            if zh
            else "A single sentence is known by heart within seconds. Try one of your own.",
            LivePlan(text=texts.sentence(lang), steps=60),
        ),
    ]


@cache
def _our_bpe() -> Tokenizer:
    """The classroom vocabulary, whichever model the page shows: a text's ln V stays the same."""
    return Tokenizer.from_file(asset("models", "classroom-base", "tokenizer.json"))


def _everyday(lang: Lang) -> LivePlan:
    # A Chinese character says about as much as an English word; letters take much longer to learn.
    return LivePlan(text=texts.everyday(lang), units="characters" if lang == "zh" else "bpe")


class Runs:
    """Answers the pictures of one page; every run has its own model, seen by nobody else."""

    def __init__(self, lang: Lang) -> None:
        self.lang: Lang = lang
        self._tokenizer = _our_bpe()
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
        plan = replace(self._plans["everyday"], steps=RACE_STEPS)
        prepared = [prepare(replace(plan, lr=lr), self._tokenizer) for lr in RACE]
        lanes = {i: learn(one, samples=False) for i, one in enumerate(prepared)}
        yield {
            "kind": "begin",
            "ln_v": prepared[0].ln_v,
            "steps": plan.steps,
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


def gather(messages: Iterator[Message]) -> Message:
    """All messages of a run as one recorded run. Raises RuntimeError if the run failed."""
    run: Message = {"points": {"step": [], "loss": [], "held": []}, "samples": [], "end": ""}
    for said in messages:
        if said["kind"] == "begin":
            run |= {k: said[k] for k in ("ln_v", "n_parameter", "kinds", "steps", "batch", "lr")}
        elif said["kind"] == "points":
            for name, values in run["points"].items():
                values += [v if v is None or name == "step" else round(v, 3) for v in said[name]]
            run["samples"] += said["samples"]
            run |= {"seconds": round(said["seconds"], 2), "tokens": said["tokens"]}
        elif said["kind"] == "end":
            run |= {"end": said["why"], "says": said["say"]}
        else:
            raise RuntimeError(said["say"])
    return run


def recordings(lang: Lang) -> dict[str, Any]:
    """The recorded runs for a page in ``lang``: ``runs`` by preset, ``race``, ``on`` in words."""
    with open(asset("recorded", "training.json"), encoding="utf-8") as file:
        said = json.load(file)
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


def _number(said: object) -> float:
    try:
        return float(str(said).strip().replace("，", ".").replace("．", "."))
    except ValueError:
        return math.nan  # the plan's own check says what to write instead


def _whole(said: object) -> int:
    value = _number(said)
    return int(value) if math.isfinite(value) and abs(value) < 1e9 else 0


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
