"""Text as it grows: a character appears when its last byte has come, never before."""

from __future__ import annotations

import codecs
from typing import Protocol

__all__ = ["StreamDecoder"]


class _Tokens(Protocol):
    """What is asked of a tokenizer: `Tokenizer` and `Vocabulary` have it."""

    def is_special(self, id: int) -> bool: ...
    def token_bytes(self, id: int) -> bytes: ...


class StreamDecoder:
    """Turn ids into text one at a time; what is shown in the end equals `Tokenizer.decode`.

    Keeps the bytes of an unfinished character back. One decoder serves one stream.
    """

    def __init__(self, tokenizer: _Tokens) -> None:
        self._tokenizer = tokenizer
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    def push(self, id: int) -> str:
        """Take the next id and return the characters it completes, perhaps none.

        Raises ValueError for an id outside the vocabulary.
        """
        if self._tokenizer.is_special(id):
            return self.flush()
        return self._decoder.decode(self._tokenizer.token_bytes(id))

    @property
    def held_back(self) -> bytes:
        """The bytes of a character that is not complete yet."""
        return self._decoder.getstate()[0]

    def flush(self) -> str:
        r"""The stream ends here: show bytes that never became a character as ``\xe4``."""
        rest = self._decoder.decode(b"", final=True)
        self._decoder.reset()
        return rest
