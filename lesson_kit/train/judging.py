"""Is this answer right? Plain rules on the words a model wrote; no model judges another."""

# ruff: noqa: E501  (words of two languages read best in one list)

from __future__ import annotations

import re
from collections.abc import Sequence

from lesson_kit.corpus.dialogue_parts import is_zh

_UNSURE = (
    "不能确定",
    "无法确定",
    "不确定",
    "不知道",
    "没有可靠",
    "没有资料",
    "cannot confirm",
    "can't confirm",
    "cannot be sure",
    "can't be sure",
    "not sure",
    "don't know",
    "do not know",
    "no reliable",
)
_NOT_TOLD = (
    "不知道",
    "没有告诉",
    "没告诉",
    "没有说",
    "没说",
    "don't know",
    "do not know",
    "not told",
    "haven't told",
    "haven't mentioned",
    "not mentioned",
    "not been said",
)
_DIFFER = (
    "不一样",
    "不一致",
    "不同",
    "矛盾",
    "differ",
    "do not agree",
    "don't agree",
    "disagree",
    "conflict",
)
_WHICH = (
    "哪个话题",
    "什么话题",
    "哪件事",
    "什么方面",
    "哪方面",
    "哪个",
    "指的是什么",
    "说的是什么",
    "还没有聊",
    "还没聊",
    "which topic",
    "what topic",
    "an example of what",
    "what do you mean",
    "what you mean",
    "which topic you mean",
    "have not talked",
    "haven't talked",
    "example of what",
    "what would you like",
)
_CHILD = ("小朋友", "孩子们", "老师告诉你", "children", "little one", "kids")
# A time, a price, a date, a day: what nobody can know of a place without a source.
_DETAIL = re.compile(
    r"\d|[一二三四五六七八九十两]+(?:点|元|块|月|日)|星期[一二三四五六天日]|o'clock|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:yuan|in the)"
)


def plain(text: str) -> str:
    """Small letters, and only letters, digits and Han characters."""
    return "".join(char for char in text.lower() if char.isalnum())


def holds(answer: str, value: str) -> bool:
    """Does the answer contain the value, as words of its own where the language has spaces?"""
    if value.isascii():
        return (
            re.search(rf"(?<![a-z0-9]){re.escape(value.lower())}(?![a-z0-9])", answer.lower())
            is not None
        )
    return plain(value) in plain(answer)


def admits(answer: str) -> bool:
    """Says that it was not told, or does not know."""
    return _any(answer, _NOT_TOLD)


def unsure(answer: str) -> bool:
    """Says that it cannot confirm."""
    return _any(answer, _UNSURE)


def says_they_differ(answer: str, values: Sequence[str]) -> bool:
    """Says that the sources differ and names what each of them says."""
    return _any(answer, _DIFFER) and all(holds(answer, value) for value in values)


def asks_which(answer: str) -> bool:
    """Asks back what is meant."""
    return _any(answer, _WHICH)


def invents(answer: str) -> bool:
    """States a time, price, date or day as if it were known."""
    return _DETAIL.search(answer) is not None and not unsure(answer)


def in_language(answer: str, zh: bool) -> bool:
    """Is it in this language, and does it say anything at all?"""
    return any(char.isalpha() for char in answer) and is_zh(answer) == zh


def one_sentence(answer: str) -> bool:
    """Exactly one sentence: one mark that ends one, and it stands at the end."""
    text = re.sub(r"[”\"'）)]+$", "", answer.strip())
    text = re.sub(r"(?<=\d)\.(?=\d)|(?<=[ap])\.(?=m)|\b(?:Mr|Mrs|Dr|a\.m|p\.m)\.(?= )", "", text)
    return bool(text) and not re.search(r"[。！？!?.](?=.)", text, re.DOTALL)


def speaks_to_a_child(answer: str) -> bool:
    """Addresses a child."""
    return _any(answer, _CHILD)


def ends_with(answer: str, word: str) -> bool:
    """Are these the last words, marks aside?"""
    return plain(answer).endswith(plain(word))


def begins_with(answer: str, word: str) -> bool:
    """Are these the first words, marks aside?"""
    return plain(answer).startswith(plain(word))


def likeness(answer: str, text: str) -> float:
    """Share of the text's neighbouring character pairs (Chinese) or words (English) in the answer."""

    def bits(said: str) -> set[str]:
        if is_zh(said):
            flat = plain(said)
            return {flat[i : i + 2] for i in range(len(flat) - 1)}
        return {word for word in re.findall(r"[a-z']+", said.lower()) if len(word) > 3}

    wanted = bits(text)
    return len(wanted & bits(answer)) / len(wanted) if wanted else 0.0


def number(answer: str) -> int | None:
    """The last whole number in it: what a sum comes to."""
    found = re.findall(r"\d+", answer)
    return int(found[-1]) if found else None


def first_number(text: str) -> str:
    """The first run of digits in a text, "" if there is none."""
    found = re.search(r"\d+", text)
    return found[0] if found else ""


def _any(answer: str, words: Sequence[str]) -> bool:
    low = answer.lower().replace("’", "'")
    return any(word in low for word in words)
