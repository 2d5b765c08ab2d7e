"""Does the model know it? Counted on questions with one right answer, with an honest interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from lesson_kit.weights import LoadedModel


@dataclass(frozen=True)
class Score:
    """`right` of `asked` questions of one kind."""

    right: int
    asked: int

    @property
    def share(self) -> float:
        """Right answers from 0 to 1; nan when nothing was asked."""
        return self.right / self.asked if self.asked else math.nan

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """Wilson's interval (1927) for the true share, 95 % by default; (0, 1) if nothing asked."""
        n = self.asked
        if not n:
            return 0.0, 1.0
        middle = (self.share + z * z / (2 * n)) / (1 + z * z / n)
        spread = self.share * (1 - self.share) / n + z * z / (4 * n * n)
        half = z * math.sqrt(spread) / (1 + z * z / n)
        # Exactly 0 and 1 at the ends, as the algebra has it; rounding would miss them.
        low = middle - half if self.right else 0.0
        return low, middle + half if self.right < n else 1.0

    def __add__(self, other: Score) -> Score:
        return Score(self.right + other.right, self.asked + other.asked)


@dataclass(frozen=True)
class Probe:
    """One line of a table: how many right, and a few texts with a wrong answer.

    baseline: what needs no understanding gets on the same questions (`by` says what that is).
    lower: the fewer the better (what a model should not be able to know).
    """

    name: str
    score: Score
    wrong: tuple[str, ...] = ()
    baseline: Score | None = None
    by: str = ""
    lower: bool = False


def known_answers(loaded: LoadedModel, ids: Sequence[int], spans: Sequence[range]) -> Score:
    """How many spans of a text the model would have written itself, token for token.

    ids: the text. spans: positions in ids of answers that follow from what stands before. A span is
    right when each of its tokens is the likeliest one given everything before it.
    """
    device = loaded.model.embed.weight.device
    with torch.inference_mode():
        guesses = loaded.model(torch.tensor([list(ids)], device=device))[0].argmax(-1).tolist()
    right = sum(all(guesses[i - 1] == ids[i] for i in span) for span in spans)
    return Score(right, len(spans))


def sensible_next(
    loaded: LoadedModel, prompt: str, sensible: Sequence[str], *, top: int = 3
) -> tuple[bool, list[str]]:
    """Is one of the `top` likeliest next tokens among the sensible words? And what they were.

    A token counts when, without spaces, it equals a word of the list, or begins with a word of the
    list that is a single Han character (a longer word may begin with it).
    """
    device = loaded.model.embed.weight.device
    with torch.inference_mode():
        logits = loaded.model(torch.tensor([loaded.encode(prompt)], device=device))[0, -1]
    words = [loaded.tokenizer.label(i).strip() for i in logits.topk(top).indices.tolist()]
    single = tuple(word for word in sensible if len(word) == 1 and word > "\u2e80")
    wanted = {word.lower() for word in sensible}
    fits = [word.lower() in wanted or (bool(single) and word.startswith(single)) for word in words]
    return any(fits), words
