"""The pictures of chapter 06 in a real page: their numbers are right, their knobs work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest
from widget_page import WidgetPage, browser

from lesson_kit.model.config import preset
from lesson_kit.show.ffn_data import activations, ffn_sentence, lens_sentence, unpack
from lesson_kit.show.widgets.ffn_view import FfnView, LensView
from lesson_kit.show.widgets.fit_view import FitView
from lesson_kit.show.widgets.ledger import Ledger
from lesson_kit.show.widgets.unit_view import UnitView

pytestmark = pytest.mark.browser
WORDS = ["<|start|>", "There", " is", " no", " spoon"]
HOSTILE = '<img src=x onerror="window.pwned=1">'
LAYERS, C, WIDE = [0, 4, 9], 6, 16
#: The picture's own root, inside the shadow root of the n-th widget of the page.
ROOT = "n => ({ ...hosts[n].querySelector('.lk').dataset })"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as driver:
        yield driver


@pytest.fixture
def stage(chromium: Any) -> Iterator[WidgetPage]:
    page = chromium.new_page(viewport={"width": 1180, "height": 900})
    made = WidgetPage(page)
    yield made
    assert not made.problems, made.problems
    assert not page.evaluate("() => window.pwned")
    page.close()


def tokens(words: list[str]) -> list[dict[str, Any]]:
    return [
        {"t": w, "id": i, "b": w.encode().hex(), "g": i, "s": w.startswith("<|")}
        for i, w in enumerate(words)
    ]


def sentence(words: list[str] = WORDS, seed: int = 0, gated: bool = True) -> dict[str, Any]:
    dice = np.random.default_rng(seed)
    narrow, wide = (len(LAYERS), len(words), C), (len(LAYERS), len(words), WIDE)
    return ffn_sentence(
        "".join(words[1:]),
        tokens(words),
        layers=LAYERS,
        gated=gated,
        x=dice.normal(size=narrow),
        pre=dice.normal(size=wide),
        second=dice.normal(size=wide),
        out=dice.normal(size=narrow),
    )


def lens(words: list[str] = WORDS) -> dict[str, Any]:
    dice = np.random.default_rng(1)
    shape = (4, len(words), 3)
    p = np.sort(dice.dirichlet(np.ones(5), size=shape[:2])[..., :3], -1)[..., ::-1]
    names = {n: f" w{n}" for n in range(9)} | {0: HOSTILE}
    ids = dice.permuted(np.tile(np.arange(9), (*shape[:2], 1)), axis=-1)[..., :3]
    return lens_sentence("".join(words[1:]), tokens(words), ids, p, p[..., 0] / 2, names)


def test_half_of_the_activation_is_counted_from_the_models_numbers(stage: WidgetPage) -> None:
    data = sentence()
    stage.show(FfnView(sentences=[data], lang="en", layer=5))
    act = activations(unpack(data, "pre"), unpack(data, "second"), gated=True)
    page = stage.page
    for place, token in ((1, 3), (2, 3), (2, 1)):
        page.get_by_role("button", name=str(LAYERS[place] + 1), exact=True).click()
        page.locator(".ffn-chips .lk-tok").nth(token).click()
        sizes = np.sort(np.abs(act[place, token]))[::-1]
        half = int((np.cumsum(sizes) < sizes.sum() / 2).sum()) + 1
        assert page.evaluate(ROOT, 0)["half"] == str(half)
        assert f"strongest {half} carry" in page.inner_text(".lk-read")


def test_a_unit_shows_how_it_was_computed(stage: WidgetPage) -> None:
    data = sentence()
    stage.show(FfnView(sentences=[data], lang="en", layer=0))
    page = stage.page
    page.locator("canvas").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    said = page.inner_text(".lk-read").replace("−", "-")
    place, token = 0, data["first"]
    pre, second = (float(unpack(data, n)[place, token, 2]) for n in ("pre", "second"))
    assert said.startswith("Unit #2")
    assert f"silu({float(f'{pre:.3g}'):g})" in said
    assert said.endswith(f"{float(f'{pre / (1 + np.exp(-pre)) * second:.3g}'):g}")


def test_pictures_of_one_page_follow_each_other(stage: WidgetPage) -> None:
    other = ["<|start|>", "猫", "追", "狗"]
    stage.show(FfnView(sentences=[sentence(), sentence(other, 2)], lang="zh"))
    stage.show(LensView(sentences=[lens(), lens(other)], lang="zh"))
    page = stage.page
    page.locator("select.av-pick").first.select_option("1")
    assert page.locator(".lens-grid .lk-tok").count() == len(other)
    page.locator("select.av-pick").nth(1).select_option("0")
    assert page.locator(".ffn-chips .lk-tok").count() == len(WORDS)


def test_the_lens_shows_every_depth_and_says_when_it_settled(stage: WidgetPage) -> None:
    data = lens()
    stage.show(LensView(sentences=[data], lang="en"))
    page = stage.page
    ids = np.frombuffer(data["ids"], "<i4").reshape(4, len(WORDS), 3)
    p = np.frombuffer(data["p"], "<f4").reshape(4, len(WORDS), 3)
    page.locator(".lens-grid .lk-tok").nth(2).click()
    shown = page.locator(".lens-cand").evaluate_all(
        "all => all.map(e => [+e.dataset.d, +e.dataset.id, +e.dataset.p])"
    )
    want = [[d, int(ids[d, 2, k]), float(p[d, 2, k])] for d in (3, 2, 1, 0) for k in range(3)]
    np.testing.assert_allclose(shown, want)
    firsts = ids[:, 2, 0]
    settled = next(d for d in range(4) if (firsts[d:] == firsts[-1]).all())
    assert page.evaluate(ROOT, 0)["settled"] == str(settled)


def test_typed_text_leaves_on_enter_and_the_answer_is_shown(stage: WidgetPage) -> None:
    stage.show(FfnView(sentences=[sentence()], lang="en"))
    page = stage.page
    entry = page.locator("input.lk-entry")
    entry.fill(HOSTILE)
    entry.press("Enter")
    assert ["typed", HOSTILE] in page.evaluate("() => sent")
    from widget_page import as_json

    mine = {**sentence(["<|start|>", HOSTILE]), "typed": HOSTILE, "note": "cut here"}
    page.evaluate("x => models[0].answer('own', x)", as_json(mine))
    stage.settle()
    assert page.locator(".ffn-chips .lk-tok").count() == 2
    assert "cut here" in page.inner_text(".lk-caveat")
    page.evaluate("() => models[0].answer('own', { error: 'There is no text yet.' })")
    assert "no text yet" in page.inner_text(".lk-problem")


def test_a_character_over_several_tokens_is_one_group(stage: WidgetPage) -> None:
    words = ["<|start|>", "a", "", "", "b"]
    split = tokens(words)
    for i, byte in ((2, "e58b"), (3, "ba")):  # 勺 in two pieces
        split[i] |= {"b": byte, "g": 2}
    stage.show(FfnView(sentences=[{**sentence(words), "tokens": split}], lang="zh"))
    stage.show(LensView(sentences=[{**lens(words), "tokens": split}], lang="zh"))
    page = stage.page
    assert page.locator(".ffn-group > bdi").inner_text() == "勺"
    assert page.locator(".ffn-group .lk-tok").count() == 2
    assert page.locator(".lens-group").inner_text() == "勺"
    page.locator(".ffn-chips .lk-tok").nth(3).click()
    assert "on" in (page.locator(".ffn-chips .lk-tok").nth(3).get_attribute("class") or "").split()
    assert "�" not in page.inner_text("body")


def test_an_export_says_that_typing_is_live_only(stage: WidgetPage) -> None:
    stage.show(FfnView(sentences=[sentence()], lang="en", live=False))
    assert stage.page.locator("input.lk-entry").is_disabled()
    assert "live only" in stage.page.inner_text(".av-own")


@pytest.mark.parametrize(("points", "most"), [("moons", 0.93), ("xor", 0.75), ("rings", 0.75)])
def test_only_the_bent_twin_learns(chromium: Any, points: str, most: float) -> None:
    page = chromium.new_page(viewport={"width": 1180, "height": 900}, reduced_motion="reduce")
    made = WidgetPage(page)
    made.show(FitView(lang="en", data=points))
    page.wait_for_function("() => hosts[0].querySelector('.lk').dataset.step === '1200'")
    found = page.evaluate(ROOT, 0)
    assert float(found["bent"]) >= 0.97
    assert float(found["straight"]) <= most
    assert float(found["collapse"]) <= 1e-6
    assert not made.problems
    page.close()


def test_a_line_needs_no_bend_and_pausing_stops(stage: WidgetPage) -> None:
    stage.show(FitView(lang="en", data="line", steps=100_000))
    page = stage.page
    page.wait_for_function("() => +hosts[0].querySelector('.lk').dataset.step > 300")
    page.get_by_role("button", name="Pause").click()
    stage.settle()
    before = page.evaluate(ROOT, 0)
    stage.settle()
    after = page.evaluate(ROOT, 0)
    assert before["step"] == after["step"]
    assert float(after["straight"]) >= 0.98


def test_the_ledger_is_the_exact_count_for_every_kind_of_model(stage: WidgetPage) -> None:
    configs = {n: preset(n) for n in ("classroom", "gpt2", "llama", "qwen2", "qwen3")}
    rows = [{"name": name, "config": asdict(config)} for name, config in configs.items()]
    real = configs["classroom"].n_parameter()
    stage.show(Ledger(presets=rows, counted={"ffn": real}, lang="en", source="test"))
    page = stage.page
    assert page.locator(".led-sum").count() == 3  # with the count in the real tensors
    for name, config in configs.items():
        page.get_by_role("button", name=name, exact=True).click()
        found = page.evaluate(ROOT, 0)
        assert int(found["total"]) == config.n_parameter()
        thumb = config.vocab_size * config.d_model + 12 * config.n_layer * config.d_model**2
        assert int(found["thumb"]) == thumb
    page.get_by_role("button", name="gpt2", exact=True).click()
    assert "124 439 808" in page.inner_text(".led-sums").replace("\u202f", " ")


def test_ledger_sliders_work_without_python(stage: WidgetPage) -> None:
    config = preset("classroom")
    rows = [{"name": "classroom", "config": asdict(config)}]
    stage.show(Ledger(presets=rows, counted={}, lang="en"))
    page = stage.page
    page.get_by_label("layers L").fill("12")
    deeper = preset("classroom", n_layer=12)
    assert int(page.evaluate(ROOT, 0)["total"]) == deeper.n_parameter()
    page.get_by_label("width d").fill("512")
    wide = preset("classroom", n_layer=12, d_model=512, n_head=16, n_kv_head=8, d_ff=1376)
    assert int(page.evaluate(ROOT, 0)["total"]) == wide.n_parameter()
    page.get_by_label("Tied output").uncheck()
    loose = int(page.evaluate(ROOT, 0)["total"])
    assert loose == wide.n_parameter() + 8192 * 512


def test_the_ledger_prints_only_what_is_there(stage: WidgetPage) -> None:
    rows = [{"name": n, "config": asdict(preset(n))} for n in ("classroom", "gpt2", "qwen2")]
    stage.show(Ledger(presets=rows, counted={"ffn": 1}, lang="en"))
    page = stage.page

    def whole() -> None:
        said = page.inner_text(".lk-lesson")
        assert not any(word in said for word in ("null", "undefined", "false", "NaN")), said

    whole()
    for name in ("gpt2", "qwen2", "classroom"):
        page.get_by_role("button", name=name, exact=True).click()
        whole()
    page.get_by_label("layers L").fill("12")
    whole()
    assert page.locator(".led-sum").count() == 2  # nothing was counted in a model nobody has
    page.get_by_label("K/V heads").get_by_role("button", name="1", exact=True).click()
    assert "with 1 K/V head attention" in page.inner_text(".lk-read")
    page.get_by_label("K/V heads").get_by_role("button", name="2", exact=True).click()
    assert "with 2 K/V heads attention" in page.inner_text(".lk-read")


def test_a_name_stands_in_the_bar_whole_or_not_at_all(chromium: Any) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    made = WidgetPage(page)
    rows = [{"name": n, "config": asdict(preset(n))} for n in ("classroom", "gpt2", "llama")]
    made.show(Ledger(presets=rows, counted={}, lang="en"))
    for row in rows:
        page.get_by_role("button", name=row["name"], exact=True).click()
        made.settle()
        parts = page.locator(".led-bar > i").evaluate_all(
            "all => all.map(e => [e.clientWidth, e.firstChild.hidden ? 0"
            " : e.firstChild.getBoundingClientRect().width])"
        )
        assert all(word <= room for room, word in parts), parts
        assert any(word for _, word in parts)
    page.close()


def test_a_seed_is_told_and_gives_the_same_run_again(chromium: Any) -> None:
    page = chromium.new_page(viewport={"width": 1180, "height": 900}, reduced_motion="reduce")
    made = WidgetPage(page)
    made.show(FitView(lang="en", steps=60))

    def run(seed: int) -> tuple[str, str]:
        made.settle()
        page.wait_for_function("() => hosts[0].querySelector('.lk').dataset.step === '60'")
        found = page.evaluate(ROOT, 0)
        assert found["seed"] == str(seed)
        assert f"seed {seed}, rate" in page.inner_text("figcaption")
        return found["lossBent"], found["lossStraight"]

    first = run(3)
    page.get_by_role("button", name="New start").click()
    second = run(4)
    assert first != second
    page.get_by_label("seed", exact=True).locator("select").select_option("3")
    assert run(3) == first
    page.get_by_role("button", name="New start").click()
    assert run(4) == second
    said = page.inner_text(".lk-read")
    assert "e-" not in said and "e−" not in said
    page.close()


def test_a_unit_shows_its_places_in_their_text(stage: WidgetPage) -> None:
    names = {str(n): f" w{n}" for n in range(12)} | {"0": "<|start|>", "5": HOSTILE}
    sample = np.array([0, 1, 2, 5, 3, 0, 4, 5, 6, 0, 7, 5], "<i4")
    top = np.array([[[3, 7], [1, 6]], [[11, 4], [2, 8]]], "<i4")  # L = 2, F = 2, K = 2
    act = np.array([[[3.0, 2.5], [-1.0, -0.5]], [[4.0, 1.0], [2.0, 1.5]]], "<f4")
    writes = np.array([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], "<i4")
    table = {
        "n_layer": 2, "d_ff": 2, "k": 2, "names": names, "layer": 0, "unit": 0,
        "sample": sample.tobytes(), "starts": np.array([0, 5, 9], "<i4").tobytes(),
        "top": top.tobytes(), "act": act.tobytes(), "writes": writes.tobytes(),
        "push": np.abs(act).tobytes(),
    }  # fmt: skip
    stage.show(UnitView(table=table, lang="en", source="test"))
    page = stage.page
    first = page.locator(".uv-row").first
    assert first.locator("mark").inner_text() == HOSTILE
    assert "w3" in first.inner_text() and "w4" not in first.inner_text()  # its own document only
    number = page.locator("input.uv-nr")
    number.fill("1")
    number.press("Enter")
    assert page.locator(".uv-row").first.get_attribute("data-act") == "-1"
    number.fill("2")
    number.press("Enter")
    assert "from 0 to 1" in page.inner_text(".lk-read")
    page.evaluate(
        "() => dispatchEvent(new CustomEvent('lk-attention',"
        " { detail: { group: 'ffn', source: 'ffn', layer: 1, unit: 1 } }))"
    )
    assert page.locator(".uv-write").first.get_attribute("data-id") == "7"


@pytest.mark.parametrize("width", [390, 1180])
def test_no_picture_is_wider_than_its_column(chromium: Any, width: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    made = WidgetPage(page)
    made.show(FfnView(sentences=[sentence()], lang="zh"))
    made.show(LensView(sentences=[lens()], lang="zh"))
    made.show(FitView(lang="zh"))
    rows = [{"name": "GPT-2", "config": asdict(preset("gpt2"))}]
    made.show(Ledger(presets=rows, counted={}, lang="zh"))
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert not made.problems
    page.close()
