"""Where a model's parameters sit: counted, by exact formula, and by the rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["Ledger"]


class Ledger(LessonWidget):
    """Parameters by part, with sliders for V, d and L; it computes in the page.

    ``presets``: rows {"name", "config"} with a TransformerConfig's own field names; the first is
    the loaded model. ``counted``: numbers found in its real tensors by part ("embed", "positions",
    "attention", "ffn", "norms", "unembed"). ``source``: its name. ``title``: of the figure.
    """

    js = ("lesson.js", "ledger.js")
    css = ("lesson.css", "ledger.css")

    presets = traitlets.List(traitlets.Dict()).tag(sync=True)
    counted = traitlets.Dict().tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        *,
        presets: Sequence[Mapping[str, Any]],
        counted: Mapping[str, int],
        lang: str,
        live: bool = True,
        source: str = "",
        title: str = "",
    ) -> None:
        if not presets:
            raise ValueError("a ledger needs at least the loaded model's configuration")
        super().__init__(
            presets=[dict(one) for one in presets],
            counted=dict(counted),
            lang=lang,
            live=live,
            source=source,
            title=title,
        )
