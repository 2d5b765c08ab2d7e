"""What chapter 03 asks of the model about order: RoPE on real vectors, and order taken away.

The seam between the model (torch) and the pictures (plain arrays).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, cast, get_args

import numpy as np
import torch
from torch import Tensor

from lesson_kit.app.attention_sentences import PREPARED, tokens_of
from lesson_kit.app.embedding_words import SWAPPED
from lesson_kit.app.guard import UnusableTextError
from lesson_kit.model import Edit, Transformer
from lesson_kit.model.positions import frequencies
from lesson_kit.model.transformer import Block
from lesson_kit.show.attention_data import token_entries
from lesson_kit.weights import LoadedModel
from lesson_kit.weights.blank import blank_model

__all__ = [
    "fitting_pairs",
    "order_free",
    "order_lesson",
    "rope_lesson",
    "score_by_distance",
    "sinusoids",
    "without_positions",
]

Setting = Literal["none", "position", "mask", "model"]

_LARGE = 5e7  # parameters; beyond, each pair of sentences takes seconds


def without_positions(model: Transformer) -> Transformer:
    """A copy that is never told where a token stands; every other weight is shared with `model`."""
    config = replace(model.config, position="none", rope_scaling=None)
    blind = cast(Transformer, blank_model(config))
    kept = {k: v for k, v in model.state_dict().items() if not k.startswith("positions.")}
    blind.load_state_dict(kept, assign=True)
    return blind.eval().requires_grad_(False)


def order_free(model: Transformer, ids: Sequence[int]) -> Tensor:
    """All layers without positions and without a mask, rounded the same in every order: (T, C).

    Adding numbers in another order rounds differently. Here each position is computed by itself,
    and whatever is added over positions is sorted by size first, so equal sets give equal sums to
    the last bit. Positions learned as a table are left out too. float64.
    """
    x = model.embed.weight[torch.tensor(list(ids), device=model.embed.weight.device)]
    for block in model.layers:
        x = _order_free_block(cast(Block, block), x)
    return x.double()


def _order_free_block(block: Block, x: Tensor) -> Tensor:
    attn = block.attn
    parts = [attn.qkv(block.attn_norm(row[None, None]), None) for row in x]  # each position alone
    q, k, v = (torch.cat([part[n] for part in parts], dim=2)[0] for n in range(3))  # (heads, T, D)
    shared = q.shape[0] // k.shape[0]
    k, v = k.repeat_interleave(shared, 0), v.repeat_interleave(shared, 0)
    scores = (q[:, :, None] * k[:, None]).sum(-1) / q.shape[-1] ** 0.5  # (H, T, T)
    power = (scores - scores.amax(-1, keepdim=True)).exp()
    weights = power / power.sort(-1).values.sum(-1, keepdim=True)
    terms = weights[..., None] * v[:, None]  # (H, T, S, D)
    heads = terms.sort(2).values.sum(2)  # by size, whatever order the tokens came in
    rows = []
    for t, row in enumerate(x):
        mid = row[None, None] + attn.merge(heads[None, :, t : t + 1])
        rows.append((mid + block.ffn(block.ffn_norm(mid))[2])[0, 0])
    return torch.stack(rows)


def order_lesson(loaded: LoadedModel, first: str, other: str | None = None) -> dict[str, Any]:
    """The same tokens in two orders, four ways; `other` None: `first` read backwards.

    Returns "label", "tokens" ([2] lists of `token_entries`), "match": for each token of the first
    its partner in the second, and "settings": {"none", "position", "mask", "model"} -> {"rows":
    float16 bytes (2, T, C) after the last layer, second in the order of the first, "largest": the
    largest difference of any number between partners, "each" (T): how differently the model would
    go on after the token, from 0 (the same probabilities) to 1, "difference": their mean}. "model":
    positions and mask as they are; "mask": no positions; "position": no mask; "none": neither, by
    `order_free`. "rounding": how far `order_free` is from adding in the usual order.
    Raises UnusableTextError if the two are not the same tokens.
    """
    ids = _two_orders(loaded, first, other)
    match = _partners(*ids)
    blind = without_positions(loaded.model)
    settings: dict[str, Any] = {}
    rounding = 0.0
    with torch.inference_mode():
        for name in get_args(Setting):
            one, two = (_rows(loaded.model, blind, some, name) for some in ids)
            two = two[match]
            each = _apart(loaded.model, one, two)
            both = torch.stack((one, two)).float().cpu().numpy()
            if name == "none":
                batch = torch.tensor([ids[0]], device=blind.embed.weight.device)
                plain = blind.trace(batch, edit=Edit(mask="none")).layers[-1].resid_post[0]
                rounding = float((plain.double() - one).abs().max())
            settings[name] = {
                "rows": np.ascontiguousarray(both, "<f2").tobytes(),
                "largest": float((one - two).abs().max()),
                "each": each.tolist(),
                "difference": float(each.mean()),
            }
    tokenizer = loaded.tokenizer
    entries = [token_entries(tokenizer.pieces(list(x)), tokenizer.special) for x in ids]
    # Read backwards, a character of several tokens is no text any more: an arrow says it instead.
    label = f"{first.strip()} / {other.strip()}" if other else f"{first.strip()} ⇄"
    return {
        "label": label,
        "tokens": entries,
        "match": match,
        "width": loaded.model.config.d_model,
        "settings": settings,
        "rounding": rounding,
    }


def _apart(model: Transformer, one: Tensor, two: Tensor) -> Tensor:
    """Total variation distance of the next-token distributions of rows (T, C), row by row: (T,).

    Half the sum of |p - q|: the share of probability that has gone elsewhere. Sizes of the rows do
    not matter to it, and some models keep one row hundreds of times longer than all others.
    """
    weight = model.embed.weight if model.unembed is None else model.unembed.weight
    rows = []
    for pair in zip(one, two, strict=True):  # each row alone: in a batch equal rows may round apart
        p, q = (torch.mv(weight, model.final_norm(x.to(weight))) for x in pair)
        rows.append((p.double().softmax(-1) - q.double().softmax(-1)).abs().sum() / 2)
    return torch.stack(rows).cpu()


def fitting_pairs(loaded: LoadedModel, lang: str) -> list[tuple[str, str | None]]:
    """The prepared pairs that are the same tokens for this model; else sentences read backwards.

    A large model takes two of them: the rest would keep the class waiting.
    """
    same: list[tuple[str, str | None]] = [
        (first, other)
        for first, other in SWAPPED[lang]
        if sorted(loaded.encode(first)) == sorted(loaded.encode(other))
    ]
    every = same or [(first, None) for first, _ in SWAPPED[lang]]
    return every[:2] if loaded.model.config.n_parameter() > _LARGE else every


def _two_orders(loaded: LoadedModel, first: str, other: str | None) -> tuple[list[int], list[int]]:
    one = loaded.encode(first)
    if other is not None:
        two = loaded.encode(other)
    else:
        begin = 1 if one and one[0] == loaded.tokenizer.start_id else 0
        two = one[:begin] + one[begin:][::-1]
    if sorted(one) != sorted(two) or len(one) < 2:
        raise UnusableTextError(
            zh="两句话要由同样的词元组成，只是顺序不同。",
            en="Both sentences must be made of the same tokens, in another order.",
        )
    return one, two


def _partners(one: list[int], two: list[int]) -> list[int]:
    places: dict[int, list[int]] = {}
    for at, id in enumerate(two):
        places.setdefault(id, []).append(at)
    return [places[id].pop(0) for id in one]


def _rows(model: Transformer, blind: Transformer, ids: list[int], setting: Setting) -> Tensor:
    if setting == "none":
        return order_free(blind, ids)
    batch = torch.tensor([ids], device=model.embed.weight.device)
    used = model if setting in ("model", "position") else blind
    edit = Edit(mask="none") if setting == "position" else None
    return used.trace(batch, edit=edit).layers[-1].resid_post[0].double()


def rope_lesson(loaded: LoadedModel, lang: str) -> dict[str, Any]:
    """A real query and key of every head before they are turned, and how fast each pair turns.

    The query is the pronoun's, the key the noun's, in the chapter-05 riddle. Returns "speeds"
    (D/2,) radians per position, "q" (L, H, D) and "k" (L, G, D) float32 bytes, their positions
    "m", "n", the sentence and both tokens, and the layer and head that favour this distance most.
    {} for a model without RoPE.
    """
    config = loaded.model.config
    if config.position != "rope":
        return {}
    prepared = PREPARED[lang][0]
    ids = loaded.encode(prepared.text)
    pieces = loaded.tokenizer.pieces(ids)
    m = tokens_of(pieces, prepared.text, prepared.pronoun)
    n = tokens_of(pieces, prepared.text, prepared.noun)
    at = (m[-1] if m else len(ids) - 1, n[-1] if n else 1)
    q, k = _unturned(loaded, ids, *at)
    speeds = frequencies(config)
    curves = score_by_distance(q, k, speeds, 48)
    here = curves[..., at[0] - at[1]] if 0 <= at[0] - at[1] < 48 else curves.amax(-1)
    layer, head = divmod(int((here - curves.mean(-1)).argmax()), config.n_head)
    entries = token_entries(pieces, loaded.tokenizer.special)
    return {
        "speeds": speeds.tolist(),
        "q": np.ascontiguousarray(q.numpy(), "<f4").tobytes(),
        "k": np.ascontiguousarray(k.numpy(), "<f4").tobytes(),
        "n_layer": config.n_layer, "n_head": config.n_head, "n_kv_head": config.n_kv_head,
        "d_head": config.d_head, "m": at[0], "n": at[1], "text": prepared.text,
        "tokens": [entries[at[0]], entries[at[1]]], "layer": layer, "head": head,
    }  # fmt: skip


def _unturned(loaded: LoadedModel, ids: list[int], m: int, n: int) -> tuple[Tensor, Tensor]:
    q, k = [], []
    with torch.inference_mode():
        batch = torch.tensor([ids], device=loaded.model.embed.weight.device)
        trace = loaded.model.trace(batch)
        for block, seen in zip(loaded.model.layers, trace.layers, strict=True):
            block = cast(Block, block)
            one, two, _ = block.attn.qkv(block.attn_norm(seen.resid_pre), None)
            q.append(one[0, :, m].float().cpu())
            k.append(two[0, :, n].float().cpu())
    return torch.stack(q), torch.stack(k)


def score_by_distance(q: Tensor, k: Tensor, speeds: Tensor, n: int) -> Tensor:
    """q·k/√D with the key 0 ... n-1 positions before the query: q (L,H,D), k (L,G,D) -> (L,H,n).

    In each pair of features, turning both by their positions leaves the angle (m - n)·speed.
    """
    k = k.repeat_interleave(q.shape[1] // k.shape[1], 1)
    (q1, q2), (k1, k2) = q.chunk(2, -1), k.chunk(2, -1)
    along, across = q1 * k1 + q2 * k2, q1 * k2 - q2 * k1  # dot and cross of each pair
    angle = torch.arange(n)[:, None] * speeds  # (n, D/2)
    return (along @ angle.cos().T + across @ angle.sin().T) / q.shape[-1] ** 0.5


def sinusoids(length: int, width: int) -> np.ndarray:
    """The position table of Vaswani et al. 2017: (length, width), sin in even columns, cos in odd.

    PE(p, 2i) = sin(p / 10000^(2i/width)), PE(p, 2i+1) = cos of the same.
    """
    angle = np.arange(length)[:, None] / 10000 ** (np.arange(0, width, 2) / width)
    return np.stack((np.sin(angle), np.cos(angle)), axis=-1).reshape(length, -1)[:, :width]
