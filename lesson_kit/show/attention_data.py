"""One sentence's attention as plain data, in the form that every attention picture reads.

A picture gets q, k and v and computes scores and weights itself, so that its knobs live in a page
with no Python behind it. `attention_weights` below is the same formula in numpy; a test holds the
two together, and the model's own trace to both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

import numpy as np

__all__ = [
    "SentenceData",
    "attention_weights",
    "rollout",
    "sentence_data",
    "token_entries",
    "unpack",
]

SentenceData = dict[str, Any]

# Beyond this many bytes a sentence travels as float16: a page that carries six of them stays light.
_FULL_PRECISION_BYTES = 1_500_000
_FULL_PRECISION_TOKENS = 96


class _Piece(Protocol):
    """What is read of a token: `lesson_kit.text.Piece` has it."""

    @property
    def id(self) -> int: ...
    @property
    def bytes(self) -> bytes: ...
    @property
    def text(self) -> str: ...
    @property
    def group(self) -> int: ...


def token_entries(
    pieces: Iterable[_Piece], special: Mapping[str, int] | None = None
) -> list[dict[str, Any]]:
    """Tokens as a picture wants them: text, id, bytes in hex, group, whether special.

    pieces: from `Tokenizer.pieces`. special: name -> id of the control tokens
    (`Tokenizer.special`); they are shown by their names. A piece that is no whole character has
    the text "" and is drawn with its bytes, under one bracket with the rest of its group.
    """
    names = {id: name for name, id in (special or {}).items()}
    return [
        {
            "t": names.get(piece.id, piece.text),
            "id": int(piece.id),
            "b": piece.bytes.hex(),
            "g": int(piece.group),
            "s": piece.id in names,
        }
        for piece in pieces
    ]


def sentence_data(
    label: str,
    tokens: Sequence[Mapping[str, Any]],
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    *,
    next: Collection[Mapping[str, Any]] = (),
    first: int | None = None,
) -> SentenceData:
    """Pack one sentence.

    label: what the picker shows. tokens: T entries of `token_entries`. q: (L, H, T, D); k, v:
    (L, G, T, D), query head h reads head h // (H/G); q and k as they meet, after any rotation by
    position. next: candidates for the next token, {"t", "id", "p"}, likeliest first. first: the
    query that is lit at the start (default: the last token).

    Long sentences travel as float16, the others as float32 ("dtype" says which). Raises
    ValueError if the shapes do not belong together.
    """
    layers, heads, length, width = q.shape
    groups = k.shape[1]
    if k.shape != (layers, groups, length, width) or v.shape != k.shape:
        raise ValueError(f"q {q.shape}, k {k.shape} and v {v.shape} are not of one sentence")
    if heads % groups:
        raise ValueError(f"{heads} query heads cannot share {groups} key heads evenly")
    if len(tokens) != length or not length:
        raise ValueError(f"{len(tokens)} tokens, but q has {length} positions")
    lit = length - 1 if first is None else first
    if not 0 <= lit < length:
        raise ValueError(f"first = {lit}: the sentence has {length} tokens")
    size = 4 * (q.size + k.size + v.size)
    short = length <= _FULL_PRECISION_TOKENS and size <= _FULL_PRECISION_BYTES
    dtype = "float32" if short else "float16"
    return {
        "label": label,
        "tokens": [dict(token) for token in tokens],
        "n_layer": layers,
        "n_head": heads,
        "n_kv_head": groups,
        "d_head": width,
        "dtype": dtype,
        **{name: _pack(array, dtype) for name, array in (("q", q), ("k", k), ("v", v))},
        "next": [dict(candidate) for candidate in next],
        "first": int(lit),
    }


def unpack(data: Mapping[str, Any], name: Literal["q", "k", "v"]) -> np.ndarray:
    """q (L, H, T, D) or k, v (L, G, T, D) of a packed sentence, float32."""
    heads = data["n_head"] if name == "q" else data["n_kv_head"]
    shape = (data["n_layer"], heads, len(data["tokens"]), data["d_head"])
    kind = "<f4" if data["dtype"] == "float32" else "<f2"
    return np.frombuffer(data[name], kind).astype(np.float32).reshape(shape)


def attention_weights(
    q: np.ndarray, k: np.ndarray, *, mask: Literal["causal", "none"] = "causal"
) -> tuple[np.ndarray, np.ndarray]:
    """Scaled dot-product attention without the values (Vaswani et al. 2017).

    q (..., H, T, D), k (..., G, T, D) -> scores q·k/√D, −inf where the mask hides, and their
    softmax by row; both (..., H, T, T), float64.
    """
    shared = q.shape[-3] // k.shape[-3]
    keys = np.repeat(k.astype(np.float64), shared, axis=-3)
    scores = q.astype(np.float64) @ keys.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    if mask == "causal":
        scores = np.where(np.tri(q.shape[-2], dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return scores, weights / weights.sum(-1, keepdims=True)


def rollout(weights: np.ndarray) -> np.ndarray:
    """Attention rollout (Abnar & Zuidema 2020): how attention adds up through the layers.

    weights (L, H, T, T) -> (T, T): the product over layers, last one on the left, of
    ½ mean over heads + ½ identity (the residual path).
    """
    total = np.eye(weights.shape[-1])
    for layer in weights.mean(axis=1):
        total = (layer + np.eye(len(layer))) / 2 @ total
    return total


def _pack(array: np.ndarray, dtype: str) -> bytes:
    kind = np.dtype(dtype).newbyteorder("<")
    limits = np.finfo(kind)
    return np.ascontiguousarray(array.clip(limits.min, limits.max), dtype=kind).tobytes()
