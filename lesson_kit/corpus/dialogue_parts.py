"""What a conversation to learn from is, and the register of families that make them up.

A family is a function of a random generator and a split; it returns the turns in order, and the
combinations they are made of. Inside what the assistant says, square brackets mark what follows
from the turns before it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lesson_kit.corpus.families import allowed, mark
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split
from lesson_kit.text.chat import Message, Role

LONGEST = 500  # tokens, by `length`: the window has 512
Turn = tuple[str, str]  # who ("s", "u" or "a"), and the words, the assistant's with brackets
Key = tuple[str, ...]  # a combination, as `splits.split_of` takes it
Spans = tuple[tuple[int, int], ...]
Two = tuple[str, str]  # the same said in Chinese and in English


@dataclass(frozen=True)
class Told:
    """What a family returns: the turns, the language of the last answer, and the combinations."""

    turns: Sequence[Turn]
    lang: Lang
    keys: tuple[Key, ...] = ()


Teller = Callable[[random.Random, Split], Told]
_ROLES: dict[str, Role] = {"s": "system", "u": "user", "a": "assistant"}


@dataclass(frozen=True)
class Dialogue:
    """messages; answers: for each message the character spans that can be known (assistant's).

    family: where it comes from. lang: the language of the assistant's last words. keys: the
    combinations of the world it is made of, which decide its split.
    """

    messages: tuple[Message, ...]
    answers: tuple[Spans, ...]
    family: str
    lang: Lang
    keys: tuple[Key, ...] = ()

    @property
    def asked(self) -> tuple[Message, ...]:
        """Everything before the assistant's last words: what a model is asked with."""
        return self.messages[:-1]

    @property
    def reply(self) -> str:
        """The assistant's last words."""
        return self.messages[-1].content

    @property
    def known(self) -> tuple[str, ...]:
        """The parts of the last reply that can be known."""
        return tuple(self.reply[a:b] for a, b in self.answers[-1])


@dataclass(frozen=True)
class Talk:
    """A family of conversations. weight: how often it is drawn."""

    name: str
    tell: Teller
    weight: float

    def dialogue(self, rng: random.Random, split: Split = "train") -> Dialogue:
        """Tell one conversation of the given split."""
        while True:
            told = self.tell(rng, split)
            turns = [
                (who, _loose(rng, words) if who == "u" else words) for who, words in told.turns
            ]
            made = as_dialogue(turns, self.name, told.lang, told.keys)
            if length(made) <= LONGEST:
                return made


def _loose(rng: random.Random, words: str) -> str:
    # Many people type no mark at the end.
    if rng.random() >= 0.12 or words.endswith(".m."):  # "a.m." ends with a stop of its own
        return words
    return words.rstrip("。.？?！!") or words


_REGISTER: dict[str, Talk] = {}


def talk(name: str, weight: float = 1.0) -> Callable[[Teller], Teller]:
    """Enter the decorated function in the register; a name may be used once."""

    def enter(tell: Teller) -> Teller:
        if name in _REGISTER:
            raise ValueError(f"two families of dialogues are called {name}")
        _REGISTER[name] = Talk(name, tell, weight)
        return tell

    return enter


def registered() -> dict[str, Talk]:
    """A copy of the register, by name."""
    return dict(_REGISTER)


def as_dialogue(
    turns: Sequence[Turn], name: str, lang: Lang, keys: tuple[Key, ...] = ()
) -> Dialogue:
    """Turns with brackets in the assistant's words -> a Dialogue with answer spans."""
    messages, answers = [], []
    for who, words in turns:
        if who == "a":
            item = mark(words, name, lang)
            messages.append(Message("assistant", item.text))
            answers.append(item.answers)
        else:
            messages.append(Message(_ROLES[who], words))
            answers.append(())
    return Dialogue(tuple(messages), tuple(answers), name, lang, keys)


def length(dialogue: Dialogue) -> int:
    """Rough length in tokens, on the safe side."""
    return 2 + sum(
        2 + math.ceil(sum(0.8 if char > "\u2e80" else 0.31 for char in message.content))
        for message in dialogue.messages
    )


def right_split(split: Split, keys: Sequence[Key]) -> bool:
    """May these combinations be told in this split? In training none of them is held out."""
    held = any(not allowed("train", *key) for key in keys)
    return held == (split == "held_out")


def twos(table: str) -> tuple[Two, ...]:
    """Lines "Chinese | English" as pairs."""
    rows = (line.split("|") for line in table.strip().splitlines())
    return tuple((zh.strip(), en.strip()) for zh, en in rows)


def lines(table: str) -> tuple[str, ...]:
    """The lines of a table, without blanks around them."""
    return tuple(line.strip() for line in table.strip().splitlines())


def side(zh: bool) -> int:
    """0 for the Chinese half of a pair, 1 for the English one."""
    return 0 if zh else 1


def lang_of(zh: bool) -> Lang:
    return "zh" if zh else "en"


def is_zh(text: str) -> bool:
    """Is this text Chinese? More Han characters than English words."""
    han = sum("\u4e00" <= char <= "\u9fff" for char in text)
    return han > len([word for word in text.split() if word[:1].isascii() and word[:1].isalpha()])
