"""Chapter 06's numbers, each computed a second way."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import torch
from course import tiny_model
from torch.nn import functional as F

from lesson_kit import Transformer, load
from lesson_kit.app import ffn_lesson as lesson
from lesson_kit.app import ffn_numbers as numbers
from lesson_kit.app import ffn_page, units
from lesson_kit.app.guard import UnusableTextError
from lesson_kit.app.header import Page
from lesson_kit.app.picker import OWN
from lesson_kit.measure.residual import gradients
from lesson_kit.measure.units import N_TOP, UnitTable, favourites, read_units, write_units
from lesson_kit.model import new_model
from lesson_kit.model.config import preset
from lesson_kit.show.charts_alone import alone_chart, alone_table
from lesson_kit.show.charts_ffn import bend_chart, bend_tables
from lesson_kit.show.charts_norm import norm_chart, norm_facts
from lesson_kit.show.charts_stream import (
    _beginnings,
    gradient_chart,
    sizes_chart,
    variant_names,
)
from lesson_kit.show.ffn_data import activations, shown_layers, unpack
from lesson_kit.show.ffn_drawings import norm_places
from lesson_kit.show.line_names import text_width
from lesson_kit.show.numbers import exact, figures, percent
from lesson_kit.show.theme import colours
from lesson_kit.show.twins import PHONE
from lesson_kit.show.widgets.ffn_view import FfnView, LensView
from lesson_kit.weights import LoadedModel

TEXT = "There is no spoon."


@pytest.fixture(scope="module")
def loaded() -> LoadedModel:
    return load("classroom-base")


@pytest.fixture(scope="module")
def trace(loaded: LoadedModel) -> Any:
    return lesson.run_sentence(loaded, loaded.encode(TEXT))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(tmp_path_factory.mktemp("models") / "tiny")


def test_the_picture_holds_the_models_own_activations(loaded: LoadedModel, trace: Any) -> None:
    data = lesson.ffn_picture(loaded, TEXT, trace)
    act = activations(unpack(data, "pre"), unpack(data, "second"), gated=data["gated"])
    for place, layer in enumerate(data["layers"]):
        one = trace.layers[layer]
        for ours, theirs in ((act, one.ffn_act), (unpack(data, "out"), one.ffn_out)):
            scale = float(theirs.abs().max())  # float16 keeps three digits
            np.testing.assert_allclose(ours[place], theirs[0].numpy(), atol=3e-3 * scale)
    assert data["layers"] == list(range(loaded.model.config.n_layer))


def test_a_deep_model_shows_eight_layers_with_both_ends() -> None:
    assert shown_layers(3) == [0, 1, 2]
    deep = shown_layers(30)
    assert len(deep) == 8 and deep[0] == 0 and deep[-1] == 29 and deep == sorted(set(deep))


def test_a_position_replaced_before_the_ffn_moves_no_other(loaded: LoadedModel, trace: Any) -> None:
    length = trace.ids.shape[1]
    for layer in range(loaded.model.config.n_layer):
        found = numbers.alone(loaded, trace, layer=layer, at=2)
        assert [x for i, x in enumerate(found.ffn) if i != 2] == [0.0] * (length - 1)
        assert found.ffn[2] > 0
        assert max(found.attention[:2]) == 0 and min(found.attention[2:]) > 0
    with pytest.raises(ValueError, match="position"):
        numbers.alone(loaded, trace, layer=0, at=length - 1)


def test_the_lens_ends_in_the_models_own_probabilities(loaded: LoadedModel, trace: Any) -> None:
    ids, probs, last = lesson.lens(loaded, trace)
    own = trace.logits[0].softmax(-1)
    torch.testing.assert_close(probs[-1], own.topk(lesson.N_TOP).values)
    assert (ids[-1, :, 0] == own.argmax(-1)).all()
    torch.testing.assert_close(last[-1], probs[-1, :, 0])
    middle = loaded.model.final_norm(trace.layers[2].resid_post[0])  # after layer 3
    said = (middle @ loaded.model.embed.weight.T).softmax(-1)
    torch.testing.assert_close(probs[3], said.topk(lesson.N_TOP).values)


@pytest.mark.parametrize("name", ["classroom-base", "tiny", "smollm2-135m"])
def test_the_chapters_lines_give_the_models_logits(name: str, tiny: Path) -> None:
    """The lines stand in the notebook; here they are read from it and run on each model."""
    try:
        model = load(str(tiny) if name == "tiny" else name, device="cpu")
    except Exception:
        if name != "smollm2-135m":
            raise
        pytest.skip("SmolLM2 is not on this machine")
    source = (Path(__file__).parents[1] / "notebooks" / "06_ffn.py").read_text(encoding="utf-8")
    cell = source.split("def forward_code(W, c, ids, layers):\n")[1].split("    with_code()")[0]
    assert len(_lines_of_the_model(source)) == 19
    whole, layers = numbers.weights_of(model)
    trace = lesson.run_sentence(model, model.encode("There is no spoon. 今天天气"))
    names: dict[str, Any] = {
        "W": whole, "layers": layers, "c": model.model.config, "ids": trace.ids[0],
        "torch": torch, "F": F, "math": __import__("math"),
    }  # fmt: skip
    exec("\n".join(line[4:] for line in cell.splitlines()), names)
    theirs = numbers.own_logits(model, trace.ids[0].tolist())
    difference = float((names["logits"] - theirs).abs().max())
    largest = float(theirs.abs().max())
    assert theirs.dtype == names["logits"].dtype == torch.float64
    # What is left: each side rounds its own table of RoPE's angles to float32.
    assert difference <= (1e-5 if name == "smollm2-135m" else 1e-7)
    assert model.model.embed.weight.dtype == torch.float32, "the shared model stays as it was"
    # float32 keeps seven digits, and each layer rounds: near a logit of 20 that is a few 1e-6.
    rounding = 4e-6 if name == "smollm2-135m" else 1e-6
    assert float((names["logits"] - trace.logits[0]).abs().max()) <= rounding * largest
    layers[0]["W_down"] = layers[0]["W_down"] * 0  # and they notice a change
    assert float((names["forward"](trace.ids[0]) - trace.logits[0]).abs().max()) > 1e-3


def _lines_of_the_model(notebook: str) -> list[str]:
    """The three functions that are the whole model, without blank lines."""
    cell = notebook.split("def forward_code(W, c, ids, layers):\n")[1].split("    logits =")[0]
    return [line for line in cell.splitlines() if line.strip()]


def test_page_and_readme_count_the_lines_alike() -> None:
    root = Path(__file__).parents[1]
    notebook = (root / "notebooks" / "06_ffn.py").read_text(encoding="utf-8")
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert len(_lines_of_the_model(notebook)) == 19
    told = {"zh": "十九行", "en": "nineteen lines"}
    assert f"## 整个模型，{told['zh']}" in notebook
    assert f"## The whole model in {told['en']}" in notebook
    assert f"rebuilds the whole model in {told['en']}" in readme
    assert f"用{told['zh']}重写整个模型" in readme
    for text in (notebook, readme):
        assert not re.search("十几行|十五行|fifteen lines|twenty lines|15 lines", text)


def test_the_code_counts_positions_as_the_caption_does(loaded: LoadedModel, trace: Any) -> None:
    source = (Path(__file__).parents[1] / "notebooks" / "06_ffn.py").read_text(encoding="utf-8")
    cell = source.split("def mixing_code(page, traces):\n")[1].split("    with_code()")[0]
    page = SimpleNamespace(model=loaded)
    names: dict[str, Any] = {"page": page, "traces": [trace], "lesson": lesson}
    exec("\n".join(line[4:] for line in cell.splitlines()), names)
    moved = names["moved"].tolist()
    place = [i for i, x in enumerate(moved) if x != 0]
    assert place == [names["other"] - 1]  # the caption's number, from 1
    alone = numbers.alone(loaded, trace, layer=names["layer"] - 1, at=names["other"] - 1)
    assert alone.at == place[0] and alone.layer == names["layer"] - 1
    assert moved == pytest.approx(alone.ffn, rel=1e-5)


def test_only_the_plain_llama_shape_is_said_to_match() -> None:
    def shaped(name: str, **changes: Any) -> LoadedModel:
        return cast(
            LoadedModel, SimpleNamespace(model=SimpleNamespace(config=preset(name, **changes)))
        )

    assert numbers.plain_llama(shaped("classroom")) and numbers.plain_llama(shaped("llama"))
    assert not any(numbers.plain_llama(shaped(n)) for n in ("gpt2", "qwen2", "qwen3"))


def test_two_matrices_without_a_bend_are_one(loaded: LoadedModel, trace: Any) -> None:
    block = lesson.block(loaded, 1)
    up, down = block.ffn.W_up.weight.double(), block.ffn.W_down.weight.double()
    x = block.ffn_norm(trace.layers[1].resid_mid)[0].double()
    assert float((x @ up.T @ down.T - x @ (down @ up).T).abs().max()) <= 1e-6


def test_every_parameter_is_counted_once(loaded: LoadedModel) -> None:
    parts = numbers.counted(loaded)
    config = loaded.model.config
    assert sum(parts.values()) == config.n_parameter()
    assert parts["ffn"] == config.n_layer * 3 * config.d_model * config.d_ff
    assert preset("gpt2").n_parameter() == 124_439_808


def test_known_models_leave_out_the_loaded_one() -> None:
    known = {one["name"]: one["config"] for one in ffn_page.known_models("classroom-base")}
    assert "Classroom" not in known and known["GPT-2 small"]["n_layer"] == 12
    assert "Classroom" in {one["name"] for one in ffn_page.known_models("smollm2-135m")}


def test_the_stream_is_measured_as_root_mean_square(loaded: LoadedModel, trace: Any) -> None:
    rows = numbers.stream_sizes(loaded, [TEXT], [trace])
    found = next(r for r in rows if r["step"] == 2 and r["part"] == "ffn" and r["i"] == 3)
    vector = trace.layers[1].ffn_out[0, 3]
    assert found["size"] == pytest.approx(float(vector.norm()) / len(vector) ** 0.5, rel=1e-5)
    first, last = ffn_page.mean_sizes(rows, TEXT)
    assert first == pytest.approx(float(trace.embed[0].square().mean(-1).sqrt().mean()), rel=1e-5)
    assert last == pytest.approx(
        float(trace.layers[-1].resid_post[0].square().mean(-1).sqrt().mean()), rel=1e-5
    )


def test_gradients_reach_layer_one_only_with_a_road() -> None:
    deep = gradients((1, 8, 48))
    assert deep.first(48, residual=False, norm=False) < 1e-10
    assert 0.1 < deep.first(48, residual=True, norm=True) < 10
    assert deep.first(48, residual=True, norm=False) > 1e3
    assert deep.likeness(48, residual=False, norm=True) < 0.95
    assert deep.likeness(48, residual=True, norm=True) > 0.99
    # one layer, neither: the derivative is W_upᵀ (gelu' · W_downᵀ target / n), by finite difference
    again = gradients((1, 8, 48))
    assert again.gradient.equals(deep.gradient)
    with pytest.raises(ValueError, match="depths"):
        gradients(())


def test_norms_do_what_their_names_say() -> None:
    row = np.random.default_rng(0).normal(3, 2, 64)
    facts = norm_facts(row)
    assert facts["layer"]["mean"] == pytest.approx(0, abs=1e-9)
    assert facts["layer"]["rms"] == pytest.approx(1, abs=1e-4)
    assert facts["rms"]["rms"] == pytest.approx(1, abs=1e-4)
    assert facts["rms"]["mean"] > 0.5  # RMSNorm leaves the mean in
    assert norm_facts(row * 3 + 5)["layer"] == pytest.approx(facts["layer"], abs=1e-4)


def test_bend_tables_count_real_pre_activations(trace: Any) -> None:
    pre = numbers.pre_activations([trace])
    tables = bend_tables(pre)
    flat = trace.layers[2].ffn_pre.flatten()
    facts = tables["facts"].to_dict("records")
    fact = next(f for f in facts if f["layer"] == 3 and f["bend"] == "SiLU")
    assert fact["negative"] == pytest.approx(float((flat < 0).float().mean()), abs=1e-6)
    assert fact["quiet"] == pytest.approx(
        float((F.silu(flat).abs() < 0.05).float().mean()), abs=1e-6
    )
    inside = 1 - fact["beyond"]
    before = tables["before"]
    shown = float(np.asarray(before.loc[before["layer"] == 3, "share"]).sum())
    assert shown == pytest.approx(inside, abs=1e-6)
    curves = tables["curves"]
    for name, bend in (("ReLU", F.relu), ("GELU", F.gelu), ("SiLU", F.silu)):
        here = curves["bend"] == name
        z, y = (np.asarray(curves.loc[here, column]) for column in "zy")
        np.testing.assert_allclose(y, bend(torch.tensor(z)).numpy(), atol=1e-12)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_charts_can_be_drawn_and_take_hostile_words(
    loaded: LoadedModel, trace: Any, lang: Any
) -> None:
    rows = numbers.stream_sizes(loaded, [TEXT], [trace])
    words = ["'] + alert(1) + ['", "<b>", "\\", "猫"]
    for narrow in (False, True):
        ways: Any = {"colours": colours(), "lang": lang, "narrow": narrow}
        charts = [
            bend_chart(bend_tables(numbers.pre_activations([trace])), bend="SiLU", **ways),
            sizes_chart(rows, **ways),
            gradient_chart(gradients((2, 4)).gradient, **ways),
            norm_chart(np.arange(8.0), **ways),
            alone_chart(alone_table([0, 0, 1, 0], [0, 0, 1, 2], words), at=2, **ways),
        ]
        texts = [chart.to_json() for chart in charts]
        assert all(len(text) > 500 for text in texts)
        # theme.css shows one of the two by these names, as vega writes them into the drawing
        assert all(chart.name == ("lkphone" if narrow else "lkwide") for chart in charts)
        panels = charts[-1].to_dict()["vconcat" if narrow else "hconcat"]
        assert "alert(1)" not in str(panels[0]["layer"])
    assert "norm(x + f(x))" in norm_places(lang)


def test_numbers_are_written_in_one_way() -> None:
    written = [figures(x) for x in (30.2, 1.84, 0.085, 156, 0, -0.5, 21000, 5.8e-15, -2e-7)]
    plain = ["30", "1.8", "0.085", "160", "0", "−0.5"]
    assert written == [*plain, "2.1×10⁴", "5.8×10⁻¹⁵", "−2.0×10⁻⁷"]
    assert exact(0.0) == "0" and exact(3.14e-11) == "3.1×10⁻¹¹" and exact(0.5) == "5.0×10⁻¹"
    assert percent(0.663) == "66\u202f%" and percent(0.0071, 1) == "0.7\u202f%"


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("narrow", [False, True])
def test_no_line_runs_through_its_own_name(lang: Any, narrow: bool) -> None:
    width, height = (PHONE, 300) if narrow else (820, 330)
    table = gradients().gradient
    names = variant_names(lang)
    keys = zip(table["residual"], table["norm"], strict=True)
    named = table.assign(name=[names[(bool(r), bool(n))] for r, n in keys])
    placed = _beginnings(named, width, height)
    for depth, stack in named.groupby("depth"):
        logs = np.log10(stack["size"].to_numpy(float))
        pixel = (height - 48) / np.ptp(logs)
        boxes = []
        for row in placed[placed["depth"] == depth].to_dict("records"):
            line = stack[stack["name"] == row["name"]].sort_values("layer")
            y = 24 + (logs.max() - np.log10(line["size"].to_numpy(float))) * pixel
            x = (line["layer"].to_numpy(float) - 1) * width / (int(str(depth)) - 1)
            under = np.interp(np.linspace(8, 8 + text_width(row["text"]), 50), x, y)
            middle = y[0] + row["dy"]
            assert not ((under > middle - 9) & (under < middle + 9)).any(), (depth, row["text"])
            assert middle - 9 >= 0 and middle + 9 <= height
            boxes.append((float(y[0]), middle))
        heights = [middle for _, middle in sorted(boxes)]
        assert min(np.diff(heights)) >= 18, depth  # in the order of the lines, none over another


# -- what a learner types --------------------------------------------------------------------------


class _Page:
    lang = "en"

    def __init__(self, model: LoadedModel) -> None:
        self.model, self.texts = model, {}

    def kept(self, name: str, default: Any) -> Any:
        return self.texts.get(name, default)

    def keep(self, name: str) -> Any:
        return lambda value: self.texts.__setitem__(name, value)

    def read(self, text: str, *, limit: int = 256) -> Any:
        from lesson_kit.app.guard import read_text

        return read_text(text, self.model.tokenizer, limit=limit, lang="en")


def test_a_typed_sentence_reaches_both_pictures_and_a_blank_one_is_refused(
    loaded: LoadedModel,
) -> None:
    view, lens, page = FfnView(lang="en"), LensView(lang="en"), _Page(loaded)
    typed = ffn_page.Typed(cast(Page, page), view)
    typed.also(lens)
    lens.ask("<img src=x onerror=alert(1)> 猫")
    assert view.own["label"] == lens.own["label"] == lens.typed
    assert len(view.own["tokens"]) == len(lens.own["tokens"])
    view.ask("   ")
    assert "no text" in view.own["error"] and "no text" in lens.own["error"]
    view.ask("word " * 400)
    assert len(view.own["tokens"]) <= lesson.OWN_TOKENS and "only the first" in view.own["note"]
    again = FfnView(lang="en")
    ffn_page.Typed(cast(Page, page), again)  # the page drawn anew remembers it
    assert again.own["label"] == view.own["label"]
    assert issubclass(UnusableTextError, Exception)


# -- units -----------------------------------------------------------------------------------------


def _small() -> Transformer:
    config = preset(
        "classroom", vocab_size=40, d_model=16, n_layer=2, n_head=2, n_kv_head=1, d_head=8, d_ff=12
    )
    return new_model(config, seed=3).eval()


def test_favourites_are_the_strongest_places_of_the_sample(tmp_path: Path) -> None:
    model, dice = _small(), torch.Generator().manual_seed(1)
    documents = [torch.randint(0, 40, (5 + n % 4,), generator=dice).tolist() for n in range(70)]
    table = favourites(model, documents, weights="abc")
    with torch.inference_mode():
        acts = [
            torch.stack([one.ffn_act[0] for one in model.trace(torch.tensor([d])).layers])
            for d in documents
        ]  # (L, T, F) each
    for layer, unit in ((0, 0), (1, 7)):
        column = [a[layer, :, unit] for a in acts]
        sign = (
            1 if max(float(c.max()) for c in column) >= max(float(-c.min()) for c in column) else -1
        )
        best = sorted((float((sign * c).max()) for c in column), reverse=True)[:N_TOP]
        np.testing.assert_allclose(sign * table.act[layer, unit].astype(float), best, rtol=2e-3)
        whole = torch.cat(column).numpy()
        np.testing.assert_allclose(
            whole[table.top[layer, unit]],
            table.act[layer, unit].astype(float),
            rtol=2e-3,
            atol=1e-6,
        )
        row = model.layers[layer].ffn.W_down.weight[:, unit] * sign  # type: ignore[union-attr]
        push = (row * model.final_norm.weight) @ model.embed.weight.T  # type: ignore[operator]
        assert table.writes[layer, unit, 0] == int(push.argmax())
    write_units(table, tmp_path)
    back = read_units(tmp_path)
    assert back is not None and back.weights == "abc"
    np.testing.assert_array_equal(back.top, table.top)
    with pytest.raises(ValueError, match="too few"):
        favourites(model, documents[:2], weights="abc")


def test_units_are_shown_only_with_the_weights_they_belong_to(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(units, "N_DOCUMENT", 8)
    model = load(str(tiny), device="cpu")
    assert units.units_of(str(tiny), model) is None
    assert "lesson-kit units" in units.why_hidden(str(tiny), "zh")
    done: list[tuple[int, int]] = []
    units.make_units(str(tiny), tick=lambda *at: done.append(at))
    assert done[-1] == (8, 8)
    table = units.units_of(str(tiny), model)
    assert table is not None
    picture = units.units_picture(model, table, "en")
    assert picture["d_ff"] == model.model.config.d_ff and len(picture["names"]) > 3
    assert units.units_of(OWN, model) is None and "<code>" not in units.why_hidden(OWN, "en")
    other = SimpleNamespace(
        **{**vars(model), "card": SimpleNamespace(files={"model.safetensors": "0"})}
    )
    assert units.units_of(str(tiny), cast(LoadedModel, other)) is None
    (tiny / "units.safetensors").write_bytes(b"no such thing")
    assert units.units_of(str(tiny), model) is None


@pytest.mark.parametrize(("lang", "words"), [("zh", "[\u4e00-\u9fff]+"), ("en", " [A-Za-z]{2,}")])
def test_the_shipped_favourites_are_this_models(loaded: LoadedModel, lang: str, words: str) -> None:
    table = units.units_of("classroom-base", loaded)
    if table is None:
        pytest.skip("no favourites of these weights yet: lesson-kit units classroom-base")
    layer, unit = units.clearest(
        table, {str(i): loaded.tokenizer.label(i) for i in range(loaded.tokenizer.vocab_size)}, lang
    )
    shown = [*table.sample[table.top[layer, unit]].tolist(), *table.writes[layer, unit].tolist()]
    assert all(re.fullmatch(words, loaded.tokenizer.label(id)) for id in shown)
    assert len(set(table.sample[table.top[layer, unit]].tolist())) == 1
    ends = [*table.starts[1:].tolist(), len(table.sample)]
    for place, act in zip(table.top[layer, unit].tolist(), table.act[layer, unit], strict=True):
        which = int(np.searchsorted(table.starts, place, side="right")) - 1
        start = int(table.starts[which])
        trace = lesson.run_sentence(loaded, table.sample[start : ends[which]].tolist())
        found = float(trace.layers[layer].ffn_act[0, place - start, unit])
        assert found == pytest.approx(float(act), rel=2e-3)


def test_the_first_unit_speaks_the_pages_language() -> None:
    names = dict(enumerate(["喜欢", "荔枝", " the", " wolf", "st", " bird"]))
    sample, push = np.array([0, 2, 2, 4], "<i4"), np.array([[[9.0], [2.0], [3.0], [8.0]]])
    table = UnitTable(  # L = 1, F = 4, K = 1
        sample=sample,
        starts=np.array([0]),
        top=np.array([[[0], [1], [2], [3]]]),
        act=np.ones((1, 4, 1)),
        writes=np.array([[[1], [3], [5], [5]]]),
        push=push,
        weights="",
    )
    texts = {str(id): text for id, text in names.items()}
    assert units.clearest(table, texts, "zh") == (0, 0)
    assert units.clearest(table, texts, "en") == (0, 2)  # the stronger of two; "st" is no word
    assert units.clearest(table, {"4": "st"}, "zh") == (0, 0), "none is: the strongest"


def test_a_name_in_the_hint_is_escaped() -> None:
    assert "<b>" not in units.why_hidden("<b>x", "en")
