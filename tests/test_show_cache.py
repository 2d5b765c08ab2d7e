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
