"""The dials of a decoder-only Transformer: one frozen value that tells its whole shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Norm = Literal["rms", "layer"]
FeedForwardKind = Literal["swiglu", "gelu", "gelu_tanh", "relu"]
Position = Literal["rope", "learned", "none"]


_SIZES = (
    "vocab_size", "d_model", "n_layer", "n_head", "n_kv_head", "d_head", "d_ff", "max_seq_len",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class RopeScaling:
    """How Llama 3 stretches RoPE to longer texts; lengths are in tokens."""

    factor: float
    low_freq_factor: float
    high_freq_factor: float
    original_max_seq_len: int


@dataclass(frozen=True, kw_only=True)
class TransformerConfig:
    """Shape and flavour of a Transformer. All sizes count numbers, `max_seq_len` counts tokens.

    Raises ValueError naming both fields when two of them cannot go together.
    """

    vocab_size: int
    d_model: int
    n_layer: int
    n_head: int
    n_kv_head: int
    d_head: int
    d_ff: int
    max_seq_len: int
    norm: Norm = "rms"
    norm_eps: float = 1e-5
    ffn: FeedForwardKind = "swiglu"
    position: Position = "rope"
    rope_theta: float = 10000.0
    rope_scaling: RopeScaling | None = None
    qkv_bias: bool = False
    o_bias: bool = False
    ffn_bias: bool = False
    qk_norm: bool = False
    tie_embeddings: bool = True

    def __post_init__(self) -> None:
        for name in _SIZES:
            size = getattr(self, name)
            if type(size) is not int or size < 1:
                raise ValueError(f"{name}={size!r} must be a whole number of at least 1")
        for name in ("norm_eps", "rope_theta"):
            number = getattr(self, name)
            if not isinstance(number, int | float) or not 0 < number < float("inf"):
                raise ValueError(f"{name}={number!r} must be a finite number above 0")
        if self.n_head % self.n_kv_head:
            raise ValueError(
                f"n_head={self.n_head} must be a multiple of n_kv_head={self.n_kv_head}: "
                "every K/V head serves the same number of query heads"
            )
        if self.position == "rope" and self.d_head % 2:
            raise ValueError(
                f"d_head={self.d_head} must be even with position='rope': RoPE turns pairs"
            )
        if self.rope_scaling is not None and self.position != "rope":
            raise ValueError(f"rope_scaling needs position='rope', not position={self.position!r}")
        for name, allowed in (
            ("norm", ("rms", "layer")),
            ("ffn", ("swiglu", "gelu", "gelu_tanh", "relu")),
            ("position", ("rope", "learned", "none")),
        ):
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name}={getattr(self, name)!r} is not one of {allowed}")

    @property
    def group_size(self) -> int:
        """Query heads that share one K/V head (1 = MHA, n_head = MQA, between = GQA)."""
        return self.n_head // self.n_kv_head

    @property
    def sharing(self) -> Literal["MHA", "GQA", "MQA"]:
        """The usual name of how heads share K and V."""
        if self.n_kv_head == self.n_head:
            return "MHA"
        return "MQA" if self.n_kv_head == 1 else "GQA"

    @property
    def norm_has_bias(self) -> bool:
        """LayerNorm shifts as well as scales; RMSNorm only scales."""
        return self.norm == "layer"

    def kv_bytes_per_token(self, bytes_per_value: int = 4) -> int:
        """Bytes of K and V that one more token adds to the cache: 2·L·n_kv·d_head·bytes."""
        return 2 * self.n_layer * self.n_kv_head * self.d_head * bytes_per_value

    def n_parameter(self) -> int:
        """Exact parameter count by formula (a tied output matrix counts once)."""
        C, D, H, G, F = self.d_model, self.d_head, self.n_head, self.n_kv_head, self.d_ff
        norm = C * (2 if self.norm_has_bias else 1)
        attention = C * D * (H + 2 * G) + H * D * C
        attention += D * (H + 2 * G) * self.qkv_bias + C * self.o_bias + 2 * D * self.qk_norm
        gated = self.ffn == "swiglu"
        ffn = (3 if gated else 2) * C * F + ((2 if gated else 1) * F + C) * self.ffn_bias
        total = self.vocab_size * C * (1 if self.tie_embeddings else 2)
        total += self.max_seq_len * C * (self.position == "learned")
        return total + self.n_layer * (attention + ffn + 2 * norm) + norm


_PRESETS: dict[str, dict[str, Any]] = {
    # Ours: small enough for a laptop, shaped like today's models (RoPE, RMSNorm, SwiGLU, GQA).
    "classroom": dict(
        vocab_size=8192, d_model=256, n_layer=6, n_head=8, n_kv_head=4, d_head=32, d_ff=688,
        max_seq_len=512,
    ),
    # Radford et al. 2019, the 124M model.
    "gpt2": dict(
        vocab_size=50257, d_model=768, n_layer=12, n_head=12, n_kv_head=12, d_head=64, d_ff=3072,
        max_seq_len=1024, norm="layer", ffn="gelu_tanh", position="learned", qkv_bias=True,
        o_bias=True, ffn_bias=True,
    ),
    # Touvron et al. 2023, the 7B model.
    "llama": dict(
        vocab_size=32000, d_model=4096, n_layer=32, n_head=32, n_kv_head=32, d_head=128,
        d_ff=11008, max_seq_len=2048, norm_eps=1e-6, tie_embeddings=False,
    ),
    # Yang et al. 2024, the 0.5B model: Llama's shape plus biases on q, k, v.
    "qwen2": dict(
        vocab_size=151936, d_model=896, n_layer=24, n_head=14, n_kv_head=2, d_head=64, d_ff=4864,
        max_seq_len=32768, norm_eps=1e-6, rope_theta=1e6, qkv_bias=True,
    ),
    # Yang et al. 2025, the 0.6B model: no biases, but q and k are normalised per head.
    "qwen3": dict(
        vocab_size=151936, d_model=1024, n_layer=28, n_head=16, n_kv_head=8, d_head=128, d_ff=3072,
        max_seq_len=40960, norm_eps=1e-6, rope_theta=1e6, qk_norm=True,
    ),
}  # fmt: skip


def preset(name: str, **changes: Any) -> TransformerConfig:
    """A named configuration, with fields replaced by `changes`.

    Raises ValueError for an unknown name.
    """
    if name not in _PRESETS:
        raise ValueError(f"no preset {name!r}; there are {', '.join(_PRESETS)}")
    return TransformerConfig(**{**_PRESETS[name], **changes})
