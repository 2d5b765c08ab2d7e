"""Tokens laid over characters: which token covers which part of the text, and which share one.

A byte-level token may hold several characters, one, or a part of one. What a reader sees are
characters, so tokens that split one must be shown together; that is what `group` says.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Piece", "lay_out"]

_INSIDE = -1
_JOINER = "\u200d"  # glues emoji together: 👩 + joiner + 🚀 is one picture


@dataclass(frozen=True)
class Piece:
    """One token and its place in the decoded text.

    start, end: the characters it touches, [start, end). Pieces of one character touch the same.
    """

    id: int
    bytes: bytes  # b"" for a special token, which is no text
    text: str  # what it reads as; "" unless it is made of whole characters
    start: int
    end: int
    group: int  # equal for neighbours that must be shown together: they share what a reader sees


def lay_out(ids: Sequence[int], data: Sequence[bytes | None]) -> list[Piece]:
    r"""Give every token its characters and its group.

    ids: tokens. data: the bytes of each, None for a special token. Bytes that are no UTF-8, as
    when a model stops in mid-character, count as the escapes like ``\xe4`` that decoding shows.
    """
    text, mark = _decode(data)
    pieces: list[Piece] = []
    at = start = 0
    group = -1
    apart = True  # nothing joins across a special token or before the beginning
    for id, raw in zip(ids, data, strict=True):
        first, at = at, at + len(raw or b"")
        last = at
        while mark[last] == _INSIDE:
            last += 1
        clean = mark[first] != _INSIDE
        start = mark[first] if clean else start
        if raw is None or apart or (clean and not _joins(text, start)):
            group += 1
        pieces.append(Piece(id, raw or b"", _whole(raw), start, mark[last], group))
        apart = raw is None
    return pieces


def _decode(data: Sequence[bytes | None]) -> tuple[str, list[int]]:
    """The text, and for each byte place the characters that end before it, or _INSIDE one."""
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    text = ""
    mark = [0]
    for raw in [*data, None]:
        for byte in raw or b"":
            text += decoder.decode(bytes((byte,)))
            mark.append(_INSIDE if decoder.getstate()[0] else len(text))
        if raw is None:  # whatever was begun ends here, whole or not
            text += decoder.decode(b"", final=True)
            decoder.reset()
            mark[-1] = len(text)
    return text, mark


def _whole(raw: bytes | None) -> str:
    try:
        return (raw or b"").decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _joins(text: str, i: int) -> bool:
    """Does character i belong to the one before it? (The main rules of Unicode's UAX #29.)"""
    if not 0 < i < len(text):
        return False
    before, char = text[i - 1], text[i]
    if _is_flag_letter(char):  # flags are pairs of letters: 🇨 + 🇳
        letters = 0
        while letters < i and _is_flag_letter(text[i - 1 - letters]):
            letters += 1
        return letters % 2 == 1
    skin_tone = "\U0001f3fb" <= char <= "\U0001f3ff"
    mark = unicodedata.category(char).startswith("M")  # accents, vowel signs, emoji variants
    return skin_tone or mark or char == _JOINER or before == _JOINER


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
