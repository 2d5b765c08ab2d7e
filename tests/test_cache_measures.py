"""The KV cache measured: work by formula and by count, reuse, dropped keys, clocks."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from lesson_kit.generate import Past, Sampler, Step, generate
from lesson_kit.measure.decoding import (
    fit_through_zero,
    measure_pace,
    pace_work,
    repetition_rate,
)
from lesson_kit.measure.dropping import drop_difference, last_logits
from lesson_kit.measure.flops import attention_pairs, step_bytes, step_flops, weight_values
from lesson_kit.measure.roofline import multiply_rate, read_rate
from lesson_kit.model import Transformer, TransformerConfig, new_model
from lesson_kit.model.kv_cache import kv_cache_bytes

T = TypeVar("T")
GREEDY = Sampler(temperature=0)
TEXT = [1, 5, 9, 3, 7, 7, 2, 8, 4, 6, 11, 13]


def _model(**changes: Any) -> Transformer:
    sizes: dict[str, Any] = dict(
        vocab_size=40, d_model=32, n_layer=3, n_head=4, n_kv_head=2, d_head=8, d_ff=48,
        max_seq_len=64,
    )  # fmt: skip
    model = new_model(TransformerConfig(**{**sizes, **changes}), seed=3)
    with torch.no_grad():  # wide weights, so that a wrong key would change the choice
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(8)
    return model.eval().requires_grad_(False)


def _end(work: Generator[float, None, T]) -> tuple[float, T]:
    done = 0.0
    while True:
        try:
            done += next(work)
        except StopIteration as end:
            return done, end.value


class Counting(Transformer):
    """Counts the positions that are really run."""

    ran = 0

    def step(self, ids: torch.Tensor, cache: Any = None, *, last: bool = False) -> Any:
        self.ran += ids.shape[1]
        return super().step(ids, cache, last=last)


@pytest.mark.parametrize("at", [0, 1, 5, len(TEXT) - 1])
def test_a_shared_beginning_is_run_once_and_changes_nothing(at: int) -> None:
    model = Counting(_model().config).eval().requires_grad_(False)
    model.load_state_dict(_model().state_dict())
    left = _last(model, TEXT, None).past
    assert left is not None
    other = [*TEXT]
    other[at] = 20
    model.ran = 0
    fresh = _last(model, other, None)
    assert model.ran == len(other) + 3
    model.ran = 0
    reused = _last(model, other, left)
    assert model.ran == len(other) - at + 3
    assert torch.allclose(reused.logits, fresh.logits, atol=1e-4)
    assert reused.id == fresh.id
    assert left.shared_with(other) == at


def _last(model: Transformer, ids: list[int], past: Past | None) -> Step:
    return list(generate(model, ids, max_new_tokens=4, sampler=GREEDY, past=past))[-1]


def test_the_same_request_again_runs_only_its_last_token_and_the_first_one_stays_whole() -> None:
    model = _model()
    first = next(iter(generate(model, TEXT, max_new_tokens=1, sampler=GREEDY)))
    assert first.past is not None and first.past.ids == tuple(TEXT)
    assert first.past.shared_with(TEXT) == len(TEXT) - 1
    kept = first.past.cache.k(1).clone()
    for other in (TEXT, [*TEXT[:4], 20, 21], TEXT[:3]):
        again = list(generate(model, other, max_new_tokens=5, sampler=GREEDY, past=first.past))
        plain = list(generate(model, other, max_new_tokens=5, sampler=GREEDY))
        assert [s.id for s in again] == [s.id for s in plain]
        assert torch.equal(first.past.cache.k(1), kept)


def test_without_a_cache_nothing_is_left_and_nothing_is_reused() -> None:
    model = _model()
    left = next(iter(generate(model, TEXT, max_new_tokens=1, sampler=GREEDY))).past
    step = next(iter(generate(model, TEXT, max_new_tokens=1, use_cache=False, past=left)))
    assert step.past is None and step.cache_bytes == 0


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"n_kv_head": 4},
        {"n_kv_head": 1, "ffn": "gelu"},
        {"d_head": 12, "tie_embeddings": False},
    ],
)
@pytest.mark.parametrize(("new", "past"), [(11, 0), (1, 11), (5, 11)])
def test_operations_by_formula_are_those_torch_counts(
    changes: dict[str, Any], new: int, past: int
) -> None:
    model = _model(**changes)
    ids = torch.randint(0, 40, (1, past + new))
    cache = model.step(ids[:, :past])[1] if past else None
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        model.trace(ids[:, past:], cache)
    assert counter.get_total_flops() == step_flops(model.config, new, past)
    counted = []
    for last in (False, True):
        with FlopCounterMode(display=False) as counter, torch.no_grad():
            model.step(ids[:, past:], cache, last=last)
        counted.append(counter.get_total_flops())
    only_last = step_flops(model.config, new, past, logits=1)
    assert counted[0] - counted[1] == step_flops(model.config, new, past) - only_last


def test_bytes_moved_are_the_matrices_and_the_cache() -> None:
    model = _model(tie_embeddings=False)
    matrices = sum(p.numel() for n, p in model.named_parameters() if p.dim() == 2)
    assert weight_values(model.config) == matrices - model.embed.weight.numel()
    cache = model.step(torch.tensor([TEXT]))[1]
    moved = step_bytes(model.config, 1, len(TEXT) - 1, bytes_per_value=4)
    assert moved == 4 * weight_values(model.config) + cache.nbytes


def test_the_numbers_of_the_chapter() -> None:
    big = dict(n_layer=80, d_head=128, length=4096, bytes_per_value=2)
    full = kv_cache_bytes(n_kv_head=64, **big)
    assert full == 10_737_418_240 == 10 * 2**30
    assert full == 8 * kv_cache_bytes(n_kv_head=8, **big)
    assert (attention_pairs(1000), attention_pairs(16000)) == (1_000_000, 256_000_000)
    with pytest.raises(ValueError, match="-1 tokens"):
        attention_pairs(-1)


def test_a_fit_finds_what_it_was_made_of_and_never_goes_below_zero() -> None:
    lengths = [10, 50, 100, 300, 500]
    a, b = fit_through_zero(lengths, [2e-5 * n + 3e-8 * n * n for n in lengths])
    assert a == pytest.approx(2e-5) and b == pytest.approx(3e-8)
    a, b = fit_through_zero(lengths, [n**0.5 for n in lengths])
    assert a > 0 and b == 0
    a, b = fit_through_zero(lengths, [float(n) ** 3 for n in lengths])
    assert a == 0 and b > 0
    with pytest.raises(ValueError, match="two points"):
        fit_through_zero([1], [1])


def test_one_layer_cannot_tell_dropped_keys_from_cut_text_and_more_layers_can() -> None:
    model = _model()
    plain = model(torch.tensor([TEXT]))[0, -1]
    assert torch.allclose(last_logits(model, TEXT, n_layer=3), plain, atol=1e-3)
    wide = last_logits(model, TEXT, n_layer=3, window=len(TEXT))
    assert torch.allclose(wide, plain, atol=1e-3)
    moved = [drop_difference(model, TEXT, window=4, n_layer=n).moved for n in (1, 2, 3)]
    assert moved[0] < 1e-5
    assert moved[1] > 0.01 and moved[2] > 0.01
    with pytest.raises(ValueError, match="window 0"):
        last_logits(model, TEXT, n_layer=1, window=0)


def test_a_window_of_w_hides_the_same_keys_as_a_mask_made_by_hand() -> None:
    model, w = _model(n_layer=1), 3
    cut = last_logits(model, TEXT[-w:], n_layer=1)
    assert torch.allclose(last_logits(model, TEXT, n_layer=1, window=w), cut, atol=1e-3)
    less = last_logits(model, TEXT, n_layer=1, window=w - 1)
    assert not torch.allclose(less, cut, atol=1e-3)


@pytest.mark.parametrize("use_cache", [True, False])
def test_a_pace_tells_its_work_and_repeats_the_same_tokens(use_cache: bool) -> None:
    model = _model()
    done, pace = _end(measure_pace(model, TEXT, n=6, use_cache=use_cache, repeats=3))
    assert done == pytest.approx(pace_work(len(TEXT), 6, use_cache=use_cache, repeats=3))
    plain = generate(model, TEXT, max_new_tokens=6, sampler=GREEDY)
    assert list(pace.ids) == [step.id for step in plain]
    assert len(pace.steps) == 6 and all(len(one.seconds) == 3 for one in pace.steps)
    assert len(pace.per_token.seconds) == 15
    row = 2 * 3 * 2 * 8 * 4
    held = tuple(row * (len(TEXT) + i) for i in range(6)) if use_cache else (0,) * 6
    assert pace.cache_bytes == held
    with pytest.raises(ValueError, match="repeats=0"):
        next(measure_pace(model, TEXT, n=1, use_cache=True, repeats=0))


def test_a_roof_is_measured_and_positive() -> None:
    done, rate = _end(read_rate(1 << 20, repeats=2))
    assert done == 2 and rate > 1e6
    assert _end(multiply_rate(repeats=1))[1] > 1e6


def test_repetition_counts_pairs_seen_before() -> None:
    assert repetition_rate([1, 2, 3, 4]) == 0
    assert repetition_rate([1, 2, 1, 2, 1]) == pytest.approx(0.5)
    assert repetition_rate([1]) == repetition_rate([]) == 0
