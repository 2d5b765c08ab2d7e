"""Chapter 10 through time: measurements of one window wait for each other; a switch keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from course import tiny_model

from lesson_kit.app.cache_kept import Memory
from lesson_kit.app.cache_page import CacheRuns
from lesson_kit.app.cache_turns import Turns
from lesson_kit.show.widgets.measuring import Bench
from lesson_kit.weights import LoadedModel, load

Message = dict[str, Any]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    return load(tiny_model(tmp_path_factory.mktemp("models") / "tiny"), device="cpu")


def _going_on() -> bool:
    return False


def test_time_spent_waiting_for_others_is_not_counted_as_ones_own() -> None:
    turns = Turns()
    with turns.join(_going_on) as turn:
        turn.work = 100.0
        turn.add(1.0, 50.0, shared=True)
        assert turns.left(turn) is None, "one piece, and all of it was waiting"
        turn.add(1.0, 0.01, shared=False)
        assert turns.left(turn) == pytest.approx(0.98)


def test_what_is_queued_before_is_part_of_what_is_left() -> None:
    turns = Turns()
    with turns.join(_going_on) as first, turns.join(_going_on) as second:
        first.work, second.work = 10.0, 6.0
        first.add(2.0, 1.0, shared=False)
        assert turns.left(first) == pytest.approx(4.0)
        assert turns.left(second) == pytest.approx(4.0 + 3.0)
        assert turns.mine(first, patience=0) and not turns.mine(second, patience=0)
    with turns.join(_going_on) as third:
        third.work = 8.0
        assert turns.left(third) == pytest.approx(4.0), "as fast as the last one was"


def test_whoever_was_stopped_holds_up_nobody() -> None:
    turns, gone = Turns(), [False]
    with turns.join(lambda: gone[0]) as first, turns.join(_going_on) as second:
        first.work = second.work = 5.0
        assert not turns.mine(second, patience=0)
        gone[0] = True
        assert turns.mine(second, patience=0) and turns.left(second) is None


def _run(runs: CacheRuns, key: str) -> Iterator[Message]:
    return runs.run_bench({"key": key}, _going_on)


def test_two_measurements_of_one_window_queue_and_nobody_else_is_blamed(
    tiny: LoadedModel,
) -> None:
    runs = CacheRuns(tiny, "en")
    first, second = _run(runs, "first_token"), _run(runs, "prefix")
    begun = [next(first)]
    waits = next(second)
    assert waits["queued"] and not waits["shared"]
    assert waits["left"] is None or 0 <= waits["left"] < 60
    said = [*begun, *first, *second]
    assert [one["kind"] for one in said].count("result") == 2
    assert not any(one.get("shared") or one.get("queued") for one in said)
    lefts = [one["left"] for one in said if one.get("left") is not None]
    assert all(left < 60 for left in lefts), "a tiny model takes no minute"


def test_a_stopped_measurement_leaves_the_queue_without_a_word(tiny: LoadedModel) -> None:
    runs, gone = CacheRuns(tiny, "en"), [False]
    first = runs.run_bench({"key": "first_token"}, lambda: gone[0])
    next(first)
    second = _run(runs, "prefix")
    assert next(second)["queued"]
    gone[0] = True  # and nobody asks `first` for another message
    assert list(second)[-1]["kind"] == "result"


def _memory() -> Memory:
    kept: dict[str, Any] = {}
    return kept.get, lambda name: lambda value: kept.__setitem__(name, value)


OWN = "a b c <b>"


def _typed(runs: CacheRuns, text: str) -> Message:
    return list(runs.run_lanes({"text": text, "history": 0, "example": -1}))[-1]


def test_an_own_beginning_and_its_lanes_outlive_a_switch_of_language(tiny: LoadedModel) -> None:
    memory = _memory()
    assert _typed(CacheRuns(tiny, "en", memory=memory), OWN)["kind"] == "result"
    runs = CacheRuns(tiny, "zh", memory=memory)
    assert runs.kept.own_text == OWN
    mine = runs.beginnings[-1]
    assert mine["own"] and mine["text"] == OWN and len(runs.beginnings) == len(runs.examples) + 1
    lanes = runs.prepared()[f"{len(runs.examples)}:0"]
    assert (
        lanes["kind"] == "measured"
        and "".join(t["t"] for t in lanes["question"] if not t["s"]) == OWN
    )
    still = CacheRuns(tiny, "zh", live=False, memory=memory)
    assert still.beginnings == still.examples, "a page without Python cannot run it"


def test_another_model_keeps_the_beginning_and_not_the_figures(
    tiny: LoadedModel,
) -> None:
    memory = _memory()
    weights = {"model.safetensors": "0" * 64}
    other = replace(tiny, card=replace(tiny.card, files=weights))
    first = CacheRuns(tiny, "en", memory=memory)
    _typed(first, OWN)
    list(_run(first, "first_token"))
    assert first.result("first_token")["kind"] == "measured"
    second = CacheRuns(other, "en", memory=memory)
    assert second.beginnings[-1]["text"] == OWN
    assert second.prepared() == {} and second.result("first_token") == {}


def test_measured_figures_come_back_in_the_other_language(tiny: LoadedModel) -> None:
    memory = _memory()
    first = CacheRuns(tiny, "en", memory=memory)
    for key in ("first_token", "lab"):
        list(_run(first, key))
    second = CacheRuns(tiny, "zh", memory=memory)
    assert second.result("first_token")["rows"] == first.result("first_token")["rows"]
    assert "词元" in second.result("first_token")["says"]
    assert second.result("lab") == {}, "its texts were in the other language"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_measurement_cut_short_by_a_switch_is_owned_up_to_once(
    lang: Any, tiny: LoadedModel
) -> None:
    memory = _memory()
    running = _run(CacheRuns(tiny, "en", memory=memory), "first_token")
    next(running)
    runs = CacheRuns(tiny, lang, memory=memory)
    told = runs.bench("first_token")["notice"]
    assert ("停下了" if lang == "zh" else "stopped") in told
    assert runs.bench("first_token")["notice"] == "" == runs.bench("speed")["notice"]
    running.close()


def test_what_ended_failed_or_was_stopped_by_the_learner_needs_no_notice(
    tiny: LoadedModel,
) -> None:
    memory = _memory()
    runs = CacheRuns(tiny, "en", memory=memory)
    list(_run(runs, "prefix"))
    assert _typed(runs, "  ")["kind"] == "error"
    cut = _run(runs, "first_token")
    next(cut)
    picture = Bench(**runs.bench("first_token"), about="x")
    picture._receive(picture, {"kind": "stop"}, None)
    after = CacheRuns(tiny, "en", memory=memory).kept
    assert [after.notice(key) for key in ("prefix", "lanes", "first_token")] == ["", "", ""]
    cut.close()
    gone = _run(runs, "first_token")
    next(gone)
    picture._receive(picture, {"kind": "stop", "gone": True}, None)
    assert after.notice("first_token"), "the page went, nobody had asked it to stop"
    gone.close()
