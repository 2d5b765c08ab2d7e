"""Chapter 10's roof: what this machine can do at best, and where the two phases stand below it."""

from __future__ import annotations

from lesson_kit.app.cache_lesson import CacheMeasurements, Measured, Plan, three_times
from lesson_kit.measure.decoding import pace_work
from lesson_kit.measure.flops import step_bytes, step_flops, weight_values
from lesson_kit.measure.roofline import multiply_rate, read_rate

__all__ = ["roof_plan"]


def roof_plan(measure: CacheMeasurements, *, repeats: int = 7) -> Plan:
    """Reading and multiplying at their best, and where prefill and decode stand below."""
    n = min(256, measure.window // 2)
    work = 2.0 * repeats + pace_work(n, 8, use_cache=True, repeats=repeats)
    return Plan(work, _roof(measure, n, repeats))


def _roof(measure: CacheMeasurements, n: int, repeats: int) -> Measured:
    model, config = measure.loaded.model, measure.loaded.model.config
    width = model.embed.weight.element_size()
    device = model.embed.weight.device
    weights = weight_values(config) * width
    reading = yield from read_rate(weights, device=device, repeats=repeats)
    multiplying = yield from multiply_rate(device=device, repeats=repeats)
    pace = yield from measure.pace(measure.long_text(n), 8, True, repeats)
    points = []
    for phase, new, past, timing in (
        ("prefill", n, 0, pace.first), ("decode", 1, n + 3, pace.per_token),
    ):  # fmt: skip
        points.append(
            {
                "phase": phase, "new": new, "past": past, "seconds": three_times(timing),
                "flops": step_flops(config, new, past, logits=1),
                "bytes": step_bytes(config, new, past, bytes_per_value=width),
            }
        )  # fmt: skip
    return {
        "reading": reading, "multiplying": multiplying, "points": points,
        "weights": weights, "repeats": repeats,
    }  # fmt: skip
