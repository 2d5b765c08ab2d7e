"""Messages with their price in tokens, and the window they share with the answer.

Plain data: once counted, a conversation needs neither tokenizer nor model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lesson_kit.text import Tokenizer
from lesson_kit.text.chat import Message, Role, parts

__all__ = ["Counted", "Window", "count", "frame_tokens", "turns"]


@dataclass(frozen=True)
class Counted:
    """A message and what it takes in the window, its own frame included.

    made: written by a policy (a summary), said by nobody. Raises ValueError for fewer than 0 tokens
    or an unknown role.
    """

    role: Role
    content: str
    tokens: int
    made: bool = False

    def __post_init__(self) -> None:
        if self.tokens < 0:
            raise ValueError(f"tokens={self.tokens} must be 0 or more")
        Message(self.role, self.content)  # refuses a role that does not exist

    @property
    def message(self) -> Message:
        """What the chat template lays out."""
        return Message(self.role, self.content)


@dataclass(frozen=True)
class Window:
    """The model's window in tokens: what is kept free for the answer, what the frame takes.

    frame: the tokens around the whole conversation, see `frame_tokens`. Raises ValueError for a
    negative number.
    """

    size: int
    reserve: int = 0
    frame: int = 0

    def __post_init__(self) -> None:
        for name in ("size", "reserve", "frame"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name}={getattr(self, name)} must be 0 or more")

    @property
    def budget(self) -> int:
        """Tokens left for messages; 0 when the answer alone takes the whole window."""
        return max(0, self.size - self.reserve - self.frame)


def count(tokenizer: Tokenizer, messages: Sequence[Message]) -> tuple[Counted, ...]:
    """Each message with its tokens; `frame_tokens` and these sum to the length of `render`.

    Raises ValueError if the model's tokenizer has no tokens for a conversation.
    """
    # A message alone, and nothing: the difference is what the message adds to any conversation.
    frame = frame_tokens(tokenizer, reply=False)
    return tuple(
        Counted(one.role, one.content, _length(tokenizer, [one], reply=False) - frame)
        for one in messages
    )


def frame_tokens(tokenizer: Tokenizer, *, reply: bool = True) -> int:
    """Tokens around the messages: the beginning and, with `reply`, the assistant's opening."""
    return _length(tokenizer, [], reply=reply)


def turns(messages: Sequence[Counted]) -> list[tuple[Counted, ...]]:
    """The conversation in turns: a question with what was answered to it; a system line alone."""
    found: list[list[Counted]] = []
    for one in messages:
        if one.role == "assistant" and found and found[-1][0].role != "system":
            found[-1].append(one)
        else:
            found.append([one])
    return [tuple(turn) for turn in found]


def _length(tokenizer: Tokenizer, messages: Sequence[Message], *, reply: bool) -> int:
    return sum(len(part.ids) for part in parts(tokenizer, messages, reply=reply))
