"""One product in place of several: the same numbers, and never stale ones."""

from __future__ import annotations

import copy
from typing import cast

import pytest
import torch
from torch import nn

from lesson_kit.model import Transformer, TransformerConfig, new_model
from lesson_kit.model.attention import Attention
from lesson_kit.model.feed_forward import FeedForward
from lesson_kit.model.freeze import freeze
from lesson_kit.model.side_by_side import lay_side_by_side, side_by_side
from lesson_kit.train.private import private_copy

IDS = torch.arange(12).view(2, 6)


def build(**changes: object) -> Transformer:
    shape = dict(vocab_size=50, d_model=24, n_layer=2, n_head=4, n_kv_head=2, d_head=6, d_ff=40)
    return new_model(TransformerConfig(**shape, max_seq_len=16, **changes), seed=2)  # type: ignore


def first(model: Transformer) -> tuple[Attention, FeedForward]:
    block = next(iter(model.layers))
    return cast(Attention, block.attn), cast(FeedForward, block.ffn)


@pytest.mark.parametrize("bias", [False, True])
def test_a_frozen_model_says_the_same_under_the_same_names(bias: bool) -> None:
    model = build(qkv_bias=bias, ffn_bias=bias)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn(parameter.shape, generator=torch.Generator().manual_seed(1)))
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    said = model(IDS).detach()
    assert freeze(model) is model and not model.training
    after = model.state_dict()
    assert list(after) == list(before)
    assert all(torch.equal(after[name], before[name]) for name in before)
    assert not any(parameter.requires_grad for parameter in model.parameters())
    torch.testing.assert_close(model(IDS), said, atol=2e-5, rtol=1e-4)


def test_laid_together_they_take_one_product() -> None:
    attention, ffn = first(freeze(build()))
    shared = attention.W_q.weight.untyped_storage().data_ptr()
    assert shared == attention.W_v.weight.untyped_storage().data_ptr()
    x = torch.randn(1, 24, generator=torch.Generator().manual_seed(0))
    for matrices in ((attention.W_q, attention.W_k, attention.W_v), (ffn.W_gate, ffn.W_up)):
        with torch.profiler.profile() as seen:
            said = side_by_side(x, *matrices)
        counted = {event.key: event.count for event in seen.key_averages()}
        assert counted["aten::linear"] == 1
        torch.testing.assert_close(said, torch.cat([matrix(x) for matrix in matrices], dim=-1))


def test_an_edit_of_one_matrix_is_seen() -> None:
    model = freeze(build())
    before = model(IDS)
    with torch.no_grad():
        first(model)[0].W_k.weight.mul_(3)
    assert not torch.equal(model(IDS), before)


@pytest.mark.parametrize("how", ["copied", "replaced", "loaded", "private", "moved"])
def test_rows_that_are_no_longer_the_matrices_are_not_used(how: str) -> None:
    model = freeze(build())
    if how == "copied":
        other = copy.deepcopy(model)
    elif how == "private":
        other = private_copy(model)
    elif how == "moved":
        other = copy.deepcopy(model).double().float()
    else:
        other = freeze(build())
    with torch.no_grad():
        if how == "replaced":
            weight = first(other)[0].W_v.weight
            first(other)[0].W_v.weight = nn.Parameter(2 * weight, requires_grad=False)
        elif how == "loaded":
            doubled = {name: 2 * tensor for name, tensor in other.state_dict().items()}
            other.load_state_dict(doubled, assign=True)
        else:
            first(other)[1].W_up.weight.mul_(2)
            first(other)[0].W_q.weight.mul_(2)
    fresh = build()  # the same numbers, never laid together
    fresh.load_state_dict(other.state_dict())
    torch.testing.assert_close(other(IDS), fresh(IDS).detach(), atol=2e-5, rtol=1e-4)
    assert not torch.allclose(other(IDS), model(IDS), atol=1e-4)


def test_matrices_of_a_model_in_training_stay_their_own() -> None:
    model = build()
    model(IDS).sum().backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, name
    a, b = nn.Linear(3, 2), nn.Linear(3, 4)
    lay_side_by_side(a, b)
    assert [p.shape for p in (*a.parameters(), *b.parameters())] == [(2, 3), (2,), (4, 3), (4,)]


@pytest.mark.parametrize("how", ["itself", "deep copy", "shallow copy"])
def test_a_part_set_anew_in_a_frozen_model_is_the_part_that_speaks(how: str) -> None:
    frozen = freeze(build())
    said = frozen(IDS)
    model = frozen if how == "itself" else copy.deepcopy(frozen)
    if how == "shallow copy":
        model = copy.copy(frozen)
        model._modules = dict(frozen._modules)
    with torch.no_grad():
        new = copy.deepcopy(model.final_norm)
        cast(torch.Tensor, new.weight).mul_(2)
        model.final_norm = new
    torch.testing.assert_close(model(IDS), 2 * said)
    if how != "itself":
        torch.testing.assert_close(frozen(IDS), said)  # the other one has kept its own
    if how == "shallow copy":
        return  # its deeper parts are the very same
    matrix = nn.Linear(24, 24, bias=False)
    first(model)[0].W_o = matrix
    before = model(IDS).detach()
    with torch.no_grad():
        matrix.weight.zero_()
    assert not torch.allclose(model(IDS), before), "the part that was taken out still speaks"
