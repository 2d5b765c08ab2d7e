"""The pictures of chapter 10 in a real browser: lanes, bytes, benches; hostile text stays text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from widget_page import WidgetPage, browser

from lesson_kit.show.widgets.cache_memory import BIG, CacheMemory
from lesson_kit.show.widgets.measuring import Bench, CacheLanes

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as chromium:
        yield chromium


@pytest.fixture
def page(chromium: Any) -> Iterator[WidgetPage]:
    view = WidgetPage(chromium.new_page(viewport={"width": 1280, "height": 900}))
    yield view
    view.page.close()
    assert view.problems == []


def _token(text: str, at: int) -> dict[str, Any]:
    return {"t": text, "id": at, "b": text.encode().hex(), "g": at, "s": False}


def _run(history: int, *, kind: str = "recorded", answer: str = "abcdefghi") -> dict[str, Any]:
    steps = range(len(answer))
    return {
        "history": history, "same": True, "repeats": 5, "kind": kind, "on": "a test machine",
        "question": [_token(t, i) for i, t in enumerate(["今天", "天气", HOSTILE])],
        "answer": [_token(t, 10 + i) for i, t in enumerate(answer)],
        "no": [[0.004 + 0.001 * i, 0.003, 0.02] for i in steps],
        "yes": [[0.002, 0.001, 0.01] for _ in steps],
        "bytes": [6144 * (history + 3 + i) for i in steps],
    }  # fmt: skip


def _lanes(**more: Any) -> CacheLanes:
    return CacheLanes(
        [{"label": HOSTILE, "text": HOSTILE, "histories": [0, 40]}],
        {"0:0": _run(0), "0:40": _run(40)},
        lang=more.pop("lang", "zh"),
        shape={"L": 6, "G": 4, "D": 32, "width": 4},
        title="图 1",
        **more,
    )


def _in(view: WidgetPage, script: str) -> Any:
    return view.page.evaluate(f"() => {{ const r = hosts[0]; {script} }}")


def _counts(view: WidgetPage) -> list[list[str]]:
    return _in(
        view,
        "return [...r.querySelectorAll('.nums')].map(n => "
        "[...n.querySelectorAll('dd')].map(d => d.firstChild.textContent))",
    )


def test_positions_are_counted_as_the_formula_says(page: WidgetPage) -> None:
    page.show(_lanes())
    for step in (0, 1, 5, 8):
        _in(page, f"const i = r.querySelector('input[type=range]'); i.value = {step}; i.oninput()")
        page.settle()
        without, cached = _counts(page)
        prompt = 43
        assert without[0] == str(prompt + step)
        assert without[1] == str(sum(prompt + i for i in range(step + 1)))
        assert cached[:2] == [str(prompt if step == 0 else 1), str(prompt + step)]
        assert float(cached[3]) == pytest.approx(6.144 * (prompt + step), rel=0.005)
    rects = _in(
        page,
        "return [...r.querySelectorAll('svg.cells')].map("
        "s => s.querySelectorAll('.hot, .past').length)",
    )
    columns = 4 + 3
    assert rects == [sum(columns + i for i in range(9)), columns + 8]


def test_keys_move_the_steps_and_the_history_knob_changes_the_run(page: WidgetPage) -> None:
    page.show(_lanes())
    page.page.mouse.move(5, 5)
    _in(page, "r.querySelector('figure').focus()")
    page.page.keyboard.press("Home")
    page.settle()
    assert _counts(page)[1][0] == "43"
    page.page.keyboard.press("ArrowRight")
    page.settle()
    assert _counts(page)[1][0] == "1"
    _in(page, "[...r.querySelectorAll('.lk-seg button')].find(b => b.dataset.v === '0').click()")
    page.settle()
    assert _counts(page)[0][0] == "4"
    assert _in(
        page,
        "return [...r.querySelectorAll('.lk-seg button')]"
        ".find(b => b.dataset.v === '400').disabled",
    )


def _never(request: Any, stopped: Any) -> Iterator[dict[str, Any]]:
    return iter(())


def test_hostile_text_stays_text_and_a_page_without_python_says_so(page: WidgetPage) -> None:
    page.show(_lanes(live=False))
    assert _in(page, "return r.querySelectorAll('img').length") == 0
    assert HOSTILE in _in(page, "return r.querySelector('select').textContent")
    assert _in(page, "return r.querySelector('.measure').hidden") is True
    assert _in(page, "return r.querySelector('.below input').disabled") is True
    assert "录制" in _in(page, "return r.querySelector('figcaption').textContent")


def test_a_new_measurement_replaces_the_run_and_can_be_stopped(page: WidgetPage) -> None:
    page.show(_lanes(measure=_never))
    _in(page, "r.querySelector('.measure').click()")
    asked = page.page.evaluate("() => sent.filter(s => s[0] === 'send').map(s => s[1])")[-1]
    assert asked["kind"] == "run" and asked["history"] == 40 and asked["text"] == HOSTILE
    page.page.evaluate(
        "n => models[0].custom({kind:'progress',number:n,done:1,total:4,left:2.2,shared:true})",
        asked["number"],
    )
    assert "轮流" in _in(page, "return r.querySelector('.wait').textContent")
    fresh = {
        "kind": "result",
        "number": asked["number"],
        "example": 0,
        "run": _run(40, kind="measured", answer="xyz"),
    }
    page.page.evaluate("m => models[0].custom(m)", fresh)
    page.settle()
    assert "刚刚测得" in _in(page, "return r.querySelector('figcaption').textContent")
    assert _in(page, "return r.querySelector('input[type=range]').max") == "2"
    _in(page, "r.querySelector('.measure').click()")
    _in(page, "r.querySelector('.measure').click()")
    last = page.page.evaluate("() => sent.filter(s => s[0] === 'send').map(s => s[1])")[-1]
    assert last["kind"] == "stop"


def _said(view: WidgetPage, selector: str) -> str:
    return _in(view, f"return r.querySelector('{selector}').textContent")


def _asked(view: WidgetPage) -> list[dict[str, Any]]:
    return view.page.evaluate("() => sent.filter(s => s[0] === 'send').map(s => s[1])")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_an_empty_beginning_is_answered_and_measures_nothing(page: WidgetPage, lang: str) -> None:
    page.show(_lanes(lang=lang, measure=_never))
    entry = page.page.locator(".below input")
    for blank in ("", "   "):
        _in(page, "r.querySelector('.wait').textContent = 'old'")
        entry.fill(blank)
        entry.press("Enter")
        assert {"zh": "先写点什么", "en": "Write something first"}[lang] in _said(page, ".wait")
    assert _asked(page) == []
    entry.fill("a text")
    entry.press("Enter")
    assert [one["text"] for one in _asked(page)] == ["a text"], "once, though it changed too"


def test_a_text_the_model_ended_says_so_and_its_mark_is_no_start(page: WidgetPage) -> None:
    run = _run(0, answer="ab")
    run["answer"][-1] |= {"t": "<|start|>", "s": True, "e": True}
    examples = [{"label": "x", "text": "x", "histories": [0]}]
    shape = {"L": 6, "G": 4, "D": 32, "width": 4}
    page.show(CacheLanes(examples, {"0:0": run}, lang="en", shape=shape))
    assert "ended the text by itself" in _said(page, ".lanetake")
    assert "only 1 step." in _said(page, ".lanetake")
    assert _said(page, "svg.cells .out") == "□"


def test_lanes_that_are_still_measured_say_so_and_fill_in(page: WidgetPage) -> None:
    examples = [{"label": "x", "text": "x", "histories": [0, 40]}]
    shape = {"L": 6, "G": 4, "D": 32, "width": 4}
    page.show(
        CacheLanes(examples, {}, lang="en", shape=shape, measure=_never, measuring="A moment …")
    )
    assert _said(page, ".lanetake") == "A moment …" and _asked(page) == []
    page.page.evaluate("runs => models[0].answer('runs', runs)", {"0:0": _run(0) | {"repeats": 1}})
    page.settle()
    assert _in(page, "return r.querySelectorAll('svg.cells').length") == 2
    caption = _said(page, "figcaption")
    assert "one run only" in caption and "band" not in caption and "median" not in caption
    with pytest.raises(ValueError, match="a run"):
        CacheLanes(examples, {}, lang="en", shape=shape, live=False)


def test_the_own_beginning_and_a_notice_are_there_after_a_switch(page: WidgetPage) -> None:
    own = {"label": HOSTILE, "text": HOSTILE, "histories": [0], "own": True}
    examples = [{"label": "x", "text": "x", "histories": [0, 40]}, own]
    page.show(
        CacheLanes(
            examples, {"0:40": _run(40), "1:0": _run(0, kind="measured")}, lang="zh",
            shape={"L": 6, "G": 4, "D": 32, "width": 4}, typed=HOSTILE, notice="停下了。",
            measure=_never,
        )
    )  # fmt: skip
    assert _in(page, "return r.querySelector('.ask select').value") == "1"
    assert _in(page, "return r.querySelector('.below input').value") == HOSTILE
    assert _said(page, ".wait") == "停下了。" and "刚刚测得" in _said(page, "figcaption")
    assert _asked(page) == [], "nothing is measured before somebody asks"
    page.show(Bench({}, lang="zh", key="lab", about="x", measure=_never, notice="停下了。"))
    assert page.page.evaluate("() => hosts[1].querySelector('.lk-head').textContent").count("停下")


@pytest.mark.parametrize(
    ("message", "wanted", "never"),
    [
        ({"left": 11.2, "queued": True, "shared": False}, "Your other measurement", "Someone else"),
        ({"left": 3.0, "queued": False, "shared": True}, "at least 3 s", "Your other"),
        ({"left": 0.2, "queued": False, "shared": False}, "about 1 s left", "Someone else"),
        ({"left": None, "queued": True, "shared": False}, "Your other measurement", "s in all"),
    ],
)
def test_progress_says_whom_it_waits_for(
    page: WidgetPage, message: dict[str, Any], wanted: str, never: str
) -> None:
    page.show(Bench({}, lang="en", key="lab", about="x", measure=_never))
    _in(page, "r.querySelector('.run').click()")
    said = {"kind": "progress", "number": 1, "done": 1, "total": 4, **message}
    page.page.evaluate("m => models[0].custom(m)", said)
    assert wanted in _said(page, ".lk-head") and never not in _said(page, ".lk-head")


def _memory(page: WidgetPage) -> list[str]:
    return _in(page, "return [...r.querySelectorAll('.res > *')].map(n => n.textContent)")


def test_bytes_of_the_example_and_the_eighth(page: WidgetPage) -> None:
    presets = [{"key": "mha", "name": "MHA", **BIG}, {"key": "gqa", "name": "GQA", **BIG, "kv": 8}]
    page.show(CacheMemory(presets, lang="en"))
    thin = "\u202f"
    assert _memory(page) == [
        f"10.7{thin}GB",
        f"= 10{thin}GiB",
        f"10{thin}737{thin}418{thin}240 bytes",
    ]
    bars = _in(page, "return [...r.querySelectorAll('.hrow .v')].map(n => n.textContent)")
    assert bars == [f"10.7{thin}GB", f"1.34{thin}GB · 1/8", f"168{thin}MB · 1/64"]
    segments = _in(page, "return [...r.querySelectorAll('.track')].map(n => n.children.length)")
    assert segments == [64, 8, 1]
    _in(page, "r.querySelectorAll('.presets button')[1].click()")
    assert _memory(page)[2] == f"1{thin}342{thin}177{thin}280 bytes"


def test_a_factor_can_be_typed_stepped_and_dragged_and_nonsense_is_refused(
    page: WidgetPage,
) -> None:
    page.show(CacheMemory([{"key": "mha", "name": "MHA", **BIG}], lang="en"))
    length = page.page.locator("input").nth(3)
    length.click()
    length.fill("8192")
    length.press("Enter")
    assert _memory(page)[0] == "21.5\u202fGB"
    for bad in ("-3", "1e9", "abc", "0", "99999999999"):
        length.click()
        length.fill(bad)
        length.press("Enter")
        assert _memory(page)[0] == "21.5\u202fGB"
        assert "cannot be used" in _in(page, "return r.querySelector('.lk-read').textContent")
    length.click()
    length.press("ArrowDown")
    assert _memory(page)[0] == "10.7\u202fGB"
    _in(page, "r.querySelector('figure').querySelector('button').focus()")
    box = page.page.locator("input").nth(0).bounding_box()
    page.page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + 45, box["y"] + 10)
    page.page.mouse.up()
    assert _in(page, "return r.querySelectorAll('input')[0].value") == "96"


def _put(view: WidgetPage, index: int, text: str) -> None:
    entry = view.page.locator(".eq input").nth(index)
    entry.click()
    entry.fill(text)
    entry.press("Enter")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_heads_that_cannot_be_shared_and_odd_bytes_are_refused(page: WidgetPage, lang: str) -> None:
    page.show(CacheMemory([{"key": "mha", "name": "MHA", **BIG}], lang=lang))
    before = _memory(page)
    for index, bad, tells in ((1, "5", "64"), (1, "128", "64"), (4, "3", "fp16"), (4, "16", "8")):
        _put(page, index, bad)
        assert _memory(page) == before
        said = _said(page, ".lk-read")
        assert bad in said and tells in said
        assert {"zh": "不能用", "en": "cannot be used"}[lang] in said
    entry = page.page.locator(".eq input").nth(1)
    seen = []
    for _ in range(7):
        entry.click()
        entry.press("ArrowDown")
        seen.append(
            _in(page, "return r.querySelectorAll('.eq input')[1].getAttribute('aria-valuenow')")
        )
    assert seen == ["32", "16", "8", "4", "2", "1", "1"]
    assert "64" in _said(page, ".eq"), "the query heads stay"


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("width", [1280, 390])
def test_what_stands_under_a_factor_stays_in_its_box(chromium: Any, width: int, lang: str) -> None:
    view = WidgetPage(chromium.new_page(viewport={"width": width, "height": 800}))
    view.show(CacheMemory([{"key": "mha", "name": "MHA", **BIG}], lang=lang))
    out = _in(
        view,
        "return [...r.querySelectorAll('.eq .f')].flatMap(f => [...f.children].map(c => { "
        "const range = document.createRange(); range.selectNodeContents(c); "
        "const a = f.getBoundingClientRect(), b = range.getBoundingClientRect(); "
        "return b.left < a.left + 2 || b.right > a.right - 2 ? c.textContent : ''; }))"
        ".filter(Boolean)",
    )
    assert out == []
    view.page.close()


def _panel(x: float, y: float) -> dict[str, Any]:
    return {
        "title": "t", "x": {"label": "n", "log": False}, "y": {"label": "ms", "log": False},
        "series": [{"name": "a", "mark": "circle", "points": [[0, 0], [x, y]]}],
    }  # fmt: skip


@pytest.mark.parametrize(("lang", "ticks"), [("zh", ["4万", "2亿"]), ("en", ["40k", "200M"])])
def test_large_numbers_on_an_axis_are_counted_as_the_language_counts(
    page: WidgetPage, lang: str, ticks: list[str]
) -> None:
    result = {"panels": [_panel(100_000, 2e8)], "rows": [["x"]], "says": "", "kind": "recorded"}
    page.show(Bench(result, lang=lang, key="lab", about="x"))
    seen = _in(page, "return [...r.querySelectorAll('svg text')].map(n => n.textContent)")
    assert {tick.replace("\u202f", "") for tick in seen} >= set(ticks)


def test_on_a_phone_the_menu_stands_beside_the_title_and_rows_are_low(chromium: Any) -> None:
    view = WidgetPage(chromium.new_page(viewport={"width": 390, "height": 800}))
    head = ["experiment", *"abcdef", "outcome"]
    rows = [["1 Baseline: short prompt, greedy", *"123456", "a long text of the model " * 4]]
    table = {"head": head, "rows": rows}
    result = {"panels": [], "table": table, "rows": [head], "says": "", "kind": "recorded"}
    view.show(Bench(result, lang="en", key="lab", about="x", measure=_never, title="Figure 10"))
    title, menu, row = _in(
        view,
        "return ['.lk-title', '.lk-menu', 'tbody tr'].map(s => "
        "{ const b = r.querySelector(s).getBoundingClientRect(); return [b.top, b.bottom]; })",
    )
    assert menu[0] < title[1] and title[0] < menu[1]
    assert row[1] - row[0] < 60
    view.page.close()


def test_own_factors_come_back_after_a_switch_and_a_preset_is_the_new_page_s(
    page: WidgetPage,
) -> None:
    presets = [
        {"key": "mha", "name": "MHA", **BIG},
        {"key": "mine", "name": "mine", **BIG, "T": 64},
    ]
    page.show(CacheMemory(presets, lang="en"))
    _put(page, 0, "12")
    kept = [one[1] for one in page.page.evaluate("() => sent") if one[0] == "chosen"][-1]
    heard: list[Any] = []
    picture = CacheMemory(presets, lang="zh", chosen=kept, keep=heard.append)
    page.show(picture)
    second = "return [...hosts[1].querySelectorAll('.eq input')].map(i => i.value)"
    assert _in(page, second)[0] == "12" and _in(page, second)[3] == "4\u202f096"
    pressed = "return hosts[1].querySelectorAll('.presets [aria-pressed=true]').length"
    assert _in(page, pressed) == 0, "no preset has these factors"
    picture.chosen = {**kept, "T": 8}
    assert heard == [{**kept, "T": 8}]
    of_other = {**BIG, "T": 2048, "preset": "mine", "key": "mine", "name": "other"}
    page.show(CacheMemory(presets, lang="en", chosen=of_other))
    third = "return [...hosts[2].querySelectorAll('.eq input')].map(i => i.value)"
    assert _in(page, third)[3] == "64", "the model of this page, not of the last one"


def test_a_bench_draws_measures_and_offers_its_table(page: WidgetPage) -> None:
    result = {
        "panels": [
            {
                "title": "t", "x": {"label": "n", "log": True}, "y": {"label": "ms", "log": True},
                "series": [
                    {"name": "roof", "mark": "none", "points": [[0.1, 1], [5, 50], [500, 50]]},
                    {"name": HOSTILE, "mark": "circle", "points": [[1, 3, 2, 4], [20, 30, 25, 40]]},
                ],
            }
        ],
        "facts": [{"label": "a", "value": "12", "unit": "ms", "how": HOSTILE}],
        "table": {"head": ["x", "y"], "rows": [[HOSTILE, "=1+1"]]},
        "says": "So it is.", "rows": [["x", "y"], ["1", "2"]], "on": "here", "kind": "recorded",
    }  # fmt: skip
    page.show(Bench(result, lang="en", key="roof", about="about", measure=_never))
    assert _in(page, "return r.querySelectorAll('circle.mkci').length") == 2
    assert _in(page, "return r.querySelectorAll('img').length") == 0
    with page.page.expect_download() as saved:
        page.page.get_by_text("Download CSV").click()
    text = saved.value.path().read_text(encoding="utf-8-sig")
    assert saved.value.suggested_filename == "roof.csv"
    assert text.splitlines()[1:] == ["x,y", "1,2"] and "recorded" in text.splitlines()[0]
    page.page.get_by_role("button", name="Measure on this machine").click()
    assert _in(page, "return r.querySelector('.run').textContent") == "Stop"
    page.page.evaluate("() => models[0].custom({kind:'error',number:1,say:'No <b>luck</b>.'})")
    assert "No <b>luck</b>." in _in(page, "return r.querySelector('.lk-head').textContent")


def test_a_bench_without_figures_says_what_to_do(page: WidgetPage) -> None:
    page.show(Bench({}, lang="en", key="lab", about="about", live=False))
    assert "No recorded figures" in _in(page, "return r.querySelector('.says').textContent")


def test_nothing_is_wider_than_a_phone(chromium: Any) -> None:
    view = WidgetPage(chromium.new_page(viewport={"width": 390, "height": 844}))
    view.show(_lanes())
    view.show(CacheMemory([{"key": "mha", "name": "MHA", **BIG}], lang="en"))
    assert view.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert view.problems == []
    view.page.close()
