"""Sums by number of digits: a table learned by heart, and a skill that fades with length."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lesson_kit.corpus.dialogue_scenes import SUM_ASKS
from lesson_kit.corpus.families import allowed
from lesson_kit.measure.probes import Probe
from lesson_kit.text.chat import Message
from lesson_kit.train import judging
from lesson_kit.train.asking import Tally, ask, go_on, holds_a_chat
from lesson_kit.weights import LoadedModel

DIGITS = (1, 2, 3)
ON_PAPER = {"zh": ("{a}+{b}=", "{a}加{b}等于"), "en": ("{a} + {b} =", "{a} plus {b} is")}


def sums(digits: int, n: int, rng: random.Random) -> list[tuple[int, int]]:
    """All hundred sums of one digit; of more, `n` that training never shows."""
    if digits == 1:
        return [(a, b) for a in range(10) for b in range(10)]
    found: list[tuple[int, int]] = []
    while len(found) < n:
        low, high = 10 ** (digits - 1), 10**digits
        a, b = rng.randrange(low, high), rng.randrange(low, high)
        if allowed("held_out", "+", str(a), str(b)):
            found.append((a, b))
    return found


def arithmetic(loaded: LoadedModel, *, n: int, seed: int) -> Iterator[Probe]:
    """One probe for each number of digits; in a chat if the model holds one, else on paper."""
    rng, chats = random.Random(f"sums-{seed}"), holds_a_chat(loaded)
    langs = loaded.card.languages or ("zh", "en")
    for digits in DIGITS:
        tally = Tally()
        for a, b in sums(digits, n, rng):
            lang = rng.choice(langs)
            if chats:
                asked = rng.choice(SUM_ASKS["+"][0 if lang == "zh" else 1]).format(a=a, b=b)
                text = ask(loaded, [Message("user", asked)], limit=24).text
            else:
                asked = rng.choice(ON_PAPER[lang]).format(a=a, b=b)
                text = judging.first_number(go_on(loaded, asked, limit=8).text)
            tally.add(judging.number(text) == a + b, asked, text)
        yield Probe(f"arithmetic: sums of {digits}-digit numbers", tally.score,
                    tally.wrong(rng.sample))  # fmt: skip
