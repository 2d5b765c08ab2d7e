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


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en


def pairs_chart(*, colours: Mapping[str, str], lang: Lang = "zh", start: int = 4000) -> Any:
    """n tokens as a square of n x n pairs, with a slider from 1000 to 16 000 tokens."""
    knob = alt.param(
        name="tokens",
        value=start,
        bind=alt.binding_range(
            min=1000, max=16000, step=1000, name=_say(lang, "词元数 n　", "tokens n  ")
        ),
    )
    c = colours
    lengths = pd.DataFrame({"n": [1000 * i for i in range(1, 17)]})
    lengths["pairs"] = lengths["n"] ** 2
    x = alt.X("n:Q", title=_say(lang, "词元数 n", "tokens n")).scale(domain=[0, 16800])
    y = alt.Y("pairs:Q", title=None).scale(domain=[0, 2.8e8]).axis(format=".2s", tickCount=5)
    here = alt.Chart(lengths).transform_filter("datum.n == tokens")
    curve = alt.layer(
        alt.Chart(lengths).mark_line(color=c["query"], strokeWidth=2.5).encode(x=x, y=y),
        here.mark_point(color=c["query"], fill=c["query"], size=90, opacity=1).encode(x=x, y=y),
        here.transform_calculate(
            t="replace(format(datum.n, ',') + '² = ' + format(datum.pairs, ','), regexp(',', 'g'), "
            f"'{THIN}') + '{_say(lang, ' 对', ' pairs')}'"
        )
        .mark_text(align="left", fontWeight=600, fontSize=17, color=c["ink"])
        .encode(x=alt.value(16), y=alt.value(18), text="t:N"),
    ).properties(
        width=520, height=230,
        title=_say(lang, "每层每头要比较的词元对", "Pairs compared, per layer and head"),
    )  # fmt: skip
    side = alt.Chart(pd.DataFrame([{"o": 0}])).transform_calculate(s="tokens", big="16000")
    flat: dict[str, Any] = {"scale": alt.Scale(domain=[0, 16000]), "axis": None}
    square = alt.layer(
        side.mark_rect(filled=False, stroke=c["line-2"]).encode(
            x=alt.X("o:Q", **flat), x2="big:Q", y=alt.Y("o:Q", **flat), y2="big:Q"
        ),
        side.mark_rect(color=c["query"], opacity=0.75).encode(
            x=alt.X("o:Q", **flat), x2="s:Q", y=alt.Y("o:Q", **flat), y2="s:Q"
        ),
    ).properties(
        width=230, height=230, title=_say(lang, "同样的数，画成面积", "The same number as an area")
    )
    words = _say(
        lang,
        "左：n² 随 n 的增长；右：同一个数画成正方形的面积。",
        "Left: n² against n. Right: the same number as the area of a square.",
    )
    chart = alt.hconcat(curve, square, spacing=60).add_params(knob)
    return dress(chart, lang=lang).properties(description=words)


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
    x = x.axis(tickCount=8)
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
    return dress(alt.layer(*layers).properties(width=820, height=220), lang=lang).properties(
        description=words
    )


def dropping_chart(frame: pd.DataFrame, *, colours: Mapping[str, str], lang: Lang = "zh") -> Any:
    """Dots: one text each. Bars: their mean. Columns ``layers``, ``moved`` (0..1), ``text``."""
    c = colours
    x = alt.X("layers:O", title=_say(lang, "用前几层", "first layers used")).axis(labelAngle=0)
    y = alt.Y("moved:Q", title=None).axis(format="%", tickCount=5)
    bars = alt.Chart(frame).mark_bar(color=c["value"], opacity=0.35, width=54)
    dots = alt.Chart(frame).mark_point(color=c["value"], fill=c["value"], size=55, opacity=0.9)
    seen = [alt.Tooltip("text:N"), alt.Tooltip("moved:Q", format=".2%"), alt.Tooltip("layers:O")]
    means = alt.Chart(frame).mark_text(dy=-10, fontWeight=600, fontSize=15, color=c["ink"], dx=44)
    chart = alt.layer(
        bars.encode(x=x, y=alt.Y("mean(moved):Q", title=None).axis(format="%", tickCount=5)),
        dots.encode(x=x, y=y, tooltip=seen),
        means.encode(x=x, y="mean(moved):Q", text=alt.Text("mean(moved):Q", format=".0%")),
    ).properties(
        width=560, height=240,
        title=_say(
            lang,
            "下一个词元的分布，有多少概率挪了位置",
            "Probability that moved in the next-token distribution",
        ),
    )  # fmt: skip
    words = _say(
        lang,
        "一层时差为零；层数越多，两种做法差得越远。",
        "With one layer the difference is zero; with more layers the two ways part.",
    )
    return dress(chart, lang=lang).properties(description=words)
