"""Altair chart of the sinusoidal position code of 2017: texture, sum with a row, dot products.

Plain arrays -> alt.Chart; the knob is an altair parameter and needs no Python behind the page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from lesson_kit.show.theme import Lang, dress

__all__ = ["sinusoid_chart", "sum_table"]

_LEFT, _RIGHT, _TALL = 470, 400, 300  # px
_SPACE = 44  # between the two pictures of the first row
_GAP = 84  # with the right one's labels: what stands between their drawing areas


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en


def _heading(title: str) -> alt.TitleParams:
    return alt.TitleParams(title, anchor="start", offset=14)


def sum_table(row: np.ndarray, code: np.ndarray) -> pd.DataFrame:
    """A token's row (d,) with the code (P, d) of each position added: p, c, row, code, sum."""
    p, c = (axis.ravel() for axis in np.indices(code.shape))
    return pd.DataFrame(
        {"p": p, "c": c, "row": row[c], "code": code[p, c], "sum": row[c] + code[p, c]}
    ).round(4)


def sinusoid_chart(
    code: np.ndarray,
    row: np.ndarray,
    *,
    word: str,
    colours: Mapping[str, str],
    lang: Lang = "zh",
    title: str = "",
) -> alt.VConcatChart:
    """The code (P, d) as a texture; below, ``row`` (d,) + the chosen position's code; dot products.

    Positive values are query blue, negative ones key orange, stronger for larger ones.
    """
    length = len(code)
    knob = alt.param(
        name="position",
        value=12,
        bind=alt.binding_range(
            min=0, max=length - 1, step=1, name=_say(lang, "位置 p", "position p")
        ),
    )
    table = sum_table(row, code)
    texture = _texture(table, colours, lang)
    here = alt.Chart(pd.DataFrame([{"k": 0}])).transform_calculate(p="position")
    line = here.mark_rule(color=colours["ink"], strokeWidth=2).encode(
        y=alt.Y("p:Q", scale=alt.Scale(domain=[-0.5, length - 0.5], reverse=True), axis=None)
    )
    top = alt.layer(texture, line).resolve_scale(y="independent")
    chart = (
        alt.vconcat(
            alt.hconcat(top, _dots(code, colours, lang), spacing=_SPACE),
            _sum(table, word, colours, lang),
            spacing=26,
        )
        .resolve_scale(opacity="independent")
        .add_params(knob)
    )
    say = _say(
        lang,
        "左：位置编码的纹理。右：p 与每个位置的点积，离得越远越小。下：词元的行加上位置的行。",
        "Left: the texture of the position code. Right: the dot product of p with every position, "
        "smaller further away. Below: a token's row plus the position's.",
    )
    return dress(chart, lang=lang).properties(description=say, title=_heading(title))


def _signed(c: Mapping[str, str], field: str, limit: float) -> dict[str, Any]:
    return {
        "color": alt.condition(f"datum.{field} >= 0", alt.value(c["query"]), alt.value(c["key"])),
        "opacity": alt.Opacity(
            "size:Q", scale=alt.Scale(domain=[0, limit], range=[0, 1], clamp=True), legend=None
        ),
    }


def _texture(table: pd.DataFrame, c: Mapping[str, str], lang: Lang) -> alt.Chart:
    return (
        alt.Chart(table)
        .transform_calculate(size="abs(datum.code)")
        .mark_rect()
        .encode(
            x=alt.X(
                "c:O",
                axis=alt.Axis(
                    title=_say(lang, "向量的第几个数", "number in the vector"),
                    values=[0, 16, 32, 48],
                    labelAngle=0,
                    ticks=False,
                    domain=False,
                ),
            ),
            y=alt.Y(
                "p:O",
                axis=alt.Axis(
                    title=_say(lang, "位置 p", "position p"),
                    values=list(range(0, 64, 10)),
                    ticks=False,
                    domain=False,
                ),
            ),
            tooltip=[alt.Tooltip("p:O"), alt.Tooltip("c:O"), alt.Tooltip("code:Q", format=".3f")],
            **_signed(c, "code", 1),
        )
        .properties(
            width=_LEFT,
            height=_TALL,
            title=_say(lang, "每行一个位置", "One row for each position"),
        )
    )


def _dots(code: np.ndarray, c: Mapping[str, str], lang: Lang) -> Any:
    """PE(p) with every position of the table: the peak follows p, the curve keeps its shape."""
    dot = code @ code.T
    p, q = (axis.ravel() for axis in np.indices(dot.shape))
    table = pd.DataFrame({"p": p, "q": q, "apart": q - p, "dot": dot.ravel().round(3)})
    chosen = alt.Chart(table).transform_filter("datum.p == position")
    x = alt.X("q:Q", title=_say(lang, "另一个位置 q", "the other position q"))
    x = x.scale(domain=[0, len(code) - 1], nice=False).axis(grid=False, tickMinStep=1)
    room = [float(np.floor(dot.min())), float(np.ceil(dot.max()))]
    y = alt.Y("dot:Q", title=None).scale(domain=room, nice=True)
    names = {
        "q": _say(lang, "位置 q", "position q"),
        "apart": _say(lang, "相距 q − p", "distance q − p"),
        "dot": "PE(p)·PE(q)",
    }
    seen = [alt.Tooltip(f"{name}:Q", title=title) for name, title in names.items()]
    here = alt.Chart(pd.DataFrame([{"k": 0}])).transform_calculate(q="position")
    return alt.layer(
        here.mark_rule(color=c["ink"], strokeWidth=2).encode(x="q:Q"),
        chosen.mark_line(color=c["ink-2"]).encode(x=x, y=y),
        chosen.mark_point(color=c["ink"], filled=True, size=28, opacity=1).encode(
            x=x, y=y, tooltip=seen
        ),
    ).properties(
        width=_RIGHT, height=_TALL, title=_say(lang, "点积 PE(p)·PE(q)", "Dot product PE(p)·PE(q)")
    )


def _sum(table: pd.DataFrame, word: str, c: Mapping[str, str], lang: Lang) -> alt.Chart:
    names = [
        _say(lang, f"「{word}」的行", f"row of “{word}”"),
        _say(lang, "＋ 位置 p 的编码", "+ code of position p"),
        _say(lang, "＝ 送进第一层", "= into layer one"),
    ]
    limit = float(np.quantile(table["sum"].abs().to_numpy(), 0.98))
    return (
        alt.Chart(table)
        .transform_filter("datum.p == position")
        .transform_fold(["row", "code", "sum"], as_=["kind", "value"])
        .transform_calculate(
            part=f"{json.dumps(dict(zip(('row', 'code', 'sum'), names, strict=True)))}[datum.kind]"
        )
        .transform_calculate(size="abs(datum.value)")
        .mark_rect()
        .encode(
            x=alt.X("c:O", axis=None),
            y=alt.Y(
                "part:N",
                sort=names,
                axis=alt.Axis(title=None, ticks=False, domain=False, labelLimit=220),
            ),
            tooltip=[
                alt.Tooltip("part:N"),
                alt.Tooltip("c:O"),
                alt.Tooltip("value:Q", format=".3f"),
            ],
            **_signed(c, "value", limit),
        )
        .properties(width=_LEFT + _RIGHT + _GAP, height=108)
    )
