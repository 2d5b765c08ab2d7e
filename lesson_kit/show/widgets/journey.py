"""One message through the model, alive: tokens, shapes, candidates, choice, growing text.

The widget knows no model. It is given recorded runs as plain data and, where Python stands
behind the page, a function that makes new ones step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import traitlets

from lesson_kit.show.road_map import pictogram
from lesson_kit.show.widgets.working import Answer, WorkingWidget
from lesson_kit.show.words import ROAD

__all__ = ["TEMPERATURES", "TOP_K", "Journey", "Run", "step_entry"]

#: Answers with ``{"kind": "prompt", ...}``, then steps, then ``{"kind": "end"}``.
Run = Answer

#: The temperatures the picture offers; 0 takes the likeliest. 1 must be among them.
TEMPERATURES = (0.0, 0.5, 0.8, 1.0, 1.5)
#: How many of the likeliest tokens may be chosen; 0 means all of them.
TOP_K = (0, 40, 10, 3)


def step_entry(
    logits: np.ndarray,
    chosen: int,
    rows: Callable[[int], Mapping[str, Any]],
    *,
    seconds: float | None,
    new: int,
    past: int,
    cache_bytes: int,
    n_named: int = 10,
    n_logits: int = 48,
) -> dict[str, Any]:
    """One step as the picture wants it, small enough to be recorded by the hundred.

    logits: (V,) before any dial. chosen: the id that was taken. rows: id -> token entry.
    seconds: the model's own time, None if it is not known. new, past: positions computed in this
    step and positions whose K and V came from the cache. ``z`` holds log Σ exp(logit/T) over the
    whole vocabulary for every temperature T the picture offers, so that with only the
    ``n_logits`` largest logits at hand each probability it shows is still exact.
    """
    flat = np.asarray(logits, dtype=np.float64)
    order = np.argsort(-flat, kind="stable")[: max(n_named, n_logits)]
    return {
        "token": dict(rows(chosen)),
        "rank": int((flat > flat[chosen]).sum()),
        "logit": round(float(flat[chosen]), 4),
        "named": [dict(rows(int(id))) for id in order[:n_named]],
        "logits": [round(float(flat[id]), 4) for id in order[:n_logits]],
        "z": {f"{t:g}": round(_log_sum_exp(flat / t), 4) for t in TEMPERATURES if t > 0},
        "seconds": seconds,
        "new": new,
        "past": past,
        "cache": cache_bytes,
    }


def _log_sum_exp(x: np.ndarray) -> float:
    top = x.max()
    return float(top + np.log(np.exp(x - top).sum()))


class Journey(WorkingWidget):
    """Type or pick a message, press for the next token, or let it stream.

    examples: one dict per prepared message: ``label``; ``text``; ``tokens`` (entries of the
    prompt); ``steps`` (``step_entry``) already recorded, perhaps none; ``end`` why the run
    stopped ("stop", "limit", "window", or "" if there is more); ``settings`` it was made with;
    ``branches`` other recorded continuations by "step:id". shapes: ``C L H G D F V max`` of the
    model. source: the model's name for the caption. clock_on: the
    machine whose recorded times the clocks show, in words. run: makes new runs, on a thread of its
    own that ends when the widget closes; None, or ``live=False``, leaves the recorded ones.
    """

    js = ("chips.js", "journey_road.js", "journey_parts.js", "journey_tree.js", "journey.js")
    css = ("parts.css", "journey.css")

    examples = traitlets.List(traitlets.Dict()).tag(sync=True)
    shapes = traitlets.Dict().tag(sync=True)
    clock_on = traitlets.Unicode("").tag(sync=True)
    settings = traitlets.Dict().tag(sync=True)
    stops = traitlets.List(traitlets.Dict()).tag(sync=True)
    temperatures = traitlets.List(traitlets.Float()).tag(sync=True)
    top_k = traitlets.List(traitlets.Int()).tag(sync=True)
    limit = traitlets.Int(24).tag(sync=True)

    def __init__(
        self,
        examples: Sequence[Mapping[str, Any]],
        shapes: Mapping[str, int],
        *,
        lang: str,
        source: str = "",
        run: Run | None = None,
        clock_on: str = "",
        live: bool = True,
        settings: Mapping[str, float] | None = None,
        limit: int = 24,
    ) -> None:
        if not examples:
            raise ValueError("the journey needs at least one prepared message")
        super().__init__(
            lang=lang,
            live=live and run is not None,
            examples=[dict(one) for one in examples],
            shapes=dict(shapes),
            source=source,
            clock_on=clock_on,
            settings=dict(settings or {"temperature": 0.0, "top_k": 0, "seed": 1}),
            stops=[{"key": s.key, "name": s.name(lang), "svg": pictogram(s.key)} for s in ROAD],
            temperatures=list(TEMPERATURES),
            top_k=list(TOP_K),
            limit=limit,
        )
        self._wire(run)
