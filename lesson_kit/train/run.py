"""One run, whatever is learned: batches in, checkpoints, a diary and samples out."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import torch

from lesson_kit.model import Transformer
from lesson_kit.train import checkpoint, log
from lesson_kit.train.batches import Batch, Document, pack
from lesson_kit.train.fit import fit, warmup_then_decay
from lesson_kit.train.log import Progress
from lesson_kit.train.loss import next_token_loss
from lesson_kit.train.optimizers import muon_and_adamw


class Plan(Protocol):
    """What every recipe says about its run: number of steps and how the rate goes."""

    @property
    def steps(self) -> int: ...
    @property
    def lr(self) -> float: ...
    @property
    def warmup(self) -> int: ...
    @property
    def decay(self) -> float: ...


@dataclass(frozen=True)
class Course:
    """What a run learns from and is looked at by.

    batches(first step): from there on. held_out: texts never trained on, by name. samples: what
    the model now writes, by prompt. length: tokens of a held-out row. pad_id: fills short rows.
    """

    batches: Callable[[int], Iterator[Batch]]
    held_out: Mapping[str, Sequence[Document]]
    samples: Callable[[Transformer], dict[str, str]]
    length: int
    pad_id: int


def run(
    recipe: Plan, course: Course, model: Transformer, out: Path, *, resume: bool = False,
    report_every: int = 20, look_every: int = 250, save_every: int = 250,
) -> Iterator[Progress]:  # fmt: skip
    """Train `model` in place; yields about every `report_every` steps, safe to stop at any yield.

    recipe: a dataclass, kept beside the run. Resuming goes on from the last checkpoint in `out`
    with fresh draws from the corpus.
    """
    out.mkdir(parents=True, exist_ok=True)
    optimizer = muon_and_adamw(model, lr=recipe.lr)
    saved, diary = out / "checkpoint.safetensors", out / "log.csv"
    first, seen, before = 0, 0, 0.0
    if resume and saved.exists():
        first, seen = checkpoint.restore(saved, model, optimizer)
        before = log.seconds(diary)
    else:
        log.begin(diary, tuple(course.held_out))
    told: Any = recipe
    (out / "recipe.json").write_text(
        json.dumps(asdict(told), ensure_ascii=False, indent=1), encoding="utf-8"
    )

    schedule = warmup_then_decay(recipe.steps, warmup=recipe.warmup, decay=recipe.decay)
    started, losses = time.perf_counter(), []
    for at in fit(model, course.batches(first), optimizer=optimizer, n_step=recipe.steps,
                  first_step=first, schedule=schedule, bf16=True,
                  compiled=bool(shutil.which("g++"))):  # fmt: skip
        losses.append(at.loss)
        last = at.step == recipe.steps
        look = at.step % look_every == 0 or last
        if at.step % save_every == 0 or last:
            checkpoint.save(saved, model, optimizer, step=at.step, tokens=seen + at.tokens)
        if not look and at.step % report_every:
            continue
        elapsed = time.perf_counter() - started
        progress = Progress(
            at.step, recipe.steps, sum(losses) / len(losses), at.tokens / at.seconds,
            elapsed / (at.step - first) * (recipe.steps - at.step),
            held_out_losses(model, course) if look else None,
            course.samples(model) if look else None,
        )  # fmt: skip
        losses.clear()
        log.add(diary, progress, tokens=seen + at.tokens, lr=at.lr,
                seconds=before + time.perf_counter() - started)  # fmt: skip
        yield progress


def held_out_losses(model: Transformer, course: Course) -> dict[str, float]:
    """Mean loss in nats per counted token over each held-out set."""
    result = {}
    device = model.embed.weight.device
    for name, held in course.held_out.items():
        total, count = 0.0, 0
        for batch in pack(held, length=course.length, rows=8, pad_id=course.pad_id):
            if not batch.n_token:
                continue
            inputs, targets, weight = (
                x.to(device) for x in (batch.inputs, batch.targets, batch.weight)
            )
            with torch.inference_mode(), torch.autocast(device.type, dtype=torch.bfloat16):
                loss = next_token_loss(model(inputs), targets, weight)
            total, count = total + float(loss) * batch.n_token, count + batch.n_token
        result[name] = total / max(1, count)
    return result
