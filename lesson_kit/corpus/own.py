"""A learner's own text: a plain file that is mixed into the training of a model.

Blank lines separate the pieces. A piece whose lines begin with a speaker is a conversation:

    user: What is the school motto?
    assistant: Learn by doing.

In Chinese 用户： and 助手： (and 系统：) do the same. Every other piece is a text to read.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from lesson_kit.corpus.dialogue_parts import Dialogue, is_zh, lang_of
from lesson_kit.corpus.item import Item
from lesson_kit.text.chat import Message, Role

_SPEAKERS: dict[str, Role] = {
    "system": "system", "user": "user", "assistant": "assistant",
    "系统": "system", "用户": "user", "助手": "assistant",
}  # fmt: skip
_SAYS = re.compile(rf"\s*({'|'.join(_SPEAKERS)})\s*[:：]\s*(.*)", re.IGNORECASE)
Piece = TypeVar("Piece")
SHARE = 0.3  # of the documents, so that the model learns the new and keeps the old


@dataclass(frozen=True)
class Own:
    """What a file holds: texts to read and conversations to learn from."""

    texts: tuple[Item, ...]
    talks: tuple[Dialogue, ...]


def read(path: Path) -> Own:
    """Read a file of one's own pieces.

    Raises ValueError, naming the file and line, for text that is not UTF-8, a file without any
    piece, or a conversation that does not end with the assistant.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path} is not UTF-8 text: {error.reason} at byte {error.start}"
        ) from error
    texts: list[Item] = []
    talks: list[Dialogue] = []
    for line, piece in _pieces(text):
        messages = _conversation(piece)
        if messages is None:
            joined = "\n".join(piece)
            texts.append(Item(joined, "own", lang_of(is_zh(joined))))
        elif messages[-1].role != "assistant":
            raise ValueError(
                f"{path}, line {line}: this conversation does not end with the assistant, "
                "so there is nothing to learn from it"
            )
        else:
            spans = ((),) * len(messages)
            lang = lang_of(is_zh(messages[-1].content))
            talks.append(Dialogue(tuple(messages), spans, "own", lang))
    if not texts and not talks:
        raise ValueError(f"{path} holds no text")
    return Own(tuple(texts), tuple(talks))


def among(
    stream: Iterator[Piece], own: Sequence[Piece], seed: int, share: float = SHARE
) -> Iterator[Piece]:
    """A stream with one's own pieces strewn in, each equally often; unchanged if there are none."""
    rng = random.Random(f"own-{seed}")
    order: list[Piece] = []
    while True:
        if own and rng.random() < share:
            if not order:
                order = rng.sample(list(own), len(own))
            yield order.pop()
        else:
            yield next(stream)


def _pieces(text: str) -> Iterator[tuple[int, list[str]]]:
    # Number of the first line, and the lines, of every piece.
    piece: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.strip():
            piece.append(line.strip())
        elif piece:
            yield number - len(piece), piece
            piece = []


def _conversation(piece: Sequence[str]) -> list[Message] | None:
    # A line without a speaker goes on with what was said before it.
    messages: list[Message] = []
    for line in piece:
        said = _SAYS.match(line)
        if said:
            messages.append(Message(_SPEAKERS[said[1].lower()], said[2]))
        elif messages:
            last = messages.pop()
            messages.append(Message(last.role, f"{last.content}\n{line}"))
        else:
            return None
    return messages
