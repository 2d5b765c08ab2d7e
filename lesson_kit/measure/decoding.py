"""What making tokens costs, with and without a cache, measured in small pieces.

Each measurement is a generator: it yields the work just done (in positions, so that a page can
tell the time left and can stop between two pieces) and returns the figures. The timing lock is
held for one piece only, so two learners who measure at once take turns.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lesson_kit.generate import Past, Sampler, Step, generate
from lesson_kit.measure.timing import Timing, clock_to_myself
from lesson_kit.model import Transformer

Work = Generator[float, None, "Pace"]
Waiting = Callable[[], None] | None

_OVERHEAD = 24.0  # a step costs as much again as this many positions, however few it computes
GREEDY = Sampler(temperature=0)


@dataclass(frozen=True)
class Pace:
    """Seconds of each step over repeated greedy runs; the first step holds the prompt.

    `ids`: the tokens chosen, the same in every repeat. `cache_bytes`: held after each step.
    """

    n_prompt: int
    ids: tuple[int, ...]
    steps: tuple[Timing, ...]
    cache_bytes: tuple[int, ...]

    @property
    def first(self) -> Timing:
        """Time to the first token."""
        return self.steps[0]

    @property
    def per_token(self) -> Timing:
        """All steps after the first, of all repeats."""
        later = self.steps[1:] or self.steps
        return Timing(tuple(s for step in later for s in step.seconds))


def pace_work(n_prompt: int, n: int, *, use_cache: bool, repeats: int, shared: int = 0) -> float:
    """What `measure_pace` will yield in sum, for an estimate; it warms up with up to 2 steps."""

    def steps(count: int) -> float:
        return sum(step_work(n_prompt - shared, i, use_cache) for i in range(count))

    return steps(min(2, n)) + repeats * steps(n)


def measure_pace(
    model: Transformer, ids: Sequence[int], *, n: int, use_cache: bool, repeats: int = 5,
    stop_ids: Sequence[int] = (), past: Past | None = None, waiting: Waiting = None,
) -> Work:  # fmt: skip
    """Make up to `n` tokens greedily, `repeats` times after a short warm-up.

    waiting: called whenever somebody else holds the clock. Raises ValueError as `generate` does,
    and when n or repeats is below 1; RuntimeError if two repeats chose different tokens.
    """
    if n < 1 or repeats < 1:
        raise ValueError(f"n={n} and repeats={repeats} must be at least 1")
    shared = past.shared_with(ids) if past else 0
    chosen: tuple[int, ...] = ()
    seconds: list[list[float]] = []
    held: list[int] = []
    for run in range(repeats + 1):
        warm_up = run == 0
        steps = generate(
            model, ids, max_new_tokens=min(2, n) if warm_up else n, sampler=GREEDY,
            use_cache=use_cache, stop_ids=stop_ids, past=past,
        )  # fmt: skip
        made: list[Step] = []
        while True:
            with clock_to_myself(waiting):
                step = next(steps, None)
            if step is None:
                break
            yield step_work(len(ids) - shared, len(made), use_cache)
            made.append(step)
        if warm_up:
            continue
        mine = tuple(step.id for step in made)
        if chosen and mine != chosen:
            raise RuntimeError("two greedy runs of the same prompt chose different tokens")
        chosen, held = mine, [step.cache_bytes for step in made]
        seconds.append([step.seconds for step in made])
    per_step = tuple(Timing(tuple(one)) for one in zip(*seconds, strict=True))
    return Pace(len(ids), chosen, per_step, tuple(held))


def step_work(n_prompt: int, step: int, use_cache: bool) -> float:
    """What one step counts for in an estimate: its positions, and as much again for starting."""
    positions = n_prompt + step if step == 0 or not use_cache else 1
    return positions + _OVERHEAD


def fit_through_zero(lengths: Sequence[float], seconds: Sequence[float]) -> tuple[float, float]:
    """a and b of a·n + b·n² closest to the points by least squares, neither below zero.

    With b below zero the best b is 0 and a is fitted alone (and the other way round): a longer
    prompt never costs less. Raises ValueError for fewer than two points or unequal lengths.
    """
    if len(lengths) != len(seconds) or len(lengths) < 2:
        raise ValueError("a fit needs two points or more, one time for each length")
    n1 = [float(n) for n in lengths]
    s2, s3, s4 = (sum(n**p for n in n1) for p in (2, 3, 4))
    y1 = sum(n * y for n, y in zip(n1, seconds, strict=True))
    y2 = sum(n * n * y for n, y in zip(n1, seconds, strict=True))
    determinant = s2 * s4 - s3 * s3
    if determinant > 0:
        a, b = (y1 * s4 - y2 * s3) / determinant, (y2 * s2 - y1 * s3) / determinant
        if a >= 0 and b >= 0:
            return a, b
        if a < 0:
            return 0.0, y2 / s4
    return y1 / s2, 0.0


def repetition_rate(ids: Sequence[int]) -> float:
    """Share of neighbouring pairs that were there before: 0 for none, near 1 for going in circles.

    One minus distinct-2 of Li et al. 2016. 0 for fewer than two ids.
    """
    pairs = list(pairwise(ids))
    return 1 - len(set(pairs)) / len(pairs) if pairs else 0.0
