"""How many bytes a KV cache holds: the formula as numbers one can drag, type and compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["BIG", "CacheMemory"]

#: The example of the course: 80 layers, 64 heads of 128 (width 8192), 4096 tokens, 2 bytes each.
BIG: dict[str, int] = {"layers": 80, "q": 64, "kv": 64, "d": 128, "T": 4096, "b": 2, "g": 8}


class CacheMemory(LessonWidget):
    """2 x layers x KV heads x d_head x length x bytes, and a bar per way of sharing heads.

    presets: dicts with ``key``, ``name`` and the factors ``layers q kv d T b`` (and ``g``, the KV
    heads of the GQA bar). chosen: the factors the learner has put together, with the ``preset``
    they are of or ""; {} at first. keep(chosen) is called after each change.
    """

    js = ("lesson.js", "cache_memory.js")
    css = ("lesson.css", "cache_memory.css")

    presets = traitlets.List(traitlets.Dict()).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    chosen = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        presets: Sequence[Mapping[str, Any]],
        *,
        lang: str,
        live: bool = True,
        title: str = "",
        chosen: Mapping[str, Any] | None = None,
        keep: Callable[[Any], None] | None = None,
    ) -> None:
        if not presets:
            raise ValueError("the memory picture needs at least one preset")
        super().__init__(
            lang=lang,
            live=live,
            presets=[dict(p) for p in presets],
            title=title,
            chosen=dict(chosen or {}),
        )
        if keep is not None:
            self.observe(lambda change: keep(change["new"]), "chosen")
