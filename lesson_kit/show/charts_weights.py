"""Attention weights as plain altair heatmaps: the picture beside the code of chapter 05."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import altair as alt
import numpy as np
import pandas as pd

from lesson_kit.show.theme import Lang, dress

__all__ = ["weights_chart", "weights_table"]


def weights_table(weights: np.ndarray, tokens: Sequence[str]) -> pd.DataFrame:
    """Weights (H, T, T) as rows: head (from 1), query, key (positions from 0), their texts, weight.

    Raises ValueError if there are not T tokens.
    """
    _, length, _ = weights.shape
    if len(tokens) != length:
        raise ValueError(f"{len(tokens)} tokens for weights of {length} positions")
    head, query, key = (axis.ravel() for axis in np.indices(weights.shape))
    texts = np.array(tokens, dtype=object)
    return pd.DataFrame(
        {
            "head": head + 1,
            "query": query,
            "key": key,
            "looks": texts[query],
            "at": texts[key],
            "weight": weights.ravel().astype(float),
        }
    )


def weights_chart(
    weights: np.ndarray, tokens: Sequence[str], *, colours: Mapping[str, str], lang: Lang = "zh"
) -> alt.Chart:
    """One head's weights as a heatmap; a slider inside the picture chooses the head."""
    zh = lang == "zh"
    table = weights_table(weights, tokens)
    head = alt.param(
        name="head",
        value=1,
        bind=alt.binding_range(min=1, max=len(weights), step=1, name="头　" if zh else "Head  "),
    )
    side = max(220, min(420, 36 * len(tokens)))
    names = json.dumps(list(tokens))

    slant = 0 if max(map(len, tokens)) < 3 else -50  # Latin words do not fit side by side

    def axis(title: str, angle: int = 0) -> alt.Axis:
        return alt.Axis(
            title=title, labelExpr=f"{names}[datum.value]", labelAngle=angle, ticks=False,
            domain=False,
        )  # fmt: skip

    chart = (
        alt.Chart(table)
        .mark_rect(color=colours["query"])
        .encode(
            x=alt.X("key:O", axis=axis("k 被看" if zh else "k is looked at", slant)),
            y=alt.Y("query:O", axis=axis("q 在看" if zh else "q looks")),
            # Opacity, not a ramp of colours: the page recolours the one fill when it goes dark.
            opacity=alt.Opacity(
                "weight:Q", scale=alt.Scale(domain=[0, 1], range=[0, 1]), legend=None
            ),
            tooltip=[
                alt.Tooltip("looks:N", title="q"),
                alt.Tooltip("at:N", title="k"),
                alt.Tooltip("weight:Q", format=".2%", title="权重" if zh else "weight"),
            ],
        )
        .transform_filter(alt.datum.head == head)
        .add_params(head)
        .properties(width=side, height=side)
    )
    say = "一个头的权重热图" if zh else "heatmap of one head's weights"
    return dress(chart.properties(description=say), lang=lang)
