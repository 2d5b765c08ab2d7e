"""The five-step lab of chapter 10: five experiments on the loaded model, one table.

Plain numbers come out, as from `cache_lesson`; the words are made in `cache_words`.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from lesson_kit.app.cache_lesson import CacheMeasurements, Measured, Plan, three_times
from lesson_kit.app.cache_texts import QUESTIONS
from lesson_kit.generate import Sampler, generate
from lesson_kit.measure.decoding import pace_work, repetition_rate, step_work
from lesson_kit.measure.timing import Timing, clock_to_myself
from lesson_kit.weights import LoadedModel

__all__ = ["head_by_hand", "lab_plan"]


def lab_plan(measure: CacheMeasurements) -> Plan:
    """Baseline, long prompt, cache off, sampling, and one head against the formula."""
    repeats, draws, n = (2, 3, 12) if measure.big else (3, 5, 24)
    n = min(n, measure.window // 3)
    short = measure.loaded.encode(QUESTIONS[measure.lang][0])[: measure.window // 3]
    long = measure.long_text(min(400, measure.window - n - 1))
    work = sum(
        pace_work(len(ids), n, use_cache=cache, repeats=repeats)
        for ids, cache in ((short, True), (long, True), (long, False))
    )
    work += draws * sum(step_work(len(short), i, True) for i in range(n))
    return Plan(work, _lab(measure, short, long, n, repeats, draws))


def _lab(
    measure: CacheMeasurements, short: list[int], long: list[int], n: int, repeats: int, draws: int
) -> Measured:
    rows = []
    for name, ids, cache in (
        ("baseline", short, True), ("long", long, True), ("no_cache", long, False),
    ):  # fmt: skip
        pace = yield from measure.pace(ids, n, cache, repeats)
        rows.append(
            {"name": name, "prompt": len(ids), "made": len(pace.ids), "cache": cache,
             "first": three_times(pace.first), "each": three_times(pace.per_token),
             "repetition": repetition_rate(pace.ids), "text": _text(measure, pace.ids)}
        )  # fmt: skip
    rows.append((yield from _draws(measure, short, n, draws)))
    rows.append({"name": "head", "difference": head_by_hand(measure.loaded, short)})
    return {"rows": rows, "repeats": repeats, "draws": draws}


def _draws(measure: CacheMeasurements, ids: list[int], n: int, draws: int) -> Measured:
    first, each, rates, text = [], [], [], ""
    for seed in range(1, draws + 1):
        steps = generate(
            measure.loaded.model, ids, max_new_tokens=n, seed=seed,
            sampler=Sampler(temperature=0.9, top_p=0.9),
        )  # fmt: skip
        made: list[int] = []
        while True:
            with clock_to_myself(measure.waiting):
                step = next(steps, None)
            if step is None:
                break
            (each if made else first).append(step.seconds)
            yield step_work(len(ids), len(made), True)
            made.append(step.id)
        rates.append(repetition_rate(made))
        text = text or _text(measure, made)
    return {
        "name": "sampling", "prompt": len(ids), "made": n * draws, "cache": True,
        "first": three_times(Timing(tuple(first))),
        "each": three_times(Timing(tuple(each or first))),
        "repetition": sum(rates) / len(rates), "text": text,
    }  # fmt: skip


def _text(measure: CacheMeasurements, ids: Sequence[int]) -> str:
    return measure.loaded.tokenizer.decode(list(ids)).strip()


def head_by_hand(
    loaded: LoadedModel, ids: Sequence[int], *, layer: int = 0, head: int = 0
) -> float:
    """Largest difference between one head's weights by the formula and the model's own."""
    with torch.inference_mode():
        trace = loaded.model.trace(
            torch.tensor([list(ids)], device=loaded.model.embed.weight.device)
        )
        one = trace.layers[layer]
        q = one.q[0, head]
        k = one.k[0, head * one.k.shape[1] // one.q.shape[1]]
        scores = q @ k.T / q.shape[-1] ** 0.5
        hidden = torch.ones_like(scores, dtype=torch.bool).triu(1)
        weights = scores.masked_fill(hidden, float("-inf")).softmax(-1)
        return float((weights - one.weights[0, head]).abs().max())
