"""Which head has which habit, scored on many texts: what a model's card says about its heads."""

from __future__ import annotations

import random
from typing import Any

from lesson_kit.corpus import grammar, world
from lesson_kit.corpus.item import Item
from lesson_kit.measure.heads import Sentence, head_habits
from lesson_kit.text.pieces import Piece
from lesson_kit.weights import LoadedModel

_PRONOUNS = {"zh": ("它", "他", "她"), "en": (" it ", " he ", " she ", "He ", "She ")}


def head_scores(loaded: LoadedModel, *, n: int = 60, seed: int = 0) -> dict[str, Any]:
    """For each habit: best {layer, head, score}, n rows, and all scores (L, H), 3 decimals.

    previous, first: on scenes kept out of training. induction: on lists of random words written
    twice, where nothing but the repetition tells what comes next. reference: a pronoun's weight on
    the nouns before it that it can stand for.
    """
    rng = random.Random(f"heads-{seed}")
    langs = loaded.card.languages or ("zh", "en")
    plain = [_sentence(loaded, item) for item in _scenes(rng, "daily-", n, langs)]
    lists = [_twice(loaded, rng) for _ in range(n)]
    riddles = [_sentence(loaded, item) for item in _scenes(rng, "reference-", n, langs)]
    found = head_habits(loaded.model, [*plain])
    kept = {name: found[name] for name in ("previous", "first") if name in found}
    kept |= {k: v for k, v in head_habits(loaded.model, lists).items() if k == "induction"}
    kept |= {k: v for k, v in head_habits(loaded.model, riddles).items() if k == "reference"}
    told: dict[str, Any] = {}
    for name, habit in kept.items():
        layer, head, score = habit.best()
        told[name] = {
            "best": {"layer": layer, "head": head, "score": round(score, 4)},
            "rows": habit.n,
            "scores": [[round(float(x), 3) for x in row] for row in habit.scores],
        }
    return told


def _scenes(rng: random.Random, start: str, n: int, langs: tuple[str, ...]) -> list[Item]:
    families = [f for f in grammar.FAMILIES.values() if f.name.startswith(start)]
    items: list[Item] = []
    while len(items) < n:
        item = rng.choice(families).item(rng, "held_out" if start == "reference-" else "train")
        if item.lang in langs:
            items.append(item)
    return items


def _twice(loaded: LoadedModel, rng: random.Random) -> Sentence:
    # Words of one token each, so that every token of the second time has stood there once before.
    ids = loaded.encode("")
    row: list[int] = []
    while len(row) < 12:
        noun = rng.choice((*world.FRUITS, *world.ANIMALS, *world.SMALL))
        word = loaded.tokenizer.encode(noun.zh if rng.random() < 0.5 else " " + noun.en)
        if len(word) == 1 and word[0] not in row:
            row += word
    return Sentence((*ids, *row, *row), has_start=bool(ids))


def _sentence(loaded: LoadedModel, item: Item) -> Sentence:
    ids = loaded.encode(item.text)
    pieces = loaded.tokenizer.pieces(ids)
    links = []
    for pronoun in _PRONOUNS["zh" if item.lang == "zh" else "en"]:
        at = item.text.find(pronoun)
        if at < 0:
            continue
        end = at + len(pronoun.rstrip())
        nouns = {item.text[a:b] for a, b in item.answers}
        keys = [i for noun in nouns for i in _first(pieces, item.text, noun, at)]
        query = [i for i, p in enumerate(pieces) if p.start < end <= p.end]
        if keys and query:
            links.append((query[0], tuple(sorted(set(keys)))))
        break
    start = bool(ids) and ids[0] == loaded.tokenizer.start_id
    return Sentence(tuple(ids), tuple(links), has_start=start)


def _first(pieces: list[Piece], text: str, noun: str, before: int) -> list[int]:
    # The tokens of the noun's first mention, if it stands before the pronoun.
    at = text.find(noun)
    if at < 0 or at + len(noun) > before:
        return []
    return [i for i, p in enumerate(pieces) if p.start < at + len(noun) and p.end > at and p.text]
