"""How the shipped models are made, from text to weights, in one call each.

    for progress in train("classroom-base", Path("run")): print(progress)

A run is a folder: checkpoint.safetensors (to go on with), log.csv, and at the end `shipped/`, the
folder that belongs in assets/models.
"""

from __future__ import annotations

import json
import random
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch
from tokenizers import Tokenizer as RawTokenizer

from lesson_kit.corpus import handwritten, mixture, tatoeba
from lesson_kit.corpus.item import Item
from lesson_kit.generate import Sampler, generate
from lesson_kit.model import Transformer, new_model, preset
from lesson_kit.places import asset
from lesson_kit.train import checkpoint, log
from lesson_kit.train.batches import Batch, Document, pack
from lesson_kit.train.fit import fit, warmup_then_decay
from lesson_kit.train.log import Progress
from lesson_kit.train.loss import next_token_loss
from lesson_kit.train.optimizers import muon_and_adamw
from lesson_kit.weights.devices import choose_device

PROMPTS = ("今天天气", "小猫追小狗，因为", "小明喜欢苹果。小红喜欢香蕉。小明喜欢",
           "The weather is", "There is no",
           "Tom likes tea. Anna likes milk. Tom likes")  # fmt: skip


@dataclass(frozen=True)
class Lesson:
    """From which share of the steps on, and what part of the text each source then gives."""

    begins: float
    shares: dict[str, float]


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """Every choice of a run, written into the model's card. Lengths in tokens, rates per step."""

    name: str = "classroom-base"
    steps: int = 5600
    rows: int = 12
    length: int = 256
    lr: float = 1.2e-3
    warmup: int = 100
    decay: float = 0.25  # the last share of the steps, in which the rate falls to 0
    answer_weight: float = 8.0  # a token that can be known counts this much against the others
    # Recall first: binding who to what is the slowest thing to learn, and plain text drowns it.
    lessons: tuple[Lesson, ...] = (
        Lesson(0.0, {"scenes": 0.65, "grammar": 0.1, "handwritten": 0.15, "tatoeba": 0.1}),
        Lesson(0.3, {"scenes": 0.2, "grammar": 0.28, "handwritten": 0.3, "tatoeba": 0.22}),
    )
    seed: int = 1
    shape: str = "classroom"
    changes: dict[str, int] = field(default_factory=dict)


def special(tokenizer: RawTokenizer, name: str) -> int:
    """The id of <|name|>. Raises KeyError if the vocabulary has no such token."""
    id = tokenizer.token_to_id(f"<|{name}|>")
    if id is None:
        raise KeyError(f"this vocabulary has no <|{name}|>")
    return id


def documents(
    items: Iterator[Item], tokenizer: RawTokenizer, answer_weight: float
) -> Iterator[Document]:
    """Items as documents: start token first; tokens inside an answer span count more."""
    start = special(tokenizer, "start")
    for item in items:
        encoding = tokenizer.encode(item.text, add_special_tokens=False)
        weight = [1.0] * (len(encoding.ids) + 1)
        for i, (a, b) in enumerate(encoding.offsets):
            if any(a < end and b > begin for begin, end in item.answers):
                weight[i + 1] = answer_weight
        yield Document((start, *encoding.ids), tuple(weight))


def train(
    recipe: Recipe, out: Path, *, resume: bool = False, cache: Path | None = None,
    device: str = "auto",
    report_every: int = 20, look_every: int = 250, save_every: int = 250,
) -> Iterator[Progress]:  # fmt: skip
    """Run a recipe; yields about every `report_every` steps. Safe to stop at any yield.

    Resuming goes on from the last checkpoint with fresh draws from the corpus.
    """
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = RawTokenizer.from_file(str(asset("models", recipe.name, "tokenizer.json")))
    config = preset(recipe.shape, vocab_size=tokenizer.get_vocab_size(), **recipe.changes)
    model = new_model(config, seed=recipe.seed).to(choose_device(device))
    optimizer = muon_and_adamw(model, lr=recipe.lr)
    saved = out / "checkpoint.safetensors"
    first, seen, before = 0, 0, 0.0
    if resume and saved.exists():
        first, seen = checkpoint.restore(saved, model, optimizer)
        before = log.seconds(out / "log.csv")
    else:
        log.begin(out / "log.csv")
    (out / "recipe.json").write_text(json.dumps(asdict(recipe), indent=1), encoding="utf-8")

    pairs, kept_out = tatoeba.split_pairs(tatoeba.fetch_pairs(cache))
    held_out = held_out_sets(kept_out, tokenizer)
    batches = lessons(recipe, tokenizer, pairs, first)
    schedule = warmup_then_decay(recipe.steps, warmup=recipe.warmup, decay=recipe.decay)
    started, losses = time.perf_counter(), []
    for at in fit(model, batches, optimizer=optimizer, n_step=recipe.steps, first_step=first,
                  schedule=schedule, bf16=True, compiled=bool(shutil.which("g++"))):  # fmt: skip
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
            evaluate(model, held_out, tokenizer) if look else None,
            samples(model, tokenizer) if look else None,
        )  # fmt: skip
        losses.clear()
        log.add(out / "log.csv", progress, tokens=seen + at.tokens, lr=at.lr,
                seconds=before + time.perf_counter() - started)  # fmt: skip
        yield progress


def lessons(
    recipe: Recipe, tokenizer: RawTokenizer, pairs: Sequence[tatoeba.Pair], first: int
) -> Iterator[Batch]:
    """Batches from step `first` on, each drawn with the shares of the lesson it falls into."""
    running: dict[int, Iterator[Batch]] = {}
    for step in range(first, recipe.steps):
        begun = [
            n for n, lesson in enumerate(recipe.lessons) if lesson.begins * recipe.steps <= step
        ]
        now = begun[-1]
        if now not in running:
            stream = mixture.stream(
                recipe.seed + 1000 * first, pairs=pairs, shares=recipe.lessons[now].shares
            )
            running[now] = pack(
                documents(stream, tokenizer, recipe.answer_weight),
                length=recipe.length, rows=recipe.rows, pad_id=special(tokenizer, "pad"),
            )  # fmt: skip
        yield next(running[now])


def held_out_sets(
    pairs: Sequence[tatoeba.Pair], tokenizer: RawTokenizer
) -> dict[str, list[Document]]:
    """Texts never trained on, by source: what the held-out loss is measured over."""
    rng = random.Random(0)
    written = list(handwritten.items("held_out", seed=0))
    sets = {
        "handwritten_zh": [item for item in written if item.lang == "zh"],
        "handwritten_en": [item for item in written if item.lang == "en"],
        "tatoeba": [tatoeba.views(pair, rng) for pair in pairs[:400]],
    }
    return {name: list(documents(iter(items), tokenizer, 1.0)) for name, items in sets.items()}


def evaluate(
    model: Transformer, sets: dict[str, list[Document]], tokenizer: RawTokenizer
) -> dict[str, float]:
    """Mean loss in nats per token over each held-out set."""
    result = {}
    device = model.embed.weight.device
    for name, held in sets.items():
        total, count = 0.0, 0
        pad = special(tokenizer, "pad")
        for batch in pack(held, length=256, rows=8, pad_id=pad):
            inputs, targets, weight = (
                x.to(device) for x in (batch.inputs, batch.targets, batch.weight)
            )
            with torch.inference_mode(), torch.autocast(device.type, dtype=torch.bfloat16):
                loss = next_token_loss(model(inputs), targets, weight)
            total, count = total + float(loss) * batch.n_token, count + batch.n_token
        result[name] = total / max(1, count)
    return result


def samples(model: Transformer, tokenizer: RawTokenizer) -> dict[str, str]:
    """What the model now writes after each fixed prompt, taking the likeliest token each time."""
    start, end = special(tokenizer, "start"), special(tokenizer, "end")
    written = {}
    for prompt in PROMPTS:
        ids = [start, *tokenizer.encode(prompt, add_special_tokens=False).ids]
        steps = generate(
            model, ids, max_new_tokens=24, sampler=Sampler(temperature=0), stop_ids=(start, end)
        )
        written[prompt] = tokenizer.decode([step.id for step in steps])
    return written
