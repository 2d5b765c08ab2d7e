"""ids → logits: a small decoder-only Transformer that can be read, stepped and looked into."""

from lesson_kit.model.config import RopeScaling, TransformerConfig, preset
from lesson_kit.model.encoder_decoder import (
    DecoderCache,
    EncoderDecoder,
    EncoderDecoderConfig,
    TranslationTrace,
)
from lesson_kit.model.initial import new_encoder_decoder, new_model
from lesson_kit.model.kv_cache import KVCache, kv_cache_bytes
from lesson_kit.model.trace import Edit, LayerTrace, Trace
from lesson_kit.model.transformer import Transformer

__all__ = [
    "DecoderCache",
    "Edit",
    "EncoderDecoder",
    "EncoderDecoderConfig",
    "KVCache",
    "LayerTrace",
    "RopeScaling",
    "Trace",
    "Transformer",
    "TransformerConfig",
    "TranslationTrace",
    "kv_cache_bytes",
    "new_encoder_decoder",
    "new_model",
    "preset",
]
