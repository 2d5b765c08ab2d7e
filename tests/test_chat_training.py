"""Chat training: it starts from a base model, learns the assistant's words, stops and goes on."""

from __future__ import annotations

import csv
import itertools
import json
import random
from pathlib import Path

import pytest
import torch

from lesson_kit import load
from lesson_kit.corpus import dialogues, tatoeba
from lesson_kit.model import Transformer, new_model, preset
from lesson_kit.places import asset
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.train import chat
from lesson_kit.train import run as run_module
from lesson_kit.train.batches import pack
from lesson_kit.train.fit import fit
from lesson_kit.train.optimizers import muon_and_adamw
from lesson_kit.train.ship import ship
from lesson_kit.weights.cards import Card, sha256_of, verify, write_card
from lesson_kit.weights.registry import NAMES, available

SMALL = {"d_model": 32, "n_layer": 1, "n_head": 2, "n_kv_head": 1, "d_head": 16, "d_ff": 32}
PAIRS = [tatoeba.Pair(f"{n}", f"我有{n}本书。", f"{n}", f"I have {n} books.") for n in range(1100)]


def small_model(seed: int = 0) -> Transformer:
    return new_model(preset("classroom", vocab_size=8192, **SMALL), seed=seed)


def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(asset("models", "classroom-base", "tokenizer.json"))


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A tiny base model in a folder of our own layout."""
    from safetensors.torch import save_file

    folder, model = tmp_path / "base", small_model()
    folder.mkdir()
    save_file({n: p.detach().clone() for n, p in model.named_parameters()},
              folder / "model.safetensors")  # fmt: skip
    source = asset("models", "classroom-base", "tokenizer.json")
    (folder / "tokenizer.json").write_bytes(source.read_bytes())
    names = ("model.safetensors", "tokenizer.json")
    write_card(
        Card(
            name="tiny", title={"zh": "小", "en": "tiny"}, about={"zh": "小", "en": "tiny"},
            licence="MIT", source="a test", languages=("zh", "en"), config=model.config,
            files={name: sha256_of(folder / name) for name in names}, training={}, measured={},
        ),
        folder,
    )  # fmt: skip
    return folder


def test_the_question_moves_no_weight_the_answer_does() -> None:
    """The gradient of a conversation is that of its answer: what is asked is only read."""
    made = chat.document(dialogues.FAMILIES["sum"].dialogue(random.Random(1)), tokenizer(), 1.0)
    (batch,) = pack([made], length=len(made.ids) - 1, rows=1, pad_id=2)
    assert torch.equal(batch.weight[0], torch.tensor(made.weight[1:]))
    assert 0 < batch.n_token < len(made.ids) - 4


def test_plain_text_takes_its_share_of_the_tokens() -> None:
    recipe = chat.ChatRecipe(text_share=0.25)
    told = list(itertools.islice(chat.documents(recipe, tokenizer(), PAIRS, 1), 1500))
    roles = {tokenizer().special[f"<|{role}|>"] for role in ("system", "user")}
    read = sum(len(one.ids) for one in told if not roles & set(one.ids))
    assert read / sum(len(one.ids) for one in told) == pytest.approx(0.25, abs=0.02)
    assert max(len(one.ids) for one in told if roles & set(one.ids)) <= recipe.length + 1
    none = chat.ChatRecipe(text_share=0.0)
    only = itertools.islice(chat.documents(none, tokenizer(), PAIRS, 1), 200)
    assert all(roles & set(one.ids) for one in only)


def test_it_learns_to_answer_and_to_stop() -> None:
    """A small model is taught one conversation and then holds it, end token and all."""
    talk = dialogues.FAMILIES["sum"].dialogue(random.Random(4))
    made = chat.document(talk, tokenizer(), 3.0)
    model = small_model(1)
    batches = pack(itertools.repeat(made, 400), length=len(made.ids) - 1, rows=1, pad_id=2)
    steps = list(fit(model, batches, optimizer=muon_and_adamw(model, lr=3e-2), n_step=60))
    assert steps[-1].loss < 0.1 * steps[0].loss
    ids = torch.tensor([made.ids])
    with torch.inference_mode():
        said = model(ids)[0].argmax(-1)
    learned = [i for i, weight in enumerate(made.weight) if weight > 0]
    assert [int(said[i - 1]) for i in learned] == [made.ids[i] for i in learned]


def test_from_base_to_a_shipped_chat_model(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tatoeba, "fetch_pairs", lambda cache=None: PAIRS)
    monkeypatch.setattr(run_module.shutil, "which", lambda name: None)  # no compiling in a test
    monkeypatch.setattr(chat.dialogues, "sample", lambda n, *rest: _few(*rest))
    recipe = chat.ChatRecipe(start=str(base), steps=3, rows=2, length=128, warmup=1)
    out, folder = tmp_path / "run", tmp_path / "shipped"
    seen = list(chat.train(recipe, out, report_every=1, look_every=3, save_every=2))
    assert [at.step for at in seen] == [1, 2, 3]
    assert set(seen[-1].held_out or {}) == {"dialogues", "written", "tatoeba"}
    assert len(seen[-1].samples or {}) == len(chat.LOOKS)
    longer = chat.ChatRecipe(start=str(base), steps=5, rows=2, length=128, warmup=1)
    again = list(chat.train(longer, out, resume=True, report_every=1, look_every=9))
    assert [at.step for at in again] == [4, 5]
    with (out / "log.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["step"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert float(rows[-1]["held_out_dialogues"]) > 0 and json.loads(rows[-1]["samples"])

    card = ship(out, folder, machine="a test")
    verify(card, folder)
    assert card.name == "classroom-chat" and card.title["zh"] != card.title["en"]
    assert card.config == preset("classroom", vocab_size=8192, **SMALL)
    shared = asset("models", "classroom-base", "tokenizer.json")
    assert (folder / "tokenizer.json").read_bytes() == shared.read_bytes()
    changed = load(folder, device="cpu").model.state_dict()
    before = load(base, device="cpu").model.state_dict()
    assert any(not torch.equal(changed[name], before[name]) for name in before)


def _few(seed: object, split: object) -> list[dialogues.Dialogue]:
    rng = random.Random(str(seed))
    names = ("fact-late", "topic-again", "evidence-none", "system-word")
    return [dialogues.FAMILIES[name].dialogue(rng, "held_out") for name in names]


def test_chat_and_base_read_the_same_tokens_and_chat_is_offered_once_it_is_shipped() -> None:
    assert "classroom-chat" in NAMES
    folder = asset("models", "classroom-chat")
    offered = "classroom-chat" in [card.name for card in available()]
    assert offered == (folder / "card.json").exists()
    if offered:
        shared = asset("models", "classroom-base", "tokenizer.json")
        assert (folder / "tokenizer.json").read_bytes() == shared.read_bytes()
