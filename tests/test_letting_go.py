"""A window that has gone leaves no picture and no kernel behind in the server."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from course import ask, forgetful, tiny_model, wait_for

from lesson_kit.app import letting_go, serve
from lesson_kit.app.load_learner import Learner


def _alive(kind: str) -> list[weakref.ref[Any]]:
    return [weakref.ref(one) for one in gc.get_objects() if type(one).__name__ == kind]


@pytest.mark.slow
def test_a_window_that_has_gone_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A window that changed its language, so that its page was built twice, and then left."""
    counts: list[Callable[[], int]] = []
    watch = serve.watch_for_leavers
    monkeypatch.setattr(
        serve, "watch_for_leavers", lambda windows: counts.append(windows) or watch(windows)
    )
    with forgetful(tiny_model(tmp_path / "tiny"), monkeypatch) as address:
        before = {id(one()) for one in _alive("PageMark") + _alive("Kernel")}
        assert counts[0]() == 0
        asyncio.run(_visit(address, "11_context_window", counts[0]))
        here = [r for r in _alive("PageMark") + _alive("Kernel") if id(r()) not in before]
        assert len(here) >= 2, "the window was never there"
        status, _, script = ask(f"{address}/11_context_window/@file/10-gone.js")
        assert (status, script) == (200, "") and "Traceback" not in caplog.text
        wait_for(lambda: counts[0]() == 0)
        wait_for(lambda: letting_go.give_back() or not any(one() is not None for one in here))


async def _visit(address: str, chapter: str, windows: Callable[[], int]) -> None:
    learner = Learner(address, chapter, 1)
    await learner.open()
    await learner.switch_language()
    assert windows() == 1
    await learner.close()
    assert not learner.errors


def test_memory_is_given_back_when_windows_become_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    counts, given = iter((2, 3, 3, 1, 1, 0)), []
    monkeypatch.setattr(letting_go, "give_back", lambda: given.append(1))
    monkeypatch.setattr(letting_go, "MANY", 10**9)

    async def watch() -> None:
        with pytest.raises((StopIteration, RuntimeError)):
            await letting_go.watch_for_leavers(lambda: next(counts), look=0)

    asyncio.run(watch())
    assert len(given) == 2


def test_memory_that_grew_is_handed_back_and_the_class_is_not_looked_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Thirty windows that only come: no look at all objects, and what is free goes back."""
    counts, sizes = iter((1, 2, 3, 4)), iter((100, 130, 200, 190, 195))
    looked, handed = [], []
    monkeypatch.setattr(letting_go, "GROWN", 50)
    monkeypatch.setattr(letting_go, "MANY", -1)
    monkeypatch.setattr(letting_go, "QUIET", 1e12)
    monkeypatch.setattr(letting_go, "resident", lambda: next(sizes))
    monkeypatch.setattr(letting_go, "hand_back", lambda: handed.append(1))
    monkeypatch.setattr(letting_go.gc, "collect", lambda generation=2: looked.append(generation))

    async def watch() -> None:
        with pytest.raises((StopIteration, RuntimeError)):
            await letting_go.watch_for_leavers(lambda: next(counts), look=1e-6)

    asyncio.run(watch())
    assert looked == [1, 1, 1], "all objects were looked through though nobody left"
    assert handed == [1]


def test_nobody_waits_for_the_giving_back_while_others_compute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts, sizes = iter((1, 1, 1)), iter(range(100, 10_000, 1000))
    monkeypatch.setattr(letting_go, "GROWN", 50)
    monkeypatch.setattr(letting_go, "QUIET", -1)
    monkeypatch.setattr(letting_go, "resident", lambda: next(sizes))
    monkeypatch.setattr(letting_go, "hand_back", lambda: pytest.fail("everybody had to wait"))

    async def watch() -> None:
        with pytest.raises((StopIteration, RuntimeError)):
            await letting_go.watch_for_leavers(lambda: next(counts), look=0)

    asyncio.run(watch())


_HOLES = """
import sys, threading, torch
from lesson_kit.app import letting_go
if sys.argv[1] == "apart":
    letting_go.keep_large_pieces_apart()
kept = []
def page():
    large = []
    for n in (4, 8, 16, 30, 2):          # each freed one would raise the library's own limit
        del large[:]
        for _ in range(200 // n):
            large.append(torch.ones(n * 250_000))
            kept.append(torch.ones(1_000))   # what stays, between them
before = letting_go.resident()
thread = threading.Thread(target=page)
thread.start()
thread.join()
print((letting_go.resident() - before) // 1_000_000)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much is held")
def test_large_pieces_leave_no_holes() -> None:
    """In processes of their own: the library's limit stays for good."""
    grown = [
        int(subprocess.run([sys.executable, "-c", _HOLES, way], capture_output=True, check=True,
                           encoding="utf-8").stdout)
        for way in ("apart", "as_it_is")
    ]  # fmt: skip
    assert grown[0] < 30 < grown[1], f"{grown} MB stayed of 200"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much is held")
def test_what_a_thread_needed_for_a_moment_goes_back_to_the_system() -> None:
    """Small pieces, as tensors below the C library's limit: they stay in the thread's heap."""
    before = letting_go.resident()

    def work() -> None:
        held = [torch.ones(8_000) for _ in range(4_000)]  # 128 MB
        grown.append(letting_go.resident() - before)
        last.append(held[-1])

    grown: list[int] = []
    last: list[Any] = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert grown[0] > 100e6
    letting_go.hand_back()
    assert letting_go.resident() - before < 40e6


def test_garbage_is_collected_apart_while_the_course_is_served() -> None:
    assert gc.isenabled()
    with letting_go.collected_apart():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_watch_that_ends_leaves_the_garbage_to_python_again() -> None:
    def windows() -> int:
        assert not gc.isenabled(), "collected in the middle of whatever runs"
        raise OSError

    with pytest.raises(OSError):
        asyncio.run(letting_go.watch_for_leavers(windows))
    assert gc.isenabled()


def test_now_and_then_all_objects_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cycle:
        def __init__(self) -> None:
            self.me = self

    monkeypatch.setattr(letting_go, "MANY", -1)
    monkeypatch.setattr(letting_go, "GROWN", 1e18)
    old = Cycle()
    gone = weakref.ref(old)
    gc.collect()  # an old one now: a look at the new objects does not find it
    del old
    seen: list[bool] = []

    def windows() -> int:
        seen.append(gone() is not None)
        if len(seen) > letting_go.YOUNG + 4:
            raise OSError
        return 1

    with pytest.raises(OSError):
        asyncio.run(letting_go.watch_for_leavers(windows, look=0))
    assert seen[2] and not seen[-1]
