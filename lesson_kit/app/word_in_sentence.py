"""One word in several sentences: where its vector goes from layer to layer.

The seam between the model (torch) and the pictures (plain arrays), for chapter 03.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from lesson_kit.app.embedding_words import CONTEXTS, Context
from lesson_kit.app.guard import UnusableTextError
from lesson_kit.measure.vectors import cosine, flatten
from lesson_kit.weights import LoadedModel

__all__ = ["contexts", "fitting", "own_context"]


def fitting(loaded: LoadedModel, lang: str) -> list[Context]:
    """The examples whose word is one token for this model; the other language's if none is."""
    tokenizer = loaded.tokenizer

    def whole(one: Context) -> bool:
        ends = {tokenizer.encode(frame.replace("⟨⟩", one.word))[-1] for frame in _frames(one)}
        return ends == set(tokenizer.encode(one.word))

    for some in (CONTEXTS[lang], CONTEXTS["en" if lang == "zh" else "zh"]):
        good = [one for one in some if whole(one)]
        if len(good) > 1:
            return good
    return list(CONTEXTS[lang])


def _frames(one: Context) -> tuple[str, str, str]:
    return one.first, one.same, one.other


def contexts(loaded: LoadedModel, example: Context, lang: str) -> dict[str, Any]:
    """One word in three sentences, layer by layer: where its vector goes, and how far apart.

    Returns "label", "word", "paths": for each sentence and each word in its slot, {"frame" (0 same
    sense, 1 same again, 2 other sense), "word", "text", "at" (L+1) places on a map common to all};
    "lines": cosine by layer (L+1) between frames 0 and 1 ("same") and 0 and 2 ("other"), for the
    word itself; "explained": the map's share of variance. Layer 0 is the table's row.
    """
    frames = _frames(example)
    words = (example.word, *example.others)
    told = [(f, w, frame.replace("⟨⟩", w)) for w in words for f, frame in enumerate(frames)]
    texts = [loaded.encode(text) for _, _, text in told]
    vectors = _by_layer(loaded, texts, [len(ids) - 1 for ids in texts])  # (n, L+1, C)
    return _paths(
        example.word.strip(),
        vectors,
        [{"frame": f, "word": w.strip(), "text": text.strip()} for f, w, text in told],
        senses=list(example.senses[lang]),
    )


def own_context(loaded: LoadedModel, first: str, other: str, limit: int = 96) -> dict[str, Any]:
    """The same for two sentences of the learner's: the last token of the first that both have."""
    ids = [loaded.encode(text.strip())[:limit] for text in (first, other)]
    special = set(loaded.tokenizer.special.values())
    shared = [i for i, id in enumerate(ids[0]) if id in ids[1] and id not in special]
    if not shared:
        raise UnusableTextError(
            zh="两句话里没有同一个词元。写两句都有同一个词的话，词尽量靠后。",
            en="The two sentences share no token. Use one word in both, as late as you can.",
        )
    word = ids[0][shared[-1]]
    at = (shared[-1], len(ids[1]) - 1 - ids[1][::-1].index(word))
    vectors = _by_layer(loaded, ids, at)
    label = loaded.tokenizer.label(word).strip()
    told = [
        {"frame": f, "word": label, "text": text.strip()} for f, text in ((0, first), (2, other))
    ]
    return _paths(label, vectors, told, senses=[])


def _by_layer(loaded: LoadedModel, texts: Sequence[list[int]], at: Sequence[int]) -> Tensor:
    """The vector at one position of each text, before the first layer and after each: (n, L+1, C).

    The texts run as one batch, short ones filled up at the end: nothing looks that way.
    """
    longest = max(map(len, texts))
    batch = torch.tensor([ids + ids[-1:] * (longest - len(ids)) for ids in texts])
    with torch.inference_mode():
        trace = loaded.model.trace(batch.to(loaded.model.embed.weight.device))
    steps = [trace.layers[0].resid_pre, *(layer.resid_post for layer in trace.layers)]
    rows = torch.arange(len(texts)), torch.tensor(at)
    return torch.stack([step.cpu()[rows] for step in steps], dim=1).float()


def _paths(
    word: str, vectors: Tensor, told: list[dict[str, Any]], *, senses: list[str]
) -> dict[str, Any]:
    flat = flatten(vectors.flatten(0, 1))
    places = flat.at.reshape(len(told), -1, 2)
    frames = [one["frame"] for one in told]
    own = {f: vectors[frames.index(f)] for f in set(frames)}  # the word itself comes first
    lines = {"other": cosine(own[0], own[2]).tolist()}
    if 1 in own:
        lines["same"] = cosine(own[0], own[1]).tolist()
    return {
        "label": word,
        "word": word,
        "senses": senses,
        "paths": [{**one, "at": at.tolist()} for one, at in zip(told, places, strict=True)],
        "lines": lines,
        "explained": flat.explained.tolist(),
    }
