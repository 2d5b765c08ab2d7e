"""What must hold for any Transformer, whatever its weights."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, cast

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn import functional as F

from lesson_kit.model import Edit, KVCache, Transformer, TransformerConfig, kv_cache_bytes, preset
from lesson_kit.model.attention import Attention, attend_fused, attend_slowly, causal_mask
from lesson_kit.model.initial import new_model

SMALL: dict[str, Any] = dict(
    vocab_size=97, d_model=24, n_layer=2, d_head=8, d_ff=40, max_seq_len=48
)
SHARING = {"MHA": (4, 4), "GQA": (4, 2), "MQA": (4, 1)}
FLAVOURS: dict[str, dict[str, Any]] = {
    "llama": dict(),
    "gpt2": dict(norm="layer", ffn="gelu_tanh", position="learned", qkv_bias=True, o_bias=True,
                 ffn_bias=True),
    "qwen2": dict(qkv_bias=True, tie_embeddings=False),
    "qwen3": dict(qk_norm=True),
    "plain": dict(ffn="relu", position="none", ffn_bias=True),
}  # fmt: skip


def build(flavour: str = "llama", sharing: str = "GQA", seed: int = 3) -> Transformer:
    n_head, n_kv_head = SHARING[sharing]
    config = TransformerConfig(**SMALL, n_head=n_head, n_kv_head=n_kv_head, **FLAVOURS[flavour])
    model = new_model(config, seed=seed).eval().requires_grad_(False)
    generator = torch.Generator().manual_seed(seed)
    for parameter in model.parameters():  # bigger than a fresh start: faults show more clearly
        parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.2)
    return model


def some_ids(n: int, batch: int = 2, seed: int = 0) -> torch.Tensor:
    return torch.randint(0, 97, (batch, n), generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("sharing", SHARING)
@pytest.mark.parametrize("flavour", FLAVOURS)
def test_cached_equals_uncached_for_every_chunking(flavour: str, sharing: str) -> None:
    model, ids = build(flavour, sharing), some_ids(14)
    whole = model(ids)
    for sizes in ((1,) * 14, (14,), (5, 9), (1, 6, 1, 1, 5), (13, 1)):
        cache, parts = None, []
        for size in sizes:
            start = cache.length if cache else 0
            logits, cache = model.step(ids[:, start : start + size], cache)
            parts.append(logits)
        torch.testing.assert_close(torch.cat(parts, 1), whole, atol=2e-5, rtol=1e-4)
        assert cache is not None and cache.length == 14


@settings(max_examples=40, deadline=None)
@given(sizes=st.lists(st.integers(1, 9), min_size=1, max_size=6), seed=st.integers(0, 99))
def test_cached_equals_uncached_for_random_chunks(sizes: list[int], seed: int) -> None:
    model, ids = build(), some_ids(sum(sizes), 1, seed)
    cache, parts = None, []
    for size in sizes:
        start = cache.length if cache else 0
        logits, cache = model.step(ids[:, start : start + size], cache)
        parts.append(logits)
    torch.testing.assert_close(
        torch.cat(parts, 1), model(ids[:, : sum(sizes)]), atol=2e-5, rtol=1e-4
    )


def test_a_branch_never_disturbs_its_sibling() -> None:
    model = build()
    trunk, left, right = some_ids(6, 1, 1), some_ids(5, 1, 2), some_ids(5, 1, 3)
    _, base = model.step(trunk)
    caches: dict[str, KVCache] = {"left": base, "right": base}
    outs: dict[str, list[torch.Tensor]] = {"left": [], "right": []}
    for t in range(5):  # interleaved, so each append meets a buffer the other has just used
        for name, text in (("left", left), ("right", right)):
            logits, caches[name] = model.step(text[:, t : t + 1], caches[name])
            outs[name].append(logits)
    for name, text in (("left", left), ("right", right)):
        expected = model(torch.cat((trunk, text), 1))[:, 6:]
        torch.testing.assert_close(torch.cat(outs[name], 1), expected, atol=2e-5, rtol=1e-4)
    again, _ = model.step(left[:, :1], base)  # the old value still means what it meant
    torch.testing.assert_close(again, outs["left"][0], atol=2e-5, rtol=1e-4)


def test_appending_to_the_newest_copies_nothing_and_branching_copies() -> None:
    model, ids = build(), some_ids(4, 1)
    _, first = model.step(ids)
    _, second = model.step(ids[:, :1], first)
    _, branch = model.step(ids[:, 1:2], first)
    assert second.k(0).data_ptr() == first.k(0).data_ptr()
    assert branch.k(0).data_ptr() != first.k(0).data_ptr()
    assert not torch.equal(second.k(0), branch.k(0))


def test_a_prefix_is_the_cache_as_it_was() -> None:
    model, ids = build(), some_ids(9, 1)
    _, cache = model.step(ids)
    logits, _ = model.step(ids[:, 5:], cache.prefix(5))
    torch.testing.assert_close(logits, model(ids)[:, 5:], atol=2e-5, rtol=1e-4)
    with pytest.raises(ValueError, match="length 9"):
        cache.prefix(10)


def test_the_cache_outgrows_its_first_room() -> None:
    config = TransformerConfig(**{**SMALL, "max_seq_len": 200}, n_head=4, n_kv_head=2)
    model = new_model(config, seed=0).eval().requires_grad_(False)
    ids = some_ids(190, 1)
    cache = None
    for t in range(190):
        logits, cache = model.step(ids[:, t : t + 1], cache)
    torch.testing.assert_close(logits, model(ids)[:, -1:], atol=2e-5, rtol=1e-4)


def test_cache_bytes_are_the_formula() -> None:
    model = build()
    _, cache = model.step(some_ids(11, 3))
    formula = kv_cache_bytes(
        n_layer=2, n_kv_head=2, d_head=8, length=11, batch=3, bytes_per_value=4
    )
    assert cache.nbytes == formula
    big = dict(n_layer=80, d_head=128, length=4096, bytes_per_value=2)
    assert kv_cache_bytes(n_kv_head=64, **big) == 10_737_418_240
    assert kv_cache_bytes(n_kv_head=8, **big) * 8 == kv_cache_bytes(n_kv_head=64, **big)


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_the_future_never_reaches_the_past(flavour: str) -> None:
    model, ids = build(flavour), some_ids(10, 1)
    changed = ids.clone()
    changed[0, 6] = (changed[0, 6] + 1) % 97
    same, other = model.trace(ids), model.trace(changed)
    assert float((same.logits[:, :6] - other.logits[:, :6]).abs().max()) == 0
    assert float((same.logits[:, 6:] - other.logits[:, 6:]).abs().max()) > 0
    open_ = Edit(mask="none")
    leak = model.trace(ids, edit=open_).logits - model.trace(changed, edit=open_).logits
    assert float(leak[:, :6].abs().max()) > 0


@pytest.mark.parametrize("sharing", SHARING)
@pytest.mark.parametrize("flavour", FLAVOURS)
def test_trace_says_what_forward_says(flavour: str, sharing: str) -> None:
    model, ids = build(flavour, sharing), some_ids(12)
    trace = model.trace(ids)
    torch.testing.assert_close(trace.logits, model(ids), atol=2e-5, rtol=1e-4)
    for layer in trace.layers:
        torch.testing.assert_close(layer.weights.sum(-1), torch.ones(2, 4, 12))
        assert torch.all(layer.weights.triu(1) == 0)
        assert torch.equal(layer.resid_pre + layer.attn_out, layer.resid_mid)
        assert torch.equal(layer.resid_mid + layer.ffn_out, layer.resid_post)
    assert torch.equal(trace.layers[0].resid_post, trace.layers[1].resid_pre)


def test_trace_continues_a_cache() -> None:
    model, ids = build(), some_ids(10, 1)
    _, cache = model.step(ids[:, :7])
    trace = model.trace(ids[:, 7:], cache)
    torch.testing.assert_close(trace.logits, model(ids)[:, 7:], atol=2e-5, rtol=1e-4)
    assert trace.layers[0].weights.shape == (1, 4, 3, 10)


def test_switching_off_every_head_leaves_only_the_bias_of_the_output() -> None:
    model, ids = build("llama"), some_ids(6, 1)
    off = Edit(heads_off=frozenset((1, h) for h in range(4)))
    trace = model.trace(ids, edit=off)
    assert float(trace.layers[1].attn_out.abs().max()) == 0
    assert float(trace.layers[0].attn_out.abs().max()) > 0
    one = model.trace(ids, edit=Edit(heads_off=frozenset({(0, 2)})))
    assert float(one.layers[0].head_out[:, 2].abs().max()) == 0
    assert not torch.equal(one.logits, model.trace(ids).logits)
    silent = model.trace(ids, edit=Edit(ffn_off=frozenset({0})))
    assert torch.equal(silent.layers[0].resid_post, silent.layers[0].resid_mid)


@pytest.mark.parametrize("sharing", SHARING)
def test_attention_is_torchs_attention(sharing: str) -> None:
    n_head, n_kv = SHARING[sharing]
    generator = torch.Generator().manual_seed(5)
    q = torch.randn(2, n_head, 5, 8, generator=generator)
    k, v = (torch.randn(2, n_kv, 9, 8, generator=generator) for _ in range(2))
    mask = causal_mask(5, 9)
    expected = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True)
    torch.testing.assert_close(attend_slowly(q, k, v, mask).head_out, expected)
    torch.testing.assert_close(attend_fused(q, k, v, mask), expected)
    square = causal_mask(5, 5)
    torch.testing.assert_close(
        attend_fused(q, k[:, :, :5], v[:, :, :5], square),
        attend_slowly(q, k[:, :, :5], v[:, :, :5], square).head_out,
    )


def test_attention_is_multihead_attention() -> None:
    model = build("plain", "MHA")
    ours = cast(Attention, model.layers[0].attn)
    reference = torch.nn.MultiheadAttention(32, 4, bias=False, batch_first=True)
    wide = torch.randn(2, 7, 24, generator=torch.Generator().manual_seed(1))
    q, k, v = ours.qkv(wide, None)
    with torch.no_grad():
        reference.in_proj_weight.copy_(torch.eye(32).repeat(3, 1))
        reference.out_proj.weight.copy_(torch.eye(32))
    flat = [x.transpose(1, 2).flatten(2) for x in (q, k, v)]
    expected, weights = reference(*flat, attn_mask=~causal_mask(7, 7), average_attn_weights=False)
    work = attend_slowly(q, k, v, causal_mask(7, 7))
    torch.testing.assert_close(work.head_out.transpose(1, 2).flatten(2), expected)
    torch.testing.assert_close(work.weights, weights)


def test_the_teaching_example_of_chapter_five() -> None:
    q = torch.tensor([2.0, 2.0]).view(1, 1, 1, 2)
    k = torch.tensor([[3.0, 0.0], [1.0, 0.0]]).view(1, 1, 2, 2)
    work = attend_slowly(q, k, torch.eye(2).view(1, 1, 2, 2), None)
    assert [round(x, 3) for x in work.scores.flatten().tolist()] == [4.243, 1.414]
    assert [round(100 * x, 1) for x in work.weights.flatten().tolist()] == [94.4, 5.6]
    assert round(math.exp(1.414), 2) == 4.11


@pytest.mark.parametrize("name", ["classroom", "gpt2", "llama", "qwen2", "qwen3"])
def test_the_parameter_formula_counts_right(name: str) -> None:
    config = preset(name)
    with torch.device("meta"):
        model = Transformer(config)
    assert config.n_parameter() == sum(p.numel() for p in model.parameters())
    if name == "gpt2":
        assert config.n_parameter() == 124_439_808


def test_impossible_configurations_name_both_fields() -> None:
    good = preset("classroom")
    for changes, words in (
        (dict(n_head=6, n_kv_head=4), ("n_head=6", "n_kv_head=4")),
        (dict(d_head=31), ("d_head=31", "position='rope'")),
        (dict(position="sideways"), ("position='sideways'",)),
        (dict(d_ff=0), ("d_ff=0",)),
    ):
        with pytest.raises(ValueError) as caught:
            dataclasses.replace(good, **changes)
        assert all(word in str(caught.value) for word in words)
    with pytest.raises(ValueError, match="no preset 'bert'"):
        preset("bert")


def test_bad_ids_are_refused_in_words() -> None:
    model = build()
    with pytest.raises(ValueError, match="max_seq_len=48"):
        model(some_ids(49, 1))
    _, cache = model.step(some_ids(40, 1))
    with pytest.raises(ValueError, match="50 tokens"):
        model.step(some_ids(10, 1), cache)
    with pytest.raises(ValueError, match="id 97 is outside"):
        model(torch.tensor([[1, 97]]))
    with pytest.raises(ValueError, match="id -1 is outside"):
        model(torch.tensor([[-1]]))
    with pytest.raises(ValueError, match="T ≥ 1"):
        model(torch.zeros(1, 0, dtype=torch.long))


def test_import_and_building_leave_torchs_global_seed_alone() -> None:
    before = torch.get_rng_state()
    new_model(preset("classroom", n_layer=1), seed=9)
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device on this machine")
def test_a_gpu_says_the_same() -> None:
    model, ids = build(), some_ids(12)
    expected = model(ids)
    model.to("cuda")
    cache, parts = None, []
    for size in (5, 1, 6):
        start = cache.length if cache else 0
        logits, cache = model.step(ids[:, start : start + size].cuda(), cache)
        parts.append(logits.cpu())
    torch.testing.assert_close(torch.cat(parts, 1), expected, atol=1e-3, rtol=1e-3)
