"""Altair charts of the attention chapter: why scores are scaled, and how far words are apart.

Functions DataFrame -> alt.Chart. Every knob is an altair parameter, so it moves with no Python
behind the page. Colours are arguments: give ``live_colours()`` and the chart follows the page
from light to dark at once, because it is drawn as SVG whose colours are CSS custom properties.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import altair as alt
import pandas as pd

from lesson_kit.show.theme import FONTS, LIGHT, MONO

Lang = Literal["zh", "en"]
#: Lengths of the path chart: doubling steps, from one neighbour to a long document.
LENGTHS = tuple(2**e for e in range(1, 13))
_D = "pow(2, log2_d)"  # the slider moves in doublings
_CHAIN = 24  # words drawn in the chain picture


def live_colours() -> dict[str, str]:
    """Colour by role as CSS text that follows the page, with the light value to fall back on.

    Only for charts drawn as SVG (all charts of this module ask for that): a canvas cannot
    read custom properties.
    """
    return {name: f"var(--lk-{name}, {value})" for name, value in LIGHT.items()}


def dressed(chart: Any, colours: Mapping[str, str], lang: Lang, description: str) -> Any:
    """``chart`` in the course's type and colours, drawn as SVG, with a text alternative."""
    text = {"labelFontSize": 14, "titleFontSize": 14, "labelFont": FONTS[lang]}
    axis = {
        **text,
        "titleFont": FONTS[lang],
        "titleFontWeight": 400,
        "labelColor": colours["ink-2"],
        "titleColor": colours["ink-2"],
        "domainColor": colours["line-2"],
        "tickColor": colours["line-2"],
        "gridColor": colours["line"],
    }
    return chart.configure(
        background="transparent",
        font=FONTS[lang],
        axis=axis,
        title={
            "anchor": "start",
            "color": colours["ink"],
            "fontSize": 16,
            "fontWeight": 600,
            "subtitleColor": colours["ink-2"],
            "subtitleFont": MONO,  # a Chinese face draws the root sign full-width
            "subtitleFontSize": 14,
            "offset": 10,
        },
        text={"color": colours["ink"], "fontSize": 14},
        view={"stroke": None},
    ).properties(
        description=description,
        # PNG export draws on a canvas, where the colours above would be lost.
        usermeta={"embedOptions": {"renderer": "svg", "actions": _ACTIONS}},
    )


_ACTIONS = {"export": {"svg": True, "png": False}, "source": False, "editor": False}


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en


# ------------------------------------------------------------------ A5: scaling


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
    panels = [
        ("spread", "log", _say(lang, "分数的标准差", "Spread of the scores"), ".1f"),
        ("top", "linear", _say(lang, "最大的权重", "Largest weight"), ".0%"),
        ("gradient", "linear", _say(lang, "softmax 的梯度", "Gradient of softmax"), ".2f"),
    ]
    bottom = alt.hconcat(
        *(_against_d(summary, here, *panel, colours=colours, lang=lang) for panel in panels),
        spacing=48,
    )
    chart = alt.vconcat(top, bottom, spacing=34).add_params(knob).resolve_scale(color="independent")
    return dressed(
        chart,
        colours,
        lang,
        _say(
            lang,
            "五幅小图。d 越大，不除以 √d 的分数越散、最大权重越近 1、梯度越小；"
            "除过之后三者都不变。",
            "Five small pictures. With growing d, raw scores spread, the largest weight nears 1 "
            "and the gradient shrinks; divided by √d all three stay put.",
        ),
    )


def _split(frame: pd.DataFrame) -> tuple[alt.Chart, alt.Chart]:
    raw = frame[~frame["scaled"].astype(bool)]
    return alt.Chart(raw), alt.Chart(frame[frame["scaled"].astype(bool)])


def _bells(frame: pd.DataFrame, here: Any, c: Mapping[str, str], lang: Lang) -> alt.LayerChart:
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
        ),
    )


def _ranks(frame: pd.DataFrame, here: Any, c: Mapping[str, str], lang: Lang) -> alt.LayerChart:
    keys = int(frame["rank"].max())
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
) -> alt.LayerChart:
    c = colours
    x = alt.X("d:Q", title="d").scale(type="log", base=2).axis(grid=False, tickCount=5)
    y = (
        alt.Y(f"{field}:Q", title=None)
        .scale(type=scale, **({"domain": [0.7, 40]} if scale == "log" else {}))
        .axis(format=number, tickCount=4, **({"values": [1, 3, 10, 30]} if scale == "log" else {}))
    )
    raw, scaled = _split(frame)
    hand = alt.Chart(frame).transform_filter(here)
    # Each number stands where its own curve leaves room.
    raw_place = {"align": "right", "dx": -9, "dy": 15 if field == "gradient" else -12}
    scaled_place = {"align": "left", "dx": 9, "dy": 15 if field == "top" else -13}
    seen = [
        alt.Tooltip("d:Q"),
        alt.Tooltip(f"{field}:Q", format=".3~g", title=title),
        alt.Tooltip("scaled:N", title="÷√d"),
    ]
    marks = {"opacity": 1, "size": 46}
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


# -------------------------------------------------------------- A10: path length


def path_table(lengths: tuple[int, ...] = LENGTHS) -> pd.DataFrame:
    """Steps by length n. Columns: n, kind ("rnn" or "attention"), path, sequential, pairs.

    ``path``: operations a signal passes from the first word to the last (RNN n - 1, attention 1).
    ``sequential``: steps that must wait for each other in one layer (RNN n, attention 1).
    ``pairs``: pairs of positions compared in one layer (RNN n - 1 neighbours, attention n^2).
    Vaswani et al. 2017, table 1.
    """
    rows = []
    for n in lengths:
        if n < 2:
            raise ValueError("a path needs at least two words")
        rows.append({"n": n, "kind": "rnn", "path": n - 1, "sequential": n, "pairs": n - 1})
        rows.append({"n": n, "kind": "attention", "path": 1, "sequential": 1, "pairs": n * n})
    return pd.DataFrame(rows)


def path_chart(
    table: pd.DataFrame, *, colours: Mapping[str, str], lang: Lang = "zh"
) -> alt.VConcatChart:
    """One chain of words read two ways, with a slider for how far apart the two words are.

    Below it the growth of path, waiting steps and compared pairs (``path_table``).
    """
    knob = alt.param(
        name="apart",
        value=9,
        bind=alt.binding_range(
            min=1, max=_CHAIN - 1, step=1, name=_say(lang, "相隔几个词　", "words apart  ")
        ),
    )
    panels = [
        ("path", _say(lang, "首尾之间的步数", "Steps from first to last")),
        ("sequential", _say(lang, "必须排队的步数（每层）", "Steps that must wait (per layer)")),
        ("pairs", _say(lang, "比较的位置对（每层）", "Pairs compared (per layer)")),
    ]
    growth = alt.hconcat(*(_growth(table, f, t, colours, lang) for f, t in panels), spacing=48)
    chart = alt.vconcat(_chain(colours, lang), growth, spacing=30).add_params(knob)
    return dressed(
        chart,
        colours,
        lang,
        _say(
            lang,
            "上：RNN 要一个词一个词传过去，注意力一步就到。"
            "下：路径、排队步数、比较次数随长度的增长。",
            "Above: an RNN hands a signal from word to word, attention gets there in one step. "
            "Below: growth of path, waiting steps and comparisons with length.",
        ),
    )


def _chain(c: Mapping[str, str], lang: Lang) -> alt.LayerChart:
    last = _CHAIN
    words = pd.DataFrame([{"i": i, "row": r} for r in (0, 1) for i in range(1, last + 1)])
    x = alt.X("i:Q", axis=None).scale(domain=[0.5, last + 0.5])
    y = alt.Y("row:Q", axis=None).scale(domain=[-0.75, 1.9], reverse=True)
    first = f"{last} - apart"
    ends = f"datum.i == {first} || datum.i == {last}"
    on_path = f"datum.i >= {first} && (datum.row == 0 || {ends})"
    hops = alt.Chart(words).transform_filter(f"datum.row == 0 && datum.i > {first}")
    # Half an ellipse from word to word, drawn as a line of 41 points.
    bow = alt.Chart(alt.sequence(0, 41, as_="s")).transform_calculate(
        i=f"{last} - apart / 2 - cos(datum.s * PI / 40) * apart / 2",
        row="1 + 0.62 * sin(datum.s * PI / 40)",
    )
    labels = pd.DataFrame(
        [
            {"i": 0.5, "row": -0.5, "t": _say(lang, "RNN：步数 = ", "RNN: steps = "), "k": 0},
            {
                "i": 0.5,
                "row": 1.62,
                "t": _say(lang, "注意力：步数 = ", "Attention: steps = "),
                "k": 1,
            },
        ]
    )
    said = (
        alt.Chart(labels)
        .transform_calculate(text="datum.t + (datum.k == 0 ? apart : 1)")
        .mark_text(align="left", baseline="middle", fontSize=16, fontWeight=600, color=c["ink"])
        .encode(x=x, y=y, text="text:N")
    )
    return alt.layer(
        hops.mark_rule(color=c["resid"], strokeWidth=3)
        .encode(x=alt.X("j:Q", axis=None), x2="i:Q", y=y)
        .transform_calculate(j="datum.i - 1"),
        bow.mark_line(color=c["query"], strokeWidth=3).encode(x=x, y=y, order="s:Q"),
        alt.Chart(words)
        .mark_point(shape="circle", size=230, strokeWidth=1.6, opacity=1)
        .encode(
            x=x,
            y=y,
            fill=alt.condition(on_path, alt.value(c["ink"]), alt.value(c["bg"])),
            stroke=alt.condition(on_path, alt.value(c["ink"]), alt.value(c["line-2"])),
        ),
        said,
    ).properties(
        width=940,
        height=200,
        title=_say(
            lang, "第一个黑点的消息怎样传到最后一个", "From the first dark word to the last"
        ),
    )


def _growth(
    frame: pd.DataFrame, field: str, title: str, c: Mapping[str, str], lang: Lang
) -> alt.LayerChart:
    x = alt.X("n:Q", title=_say(lang, "词元数 n", "tokens n")).scale(type="log", base=2)
    y = alt.Y(f"{field}:Q", title=None).scale(type="log").axis(format="~s", tickCount=4)
    rnn, attention = (
        alt.Chart(frame[frame["kind"] == kind]).encode(x=x.axis(grid=False, tickCount=5), y=y)
        for kind in ("rnn", "attention")
    )
    end = int(frame["n"].max())
    seen = [alt.Tooltip("n:Q"), alt.Tooltip(f"{field}:Q", format=",", title=title)]
    names = ((rnn, "RNN", c["ink-2"]), (attention, _say(lang, "注意力", "Attention"), c["query"]))
    return alt.layer(
        rnn.mark_line(color=c["ink-2"], strokeDash=[5, 4]),
        attention.mark_line(color=c["query"], strokeWidth=2.5),
        rnn.mark_point(shape="square", fill=c["bg"], stroke=c["ink-2"], size=46, opacity=1).encode(
            tooltip=seen
        ),
        attention.mark_point(
            shape="circle", fill=c["query"], stroke=c["query"], size=46, opacity=1
        ).encode(tooltip=seen),
        *(
            part.transform_filter(alt.datum.n == end)
            .transform_calculate(name=f"'{name}'")
            .mark_text(align="right", dx=-4, dy=-14, fontWeight=600, color=colour)
            .encode(text="name:N")
            for part, name, colour in names
        ),
    ).properties(width=262, height=150, title=title)
