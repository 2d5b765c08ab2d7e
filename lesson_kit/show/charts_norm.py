"""Altair chart of a norm: one row before and after LayerNorm and RMSNorm, and its facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from lesson_kit.show.theme import Lang, dress
from lesson_kit.show.twins import PHONE, fixed, twin


def norm_facts(row: np.ndarray, eps: float = 1e-5) -> dict[str, dict[str, float]]:
    """mean and root mean square of one row: as it is, after LayerNorm, after RMSNorm."""
    y = row.astype(np.float64)
    after = {
        "before": y,
        "layer": (y - y.mean()) / np.sqrt(y.var() + eps),
        "rms": y / np.sqrt((y**2).mean() + eps),
    }
    return {
        name: {"mean": float(v.mean()), "rms": float(np.sqrt((v**2).mean()))}
        for name, v in after.items()
    }


def norm_chart(
    row: np.ndarray,
    *,
    colours: Mapping[str, str],
    lang: Lang,
    eps: float = 1e-5,
    narrow: bool = False,
) -> Any:
    """One real row (C,) before and after LayerNorm and RMSNorm, with two knobs on what comes in.

    The norms are computed in the chart from the knobs' row; learned weights are left at 1.
    """
    zh = lang == "zh"
    mean, rms = ("平均", "均方根") if zh else ("mean", "RMS")
    c, size = colours, (PHONE, 110) if narrow else (270, 190)
    times = alt.param(
        name="times",
        value=1,
        bind=alt.binding_range(
            min=0.1, max=5, step=0.1, name=("整行乘以　" if zh else "multiply the row by  ")
        ),
    )
    plus = alt.param(
        name="plus",
        value=0,
        bind=alt.binding_range(
            min=-5, max=5, step=0.1, name=("每项加上　" if zh else "add to every entry  ")
        ),
    )
    data = pd.DataFrame({"i": range(len(row)), "x": row.astype(float)})
    base = (
        alt.Chart(data)
        .transform_calculate(
            before="datum.x * times + plus", square="pow(datum.x * times + plus, 2)"
        )
        .transform_joinaggregate(m="mean(before)", ms="mean(square)")
        .transform_calculate(
            layer=f"(datum.before - datum.m) / sqrt(datum.ms - datum.m * datum.m + {eps})",
            rms=f"datum.before / sqrt(datum.ms + {eps})",
        )
    )
    panels = []
    for name, title, colour in (
        ("before", ("进来的一行" if zh else "The row as it comes"), c["resid"]),
        ("layer", "LayerNorm", c["ffn"]),
        ("rms", "RMSNorm", c["ffn"]),
    ):
        bars = base.mark_bar(color=colour, width={"band": 1}).encode(
            x=alt.X("i:O", axis=None),
            y=alt.Y(f"{name}:Q", title=None).axis(tickCount=3 if narrow else 5, **fixed(36)),
            tooltip=[
                alt.Tooltip("i:O"),
                alt.Tooltip("before:Q", format=".4g"),
                alt.Tooltip(f"{name}:Q", format=".4g"),
            ],
        )
        facts = (
            base.transform_calculate(v=f"datum.{name}", v2=f"datum.{name} * datum.{name}")
            .transform_aggregate(mean="mean(v)", power="mean(v2)")
            .transform_calculate(
                text=f"'{mean} ' + format(datum.mean, '.2f') + '   "
                f"{rms} ' + format(sqrt(datum.power), '.2f')"
            )
            .mark_text(align="left", baseline="top", fontSize=15, color=c["ink"])
            .encode(text="text:N", x=alt.value(0), y=alt.value(-24))
        )
        head = alt.Title(title, offset=28)
        panels.append(alt.layer(bars, facts).properties(width=size[0], height=size[1], title=head))
    rows = alt.vconcat(*panels, spacing=14) if narrow else alt.hconcat(*panels, spacing=34)
    return twin(dress(rows.add_params(times, plus), lang=lang), narrow=narrow)
