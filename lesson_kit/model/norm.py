"""Normalisation: bring every position's vector to a steady size before the next step reads it."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from lesson_kit.model.config import TransformerConfig


class RMSNorm(nn.Module):
    """Divide by the root mean square, then scale each feature (Zhang & Sennrich 2019)."""

    def __init__(self, size: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        # Numbers, not parameters; on the CPU wherever x is, which torch allows for single numbers.
        self.floor = torch.tensor(math.sqrt(size * eps), device="cpu")
        self.share = torch.tensor(1 / math.sqrt(size), device="cpu")

    def forward(self, x: Tensor) -> Tensor:  # (..., size) -> (..., size)
        # √(mean x² + eps) from the length of x: hypot(a, b) is √(a² + b²). The same number as by
        # the definition, in half as many operations; for one token each costs more than its sums.
        wide = torch.promote_types(x.dtype, torch.float32)  # never add squares up in half precision
        length = torch.linalg.vector_norm(x, dim=-1, keepdim=True, dtype=wide)
        rms = torch.hypot(length, self.floor) * self.share
        return (x / rms).to(x.dtype) * self.weight


def make_norm(config: TransformerConfig) -> nn.Module:
    """The norm a block uses over d_model features: RMSNorm or LayerNorm (Ba et al. 2016)."""
    if config.norm == "layer":
        return nn.LayerNorm(config.d_model, eps=config.norm_eps)
    return RMSNorm(config.d_model, config.norm_eps)
