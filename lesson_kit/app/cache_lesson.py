"""What chapter 10 measures of the loaded model, as plain numbers ready for JSON.

The seam between the model (torch) and the pictures: everything here runs the model and a clock
and returns numbers; words and drawings are made elsewhere. A measurement is a `Plan`: a generator
of work done (see `measure.decoding`) and how much it will be in sum.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lesson_kit.app.cache_texts import HISTORY
from lesson_kit.generate import Past
from lesson_kit.measure.decoding import Pace, Waiting, measure_pace
from lesson_kit.measure.dropping import drop_difference
from lesson_kit.measure.interrupting import interruptible
from lesson_kit.measure.timing import Timing
from lesson_kit.model import KVCache
from lesson_kit.model.kv_cache import kv_cache_bytes
from lesson_kit.show.words import Lang
from lesson_kit.weights import LoadedModel

__all__ = [
    "ANSWER",
    "HISTORIES",
    "CacheMeasurements",
    "Measured",
    "Plan",
    "Raw",
    "dropped_by_layers",
    "real_bytes",
    "three_times",
]

Raw = dict[str, Any]
Measured = Generator[float, None, Raw]

HISTORIES = (0, 40, 400)  # tokens of earlier text before the question
ANSWER = 9  # tokens made in the lanes: the prompt's one, and eight more steps
_BIG = 40_000_000  # parameters


@dataclass(frozen=True)
class Plan:
    """One measurement: how much work it is in sum, and the generator that does it."""

    work: float
    run: Measured


@dataclass(frozen=True)
class CacheMeasurements:
    """Everything chapter 10 can measure on one model; `waiting` hears that the clock is taken."""

    loaded: LoadedModel
    lang: Lang
    waiting: Waiting = None

    @property
    def window(self) -> int:
        """The longest text the model takes."""
        return self.loaded.model.config.max_seq_len

    @property
    def big(self) -> bool:
        """A model so large that fewer lengths and repeats have to do."""
        return self.loaded.model.config.n_parameter() > _BIG

    def until(self, stopped: Callable[[], bool]) -> CacheMeasurements:
        """The same, but a pass in work is given up once stopped(): see `measure.interrupting`."""
        model = interruptible(self.loaded.model, stopped)
        return replace(self, loaded=replace(self.loaded, model=model))

    def long_text(self, n: int) -> list[int]:
        """`n` tokens of ordinary text in the page's language, the start token first if any."""
        passage = HISTORY[self.lang]
        ids = self.loaded.encode(passage)
        plain = self.loaded.tokenizer.encode(passage)
        while len(ids) < n:
            ids += plain
        return ids[:n]

    def histories(self, question: Sequence[int]) -> list[int]:
        """Which of HISTORIES leave room for this question and its answer."""
        return [h for h in HISTORIES if h + len(question) + ANSWER <= self.window]

    def pace(
        self,
        ids: Sequence[int],
        n: int,
        use_cache: bool,
        repeats: int,
        past: Past | None = None,
        stop_ids: Sequence[int] = (),
    ) -> Generator[float, None, Pace]:
        """`measure_pace` on this model."""
        return measure_pace(
            self.loaded.model, ids, n=n, use_cache=use_cache, repeats=repeats, past=past,
            waiting=self.waiting, stop_ids=stop_ids,
        )  # fmt: skip


def three_times(timing: Timing) -> list[float]:
    """Median, lowest and highest, in seconds."""
    return [timing.median, timing.fastest, timing.slowest]


def real_bytes(loaded: LoadedModel, cache: KVCache) -> tuple[int, int]:
    """Bytes of a cache's real tensors, counted tensor by tensor, and what the formula says."""
    c = loaded.model.config
    tensors = [t for i in range(c.n_layer) for t in (cache.k(i), cache.v(i))]
    counted = sum(t.numel() * t.element_size() for t in tensors)
    formula = kv_cache_bytes(
        n_layer=c.n_layer, n_kv_head=c.n_kv_head, d_head=c.d_head, length=cache.length,
        bytes_per_value=tensors[0].element_size(),
    )  # fmt: skip
    return counted, formula


def dropped_by_layers(
    loaded: LoadedModel,
    texts: Sequence[str],
    *,
    window: int = 8,
    tick: Callable[[], object] = lambda: None,
) -> list[Raw]:
    """For each text of more than `window` tokens: how far the two ways part, by layers kept.

    ``tick()`` is called before each measurement; what it raises ends the work.
    """
    c = loaded.model.config
    depths = sorted({d for d in (1, 2, 4, 6) if d < c.n_layer} | {c.n_layer})
    rows = []
    for text in texts:
        ids = loaded.encode(text)[: c.max_seq_len]
        if len(ids) <= window:
            continue
        for depth in depths:
            tick()
            one = drop_difference(loaded.model, ids, window=window, n_layer=depth)
            rows.append(
                {"text": text, "layers": depth, "moved": one.moved, "logit": one.logit,
                 "length": len(ids), "window": window}
            )  # fmt: skip
    return rows
