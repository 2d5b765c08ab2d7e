"""One sentence as exercises: shift by one, loss by hand, one gradient step; three linked pictures.

An exercise is a dict: ``label``; ``tokens`` (T rows of ``token_entries``); ``p`` (T − 1) the
probability of each right next token; ``top`` (T − 1) lists of the model's favourites {t, id, p};
``vocabulary`` its size V; ``step``: ``rates`` (R), ``after`` (R, T − 1), ``loss_after`` (R),
``parts`` [{kind, layer, gradient, weight}], ``norm``. The first picture tells the others which
sentence is shown (browser event ``lk-training``), so that none needs Python for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import traitlets

from lesson_kit.show.widgets.base import LessonWidget

__all__ = ["LossCurve", "ShiftView", "StepView"]


class _ExercisePicture(LessonWidget):
    exercises = traitlets.List(traitlets.Dict()).tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)


class ShiftView(_ExercisePicture):
    """Input row and target row, one exercise a column; own text through ``typed`` and ``own``."""

    js = ("lesson.js", "exercise.js", "shift_view.js")
    css = ("lesson.css", "exercise.css")

    typed = traitlets.Unicode("").tag(sync=True)
    own = traitlets.Dict().tag(sync=True)

    def answer(self, make: Callable[[str], Mapping[str, Any]]) -> None:
        """Let ``make`` turn each typed text into an exercise; its ValueError is shown in place."""

        def take(change: Mapping[str, Any]) -> None:
            text = str(change["new"])
            if not text:
                return
            try:
                self.own = {**make(text), "typed": text}
            except ValueError as error:
                self.own = {"error": str(error), "typed": text}

        self.observe(take, "typed")


class LossCurve(_ExercisePicture):
    """−ln p with a point to drag, the sentence's own positions on it, mean and perplexity."""

    js = ("lesson.js", "exercise.js", "loss_curve.js")
    css = ("lesson.css", "exercise.css")


class StepView(_ExercisePicture):
    """Before and after one gradient step, for a rate chosen in the picture; gradient by part."""

    js = ("lesson.js", "exercise.js", "step_view.js")
    css = ("lesson.css", "exercise.css")


def exercise(
    label: str,
    tokens: Sequence[Mapping[str, Any]],
    p: Sequence[float],
    top: Sequence[Sequence[Mapping[str, Any]]],
    *,
    vocabulary: int,
    step: Mapping[str, Any],
) -> dict[str, Any]:
    """Pack one exercise. Raises ValueError if the lengths do not belong together."""
    n = len(tokens) - 1
    if len(p) != n or len(top) != n or any(len(row) != n for row in step["after"]):
        raise ValueError(f"{len(tokens)} tokens make {n} exercises, not {len(p)}")
    return {
        "label": label,
        "tokens": [dict(one) for one in tokens],
        "p": list(p),
        "top": [[dict(one) for one in row] for row in top],
        "vocabulary": vocabulary,
        "step": dict(step),
    }
