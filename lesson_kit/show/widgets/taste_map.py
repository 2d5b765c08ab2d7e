"""A plane of tastes: words as points, and what adding and subtracting them does."""

from __future__ import annotations

from typing import Any

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

#: The teaching example: how sweet (x) and how warm (y), each from -5 to 5. "word" entries are
#: directions rather than things to eat. 黑咖啡 - 热 + 冷 = (-3.9, -3.9), 0.36 from 冰美式.
TASTES: tuple[dict[str, Any], ...] = (
    {"key": "black_coffee", "zh": "黑咖啡", "en": "black coffee", "x": -3.9, "y": 3.9},
    {"key": "iced_americano", "zh": "冰美式", "en": "iced americano", "x": -3.7, "y": -3.6},
    {"key": "hot_chocolate", "zh": "热巧克力", "en": "hot chocolate", "x": 4.0, "y": 4.2},
    {"key": "soy_milk", "zh": "甜豆浆", "en": "sweet soy milk", "x": 2.0, "y": 2.1},
    {"key": "ice_cream", "zh": "冰淇淋", "en": "ice cream", "x": 4.2, "y": -4.2},
    {"key": "cola", "zh": "可乐", "en": "cola", "x": 2.6, "y": -2.4},
    {"key": "soup", "zh": "汤", "en": "soup", "x": -1.4, "y": 4.4},
    {"key": "cake", "zh": "蛋糕", "en": "cake", "x": 3.2, "y": 1.4},
    {"key": "cucumber", "zh": "黄瓜", "en": "cucumber", "x": -1.6, "y": -1.5},
    {"key": "hot", "zh": "热", "en": "hot", "x": 0.0, "y": 3.9, "word": True},
    {"key": "cold", "zh": "冷", "en": "cold", "x": 0.0, "y": -3.9, "word": True},
    {"key": "sweet", "zh": "甜", "en": "sweet", "x": 4.0, "y": 0.0, "word": True},
    {"key": "bitter", "zh": "苦", "en": "bitter", "x": -4.0, "y": 0.0, "word": True},
)

#: Sums to try: a - b + c.
SUMS: tuple[tuple[str, str, str], ...] = (
    ("black_coffee", "hot", "cold"),
    ("ice_cream", "cold", "hot"),
    ("hot_chocolate", "sweet", "bitter"),
    ("cola", "cold", "hot"),
)


class TasteMap(LessonWidget):
    """Points to drag; a - b + c drawn as arrows; distance and cosine of any two.

    ``points``: {"key", "zh", "en", "x", "y"}, each coordinate from -5 to 5; "word": True for a
    direction. ``sums``: prepared (a, b, c) keys. A teaching example: no model stands behind it.
    """

    js = ("lesson.js", "taste_map.js")
    css = ("lesson.css", "taste_map.css")

    points = traitlets.List(traitlets.Dict(), list(TASTES)).tag(sync=True)
    sums = traitlets.List(traitlets.List(), [list(one) for one in SUMS]).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
