"""Altair charts of Add & Norm: how long the stream grows, what reaches layer 1, what a norm does.

Plain data -> alt.Chart; every knob is an altair parameter and needs no Python behind the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from lesson_kit.show.theme import Lang, dress


def sizes_chart(
    rows: Sequence[Mapping[str, Any]], *, colours: Mapping[str, str], lang: Lang
) -> Any:
    """Root mean square of the stream after each layer and of what attention and FFN add to it.

    rows: {sentence, i, token, step, part, size}. The sentence is chosen in the chart; a thin line
    is one token, a thick one the mean.
    """
    c, table = colours, pd.DataFrame(rows)
    names = {
        "stream": _say(lang, "残差流", "stream"),
        "attention": _say(lang, "注意力加的", "attention adds"),
        "ffn": _say(lang, "FFN 加的", "FFN adds"),
    }
    table["name"] = [names[part] for part in table["part"]]
    colour = alt.Color("name:N", legend=None).scale(
        domain=list(names.values()), range=[c["resid"], c["query"], c["ffn"]]
    )
    dash = alt.StrokeDash("name:N", legend=None).scale(
        domain=list(names.values()), range=[[1, 0], [7, 4], [2, 3]]
    )
    options = list(dict.fromkeys(table["sentence"]))
    pick = alt.param(
        name="sentence",
        value=options[0],
        bind=alt.binding_select(options=options, name=_say(lang, "句子　", "sentence  ")),
    )
    base = alt.Chart(table).transform_filter("datum.sentence == sentence")
    x = alt.X("step:Q", title=_say(lang, "层（0 是嵌入）", "layer (0 is the embedding)")).axis(
        tickMinStep=1, format="d", grid=False
    )
    title = _say(lang, "大小（均方根，对数刻度）", "size (root mean square, log scale)")
    y = alt.Y("size:Q", title=title).scale(type="log")
    thin = base.mark_line(strokeWidth=1, opacity=0.35).encode(x=x, y=y, color=colour, detail="i:N")
    dots = base.mark_point(size=60, opacity=0.01).encode(
        x=x,
        y=y,
        color=colour,
        tooltip=[
            alt.Tooltip("token:N"),
            alt.Tooltip("step:Q"),
            alt.Tooltip("name:N"),
            alt.Tooltip("size:Q", format=".3g"),
        ],
    )
    thick = base.mark_line(strokeWidth=3.5).encode(
        x=x, y=alt.Y("mean(size):Q", title=title).scale(type="log"), color=colour, strokeDash=dash
    )
    end = int(max(row["step"] for row in rows))
    said = [
        base.transform_filter(f"datum.step == {end} && datum.part == '{part}'")
        .mark_text(align="left", dx=8, dy=dy, fontWeight=600, fontSize=15)
        .encode(x=x, y=alt.Y("mean(size):Q").scale(type="log"), text="name:N", color=colour)
        for part, dy in (("stream", -9), ("ffn", 9), ("attention", 9))
    ]
    chart = alt.layer(thin, thick, dots, *said).properties(width=820, height=300)
    return dress(chart.add_params(pick), lang=lang)


def variant_names(lang: Lang) -> dict[tuple[bool, bool], str]:
    """What each stack of the gradient chart is called, by (residual, norm)."""
    return {
        (True, True): _say(lang, "相加 + 归一", "add + norm"),
        (True, False): _say(lang, "只相加", "add only"),
        (False, True): _say(lang, "只归一", "norm only"),
        (False, False): _say(lang, "都没有", "neither"),
    }


def gradient_chart(table: pd.DataFrame, *, colours: Mapping[str, str], lang: Lang) -> Any:
    """Size of the gradient at each layer of a deep stack; the depth is chosen in the chart.

    table: depth, residual, norm, layer, size.
    """
    c, names = colours, variant_names(lang)
    shown = table.assign(
        name=[
            names[(bool(r), bool(n))] for r, n in zip(table["residual"], table["norm"], strict=True)
        ]
    )
    depths = sorted(int(d) for d in set(table["depth"]))
    pick = alt.param(
        name="depth",
        value=depths[-1],  # the one the caption speaks of
        bind=alt.binding_radio(
            options=depths,
            labels=[f"{d}\u2003" for d in depths],
            name=_say(lang, "共几层　", "layers in all  "),
        ),
    )
    base = alt.Chart(shown).transform_filter("datum.depth == depth")
    order = list(names.values())
    colour = alt.Color("name:N", legend=None).scale(
        domain=order, range=[c["resid"], c["query"], c["value"], c["key"]]
    )
    dash = alt.StrokeDash("name:N", legend=None).scale(
        domain=order, range=[[1, 0], [8, 3], [3, 3], [8, 3, 2, 3]]
    )
    x = alt.X(
        "layer:Q",
        title=_say(
            lang, "第几层（左边离损失最远）", "layer (the left is farthest from the loss)"
        ),
    ).scale(nice=False)
    y = alt.Y(
        "size:Q", title=_say(lang, "梯度大小（对数刻度）", "size of the gradient (log scale)")
    ).scale(type="log", padding=24)
    y = y.axis(format=".0e", tickCount=6)
    line = base.mark_line(strokeWidth=3).encode(
        x=x.axis(tickMinStep=1, format="d", grid=False), y=y, color=colour, strokeDash=dash
    )
    dots = base.mark_point(filled=True, size=36, opacity=1).encode(
        x=x,
        y=y,
        color=colour,
        tooltip=[
            alt.Tooltip("name:N"),
            alt.Tooltip("layer:Q"),
            alt.Tooltip("size:Q", format=".3g"),
        ],
    )
    words = [
        base.transform_filter(f"datum.layer == 1 && {where}")
        .transform_calculate(text="datum.name + '  ' + format(datum.size, '.2g')")
        .mark_text(align="left", dx=8, dy=dy, fontWeight=600, fontSize=15)
        .encode(x=x, y=y, text="text:N", color=colour)
        for where, dy in (
            ("datum.residual != datum.norm", -13),
            ("datum.residual == datum.norm", 18),
        )
    ]
    chart = alt.layer(line, dots, *words).properties(width=820, height=330)
    return dress(chart.add_params(pick), lang=lang)


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
    row: np.ndarray, *, colours: Mapping[str, str], lang: Lang, eps: float = 1e-5
) -> Any:
    """One real row (C,) before and after LayerNorm and RMSNorm, with two knobs on what comes in.

    The norms are computed in the chart from the knobs' row; learned weights are left at 1.
    """
    c = colours
    times = alt.param(
        name="times",
        value=1,
        bind=alt.binding_range(
            min=0.1, max=5, step=0.1, name=_say(lang, "整行乘以　", "multiply the row by  ")
        ),
    )
    plus = alt.param(
        name="plus",
        value=0,
        bind=alt.binding_range(
            min=-5, max=5, step=0.1, name=_say(lang, "每项加上　", "add to every entry  ")
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
        ("before", _say(lang, "进来的一行", "The row as it comes"), c["resid"]),
        ("layer", "LayerNorm", c["ffn"]),
        ("rms", "RMSNorm", c["ffn"]),
    ):
        bars = base.mark_bar(color=colour, width={"band": 1}).encode(
            x=alt.X("i:O", axis=None),
            y=alt.Y(f"{name}:Q", title=None).axis(tickCount=5),
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
                text=f"'{_say(lang, '平均', 'mean')} ' + format(datum.mean, '.2f') + '   "
                f"{_say(lang, '均方根', 'RMS')} ' + format(sqrt(datum.power), '.2f')"
            )
            .mark_text(align="left", baseline="top", fontSize=15, color=c["ink"])
            .encode(text="text:N", x=alt.value(0), y=alt.value(-24))
        )
        head = alt.Title(title, offset=28)
        panels.append(alt.layer(bars, facts).properties(width=270, height=190, title=head))
    return dress(alt.hconcat(*panels, spacing=34).add_params(times, plus), lang=lang)


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en
