"""The packed vocabularies of real models: same ids as their sources, nothing lost, small."""

from __future__ import annotations

import hashlib
import json
import lzma
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lesson_kit.places import asset
from lesson_kit.text import StreamDecoder
from lesson_kit.text.vocabularies import Packed, Vocabulary, names, pack, unpack, vocabulary

DATA = Path(__file__).with_name("data")
by_name = pytest.mark.parametrize("name", names())


def cut(name: str, text: str) -> list[str]:
    return [piece.text or piece.bytes.hex(" ") for piece in vocabulary(name).pieces(text)]


@pytest.fixture(scope="module")
def recorded() -> dict[str, Any]:
    return json.loads((DATA / "mixed_text_ids.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def mixed() -> str:
    with open(DATA / "mixed_text.txt", encoding="utf-8", newline="") as file:
        return file.read()


def test_the_recorded_text_is_the_one_at_hand(recorded: dict[str, Any], mixed: str) -> None:
    assert hashlib.sha256(mixed.encode()).hexdigest() == recorded["text_sha256"]
    assert len(mixed) == 90_000
    assert set(recorded["ids"]) == set(names())


@by_name
def test_same_ids_as_the_source(name: str, recorded: dict[str, Any], mixed: str) -> None:
    ids = vocabulary(name).encode(mixed)
    expected = recorded["ids"][name]
    assert ids[:12] == expected["first"]
    assert len(ids) == expected["n"]
    assert hashlib.sha256(",".join(map(str, ids)).encode()).hexdigest() == expected["sha256"]


def test_pieces_known_from_elsewhere() -> None:
    weather = "今天天气很好"
    assert len(cut("gpt2", weather)) == 10
    assert len(cut("cl100k", weather)) == 8
    assert len(cut("o200k", weather)) == 4
    assert cut("qwen", weather) == ["今天", "天气", "很好"]
    assert len(cut("deepseek", weather)) == 3
    assert cut("gpt2", "hamburger") == ["ham", "bur", "ger"]
    assert cut("cl100k", "hamburger") == ["h", "amburger"]
    assert cut("o200k", "hamburger") == ["hamb", "urger"]


@by_name
@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=60))
def test_no_text_is_lost(name: str, text: str) -> None:
    one = vocabulary(name)
    back = one.decode(one.encode(text))
    if one.about.get("nfc"):  # Qwen normalises first; what it then reads comes back
        assert one.encode(back) == one.encode(text)
    else:
        assert back == text


@by_name
def test_a_long_run_without_spaces_and_typed_control_tokens(name: str) -> None:
    one = vocabulary(name)
    run = "天地玄黄" * 2_500
    assert one.decode(one.encode(run)) == run
    assert "".join(cut(name, "<|endoftext|><|user|>")) == "<|endoftext|><|user|>"
    assert one.decode(one.encode("a\ud800b")) == "a\ufffdb"
    assert one.encode("") == []


def test_characters_arrive_whole_from_a_stream_of_parts() -> None:
    one = vocabulary("gpt2")
    decoder = StreamDecoder(one)
    shown = [decoder.push(id) for id in one.encode("勺👩‍🚀")]
    assert "" in shown
    assert "".join(shown) + decoder.flush() == "勺👩‍🚀"


def test_they_are_small_and_say_where_they_come_from() -> None:
    files = sorted(asset("vocabularies").glob("*.xz"))
    assert [file.name for file in files] == sorted(f"{name}.vocab.xz" for name in names())
    assert sum(file.stat().st_size for file in files) < 8_000_000
    for name in names():
        assert {"title", "by", "licence", "source", "year"} <= set(vocabulary(name).about)


def test_a_file_is_what_was_packed_and_a_broken_one_is_refused() -> None:
    letters = tuple(bytes((n,)) for n in range(256))
    packed = Packed({"words": [r".+"]}, (*letters, b"ab", b"abc"), bytes(256) + bytes((1, 2)))
    assert unpack(pack(packed)) == packed
    assert Vocabulary(packed).encode("abcab") == [257, 256]
    for broken in (b"", b"not xz", lzma.compress(b"no json\n"), lzma.compress(b'{"n": 3}\n')):
        with pytest.raises(ValueError, match="packed vocabulary"):
            unpack(broken)
    with pytest.raises(ValueError, match="cut short"):
        unpack(lzma.compress(lzma.decompress(pack(packed))[:-1]))
    with pytest.raises(KeyError, match="no vocabulary"):
        vocabulary("llama3")
    with pytest.raises(ValueError, match="not in this vocabulary"):
        vocabulary("deepseek").token_bytes(0)
