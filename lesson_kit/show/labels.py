"""Short labels, each once, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Lang = Literal["zh", "en"]


class Word(NamedTuple):
    """One label in both languages; call it with ``"zh"`` or ``"en"``."""

    zh: str
    en: str

    def __call__(self, lang: str) -> str:
        """The label in ``lang``; ValueError if that is neither ``"zh"`` nor ``"en"``."""
        if lang not in ("zh", "en"):
            raise ValueError(f'lang is {lang!r}; it must be "zh" or "en"')
        return self.zh if lang == "zh" else self.en


COURSE = Word("一句话的旅程", "The Journey of a Message")

_LABELS: dict[str, Word] = {
    # parts of every page
    "home": Word("目录", "Contents"),
    "next_stop": Word("下一站", "Next stop"),
    "previous": Word("上一站", "Previous stop"),
    "road_map": Word("路线图", "Road map"),
    "coming": Word("待建", "coming"),
    "check_yourself": Word("考考自己", "Check yourself"),
    "predict": Word("先猜，再看", "Predict, then look"),
    "reveal": Word("揭晓", "Reveal"),
    "choose_first": Word("选一个再揭晓；答案会记住", "Choose first; your answer is remembered"),
    "model": Word("模型", "Model"),
    "language": Word("语言", "Language"),
    "minutes": Word("分钟", "min"),
    "reset": Word("复位", "Reset"),
    "figure": Word("图", "Figure"),
    # where a number comes from
    "measured": Word("实测", "measured"),
    "teaching": Word("教学示例", "teaching example"),
    "formula": Word("公式", "formula"),
    "recorded": Word("已录制", "recorded"),
    "live_only": Word("仅现场", "live only"),
    # the model, part by part
    "token": Word("词元", "token"),
    "query": Word("查询", "query"),
    "key": Word("键", "key"),
    "value": Word("值", "value"),
    "scores": Word("分数", "scores"),
    "weights": Word("权重", "weights"),
    "residual": Word("残差流", "residual stream"),
    "layer": Word("层", "layer"),
    "head": Word("头", "head"),
    "probability": Word("概率", "probability"),
    # which models a chapter uses
    "any_model": Word("任何模型", "any model"),
    "classroom_base": Word("课堂模型 base", "classroom base"),
    "classroom_chat": Word("课堂模型 chat", "classroom chat"),
    "base_and_chat": Word("课堂模型 base 与 chat", "classroom base and chat"),
    "translator": Word("课堂翻译模型", "classroom translator"),
    "tokenizer_only": Word("只用分词器", "tokenizer only"),
    "nano": Word("当场训练的小模型", "a tiny model trained on the spot"),
}
WORDS: Mapping[str, Word] = _LABELS


def word(name: str, lang: str) -> str:
    """The label called ``name`` in ``lang``; KeyError names the label that is missing."""
    if name not in _LABELS:
        raise KeyError(f"no label {name!r} in lesson_kit.show.words")
    return _LABELS[name](lang)
