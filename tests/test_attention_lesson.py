"""Chapter 05's numbers, each computed a second way."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from lesson_kit import load
from lesson_kit.app import attention_lesson as lesson
from lesson_kit.app import attention_page as page
from lesson_kit.app import attention_sentences as sentences
from lesson_kit.model import Edit
from lesson_kit.show.attention_data import attention_weights, unpack
from lesson_kit.show.charts_weights import weights_chart, weights_table
from lesson_kit.show.theme import colours
from lesson_kit.weights import LoadedModel


@pytest.fixture(scope="module")
def loaded() -> LoadedModel:
    return load("classroom-base")


def test_the_picture_holds_the_models_own_attention(loaded: LoadedModel) -> None:
    text = "小猫追小狗，因为它饿了。"
    ids = loaded.encode(text)
    data = lesson.picture(loaded, text, ids)
    trace = lesson.run_sentence(loaded, ids)
    _, weights = attention_weights(unpack(data, "q"), unpack(data, "k"))
    for layer, ours in enumerate(weights):
        np.testing.assert_allclose(ours, trace.layers[layer].weights[0].numpy(), atol=1e-5)
    probs = trace.logits[0, -1].softmax(-1)
    assert [c["p"] for c in data["next"]] == pytest.approx(probs.topk(8).values.tolist())


def test_a_pronoun_is_found_as_a_word_and_not_inside_one(loaded: LoadedModel) -> None:
    text = "The kitten chased the puppy because it was hungry."
    pieces = loaded.tokenizer.pieces(loaded.encode(text))
    assert [pieces[i].text.strip() for i in sentences.tokens_of(pieces, text, "it")] == ["it"]
    assert [pieces[i].text.strip() for i in sentences.tokens_of(pieces, text, "kitten")] == [
        "kitten"
    ]
    assert sentences.tokens_of(pieces, text, "") == sentences.tokens_of(pieces, text, "dog") == []


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_riddle_has_its_pronoun_and_noun(loaded: LoadedModel, lang: str) -> None:
    for prepared in (*sentences.PREPARED[lang], *sentences.RIDDLES):
        pieces = loaded.tokenizer.pieces(loaded.encode(prepared.text))
        for word in (prepared.pronoun, prepared.noun, prepared.look_at):
            assert not word or sentences.tokens_of(pieces, prepared.text, word), prepared
        if prepared.pronoun:
            (noun, *_), (*_, pronoun) = (
                sentences.tokens_of(pieces, prepared.text, w)
                for w in (prepared.noun, prepared.pronoun)
            )
            assert noun < pronoun


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_question_that_surprises_has_the_answer_zero(loaded: LoadedModel, lang: str) -> None:
    twins = lesson.two_endings(loaded, lang)
    assert twins.difference == 0 and twins.old != twins.new


def test_the_leak_is_zero_before_the_change_only_under_the_causal_mask(loaded: LoadedModel) -> None:
    ids = loaded.encode("小明喜欢苹果。小红喜欢香蕉。")
    leak = lesson.leak_test(loaded, ids, 5)
    assert max(leak["causal"][:5]) == 0 and min(leak["causal"][5:]) > 0
    assert min(leak["open"]) > 0
    with pytest.raises(ValueError, match="position 99"):
        lesson.leak_test(loaded, ids, 99)


def test_ablation_is_what_switching_one_head_off_gives(loaded: LoadedModel) -> None:
    ids = loaded.encode("今天天气")
    ticks: list[int] = []
    measured = lesson.ablation(loaded, ids, tick=lambda: ticks.append(1))
    config = loaded.model.config
    assert len(ticks) == config.n_layer and measured["kl"].min() >= -1e-6
    base = lesson.run_sentence(loaded, ids).logits[0, -1].log_softmax(-1)
    for layer, head in ((0, 0), (2, 5), (config.n_layer - 1, config.n_head - 1)):
        edit = Edit(heads_off=frozenset({(layer, head)}))
        with torch.inference_mode():
            off = loaded.model.trace(torch.tensor([ids]), edit=edit).logits[0, -1].log_softmax(-1)
        expected = [float(off[c["id"]].exp()) for c in measured["candidates"]]
        np.testing.assert_allclose(measured["off"][layer, head], expected, rtol=1e-3, atol=1e-6)
        kl = float((base.exp() * (base - off)).sum())
        assert measured["kl"][layer, head] == pytest.approx(kl, abs=1e-4)
    told = page.most_telling_head([measured])
    assert told.kl == measured["kl"].max() == measured["kl"][told.layer - 1, told.head - 1]


def test_each_head_off_needs_a_row_for_each_head(loaded: LoadedModel) -> None:
    with pytest.raises(ValueError, match="batch of"):
        loaded.model.trace(torch.tensor([[1, 2]]), edit=Edit(each_head_off=0))


def test_habits_are_told_as_they_were_measured(loaded: LoadedModel) -> None:
    habits = lesson.measured_habits(loaded)
    entries = {entry["letter"]: entry for entry in page.habit_entries(habits)}
    assert set(entries) == {"P", "R", "I", "S"}
    for name, letter in (("previous", "P"), ("first", "S")):
        entry, scores = entries[letter], habits[name].scores  # type: ignore[index]
        assert entry["score"] == pytest.approx(scores.max())
        assert scores[entry["layer"], entry["head"]] == scores.max()
        assert str(entry["n"]) in page.habits_in_words(lesson.counted_rows(loaded), "zh")
        assert str(entry["n"]) in page.habits_in_words(lesson.counted_rows(loaded), "en")
    counted = lesson.counted_rows(loaded)
    assert counted == {name: scores.n for name, scores in habits.items()}


def test_the_heatmap_beside_the_code_shows_every_weight() -> None:
    generator = torch.Generator().manual_seed(0)
    weights = torch.rand(3, 4, 4, generator=generator).softmax(-1).numpy()
    tokens = ["▷", "<b>", "'\"\\", "词"]
    table = weights_table(weights, tokens)
    assert len(table) == 48
    one = table[(table["head"] == 2) & (table["query"] == 3) & (table["key"] == 1)].iloc[0]
    assert one["weight"] == pytest.approx(float(weights[1, 3, 1])) and one["at"] == "<b>"
    for lang in ("zh", "en"):
        spec = weights_chart(weights, tokens, colours=colours(), lang=lang).to_dict()
        assert spec["params"][0]["name"] == "head"
    with pytest.raises(ValueError, match="5 tokens"):
        weights_table(weights, [*tokens, "x"])
