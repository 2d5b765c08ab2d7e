"""Dropping old keys is not truncating the text: the difference, by number of layers.

A sliding window keeps the newest W keys of every layer. From the second layer on those keys were
computed by positions that had themselves read further back, so a trace of the dropped text is still
in them. Cutting the text and running what is left knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor
from torch.nn import functional as F

from lesson_kit.model import Transformer
from lesson_kit.model.attention import attend_slowly, causal_mask
from lesson_kit.model.positions import rope_table
from lesson_kit.model.transformer import Block


@dataclass(frozen=True)
class DropDifference:
    """Next-token distributions of the two ways, with the lowest `n_layer` layers of the model.

    `moved` is the share of probability that would have to move to turn one into the other
    (total variation distance, 0..1); `logit` the largest difference of one logit.
    """

    n_layer: int
    window: int
    length: int
    moved: float
    logit: float


def last_logits(
    model: Transformer, ids: Sequence[int], *, n_layer: int, window: int | None = None
) -> Tensor:
    """Logits (V,) behind the last of `ids`, with only the first `n_layer` layers.

    window: each position sees only the newest `window` keys, itself included; None sees all.
    Raises ValueError for no ids, for a window below 1, or for layers the model does not have.
    """
    c = model.config
    if not ids or not 1 <= n_layer <= c.n_layer or (window is not None and window < 1):
        raise ValueError(f"{len(ids)} ids, {n_layer} of {c.n_layer} layers, window {window}")
    at = torch.tensor([list(ids)], device=model.embed.weight.device)
    n = at.shape[1]
    with torch.inference_mode():
        x = model.embed(at)
        if model.positions is not None:
            x = x + model.positions.weight[:n]
        turn = None
        if c.position == "rope":
            cos, sin = (table[:n].to(x.device, x.dtype) for table in rope_table(c))
            turn = cos, sin
        mask = causal_mask(n, n, x.device)
        if window is not None:
            mask = mask & ~causal_mask(n, n, x.device).tril(-window)
        for block in list(cast(Iterable[Block], model.layers))[:n_layer]:
            q, k, v = block.attn.qkv(block.attn_norm(x), turn)
            x = x + block.attn.merge(attend_slowly(q, k, v, mask).head_out)
            x = x + block.ffn(block.ffn_norm(x))[-1]
        last = model.final_norm(x[0, -1])
        output = model.unembed
        logits = F.linear(last, model.embed.weight) if output is None else output(last)
        return logits.float().cpu()


def drop_difference(
    model: Transformer, ids: Sequence[int], *, window: int, n_layer: int
) -> DropDifference:
    """Keep the newest `window` keys of the whole text, or run only its last `window` tokens."""
    slid = last_logits(model, ids, n_layer=n_layer, window=window)
    cut = last_logits(model, list(ids)[-window:], n_layer=n_layer)
    moved = float((slid.softmax(-1) - cut.softmax(-1)).abs().sum() / 2)
    return DropDifference(n_layer, window, len(ids), moved, float((slid - cut).abs().max()))
