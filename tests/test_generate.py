"""Choosing tokens: every dial against the transformers library, and the loop's promises."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers.generation.logits_process import (
    RepetitionPenaltyLogitsProcessor,
    TemperatureLogitsWarper,
    TopKLogitsWarper,
    TopPLogitsWarper,
)

from lesson_kit.generate import Sampler, generate
from lesson_kit.model import new_model, preset

MODEL = new_model(preset("classroom", vocab_size=60, n_layer=2, max_seq_len=32), seed=1)
MODEL.eval().requires_grad_(False)


def logits(seed: int) -> torch.Tensor:
    return 4 * torch.randn(500, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize(
    ("dials", "reference"),
    [
        (dict(temperature=0.3), TemperatureLogitsWarper(0.3)),
        (dict(temperature=1.7), TemperatureLogitsWarper(1.7)),
        (dict(top_k=1), TopKLogitsWarper(1)),
        (dict(top_k=7), TopKLogitsWarper(7)),
        (dict(top_k=5000), TopKLogitsWarper(5000)),
        (dict(top_p=0.02), TopPLogitsWarper(0.02)),
        (dict(top_p=0.9), TopPLogitsWarper(0.9)),
        (dict(top_p=1.0), TopPLogitsWarper(1.0)),
        (dict(repetition_penalty=1.4), RepetitionPenaltyLogitsProcessor(1.4)),
    ],
)
def test_each_dial_is_the_librarys(dials: dict, reference: object) -> None:
    seen = torch.tensor([3, 9, 9, 250])
    for seed in range(20):
        raw = logits(seed)
        expected = reference(seen[None], raw[None].clone())[0].softmax(-1)  # type: ignore[operator]
        torch.testing.assert_close(Sampler(**dials).probabilities(raw, seen), expected)


def test_both_filters_judge_the_whole_distribution() -> None:
    # Top-k cuts to [.4, .3]; were top-p applied to what is left (.57, .43), p = .5 would keep one.
    probs = torch.tensor([0.4, 0.3, 0.2, 0.1])
    kept = Sampler(top_k=2, top_p=0.5).probabilities(probs.log()) > 0
    assert kept.tolist() == [True, True, False, False]


def test_temperature_sharpens_even_when_all_logits_are_negative() -> None:
    raw = torch.tensor([-9.0, -10.0, -12.0])
    hot, cold = (Sampler(temperature=t).probabilities(raw) for t in (1.5, 0.5))
    assert cold[0] > raw.softmax(-1)[0] > hot[0]


@settings(max_examples=60, deadline=None)
@given(
    temperature=st.floats(0.05, 5), top_k=st.none() | st.integers(1, 600),
    top_p=st.none() | st.floats(0.001, 1), seed=st.integers(0, 9),
)  # fmt: skip
def test_any_setting_leaves_a_distribution(
    temperature: float, top_k: int | None, top_p: float | None, seed: int
) -> None:
    probs = Sampler(temperature=temperature, top_k=top_k, top_p=top_p).probabilities(logits(seed))
    assert abs(float(probs.sum()) - 1) < 1e-4 and float(probs.min()) >= 0
    assert int(probs.argmax()) == int(logits(seed).argmax())


@pytest.mark.parametrize(
    "dials", [dict(temperature=-1), dict(temperature=float("nan")), dict(top_k=0), dict(top_p=0.0),
              dict(top_p=1.5), dict(repetition_penalty=0)],
)  # fmt: skip
def test_dials_out_of_range_are_refused(dials: dict) -> None:
    with pytest.raises(ValueError, match=next(iter(dials))):
        Sampler(**dials)


def test_with_and_without_cache_the_same_tokens() -> None:
    prompt = [1, 2, 3, 4]
    for sampler in (Sampler(temperature=0), Sampler(temperature=0.9, top_p=0.95)):
        runs = [
            [s.id for s in generate(MODEL, prompt, max_new_tokens=20, sampler=sampler, seed=7,
                                    use_cache=cached)]
            for cached in (True, False)
        ]  # fmt: skip
        assert runs[0] == runs[1] and len(runs[0]) == 20


def test_a_seed_repeats_and_leaves_the_global_seed_alone() -> None:
    before = torch.get_rng_state()
    first, again, other = (
        [s.id for s in generate(MODEL, [5], max_new_tokens=15, seed=seed)] for seed in (3, 3, 4)
    )
    assert first == again != other
    assert torch.equal(before, torch.get_rng_state())


def test_it_stops_at_a_stop_id_and_at_the_end_of_the_window() -> None:
    free = [s.id for s in generate(MODEL, [1], max_new_tokens=9, sampler=Sampler(temperature=0))]
    stop = free[4]
    steps = list(generate(MODEL, [1], max_new_tokens=9, sampler=Sampler(temperature=0),
                          stop_ids=(stop,)))  # fmt: skip
    assert [s.id for s in steps] == free[: free.index(stop) + 1]
    assert len(list(generate(MODEL, [1] * 30, max_new_tokens=99))) == 3  # 30 + 2 read, a last guess


def test_steps_carry_what_the_page_needs() -> None:
    steps = list(generate(MODEL, [1, 2], max_new_tokens=3, seed=0))
    per_token = MODEL.config.kv_bytes_per_token(4)
    assert [s.cache_bytes for s in steps] == [per_token * n for n in (2, 3, 4)]
    for step in steps:
        torch.testing.assert_close(step.raw_probs, step.logits.softmax(-1))
        ids, probs = zip(*step.candidates, strict=True)
        assert len(ids) == 10 and list(probs) == sorted(probs, reverse=True)
        assert step.seconds > 0


def test_nothing_runs_ahead_of_the_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    real = type(MODEL).step
    monkeypatch.setattr(type(MODEL), "step", lambda *a, **k: (calls.append(1), real(*a, **k))[1])
    stream = generate(MODEL, [1], max_new_tokens=10)
    next(stream)
    next(stream)
    assert len(calls) == 2


def test_prompts_that_cannot_be_continued() -> None:
    with pytest.raises(ValueError, match="empty"):
        generate(MODEL, [], max_new_tokens=3)
    with pytest.raises(ValueError, match="max_seq_len=32"):
        generate(MODEL, [1] * 33, max_new_tokens=3)
