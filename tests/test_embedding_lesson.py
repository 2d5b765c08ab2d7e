"""Chapter 03's numbers, each computed a second way."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from lesson_kit import load
from lesson_kit.app import embedding_lesson as lesson
from lesson_kit.app import embedding_words as words
from lesson_kit.app import position_lesson as order
from lesson_kit.app import word_in_sentence as inside
from lesson_kit.app.embedding_numbers import asked_examples, sums_that_hold
from lesson_kit.app.guard import UnusableTextError
from lesson_kit.measure.vectors import cosine, flatten, nearest
from lesson_kit.model import Edit, TransformerConfig, new_model
from lesson_kit.weights import LoadedModel

SMALL = TransformerConfig(
    vocab_size=50, d_model=32, n_layer=2, n_head=4, n_kv_head=2, d_head=8, d_ff=48, max_seq_len=64
)


@pytest.fixture(scope="module")
def loaded() -> LoadedModel:
    return load("classroom-base")


# -- vectors ---------------------------------------------------------------------------------------


def test_flattening_keeps_what_the_covariance_says() -> None:
    rows = torch.randn(40, 7, generator=torch.Generator().manual_seed(0)) * torch.arange(1.0, 8)
    flat = flatten(rows, 3)
    spread = np.linalg.eigvalsh(np.cov(rows.numpy().T.astype(np.float64)))[::-1]
    np.testing.assert_allclose(flat.explained, spread[:3] / spread.sum(), rtol=1e-6)
    np.testing.assert_allclose(flat.at.var(0, ddof=1), spread[:3], rtol=1e-6)
    np.testing.assert_allclose((rows.numpy() - flat.centre) @ flat.axes.T, flat.at, atol=1e-5)
    again = flatten(-rows, 3)  # the same cloud seen from behind: signs must not depend on luck
    np.testing.assert_allclose(np.abs(again.at), np.abs(flat.at), atol=1e-9)
    with pytest.raises(ValueError, match="no 3 principal"):
        flatten(rows[:3], 3)


def _brute_force(query: np.ndarray, table: np.ndarray, n: int, skip: set[int]) -> list[int]:
    """Every row by itself, in double precision, then sorted."""
    asked, closeness = query.astype(np.float64), []
    for i, row in enumerate(table.astype(np.float64)):
        size = math.sqrt(row @ row) * math.sqrt(asked @ asked)
        closeness.append((-(row @ asked) / size, i))
    return [i for _, i in sorted(closeness) if i not in skip][:n]


def test_nearest_neighbours_are_those_of_a_comparison_one_by_one(loaded: LoadedModel) -> None:
    table = lesson.table_of(loaded).float()
    for word in ("苹果", "猫", " cat"):
        (id,) = loaded.tokenizer.encode(word)
        found = nearest(table[id], table, 6, skip={id})
        expected = _brute_force(table[id].numpy(), table.numpy(), 6, {id})
        assert [i for i, _ in found] == expected
        for i, close in found:
            assert close == pytest.approx(float(cosine(table[id], table[i])), abs=1e-5)
    assert nearest(table[5], table, 1)[0][0] == 5


# -- the table -------------------------------------------------------------------------------------


def test_the_untrained_table_is_that_of_a_new_model() -> None:
    whole = new_model(SMALL, seed=lesson.SEED).embed.weight
    assert torch.equal(lesson.untrained_table(SMALL), whole)


def test_looking_up_is_multiplying_by_one_hot(loaded: LoadedModel) -> None:
    text = "今天天气很好"
    ids = loaded.encode(text)
    data = lesson.lookup(loaded, text, ids)
    assert data["same"] == 0 and data["label"] == text
    size, width = lesson.table_of(loaded).shape
    assert (data["size"], data["width"]) == (size, width)
    rows = np.frombuffer(data["rows"], "<f2").reshape(len(ids), 5, width).astype(np.float32)
    table = lesson.table_of(loaded).float().numpy()
    np.testing.assert_allclose(rows[:, 2], table[ids], atol=2e-3, rtol=2e-3)
    assert data["near"][0] == [-1, -1, 0, 1, 2]  # the first row of the table has none above it
    assert not rows[0, :2].any()
    np.testing.assert_allclose(rows[1, 4], table[ids[1] + 2], atol=2e-3, rtol=2e-3)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_map_tells_the_truth(loaded: LoadedModel, lang: str) -> None:
    shown = lesson.word_map(loaded, lang)
    assert shown.whole and shown.lang == lang and len(shown.words) > 50
    table = lesson.table_of(loaded).float()
    rows = table[torch.tensor(shown.ids)]
    unit = rows / rows.norm(dim=1, keepdim=True)
    assert shown.cosines[1] == pytest.approx((unit @ unit.T).numpy(), abs=1e-5)
    for record in shown.pairs.sample(20, random_state=0).to_dict("records"):
        close = shown.cosines[record["stage"]]
        assert record["cosine"] == pytest.approx(close[record["i"], record["j"]])
    for i in (0, 7, 30):  # the five lines of a word lead to its five closest
        mine = shown.pairs[(shown.pairs["i"] == i) & (shown.pairs["stage"] == 1)]
        others = np.delete(shown.cosines[1][i], i)
        assert sorted(mine["cosine"], reverse=True) == pytest.approx(np.sort(others)[::-1][:5])
    spread = np.linalg.svd((unit - unit.mean(0)).numpy().astype(np.float64), compute_uv=False) ** 2
    assert shown.after.explained == pytest.approx(spread[:2] / spread.sum(), abs=1e-6)


def test_training_brings_words_of_a_kind_together(loaded: LoadedModel) -> None:
    shown = lesson.word_map(loaded, "zh")
    same, other = shown.kinship()
    same0, other0 = shown.kinship(0)
    assert same > other + 0.05 and abs(same0) < 0.05 and abs(other0) < 0.05


def test_words_of_a_sum_are_compared_with_the_whole_vocabulary(loaded: LoadedModel) -> None:
    data = lesson.neighbours(loaded, "妈妈 - 爸爸 + 爷爷")
    assert [(x["sign"], x["t"]) for x in data["terms"]] == [(1, "妈妈"), (-1, "爸爸"), (1, "爷爷")]
    table = lesson.table_of(loaded).float()
    a, b, c = (loaded.tokenizer.encode(word)[0] for word in ("妈妈", "爸爸", "爷爷"))
    total = table[a] - table[b] + table[c]
    skip = {a, b, c, *loaded.tokenizer.special.values()}
    expected = _brute_force(total.numpy(), table.numpy(), 3, skip)
    assert [x["id"] for x in data["after"][:3]] == expected
    assert data["before"][0]["c"] < 0.5


@pytest.mark.parametrize(
    ("asked", "terms"),
    [
        ("猫", [(1, "猫")]),
        ("a - b + c", [(1, "a"), (-1, "b"), (1, "c")]),
        ("ice-cream", [(1, "ice-cream")]),
        ("猫−狗＋鸟", [(1, "猫"), (-1, "狗"), (1, "鸟")]),
        ("<b>x</b>", [(1, "<b>x</b>")]),
    ],
)
def test_sums_are_read_as_typed(asked: str, terms: list[tuple[int, str]]) -> None:
    assert lesson._terms(asked) == terms


@pytest.mark.parametrize("asked", ["", "   ", " + ", "a + " * 9 + "a", "x" * 500])
def test_a_question_that_is_none_is_refused_in_words(loaded: LoadedModel, asked: str) -> None:
    with pytest.raises(UnusableTextError) as caught:
        lesson.neighbours(loaded, asked)
    assert caught.value.zh and caught.value.en


def test_any_text_may_be_asked(loaded: LoadedModel) -> None:
    for asked in ("<|user|>", "👨‍👩‍👧", "\x00", "勺子勺子", '"><img src=x>'):
        data = lesson.neighbours(loaded, asked)
        assert len(data["after"]) == 8 and "\ufffd" not in str(data["after"])


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_sums_are_counted_one_by_one(loaded: LoadedModel, lang: str) -> None:
    told = sums_that_hold(loaded, lang)
    table, held = lesson.table_of(loaded).float().numpy(), []
    for a, b, c, d in words.ANALOGIES[lang]:
        ids = [lesson.word_ids(loaded, word) for word in (a, b, c, d)]
        assert all(len(one) == 1 for one in ids), (a, b, c, d)
        (a_,), (b_,), (c_,), (d_,) = ids
        best = _brute_force(table[b_] - table[a_] + table[c_], table, 1, {a_, b_, c_})
        held += [(a, b, c, d)] if best == [d_] else []
    assert told.held == tuple(held)
    assert told.tried == words.ANALOGIES[lang]
    a, b, c, d = (held or words.ANALOGIES[lang])[0]
    assert told.example == f"{b} − {a} + {c} ≈ {d}"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_prepared_sum_says_whether_it_comes_out(loaded: LoadedModel, lang: str) -> None:
    told = sums_that_hold(loaded, lang)
    shown = asked_examples(loaded, lang, told)
    sums = [one for one in shown if len(one["terms"]) > 1]
    held = {f"{b} - {a} + {c}" for a, b, c, _ in told.held}
    assert len(sums) >= 2
    for one in sums:
        assert (one["hoped"]["rank"] == 1) == (one["label"] in held)
        nearest_word = loaded.tokenizer.label(one["after"][0]["id"]).strip()
        assert (nearest_word == one["hoped"]["t"]) == (one["hoped"]["rank"] == 1)
        within = [loaded.tokenizer.label(x["id"]).strip() for x in one["after"]]
        if one["hoped"]["rank"] <= len(within):
            assert within[one["hoped"]["rank"] - 1] == one["hoped"]["t"]
    assert all("hoped" not in one for one in shown if len(one["terms"]) == 1)


# -- one word in several sentences -----------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_words_path_is_the_residual_stream(loaded: LoadedModel, lang: str) -> None:
    for example in inside.fitting(loaded, lang)[:2]:
        data = inside.contexts(loaded, example, lang)
        streams = []
        for frame in (example.first, example.same, example.other):
            ids = loaded.encode(frame.replace("⟨⟩", example.word))
            with torch.inference_mode():
                trace = loaded.model.trace(torch.tensor([ids]))
            steps = [trace.embed, *(layer.resid_post for layer in trace.layers)]
            streams.append(torch.stack([step[0, -1] for step in steps]))
        same, other = (cosine(streams[0], streams[n]).tolist() for n in (1, 2))
        assert data["lines"]["same"] == pytest.approx(same, abs=1e-4)
        assert data["lines"]["other"] == pytest.approx(other, abs=1e-4)
        assert data["lines"]["other"][0] == pytest.approx(1, abs=1e-6)  # one row of the table
        assert len(data["paths"]) == 3 * (1 + len(example.others))
        first = [path["at"][0] for path in data["paths"] if path["word"] == data["word"]]
        np.testing.assert_allclose(first, [first[0]] * 3, atol=1e-4)


def test_two_sentences_of_ones_own(loaded: LoadedModel) -> None:
    data = inside.own_context(loaded, "她吃了一个苹果", "公司发布了新苹果")
    known = inside.contexts(loaded, words.CONTEXTS["zh"][0], "zh")
    assert data["word"] == "苹果"
    assert data["lines"]["other"] == pytest.approx(known["lines"]["other"], abs=1e-4)
    with pytest.raises(UnusableTextError):
        inside.own_context(loaded, "今天", "苹果")


# -- order -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_without_positions_the_order_of_words_makes_no_difference_at_all(
    loaded: LoadedModel, lang: str
) -> None:
    for first, other in words.SWAPPED[lang]:
        data = order.order_lesson(loaded, first, other)
        away = {name: one["difference"] for name, one in data["settings"].items()}
        assert away["none"] == 0 == data["settings"]["none"]["largest"]
        for name in ("position", "mask", "model"):  # order comes in through either, or both
            assert 0.001 < away[name] <= 1, name
            assert away[name] == pytest.approx(np.mean(data["settings"][name]["each"]))
        ids = loaded.encode(first), loaded.encode(other)
        assert [ids[1][at] for at in data["match"]] == ids[0] != ids[1]
        assert data["rounding"] < 1e-3


def test_how_far_two_orders_are_apart_is_read_off_the_models_own_predictions(
    loaded: LoadedModel,
) -> None:
    data = order.order_lesson(loaded, *words.SWAPPED["zh"][0])
    ids = [loaded.encode(text) for text in words.SWAPPED["zh"][0]]
    with torch.inference_mode():
        one, two = (loaded.model(torch.tensor([some]))[0].softmax(-1) for some in ids)
    apart = [float((one[i] - two[j]).clamp(min=0).sum()) for i, j in enumerate(data["match"])]
    assert data["settings"]["model"]["each"] == pytest.approx(apart, abs=1e-4)


def test_the_sum_that_ignores_order_is_the_models_own(loaded: LoadedModel) -> None:
    ids = loaded.encode("小猫追小狗，因为它饿了。")
    blind = order.without_positions(loaded.model)
    with torch.inference_mode():
        plain = blind.trace(torch.tensor([ids]), edit=Edit(mask="none")).layers[-1].resid_post[0]
        ours = order.order_free(blind, ids)
    np.testing.assert_allclose(ours, plain.double(), atol=1e-3, rtol=1e-3)
    shuffled = [ids[0], *reversed(ids[1:])]
    with torch.inference_mode():
        again = order.order_free(blind, shuffled)
    assert torch.equal(again[1:].flip(0), ours[1:]) and torch.equal(again[0], ours[0])


def test_the_copy_without_positions_shares_every_weight() -> None:
    for position in ("rope", "learned"):
        config = TransformerConfig(**{**SMALL.__dict__, "position": position})
        model = new_model(config, seed=3)
        blind = order.without_positions(model)
        assert blind.config.position == "none" and blind.positions is None
        assert blind.embed.weight.data_ptr() == model.embed.weight.data_ptr()
        ids = torch.tensor([[3, 4, 5]]), torch.tensor([[5, 4, 3]])
        one, two = (blind.trace(x, edit=Edit(mask="none")).layers[-1].resid_post for x in ids)
        torch.testing.assert_close(one, two.flip(1))


def test_order_needs_the_same_tokens(loaded: LoadedModel) -> None:
    with pytest.raises(UnusableTextError):
        order.order_lesson(loaded, "猫追狗", "猫追鸟")
    backwards = order.order_lesson(loaded, "我爱你")
    assert backwards["label"] == "我爱你 ⇄" and backwards["match"] == [0, 3, 2, 1]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_turned_by_the_real_distance_the_score_is_the_models(
    loaded: LoadedModel, lang: str
) -> None:
    data = order.rope_lesson(loaded, lang)
    c = loaded.model.config
    q = np.frombuffer(data["q"], "<f4").reshape(c.n_layer, c.n_head, c.d_head)
    k = np.frombuffer(data["k"], "<f4").reshape(c.n_layer, c.n_kv_head, c.d_head)
    curve = order.score_by_distance(
        torch.tensor(q), torch.tensor(k), torch.tensor(data["speeds"]), 48
    )
    with torch.inference_mode():
        trace = loaded.model.trace(torch.tensor([loaded.encode(data["text"])]))
    for layer in range(c.n_layer):
        scores = trace.layers[layer].scores[0, :, data["m"], data["n"]]
        torch.testing.assert_close(
            curve[layer, :, data["m"] - data["n"]], scores, atol=2e-3, rtol=1e-3
        )


def test_sinusoids_follow_the_formula_and_their_dot_product_the_distance() -> None:
    code = order.sinusoids(20, 8)
    assert code[3, 4] == pytest.approx(math.sin(3 / 10000 ** (4 / 8)))
    assert code[3, 5] == pytest.approx(math.cos(3 / 10000 ** (4 / 8)))
    dot = code @ code.T
    for apart in range(5):
        assert np.diagonal(dot, apart) == pytest.approx(dot[0, apart])
