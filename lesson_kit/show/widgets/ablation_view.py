"""Switch one head off and see what happens to the next token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import traitlets

from lesson_kit.show.widgets.base import LessonWidget


def ablation_data(
    label: str, candidates: Sequence[Mapping[str, Any]], off: np.ndarray, kl: np.ndarray
) -> dict[str, Any]:
    """Pack one sentence's measurement for ``AblationView``.

    candidates: K next tokens {"t", "id", "p"} with every head on. off: (L, H, K) their
    probabilities with that one head off. kl: (L, H) nats, how far the whole distribution moved,
    KL(all heads on || one off). Raises ValueError if the shapes do not belong together.
    """
    layers, heads, count = off.shape
    if kl.shape != (layers, heads) or count != len(candidates):
        raise ValueError(f"off {off.shape}, kl {kl.shape}, {len(candidates)} candidates")
    return {
        "label": label,
        "candidates": [dict(candidate) for candidate in candidates],
        "n_layer": layers,
        "n_head": heads,
        "off": np.ascontiguousarray(off, "<f4").tobytes(),
        "kl": np.ascontiguousarray(kl, "<f4").tobytes(),
    }


class AblationView(LessonWidget):
    """KL by head as a matrix; for the chosen head the candidates' probabilities before and after.

    ``sentences``: results of ``ablation_data`` in the order of the page's prepared sentences;
    ``own``: the same for the learner's typed sentence, {} while there is none. ``measuring``: said
    where a sentence has no result yet. Layer, head and
    sentence follow the ``group``'s other pictures. ``source``, ``title``: as everywhere.
    """

    js = ("lesson.js", "attention_math.js", "ablation_view.js")
    css = ("lesson.css", "ablation_view.css")

    sentences = traitlets.List(traitlets.Dict()).tag(sync=True)
    own = traitlets.Dict().tag(sync=True)
    measuring = traitlets.Unicode("").tag(sync=True)
    group = traitlets.Unicode("attention").tag(sync=True)
    layer = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    source = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
