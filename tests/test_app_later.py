"""Work that a page does after it is shown: in turn, failures told, and never for nobody."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from lesson_kit.app.later import Tick, run_later


def later(work: Any, turn: threading.Lock | None = None, *, at_once: bool = False) -> list[str]:
    told: list[str] = []
    run_later(work, lang="en", turn=turn or threading.Lock(), at_once=at_once, failed=told.append)
    return told


def test_at_once_means_before_returning() -> None:
    done: list[str] = []
    assert later(lambda tick: done.append("yes"), at_once=True) == []
    assert done == ["yes"]


def test_later_returns_at_once_and_pieces_of_work_wait_for_each_other() -> None:
    turn, go_on, ended = threading.Lock(), threading.Event(), threading.Event()
    order: list[str] = []

    def first(tick: Tick) -> None:
        assert go_on.wait(60)
        order.append("first")

    def second(tick: Tick) -> None:
        order.append("second")
        ended.set()

    later(first, turn)
    later(second, turn)
    assert order == []
    go_on.set()
    assert ended.wait(60)
    assert order == ["first", "second"]


def test_a_failure_is_told_in_words(caplog: pytest.LogCaptureFixture) -> None:
    def work(tick: Tick) -> None:
        raise MemoryError

    (sentence,) = later(work, at_once=True)
    assert "not enough memory" in sentence
    assert "a measurement failed" in caplog.text


def test_work_ends_when_the_page_that_asked_is_gone() -> None:
    running, page_gone, ended = threading.Event(), threading.Event(), threading.Event()
    went_on: list[bool] = []

    def work(tick: Tick) -> None:
        try:
            running.set()
            assert page_gone.wait(60)
            tick()  # does not come back
            went_on.append(True)
        finally:
            ended.set()

    told: list[list[str]] = []
    page = threading.Thread(target=lambda: told.append(later(work)))
    page.start()
    assert running.wait(60)
    page.join(60)
    assert not page.is_alive()
    page_gone.set()
    assert ended.wait(60)
    assert went_on == []
    assert told == [[]]  # nothing went wrong, there was only nobody to tell
