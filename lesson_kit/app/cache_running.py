"""Running a measurement of chapter 10: by its name, to its end, or told to a page bit by bit."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

from lesson_kit.app.cache_clock import first_token_plan, prefix_plan, speed_plan
from lesson_kit.app.cache_lab import lab_plan
from lesson_kit.app.cache_lesson import CacheMeasurements, Plan, Raw
from lesson_kit.app.cache_roof import roof_plan
from lesson_kit.app.cache_turns import Turn, Turns
from lesson_kit.app.guard import UnusableTextError, explain
from lesson_kit.measure.interrupting import InterruptedPassError
from lesson_kit.show.words import Lang

__all__ = ["finish", "plan_of", "run_out", "told"]

Message = dict[str, Any]
Result = TypeVar("Result")

_WORD_EVERY = 0.5  # seconds between two words to a page that waits for its turn

_PLANS: dict[str, Callable[[CacheMeasurements], Plan]] = {
    "speed": speed_plan, "first_token": first_token_plan, "roof": roof_plan,
    "prefix": prefix_plan, "lab": lab_plan,
}  # fmt: skip


def plan_of(key: str, measure: CacheMeasurements) -> Plan:
    """The measurement called `key`, ready to run. Raises UnusableTextError for an unknown one."""
    if key not in _PLANS:
        raise UnusableTextError(
            zh="页面要的这一项没有。刷新页面再试。",
            en="The page asked for something that is not there. Reload it and try again.",
        )
    return _PLANS[key](measure)


def told(
    begin: Callable[[], Plan], end: Callable[[Raw], Message], *, lang: Lang,
    shared: Callable[[], bool], turns: Turns, stopped: Callable[[], bool],
) -> Iterator[Message]:  # fmt: skip
    """``progress`` messages while a measurement waits and runs, then ``result``; or ``error``.

    end: raw numbers to what the page shows. shared: whether somebody else held the clock since it
    was last asked. turns: the page's own measurements, of which one runs at a time. A measurement
    that is given up half-way says nothing more.
    """
    try:
        plan = begin()
        with turns.join(stopped) as turn:
            turn.work = plan.work
            while not turns.mine(turn, patience=_WORD_EVERY):
                if stopped():
                    return
                yield _progress(turn, left=turns.left(turn), queued=True)
            raw = yield from _run(plan, turn, turns, shared)
        yield {"kind": "result", **end(raw)}
    except InterruptedPassError:
        return
    except Exception as error:
        yield {"kind": "error", "say": explain(error, lang)}
        if not isinstance(error, UnusableTextError):
            raise


def _run(
    plan: Plan, turn: Turn, turns: Turns, shared: Callable[[], bool]
) -> Generator[Message, None, Raw]:
    started = before = time.monotonic()
    last, with_others = 0.0, False
    while True:
        try:
            work = next(plan.run)
        except StopIteration as finished:
            return finished.value
        now = time.monotonic()
        this_one = shared()
        with_others |= this_one
        turn.add(work, now - before, shared=this_one)
        before = now
        if now - last > 0.1:
            last = now
            left = turns.left(turn) if now - started > 0.4 else None
            yield _progress(turn, left=left, shared=with_others)
            before, with_others = time.monotonic(), False


def _progress(
    turn: Turn, *, left: float | None, shared: bool = False, queued: bool = False
) -> Message:
    return {
        "kind": "progress", "done": min(turn.done, turn.work), "total": turn.work,
        "left": left, "shared": shared, "queued": queued,
    }  # fmt: skip


def finish(plan: Plan) -> Raw:
    """Run a measurement to its end without telling anybody."""
    return run_out(plan.run)


def run_out(run: Generator[float, None, Result]) -> Result:
    """What a generator of work returns at its end."""
    while True:
        try:
            next(run)
        except StopIteration as done:
            return done.value
