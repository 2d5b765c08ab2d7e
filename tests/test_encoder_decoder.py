"""The Transformer of 2017: the same numbers as torch's own, and the laws that must hold."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from lesson_kit.model import EncoderDecoder, EncoderDecoderConfig, new_encoder_decoder
from lesson_kit.model.encoder_decoder import Watch, sinusoids

PAD = 2
CONFIG = EncoderDecoderConfig(
    vocab_size=61, d_model=24, n_layer=2, n_head=3, n_kv_head=3, d_head=8, d_ff=40,
    max_seq_len=32, pad_id=PAD,
)  # fmt: skip


def build(seed: int = 4, **changes: Any) -> EncoderDecoder:
    model = new_encoder_decoder(EncoderDecoderConfig(**{**vars(CONFIG), **changes}), seed=seed)
    generator = torch.Generator().manual_seed(seed)
    model.eval().requires_grad_(False)
    for parameter in model.parameters():  # away from the tidy start: biases and norms count too
        parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.2)
    return model


def some_ids(n: int, batch: int = 2, seed: int = 0) -> torch.Tensor:
    return torch.randint(3, 61, (batch, n), generator=torch.Generator().manual_seed(seed))


def _copy_attention(theirs: Any, ours: Any) -> None:
    theirs.in_proj_weight.copy_(torch.cat([ours.W_q.weight, ours.W_k.weight, ours.W_v.weight]))
    theirs.in_proj_bias.copy_(torch.cat([ours.W_q.bias, ours.W_k.bias, ours.W_v.bias]))
    theirs.out_proj.load_state_dict(ours.W_o.state_dict())


def _copy_ffn(theirs: Any, ours: Any) -> None:
    theirs.linear1.load_state_dict(ours.W_up.state_dict())
    theirs.linear2.load_state_dict(ours.W_down.state_dict())


def torchs_own(model: EncoderDecoder) -> nn.Transformer:
    """torch.nn.Transformer in its post-norm, ReLU form, with `model`'s weights copied in."""
    c = model.config
    shape: dict[str, Any] = dict(
        d_model=c.d_model, nhead=c.n_head, dim_feedforward=c.d_ff, dropout=0.0, batch_first=True,
        activation="relu", norm_first=False, layer_norm_eps=c.norm_eps,
    )  # fmt: skip
    encoder = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(**shape), c.n_layer, norm=None, enable_nested_tensor=False
    )
    decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(**shape), c.n_layer, norm=None)
    theirs = nn.Transformer(
        d_model=c.d_model, nhead=c.n_head, batch_first=True, dropout=0.0,
        custom_encoder=encoder, custom_decoder=decoder,
    ).eval().requires_grad_(False)  # fmt: skip
    his: Any
    mine: Any
    for his, mine in zip(encoder.layers, model.encoder, strict=True):
        _copy_attention(his.self_attn, mine.attn)
        _copy_ffn(his, mine.ffn)
        his.norm1.load_state_dict(mine.attn_norm.state_dict())
        his.norm2.load_state_dict(mine.ffn_norm.state_dict())
    for his, mine in zip(decoder.layers, model.decoder, strict=True):
        _copy_attention(his.self_attn, mine.attn)
        _copy_attention(his.multihead_attn, mine.cross)
        _copy_ffn(his, mine.ffn)
        his.norm1.load_state_dict(mine.attn_norm.state_dict())
        his.norm2.load_state_dict(mine.cross_norm.state_dict())
        his.norm3.load_state_dict(mine.ffn_norm.state_dict())
    return theirs


def test_equals_torchs_own_transformer_with_the_same_weights() -> None:
    model = build()
    theirs = torchs_own(model)
    source, target = some_ids(9), some_ids(6, seed=1)
    source[1, 6:] = PAD

    def enter(ids: torch.Tensor) -> torch.Tensor:
        place = torch.arange(ids.shape[1])[:, None]
        turn = place / 10000 ** (torch.arange(0, 24, 2) / 24)
        waves = torch.zeros(ids.shape[1], 24)
        waves[:, 0::2], waves[:, 1::2] = turn.sin(), turn.cos()
        return model.embed.weight[ids] * 24**0.5 + waves

    hidden = theirs(
        enter(source), enter(target), src_key_padding_mask=source == PAD,
        memory_key_padding_mask=source == PAD, tgt_is_causal=True,
        tgt_mask=nn.Transformer.generate_square_subsequent_mask(6),
    )  # fmt: skip
    expected = hidden @ model.embed.weight.T
    assert expected.std() > 0.5
    torch.testing.assert_close(model(source, target), expected, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(model.trace(source, target).logits, expected, atol=1e-5, rtol=1e-5)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.integers(0, 99))
def test_cached_equals_uncached_for_every_chunking(sizes: list[int], seed: int) -> None:
    model, source, target = build(), some_ids(7, seed=seed), some_ids(sum(sizes), seed=seed + 1)
    source[0, 5:] = PAD
    cache, at, parts = model.encode(source), 0, []
    for size in sizes:
        logits, cache = model.step(target[:, at : at + size], cache)
        parts.append(logits)
        at += size
    torch.testing.assert_close(torch.cat(parts, 1), model(source, target), atol=2e-5, rtol=1e-4)
    assert cache.past is not None and cache.past.length == target.shape[1]


def test_a_branch_leaves_the_older_cache_as_it_was() -> None:
    model, source = build(), some_ids(5)
    first, one = model.step(some_ids(1, seed=1), model.encode(source))
    model.step(some_ids(1, seed=2), one)
    again, _ = model.step(some_ids(1, seed=3), one)
    fresh = model(source, torch.cat([some_ids(1, seed=1), some_ids(1, seed=3)], 1))
    torch.testing.assert_close(torch.cat([first, again], 1), fresh, atol=2e-5, rtol=1e-4)
    assert one.nbytes > model.encode(source).nbytes


def test_padding_changes_no_result() -> None:
    model, source, target = build(), some_ids(5, batch=1), some_ids(4, batch=1, seed=1)
    alone = model(source, target)
    for n in (1, 3, 9):
        padded = nn.functional.pad(source, (0, n), value=PAD)
        torch.testing.assert_close(model(padded, target), alone, atol=1e-5, rtol=1e-5)
        weights = model.trace(padded, target).cross[1].weights
        assert float(weights[..., 5:].max()) == 0.0


def test_a_future_target_token_changes_no_earlier_logit_but_the_source_does() -> None:
    model, source, target = build(), some_ids(6), some_ids(5, seed=1)
    before = model(source, target)
    changed = target.clone()
    changed[:, 3] = (changed[:, 3] - 3 + 7) % 58 + 3
    after = model(source, changed)
    assert torch.equal(after[:, :3], before[:, :3])
    assert not torch.equal(after[:, 3:], before[:, 3:])
    other = source.clone()
    other[:, -1] = (other[:, -1] - 3 + 7) % 58 + 3
    assert (model(other, target)[:, 0] - before[:, 0]).abs().max() > 1e-4


def test_trace_and_watch_see_the_same_attention() -> None:
    model, source, target = build(), some_ids(6, batch=1), some_ids(4, batch=1, seed=1)
    trace = model.trace(source, target)
    assert "S=6, T=4" in repr(trace)
    assert [len(part) for part in (trace.encoder, trace.decoder, trace.cross)] == [2, 2, 2]
    for look, n in ((trace.encoder[0], 6), (trace.decoder[0], 4), (trace.cross[0], 6)):
        assert look.weights.shape[-1] == n
        sums = look.weights.sum(-1)
        torch.testing.assert_close(sums, torch.ones_like(sums))
    assert float(trace.encoder[0].weights[0, 0, 0, -1]) > 0  # an encoder looks ahead
    assert float(trace.decoder[0].weights[0, 0, 0, 1]) == 0  # a decoder does not
    cache = model.encode(source)
    for t in range(4):
        watch = Watch()
        _, cache = model.step(target[:, t : t + 1], cache, watch)
        for layer, look in enumerate(watch.looks[1::2]):
            expected = trace.cross[layer].weights[:, :, t : t + 1]
            torch.testing.assert_close(look.weights, expected, atol=1e-5, rtol=1e-4)


def test_the_formula_counts_every_parameter_once() -> None:
    for changes in ({}, {"n_layer": 1, "d_ff": 7}, {"qkv_bias": False, "ffn_bias": False}):
        model = build(**changes)
        assert sum(p.numel() for p in model.parameters()) == model.config.n_parameter()


def test_waves_are_those_of_the_paper() -> None:
    waves = sinusoids(2, 4, 8, torch.zeros(1))
    assert waves.shape == (2, 8)
    assert waves[1, 0].item() == pytest.approx(torch.sin(torch.tensor(3.0)).item())
    assert waves[1, 3].item() == pytest.approx(torch.cos(torch.tensor(3 / 10000**0.25)).item())


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        (some_ids(33), some_ids(2), "max_seq_len=32"),
        (some_ids(3), some_ids(2)[:, :0], "T ≥ 1"),
        (some_ids(3) + 60, some_ids(2), "outside the vocabulary"),
        (some_ids(3), some_ids(2) - 99, "outside the vocabulary"),
    ],
)
def test_unusable_ids_are_refused(source: torch.Tensor, target: torch.Tensor, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        build()(source, target)
