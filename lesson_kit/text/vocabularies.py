"""Vocabularies of well-known models, packed small: which pieces would they cut this text into?

All are byte-pair encodings like ours: an id is also the age of a token, and encoding joins the
oldest pair first. So a file in ``assets/vocabularies`` holds only what cannot be worked out: how
text is cut into words, the tokens in order of age, and where each was joined.
`vocabulary_sources` packs them.
"""

from __future__ import annotations

import json
import lzma
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

from tokenizers import Regex, pre_tokenizers

from lesson_kit.places import asset
from lesson_kit.text.pieces import Piece, lay_out

__all__ = ["Packed", "Vocabulary", "names", "pack", "unpack", "vocabulary"]

#: The ones that ship with the course, oldest first.
_NAMES = ("gpt2", "cl100k", "o200k", "qwen", "deepseek")


@dataclass(frozen=True)
class Packed:
    """What a file holds.

    about: title, makers, licence, source, ``words`` (regular expressions that cut text into
    words, one after another), ``nfc`` (is text normalised first?), ``first`` (id of the first
    token). tokens: the bytes of each token, in order of ids. joined: for each the length of its
    left part where it was joined, 0 for a single byte; empty where any two tokens whose bytes
    make a third may be joined, lowest id first (the way of the ``tiktoken`` files).
    """

    about: Mapping[str, Any]
    tokens: tuple[bytes, ...]
    joined: bytes = b""


def pack(packed: Packed) -> bytes:
    """The file's bytes: a line of JSON, then lengths, left parts and tokens, as xz."""
    head = {**packed.about, "n": len(packed.tokens), "joined": bool(packed.joined)}
    lengths = bytes(len(token) for token in packed.tokens)  # none is longer than 255 bytes
    body = lengths + packed.joined + b"".join(packed.tokens)
    plain = json.dumps(head, ensure_ascii=False).encode("utf-8") + b"\n" + body
    return lzma.compress(plain, preset=9 | lzma.PRESET_EXTREME)


def unpack(data: bytes) -> Packed:
    """Read what `pack` wrote. Raises ValueError if it is no such file."""
    try:
        head, _, body = lzma.decompress(data).partition(b"\n")
        about = json.loads(head)
        n, has_joined = int(about.pop("n")), bool(about.pop("joined"))
    except (lzma.LZMAError, ValueError, KeyError, AttributeError) as error:
        raise ValueError(f"this is no packed vocabulary: {error}") from error
    lengths, rest = body[:n], body[n:]
    joined, rest = (rest[:n], rest[n:]) if has_joined else (b"", rest)
    if len(rest) != sum(lengths):
        raise ValueError("this packed vocabulary is cut short")
    tokens, at = [], 0
    for length in lengths:
        tokens.append(rest[at : at + length])
        at += length
    return Packed(about, tuple(tokens), joined)


class Vocabulary:
    """One real vocabulary: text -> ids and pieces, like `Tokenizer`, with no special tokens."""

    def __init__(self, packed: Packed) -> None:
        self.about = packed.about
        self._first = int(packed.about.get("first", 0))
        self._tokens, self._joined = packed.tokens, packed.joined
        self._place = {token: n for n, token in enumerate(packed.tokens)}
        self._longest = max(map(len, packed.tokens))
        cuts = [pre_tokenizers.Split(Regex(word), "isolated") for word in packed.about["words"]]
        self._words = pre_tokenizers.Sequence(cuts)  # pyright: ignore

    @property
    def n_token(self) -> int:
        """How many tokens ordinary text can be made of."""
        return len(self._tokens)

    def encode(self, text: str) -> list[int]:
        """Text -> ids. A lone surrogate, which no UTF-8 can hold, becomes U+FFFD."""
        valid = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        if self.about.get("nfc"):
            valid = unicodedata.normalize("NFC", valid)
        words = (word.encode("utf-8") for word, _ in self._words.pre_tokenize_str(valid))
        return [self._first + n for word in words for n in self._cut(word)]

    def _cut(self, word: bytes) -> Iterator[int]:
        """Join neighbours, lowest id first and leftmost among equals, until none can be joined.

        Part i of the word runs from byte i to byte after[i]. Which pairs can be joined waits in a
        heap, so that a "word" of 30,000 bytes is no trouble either.
        """
        if not self._joined and word in self._place:  # as tiktoken: a word that is a token is it
            yield self._place[word]
            return
        end = len(word)
        after, before = list(range(1, end + 1)), list(range(-1, end))
        waiting: list[tuple[int, int, int, int]] = []

        def offer(left: int) -> None:
            middle = after[left]
            if middle < end and after[middle] - left <= self._longest:
                n = self._place.get(word[left : after[middle]])
                if n is not None and (not self._joined or self._joined[n] == middle - left):
                    heappush(waiting, (n, left, middle, after[middle]))

        for i in range(end - 1):
            offer(i)
        while waiting:
            _, left, middle, right = heappop(waiting)
            if after[left] != middle or after[middle] != right:
                continue  # one of the two has been joined with another neighbour since
            after[left], after[middle] = right, -1
            before[right] = left
            offer(left)
            if before[left] >= 0:
                offer(before[left])
        i = 0
        while i < end:
            yield self._place[word[i : after[i]]]
            i = after[i]

    def token_bytes(self, id: int) -> bytes:
        """The bytes a token stands for. Raises ValueError for an id outside the vocabulary."""
        if not 0 <= id - self._first < len(self._tokens):
            raise ValueError(f"token id {id} is not in this vocabulary")
        return self._tokens[id - self._first]

    def is_special(self, id: int) -> bool:
        """Never: here are only tokens of ordinary text."""
        return False

    def decode(self, ids: Sequence[int]) -> str:
        r"""Ids -> text; bytes that are no UTF-8 show as escapes like ``\xe4``."""
        return b"".join(map(self.token_bytes, ids)).decode("utf-8", "backslashreplace")

    def pieces(self, text_or_ids: str | Sequence[int]) -> list[Piece]:
        """The tokens of a text, or given ids, laid over the characters."""
        ids = self.encode(text_or_ids) if isinstance(text_or_ids, str) else list(text_or_ids)
        return lay_out(ids, [self.token_bytes(id) for id in ids])


def names() -> tuple[str, ...]:
    """The vocabularies that ship with the course."""
    return _NAMES


@cache
def vocabulary(name: str) -> Vocabulary:
    """A vocabulary by name, loaded once (a tenth of a second or so).

    Raises KeyError for an unknown name, OSError or ValueError if its file is broken.
    """
    if name not in _NAMES:
        raise KeyError(f"there is no vocabulary {name!r}; there are {', '.join(_NAMES)}")
    return Vocabulary(unpack(file_of(name).read_bytes()))


def file_of(name: str) -> Path:
    """Where a vocabulary's file lies."""
    return asset("vocabularies", f"{name}.vocab.xz")
