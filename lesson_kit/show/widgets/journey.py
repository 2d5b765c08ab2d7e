"""One message through the model, alive: tokens, shapes, candidates, choice, growing text.

The widget knows no model. It is given recorded runs as plain data and, where Python stands
behind the page, a function that makes new ones step by step.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import traitlets

from lesson_kit.show.road_map import pictogram
from lesson_kit.show.widgets.base import LessonWidget
from lesson_kit.show.words import ROAD

__all__ = ["TEMPERATURES", "TOP_K", "Journey", "Run", "step_entry"]

_LOG = logging.getLogger("lesson_kit.page")

#: A request from the page -> messages: ``{"kind": "prompt", ...}``, steps, ``{"kind": "end"}``.
Run = Callable[[Mapping[str, Any]], Iterator[Mapping[str, Any]]]

#: The temperatures the picture offers; 0 takes the likeliest. 1 must be among them.
TEMPERATURES = (0.0, 0.5, 0.8, 1.0, 1.5)
#: How many of the likeliest tokens may be chosen; 0 means all of them.
TOP_K = (0, 40, 10, 3)


def step_entry(
    logits: np.ndarray,
    chosen: int,
    rows: Callable[[int], Mapping[str, Any]],
    *,
    seconds: float,
    new: int,
    past: int,
    cache_bytes: int,
    n_named: int = 10,
    n_logits: int = 48,
) -> dict[str, Any]:
    """One step as the picture wants it, small enough to be recorded by the hundred.

    logits: (V,) before any dial. chosen: the id that was taken. rows: id -> token entry.
    seconds: the model's own time. new, past: positions computed in this step and positions
    whose K and V came from the cache. ``z`` holds log Σ exp(logit/T) over the whole vocabulary
    for every temperature T the picture offers, so that with only the ``n_logits`` largest
    logits at hand each probability it shows is still exact.
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


class Journey(LessonWidget):
    """Type or pick a message, press for the next token, or let it stream.

    examples: one dict per prepared message: ``label``; ``text``; ``tokens`` (entries of the
    prompt); ``steps`` (``step_entry``) already recorded, perhaps none; ``end`` why the run
    stopped ("stop", "limit", "window", or "" if there is more); ``settings`` it was made with;
    ``branches`` other recorded continuations by "step:id". shapes: ``C L H G D F V max`` of the
    model. source: the model's name for the caption. run: makes new runs, on a thread of its
    own that ends when the widget closes; None, or ``live=False``, leaves the recorded ones.
    """

    js = ("chips.js", "journey_road.js", "journey_parts.js", "journey.js")
    css = ("parts.css", "journey.css")

    examples = traitlets.List(traitlets.Dict()).tag(sync=True)
    shapes = traitlets.Dict().tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    settings = traitlets.Dict().tag(sync=True)
    stops = traitlets.List(traitlets.Dict()).tag(sync=True)
    temperatures = traitlets.List(traitlets.Float()).tag(sync=True)
    top_k = traitlets.List(traitlets.Int()).tag(sync=True)
    limit = traitlets.Int(24).tag(sync=True)

    _run: Run | None = None
    _job: _Job | None = None

    def __init__(
        self,
        examples: Sequence[Mapping[str, Any]],
        shapes: Mapping[str, int],
        *,
        lang: str,
        source: str = "",
        run: Run | None = None,
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
            settings=dict(settings or {"temperature": 0.0, "top_k": 0, "seed": 1}),
            stops=[{"key": s.key, "name": s.name(lang), "svg": pictogram(s.key)} for s in ROAD],
            temperatures=list(TEMPERATURES),
            top_k=list(TOP_K),
            limit=limit,
        )
        self._run = run
        self.on_msg(self._receive)

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        """What the page asks for: {"kind": "run", "number": n, ...}, "pause", "resume", "stop"."""
        if not isinstance(content, dict) or self._run is None:
            return
        kind = content.get("kind")
        if kind == "run":
            self.stop()
            self._job = _Job(self._run, content, self.send)
            self._job.start()
        elif kind == "stop":
            self.stop()
        elif kind in ("pause", "resume") and self._job is not None:
            self._job.hold(kind == "pause")

    def stop(self) -> None:
        """End the run in progress, if any; its thread ends after the step it is in."""
        if self._job is not None:
            self._job.stop()

    def close(self) -> None:
        """Close the widget and whatever it has running."""
        self.stop()
        super().close()


class _Job(threading.Thread):
    """One run on its own thread: steps go out as they come, none after stop()."""

    def __init__(self, run: Run, request: Mapping[str, Any], send: Callable[[Any], None]) -> None:
        super().__init__(name="journey", daemon=True)
        self._run_steps, self._request, self._send = run, request, send
        self._number = request.get("number")
        self._stopped, self._going = threading.Event(), threading.Event()
        self._going.set()

    def run(self) -> None:
        try:
            for message in self._run_steps(self._request):
                self._going.wait()
                if self._stopped.is_set():
                    return
                self._send({**message, "number": self._number})
        except Exception:  # nobody else would hear of it, and the page would wait for ever
            _LOG.exception("a run of the journey failed")
            if not self._stopped.is_set():
                self._send({"kind": "error", "say": "", "number": self._number})

    def hold(self, on: bool) -> None:
        self._going.clear() if on else self._going.set()

    def stop(self) -> None:
        self._stopped.set()
        self._going.set()
