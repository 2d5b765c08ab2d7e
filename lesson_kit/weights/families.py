"""How other model families say what we say: their configuration fields and their tensor names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from torch import Tensor

from lesson_kit.model.config import FeedForwardKind, RopeScaling, TransformerConfig
from lesson_kit.weights.errors import UnsupportedModelError

__all__ = ["FAMILIES", "OURS", "config_from", "their_tensors", "unused"]

FAMILIES = ("llama", "qwen2", "qwen3", "gpt2")
OURS = "ours"

_BENDS: dict[str, FeedForwardKind] = {
    "gelu_new": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh",
    "gelu": "gelu",
    "relu": "relu",
}
_LLAMA = {
    "embed": "model.embed_tokens",
    "final_norm": "model.norm",
    "unembed": "lm_head",
    "attn_norm": "input_layernorm",
    "attn.W_q": "self_attn.q_proj",
    "attn.W_k": "self_attn.k_proj",
    "attn.W_v": "self_attn.v_proj",
    "attn.W_o": "self_attn.o_proj",
    "attn.q_norm": "self_attn.q_norm",
    "attn.k_norm": "self_attn.k_norm",
    "ffn_norm": "post_attention_layernorm",
    "ffn.W_gate": "mlp.gate_proj",
    "ffn.W_up": "mlp.up_proj",
    "ffn.W_down": "mlp.down_proj",
}
_GPT2 = {
    "embed": "wte",
    "positions": "wpe",
    "final_norm": "ln_f",
    "unembed": "lm_head",
    "attn_norm": "ln_1",
    "attn.W_q": "attn.c_attn",
    "attn.W_k": "attn.c_attn",
    "attn.W_v": "attn.c_attn",
    "attn.W_o": "attn.c_proj",
    "ffn_norm": "ln_2",
    "ffn.W_up": "mlp.c_fc",
    "ffn.W_down": "mlp.c_proj",
}


def config_from(said: Mapping[str, Any]) -> TransformerConfig:
    """Translate a config.json of one of `FAMILIES`.

    Raises UnsupportedModelError for what the kit would compute differently, KeyError, TypeError
    or ValueError for a field that is missing or senseless.
    """
    family = said.get("model_type")
    if family not in FAMILIES:
        raise UnsupportedModelError(
            zh=f"不认识的模型结构 {family!r}；可以载入的有：{'、'.join(FAMILIES)}。",
            en=f"Unknown architecture {family!r}; the kit can load {', '.join(FAMILIES)}.",
        )
    return _gpt2_config(said) if family == "gpt2" else _llama_config(said, family)


def _llama_config(said: Mapping[str, Any], family: str) -> TransformerConfig:
    _require(said, "hidden_act", "silu", default="silu")
    _require(said, "use_sliding_window", False, default=False)
    n_head = said["num_attention_heads"]
    bias = bool(said.get("attention_bias", False))
    rope = said.get("rope_parameters") or {}  # the newer files keep all about RoPE in here
    return TransformerConfig(
        vocab_size=said["vocab_size"],
        d_model=said["hidden_size"],
        n_layer=said["num_hidden_layers"],
        n_head=n_head,
        n_kv_head=said.get("num_key_value_heads") or n_head,
        # Not always d_model / n_head, so what the file says comes first.
        d_head=said.get("head_dim")
        or (128 if family == "qwen3" else said["hidden_size"] // n_head),
        d_ff=said["intermediate_size"],
        max_seq_len=said["max_position_embeddings"],
        norm_eps=said.get("rms_norm_eps", 1e-6),
        rope_theta=float(rope.get("rope_theta") or said.get("rope_theta") or 10000.0),
        rope_scaling=_rope_scaling(rope or said.get("rope_scaling") or {}),
        qkv_bias=family == "qwen2" or bias,
        o_bias=bias and family != "qwen2",
        ffn_bias=bool(said.get("mlp_bias", False)),
        qk_norm=family == "qwen3",
        tie_embeddings=bool(said.get("tie_word_embeddings", False)),
    )


def _gpt2_config(said: Mapping[str, Any]) -> TransformerConfig:
    _require(said, "scale_attn_weights", True, default=True)
    _require(said, "scale_attn_by_inverse_layer_idx", False, default=False)
    bend = said.get("activation_function", "gelu_new")
    if bend not in _BENDS:
        raise _cannot("activation_function", bend)
    return TransformerConfig(
        vocab_size=said["vocab_size"],
        d_model=said["n_embd"],
        n_layer=said["n_layer"],
        n_head=said["n_head"],
        n_kv_head=said["n_head"],
        d_head=said["n_embd"] // said["n_head"],
        d_ff=said.get("n_inner") or 4 * said["n_embd"],
        max_seq_len=said["n_positions"],
        norm="layer",
        norm_eps=said.get("layer_norm_epsilon", 1e-5),
        ffn=_BENDS[bend],
        position="learned",
        qkv_bias=True,
        o_bias=True,
        ffn_bias=True,
        tie_embeddings=bool(said.get("tie_word_embeddings", True)),
    )


def _rope_scaling(rope: Mapping[str, Any]) -> RopeScaling | None:
    kind = rope.get("rope_type") or rope.get("type") or "default"
    if kind == "default":
        return None
    if kind != "llama3":
        raise _cannot("rope_scaling", kind)
    return RopeScaling(
        factor=float(rope["factor"]),
        low_freq_factor=float(rope["low_freq_factor"]),
        high_freq_factor=float(rope["high_freq_factor"]),
        original_max_seq_len=int(rope["original_max_position_embeddings"]),
    )


def their_tensors(
    family: str, names: Mapping[str, Any], theirs: Mapping[str, Tensor]
) -> Iterator[tuple[str, str, Tensor | None]]:
    """For each of our tensor `names`: it, their name for it, and their tensor laid out our way.

    The tensor is None where they have none of that name. Our own files need no translation.
    """
    if family == OURS:
        yield from ((name, name, theirs.get(name)) for name in names)
        return
    table = _GPT2 if family == "gpt2" else _LLAMA
    # GPT-2 files carry "transformer." or not, depending on the class that saved them.
    prefix = "transformer." if "transformer.wte.weight" in theirs else ""
    for ours in names:
        part, _, kind = ours.rpartition(".")  # "layers.3.attn.W_q", "weight"
        inside, number = "", ""
        if part.startswith("layers."):
            _, number, part = part.split(".", 2)
            inside = f"h.{number}." if family == "gpt2" else f"model.layers.{number}."
        lead = prefix if family == "gpt2" and part != "unembed" else ""
        their_name = f"{lead}{inside}{table[part]}.{kind}"
        tensor = theirs.get(their_name)
        if tensor is not None and family == "gpt2" and "W_" in part:
            tensor = _from_conv1d(tensor, part)
        yield ours, their_name, tensor


def _from_conv1d(tensor: Tensor, part: str) -> Tensor:
    """GPT-2 keeps its matrices as (in, out), and q, k, v side by side in one."""
    tensor = tensor.T if tensor.dim() == 2 else tensor
    third = "qkv".find(part[-1]) if part in ("attn.W_q", "attn.W_k", "attn.W_v") else -1
    return (tensor if third < 0 else tensor.chunk(3)[third]).contiguous()


def unused(their_name: str) -> bool:
    """May this tensor be left out? Tables that can be computed, and a copy of the embedding."""
    computed = (".attn.bias", ".attn.masked_bias", "rotary_emb.inv_freq")
    return their_name.endswith(computed) or their_name == "lm_head.weight"


def _require(said: Mapping[str, Any], field: str, wanted: object, *, default: object) -> None:
    if said.get(field, default) != wanted:
        raise _cannot(field, said[field])


def _cannot(field: str, value: object) -> UnsupportedModelError:
    return UnsupportedModelError(
        zh=f"config.json 里的 {field}={value!r} 这里算不了；请换一个没有这一项的模型。",
        en=f"{field}={value!r} in config.json is something the kit cannot compute; "
        "use a model without it.",
    )
