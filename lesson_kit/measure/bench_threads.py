"""How many threads a small model should use: found by trying, for more are often slower.

A small model's products are over before a second thread has woken up.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch

from lesson_kit.measure.bench import Bench, Row, take_turns

__all__ = ["on_threads", "thread_counts", "threads"]


def thread_counts(cores: int | None = None) -> list[int]:
    """1, 2, 4, … and last the number of cores this process may use."""
    if cores is None:
        allowed = getattr(os, "sched_getaffinity", None)
        cores = len(allowed(0)) if allowed else os.cpu_count() or 1
    return sorted({cores, *(n for n in (1, 2, 4, 8, 16, 32) if n < cores)})


@contextmanager
def on_threads(n: int) -> Iterator[None]:
    """Let torch use `n` threads inside; before and after it is as it was."""
    before = torch.get_num_threads()
    torch.set_num_threads(n)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def threads(run: Callable[[], float], title: dict[str, str], *, turns: int) -> Bench:
    """`run` measures a rate; which number of threads gives the best one, against all cores."""

    def on(n: int) -> Callable[[], float]:
        def timed() -> float:
            with on_threads(n):
                return run()

        return timed

    counts = thread_counts()
    rates = yield from take_turns({str(n): on(n) for n in counts}, turns)
    medians = {n: sorted(rates[str(n)])[turns // 2] for n in counts}
    best = max(counts, key=lambda n: medians[n])
    what = {
        "zh": f"{title['zh']}：{best} 个线程",
        "en": f"{title['en']}: {best} thread{'s' * (best > 1)}",
    }
    against = {"zh": f"{counts[-1]} 个线程", "en": f"{counts[-1]} threads"}
    notes = {"tokens_per_second_by_threads": {str(n): medians[n] for n in counts}}
    return [Row("threads", what, "tokens/s", rates[str(best)], rates[str(counts[-1])], against,
                notes=notes)]  # fmt: skip
