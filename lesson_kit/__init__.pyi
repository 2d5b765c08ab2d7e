from lesson_kit.generate.loop import generate as generate
from lesson_kit.generate.translation import translate as translate
from lesson_kit.model.config import TransformerConfig as TransformerConfig
from lesson_kit.model.kv_cache import KVCache as KVCache
from lesson_kit.model.trace import Trace as Trace
from lesson_kit.model.transformer import Transformer as Transformer
from lesson_kit.text.tokenizer import Tokenizer as Tokenizer
from lesson_kit.weights.registry import load as load

__version__: str
__all__ = [
    "KVCache",
    "Tokenizer",
    "Trace",
    "Transformer",
    "TransformerConfig",
    "generate",
    "load",
    "translate",
]
