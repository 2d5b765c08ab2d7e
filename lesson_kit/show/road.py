"""The road a message travels: its stops, and what a chapter about one of them is."""

from __future__ import annotations

from dataclasses import dataclass

from lesson_kit.show.labels import Word

__all__ = ["ROAD", "Chapter", "Stop"]


@dataclass(frozen=True)
class Stop:
    """One stop on the road: its key, its label, and the number of the chapter about it."""

    key: str
    name: Word
    chapter: str


#: The road, in order. What was chosen goes back in as a token: each new one is one more lap.
ROAD: tuple[Stop, ...] = (
    Stop("message", Word("消息", "message"), "01"),
    Stop("context", Word("上下文", "context"), "11"),
    Stop("tokens", Word("词元", "tokens"), "02"),
    Stop("vectors", Word("向量", "vectors"), "03"),
    Stop("attention", Word("注意力", "attention"), "05"),
    Stop("ffn", Word("FFN", "FFN"), "06"),
    Stop("layers", Word("×N 层", "×N layers"), "06"),
    Stop("logits", Word("打分", "logits"), "09"),
    Stop("choice", Word("选择", "choice"), "09"),
    Stop("text", Word("文字", "text"), "09"),
)


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """One chapter of the course.

    ``number`` is two digits; ``file`` the notebook's name without ``.py``; ``stop`` the key
    of the road's stop it lights (``"lap"`` the way back, ``""`` none); ``minutes`` the time a
    learner needs; ``model`` a label of WORDS; ``built`` whether the notebook exists.
    """

    number: str
    file: str
    stop: str
    title: Word
    promise: Word
    minutes: int
    model: str
    built: bool = False
