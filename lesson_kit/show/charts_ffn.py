"""Altair charts of the FFN: what the bend does, and that positions do not mix.

Plain data -> alt.Chart; every knob is an altair parameter and needs no Python behind the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from lesson_kit.show.ffn_data import shown_layers
from lesson_kit.show.theme import Lang, dress

_SPAN = 4.0  # the curves are drawn, and pre-activations counted, from -4 to 4
_BIN = 0.125


def relu(z: np.ndarray) -> np.ndarray:
    """max(z, 0), element by element."""
    return np.maximum(z, 0.0)


def gelu(z: np.ndarray) -> np.ndarray:
    """z · Φ(z) with the normal distribution function Φ (Hendrycks & Gimpel 2016)."""
    return (
        z * 0.5 * (1 + np.array([math.erf(x / math.sqrt(2)) for x in np.ravel(z)]).reshape(z.shape))
    )


def silu(z: np.ndarray) -> np.ndarray:
    """z · sigmoid(z) (Elfwing et al. 2017); in SwiGLU a second product multiplies it."""
    return z / (1 + np.exp(-z))


BENDS: dict[str, Callable[[np.ndarray], np.ndarray]] = {"ReLU": relu, "GELU": gelu, "SiLU": silu}


def bend_tables(pre: Sequence[np.ndarray]) -> dict[str, pd.DataFrame]:
    """What the curves do to real pre-activations (one array for each layer).

    "curves": bend, z, y. "before": layer (from 1), left, right, share of that bin. "after": bend,
    layer, low, high, share. "facts": layer, bend, negative (share of pre-activations below 0),
    quiet (share of results within ±0.05), beyond (share outside what is drawn).
    """
    z = np.linspace(-_SPAN, _SPAN, 161)
    curves = [pd.DataFrame({"bend": n, "z": z, "y": f(z)}) for n, f in BENDS.items()]
    edges = np.arange(-_SPAN, _SPAN + _BIN / 2, _BIN)
    out_edges = np.arange(-0.5, _SPAN + _BIN / 2, _BIN)
    before, after, facts = [], [], []
    for index in shown_layers(len(pre)):
        values, layer = pre[index].astype(np.float64), index + 1
        share = np.histogram(values, edges)[0] / values.size
        before.append(
            pd.DataFrame({"layer": layer, "left": edges[:-1], "right": edges[1:], "share": share})
        )
        for name, bend in BENDS.items():
            bent = bend(values)
            share = np.histogram(bent, out_edges)[0] / values.size
            low, high = out_edges[:-1], out_edges[1:]
            rows = {"bend": name, "layer": layer, "low": low, "high": high, "share": share}
            after.append(pd.DataFrame(rows).query("share > 0"))
            facts.append(
                {
                    "layer": layer,
                    "bend": name,
                    "negative": float((values < 0).mean()),
                    "quiet": float((np.abs(bent) < 0.05).mean()),
                    "beyond": float((np.abs(values) > _SPAN).mean()),
                }
            )
    return {
        "curves": pd.concat(curves, ignore_index=True),
        "before": pd.concat(before, ignore_index=True),
        "after": pd.concat(after, ignore_index=True),
        "facts": pd.DataFrame(facts),
    }


def bend_chart(
    tables: Mapping[str, pd.DataFrame], *, colours: Mapping[str, str], lang: Lang, bend: str
) -> Any:
    """The curve, the pre-activations below it and the results to its right, by bend and layer."""
    c = colours
    layers = sorted(tables["before"]["layer"].unique().tolist())
    middle = layers[len(layers) // 2]
    which = alt.param(
        name="bend",
        value=bend,
        bind=alt.binding_radio(
            options=list(BENDS),
            labels=[f"{n}\u2003" for n in BENDS],
            name=_say(lang, "激活函数　", "activation  "),
        ),
    )
    layer = alt.param(
        name="layer",
        value=middle,
        bind=alt.binding_select(options=layers, name=_say(lang, "层　", "layer  ")),
    )
    x = alt.X("z:Q").scale(domain=[-_SPAN, _SPAN])
    y = alt.Y("y:Q").scale(domain=[-0.5, _SPAN])
    curves = alt.Chart(tables["curves"]).encode(
        x=x.axis(labels=False, title=None, tickCount=8),
        y=y.axis(tickCount=5, title=_say(lang, "出来", "out")),
        detail="bend:N",
    )
    chosen = curves.transform_filter("datum.bend == bend")
    upper = alt.layer(
        curves.mark_line(color=c["line-2"], strokeWidth=1.5, clip=True),
        chosen.mark_line(color=c["ffn"], strokeWidth=3.5, clip=True),
        alt.Chart(tables["facts"])
        .transform_filter("datum.bend == bend && datum.layer == layer")
        .transform_calculate(text=_facts_text(lang))
        .mark_text(align="left", baseline="top", fontSize=15, color=c["ink"], lineBreak="|")
        .encode(x=alt.datum(-_SPAN + 0.15), y=alt.datum(_SPAN - 0.15), text="text:N"),
    ).properties(width=780, height=250)
    share = alt.Axis(format="%", tickCount=3, title=None)
    tip = [
        alt.Tooltip("left:Q", format=".3f"),
        alt.Tooltip("right:Q", format=".3f"),
        alt.Tooltip("share:Q", format=".2%"),
    ]
    lower = (
        alt.Chart(tables["before"])
        .transform_filter("datum.layer == layer")
        .mark_rect(color=c["ffn"], opacity=0.5)
        .encode(
            x=alt.X(
                "left:Q",
                title=_say(lang, "进来：真实的预激活值 z", "in: the real pre-activations z"),
            ).scale(domain=[-_SPAN, _SPAN]),
            x2="right:Q",
            y=alt.Y("share:Q", axis=share, scale=alt.Scale(reverse=True)),
            y2=alt.datum(0),
            tooltip=tip,
        )
        .properties(width=780, height=110)
    )
    right = (
        alt.Chart(tables["after"])
        .transform_filter("datum.bend == bend && datum.layer == layer")
        .mark_rect(color=c["ffn"])
        .encode(
            y=alt.Y("low:Q", axis=None).scale(domain=[-0.5, _SPAN]),
            y2="high:Q",
            x=alt.X(
                "share:Q",
                axis=alt.Axis(
                    format="%", tickCount=3, title=_say(lang, "出来的值", "what comes out")
                ),
            ),
            x2=alt.datum(0),
            tooltip=[
                alt.Tooltip("low:Q", format=".3f"),
                alt.Tooltip("high:Q", format=".3f"),
                alt.Tooltip("share:Q", format=".2%"),
            ],
        )
        .properties(width=230, height=250)
    )
    chart = alt.vconcat(alt.hconcat(upper, right, spacing=16), lower, spacing=6).add_params(
        which, layer
    )
    words = _say(
        lang,
        "曲线：所选的激活函数；下：真实预激活值的分布；右：经过曲线以后的分布。",
        "Curve: the activation; below: the real pre-activations; right: what becomes of them.",
    )
    return dress(chart, lang=lang).properties(description=words)


def _facts_text(lang: Lang) -> str:
    negative, quiet = "format(datum.negative, '.0%')", "format(datum.quiet, '.0%')"
    if lang == "zh":
        return f"{negative} + ' 的 z 小于 0|弯折之后 ' + {quiet} + ' 落在 ±0.05 以内'"
    return f"{negative} + ' of z lie below 0|after the bend ' + {quiet} + ' lie within ±0.05'"


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


def alone_chart(table: pd.DataFrame, *, at: int, colours: Mapping[str, str], lang: Lang) -> Any:
    """One vector replaced at position `at`: whose results move, FFN against attention."""
    c = colours
    names = dict(zip(table["i"], table["word"], strict=True))
    label = "{" + ",".join(f"{i}:{_quoted(w)}" for i, w in names.items()) + "}[datum.value]"
    panels = []
    for step, title, colour in (
        ("ffn", _say(lang, "FFN：别的位置一点不动", "FFN: no other position moves"), c["ffn"]),
        (
            "attention",
            _say(lang, "注意力：后面的位置都动了", "Attention: the later ones all move"),
            c["query"],
        ),
    ):
        base = (
            alt.Chart(table[table["step"] == step])
            .transform_calculate(
                shown="datum.moved == 0 ? '0' : format(datum.moved, '.2g')",
                top="max(datum.moved, 0)",
            )
            .encode(
                x=alt.X(
                    "i:O",
                    axis=alt.Axis(labelExpr=label, labelAngle=0, title=None, labelOverlap=False),
                ),
                y=alt.Y("top:Q", axis=None).scale(domain=[0, 1.2 * _most(table, step)]),
                tooltip=[alt.Tooltip("word:N"), alt.Tooltip("moved:Q", format=".6g")],
            )
        )
        panels.append(
            alt.layer(
                base.mark_bar(color=colour, size=26).encode(
                    opacity=alt.condition(f"datum.i == {at}", alt.value(0.4), alt.value(1))
                ),
                base.mark_text(dy=-9, color=c["ink"]).encode(text="shown:N"),
            ).properties(width=410, height=150, title=title)
        )
    return dress(alt.hconcat(*panels, spacing=50), lang=lang)


def _most(table: pd.DataFrame, step: str) -> float:
    """The tallest bar of one panel; 1 where nothing moved at all."""
    return float(table.loc[table["step"] == step, "moved"].max()) or 1.0


def _quoted(text: str) -> str:
    """A learner's token as a Vega string: nothing of it is read as an expression."""
    return "'" + "".join(f"\\u{ord(x):04x}" if ord(x) < 0x10000 else "?" for x in text) + "'"


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en
