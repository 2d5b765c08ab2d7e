"""Chapter 10 between model and page: what is measured, told, recorded, refused."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest
import torch
from course import tiny_model

from lesson_kit.app import cache_lesson as lesson
from lesson_kit.app.cache_clock import lanes_plan, prefix_plan, speed_plan
from lesson_kit.app.cache_lab import head_by_hand
from lesson_kit.app.cache_page import CacheRuns, finish
from lesson_kit.app.cache_texts import HISTORY, LONG, QUESTIONS
from lesson_kit.app.cache_words import RESULTS, on_machine
from lesson_kit.app.recorded import RECORDED, read_recorded
from lesson_kit.measure.timing import clock_to_myself, machine
from lesson_kit.places import asset, notebooks_dir
from lesson_kit.show.charts_cache import (
    arrival_chart,
    arrival_table,
    dropping_chart,
    pairs_chart,
)
from lesson_kit.show.theme import colours
from lesson_kit.show.widgets.measuring import Bench, CacheLanes
from lesson_kit.weights import LoadedModel, load


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    return load(tiny_model(tmp_path_factory.mktemp("models") / "tiny"), device="cpu")


@pytest.fixture(scope="module")
def classroom() -> LoadedModel:
    return load("classroom-base", device="cpu")


def test_bytes_of_the_real_tensors_are_those_of_the_formula(
    tiny: LoadedModel, classroom: LoadedModel
) -> None:
    for loaded in (tiny, classroom):
        step = finish(
            lanes_plan(CacheRuns(loaded, "en").measure, loaded.tokenizer.encode("a b"), 0)
        )
        assert step["bytes"][0] > 0
        cache = loaded.model.step(torch.tensor([loaded.encode("The cat")]))[1]
        counted, formula = lesson.real_bytes(loaded, cache)
        assert counted == formula == cache.nbytes


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_lanes_tell_one_story_twice(lang: Any, tiny: LoadedModel) -> None:
    runs = CacheRuns(tiny, lang)
    assert runs.examples and runs.recorded == {}
    assert runs.prepared() == {} and runs.unrecorded
    prepared = dict(runs.first_lanes(lambda: False))
    assert "0:0" in prepared
    for run in prepared.values():
        assert run["same"] and run["kind"] == "measured"
        n = len(run["answer"])
        assert n == len(run["no"]) == len(run["yes"]) == len(run["bytes"]) >= 1
        rows = 2 * 2 * 2 * 8 * 4
        first = run["history"] + len(run["question"])
        assert run["bytes"] == [rows * (first + i) for i in range(n)]
        assert all(low <= middle <= high for middle, low, high in run["no"] + run["yes"])
    CacheLanes(runs.examples, prepared, lang=lang, shape=runs.shape)


def test_history_is_exactly_as_long_as_it_says(classroom: LoadedModel) -> None:
    measure = CacheRuns(classroom, "zh").measure
    for n in (1, 40, 400):
        ids = measure.long_text(n)
        assert len(ids) == n and ids[0] == classroom.tokenizer.start_id
    question = classroom.tokenizer.encode(QUESTIONS["zh"][0])
    raw = finish(lanes_plan(measure, question, 40, repeats=1))
    assert raw["prompt"] == [*measure.long_text(40), *question]
    assert measure.histories(range(512 - 40 - 9)) == [0, 40]


def _all(messages: Any) -> list[dict[str, Any]]:
    return list(messages)


@pytest.mark.parametrize("key", list(RESULTS))
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_bench_measures_on_a_tiny_model_and_speaks(
    key: str, lang: Any, tiny: LoadedModel
) -> None:
    said = _all(CacheRuns(tiny, lang).run_bench({"key": key}))
    assert [one["kind"] for one in said[:-1]] == ["progress"] * (len(said) - 1)
    result = said[-1]["result"]
    json.dumps(said[-1], allow_nan=False)
    assert result["says"] and result["on"] and result["kind"] == "measured"
    assert len(result["rows"]) > 2 and len({len(row) for row in result["rows"]}) == 1
    for panel in result["panels"]:
        for series in panel["series"]:
            assert series["points"] and series["name"]
    han = any("一" <= c <= "鿿" for c in result["says"])
    assert han is (lang == "zh")
    Bench(result, lang=lang, key=key, about="x")


def test_both_ways_choose_the_same_tokens_and_reuse_changes_none(classroom: LoadedModel) -> None:
    runs = CacheRuns(classroom, "en")
    raw = finish(speed_plan(runs.measure, repeats=1))
    assert raw["ids"][0] == raw["ids"][1] and len(raw["ids"][0]) >= 20
    again = finish(prefix_plan(runs.measure, repeats=1))
    assert len(again["points"]) >= 5 and all(point["same"] for point in again["points"])
    assert [p["shared"] for p in again["points"]] == sorted({p["shared"] for p in again["points"]})


def test_work_promised_is_work_done(tiny: LoadedModel) -> None:
    runs = CacheRuns(tiny, "zh")
    for key in RESULTS:
        plan, done = runs.plan(key), 0.0
        done = sum(plan.run)
        assert done == pytest.approx(plan.work, rel=0.35), key


def test_one_layer_is_the_same_and_all_layers_are_not(classroom: LoadedModel) -> None:
    for lang in ("zh", "en"):
        rows = lesson.dropped_by_layers(classroom, LONG[lang])
        layers = sorted({row["layers"] for row in rows})
        assert layers == [1, 2, 4, 6] and len(rows) == 4 * len(LONG[lang])
        assert max(row["moved"] for row in rows if row["layers"] == 1) < 1e-4
        assert min(row["moved"] for row in rows if row["layers"] == 6) > 0.01


def test_a_head_by_hand_is_the_model_s(classroom: LoadedModel) -> None:
    ids = classroom.encode("The weather is nice and")
    for head in (0, 3, 7):
        assert head_by_hand(classroom, ids, layer=2, head=head) < 1e-5


@pytest.mark.parametrize(
    "text",
    ["", "  \n", "<img src=x onerror=alert(1)>", "\ud800 x", "<|user|>", "字" * 9000, "👨‍👩‍👧"],
)
def test_odd_text_is_answered_with_a_run_or_a_sentence(text: str, tiny: LoadedModel) -> None:
    runs = CacheRuns(tiny, "zh")
    for history in (0, 40, 400, "x", None):
        last = _all(runs.run_lanes({"text": text, "history": history, "example": -1}))[-1]
        json.dumps(last, allow_nan=False)
        if last["kind"] == "error":
            assert "文字" in last["say"] and (not text.strip() or "第一个字符" in last["say"])
        else:
            assert last["kind"] == "result" and len(last["run"]["question"]) <= 15


def test_an_unknown_measurement_is_refused_in_words(tiny: LoadedModel) -> None:
    said = _all(CacheRuns(tiny, "en").run_bench({"key": "../../etc"}))
    assert said[-1]["kind"] == "error" and "Reload" in said[-1]["say"]


def test_the_second_to_measure_hears_that_they_take_turns(tiny: LoadedModel) -> None:
    runs, told = CacheRuns(tiny, "zh"), threading.Event()
    heard, wait = threading.Event(), runs.measure.waiting
    assert wait is not None

    def listening() -> None:
        wait()
        told.set()

    runs.measure = lesson.CacheMeasurements(tiny, "zh", listening)
    said: list[dict[str, Any]] = []

    def second() -> None:
        for message in runs.run_bench({"key": "first_token"}):
            said.append(message)
        heard.set()

    with clock_to_myself():
        thread = threading.Thread(target=second)
        thread.start()
        assert told.wait(timeout=20)
    thread.join(timeout=60)
    assert heard.is_set() and any(one.get("shared") for one in said)


class _Sent(list[dict[str, Any]]):
    """Stands where the page would be; ``first`` is set by the first message."""

    def __init__(self) -> None:
        super().__init__()
        self.first = threading.Event()

    def __call__(self, content: dict[str, Any], buffers: object = None) -> None:
        self.append(content)
        self.first.set()


def _nobody_measures() -> None:
    with clock_to_myself(lambda: pytest.fail("a stopped measurement still holds the clock")):
        pass


def test_stopping_ends_a_measurement(classroom: LoadedModel) -> None:
    runs, sent = CacheRuns(classroom, "zh"), _Sent()
    picture = Bench({}, lang="zh", key="speed", about="x", measure=runs.run_bench)
    picture.send = sent  # type: ignore[method-assign]
    picture._receive(picture, {"kind": "run", "number": 1, "key": "speed"}, None)
    worker = picture._worker
    assert worker is not None and sent.first.wait(timeout=60)
    picture._receive(picture, {"kind": "stop"}, None)
    worker.join(timeout=30)
    assert not worker.is_alive()
    assert all(one["kind"] == "progress" for one in sent)
    _nobody_measures()


def test_a_long_pass_is_given_up_between_two_layers(tiny: LoadedModel) -> None:
    from lesson_kit.measure.interrupting import InterruptedPassError, interruptible

    asked: list[int] = []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > 3  # in the middle of the second pass through two layers

    model, ids = interruptible(tiny.model, stopped), torch.tensor([tiny.encode("a b c")])
    with torch.inference_mode():
        assert torch.equal(model(ids), tiny.model(ids)), "the same model while nobody minds"
        with pytest.raises(InterruptedPassError):
            model(ids)
        assert len(asked) == 4
        assert torch.isfinite(tiny.model(ids)).all() and len(asked) == 4
    assert model.embed is tiny.model.embed


def test_a_measurement_stopped_inside_a_pass_says_nothing_and_frees_the_clock(
    tiny: LoadedModel, caplog: pytest.LogCaptureFixture
) -> None:
    for key in RESULTS:
        enough = iter([False] * 5)
        said = _all(CacheRuns(tiny, "en").run_bench({"key": key}, lambda e=enough: next(e, True)))
        assert all(one["kind"] == "progress" for one in said), key
        _nobody_measures()
    assert not caplog.records


def test_a_page_that_closes_in_the_middle_of_a_pass_ends_it(tiny: LoadedModel) -> None:
    runs, inside = CacheRuns(tiny, "zh"), threading.Event()
    picture = Bench({}, lang="zh", key="roof", about="x", measure=_long_pass(runs, inside))
    picture.send = _Sent()  # type: ignore[method-assign]
    picture._receive(picture, {"kind": "run", "number": 1, "key": "roof"}, None)
    worker = picture._worker
    assert worker is not None and inside.wait(timeout=60)
    picture.close()
    worker.join(timeout=60)
    assert not worker.is_alive()
    _nobody_measures()


def _long_pass(runs: CacheRuns, inside: threading.Event) -> Any:
    """Measures, but its first pass is as long as it takes for somebody to stop it."""

    def measure(request: Any, stopped: Any) -> Any:
        def asked_between_layers() -> bool:
            inside.set()
            while not stopped():
                pass
            return True

        return runs.run_bench(request, asked_between_layers)

    return measure


def test_the_recording_belongs_to_the_shipped_model(classroom: LoadedModel) -> None:
    raw = read_recorded(classroom)
    assert raw, "weights changed: run python -m lesson_kit.app.record_cache"
    for lang in ("zh", "en"):
        runs = CacheRuns(classroom, lang)
        prepared = runs.prepared()
        assert set(prepared) == {
            f"{i}:{h}" for i, one in enumerate(runs.examples) for h in one["histories"]
        }
        assert "0:40" in prepared and "0:400" in prepared
        for run in prepared.values():
            assert run["same"] and run["kind"] == "recorded" and "torch" in run["on"]
        for key in RESULTS:
            assert runs.result(key)["kind"] == "recorded" and runs.estimate(key)


def test_the_lab_shows_texts_in_the_language_of_the_page(classroom: LoadedModel) -> None:
    runs = {lang: CacheRuns(classroom, lang) for lang in ("zh", "en")}  # type: ignore[arg-type]
    for one in runs.values():
        one.recorded = {"benches": {"lab": _lab_of("猫"), "lab:en": _lab_of("a cat")}}
    assert "猫" in str(runs["zh"].result("lab")["table"])
    assert "a cat" in str(runs["en"].result("lab")["table"])
    assert "猫" not in str(runs["en"].result("lab")["table"])


def _lab_of(text: str) -> dict[str, Any]:
    row = {"prompt": 5, "made": 3, "cache": True, "first": [1.0] * 3, "each": [1.0] * 3,
           "repetition": 0.0, "text": text}  # fmt: skip
    rows = [{**row, "name": name} for name in ("baseline", "long", "no_cache", "sampling")]
    return {"rows": [*rows, {"name": "head", "difference": 0.0}], "repeats": 1, "draws": 2}


@pytest.mark.parametrize(("seconds", "said"), [(0.2, "1 s"), (42.0, "42 s"), (290.0, "5 minutes")])
def test_how_long_it_will_take_is_said_before_it_starts(
    tiny: LoadedModel, seconds: float, said: str
) -> None:
    runs = CacheRuns(tiny, "en")
    vars(runs)["_seconds_per_work"] = seconds / runs.plan("speed").work
    assert runs.estimate("speed") == f"about {said}"
    assert CacheRuns(tiny, "en").estimate("roof").startswith("about "), "from a short run"


def test_the_recorded_lanes_are_what_the_model_writes(classroom: LoadedModel) -> None:
    raw = read_recorded(classroom)
    assert raw, "weights changed: run python -m lesson_kit.app.record_cache"
    for lang in ("zh", "en"):
        one = raw["lanes"][lang]["0:40"]
        measure = CacheRuns(classroom, lang).measure
        again = finish(lanes_plan(measure, one["prompt"][40:], 40, repeats=1))
        assert again["answer"] == one["answer"] and again["bytes"] == one["bytes"]


def test_figures_in_sentences_follow_from_the_rows(classroom: LoadedModel) -> None:
    raw = read_recorded(classroom)["benches"]
    first, last = raw["speed"]["sweep"][0], raw["speed"]["sweep"][-1]
    gain = last["no"][0] / last["yes"][0]
    says = RESULTS["speed"](raw["speed"], "en")["says"]
    assert f"at {last['n']} tokens it is {gain:.3g} times" in says
    grown = {key: last[key][0] / first[key][0] for key in ("no", "yes")}
    assert f"grows {grown['no']:.2g} times without a cache and {grown['yes']:.2g} times" in says
    facts = RESULTS["first_token"](raw["first_token"], "en")["facts"]
    assert [f["value"] for f in facts[2:]] == ["1\u202f000\u202f000", "256\u202f000\u202f000"]


def _kind(cell: object) -> str:
    if cell == "":
        return ""
    return "number" if isinstance(cell, int | float) else "text"


@pytest.mark.parametrize("key", list(RESULTS))
def test_a_column_of_a_table_holds_what_its_head_says(key: str, classroom: LoadedModel) -> None:
    head, *rows = CacheRuns(classroom, "en").result(key)["rows"]
    assert len(set(head)) == len(head)
    for name, column in zip(head, zip(*rows, strict=True), strict=True):
        kinds = {_kind(cell) for cell in column} - {""}
        assert len(kinds) == 1, f"{key}: {name} holds {column}"
    if key == "roof":
        by_name = [dict(zip(head, row, strict=True)) for row in rows]
        rates = [row for row in by_name if row["read_bytes_per_s"] or row["matmul_flops_per_s"]]
        assert len(rates) == 1 and rates[0]["gflops"] == ""
        assert all(row["gflops"] < 1e6 for row in by_name if row["gflops"] != "")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_length_on_the_tile_is_the_longest_measured(lang: Any, classroom: LoadedModel) -> None:
    raw = json.loads(json.dumps(read_recorded(classroom)["benches"]["speed"]))
    raw["sweep"][1]["yes"][0] = raw["sweep"][1]["no"][0] / 1000  # a middle length, by far the best
    longest = raw["sweep"][-1]["n"]
    said = RESULTS["speed"](raw, lang)
    assert str(longest) in said["facts"][2]["label"]
    assert f"{longest} " in said["says"].rsplit("；" if lang == "zh" else ";", 1)[1]


def test_prose_figure_and_quiz_count_the_same_positions() -> None:
    """Token T + 1 costs the T positions before it without a cache: so the picture counts."""
    text = (notebooks_dir() / "10_kv_cache.py").read_text(encoding="utf-8")
    assert "T + 1 个位置" not in text and "T + 1 positions" not in text
    assert "前面 T 个位置" in text and "all T positions" in text
    for one in ("前面 110 个位置里，109 个", "Of the 110 positions before it, 109 are kept"):
        assert one in text


def test_numbers_of_four_digits_and_more_never_break_across_a_line() -> None:
    said = [
        (notebooks_dir() / name).read_text("utf-8") for name in ("10_kv_cache.py", "00_overview.py")
    ]
    said += [str(RESULTS[key](raw, lang)) for lang in ("zh", "en")
             for key, raw in read_recorded(load("classroom-base", device="cpu"))["benches"].items()
             if key in RESULTS]  # fmt: skip
    for text in said:
        assert not re.findall(r"\d \d{3}(?!\d)", text)
        assert not re.findall(r"n = \d{4,}", text)
        assert not re.findall(r"\d %", text)


def test_a_recording_of_other_weights_is_not_shown(tiny: LoadedModel) -> None:
    assert asset(*RECORDED).is_file()
    assert read_recorded(tiny) == {}


def test_arrivals_add_up() -> None:
    table = arrival_table([0.1, 0.02, 0.03])
    stream = table[table["kind"] == "stream"]
    assert stream["ms"].round(6).tolist() == [0, 100, 120, 150]
    assert table[table["kind"] == "wait"]["ms"].round(6).tolist() == [0, 150]
    with pytest.raises(ValueError, match="one step"):
        arrival_table([])


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_charts_are_drawn_in_both_languages(lang: Any, classroom: LoadedModel) -> None:
    import pandas as pd

    rows = pd.DataFrame(lesson.dropped_by_layers(classroom, LONG[lang][:1]))
    for chart in (
        pairs_chart(colours=colours(), lang=lang),
        arrival_chart(arrival_table([0.1, 0.2]), colours=colours(), lang=lang),
        dropping_chart(rows, colours=colours(), lang=lang),
    ):
        drawn = chart.to_dict()
        assert drawn["description"]
        assert drawn["width"] == "container", "as wide as the page, a phone's too"
        assert not {"hconcat", "vconcat", "concat"} & set(drawn)
    axis = pairs_chart(colours=colours(), lang=lang).to_dict()["layer"][0]["encoding"]["y"]["axis"]
    assert ("亿" in axis["labelExpr"]) is (lang == "zh") and "'0'" in axis["labelExpr"]


def test_both_languages_have_their_texts() -> None:
    assert set(QUESTIONS) == set(LONG) == set(HISTORY) == {"zh", "en"}
    assert all(4 <= len(texts) <= 6 for texts in QUESTIONS.values())
    assert "torch" in on_machine(machine(), "zh")


def test_a_damaged_recording_is_not_read_as_a_result(tmp_path: Path) -> None:
    from lesson_kit.app.recorded import _recorded

    assert _recorded(tmp_path / "missing.json") == {}
