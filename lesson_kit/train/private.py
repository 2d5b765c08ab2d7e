"""A learner's own copy of a shared model: to be changed at will, while the shared one stays.

And the two things a copy is for: one gradient step in slow motion, and a proof that nothing else
moved.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor

from lesson_kit.model import Transformer
from lesson_kit.train.loss import next_token_loss
from lesson_kit.weights.blank import blank_model

__all__ = ["OneStep", "Part", "fingerprint", "one_step", "private_copy"]


def private_copy(model: Transformer) -> Transformer:
    """The same model with numbers of its own, ready to be trained."""
    copy = cast(Transformer, blank_model(model.config))
    numbers = {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
    copy.load_state_dict(numbers, assign=True)
    return copy.requires_grad_(True)


def fingerprint(model: Transformer) -> str:
    """SHA-256 over every parameter's name, shape and bytes: equal only if all numbers are."""
    said = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        said.update(f"{name} {tuple(tensor.shape)} {tensor.dtype}".encode())
        raw = tensor.detach().cpu().contiguous().view(torch.uint8)
        said.update(memoryview(raw.numpy().reshape(-1)))
    return said.hexdigest()


@dataclass(frozen=True)
class Part:
    """A part of the model (embedding, attention or FFN of a layer from 0, final norm).

    gradient, weight: Euclidean norms of its gradient and of its numbers.
    """

    kind: str  # "embed", "attn", "ffn", "rest"
    layer: int | None
    n_parameter: int
    gradient: float
    weight: float


@dataclass(frozen=True)
class OneStep:
    """before (T−1,) and after (R, T−1): p of each right token; loss in nats likewise; R rates."""

    rates: tuple[float, ...]
    before: tuple[float, ...]
    after: tuple[tuple[float, ...], ...]
    loss_before: float
    loss_after: tuple[float, ...]
    parts: tuple[Part, ...]
    gradient_norm: float


def one_step(model: Transformer, ids: Sequence[int], rates: Sequence[float]) -> OneStep:
    """Take one step of plain gradient descent from here, once for each rate; `model` stays.

    θ' = θ − rate · gradient of the mean loss of this one text. Raises ValueError for fewer than
    two tokens.
    """
    if len(ids) < 2:
        raise ValueError("one step needs at least two tokens: one to read, one to guess")
    text = torch.tensor([list(ids)], device=model.embed.weight.device)
    copy = private_copy(model)
    logits = copy(text[:, :-1])
    loss = next_token_loss(logits, text[:, 1:])
    loss.backward()
    before = _of_targets(logits.detach(), text)
    parts = _parts(copy)
    norm = sum(part.gradient**2 for part in parts) ** 0.5
    after, losses, taken = [], [], 0.0
    for rate in rates:
        with torch.no_grad():
            for parameter in copy.parameters():
                if parameter.grad is not None:  # from the last rate's place on to this one's
                    parameter.sub_(parameter.grad, alpha=rate - taken)
            taken = rate
            logits = copy(text[:, :-1])
            after.append(tuple(_of_targets(logits, text).tolist()))
            losses.append(float(next_token_loss(logits, text[:, 1:])))
    return OneStep(
        tuple(rates), tuple(before.tolist()), tuple(after), loss.item(), tuple(losses), parts, norm
    )


def _of_targets(logits: Tensor, ids: Tensor) -> Tensor:
    """p of each right next token: logits (1,T−1,V), ids (1,T) -> (T−1,)."""
    return logits[0].float().softmax(-1).gather(-1, ids[0, 1:, None])[:, 0]


def _parts(model: Transformer) -> tuple[Part, ...]:
    squares: dict[tuple[str, int | None], list[float]] = {}
    for name, parameter in model.named_parameters():
        words = name.split(".")
        if words[0] == "layers":
            key = ("attn" if words[2].startswith("attn") else "ffn", int(words[1]))
        else:
            key = ("embed" if words[0] in ("embed", "positions", "unembed") else "rest", None)
        count, gradient, weight = squares.setdefault(key, [0.0, 0.0, 0.0])
        grad = 0.0 if parameter.grad is None else float(parameter.grad.float().square().sum())
        squares[key] = [
            count + parameter.numel(), gradient + grad,
            weight + float(parameter.detach().float().square().sum()),
        ]  # fmt: skip
    return tuple(
        Part(kind, layer, int(count), gradient**0.5, weight**0.5)
        for (kind, layer), (count, gradient, weight) in squares.items()
    )
