"""What a learner types and what a learner is told: limits, sentences, nothing that runs."""

from __future__ import annotations

import marimo as mo
import pytest
import tiny
from hypothesis import given, settings
from hypothesis import strategies as st

from lesson_kit.app.guard import Guard, UnusableTextError, explain, read_text, trouble
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.weights.errors import ModelNotFoundError

TOKENIZER = Tokenizer.from_json(tiny.byte_level(tiny.CLASSROOM).to_str())


def test_a_short_text_is_kept_whole() -> None:
    reading = read_text("There is no spoon.", TOKENIZER, limit=64, lang="en")
    assert reading.text == "There is no spoon."
    assert reading.ids == TOKENIZER.encode("There is no spoon.", start=True)
    assert reading.note == ""


@pytest.mark.parametrize("text", ["", " ", "\n\t　"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_blank_text_is_refused_in_the_learners_language(text: str, lang: str) -> None:
    with pytest.raises(UnusableTextError) as caught:
        read_text(text, TOKENIZER, limit=64, lang=lang)  # type: ignore[arg-type]
    assert explain(caught.value, lang) == getattr(caught.value, lang)  # type: ignore[arg-type]
    assert ("回车" in getattr(caught.value, lang)) == (lang == "zh")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_ten_thousand_characters_are_cut_and_the_cut_is_said(lang: str) -> None:
    text = "今天天气很好。" * 1429
    reading = read_text(text, TOKENIZER, limit=32, lang=lang)  # type: ignore[arg-type]
    assert len(reading.ids) <= 32
    assert text.startswith(reading.text)
    assert TOKENIZER.decode(reading.ids) == reading.text
    assert str(len(text)) in reading.note and str(len(reading.text)) in reading.note


@settings(max_examples=200)
@given(st.text(min_size=1, max_size=80), st.integers(min_value=6, max_value=24))
def test_a_cut_never_splits_a_character(text: str, limit: int) -> None:
    if not text.strip():
        with pytest.raises(UnusableTextError):
            read_text(text, TOKENIZER, limit=limit, lang="zh")
        return
    pieces = TOKENIZER.pieces(text, start=True)
    if sum(piece.group == pieces[1].group for piece in pieces) + 1 > limit:
        with pytest.raises(UnusableTextError):
            read_text(text, TOKENIZER, limit=limit, lang="zh")
        return
    reading = read_text(text, TOKENIZER, limit=limit, lang="zh")
    assert 1 <= len(reading.ids) <= limit
    assert TOKENIZER.decode(reading.ids) == reading.text
    assert text.startswith(reading.text)
    assert bool(reading.note) == (reading.text != text)


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("text", ["👨‍👩‍👧‍👦", "a" + "\u0334\u0341" * 40])
def test_a_first_character_that_does_not_fit_is_refused_and_never_becomes_an_empty_text(
    text: str, lang: str
) -> None:
    with pytest.raises(UnusableTextError) as caught:
        read_text(text, TOKENIZER, limit=8, lang=lang)  # type: ignore[arg-type]
    assert "8" in explain(caught.value, lang)  # type: ignore[arg-type]
    whole = read_text(text, TOKENIZER, limit=400, lang=lang)  # type: ignore[arg-type]
    assert whole.text == text


def test_a_lone_surrogate_and_a_typed_control_token_are_only_text() -> None:
    reading = read_text("\ud800<|user|>", TOKENIZER, limit=64, lang="en")
    assert not set(reading.ids[1:]) & set(TOKENIZER.special.values())


def test_known_errors_say_their_own_sentence_and_others_a_plain_one() -> None:
    known = ModelNotFoundError(zh="没有这个模型。", en="There is no such model.")
    assert explain(known, "zh") == "没有这个模型。"
    assert explain(known, "en") == "There is no such model."
    assert "内存" in explain(MemoryError(), "zh")
    assert "memory" in explain(RuntimeError("CUDA out of memory. Tried ..."), "en")
    assert "/a/b" in explain(FileNotFoundError(2, "gone", "/a/b"), "en")
    for lang in ("zh", "en"):
        assert "KeyError" not in explain(KeyError("x"), lang)


def test_details_are_folded_and_nothing_in_them_is_markup() -> None:
    shown = trouble(ValueError("<img src=x onerror=alert(1)>"), "en")
    assert "<img" not in shown and "&lt;img" in shown
    assert "<details>" in shown
    assert "<details>" not in trouble(UnusableTextError(zh="空", en="empty"), "en")


def test_a_guarded_failure_stops_the_cell_with_a_callout() -> None:
    with pytest.raises(mo.MarimoStopError) as stopped, Guard("zh"):
        raise ValueError("boom")
    output = stopped.value.output
    assert isinstance(output, mo.Html) and "没料到" in output.text
    assert type(output.text) is str


def test_a_stop_and_an_interrupt_pass_through_the_guard() -> None:
    with pytest.raises(mo.MarimoStopError) as stopped, Guard("zh"):
        mo.stop(True, "mine")
    assert stopped.value.output == "mine"
    with pytest.raises(KeyboardInterrupt), Guard("zh"):
        raise KeyboardInterrupt
    with Guard("zh"):
        pass
