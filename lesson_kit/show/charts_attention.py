"""Altair chart of the attention chapter: why scores are divided by the root of d_head.

DataFrame -> alt.Chart. The knob is an altair parameter, so it moves with no Python behind the
page. Colours are an argument (``theme.colours()``); the page itself swaps them in the dark.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import altair as alt
import pandas as pd

from lesson_kit.show.theme import MONO, Lang, dress

_D = "pow(2, log2_d)"  # the slider moves in doublings


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en


def scaling_chart(
    summary: pd.DataFrame,
    histogram: pd.DataFrame,
    ranked: pd.DataFrame,
    *,
    colours: Mapping[str, str],
    lang: Lang = "zh",
    d_head: int = 32,
) -> alt.VConcatChart:
    """What d does to scores, weights and gradient, raw and divided by the root of d.

    The three tables are those of ``measure.scaling.ScalingTables``; ``d_head`` (a width of the
    tables, else the nearest below it) is where the slider starts. Widths must be powers of two.
    """
    widths = sorted(int(d) for d in summary["d"].unique())
    start = max(e for e in range(len(widths)) if widths[e] <= max(d_head, widths[0]))
    low = widths[0].bit_length() - 1
    knob = alt.param(
        name="log2_d",
        value=start + low,
        bind=alt.binding_range(
            min=low, max=low + len(widths) - 1, step=1, name=_say(lang, "log₂ d　", "log₂ d  ")
        ),
    )
    here = alt.datum.d == alt.expr.pow(2, knob)
    top = alt.hconcat(
        _bells(histogram, here, colours, lang), _ranks(ranked, here, colours, lang), spacing=56
    )
    panels: list[tuple[str, Literal["log", "linear"], str, str]] = [
        ("spread", "log", _say(lang, "分数的标准差", "Spread of the scores"), ".1f"),
        ("top", "linear", _say(lang, "最大的权重", "Largest weight"), ".0%"),
        ("gradient", "linear", _say(lang, "softmax 的梯度", "Gradient of softmax"), ".2f"),
    ]
    bottom = alt.hconcat(
        *(_against_d(summary, here, *panel, colours=colours, lang=lang) for panel in panels),
        spacing=48,
    )
    chart = alt.vconcat(top, bottom, spacing=34).add_params(knob).resolve_scale(color="independent")
    words = _say(
        lang,
        "五幅小图。d 越大，不除以 √d 的分数越散、最大权重越近 1、梯度越小；除过之后三者都不变。",
        "Five small pictures. With growing d, raw scores spread, the largest weight nears 1 "
        "and the gradient shrinks; divided by √d all three stay put.",
    )
    return dress(chart, lang=lang).properties(description=words)


def _split(frame: pd.DataFrame) -> tuple[alt.Chart, alt.Chart]:
    raw = frame[~frame["scaled"].astype(bool)]
    return alt.Chart(raw), alt.Chart(frame[frame["scaled"].astype(bool)])


def _bells(frame: pd.DataFrame, here: Any, c: Mapping[str, str], lang: Lang) -> Any:
    x = alt.X("left:Q", title=_say(lang, "分数 q·k", "score q·k")).scale(domain=[-70, 70])
    x = x.axis(grid=False, values=list(range(-60, 61, 20)))
    y = alt.Y("height:Q", axis=None).scale(domain=[0, 1.12])
    raw, scaled = (
        part.transform_filter(here).encode(x=x, x2="right:Q", y=y, y2=alt.datum(0))
        for part in _split(frame)
    )
    label = (
        alt.Chart(pd.DataFrame([{"x": -70}]))
        .mark_text(align="left", baseline="top", fontSize=17, font=MONO, color=c["ink"])
        .encode(x="x:Q", y=alt.value(0), text=alt.Text("t:N"))
        .transform_calculate(t=f"'d = ' + {_D} + '  √d = ' + format(sqrt({_D}), '.3~r')")
    )
    return alt.layer(
        raw.mark_bar(clip=True, filled=False, stroke=c["ink-2"], strokeWidth=1.2),
        scaled.mark_bar(clip=True, color=c["query"], opacity=0.85),
        label,
    ).properties(
        width=460,
        height=180,
        title=alt.Title(
            _say(lang, "分数散得多开", "How far the scores spread"),
            subtitle=_say(lang, "□ 不除　■ 除以 √d", "□ raw   ■ divided by √d"),
            subtitleFont=MONO,  # a Chinese face draws the root sign full-width
        ),
    )


def _ranks(frame: pd.DataFrame, here: Any, c: Mapping[str, str], lang: Lang) -> Any:
    keys = int(frame["rank"].to_numpy().max())
    x = alt.X(
        "rank:O", title=_say(lang, f"{keys} 个键，按权重排队", f"{keys} keys in order of weight")
    )
    y = alt.Y("weight:Q", title=None).scale(domain=[0, 1]).axis(format="%", tickCount=4)
    raw, scaled = (
        part.transform_filter(here).encode(
            x=x.axis(labelAngle=0), y=y, tooltip=[alt.Tooltip("weight:Q", format=".2%")]
        )
        for part in _split(frame)
    )
    return alt.layer(
        scaled.mark_bar(color=c["query"], opacity=0.85),
        raw.mark_bar(filled=False, stroke=c["ink-2"], strokeWidth=1.2),
    ).properties(
        width=440,
        height=180,
        title=alt.Title(
            _say(lang, "softmax 之后", "After softmax"),
            subtitle=_say(lang, "□ 不除　■ 除以 √d", "□ raw   ■ divided by √d"),
            subtitleFont=MONO,  # a Chinese face draws the root sign full-width
        ),
    )


def _against_d(
    frame: pd.DataFrame,
    here: Any,
    field: str,
    scale: Literal["log", "linear"],
    title: str,
    number: str,
    *,
    colours: Mapping[str, str],
    lang: Lang,
) -> Any:
    c = colours
    domain: dict[str, Any] = {"domain": [0.7, 40]} if scale == "log" else {}
    ticks: dict[str, Any] = {"values": [1, 3, 10, 30]} if scale == "log" else {}
    x = alt.X("d:Q", title="d").scale(type="log", base=2).axis(grid=False, tickCount=5)
    y = (
        alt.Y(f"{field}:Q", title=None)
        .scale(type=scale, **domain)
        .axis(format=number, tickCount=4, **ticks)
    )
    raw, scaled = _split(frame)
    hand = alt.Chart(frame).transform_filter(here)
    # Each number stands where its own curve leaves room.
    raw_place: dict[str, Any] = {
        "align": "right",
        "dx": -9,
        "dy": 15 if field == "gradient" else -12,
    }
    scaled_place: dict[str, Any] = {"align": "left", "dx": 9, "dy": 15 if field == "top" else -13}
    seen = [
        alt.Tooltip("d:Q"),
        alt.Tooltip(f"{field}:Q", format=".3~g", title=title),
        alt.Tooltip("scaled:N", title="÷√d"),
    ]
    marks: dict[str, Any] = {"opacity": 1, "size": 46}
    return alt.layer(
        hand.mark_rule(color=c["line-2"], strokeWidth=6, opacity=0.5).encode(x=x),
        raw.mark_line(color=c["ink-2"], strokeDash=[5, 4]).encode(x=x, y=y),
        scaled.mark_line(color=c["query"], strokeWidth=2.5).encode(x=x, y=y),
        raw.mark_point(shape="square", fill=c["bg"], stroke=c["ink-2"], **marks).encode(
            x=x, y=y, tooltip=seen
        ),
        scaled.mark_point(shape="circle", fill=c["query"], stroke=c["query"], **marks).encode(
            x=x, y=y, tooltip=seen
        ),
        *(
            alt.Chart(part.data)
            .transform_filter(here)
            .mark_text(fontWeight=600, color=c["ink"], **place)
            .encode(x=x, y=y, text=alt.Text(f"{field}:Q", format=number))
            for part, place in ((raw, raw_place), (scaled, scaled_place))
        ),
    ).properties(width=262, height=150, title=title)
