"""Training: the loss by hand, rows without waste, a loop that learns, stops and goes on."""

from __future__ import annotations

import csv
import itertools
import json
import math
from pathlib import Path

import pytest
import tokenizers
import torch

from lesson_kit.corpus.item import Item
from lesson_kit.model import TransformerConfig, new_model
from lesson_kit.places import asset
from lesson_kit.train import checkpoint, log, recipes
from lesson_kit.train import run as run_module
from lesson_kit.train.batches import Batch, Document, pack
from lesson_kit.train.fit import fit, warmup_then_decay
from lesson_kit.train.loss import next_token_loss
from lesson_kit.train.optimizers import muon_and_adamw
from lesson_kit.train.ship import ship
from lesson_kit.weights.cards import read_card, verify

NANO = TransformerConfig(
    vocab_size=40, d_model=32, n_layer=2, n_head=4, n_kv_head=2, d_head=8, d_ff=64, max_seq_len=32
)


def document(*ids: int) -> Document:
    return Document(ids, (1.0,) * len(ids))


def batches(n: int, seed: int = 0) -> list[Batch]:
    """A text that is easy to learn: counting round and round."""
    rows = [document(*[(start + i) % 40 for i in range(17)]) for start in range(seed, seed + 4 * n)]
    return list(itertools.islice(pack(rows, length=16, rows=4, pad_id=0), n))


def test_the_loss_is_minus_log_p_of_the_right_token() -> None:
    logits = torch.tensor([[[0.0, math.log(3)], [math.log(9), 0.0]]])
    targets = torch.tensor([[1, 1]])  # p = 3/4 and 1/10
    by_hand = (-math.log(0.75) - math.log(0.1)) / 2
    assert float(next_token_loss(logits, targets)) == pytest.approx(by_hand)
    weighted = next_token_loss(logits, targets, torch.tensor([[3.0, 1.0]]))
    assert float(weighted) == pytest.approx((-3 * math.log(0.75) - math.log(0.1)) / 4)
    ignored = next_token_loss(logits, targets, torch.tensor([[1.0, 0.0]]))
    assert float(ignored) == pytest.approx(-math.log(0.75))


def test_guessing_blindly_costs_ln_v() -> None:
    loss = next_token_loss(torch.zeros(2, 5, 40), torch.randint(0, 40, (2, 5)))
    assert float(loss) == pytest.approx(math.log(40))


def test_packing_loses_no_token_and_shifts_targets_by_one() -> None:
    texts = [tuple(range(10 * n + 1, 10 * n + 1 + length)) for n, length in enumerate((5, 9, 3, 7))]
    out = list(pack([document(*t) for t in texts], length=12, rows=2, pad_id=0))
    rows = [
        [*batch.inputs[r, :1].tolist(), *batch.targets[r].tolist()]
        for batch in out
        for r in range(len(batch.inputs))
    ]
    assert sorted(i for row in rows for i in row if i) == sorted(i for text in texts for i in text)
    for batch in out:
        assert torch.equal(batch.inputs[:, 1:], batch.targets[:, :-1])
        assert torch.all((batch.weight > 0) == (batch.targets > 0))
    joined = [",".join(map(str, row)) for row in rows]
    for text in texts:  # whole documents, none cut in two
        assert any(",".join(map(str, text)) in row for row in joined)


def test_a_document_longer_than_a_row_is_cut() -> None:
    (only,) = pack([document(*range(1, 30))], length=8, rows=3, pad_id=0)
    assert only.inputs.tolist() == [list(range(1, 9))]
    with pytest.raises(ValueError, match="length=1"):
        next(pack([document(1, 2)], length=1, rows=1, pad_id=0))


def test_answer_spans_weigh_more_and_nothing_else_does() -> None:
    tokenizer = tokenizers.Tokenizer.from_file(
        str(asset("models", "classroom-base", "tokenizer.json"))
    )
    text = "小明喜欢苹果。小明喜欢苹果。"
    (made,) = recipes.documents(iter([Item(text, "f", "zh", ((11, 13),))]), tokenizer, 8.0)
    heavy = [tokenizer.decode([i]) for i, w in zip(made.ids, made.weight, strict=True) if w == 8]
    assert heavy == ["苹果"] and len(made.ids) == len(made.weight)
    assert made.ids[0] == tokenizer.token_to_id("<|start|>")


def test_it_learns_and_the_caller_can_stop_at_any_step() -> None:
    model = new_model(NANO, seed=0)
    loop = fit(model, itertools.cycle(batches(8)), optimizer=muon_and_adamw(model, lr=5e-3),
               n_step=1000)  # fmt: skip
    steps = list(itertools.islice(loop, 40))
    assert steps[0].loss == pytest.approx(math.log(40), abs=0.3)
    assert steps[-1].loss < 0.5 * steps[0].loss
    assert [s.step for s in steps] == list(range(1, 41))
    assert steps[-1].tokens == 40 * 4 * 16


def test_divergence_is_caught_and_the_last_good_weights_stay() -> None:
    model = new_model(NANO, seed=0)
    good = {name: p.clone() for name, p in model.named_parameters()}
    bad = batches(1)[0]
    poisoned = Batch(bad.inputs, bad.targets, bad.weight * float("inf"))
    with pytest.raises(FloatingPointError, match="diverged"):
        next(fit(model, [poisoned], optimizer=muon_and_adamw(model, lr=1e-3), n_step=5))
    assert all(torch.equal(good[name], p) for name, p in model.named_parameters())


def test_the_schedule_rises_holds_and_falls_to_nothing() -> None:
    scale = warmup_then_decay(100, warmup=10, decay=0.2)
    assert scale(0) == pytest.approx(0.1) and scale(9) == 1 and scale(50) == 1
    assert scale(90) == pytest.approx(0.5) and scale(99) == pytest.approx(0.05)


def test_a_resumed_run_is_the_run_that_was_never_stopped(tmp_path: Path) -> None:
    def run(model: object, optimizer: object, first: int, n: int) -> list[float]:
        rest = batches(12)[first:]
        return [s.loss for s in fit(model, rest, optimizer=optimizer, n_step=n, first_step=first)]  # type: ignore[arg-type]

    whole = new_model(NANO, seed=1)
    straight = run(whole, muon_and_adamw(whole, lr=1e-2), 0, 12)
    model = new_model(NANO, seed=1)
    optimizer = muon_and_adamw(model, lr=1e-2)
    first_half = run(model, optimizer, 0, 6)
    checkpoint.save(tmp_path / "c.safetensors", model, optimizer, step=6, tokens=99)

    other = new_model(NANO, seed=2)
    fresh = muon_and_adamw(other, lr=1e-2)
    assert checkpoint.restore(tmp_path / "c.safetensors", other, fresh) == (6, 99)
    second_half = run(other, fresh, 6, 12)
    assert first_half + second_half == pytest.approx(straight, abs=1e-5)
    assert not list(tmp_path.glob("*.unfinished"))


@pytest.mark.slow
def test_a_whole_small_run_from_corpus_to_shipped_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [recipes.tatoeba.Pair(f"{n}", f"我有{n}本书。", f"{n}", f"I have {n} books.")
             for n in range(1100)]  # fmt: skip
    monkeypatch.setattr(recipes.tatoeba, "fetch_pairs", lambda cache=None: pairs)
    monkeypatch.setattr(run_module.shutil, "which", lambda name: None)  # no compiling in a test
    small = {"d_model": 32, "n_layer": 1, "n_head": 2, "n_kv_head": 1, "d_head": 16, "d_ff": 32}
    recipe = recipes.Recipe(steps=4, rows=2, length=64, warmup=1, changes=small)
    run, folder = tmp_path / "run", tmp_path / "shipped"
    seen = list(recipes.train(recipe, run, report_every=1, look_every=4, save_every=2))
    assert [p.step for p in seen] == [1, 2, 3, 4]
    assert seen[-1].held_out is not None and set(seen[-1].held_out) == set(
        log.sets(run / "log.csv")
    )
    assert seen[-1].samples is not None and set(seen[-1].samples) == set(recipes.PROMPTS)

    longer = recipes.Recipe(steps=6, rows=2, length=64, warmup=1, changes=small)
    again = list(recipes.train(longer, run, resume=True, report_every=1, look_every=6))
    assert [p.step for p in again] == [5, 6]
    with (run / "log.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["step"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert json.loads(rows[-1]["samples"])

    card = ship(run, folder, machine="a test")
    verify(read_card(folder), folder)
    assert card.training["tokens"] > 0 and card.measured["held_out_loss"]
