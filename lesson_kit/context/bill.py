"""What a conversation costs when every turn sends the whole past again.

The model keeps nothing between two requests; a provider may keep the keys and values of a beginning
that two requests share (a prompt cache), and charge less for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lesson_kit.context.messages import Counted

__all__ = ["Bill", "Prices", "TurnCost", "bill", "carried"]


@dataclass(frozen=True)
class TurnCost:
    """One request: messages it carries, its input tokens, how many of those were sent before."""

    messages: int
    tokens: int
    shared: int
    answer: int  # tokens of the answer to it; 0 while there is none

    @property
    def fresh(self) -> int:
        """Input tokens that no earlier request had sent."""
        return self.tokens - self.shared


@dataclass(frozen=True)
class Prices:
    """Money for a million tokens; inputs of the course, not facts. ValueError if negative."""

    fresh: float
    shared: float
    answer: float

    def __post_init__(self) -> None:
        for name in ("fresh", "shared", "answer"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name}={getattr(self, name)} must be 0 or more")


@dataclass(frozen=True)
class Bill:
    """Money by kind of token, and in sum."""

    fresh: float
    shared: float
    answer: float

    @property
    def total(self) -> float:
        """All three together."""
        return self.fresh + self.shared + self.answer


def carried(messages: Sequence[Counted], *, frame: int = 0, opening: int = 0) -> list[TurnCost]:
    """What each request of a conversation carries: one for every user message, the past resent.

    frame: tokens around a whole request, the assistant's `opening` among them. Two requests share
    everything up to where the earlier one ends; its opening is where the answer then stands.
    """
    found: list[TurnCost] = []
    so_far = before = 0
    for i, one in enumerate(messages):
        so_far += one.tokens
        if one.role != "user":
            continue
        following = messages[i + 1] if i + 1 < len(messages) else None
        answer = following.tokens - opening if following and following.role == "assistant" else 0
        found.append(TurnCost(i + 1, so_far + frame, before, max(0, answer)))
        before = so_far + frame
    return found


def bill(turns: Sequence[TurnCost], prices: Prices, *, cache: bool = True) -> Bill:
    """The price of requests, with a prompt cache or without one (then all input is fresh)."""
    shared = sum(turn.shared for turn in turns) if cache else 0
    fresh = sum(turn.tokens for turn in turns) - shared
    answer = sum(turn.answer for turn in turns)
    return Bill(
        fresh * prices.fresh / 1e6, shared * prices.shared / 1e6, answer * prices.answer / 1e6
    )
