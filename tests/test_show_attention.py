"""The attention pictures: their numbers are the model's, and they behave in a real page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from widget_page import WidgetPage, as_json, browser

from lesson_kit.model import TransformerConfig, new_model
from lesson_kit.show.attention_data import (
    attention_weights,
    rollout,
    sentence_data,
    token_entries,
    unpack,
)
from lesson_kit.show.widgets.attention_view import AttentionView
from lesson_kit.show.widgets.base import read_parts
from lesson_kit.show.widgets.head_grid import HeadGrid, HeadHealth
from lesson_kit.text import Piece

L, H, G, D = 3, 4, 2, 8
WORDS = ["<|start|>", "小猫", "追", "小狗", "，", "它", "饿", "。"]
HOSTILE = '<img src=x onerror="window.pwned=1">'


def arrays(length: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    shapes = ((L, H, length, D), (L, G, length, D), (L, G, length, D))
    q, k, v = (rng.normal(0, 1.5, shape).astype(np.float32) for shape in shapes)
    return q, k, v


def sentence(words: list[str], seed: int = 0, label: str = "", **more: Any) -> dict[str, Any]:
    tokens = [
        {"t": w, "id": i, "b": w.encode().hex(), "g": i, "s": w.startswith("<|")}
        for i, w in enumerate(words)
    ]
    return sentence_data(label or "".join(words[1:]), tokens, *arrays(len(words), seed), **more)


def picture(**traits: Any) -> AttentionView:
    given = {"sentences": [sentence(WORDS, first=5), sentence(["<|start|>", "好"], 1)], **traits}
    return AttentionView(source="test arrays", **given)


# -- plain data ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mask", ["causal", "none"])
def test_formula_is_torchs_own(mask: Any) -> None:
    q, k, _ = arrays(9)
    _, weights = attention_weights(q, k, mask=mask)
    eye = torch.eye(9, dtype=torch.float64).expand(L, H, 9, 9)
    keys = torch.tensor(k, dtype=torch.float64).repeat_interleave(H // G, dim=1)
    expected = torch.nn.functional.scaled_dot_product_attention(
        torch.tensor(q, dtype=torch.float64), keys, eye, is_causal=mask == "causal"
    )
    np.testing.assert_allclose(weights, expected.numpy(), atol=1e-12)


def test_formula_is_the_models_trace() -> None:
    config = TransformerConfig(
        vocab_size=50, d_model=32, n_layer=3, n_head=4, n_kv_head=2, d_head=8, d_ff=32,
        max_seq_len=32,
    )  # fmt: skip
    with torch.inference_mode():
        trace = new_model(config, seed=3).trace(torch.arange(11)[None])
    for layer in trace.layers:
        scores, weights = attention_weights(layer.q[0].numpy(), layer.k[0].numpy())
        np.testing.assert_allclose(weights, layer.weights[0].numpy(), atol=1e-6)
        np.testing.assert_allclose(scores, layer.scores[0].numpy(), atol=1e-5)


def test_short_sentences_travel_exactly_and_long_ones_in_half() -> None:
    q, k, v = arrays(len(WORDS))
    short = sentence(WORDS)
    for name, array in (("q", q), ("k", k), ("v", v)):
        assert short["dtype"] == "float32"
        np.testing.assert_array_equal(unpack(short, name), array)  # type: ignore[arg-type]
    long = sentence(["x"] * 97)
    assert long["dtype"] == "float16"
    assert len(long["q"]) == 2 * L * H * 97 * D
    np.testing.assert_allclose(unpack(long, "q"), arrays(97)[0], rtol=1e-3, atol=1e-6)


def test_values_beyond_half_precision_stay_finite() -> None:
    q, k, v = arrays(97)
    q[0, 0, 0, 0] = 1e6
    packed = sentence_data("x", [{"t": "x", "id": 0}] * 97, q, k, v)
    assert np.isfinite(unpack(packed, "q")).all()


def test_parts_that_do_not_belong_together_are_refused() -> None:
    q, k, v = arrays(4)
    tokens = [{"t": "x", "id": 0}] * 4
    with pytest.raises(ValueError, match="not of one sentence"):
        sentence_data("x", tokens, q, k[:, :, :3], v)
    with pytest.raises(ValueError, match="3 tokens, but q has 4"):
        sentence_data("x", tokens[:3], q, k, v)
    with pytest.raises(ValueError, match="evenly"):
        sentence_data("x", tokens, q[:, :3], k, v)
    with pytest.raises(ValueError, match="first = 4"):
        sentence_data("x", tokens, q, k, v, first=4)


def test_tokens_carry_bytes_groups_and_the_names_of_control_tokens() -> None:
    pieces = [
        Piece(0, b"", "", 0, 0, 0),
        Piece(7, b"\xe5\x8b", "", 0, 1, 1),
        Piece(8, b"\xba", "", 0, 1, 1),
    ]
    entries = token_entries(pieces, {"<|start|>": 0})
    assert entries[0] == {"t": "<|start|>", "id": 0, "b": "", "g": 0, "s": True}
    assert [(e["t"], e["b"], e["g"], e["s"]) for e in entries[1:]] == [
        ("", "e58b", 1, False),
        ("", "ba", 1, False),
    ]


def test_typed_text_is_answered_and_a_refusal_is_passed_on_in_its_own_words() -> None:
    view = picture()

    def make(text: str) -> dict[str, Any]:
        if not text.isascii():
            raise ValueError("只收英文 <b>")
        return sentence(["<|start|>", text])

    view.answer(make)
    view.ask("cat")
    assert view.own["label"] == "cat" and view.own["typed"] == "cat"
    view.ask("猫")
    assert view.own == {"error": "只收英文 <b>", "typed": "猫", "asked": 2}


# -- in a page -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as opened:
        yield opened


@pytest.fixture
def stage(chromium: Any) -> Iterator[WidgetPage]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en")
    stage = WidgetPage(context.new_page())
    yield stage
    context.close()
    assert stage.problems == []


def matrix(values: list[float], length: int) -> np.ndarray:
    return np.array(values).reshape(length, length)


@pytest.mark.browser
@pytest.mark.parametrize("length", [8, 97])
def test_the_page_computes_what_python_computes(stage: WidgetPage, length: int) -> None:
    data = sentence(["w"] * length, seed=4)
    code = read_parts("common.js", "attention_math.js")
    stage.page.add_script_tag(content=code)
    stage.page.evaluate("raw => { window.s = openSentence(revive(raw)); }", as_json(data))

    def run(call: str) -> np.ndarray:
        return matrix(stage.page.evaluate(f"() => Array.from({call})"), length)

    q, k = unpack(data, "q"), unpack(data, "k")
    scores, weights = attention_weights(q, k)
    _, open_weights = attention_weights(q, k, mask="none")
    for layer, head in ((0, 0), (1, 3), (2, 2)):
        np.testing.assert_allclose(
            run(f"headWeights(s, {layer}, {head})"), weights[layer, head], atol=1e-6
        )
        np.testing.assert_allclose(
            run(f"headWeights(s, {layer}, {head}, 'none')"), open_weights[layer, head], atol=1e-6
        )
    got = run("headScores(s, 1, 1)")  # JSON has no infinity: hidden scores arrive as None or -inf
    seen = np.tri(length, dtype=bool)
    np.testing.assert_allclose(got[seen].astype(float), scores[1, 1][seen], atol=1e-5)
    np.testing.assert_allclose(run("layerMean(s, 2)"), weights[2].mean(0), atol=1e-6)
    np.testing.assert_allclose(run("wholeMean(s)"), weights.mean((0, 1)), atol=1e-6)
    np.testing.assert_allclose(run("rollout(s)"), rollout(weights), atol=1e-6)
    np.testing.assert_allclose(run("rollout(s, 'none')"), rollout(open_weights), atol=1e-6)

    rest = weights[0, 0].copy()
    rest[:, 0] = 0
    rest[1:] /= rest[1:].sum(-1, keepdims=True)
    np.testing.assert_allclose(run("withoutFirst(headWeights(s, 0, 0), s.T)"), rest, atol=1e-5)

    health = stage.page.evaluate("() => headHealth(s, 0, 0)")
    rows = weights[0, 0][1:]
    bits = -(rows * np.log2(np.where(rows > 0, rows, 1))).sum(-1)
    assert health["entropy"] == pytest.approx(bits.mean(), abs=1e-4)
    assert health["uniform"] == pytest.approx(np.log2(np.arange(2, length + 1)).mean(), abs=1e-6)
    assert health["first"] == pytest.approx(rows[:, 0].mean(), abs=1e-5)

    parts = stage.page.evaluate("() => dotParts(s, 1, 3, 5, 2)")
    np.testing.assert_allclose(list(parts["products"]), q[1, 3, 5] * k[1, 1, 2], atol=1e-6)
    assert parts["score"] == pytest.approx(scores[1, 3, 5, 2], abs=1e-5)


def percentages(stage: WidgetPage) -> list[float]:
    texts = stage.page.locator(".av-w").all_inner_texts()
    return [float(text.replace("%", "").strip()) for text in texts if "%" in text]


@pytest.mark.browser
def test_the_row_on_show_is_the_models_and_follows_the_knobs(stage: WidgetPage) -> None:
    q, k, _ = arrays(len(WORDS))
    _, weights = attention_weights(q, k)
    stage.show(picture(layer=1, head=2))
    page = stage.page
    np.testing.assert_allclose(percentages(stage), 100 * weights[1, 2, 5, :6], atol=0.051)
    before = page.locator(".av-heat canvas").first.evaluate("c => c.toDataURL()")
    page.locator(".av-knobs button[data-v='3']").last.click()
    stage.settle()
    np.testing.assert_allclose(percentages(stage), 100 * weights[1, 3, 5, :6], atol=0.051)
    assert page.locator(".av-heat canvas").first.evaluate("c => c.toDataURL()") != before
    assert "第 2 层 · 第 4 头" in page.inner_text(".av figcaption")
    page.locator(".av-knobs button[data-v='mean']").last.click()
    stage.settle()
    np.testing.assert_allclose(percentages(stage), 100 * weights[1].mean(0)[5, :6], atol=0.051)
    assert "4 头的算术平均" in page.inner_text(".av figcaption")


@pytest.mark.browser
def test_a_cell_leads_down_to_its_dot_product(stage: WidgetPage) -> None:
    q, k, _ = arrays(len(WORDS))
    scores, weights = attention_weights(q, k)
    stage.show(picture(layer=1, head=2, lang="en"))
    page = stage.page
    page.locator(".av-stage").focus()
    page.keyboard.press("ArrowDown")  # query 5 -> 6
    best = int(weights[1, 2, 6].argmax())
    page.keyboard.press("ArrowLeft" if best else "ArrowRight")
    key = best - 1 if best else 1
    page.keyboard.press("Enter")
    page.wait_for_selector(".av-step b")
    stage.settle()
    steps = page.locator(".av-step b").all_inner_texts()
    assert float(steps[1].replace("−", "-")) == pytest.approx(scores[1, 2, 6, key], abs=6e-4)
    shown = float(steps[3].replace("%", ""))
    assert shown == pytest.approx(100 * weights[1, 2, 6, key], abs=0.006)
    numbers = page.locator(".av-line").first.locator(".av-num").all_inner_texts()
    assert [float(x.replace("−", "-")) for x in numbers] == pytest.approx(q[1, 2, 6], abs=0.0051)


@pytest.mark.browser
def test_keys_act_only_while_the_picture_has_the_focus(stage: WidgetPage) -> None:
    stage.show(picture())
    before = stage.page.inner_text(".av-readout")
    stage.page.keyboard.press("ArrowUp")
    assert stage.page.inner_text(".av-readout") == before
    stage.page.locator(".av-stage").focus()
    stage.page.keyboard.press("ArrowUp")
    assert stage.page.inner_text(".av-readout") != before


@pytest.mark.browser
def test_what_is_hidden_is_not_called_zero(stage: WidgetPage) -> None:
    stage.show(picture())
    page = stage.page
    assert page.locator(".lk-tok.future").count() == 2  # query 5 of 8
    page.locator(".av .lk-seg button:has-text('表')").click()
    row = page.locator(".av-table tbody tr").nth(5).locator("td").all_inner_texts()
    assert row[6:8] == ["·", "·"]
    assert row[-1].startswith("100.0")
    page.locator("button:has-text('假设双向')").click()
    row = page.locator(".av-table tbody tr").nth(5).locator("td").all_inner_texts()
    assert "·" not in row


@pytest.mark.browser
def test_hostile_text_is_text_everywhere(stage: WidgetPage) -> None:
    bad = sentence(["<|start|>", HOSTILE, "=1+1", "\u202eabc"], label=HOSTILE)
    view = picture(
        sentences=[bad],
        title=HOSTILE,
        layer=0,
        head=0,
    )
    stage.show(view)
    stage.show(HeadGrid(title=HOSTILE, source=HOSTILE, habits=[habit(zh=HOSTILE)]))
    stage.show(HeadHealth(title=HOSTILE))
    page = stage.page
    page.locator(".av-stage").focus()
    page.keyboard.press("Enter")
    page.locator(".av .lk-seg button:has-text('表')").click()
    page.evaluate("m => models[0].answer('own', {error: m})", HOSTILE)
    stage.settle()
    assert page.inner_text(".lk-problem") == HOSTILE
    assert (
        page.evaluate("() => hosts.flatMap(h => [...h.querySelectorAll('img,script')]).length") == 0
    )
    assert page.evaluate("() => window.pwned") is None
    assert HOSTILE in page.inner_text(".lk-title >> nth=0")


def habit(**more: Any) -> dict[str, Any]:
    one = {
        "letter": "P", "zh": "前一个词元", "en": "previous token", "what_zh": "", "what_en": "",
        "layer": 2, "head": 3, "score": 0.9, "n": 7,
    }  # fmt: skip
    return {**one, **more}


@pytest.mark.browser
def test_a_habit_and_a_thumbnail_turn_the_large_picture(stage: WidgetPage) -> None:
    stage.show(HeadGrid(habits=[habit()]))  # before the picture it follows: it waits for it
    stage.show(picture(layer=0, head=0))
    stage.show(HeadHealth())
    page = stage.page
    assert page.locator(".hg .hd-cell canvas").count() == L * H
    page.locator(".hg-find").click()
    stage.settle()
    assert "第 3 层 · 第 4 头" in page.inner_text(".av figcaption")
    assert page.locator(".hg .hd-cell.on").get_attribute("aria-label") == "第 3 层第 4 头"
    page.locator(".hh .hd-cell").nth(5).click()  # layer 2, head 2
    stage.settle()
    assert "第 2 层 · 第 2 头" in page.inner_text(".av figcaption")
    q, k, _ = arrays(len(WORDS))
    rows = attention_weights(q, k)[1][1, 1][1:]
    bits = -(rows * np.log2(np.where(rows > 0, rows, 1))).sum(-1).mean()
    assert page.locator(".hh-value").first.inner_text().startswith(f"{bits:.2f}")


@pytest.mark.browser
def test_own_text_goes_out_on_enter_but_not_while_composing(stage: WidgetPage) -> None:
    stage.show(picture())
    page, entry = stage.page, stage.page.locator(".lk-entry")
    entry.fill("xiaomao")
    entry.evaluate(
        "e => e.dispatchEvent(new KeyboardEvent('keydown',"
        " { key: 'Enter', isComposing: true, bubbles: true }))"
    )
    assert page.evaluate("() => sent") == []
    entry.fill("小猫")
    entry.press("Enter")
    assert page.evaluate("() => sent") == [["typed", "小猫"], ["asked", 1], ["save"]]
    assert page.inner_text(".lk-state") != ""
    page.evaluate("d => models[0].answer('own', d)", as_json(sentence(["<|start|>", "小", "猫"])))
    stage.settle()
    assert page.inner_text(".lk-state") == ""
    assert page.locator(".av-pick").input_value() == "own"
    assert [t.strip() for t in page.locator(".lk-tok bdi").all_inner_texts()] == ["▷", "小", "猫"]
    entry.press("Enter")  # the same again asks nobody
    assert len(page.evaluate("() => sent")) == 3
    entry.fill("小狗")
    page.locator(".av-pick").focus()  # leaving the entry sends too
    assert page.evaluate("() => sent").count(["typed", "小狗"]) == 1
    page.evaluate("() => models[0].answer('own', {error: '太长了'})")
    assert page.inner_text(".lk-problem") == "太长了"
    assert [t.strip() for t in page.locator(".lk-tok bdi").all_inner_texts()] == ["▷", "小", "猫"]


@pytest.mark.browser
def test_an_export_says_what_needs_the_lesson_live(stage: WidgetPage) -> None:
    stage.show(picture(live=False, lang="en"))
    assert stage.page.locator(".lk-entry").is_disabled()
    assert "live only" in stage.page.inner_text(".av-own")
    before = stage.page.inner_text(".av-readout")
    stage.page.locator(".av-knobs button[data-v='1']").first.click()  # all else lives
    assert stage.page.inner_text(".av-readout") != before


@pytest.mark.browser
def test_a_split_character_stands_under_one_bracket(stage: WidgetPage) -> None:
    tokens = [
        {"t": "<|start|>", "id": 0, "b": "", "g": 0, "s": True},
        {"t": "", "id": 5, "b": "e58b", "g": 1, "s": False},
        {"t": "", "id": 6, "b": "ba", "g": 1, "s": False},
    ]
    stage.show(picture(sentences=[sentence_data("勺", tokens, *arrays(3))]))
    assert stage.page.locator(".av-group.from").inner_text() == "勺"
    text = stage.page.inner_text(".av")
    assert "E5 8B" in text and "�" not in text


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_phone_never_scrolls_sideways(stage: WidgetPage, lang: str) -> None:
    stage.page.set_viewport_size({"width": 390, "height": 800})
    long = sentence(["<|start|>"] + ["word"] * 255, label="long")
    stage.show(picture(lang=lang, sentences=[sentence(WORDS), long]))
    stage.show(HeadGrid(lang=lang, habits=[habit()]))
    stage.show(HeadHealth(lang=lang))
    for choice in ("0", "1"):
        stage.page.locator(".av-pick").select_option(choice)
        stage.settle()
        assert stage.page.evaluate("() => document.documentElement.scrollWidth") <= 390


@pytest.mark.browser
def test_sentences_and_heads_never_move_the_knobs(stage: WidgetPage) -> None:
    many = sentence(["<|start|>"] + ["word"] * 200, label="long")
    stage.show(picture(sentences=[sentence(WORDS), sentence(["<|start|>", "好"]), many]))
    page, places = stage.page, set()
    for choice in ("0", "1", "2"):
        page.locator(".av-pick").select_option(choice)
        for head in ("0", "2", "mean"):
            page.locator(".av-knobs .lk-knob").nth(1).locator(f"button[data-v='{head}']").click()
            places.add(page.locator(".av-knobs").bounding_box()["y"])
    page.locator(".av .lk-seg button:has-text('表')").click()
    places.add(page.locator(".av-knobs").bounding_box()["y"])
    assert len(places) == 1


@pytest.mark.browser
def test_saved_files_say_where_they_come_from(stage: WidgetPage, tmp_path: Any) -> None:
    bad = sentence(["<|start|>", "=1+1", 'a"b'], label="x")
    stage.show(picture(sentences=[bad]))
    for kind, start in (
        ("CSV", b"\xef\xbb\xbf# test arrays"),
        ("SVG", b"<svg"),
        ("PNG", b"\x89PNG"),
    ):
        stage.page.locator(".av .lk-menu summary").click()
        with stage.page.expect_download() as download:
            stage.page.locator(f".av .lk-menu button:has-text('{kind}')").click()
        path = tmp_path / kind
        download.value.save_as(path)
        content = path.read_bytes()
        assert content.startswith(start)
        if kind == "CSV":
            assert '"\'=1+1"' in content.decode("utf-8-sig")
            assert '"a""b"' in content.decode("utf-8-sig")
        if kind == "SVG":
            assert "test arrays" in content.decode()


@pytest.mark.browser
def test_dark_follows_at_once(stage: WidgetPage) -> None:
    stage.show(picture())
    canvas = stage.page.locator(".av-heat canvas").first
    light = canvas.evaluate("c => c.toDataURL()")
    stage.page.evaluate("() => document.body.classList.replace('light', 'dark')")
    stage.settle()
    assert canvas.evaluate("c => c.toDataURL()") != light


@pytest.mark.browser
def test_a_page_drawn_anew_still_has_the_learners_sentence(stage: WidgetPage) -> None:
    own = {**sentence(["<|start|>", "小", "猫"]), "typed": "小猫", "note": "后面的没有读"}
    stage.show(picture(own=own))
    assert stage.page.locator(".av-pick").input_value() == "own"
    assert stage.page.locator(".lk-entry").input_value() == "小猫"
    assert stage.page.inner_text(".av-caveat") == "后面的没有读"
    assert stage.page.evaluate("() => sent") == []


@pytest.mark.browser
def test_several_heads_each_have_a_colour_and_a_pattern(stage: WidgetPage) -> None:
    stage.show(picture(layer=1, head=0))
    page = stage.page
    page.locator(".av label:has-text('叠加')").click()
    page.locator(".av-knobs .lk-knob").nth(1).locator("button[data-v='3']").click()
    stage.settle()
    looks = page.locator(".av-swatch path").evaluate_all(
        "paths => paths.map(p => [p.getAttribute('stroke'), p.getAttribute('stroke-dasharray')])"
    )
    assert len(looks) == 3
    assert len({colour for colour, _ in looks}) == len({dash for _, dash in looks}) == 3
