"""Vectors compared and laid flat: cosine, nearest neighbours, principal components."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

__all__ = ["Flat", "cosine", "flatten", "nearest"]


@dataclass(frozen=True)
class Flat:
    """Vectors seen along their widest directions.

    ``at`` (n, k): each vector's place on the map. ``explained`` (k,): the share of all variance
    each axis keeps, 0 to 1. ``centre`` (C,) and ``axes`` (k, C): at = (vector - centre) axesᵀ.
    """

    at: np.ndarray
    explained: np.ndarray
    centre: np.ndarray
    axes: np.ndarray


def flatten(rows: Tensor, k: int = 2) -> Flat:
    """Principal components of rows (n, C) by SVD (Pearson 1901), k of them, the widest first.

    The sign of an axis is free; here its largest entry is positive, so that a map looks the same
    on every machine. Raises ValueError if there are not more than k vectors.
    """
    if len(rows) <= k:
        raise ValueError(f"{len(rows)} vectors have no {k} principal directions")
    wide = rows.detach().double().cpu()
    centre = wide.mean(0)
    _, spread, axes = torch.linalg.svd(wide - centre, full_matrices=False)
    axes = axes[:k]
    largest = axes.gather(1, axes.abs().argmax(1, keepdim=True))
    axes = axes * largest.sign()
    share = spread.square() / spread.square().sum().clamp_min(1e-300)
    at = (wide - centre) @ axes.T
    return Flat(at.numpy(), share[:k].numpy(), centre.numpy(), axes.numpy())


def cosine(a: Tensor, b: Tensor) -> Tensor:
    """Cosine of the angle between a (..., C) and b (..., C), -1 to 1; 0 where one is all zeros."""
    return torch.nn.functional.cosine_similarity(a.double(), b.double(), dim=-1, eps=1e-12)


def nearest(
    query: Tensor, table: Tensor, n: int, *, skip: Collection[int] = ()
) -> list[tuple[int, float]]:
    """The n rows of table (V, C) whose cosine with query (C,) is largest: (row, cosine) pairs.

    Rows in ``skip`` never appear. Ties go to the smaller row number.
    """
    query, table = query.detach().float(), table.detach().float()
    long = table.norm(dim=1) * query.norm()
    close = (table @ query) / long.clamp_min(1e-12)
    if skip:
        close[torch.tensor(sorted(skip), device=close.device)] = -torch.inf
    order = close.argsort(descending=True, stable=True)[:n].tolist()
    return [(i, float(close[i])) for i in order if close[i] > -torch.inf]
