"""A decoder-only Transformer, top to bottom. Read it in five minutes, then change something.

Letters: B batch, T new positions, S past + new positions, H query heads, G key/value heads,
D d_head, C d_model, V vocabulary, L layers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from lesson_kit.model.attention import Attention, attend_fused, attend_slowly, causal_mask
from lesson_kit.model.config import TransformerConfig
from lesson_kit.model.feed_forward import FeedForward
from lesson_kit.model.kv_cache import Growth, KVCache
from lesson_kit.model.norm import make_norm
from lesson_kit.model.positions import rope_table
from lesson_kit.model.trace import Edit, LayerTrace, Trace


class Block(nn.Module):
    """One layer: gather from the past (attention), then digest alone (FFN), each added on top."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.attn_norm = make_norm(config)
        self.attn = Attention(config)
        self.ffn_norm = make_norm(config)
        self.ffn = FeedForward(config)


class Transformer(nn.Module):
    """Token ids in, logits out.

    `forward` is for whole texts and training, `step` for text that grows token by token, `trace`
    for looking inside. All three run the same `_run`.
    """

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = config
        self.embed = nn.Embedding(config.vocab_size, config.d_model)
        learned = config.position == "learned"
        self.positions = nn.Embedding(config.max_seq_len, config.d_model) if learned else None
        self.layers = nn.ModuleList(Block(config) for _ in range(config.n_layer))
        self.final_norm = make_norm(config)
        tied = config.tie_embeddings
        self.unembed = None if tied else nn.Linear(config.d_model, config.vocab_size, bias=False)
        self._turn: tuple[Tensor, Tensor] | None = None  # RoPE's cos and sin, made when first used

    def forward(self, ids: Tensor, *, last: bool = False) -> Tensor:
        """Logits of every position: ids (B,T) -> (B,T,V); of the last one only, (B,1,V), if `last`.

        Raises ValueError for an empty text, an id outside the vocabulary, or T > max_seq_len.
        """
        return self._run(ids, last=last)

    def step(
        self, ids: Tensor, cache: KVCache | None = None, *, last: bool = False
    ) -> tuple[Tensor, KVCache]:
        """Run only the new ids (B,T) behind the cached ones -> logits (B,T,V), the longer cache.

        `cache` itself stays as it was. last: as in `forward`, which also says what is raised
        (cached tokens count).
        """
        growth = Growth(cache, self.config.n_layer, ids.shape[1])
        return self._run(ids, growth, last=last), growth.close()

    def trace(
        self, ids: Tensor, cache: KVCache | None = None, *, edit: Edit | None = None
    ) -> Trace:
        """The same pass with every intermediate kept by name; `edit` switches parts off."""
        growth = Growth(cache, self.config.n_layer, ids.shape[1]) if cache else None
        seen = _Seen(edit or Edit())
        logits = self._run(ids, growth, seen)
        return Trace(ids, seen.embed, tuple(seen.layers), seen.final_norm, logits)

    def _run(
        self, ids: Tensor, growth: Growth | None = None, seen: _Seen | None = None,
        last: bool = False,
    ) -> Tensor:  # fmt: skip
        start = growth.start if growth else 0
        end = start + ids.shape[1]
        self._check(ids, end)

        x = self.embed(ids)  # (B, T, C)
        if self.positions is not None:
            x = x + self.positions.weight[start:end]
        turn = self._rope(start, end, x)
        mask = causal_mask(ids.shape[1], end, ids.device) if ids.shape[1] > 1 else None
        if seen:
            seen.embed = x
            mask = mask if seen.edit.mask == "causal" else None

        for i, block in enumerate(cast(Iterable[Block], self.layers)):
            q, k, v = block.attn.qkv(block.attn_norm(x), turn)  # (B, H, T, D), (B, G, T, D) twice
            if growth:
                k, v = growth.extend(i, k, v)  # (B, G, S, D): the past comes from the cache
            if seen is None:
                heads = attend_fused(q, k, v, mask)  # (B, H, T, D)
            else:
                scores, weights, heads = attend_slowly(q, k, v, mask)
                heads = seen.edit.silence_heads(i, heads)
            attn_out = block.attn.merge(heads)  # (B, T, C)
            mid = x + attn_out
            pre, act, ffn_out = block.ffn(block.ffn_norm(mid))
            if seen is not None:
                ffn_out = seen.edit.silence_ffn(i, ffn_out)
                parts = (x, q, k, v, scores, weights, heads, attn_out, mid, pre, act, ffn_out)
                seen.layers.append(LayerTrace(*parts, resid_post=mid + ffn_out))
            x = mid + ffn_out

        x = self.final_norm(x[:, -1:] if last else x)
        if seen:
            seen.final_norm = x
        return F.linear(x, self.embed.weight) if self.unembed is None else self.unembed(x)

    def _rope(self, start: int, end: int, like: Tensor) -> tuple[Tensor, Tensor] | None:
        if self.config.position != "rope":
            return None
        if self._turn is None or self._turn[0].device != like.device:
            # Made in a look without gradients, kept for a training step: not an inference tensor.
            with torch.inference_mode(False):
                cos, sin = rope_table(self.config)
                self._turn = cos.to(like.device), sin.to(like.device)
        cos, sin = self._turn
        return cos[start:end].to(like.dtype), sin[start:end].to(like.dtype)

    def _check(self, ids: Tensor, end: int) -> None:
        if ids.ndim != 2 or ids.shape[1] == 0:
            raise ValueError(f"ids must be (B, T) with T ≥ 1, not {tuple(ids.shape)}")
        if end > self.config.max_seq_len:
            raise ValueError(
                f"{end} tokens do not fit this model's max_seq_len={self.config.max_seq_len}"
            )
        if ids.device.type != "cpu" or torch.compiler.is_compiling():
            return  # on a GPU this look would make every step wait for the device
        low, high = int(ids.min()), int(ids.max())
        if low < 0 or high >= self.config.vocab_size:
            raise ValueError(
                f"id {low if low < 0 else high} is outside the vocabulary "
                f"(vocab_size={self.config.vocab_size})"
            )


class _Seen:
    """Where a traced pass puts what it saw."""

    def __init__(self, edit: Edit) -> None:
        self.edit = edit
        self.layers: list[LayerTrace] = []
        self.embed: Tensor
        self.final_norm: Tensor
