"""Probes: what counts as right, and intervals that say how sure the count is."""

from __future__ import annotations

import math
import random
import types
from typing import Any

import pytest
import torch

from lesson_kit import load
from lesson_kit.corpus import grammar
from lesson_kit.corpus.families import allowed
from lesson_kit.measure.probes import Score, known_answers, sensible_next
from lesson_kit.train.bigram import Bigram
from lesson_kit.train.evaluation import GROUPS, most_frequent_answers, probes
from lesson_kit.train.evaluation_sums import sums


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
    assert set(GROUPS.values()) <= set(seen)
    assert len(set(seen) & set(told)) >= len(GROUPS)
    for name in set(seen) & set(told):
        low, high = seen[name].interval(z=3.5)  # other combinations: agreement within the noise
        assert seen[name].asked > 0 and low <= told[name]["share"] <= high, name


def test_a_bigram_model_knows_one_token_back() -> None:
    model = Bigram([[1, 2, 3], [1, 2, 4], [2, 3, 1]])
    assert model.after(1) == 2 and model.after(2) == 3 and model.after(9) is None
    assert model.known_answers([1, 2, 3, 1], [range(1, 3), range(3, 4)]) == Score(2, 2)
    assert model.known_answers([1, 3], [range(1, 2)]) == Score(0, 1)


def test_the_most_frequent_answer_is_one_the_family_gives() -> None:
    frequent = most_frequent_answers(grammar.FAMILIES["negation-there"])
    assert frequent["zh"] in {"有", "没有"} and set(frequent) == {"zh", "en"}


def test_sums_of_more_digits_are_none_that_training_shows() -> None:
    rng = random.Random(1)
    assert len(set(sums(1, 5, rng))) == 100
    for digits in (2, 3):
        for a, b in sums(digits, 40, rng):
            assert len(str(a)) == len(str(b)) == digits
            assert not allowed("train", "+", str(a), str(b))


def test_another_seed_gives_other_combinations_and_the_same_one_the_same() -> None:
    first = [item.text for item in grammar.sample(20, 1, "held_out")]
    assert first == [item.text for item in grammar.sample(20, 1, "held_out")]
    assert first != [item.text for item in grammar.sample(20, 2, "held_out")]
