"""Windows that open together, leave in the middle and work side by side, on a real server."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from course import forgetful, served, tiny_model, wait_for

from lesson_kit.app import load_learner, serve
from lesson_kit.app.leaving import end_work
from lesson_kit.app.load_learner import Learner
from lesson_kit.app.load_report import Memory, Outcome, as_text, percentile, summary
from lesson_kit.app.load_table import as_markdown
from lesson_kit.app.load_test import load_test, started_server
from lesson_kit.app.load_test import main as load_command
from lesson_kit.app.load_window import Reaction, Window
from lesson_kit.model import Transformer
from lesson_kit.show.widgets.worker import Worker
from lesson_kit.weights import registry


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(tmp_path_factory.mktemp("models") / "tiny")


def working() -> list[Worker]:
    return [thread for thread in threading.enumerate() if isinstance(thread, Worker)]


class Hearing(Learner):
    """A learner who keeps all that the pictures send."""

    def __init__(self, *where: Any, **how: Any) -> None:
        super().__init__(*where, **how)
        self.heard: list[dict[str, Any]] = []

    def _custom(self, id: str, content: Any) -> None:
        self.heard.append(content)
        super()._custom(id, content)

    def find(self, name: str) -> str:
        return next(
            id for id, s in self.models.items()
            if str(s.get("_anywidget_id", "")).endswith(f".{name}")
        )  # fmt: skip

    async def until(self, kind: str, count: int = 1) -> None:
        for _ in range(3000):
            if sum(one.get("kind") == kind for one in self.heard) >= count:
                return
            await asyncio.sleep(0.02)
        pytest.fail(f"no {kind} came: {self.heard[-3:]}")


def at_once(*work: Coroutine[Any, Any, Any]) -> list[Any]:
    async def together() -> list[Any]:
        return list(await asyncio.gather(*work))

    return asyncio.run(together())


# ── leaving in the middle ────────────────────────────────────────────────────

BEGIN = [
    ("07_training", "LiveTraining", {"steps": 2000, "batch": 16, "lr": 0.003, "units": "bpe"}),
    ("07_training", "RaceView", {}),
    ("10_kv_cache", "CacheLanes", {"text": "a cat and a dog", "history": 0, "example": -1}),
    ("00_overview", "Journey", {"text": "a cat", "n": 0}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("chapter", "picture", "request_"), BEGIN, ids=[b[1] for b in BEGIN])
def test_a_window_closed_in_the_middle_leaves_nothing_running(
    chapter: str,
    picture: str,
    request_: dict[str, Any],
    model: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = Transformer._run

    def slowly(*all: Any, **named: Any) -> Any:
        time.sleep(0.01)
        return run(*all, **named)

    async def leave(site: str) -> int:
        learner = Hearing(site, chapter, 1)
        try:
            await learner.open()
            monkeypatch.setattr(Transformer, "_run", slowly)  # or so small a model is done at once
            await learner.run("began", learner.find(picture), **request_)
            return len(working())
        finally:
            await learner.close()

    with forgetful(model, monkeypatch) as site:
        before = set(threading.enumerate())
        assert working() == []
        at_work = asyncio.run(leave(site))
        assert at_work == 1 or picture == "Journey", "it was over before we could leave"
        wait_for(lambda: not working(), seconds=90)
        # The window's own thread goes too; those of the server itself may come and stay.
        wait_for(lambda: not _kernels(), seconds=90)
        wait_for(lambda: not _others(before), seconds=90)


def _others(before: set[threading.Thread]) -> list[str]:
    """Threads that came since, but for the workers of libraries: those come and stay."""
    names = [one.name for one in threading.enumerate() if one not in before]
    return [name for name in names if not name.startswith(("AnyIO worker", "asyncio_", "tqdm"))]


def _kernels() -> list[str]:
    """Threads in which marimo runs a window's cells."""
    import traceback

    frames = sys._current_frames()
    return [
        thread.name
        for thread in threading.enumerate()
        if thread.ident in frames
        and any("launch_kernel" in line for line in traceback.format_stack(frames[thread.ident]))
    ]


@pytest.mark.slow
def test_the_thread_of_an_open_window_is_seen(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above can fail: while a window is open its thread is found."""

    async def look(site: str) -> int:
        window = Window(site, "00_overview", 1)
        try:
            await window.open()
            return len(_kernels())
        finally:
            await window.close()

    with forgetful(model, monkeypatch) as site:
        assert asyncio.run(look(site)) == 1
        wait_for(lambda: not _kernels(), seconds=90)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_ctrl_c_ends_the_server_while_somebody_trains(model: Path) -> None:
    async def train(site: str, stop: Any) -> None:
        learner = Hearing(site, "07_training", 1)
        try:
            await learner.open()
            picture = learner.find("LiveTraining")
            await learner.run("began", picture, steps=2000, batch=16, lr=0.003, units="bpe")
            stop()
            assert await asyncio.to_thread(learner.server.wait, 60) == 0  # type: ignore[attr-defined]
        finally:
            await learner.close()

    with started_server("--model", str(model)) as (site, process, said):
        Hearing.server = process  # type: ignore[attr-defined]
        asyncio.run(train(site, lambda: os.kill(process.pid, signal.SIGINT)))
        words = said.read_text(encoding="utf-8")
    assert "Traceback" not in words and "Error" not in words, words


# ── side by side ─────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_two_first_windows_at_once_load_one_model(
    model: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fresh = tiny_model(tmp_path / "fresh")
    really, loads = registry._load, []

    def counted(folder: Path, *how: Any, **more: Any) -> Any:
        loads.append(folder)
        return really(folder, *how, **more)

    async def come(site: str) -> None:
        windows = [Window(site, "00_overview", n) for n in (1, 2)]
        try:
            await asyncio.gather(*(window.open() for window in windows))
        finally:
            await asyncio.gather(*(window.close() for window in windows))
        for window in windows:
            assert not window.errors
            assert any("Journey" in str(s.get("_anywidget_id")) for s in window.models.values())

    monkeypatch.setattr(registry, "_load", counted)
    with served(serve.Settings(model=str(fresh))) as (site, _):  # nobody waits for the warm-up
        asyncio.run(come(site))
    assert loads == [fresh.resolve()] or loads == [fresh]


@pytest.mark.slow
def test_what_others_do_changes_nothing_of_mine(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def mine(learner: Hearing) -> list[int]:
        picture = learner.find("Journey")
        learner.heard.clear()
        prompt = await learner.run("read", picture, text="a cat and a dog", n=0)
        ids = [one["id"] for one in prompt["tokens"]]
        await learner.run(
            "made", picture, ids=ids, prompt=len(ids), n=12, seed=5, temperature=1.5, top_k=0
        )
        await learner.until("end")
        return [one["step"]["token"]["id"] for one in learner.heard if one.get("kind") == "step"]

    async def class_(site: str) -> tuple[list[int], list[int]]:
        me, you, trainer = (
            Hearing(site, "00_overview", 1), Hearing(site, "00_overview", 2),
            Hearing(site, "07_training", 3),
        )  # fmt: skip
        try:
            await asyncio.gather(me.open(), you.open(), trainer.open())
            alone = await mine(me)
            picture = trainer.find("LiveTraining")
            await trainer.run("began", picture, steps=2000, batch=16, lr=0.003, units="bpe")
            await you.run("read", you.find("Journey"), text="something else", n=0)
            beside = await mine(me)
            assert working(), "the other one was not training meanwhile"
            return alone, beside
        finally:
            await asyncio.gather(me.close(), you.close(), trainer.close())

    with forgetful(model, monkeypatch) as site:
        alone, beside = asyncio.run(class_(site))
        wait_for(lambda: not working(), seconds=90)  # the trainer has left
    assert len(alone) > 3 and alone == beside


# ── the load test ────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_small_class_works_hears_only_itself_and_is_measured(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chapters = ["00_overview", "02_tokenization"]
    with forgetful(model, monkeypatch) as site:
        outcome = asyncio.run(
            load_test(site, os.getpid(), learners=3, seconds=6, pace=1, chapters=chapters,
                      leave=False, first_round=False)
        )  # fmt: skip
    figures = summary(outcome, pace=1)
    assert figures["errors"] == [] and figures["overheard"] == []
    assert figures["own_words_that_came_back"] > 0, "a check that saw nothing"
    assert figures["all_reactions"]["count"] >= 3
    assert [at["moment"] for at in figures["memory"]] == [
        "server ready", "one window a chapter", "everybody there", "after the work",
    ]  # fmt: skip
    assert "typed a sentence" in as_text(figures)


def test_a_word_of_somebody_else_and_an_error_on_the_page_are_heard() -> None:
    window = Window("http://127.0.0.1:1", "00_overview", 7)
    window._watch('{"op": "model-lifecycle", "typed": "a cat Zq007qZ 1"}')
    assert window.own_words == 1 and window.overheard == [] and window.errors == []
    window._watch('{"op": "model-lifecycle", "typed": "a cat Zq012qZ 1"}')
    assert [number for number, _ in window.overheard] == [12]
    window._watch('{"mimetype":"application/vnd.marimo+error"}')
    assert len(window.errors) == 1


def test_a_class_is_shown_as_a_table_in_both_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = Path(load_learner.__file__).read_text(encoding="utf-8")
    kinds = set(re.findall(r'self\.(?:run|timed)\(\s*"([^"]+)"', source))
    assert len(kinds) >= 7, "the learners' actions were not found"
    one = Learner("http://127.0.0.1:1", "00_overview", 0)
    one.reactions = [Reaction(kind, "00_overview", 0.25) for kind in sorted(kinds)]
    moments = [
        Memory("after a first look", 0, 390_000_000, 2),
        Memory("one window a chapter", 1, 400_000_000, 2),
        Memory("everybody there", 3, 420_000_000, 4),
    ]
    figures = summary(Outcome([one], [1.5], moments), pace=10)
    english, chinese = as_markdown(figures, "en"), as_markdown(figures, "zh")
    assert "| opened a chapter | 1 | 1.50 s | 1.50 s | 1.50 s |" in english
    assert all(f"| {kind} | 1 | 0.25 s" in english for kind in kinds)
    assert "Each further learner takes 10.0 MB." in english
    assert "每多一位学员 10.0 MB。" in chinese and not any(kind in chinese for kind in kinds)
    noisy = as_markdown({**figures, "server_log": "Traceback\nError: x"}, "en")
    assert noisy == english + "\nThe server also wrote 2 lines that should not be there."
    assert [line.count("|") for line in english.splitlines()] == [
        line.count("|") for line in chinese.splitlines()
    ]
    kept = tmp_path / "class.json"
    kept.write_text(json.dumps(figures), encoding="utf-8")
    assert load_command(["--show", str(kept), "--lang", "zh"]) == 0
    assert capsys.readouterr().out == chinese + "\n"


def test_percentiles_are_values_that_were_measured() -> None:
    assert percentile([3, 1, 2], 0.5) == 2
    assert percentile(list(range(1, 101)), 0.95) == 95
    assert percentile([5], 0.95) == 5
    with pytest.raises(ValueError, match="no values"):
        percentile([], 0.5)


def test_memory_of_this_process_grows_with_what_it_holds() -> None:
    before = Memory.of(os.getpid(), "before", 0)
    held = bytearray(os.urandom(1)) * 60_000_000
    after = Memory.of(os.getpid(), "after", 0)
    assert 40e6 < after.bytes - before.bytes < 200e6 and len(held) == 60_000_000
    with pytest.raises(OSError, match="not to be found"):
        Memory.of(2**22 + 1, "nobody", 0)


def test_a_server_that_does_not_come_up_is_said_and_ended() -> None:
    said = re.escape("no model folder ./not/there")
    with pytest.raises(RuntimeError, match=said), started_server("--model", "./not/there"):
        pytest.fail("it started")


def test_work_that_does_not_look_up_is_not_waited_for_long() -> None:
    hold = threading.Event()

    def deep() -> Iterator[dict[str, Any]]:
        hold.wait(60)
        yield {}

    worker = Worker(deep(), lambda _: None)
    worker.start()
    assert end_work(patience=0.1) is False
    hold.set()
    worker.join(60)
    assert not worker.is_alive()
