"""Normalisation: bring every position's vector to a steady size before the next step reads it."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from lesson_kit.model.config import TransformerConfig


class RMSNorm(nn.Module):
    """Divide by the root mean square, then scale each feature (Zhang & Sennrich 2019)."""

    def __init__(self, size: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:  # (..., size) -> (..., size)
        return F.rms_norm(x, self.weight.shape, self.weight, self.eps)


def make_norm(config: TransformerConfig) -> nn.Module:
    """The norm a block uses over d_model features: RMSNorm or LayerNorm (Ba et al. 2016)."""
    if config.norm == "layer":
        return nn.LayerNorm(config.d_model, eps=config.norm_eps)
    return RMSNorm(config.d_model, config.norm_eps)
