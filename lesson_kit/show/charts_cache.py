"""Altair charts of the KV cache chapter: pairs by length, words arriving, dropped keys by layers.

DataFrame -> chart. Every knob is an altair parameter, so it moves with no Python behind the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from lesson_kit.show.numbers import THIN
from lesson_kit.show.theme import Lang, dress

__all__ = ["arrival_chart", "arrival_table", "dropping_chart", "pairs_chart"]


#: As many ticks as fit: on a phone a chart is a third as wide.
_FEW_TICKS = alt.ExprRef("width > 460 ? 8 : 4")


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en


def pairs_chart(*, colours: Mapping[str, str], lang: Lang = "zh", start: int = 4000) -> Any:
    """n tokens as a square of n x n pairs, with a slider from 1000 to 16 000 tokens."""
    knob = alt.param(
        name="thousands",
        value=start // 1000,
        bind=alt.binding_range(
            min=1, max=16, step=1, name=_say(lang, "n（千）　", "n in thousands  ")
        ),
    )
    c = colours
    lengths = pd.DataFrame({"n": [1000 * i for i in range(1, 17)]})
    lengths["pairs"] = lengths["n"] ** 2
    x = alt.X("n:Q", title=_say(lang, "词元数 n", "tokens n")).scale(domain=[0, 16800])
    x = x.axis(tickCount=_FEW_TICKS)
    amount = _say(lang, "format(datum.value / 1e8, '~g') + ' 亿'", "datum.value / 1e6 + ' M'")
    y = alt.Y("pairs:Q", title=None).scale(domain=[0, 2.8e8])
    y = y.axis(values=[0, 1e8, 2e8], labelExpr=f"datum.value ? {amount.replace(' ', THIN)} : '0'")
    here = alt.Chart(lengths).transform_filter("datum.n == 1000 * thousands")
    # Above the curve there is room for a square: the same number as an area.
    side = "min(width * 0.4, 150)"
    corner = {"x": alt.value(16), "y": alt.value(40)}
    square = alt.Chart(pd.DataFrame([{}]))
    chart = alt.layer(
        alt.Chart(lengths).mark_line(color=c["query"], strokeWidth=2.5).encode(x=x, y=y),
        here.mark_point(color=c["query"], fill=c["query"], size=90, opacity=1).encode(x=x, y=y),
        square.mark_rect(filled=False, stroke=c["line-2"], strokeWidth=1.5, aria=False).encode(
            **corner, x2=_at(f"16 + {side}"), y2=_at(f"40 + {side}")
        ),
        square.mark_rect(color=c["query"], opacity=0.75, aria=False).encode(
            **corner,
            x2=_at(f"16 + thousands / 16 * {side}"),
            y2=_at(f"40 + thousands / 16 * {side}"),
        ),
        here.transform_calculate(
            t="replace(format(datum.n, ',') + '² = ' + format(datum.pairs, ','), regexp(',', 'g'), "
            f"'{THIN}') + '{_say(lang, ' 对', ' pairs')}'"
        )
        .mark_text(align="left", fontWeight=600, fontSize=17, color=c["ink"])
        .encode(x=alt.value(16), y=alt.value(18), text="t:N"),
    ).properties(
        width="container", height=260,
        title=_say(lang, "每层每头要比较的词元对", "Pairs compared, per layer and head"),
    )  # fmt: skip
    words = _say(
        lang,
        "n² 随 n 的增长；角上的正方形把同一个数画成面积，框是 n = 16\u202f000。",
        "n² against n. The square in the corner is the same number as an area; its frame is "
        "n = 16\u202f000.",
    )
    chart = chart.add_params(knob)
    return dress(chart, lang=lang).properties(description=words)


def _at(expression: str) -> Any:
    """A place in pixels that follows the chart's width."""
    return alt.value(alt.expr(expression))


def arrival_table(seconds: Sequence[float]) -> pd.DataFrame:
    """When each token can be read: ms, tokens, kind ("stream" or "wait").

    seconds: of each step, the first with the prompt in it. Waiting shows nothing until the end.
    """
    if not len(seconds):
        raise ValueError("an answer needs at least one step")
    at, rows = 0.0, [{"ms": 0.0, "tokens": 0, "kind": "stream"}]
    for n, one in enumerate(seconds, start=1):
        at += 1000 * one
        rows.append({"ms": at, "tokens": n, "kind": "stream"})
    rows += [
        {"ms": 0.0, "tokens": 0, "kind": "wait"},
        {"ms": at, "tokens": len(seconds), "kind": "wait"},
    ]
    return pd.DataFrame(rows)


def arrival_chart(table: pd.DataFrame, *, colours: Mapping[str, str], lang: Lang = "zh") -> Any:
    """Tokens on the screen against time, streamed and all at once (``arrival_table``)."""
    c = colours
    x = alt.X("ms:Q", title=_say(lang, "按下回车之后（毫秒）", "after pressing Enter (ms)"))
    x = x.axis(tickCount=_FEW_TICKS)
    y = alt.Y("tokens:Q", title=_say(lang, "屏幕上的词元", "tokens on the screen"))
    y = y.axis(tickMinStep=1)
    kinds = {
        "stream": (_say(lang, "● 边写边给", "● streamed"), [1, 0], "circle"),
        "wait": (_say(lang, "□ 写完再给", "□ all at the end"), [5, 4], "square"),
    }
    layers = []
    for kind, (name, dash, shape) in kinds.items():
        part = alt.Chart(table[table["kind"] == kind])
        fill = c["ink"] if kind == "stream" else c["bg"]
        layers += [
            part.mark_line(
                interpolate="step-after", color=c["ink"], strokeDash=dash, strokeWidth=2
            ).encode(x=x, y=y),
            part.transform_filter("datum.tokens > 0")
            .mark_point(shape=shape, fill=fill, stroke=c["ink"], size=60, opacity=1)
            .encode(
                x=x, y=y,
                tooltip=[alt.Tooltip("ms:Q", format=".1f"), alt.Tooltip("tokens:Q")],
            ),
        ]  # fmt: skip
        first = table[(table["kind"] == kind) & (table["tokens"] > 0)].head(1)
        streamed = kind == "stream"
        layers.append(
            alt.Chart(first.assign(t=name))
            .mark_text(
                align="left" if streamed else "right", dx=12 if streamed else -14,
                dy=14 if streamed else 0, fontWeight=600, color=c["ink"],
            )
            .encode(x=x, y=y, text="t:N")
        )  # fmt: skip
    words = _say(
        lang,
        "边写边给是一级级台阶；写完再给是一直空着，最后一下全有。",
        "Streamed, a staircase; all at the end, nothing and then everything.",
    )
    return dress(
        alt.layer(*layers).properties(width="container", height=220), lang=lang
    ).properties(description=words)


def dropping_chart(frame: pd.DataFrame, *, colours: Mapping[str, str], lang: Lang = "zh") -> Any:
    """Dots: one text each. Bars: their mean. Columns ``layers``, ``moved`` (0..1), ``text``."""
    c = colours
    x = alt.X("layers:O", title=_say(lang, "用前几层", "first layers used")).axis(labelAngle=0)
    y = alt.Y("moved:Q", title=None).axis(format="%", tickCount=5)
    bars = alt.Chart(frame).mark_bar(
        color=c["value"], opacity=0.35, width=alt.RelativeBandSize(0.5)
    )
    dots = alt.Chart(frame).mark_point(color=c["value"], fill=c["value"], size=55, opacity=0.9)
    seen = [alt.Tooltip("text:N"), alt.Tooltip("moved:Q", format=".2%"), alt.Tooltip("layers:O")]
    beside = alt.ExprRef("min(44, bandwidth('x') / 4 + 18)")
    means = alt.Chart(frame).mark_text(
        dy=-10, fontWeight=600, fontSize=15, color=c["ink"], dx=beside
    )
    chart = alt.layer(
        bars.encode(x=x, y=alt.Y("mean(moved):Q", title=None).axis(format="%", tickCount=5)),
        dots.encode(x=x, y=y, tooltip=seen),
        means.encode(x=x, y="mean(moved):Q", text=alt.Text("mean(moved):Q", format=".0%")),
    ).properties(
        width="container", height=240,
        title=_say(lang, "下一个词元有多少概率挪了位置", "Next-token probability moved"),
    )  # fmt: skip
    words = _say(
        lang,
        "一层时差为零；层数越多，两种做法差得越远。",
        "With one layer the difference is zero; with more layers the two ways part.",
    )
    return dress(chart, lang=lang).properties(description=words)
