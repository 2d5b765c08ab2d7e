"""The prepared trainings of chapter 07: names, what they try, and every choice of each run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from lesson_kit.app import training_texts as texts
from lesson_kit.places import asset
from lesson_kit.show.numbers import grouped
from lesson_kit.show.words import Lang
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.train.live_plan import LivePlan

__all__ = ["RACE", "RACE_STEPS", "Preset", "our_bpe", "presets", "race_plans"]

#: The three rates of the race: too small, about right, too large.
RACE = (1e-4, 3e-3, 1.0)
RACE_STEPS = 150


@dataclass(frozen=True)
class Preset:
    """One prepared training: its name, what it tries in a sentence, and the plan with its text.

    What came of it is not said here: the picture reads that off the run it shows.
    """

    key: str
    name: str
    about: str
    plan: LivePlan


def presets(lang: Lang) -> list[Preset]:
    """The prepared trainings in the order of the picker, the opening one first."""
    other: Lang = "en" if lang == "zh" else "zh"
    zh = lang == "zh"
    everyday = _everyday(lang)
    lines = everyday.text.count("\n") + 1
    wild = replace(everyday, lr=RACE[2], steps=120)
    return [
        Preset(
            "everyday",
            "日常句子" if zh else "Everyday sentences",
            f"从随机的数开始，读 {grouped(lines)} 行日常句子。留出的句子不参加训练，专门用来检验。"
            if zh
            else f"From random numbers through {grouped(lines)} lines of everyday sentences. "
            "Held-out sentences are never trained on; they only test.",
            everyday,
        ),
        Preset(
            "other",
            "English" if zh else "中文",
            "同一个模型，同样的做法，换一种语言。"
            if zh
            else "The same model and method, in the other language.",
            _everyday(other),
        ),
        Preset(
            "diverges",
            "步子太大" if zh else "Strides too long",
            f"别的都不变，学习率从 {everyday.lr:g} 放大到 {wild.lr:g}：步子大到跨过谷底会怎样？"
            if zh
            else f"All as before, but the learning rate goes from {everyday.lr:g} to {wild.lr:g}: "
            "what if each stride jumps across the valley?",
            wild,
        ),
        Preset(
            "overfits",
            "死记硬背" if zh else "Learning by rote",
            "只有六个小故事，一遍又一遍。盯住留出的那条线。"
            if zh
            else "Six little stories, over and over. Keep an eye on the held-out line.",
            LivePlan(text=texts.stories(lang, 6), held=0.25, steps=240 if zh else 400),
        ),
        Preset(
            "sentence",
            "一句话" if zh else "One sentence",
            "只有一句话，几秒钟走完。换成你自己的一句试试。"
            if zh
            else "A single sentence; it is over within seconds. Try one of your own.",
            LivePlan(text=texts.sentence(lang), steps=60),
        ),
    ]


def race_plans(lang: Lang) -> list[LivePlan]:
    """The everyday training with each rate of RACE, and fewer steps."""
    return [replace(_everyday(lang), lr=lr, steps=RACE_STEPS) for lr in RACE]


@cache
def our_bpe() -> Tokenizer:
    """The classroom vocabulary, whichever model the page shows: a text's ln V stays the same."""
    return Tokenizer.from_file(asset("models", "classroom-base", "tokenizer.json"))


def _everyday(lang: Lang) -> LivePlan:
    # A Chinese character says about as much as an English word; letters take much longer to learn.
    return LivePlan(text=texts.everyday(lang), units="characters" if lang == "zh" else "bpe")
