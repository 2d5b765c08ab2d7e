"""The rows of ``lesson-kit bench``: which models, texts and pages, and what to reach."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lesson_kit.measure.bench import Bench

__all__ = ["PARTS", "Part"]

_CLASSROOM = "今天天气很好，我们去公园玩。"
_SMOLLM2 = "The weather is very nice today and we"


@dataclass(frozen=True)
class Part:
    """A group of rows; ``seconds`` is what it takes on a laptop, for the time left."""

    seconds: float
    run: Callable[[argparse.Namespace], Bench]


def _decode(options: argparse.Namespace) -> Bench:
    from lesson_kit.measure.bench_decode import decode
    from lesson_kit.weights.registry import load

    loaded = load("classroom-base", device="cpu")
    return (yield from decode(loaded, _CLASSROOM, n=100, turns=options.turns, aims=(2.0,)))


def _smollm2(options: argparse.Namespace) -> Bench:
    from lesson_kit.measure.bench_decode import decode
    from lesson_kit.weights.registry import load

    loaded = load("smollm2-135m", device="cpu")
    return (yield from decode(loaded, _SMOLLM2, n=40, turns=options.turns, aims=(1.1, 0.85)))


def _small(options: argparse.Namespace) -> Bench:
    from lesson_kit.corpus.handwritten import items
    from lesson_kit.measure.bench_decode import decode_small
    from lesson_kit.weights.registry import load

    name = "smollm2-135m"
    full = load(name, device="cpu")
    small = {kind: load(name, device="cpu", weights=kind) for kind in ("bf16", "int8")}
    english = " ".join(item.text for item in items() if item.lang == "en")[:4000]
    return (
        yield from decode_small(
            full, small, _SMOLLM2, full.encode(english)[:512], n=40, turns=options.turns,
            gguf=options.gguf,
        )
    )  # fmt: skip


def _prefill(options: argparse.Namespace) -> Bench:
    from lesson_kit.measure.bench_decode import prefill
    from lesson_kit.weights.errors import ModelNotFoundError
    from lesson_kit.weights.registry import load

    rows = yield from prefill(load("classroom-base", device="cpu"), n=512, turns=options.turns)
    with contextlib.suppress(ModelNotFoundError):  # then the classroom model's row stands alone
        rows += yield from prefill(load("smollm2-135m", device="cpu"), n=512, turns=options.turns)
    return rows


def _threads(options: argparse.Namespace) -> Bench:
    from lesson_kit.measure.bench_decode import our_rate
    from lesson_kit.measure.bench_threads import threads
    from lesson_kit.weights.registry import load

    loaded = load("classroom-base", device="cpu")
    run = our_rate(loaded.model, loaded.encode(_CLASSROOM), 60, {})
    title = {"zh": "课堂模型逐个生成", "en": "decode, classroom model"}
    return (yield from threads(run, title, turns=options.turns))


def _training(options: argparse.Namespace) -> Bench:
    from lesson_kit.measure.bench import Row
    from lesson_kit.train.live_speed import nano_training_rates

    made = nano_training_rates(turns=options.turns)
    yield 1.0
    return [
        Row("training", {"zh": "微型模型训练一步", "en": "training step of the nano model"},
            "tokens/s", made.ours, made.torch,
            {"zh": "nn.TransformerEncoderLayer 加因果掩码",
             "en": "nn.TransformerEncoderLayer with a causal mask"},
            1.0, notes={"threads": made.threads})
    ]  # fmt: skip


def _start(options: argparse.Namespace) -> Bench:
    from lesson_kit.app.bench_pages import cold_start

    return (yield from cold_start(turns=options.turns))


def _pictures(options: argparse.Namespace) -> Bench:
    from lesson_kit.app.bench_pages import pictures

    return (yield from pictures(turns=options.turns))


def _class(options: argparse.Namespace) -> Bench:
    from lesson_kit.app.load_report import summary
    from lesson_kit.app.load_test import load_test, started_server
    from lesson_kit.measure.bench import Row

    yield 0.0
    with started_server() as (address, process, _):
        outcome = asyncio.run(load_test(address, process.pid, learners=30, seconds=60, leave=False))
    said = summary(outcome, pace=10)
    notes = {"learners": 30, "errors": len(said["errors"]), "overheard": len(said["overheard"])}
    reaction, room = said["all_reactions"], said["bytes_per_extra_learner"]
    return [
        Row("class", {"zh": "一班 30 人，95 % 的反应", "en": "a class of 30, p95 reaction"}, "s",
            (reaction["p95"],), aim=1.5, less=True, notes={**notes, "median": reaction["p50"]}),
        Row("class-memory", {"zh": "多一位学习者的内存", "en": "memory of a further learner"}, "MB",
            (room / 1e6,), aim=15.0, less=True, notes=notes),
    ]  # fmt: skip


def _export(options: argparse.Namespace) -> Bench:
    from lesson_kit.app.bench_pages import export

    return (yield from export())


PARTS: dict[str, Part] = {
    "decode": Part(10, _decode),
    "smollm2": Part(40, _smollm2),
    "small": Part(30, _small),
    "prefill": Part(15, _prefill),
    "threads": Part(5, _threads),
    "training": Part(30, _training),
    "start": Part(90, _start),
    "pictures": Part(60, _pictures),
    "class": Part(180, _class),
    "export": Part(120, _export),
}
