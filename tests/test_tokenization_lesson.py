"""The numbers of chapter 02, each worked out a second way."""

from __future__ import annotations

import dataclasses
import sys
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from course import tiny_model
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import sentencepiece

from lesson_kit.app import tokenization_lesson as lesson
from lesson_kit.app.guard import UnusableTextError
from lesson_kit.app.tokenization_page import vocabulary_sizes
from lesson_kit.app.tokenization_texts import (
    CHATS,
    COMPARED,
    ENCODED,
    LEARNED,
    NEIGHBOURS,
    SENTENCES,
    STREAMED,
    clip,
)
from lesson_kit.corpus.tatoeba import Pair
from lesson_kit.places import notebooks_dir
from lesson_kit.show.charts_vocabulary import sizes_chart, sizes_table
from lesson_kit.show.theme import colours
from lesson_kit.show.widgets import token_pictures
from lesson_kit.show.widgets.text_picture import TextPicture
from lesson_kit.show.words import Lang
from lesson_kit.text import Tokenizer, chat
from lesson_kit.text.vocabularies import names, vocabulary
from lesson_kit.train import vocabulary_sizes as sizes
from lesson_kit.weights import LoadedModel
from lesson_kit.weights.registry import load

FAMILY = "👨‍👩‍👧‍👦"
LANGS: tuple[Lang, Lang] = ("zh", "en")


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    return load(str(tiny_model(tmp_path_factory.mktemp("models") / "tiny")), device="cpu")


def text_of(tokens: list[dict]) -> str:
    return bytes.fromhex("".join(one["b"] for one in tokens)).decode("utf-8")


# -- texts -----------------------------------------------------------------------------------------


def test_every_picture_has_texts_in_both_languages() -> None:
    assert len(SENTENCES) >= 4
    assert all(zh and en and zh != en for zh, en in SENTENCES)
    assert len({text for *_, text in COMPARED}) == len(COMPARED) == 9
    for prepared in (LEARNED, ENCODED, STREAMED, NEIGHBOURS, CHATS):
        assert prepared.keys() == {"zh", "en"}
        assert all(len(prepared[lang]) >= 3 for lang in LANGS)


def test_a_long_text_is_cut_between_what_readers_see_and_says_so() -> None:
    assert clip("abc", 3, "en") == ("abc", "")
    kept, note = clip("ab" + FAMILY + "c", 5, "zh")
    assert kept == "ab"
    assert "10 个字符" in note
    assert "2 个" in note
    assert clip("x" * 50, 10, "en")[1].endswith("only the first 10 are kept.")
    assert clip("a\ud800", 9, "en") == ("a\ufffd", "")
    with pytest.raises(UnusableTextError):
        clip(" \n", 9, "en")


@settings(max_examples=50, deadline=None)
@given(text=st.text(min_size=1, max_size=40).filter(str.strip), limit=st.integers(1, 30))
def test_a_cut_text_is_a_beginning(text: str, limit: int) -> None:
    kept, note = clip(text, limit, "en")
    assert text.startswith(kept) or "\ufffd" in kept
    assert 1 <= len(kept) <= limit
    assert bool(note) == (len(text) > limit)


# -- the split and the comparison ------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_sentences_come_back_whole_with_their_twin(loaded: LoadedModel, lang: Lang) -> None:
    examples = lesson.prepared_sentences(loaded, lang)
    for one, (zh, en) in zip(examples, SENTENCES, strict=True):
        text, other = (zh, en) if lang == "zh" else (en, zh)
        assert text_of(one["tokens"]) == one["text"] == text
        assert text_of(one["twin"]["tokens"]) == other


def test_a_family_is_one_group_and_long_texts_are_kept_in_part(loaded: LoadedModel) -> None:
    tokens = [one for one in lesson.split(loaded, FAMILY, "en")["tokens"] if not one["s"]]
    assert len(tokens) > 4
    assert len({one["g"] for one in tokens}) == 1
    text = "好 q" * 3_000
    long = lesson.split(loaded, text, "en")
    ids = loaded.tokenizer.encode(text)
    assert long["counts"] == {"chars": 9_000, "bytes": 15_000, "tokens": len(ids)}
    assert long["ids"][-len(ids) :] == ids
    assert len(ids) > 2_000 >= len(long["tokens"])
    assert "first 2\u202f000 are drawn" in long["note"]
    assert text.startswith(text_of(long["tokens"]))
    longer = lesson.split(loaded, "x" * 12_000, "zh")
    assert "12000 个字符" in longer["note"]
    assert longer["counts"]["chars"] == 10_000


def test_a_long_text_is_counted_whole_by_every_vocabulary(loaded: LoadedModel) -> None:
    text = "The weather is nice today. 今天天气很好。" * 250
    assert len(text) < 10_000
    made = lesson.compared(loaded, text, "en")
    assert [row["n"] for row in made["rows"][1:]] == [
        len(vocabulary(name).encode(text)) for name in names()
    ]
    assert all(len(row["tokens"]) <= 400 < row["n"] for row in made["rows"])
    assert "first 400 are drawn" in made["note"]


@pytest.mark.parametrize("lang", LANGS)
def test_six_vocabularies_cut_the_same_text(loaded: LoadedModel, lang: Lang) -> None:
    for one, (*_, text) in zip(lesson.prepared_comparisons(loaded, lang), COMPARED, strict=True):
        assert [text_of(row["tokens"]) for row in one["rows"]] == [text] * 6
        assert [row.get("ours", False) for row in one["rows"]] == [True, *[False] * 5]


# -- merges ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_the_caption_may_say_that_the_library_agrees(lang: Lang) -> None:
    for text in LEARNED[lang]:
        made = lesson.learned(text, lang)
        assert made["same"] == len(made["merges"]) > 5


@settings(max_examples=40, deadline=None)
@given(text=st.text(alphabet="ab c。猫\n<", min_size=1, max_size=80).filter(str.strip))
def test_whatever_is_typed_the_merges_are_the_librarys(text: str) -> None:
    made = lesson.learned(text, "zh")
    assert made["same"] == len(made["merges"])
    count: Counter[str] = Counter()
    for word in made["words"]:
        letters = [word["b"][i : i + 2] for i in range(0, len(word["b"]), 2)]
        for pair in pairwise(letters):
            count["".join(pair)] += word["n"]
    if made["merges"]:
        first = made["merges"][0]
        assert first["n"] == max(count.values()) == count[first["l"] + first["r"]]
    else:
        assert max(count.values(), default=0) < 2


@pytest.mark.parametrize("lang", LANGS)
def test_the_ladder_ends_where_the_tokenizer_does(loaded: LoadedModel, lang: Lang) -> None:
    tokenizer = loaded.tokenizer
    for text in ENCODED[lang]:
        made = lesson.encoded(loaded, text, lang)
        assert "".join(word["text"] for word in made["words"]) == text
        assert [id for word in made["words"] for id in word["ids"]] == tokenizer.encode(text)
        for word in made["words"]:
            assert word["same"]
            last = word["steps"][-1]
            assert last["ranks"] == [None] * (len(last["tokens"]) - 1)
            for before, after in pairwise(word["steps"]):
                rank = min(r for r in before["ranks"] if r is not None)
                left, right = tokenizer.merges[rank - 1]
                assert (left + right).hex() in after["tokens"]
                assert len(after["tokens"]) < len(before["tokens"])


# -- bytes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["没有勺子 🥄", FAMILY + "好", "naïve", "龘", "a\ud800"])
def test_a_stream_shows_only_whole_characters(loaded: LoadedModel, text: str) -> None:
    made = lesson.streamed(loaded, text, "en")
    whole = text.replace("\ud800", "\ufffd")
    assert "".join(one["c"] for one in made["chars"]) == whole
    assert len(made["tracks"]) == 3
    for track in made["tracks"]:
        shown, arrived = "", b""
        for token, step in zip(track["tokens"], track["steps"], strict=True):
            shown, arrived = shown + step["out"], arrived + bytes.fromhex(token["b"])
            assert arrived == shown.encode("utf-8") + bytes.fromhex(step["held"])
        assert shown == whole


# -- labels, templates, budget ---------------------------------------------------------------------


def test_neighbours_are_those_of_brute_force(loaded: LoadedModel) -> None:
    made = lesson.neighbours(loaded, NEIGHBOURS["zh"][0], "zh")
    table = loaded.model.embed.weight.detach().float().numpy().astype(np.float64)
    at = made["token"]["id"]
    cosine = table @ table[at] / (np.linalg.norm(table, axis=1) * np.linalg.norm(table[at]))
    order = [i for i in np.argsort(-cosine) if i != at][: len(made["by_meaning"])]
    assert [row["id"] for row in made["by_meaning"]] == order
    for row in (*made["by_id"], *made["by_meaning"]):
        assert row["cos"] == pytest.approx(cosine[row["id"]], abs=1e-5)
    assert made["chance"] == pytest.approx(np.delete(cosine, at).mean(), abs=1e-5)
    assert all(abs(row["id"] - at) <= 4 for row in made["by_id"])


@pytest.mark.parametrize("lang", LANGS)
def test_the_frame_is_what_the_model_is_given(loaded: LoadedModel, lang: Lang) -> None:
    special = set(loaded.tokenizer.special.values())
    for messages in CHATS[lang]:
        made = lesson.conversation(loaded, messages, lang)
        ids = [token["id"] for part in made["parts"] for token in part["tokens"]]
        assert ids == chat.render(loaded.tokenizer, messages)
        said = [t["id"] for p in made["parts"] if not p["frame"] for t in p["tokens"]]
        assert not special & set(said)
    typed = lesson.said(loaded, CHATS[lang][0], "<|user|>x", lang)
    assert typed["messages"][-1] == {"role": "user", "content": "<|user|>x"}


def test_budget_counts_are_the_tokenizers(loaded: LoadedModel) -> None:
    system, question, answer, _ = CHATS["zh"][1]
    n = [len(loaded.tokenizer.encode(m.content)) for m in (system, question, answer)]
    parts = lesson.budget_parts(loaded, CHATS["zh"][1][:3])
    assert [parts[name] for name in ("system", "question", "answer")] == n


# -- vocabulary sizes ------------------------------------------------------------------------------


def test_what_is_sent_is_the_sum_over_the_requests() -> None:
    parts = {"system": 10, "question": 5, "answer": 20}
    said, sent = lesson.said_and_sent(parts, turns=3)
    assert said == 10 + 3 * 25
    assert sent == (10 + 5) + (10 + 25 + 5) + (10 + 50 + 5)


def test_the_recorded_sizes_are_complete_and_fall() -> None:
    made = vocabulary_sizes()
    assert [row["size"] for row in made["rows"]] == list(sizes.SIZES)
    for lang in LANGS:
        tokens = [row[lang] for row in made["rows"]]
        assert tokens == sorted(tokens, reverse=True)
        assert tokens[0] > made[f"{lang}_char"] > tokens[-1]  # bytes are more, words fewer
    assert made["made_by"].endswith("vocabulary_sizes")


def test_sizes_are_cut_from_one_vocabulary() -> None:
    pytest.importorskip("jieba", reason="jieba is only in the train extra")
    texts = ["小猫喜欢小鱼，小猫喜欢小鸟。", "the cat sat on the mat, the cat sat"] * 3
    merges = sizes.learn_nested(texts, 300)
    held_out = [Pair(zh_id="1", zh="小猫喜欢", en_id="2", en="the cat")]
    rows = list(sizes.measure(merges, held_out, (256, 256 + len(merges), 100_000)))
    assert [row["size"] for row in rows] == [256, 256 + len(merges)]
    assert (rows[0]["zh"], rows[0]["en"]) == (12, 7)
    assert rows[1]["zh"] < 6
    assert rows[1]["en"] == 2


@pytest.mark.parametrize("lang", LANGS)
def test_the_chart_carries_its_knob(lang: Lang) -> None:
    chart = sizes_chart(
        sizes_table(vocabulary_sizes()["rows"]), colours=colours(), lang=lang, width=96
    )
    spec = chart.to_dict()
    assert [(p["name"], p["value"]) for p in spec["params"]] == [("width", 96)]
    assert ("词" in spec["params"][0]["bind"]["name"]) == (lang == "zh")
    with pytest.raises(ValueError, match="nothing to draw"):
        sizes_table([])


def test_a_tokenizer_without_byte_merges_is_told_apart(loaded: LoadedModel) -> None:
    other = dataclasses.replace(loaded, tokenizer=Tokenizer(sentencepiece().to_str()))
    assert other.tokenizer.merges == ()
    assert "".join(other.tokenizer.words("猫 <x>")) == "猫 <x>"
    with pytest.raises(UnusableTextError, match="byte-level"):
        lesson.encoded(other, "low", "en")
    assert lesson.streamed(other, "low", "en")["tracks"][0]["tokens"]


# -- the notebook ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_every_picture_of_the_chapter_answers_typed_text(
    lang: Lang, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESSON_KIT_LANG", lang)
    monkeypatch.setenv("LESSON_KIT_MODEL", str(tiny_model(tmp_path / "tiny")))
    monkeypatch.setattr(sys, "argv", ["02_tokenization.py"])
    spec = spec_from_file_location("chapter_02", notebooks_dir() / "02_tokenization.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    outputs, _ = module.app.run()
    pictures = [output for output in outputs if isinstance(output, TextPicture)]
    kinds = {type(picture).__name__ for picture in pictures}
    assert kinds == set(token_pictures.__all__)
    for text in ("<b>x</b> <|user|> " + FAMILY + "\u202e", "勺 \ud800", "好" * 10_000):
        for picture in pictures:
            picture.ask(text)
            assert "error" not in picture.own, (type(picture).__name__, picture.own)
            assert picture.own["typed"] == text.replace("\ud800", "\ufffd")
    assert all(picture.own["note"] for picture in pictures)  # each says what of 10,000 it kept
