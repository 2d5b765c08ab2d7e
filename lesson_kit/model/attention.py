"""Attention: every position asks a question of the past and takes home a weighted mean of answers.

    weights = softmax(q kᵀ / √d_head + mask),   out = weights v        (Vaswani et al. 2017)

Letters: B batch, T new positions, S past + new positions, H query heads, G key/value heads,
D d_head.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from lesson_kit.model.config import TransformerConfig
from lesson_kit.model.norm import RMSNorm
from lesson_kit.model.positions import rotate
from lesson_kit.model.side_by_side import side_by_side


class AttentionWork(NamedTuple):
    """What one attention step computed on the way; shapes as in LayerTrace."""

    scores: Tensor  # (B, H, T, S), −inf where the mask hides
    weights: Tensor  # (B, H, T, S), each row sums to 1
    head_out: Tensor  # (B, H, T, D)


def causal_mask(n_new: int, n_all: int, device: torch.device | None = None) -> Tensor:
    """True where looking is allowed, (T, S): new position t sits at S − T + t."""
    position = torch.arange(n_all - n_new, n_all, device=device)
    return torch.arange(n_all, device=device) <= position[:, None]


def attend_slowly(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> AttentionWork:
    """The formula, one line a step, keeping each step. q (B,H,T,D), k and v (B,G,S,D)."""
    group = q.shape[1] // k.shape[1]
    k = k.repeat_interleave(group, dim=1)  # (B, H, S, D): query heads of a group share keys
    v = v.repeat_interleave(group, dim=1)
    scores = q @ k.mT / math.sqrt(q.shape[-1])  # (B, H, T, S)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(dim=-1)
    return AttentionWork(scores, weights, weights @ v)


def attend_fused(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
    """The same result (B, H, T, D) in one fused kernel: faster, but the steps stay inside it."""
    shared = q.shape[1] != k.shape[1]
    # A square (T, T) mask is the causal one, which the kernel knows; padding's is (B, 1, 1, S).
    whole = mask is not None and mask.ndim == 2 and q.shape[2] == k.shape[2]
    return F.scaled_dot_product_attention(
        q, k, v, attn_mask=None if whole else mask, is_causal=whole, enable_gqa=shared
    )


class Attention(nn.Module):
    """The four matrices of one attention sub-layer, with H query heads over G key/value heads."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        C, D = config.d_model, config.d_head
        self.n_head, self.n_kv_head, self.d_head = config.n_head, config.n_kv_head, D
        self.W_q = nn.Linear(C, config.n_head * D, bias=config.qkv_bias)
        self.W_k = nn.Linear(C, config.n_kv_head * D, bias=config.qkv_bias)
        self.W_v = nn.Linear(C, config.n_kv_head * D, bias=config.qkv_bias)
        self.W_o = nn.Linear(config.n_head * D, C, bias=config.o_bias)
        self.q_norm = RMSNorm(D, config.norm_eps) if config.qk_norm else None
        self.k_norm = RMSNorm(D, config.norm_eps) if config.qk_norm else None

    def qkv(self, x: Tensor, turn: tuple[Tensor, Tensor] | None) -> tuple[Tensor, Tensor, Tensor]:
        """x (B,T,C) -> q (B,H,T,D), k and v (B,G,T,D); q and k already turned by RoPE."""
        heads = self.split(side_by_side(x, self.W_q, self.W_k, self.W_v))  # (B, H + 2G, T, D)
        q_and_k, v = heads.split_with_sizes((self.n_head + self.n_kv_head, self.n_kv_head), dim=1)
        if self.q_norm is not None and self.k_norm is not None:
            q, k = q_and_k.split_with_sizes((self.n_head, self.n_kv_head), dim=1)
            q_and_k = torch.cat((self.q_norm(q), self.k_norm(k)), dim=1)
        if turn is not None:
            q_and_k = rotate(q_and_k, *turn)
        q, k = q_and_k.split_with_sizes((self.n_head, self.n_kv_head), dim=1)
        return q, k, v

    def split(self, x: Tensor) -> Tensor:
        """(B, T, heads·D) -> (B, heads, T, D)."""
        return x.view(*x.shape[:-1], -1, self.d_head).transpose(1, 2)

    def merge(self, heads: Tensor) -> Tensor:
        """Put the heads side by side and mix them: (B, H, T, D) -> (B, T, C)."""
        return self.W_o(heads.transpose(1, 2).flatten(2))
