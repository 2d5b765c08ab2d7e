"""What each FFN unit fires on most, and which tokens it then pushes: found once, kept in a file.

A unit is one of the d_ff numbers between the two FFN matrices. Its favourites are the places of a
text sample where it is strongest; what it writes is its row of W_down read through the output
matrix (Geva et al. 2021). One unit is rarely one concept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from lesson_kit.model import Transformer
from lesson_kit.model.transformer import Block

__all__ = ["FILE", "UnitTable", "favourites", "read_units", "write_units"]

FILE = "units.safetensors"
N_TOP = 5


@dataclass(frozen=True)
class UnitTable:
    """Favourites of every unit, over one text sample.

    sample (N,) token ids of all documents one after the other; starts (n_document,) where each
    begins. top (L, F, K): places in `sample`, strongest first, at most one a document; act
    (L, F, K): the unit's activation there, all of one sign. writes (L, F, K): ids pushed up most
    when it fires with that sign; push (L, F, K): by how much for each 1 of activation, before the
    final norm's division. weights: sha256 of the weight file all this belongs to.
    """

    sample: np.ndarray
    starts: np.ndarray
    top: np.ndarray
    act: np.ndarray
    writes: np.ndarray
    push: np.ndarray
    weights: str


def favourites(
    model: Transformer,
    documents: Sequence[Sequence[int]],
    *,
    weights: str,
    tick: Callable[[], object] | None = None,
) -> UnitTable:
    """Run every document (token ids) and keep each unit's strongest places.

    weights: sha256 of the model's weight file. tick: called after each document, for a progress
    bar. Raises ValueError with fewer documents than places to keep.
    """
    if len(documents) < N_TOP:
        raise ValueError(f"{len(documents)} documents are too few: at least {N_TOP}")
    config, device = model.config, model.embed.weight.device
    starts = np.cumsum([0, *(len(one) for one in documents)])
    shape = (2, config.n_layer, config.d_ff, 0)  # sign (+ and -), layer, unit, place
    best, place = torch.zeros(shape), torch.zeros(shape, dtype=torch.int64)
    for start, document in zip(starts, documents, strict=False):
        with torch.inference_mode():
            trace = model.trace(torch.tensor([list(document)], device=device))
            act = torch.stack([layer.ffn_act[0] for layer in trace.layers]).float().cpu()
        value, at = torch.stack((act, -act)).max(dim=2)  # (2, L, F): one place a document
        best = torch.cat((best, value[..., None]), -1)
        place = torch.cat((place, at[..., None] + int(start)), -1)
        if best.shape[-1] >= 64 or document is documents[-1]:
            best, keep = best.topk(N_TOP, -1)
            place = place.gather(-1, keep)
        if tick is not None:
            tick()
    sign = torch.where(best[0, ..., 0] >= best[1, ..., 0], 1.0, -1.0)  # (L, F)
    chosen = (sign < 0).long()[None, ..., None].expand(1, -1, -1, N_TOP)
    act = best.gather(0, chosen)[0] * sign[..., None]
    writes, push = _what_they_write(model, sign)
    return UnitTable(
        sample=np.concatenate([np.asarray(one) for one in documents]).astype(np.int32),
        starts=starts[:-1].astype(np.int32),
        top=place.gather(0, chosen)[0].numpy().astype(np.int32),
        act=act.numpy().astype(np.float16),
        writes=writes.astype(np.int32),
        push=push.astype(np.float16),
        weights=weights,
    )


def _what_they_write(model: Transformer, sign: torch.Tensor) -> tuple[np.ndarray, np.ndarray]:
    """ids (L, F, K) and how much each unit pushes their logits, with the sign it fires with."""
    unembed = (model.embed if model.unembed is None else model.unembed).weight.float()
    gamma = cast(torch.Tensor, model.final_norm.weight).float()
    ids, push = [], []
    with torch.inference_mode():
        for layer, signs in zip(model.layers, sign.to(unembed.device), strict=True):
            rows = cast(Block, layer).ffn.W_down.weight.float().T * signs[:, None]  # (F, C)
            top = ((rows * gamma) @ unembed.T).topk(N_TOP, -1)
            ids.append(top.indices.cpu().numpy())
            push.append(top.values.cpu().numpy())
    return np.stack(ids), np.stack(push)


def write_units(table: UnitTable, folder: Path) -> Path:
    """Write `FILE` into the model's folder, whole or not at all."""
    path, unfinished = folder / FILE, folder / f"{FILE}.unfinished"
    tensors = {name: np.ascontiguousarray(getattr(table, name)) for name in _ARRAYS}
    save_file(tensors, unfinished, metadata={"weights": table.weights})
    unfinished.chmod(0o644)  # it is part of the model, for everyone who may read that
    unfinished.replace(path)
    return path


def read_units(folder: Path) -> UnitTable | None:
    """The table kept in a model's folder; None if there is none or it cannot be read."""
    try:
        with safe_open(folder / FILE, framework="np") as file:
            arrays = {name: file.get_tensor(name) for name in _ARRAYS}
            return UnitTable(**arrays, weights=(file.metadata() or {}).get("weights", ""))
    except (OSError, SafetensorError):
        return None


_ARRAYS = ("sample", "starts", "top", "act", "writes", "push")
