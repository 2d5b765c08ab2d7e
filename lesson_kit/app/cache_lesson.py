"""What chapter 10 measures of the loaded model, as plain numbers ready for JSON.

The seam between the model (torch) and the pictures: everything here runs the model and a clock
and returns numbers; words and drawings are made elsewhere. Each measurement is a generator of
work done, see `measure.decoding`; its twin ``*_work`` says how much it will be.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from lesson_kit.app.cache_texts import HISTORY
from lesson_kit.generate import Past, generate
from lesson_kit.measure.decoding import (
    GREEDY,
    Pace,
    Waiting,
    fit_through_zero,
    measure_pace,
    pace_work,
)
from lesson_kit.measure.dropping import drop_difference
from lesson_kit.measure.flops import step_bytes, step_flops, weight_values
from lesson_kit.measure.roofline import multiply_rate, read_rate
from lesson_kit.measure.timing import Timing
from lesson_kit.model import KVCache
from lesson_kit.model.kv_cache import kv_cache_bytes
from lesson_kit.show.words import Lang
from lesson_kit.weights import LoadedModel

__all__ = [
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
_ANSWER = 9  # tokens made in the lanes: the prompt's one, and eight more steps


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
        return [h for h in HISTORIES if h + len(question) + _ANSWER <= self.window]

    # ── K1: the two lanes ────────────────────────────────────────────────────
    def lanes(self, question: Sequence[int], history: int, *, repeats: int = 5) -> Plan:
        """The same greedy answer without and with a cache, step by step.

        question: ids without a start token. history: tokens before it, the start token among them.
        """
        head = self.long_text(history) if history else self.loaded.encode("")
        prompt = [*head, *question]
        work = sum(
            pace_work(len(prompt), _ANSWER, use_cache=c, repeats=repeats) for c in (False, True)
        )
        return Plan(work, self._lanes(prompt, history, repeats))

    def _lanes(self, prompt: list[int], history: int, repeats: int) -> Measured:
        stop = self.loaded.tokenizer.stop_ids
        without = yield from self.pace(prompt, _ANSWER, False, repeats, stop_ids=stop)
        cached = yield from self.pace(prompt, _ANSWER, True, repeats, stop_ids=stop)
        return {
            "history": history,
            "prompt": prompt,
            "answer": list(cached.ids),
            "same": without.ids == cached.ids,
            "no": _three(without.steps),
            "yes": _three(cached.steps),
            "bytes": list(cached.cache_bytes),
            "repeats": repeats,
            "threads": torch.get_num_threads(),
        }

    # ── K2: speed-up against length ──────────────────────────────────────────
    def speed(self, *, repeats: int = 3) -> Plan:
        """24 tokens both ways step by step, then a few tokens at each length."""
        n_prompt = min(128, self.window // 4)
        n = min(24, self.window - n_prompt)
        most = self.window - 6
        lengths = [
            m for m in (8, 16, 32, 64, 128, 256, 384, 500, 768, 1024) if m <= min(most, 1024)
        ]
        work = sum(pace_work(n_prompt, n, use_cache=c, repeats=repeats) for c in (False, True))
        work += sum(
            pace_work(m, 4, use_cache=c, repeats=repeats) for m in lengths for c in (False, True)
        )
        return Plan(work, self._speed(n_prompt, n, lengths, repeats))

    def _speed(self, n_prompt: int, n: int, lengths: list[int], repeats: int) -> Measured:
        prompt = self.long_text(n_prompt)
        without = yield from self.pace(prompt, n, False, repeats)
        cached = yield from self.pace(prompt, n, True, repeats)
        sweep = []
        for length in lengths:
            text = self.long_text(length)
            slow = yield from self.pace(text, 4, False, repeats)
            fast = yield from self.pace(text, 4, True, repeats)
            sweep.append(
                {"n": length, "no": three_times(slow.per_token), "yes": three_times(fast.per_token)}
            )
        return {
            "prompt": n_prompt,
            "ids": [list(without.ids), list(cached.ids)],
            "no": _three(without.steps),
            "yes": _three(cached.steps),
            "sweep": sweep,
            "repeats": repeats,
        }

    # ── K3: time to first token ──────────────────────────────────────────────
    def first_token(self, *, repeats: int = 5) -> Plan:
        """The time until the first token by prompt length, and a·n + b·n² through the points."""
        most = min(self.window, 1024)
        lengths = [n for n in (10, 25, 50, 100, 150, 200, 300, 400, 500, 750, 1000) if n <= most]
        lengths = lengths if len(lengths) > 2 else [most // 4, most // 2, most]
        work = sum(pace_work(n, 1, use_cache=True, repeats=repeats) for n in lengths)
        return Plan(work, self._first_token(lengths, repeats))

    def _first_token(self, lengths: list[int], repeats: int) -> Measured:
        points = []
        for n in lengths:
            pace = yield from self.pace(self.long_text(n), 1, True, repeats)
            points.append([n, *three_times(pace.first)])
        a, b = fit_through_zero([p[0] for p in points], [p[1] for p in points])
        return {"points": points, "a": a, "b": b, "repeats": repeats}

    # ── K5: the roof of this machine ─────────────────────────────────────────
    def roof(self, *, repeats: int = 7) -> Plan:
        """Reading and multiplying at their best, and where prefill and decode stand below."""
        n = min(256, self.window // 2)
        work = 2.0 * repeats + pace_work(n, 8, use_cache=True, repeats=repeats)
        return Plan(work, self._roof(n, repeats))

    def _roof(self, n: int, repeats: int) -> Measured:
        model, config = self.loaded.model, self.loaded.model.config
        width = model.embed.weight.element_size()
        device = model.embed.weight.device
        weights = weight_values(config) * width
        reading = yield from read_rate(weights, device=device, repeats=repeats)
        multiplying = yield from multiply_rate(device=device, repeats=repeats)
        pace = yield from self.pace(self.long_text(n), 8, True, repeats)
        points = []
        for phase, new, past, timing in (
            ("prefill", n, 0, pace.first), ("decode", 1, n + 3, pace.per_token),
        ):  # fmt: skip
            points.append(
                {
                    "phase": phase, "new": new, "past": past, "seconds": three_times(timing),
                    "flops": step_flops(config, new, past),
                    "bytes": step_bytes(config, new, past, bytes_per_value=width),
                }
            )  # fmt: skip
        return {
            "reading": reading, "multiplying": multiplying, "points": points,
            "weights": weights, "repeats": repeats,
        }  # fmt: skip

    # ── K7: a shared beginning is not computed twice ─────────────────────────
    def prefix(self, *, repeats: int = 5) -> Plan:
        """A second request after a first: how long its prefill takes when they part at token p."""
        n = min(384, self.window - 2)
        parts = sorted({1, n // 8, n // 4, n // 2, 3 * n // 4, n - 1})
        work = pace_work(n, 1, use_cache=True, repeats=repeats)
        work += sum(pace_work(n, 1, use_cache=True, repeats=repeats, shared=p) for p in parts)
        return Plan(work, self._prefix(n, parts, repeats))

    def _prefix(self, n: int, parts: list[int], repeats: int) -> Measured:
        text = self.long_text(n)
        step = next(iter(generate(self.loaded.model, text, max_new_tokens=1, sampler=GREEDY)))
        assert step.past is not None
        full = yield from self.pace(text, 1, True, repeats)
        points = []
        for at in parts:
            other = [*text]
            other[at] = text[at] + 1 if text[at] + 1 < self.loaded.model.config.vocab_size else 0
            reuse = yield from self.pace(other, 1, True, repeats, past=step.past)
            fresh = next(iter(generate(self.loaded.model, other, max_new_tokens=1, sampler=GREEDY)))
            points.append(
                {"shared": step.past.shared_with(other), "seconds": three_times(reuse.first),
                 "same": reuse.ids[0] == fresh.id}
            )  # fmt: skip
        return {"n": n, "full": three_times(full.first), "points": points, "repeats": repeats}

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


def _three(steps: Sequence[Timing]) -> list[list[float]]:
    return [three_times(step) for step in steps]


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


def dropped_by_layers(loaded: LoadedModel, texts: Sequence[str], *, window: int = 8) -> list[Raw]:
    """For each text of more than `window` tokens: how far the two ways part, by layers kept."""
    c = loaded.model.config
    depths = sorted({d for d in (1, 2, 4, 6) if d < c.n_layer} | {c.n_layer})
    rows = []
    for text in texts:
        ids = loaded.encode(text)[: c.max_seq_len]
        if len(ids) <= window:
            continue
        for depth in depths:
            one = drop_difference(loaded.model, ids, window=window, n_layer=depth)
            rows.append(
                {"text": text, "layers": depth, "moved": one.moved, "logit": one.logit,
                 "length": len(ids), "window": window}
            )  # fmt: skip
    return rows
