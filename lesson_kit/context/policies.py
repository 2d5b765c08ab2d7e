"""Four ways to fit a conversation into a budget: (messages, budget) → what is sent, what is not.

Each holds to the same laws: nothing is ever cut inside a message; what is sent never takes more
than the budget; sent and dropped together are the conversation; and a request that cannot hold the
newest turn is refused whole, in words, instead of being sent without its question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from lesson_kit.context.messages import Counted, turns

__all__ = [
    "Policy",
    "Refusal",
    "Request",
    "Summariser",
    "drop_oldest",
    "keep_all",
    "keep_system_and_newest",
    "summarise_old",
]

Refusal = Literal["", "empty", "too long"]


@dataclass(frozen=True)
class Request:
    """What a policy decided.

    sent: in order; dropped: what the model will not see, in order; needed: the fewest tokens this
    policy could have sent. refused: "" or why nothing is sent: "empty" (nothing to send) or
    "too long" (`needed` is more than `budget`).
    """

    sent: tuple[Counted, ...]
    dropped: tuple[Counted, ...]
    budget: int
    needed: int
    refused: Refusal = ""

    @property
    def used(self) -> int:
        """Tokens of the messages sent."""
        return _cost(self.sent)


Policy = Callable[[Sequence[Counted], int], Request]
#: Old messages and the most tokens their summary may take -> one message, None for no summary.
Summariser = Callable[[Sequence[Counted], int], Counted | None]


def keep_all(messages: Sequence[Counted], budget: int) -> Request:
    """Everything, or nothing at all."""
    return _send(messages, messages, (), budget)


def drop_oldest(messages: Sequence[Counted], budget: int) -> Request:
    """Whole turns fall out from the front until the rest fits; the system line is the first."""
    return _newest(messages, budget, head=())


def keep_system_and_newest(messages: Sequence[Counted], budget: int) -> Request:
    """The system line stays; behind it as many of the newest turns as fit."""
    return _newest(messages, budget, head=_system(messages))


def summarise_old(summarise: Summariser, *, room: int) -> Policy:
    """A policy: system line, a summary of what falls out in at most `room` tokens, newest turns.

    A summary that comes out longer than it may, or not at all, is left out, never cut.
    Raises ValueError for a negative room.
    """
    if room < 0:
        raise ValueError(f"room={room} must be 0 or more")

    def policy(messages: Sequence[Counted], budget: int) -> Request:
        if _cost(messages) <= budget:
            return keep_all(messages, budget)
        head = _system(messages)
        smallest = _newest(messages, budget, head=head)
        if smallest.refused:
            return smallest
        allowed = min(room, budget - smallest.needed)
        plain = _newest(messages, budget - allowed, head=head)
        note = summarise(plain.dropped, allowed) if allowed and plain.dropped else None
        sent = plain.sent
        if note is not None and note.tokens <= allowed:
            made = Counted(note.role, note.content, note.tokens, made=True)
            sent = (*sent[: len(head)], made, *sent[len(head) :])
        return Request(sent, plain.dropped, budget, plain.needed)

    return policy


def _newest(messages: Sequence[Counted], budget: int, *, head: Sequence[Counted]) -> Request:
    """`head`, which opens the conversation, and the newest turns behind it that fit."""
    groups = turns(messages[len(head) :])
    kept = groups[-1:]  # what is being asked: without it there is no request
    must = (*head, *(one for turn in kept for one in turn))
    left = budget - _cost(must)
    for turn in reversed(groups[:-1]):
        left -= _cost(turn)
        if left < 0:
            break
        kept.insert(0, turn)
    sent = (*head, *(one for turn in kept for one in turn))
    gone = messages[len(head) : len(messages) - len(sent) + len(head)]
    return _send(messages, sent, gone, budget, must)


def _send(
    messages: Sequence[Counted], sent: Sequence[Counted], gone: Sequence[Counted], budget: int,
    must: Sequence[Counted] | None = None,
) -> Request:  # fmt: skip
    needed = _cost(sent if must is None else must)
    if not messages:
        return Request((), (), budget, 0, "empty")
    if needed > budget:
        return Request((), tuple(messages), budget, needed, "too long")
    return Request(tuple(sent), tuple(gone), budget, needed)


def _system(messages: Sequence[Counted]) -> tuple[Counted, ...]:
    """The system lines a conversation opens with."""
    n = 0
    while n < len(messages) and messages[n].role == "system":
        n += 1
    return tuple(messages[:n])


def _cost(messages: Sequence[Counted]) -> int:
    return sum(one.tokens for one in messages)
