"""Putting a question to a model that is being measured, in a chat or as plain text."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lesson_kit.corpus.dialogue_parts import Turn, Two, as_dialogue, side
from lesson_kit.generate import Sampler, generate
from lesson_kit.measure.probes import Score
from lesson_kit.text.chat import Message, can_chat, render
from lesson_kit.weights import LoadedModel

_GREEDY = Sampler(temperature=0)


@dataclass(frozen=True)
class Reply:
    """What a model wrote. ended: it said itself that its turn, or the document, is over.

    closed: it said so with the token that closes a turn, which only chat training teaches.
    """

    text: str
    ended: bool
    closed: bool = False


def ask(loaded: LoadedModel, messages: Sequence[Message], *, limit: int = 72) -> Reply:
    """The model's answer in a chat, the likeliest token each time; "" if it does not fit."""
    return _write(loaded, render(loaded.tokenizer, messages), limit)


def go_on(loaded: LoadedModel, text: str, *, limit: int = 40) -> Reply:
    """How the model continues a plain text."""
    return _write(loaded, loaded.encode(text), limit)


def _write(loaded: LoadedModel, ids: list[int], limit: int) -> Reply:
    room = loaded.model.config.max_seq_len - len(ids)
    if room < 1:
        return Reply("", False)
    stops = loaded.tokenizer.stop_ids
    steps = generate(loaded.model, ids, max_new_tokens=min(limit, room), sampler=_GREEDY,
                     stop_ids=stops)  # fmt: skip
    made = [step.id for step in steps]
    last = made[-1] if made else -1
    closed = last in stops and last != loaded.tokenizer.start_id
    return Reply(loaded.tokenizer.decode(made), last in stops, closed)


def holds_a_chat(loaded: LoadedModel) -> bool:
    """Does it answer a greeting and stop? A base model with the same tokens does not."""
    if not can_chat(loaded.tokenizer):
        return False
    return any(ask(loaded, [Message("user", hello)]).closed for hello in ("你好！", "Hello!"))


class Tally:
    """Right and wrong answers to one probe, with a few of the wrong ones kept to be read."""

    def __init__(self) -> None:
        self.score = Score(0, 0)
        self._wrong: list[str] = []

    def add(self, right: bool, asked: str, answered: str) -> None:
        """Count one answer."""
        self.score += Score(int(right), 1)
        if not right:
            self._wrong.append(f"{asked} → {answered}")

    def wrong(
        self, choose: Callable[[Sequence[str], int], list[str]], n: int = 3
    ) -> tuple[str, ...]:
        """`n` wrong answers, drawn by `choose` (a generator's sample)."""
        return tuple(choose(self._wrong, min(n, len(self._wrong))))


def shown(messages: Sequence[Message]) -> str:
    """A conversation on one line; the middle of a long one is left out."""
    said = [f"{one.role}: {one.content}" for one in messages]
    if len(said) > 4:
        said = [*said[:2], "…", *said[-2:]]
    return " | ".join(said)


def in_chinese(rng: random.Random, langs: Sequence[str]) -> bool:
    """Is the next question asked in Chinese? By chance, where the model has both languages."""
    return rng.random() < 0.5 if "zh" in langs and "en" in langs else "zh" in langs


def one_of(rng: random.Random, unseen: Sequence[Two], seen: Sequence[Two], zh: bool) -> str:
    """A wording, as often one that was never taught as one that was."""
    return rng.choice(unseen if rng.random() < 0.5 else seen)[side(zh)]


def messages(turns: Sequence[Turn]) -> list[Message]:
    """Turns as messages, brackets gone."""
    return list(as_dialogue(turns, "probe", "zh").messages)


def put(loaded: LoadedModel, turns: Sequence[Turn]) -> tuple[list[Message], Reply]:
    """The turns as they were sent, and the model's answer."""
    said = messages(turns)
    return said, ask(loaded, said)


def fits(loaded: LoadedModel, said: Sequence[Message], room: int) -> bool:
    """Does the request leave `room` tokens for the answer?"""
    return len(render(loaded.tokenizer, said)) <= loaded.model.config.max_seq_len - room
