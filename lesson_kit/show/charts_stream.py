"""Altair charts of the residual stream: how long it grows, what of a gradient reaches layer 1.

Plain data -> alt.Chart; every knob is an altair parameter and needs no Python behind the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from lesson_kit.show.line_names import INDENT, beginnings, text_width
from lesson_kit.show.numbers import drawn_number, figures
from lesson_kit.show.theme import Lang, dress
from lesson_kit.show.twins import PHONE, fixed, twin

_PADDING = 24  # pixels between the gradient chart's lines and its frame


def sizes_chart(
    rows: Sequence[Mapping[str, Any]],
    *,
    colours: Mapping[str, str],
    lang: Lang,
    narrow: bool = False,
) -> Any:
    """Root mean square of the stream after each layer and of what attention and FFN add to it.

    rows: {sentence, i, token, step, part, size}. The sentence is chosen in the chart; a thin line
    is one token, a thick one the mean. On a phone (`narrow`) a legend names the lines.
    """
    c, table = colours, pd.DataFrame(rows)
    names = {
        "stream": _say(lang, "残差流", "stream"),
        "attention": _say(lang, "注意力加的", "attention adds"),
        "ffn": _say(lang, "FFN 加的", "FFN adds"),
    }
    table["name"] = [names[part] for part in table["part"]]
    legend = (
        alt.Legend(
            title=None,
            orient="top",
            columns=2,
            symbolType="stroke",
            symbolStrokeWidth=3,
            symbolSize=500,
        )
        if narrow
        else None
    )
    colour = alt.Color("name:N", legend=legend).scale(
        domain=list(names.values()), range=[c["resid"], c["query"], c["ffn"]]
    )
    dash = alt.StrokeDash("name:N", legend=legend).scale(
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
    y = alt.Y("size:Q", title=title).scale(type="log").axis(**fixed(40))
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
        x=x,
        y=alt.Y("mean(size):Q", title=title).scale(type="log").axis(**fixed(40)),
        color=colour,
        strokeDash=dash,
    )
    end = int(max(row["step"] for row in rows))
    said = [
        base.transform_filter(f"datum.step == {end} && datum.part == '{part}'")
        .mark_text(align="left", dx=8, dy=dy, fontWeight=600, fontSize=15)
        .encode(x=x, y=alt.Y("mean(size):Q").scale(type="log"), text="name:N", color=colour)
        for part, dy in (("stream", -9), ("ffn", 9), ("attention", 9))
    ]
    layers = (thin, thick, dots) if narrow else (thin, thick, dots, *said)
    chart = alt.layer(*layers).properties(width=PHONE if narrow else 820, height=300)
    return twin(dress(chart.add_params(pick), lang=lang), narrow=narrow)


def variant_names(lang: Lang) -> dict[tuple[bool, bool], str]:
    """What each stack of the gradient chart is called, by (residual, norm)."""
    return {
        (True, True): _say(lang, "相加 + 归一", "add + norm"),
        (True, False): _say(lang, "只相加", "add only"),
        (False, True): _say(lang, "只归一", "norm only"),
        (False, False): _say(lang, "都没有", "neither"),
    }


def gradient_chart(
    table: pd.DataFrame, *, colours: Mapping[str, str], lang: Lang, narrow: bool = False
) -> Any:
    """Size of the gradient at each layer of a deep stack; the depth is chosen in the chart.

    table: depth, residual, norm, layer, size.
    """
    c, names = colours, variant_names(lang)
    width, height = (PHONE, 300) if narrow else (820, 330)
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
        title=_say(lang, "第几层（左边离损失最远）", "layer (the left is farthest from the loss)"),
    ).scale(nice=False)
    y = alt.Y(
        "size:Q", title=_say(lang, "梯度大小（对数刻度）", "size of the gradient (log scale)")
    ).scale(type="log", padding=_PADDING, nice=False)
    y = y.axis(labelExpr=drawn_number("datum.value", 1), tickCount=6, **fixed(46))
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
    names_at = alt.Chart(_beginnings(shown, width, height)).transform_filter("datum.depth == depth")
    place: Any = {"align": "left", "dx": INDENT, "dy": alt.expr("datum.dy")}
    font: Any = {"fontWeight": 600, "fontSize": 15}
    # Where lines lie too close for words between them, the word keeps clear ground around it.
    halo = names_at.mark_text(**place, **font, stroke=c["bg"], strokeWidth=5, strokeJoin="round")
    words = names_at.mark_text(**place, **font).encode(color=colour)
    words = [part.encode(x=x, y=y, text="text:N") for part in (halo, words)]
    chart = alt.layer(line, dots, *words).properties(width=width, height=height)
    return twin(dress(chart.add_params(pick), lang=lang), narrow=narrow)


def _beginnings(table: pd.DataFrame, width: int, height: int) -> pd.DataFrame:
    """The rows of layer 1 with what is written there, and how far from its point (dy, pixels)."""
    rows = []
    for depth, stack in table.groupby("depth"):
        logs = np.log10(stack["size"].to_numpy(float))
        step = width / max(1, int(depth) - 1)  # pyright: ignore[reportArgumentType]
        pixel = (height - 2 * _PADDING) / max(1e-9, float(np.ptp(logs)))
        lines, first = [], []
        for _, line in stack.groupby("name", sort=False):
            ordered = line.sort_values("layer")
            down = logs.max() - np.log10(ordered["size"].to_numpy(float))
            x = (ordered["layer"].to_numpy(float) - 1) * step
            lines.append((x, _PADDING + down * pixel))
            first.append(ordered.iloc[0].to_dict())
        texts = [f"{row['name']}  {figures(row['size'])}" for row in first]
        places = beginnings(lines, [text_width(text) for text in texts], height=height)
        rows += [
            {**row, "text": text, "dy": dy}
            for row, text, dy in zip(first, texts, places, strict=True)
        ]
    return pd.DataFrame(rows)


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en
