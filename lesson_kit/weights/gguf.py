"""A GGUF file (llama.cpp's format) of the Llama family → our tensors, configuration, tokenizer.

Its numbers are packed into blocks of 4 or 8 bits; the `gguf` package turns them back into floats.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lesson_kit.model.config import TransformerConfig
from lesson_kit.weights.errors import DamagedModelError, UnsupportedModelError

__all__ = ["Gguf", "open_gguf"]

_NAMES = {
    "token_embd": "embed",
    "output_norm": "final_norm",
    "output": "unembed",
    "attn_norm": "attn_norm",
    "attn_q": "attn.W_q",
    "attn_k": "attn.W_k",
    "attn_v": "attn.W_v",
    "attn_output": "attn.W_o",
    "ffn_norm": "ffn_norm",
    "ffn_gate": "ffn.W_gate",
    "ffn_up": "ffn.W_up",
    "ffn_down": "ffn.W_down",
}
_CONTROL = 3  # llama.cpp's token type of a token that is no text


@dataclass(frozen=True)
class Gguf:
    """An open GGUF file; its tensors are read only when asked for."""

    config: TransformerConfig
    tokenizer_json: str
    licence: str
    _reader: Any

    def tensors(self) -> Iterator[tuple[str, Tensor]]:
        """Each tensor as float32 under our name, one by one."""
        gguf = _gguf_package()
        for packed in self._reader.tensors:
            numbers = gguf.dequantize(packed.data, packed.tensor_type)
            tensor = torch.from_numpy(numbers.astype(np.float32))  # a copy, not the file's page
            name = _our_name(packed.name)
            heads = {"W_q": self.config.n_head, "W_k": self.config.n_kv_head}
            n_head = heads.get(name.split(".")[-2])
            yield name, _half_split(tensor, n_head) if n_head else tensor


def _gguf_package() -> Any:
    """The `gguf` package, an extra: only those who fetch such a model need it.

    Imported by name and not by statement, because marimo's auto-reload follows every import
    statement, used or not: through this one it would read all of transformers for a minute.
    """
    return import_module("gguf")


def open_gguf(path: Path) -> Gguf:
    """Open a GGUF file of the Llama family with a byte-level BPE vocabulary.

    Raises UnsupportedModelError for another family or vocabulary, DamagedModelError if it cannot
    be read.
    """
    gguf = _gguf_package()
    try:
        reader = gguf.GGUFReader(path)
        said = {name: field.contents() for name, field in reader.fields.items()}
        family = said.get("general.architecture")
        vocabulary = said.get("tokenizer.ggml.model"), said.get("tokenizer.ggml.pre")
        if family != "llama" or vocabulary != ("gpt2", "smollm"):
            raise UnsupportedModelError(
                zh=f"{path} 是 {family} 结构、{vocabulary} 词表；这里只会读 SmolLM2 这样的 GGUF。",
                en=f"{path} holds a {family} model with a {vocabulary} vocabulary; the kit reads "
                "GGUF files like SmolLM2's only.",
            )
        names = [tensor.name for tensor in reader.tensors]
        return Gguf(
            _config(said, "output.weight" in names),
            _tokenizer_json(said),
            str(said.get("general.license", "")),
            reader,
        )
    except (ValueError, KeyError, IndexError, OSError, TypeError) as error:
        raise DamagedModelError(
            zh=f"{path} 不是完整的 GGUF 文件（{error}）；请重新获取。",
            en=f"{path} is not a whole GGUF file ({error}); fetch it again.",
        ) from error


def _config(said: dict[str, Any], untied: bool) -> TransformerConfig:
    of = {name.removeprefix("llama."): value for name, value in said.items()}
    n_head, d_model = of["attention.head_count"], of["embedding_length"]
    return TransformerConfig(
        vocab_size=len(said["tokenizer.ggml.tokens"]),
        d_model=d_model,
        n_layer=of["block_count"],
        n_head=n_head,
        n_kv_head=of.get("attention.head_count_kv", n_head),
        d_head=of.get("attention.key_length", d_model // n_head),
        d_ff=of["feed_forward_length"],
        max_seq_len=of["context_length"],
        # Kept as a 32-bit number, so 1e-5 comes back as 9.999999747e-06.
        norm_eps=float(f"{of['attention.layer_norm_rms_epsilon']:.6g}"),
        rope_theta=float(of.get("rope.freq_base", 10000.0)),
        tie_embeddings=not untied,
    )


def _tokenizer_json(said: dict[str, Any]) -> str:
    """The same vocabulary as a tokenizer.json: digits one by one, then byte-level BPE."""
    tokens = said["tokenizer.ggml.tokens"]
    kinds = said["tokenizer.ggml.token_type"]
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    control = [
        {"id": id, "content": token, "special": True, "normalized": False}
        | {"single_word": False, "lstrip": False, "rstrip": False}
        for id, (token, kind) in enumerate(zip(tokens, kinds, strict=True))
        if kind == _CONTROL
    ]
    spec = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": control,
        "normalizer": None,
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [
                {"type": "Digits", "individual_digits": True},
                level | {"use_regex": True},
            ],
        },
        "post_processor": None,
        "decoder": level | {"use_regex": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": {token: id for id, token in enumerate(tokens)},
            "merges": [merge.split(" ") for merge in said["tokenizer.ggml.merges"]],
        },
    }
    return json.dumps(spec, ensure_ascii=False)


def _our_name(theirs: str) -> str:
    if not theirs.startswith("blk."):
        part, kind = theirs.split(".")
        return f"{_NAMES[part]}.{kind}"
    _, number, part, kind = theirs.split(".")
    return f"layers.{number}.{_NAMES[part]}.{kind}"


def _half_split(rows: Tensor, n_head: int) -> Tensor:
    """Undo llama.cpp's order of the rows of W_q and W_k.

    RoPE turns pairs of features. llama.cpp keeps a pair side by side (0,1), (2,3), …; we, like
    the Hugging Face files, keep it half a head apart (0, D/2), (1, D/2 + 1), …
    """
    return rows.unflatten(0, (n_head, -1, 2)).transpose(1, 2).flatten(0, 2).contiguous()
