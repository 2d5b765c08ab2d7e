"""How much of the gradient reaches the first layer of a deep stack, with and without residuals.

Each layer is one feed-forward network, 64 -> 256 -> GELU -> 64, freshly drawn so that a single
layer keeps the size of what it is given. The stacks differ only in two switches: whether a layer's
result is added to its input (He et al. 2015), and whether it reads a normalised input (pre-norm).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd
import torch
from torch import Tensor
from torch.nn import functional as F

DEPTHS = (4, 8, 16, 32, 48)
WIDTH, WIDEN, N_INPUT = 64, 4, 32


@dataclass(frozen=True)
class GradientTables:
    """``gradient``: depth, residual, norm, layer (from 1), size: the norm of the loss's derivative
    by that layer's input. ``alike``: depth, residual, norm, cosine: how alike the gradients at the
    first layer stay when the inputs move by 1 % (1: the same direction, 0: unrelated).
    """

    gradient: pd.DataFrame
    alike: pd.DataFrame
    seed: int

    def first(self, depth: int, *, residual: bool, norm: bool) -> float:
        """The gradient at layer 1 of one stack."""
        g = self.gradient
        here = (g.depth == depth) & (g.residual == residual) & (g.norm == norm) & (g.layer == 1)
        return float(g.loc[here, "size"].to_numpy()[0])

    def likeness(self, depth: int, *, residual: bool, norm: bool) -> float:
        """How alike neighbouring inputs' gradients are at layer 1 of one stack."""
        a = self.alike
        here = (a.depth == depth) & (a.residual == residual) & (a.norm == norm)
        return float(a.loc[here, "cosine"].to_numpy()[0])


def gradients(depths: tuple[int, ...] = DEPTHS, *, seed: int = 0) -> GradientTables:
    """Measure every stack. The loss is the mean dot product of the output with random targets."""
    if not depths or min(depths) < 1:
        raise ValueError("gradients needs depths of at least 1")
    dice = torch.Generator().manual_seed(seed)
    x = torch.randn(N_INPUT, WIDTH, generator=dice)
    near = x + 0.01 * torch.randn(x.shape, generator=dice)
    target = torch.randn(x.shape, generator=dice)
    layers = [_layer(dice) for _ in range(max(depths))]
    rows, alike = [], []
    for depth in depths:
        for residual in (True, False):
            for norm in (True, False):
                here = {"depth": depth, "residual": residual, "norm": norm}
                grads, moved = (
                    _gradients_of(start, target, layers[:depth], residual=residual, norm=norm)
                    for start in (x, near)
                )
                rows += [
                    {**here, "layer": n, "size": float(grad.norm())}
                    for n, grad in enumerate(grads, start=1)
                ]
                # In double precision: 1e-15 squared is too small for float32.
                cosine = F.cosine_similarity(
                    grads[0].double(), moved[0].double(), dim=-1, eps=1e-60
                )
                alike.append({**here, "cosine": float(cosine.mean())})
    return GradientTables(pd.DataFrame(rows), pd.DataFrame(alike), seed)


def _layer(dice: torch.Generator) -> tuple[Tensor, Tensor]:
    wide = WIDEN * WIDTH
    up = torch.randn(wide, WIDTH, generator=dice) / math.sqrt(WIDTH)
    return up, torch.randn(WIDTH, wide, generator=dice) / math.sqrt(wide)


def _gradients_of(
    x: Tensor, target: Tensor, layers: list[tuple[Tensor, Tensor]], *, residual: bool, norm: bool
) -> list[Tensor]:
    """Derivative of the loss by the input of each layer: a list of (N_INPUT, WIDTH)."""
    stream, inputs = x.clone().requires_grad_(True), []
    for up, down in layers:
        inputs.append(stream)
        read = F.layer_norm(stream, (WIDTH,)) if norm else stream
        added = F.gelu(read @ up.T) @ down.T
        stream = stream + added if residual else added
    out = F.layer_norm(stream, (WIDTH,)) if norm else stream
    return list(torch.autograd.grad((out * target).sum(-1).mean(), inputs))
