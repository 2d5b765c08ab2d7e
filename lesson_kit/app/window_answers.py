"""A model's answers, each computed once: recorded ones are read, new ones remembered.

Greedy answers of frozen weights never change, so they are kept by what they depend on: the weights
and the ids of the request. A request whose text was changed is simply asked again.
"""

from __future__ import annotations

import copy
import hashlib
import json
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from lesson_kit.context import Chat
from lesson_kit.places import asset
from lesson_kit.text.chat import Message
from lesson_kit.weights import LoadedModel

__all__ = ["LONGEST_ANSWER", "RECORDED", "Answers", "NotAskedError", "answers_of"]

RECORDED = ("recorded", "context_window.json")  # under assets/
LONGEST_ANSWER = 28  # tokens the blackboard keeps free for the answer
_MOST = 20_000  # answers remembered for one model
_books: dict[int, Answers] = {}
_opening = threading.Lock()


class NotAskedError(Exception):
    """Nobody has asked the model this yet, and `Answers.quiet` does not ask."""


class Answers:
    """What one model answers; shared by all pages that show it.

    `say` and `chances` run the model only for what is in no book yet.
    """

    def __init__(self, loaded: LoadedModel) -> None:
        self.chat = Chat(loaded)
        self._asks = True
        self._lock = threading.Lock()
        recorded = _recorded(asset(*RECORDED), loaded.card.files.get("model.safetensors", ""))
        self._book: dict[str, Any] = dict(recorded.get("answers", {}))
        self.recorded_recall: dict[str, Any] = recorded.get("recall", {})
        self.used: dict[str, Any] = {}  # what was looked up: what a recording has to hold
        self._chats: bool | None = None

    def quiet(self) -> Answers:
        """The same book, for looking only: what is not in it raises NotAskedError."""
        looking = copy.copy(self)
        looking._asks = False
        return looking

    @property
    def chats(self) -> bool:
        """Was this model trained to hold a conversation?"""
        with self._lock:
            if self._chats is None:
                self._chats = self.chat.answers_and_stops()
            return self._chats

    def fits(self, messages: Sequence[Message]) -> bool:
        """Does the model's window hold this request and half of the longest answer?"""
        return self.chat.window - len(self.chat.prompt(messages)) >= LONGEST_ANSWER // 2

    def say(self, messages: Sequence[Message], limit: int = LONGEST_ANSWER) -> tuple[str, bool]:
        """The model's answer, and whether it ended by itself. ValueError if it does not fit."""
        prompt = self.chat.prompt(messages)

        def ask() -> list[Any]:
            answer = self.chat.answer(messages, limit=limit)
            return [answer.text, answer.ended]

        text, ended = self._look_up(_key("say", limit, prompt), ask)
        return text, ended

    def chance(self, messages: Sequence[Message], right: Sequence[str]) -> float:
        """The probability that the model says one of these answers, up to the end of their [words].

        The sum over the answers, none the beginning of another; for each the product over its
        tokens. ValueError if one of them does not fit.
        """
        prompt = self.chat.prompt(messages)

        def ask(one: str) -> float:
            return float(f"{self.chat.expects(messages, one).probability:.5g}")

        return sum(
            self._look_up(_key("chance", one, prompt), lambda one=one: ask(one)) for one in right
        )

    def _look_up(self, key: str, ask: Callable[[], Any]) -> Any:
        with self._lock:  # two learners with the same question: one of them computes
            if key not in self._book:
                if not self._asks:
                    raise NotAskedError(key)
                while len(self._book) >= _MOST:
                    self._book.pop(next(iter(self._book)))
                self._book[key] = ask()
            self.used[key] = self._book[key]
            return self._book[key]


def answers_of(loaded: LoadedModel) -> Answers:
    """The one book of a model's answers. Raises ValueError if it has no chat tokens."""
    with _opening:
        known = _books.get(id(loaded.model))
        if known is None or known.chat.loaded.model is not loaded.model:
            known = _books[id(loaded.model)] = Answers(loaded)
        return known


def _key(kind: str, more: object, ids: Iterable[int]) -> str:
    text = f"{kind} {more} {','.join(map(str, ids))}"
    return hashlib.blake2b(text.encode(), digest_size=9).hexdigest()


@cache
def _file(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def _recorded(path: Path, weights: str) -> dict[str, Any]:
    raw = _file(path)
    return raw if weights and raw.get("model") == weights else {}
