"""What the prepared examples give is worked out once for a whole class, and only there."""

from __future__ import annotations

import gc
import json
import threading
import weakref
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import altair as alt
import marimo as mo
import pandas as pd
import pytest
from marimo._output.formatting import try_format

from lesson_kit.app.once import drawn, once


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


def test_a_chart_of_the_same_numbers_is_drawn_once(served: None) -> None:
    drawings = []

    def chart(table: pd.DataFrame, *, lang: str) -> alt.Chart:
        drawings.append(lang)
        return alt.Chart(table, title=lang).mark_point().encode(x="x:Q")

    def show(numbers: list[int], lang: str) -> Any:
        return drawn(chart, pd.DataFrame({"x": numbers}), lang=lang)

    first = show([1, 2], "zh")
    assert show([1, 2], "zh") is first and drawings == ["zh"]
    assert show([1, 3], "zh") is not first and show([1, 2], "en") is not first
    assert drawings == ["zh", "zh", "en"]
    shown = try_format(first)
    plain = try_format(chart(pd.DataFrame({"x": [1, 2]}), lang="zh"))
    assert shown.mimetype == plain.mimetype
    ours, theirs = json.loads(str(shown.data)), json.loads(str(plain.data))
    assert ours["mark"] == theirs["mark"] and ours["encoding"] == theirs["encoding"]
    assert next(iter(ours["datasets"].values())) == [{"x": 1}, {"x": 2}]


def test_old_charts_make_room_and_a_chart_that_fails_says_so(
    served: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lesson_kit.app.once._MOST_CHARTS", 2)

    def chart(n: int) -> alt.Chart:
        if n < 0:
            raise ValueError("no such chart")
        return alt.Chart(pd.DataFrame({"x": [n]})).mark_point().encode(x="x:Q")

    kept = [drawn(chart, n) for n in (1, 2, 3)]
    assert drawn(chart, 3) is kept[2] and drawn(chart, 1) is not kept[0]
    with pytest.raises(ValueError, match="no such chart"):
        drawn(chart, -1)


def test_examples_are_told_apart_by_what_they_hold(served: None, loaded: Any) -> None:
    @dataclass(frozen=True)
    class Example:
        text: str
        places: dict[str, list[int]]

    made: list[str] = []

    def make(of: Any, example: Example) -> str:
        made.append(example.text)
        return example.text

    one, same = Example("a", {"x": [1]}), Example("a", {"x": [1]})
    assert once(make, loaded, one) == once(make, loaded, same) == "a" and made == ["a"]
    once(make, loaded, Example("a", {"x": [2]}))
    assert len(made) == 2
    with pytest.raises(TypeError, match="cannot be compared"):
        once(make, loaded, object())
