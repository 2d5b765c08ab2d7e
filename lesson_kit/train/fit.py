"""The training loop that the notebook and the command line share: guess, measure, nudge, repeat."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from lesson_kit.model import Transformer
from lesson_kit.train.batches import Batch
from lesson_kit.train.loss import next_token_loss
from lesson_kit.train.optimizers import Together


@dataclass(frozen=True)
class TrainStep:
    """What one step did. loss in nats per counted token; seconds, tokens since the loop began."""

    step: int
    loss: float
    lr: float
    grad_norm: float
    tokens: int
    seconds: float


def fit(
    model: Transformer,
    batches: Iterable[Batch],
    *,
    optimizer: torch.optim.Optimizer | Together,
    n_step: int,
    first_step: int = 0,
    schedule: Callable[[int], float] = lambda step: 1.0,
    clip: float = 1.0,
    bf16: bool = False,
    compiled: bool = False,
) -> Iterator[TrainStep]:
    """Train `model` in place; yields after every step, so whoever iterates can stop at any time.

    schedule(step) scales each parameter group's own base rate (`initial_lr`). bf16 multiplies
    matrices in bfloat16. compiled lets torch fuse the step into machine code first: it needs a C++
    compiler and a minute or two, and pays in long runs (about 3 × on one core here). Raises
    FloatingPointError when the loss stops being a number: the step is not taken, the model keeps
    its last good weights.
    """
    for group in optimizer.param_groups:
        group.setdefault("initial_lr", group["lr"])
    device = model.embed.weight.device

    def surprise(inputs: Tensor, targets: Tensor, weight: Tensor) -> Tensor:
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=bf16):
            logits = model(inputs)
        return next_token_loss(logits, targets, weight)

    run = torch.compile(surprise) if compiled else surprise
    started, tokens = time.perf_counter(), 0
    for step, batch in zip(range(first_step, n_step), batches, strict=False):
        scale = schedule(step)
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"] * scale
        inputs, targets, weight = (
            x.to(device) for x in (batch.inputs, batch.targets, batch.weight)
        )
        loss = run(inputs, targets, weight)
        if not torch.isfinite(loss):
            raise FloatingPointError(f"loss {loss.item()} at step {step}: training diverged")
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        tokens += batch.n_token
        yield TrainStep(
            step + 1, loss.item(), optimizer.param_groups[0]["lr"], norm.item(), tokens,
            time.perf_counter() - started,
        )  # fmt: skip


def warmup_then_decay(n_step: int, *, warmup: int, decay: float) -> Callable[[int], float]:
    """A schedule: rise over `warmup` steps, hold, fall to 0 over the last `decay` share."""
    falling = max(1, round(n_step * decay))

    def scale(step: int) -> float:
        return min(1.0, (step + 1) / max(1, warmup), (n_step - step) / falling)

    return scale
