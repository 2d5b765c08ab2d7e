"""Train a nano model from nothing while somebody watches: step after step, a look now and then.

    for now in learn(prepare(LivePlan(text="..."))): print(now.step, now.loss, now.sample)

Everything belongs to the call: the model is made here and seen by nobody else.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import torch

from lesson_kit.generate import Sampler, generate
from lesson_kit.model import Transformer, new_model
from lesson_kit.train.batches import Batch
from lesson_kit.train.fit import TrainStep, fit
from lesson_kit.train.live_plan import Prepared
from lesson_kit.train.live_words import Note, not_a_number, worse_than_guessing
from lesson_kit.train.loss import next_token_loss

__all__ = ["Ending", "LiveStep", "learn", "train_steps", "windows"]

SAMPLE = 48  # tokens written at each look
_WARMUP = 10  # steps in which the rate rises: the first gradients are the wildest
_EXPLODED = 2.0  # a mean loss this many times ln V is worse than any blind guess: it diverged
_PATIENCE = 25  # steps a run may stay that bad, so that the curve shows it


@dataclass(frozen=True)
class LiveStep:
    """Where a run stands after ``step`` steps (0: before the first).

    loss: of this step's batch, held: of the text kept back, both in nats per token (None where
    not measured). sample: what the model writes now. seconds: of work; left: what is still to do.
    """

    step: int
    loss: float | None
    held: float | None
    sample: str | None
    tokens: int
    seconds: float
    left: float
    lr: float
    grad_norm: float | None


@dataclass(frozen=True)
class Ending:
    """The last word of a run: ``done`` or ``diverged``, and what happened where it went wrong."""

    why: Literal["done", "diverged"]
    step: int
    says: Note | None = None


def learn(
    prepared: Prepared, *, look_every: int = 20, samples: bool = True
) -> Iterator[LiveStep | Ending]:
    """Train a new model; yields before the first step, after every step, and at last an Ending.

    At every ``look_every`` steps it measures the held-out loss and writes a sample. Whoever
    iterates may stop or wait at any time; only work is counted in ``seconds``. A loss that is no
    longer a number, or stays far worse than guessing, ends the run as diverged.
    """
    plan = prepared.plan
    clock = _Clock()
    model = new_model(prepared.config, seed=plan.seed)
    steps = train_steps(model, prepared)
    yield clock.stamp(prepared, 0, None, *_look(model, prepared, samples))
    recent: deque[float] = deque(maxlen=10)
    bad = 0
    while True:
        clock.go()
        try:
            at = next(steps, None)
        except FloatingPointError:
            yield Ending("diverged", clock.step, not_a_number(clock.step + 1, plan.lr))
            return
        if at is None:
            break
        recent.append(at.loss)
        look = at.step % look_every == 0 or at.step == plan.steps
        seen = _look(model, prepared, samples) if look else (None, None)
        yield clock.stamp(prepared, at.step, at.loss, *seen, at.grad_norm)
        exploded = sum(recent) / len(recent) > _EXPLODED * max(1.0, prepared.ln_v)
        bad = bad + 1 if exploded else 0
        if bad >= _PATIENCE:
            said = worse_than_guessing(prepared.ln_v, _EXPLODED, plan.lr)
            yield Ending("diverged", at.step, said)
            return
    yield Ending("done", clock.step)


def train_steps(model: Transformer, prepared: Prepared) -> Iterator[TrainStep]:
    """The bare training of a plan, without any look in between: AdamW on windows of its text."""
    plan = prepared.plan
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=plan.lr, betas=(0.9, 0.95), weight_decay=0.0, fused=True
    )
    return fit(
        model, windows(prepared), optimizer=optimizer, n_step=plan.steps,
        schedule=lambda step: min(1.0, (step + 1) / _WARMUP), clip=plan.clip or math.inf,
    )  # fmt: skip


class _Clock:
    """Counts the seconds of work between go() and stamp(), never the waiting in between."""

    def __init__(self) -> None:
        self.step = self.tokens = 0
        self.seconds = 0.0
        self.go()

    def go(self) -> None:
        self._since = time.perf_counter()

    def stamp(
        self, prepared: Prepared, step: int, loss: float | None, held: float | None,
        sample: str | None, grad_norm: float | None = None,
    ) -> LiveStep:  # fmt: skip
        self.seconds += time.perf_counter() - self._since
        self.step = step
        self.tokens = step * prepared.batch * prepared.config.max_seq_len
        left = self.seconds / step * (prepared.plan.steps - step) if step else 0.0
        return LiveStep(
            step, loss, held, sample, self.tokens, self.seconds, left, prepared.plan.lr, grad_norm
        )


def windows(prepared: Prepared) -> Iterator[Batch]:
    """Rows that begin anywhere in the training text, drawn without end; the same for a seed."""
    length, rows = prepared.config.max_seq_len, prepared.batch
    length = min(length, len(prepared.train) - 1)
    generator = torch.Generator().manual_seed(prepared.plan.seed)
    offsets = torch.arange(length + 1)
    weight = torch.ones(rows, length)
    while True:
        starts = torch.randint(len(prepared.train) - length, (rows, 1), generator=generator)
        block = prepared.train[starts + offsets]
        yield Batch(block[:, :-1].contiguous(), block[:, 1:].contiguous(), weight)


def _look(model: Transformer, prepared: Prepared, samples: bool) -> tuple[float | None, str | None]:
    return _held_out(model, prepared), _sample(model, prepared) if samples else None


@torch.inference_mode()
def _held_out(model: Transformer, prepared: Prepared) -> float | None:
    """Loss over the text kept back, in rows laid end to end, at most 32 of them."""
    ids = prepared.held
    length = min(prepared.config.max_seq_len, len(ids) - 1)
    if length < 1:
        return None
    rows = min(32, (len(ids) - 1) // length)
    inputs = ids[: rows * length].view(rows, length)
    targets = ids[1 : rows * length + 1].view(rows, length)
    return float(next_token_loss(model(inputs), targets))


def _sample(model: Transformer, prepared: Prepared) -> str:
    """What the model writes behind the first token of its text, as likely as it finds it."""
    newline = next((i for i, label in enumerate(prepared.labels) if label == b"\n"), None)
    first = int(prepared.train[0]) if newline is None else newline
    room = min(SAMPLE, prepared.config.max_seq_len - 1)
    sampler = Sampler(temperature=0.7)
    try:
        steps = generate(model, [first], max_new_tokens=room, sampler=sampler, seed=7)
        ids = [step.id for step in steps]
    except RuntimeError:  # probabilities that are no numbers: nothing can be drawn from them
        return ""
    return prepared.write(ids if newline is not None else [first, *ids])
