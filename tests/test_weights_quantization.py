"""Smaller weights: how far each number may move, and that the model stays the same model."""

from __future__ import annotations

import copy
from typing import cast

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from lesson_kit import load
from lesson_kit.model import Transformer, TransformerConfig, new_model
from lesson_kit.model.transformer import Block
from lesson_kit.weights.quantization import Bf16Linear, Int8Linear, Weights, quantise, to_int8

KINDS = ("bf16", "int8")
#: Largest relative error of one product's result, in the length of the whole vector.
NEAR = {"bf16": 0.01, "int8": 0.02}


def matrix(rows: int = 24, inputs: int = 16, seed: int = 0, size: float = 1.0) -> torch.Tensor:
    return size * torch.randn(rows, inputs, generator=torch.Generator().manual_seed(seed))


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 999), size=st.floats(1e-6, 1e4), zero=st.booleans())
def test_no_number_moves_more_than_half_a_step(seed: int, size: float, zero: bool) -> None:
    weight = matrix(seed=seed, size=size)
    if zero:
        weight[3] = 0
    whole, scale = to_int8(weight)
    assert whole.dtype == torch.int8 and scale.shape == (24,)
    assert int(whole.abs().max()) <= 127
    step = scale.double()[:, None]
    assert torch.all((whole.double() * step - weight.double()).abs() <= step / 2 * (1 + 1e-6))
    if zero:
        assert float(scale[3]) == 0 and not whole[3].any()


@pytest.mark.parametrize("n", [1, 3, 4, 5, 40])
@pytest.mark.parametrize("inputs", [64, 48, 24, 7])
@pytest.mark.parametrize("kind", [Bf16Linear, Int8Linear])
def test_a_small_matrix_answers_nearly_as_the_full_one(
    kind: type[Bf16Linear | Int8Linear], inputs: int, n: int
) -> None:
    weight, x = matrix(40, inputs), matrix(n, inputs, seed=5).view(1, n, inputs)
    shift = matrix(1, 40, seed=7)[0] if inputs == 48 else None
    small = kind.of(weight, shift)
    said, true = small(x), torch.nn.functional.linear(x, weight, shift)
    assert said.dtype == x.dtype and said.shape == true.shape
    assert float((said - true).norm() / true.norm()) < 0.02
    parts = torch.cat([part(x) for part in small.cut([10, 30])], dim=-1)
    torch.testing.assert_close(parts, said, atol=0.05, rtol=0.02)


def build(**changes: object) -> Transformer:
    shape = dict(vocab_size=60, d_model=32, n_layer=2, n_head=4, n_kv_head=2, d_head=8, d_ff=48)
    config = TransformerConfig(**shape, max_seq_len=32, **changes)  # type: ignore[arg-type]
    model = new_model(config, seed=4)
    with torch.no_grad():
        for i, parameter in enumerate(model.parameters()):
            parameter.add_(0.1 * matrix(1, parameter.numel(), seed=i).view(parameter.shape))
    return model


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"tie_embeddings": False, "qkv_bias": True, "qk_norm": True},
        {"ffn": "gelu", "norm": "layer", "position": "learned", "ffn_bias": True, "o_bias": True},
    ],
)
def test_a_model_of_small_weights_is_nearly_the_model(changes: dict, kind: Weights) -> None:
    model = build(**changes)
    ids = torch.arange(2, 22).view(1, 20)
    with torch.no_grad():
        true = model(ids)
    small = quantise(model, kind)
    said = small(ids)
    assert 0 < float((said - true).norm() / true.norm()) < NEAR[kind] * 2
    cache, parts = None, []
    for t in range(20):  # the packed kernel, one token at a time
        logits, cache = small.step(ids[:, t : t + 1], cache)
        parts.append(logits)
    assert float((torch.cat(parts, 1) - said).norm() / said.norm()) < NEAR[kind]
    torch.testing.assert_close(small.trace(ids).logits, said, atol=0.05, rtol=0.05)
    torch.testing.assert_close(copy.deepcopy(small)(ids), said)


def test_every_matrix_is_small_and_the_table_is_kept() -> None:
    small = quantise(build(), "int8")
    kinds = {name: tensor.dtype for name, tensor in small.state_dict().items()}
    assert kinds["embed.weight"] == torch.float32 and kinds["unembed.weight"] == torch.int8
    for name in ("attn.W_q", "attn.W_v", "attn.W_o", "ffn.W_gate", "ffn.W_up", "ffn.W_down"):
        assert kinds[f"layers.1.{name}.weight"] == torch.int8
        assert kinds[f"layers.1.{name}.scale"] == torch.bfloat16
    assert all(
        name.endswith(("norm.weight", "embed.weight")) for name, _ in small.named_parameters()
    )


def test_one_product_serves_the_matrices_of_one_input() -> None:
    block = cast(Block, quantise(build(), "int8").layers[0])
    x = matrix(1, 32).view(1, 1, 32)
    with torch.profiler.profile() as seen:
        block.attn.qkv(x, None)
    counted = {event.key: event.count for event in seen.key_averages()}
    assert counted["aten::_weight_int8pack_mm"] == 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_classroom_model_keeps_its_mind(kind: Weights) -> None:
    full, small = (
        load("classroom-base", device="cpu"),
        load("classroom-base", device="cpu", weights=kind),
    )
    assert small is load("classroom-base", device="cpu", weights=kind) and small is not full
    ids = torch.tensor([full.encode("今天天气很好，我们去公园玩。The weather is very nice today.")])
    with torch.inference_mode():
        true, said = (x.model(ids)[0].log_softmax(-1) for x in (full, small))
    divergence = (true.exp() * (true - said)).sum(-1)
    assert 0 < float(divergence.mean()) < 0.01


def test_other_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="int3"):
        load("classroom-base", device="cpu", weights="int3")  # type: ignore[call-overload]
