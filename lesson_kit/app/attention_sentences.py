"""The sentences of chapter 05, and where in them a word stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lesson_kit.text import Piece

__all__ = ["ENDINGS", "PREPARED", "RIDDLES", "Prepared", "first_query", "tokens_of"]


@dataclass(frozen=True)
class Prepared:
    """A sentence of the chapter; `pronoun` stands for `noun` where the sentence has a riddle."""

    text: str
    pronoun: str = ""
    noun: str = ""
    look_at: str = ""  # the word lit at first; the pronoun when empty


PREPARED: dict[str, tuple[Prepared, ...]] = {
    "zh": (
        Prepared("小猫追小狗，因为它饿了。", "它", "小猫"),
        Prepared("昨天，小猫追小狗，因为它饿了。", "它", "小猫"),
        Prepared("小明喜欢苹果，小红喜欢香蕉，小明喜欢苹果。", look_at="小明"),
        Prepared("她吃了一个苹果，公司发布了新苹果。", look_at="苹果"),
        Prepared("There is no spoon.", look_at="spoon"),
    ),
    "en": (
        Prepared("The kitten chased the puppy because it was hungry.", "it", "kitten"),
        Prepared("Yesterday the kitten chased the puppy because it was hungry.", "it", "kitten"),
        Prepared("Tom likes apples, Anna likes pears, Tom likes apples.", look_at="Tom"),
        Prepared("She ate an apple, and the company launched a new Apple.", look_at="Apple"),
        Prepared("There is no spoon.", look_at="spoon"),
        Prepared("小猫追小狗，因为它饿了。", "它", "小猫"),
    ),
}

# More riddles for measuring heads, so that no score rests on one sentence. Who "it" is follows
# from what an animal or thing can do.
RIDDLES: tuple[Prepared, ...] = (
    Prepared("小狗看着骨头，因为它饿了。", "它", "小狗"),
    Prepared("我把杯子放在桌子上，它是蓝色的。", "它", "杯子"),
    Prepared("小鸟吃了虫子，它飞走了。", "它", "小鸟"),
    Prepared("妈妈买了一条鱼，它很新鲜。", "它", "鱼"),
    Prepared("The dog looked at the bone because it was hungry.", "it", "dog"),
    Prepared("I bought a cake and it was delicious.", "it", "cake"),
    Prepared("The bird saw a worm and then it flew away.", "it", "bird"),
    Prepared("She opened the book because it was new.", "it", "book"),
)


def tokens_of(pieces: Sequence[Piece], text: str, word: str, *, last: bool = False) -> list[int]:
    """Positions of the tokens that spell `word` in `text`: its first occurrence, or its `last`.

    "it" is not found inside "kitten": the tokens must begin and end where the word does (a token
    may bring the space before it).
    """
    found = []
    for match in re.finditer(re.escape(word), text) if word else ():
        inside = [
            i for i, p in enumerate(pieces) if p.start < match.end() and p.end > match.start()
        ]
        if inside and text[pieces[inside[0]].start : pieces[inside[-1]].end].strip() == word:
            found.append(inside)
    if not found:
        return []
    return found[-1] if last else found[0]


def first_query(prepared: Prepared, pieces: Sequence[Piece]) -> int | None:
    """The position lit when the sentence opens."""
    word = prepared.pronoun or prepared.look_at
    found = tokens_of(pieces, prepared.text, word, last=not prepared.pronoun)
    return found[-1] if found else None


# Two endings of one sentence, the pronoun before them, and what was replaced.
ENDINGS = {
    "zh": ("小猫追小狗，因为它饿了。", "小猫追小狗，因为它累了。", "它", "饿", "累"),
    "en": (
        "The kitten chased the puppy because it was hungry.",
        "The kitten chased the puppy because it was tired.",
        "it",
        "hungry",
        "tired",
    ),
}
