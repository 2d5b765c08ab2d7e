"""One word, two meanings: which meaning's sentences does the model expect after a context?"""

from __future__ import annotations

import random
from collections.abc import Sequence

import torch

from lesson_kit.corpus import world
from lesson_kit.corpus.families import allowed
from lesson_kit.corpus.grammar_sense import WORDS_EN, WORDS_ZH, Sense
from lesson_kit.measure.probes import Probe, Score
from lesson_kit.weights import LoadedModel


def log_probability(loaded: LoadedModel, before: str, after: str) -> float:
    """Mean log probability (nats a token) of `after` as the continuation of `before`."""
    head = loaded.encode(before)
    tail = loaded.tokenizer.encode(after)
    ids = torch.tensor([[*head, *tail]], device=loaded.model.embed.weight.device)
    with torch.inference_mode():
        logs = loaded.model(ids)[0, len(head) - 1 : -1].float().log_softmax(-1)
    return float(logs.gather(-1, ids[0, len(head) :, None]).mean())


def likelier_sense(loaded: LoadedModel, told: str, senses: Sequence[Sense], space: str) -> int:
    """The number of the sense whose own sentences are likelier, on average, behind `told`."""
    means = [
        sum(log_probability(loaded, told, space + after) for after in sense.after)
        / len(sense.after)
        for sense in senses
    ]
    return max(range(len(senses)), key=means.__getitem__)


def word_sense(loaded: LoadedModel, *, n: int, seed: int) -> Probe:
    """`n` contexts a language that training never showed with this person. Guessing is half right.

    Any sentence that goes with the meaning is a right continuation, so what is compared is how
    likely the two meanings' sentences are, not one of them token for token.
    """
    rng = random.Random(f"sense-{seed}")
    tables = {"zh": WORDS_ZH, "en": WORDS_EN}
    right, asked, wrong = 0, 0, []
    for lang in loaded.card.languages or ("zh", "en"):
        for _ in range(n):
            word, senses = rng.choice(list(tables[lang].items()))
            at = rng.randrange(2)
            while True:
                person, shown = rng.choice(world.PEOPLE), rng.choice(senses[at].shown)
                if "{p}" not in shown or allowed("held_out", "sense", word, person.zh, shown):
                    break
            told = shown.format(p=person.zh if lang == "zh" else person.en)
            guess = likelier_sense(loaded, told, senses, "" if lang == "zh" else " ")
            asked += 1
            right += guess == at
            if guess != at:
                wrong.append(f"{told} → {senses[guess].after[0]}")
    chosen = tuple(rng.sample(wrong, min(3, len(wrong))))
    return Probe("word sense: the fitting continuation", Score(right, asked), chosen,
                 Score(asked // 2, asked), "a coin")  # fmt: skip
