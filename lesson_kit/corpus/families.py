"""The register of authored families, and the few tools every family is written with.

A family is a function of a random generator and a split that tells one scene, in Chinese or in
English. Inside its text, square brackets mark what can be known from what stands before:
``"小明喜欢苹果。小明喜欢[苹果]。"``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from lesson_kit.corpus.item import Item, Lang
from lesson_kit.corpus.splits import Split, split_of

Teller = Callable[[random.Random, Split], tuple[str, Lang]]
SPLIT_SHARE = 0.1


@dataclass(frozen=True)
class Family:
    """name; tell: draws the marked text and its language; weight: how often it is drawn."""

    name: str
    tell: Teller
    weight: float

    def item(self, rng: random.Random, split: Split = "train") -> Item:
        """Tell one scene of the given split."""
        text, lang = self.tell(rng, split)
        return mark(text, self.name, lang)


_REGISTER: dict[str, Family] = {}


def family(name: str, weight: float = 1.0) -> Callable[[Teller], Teller]:
    """Enter the decorated function in the register; a name may be used once."""

    def enter(tell: Teller) -> Teller:
        if name in _REGISTER:
            raise ValueError(f"two families are called {name}")
        _REGISTER[name] = Family(name, tell, weight)
        return tell

    return enter


def registered() -> dict[str, Family]:
    """A copy of the register, by name."""
    return dict(_REGISTER)


def mark(text: str, name: str, lang: Lang) -> Item:
    """Turn bracketed text into an Item whose ``answers`` are the bracketed spans."""
    plain: list[str] = []
    spans: list[tuple[int, int]] = []
    length, opened = 0, -1
    for char in text:
        if char == "[":
            opened = length
        elif char == "]":
            spans.append((opened, length))
        else:
            plain.append(char)
            length += 1
    return Item("".join(plain), name, lang, tuple(spans))


def zh_or_en(rng: random.Random) -> bool:
    """True for a scene in Chinese."""
    return rng.random() < 0.5


def cap(text: str) -> str:
    """Capitalise the first letter, leaving a bracket before it in place."""
    at = 1 if text.startswith("[") else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def an(text: str) -> str:
    """Write ``an`` for ``a`` before a vowel."""
    return re.sub(r"\b([Aa]) (?=\[?[aeio])", r"\1n ", text)


def allowed(split: Split, relation: str, *names: str) -> bool:
    """Whether this combination of names may be used in this split."""
    return split_of(relation, *names, held_out=SPLIT_SHARE) == split
