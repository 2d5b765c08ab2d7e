"""The Transformer as it was born, to translate: one stack reads, the other writes (Vaswani 2017).

    encoder  x = norm(x + attention(x → x))        x = norm(x + ffn(x))
    decoder  x = norm(x + attention(x → its past)) x = norm(x + attention(x → what was read))
             x = norm(x + ffn(x))

Attention, norm and FFN are the parts every other model here is made of. Cross-attention is no new
formula: the queries come from the sentence being written, keys and values from the one being read.

Letters: B batch, S source tokens, T new target tokens, H heads, D d_head, C d_model, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from lesson_kit.model.attention import Attention, attend_fused, attend_slowly, causal_mask
from lesson_kit.model.config import FeedForwardKind, Norm, Position, TransformerConfig
from lesson_kit.model.feed_forward import FeedForward
from lesson_kit.model.kv_cache import Growth, KVCache
from lesson_kit.model.norm import make_norm

Attend = Callable[[Tensor, Tensor, Tensor, Tensor | None], Tensor]  # q, k, v, mask -> head_out


@dataclass(frozen=True, kw_only=True)
class EncoderDecoderConfig(TransformerConfig):
    """The dials of 2017. `n_layer` counts the layers of each stack; `pad_id` fills up short rows.

    position is what happens inside attention: nothing, for the sinusoids are added before it.
    dropout is the share of numbers left out of every sum while training.
    """

    norm: Norm = "layer"
    ffn: FeedForwardKind = "relu"
    position: Position = "none"
    qkv_bias: bool = True
    o_bias: bool = True
    ffn_bias: bool = True
    pad_id: int
    dropout: float = 0.0

    def n_parameter(self) -> int:
        """Exact count: in a decoder layer 2 attentions and 3 norms, in an encoder layer 1 and 2."""
        C, width = self.d_model, self.d_ff
        q, kv = self.n_head * self.d_head, self.n_kv_head * self.d_head
        attention = 2 * C * (q + kv) + (q + 2 * kv) * self.qkv_bias + C * self.o_bias
        gated = self.ffn == "swiglu"
        ffn = (3 if gated else 2) * C * width + ((2 if gated else 1) * width + C) * self.ffn_bias
        norm = C * (2 if self.norm_has_bias else 1)
        return self.vocab_size * C + self.n_layer * (3 * attention + 2 * ffn + 5 * norm)


def sinusoids(start: int, end: int, d_model: int, like: Tensor) -> Tensor:
    """Waves that tell positions apart: (end − start, d_model), sines and cosines by turns."""
    position = torch.arange(start, end, device=like.device, dtype=torch.float32)
    place = torch.arange(0, d_model, 2, device=like.device, dtype=torch.float32)
    angle = position[:, None] / 10000 ** (place / d_model)
    return torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(1)[:, :d_model].to(like.dtype)


@dataclass(frozen=True, eq=False)
class Memory:
    """A source sentence, read once. Each decoder layer has its own keys and values of it."""

    source: Tensor  # (B, S) token ids
    k: tuple[Tensor, ...] = field(repr=False)  # per layer (B, H, S, D)
    v: tuple[Tensor, ...] = field(repr=False)  # per layer (B, H, S, D)
    mask: Tensor = field(repr=False)  # (B, 1, 1, S), False at padding


@dataclass(frozen=True, eq=False)
class DecoderCache:
    """All that the decoder need not compute again: the memory, which stays, and its own past."""

    memory: Memory
    past: KVCache | None = None  # keys and values of the target so far; one row more each step

    @property
    def nbytes(self) -> int:
        """Bytes of both: cross keys and values, and those of the target so far."""
        cross = sum(x.numel() * x.element_size() for x in (*self.memory.k, *self.memory.v))
        return cross + (self.past.nbytes if self.past else 0)


@dataclass(frozen=True)
class Look:
    """One attention at work. N keys: the source's in the encoder and in cross-attention."""

    q: Tensor  # (B, H, T, D)
    k: Tensor  # (B, H, N, D)
    v: Tensor  # (B, H, N, D)
    scores: Tensor  # (B, H, T, N) q·k/√d_head; −inf where the mask hides
    weights: Tensor  # (B, H, T, N) softmax of scores; each row sums to 1


class Watch:
    """Attention that keeps what it saw, for use in place of the fused kernel."""

    def __init__(self) -> None:
        self.looks: list[Look] = []

    def __call__(self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
        work = attend_slowly(q, k, v, mask)
        self.looks.append(Look(q, k, v, work.scores, work.weights))
        return work.head_out


@dataclass(frozen=True)
class TranslationTrace:
    """A whole pass: who looked where, layer by layer."""

    source: Tensor  # (B, S) token ids
    target: Tensor  # (B, T) token ids
    encoder: tuple[Look, ...]  # source → source
    decoder: tuple[Look, ...]  # target → its own past
    cross: tuple[Look, ...]  # target → source
    logits: Tensor  # (B, T, V)

    def __repr__(self) -> str:
        return f"TranslationTrace(S={self.source.shape[1]}, T={self.target.shape[1]})"


class EncoderLayer(nn.Module):
    """Every source token looks at the whole source, then digests."""

    def __init__(self, config: EncoderDecoderConfig) -> None:
        super().__init__()
        self.attn, self.attn_norm = Attention(config), make_norm(config)
        self.ffn, self.ffn_norm = FeedForward(config), make_norm(config)


class DecoderLayer(EncoderLayer):
    """Every target token looks at its past, then across at the source, then digests."""

    def __init__(self, config: EncoderDecoderConfig) -> None:
        super().__init__(config)
        self.cross, self.cross_norm = Attention(config), make_norm(config)


class EncoderDecoder(nn.Module):
    """Source ids and target ids in, logits of each next target token out.

    `forward` is for training, `encode` and `step` for writing token by token, `trace` for looking
    inside. One table serves as source embedding, target embedding and output matrix.
    """

    def __init__(self, config: EncoderDecoderConfig) -> None:
        super().__init__()
        self.config = config
        self.embed = nn.Embedding(config.vocab_size, config.d_model)
        self.encoder = nn.ModuleList(EncoderLayer(config) for _ in range(config.n_layer))
        self.decoder = nn.ModuleList(DecoderLayer(config) for _ in range(config.n_layer))
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, source: Tensor, target: Tensor, attend: Attend = attend_fused) -> Tensor:
        """source (B,S), target (B,T) -> logits (B,T,V). Rows may end in `pad_id`.

        Raises ValueError for an empty row, an id outside the vocabulary, or one too long.
        """
        return self._decode(target, self._encode(source, attend), attend)

    def encode(self, source: Tensor) -> DecoderCache:
        """Run the encoder, once a translation: source (B,S) -> the cache `step` begins with."""
        return DecoderCache(self._encode(source, attend_fused))

    def step(
        self, target: Tensor, cache: DecoderCache, attend: Attend = attend_fused
    ) -> tuple[Tensor, DecoderCache]:
        """Run only the new target ids (B,T) -> logits (B,T,V), the longer cache; `cache` stays.

        attend: a `Watch` to keep what is seen on the way, two looks a layer: own past, source.
        """
        growth = Growth(cache.past, self.config.n_layer, target.shape[1])
        logits = self._decode(target, cache.memory, attend, growth)
        return logits, DecoderCache(cache.memory, growth.close())

    def trace(self, source: Tensor, target: Tensor) -> TranslationTrace:
        """The same pass, with every attention kept."""
        watch = Watch()
        logits = self._decode(target, self._encode(source, watch), watch)
        n = self.config.n_layer
        encoder, written = tuple(watch.looks[:n]), tuple(watch.looks[n:])
        return TranslationTrace(source, target, encoder, written[0::2], written[1::2], logits)

    def _encode(self, source: Tensor, attend: Attend) -> Memory:
        mask = (source != self.config.pad_id)[:, None, None, :]  # nobody looks at padding
        x = self._enter(source, 0)  # (B, S, C)
        for layer in cast(Iterable[EncoderLayer], self.encoder):
            heads = attend(*layer.attn.qkv(x, None), mask)
            x = layer.attn_norm(x + self.dropout(layer.attn.merge(heads)))
            x = layer.ffn_norm(x + self.dropout(layer.ffn(x)[-1]))
        across = [layer.cross for layer in cast(Iterable[DecoderLayer], self.decoder)]
        k = tuple(cross.split(cross.W_k(x)) for cross in across)
        v = tuple(cross.split(cross.W_v(x)) for cross in across)
        return Memory(source, k, v, mask)

    def _decode(
        self, target: Tensor, memory: Memory, attend: Attend, growth: Growth | None = None
    ) -> Tensor:
        start = growth.start if growth else 0
        x = self._enter(target, start)  # (B, T, C)
        n = target.shape[1]
        causal = causal_mask(n, start + n, target.device) if n > 1 else None
        for i, layer in enumerate(cast(Iterable[DecoderLayer], self.decoder)):
            q, k, v = layer.attn.qkv(x, None)
            if growth:
                k, v = growth.extend(i, k, v)
            x = layer.attn_norm(x + self.dropout(layer.attn.merge(attend(q, k, v, causal))))
            q = layer.cross.split(layer.cross.W_q(x))  # the question is the target's own ...
            heads = attend(q, memory.k[i], memory.v[i], memory.mask)  # ... the answers the source's
            x = layer.cross_norm(x + self.dropout(layer.cross.merge(heads)))
            x = layer.ffn_norm(x + self.dropout(layer.ffn(x)[-1]))
        return F.linear(x, self.embed.weight)

    def _enter(self, ids: Tensor, start: int) -> Tensor:
        end = start + ids.shape[1]
        self._check(ids, end)
        # The table's rows are short, for they are the output matrix too; √C brings them to size.
        x = self.embed(ids) * math.sqrt(self.config.d_model)
        return self.dropout(x + sinusoids(start, end, self.config.d_model, x))

    def _check(self, ids: Tensor, end: int) -> None:
        if ids.ndim != 2 or ids.shape[1] == 0:
            raise ValueError(f"ids must be (B, T) with T ≥ 1, not {tuple(ids.shape)}")
        if end > self.config.max_seq_len:
            raise ValueError(
                f"{end} tokens do not fit this model's max_seq_len={self.config.max_seq_len}"
            )
        if ids.device.type == "cpu":  # on a GPU this look would make every step wait
            low, high = int(ids.min()), int(ids.max())
            if low < 0 or high >= self.config.vocab_size:
                raise ValueError(
                    f"id {low if low < 0 else high} is outside the vocabulary "
                    f"(vocab_size={self.config.vocab_size})"
                )
