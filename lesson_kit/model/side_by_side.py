"""Matrices that read the same input, answered in one product.

W_q, W_k and W_v all multiply the same x, and so do an FFN's W_gate and W_up. In a model that is
only used, their rows can lie one below the other in memory. One product then serves them all; a
small model's step is many small products, and each costs something merely for being started.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F


def side_by_side(x: Tensor, *matrices: nn.Module) -> Tensor:
    """x (..., inputs) -> W x of each matrix W, one after the other: (..., sum of their outputs)."""
    rows = getattr(matrices[0], "rows", None)
    if rows is not None and rows.are_those_of(matrices):
        return rows(x)
    weight, bias = _one_below_the_other(matrices)
    return F.linear(x, weight, bias)


def lay_side_by_side(*matrices: nn.Linear) -> None:
    """Move the weights into one tensor, of which each matrix keeps its own rows as `.weight`.

    For a model that is not trained any more; names, shapes and numbers stay as they were.
    """
    matrices[0].rows = Rows(matrices)  # type: ignore[assignment]  # no parameter: not in files


class Rows:
    """The weights of several matrices, one below the other."""

    def __init__(self, matrices: tuple[nn.Linear, ...]) -> None:
        sizes = [matrix.out_features for matrix in matrices]
        with torch.no_grad():
            self.weight, self.bias = _one_below_the_other(matrices)
        for matrix, rows in zip(matrices, self.weight.split(sizes), strict=True):
            matrix.weight = nn.Parameter(rows, requires_grad=False)
        if self.bias is not None:
            for matrix, bias in zip(matrices, self.bias.split(sizes), strict=True):
                matrix.bias = nn.Parameter(bias, requires_grad=False)
        self.places = self._places(matrices)

    def are_those_of(self, matrices: tuple[nn.Module, ...]) -> bool:
        """Whether the matrices still hold these rows: a copied, moved or replaced one does not."""
        return self._places(matrices) == self.places

    def _places(self, matrices: tuple[Any, ...]) -> list[int]:
        places = [matrix._parameters["weight"].data_ptr() for matrix in matrices]
        if self.bias is not None:
            places += [matrix._parameters["bias"].data_ptr() for matrix in matrices]
        return places

    def __call__(self, x: Tensor) -> Tensor:
        """One product for all."""
        return F.linear(x, self.weight, self.bias)


def _one_below_the_other(matrices: tuple[Any, ...]) -> tuple[Tensor, Tensor | None]:
    bias = None if matrices[0].bias is None else torch.cat([matrix.bias for matrix in matrices])
    return torch.cat([matrix.weight for matrix in matrices]), bias
