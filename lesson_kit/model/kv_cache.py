"""The KV cache as a value: `step` never changes the cache it is given, it returns the next one.

Appending to the newest version writes into spare room (no copy per token); appending to an older
version, a branch, copies first. So running a notebook cell twice, or trying two continuations of
the same prompt, is always right.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from torch import Tensor

_FIRST_CAPACITY = 64  # positions; capacity doubles after that, so copies are rare


@dataclass(eq=False)
class _Buffer:
    """Room for K and V, (B, G, capacity, D) for each layer; `filled`: the newest length."""

    k: tuple[Tensor, ...]
    v: tuple[Tensor, ...]
    filled: int

    @property
    def capacity(self) -> int:
        return self.k[0].shape[2]


@dataclass(frozen=True, eq=False)
class KVCache:
    """Keys and values of `length` past positions for all layers.

    `k(layer)` and `v(layer)` are (B, G, length, D). `nbytes` counts what these positions hold:
    2·L·B·G·length·D·bytes, without the spare room behind them.
    """

    length: int
    _buffer: _Buffer = field(repr=False)

    def k(self, layer: int) -> Tensor:
        """Keys of one layer, already turned by RoPE: (B, G, length, D)."""
        return self._buffer.k[layer].narrow(2, 0, self.length)

    def v(self, layer: int) -> Tensor:
        """Values of one layer: (B, G, length, D)."""
        return self._buffer.v[layer].narrow(2, 0, self.length)

    @property
    def nbytes(self) -> int:
        """Bytes held by the cached positions."""
        k = self._buffer.k
        return 2 * len(k) * k[0].nbytes // self._buffer.capacity * self.length

    def prefix(self, length: int) -> KVCache:
        """The cache as it was after the first `length` positions; shares memory, copies nothing.

        Raises ValueError when `length` is negative or longer than the cache.
        """
        if not 0 <= length <= self.length:
            raise ValueError(f"a prefix of {length} does not fit a cache of length {self.length}")
        return KVCache(length, self._buffer)


class Growth:
    """One step's growth: hands each layer its full K and V, then closes into the next KVCache."""

    def __init__(self, cache: KVCache | None, n_layer: int, n_new: int) -> None:
        self.cache, self.n_layer, self.n_new = cache, n_layer, n_new
        self.start = cache.length if cache else 0
        self.end = self.start + n_new
        self.buffer: _Buffer | None = None

    def extend(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Store new k, v (B,G,T,D) behind the past ones; returns all S of them, (B,G,S,D) each."""
        buffer = self.buffer or self._open(k)
        all_k, all_v = buffer.k[layer], buffer.v[layer]
        all_k.narrow(2, self.start, self.n_new).copy_(k)
        all_v.narrow(2, self.start, self.n_new).copy_(v)
        return all_k.narrow(2, 0, self.end), all_v.narrow(2, 0, self.end)

    def close(self) -> KVCache:
        """The next cache. Call after every layer was extended."""
        assert self.buffer is not None, "a step must pass at least one layer"
        return KVCache(self.end, self.buffer)

    def _open(self, like: Tensor) -> _Buffer:
        old = self.cache._buffer if self.cache else None
        newest = old is not None and old.filled == self.start
        if old is not None and newest and old.capacity >= self.end:
            old.filled = self.end  # claim the room at once: a later branch from `start` must copy
            self.buffer = old
            return old
        capacity = _FIRST_CAPACITY
        while capacity < self.end:
            capacity *= 2
        shape = (like.shape[0], like.shape[1], capacity, like.shape[3])
        room = tuple(like.new_empty(shape) for _ in range(2 * self.n_layer))
        k, v = room[: self.n_layer], room[self.n_layer :]
        self.buffer = _Buffer(k, v, self.end)
        if old is not None:
            for new, past in zip((*k, *v), (*old.k, *old.v), strict=True):
                new.narrow(2, 0, self.start).copy_(past.narrow(2, 0, self.start))
        return self.buffer


def kv_cache_bytes(
    *, n_layer: int, n_kv_head: int, d_head: int, length: int, batch: int = 1, bytes_per_value: int
) -> int:
    """Bytes of a KV cache by formula: 2·L·n_kv·d_head·T·B·bytes (2 for K and V)."""
    return 2 * n_layer * n_kv_head * d_head * length * batch * bytes_per_value
