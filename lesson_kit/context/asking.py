"""Sending a request to the model: its answer, and how likely a given answer is to it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch

from lesson_kit.generate import Past, Sampler, generate
from lesson_kit.text.chat import Message, can_chat, parts, render
from lesson_kit.weights import LoadedModel

__all__ = ["Answer", "Chat", "Expected"]

_GREEDY = Sampler(temperature=0)
_GREETINGS = (("你好！", "你好！有什么可以帮你的吗？"), ("Hello!", "Hello! How can I help you?"))
_CLOSES = 0.05  # an untrained model gives the closing token about 1 / vocabulary


@dataclass(frozen=True)
class Answer:
    """What the model answered, token by token the likeliest.

    prompt: the ids it read. ended: it closed its turn itself; otherwise `limit` or its window did.
    """

    prompt: tuple[int, ...]
    ids: tuple[int, ...]
    text: str
    ended: bool


@dataclass(frozen=True)
class Expected:
    """How likely the words that matter are, given the request and the answer's beginning.

    Each is (words, probability of each token); `probability` is the product over all of them.
    """

    words: tuple[tuple[str, tuple[float, ...]], ...]

    @property
    def probability(self) -> float:
        """Of all the words that matter together, 0 to 1."""
        return math.prod(p for _, chances in self.words for p in chances)


class Chat:
    """A loaded model as somebody to talk to.

    Raises ValueError if the model's tokenizer has no tokens for a conversation.
    """

    def __init__(self, loaded: LoadedModel) -> None:
        if not can_chat(loaded.tokenizer):
            raise ValueError("this model has no tokens that mark who speaks: it cannot hold a chat")
        self.loaded = loaded
        self._past: Past | None = None  # requests often begin alike: that part is not run twice

    @property
    def window(self) -> int:
        """The model's positions: the longest request and answer together."""
        return self.loaded.model.config.max_seq_len

    def prompt(self, messages: Iterable[Message]) -> list[int]:
        """The ids of a request, up to where the assistant shall speak."""
        return render(self.loaded.tokenizer, list(messages))

    def answer(self, messages: Iterable[Message], *, limit: int = 48) -> Answer:
        """The model's own answer of at most `limit` tokens, always taking the likeliest.

        Raises ValueError for a request that is longer than the model's window.
        """
        prompt = self.prompt(messages)
        stops = self.loaded.tokenizer.stop_ids
        made: list[int] = []
        for step in generate(
            self.loaded.model, prompt, max_new_tokens=limit, sampler=_GREEDY, stop_ids=stops,
            past=self._past,
        ):  # fmt: skip
            self._past = step.past
            made.append(step.id)
        ended = bool(made) and made[-1] in stops
        words = made[:-1] if ended else made
        text = self.loaded.tokenizer.decode(words).strip()
        return Answer(tuple(prompt), tuple(words), text, ended)

    def expects(self, messages: Iterable[Message], answer: str) -> Expected:
        """The probability of the words in [brackets] of an answer, after all that stands before.

        ``"你不能吃[花生]。"`` asks for 花生 behind a request and 你不能吃. Raises ValueError for an
        answer without brackets, or one that does not fit the model's window.
        """
        ids = self.prompt(messages)
        asked: list[tuple[str, range]] = []
        for i, text in enumerate(re.split(r"\[([^\]]*)\]", answer)):
            new = self.loaded.tokenizer.encode(text) if text else []
            if i % 2:
                asked.append((text.strip(), range(len(ids), len(ids) + len(new))))
            ids += new
        if not any(places for _, places in asked):
            raise ValueError(f"no [words] are marked in {answer!r}")
        if len(ids) > self.window:
            raise ValueError(f"{len(ids)} tokens do not fit a window of {self.window}")
        chances = self._chances(ids, min(places.start for _, places in asked if places))
        return Expected(
            tuple((text, tuple(chances[i] for i in places)) for text, places in asked if places)
        )

    def _chances(self, ids: Sequence[int], first: int) -> dict[int, float]:
        """The probability of each id from place `first` on, given those before it."""
        shared = self._past.shared_with(ids[:first]) if self._past else 0
        cache = self._past.cache.prefix(shared) if self._past and shared else None
        device = self.loaded.model.embed.weight.device
        with torch.inference_mode():
            logits, _ = self.loaded.model.step(
                torch.tensor([list(ids[shared:])], device=device), cache
            )
            chances = logits[0, first - shared - 1 : -1].float().softmax(-1).cpu()
        return {i: float(chances[i - first, ids[i]]) for i in range(first, len(ids))}

    def answers_and_stops(self) -> bool:
        """Was the model trained to hold a chat: does it expect a turn to be closed after a reply?

        A base model with the same tokens has never seen one closed.
        """
        tokenizer = self.loaded.tokenizer
        closing = next(
            part.ids[0]
            for part in parts(tokenizer, [Message("assistant", "")], reply=False)
            if part.frame and part.learned
        )
        best = 0.0
        for hello, reply in _GREETINGS:
            ids = [*self.prompt([Message("user", hello)]), *tokenizer.encode(reply), closing]
            if len(ids) <= self.window:
                best = max(best, *self._chances(ids, len(ids) - 1).values())
        return best >= _CLOSES
