"""Literal repetition: the plainest food of copying, from which induction heads grow."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.families import family, zh_or_en
from lesson_kit.corpus.filler import filler
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split

NOUNS = (*world.FRUITS, *world.FOODS, *world.DRINKS, *world.ANIMALS, *world.OBJECTS)
POOL = (
    *((n.zh, n.en) for n in NOUNS), *world.PLACES, *world.JOBS, *world.COLOURS, *world.FEELINGS,
    *((p.zh, p.en) for p in world.PEOPLE), *world.CITIES, *world.NUMBERS,
)  # fmt: skip


def _words(rng: random.Random, lang: Lang, n: int) -> list[str]:
    return [word[0 if lang == "zh" else 1] for word in rng.sample(POOL, n)]


@family("copy-list", 3.0)
def _list(rng: random.Random, split: Split) -> tuple[str, Lang]:
    lang: Lang = "zh" if zh_or_en(rng) else "en"
    words = _words(rng, lang, rng.randint(3, 20))
    joiner = rng.choice(("、", "，", "\n", " ") if lang == "zh" else (", ", " ", "\n"))
    once, stop = joiner.join(words), rng.choice("。\n" if lang == "zh" else ".\n")
    return stop.join([once, *[f"[{once}]"] * rng.randint(1, 2)]), lang


@family("copy-sentence")
def _sentence(rng: random.Random, split: Split) -> tuple[str, Lang]:
    lang: Lang = "zh" if zh_or_en(rng) else "en"
    lines = [filler(rng, lang) for _ in range(rng.randint(1, 4))]
    text = ("" if lang == "zh" else " ").join(lines)
    lead, again = rng.choice(
        (("", "\n"), ("请跟我读：", "\n"), ("老师说：", "\n学生说：")) if lang == "zh"
        else (("", "\n"), ("Read after me: ", "\n"), ("Teacher: ", "\nStudent: "))
    )  # fmt: skip
    return f"{lead}{text}{again}[{text}]", lang


@family("copy-again", 3.0)
def _again(rng: random.Random, split: Split) -> tuple[str, Lang]:
    # A B C D ... C: what followed C before follows it again.
    lang: Lang = "zh" if zh_or_en(rng) else "en"
    words = _words(rng, lang, rng.randint(4, 10))
    joiner = rng.choice(("、", "，", " ") if lang == "zh" else (", ", " "))
    out = [joiner.join(words)]
    for _ in range(rng.randint(2, 5)):
        at = rng.randrange(len(words) - 1)
        out.append(joiner.join(words[at : at + 1]) + f"{joiner}[{words[at + 1]}]")
    return "\n".join(out), lang


@family("copy-pattern")
def _pattern(rng: random.Random, split: Split) -> tuple[str, Lang]:
    lang: Lang = "zh" if zh_or_en(rng) else "en"
    words = _words(rng, lang, rng.randint(2, 4))
    joiner = rng.choice(("、", "，", " ") if lang == "zh" else (", ", " "))
    rest = joiner.join(words * rng.randint(2, 5))
    return f"{joiner.join(words)}{joiner}[{rest}]", lang


@family("copy-spelling")
def _spelling(rng: random.Random, split: Split) -> tuple[str, Lang]:
    digits = "".join(rng.choice("0123456789") for _ in range(rng.randint(3, 11)))
    lang: Lang = "zh" if zh_or_en(rng) else "en"
    forms = (
        ("我的号码是{d}。再说一遍：[{d}]。", "密码是{d}，请记住：[{d}]。", "{d}\n[{d}]", "房间号：{d}\n您的房间号是[{d}]。") if lang == "zh"
        else ("My number is {d}. Again: [{d}].", "The code is {d}. Please write [{d}].", "{d}\n[{d}]", "Room: {d}\nYour room is [{d}].")
    )  # fmt: skip
    return rng.choice(forms).format(d=digits), lang


@family("copy-glossary")
def _glossary(rng: random.Random, split: Split) -> tuple[str, Lang]:
    # Made-up meanings: only the page itself can tell them.
    lang: Lang = "zh" if zh_or_en(rng) else "en"
    words = _words(rng, lang, 2 * rng.randint(2, 5))
    pairs = list(zip(words[::2], words[1::2], strict=True))
    sign = rng.choice((" = ", "：", " → ") if lang == "zh" else (" = ", ": ", " -> "))
    lines = [a + sign + b for a, b in pairs]
    for a, b in rng.sample(pairs, len(pairs)):
        lines.append(f"{a}{sign}[{b}]")
    return "\n".join(lines), lang
