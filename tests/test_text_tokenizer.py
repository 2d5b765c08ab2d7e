"""text → ids → text loses nothing, and every token knows its place in the text."""

from __future__ import annotations

import json
from itertools import groupby

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st
from tiny import CLASSROOM, SAMPLE, byte_level, sentencepiece
from tokenizers import AddedToken, models

from lesson_kit.places import asset
from lesson_kit.text import StreamDecoder, Tokenizer

everything = st.text(st.characters(exclude_categories=()), max_size=60)  # surrogates included


CLASS = Tokenizer(byte_level(CLASSROOM).to_str())
GPT2 = Tokenizer(byte_level(("<|endoftext|>",)).to_str())
LLAMA2 = Tokenizer(sentencepiece().to_str())
shipped = asset("models", "classroom-base", "tokenizer.json")
KINDS = {"classroom": CLASS, "gpt2": GPT2}
if shipped.exists():
    KINDS["shipped"] = Tokenizer.from_file(shipped)

by_kind = pytest.mark.parametrize("tokenizer", KINDS.values(), ids=KINDS)


def as_utf8(text: str) -> str:
    """What of a Python string can be written as UTF-8 at all."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@by_kind
@given(text=everything)
def test_any_text_comes_back(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.decode(tokenizer.encode(text)) == as_utf8(text)
    assert tokenizer.decode(tokenizer.encode(text, start=True)) == as_utf8(text)


@given(text=everything.filter(lambda text: "▁" not in text))
def test_any_text_comes_back_from_byte_fallback(text: str) -> None:
    assert LLAMA2.decode(LLAMA2.encode(text)) == as_utf8(text)


HOSTILE = [
    "", " ", "\n\n\t  ", "\x00\x01\x1b[31m\x7f", "\ud83d", "a\udc00b", "שלום עולם", "👨‍👩‍👧‍👦🏳️‍🌈",
    "<script>alert(1)</script><img src=x onerror=alert(1)>", "字" * 10_000, "e\u0301" * 500,
    "<|user|>hi<|end|><|start|>", "<|endoftext|>", "Ġ▁<0x41>",
]  # fmt: skip


@by_kind
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_only_text(tokenizer: Tokenizer, text: str) -> None:
    ids = tokenizer.encode(text)
    assert not any(tokenizer.is_special(id) for id in ids)
    assert tokenizer.decode(ids) == as_utf8(text)
    assert "".join(shown(tokenizer, text)) == as_utf8(text)


def shown(tokenizer: Tokenizer, text: str) -> list[str]:
    """The text of each group of pieces, as a page shows it."""
    pieces = tokenizer.pieces(text)
    groups = [list(group) for _, group in groupby(pieces, lambda piece: piece.group)]
    return [as_utf8(text)[group[0].start : group[-1].end] for group in groups]


@by_kind
@given(text=everything)
def test_pieces_cover_the_text(tokenizer: Tokenizer, text: str) -> None:
    pieces = tokenizer.pieces(text)
    text = as_utf8(text)
    assert [piece.id for piece in pieces] == tokenizer.encode(text)
    assert b"".join(piece.bytes for piece in pieces) == text.encode()
    at = 0
    for piece in pieces:
        assert piece.start <= at <= piece.end  # no gap; an overlap only inside one character
        at = piece.end
        if piece.text:
            assert piece.text == text[piece.start : piece.end]
            assert piece.text.encode() == piece.bytes
        else:
            assert piece.bytes.decode("utf-8", "ignore").encode() != piece.bytes
    assert at == len(text)


def test_a_split_character_is_one_group() -> None:
    pieces = CLASS.pieces("a猫b狗")
    assert len(pieces) > 4
    assert shown(CLASS, "a猫b狗") == ["a", "猫", "b", "狗"]
    assert all(not piece.text for piece in pieces if piece.start in (1, 3))


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("x👨‍👩‍👧y", ["x", "👨‍👩‍👧", "y"]),
        ("🇨🇳🇫🇷", ["🇨🇳", "🇫🇷"]),
        ("👍🏽e\u0301", ["👍🏽", "e\u0301"]),
        ("👩‍🚀❤️", ["👩‍🚀", "❤️"]),
    ],
)
def test_what_a_reader_sees_as_one_is_one_group(text: str, groups: list[str]) -> None:
    assert shown(CLASS, text) == groups


@by_kind
@given(data=st.data())
def test_stream_equals_batch_for_any_ids(tokenizer: Tokenizer, data: st.DataObject) -> None:
    """Whatever a model may say, broken characters and control tokens in between included."""
    low = st.integers(0, min(300, tokenizer.n_token - 1))
    ids = data.draw(st.lists(low | st.integers(0, tokenizer.n_token - 1), max_size=40))
    stream = StreamDecoder(tokenizer)
    text = "".join(map(stream.push, ids)) + stream.flush()
    assert text == tokenizer.decode(ids)
    pieces = tokenizer.pieces(ids)
    assert (pieces[-1].end if pieces else 0) == len(text)
    said = b"".join(map(tokenizer.token_bytes, ids)).count("\ufffd".encode())
    assert text.count("\ufffd") <= said  # shown only where the model itself spelled it


def test_the_stream_holds_unfinished_characters_back() -> None:
    stream = StreamDecoder(CLASS)
    grown = [stream.push(id) for id in CLASS.encode("鹰!")]
    assert grown == ["", "", "鹰", "!"]
    first = CLASS.encode("鹰")[0]
    assert (stream.push(first), stream.flush()) == ("", "\\xe9")


def test_bytes_that_never_became_a_character_are_escaped_and_have_no_text() -> None:
    half = CLASS.encode("鹰")[:2]
    assert CLASS.decode(half) == "\\xe9\\xb9"
    assert [piece.text for piece in CLASS.pieces(half)] == ["", ""]
    assert [CLASS.label(id) for id in half] == ["⟨E9⟩", "⟨B9⟩"]


def test_control_tokens_have_names_but_no_text() -> None:
    ids = CLASS.encode("hi", start=True)
    assert (CLASS.start_id, ids[0], CLASS.label(0)) == (0, 0, "<|start|>")
    assert CLASS.stop_ids == (0, 1)
    assert CLASS.special == {name: id for id, name in enumerate(CLASSROOM)}
    special, *_ = CLASS.pieces(ids)
    assert (special.bytes, special.text, special.start, special.end) == (b"", "", 0, 0)
    assert special.group != CLASS.pieces(ids)[1].group


def test_labels_make_blanks_visible() -> None:
    assert [CLASS.label(id) for id in CLASS.encode("\n")] == ["↵"]
    assert [CLASS.label(id) for id in CLASS.encode("a")] == ["a"]


def test_what_each_family_begins_and_ends_with() -> None:
    assert (GPT2.start_id, GPT2.stop_ids) == (None, (0,))
    assert GPT2.encode("hi", start=True) == GPT2.encode("hi")
    assert (LLAMA2.start_id, LLAMA2.stop_ids) == (1, (2,))
    assert LLAMA2.encode("the", start=True)[0] == 1


def test_text_equals_the_library_and_transformers() -> None:
    """On plain text our layer changes nothing."""
    from transformers import PreTrainedTokenizerFast

    for raw, ours in ((byte_level(CLASSROOM), CLASS), (sentencepiece(), LLAMA2)):
        theirs = PreTrainedTokenizerFast(tokenizer_object=raw)
        for text in ("the cat is there.", "今天天气", " the  猫", SAMPLE):
            assert ours.encode(text) == theirs.encode(text, add_special_tokens=False)
            assert ours.decode(ours.encode(text)) == raw.decode(ours.encode(text))


def test_sentencepiece_bytes_and_places() -> None:
    pieces = LLAMA2.pieces("the 猫.")
    assert [piece.text for piece in pieces] == ["the", " ", "", "", "", "."]
    assert pieces[2].group == pieces[4].group
    assert (pieces[-1].start, pieces[-1].end) == (5, 6)


def test_ids_outside_the_vocabulary_are_refused() -> None:
    for id in (-1, CLASS.vocab_size):
        for use in (CLASS.token_bytes, CLASS.label, StreamDecoder(CLASS).push):
            with pytest.raises(ValueError, match=f"token id {id} "):
                use(id)
        with pytest.raises(ValueError, match="not in this vocabulary"):
            CLASS.decode([id])


def test_ids_a_model_has_beyond_the_tokenizer_are_no_text() -> None:
    padded = Tokenizer(byte_level(CLASSROOM).to_str(), vocab_size=400, stop_ids=(9,))
    assert (padded.vocab_size, padded.n_token, padded.stop_ids) == (400, 330, (0, 1, 9))
    assert padded.decode([399]) == "" and padded.label(399) == "⟨#399⟩"
    with pytest.raises(ValueError, match="400"):
        padded.decode([400])


def test_words_added_by_hand_are_control_but_blanks_are_text() -> None:
    raw = byte_level(CLASSROOM)
    raw.add_tokens([AddedToken("<tool_call>", normalized=False), "    "])
    tokenizer = Tokenizer(raw.to_str())
    call, blanks = raw.token_to_id("<tool_call>"), raw.token_to_id("    ")
    assert tokenizer.special["<tool_call>"] == call
    assert call not in tokenizer.encode("<tool_call>x")
    assert blanks in tokenizer.encode("x    y")
    assert tokenizer.decode(tokenizer.encode("x    y<tool_call>")) == "x    y<tool_call>"


def test_other_kinds_of_file_are_refused() -> None:
    wordpiece = tokenizers.Tokenizer(models.WordPiece({"[UNK]": 0, "a": 1}, unk_token="[UNK]"))
    with pytest.raises(ValueError, match="neither byte-level"):
        Tokenizer(wordpiece.to_str())
    for source in ("", "no json", "[]", '"text"', '{"model": 1}', json.dumps({"decoder": None})):
        with pytest.raises(ValueError):
            Tokenizer(source)
