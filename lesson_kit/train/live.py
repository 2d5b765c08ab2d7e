"""Train a nano model from nothing while somebody watches: plan → text as ids → step after step.

    for now in learn(prepare(LivePlan(text="..."))): print(now.step, now.loss, now.sample)

Everything belongs to the call: the model is made here and seen by nobody else.
"""

from __future__ import annotations

import math
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

from lesson_kit.generate import Sampler, generate
from lesson_kit.model import Transformer, TransformerConfig, new_model
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.train.batches import Batch
from lesson_kit.train.fit import fit
from lesson_kit.train.loss import next_token_loss

__all__ = ["CannotTrainError", "Ending", "LivePlan", "LiveStep", "Note", "Prepared", "learn",
           "prepare"]  # fmt: skip

Units = Literal["characters", "bpe"]

LONGEST_TEXT = 200_000  # bytes of UTF-8
MOST_KINDS = 3000  # different tokens; rarer ones share one place, so the model stays nano
UNKNOWN = "▯"
SAMPLE = 48  # tokens written at each look
_WARMUP = 10  # steps in which the rate rises: the first gradients are the wildest
_EXPLODED = 2.0  # a mean loss this many times ln V is worse than any blind guess: it diverged
_PATIENCE = 25  # steps a run may stay that bad, so that the curve shows it


class CannotTrainError(ValueError):
    """The plan cannot be trained; ``zh`` and ``en`` each say why and what to do."""

    def __init__(self, *, zh: str, en: str) -> None:
        super().__init__(en)
        self.zh, self.en = zh, en


@dataclass(frozen=True)
class Note:
    """Something a learner should know about the run, in both languages."""

    zh: str
    en: str


@dataclass(frozen=True, kw_only=True)
class LivePlan:
    """Every choice of a run. batch: rows a step; length: tokens a row; held: share not trained on.

    lr: AdamW's rate. clip: the gradient is cut to this norm; 0 leaves it as it is.
    """

    text: str
    units: Units = "characters"
    lr: float = 3e-3
    batch: int = 16
    steps: int = 400
    seed: int = 1
    held: float = 0.1
    length: int = 64
    d_model: int = 96
    n_layer: int = 2
    n_head: int = 4
    clip: float = 1.0


@dataclass(frozen=True)
class Prepared:
    """A plan with its text as ids: ``train`` and ``held`` (n,), ``labels`` the text of each id."""

    plan: LivePlan
    train: Tensor
    held: Tensor
    labels: tuple[bytes, ...]
    config: TransformerConfig
    batch: int
    notes: tuple[Note, ...]

    @property
    def ln_v(self) -> float:
        """The loss of blind guessing, in nats: ln of the number of different tokens."""
        return math.log(self.config.vocab_size)

    def write(self, ids: list[int]) -> str:
        """Ids as text; bytes that make no character are left out."""
        return b"".join(self.labels[id] for id in ids).decode("utf-8", "ignore")


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


def prepare(plan: LivePlan, tokenizer: Tokenizer | None = None) -> Prepared:
    """Cut the text into tokens and everything else to its size; notes say what was changed.

    tokenizer: needed for units="bpe". Raises CannotTrainError for a text of fewer than two tokens
    or a dial outside its range.
    """
    _check_dials(plan)
    text, notes = _clean(plan.text)
    pieces = _cut(text, plan.units, tokenizer)
    if len(pieces) < 2:
        raise CannotTrainError(
            zh="文字太短：至少要两个词元，一个拿来读，一个拿来猜。",
            en="The text is too short: it takes at least two tokens, one to read and one to guess.",
        )
    counts = Counter(pieces)
    kinds = [piece for piece, _ in counts.most_common(MOST_KINDS)]
    if len(counts) > len(kinds):
        kinds[-1] = UNKNOWN.encode()
        notes.append(
            Note(
                f"不同的词元有 {len(counts)} 种，超过 {MOST_KINDS} 种的部分都写作 {UNKNOWN}。",
                f"There are {len(counts)} different tokens; beyond {MOST_KINDS} they are all "
                f"written {UNKNOWN}.",
            )
        )
    place = {piece: i for i, piece in enumerate(kinds)}
    ids = torch.tensor([place.get(piece, len(kinds) - 1) for piece in pieces])
    n_held = int(len(ids) * plan.held)
    if n_held < 16:
        n_held = 0
        notes.append(
            Note(
                "文字太短，留不出一份来检验：只画训练损失。",
                "The text is too short to keep a part back: only the training loss is drawn.",
            )
        )
    train, held = ids[: len(ids) - n_held], ids[len(ids) - n_held :]
    length = min(plan.length, len(train) - 1)
    batch = min(plan.batch, len(train) - length)
    if batch < plan.batch:
        notes.append(
            Note(
                f"这段文字只切得出 {batch} 段不同的练习，批量从 {plan.batch} 减到 {batch}。",
                f"The text gives only {batch} different rows, so the batch went from "
                f"{plan.batch} down to {batch}.",
            )
        )
    if plan.lr == 0:
        notes.append(
            Note(
                "学习率是 0：算得出该往哪边改，却一步也不走，曲线不会下降。",
                "The learning rate is 0: the direction is known but no step is taken, so the "
                "curve will not fall.",
            )
        )
    C = plan.d_model
    config = TransformerConfig(
        vocab_size=max(2, len(kinds)), d_model=C, n_layer=plan.n_layer, n_head=plan.n_head,
        n_kv_head=plan.n_head, d_head=C // plan.n_head, d_ff=4 * C, max_seq_len=max(2, length),
        norm="layer", ffn="gelu", position="learned", qkv_bias=True, o_bias=True, ffn_bias=True,
    )  # fmt: skip
    return Prepared(plan, train, held, tuple(kinds), config, batch, tuple(notes))


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
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=plan.lr, betas=(0.9, 0.95), weight_decay=0.0, fused=True
    )
    steps = fit(
        model, _windows(prepared), optimizer=optimizer, n_step=plan.steps,
        schedule=lambda step: min(1.0, (step + 1) / _WARMUP), clip=plan.clip or math.inf,
    )  # fmt: skip
    yield clock.stamp(prepared, 0, None, *_look(model, prepared, samples))
    recent: deque[float] = deque(maxlen=10)
    bad = 0
    while True:
        clock.go()
        try:
            at = next(steps, None)
        except FloatingPointError:
            yield Ending("diverged", clock.step, _not_a_number(clock.step + 1, plan.lr))
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
            yield Ending("diverged", at.step, _worse_than_guessing(prepared, plan.lr))
            return
    yield Ending("done", clock.step)


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


def _check_dials(plan: LivePlan) -> None:
    if not (math.isfinite(plan.lr) and plan.lr >= 0):
        raise CannotTrainError(
            zh="学习率要写成不小于 0 的数，例如 0.003。",
            en="The learning rate must be a number of 0 or more, such as 0.003.",
        )
    if plan.batch < 1 or plan.batch > 512:
        raise CannotTrainError(
            zh="批量要在 1 到 512 之间。", en="The batch must be between 1 and 512."
        )
    if plan.steps < 1 or plan.steps > 5000:
        raise CannotTrainError(
            zh="步数要在 1 到 5000 之间。", en="The number of steps must be between 1 and 5000."
        )
    if not plan.text.strip():
        raise CannotTrainError(
            zh="还没有文字可学。打几句话，或选一份准备好的文字。",
            en="There is no text to learn from. Type some sentences or pick a prepared text.",
        )


def _clean(text: str) -> tuple[str, list[Note]]:
    """Valid Unicode of at most LONGEST_TEXT bytes, line ends as \\n."""
    raw = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace")
    if len(raw) <= LONGEST_TEXT:
        return raw.decode("utf-8"), []
    kept = raw[:LONGEST_TEXT].decode("utf-8", "ignore")
    return kept, [
        Note(
            f"文字有 {len(raw) / 1000:.0f} kB，只用开头的 {LONGEST_TEXT // 1000} kB。",
            f"The text has {len(raw) / 1000:.0f} kB; only the first {LONGEST_TEXT // 1000} kB "
            "are used.",
        )
    ]


def _cut(text: str, units: Units, tokenizer: Tokenizer | None) -> list[bytes]:
    if units == "characters":
        return [char.encode() for char in text]
    if tokenizer is None:
        raise ValueError('units="bpe" needs a tokenizer')
    return [tokenizer.token_bytes(id) for id in tokenizer.encode(text)]


def _windows(prepared: Prepared) -> Iterator[Batch]:
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


def _not_a_number(step: int, lr: float) -> Note:
    return Note(
        f"发散：第 {step} 步的损失不再是一个数（NaN）。学习率 {lr:g} 太大，每一步都跨过了谷底。"
        "前面的曲线留着；把学习率除以 10 再试。",
        f"Diverged: at step {step} the loss is no longer a number (NaN). A learning rate of "
        f"{lr:g} is too large: every step jumps over the valley. The curve so far stays; divide "
        "the rate by 10 and try again.",
    )


def _worse_than_guessing(prepared: Prepared, lr: float) -> Note:
    return Note(
        f"发散：损失一直比瞎猜（ln V = {prepared.ln_v:.2f}）的 {_EXPLODED:g} 倍还高。"
        f"学习率 {lr:g} 太大，越改越糟；把它除以 10 再试。",
        f"Diverged: the loss stays above {_EXPLODED:g} times that of blind guessing "
        f"(ln V = {prepared.ln_v:.2f}). A learning rate of {lr:g} is too large and makes things "
        "worse; divide it by 10 and try again.",
    )
