"""Tiny made-up tokenizers and models, for tests only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import tokenizers
import torch
from tokenizers import decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    GPT2LMHeadModel,
    LlamaForCausalLM,
    PreTrainedModel,
    Qwen2ForCausalLM,
    Qwen3ForCausalLM,
)

CLASSROOM = ("<|start|>", "<|end|>", "<|pad|>", "<|system|>", "<|user|>", "<|assistant|>")
SAMPLE = "今天天气很好。小猫追小狗，因为它饿了。There is no spoon. The weather is very nice. " * 3

_LLAMA = dict(
    vocab_size=300, hidden_size=48, intermediate_size=80, num_hidden_layers=2,
    num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=64,
    bos_token_id=0, eos_token_id=0,
)  # fmt: skip
_GPT2 = dict(
    vocab_size=300, n_embd=48, n_layer=2, n_head=4, n_positions=64, bos_token_id=0, eos_token_id=0
)
_KINDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "llama": (LlamaForCausalLM, _LLAMA),
    "qwen2": (Qwen2ForCausalLM, _LLAMA),
    "qwen3": (Qwen3ForCausalLM, _LLAMA | {"head_dim": 20}),
    "gpt2": (GPT2LMHeadModel, _GPT2),
}

_LLAMA_CPP = (
    ("model.embed_tokens", "token_embd"), ("model.norm", "output_norm"), ("lm_head", "output"),
    ("model.layers", "blk"), ("input_layernorm", "attn_norm"), ("self_attn.q_proj", "attn_q"),
    ("self_attn.k_proj", "attn_k"), ("self_attn.v_proj", "attn_v"),
    ("self_attn.o_proj", "attn_output"), ("post_attention_layernorm", "ffn_norm"),
    ("mlp.gate_proj", "ffn_gate"), ("mlp.up_proj", "ffn_up"), ("mlp.down_proj", "ffn_down"),
)  # fmt: skip


def byte_level(specials: tuple[str, ...], size: int = 330) -> tokenizers.Tokenizer:
    raw = tokenizers.Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    raw.train_from_iterator(
        [SAMPLE],
        trainers.BpeTrainer(
            vocab_size=size,
            special_tokens=list(specials),
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    return raw


def sentencepiece() -> tokenizers.Tokenizer:
    """A vocabulary as Llama 2 has it: ▁ for spaces, bytes only for characters it lacks."""
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    tokens += ["▁", *"abcdehirst今天.", "▁t", "th", "▁th", "▁the", "he"]
    raw = tokenizers.Tokenizer(
        models.BPE(
            {token: id for id, token in enumerate(tokens)},
            [("▁", "t"), ("▁t", "h"), ("h", "e"), ("▁th", "e"), ("t", "h")],
            unk_token="<unk>",
            byte_fallback=True,
            fuse_unk=True,
        )
    )
    raw.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    raw.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(),
         decoders.Strip(" ", 1, 0)]
    )  # fmt: skip
    raw.add_special_tokens(["<unk>", "<s>", "</s>"])
    raw.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A $B", special_tokens=[("<s>", 1)]
    )
    return raw


def hugging_face(family: str, seed: int = 5, **changes: Any) -> PreTrainedModel:
    """A random two-layer model of a family, made by the transformers library.

    Every parameter is drawn anew, wide enough that a mix-up of any two tensors shows.
    """
    kind, settings = _KINDS[family]
    model = kind(kind.config_class(**{**settings, **changes})).eval()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            scale = 0.3 if parameter.dim() == 1 else 0.15
            parameter.normal_(0, scale, generator=generator)
            if "norm" in name or "ln_" in name:
                parameter += 1.0 * name.endswith("weight")
    return model


def save_folder(model: PreTrainedModel, folder: Path, **how: Any) -> Path:
    """Save it as its users find it: config.json, model.safetensors, tokenizer.json."""
    model.save_pretrained(folder, **how)
    byte_level(("<|endoftext|>",), size=model.config.vocab_size).save(
        str(folder / "tokenizer.json")
    )
    return folder


def write_gguf(model: PreTrainedModel, path: Path, *, pack: bool = False, **said: Any) -> None:
    """Write a Llama model as llama.cpp does, its rows in llama.cpp's order; `pack` to 8 bits.

    said: fields that replace the usual ones.
    """
    import gguf

    config = model.config
    writer = gguf.GGUFWriter(path, said.pop("arch", "llama"))
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_license("apache-2.0")

    vocabulary = json.loads(chatml_digits(config.vocab_size).to_str())
    tokens = sorted(vocabulary["model"]["vocab"], key=vocabulary["model"]["vocab"].__getitem__)
    control = {token["content"] for token in vocabulary["added_tokens"]}
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(said.pop("pre", "smollm"))
    writer.add_token_list(tokens)
    writer.add_token_types([3 if token in control else 1 for token in tokens])
    writer.add_token_merges([" ".join(pair) for pair in vocabulary["model"]["merges"]])

    heads = {"attn_q": config.num_attention_heads, "attn_k": config.num_key_value_heads}
    for name, tensor in model.state_dict().items():
        if name == "lm_head.weight" and config.tie_word_embeddings:
            continue
        for theirs, llama_cpp in _LLAMA_CPP:
            name = name.replace(theirs, llama_cpp)
        rows = tensor.float().numpy()
        if n_head := heads.get(name.split(".")[-2]):
            # As llama.cpp's own converter: the two halves of each head, interleaved.
            pairs = rows.reshape(n_head, 2, rows.shape[0] // n_head // 2, -1)
            rows = pairs.swapaxes(1, 2).reshape(rows.shape).copy()
        if pack and rows.ndim == 2:
            kind = gguf.GGMLQuantizationType.Q8_0
            writer.add_tensor(name, gguf.quantize(rows, kind), raw_dtype=kind)
        else:
            writer.add_tensor(name, rows)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def chatml_digits(size: int) -> tokenizers.Tokenizer:
    """A vocabulary of SmolLM2's kind: ChatML's control tokens, digits one by one."""
    raw = byte_level(("<|endoftext|>", "<|im_start|>", "<|im_end|>"), size)
    raw.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), raw.pre_tokenizer]
    )
    return raw
