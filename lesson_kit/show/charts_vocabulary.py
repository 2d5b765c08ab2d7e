"""Altair chart of chapter 02: a larger vocabulary makes shorter texts and a larger table.

DataFrame -> alt.Chart; the knob is an altair parameter and needs no Python behind the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from lesson_kit.show.theme import Lang, dress

__all__ = ["sizes_chart", "sizes_table"]


def sizes_table(rows: Sequence[Mapping[str, float]]) -> pd.DataFrame:
    """Long form. Columns: size, lang ("zh" or "en"), tokens (per sentence)."""
    if not rows:
        raise ValueError("there is nothing to draw")
    return pd.DataFrame(
        [
            {"size": row["size"], "lang": lang, "tokens": row[lang]}
            for row in rows
            for lang in ("zh", "en")
        ]
    )


def sizes_chart(
    table: pd.DataFrame,
    *,
    colours: Mapping[str, str],
    lang: Lang = "zh",
    size: int = 8192,
    width: int = 256,
    title: str = "",
) -> alt.HConcatChart:
    """Tokens per sentence and parameters of the embedding table by vocabulary size.

    table: `sizes_table`. size: the vocabulary marked, this model's. width: numbers per token that
    the slider begins with, this model's.
    """

    def say(zh: str, en: str) -> str:
        return zh if lang == "zh" else en

    knob = alt.param(
        name="width",
        value=width,
        bind=alt.binding_range(
            min=32, max=4096, step=32, name=say("每个词元几个数 d", "numbers per token d")
        ),
    )
    c = colours
    x = alt.X("size:Q", title=say("词表大小 V", "vocabulary size V")).scale(type="log", base=2)
    label = "datum.value < 1024 ? datum.value : datum.value / 1024 + 'k'"
    x = x.axis(grid=False, values=sorted(set(table["size"])), labelExpr=label, labelOverlap=False)
    here = alt.Chart(pd.DataFrame([{"size": size}])).encode(x=x)
    mark = here.mark_rule(color=c["ink"], strokeDash=[3, 3], strokeWidth=1.5)
    names = {"zh": say("中文", "Chinese"), "en": say("英文", "English")}
    dashes = {"zh": [1, 0], "en": [6, 4]}
    shapes = {"zh": "circle", "en": "square"}
    layers: list[Any] = [mark]
    for one, name in names.items():
        part = alt.Chart(table[table["lang"] == one]).encode(
            x=x,
            y=alt.Y("tokens:Q", title=None).scale(zero=True),
            tooltip=[
                alt.Tooltip("size:Q", title="V", format=","),
                alt.Tooltip("tokens:Q", title=name, format=".2f"),
            ],
        )
        layers += [
            part.mark_line(color=c["ink-2"], strokeWidth=2, strokeDash=dashes[one]),
            part.mark_point(shape=shapes[one], size=60, fill=c["ink"], stroke=c["ink"], opacity=1),
            part.transform_filter(alt.datum.size == 1024)
            .transform_calculate(name=f"'{name}'")
            .mark_text(
                align="left" if one == "en" else "right",
                dx=10 if one == "en" else -10,
                dy=-10 if one == "en" else 14,
                fontWeight=600,
                color=c["ink"],
            )
            .encode(text="name:N"),
        ]
    left = alt.layer(*layers).properties(
        width=430, height=250, title=say("一句话平均几个词元", "Tokens per sentence, on average")
    )
    sizes = alt.Chart(table[table["lang"] == "zh"]).transform_calculate(n="datum.size * width")
    y = alt.Y("n:Q", title=None).axis(format="~s")
    right = alt.layer(
        sizes.mark_bar(color=c["resid"], size=24).encode(
            x=x,
            y=y,
            tooltip=[
                alt.Tooltip("size:Q", title="V", format=","),
                alt.Tooltip("n:Q", title="V × d", format=","),
            ],
        ),
        mark,
    ).properties(
        width=430, height=250, title=say("嵌入表的参数 V × d", "Parameters of the table, V × d")
    )
    words = say(
        "左：词表越大，一句话的词元越少，但越来越不划算。右：嵌入表的参数随词表成正比。",
        "Left: a larger vocabulary makes fewer tokens per sentence, with shrinking gains. "
        "Right: the parameters of the embedding table grow in proportion.",
    )
    chart = alt.hconcat(left, right, spacing=60).add_params(knob)
    heading = alt.TitleParams(title, anchor="start", offset=14)
    return dress(chart, lang=lang).properties(description=words, title=heading)
