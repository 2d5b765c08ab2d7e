"""Tiny made-up tokenizers and models, for tests only."""

from __future__ import annotations

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
