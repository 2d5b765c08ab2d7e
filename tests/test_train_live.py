"""A nano model trained while somebody watches: texts of every size, bad dials, divergence."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st
from torch import nn

from lesson_kit.measure.bench_training import TorchLayers, torch_step, training_rates
from lesson_kit.model import new_model
from lesson_kit.places import asset
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.train.live import Ending, LiveStep, learn, train_steps, windows
from lesson_kit.train.live_plan import LONGEST_TEXT, MOST_KINDS, UNKNOWN, LivePlan, prepare
from lesson_kit.train.live_words import CannotTrainError

SMALL = LivePlan(
    text="小猫追小狗。小狗追小鸟。\n" * 30, steps=6, batch=4, length=16, d_model=16, n_head=2
)


def _ours() -> Tokenizer:
    return Tokenizer.from_file(asset("models", "classroom-base", "tokenizer.json"))


def _all(plan: LivePlan, **more: object) -> tuple[list[LiveStep], Ending]:
    told = list(learn(prepare(plan), **more))  # type: ignore[arg-type]
    steps = [one for one in told if isinstance(one, LiveStep)]
    assert isinstance(told[-1], Ending) and len(steps) == len(told) - 1
    return steps, told[-1]


def test_before_the_first_step_it_guesses_blindly() -> None:
    steps, end = _all(SMALL, look_every=3)
    ln_v = prepare(SMALL).ln_v
    assert ln_v == pytest.approx(math.log(len(set(SMALL.text))))
    first = steps[0]
    assert (first.step, first.loss, first.tokens) == (0, None, 0)
    assert first.held == pytest.approx(ln_v, abs=0.1)
    assert [one.step for one in steps] == list(range(7)) and end == Ending("done", 6)
    assert [one.step for one in steps if one.sample is not None] == [0, 3, 6]
    assert steps[-1].left == 0 and steps[3].left > 0
    assert steps[-1].tokens == 6 * 4 * 16


def test_a_run_is_the_same_again_for_a_seed_and_another_for_another() -> None:
    one, two = (_all(SMALL)[0] for _ in range(2))
    assert [s.loss for s in one] == [s.loss for s in two]
    assert [s.sample for s in one] == [s.sample for s in two]
    other = _all(replace(SMALL, seed=2))[0]
    assert [s.loss for s in one] != [s.loss for s in other]


def test_it_learns_one_sentence_by_heart() -> None:
    plan = LivePlan(text="山上有一座庙，庙里有一个老和尚。", steps=60, lr=1e-2, d_model=32)
    prepared = prepare(plan)
    assert len(prepared.held) == 0 and "留不出" in prepared.notes[0].zh
    steps, end = _all(plan)
    assert end.why == "done" and steps[-1].held is None
    assert steps[-1].loss is not None and steps[-1].loss < 0.1
    assert steps[-1].sample and plan.text.startswith(steps[-1].sample)


def test_learning_by_rote_lowers_one_loss_and_raises_the_other() -> None:
    text = "".join(random.Random(1).choices("天地人你我他日月水火山石田土", k=400))
    steps, _ = _all(LivePlan(text=text, held=0.3, steps=120, length=24, d_model=48, lr=1e-2))
    held = [s.held for s in steps if s.held is not None]
    assert steps[-1].loss is not None and steps[-1].loss < 0.6 * held[0]
    assert held[-1] > held[0] + 1


@pytest.mark.parametrize("lr", [100.0, 1e9, 1e30])
def test_a_huge_rate_is_called_divergence_and_the_curve_is_kept(lr: float) -> None:
    steps, end = _all(replace(SMALL, lr=lr, steps=200))
    assert end.why == "diverged" and end.says is not None
    assert f"{lr:g}" in end.says.zh and f"{lr:g}" in end.says.en
    losses = [s.loss for s in steps if s.loss is not None]
    assert losses and all(math.isfinite(x) for x in losses)
    assert end.step == steps[-1].step < 200


def test_rate_zero_runs_says_so_and_changes_nothing() -> None:
    prepared = prepare(replace(SMALL, lr=0.0))
    assert any("0" in note.en and "nothing is learned" in note.en for note in prepared.notes)
    steps, end = _all(replace(SMALL, lr=0.0), look_every=1)
    assert end.why == "done"
    assert len({s.held for s in steps}) == 1 and len({s.sample for s in steps}) == 1


@pytest.mark.parametrize(
    "change",
    [
        dict(text=""), dict(text=" \n\t "), dict(text="a"), dict(lr=math.nan), dict(lr=-1.0),
        dict(lr=math.inf), dict(batch=0), dict(batch=10_000), dict(steps=0), dict(steps=10**6),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_trained_is_refused_in_both_languages(change: dict) -> None:
    with pytest.raises(CannotTrainError) as caught:
        prepare(replace(SMALL, **change))
    assert caught.value.zh.endswith("。") and caught.value.en.endswith(".")


@pytest.mark.parametrize(
    "text", ["ab", "天气", "a\n", "👨‍👩‍👧", "<script>", "\ud800x", "\u202eabc"]
)
def test_the_shortest_and_strangest_texts_train(text: str) -> None:
    prepared = prepare(replace(SMALL, text=text, batch=64))
    assert any("批量" in note.zh for note in prepared.notes) == (prepared.batch < 64)
    assert prepared.batch == len(prepared.train) - min(16, len(prepared.train) - 1)
    steps, end = _all(replace(SMALL, text=text, batch=64))
    assert end.why == "done" and steps[-1].loss is not None


_ODD = st.one_of(
    st.text(min_size=1, max_size=60),
    st.builds(lambda one, n: one * n, st.text(min_size=1, max_size=3), st.integers(1, 400)),
)


@settings(max_examples=60, deadline=None)
@given(_ODD, st.sampled_from(["characters", "bpe"]))
@example("a" * 10, "characters")
@example("ab" * 500, "bpe")
@example("哈" * 300, "bpe")
@example("\n" * 7 + "x", "characters")
def test_whatever_is_typed_trains_or_is_refused_in_a_sentence(text: str, units: Any) -> None:
    plan = replace(SMALL, text=text, units=units, steps=1, batch=2)
    try:
        prepared = prepare(plan, _ours())
    except CannotTrainError as refused:
        assert refused.zh.endswith("。") and refused.en.endswith(".")
        return
    assert len(prepared.labels) == prepared.config.vocab_size >= 2
    *steps, end = learn(prepared, look_every=1)
    assert isinstance(end, Ending) and end.why == "done"
    assert all(isinstance(one, LiveStep) and isinstance(one.sample, str) for one in steps)


def test_a_text_of_one_kind_says_what_joined_it() -> None:
    prepared = prepare(replace(SMALL, text="哈" * 300))
    assert prepared.labels == ("哈".encode(), UNKNOWN.encode())
    assert any(UNKNOWN in note.zh for note in prepared.notes)
    assert prepared.write([0, 1]) == "哈" + UNKNOWN


def test_held_out_text_that_training_reads_anyway_is_not_called_unseen() -> None:
    dice = random.Random(2)
    once = "".join(dice.choices("天地人你我他日月水火山石田土", k=600))
    for text, unseen in ((once, True), ("小猫追小狗，因为它饿了。\n" * 200, False)):
        prepared = prepare(replace(SMALL, text=text))
        assert len(prepared.held) >= 16 and prepared.unseen == unseen
        assert any("没见过" in note.zh for note in prepared.notes) != unseen


def test_a_long_text_is_cut_at_a_whole_character_and_said() -> None:
    text = "好" * (LONGEST_TEXT // 3 + 1000)
    prepared = prepare(replace(SMALL, text=text))
    assert len(prepared.train) + len(prepared.held) == LONGEST_TEXT // 3
    assert "200 kB" in prepared.notes[0].zh and "200 kB" in prepared.notes[0].en


def test_however_many_kinds_of_characters_the_model_stays_nano() -> None:
    text = "".join(chr(0x4E00 + i) for i in range(9000))
    prepared = prepare(LivePlan(text=text))
    assert prepared.config.vocab_size == MOST_KINDS
    assert prepared.config.n_parameter() <= 1_000_000
    assert any(UNKNOWN in note.zh for note in prepared.notes)
    assert prepared.write([MOST_KINDS - 1]) == UNKNOWN


def test_our_bpe_cuts_the_same_text_into_fewer_tokens_that_say_the_same() -> None:
    tokenizer = _ours()
    text = "小猫追小狗，因为它饿了。\nThe cat chased the dog.\n" * 12
    by_character, by_token = (
        prepare(replace(SMALL, text=text, units=units), tokenizer)
        for units in ("characters", "bpe")
    )
    whole = torch.cat((by_token.train, by_token.held)).tolist()
    assert by_token.write(whole) == text
    assert len(whole) < len(by_character.train) + len(by_character.held)
    assert sorted(set(whole)) == list(range(by_token.config.vocab_size))


def test_held_out_text_is_never_in_a_training_row() -> None:
    prepared = prepare(replace(SMALL, text="".join(chr(0x4E00 + i) for i in range(300))))
    kept_back = set(prepared.held.tolist())
    rows = windows(prepared)
    for _ in range(40):
        batch = next(rows)
        assert not kept_back & set(batch.inputs.flatten().tolist())
        assert not kept_back & set(batch.targets.flatten().tolist())
        assert torch.equal(batch.inputs[:, 1:], batch.targets[:, :-1])


def test_the_nano_model_is_torchs_encoder_layer_with_a_causal_mask() -> None:
    """The same numbers in both give the same logits: what the speed is compared with is equal."""
    config = prepare(SMALL).config
    ours, theirs = new_model(config, seed=3), TorchLayers(config)
    for name, parameter in ours.named_parameters():  # biases that do something
        if name.endswith("bias"):
            nn.init.normal_(parameter, std=0.1)
    mine = ours.state_dict()
    with torch.no_grad():
        theirs.embed.weight.copy_(mine["embed.weight"])
        theirs.positions.weight.copy_(mine["positions.weight"])
        for part in ("weight", "bias"):
            getattr(theirs.final_norm, part).copy_(mine[f"final_norm.{part}"])
        for i, one in enumerate(cast(Iterable[Any], theirs.stack.layers)):
            attn = one.self_attn
            for part, target in (("weight", attn.in_proj_weight), ("bias", attn.in_proj_bias)):
                parts = [mine[f"layers.{i}.attn.{w}.{part}"] for w in ("W_q", "W_k", "W_v")]
                target.copy_(torch.cat(parts))
            for layer, name in (
                (attn.out_proj, "attn.W_o"), (one.linear1, "ffn.W_up"), (one.linear2, "ffn.W_down"),
                (one.norm1, "attn_norm"), (one.norm2, "ffn_norm"),
            ):  # fmt: skip
                layer.weight.copy_(mine[f"layers.{i}.{name}.weight"])
                layer.bias.copy_(mine[f"layers.{i}.{name}.bias"])
        ids = torch.randint(0, config.vocab_size, (2, config.max_seq_len))
        assert torch.allclose(theirs(ids), ours(ids), atol=1e-4)


def test_both_take_turns_and_every_turn_is_kept() -> None:
    prepared = prepare(SMALL)
    running = train_steps(new_model(prepared.config, seed=1), prepared)
    taken: list[int] = []

    def step() -> None:
        taken.append(next(running).step)

    made = training_rates(prepared.config, step, rows=prepared.batch, turns=1, steps=2)
    assert taken == [1, 2, 3, 4, 5], "three to warm up, two that count"
    assert len(made.ours) == len(made.torch) == 1 and made.tokens == 4 * 16
    assert made.ratio == pytest.approx(made.ours[0] / made.torch[0]) and made.threads >= 1
    for wrong in (dict(norm="rms"), dict(ffn="swiglu"), dict(position="rope")):
        with pytest.raises(ValueError, match="LayerNorm, GELU"):
            TorchLayers(replace(prepared.config, **wrong))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least 1"):
        training_rates(prepared.config, step, rows=1, turns=0)


def test_torchs_steps_train_and_are_the_same_again() -> None:
    config, before = prepare(SMALL).config, torch.random.get_rng_state()
    one, two = (torch_step(config, rows=8, lr=1e-2) for _ in range(2))
    losses = [one() for _ in range(30)]
    assert losses[:3] == [two() for _ in range(3)]
    assert sum(losses[-5:]) / 5 < losses[0], "how often each id comes can be learned"
    assert torch.equal(torch.random.get_rng_state(), before)


def test_the_optimizer_of_one_kernel_takes_the_steps_of_the_plain_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Training uses torch's fused AdamW for speed: the same steps, apart from rounding."""
    plan, kinds, losses = replace(SMALL, steps=60), [], []
    adam = torch.optim.AdamW
    for fused in (True, False):

        def made(*what: Any, _fused: bool = fused, **how: Any) -> torch.optim.AdamW:
            kinds.append(_fused)
            return adam(*what, **{**how, "fused": _fused})

        monkeypatch.setattr(torch.optim, "AdamW", made)
        losses.append([one.loss for one in _all(plan)[0][1:]])
    assert kinds == [True, False]
    assert losses[0] == pytest.approx(losses[1], rel=1e-3)
    assert losses[0][-1] < losses[0][0] - 0.5, "nothing was learned"
