"""RoPE: tell attention how far apart two tokens are by turning q and k (Su et al. 2021).

Feature i and feature i + d_head/2 form a pair, a point in a plane ("half-split" pairing, as in the
Llama and Qwen checkpoints). At position p the pair is turned by the angle p · θ^(−2i/d_head).
Turning both q and k leaves in q·k only the *difference* of their positions.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from lesson_kit.model.config import RopeScaling, TransformerConfig


def frequencies(config: TransformerConfig) -> Tensor:
    """Angle per step of each pair, in radians: (d_head/2,) float32."""
    pair = torch.arange(0, config.d_head, 2, dtype=torch.float32)
    speed = config.rope_theta ** -(pair / config.d_head)
    return _stretch(speed, config.rope_scaling) if config.rope_scaling else speed


def rope_table(config: TransformerConfig) -> tuple[Tensor, Tensor]:
    """cos and ∓sin of every position's angles, as `rotate` wants them: two (max_seq_len, d_head).

    float32. The sines of the first half are negative: a pair (a, b) turns into
    (a·cos − b·sin, b·cos + a·sin).
    """
    angle = torch.outer(torch.arange(config.max_seq_len).float(), frequencies(config))
    return angle.cos().repeat(1, 2), torch.cat((-angle.sin(), angle.sin()), dim=-1)


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Turn each pair of x (B, heads, T, d_head) by its position's angle; cos, sin (T, d_head)."""
    partner = x.roll(x.shape[-1] // 2, dims=-1)  # (a, b) -> (b, a)
    return torch.addcmul(x * cos, partner, sin)


def _stretch(speed: Tensor, s: RopeScaling) -> Tensor:
    # Llama 3: slow pairs (long waves) are slowed further, fast pairs stay, the rest in between.
    wavelength = 2 * math.pi / speed
    turns = s.original_max_seq_len / wavelength
    blend = (turns - s.low_freq_factor) / (s.high_freq_factor - s.low_freq_factor)
    blend = blend.clamp(0, 1)
    return speed * (blend + (1 - blend) / s.factor)
