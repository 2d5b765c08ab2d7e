"""Lost in the middle, measured (C5): one fact at every place of conversations of several lengths.

After Liu et al. 2023 ("Lost in the Middle: How Language Models Use Long Contexts"): the same fact,
the same question, only the place differs. What comes out is whatever the loaded model does.
"""

# ruff: noqa: E501  (a sentence and its twin read best on one line)
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from lesson_kit.app.window_answers import LONGEST_ANSWER, Answers
from lesson_kit.app.window_facts import FILLERS, RECALL
from lesson_kit.context import count, frame_tokens
from lesson_kit.show.numbers import THIN
from lesson_kit.show.words import Lang
from lesson_kit.text.chat import Message

__all__ = ["LENGTHS", "PLACES", "RecallPoint", "lay_out", "recall_points", "recall_result", "recall_work"]  # fmt: skip

LENGTHS = (96, 208, 320, 448)  # tokens of the request
#: Lines are told apart without colour: by the signs of their points and by their dashes.
_LOOKS = (
    {"mark": "square", "dash": ""}, {"mark": "circle", "dash": "8 4"},
    {"mark": "triangle", "dash": "2 4"}, {"mark": "diamond", "dash": "10 3 2 3"},
)  # fmt: skip
PLACES = (0.0, 0.25, 0.5, 0.75, 1.0)  # 0: at the very beginning, 1: right before the question


@dataclass(frozen=True)
class RecallPoint:
    """One length and place: the chance of the right words for each fact, and who was right."""

    length: int
    place: float
    chances: tuple[float, ...]
    right: tuple[bool, ...]


def lay_out(lang: Lang, fact: int, length: int, place: float, answers: Answers) -> list[Message]:
    """A conversation of about `length` tokens, never more, with the fact at `place` of its turns."""
    told, fillers = RECALL[lang][fact], FILLERS[lang]
    tokenizer = answers.chat.loaded.tokenizer
    noted = {"zh": "好的，我记住了。", "en": "All right, I will remember that."}[lang]
    core = [Message("user", told.says), Message("assistant", noted)]
    question = Message("user", told.ask)
    room = (
        length
        - frame_tokens(tokenizer)
        - sum(one.tokens for one in count(tokenizer, [*core, question]))
    )
    around: list[list[Message]] = []
    while True:
        said, answered = fillers[(fact + len(around)) % len(fillers)]
        pair = [Message("user", said), Message("assistant", answered)]
        room -= sum(one.tokens for one in count(tokenizer, pair))
        if room < 0:
            break
        around.append(pair)
    around.insert(round(place * len(around)), core)
    return [*(one for pair in around for one in pair), question]


def lengths_for(answers: Answers) -> list[int]:
    """The lengths that this model's window holds."""
    return [n for n in LENGTHS if n + LONGEST_ANSWER // 4 <= answers.chat.window]


def recall_work(answers: Answers, lang: Lang) -> int:
    """Tokens that `recall_points` will read in all."""
    return sum(lengths_for(answers)) * len(PLACES) * len(RECALL[lang])


def recall_points(answers: Answers, lang: Lang) -> Iterator[tuple[int, RecallPoint | None]]:
    """Measure; yields (tokens read, None) after each fact and (0, point) after each place."""
    for length in lengths_for(answers):
        for place in PLACES:
            chances, right = [], []
            for i, told in enumerate(RECALL[lang]):
                messages = lay_out(lang, i, length, place, answers)
                chances.append(answers.chance(messages, told.right))
                said, _ = answers.say(messages, 16)
                right.append(told.words.casefold() in said.casefold())
                yield length, None
            yield 0, RecallPoint(length, place, tuple(chances), tuple(right))


def recall_result(points: list[RecallPoint], lang: Lang) -> dict[str, Any]:
    """The points as charts, figures, table and one sentence, for the measuring picture."""

    def say(zh: str, en: str) -> str:
        return zh if lang == "zh" else en

    lengths = sorted({p.length for p in points})
    mean = {(p.length, p.place): sum(p.chances) / len(p.chances) for p in points}
    hits, asked = sum(sum(p.right) for p in points), sum(len(p.right) for p in points)
    by_place = [
        {"name": say(f"{n} 个词元", f"{n} tokens"), **look,
         "points": [[100 * place, 100 * mean[n, place]] for place in PLACES]}
        for n, look in zip(lengths, cycle(_LOOKS), strict=False)
    ]  # fmt: skip
    groups = [
        (say("开头", "at the start"), 0.0),
        (say("正中", "in the middle"), 0.5),
        (say("问题之前", "before the question"), 1.0),
    ]
    by_length = [
        {"name": name, **look, "points": [[n, 100 * mean[n, place]] for n in lengths]}
        for (name, place), look in zip(groups, _LOOKS, strict=False)
    ]
    chance = say("答对的概率（%）", "P(right answer), %")
    worst = min(mean, key=lambda key: mean[key])
    place_names = {
        0.0: say("最开头", "at the very start"),
        0.25: say("前四分之一处", "a quarter in"),
        0.5: say("正中间", "in the middle"),
        0.75: say("后四分之一处", "three quarters in"),
        1.0: say("问题之前", "right before the question"),
    }
    says = say(
        f"共问 {asked} 次，答对 {hits} 次。最弱的一处：{worst[0]} 个词元、事实在{place_names[worst[1]]}，答对的概率平均 {100 * mean[worst]:.0f}{THIN}%。",
        f"Of {asked} answers {hits} {'is' if hits == 1 else 'are'} right. The weakest spot: {worst[0]} tokens with the fact {place_names[worst[1]]}, where the right answer has {100 * mean[worst]:.0f}{THIN}% on average.",
    )
    rows: list[list[Any]] = [["tokens", "place", "fact", "p_right", "answered_right"]]
    rows += [
        [p.length, p.place, i, c, r]
        for p in points
        for i, (c, r) in enumerate(zip(p.chances, p.right, strict=True))
    ]
    axis = say(
        "事实的位置（0 开头，100 问题之前）", "place of the fact (0 start, 100 before the question)"
    )
    return {
        "panels": [
            {"title": say("按位置", "By place"), "x": {"label": axis, "log": False}, "y": {"label": chance, "log": False}, "series": by_place},
            {"title": say("按长度", "By length"), "x": {"label": say("请求的词元数", "tokens of the request"), "log": False}, "y": {"label": chance, "log": False}, "series": by_length},
        ],
        "facts": [
            {"label": say("答对", "right"), "value": f"{hits} / {asked}", "unit": "", "how": say("模型自己的回答里有那个词", "the model’s own answer has the word")},
            {"label": say("概率平均", "mean probability"), "value": f"{100 * sum(mean.values()) / len(mean):.0f}", "unit": "%", "how": say(f"{len(RECALL[lang])} 个事实 × {len(PLACES)} 个位置 × {len(lengths)} 种长度", f"{len(RECALL[lang])} facts × {len(PLACES)} places × {len(lengths)} length{'s' if len(lengths) > 1 else ''}")},
        ],
        "says": says,
        "rows": rows,
    }  # fmt: skip
