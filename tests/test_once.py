"""What the prepared examples give is worked out once for a whole class, and only there."""

from __future__ import annotations

import gc
import threading
import weakref
from types import SimpleNamespace
from typing import Any

import marimo as mo
import pytest

from lesson_kit.app.once import once


class _Model:
    """Stands for a loaded model's network: something that can be referred to weakly."""


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mo, "app_meta", lambda: SimpleNamespace(mode="run"))


@pytest.fixture
def loaded() -> Any:
    return SimpleNamespace(model=_Model())


def test_a_class_that_opens_together_computes_once(served: None, loaded: Any) -> None:
    start, calls, seen = threading.Barrier(12), [], []

    def make(of: Any, text: str, *, tick: Any) -> list[str]:
        calls.append(text)
        tick()
        return [text]

    def learner(text: str) -> None:
        start.wait()
        seen.append(once(make, loaded, text, tick=lambda: None))

    threads = [threading.Thread(target=learner, args=("ab"[i % 2],)) for i in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(calls) == ["a", "b"]
    assert (
        len({id(one) for one in seen}) == 2
        and sorted(map(str, seen)) == ["['a']"] * 6 + ["['b']"] * 6
    )


def test_a_failure_is_not_kept_and_the_next_one_tries_again(served: None, loaded: Any) -> None:
    tries = []

    def make(of: Any) -> int:
        tries.append(1)
        if len(tries) == 1:
            raise TimeoutError("the first learner left")
        return len(tries)

    with pytest.raises(TimeoutError):
        once(make, loaded)
    assert [once(make, loaded), once(make, loaded)] == [2, 2]


def test_another_model_has_results_of_its_own_and_takes_them_along(served: None) -> None:
    def make(of: Any) -> _Model:
        return _Model()

    one, two = SimpleNamespace(model=_Model()), SimpleNamespace(model=_Model())
    first = weakref.ref(once(make, one))
    assert once(make, one) is first() and once(make, two) is not first()
    del one
    gc.collect()
    assert first() is None


@pytest.mark.parametrize("mode", ["edit", "script", None])
def test_where_the_code_may_change_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, loaded: Any, mode: str | None
) -> None:
    monkeypatch.setattr(mo, "app_meta", lambda: SimpleNamespace(mode=mode))
    assert once(lambda of: _Model(), loaded) is not once(lambda of: _Model(), loaded)
    tries: list[int] = []

    def make(of: Any) -> int:
        tries.append(1)
        return len(tries)

    assert [once(make, loaded), once(make, loaded)] == [1, 2]
