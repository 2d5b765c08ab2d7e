"""How the shipped translator is made: English sentences in, their Chinese twins out.

    for at in train(TranslatorRecipe(), Path("run")): print(at)

A run is a folder as in `recipes`: checkpoint.safetensors, log.csv, recipe.json.
"""

from __future__ import annotations

import itertools
import json
import random
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer as RawTokenizer
from torch import Tensor, nn
from torch.nn import functional as F

from lesson_kit.corpus import parallel, tatoeba
from lesson_kit.corpus.parallel import Twin
from lesson_kit.generate.translation import write_greedily
from lesson_kit.measure.translating import bleu
from lesson_kit.model import EncoderDecoder, EncoderDecoderConfig, new_encoder_decoder
from lesson_kit.model.attention import attend_slowly
from lesson_kit.places import asset
from lesson_kit.train import checkpoint, log
from lesson_kit.train.fit import warmup_then_decay
from lesson_kit.train.log import Progress
from lesson_kit.train.optimizers import Together, muon_and_adamw
from lesson_kit.train.recipes import special
from lesson_kit.weights.devices import choose_device

PROMPTS = ("There is no spoon.", "I like apples.", "The weather is nice today.",
           "Where is the library?", "He is reading a book in the garden.",
           "I was late because it rained.")  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class TranslatorRecipe:
    """Every choice of a run, written into the model's card. Sizes in numbers, lengths in tokens."""

    name: str = "translator"
    steps: int = 2600
    tokens: int = 3072  # of either language in a batch, padding included
    lr: float = 1.5e-3
    warmup: int = 200  # a gentle start: in a post-norm stack every gradient passes every norm
    decay: float = 0.4
    smoothing: float = 0.1
    dropout: float = 0.0
    authored: int = 6000  # sentences of the authored world in each round
    d_model: int = 256
    n_layer: int = 3
    n_head: int = 8
    d_ff: int = 1024
    max_seq_len: int = 128
    pad_id: int = 2  # <|pad|> in the classroom vocabulary
    seed: int = 1

    def config(self, vocab_size: int) -> EncoderDecoderConfig:
        """The model's shape."""
        return EncoderDecoderConfig(
            vocab_size=vocab_size, pad_id=self.pad_id, d_model=self.d_model, n_layer=self.n_layer,
            n_head=self.n_head, n_kv_head=self.n_head, d_head=self.d_model // self.n_head,
            d_ff=self.d_ff, max_seq_len=self.max_seq_len, dropout=self.dropout,
        )  # fmt: skip


@dataclass(frozen=True)
class TwinBatch:
    """source (B,S), inputs and targets (B,T): targets are the inputs moved on. Padded."""

    source: Tensor
    inputs: Tensor
    targets: Tensor

    def to(self, device: torch.device) -> TwinBatch:
        """The same on another device."""
        return TwinBatch(*(x.to(device) for x in (self.source, self.inputs, self.targets)))


Ids = tuple[list[int], list[int]]


def encode(twins: Sequence[Twin], tokenizer: RawTokenizer, limit: int) -> list[Ids]:
    """(source, target) ids: source … end, start … target … end; too long ones left out."""
    start, end = special(tokenizer, "start"), special(tokenizer, "end")
    en = tokenizer.encode_batch([twin.en for twin in twins], add_special_tokens=False)
    zh = tokenizer.encode_batch([twin.zh for twin in twins], add_special_tokens=False)
    rows = (([*a.ids, end], [start, *b.ids, end]) for a, b in zip(en, zh, strict=True))
    return [(a, b) for a, b in rows if len(a) <= limit and len(b) <= limit]


def batches(
    rows: Sequence[Ids], *, tokens: int, pad_id: int, rng: random.Random
) -> list[TwinBatch]:
    """Rows of like length side by side, at most `tokens` in a batch on either side; shuffled."""
    ordered = sorted(rows, key=lambda row: (len(row[1]), len(row[0]), rng.random()))
    groups: list[list[Ids]] = [[]]
    wide = 0
    for row in ordered:
        wider = max(wide, len(row[0]), len(row[1]))
        if groups[-1] and wider * (len(groups[-1]) + 1) > tokens:
            groups.append([])
            wider = max(len(row[0]), len(row[1]))
        groups[-1].append(row)
        wide = wider
    rng.shuffle(groups)
    return [_to_batch(group, pad_id) for group in groups if group]


def _to_batch(rows: Sequence[Ids], pad_id: int) -> TwinBatch:
    source, target = (
        nn.utils.rnn.pad_sequence([torch.tensor(row[i]) for row in rows], True, pad_id)
        for i in (0, 1)
    )
    return TwinBatch(source, target[:, :-1].contiguous(), target[:, 1:].contiguous())


def rounds(
    recipe: TranslatorRecipe, pairs: Sequence[tatoeba.Pair], tokenizer: RawTokenizer, first: int
) -> Iterator[TwinBatch]:
    """Batches without end: each round all pairs, all hand-written twins, fresh authored ones."""
    fixed = [Twin(pair.en, pair.zh) for pair in pairs] + list(parallel.handwritten_twins())
    known = encode(fixed, tokenizer, recipe.max_seq_len)
    authored = parallel.authored_twins(recipe.seed + 1000 * first)
    rng = random.Random(f"rounds-{recipe.seed}-{first}")
    while True:
        fresh = list(itertools.islice(authored, recipe.authored))
        rows = known + encode(fresh, tokenizer, recipe.max_seq_len)
        yield from batches(rows, tokens=recipe.tokens, pad_id=recipe.pad_id, rng=rng)


def train(
    recipe: TranslatorRecipe, out: Path, *, resume: bool = False, cache: Path | None = None,
    device: str = "auto", report_every: int = 20, look_every: int = 500, save_every: int = 250,
) -> Iterator[Progress]:  # fmt: skip
    """Run a recipe; yields about every `report_every` steps. Safe to stop at any yield.

    Raises FloatingPointError when the loss stops being a number; the last checkpoint stays good.
    """
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = RawTokenizer.from_file(str(vocabulary()))
    pad = recipe.pad_id
    torch.manual_seed(recipe.seed)  # dropout draws from it; a command's own process
    model = new_encoder_decoder(recipe.config(tokenizer.get_vocab_size()), seed=recipe.seed)
    model.to(choose_device(device)).train()
    optimizer = muon_and_adamw(model, lr=recipe.lr)
    saved = out / "checkpoint.safetensors"
    first, seen, before = 0, 0, 0.0
    if resume and saved.exists():
        first, seen = checkpoint.restore(saved, model, optimizer)
        before = log.seconds(out / "log.csv")
    else:
        log.begin(out / "log.csv", ("loss", "bleu"))
    (out / "recipe.json").write_text(json.dumps(asdict(recipe), indent=1), encoding="utf-8")
    shutil.copyfile(vocabulary(), out / "tokenizer.json")

    pairs, kept_out = tatoeba.split_pairs(tatoeba.fetch_pairs(cache))
    held_out = [Twin(pair.en, pair.zh) for pair in kept_out]
    learn = _learner(model, optimizer, recipe, pad)
    schedule = warmup_then_decay(recipe.steps, warmup=recipe.warmup, decay=recipe.decay)
    started, tokens, losses = time.perf_counter(), 0, []
    stream = rounds(recipe, pairs, tokenizer, first)
    for step, batch in zip(range(first + 1, recipe.steps + 1), stream, strict=False):
        lr = recipe.lr * schedule(step - 1)
        losses.append(learn(batch, lr))
        tokens += int((batch.source != pad).sum()) + int((batch.targets != pad).sum())
        last = step == recipe.steps
        look = step % look_every == 0 or last
        if step % save_every == 0 or last:
            checkpoint.save(saved, model, optimizer, step=step, tokens=seen + tokens)
        if not look and step % report_every:
            continue
        elapsed = time.perf_counter() - started
        held, samples = _look(model, held_out, tokenizer) if look else (None, None)
        progress = Progress(
            step, recipe.steps, sum(losses) / len(losses), tokens / elapsed,
            elapsed / (step - first) * (recipe.steps - step), held, samples,
        )  # fmt: skip
        losses.clear()
        log.add(out / "log.csv", progress, tokens=seen + tokens, lr=lr,
                seconds=before + time.perf_counter() - started)  # fmt: skip
        yield progress


def vocabulary() -> Path:
    """The joint vocabulary: the translator's own once it is there, before that classroom-base's."""
    own = asset("models", "translator", "tokenizer.json")
    return own if own.exists() else asset("models", "classroom-base", "tokenizer.json")


def translation_loss(
    logits: Tensor, targets: Tensor, pad_id: int, smoothing: float = 0.0
) -> Tensor:
    """Mean nats a target token, padding left out; `smoothing` of the goal goes to all words."""
    return F.cross_entropy(
        logits.float().flatten(0, 1), targets.flatten(),
        ignore_index=pad_id, label_smoothing=smoothing,
    )  # fmt: skip


def _attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
    # For hundreds of short rows the fused kernel's way back costs more than all the rest together.
    return attend_slowly(q, k, v, mask).head_out


def _learner(
    model: EncoderDecoder, optimizer: Together, recipe: TranslatorRecipe, pad: int
) -> Callable[[TwinBatch, float], float]:  # fmt: skip
    device = model.embed.weight.device

    def learn(batch: TwinBatch, lr: float) -> float:
        for group in optimizer.param_groups:
            group["lr"] = lr
        here = batch.to(device)
        with torch.autocast(device.type, dtype=torch.bfloat16):
            logits = model(here.source, here.inputs, _attend)
        loss = translation_loss(logits, here.targets, pad, recipe.smoothing)
        if not torch.isfinite(loss):
            raise FloatingPointError(f"loss {loss.item()}: training diverged")
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        return loss.item()

    return learn


def _look(
    model: EncoderDecoder, held_out: Sequence[Twin], tokenizer: RawTokenizer
) -> tuple[dict[str, float], dict[str, str]]:
    """Held-out loss in nats a token, BLEU of a fifth of the held-out pairs, sample sentences."""
    model.eval()
    try:
        some = held_out[::5]
        held = {"loss": held_out_loss(model, held_out, tokenizer)}
        written = translate_all(model, tokenizer, [twin.en for twin in some])
        score = bleu(written, [twin.zh for twin in some])
        if score is not None:
            held["bleu"] = score
        samples = translate_all(model, tokenizer, PROMPTS)
        return held, dict(zip(PROMPTS, samples, strict=True))
    finally:
        model.train()


def held_out_loss(model: EncoderDecoder, twins: Sequence[Twin], tokenizer: RawTokenizer) -> float:
    """Mean nats a target token, without smoothing."""
    pad = model.config.pad_id
    rows = encode(twins, tokenizer, model.config.max_seq_len)
    device = model.embed.weight.device
    total, count = 0.0, 0
    for batch in batches(rows, tokens=4096, pad_id=pad, rng=random.Random(0)):
        here, n = batch.to(device), int((batch.targets != pad).sum())
        with torch.inference_mode(), torch.autocast(device.type, dtype=torch.bfloat16):
            logits = model(here.source, here.inputs)
        total += float(translation_loss(logits, here.targets, pad)) * n
        count += n
    return total / max(1, count)


def translate_all(
    model: EncoderDecoder, tokenizer: RawTokenizer, sentences: Sequence[str]
) -> list[str]:
    """Greedy translations of many sentences, run side by side."""
    start, end = special(tokenizer, "start"), special(tokenizer, "end")
    sources = [
        [*e.ids, end] for e in tokenizer.encode_batch(list(sentences), add_special_tokens=False)
    ]
    written = write_greedily(model, sources, start_id=start, end_id=end)
    return tokenizer.decode_batch(written)
