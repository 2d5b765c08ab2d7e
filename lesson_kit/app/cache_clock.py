"""Chapter 10 with a clock: the two lanes, speed against length, the first token, a shared start.

Each ``*_plan`` says how much work a measurement is and holds the generator that does it.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from lesson_kit.app.cache_lesson import ANSWER, CacheMeasurements, Measured, Plan, three_times
from lesson_kit.generate import generate
from lesson_kit.measure.decoding import GREEDY, fit_through_zero, pace_work
from lesson_kit.measure.timing import Timing

__all__ = ["first_token_plan", "lanes_plan", "prefix_plan", "speed_plan"]


def lanes_plan(
    measure: CacheMeasurements, question: Sequence[int], history: int, *, repeats: int = 5
) -> Plan:
    """The same greedy answer without and with a cache, step by step.

    question: ids without a start token. history: tokens before it, the start token among them.
    """
    head = measure.long_text(history) if history else measure.loaded.encode("")
    prompt = [*head, *question]
    work = sum(pace_work(len(prompt), ANSWER, use_cache=c, repeats=repeats) for c in (False, True))
    return Plan(work, _lanes(measure, prompt, history, repeats))


def _lanes(measure: CacheMeasurements, prompt: list[int], history: int, repeats: int) -> Measured:
    stop = measure.loaded.tokenizer.stop_ids
    without = yield from measure.pace(prompt, ANSWER, False, repeats, stop_ids=stop)
    cached = yield from measure.pace(prompt, ANSWER, True, repeats, stop_ids=stop)
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


_SWEEP = (8, 16, 32, 64, 128, 256, 384, 500, 768, 1024)
_SHORT_SWEEP = (16, 64, 128, 256, 500)


def speed_plan(measure: CacheMeasurements, *, repeats: int | None = None) -> Plan:
    """24 tokens both ways step by step, then a few tokens at each length."""
    repeats = repeats or (2 if measure.big else 3)
    n_prompt = min(128, measure.window // 4)
    n = min(24, measure.window - n_prompt)
    most = measure.window - 6
    lengths = [m for m in (_SHORT_SWEEP if measure.big else _SWEEP) if m <= most]
    work = sum(pace_work(n_prompt, n, use_cache=c, repeats=repeats) for c in (False, True))
    work += sum(
        pace_work(m, 4, use_cache=c, repeats=repeats) for m in lengths for c in (False, True)
    )
    return Plan(work, _speed(measure, n_prompt, n, lengths, repeats))


def _speed(
    measure: CacheMeasurements, n_prompt: int, n: int, lengths: list[int], repeats: int
) -> Measured:
    prompt = measure.long_text(n_prompt)
    without = yield from measure.pace(prompt, n, False, repeats)
    cached = yield from measure.pace(prompt, n, True, repeats)
    sweep = []
    for length in lengths:
        text = measure.long_text(length)
        slow = yield from measure.pace(text, 4, False, repeats)
        fast = yield from measure.pace(text, 4, True, repeats)
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


def first_token_plan(measure: CacheMeasurements, *, repeats: int | None = None) -> Plan:
    """The time until the first token by prompt length, and a·n + b·n² through the points."""
    repeats = repeats or (3 if measure.big else 5)
    most = min(measure.window, 1024)
    lengths = [n for n in (10, 25, 50, 100, 150, 200, 300, 400, 500, 750, 1000) if n <= most]
    lengths = lengths if len(lengths) > 2 else [most // 4, most // 2, most]
    work = sum(pace_work(n, 1, use_cache=True, repeats=repeats) for n in lengths)
    return Plan(work, _first_token(measure, lengths, repeats))


def _first_token(measure: CacheMeasurements, lengths: list[int], repeats: int) -> Measured:
    points = []
    for n in lengths:
        pace = yield from measure.pace(measure.long_text(n), 1, True, repeats)
        points.append([n, *three_times(pace.first)])
    a, b = fit_through_zero([p[0] for p in points], [p[1] for p in points])
    return {"points": points, "a": a, "b": b, "repeats": repeats}


def prefix_plan(measure: CacheMeasurements, *, repeats: int = 5) -> Plan:
    """A second request after a first: how long its prefill takes when they part at token p."""
    n = min(384, measure.window - 2)
    parts = sorted({1, n // 8, n // 4, n // 2, 3 * n // 4, n - 1})
    work = pace_work(n, 1, use_cache=True, repeats=repeats)
    work += sum(pace_work(n, 1, use_cache=True, repeats=repeats, shared=p) for p in parts)
    return Plan(work, _prefix(measure, n, parts, repeats))


def _prefix(measure: CacheMeasurements, n: int, parts: list[int], repeats: int) -> Measured:
    text = measure.long_text(n)
    step = next(iter(generate(measure.loaded.model, text, max_new_tokens=1, sampler=GREEDY)))
    assert step.past is not None
    full = yield from measure.pace(text, 1, True, repeats)
    points = []
    for at in parts:
        other = [*text]
        other[at] = text[at] + 1 if text[at] + 1 < measure.loaded.model.config.vocab_size else 0
        reuse = yield from measure.pace(other, 1, True, repeats, past=step.past)
        fresh = next(iter(generate(measure.loaded.model, other, max_new_tokens=1, sampler=GREEDY)))
        points.append(
            {"shared": step.past.shared_with(other), "seconds": three_times(reuse.first),
             "same": reuse.ids[0] == fresh.id}
        )  # fmt: skip
    return {"n": n, "full": three_times(full.first), "points": points, "repeats": repeats}


def _three(steps: Sequence[Timing]) -> list[list[float]]:
    return [three_times(step) for step in steps]
