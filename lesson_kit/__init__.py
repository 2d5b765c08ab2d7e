"""lesson_kit: the small, readable machinery behind The Journey of a Message.

The names below are the ones the chapters use. They are looked up on first use, so that
``import lesson_kit`` costs nothing and torch is loaded only by those who need it. Type checkers
read ``__init__.pyi``; keeping those imports out of here also keeps marimo's auto-reload quick,
which follows every import statement it can see.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__version__ = "0.1.0"

_HOME = {
    "KVCache": "lesson_kit.model.kv_cache",
    "Tokenizer": "lesson_kit.text.tokenizer",
    "Trace": "lesson_kit.model.trace",
    "Transformer": "lesson_kit.model.transformer",
    "TransformerConfig": "lesson_kit.model.config",
    "generate": "lesson_kit.generate.loop",
    "load": "lesson_kit.weights.registry",
    "translate": "lesson_kit.generate.translation",
}
__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    """Import a public name from its room the first time it is asked for."""
    if name not in _HOME:
        raise AttributeError(f"module 'lesson_kit' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


class _Lesson(ModuleType):
    """Keeps ``lesson_kit.generate`` the function, although a room has the same name.

    Whenever a submodule is imported Python binds it in its parent, so that the room would
    silently replace the function; ``from lesson_kit.generate.loop import ...`` works either way.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Lesson


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
