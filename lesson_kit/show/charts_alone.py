"""Altair chart of what mixes positions: one vector replaced before the FFN and before attention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from lesson_kit.show.numbers import drawn_number
from lesson_kit.show.theme import Lang, dress
from lesson_kit.show.twins import PHONE, twin


def alone_table(
    ffn: Sequence[float], attention: Sequence[float], words: Sequence[str]
) -> pd.DataFrame:
    """How far each position moved: i, word, step ("ffn" or "attention"), moved."""
    rows = [
        {"i": i, "word": word, "step": step, "moved": float(x)}
        for step, values in (("ffn", ffn), ("attention", attention))
        for i, (word, x) in enumerate(zip(words, values, strict=True))
    ]
    return pd.DataFrame(rows)


def alone_chart(
    table: pd.DataFrame,
    *,
    at: int,
    colours: Mapping[str, str],
    lang: Lang,
    narrow: bool = False,
) -> Any:
    """One vector replaced at position `at`: whose results move, FFN against attention."""
    c, zh, wide = colours, lang == "zh", PHONE + 60 if narrow else 410
    names = dict(zip(table["i"], table["word"], strict=True))
    label = "{" + ",".join(f"{i}:{_quoted(w)}" for i, w in names.items()) + "}[datum.value]"
    column = wide / max(1, len(names))
    panels = []
    for step, title, colour in (
        ("ffn", "FFN：别的位置一点不动" if zh else "FFN: no other position moves", c["ffn"]),
        (
            "attention",
            "注意力：后面的位置都动了" if zh else "Attention: the later ones all move",
            c["query"],
        ),
    ):
        base = (
            alt.Chart(table[table["step"] == step])
            .transform_calculate(shown=drawn_number("datum.moved"), top="max(datum.moved, 0)")
            .encode(
                x=alt.X(
                    "i:O",
                    axis=alt.Axis(
                        labelExpr=label,
                        labelAngle=0,
                        title=None,
                        labelOverlap=False,
                        labelLimit=max(20, column - 2),
                    ),
                ),
                y=alt.Y("top:Q", axis=None).scale(domain=[0, 1.2 * _most(table, step)]),
                tooltip=[alt.Tooltip("word:N"), alt.Tooltip("moved:Q", format=".6g")],
            )
        )
        panels.append(
            alt.layer(
                base.mark_bar(color=colour, size=min(26, 0.62 * column)).encode(
                    opacity=alt.condition(f"datum.i == {at}", alt.value(0.4), alt.value(1))
                ),
                base.mark_text(dy=-9, color=c["ink"]).encode(text="shown:N"),
            ).properties(width=wide, height=130 if narrow else 150, title=title)
        )
    chart = alt.vconcat(*panels, spacing=20) if narrow else alt.hconcat(*panels, spacing=50)
    return twin(dress(chart, lang=lang), narrow=narrow)


def _most(table: pd.DataFrame, step: str) -> float:
    """The tallest bar of one panel; 1 where nothing moved at all."""
    return float(table.loc[table["step"] == step, "moved"].max()) or 1.0


def _quoted(text: str) -> str:
    """A learner's token as a Vega string: nothing of it is read as an expression."""
    return "'" + "".join(f"\\u{ord(x):04x}" if ord(x) < 0x10000 else "?" for x in text) + "'"
