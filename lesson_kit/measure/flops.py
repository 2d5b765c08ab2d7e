"""Work and traffic of one step by formula: floating-point operations, and bytes that must move.

A matrix product of (m, k) and (k, n) counts 2·m·k·n operations, as torch.utils.flop_counter does;
a test holds the two together. Letters: T new positions, S past + new positions.
"""

from __future__ import annotations

from lesson_kit.model import TransformerConfig


def step_flops(
    config: TransformerConfig, new: int, past: int = 0, *, logits: int | None = None
) -> int:
    """Operations of running `new` positions behind `past` cached ones.

    logits: of how many positions they are worked out; all of them by default, one in `generate`.
    Scores are counted for all S keys, also those the causal mask hides, as a plain kernel does.
    Norms, softmax and RoPE are left out: they grow with T, not with T times a matrix.
    """
    c, every = config, past + new
    heads, shared = c.n_head * c.d_head, c.n_kv_head * c.d_head
    projections = 2 * new * c.d_model * (2 * heads + 2 * shared)
    attention = 2 * 2 * new * every * heads
    matrices = 3 if c.ffn == "swiglu" else 2
    feed_forward = 2 * new * c.d_model * c.d_ff * matrices
    unembed = 2 * (new if logits is None else logits) * c.d_model * c.vocab_size
    return c.n_layer * (projections + attention + feed_forward) + unembed


def weight_values(config: TransformerConfig) -> int:
    """Numbers in the matrices that every step reads once, whatever its length.

    The embedding table counts only as the unembedding: a lookup reads one row of it.
    """
    c = config
    heads, shared = c.n_head * c.d_head, c.n_kv_head * c.d_head
    layer = c.d_model * (2 * heads + 2 * shared) + c.d_model * c.d_ff * (
        3 if c.ffn == "swiglu" else 2
    )
    return c.n_layer * layer + c.d_model * c.vocab_size


def step_bytes(config: TransformerConfig, new: int, past: int = 0, *, bytes_per_value: int) -> int:
    """Bytes one step must move: weights read, cached K and V read, new K and V written."""
    c = config
    row = 2 * c.n_layer * c.n_kv_head * c.d_head
    return bytes_per_value * (weight_values(c) + row * (past + new))


def attention_pairs(length: int) -> int:
    """Pairs of positions compared per head and layer: the square (half are masked, if causal)."""
    if length < 0:
        raise ValueError(f"a text of {length} tokens does not exist")
    return length * length
