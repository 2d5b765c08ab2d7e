"""Head habits on attention that is known by construction, and a clock that keeps its promises."""

from __future__ import annotations

import threading
import types

import pytest
import torch

from lesson_kit.measure import heads
from lesson_kit.measure.timing import Timing, clock_to_myself, machine, time_runs


class Scripted:
    """A stand-in whose two heads look exactly where the test says."""

    def __init__(self, *looks: list[int]) -> None:
        self.looks = looks
        self.embed = types.SimpleNamespace(weight=torch.zeros(1))

    def trace(self, ids: torch.Tensor) -> object:
        n = ids.shape[1]
        weights = torch.zeros(1, len(self.looks), n, n)
        for h, look in enumerate(self.looks):
            for i, j in enumerate(look[:n]):
                weights[0, h, i, j] = 1
        return types.SimpleNamespace(layers=[types.SimpleNamespace(weights=weights)])


def test_habits_find_the_head_that_was_built_to_have_them() -> None:
    ids = (0, 7, 8, 9, 7, 8)  # start, a b c a b
    previous, first = [0, 0, 1, 2, 3, 4], [0] * 6
    induction, reference = [0, 0, 0, 0, 2, 3], [0, 0, 0, 1, 0, 0]
    model = Scripted(previous, first, induction, reference)
    sentence = heads.Sentence(ids, links=((3, (1,)),))
    found = heads.head_habits(model, [sentence])  # type: ignore[arg-type]
    assert {name: found[name].best()[1:] for name in found} == {
        "previous": (0, 1.0), "first": (1, 1.0), "induction": (2, 1.0), "reference": (3, 1.0),
    }  # fmt: skip
    assert {name: found[name].n for name in found} == {
        "previous": 4, "first": 5, "induction": 2, "reference": 1,
    }  # fmt: skip


def test_a_habit_without_rows_is_left_out() -> None:
    found = heads.head_habits(Scripted([0, 0, 1]), [heads.Sentence((0, 1, 2))])  # type: ignore[arg-type]
    assert set(found) == {"previous", "first"}


def test_an_immediate_repetition_is_no_induction() -> None:
    assert heads.induction_rows(heads.Sentence((0, 5, 5))) == []


def test_timing_counts_runs_and_sorts_them() -> None:
    calls: list[int] = []
    timing = time_runs(lambda: calls.append(1), repeats=4, warm_up=2)
    assert len(calls) == 6 and len(timing.seconds) == 4
    odd = Timing((3.0, 1.0, 2.0))
    assert (odd.fastest, odd.median, odd.slowest) == (1.0, 2.0, 3.0)
    with pytest.raises(ValueError, match="repeats=0"):
        time_runs(lambda: None, repeats=0)


def test_the_second_to_measure_is_told_that_it_waits() -> None:
    told, order = threading.Event(), []

    def second() -> None:
        with clock_to_myself(waiting=told.set):
            order.append("second")

    with clock_to_myself():
        thread = threading.Thread(target=second)
        thread.start()
        assert told.wait(timeout=10)
        order.append("first")
    thread.join(timeout=10)
    assert order == ["first", "second"]


def test_the_machine_is_named() -> None:
    assert torch.__version__ in str(machine()) and "threads" in str(machine())
