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
_WIDTH, _HEIGHT = 850, 384  # px, the map; beside it the list of the held word's closest
_LIST, _WHOLE, _ROW = 888, 1100, 30
_HERE = {  # places by the stage chosen
    name: f"stage == 1 ? datum.{name}1 : datum.{name}0" for name in ("x", "y", "u", "v", "clear")
}
#: Whether the reader's choice of a kind and the words searched for leave this word lit.
_LIT = (
    "(kind == '' || datum.group == kind) && "
    "(wanted == '' || indexof(lower(datum.word), lower(wanted)) >= 0)"
)


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en


def map_tables(words: pd.DataFrame, pairs: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The chart's own tables, in px: points x, y with label places u, v and whether they are clear,
    and lines to x, y "b" with the other word and its rank, 0 the closest.

    Arguments as in `word_map_chart`; every place comes twice, before (0) and after (1).
    """
    points = pd.DataFrame({name: words[name] for name in ("i", "word", "group")})
    for stage in (0, 1):
        raw = words[[f"x{stage}", f"y{stage}"]].to_numpy(float)
        at = spread_out(raw, _WIDTH, _HEIGHT, (34, 24))
        said, clear = label_places(at, list(words["word"]), (_WIDTH, _HEIGHT))
        for name, column in zip("xyuv", (*at.T, *said.T), strict=True):
            points[f"{name}{stage}"] = np.round(column, 1)
        points[f"clear{stage}"] = clear
    places = ("word", "x0", "y0", "x1", "y1")
    begin = pd.DataFrame({"i": points["i"], **{name: points[name] for name in places}})
    end = pd.DataFrame({"j": points["i"], **{name + "b": points[name] for name in places}})
    closest = pairs.sort_values("cosine", ascending=False, kind="stable")
    rank = closest.groupby(["i", "stage"]).cumcount().rename("rank")
    lines = pairs.join(rank).merge(begin, on="i").merge(end, on="j")
    return points, lines


def word_map_chart(
    words: pd.DataFrame,
    pairs: pd.DataFrame,
    explained: Sequence[Sequence[float]],
    *,
    colours: Mapping[str, str],
    lang: Lang = "zh",
    first: str = "",
    title: str = "",
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
        _frame(colours),
        *_lines(lines, hover, colours),
        *_points(points, groups, hover, colours),
        *_closest(points, lines, hover, colours, lang),
        _kept(explained, colours, lang),
        _catch(points, colours, lang).add_params(hover),
    ]
    chart = alt.layer(*layers).add_params(*_knobs(groups, lang))
    words_for = _say(
        lang,
        "词的地图：训练后同类的词聚在一起，训练前散成一片。",
        "A map of words: after training, words of a kind gather; before, they are scattered.",
    )
    edge = {"left": 0, "top": 14, "right": 6, "bottom": 4}  # the title stands off the promise
    whole = chart.properties(
        width=_WHOLE, height=_HEIGHT, description=words_for, title=title, padding=edge
    )
    return dress(whole, lang=lang)


def _knobs(groups: list[str], lang: Lang) -> list[Any]:
    stages = [_say(lang, "训练前", "before training"), _say(lang, "训练后", "after training")]
    table = alt.binding_radio(options=[0, 1], labels=stages, name=_say(lang, "哪张表", "Table"))
    every = _say(lang, "全部", "all")
    kinds = alt.binding_select(
        options=["", *groups], labels=[every, *groups], name=_say(lang, "突出", "Light up")
    )
    wanted = alt.binding(
        input="search",
        placeholder=_say(lang, "找一个词", "find a word"),
        name=_say(lang, "查找", "Search"),
    )
    return [
        alt.param(name="stage", value=1, bind=table),
        alt.param(name="kind", value="", bind=kinds),
        alt.param(name="wanted", value="", bind=wanted),
    ]


def _x(field: str = "x") -> alt.X:
    return alt.X(f"{field}:Q", axis=None, scale=alt.Scale(domain=[0, _WHOLE], nice=False))


def _y(field: str = "y") -> alt.Y:
    return alt.Y(f"{field}:Q", axis=None, scale=alt.Scale(domain=[0, _HEIGHT], nice=False))


def _frame(c: Mapping[str, str]) -> Any:
    edge = alt.Chart(pd.DataFrame([{"x": 0, "y": 0, "x2": _WIDTH, "y2": _HEIGHT}]))
    drawn = edge.mark_rect(fill=None, stroke=c["line"], tooltip=None)
    return drawn.encode(x=_x(), y=_y(), x2="x2:Q", y2="y2:Q")


def _points(points: pd.DataFrame, groups: list[str], hover: Any, c: Mapping[str, str]) -> list[Any]:
    base = alt.Chart(points).transform_calculate(**_HERE)
    faded = alt.condition(_LIT, alt.value(1), alt.value(0.14))
    # A name that would cover others is written only when it is asked for.
    asked = f"(kind != '' || wanted != '') && ({_LIT})"
    read = (
        alt.when(f"datum.clear && !({_LIT})")
        .then(alt.value(0.14))
        .when(f"datum.clear || ({asked})")
        .then(alt.value(1))
        .otherwise(alt.value(0))
    )
    colour = alt.Color(
        "group:N",
        scale=alt.Scale(domain=groups, range=[c[name] for name in _COLOURS[: len(groups)]]),
        legend=alt.Legend(title=None, orient="top", symbolSize=110),
    )
    shape = alt.Shape("group:N", scale=alt.Scale(domain=groups, range=_SHAPES[: len(groups)]))
    ring = base.transform_filter(hover).mark_point(
        shape="circle", size=420, filled=False, stroke=c["ink"], strokeWidth=2, opacity=1
    )
    name = base.transform_filter(hover).encode(x=_x("u"), y=_y("v"), text="word:N")
    return [
        base.mark_point(filled=True, size=90).encode(
            x=_x(), y=_y(), opacity=faded, color=colour, shape=shape
        ),
        base.mark_text(fontSize=14, color=c["ink"]).encode(
            x=_x("u"), y=_y("v"), text="word:N", opacity=read
        ),
        ring.encode(x=_x(), y=_y()),
        *_written(name, c),
    ]


def _written(base: Any, c: Mapping[str, str], **style: Any) -> list[Any]:
    """Text in ink on a ground of its own, readable on lines and names."""
    style = {"fontSize": 14, "fontWeight": 600, "tooltip": None, **style}
    ground = base.mark_text(color=c["bg"], stroke=c["bg"], strokeWidth=5, **style)
    return [ground, base.mark_text(color=c["ink"], **style)]


def _chosen(lines: pd.DataFrame, hover: Any) -> Any:
    """The held word's closest words by true cosine, wherever the flat map has put them."""
    return alt.Chart(lines).transform_filter("datum.stage == stage").transform_filter(hover)


def _lines(lines: pd.DataFrame, hover: Any, c: Mapping[str, str]) -> list[Any]:
    ends = {"xb": "stage == 1 ? datum.x1b : datum.x0b", "yb": "stage == 1 ? datum.y1b : datum.y0b"}
    here = _chosen(lines, hover).transform_calculate(x=_HERE["x"], y=_HERE["y"], **ends)
    rule = here.mark_rule(color=c["ink-2"], strokeWidth=1.4, opacity=0.8, tooltip=None)
    return [rule.encode(x=_x(), y=_y(), x2="xb:Q", y2="yb:Q")]


def _closest(
    points: pd.DataFrame, lines: pd.DataFrame, hover: Any, c: Mapping[str, str], lang: Lang
) -> list[Any]:
    """Beside the map: the held word's closest words, each with its cosine as a bar and a number."""
    before = _say(lang, "离「", "Closest to “")
    after = _say(lang, "」最近的词，真余弦", "”, true cosine")
    head = (
        alt.Chart(points)
        .transform_filter(hover)
        .transform_calculate(t=f"'{before}' + datum.word + '{after}'")
        .mark_text(align="left", fontSize=14, color=c["ink-2"], tooltip=None, limit=212)
        .encode(x=alt.value(_LIST), y=alt.value(16), text="t:N")
    )
    rows = _chosen(lines, hover).transform_calculate(
        y=f"{_HEIGHT} - 50 - {_ROW} * datum.rank",
        low=f"{_HEIGHT} - 61 - {_ROW} * datum.rank",
        end=f"{_LIST} + 168 * max(0, datum.cosine)",
        start=f"{_LIST}",
    )
    rail = rows.mark_rule(color=c["resid"], strokeWidth=5, tooltip=None)
    return [
        head,
        rail.encode(x=_x("start"), x2="end:Q", y=_y("low")),
        rows.mark_text(
            align="left", fontSize=14, fontWeight=600, color=c["ink"], limit=150, tooltip=None
        ).encode(x=_x("start"), y=_y("y"), text="wordb:N"),
        rows.mark_text(align="right", fontSize=14, color=c["ink"], tooltip=None).encode(
            x=alt.value(_WHOLE), y=_y("y"), text=alt.Text("cosine:Q", format=".2f")
        ),
    ]


def _kept(explained: Sequence[Sequence[float]], c: Mapping[str, str], lang: Lang) -> Any:
    before, after = (f"{100 * sum(one):.0f} %" for one in explained)
    kept = _say(lang, "两轴留住的差异：", "Variance kept by both axes: ")
    note = alt.Chart(pd.DataFrame([{"k": 0}])).transform_calculate(
        t=f"'{kept}' + (stage == 1 ? '{after}' : '{before}')"
    )
    style = {"align": "left", "baseline": "bottom", "fontSize": 14, "color": c["ink-2"]}
    return note.mark_text(tooltip=None, **style).encode(
        x=alt.value(_LIST), y=alt.value(_HEIGHT), text="t:N"
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
