"""text ⇄ ids, with nothing lost: a thin layer over the `tokenizers` library.

It adds what a course needs: typed text never turns into a control token, every Unicode text
comes back as it was, and each token can say which bytes and characters it stands for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from os import PathLike
from typing import Any

import tokenizers

from lesson_kit.text.byte_level import to_bytes
from lesson_kit.text.pieces import Piece, lay_out

__all__ = ["Piece", "Tokenizer"]

# Tokens that end a turn or a document, by the names model families give them.
_STOPS = (
    "<|start|>", "<|end|>", "<|im_end|>", "<|endoftext|>", "</s>", "<|eot_id|>", "<|end_of_text|>",
)  # fmt: skip
_VISIBLE = {" ": "␣", "\n": "↵", "\r": "␍", "\t": "⇥"}


class Tokenizer:
    """Byte-level BPE (GPT-2, Llama 3, Qwen, SmolLM2, ours) or Llama 2's pieces with byte fallback.

    special: name -> id of the control tokens. start_id: what every document begins with, None if
    the model has no such token. stop_ids: tokens after which the model has nothing more to say.
    vocab_size: ids run from 0 to below this; n_token: the same for ids that have a token.
    """

    def __init__(
        self, source: str, *, vocab_size: int | None = None, stop_ids: Iterable[int] = ()
    ) -> None:
        """source: the JSON text of a tokenizer.json. Raises ValueError if it is of another kind.

        vocab_size: how many ids the model has, where that is more than there are tokens (some
        models round up); the ids left over have no text. stop_ids: further ones, known elsewhere.
        """
        spec = _parse(source)
        self._byte_level = _mentions(spec.get("decoder"), "ByteLevel")
        if not self._byte_level and not _mentions(spec.get("decoder"), "ByteFallback"):
            raise ValueError(
                "this tokenizer is neither byte-level BPE nor BPE with byte fallback: "
                "it could not give every text back as it was"
            )
        # Runs of spaces are ordinary text that some vocabularies add by hand; the rest is control.
        self.special: dict[str, int] = {}
        for token in spec.get("added_tokens") or []:
            token["special"] = bool(token["content"].strip())
            if token["special"]:
                self.special[token["content"]] = token["id"]
        self._plain = _build(spec | {"truncation": None, "padding": None})
        self._plain.encode_special_tokens = True  # typed control tokens are spelled out
        self._name_of = {id: name for name, id in self.special.items()}
        # SentencePiece puts a space before the first word and takes it off again.
        self._adds_space = not self._byte_level and _mentions(spec["decoder"], "Strip")
        ids = [*self._plain.get_vocab().values(), *self._name_of]
        self.n_token: int = 1 + max(ids, default=-1)
        self.vocab_size = max(self.n_token, vocab_size or 0)
        self.start_id = self._find_start()
        named = [self.special[name] for name in _STOPS if name in self.special]
        self.stop_ids = tuple(dict.fromkeys([*named, *stop_ids]))

    @classmethod
    def from_file(
        cls,
        path: str | PathLike[str],
        *,
        vocab_size: int | None = None,
        stop_ids: Iterable[int] = (),
    ) -> Tokenizer:
        """Read a tokenizer.json. Raises OSError, or ValueError if it is no such file."""
        with open(path, encoding="utf-8") as file:
            return cls(file.read(), vocab_size=vocab_size, stop_ids=stop_ids)

    @classmethod
    def from_json(cls, source: str) -> Tokenizer:
        """Read the text of a tokenizer.json. Raises ValueError if it is none."""
        return cls(source)

    def encode(self, text: str, *, start: bool = False) -> list[int]:
        """Text -> ids; with `start`, behind the start token if the model has one.

        The text is only ever text: a typed "<|user|>" is spelled out, and a lone surrogate, which
        no UTF-8 can hold, becomes U+FFFD.
        """
        ids = self._plain.encode(_valid(text), add_special_tokens=False).ids if text else []
        return [self.start_id, *ids] if start and self.start_id is not None else ids

    def decode(self, ids: Sequence[int]) -> str:
        r"""Ids -> text; special tokens are no text. Broken UTF-8 shows as escapes like ``\xe4``.

        Raises ValueError for an id outside the vocabulary.
        """
        raw = [self._bytes(id) for id in ids]
        text = "".join(
            b"".join(part or b"" for part in run).decode("utf-8", "backslashreplace")
            for special, run in groupby(raw, lambda part: part is None)
            if not special
        )
        return text.removeprefix(" ") if self._adds_space else text

    def token_bytes(self, id: int) -> bytes:
        """The UTF-8 bytes, perhaps a part of a character, a token stands for; b"" if special."""
        return self._bytes(id) or b""

    def label(self, id: int) -> str:
        """A readable name: the text, a special token's name, or ⟨E4 BB⟩ for parts of characters.

        Raises ValueError for an id outside the vocabulary.
        """
        if id in self._name_of:
            return self._name_of[id]
        raw = self._bytes(id)
        if raw is None:
            return f"⟨#{id}⟩"
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            return f"⟨{raw.hex(' ').upper()}⟩"
        return text if text.strip() else "".join(_VISIBLE.get(char, char) for char in text)

    def words(self, text: str) -> list[str]:
        """The chunks of a text that merges never cross, in order."""
        text = _valid(text)
        cut = self._plain.pre_tokenizer
        if cut is None:
            return [text] if text else []
        return [text[start:end] for _, (start, end) in cut.pre_tokenize_str(text)]

    @cached_property
    def merges(self) -> tuple[tuple[bytes, bytes], ...]:
        """The pairs of tokens that are joined, earliest learned first; byte-level BPE only.

        Empty for other kinds, whose tokens are no plain bytes.
        """
        if not self._byte_level:
            return ()
        model = json.loads(self._plain.to_str())["model"]
        pairs = (p.split(" ") if isinstance(p, str) else p for p in model.get("merges", ()))
        return tuple((to_bytes(left), to_bytes(right)) for left, right in pairs)

    def is_special(self, id: int) -> bool:
        """Is this a control token (or an id without a token), which no typed text can make?"""
        return self._bytes(id) is None

    def pieces(self, text_or_ids: str | Sequence[int], *, start: bool = False) -> list[Piece]:
        """The tokens of a text (behind the start token with `start`), or the given ids, laid out.

        Places count characters of the decoded text. Raises ValueError for an unknown id.
        """
        if isinstance(text_or_ids, str):
            text_or_ids = self.encode(text_or_ids, start=start)
        raw = [self._bytes(id) for id in text_or_ids]
        first = next((i for i, part in enumerate(raw) if part is not None), None)
        if self._adds_space and first is not None:
            raw[first] = (raw[first] or b"").removeprefix(b" ")
        return lay_out(text_or_ids, raw)

    def _bytes(self, id: int) -> bytes | None:
        if id in self._name_of:
            return None
        if not 0 <= id < self.vocab_size:
            raise ValueError(f"token id {id} is not in this vocabulary of {self.vocab_size}")
        token = self._plain.id_to_token(id)
        if token is None:
            return None
        if self._byte_level:
            return to_bytes(token)
        if len(token) == 6 and token.startswith("<0x"):
            return bytes((int(token[3:5], 16),))
        return token.replace("▁", " ").encode()

    def _find_start(self) -> int | None:
        if "<|start|>" in self.special:
            return self.special["<|start|>"]
        framed = self._plain.encode("a", add_special_tokens=True).ids
        return framed[0] if framed and framed[0] in self._name_of else None


def _parse(source: str) -> dict[str, Any]:
    try:
        spec = json.loads(source)
    except ValueError as error:
        raise ValueError(f"this is no tokenizer.json: {error}") from error
    if not isinstance(spec, dict):
        raise ValueError("this is no tokenizer.json: it holds no object")
    return spec


def _build(spec: dict[str, Any]) -> tokenizers.Tokenizer:
    try:
        return tokenizers.Tokenizer.from_str(json.dumps(spec))
    except Exception as error:  # the library raises plain Exception for whatever it cannot read
        raise ValueError(f"this is no tokenizer.json: {error}") from error


def _mentions(part: Any, kind: str) -> bool:
    """Does a decoder's description contain a step of this kind?"""
    return any(step.get("type") == kind for step in _steps(part))


def _steps(part: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    if part:
        yield part
        for inner in part.get("decoders", ()):
            yield from _steps(inner)


def _valid(text: str) -> str:
    """Pairs of surrogates become the character they mean, lone ones U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
