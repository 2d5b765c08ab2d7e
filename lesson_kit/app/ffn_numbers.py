"""Chapter 06's measured numbers: what moves when one row is replaced, how long the stream grows,
where the parameters sit, and the tensors that the chapter's own lines compute with.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn

from lesson_kit.app.ffn_lesson import block
from lesson_kit.model import Trace
from lesson_kit.model.attention import attend_slowly, causal_mask
from lesson_kit.model.positions import rope_table
from lesson_kit.weights import LoadedModel


@dataclass(frozen=True)
class Alone:
    """One position's vector replaced just before one step; how far every position's result moved.

    ffn, attention (T,): largest change of any number the step hands on. at: the replaced position.
    """

    layer: int
    at: int
    ffn: list[float]
    attention: list[float]


def alone(loaded: LoadedModel, trace: Trace, *, layer: int, at: int) -> Alone:
    """Replace the vector at position `at` before the FFN, and before attention, and compare.

    The replacement is the vector of the last position. Raises ValueError for a position that the
    text does not have, or its last one.
    """
    length = trace.ids.shape[1]
    if not 0 <= at < length - 1:
        raise ValueError(f"position {at} must be before the last of the text's {length}")
    one, part = trace.layers[layer], block(loaded, layer)
    turn = None
    if loaded.model.config.position == "rope":
        cos, sin = (x[:length].to(one.resid_pre) for x in rope_table(loaded.model.config))
        turn = cos, sin

    def attend(x: Tensor) -> Tensor:
        q, k, v = part.attn.qkv(part.attn_norm(x), turn)
        mask = causal_mask(length, length, x.device)
        return part.attn.merge(attend_slowly(q, k, v, mask).head_out)

    def digest(x: Tensor) -> Tensor:
        return part.ffn(part.ffn_norm(x))[2]

    moved = []
    with torch.inference_mode():
        for step, x in ((digest, one.resid_mid), (attend, one.resid_pre)):
            other = x.clone()
            other[0, at] = x[0, -1]
            moved.append((step(other) - step(x))[0].abs().amax(-1).float().tolist())
    return Alone(layer, at, *moved)


def stream_sizes(loaded: LoadedModel, texts: Sequence[str], traces: Sequence[Trace]) -> list[dict]:
    """How long the vectors are: rows {sentence, token, i, step, part, size}.

    size: root mean square over the features, so that models of different widths compare. step 0 is
    the embedding, step n the end of layer n. part: "stream", or what "attention" and "ffn" added.
    """
    rows = []
    for text, trace in zip(texts, traces, strict=True):
        labels = [loaded.tokenizer.label(int(id)) for id in trace.ids[0]]
        parts = [(0, "stream", trace.layers[0].resid_pre)]
        for n, layer in enumerate(trace.layers, start=1):
            parts += [
                (n, "attention", layer.attn_out),
                (n, "ffn", layer.ffn_out),
                (n, "stream", layer.resid_post),
            ]
        for step, part, tensor in parts:
            size = tensor[0].float().square().mean(-1).sqrt().tolist()
            rows += [
                {"sentence": text, "i": i, "token": label, "step": step, "part": part, "size": s}
                for i, (label, s) in enumerate(zip(labels, size, strict=True))
            ]
    return rows


def pre_activations(traces: Sequence[Trace]) -> list[np.ndarray]:
    """Every pre-activation of each layer over the sentences: L arrays (positions · d_ff,)."""
    return [
        torch.cat([trace.layers[n].ffn_pre.flatten() for trace in traces]).float().cpu().numpy()
        for n in range(len(traces[0].layers))
    ]


def counted(loaded: LoadedModel) -> dict[str, int]:
    """Numbers in the real tensors by part; a tied output matrix counts once.

    Parts: "embed", "positions", "attention", "ffn", "norms", "unembed".
    """
    parts: dict[str, int] = dict.fromkeys(
        ("embed", "positions", "attention", "ffn", "norms", "unembed"), 0
    )
    for name, tensor in loaded.model.named_parameters():
        kind = next(
            (part for key, part in _PART_OF.items() if key in name),
            name.split(".")[0],
        )
        parts[kind] += tensor.numel()
    return parts


_PART_OF = {
    "attn_norm": "norms",
    "ffn_norm": "norms",
    "final_norm": "norms",
    ".attn.": "attention",
    ".ffn.": "ffn",
}


def plain_llama(loaded: LoadedModel) -> bool:
    """Whether the chapter's lines describe this model: RMSNorm, RoPE, SwiGLU, nothing else."""
    c = loaded.model.config
    return (
        c.norm == "rms"
        and c.ffn == "swiglu"
        and c.position == "rope"
        and c.rope_scaling is None
        and not (c.qk_norm or c.qkv_bias or c.o_bias or c.ffn_bias)
    )


class _OneAtATime(nn.Module):
    """Layers handed out in float64 one after another, so that never more than one is copied."""

    def __init__(self, layers: Iterable[nn.Module]) -> None:
        super().__init__()
        self._shared = tuple(layers)  # in a tuple they are no part of this module: `.to` skips them

    def __iter__(self) -> Iterator[nn.Module]:
        for layer in self._shared:
            yield copy.deepcopy(layer).to("cpu", torch.float64)


def own_logits(loaded: LoadedModel, ids: Sequence[int]) -> Tensor:
    """What the model itself says of ids (T,), on the CPU in float64, so without rounding: (T, V).

    The shared model stays as it is.
    """
    layers = cast(nn.ModuleList, loaded.model.layers)
    exact = copy.deepcopy(loaded.model, {id(layers): _OneAtATime(layers)}).to("cpu", torch.float64)
    with torch.inference_mode():
        return exact(torch.tensor([list(ids)]))[0]


class Float64(dict[str, Tensor]):
    """Tensors by name; each is turned into float64 on the CPU when it is asked for."""

    def __getitem__(self, name: str) -> Tensor:
        return super().__getitem__(name).to("cpu", torch.float64)


def weights_of(loaded: LoadedModel) -> tuple[Float64, list[Float64]]:
    """The tensors as the chapter's lines read them: in float64, without copying a large model.

    Returns "embed", "final_norm", "unembed"; and for each layer "attn_norm", "W_q" ... "W_down".
    """
    whole, layers = Float64(), [Float64() for _ in range(loaded.model.config.n_layer)]
    for name, tensor in loaded.model.state_dict().items():
        place, *rest = name.removesuffix(".weight").split(".")
        if place == "layers":
            layers[int(rest[0])][rest[-1]] = tensor
        else:
            whole[place] = tensor
    if "unembed" not in whole:  # one table for both ends
        dict.__setitem__(whole, "unembed", dict.__getitem__(whole, "embed"))
    return whole, layers
