"""A window that has gone leaves no picture and no kernel behind in the server."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
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
    await learner._switch_language()
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


def test_many_new_objects_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, given = iter((1, 1, 1)), []
    monkeypatch.setattr(letting_go, "give_back", lambda: given.append(1))
    monkeypatch.setattr(letting_go, "MANY", -1)

    async def watch() -> None:
        with pytest.raises((StopIteration, RuntimeError)):
            await letting_go.watch_for_leavers(lambda: next(looks), look=0)

    asyncio.run(watch())
    assert len(given) == 2
