"""What this machine can do at best: bytes read per second and multiplications per second.

The two together are the "roof" over every program (Williams, Waterman and Patterson, 2009): with
few operations per byte read the memory sets the pace, with many the arithmetic does.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

import torch

from lesson_kit.measure.timing import Timing, clock_to_myself, time_runs

_SIDE = 1024  # of the square matrices multiplied


def read_rate(
    n_bytes: int, *, device: torch.device | str = "cpu", repeats: int = 7
) -> Generator[float, None, float]:
    """Bytes per second when a matrix of about `n_bytes` meets one vector, as in a decode step.

    Yields 1.0 after each run, returns the rate of the fastest: a roof is the best that was seen.
    """
    rows = max(256, n_bytes // (4 * _SIDE))
    matrix = torch.ones(rows, _SIDE, device=device)
    vector = torch.ones(_SIDE, device=device)
    seconds = yield from _fastest(lambda: matrix @ vector, device, repeats)
    return rows * _SIDE * 4 / seconds


def multiply_rate(
    *, device: torch.device | str = "cpu", repeats: int = 7
) -> Generator[float, None, float]:
    """Operations per second of a large square fp32 matrix product; yields 1.0 after each run."""
    a, b = torch.ones(_SIDE, _SIDE, device=device), torch.ones(_SIDE, _SIDE, device=device)
    seconds = yield from _fastest(lambda: a @ b, device, repeats)
    return 2 * _SIDE**3 / seconds


def _fastest(
    run: Callable[[], object], device: torch.device | str, repeats: int
) -> Generator[float, None, float]:
    with clock_to_myself():
        time_runs(run, repeats=1, warm_up=2, device=device)
    seen: list[float] = []
    for _ in range(repeats):
        with clock_to_myself():
            seen += time_runs(run, repeats=1, warm_up=0, device=device).seconds
        yield 1.0
    return Timing(tuple(seen)).fastest
