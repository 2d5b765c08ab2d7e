"""Altair chart of the FFN's bend: the curve, what comes in, and what becomes of it.

Plain data -> alt.Chart; both knobs are altair parameters and need no Python behind the page.
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
from lesson_kit.show.twins import PHONE, fixed, twin

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
    tables: Mapping[str, pd.DataFrame],
    *,
    colours: Mapping[str, str],
    lang: Lang,
    bend: str,
    narrow: bool = False,
) -> Any:
    """The curve, the pre-activations below it and the results to its right, by bend and layer.

    On a phone (`narrow`) the results stand below, with an axis of their own.
    """
    c, wide = colours, PHONE if narrow else 780
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
        y=y.axis(tickCount=5, title=_say(lang, "出来", "out"), **fixed(40)),
        detail="bend:N",
    )
    chosen = curves.transform_filter("datum.bend == bend")
    upper = alt.layer(
        curves.mark_line(color=c["line-2"], strokeWidth=1.5, clip=True),
        chosen.mark_line(color=c["ffn"], strokeWidth=3.5, clip=True),
        alt.Chart(tables["facts"])
        .transform_filter("datum.bend == bend && datum.layer == layer")
        .transform_calculate(text=_facts_text(lang, narrow=narrow))
        .mark_text(
            align="left",
            baseline="top",
            fontSize=14 if narrow else 15,
            color=c["ink"],
            lineBreak="|",
        )
        .encode(x=alt.datum(-_SPAN + 0.15), y=alt.datum(_SPAN - 0.15), text="text:N"),
    ).properties(width=wide, height=250)
    share = alt.Axis(format="%", tickCount=3, title=None, **fixed(40))
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
            )
            .scale(domain=[-_SPAN, _SPAN])
            .axis(tickCount=8, format="d"),
            x2="right:Q",
            y=alt.Y("share:Q", axis=share, scale=alt.Scale(reverse=True)),
            y2=alt.datum(0),
            tooltip=tip,
        )
        .properties(width=wide, height=110)
    )
    results = (
        alt.Chart(tables["after"])
        .transform_filter("datum.bend == bend && datum.layer == layer")
        .mark_rect(color=c["ffn"])
        .encode(
            y=alt.Y(
                "low:Q",
                axis=alt.Axis(tickCount=5, title=_say(lang, "出来", "out"), **fixed(40))
                if narrow
                else None,
            ).scale(domain=[-0.5, _SPAN]),
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
        .properties(width=wide if narrow else 230, height=170 if narrow else 250)
    )
    chart = (
        alt.vconcat(upper, lower, results, spacing=8)
        if narrow
        else alt.vconcat(alt.hconcat(upper, results, spacing=16), lower, spacing=6)
    )
    words = _say(
        lang,
        "曲线：所选的激活函数；它下面：真实预激活值的分布；「出来的值」：经过曲线以后的分布。",
        "Curve: the activation; under it: the real pre-activations; what comes out: the same "
        "numbers after the curve.",
    )
    dressed = dress(chart.add_params(which, layer), lang=lang).properties(description=words)
    return twin(dressed, narrow=narrow)


def _facts_text(lang: Lang, *, narrow: bool) -> str:
    negative, quiet = "format(datum.negative, '.0%')", "format(datum.quiet, '.0%')"
    turn = "|" if narrow else " "
    if lang == "zh":
        return f"{negative} + ' 的 z 小于 0|弯折之后 ' + {quiet} + '{turn}落在 ±0.05 以内'"
    return f"{negative} + ' of z lie below 0|after the bend ' + {quiet} + '{turn}lie within ±0.05'"


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en
