"""Every intermediate of one forward pass, by name: what the pictures are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor


@dataclass(frozen=True)
class LayerTrace:
    """One block on its way from `resid_pre` to `resid_post`. S = past + new positions."""

    resid_pre: Tensor  # (B, T, C) the residual stream as the block finds it
    q: Tensor  # (B, H, T, D) queries, after RoPE
    k: Tensor  # (B, G, S, D) keys, after RoPE; query head h reads K/V head h // (H/G)
    v: Tensor  # (B, G, S, D) values
    scores: Tensor  # (B, H, T, S) q·k/√d_head; −inf where the mask hides
    weights: Tensor  # (B, H, T, S) softmax of scores; each row sums to 1
    head_out: Tensor  # (B, H, T, D) Σ weight·v; zeros for a head that is switched off
    attn_out: Tensor  # (B, T, C) what attention adds to the stream
    resid_mid: Tensor  # (B, T, C) resid_pre + attn_out
    ffn_pre: Tensor  # (B, T, F) before the activation
    ffn_act: Tensor  # (B, T, F) after it (times the up-projection in SwiGLU)
    ffn_out: Tensor  # (B, T, C) what the FFN adds; zeros when switched off
    resid_post: Tensor  # (B, T, C) resid_mid + ffn_out


@dataclass(frozen=True)
class Trace:
    """A whole pass: ids in, logits out, each layer between them."""

    ids: Tensor  # (B, T) token ids
    embed: Tensor  # (B, T, C) rows of the embedding table (plus learned positions, if any)
    layers: tuple[LayerTrace, ...]  # L of them
    final_norm: Tensor  # (B, T, C) what the output matrix reads
    logits: Tensor  # (B, T, V) one number per vocabulary entry

    def __repr__(self) -> str:  # tensors of a whole model would flood a notebook
        batch, length, vocabulary = self.logits.shape
        return f"Trace(B={batch}, T={length}, L={len(self.layers)}, V={vocabulary})"


@dataclass(frozen=True)
class Edit:
    """An experiment on the running model; layers and heads count from 0.

    heads_off: (layer, head) pairs whose output is set to zero. ffn_off: layers whose FFN adds
    nothing. each_head_off: in this layer, row h of a batch of H equal texts runs without head h, so
    that one pass tries every head. mask: "causal", or "none" to let every position see every other
    (as an encoder does).
    """

    heads_off: frozenset[tuple[int, int]] = frozenset()
    ffn_off: frozenset[int] = frozenset()
    each_head_off: int | None = None
    mask: Literal["causal", "none"] = "causal"

    def silence_heads(self, layer: int, heads: Tensor) -> Tensor:
        """Zero this layer's switched-off heads in (B, H, T, D)."""
        if layer == self.each_head_off:
            row, head = heads.shape[:2]
            if row != head:
                raise ValueError(f"each_head_off needs a batch of {head} rows, not {row}")
            keep = 1 - torch.eye(head, dtype=heads.dtype, device=heads.device)
            heads = heads * keep[:, :, None, None]
        off = [head for at, head in self.heads_off if at == layer]
        if not off:
            return heads
        index = torch.tensor(off, device=heads.device)
        return heads.index_fill(1, index, 0)

    def silence_ffn(self, layer: int, ffn_out: Tensor) -> Tensor:
        """Zero what a switched-off FFN would add, (B, T, C)."""
        return torch.zeros_like(ffn_out) if layer in self.ffn_off else ffn_out
