"""Any combination of dials is a model that keeps the laws, or one sentence naming the dial."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch
from counting import tally
from hypothesis import given, settings
from hypothesis import strategies as st

from lesson_kit.generate import Sampler, generate
from lesson_kit.model import TransformerConfig, new_model

SIZES = ("vocab_size", "d_model", "n_layer", "n_head", "n_kv_head", "d_head", "d_ff", "max_seq_len")
NUMBERS = ("norm_eps", "rope_theta")

dials = st.fixed_dictionaries(
    {
        "vocab_size": st.integers(1, 40),
        "d_model": st.integers(1, 20),
        "n_layer": st.integers(1, 3),
        "n_head": st.integers(1, 6),
        "n_kv_head": st.integers(1, 6),
        "d_head": st.integers(1, 9),
        "d_ff": st.integers(1, 24),
        "max_seq_len": st.integers(1, 12),
        "norm": st.sampled_from(("rms", "layer", "batch")),
        "ffn": st.sampled_from(("swiglu", "gelu", "gelu_tanh", "relu", "maxout")),
        "position": st.sampled_from(("rope", "learned", "none", "alibi")),
        "qkv_bias": st.booleans(),
        "o_bias": st.booleans(),
        "ffn_bias": st.booleans(),
        "qk_norm": st.booleans(),
        "tie_embeddings": st.booleans(),
    }
)
GOOD: dict[str, Any] = dict(
    vocab_size=11, d_model=8, n_layer=1, n_head=2, n_kv_head=1, d_head=4, d_ff=8, max_seq_len=6
)


@settings(max_examples=150)
@given(chosen=dials, seed=st.integers(0, 9))
def test_a_combination_works_or_is_refused_by_name(
    chosen: dict[str, Any], seed: int, request: pytest.FixtureRequest
) -> None:
    count = tally(request.config)
    try:
        config = TransformerConfig(**chosen)
    except ValueError as error:
        count.add("combinations of TransformerConfig", "refused by name")
        assert any(f"{name}={chosen[name]!r}" in str(error) for name in chosen), error
        return
    count.add("combinations of TransformerConfig", "work")
    model = new_model(config, seed=seed)
    assert sum(p.numel() for p in model.parameters()) == config.n_parameter()
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(config.vocab_size, (1, config.max_seq_len), generator=generator)
    with torch.inference_mode():
        whole, cache, steps = model(ids), None, []
        for i in range(ids.shape[1]):
            logits, cache = model.step(ids[:, i : i + 1], cache)
            steps.append(logits)
    assert torch.isfinite(whole).all()
    torch.testing.assert_close(torch.cat(steps, 1), whole, atol=1e-4, rtol=1e-4)
    torch.testing.assert_close(model.trace(ids).logits, whole, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("value", [0, -1, -(10**30), 1.5, 2.0, math.nan, "8", None, True])
def test_a_size_is_a_whole_number_above_zero(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name):
        TransformerConfig(**{**GOOD, name: value})


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [0, -1e-5, math.nan, math.inf, "1e-5", None])
def test_a_number_is_finite_and_above_zero(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name):
        TransformerConfig(**{**GOOD, name: value})


@settings(max_examples=60)
@given(
    ids=st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-2, 12), max_size=9),
    more=st.integers(-1, 9),
)
def test_any_ids_continue_or_are_refused_in_words(
    ids: list[int], more: int, request: pytest.FixtureRequest
) -> None:
    config = TransformerConfig(**GOOD)
    model = new_model(config, seed=0)
    fits = 0 < len(ids) <= config.max_seq_len and all(0 <= i < config.vocab_size for i in ids)
    count = tally(request.config)
    try:
        steps = list(generate(model, ids, max_new_tokens=more, sampler=Sampler(temperature=0)))
    except ValueError as error:
        count.add("lists of token ids", "refused in words")
        assert str(error)
        assert not (fits and more >= 0 and len(ids) < config.max_seq_len), error
        return
    count.add("lists of token ids", "continued")
    assert fits or more <= 0
    room = config.max_seq_len - len(ids) + 1  # the last one is told by a full window
    assert len(steps) <= max(0, min(more, room))


def test_a_model_that_was_looked_at_first_can_still_be_trained() -> None:
    model = new_model(TransformerConfig(**GOOD), seed=0)
    ids = torch.tensor([[1, 2, 3]])
    with torch.inference_mode():
        model(ids)
    model(ids).sum().backward()
    assert all(p.grad is not None for p in model.parameters())
