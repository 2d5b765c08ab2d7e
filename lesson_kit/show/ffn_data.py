"""One sentence inside the FFN, and through the lens, as plain data for the pictures of chapter 06.

The picture of the FFN gets what goes in (x), what comes before the bend (pre) and what multiplies
it (second), and computes the activations itself; `activations` is the same formula in numpy and a
test holds both to the model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

__all__ = [
    "FfnSentence",
    "LensSentence",
    "activations",
    "ffn_sentence",
    "lens_sentence",
    "shown_layers",
    "unpack",
]

FfnSentence = dict[str, Any]
LensSentence = dict[str, Any]

_MOST_LAYERS = 8  # every number of a layer travels to the page; a deep model shows some of them


def shown_layers(n_layer: int) -> list[int]:
    """Which layers travel, from 0: all of a small model, else 8 evenly spread, ends included."""
    spread = np.linspace(0, n_layer - 1, min(n_layer, _MOST_LAYERS))
    return [round(float(x)) for x in spread]


def ffn_sentence(
    label: str,
    tokens: Sequence[Mapping[str, Any]],
    *,
    layers: Sequence[int],
    gated: bool,
    x: np.ndarray,
    pre: np.ndarray,
    second: np.ndarray,
    out: np.ndarray,
) -> FfnSentence:
    """Pack one sentence as float16 (three digits).

    layers: N layer numbers from 0. x, out: (N, T, C), into and out of the FFN. pre: (N, T, F)
    before the bend. second: (N, T, F), what multiplies silu(pre) if `gated`, else the activations
    themselves. Raises ValueError if the shapes do not belong together.
    """
    count, length, width = x.shape
    wide = pre.shape[-1]
    if out.shape != x.shape or pre.shape != (count, length, wide) or second.shape != pre.shape:
        raise ValueError(f"x {x.shape}, pre {pre.shape}, out {out.shape} are not of one sentence")
    if len(tokens) != length or len(layers) != count:
        raise ValueError(f"{len(tokens)} tokens and {len(layers)} layers, but x is {x.shape}")
    words = [i for i, token in enumerate(tokens) if not token["s"]]
    return {
        "label": label,
        "tokens": [dict(token) for token in tokens],
        "layers": [int(n) for n in layers],
        "d_model": width,
        "d_ff": wide,
        "gated": gated,
        "first": words[-2] if len(words) > 1 else length - 1,
        **{k: _half(v) for k, v in (("x", x), ("pre", pre), ("second", second), ("out", out))},
    }


def activations(pre: np.ndarray, second: np.ndarray, *, gated: bool) -> np.ndarray:
    """What the units hand on: silu(pre) · second if gated, else `second` itself."""
    return pre / (1 + np.exp(-pre.astype(np.float64))) * second if gated else second


def lens_sentence(
    label: str,
    tokens: Sequence[Mapping[str, Any]],
    ids: np.ndarray,
    probs: np.ndarray,
    last: np.ndarray,
    names: Mapping[int, str],
) -> LensSentence:
    """Pack what the model would say after each layer.

    ids, probs: (D, T, K) best candidates at each depth and position; last: (D, T) probability of
    the token the whole model prefers in the end; names: how each id is written.
    """
    depth, length, top = ids.shape
    if probs.shape != ids.shape or last.shape != (depth, length) or len(tokens) != length:
        raise ValueError(f"ids {ids.shape}, probs {probs.shape}, last {last.shape} do not agree")
    return {
        "label": label,
        "tokens": [dict(token) for token in tokens],
        "depth": depth,
        "top": top,
        "ids": np.ascontiguousarray(ids, "<i4").tobytes(),
        "p": np.ascontiguousarray(probs, "<f4").tobytes(),
        "last": np.ascontiguousarray(last, "<f4").tobytes(),
        "names": {str(id): name for id, name in names.items()},
    }


def unpack(sentence: Mapping[str, Any], name: str) -> np.ndarray:
    """One array of a packed FFN sentence, back in its shape, as float32."""
    width = sentence["d_model"] if name in ("x", "out") else sentence["d_ff"]
    shape = (len(sentence["layers"]), len(sentence["tokens"]), width)
    return np.frombuffer(sentence[name], "<f2").reshape(shape).astype(np.float32)


def _half(array: np.ndarray) -> bytes:
    limit = float(np.finfo(np.float16).max)
    return np.ascontiguousarray(array.clip(-limit, limit), "<f2").tobytes()
