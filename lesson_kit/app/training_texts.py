"""The texts a nano model is trained on in chapter 07: from the course's own corpus."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lesson_kit.corpus import handwritten
from lesson_kit.corpus.item import Lang
from lesson_kit.places import asset

__all__ = ["everyday", "everyday_file", "pick_everyday", "sentence", "stories"]

_PLAIN = ("daily-", "fact-animals", "fact-colours", "fact-kinds", "fact-seasons")


def everyday_file(lang: Lang) -> Path:
    """Where the everyday sentences are kept. The recorded runs were trained on these very lines."""
    return asset("recorded", f"everyday.{lang}.txt")


@cache
def everyday(lang: Lang) -> str:
    """Short everyday sentences of the authored grammar, one scene a line, none twice."""
    with open(everyday_file(lang), encoding="utf-8") as file:
        return file.read().rstrip("\n")


def pick_everyday(lang: Lang, n: int = 1600) -> str:
    """Pick ``n`` such lines anew; some seconds. The grammar may have grown since the last time."""
    from lesson_kit.corpus import grammar  # large, and only whoever records needs it

    lines: dict[str, None] = {}
    for item in grammar.stream("chapter 07"):
        if item.lang == lang and item.family.startswith(_PLAIN) and "\n" not in item.text:
            lines.setdefault(item.text)
            if len(lines) == n:
                break
    return "\n".join(lines)


@cache
def stories(lang: Lang, n: int) -> str:
    """The first ``n`` hand-written stories of the corpus, one a paragraph."""
    told = [r[lang] for r in handwritten.records("train") if r["kind"] == "story"]
    return "\n".join(told[:n])


def sentence(lang: Lang) -> str:
    """One sentence that the model is to know by heart."""
    return {
        "zh": "从前有一座山，山上有一座庙，庙里有一个老和尚在讲故事。",
        "en": "How much wood would a woodchuck chuck if a woodchuck could chuck wood?",
    }[lang]
