"""The sentences of chapter 06."""

from __future__ import annotations

__all__ = ["PREPARED"]

#: One click away in the pictures, in the order of the picker; each ends where the model goes on.
PREPARED: dict[str, tuple[str, ...]] = {
    "zh": (
        "There is no spoon.",
        "今天天气",
        "小猫追小狗，因为它饿了。",
        "小明喜欢苹果，小红喜欢香蕉，小明喜欢",
        "The opposite of hot is",
    ),
    "en": (
        "There is no spoon.",
        "The opposite of hot is",
        "Tom likes apples, Anna likes pears, Tom likes",
        "The kitten chased the puppy because it was",
        "今天天气",
    ),
}
