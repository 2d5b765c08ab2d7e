"""Tiny made-up tokenizers and models, for tests only."""

from __future__ import annotations

import tokenizers
from tokenizers import decoders, models, normalizers, pre_tokenizers, processors, trainers

CLASSROOM = ("<|start|>", "<|end|>", "<|pad|>", "<|system|>", "<|user|>", "<|assistant|>")
SAMPLE = "今天天气很好。小猫追小狗，因为它饿了。There is no spoon. The weather is very nice. " * 3


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
