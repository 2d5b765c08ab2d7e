"""Altair chart of the embedding chapter: words as points on a flat map.

Plain tables -> alt.Chart; every knob is an altair parameter and needs no Python behind the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from lesson_kit.show.label_places import label_places, spread_out
from lesson_kit.show.theme import Lang, dress

__all__ = ["map_tables", "word_map_chart"]

_COLOURS = ("query", "key", "value", "ffn", "logits", "system", "resid")
_SHAPES = ("circle", "square", "diamond", "triangle-up", "cross", "triangle-down", "triangle-right")
_WIDTH, _HEIGHT = 1000, 440
_HERE = {  # places by the stage chosen
    name: f"stage == 1 ? datum.{name}1 : datum.{name}0" for name in ("x", "y", "u", "v")
}


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en


def map_tables(words: pd.DataFrame, pairs: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The chart's own tables, in px: points x, y with label places u, v, and lines to x, y "b".

    Arguments as in `word_map_chart`; every place comes twice, before (0) and after (1).
    """
    points = pd.DataFrame({name: words[name] for name in ("i", "word", "group")})
    for stage in (0, 1):
        at = spread_out(words[[f"x{stage}", f"y{stage}"]].to_numpy(float), _WIDTH, _HEIGHT)
        said = label_places(at, list(words["word"]))
        for name, column in zip("xyuv", (*at.T, *said.T), strict=True):
            points[f"{name}{stage}"] = np.round(column, 1)
    places = ("word", "x0", "y0", "x1", "y1")
    begin = pd.DataFrame({"i": points["i"], **{name: points[name] for name in places}})
    end = pd.DataFrame({"j": points["i"], **{name + "b": points[name] for name in places}})
    lines = pairs.merge(begin, on="i").merge(end, on="j")
    return points, lines


def word_map_chart(
    words: pd.DataFrame,
    pairs: pd.DataFrame,
    explained: Sequence[Sequence[float]],
    *,
    colours: Mapping[str, str],
    lang: Lang = "zh",
    first: str = "",
) -> Any:
    """Words on their two widest directions, before or after training, with true cosines on hover.

    ``words``: word, group, i, x0, y0 (before), x1, y1 (after). ``pairs``: i, j, stage (0 or 1),
    cosine: each word's closest words by cosine. ``explained``: for both stages the two axes'
    shares of variance. ``first``: the word held at the start (default: the first).
    """
    groups = list(dict.fromkeys(words["group"]))
    points, lines = map_tables(words, pairs)
    held = first if first in set(words["word"]) else str(words["word"].iloc[0])
    hover = alt.selection_point(
        name="held",
        on="pointerover",
        nearest=True,
        fields=["word"],
        value=[{"word": held}],
        clear=False,
        empty=False,
    )
    layers = [
        *_lines(lines, hover, colours),
        *_points(points, groups, hover, colours, lang),
        *_numbers(lines, hover, colours),
        _kept(explained, colours, lang),
        _catch(points, colours, lang).add_params(hover),
    ]
    chart = alt.layer(*layers).add_params(*_knobs(groups, lang))
    words_for = _say(
        lang,
        "词的地图：训练后同类的词聚在一起，训练前散成一片。",
        "A map of words: after training, words of a kind gather; before, they are scattered.",
    )
    whole = chart.properties(width=_WIDTH, height=_HEIGHT, description=words_for)
    return dress(whole, lang=lang)


def _knobs(groups: list[str], lang: Lang) -> list[Any]:
    stages = [_say(lang, "训练前", "before training"), _say(lang, "训练后", "after training")]
    table = alt.binding_radio(options=[0, 1], labels=stages, name=_say(lang, "哪张表　", "Table  "))
    every = _say(lang, "全部", "all")
    kinds = alt.binding_select(
        options=["", *groups], labels=[every, *groups], name=_say(lang, "突出　", "Light up  ")
    )
    wanted = alt.binding(
        input="search",
        placeholder=_say(lang, "找一个词", "find a word"),
        name=_say(lang, "查找　", "Search  "),
    )
    return [
        alt.param(name="stage", value=1, bind=table),
        alt.param(name="kind", value="", bind=kinds),
        alt.param(name="wanted", value="", bind=wanted),
    ]


def _x(field: str = "x", title: None = None) -> alt.X:
    axis = alt.Axis(title=title, labels=False, ticks=False, grid=False)
    return alt.X(f"{field}:Q", axis=axis, scale=alt.Scale(domain=[0, _WIDTH], nice=False))


def _y(field: str = "y") -> alt.Y:
    axis = alt.Axis(title=None, labels=False, ticks=False, grid=False)
    return alt.Y(f"{field}:Q", axis=axis, scale=alt.Scale(domain=[0, _HEIGHT], nice=False))


def _points(
    points: pd.DataFrame, groups: list[str], hover: Any, c: Mapping[str, str], lang: Lang
) -> list[Any]:
    base = alt.Chart(points).transform_calculate(**_HERE)
    lit = (
        "(kind == '' || datum.group == kind) && "
        "(wanted == '' || indexof(lower(datum.word), lower(wanted)) >= 0)"
    )
    faded = alt.condition(lit, alt.value(1), alt.value(0.14))
    colour = alt.Color(
        "group:N",
        scale=alt.Scale(domain=groups, range=[c[name] for name in _COLOURS[: len(groups)]]),
        legend=alt.Legend(title=None, orient="top", symbolSize=110),
    )
    shape = alt.Shape("group:N", scale=alt.Scale(domain=groups, range=_SHAPES[: len(groups)]))
    ring = base.transform_filter(hover).mark_point(
        shape="circle", size=420, filled=False, stroke=c["ink"], strokeWidth=2, opacity=1
    )
    return [
        base.mark_point(filled=True, size=90).encode(
            x=_x(), y=_y(), opacity=faded, color=colour, shape=shape
        ),
        ring.encode(x=_x(), y=_y()),
        base.mark_text(fontSize=14, color=c["ink"]).encode(
            x=_x("u"), y=_y("v"), text="word:N", opacity=faded
        ),
    ]


def _chosen(lines: pd.DataFrame, hover: Any) -> Any:
    """The held word's closest words by true cosine, wherever the flat map has put them."""
    ends = {"xb": "stage == 1 ? datum.x1b : datum.x0b", "yb": "stage == 1 ? datum.y1b : datum.y0b"}
    chart = alt.Chart(lines).transform_filter("datum.stage == stage").transform_filter(hover)
    here = {"x": _HERE["x"], "y": _HERE["y"]}
    return chart.transform_calculate(**here, **ends).transform_calculate(
        xm="0.35 * datum.x + 0.65 * datum.xb", ym="0.35 * datum.y + 0.65 * datum.yb"
    )


def _lines(lines: pd.DataFrame, hover: Any, c: Mapping[str, str]) -> list[Any]:
    rule = _chosen(lines, hover).mark_rule(color=c["ink-2"], strokeWidth=1.4, opacity=0.8)
    return [rule.encode(x=_x(), y=_y(), x2="xb:Q", y2="yb:Q")]


def _numbers(lines: pd.DataFrame, hover: Any, c: Mapping[str, str]) -> list[Any]:
    middle = _chosen(lines, hover).encode(
        x=_x("xm"), y=_y("ym"), text=alt.Text("cosine:Q", format=".2f")
    )
    return [  # the ground around the digits first, so that they stay readable on lines and names
        middle.mark_text(fontSize=14, fontWeight=600, color=c["bg"], stroke=c["bg"], strokeWidth=5),
        middle.mark_text(fontSize=14, fontWeight=600, color=c["ink"]),
    ]


def _kept(explained: Sequence[Sequence[float]], c: Mapping[str, str], lang: Lang) -> Any:
    before, after = (f"{100 * sum(one):.0f} %" for one in explained)
    kept = _say(lang, "两轴留住的差异：", "Variance kept by the two axes: ")
    note = alt.Chart(pd.DataFrame([{"k": 0}])).transform_calculate(
        t=f"'{kept}' + (stage == 1 ? '{after}' : '{before}')"
    )
    return note.mark_text(align="right", baseline="bottom", fontSize=14, color=c["ink-2"]).encode(
        x=alt.value(_WIDTH - 8), y=alt.value(_HEIGHT - 6), text="t:N"
    )


def _catch(points: pd.DataFrame, c: Mapping[str, str], lang: Lang) -> Any:
    base = alt.Chart(points).transform_calculate(**_HERE)
    return base.mark_point(size=400, opacity=0.001, color=c["ink"]).encode(
        x=_x(),
        y=_y(),
        tooltip=[
            alt.Tooltip("word:N", title=_say(lang, "词", "word")),
            alt.Tooltip("group:N", title=_say(lang, "类", "kind")),
        ],
    )
