"""Smaller weights: each matrix in bfloat16, or in whole numbers from −127 to 127.

A decode step reads every weight once, so a quarter of the bytes is up to four times the speed.
Only the matrices shrink; the residual stream, norms, attention and the embedding table stay as they
were loaded.

Int8 is symmetric and by output row: W[i, j] ≈ n[i, j] · scale[i], n whole, |n| ≤ 127 (Dettmers et
al. 2022, LLM.int8(), without its outlier columns).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeVar, cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from lesson_kit.model.attention import Attention
from lesson_kit.model.feed_forward import FeedForward
from lesson_kit.model.freeze import with_parts_at_hand
from lesson_kit.model.transformer import Transformer

__all__ = ["Bf16Linear", "Int8Linear", "Weights", "quantise", "to_int8"]

Weights = Literal["bf16", "int8"]
Model = TypeVar("Model", bound=nn.Module)

_FEW = 4  # positions up to which the packed kernel beats unpacking first
_BLOCK = 16  # inputs the packed kernel takes at a time; it has no remainder, and reads past the end


def to_int8(weight: Tensor) -> tuple[Tensor, Tensor]:
    """W (O,I) -> whole numbers n (O,I) int8 and scales (O,) bfloat16, W ≈ n · scale.

    A row of zeros has scale 0. Each number is off by at most half a scale.
    """
    top = weight.float().abs().amax(dim=1)
    scale = (top / 127).bfloat16()  # what the kernel takes; rounded first, so it costs no accuracy
    scale = torch.where(scale.float() * 127.5 < top, _next_up(scale), scale)
    steps = scale.float().clamp_min(torch.finfo(torch.float32).tiny)[:, None]
    return (weight.float() / steps).round().clamp(-127, 127).to(torch.int8), scale


def _next_up(scale: Tensor) -> Tensor:
    """The next larger bfloat16 of each positive number."""
    return (scale.view(torch.int16) + 1).view(torch.bfloat16)


class _Small(nn.Module):
    """A matrix that is read only; x comes and goes in its own type."""

    weight: Tensor
    bias: Tensor | None

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        self.out_features, self.in_features = weight.shape
        self.register_buffer("weight", weight)
        self.register_buffer("bias", bias)

    def cut(self, sizes: list[int]) -> list[_Small]:
        """One matrix for each group of rows, on the same memory."""
        raise NotImplementedError

    def _biases(self, sizes: list[int]) -> list[Tensor | None]:
        return [None] * len(sizes) if self.bias is None else list(self.bias.split(sizes))


class Bf16Linear(_Small):
    """x -> x Wᵀ + b with W and the product in bfloat16."""

    @classmethod
    def of(cls, weight: Tensor, bias: Tensor | None) -> Bf16Linear:
        """The matrix W (O,I), b (O,) with 8 bits of precision a number instead of 24."""
        return cls(weight.bfloat16(), bias)

    def cut(self, sizes: list[int]) -> list[_Small]:
        """See `_Small`."""
        parts = zip(self.weight.split(sizes), self._biases(sizes), strict=True)
        return [Bf16Linear(*part) for part in parts]

    def forward(self, x: Tensor) -> Tensor:
        """x (..., I) -> (..., O), in x's own type."""
        half = x.bfloat16()
        if x.numel() == self.in_features:  # one position: made for one vector, a third less time
            y = torch.mv(self.weight, half.view(-1)).view(*x.shape[:-1], -1).to(x.dtype)
        else:
            y = F.linear(half, self.weight).to(x.dtype)
        return y if self.bias is None else y + self.bias


class Int8Linear(_Small):
    """x -> (x nᵀ)·scale + b with whole numbers n."""

    scale: Tensor

    def __init__(self, weight: Tensor, scale: Tensor, bias: Tensor | None) -> None:
        super().__init__(weight, bias)
        self.register_buffer("scale", scale)

    @classmethod
    def of(cls, weight: Tensor, bias: Tensor | None) -> Int8Linear:
        """The matrix W (O,I), b (O,) with W rounded by `to_int8`."""
        return cls(*to_int8(weight), bias)

    def cut(self, sizes: list[int]) -> list[_Small]:
        """See `_Small`."""
        parts = self.weight.split(sizes), self.scale.split(sizes), self._biases(sizes)
        return [Int8Linear(*part) for part in zip(*parts, strict=True)]

    def forward(self, x: Tensor) -> Tensor:
        """x (..., I) -> (..., O), in x's own type."""
        rows = x.reshape(-1, self.in_features)
        packed = x.device.type == "cpu" and self.in_features % _BLOCK == 0
        if packed and rows.shape[0] <= _FEW:
            y = torch.ops.aten._weight_int8pack_mm(rows.bfloat16(), self.weight, self.scale)
        else:  # whole numbers up to 127 are exact in bfloat16 and float16 too
            half = torch.bfloat16 if x.device.type == "cpu" else x.dtype
            y = F.linear(rows.to(half), self.weight.to(half)).float() * self.scale
        y = y.to(x.dtype).view(*x.shape[:-1], self.out_features)
        return y if self.bias is None else y + self.bias


class _Whole:
    """Several small matrices in one, for `side_by_side`."""

    def __init__(self, whole: _Small, parts: list[_Small]) -> None:
        self.whole, self.parts = whole, parts

    def are_those_of(self, matrices: tuple[nn.Module, ...]) -> bool:
        """Whether these are the very matrices it was cut into."""
        return all(a is b for a, b in zip(matrices, self.parts, strict=True))

    def __call__(self, x: Tensor) -> Tensor:
        """One product for all."""
        return self.whole(x)


@torch.no_grad()
def quantise(model: Model, weights: Weights) -> Model:
    """Replace every matrix of the model, in place, by a small one; returns it, frozen.

    The embedding table stays, for only one row a token is read; where it is also the output matrix
    of a Transformer, the output gets a small copy of its own.
    Raises ValueError for a kind of weights that does not exist.
    """
    if weights not in ("bf16", "int8"):
        raise ValueError(f"weights={weights!r} must be 'bf16', 'int8', or None for the loaded type")
    kind = Int8Linear if weights == "int8" else Bf16Linear
    for owner, names in _groups(model):
        matrices = [cast(nn.Linear, getattr(owner, name)) for name in names]
        weight = torch.cat([matrix.weight for matrix in matrices])
        biased = matrices[0].bias is not None
        bias = torch.cat([matrix.bias for matrix in matrices]) if biased else None
        whole = kind.of(weight, bias)
        parts = whole.cut([matrix.out_features for matrix in matrices])
        for name, part in zip(names, parts, strict=True):
            setattr(owner, name, part)
        if len(parts) > 1:
            vars(parts[0])["rows"] = _Whole(whole, parts)  # no module of the model: not in files
    if isinstance(model, Transformer):
        output = model.embed.weight if model.unembed is None else model.unembed.weight
        model.unembed = cast(nn.Linear, kind.of(output, None))
    return with_parts_at_hand(model.requires_grad_(False).eval())


def _groups(model: nn.Module) -> Iterator[tuple[nn.Module, tuple[str, ...]]]:
    """Each owner of matrices, with the names of those that share an input."""
    for part in list(model.modules()):
        if isinstance(part, Attention):
            yield part, ("W_q", "W_k", "W_v")
            yield part, ("W_o",)
        elif isinstance(part, FeedForward):
            yield part, ("W_gate", "W_up") if part.kind == "swiglu" else ("W_up",)
            yield part, ("W_down",)
