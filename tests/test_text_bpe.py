"""BPE written by hand learns what the library learns, merge for merge."""

from __future__ import annotations

import json
from itertools import islice

import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import decoders, models, pre_tokenizers, trainers

from lesson_kit.text import bpe
from lesson_kit.text.byte_level import BYTE_OF, CHAR_OF, from_bytes, to_bytes

TEXT = (
    "low low low lower lowest newer newest wider aaaa aaaaa abab 今天天气很好，明天天气也好。"
    "小猫追小狗，小狗追小鸟。 The cat that sat on the mat is the cat that ate."
)


def library(text: str, n_merge: int) -> tuple[tokenizers.Tokenizer, list[tuple[bytes, bytes]]]:
    """The `tokenizers` library's own learning on the same text: it, and its merges."""
    raw = tokenizers.Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    raw.train_from_iterator(
        [text],
        trainers.BpeTrainer(
            vocab_size=256 + n_merge,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    merges = json.loads(raw.to_str())["model"]["merges"]
    return raw, [(to_bytes(left), to_bytes(right)) for left, right in merges]


def ours(text: str, n_merge: int) -> list[bpe.Merge]:
    return list(islice(bpe.learn(bpe.split_words(text)), n_merge))


def pairs(merges: list[bpe.Merge]) -> list[tuple[bytes, bytes]]:
    return [(merge.left, merge.right) for merge in merges]


def test_the_first_steps_by_hand() -> None:
    """aaabdaaabac: aa (4 times) → Z, then ab … the example every text on BPE begins with."""
    steps = list(islice(bpe.learn(["aaabdaaabac"]), 3))
    assert [(step.token, step.count) for step in steps] == [(b"aa", 4), (b"ab", 2), (b"aaab", 2)]
    *_, result = bpe.apply(steps, "aaabdaaabac")
    assert result == (b"aaab", b"d", b"aaab", b"a", b"c")


def test_the_same_merges_as_the_library() -> None:
    _, theirs = library(TEXT, 60)
    assert len(theirs) == 60
    assert pairs(ours(TEXT, 60)) == theirs


@settings(deadline=None, max_examples=60)
@given(st.text("ab cé猫", min_size=1, max_size=60), st.integers(1, 40))
def test_the_same_merges_on_any_text(text: str, n_merge: int) -> None:
    """Few letters make many ties and overlaps: the hard cases."""
    _, theirs = library(text, n_merge)
    assert pairs(ours(text, n_merge))[: len(theirs)] == theirs


def test_applying_merges_cuts_as_the_library_does() -> None:
    raw, _ = library(TEXT, 60)
    merges = ours(TEXT, 60)
    for word in bpe.split_words(TEXT + " lowering 今天的小猫"):
        *_, tokens = bpe.apply(merges, word)
        assert [from_bytes(token) for token in tokens] == raw.encode(word).tokens


def test_applying_shows_every_step() -> None:
    merges = ours("low low lower", 2)
    assert [len(state) for state in bpe.apply(merges, "low")] == [3, 2, 1]
    assert list(bpe.apply([], "猫")) == [(b"\xe7", b"\x8c", b"\xab")]
    assert list(bpe.apply(merges, "")) == [()]


def test_learning_ends_when_nothing_is_left_to_join() -> None:
    assert [merge.token for merge in bpe.learn(["ab", "ab"])] == [b"ab"]
    assert list(bpe.learn([])) == [] == list(bpe.learn(["", "a"]))


def test_words_put_together_are_the_text() -> None:
    assert "".join(bpe.split_words(TEXT)) == TEXT
    assert bpe.split_words("the cat") == ["the", " cat"]


def test_the_alphabet_is_the_libraries() -> None:
    assert set(CHAR_OF.values()) == set(pre_tokenizers.ByteLevel.alphabet())
    assert len(BYTE_OF) == 256
    assert from_bytes(b" the") == "Ġthe" and to_bytes("Ġthe") == b" the"
    assert all(to_bytes(from_bytes(bytes((byte,)))) == bytes((byte,)) for byte in range(256))
