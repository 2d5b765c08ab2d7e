"""The pictures that compute in front of the learner: their numbers are right, their knobs work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch
from widget_page import WidgetPage, browser

from lesson_kit.measure.scaling import WIDTHS, jacobian_norm, scaling
from lesson_kit.show.attention_data import attention_weights, sentence_data
from lesson_kit.show.charts_attention import scaling_chart
from lesson_kit.show.charts_path import path_chart, path_table
from lesson_kit.show.theme import colours
from lesson_kit.show.widgets.ablation_view import AblationView, ablation_data
from lesson_kit.show.widgets.attention_chain import AttentionChain
from lesson_kit.show.widgets.attention_view import AttentionView
from lesson_kit.show.widgets.by_hand import START, ByHand
from lesson_kit.show.widgets.kv_sharing import HeadsShapes, KVSharing
from lesson_kit.show.widgets.mask_view import MaskView

L, H, G, D = 3, 4, 2, 8
WORDS = ["<|start|>", "小猫", "追", "小狗", "，", "它", "饿", "。"]
HOSTILE = '<img src=x onerror="window.pwned=1">'
SIZES = {"d_model": 32, "n_head": H, "n_kv_head": G, "d_head": D, "n_layer": L}


# -- by hand: the numbers, without a page ----------------------------------------------------------


def by_hand(start: dict[str, Any]) -> dict[str, float]:
    """The whole chain in numpy; names as in the picture (s0 is the score of token 0, ...)."""
    x, w_q, w_k, w_v = (np.array(start[name], float) for name in ("x", "W_q", "W_k", "W_v"))
    q, k, v = x[1] @ w_q, x @ w_k, x @ w_v
    scores = k @ q
    scaled = np.round(scores / np.sqrt(2), 3)  # three decimals, as on paper
    weights = np.exp(scaled - scaled.max())
    weights /= weights.sum()
    named = {"q": q, "s": scores, "c": scaled, "w": weights, "o": weights @ v}
    named |= {"k0": k[0], "k1": k[1], "v0": v[0], "v1": v[1]}
    return {f"{name}{i}": float(row[i]) for name, row in named.items() for i in (0, 1)}


def test_the_teaching_example_gives_the_numbers_of_the_lesson() -> None:
    got = by_hand(START)
    assert (got["s0"], got["s1"]) == (6, 2)
    assert (got["c0"], got["c1"]) == (4.243, 1.414)
    assert [f"{np.exp(got[c]):.2f}" for c in ("c0", "c1")] == ["69.62", "4.11"]
    assert [f"{100 * got[w]:.1f}" for w in ("w0", "w1")] == ["94.4", "5.6"]
    assert START["x"][1] == [2, 1]


# -- tables and charts -----------------------------------------------------------------------------


def test_scaling_tables_follow_from_the_seed_and_the_formula() -> None:
    tables = scaling((4, 64), n_query=50, n_key=6, seed=5)
    dice = torch.Generator().manual_seed(5)
    q = torch.randn(50, 64, generator=dice, dtype=torch.float64).numpy()
    k = torch.randn(50, 6, 64, generator=dice, dtype=torch.float64).numpy()
    for row in tables.summary.to_dict("records"):
        d, scaled = row["d"], row["scaled"]
        scores = (q[:, None, :d] * k[..., :d]).sum(-1) / (np.sqrt(d) if scaled else 1)
        weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
        assert row["spread"] == pytest.approx(scores.std(ddof=1))
        assert row["top"] == pytest.approx(weights.max(-1).mean())
        jacobians = [np.diag(w) - np.outer(w, w) for w in weights]
        assert row["gradient"] == pytest.approx(np.mean([np.linalg.norm(j) for j in jacobians]))
        ranked = tables.ranked.query(f"d == {d} and scaled == {scaled}")
        np.testing.assert_allclose(ranked["weight"], np.sort(weights)[:, ::-1].mean(0))


def test_softmax_derivative_is_autograds() -> None:
    scores = torch.tensor([2.0, -1.0, 0.5, 3.0], dtype=torch.float64)
    jacobian = torch.autograd.functional.jacobian(lambda s: s.softmax(-1), scores)
    norm = jacobian_norm(scores.softmax(-1))
    assert norm.item() == pytest.approx(torch.linalg.norm(jacobian).item())  # type: ignore[arg-type]
    assert jacobian_norm(torch.tensor([1.0, 0.0])).item() == 0


def test_what_the_scaling_picture_claims_is_in_the_numbers() -> None:
    summary = scaling().summary
    raw, scaled = summary[~summary.scaled], summary[summary.scaled]
    np.testing.assert_allclose(raw.spread, np.sqrt(raw.d), rtol=0.05)
    np.testing.assert_allclose(scaled.spread, 1, rtol=0.05)
    assert raw.top.iloc[-1] > 0.9 > 0.3 > scaled.top.max()
    assert raw.gradient.iloc[-1] < scaled.gradient.min() / 3
    assert tuple(raw.d) == WIDTHS


@pytest.mark.parametrize("bad", [(), (0,)])
def test_impossible_widths_are_refused(bad: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        scaling(bad)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_charts_are_valid_and_carry_their_knob_and_their_words(lang: Any) -> None:
    t = scaling((1, 2, 4, 8), n_query=20, n_key=4)
    scaled = scaling_chart(t.summary, t.histogram, t.ranked, colours=colours(), lang=lang, d_head=5)
    path = path_chart(path_table(), colours=colours(), lang=lang)
    texts = []
    for chart, knob, value in ((scaled, "log2_d", 2), (path, "apart", 9)):
        spec = chart.to_dict()  # altair checks it against the Vega-Lite schema
        found = [p for p in spec["params"] if p["name"] == knob]
        assert [p["value"] for p in found] == [value]
        assert found[0]["bind"]["input"] == "range"
        texts += [spec["description"], found[0]["bind"]["name"]]
    chinese = [any("一" <= letter <= "鿿" for letter in text) for text in texts]
    assert chinese == ([True, False, True, True] if lang == "zh" else [False] * 4)


def test_path_lengths() -> None:
    table = path_table((2, 1024)).set_index(["kind", "n"])
    assert table.loc[("rnn", 1024)].to_dict() == {"path": 1023, "sequential": 1024, "pairs": 1023}
    attention = table.loc[("attention", 1024)]
    assert isinstance(attention, pd.Series)
    assert attention.to_dict() == {"path": 1, "sequential": 1, "pairs": 1024**2}
    with pytest.raises(ValueError, match="two words"):
        path_table((1,))


def test_ablation_parts_must_belong_together() -> None:
    with pytest.raises(ValueError, match="1 candidates"):
        ablation_data("x", [{"t": "a", "id": 1, "p": 1.0}], np.zeros((L, H, 2)), np.zeros((L, H)))


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


def number(page: Any, name: str) -> float:
    return float(page.locator(f"[data-id={name}]").first.get_attribute("data-value"))


@pytest.mark.browser
def test_the_page_computes_the_hand_chain_as_numpy_does(stage: WidgetPage) -> None:
    stage.show(ByHand(lang="en"))
    page, start = stage.page, {name: [list(row) for row in rows] for name, rows in START.items()}
    for cell, name, row, column, value in (
        ("x10", "x", 1, 0, 2), ("x01", "x", 0, 1, -1.5), ("Wq01", "W_q", 0, 1, 0.25),
        ("Wk11", "W_k", 1, 1, 3), ("Wv10", "W_v", 1, 0, -7),
    ):  # fmt: skip
        page.locator(f"[data-id={cell}]").fill(str(value))
        start[name][row][column] = value
        for key, expected in by_hand(start).items():
            assert number(page, key) == pytest.approx(expected, abs=1e-9), (cell, key)
    page.get_by_role("button", name="Reset").click()
    for key, expected in by_hand(START).items():
        assert number(page, key) == pytest.approx(expected, abs=1e-9)
    shown = {key: page.locator(f"[data-id={key}]").first.inner_text() for key in ("c0", "e0", "e1")}
    assert shown == {"c0": "4.243", "e0": "69.62", "e1": "4.11"}


@pytest.mark.browser
def test_a_bad_number_is_marked_and_the_last_good_one_stays(stage: WidgetPage) -> None:
    stage.show(ByHand(lang="en"))
    page, cell = stage.page, stage.page.locator("[data-id=x10]")
    for typed in ("abc", "", "1e9", "--2", HOSTILE, "500"):
        cell.fill("4")
        cell.fill(typed)
        cell.press("Enter")
        assert cell.input_value() == "4"
        assert "keeping 4" in page.inner_text(".lk-read")
        assert cell.evaluate("c => c.classList.contains('bad')")
        assert number(page, "s0") == 12  # q = [4, 2] meets k0 = [3, 0]
        cell.press("ArrowUp")
        assert cell.input_value() == "5"
        assert "keeping" not in page.inner_text(".lk-read")
    assert page.evaluate("() => window.pwned") is None


@pytest.mark.browser
def test_full_width_and_chinese_input_is_a_number_too(stage: WidgetPage) -> None:
    stage.show(ByHand())
    cell = stage.page.locator("[data-id=x10]")
    for typed, value in (("－3", -3), ("0。5", 0.5), ("−2", -2)):
        cell.fill(typed)
        cell.press("Enter")
        assert number(stage.page, "q0") == value


@pytest.mark.browser
def test_a_number_can_be_dragged_sideways(stage: WidgetPage) -> None:
    stage.show(ByHand())
    page, cell = stage.page, stage.page.locator("[data-id=Wq00]")
    box = cell.bounding_box()
    x, y = box["x"] + 10, box["y"] + 10
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 36, y, steps=6)
    page.mouse.up()
    assert cell.input_value() == "4"  # from 1, three steps of 12 px
    assert number(page, "q0") == 8


@pytest.mark.browser
def test_pointing_at_a_value_lights_exactly_its_inputs(stage: WidgetPage) -> None:
    stage.show(ByHand(lang="en"))
    page = stage.page
    for name, inputs in (
        ("o1", {"w0", "w1", "v01", "v11"}), ("s1", {"q0", "q1", "k10", "k11"}),
        ("q0", {"x10", "x11", "Wq00", "Wq10"}), ("w0", {"e0", "z"}),
    ):  # fmt: skip
        page.locator(f"[data-id={name}]").first.focus()
        lit = page.locator(".lit").evaluate_all("all => all.map(e => e.dataset.id)")
        assert set(lit) == inputs
    assert "69.62 ÷ 73.73 = 94.4" in page.inner_text(".lk-read")


@pytest.mark.browser
def test_steps_light_one_stage_after_the_other(stage: WidgetPage) -> None:
    stage.show(ByHand())
    page = stage.page
    page.locator(".lk-player button").first.focus()
    for step in range(1, 7):
        page.keyboard.press("ArrowRight")
        assert page.locator(".stage.now header b span").inner_text() == str(step)
        assert page.locator(".stage.done").count() == step - 1


# -- the chain of the model ------------------------------------------------------------------------


def arrays(seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    shapes = ((L, H, len(WORDS), D), (L, G, len(WORDS), D), (L, G, len(WORDS), D))
    q, k, v = (rng.normal(0, 1.5, shape).astype(np.float32) for shape in shapes)
    return q, k, v


def tokens(words: list[str]) -> list[dict[str, Any]]:
    return [
        {"t": w, "id": i, "b": w.encode().hex(), "g": i, "s": w.startswith("<|")}
        for i, w in enumerate(words)
    ]


def sentence(words: list[str] = WORDS, label: str = "小猫追小狗") -> dict[str, Any]:
    return sentence_data(label, tokens(words), *arrays(), first=5)


def column(page: Any, kind: str) -> list[float]:
    cells = page.locator(f".chain-rows [data-kind={kind}]")
    return cells.evaluate_all("all => all.map(e => Number(e.dataset.value))")


@pytest.mark.browser
def test_every_number_of_the_chain_is_the_models(stage: WidgetPage) -> None:
    q, k, v = arrays()
    scores, _ = attention_weights(q, k, mask="none")
    _, causal = attention_weights(q, k)
    stage.show(AttentionChain(sentences=[sentence()], layer=1, head=3, source="test arrays"))
    page = stage.page
    for query in (5, 2, 7):
        page.locator(".chain-rows .lk-tok").nth(query).click()
        dots = k[1, 1].astype(float) @ q[1, 3, query].astype(float)
        np.testing.assert_allclose(column(page, "dot"), dots, atol=1e-5)
        np.testing.assert_allclose(column(page, "scaled"), scores[1, 3, query], atol=1e-5)
        np.testing.assert_allclose(column(page, "weight"), causal[1, 3, query], atol=1e-6)
        assert page.locator(".row.future").count() == len(WORDS) - 1 - query
        page.locator(".chain-out canvas").focus()
        page.keyboard.press("ArrowLeft")  # the first number of the output
        out = causal[1, 3, query] @ v[1, 1]
        assert f"Σ = {out[0]:.3f}".replace("-", "−") in page.inner_text(".chain-drill")


@pytest.mark.browser
def test_a_number_opens_into_the_sum_behind_it(stage: WidgetPage) -> None:
    q, k, _ = arrays()
    stage.show(AttentionChain(sentences=[sentence()], layer=0, head=0, lang="en"))
    page = stage.page
    page.locator(".chain-rows [data-kind=dot]").nth(2).click()
    lines = page.locator(".chain-list code").all_inner_texts()
    assert len(lines) == D
    products = [float(line.split("=")[1].replace("−", "-")) for line in lines]
    np.testing.assert_allclose(products, q[0, 0, 5] * k[0, 0, 2], atol=6e-4)
    page.locator(".chain-rows [data-kind=mask]").nth(7).click()
    assert "→ −∞" in page.inner_text(".chain-drill")
    page.locator(".chain-rows [data-kind=weight]").nth(1).click()
    assert page.locator(".chain-list li").count() == 6  # what query 5 may see


@pytest.mark.browser
def test_the_chain_follows_the_large_picture_and_turns_it(stage: WidgetPage) -> None:
    stage.show(AttentionChain())  # empty: it waits for the picture that holds the sentences
    assert stage.page.locator(".chain-rows .lk-tok").count() == 0
    stage.show(AttentionView(sentences=[sentence()], layer=2, head=1))
    page = stage.page
    page.locator(".av-knobs button[data-v='2']").last.click()  # head 3
    stage.settle()
    assert page.locator(".chain-rows .lk-tok").count() == len(WORDS)
    from_line = page.locator(".lk-lesson figcaption .lk-from")
    assert "第 3 层 · 第 3 头" in from_line.inner_text()
    page.locator(".lk-lesson .lk-knobs button[data-v='0']").first.click()  # layer 1, from here
    stage.settle()
    assert "第 1 层 · 第 3 头" in page.inner_text(".av figcaption")


@pytest.mark.browser
def test_gqa_and_rope_are_said_beside_the_chain(stage: WidgetPage) -> None:
    stage.show(AttentionChain(sentences=[sentence()], head=3, lang="en"))
    said = stage.page.inner_text(".lk-lesson figcaption")
    assert "4 query heads share 2 keys and values (GQA): head 4 uses group 2" in said
    assert "rotation by position (RoPE)" in said
    stage.show(AttentionChain(sentences=[sentence()], rope=False, lang="en"))
    assert "RoPE" not in stage.page.locator(".lk-lesson figcaption").nth(1).inner_text()


# -- masks, heads, ablation ------------------------------------------------------------------------


def leak() -> dict[str, Any]:
    return {"at": 3, "changed": "鱼", "causal": [0.0] * 3 + [5.0, 2, 1, 1, 0.5], "open": [1.5] * 8}


@pytest.mark.browser
def test_masks_show_what_each_position_may_see(stage: WidgetPage) -> None:
    stage.show(MaskView(tokens=tokens(WORDS), pads=2, leak=leak(), source="test arrays"))
    page = stage.page
    seen = [page.locator("svg.mask").nth(i).locator("rect.ok").count() for i in range(3)]
    assert seen == [8 * 9 // 2, 64, 10 * 8]
    page.locator("svg.mask").first.focus()
    page.keyboard.press("ArrowDown")
    assert page.locator("svg.mask").first.locator("rect.ok.on").count() == 5
    assert page.locator("svg.mask").nth(1).locator("rect.ok.on").count() == 8
    assert "看得见 5 个位置" in page.inner_text(".lk-read")
    assert page.locator(".leak .val.zero").all_text_contents() == ["0", "0", "0"]
    assert page.locator(".leak .card b").all_inner_texts() == ["0", "1.5"]
    assert "逐位相等" in page.inner_text(".unit")


@pytest.mark.browser
def test_a_leak_is_not_called_zero(stage: WidgetPage) -> None:
    stage.show(MaskView(tokens=tokens(WORDS), leak={**leak(), "causal": [1e-7] * 8}))
    assert "逐位相等" not in stage.page.inner_text(".unit")
    assert stage.page.locator(".leak .card b").first.inner_text() != "0"


@pytest.mark.browser
def test_sharing_keys_and_values_saves_what_the_formula_says(stage: WidgetPage) -> None:
    stage.show(KVSharing(config=SIZES, source="classroom-base", lang="en"))
    page = stage.page
    for button, groups in (("MHA 4", 4), ("GQA 2 ●", 2), ("MQA 1", 1)):
        page.get_by_role("button", name=button).click()
        assert page.locator(".kvbox").count() == groups
        assert f"= {2 * L * groups * D * 2}".replace(" ", "") in (
            page.inner_text(".lk-read").replace(" ", "").replace("\u202f", "")
        )
    page.locator("[aria-label='bytes per number'] button[data-v='4']").click()
    assert page.locator(".kvbar.on code").inner_text() == f"{2 * L * D * 4}\u202fbytes"
    page.locator(".qbox").nth(2).focus()
    assert page.locator(".wire.on").count() == 1
    assert "shared with query heads 1, 2, 4" in page.inner_text(".lk-read")


@pytest.mark.browser
def test_one_head_lights_its_slice_of_every_tensor(stage: WidgetPage) -> None:
    stage.show(HeadsShapes(config=SIZES, length=8, lang="en"))
    page = stage.page
    page.get_by_role("button", name="4").click()
    lit = page.locator(".tensor").evaluate_all(
        "all => all.map(t => [...t.children].findIndex(i => i.classList.contains('on')))"
    )
    assert lit == [-1, 3, 1, 1, 3, 3, 3, 3, -1]  # x; q, k, v; weights, heads; concat; W_o, out
    assert "Rows 25–32 of W_o" in page.inner_text(".lk-read")
    shapes = page.locator(".ts code").all_inner_texts()
    assert shapes == ["8×32", "8×32", "8×16", "8×16", "4×8×8", "4×8×8", "8×32", "32×32", "8×32"]


def ablated(label: str = "今天天气", seed: int = 1) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    candidates = [{"t": "很", "id": 9, "p": 0.6}, {"t": "<|end|>", "id": 1, "p": 0.25}]
    return ablation_data(label, candidates, rng.random((L, H, 2)), rng.random((L, H)))


@pytest.mark.browser
def test_switching_a_head_off_shows_the_measured_probabilities(stage: WidgetPage) -> None:
    rng = np.random.default_rng(1)
    off, kl = rng.random((L, H, 2)), rng.random((L, H))
    stage.show(AblationView(sentences=[ablated(), ablated("第二句", 2)], lang="en"))
    page = stage.page

    def shown() -> list[float]:
        return page.locator(".ab-bar").evaluate_all("all => all.map(e => Number(e.dataset.after))")

    page.locator(".ab-matrix .cell").nth(H + 2).click()
    np.testing.assert_allclose(shown(), off[1, 2], rtol=1e-6)
    page.locator(".ab-matrix svg").focus()
    page.keyboard.press("ArrowDown")
    np.testing.assert_allclose(shown(), off[2, 2], rtol=1e-6)
    page.get_by_role("button", name="Most important head").click()
    layer, head = np.unravel_index(int(kl.argmax()), kl.shape)
    np.testing.assert_allclose(shown(), off[layer, head], rtol=1e-6)
    assert f"{kl.max():.3f}"[:4] in page.inner_text(".lk-read")
    page.evaluate(
        "() => window.dispatchEvent(new CustomEvent('lk-attention',"
        " { detail: { group: 'attention', source: 'view', sentence: 1 } }))"
    )
    assert page.inner_text(".ab-sentence").startswith("第二句")


@pytest.mark.browser
def test_an_unmeasured_sentence_is_said_not_faked(stage: WidgetPage) -> None:
    stage.show(AblationView(sentences=[ablated()], lang="en"))
    page = stage.page
    page.evaluate(
        "() => window.dispatchEvent(new CustomEvent('lk-attention',"
        " { detail: { group: 'attention', source: 'view', sentence: 'own' } }))"
    )
    assert page.inner_text(".ab-sentence") == "No head has been switched off for this sentence yet."
    assert not page.locator(".ablation").is_visible()


@pytest.mark.browser
def test_hostile_text_is_text(stage: WidgetPage) -> None:
    bad = ["<|start|>", HOSTILE, "=1+1", "\u202eabc", *WORDS[:4]]
    stage.show(AttentionChain(sentences=[sentence(bad, HOSTILE)], title=HOSTILE, source=HOSTILE))
    stage.show(MaskView(tokens=tokens(bad), leak={**leak(), "changed": HOSTILE}, source=HOSTILE))
    stage.show(AblationView(sentences=[ablated(HOSTILE)], title=HOSTILE))
    stage.show(KVSharing(config=SIZES, source=HOSTILE, title=HOSTILE))
    stage.show(HeadsShapes(config=SIZES, source=HOSTILE, title=HOSTILE))
    stage.show(ByHand(names={"zh": [HOSTILE, "它"], "en": ["a", "b"]}))
    page = stage.page
    page.locator(".chain-rows [data-kind=weight]").nth(2).click()
    count = "() => hosts.flatMap(h => [...h.querySelectorAll('img,script')]).length"
    assert page.evaluate(count) == 0
    assert page.evaluate("() => window.pwned") is None
    assert page.inner_text(".lk-title >> nth=0") == HOSTILE


@pytest.mark.browser
def test_saved_files_say_where_their_numbers_come_from(stage: WidgetPage) -> None:
    stage.show(AttentionChain(sentences=[sentence()], source="classroom-base", lang="en"))
    page = stage.page
    texts = {}
    for kind in ("CSV", "SVG"):
        page.locator(".lk-menu summary").click()
        with page.expect_download() as waiting:
            page.get_by_role("button", name=kind).click()
        texts[kind] = waiting.value.path().read_text(encoding="utf-8-sig")
    head, names, first = texts["CSV"].splitlines()[:3]
    assert head.startswith("# classroom-base · layer 1 · head 1 · 小猫追小狗")
    assert names.startswith("looks,looked_at,q_dot_k,score,weight,v1,")
    assert len(first.split(",")) == 5 + D
    assert "classroom-base · layer 1 · head 1" in texts["SVG"]
    assert texts["SVG"].count("<image") == 2 + 2 * len(WORDS)  # the strips


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_pictures_fit_a_phone_and_a_projector(chromium: Any, lang: Any) -> None:
    for width in (390, 1280):
        context = chromium.new_context(viewport={"width": width, "height": 800})
        stage = WidgetPage(context.new_page())
        for widget in (
            ByHand(lang=lang), AttentionChain(lang=lang, sentences=[sentence()]),
            MaskView(lang=lang, tokens=tokens(WORDS), leak=leak()),
            HeadsShapes(lang=lang, config=SIZES), KVSharing(lang=lang, config=SIZES),
            AblationView(lang=lang, sentences=[ablated()]),
        ):  # fmt: skip
            stage.show(widget)
            wide = stage.page.evaluate("() => document.documentElement.scrollWidth")
            assert wide <= width, f"{type(widget).__name__} is {wide} px wide at {width} px"
        assert stage.problems == []
        context.close()
