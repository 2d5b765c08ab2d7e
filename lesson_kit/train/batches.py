"""Documents → rows of equal length: what one training step reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Document:
    """One text as ids, and how much each id counts when it is the one to predict."""

    ids: tuple[int, ...]
    weight: tuple[float, ...]  # as long as ids


@dataclass(frozen=True)
class Batch:
    """inputs, targets (B,T): targets are the inputs moved one place on. weight (B,T)."""

    inputs: Tensor
    targets: Tensor
    weight: Tensor

    @property
    def n_token(self) -> int:
        """Positions that count."""
        return int((self.weight > 0).sum())


def pack(
    documents: Iterable[Document], *, length: int, rows: int, pad_id: int, pool: int = 200
) -> Iterator[Batch]:
    """Lay whole documents end to end in rows of `length` tokens; what is left over is padding.

    Longer documents are cut. A pool of waiting documents keeps the padding small: each row takes
    the next one in line, then whichever waiting ones fit. Raises ValueError for length < 2.
    """
    if length < 2:
        raise ValueError(
            f"length={length}: a row needs at least 2 tokens, one to read, one to guess"
        )
    source = iter(documents)
    waiting: list[Document] = []
    while True:
        batch: list[tuple[list[int], list[float]]] = []
        for _ in range(rows):
            while len(waiting) < pool and (more := next(source, None)) is not None:
                waiting.append(more)
            if not waiting:
                break
            batch.append(_fill_row(waiting, length + 1))
        if not batch:
            return
        yield _to_batch(batch, length + 1, pad_id)


def _fill_row(waiting: list[Document], size: int) -> tuple[list[int], list[float]]:
    ids: list[int] = []
    weight: list[float] = []
    place = 0
    while place < len(waiting):
        document = waiting[place]
        if ids and len(ids) + len(document.ids) > size:
            place += 1
            continue
        ids += document.ids[: size - len(ids)]
        weight += document.weight[: size - len(weight)]
        waiting.pop(place)
    return ids, weight


def _to_batch(rows: Sequence[tuple[list[int], list[float]]], size: int, pad_id: int) -> Batch:
    ids = torch.full((len(rows), size), pad_id, dtype=torch.long)
    weight = torch.zeros(len(rows), size)
    for i, (row, row_weight) in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
        weight[i, : len(row)] = torch.tensor(row_weight)
    return Batch(ids[:, :-1].contiguous(), ids[:, 1:].contiguous(), weight[:, 1:].contiguous())
