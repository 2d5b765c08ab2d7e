"""Probes: what counts as right, and intervals that say how sure the count is."""

from __future__ import annotations

import math
import types
from typing import Any

import pytest
import torch

from lesson_kit import load
from lesson_kit.measure.probes import Score, known_answers, sensible_next
from lesson_kit.train.evaluation import GROUPS, probes


class Parrot:
    """Says the next token is the one after the current one, in a vocabulary of 50."""

    class model:  # noqa: N801
        embed = types.SimpleNamespace(weight=torch.zeros(1))

        def __new__(cls, ids: torch.Tensor) -> Any:
            logits = torch.nn.functional.one_hot((ids + 1) % 50, 50).float()
            logits[..., 0] += 0.5  # id 0 always comes second
            return logits

    @staticmethod
    def encode(text: str) -> list[int]:
        return [0, len(text)]

    class tokenizer:  # noqa: N801
        @staticmethod
        def label(id: int) -> str:
            return {4: " Dog", 0: "很冷", 1: "x", 2: "y"}.get(id, f"w{id}")


def test_a_span_is_right_only_when_all_of_it_is() -> None:
    parrot: Any = Parrot()
    ids = [0, 1, 2, 9, 10, 12]
    assert known_answers(parrot, ids, [range(1, 3)]) == Score(1, 1)
    assert known_answers(parrot, ids, [range(3, 5), range(4, 5), range(5, 6)]) == Score(1, 3)
    assert known_answers(parrot, ids, []) == Score(0, 0)


def test_sensible_words_match_whole_and_by_single_han_characters_only() -> None:
    parrot: Any = Parrot()
    assert sensible_next(parrot, "abc", ["dog"], top=1) == (True, ["Dog"])
    assert sensible_next(parrot, "abc", ["do"], top=1)[0] is False
    assert sensible_next(parrot, "abc", ["很"], top=2)[0] is True
    assert sensible_next(parrot, "abc", ["很好"], top=2)[0] is False


def test_wilson_against_worked_values() -> None:
    low, high = Score(45, 50).interval()
    assert (round(low, 3), round(high, 3)) == (0.786, 0.957)
    assert Score(50, 50).interval()[1] == 1 and Score(0, 5).interval()[0] == 0
    assert Score(0, 0).interval() == (0, 1) and math.isnan(Score(0, 0).share)
    assert Score(1, 2) + Score(2, 3) == Score(3, 5)


@pytest.mark.slow
def test_the_shipped_model_answers_what_its_card_says() -> None:
    loaded = load("classroom-base", device="cpu")
    told = loaded.card.measured["probes"]["table"]
    seen = {probe.name: probe.score for probe in probes(loaded, n=8, seed=11)}
    assert set(seen) == set(told) and len(seen) == len(GROUPS) + 2
    for name, score in seen.items():
        low, high = score.interval(z=3.5)  # other combinations: agreement within the noise
        assert score.asked > 0 and low <= told[name]["share"] <= high, name
