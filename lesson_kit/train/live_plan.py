"""A learner's choices for a training of their own, and the text cut to what a nano model takes."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

from lesson_kit.model import TransformerConfig
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.train import live_words as say
from lesson_kit.train.live_words import Note

__all__ = ["LONGEST_TEXT", "MOST_KINDS", "UNKNOWN", "LivePlan", "Prepared", "prepare"]

Units = Literal["characters", "bpe"]

LONGEST_TEXT = 200_000  # bytes of UTF-8
MOST_KINDS = 3000  # different tokens; rarer ones share one place, so the model stays nano
UNKNOWN = "▯"
MOST_ROWS, MOST_STEPS = 512, 5000
_FEWEST_HELD = 16  # tokens; fewer say nothing about unseen text
_PIECE = 16  # tokens that no two texts have in common by chance


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
    """A plan with its text as ids: ``train`` and ``held`` (n,), ``labels`` the text of each id.

    unseen: whether the held-out part is text that training does not read anyway.
    """

    plan: LivePlan
    train: Tensor
    held: Tensor
    labels: tuple[bytes, ...]
    config: TransformerConfig
    batch: int
    notes: tuple[Note, ...]
    unseen: bool = True

    @property
    def ln_v(self) -> float:
        """The loss of blind guessing, in nats: ln of the number of different tokens."""
        return math.log(self.config.vocab_size)

    def write(self, ids: list[int]) -> str:
        """Ids as text; bytes that make no character are left out."""
        return b"".join(self.labels[id] for id in ids).decode("utf-8", "ignore")


def prepare(plan: LivePlan, tokenizer: Tokenizer | None = None) -> Prepared:
    """Cut the text into tokens and everything else to its size; notes say what was changed.

    tokenizer: needed for units="bpe". Raises CannotTrainError for a text of fewer than two tokens
    or a dial outside its range.
    """
    _check_dials(plan)
    text, notes = _clean(plan.text)
    pieces = _cut(text, plan.units, tokenizer)
    if len(pieces) < 2:
        raise say.too_short()
    counts = Counter(pieces)
    kinds = [piece for piece, _ in counts.most_common(MOST_KINDS)]
    if len(counts) > len(kinds):
        kinds[-1] = UNKNOWN.encode()
        notes.append(say.too_many_kinds(len(counts), MOST_KINDS, UNKNOWN))
    place = {piece: i for i, piece in enumerate(kinds)}
    ids = torch.tensor([place.get(piece, len(kinds) - 1) for piece in pieces])
    if len(kinds) == 1:  # a model needs two to choose from
        kinds.append(UNKNOWN.encode())
        notes.append(say.only_one_kind(UNKNOWN))
    n_held = int(len(ids) * plan.held)
    if n_held < _FEWEST_HELD:
        n_held = 0
        notes.append(say.nothing_held_out())
    train, held = ids[: len(ids) - n_held], ids[len(ids) - n_held :]
    unseen = not _stands_in(train, held)
    if not unseen:
        notes.append(say.held_out_was_seen())
    length = min(plan.length, len(train) - 1)
    batch = min(plan.batch, len(train) - length)
    if batch < plan.batch:
        notes.append(say.smaller_batch(plan.batch, batch))
    if plan.lr == 0:
        notes.append(say.standing_still())
    config = nano(plan, vocab_size=len(kinds), length=max(2, length))
    return Prepared(plan, train, held, tuple(kinds), config, batch, tuple(notes), unseen)


def _stands_in(train: Tensor, held: Tensor) -> bool:
    """Whether more than half of the held-out text, piece by piece, stands in the training text."""
    read, kept = ("".join(chr(0x10000 + id) for id in ids.tolist()) for ids in (train, held))
    pieces = [kept[i : i + _PIECE] for i in range(0, len(kept) - _PIECE + 1, _PIECE)]
    return 2 * sum(piece in read for piece in pieces) > len(pieces)


def nano(plan: LivePlan, *, vocab_size: int, length: int) -> TransformerConfig:
    """The model of a plan: LayerNorm, GELU, learned positions, biases; tied, as in GPT-2."""
    C = plan.d_model
    return TransformerConfig(
        vocab_size=vocab_size, d_model=C, n_layer=plan.n_layer, n_head=plan.n_head,
        n_kv_head=plan.n_head, d_head=C // plan.n_head, d_ff=4 * C, max_seq_len=length,
        norm="layer", ffn="gelu", position="learned", qkv_bias=True, o_bias=True, ffn_bias=True,
    )  # fmt: skip


def _check_dials(plan: LivePlan) -> None:
    if not (math.isfinite(plan.lr) and plan.lr >= 0):
        raise say.bad_rate()
    if not 1 <= plan.batch <= MOST_ROWS:
        raise say.out_of_range("批量", "The batch", 1, MOST_ROWS)
    if not 1 <= plan.steps <= MOST_STEPS:
        raise say.out_of_range("步数", "The number of steps", 1, MOST_STEPS)
    if not plan.text.strip():
        raise say.no_text()


def _clean(text: str) -> tuple[str, list[Note]]:
    """Valid Unicode of at most LONGEST_TEXT bytes, line ends as \\n."""
    raw = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace")
    if len(raw) <= LONGEST_TEXT:
        return raw.decode("utf-8"), []
    return raw[:LONGEST_TEXT].decode("utf-8", "ignore"), [say.cut_short(len(raw), LONGEST_TEXT)]


def _cut(text: str, units: Units, tokenizer: Tokenizer | None) -> list[bytes]:
    if units == "characters":
        return [char.encode() for char in text]
    if tokenizer is None:
        raise ValueError('units="bpe" needs a tokenizer')
    return [tokenizer.token_bytes(id) for id in tokenizer.encode(text)]
