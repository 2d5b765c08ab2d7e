"""A nano model trained in front of the learner: curve, samples, knobs; or a recorded run.

The widget knows no model. It is given recorded runs as plain data and, where Python stands behind
the page, a function that trains and tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import traitlets

from lesson_kit.show.widgets.worker import UNANSWERED
from lesson_kit.show.widgets.working import Answer, WorkingWidget

__all__ = ["LONGEST_TYPED", "LiveTraining", "RaceView", "Train"]

LONGEST_TYPED = 250_000  # characters of an own text that the page takes

#: Answers with ``begin``, then ``points``, then ``end``; or ``error``.
Train = Answer


class LiveTraining(WorkingWidget):
    """Loss of training and held-out text by step, ln V, samples, and every knob of the run.

    presets: one dict each: ``key``, ``name``, ``about``, ``text`` (what a live run learns from),
    ``settings`` (``lr``, ``batch``, ``steps``, ``units``, ``held``) and ``run``, a recorded run or
    {}: ``ln_v``, ``n_parameter``, ``kinds``, ``points`` (lists ``step``, ``loss``, ``held``),
    ``samples`` ([step, text]), ``seconds``, ``tokens``, ``steps``, ``on`` (where and when).
    train: makes new runs on a thread that ends with the page; None, or ``live=False``, leaves the
    recorded ones. kept: what the learner has chosen and typed, so that the same picture can be
    shown again as it was left: ``preset`` (its key), and where they differ from the preset's
    ``text``, ``lr``, ``batch``, ``steps`` (as typed) and ``units``. The picture writes it.
    """

    js = ("lesson.js", "request_parts.js", "loss_chart.js", "live_training.js")
    css = ("lesson.css", "live_training.css")
    unanswered: ClassVar[float] = UNANSWERED

    presets = traitlets.List(traitlets.Dict()).tag(sync=True)
    kept = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        presets: Sequence[Mapping[str, Any]],
        *,
        lang: str,
        train: Train | None = None,
        live: bool = True,
        source: str = "",
        title: str = "",
    ) -> None:
        if not presets:
            raise ValueError("a training picture needs at least one preset")
        super().__init__(
            lang=lang,
            live=live and train is not None,
            presets=[dict(one) for one in presets],
            source=source,
            title=title,
        )
        self._wire(train)


class RaceView(WorkingWidget):
    """The same model, text and seed with several learning rates, step by step side by side.

    race: ``rates`` (floats), ``ln_v``, ``runs``: for each rate ``step``, ``loss``, ``held`` lists
    and ``end`` ("done", "diverged"), ``steps``, ``on``.
    """

    js = ("lesson.js", "loss_chart.js", "race_view.js")
    css = ("lesson.css", "live_training.css")
    unanswered: ClassVar[float] = UNANSWERED

    race = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        race: Mapping[str, Any],
        *,
        lang: str,
        train: Train | None = None,
        live: bool = True,
        source: str = "",
        title: str = "",
    ) -> None:
        super().__init__(
            lang=lang, live=live and train is not None, race=dict(race), source=source, title=title
        )
        self._wire(train)
