"""Times on pages without Python come from a recording that names its machine, not from a clock."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from course import tiny_model

from lesson_kit.app.cache_page import CacheRuns
from lesson_kit.app.journey_lesson import JourneyRuns
from lesson_kit.app.recorded import (
    RECORDED,
    StepTimes,
    fingerprint,
    own_recording,
    read_recorded,
    recorded_steps,
)
from lesson_kit.places import asset
from lesson_kit.weights.registry import LoadedModel, load


@pytest.fixture(scope="module")
def classroom() -> LoadedModel:
    return load("classroom-base", device="cpu")


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LoadedModel:
    """A model nobody recorded, and a cache of its own to look for recordings in."""
    monkeypatch.setenv("LESSON_KIT_CACHE", str(tmp_path / "cache"))
    return load(str(tiny_model(tmp_path / "tiny")), device="cpu")


def test_between_recorded_points_a_time_is_read_off_the_line_and_never_beyond_them() -> None:
    times = StepTimes([(4, 0.04), (8, 0.06)], [(5, 0.01), (9, 0.03)], {"zh": "甲", "en": "A"})
    assert times.seconds(4, 0) == 0.04
    assert times.seconds(6, 0) == pytest.approx(0.05)
    assert times.seconds(1, 7) == pytest.approx(0.02)
    assert times.seconds(1, 500) == 0.03 and times.seconds(1, 1) == 0.01


def test_the_clocks_of_an_export_are_the_recorded_ones(classroom: LoadedModel) -> None:
    times = recorded_steps(classroom)
    assert times, "weights changed: run python -m lesson_kit.app.record_cache"
    assert "torch" in times.on["zh"] and "20" in times.on["en"]
    runs = JourneyRuns(classroom, "zh", live=False, limit=4)
    first = runs.example("今天天气")
    assert first == runs.example("今天天气")  # twice the same, times and all
    prompt = len(first["tokens"])
    seconds = [step["seconds"] for step in first["steps"]]
    expected = [times.seconds(prompt, 0)]
    expected += [times.seconds(1, prompt + i) for i in range(len(seconds) - 1)]
    assert seconds == [round(one, 6) for one in expected]


def test_with_no_recording_no_time_is_shown_and_nothing_is_measured(
    tiny: LoadedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_recorded(tiny) == {} and recorded_steps(tiny) is None
    steps = JourneyRuns(tiny, "en", live=False, limit=3).example("a b c")["steps"]
    assert steps and all(step["seconds"] is None for step in steps)

    def measured(*_: Any, **__: Any) -> None:
        raise AssertionError("a page without Python was measured for")

    monkeypatch.setattr("lesson_kit.app.cache_lesson.measure_pace", measured)
    for lang, said in (("zh", "record_cache"), ("en", "record_cache")):
        runs = CacheRuns(tiny, lang, live=False)  # type: ignore[arg-type]
        assert runs.prepared() == {} and runs.result("speed") == {}
        assert runs.estimate("speed") == "" and said in runs.missing


def test_another_models_recording_is_found_in_the_users_cache(tiny: LoadedModel) -> None:
    recording = json.loads(asset(*RECORDED).read_text(encoding="utf-8"))
    path = own_recording(tiny)
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({**recording, "model": "another"}), encoding="utf-8")
    assert read_recorded(tiny) == {}
    own = {**recording, "model": fingerprint(tiny)}
    path.write_text(json.dumps(own), encoding="utf-8")
    os.utime(path, ns=(1, 1))  # two writes may fall into one tick of the file system's clock
    assert read_recorded(tiny) == own
