"""A window that has gone leaves no picture and no kernel behind in the server."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from pathlib import Path
from typing import Any

import pytest
from course import ask, served, tiny_model

from lesson_kit.app import letting_go, serve
from lesson_kit.app.load_learner import Learner


def _alive(kind: str) -> list[weakref.ref[Any]]:
    return [weakref.ref(one) for one in gc.get_objects() if type(one).__name__ == kind]


@pytest.mark.slow
def test_a_window_that_has_gone_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Two windows, one of which changed its language: built anew, then left."""
    apps: list[Any] = []
    build = serve.build
    monkeypatch.setattr(serve, "build", lambda *all: apps.append(build(*all)) or apps[-1])
    folder = tiny_model(tmp_path / "tiny")
    with served(serve.Settings(model=str(folder), device="cpu")) as (address, warmup):
        assert warmup.wait(120).state == "ready", warmup.status.error
        before = {id(one()) for one in _alive("PageMark") + _alive("Kernel")}
        asyncio.run(_visit(address, "11_context_window"))
        here = [r for r in _alive("PageMark") + _alive("Kernel") if id(r()) not in before]
        assert len(here) >= 2, "the window was never there"
        status, _, script = ask(f"{address}/11_context_window/@file/10-gone.js")
        assert (status, script) == (200, "") and "Traceback" not in caplog.text
        chapters = apps[0]._app._app.routes[-1].app._app
        managers = list(serve._managers(chapters))
        assert serve._windows(chapters) == 1, "marimo keeps a lost window for a while"
        for manager in managers:
            for session in list(manager.sessions):
                manager.close_session(session)
        assert serve._windows(chapters) == 0
        end = time.monotonic() + 60
        while time.monotonic() < end and any(one() is not None for one in here):
            letting_go.give_back()
            time.sleep(0.2)
        assert not [one() for one in here if one() is not None], "something holds what has gone"


async def _visit(address: str, chapter: str) -> None:
    learner = Learner(address, chapter, 1)
    await learner.open()
    await learner._switch_language()
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


def test_many_new_objects_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, given = iter((1, 1, 1)), []
    monkeypatch.setattr(letting_go, "give_back", lambda: given.append(1))
    monkeypatch.setattr(letting_go, "MANY", -1)

    async def watch() -> None:
        with pytest.raises((StopIteration, RuntimeError)):
            await letting_go.watch_for_leavers(lambda: next(looks), look=0)

    asyncio.run(watch())
    assert len(given) == 2
