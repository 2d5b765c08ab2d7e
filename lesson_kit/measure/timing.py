"""How long something takes, told honestly: warmed up, repeated, with its spread, one at a time."""

from __future__ import annotations

import os
import platform
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch

_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class Timing:
    """Seconds of repeated runs."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle run: what to quote."""
        return statistics.median(self.seconds)

    @property
    def fastest(self) -> float:
        """The lowest run."""
        return min(self.seconds)

    @property
    def slowest(self) -> float:
        """The highest run."""
        return max(self.seconds)


@dataclass(frozen=True)
class Machine:
    """Where figures were measured."""

    processor: str
    system: str
    threads: int
    torch: str
    device: str

    def __str__(self) -> str:
        return (
            f"{self.processor}, {self.system}, {self.device}, {self.threads} threads, "
            f"torch {self.torch}"
        )


def machine(device: str = "cpu") -> Machine:
    """This machine, in words a reader can compare with theirs."""
    return Machine(
        _processor(), platform.system(), torch.get_num_threads(), torch.__version__, device
    )


def wait_for(device: torch.device | str) -> None:
    """Let a GPU finish what was queued, so that the clock reads the work and not the queueing."""
    kind = torch.device(device).type
    if kind == "cuda":
        torch.cuda.synchronize()
    elif kind == "mps":
        torch.mps.synchronize()


@contextmanager
def clock_to_myself(waiting: Callable[[], None] | None = None) -> Iterator[None]:
    """Hold the one global timing lock, so that two viewers do not spoil each other's figures.

    waiting: called once when somebody else is measuring, before waiting for them.
    """
    if not _one_at_a_time.acquire(blocking=False):
        if waiting is not None:
            waiting()
        _one_at_a_time.acquire()
    try:
        yield
    finally:
        _one_at_a_time.release()


def time_runs(
    run: Callable[[], object], *, repeats: int = 5, warm_up: int = 1,
    device: torch.device | str = "cpu",
) -> Timing:  # fmt: skip
    """Time `run` `repeats` times after `warm_up` uncounted runs. ValueError if repeats < 1."""
    if repeats < 1:
        raise ValueError(f"repeats={repeats} must be at least 1")
    for _ in range(warm_up):
        run()
    seconds = []
    for _ in range(repeats):
        wait_for(device)
        started = time.perf_counter()
        run()
        wait_for(device)
        seconds.append(time.perf_counter() - started)
    return Timing(tuple(seconds))


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return f"{line.split(':', 1)[1].strip()} ({os.cpu_count()} cores seen)"
    except OSError:
        pass
    return f"{platform.processor() or platform.machine()} ({os.cpu_count()} cores seen)"
