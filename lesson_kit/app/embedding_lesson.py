"""What chapter 03 asks of the model's embedding table, as the plain data its pictures are made of.

The seam between the model (torch) and the pictures (plain arrays). "Before training" is a table
freshly drawn as `new_model` draws it; nothing but the random numbers is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
import torch
from torch import Tensor

from lesson_kit.app.embedding_words import ASKED, GROUPS
from lesson_kit.app.guard import UnusableTextError
from lesson_kit.measure.vectors import Flat, cosine, flatten, nearest
from lesson_kit.model import TransformerConfig
from lesson_kit.show.attention_data import token_entries
from lesson_kit.weights import LoadedModel

__all__ = [
    "SEED",
    "WordMap",
    "fitting_words",
    "lookup",
    "neighbours",
    "table_of",
    "untrained_table",
    "word_map",
]

SEED = 0
_AROUND = 2  # rows of the table shown above and below the one looked up
_ENOUGH = 24  # words a map needs; with fewer whole ones the other language is tried
_NEAR = 8


def table_of(loaded: LoadedModel) -> Tensor:
    """The model's embedding table (V, C)."""
    return loaded.model.embed.weight.detach()


@lru_cache(maxsize=1)
def untrained_table(config: TransformerConfig) -> Tensor:
    """The table (V, C) of `new_model(config, seed=SEED)`, which draws it before anything else.

    Only the table is made: the rest of a large untrained model would take seconds and gigabytes.
    """
    table = torch.empty(config.vocab_size, config.d_model)
    return table.normal_(std=0.02, generator=torch.Generator().manual_seed(SEED))


def lookup(loaded: LoadedModel, text: str, ids: Sequence[int]) -> dict[str, Any]:
    """A text as rows of the table.

    Returns "label", "tokens" (`token_entries`), "rows" float16 bytes (T, 2·2+1, C): for each
    token its row with two above and two below, "near" (T, 5) their ids (-1: no such row),
    "same": the largest difference between one-hot times table and the row, over the text.
    """
    table = table_of(loaded)
    size, width = table.shape
    near = np.array([[i + d for d in range(-_AROUND, _AROUND + 1)] for i in ids])
    near[(near < 0) | (near >= size)] = -1
    wanted = torch.tensor(near.clip(0), device=table.device)
    rows = table[wanted].float().cpu().numpy() * (near >= 0)[..., None]
    distinct = torch.tensor(sorted(set(ids)), device=table.device)
    one_hot = torch.zeros(len(distinct), size, device=table.device, dtype=table.dtype)
    one_hot[torch.arange(len(distinct)), distinct] = 1
    same = float((one_hot @ table - table[distinct]).abs().max())
    return {
        "label": text.strip(),
        "tokens": token_entries(loaded.tokenizer.pieces(list(ids)), loaded.tokenizer.special),
        "rows": np.ascontiguousarray(rows, "<f2").tobytes(),
        "near": near.tolist(),
        "names": [[loaded.tokenizer.label(i) if i >= 0 else "" for i in some] for some in near],
        "size": size,
        "width": width,
        "same": same,
    }


def word_ids(loaded: LoadedModel, word: str) -> list[int]:
    """A word's ids as it stands inside a text: an English word behind a space."""
    spaced = " " + word if word.isascii() and not word.startswith(" ") else word
    return loaded.tokenizer.encode(spaced)


@dataclass(frozen=True)
class WordMap:
    """Words of some kinds, their rows brought to length 1 and flattened, before and after training.

    ``words``: one row a word: word, group (its name), i, ids; x0, y0 before and x1, y1 after
    training. ``pairs``: one row for each word i and each of its closest words j on the map, by
    true cosine, for "before" (stage 0) and after (stage 1): i, j, stage, cosine. ``lang``: the
    language of the words; ``whole``: whether each is a single token (else the mean of its rows).
    """

    words: pd.DataFrame
    pairs: pd.DataFrame
    before: Flat
    after: Flat
    cosines: tuple[np.ndarray, np.ndarray]  # (n, n) before, after
    lang: str
    whole: bool

    @property
    def ids(self) -> list[int]:
        """The first token of each word, in order (its only one if ``whole``)."""
        return [ids[0] for ids in self.words["ids"]]

    def kinship(self, stage: int = 1) -> tuple[float, float]:
        """Mean cosine of two words of one group, and of two groups; stage 0 before training."""
        groups = self.words["group"].to_numpy()
        same = groups[:, None] == groups[None]
        off = ~np.eye(len(groups), dtype=bool)
        close = self.cosines[stage]
        return float(close[same & off].mean()), float(close[~same].mean())


def word_map(loaded: LoadedModel, lang: str) -> WordMap:
    """The chosen words on a flat map, in the page's language if the vocabulary has them whole."""
    chosen: list[tuple[str, str, list[int]]] = []
    used, whole = lang, False
    for used in (lang, "en" if lang == "zh" else "zh"):
        every = [
            (word, group.name[lang], word_ids(loaded, word))
            for group in GROUPS
            for word in (group.zh if used == "zh" else group.en)
        ]
        chosen = [one for one in every if len(one[2]) == 1]
        whole = len(chosen) >= _ENOUGH
        if whole:
            break
    if not whole:
        used = lang
        chosen = [
            (word, group.name[lang], word_ids(loaded, word))
            for group in GROUPS
            for word in (group.zh if lang == "zh" else group.en)
        ]
    tables = untrained_table(loaded.model.config), table_of(loaded).float().cpu()
    rows = [torch.stack([table[ids].mean(0) for _, _, ids in chosen]) for table in tables]
    flat = [flatten(one / one.norm(dim=1, keepdim=True).clamp_min(1e-12)) for one in rows]
    close = tuple(cosine(one[:, None], one[None]).numpy() for one in rows)
    words = pd.DataFrame(
        {
            "i": range(len(chosen)),
            "word": [word for word, _, _ in chosen],
            "group": [group for _, group, _ in chosen],
            "ids": [ids for _, _, ids in chosen],
            **{f"x{s}": flat[s].at[:, 0] for s in (0, 1)},
            **{f"y{s}": flat[s].at[:, 1] for s in (0, 1)},
        }
    )
    return WordMap(words, _pairs(close), flat[0], flat[1], (close[0], close[1]), used, whole)


def _pairs(close: Sequence[np.ndarray], n: int = 5) -> pd.DataFrame:
    rows = []
    for stage, cosines in enumerate(close):
        apart = cosines - 9 * np.eye(len(cosines))
        for i, row in enumerate(apart):
            for j in np.argsort(-row, kind="stable")[:n]:
                rows.append({"i": i, "j": int(j), "stage": stage, "cosine": float(cosines[i, j])})
    return pd.DataFrame(rows)


def neighbours(loaded: LoadedModel, asked: str, *, hoped: str = "") -> dict[str, Any]:
    """The words of the whole vocabulary nearest to a word, or to words added and subtracted.

    ``asked``: "猫", or "小狗 - 狗 + 猫". Returns "label", "terms" (sign, text, ids), and "after",
    "before": the closest tokens, `entry_of` with "c", the cosine, none of them among the asked.
    A word of several tokens counts as the mean of their rows. ``hoped``: the word a sum should
    give, a single token; then "hoped" says {"t", "rank" (1: it is the nearest), "c"}.
    Raises UnusableTextError if nothing was asked or too much.
    """
    terms = _terms(asked)
    spelled = [(sign, word, word_ids(loaded, word)) for sign, word in terms]
    skip = {id for _, _, ids in spelled for id in ids} | set(loaded.tokenizer.special.values())
    found: dict[str, Any] = {}
    for name, table in (
        ("before", untrained_table(loaded.model.config)),
        ("after", table_of(loaded)),
    ):
        total = torch.stack([sign * table[ids].mean(0) for sign, _, ids in spelled]).sum(0)
        close = nearest(total, table, _NEAR, skip=skip)
        found[name] = [{**entry_of(loaded, i), "c": c} for i, c in close]
        if hoped and name == "after":
            found["hoped"] = {"t": hoped, **_rank(total, table, word_ids(loaded, hoped)[0], skip)}
    shown = [{"sign": sign, "t": word, "ids": ids} for sign, word, ids in spelled]
    return {"label": asked.strip(), "terms": shown, **found}


def _rank(total: Tensor, table: Tensor, wanted: int, skip: set[int]) -> dict[str, Any]:
    """Where one row stands among all by cosine with ``total``, 1 for the nearest."""
    order = nearest(total, table, len(table), skip=skip - {wanted})
    return next({"rank": n, "c": c} for n, (i, c) in enumerate(order, start=1) if i == wanted)


def entry_of(loaded: LoadedModel, id: int) -> dict[str, Any]:
    """One token as the pictures take it: "t" (empty if its bytes are no whole text), "id", "b"."""
    held = loaded.tokenizer.token_bytes(id)
    try:
        text = held.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    return {"t": text, "id": id, "b": held.hex()}


def _terms(asked: str) -> list[tuple[int, str]]:
    """A sum as signs and words: "a - b + c" -> [(1, "a"), (-1, "b"), (1, "c")]."""
    parts = re.split(r"\s*([+＋]|(?:(?<=\s)-|[−－])(?=\s|\S))\s*", asked.strip())
    words, signs = parts[0::2], [1, *(1 if s in "+＋" else -1 for s in parts[1::2])]
    terms = [(sign, word) for sign, word in zip(signs, words, strict=True) if word.strip()]
    if not terms:
        raise UnusableTextError(
            zh="打一个词，或者像「小狗 - 狗 + 猫」这样加减几个词。",
            en="Type a word, or add and subtract a few, like “puppy - dog + cat”.",
        )
    if len(terms) > 6 or any(len(word) > 40 for _, word in terms):
        raise UnusableTextError(
            zh="太长了：最多六个词，每个不超过 40 个字符。",
            en="Too long: at most six words of up to 40 characters each.",
        )
    return terms


def fitting_words(loaded: LoadedModel, lang: str) -> list[str]:
    """The prepared questions whose words are single tokens; the other language's if too few are."""
    for some in (ASKED[lang], ASKED["en" if lang == "zh" else "zh"]):
        good = [one for one in some if all(len(word_ids(loaded, w)) == 1 for _, w in _terms(one))]
        if len(good) > 3:
            return good
    return list(ASKED[lang])
