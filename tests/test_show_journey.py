"""The journey: one message through the model, its steps, its threads and its picture."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import course
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import expect
from widget_page import WidgetPage, browser

from lesson_kit.app import serve
from lesson_kit.app.journey_lesson import JourneyRuns, Settings
from lesson_kit.generate import Sampler, generate
from lesson_kit.show.widgets.journey import TEMPERATURES, TOP_K, Journey, step_entry
from lesson_kit.weights.registry import LoadedModel, load

SHAPES = {"C": 8, "L": 2, "H": 2, "G": 1, "D": 4, "F": 16, "V": 50, "max": 64}


def _row(id: int) -> dict[str, Any]:
    text = f"w{id}"
    return {"t": text, "id": id, "b": text.encode().hex(), "g": None, "s": False}


def _entry(logits: np.ndarray, chosen: int, **more: Any) -> dict[str, Any]:
    facts: dict[str, Any] = dict(seconds=0.01, new=1, past=3, cache_bytes=64)
    return step_entry(logits, chosen, _row, **{**facts, **more})


def _steps(n: int, *, seconds: float = 0.01) -> list[dict[str, Any]]:
    logits = np.random.default_rng(3).normal(size=(n, 50))
    return [
        _entry(row, int(row.argmax()), seconds=seconds, new=1 if i else 3, past=2 + i if i else 0)
        for i, row in enumerate(logits)
    ]


def _example(**more: Any) -> dict[str, Any]:
    return {
        "label": "hello", "text": "hello", "tokens": [_row(1), _row(2), _row(3)],
        "steps": _steps(4), "end": "limit", "branches": {}, **more,
    }  # fmt: skip


# ── one step as data ───────────────────────────────────────────────────────────────


def _shares(entry: Mapping[str, Any], temperature: float, top_k: int) -> np.ndarray:
    """The picture's own formula (journey_parts.js), in Python."""
    t = temperature or 1.0
    x = np.array(entry["logits"]) / t
    if top_k:
        x[top_k:] = -np.inf
        return np.exp(x) / np.exp(x).sum()
    return np.exp(x - entry["z"][f"{t:g}"])


@given(
    st.lists(st.floats(-30, 30, width=32), min_size=50, max_size=200),
    st.sampled_from(TEMPERATURES),
    st.sampled_from(TOP_K),
)
@settings(max_examples=60, deadline=None)
def test_a_recorded_step_gives_the_samplers_probabilities(
    numbers: list[float], temperature: float, top_k: int
) -> None:
    logits = torch.tensor(numbers).round(decimals=4) + torch.arange(len(numbers)) * 1e-3  # no ties
    entry = _entry(logits.numpy(), int(logits.argmax()))
    sampler = Sampler(temperature=temperature or 1.0, top_k=top_k or None)
    wanted = sampler.probabilities(logits).sort(descending=True).values[: len(entry["logits"])]
    np.testing.assert_allclose(_shares(entry, temperature, top_k), wanted.numpy(), atol=2e-3)


def test_a_step_names_the_likeliest_and_ranks_the_chosen() -> None:
    logits = np.arange(50.0)
    entry = _entry(logits, chosen=47)
    assert [row["id"] for row in entry["named"]] == list(range(49, 39, -1))
    assert entry["rank"] == 2 and entry["token"]["id"] == 47 and entry["logit"] == 47.0
    assert entry["logits"] == sorted(entry["logits"], reverse=True)


# ── runs on a thread of their own ──────────────────────────────────────────────────


class _Sent:
    """Stands where the page would be: keeps what was sent, and can wait for it."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self._news = threading.Condition()

    def __call__(self, content: Any, buffers: Any = None) -> None:
        with self._news:
            self.messages.append(content)
            self._news.notify_all()

    def until(self, number: int) -> list[dict[str, Any]]:
        with self._news:
            assert self._news.wait_for(lambda: len(self.messages) >= number, timeout=20)
            return list(self.messages)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> _Sent:
    kept = _Sent()
    monkeypatch.setattr(Journey, "send", lambda self, content, buffers=None: kept(content))
    return kept


def _journey(run: Any) -> Journey:
    return Journey([_example()], SHAPES, lang="en", run=run)


def _ask(journey: Journey, **content: Any) -> None:
    journey._receive(journey, content, [])


def _thread(journey: Journey) -> threading.Thread:
    assert journey._worker is not None
    return journey._worker


def test_steps_go_out_in_order_under_the_number_of_their_run(sent: _Sent) -> None:
    asked: list[Mapping[str, Any]] = []

    def run(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        asked.append(request)
        yield from ({"kind": "step", "step": i} for i in range(3))
        yield {"kind": "end", "why": "limit"}

    journey = _journey(run)
    _ask(journey, kind="run", number=7, ids=[1])
    said = sent.until(4)
    assert [one.get("step") for one in said] == [0, 1, 2, None]
    assert {one["number"] for one in said} == {7} and asked[0]["ids"] == [1]
    _thread(journey).join(10)
    assert not _thread(journey).is_alive()


def test_stop_ends_the_run_within_one_step(sent: _Sent) -> None:
    gate, made = threading.Semaphore(0), []

    def run(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        for i in range(1000):
            gate.acquire()
            made.append(i)
            yield {"kind": "step", "step": i}

    journey = _journey(run)
    _ask(journey, kind="run", number=1)
    gate.release()
    sent.until(1)
    thread = _thread(journey)
    journey.close()
    gate.release()  # the step it was in may finish; no other begins
    thread.join(10)
    assert not thread.is_alive()
    assert len(made) <= 2 and len(sent.messages) == 1


def test_a_new_run_replaces_the_old_one(sent: _Sent) -> None:
    release = threading.Event()

    def run(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        if request["number"] == 1:
            yield {"kind": "step"}
            release.wait(20)
            yield {"kind": "step"}
        yield {"kind": "end"}

    journey = _journey(run)
    _ask(journey, kind="run", number=1)
    sent.until(1)
    first = _thread(journey)
    _ask(journey, kind="run", number=2)
    _thread(journey).join(10)
    release.set()
    first.join(10)
    assert [one["number"] for one in sent.messages] == [1, 2]


def test_pause_holds_the_run_and_resume_lets_it_go_on(sent: _Sent) -> None:
    begun = threading.Semaphore(0)

    def run(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        for i in range(5):
            begun.acquire()
            yield {"kind": "step", "step": i}

    journey = _journey(run)
    _ask(journey, kind="run", number=1)
    begun.release()
    sent.until(1)
    _ask(journey, kind="pause")
    begun.release(4)
    _thread(journey).join(0.2)
    assert _thread(journey).is_alive() and len(sent.messages) == 1
    _ask(journey, kind="resume")
    assert [one["step"] for one in sent.until(5)] == [0, 1, 2, 3, 4]


def test_a_run_that_fails_tells_the_page(sent: _Sent, caplog: pytest.LogCaptureFixture) -> None:
    def run(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        yield {"kind": "step"}
        raise RuntimeError("boom")

    journey = _journey(run)
    _ask(journey, kind="run", number=1)
    assert [one["kind"] for one in sent.until(2)] == ["step", "error"]
    _thread(journey).join(10)
    assert "boom" in caplog.text


def test_nonsense_from_the_page_starts_nothing(sent: _Sent) -> None:
    journey = _journey(lambda request: iter(()))
    for content in (None, "run", [], {"kind": "format"}, {}):
        journey._receive(journey, content, [])
    assert journey._worker is None
    recorded = Journey([_example()], SHAPES, lang="en")
    _ask(recorded, kind="run", number=1)
    assert recorded._worker is None and recorded.live is False


def test_it_needs_a_prepared_message() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Journey([], SHAPES, lang="en")


# ── the model's side ───────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    return load(course.tiny_model(tmp_path_factory.mktemp("model") / "tiny"), device="cpu")


@pytest.fixture
def runs(loaded: LoadedModel) -> JourneyRuns:
    return JourneyRuns(loaded, "en", limit=6)


def _kinds(messages: list[dict[str, Any]]) -> list[str]:
    return [one["kind"] for one in messages]


def test_a_run_is_what_generate_makes(runs: JourneyRuns, loaded: LoadedModel) -> None:
    ids = loaded.encode("今天天气")
    said = list(runs.run({"ids": ids, "n": 6, "temperature": 0, "seed": 1}))
    assert _kinds(said) == ["prompt", *["step"] * (len(said) - 2), "end"]
    wanted = list(
        generate(
            loaded.model, ids, max_new_tokens=6, sampler=Sampler(temperature=0),
            stop_ids=loaded.tokenizer.stop_ids,
        )
    )  # fmt: skip
    steps = [one["step"] for one in said if one["kind"] == "step"]
    assert [step["token"]["id"] for step in steps] == [step.id for step in wanted]
    for step, truth in zip(steps, wanted, strict=True):
        shown = [(row["id"], p) for row, p in zip(step["named"], _shares(step, 1, 0), strict=False)]
        assert [id for id, _ in shown] == [id for id, _ in truth.candidates]
        np.testing.assert_allclose(
            [p for _, p in shown], [p for _, p in truth.candidates], atol=1e-4
        )
    assert [(s["new"], s["past"]) for s in steps] == [
        (len(ids), 0), *((1, len(ids) + i) for i in range(len(steps) - 1))
    ]  # fmt: skip


def test_the_same_seed_draws_the_same_and_another_does_not(runs: JourneyRuns) -> None:
    def drawn(seed: int) -> list[int]:
        example = runs.example("今天天气", settings=Settings(temperature=1.5, seed=seed))
        return [step["token"]["id"] for step in example["steps"]]

    assert drawn(1) == drawn(1)
    assert len({tuple(drawn(seed)) for seed in range(4)}) > 1


def test_the_pages_own_text_comes_back_as_tokens(runs: JourneyRuns) -> None:
    (said,) = list(runs.run({"text": "小猫 <b>"}))
    assert said["own"] and said["label"] == "小猫 <b>"
    assert said["tokens"][0]["s"] and all(not row["s"] for row in said["tokens"][1:])
    assert bytes.fromhex("".join(row["b"] for row in said["tokens"])).decode() == "小猫 <b>"


def test_the_mark_that_ends_a_text_is_not_taken_for_its_start(runs: JourneyRuns) -> None:
    start = runs.loaded.tokenizer.start_id
    assert start is not None and start in runs.loaded.tokenizer.stop_ids, "one mark for both"
    ids = [*runs.loaded.encode("a b"), start]
    marks = [row.get("e", False) for row in runs._rows(ids)]
    assert marks == [False] * (len(ids) - 1) + [True]
    assert runs._row(start)["e"], "as a candidate it would end the text"


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    "request_",
    [{"text": "  \n"}, {"ids": []}, {"ids": [-1]}, {"ids": [10**9]}, {"ids": "1"}, {"ids": [1.5]},
     {"ids": [0] * 1000}, {}],
)  # fmt: skip
def test_what_cannot_be_used_is_answered_with_a_sentence(
    loaded: LoadedModel, lang: Any, request_: dict[str, Any]
) -> None:
    (said,) = list(JourneyRuns(loaded, lang).run(request_))
    assert said["kind"] == "error"
    assert said["say"].endswith("。" if lang == "zh" else ".")


def test_settings_from_a_page_are_held_to_their_range() -> None:
    wild = {"temperature": float("nan"), "top_k": "x", "seed": None}
    assert Settings.from_page(wild) == Settings()
    far = Settings.from_page({"temperature": 1e9, "top_k": -5, "seed": -1})
    assert far == Settings(5.0, 0, 2**31 - 1)
    far.sampler()


def test_a_long_text_leaves_room_to_write_and_the_window_ends_the_run(loaded: LoadedModel) -> None:
    window = loaded.model.config.max_seq_len
    runs = JourneyRuns(loaded, "en", limit=1000)
    (said,) = list(runs.run({"text": "weather " * 500}))
    assert len(said["tokens"]) <= window // 2 and said["note"]
    ids = [row["id"] for row in said["tokens"]]
    messages = list(runs.run({"ids": ids, "n": 1000, "temperature": 1.0}))
    assert messages[-1]["why"] in ("window", "stop")
    full = list(runs.run({"ids": [9] * window, "n": 5}))
    assert _kinds(full) == ["prompt", "step", "end"] and full[-1]["why"] in ("window", "stop")


def test_recorded_branches_begin_with_the_other_candidate(
    runs: JourneyRuns, loaded: LoadedModel
) -> None:
    example = runs.with_branches(runs.example("今天天气"), depth=2, width=3, longest=3)
    assert example["branches"]
    prompt = [row["id"] for row in example["tokens"]]
    for name, branch in example["branches"].items():
        at, other = map(int, name.split(":"))
        own = example["steps"][at]["token"]["id"]
        assert other != own and at < 2 and len(branch["steps"]) <= 3
        room = runs.limit - at - 1
        assert branch["end"] in (
            ("limit", "stop") if len(branch["steps"]) == room else ("", "stop")
        )
        before = [*prompt, *(s["token"]["id"] for s in example["steps"][:at]), other]
        if branch["steps"]:
            logits = loaded.model(torch.tensor([before]))[0, -1]
            assert branch["steps"][0]["token"]["id"] == int(logits.argmax())


# ── the picture, alone in a page ────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def chromium():
    with browser() as running:
        yield running


@pytest.fixture
def page(chromium: Any):
    shown = WidgetPage(chromium.new_page(viewport={"width": 1160, "height": 700}))
    yield shown
    assert shown.problems == []
    shown.page.close()


def _made(page: WidgetPage) -> int:
    return page.page.locator(".lk-line .made").count()


def _wait_made(page: WidgetPage, number: int) -> None:
    page.page.wait_for_function(
        "n => hosts[0].querySelectorAll('.lk-line .made').length === n", arg=number, timeout=20_000
    )


def _bars(page: WidgetPage) -> list[str]:
    return [one.inner_text() for one in page.page.locator(".lk-cand .lk-p").all()]


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_recorded_steps_play_without_python(page: WidgetPage, lang: str) -> None:
    page.show(Journey([_example(), _example(label="two")], SHAPES, lang=lang, source="a model"))
    assert _made(page) == 1  # already filled
    names = {"zh": ("下一个词元", "播放", "从头来"), "en": ("Next token", "Play", "From the start")}
    following, play, again = names[lang]
    page.page.get_by_role("button", name=following).click()
    _wait_made(page, 2)
    page.page.get_by_role("button", name=again).click()
    assert _made(page) == 0
    page.page.get_by_role("button", name=play, exact=True).click()
    _wait_made(page, 4)
    texts = [one.inner_text() for one in page.page.locator(".lk-said").all()]
    assert texts[0] == texts[1] and texts[0].startswith("w1w2w3w")
    assert page.page.locator(".lk-input").is_disabled()
    assert page.page.evaluate("sent") == []


@pytest.mark.browser
def test_the_bars_are_exact_at_every_temperature_and_top_k(page: WidgetPage) -> None:
    example = _example()
    page.show(Journey([example], SHAPES, lang="en"))
    step = example["steps"][0]
    for temperature in TEMPERATURES:
        for k in TOP_K:
            heat = "top" if temperature == 0 else f"{temperature:g}"
            page.page.get_by_label("Temperature").get_by_role(
                "button", name=heat, exact=True
            ).click()
            kept = str(k) if k else "all"
            page.page.get_by_label("top-k").get_by_role("button", name=kept, exact=True).click()
            wanted = _shares(step, temperature, k)[:6]
            for text, p in zip(_bars(page), wanted, strict=True):
                shown = float(text.removeprefix("<").split("\u202f")[0]) / 100
                assert abs(shown - max(p, 0)) < 6e-4 or (text.startswith("<") and p < 1e-3)


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_the_bars_of_the_candidates_begin_and_end_together(chromium: Any, width: int) -> None:
    view = WidgetPage(chromium.new_page(viewport={"width": width, "height": 900}))
    example = _example()
    step = example["steps"][0]
    step["named"][2] = {**step["named"][2], "t": " unusually-long-token"}
    late = next(i for i in range(50) if i not in [one["id"] for one in step["named"]])
    step["token"], step["rank"], step["logit"] = _row(late), 30, step["logits"][9] - 1
    view.show(Journey([example], SHAPES, lang="en", live=False))
    bars = view.page.evaluate(
        "() => [...hosts[0].querySelectorAll('.lk-bar')].map(b => b.getBoundingClientRect())"
        ".map(b => [b.left, b.width])"
    )
    assert len(bars) == 6 and bars[0][1] > 50
    for left, wide in bars:
        assert abs(left - bars[0][0]) < 1 and abs(wide - bars[0][1]) < 1
    assert "rank" in view.page.evaluate("() => hosts[0].querySelector('.lk-cands').textContent")
    assert view.page.evaluate("() => document.documentElement.scrollWidth") <= width
    view.page.close()


@pytest.mark.browser
def test_an_empty_message_is_asked_for_and_nothing_runs(page: WidgetPage) -> None:
    page.show(Journey([_example()], SHAPES, lang="en", run=lambda request: iter([])))
    for blank in ("", "  "):
        page.page.locator("input.lk-input").fill(blank)
        page.page.locator("input.lk-input").press("Enter")
        expect(page.page.locator(".lk-trouble")).to_contain_text("Write something first")
    assert not [s for s in page.page.evaluate("() => sent") if s[-1] and "text" in s[-1]]


@pytest.mark.browser
def test_the_shapes_are_the_models(page: WidgetPage) -> None:
    page.show(Journey([_example()], SHAPES, lang="en"))
    numbers = {
        one.get_attribute("data-stage"): one.locator(".lk-num").inner_text()
        for one in page.page.locator(".lk-stage").all()
    }
    assert numbers["vectors"] == "3×8" and numbers["attention"] == "2 × 3×3"
    assert numbers["ffn"] == "8→16" and numbers["layers"] == "2 layers"
    assert numbers["logits"] == "50" and numbers["context"] == "3\u202f/\u202f64"
    page.page.get_by_role("button", name="Next token").click()
    _wait_made(page, 2)
    assert page.page.locator("[data-stage=vectors] .lk-num").inner_text() == "1×8"


@pytest.mark.browser
def test_pause_holds_in_the_middle_of_a_step(page: WidgetPage) -> None:
    page.show(Journey([_example(steps=_steps(4, seconds=60.0))], SHAPES, lang="en"))
    page.page.get_by_role("button", name="Play", exact=True).click()
    page.page.locator(".lk-way.moving").wait_for()
    page.page.get_by_role("button", name="Pause").click()
    page.page.locator(".lk-way:not(.moving)").wait_for()
    assert _made(page) == 1


@pytest.mark.browser
def test_with_python_a_candidate_opens_another_road(page: WidgetPage) -> None:
    page.show(Journey([_example(end="")], SHAPES, lang="en", run=lambda request: iter(())))
    first = page.page.locator(".lk-cand").nth(1)
    other = first.locator(".lk-tok").inner_text()
    first.click()
    page.page.wait_for_function("sent.some(([n, c]) => n === 'send' && c.kind === 'run')")
    request = page.page.evaluate("sent.filter(([n, c]) => c && c.kind === 'run').at(-1)[1]")
    assert request["ids"] == [1, 2, 3, int(other.removeprefix("w"))]
    answer = {"kind": "step", "step": _steps(1)[0], "number": request["number"]}
    page.page.evaluate("m => models[0].custom(m)", answer)
    page.page.evaluate(
        "m => models[0].custom(m)", {"kind": "end", "why": "stop", "number": request["number"]}
    )
    _wait_made(page, 2)
    assert page.page.locator(".lk-roads li").count() == 2  # the first road is still there
    assert page.page.locator(".lk-leaf.fork").all_inner_texts() == [other]
    # that one had not been finished: now it is, under the seed it was begun with
    page.page.wait_for_function("sent.filter(([n, c]) => c && c.kind === 'run').length === 2")
    rest = page.page.evaluate("sent.filter(([n, c]) => c && c.kind === 'run').at(-1)[1]")
    assert rest["ids"] == [1, 2, 3] and rest["seed"] == request["seed"]
    page.page.locator(".lk-road").first.click()
    assert page.page.locator(".lk-said").first.inner_text() != f"w1w2w3{other}"


@pytest.mark.browser
def test_recorded_roads_stand_under_each_other_without_python(page: WidgetPage) -> None:
    example = _example(steps=_steps(6))
    other = example["steps"][2]["named"][1]
    example["branches"] = {f"2:{other['id']}": {"steps": _steps(3)[1:], "end": "stop"}}
    page.show(Journey([example], SHAPES, lang="en"))
    page.page.get_by_role("button", name="Play", exact=True).click()
    _wait_made(page, 6)
    page.page.locator(".lk-line .made").nth(2).click()  # back to the third step
    assert _made(page) == 3
    candidates = page.page.locator("button.lk-cand:enabled")
    assert candidates.all_inner_texts()[0].split()[0] == f"w{other['id']}"
    assert candidates.count() == 1
    candidates.click()
    _wait_made(page, 5)
    roads = page.page.locator(".lk-roads li")
    assert roads.count() == 2
    rows = [roads.nth(i).locator(".lk-leaf") for i in range(2)]
    assert [row.count() for row in rows] == [6, 5]
    before = [row.all_inner_texts()[:2] for row in rows]
    assert before[0] == before[1]
    assert rows[1].nth(2).inner_text() == f"w{other['id']}"
    places = [row.nth(1).bounding_box()["x"] for row in rows]
    assert places[0] == pytest.approx(places[1], abs=1), "what is alike stands under what is alike"
    rows[0].nth(4).click()
    assert _made(page) == 5 and page.page.locator(".lk-road").count() == 2
    page.page.locator(".lk-journey").focus()
    page.page.keyboard.press("ArrowLeft")
    assert _made(page) == 4
    assert page.page.evaluate("sent") == []


@pytest.mark.browser
def test_a_step_of_an_older_run_is_not_shown(page: WidgetPage) -> None:
    page.show(
        Journey([_example(steps=[], end="")], SHAPES, lang="en", run=lambda request: iter(()))
    )
    page.page.wait_for_function("sent.some(([n, c]) => n === 'send' && c.kind === 'run')")
    page.page.evaluate(
        "m => models[0].custom(m)", {"kind": "step", "step": _steps(1)[0], "number": -3}
    )
    page.settle()
    assert _made(page) == 0


@pytest.mark.browser
def test_typing_with_an_input_method_sends_nothing_before_enter(page: WidgetPage) -> None:
    page.show(Journey([_example()], SHAPES, lang="zh", run=lambda request: iter(())))
    box = page.page.get_by_label("自己写一句")
    box.fill("ni hao")
    box.dispatch_event("keydown", {"key": "Enter", "isComposing": True, "keyCode": 229})
    asked = "sent.filter(([n, c]) => n === 'send' && c.text !== undefined).map(([n, c]) => c.text)"
    assert page.page.evaluate(asked) == []
    box.fill("你好")
    box.press("Enter")
    assert page.page.evaluate(asked) == ["你好"]


@pytest.mark.browser
def test_the_keyboard_plays_only_while_the_picture_has_focus(page: WidgetPage) -> None:
    page.show(Journey([_example(steps=_steps(4, seconds=60.0))], SHAPES, lang="en"))
    page.page.keyboard.press(" ")
    page.settle()
    assert page.page.locator(".lk-way.moving").count() == 0
    page.page.locator(".lk-journey").focus()
    page.page.keyboard.press(" ")
    page.page.locator(".lk-way.moving").wait_for()
    page.page.keyboard.press(" ")
    page.page.locator(".lk-way:not(.moving)").wait_for()


@pytest.mark.browser
def test_what_is_saved_says_where_it_comes_from(page: WidgetPage) -> None:
    page.show(Journey([_example()], SHAPES, lang="en", source="a model"))
    saved = {}
    for kind in ("CSV", "SVG", "PNG"):
        page.page.locator(".lk-menu summary").click()
        with page.page.expect_download() as download:
            page.page.get_by_role("button", name=kind, exact=True).click()
        saved[kind] = Path(download.value.path()).read_bytes()
    table = saved["CSV"].decode("utf-8-sig").splitlines()
    assert "a model" in table[0] and table[1].startswith("step,id,token")
    assert len(table) == 3  # one step was shown
    assert "a model" in saved["SVG"].decode("utf-8")
    assert saved["PNG"].startswith(b"\x89PNG")


@pytest.mark.browser
def test_a_probability_says_how_it_was_made(page: WidgetPage) -> None:
    step = _steps(1)[0]
    page.show(Journey([_example(steps=[step])], SHAPES, lang="en"))
    says = page.page.locator(".lk-cand .lk-p").first.get_attribute("title") or ""
    top, total = (float(x.replace("\u2212", "-")) for x in re.findall(r"[\u2212-]?\d+\.\d+", says))
    assert abs(top - step["logits"][0]) < 0.006 and abs(total - step["z"]["1"]) < 0.006


@pytest.mark.browser
def test_the_models_words_are_text_and_never_broken(page: WidgetPage) -> None:
    rows = [_row(1), {**_row(2), "t": "<img src=x>", "b": b"<img src=x>".hex()}]
    broken = [{"t": "", "id": 9, "b": "e4", "g": 7, "s": False}, {**_row(4), "g": 8}]
    steps = _steps(2)
    steps = [{**step, "token": token} for step, token in zip(steps, broken, strict=True)]
    page.show(Journey([_example(tokens=rows, steps=steps)], SHAPES, lang="en"))
    said = page.page.locator(".lk-said").first
    assert said.inner_text() == "w1<img src=x>"  # half a character waits
    page.page.get_by_role("button", name="Next token").click()
    _wait_made(page, 2)
    assert said.inner_text() == "w1<img src=x>⟨E4⟩w4"
    assert page.page.locator(".lk-journey img").count() == 0


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1160])
def test_nothing_sticks_out_at_any_width(page: WidgetPage, width: int) -> None:
    page.page.set_viewport_size({"width": width, "height": 800})
    page.show(Journey([_example()], SHAPES, lang="zh", source="课堂模型 base"))
    page.settle()
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# ── the chapter, served ────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = course.tiny_model(tmp_path_factory.mktemp("served") / "tiny")
    with course.served(serve.Settings(model=str(folder), device="cpu")) as (address, warmup):
        assert warmup.wait(120).state == "ready", warmup.status.error
        yield address


@pytest.mark.browser
def test_a_learner_types_a_message_and_the_model_carries_it_on(chromium: Any, site: str) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)

    def outside(request: Any) -> None:
        if not request.url.startswith((site, site.replace("http", "ws"), "data:", "blob:")):
            wrong.append(f"a request left the machine: {request.url}")

    page.on("request", outside)
    page.goto(f"{site}/00_overview/?lang=zh")
    made = page.locator(".lk-line .made")
    expect(made).to_have_count(1, timeout=60_000)  # already filled with the first message

    page.get_by_label("自己写一句").fill("小猫 <img src=x>🙂")
    page.get_by_label("自己写一句").press("Enter")
    expect(page.locator(".lk-said").first).to_contain_text("小猫 <img src=x>🙂")
    expect(made).to_have_count(1, timeout=20_000)
    before = page.locator(".lk-said").first.inner_text()
    page.get_by_role("button", name="÷10", exact=True).click()
    page.get_by_role("button", name="播放", exact=True).click()
    expect(page.get_by_role("button", name="再播一遍")).to_be_visible(timeout=60_000)
    streamed, waited = (one.inner_text() for one in page.locator(".lk-said").all())
    assert streamed == waited and streamed != before and "\ufffd" not in streamed

    page.get_by_role("button", name="1.5", exact=True).click()  # other settings: more to draw
    page.get_by_role("button", name="从头来").click()
    page.get_by_role("button", name="下一个词元").click()
    expect(made).to_have_count(1, timeout=20_000)
    page.locator(".lk-cand:not(.mine)").first.click()
    expect(page.locator(".lk-roads li")).to_have_count(2)

    page.get_by_role("link", name="English").click()
    box = page.get_by_label("write your own")
    expect(box).to_be_visible(timeout=60_000)
    expect(page.locator(".lk-said").first).to_contain_text("小猫 <img src=x")  # kept
    box.fill("   ")
    box.press("Enter")
    expect(made).to_have_count(1)
    assert wrong == []
    context.close()
