"""What chapter 06 asks of the model, as the plain data its pictures are made of.

This is the seam between the model (torch) and the pictures (plain arrays): everything here runs the
loaded model and returns numbers; nothing here draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor

from lesson_kit.app.ffn_sentences import PREPARED
from lesson_kit.model import Trace
from lesson_kit.model.transformer import Block
from lesson_kit.show.attention_data import token_entries
from lesson_kit.show.ffn_data import (
    FfnSentence,
    LensSentence,
    ffn_sentence,
    lens_sentence,
    shown_layers,
)
from lesson_kit.weights import LoadedModel

N_TOP = 5  # candidates of the lens after each layer
_ROWS = 256
OWN_TOKENS = 48  # a learner's sentence is cut here: every layer of every position travels


def run_sentence(loaded: LoadedModel, ids: Sequence[int]) -> Trace:
    """The model's trace of one sentence, B = 1."""
    with torch.inference_mode():
        return loaded.model.trace(_batch(loaded, ids))


def words_of(loaded: LoadedModel, trace: Trace) -> list[str]:
    """The sentence's tokens as a caption writes them; a control token is an arrow."""
    label, special = loaded.tokenizer.label, loaded.tokenizer.is_special
    return ["▷" if special(int(i)) else label(int(i)).strip() for i in trace.ids[0]]


def block(loaded: LoadedModel, layer: int) -> Block:
    """One layer of the model, from 0."""
    return cast(Block, loaded.model.layers[layer])


def ffn_picture(loaded: LoadedModel, text: str, trace: Trace) -> FfnSentence:
    """One sentence on its way through the FFN of each shown layer."""
    config = loaded.model.config
    layers = shown_layers(config.n_layer)
    x, pre, second, out = [], [], [], []
    with torch.inference_mode():
        for n in layers:
            one = trace.layers[n]
            x.append(block(loaded, n).ffn_norm(one.resid_mid)[0])
            gated = config.ffn == "swiglu"
            second.append(block(loaded, n).ffn.W_up(x[-1]) if gated else one.ffn_act[0])
            pre.append(one.ffn_pre[0])
            out.append(one.ffn_out[0])
    return ffn_sentence(
        text,
        _tokens(loaded, trace),
        layers=layers,
        gated=config.ffn == "swiglu",
        x=_stack(x),
        pre=_stack(pre),
        second=_stack(second),
        out=_stack(out),
    )


def lens(loaded: LoadedModel, trace: Trace) -> tuple[Tensor, Tensor, Tensor]:
    """What the model would say if it stopped after each layer (nostalgebraist 2020).

    Depth 0 is the embedding, depth L the whole model. Returns top ids (L+1, T, N_TOP), their
    probabilities, and (L+1, T) the probability of the token the whole model finally prefers.
    """
    model = loaded.model
    unembed = (model.embed if model.unembed is None else model.unembed).weight
    with torch.inference_mode():
        streams = [trace.layers[0].resid_pre, *(layer.resid_post for layer in trace.layers)]
        x = model.final_norm(torch.cat(streams))  # (L+1, T, C)
        depth, length, _ = x.shape
        final = trace.logits[0].argmax(-1).repeat(depth)  # (D·T,)
        ids, probs, last = [], [], []
        # Many rows at once: the output matrix is large and should be read as seldom as possible.
        for rows, wanted in zip(x.flatten(0, 1).split(_ROWS), final.split(_ROWS), strict=True):
            said = (rows @ unembed.T).float()
            whole = said.logsumexp(-1, keepdim=True)
            top = said.topk(min(N_TOP, said.shape[-1]))
            ids.append(top.indices)
            probs.append((top.values - whole).exp())
            last.append((said.gather(-1, wanted[:, None]) - whole).exp()[:, 0])
    shape = (depth, length, -1)
    return (
        torch.cat(ids).view(shape),
        torch.cat(probs).view(shape),
        torch.cat(last).view(depth, length),
    )


def lens_picture(loaded: LoadedModel, text: str, trace: Trace) -> LensSentence:
    """One sentence through the lens, as the picture takes it."""
    ids, probs, last = (x.cpu().numpy() for x in lens(loaded, trace))
    names = {int(id): loaded.tokenizer.label(int(id)) for id in np.unique(ids)}
    return lens_sentence(text, _tokens(loaded, trace), ids, probs, last, names)


def prepared_pictures(
    loaded: LoadedModel, lang: str
) -> tuple[list[FfnSentence], list[LensSentence], list[Trace]]:
    """The chapter's prepared sentences for both pictures, and the traces behind them."""
    traces = [run_sentence(loaded, loaded.encode(text)) for text in PREPARED[lang]]
    pairs = list(zip(PREPARED[lang], traces, strict=True))
    return (
        [ffn_picture(loaded, text, trace) for text, trace in pairs],
        [lens_picture(loaded, text, trace) for text, trace in pairs],
        traces,
    )


def _tokens(loaded: LoadedModel, trace: Trace) -> list[dict[str, Any]]:
    pieces = loaded.tokenizer.pieces(trace.ids[0].tolist())
    return token_entries(pieces, loaded.tokenizer.special)


def _stack(rows: Sequence[Tensor]) -> np.ndarray:
    return torch.stack(list(rows)).float().cpu().numpy()


def _batch(loaded: LoadedModel, ids: Sequence[int]) -> Tensor:
    return torch.tensor([list(ids)], device=loaded.model.embed.weight.device)
