"""Does a chat model do what its system line orders? Asked in words it was not taught."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from lesson_kit.corpus import dialogue_orders as taught
from lesson_kit.corpus import dialogue_system as system
from lesson_kit.corpus.dialogue_parts import Turn, side
from lesson_kit.measure.probes import Probe
from lesson_kit.train import evaluation_words as words
from lesson_kit.train import judging
from lesson_kit.train.asking import Tally, in_chinese, one_of, put, shown
from lesson_kit.weights import LoadedModel

Draw = random.Random


def system_probes(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    """Four kinds of orders; no question was ever seen under this order."""
    kinds: dict[str, Callable[[bool], tuple[str, Callable[[str], bool]]]] = {
        "language": lambda zh: _language_order(rng, zh),
        "one sentence": lambda zh: (one_of(rng, words.SHORT, taught.SHORT, zh),
                                    judging.one_sentence),
        "to a child": lambda zh: (one_of(rng, words.CHILD, taught.CHILD, zh),
                                  judging.speaks_to_a_child),
        "a last word": lambda zh: _word_order(rng, zh),
    }  # fmt: skip
    for kind, order in kinds.items():
        tally = Tally()
        for _ in range(n):
            zh = in_chinese(rng, langs)
            line, obeyed = order(zh)
            one, _ = system.draw(rng, "held_out", line)
            turns: list[Turn] = [("s", line), ("u", one.question[side(zh)])]
            if kind == "language" and rng.random() < 0.3:  # the user wishes otherwise
                wish = taught.PLEASE_OTHER[0 if obeyed("an English answer it is") else 1][side(zh)]
                turns[1] = ("u", wish.format(q=one.question[side(zh)]))
            said, reply = put(loaded, turns)
            tally.add(reply.closed and obeyed(reply.text), shown(said), reply.text)
        yield Probe(f"system line obeyed: {kind}", tally.score, tally.wrong(rng.sample))


def _language_order(rng: Draw, zh: bool) -> tuple[str, Callable[[str], bool]]:
    english = rng.random() < 0.5
    unseen, seen = (
        (words.IN_ENGLISH, taught.IN_ENGLISH) if english else (words.IN_CHINESE, taught.IN_CHINESE)
    )
    crossed = zh ^ (rng.random() < 0.3)
    return one_of(rng, unseen, seen, crossed), lambda text: judging.in_language(text, not english)


def _word_order(rng: Draw, zh: bool) -> tuple[str, Callable[[str], bool]]:
    word = rng.choice(system.WORDS)[side(zh)]
    line = one_of(rng, words.ENDING, taught.ENDING, zh).format(w=word)
    return line, lambda text: judging.ends_with(text, word)
