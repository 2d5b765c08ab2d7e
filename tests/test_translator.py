"""The translator: its sentences, training and loading, and what it says to anything typed."""

from __future__ import annotations

import csv
import dataclasses
import itertools
import json
import random
from pathlib import Path
from typing import Any, cast

import pytest
import tokenizers
import torch

from lesson_kit import load, translate
from lesson_kit.app import translator_commands
from lesson_kit.app.picker import choose_model
from lesson_kit.corpus import parallel
from lesson_kit.corpus.parallel import Twin
from lesson_kit.generate.translation import (
    UntranslatableError,
    sentences,
    source_ids,
    translation_steps,
    write_greedily,
)
from lesson_kit.train import log
from lesson_kit.train import translator as training
from lesson_kit.train.ship import ship
from lesson_kit.train.translator_evaluation import Nearest, measure
from lesson_kit.weights.cards import read_card, write_card
from lesson_kit.weights.errors import DamagedModelError, UnsupportedModelError
from lesson_kit.weights.registry import LoadedTranslator, decoder_only, translator

PAIRS = [("There is no spoon.", "没有勺子。"), ("I like apples.", "我喜欢苹果。"),
         ("I like tea.", "我喜欢茶。"), ("Where is the cat?", "猫在哪里？"),
         ("The cat is black.", "猫是黑色的。"), ("It is late.", "很晚了。")]  # fmt: skip
SMALL = training.TranslatorRecipe(
    steps=60, tokens=200, lr=1e-2, warmup=10, decay=0.4, authored=1, d_model=32, n_layer=1,
    n_head=2, d_ff=64, max_seq_len=48,
)  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny translator that learned six sentences by heart, trained as the real one is."""
    folder = tmp_path_factory.mktemp("translator") / "run"
    known = [
        training.tatoeba.Pair(f"z{n}", PAIRS[n % 6][1], f"e{n}", PAIRS[n % 6][0]) for n in range(12)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training.tatoeba, "fetch_pairs", lambda cache=None: known)
        patch.setattr(training.tatoeba, "split_pairs", lambda pairs: (pairs, pairs[:6]))
        patch.setattr(training.parallel, "handwritten_twins", lambda: iter(()))
        seen = list(training.train(SMALL, folder, report_every=10, look_every=30, save_every=30))
        assert [at.step for at in seen] == [10, 20, 30, 40, 50, 60]
        assert seen[-1].loss < seen[0].loss
        longer = dataclasses.replace(SMALL, steps=160)
        again = list(training.train(longer, folder, resume=True, report_every=50, look_every=160))
        assert [at.step for at in again] == [100, 150, 160]
        assert again[-1].samples is not None and set(again[-1].samples) == set(training.PROMPTS)
    return folder


@pytest.fixture(scope="module")
def loaded(run: Path) -> LoadedTranslator:
    ship(run, run / "shipped", machine="a test")
    return translator(load(run / "shipped", device="cpu"))


def test_it_translates_what_it_learned_and_the_steps_say_how(loaded: LoadedTranslator) -> None:
    assert [translate(loaded, en) for en, _ in PAIRS] == [zh for _, zh in PAIRS]
    steps = list(translation_steps(loaded, "There is no spoon."))
    ids = [step.id for step in steps]
    assert ids[-1] == loaded.tokenizer.special["<|end|>"]
    assert loaded.tokenizer.decode(ids[:-1]) == "没有勺子。"
    source = source_ids(loaded, "There is no spoon.")
    target = [loaded.tokenizer.special["<|start|>"], *ids[:-1]]
    trace = loaded.model.trace(torch.tensor([source]), torch.tensor([target]))
    for t, step in enumerate(steps):
        assert step.candidates[0] == (step.id, pytest.approx(float(step.probs.max())))
        probs = trace.logits[0, t].softmax(-1)
        torch.testing.assert_close(step.probs, probs, atol=1e-5, rtol=1e-4)
        assert step.cross.shape == (1, 2, len(source))
        torch.testing.assert_close(
            step.cross[0], trace.cross[0].weights[0, :, t], atol=1e-5, rtol=1e-4
        )


def test_side_by_side_equals_one_by_one(loaded: LoadedTranslator) -> None:
    sources = [source_ids(loaded, en) for en, _ in PAIRS]
    together = write_greedily(loaded.model, sources, start_id=0, end_id=1, rows=4)
    alone = [write_greedily(loaded.model, [s], start_id=0, end_id=1)[0] for s in sources]
    assert together == alone and all(alone)


def test_a_text_of_several_sentences_is_translated_sentence_by_sentence(
    loaded: LoadedTranslator,
) -> None:
    assert sentences('Mr. Hill is here. "Go!" he said.\nBye') == [
        "Mr. Hill is here.", '"Go!" he said.', "Bye",
    ]  # fmt: skip
    text = "I like tea. Where is the cat?\n\nThere is no spoon."
    assert translate(loaded, text) == "我喜欢茶。猫在哪里？没有勺子。"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no text yet"), (" \n\t", "no text yet"), ("我喜欢苹果。", "English only"),
        ("👩‍👩‍👧 🍎", "English only"), ("12 + 34", "English only"), ("tea " * 600, "48"),
        ("It is late. " * 400, "1000"),
    ],
)  # fmt: skip
def test_what_it_cannot_translate_gets_one_sentence_in_each_language(
    loaded: LoadedTranslator, text: str, says: str
) -> None:
    with pytest.raises(UntranslatableError, match=says) as caught:
        translate(loaded, text)
    assert caught.value.zh and caught.value.zh != caught.value.en
    assert "\n" not in caught.value.en


@pytest.mark.parametrize(
    "text",
    ["a", "zzz qqq", "<script>alert(1)</script>", "<|end|> <|start|>", "\u202etea", "tea \ud83d",
     "Ich mag Tee 🍵", "I like 苹果.", "tea\x00tea"],
)  # fmt: skip
def test_anything_else_gets_a_bounded_answer(loaded: LoadedTranslator, text: str) -> None:
    answer = translate(loaded, text)
    assert isinstance(answer, str) and len(answer) < 600
    assert not any(token in answer for token in ("<|start|>", "<|end|>", "<|pad|>"))
    assert len(list(translation_steps(loaded, text, max_new_tokens=5))) <= 5


def test_each_kind_of_model_is_told_from_the_other(loaded: LoadedTranslator, run: Path) -> None:
    assert load(run / "shipped", device="cpu") is loaded
    assert loaded.card.kind == "encoder-decoder" and loaded.card.training["machine"] == "a test"
    n = sum(p.numel() for p in loaded.model.parameters())
    assert n == loaded.card.config.n_parameter()
    with pytest.raises(UnsupportedModelError, match="translates and cannot continue"):
        decoder_only(loaded)
    with pytest.raises(UnsupportedModelError, match="translates and cannot continue"):
        choose_model(None, "en", default=str(run / "shipped"), device="cpu")
    base = load("classroom-base", device="cpu")
    with pytest.raises(UnsupportedModelError, match="no translator"):
        translate(cast(Any, base), "I like tea.")
    with pytest.raises(UnsupportedModelError, match="no translator"):
        translation_steps(cast(Any, base), "I like tea.")


def test_a_changed_file_or_an_unknown_kind_is_refused(run: Path, tmp_path: Path) -> None:
    ship(run, tmp_path, machine="a test")
    card = json.loads((tmp_path / "card.json").read_text(encoding="utf-8"))
    (tmp_path / "card.json").write_text(json.dumps(card | {"kind": "oracle"}), encoding="utf-8")
    with pytest.raises(DamagedModelError, match="oracle"):
        read_card(tmp_path)
    (tmp_path / "card.json").write_text(json.dumps(card), encoding="utf-8")
    weights = bytearray((tmp_path / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (tmp_path / "model.safetensors").write_bytes(weights)
    with pytest.raises(DamagedModelError, match=r"model\.safetensors"):
        load(tmp_path, device="cpu")


def test_the_diary_holds_loss_and_samples(run: Path) -> None:
    assert log.sets(run / "log.csv") == ("loss", "bleu")
    with (run / "log.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["step"] for row in rows] == [
        "10",
        "20",
        "30",
        "40",
        "50",
        "60",
        "100",
        "150",
        "160",
    ]
    assert float(rows[-1]["held_out_loss"]) < float(rows[2]["held_out_loss"])
    assert json.loads(rows[-1]["samples"])["There is no spoon."] == "没有勺子。"


def test_evaluation_counts_it_beside_a_baseline_and_writes_the_card(
    loaded: LoadedTranslator, run: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    pytest.importorskip("sacrebleu")
    twins = [Twin(en, zh) for en, zh in PAIRS]
    told = measure(loaded, twins[:3], twins, n_authored=4)
    assert told["bleu"] == pytest.approx(100) and told["chrf"] == pytest.approx(100)
    assert 0 < told["baseline"]["bleu"] < 100
    assert told["authored"]["asked"] == 4 and told["pairs"] == 6
    pairs = [training.tatoeba.Pair(zh, zh, en, en) for en, zh in PAIRS]
    monkeypatch.setattr(training.tatoeba, "fetch_pairs", lambda: pairs)
    monkeypatch.setattr(training.tatoeba, "split_pairs", lambda p: (p[:3], p))
    options: Any = type("Options", (), dict(seed=0, json=False, card=True, model=run / "shipped"))
    translator_commands.evaluate(loaded, options)
    assert "BLEU 100.0" in capsys.readouterr().out
    assert read_card(run / "shipped").measured["translation"]["pairs"] == 6
    write_card(loaded.card, run / "shipped")


def test_the_baseline_answers_with_the_nearest_sentence() -> None:
    nearest = Nearest([Twin(en, zh) for en, zh in PAIRS])
    assert nearest.translate("Is there no spoon?") == "没有勺子。"
    assert nearest.translate("i LIKE tea!") == "我喜欢茶。"
    assert nearest.translate("xyzzy") == ""


def test_authored_twins_are_kept_apart_by_sentence_and_repeat_with_a_seed() -> None:
    train = list(itertools.islice(parallel.authored_twins(3), 2000))
    held = list(itertools.islice(parallel.authored_twins(3, "held_out"), 200))
    assert train == list(itertools.islice(parallel.authored_twins(3), 2000))
    assert not {twin.en for twin in train} & {twin.en for twin in held}
    assert train != list(itertools.islice(parallel.authored_twins(4), 2000))
    for en, zh in train + held:
        assert en[0].isupper() and en[-1] in ".?" and zh[-1] in "。？"
        assert not any("\u4e00" <= char <= "\u9fff" for char in en)
        assert not any(char.isascii() and char.isalpha() for char in zh)
    starts = {en.split()[0] + zh[:2] for en, zh in train}
    assert len(starts) > 80  # many patterns, not one


def test_handwritten_twins_stand_side_by_side() -> None:
    twins = list(parallel.handwritten_twins())
    assert len(twins) > 5000
    assert all(1.2 <= len(en) / len(zh) <= 8 for en, zh in twins)
    quoted = sum(zh.count("“") != zh.count("”") for _, zh in twins)
    assert quoted < 0.05 * len(twins)


def test_batches_pad_little_and_lose_nothing() -> None:
    vocabulary = tokenizers.Tokenizer.from_file(str(training.vocabulary()))
    twins = list(itertools.islice(parallel.authored_twins(0), 300))
    rows = training.encode(twins, vocabulary, 48)
    assert len(rows) == 300
    made = training.batches(rows, tokens=200, pad_id=2, rng=random.Random(0))
    assert sum(len(batch.source) for batch in made) == 300
    for batch in made:
        assert max(batch.source.numel(), batch.inputs.numel()) <= 200
        assert torch.equal(batch.inputs[:, 1:], batch.targets[:, :-1])
    real = sum(int((b.source != 2).sum() + (b.targets != 2).sum()) for b in made)
    assert real == sum(len(a) + len(b) - 1 for a, b in rows)
    assert real > 0.8 * sum(b.source.numel() + b.targets.numel() for b in made)


def test_the_loss_leaves_padding_out() -> None:
    logits = torch.randn(1, 4, 9, generator=torch.Generator().manual_seed(0))
    targets = torch.tensor([[3, 5, 2, 2]])
    by_hand = -logits.log_softmax(-1)[0, [0, 1], [3, 5]].mean()
    assert float(training.translation_loss(logits, targets, 2)) == pytest.approx(float(by_hand))
    smooth = float(training.translation_loss(logits, targets, 2, 0.1))
    spread = -logits.log_softmax(-1)[0, :2].mean()
    assert smooth == pytest.approx(0.9 * float(by_hand) + 0.1 * float(spread))
