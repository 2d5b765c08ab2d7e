"""The pictures of chapter 03: their arithmetic, their knobs, hostile text, in a real page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch
from widget_page import WidgetPage, browser

from lesson_kit.app.position_lesson import score_by_distance, sinusoids
from lesson_kit.show.charts_embedding import map_tables, word_map_chart
from lesson_kit.show.charts_sinusoid import sinusoid_chart, sum_table
from lesson_kit.show.label_places import label_places, spread_out
from lesson_kit.show.theme import Lang, colours
from lesson_kit.show.widgets.asking import AskingWidget
from lesson_kit.show.widgets.lookup_view import LookupView
from lesson_kit.show.widgets.neighbours_view import NeighboursView
from lesson_kit.show.widgets.order_view import OrderView
from lesson_kit.show.widgets.rope_view import RopeView
from lesson_kit.show.widgets.taste_map import SUMS, TASTES, TasteMap
from lesson_kit.show.widgets.word_paths import WordPaths

HOSTILE = '<img src=x onerror="window.pwned=1">'
WIDTH = 12


def _token(text: str, id: int, group: int, special: bool = False) -> dict[str, Any]:
    return {"t": text, "id": id, "b": text.encode().hex(), "g": group, "s": special}


TOKENS = [_token("<|start|>", 0, 0, True), _token("猫", 41, 1), _token(HOSTILE, 7, 2)]


def _halves(*shape: int, seed: int = 0) -> bytes:
    dice = np.random.default_rng(seed)
    return dice.normal(size=shape).astype("<f2").tobytes()


# -- without a page --------------------------------------------------------------------------------


def test_black_coffee_without_heat_is_iced() -> None:
    place = {one["key"]: np.array([one["x"], one["y"]]) for one in TASTES}
    a, b, c = SUMS[0]
    end = place[a] - place[b] + place[c]
    things = [one["key"] for one in TASTES if not one.get("word") and one["key"] not in (a, b, c)]
    nearest = min(things, key=lambda key: float(np.linalg.norm(place[key] - end)))
    assert nearest == "iced_americano"
    assert 0 < np.linalg.norm(place[nearest] - end) < 0.5  # about, not exactly


def _map(n: int = 12) -> tuple[pd.DataFrame, pd.DataFrame]:
    dice = np.random.default_rng(3)
    words = pd.DataFrame(
        {
            "i": range(n),
            "word": [HOSTILE, *(f"词{i}" for i in range(1, n))],
            "group": ["a", "b"] * (n // 2),
            **{name: dice.normal(size=n) for name in ("x0", "y0", "x1", "y1")},
        }
    )
    pairs = [
        {"i": i, "j": (i + d) % n, "stage": s, "cosine": 0.1 * d}
        for i in range(n)
        for d in (1, 2)
        for s in (0, 1)
    ]
    return words, pd.DataFrame(pairs)


def test_lines_of_the_map_end_at_the_right_words() -> None:
    words, pairs = _map()
    points, lines = map_tables(words, pairs)
    assert len(lines) == len(pairs) and len(points) == len(words)
    at = points.set_index("i")
    for line in lines.to_dict("records"):
        for name in ("x0", "y0", "x1", "y1"):
            assert line[name] == at.loc[line["i"], name]
            assert line[name + "b"] == at.loc[line["j"], name]
    order = np.argsort(words["x1"])
    assert (np.diff(points["x1"].to_numpy()[order]) >= 0).all()  # stretched, never shuffled


def test_names_do_not_cover_each_other_where_there_is_room() -> None:
    at = np.array([[100.0, 100], [103, 101], [300, 100]])
    places, clear = label_places(at, ["小猫", "小狗", "cat"])
    assert abs(places[0] - places[1]).max() >= 16
    assert (np.abs(places - at).max(1) < 60).all() and clear.all()
    spread = spread_out(np.array([[0.0, 5], [1, 5]]), 200, 100)
    assert spread[:, 0].tolist() == [30, 170] and spread[:, 1].tolist() == [30, 30]


def _boxes(places: np.ndarray, texts: list[str]) -> np.ndarray:
    wide = [sum(14 if ord(c) > 0x2E80 else 8 for c in text) for text in texts]
    half = np.stack((np.array(wide) / 2, np.full(len(texts), 8.0)), 1)
    return np.concatenate((places - half, places + half), 1)


def test_written_names_keep_apart_and_inside_however_crowded() -> None:
    at = np.random.default_rng(0).normal((300, 100), (60, 30), (80, 2)).clip(5, (595, 195))
    texts = [f"word{i}" if i % 2 else "词" * (i % 5 + 1) for i in range(80)]
    places, clear = label_places(at, texts, (600, 200))
    assert 20 < clear.sum() < 80  # some have no room
    boxes = _boxes(places, texts)[clear]
    assert (boxes[:, :2] >= 0).all() and (boxes[:, 2:] <= (600, 200)).all()
    wide, tall = (
        (
            np.minimum.outer(boxes[:, 2 + k], boxes[:, 2 + k])
            - np.maximum.outer(boxes[:, k], boxes[:, k])
        ).clip(0)
        for k in (0, 1)
    )
    shared = wide * tall
    np.fill_diagonal(shared, 0)
    area = ((boxes[:, 2] - boxes[:, 0]) * 16)[:, None]
    assert (shared <= 0.13 * np.maximum(area, area.T)).all()


def test_the_list_beside_the_map_is_in_order_of_closeness() -> None:
    words, pairs = _map()
    _, lines = map_tables(words, pairs)
    for _, mine in lines.groupby(["i", "stage"]):
        ordered = mine.sort_values("rank")
        assert ordered["rank"].tolist() == [0, 1]
        assert ordered["cosine"].is_monotonic_decreasing
        assert (ordered["wordb"] == words["word"].to_numpy()[ordered["j"]]).all()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_maps_knobs_need_no_python(lang: Lang) -> None:
    shares = [[0.1, 0.1], [0.3, 0.2]]
    chart = word_map_chart(*_map(), shares, colours=colours(), lang=lang, title="a head")
    spec = chart.to_dict()
    assert spec["title"] == "a head"
    names = {param["name"] for param in spec["params"]}
    assert {"stage", "kind", "wanted", "held"} <= names
    text = str(spec)
    assert "50 %" in text and "20 %" in text


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_sum_below_the_texture_is_the_sum(lang: Lang) -> None:
    code, row = sinusoids(8, 6), np.arange(6.0)
    table = sum_table(row, code)
    assert len(table) == 48
    assert table["sum"].to_numpy() == pytest.approx((table["row"] + table["code"]), abs=2e-4)
    one = table[(table["p"] == 5) & (table["c"] == 3)].iloc[0]
    assert one["code"] == pytest.approx(code[5, 3], abs=1e-4)
    chart = sinusoid_chart(code, row, word=HOSTILE, colours=colours(), lang=lang, title="t")
    spec = chart.to_dict()
    assert spec["params"][0]["name"] == "position"
    assert spec["title"]["text"] == "t"
    dots = spec["vconcat"][0]["hconcat"][1]["layer"]
    assert dots[1]["encoding"]["x"]["scale"]["domain"] == [0, 7]  # every position, none cut off
    shown = pd.DataFrame(spec["datasets"][dots[1]["data"]["name"]])
    mine = shown[shown["p"] == 3].set_index("q")["dot"]
    assert mine.index.tolist() == list(range(8))
    assert mine.to_numpy() == pytest.approx(code @ code[3], abs=1e-3)


def test_an_answer_and_a_refusal_both_reach_the_page() -> None:
    widget = AskingWidget(lang="zh")

    def make(text: str) -> dict[str, Any]:
        if text == "bad":
            raise ValueError("不行")
        return {"label": text}

    widget.answer(make)
    widget.ask("猫")
    assert widget.own == {"label": "猫", "typed": "猫", "asked": 1}
    widget.ask("bad")
    assert widget.own == {"error": "不行", "typed": "bad", "asked": 2}


# -- in a page -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as one:
        yield one


@pytest.fixture
def page(chromium: Any) -> Iterator[WidgetPage]:
    tab = chromium.new_page()
    shown = WidgetPage(tab)
    yield shown
    assert shown.problems == []
    assert tab.evaluate("window.pwned") is None
    tab.close()


def _lookup() -> dict[str, Any]:
    return {
        "label": HOSTILE,
        "tokens": TOKENS,
        "rows": _halves(3, 5, WIDTH),
        "near": [[-1, -1, 0, 1, 2], [39, 40, 41, 42, 43], [5, 6, 7, 8, 9]],
        "names": [["", "", "a", "b", "c"], list("abcde"), ["x", "y", HOSTILE, "z", ""]],
        "size": 50,
        "width": WIDTH,
        "same": 0.0,
    }


@pytest.mark.browser
def test_picking_a_token_shows_its_row(page: WidgetPage) -> None:
    data = _lookup()
    page.show(LookupView(examples=[data], lang="zh", title="t"))
    root = page.page
    assert root.locator(".lu-row").count() == 5
    root.locator(".lu-pick").nth(0).click()
    assert root.locator(".lu-row").count() == 3  # the table begins here
    root.locator(".lu-pick").nth(2).click()
    rows = np.frombuffer(data["rows"], "<f2").reshape(3, 5, WIDTH).astype(float)
    said = root.locator(".lk-read").inner_text()
    for x in rows[2, 2, :4]:
        assert f"{x:.2f}".replace("-", "−") in said
    assert root.locator(".lu-same").inner_text() == "0"


@pytest.mark.browser
def test_taste_map_adds_drags_and_compares(page: WidgetPage) -> None:
    page.show(TasteMap(lang="en"))
    root = page.page
    assert "iced americano" in root.locator(".tm-answer").first.inner_text()
    assert root.locator(".tm-d").inner_text() == "0.36"
    place = {one["key"]: np.array([one["x"], one["y"]]) for one in TASTES}
    a, b = place["hot_chocolate"], place["soy_milk"]
    cosine = a @ b / np.linalg.norm(a) / np.linalg.norm(b)
    assert root.locator(".tm-c").inner_text() == f"{cosine:.2f}"
    point = root.locator('[data-key="iced_americano"]')
    point.focus()
    for _ in range(3):
        root.keyboard.press("ArrowLeft")
    moved = place["iced_americano"] - [0.3, 0]
    end = place["black_coffee"] - place["hot"] + place["cold"]
    assert root.locator(".tm-d").inner_text() == f"{np.linalg.norm(moved - end):.2f}"
    box = point.locator("circle").bounding_box()
    root.mouse.move(box["x"] + 5, box["y"] + 5)
    root.mouse.down()
    root.mouse.move(box["x"] + 205, box["y"] - 150, steps=4)
    root.mouse.up()
    assert float(root.locator(".tm-d").inner_text()) > 1
    root.get_by_text("Reset").click()
    assert root.locator(".tm-d").inner_text() == "0.36"


@pytest.mark.browser
def test_neighbours_show_hostile_words_as_text_and_send_what_is_typed(page: WidgetPage) -> None:
    near = [{"t": HOSTILE, "id": 9, "b": "3c", "c": 0.5}, {"t": "", "id": 8, "b": "e58b", "c": 0.4}]
    data = {
        "label": "猫",
        "terms": [{"sign": 1, "t": HOSTILE, "ids": [1, 2]}],
        "after": near,
        "before": near,
    }
    page.show(NeighboursView(examples=[data], lang="zh", title="t"))
    root = page.page
    assert "E5 8B" in root.locator(".nb-board").inner_text()
    entry = root.locator(".lk-entry")
    entry.fill("小狗")
    assert root.evaluate("sent.length") == 0  # nothing leaves while typing
    entry.press("Enter")
    assert root.evaluate("sent[0]") == ["typed", "小狗"]
    root.evaluate("own => models[0].answer('own', own)", {"error": HOSTILE, "typed": "小狗"})
    assert root.locator(".lk-problem").inner_text() == HOSTILE


@pytest.mark.browser
def test_a_page_without_python_says_what_is_live_only(page: WidgetPage) -> None:
    page.show(OrderView(examples=[_order()], lang="zh", title="t", live=False))
    assert page.page.locator(".lk-entry").is_disabled()
    assert "仅现场" in page.page.locator(".as-own").inner_text()
    page.page.locator(".or-card").nth(3).click()  # looking still works
    assert "模型原样" in page.page.locator(".lk-read").inner_text()


def _order() -> dict[str, Any]:
    def way(rows: bytes, each: list[float]) -> dict[str, Any]:
        return {"rows": rows, "each": each, "difference": sum(each) / 3, "largest": 3 * each[1]}

    same = np.repeat(np.ones((1, 3, WIDTH)), 2, 0).astype("<f2").tobytes()
    settings = {
        "none": way(same, [0.0, 0.0, 0.0]),
        "position": way(_halves(2, 3, WIDTH), [0.1, 0.2, 0.3]),
        "mask": way(_halves(2, 3, WIDTH, seed=1), [0.0, 0.3, 0.6]),
        "model": way(_halves(2, 3, WIDTH, seed=2), [0.0, 0.6, 0.9]),
    }
    return {
        "label": "猫狗",
        "tokens": [TOKENS, TOKENS[::-1]],
        "match": [2, 1, 0],
        "width": WIDTH,
        "settings": settings,
    }


@pytest.mark.browser
def test_positions_and_mask_are_told_apart(page: WidgetPage) -> None:
    page.show(OrderView(examples=[_order()], lang="en", title="t"))
    root = page.page
    cards = root.locator(".or-card b").all_inner_texts()
    assert cards == ["0", "20.0\u202f%", "30.0\u202f%", "50.0\u202f%"]
    assert root.locator(".or-row code").all_inner_texts() == ["0"] * 3
    assert "exactly 0" in root.locator(".lk-read").inner_text()
    root.get_by_role("button", name="positions, no mask: 20.0").click()
    assert root.locator(".or-row code").all_inner_texts() == [
        f"{p:.1f}\u202f%" for p in (10, 20, 30)
    ]
    assert "positions alone" in root.locator(".lk-read").inner_text()


def _rope() -> dict[str, Any]:
    dice = torch.Generator().manual_seed(2)
    q, k = torch.randn(2, 4, 8, generator=dice), torch.randn(2, 2, 8, generator=dice)
    return {
        "speeds": [1.0, 0.3, 0.1, 0.01],
        "q": q.numpy().tobytes(),
        "k": k.numpy().tobytes(),
        "n_layer": 2,
        "n_head": 4,
        "n_kv_head": 2,
        "d_head": 8,
        "m": 9,
        "n": 4,
        "text": HOSTILE,
        "tokens": [TOKENS[1], TOKENS[2]],
        "layer": 1,
        "head": 3,
    }


@pytest.mark.browser
def test_moving_both_turns_the_hands_and_leaves_the_score(page: WidgetPage) -> None:
    data = _rope()
    q, k = (torch.from_numpy(np.frombuffer(data[n], "<f4").copy()) for n in "qk")
    curve = score_by_distance(q.view(2, 4, 8), k.view(2, 2, 8), torch.tensor(data["speeds"]), 48)[
        1, 3
    ]
    page.show(RopeView(data=data, lang="en", title="t"))
    root = page.page

    def score() -> float:
        return float(root.locator(".ro-score").inner_text().replace("−", "-"))

    assert score() == pytest.approx(float(curve[5]), abs=2e-3)
    hands = root.locator(".ro-q line").first.get_attribute("x2")
    root.locator(".ro-slide input").nth(1).fill("30")
    assert score() == pytest.approx(float(curve[5]), abs=2e-3)
    assert root.locator(".ro-q line").first.get_attribute("x2") != hands
    root.locator(".ro-slide input").nth(0).fill("11")
    assert score() == pytest.approx(float(curve[11]), abs=2e-3)


def _paths() -> dict[str, Any]:
    paths = [
        {"frame": f, "word": w, "text": f"{HOSTILE} {w}", "at": [[0, 0], [f + 1, 1], [2, f]]}
        for w in ("猫", "鸟")
        for f in (0, 1, 2)
    ]
    lines = {"other": [1, 0.8, 0.31], "same": [1, 0.9, 0.72]}
    return {
        "label": "猫",
        "word": "猫",
        "senses": ["一", "二"],
        "paths": paths,
        "lines": lines,
        "explained": [0.5, 0.2],
    }


@pytest.mark.browser
def test_layer_by_layer_the_readout_follows(page: WidgetPage) -> None:
    page.show(WordPaths(examples=[_paths()], lang="zh", title="t"))
    root = page.page
    assert root.locator(".wp-other").inner_text() == "0.310"
    root.locator(".wp-slide").fill("1")
    assert root.locator(".wp-other").inner_text() == "0.800"
    assert root.locator(".wp-same").inner_text() == "0.900"
    assert "70" in root.locator(".lk-say").inner_text()
    root.locator(".wp-words button").nth(1).click()
    assert root.locator(".wp-slot").first.inner_text() == "鸟"
    first, other = root.locator(".lk-entry").all()
    first.fill("一句")
    first.press("Enter")
    assert root.evaluate("sent.length") == 0  # both sentences are needed
    other.fill("两句")
    other.press("Enter")
    assert root.evaluate("sent[0]") == ["typed", ["一句", "两句"]]
