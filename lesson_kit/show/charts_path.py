"""Altair chart of the attention chapter: how far apart two words are for an RNN and for attention.

DataFrame -> alt.Chart; the knob is an altair parameter and needs no Python behind the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import altair as alt
import pandas as pd

from lesson_kit.show.theme import Lang, dress

#: Lengths of the chart: doubling steps, from two words to a long document.
LENGTHS = tuple(2**e for e in range(1, 13))
_CHAIN = 24  # words drawn in the chain picture


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en


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
    words = _say(
        lang,
        "上：RNN 要一个词一个词传过去，注意力一步就到。下：路径、排队步数、比较次数随长度的增长。",
        "Above: an RNN hands a signal from word to word, attention gets there in one step. "
        "Below: growth of path, waiting steps and comparisons with length.",
    )
    return dress(chart, lang=lang).properties(description=words)


def _chain(c: Mapping[str, str], lang: Lang) -> Any:
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


def _growth(frame: pd.DataFrame, field: str, title: str, c: Mapping[str, str], lang: Lang) -> Any:
    x = alt.X("n:Q", title=_say(lang, "词元数 n", "tokens n")).scale(type="log", base=2)
    y = alt.Y(f"{field}:Q", title=None).scale(type="log").axis(format="~s", tickCount=4)
    rnn, attention = (
        alt.Chart(frame[frame["kind"] == kind]).encode(x=x.axis(grid=False, tickCount=5), y=y)
        for kind in ("rnn", "attention")
    )
    end = int(frame["n"].to_numpy().max())
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
