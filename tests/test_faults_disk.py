"""A full disk, a read-only place, a file cut short: what was there stays; one sentence says it."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from course import tiny_model
from safetensors import SafetensorError
from safetensors.torch import load_file

from lesson_kit.model import TransformerConfig, new_model
from lesson_kit.train import checkpoint, log
from lesson_kit.train import ship as shipping
from lesson_kit.train.optimizers import muon_and_adamw
from lesson_kit.weights import load
from lesson_kit.weights.errors import DamagedModelError, ModelTooBigError

CONFIG = TransformerConfig(
    vocab_size=32, d_model=16, n_layer=1, n_head=2, n_kv_head=1, d_head=8, d_ff=24, max_seq_len=16
)
FULL = [
    OSError(errno.ENOSPC, "No space left on device"),
    OSError(errno.EROFS, "Read-only file system"),
    SafetensorError("I/O error: No space left on device (os error 28)"),
]


def trainee(seed: int = 0) -> tuple[Any, Any]:
    model = new_model(CONFIG, seed=seed)
    return model, muon_and_adamw(model, lr=1e-3)


def failing_after(some: bytes, error: BaseException) -> Callable[..., None]:
    """A save_file that writes a beginning and then fails, as a full disk does."""

    def save_file(tensors: object, path: Path, **_: object) -> None:
        Path(path).write_bytes(some)
        raise error

    return save_file


@pytest.mark.parametrize("error", [*FULL, KeyboardInterrupt()], ids=repr)
def test_a_checkpoint_that_cannot_be_written_leaves_the_last_one(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "checkpoint.safetensors"
    checkpoint.save(path, *trainee(), step=5, tokens=50)
    before = path.read_bytes()
    monkeypatch.setattr(checkpoint, "save_file", failing_after(before[:100], error))
    kind = KeyboardInterrupt if isinstance(error, KeyboardInterrupt) else OSError
    with pytest.raises(kind) as caught:
        checkpoint.save(path, *trainee(1), step=6, tokens=60)
    if kind is OSError:
        assert str(path) in str(caught.value) and "step 6" in str(caught.value)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["checkpoint.safetensors"]
    assert checkpoint.restore(path, *trainee(2)) == (5, 50)


@pytest.mark.parametrize("keep", [0, 7, 0.5, 0.99])
def test_a_checkpoint_cut_short_is_said_by_name(keep: float, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.safetensors"
    checkpoint.save(path, *trainee(), step=5, tokens=50)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(keep * len(whole)) if isinstance(keep, float) else keep])
    with pytest.raises(ValueError, match=r"checkpoint\.safetensors is damaged"):
        checkpoint.restore(path, *trainee())


def test_a_checkpoint_of_another_model_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.safetensors"
    checkpoint.save(path, *trainee(), step=5, tokens=50)
    import dataclasses

    for change in (dict(n_layer=2), dict(d_ff=32), dict(qk_norm=True)):
        other = new_model(dataclasses.replace(CONFIG, **change), seed=3)
        before = {name: p.clone() for name, p in other.named_parameters()}
        with pytest.raises(ValueError, match="another model"):
            checkpoint.restore(path, other, muon_and_adamw(other, lr=1e-3))
        assert all(torch.equal(before[name], p) for name, p in other.named_parameters())


def test_a_diary_whose_last_row_was_cut_is_still_read(tmp_path: Path) -> None:
    diary = tmp_path / "log.csv"
    log.begin(diary, ("pairs",))
    for step in (20, 40):
        at = log.Progress(step, 100, 2.0, 1000.0, 9.0, held_out={"pairs": 2.5})
        log.add(diary, at, tokens=step, lr=1e-3, seconds=step / 2)
    whole = diary.read_text(encoding="utf-8")
    assert log.seconds(diary) == 20
    for cut in range(len(whole.splitlines(keepends=True)[-1])):
        diary.write_text(whole[: len(whole) - cut], encoding="utf-8")
        assert log.seconds(diary) in (20.0, 10.0, 2.0, 0.0), cut


def shipped_run(folder: Path) -> Path:
    """A finished run as `ship` expects it, tiny."""
    folder.mkdir(parents=True)
    model, optimizer = trainee()
    checkpoint.save(folder / "checkpoint.safetensors", model, optimizer, step=5, tokens=50)
    recipe = {"name": "classroom-base", "shape": "classroom"}
    changes = {k: getattr(CONFIG, k) for k in ("d_model", "n_layer", "n_head", "n_kv_head",
                                               "d_head", "d_ff", "max_seq_len")}  # fmt: skip
    (folder / "recipe.json").write_text(json.dumps({**recipe, "changes": changes}), "utf-8")
    log.begin(folder / "log.csv", ("pairs",))
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    return folder


@pytest.mark.parametrize("error", FULL, ids=repr)
def test_shipping_to_a_full_disk_leaves_the_model_that_was_there(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, folder = shipped_run(tmp_path / "run"), tmp_path / "model"
    shipping.ship(run, folder, machine="here")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert load_file(folder / "model.safetensors")
    monkeypatch.setattr(shipping, "save_file", failing_after(b"half", error))
    with pytest.raises((OSError, SafetensorError)):
        shipping.ship(run, folder, machine="there")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_one_bit_anywhere_in_the_weights_is_noticed(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "tiny")
    path = folder / "model.safetensors"
    whole = path.read_bytes()
    tried = 0
    for place in range(0, len(whole), max(1, len(whole) // 40)):
        changed = bytearray(whole)
        changed[place] ^= 1
        path.write_bytes(changed)
        with pytest.raises(DamagedModelError, match=r"model\.safetensors"):
            load(folder, device="cpu")
        tried += 1
    assert tried >= 40
    path.write_bytes(whole)
    assert load(folder, device="cpu").card.name == "tiny"


def test_a_model_of_ours_too_big_for_the_machine_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lesson_kit.weights import registry

    folder = tiny_model(tmp_path / "tiny")
    monkeypatch.setattr(registry, "read_tensors", lambda *_: pytest.fail("began to read"))
    monkeypatch.setattr(registry, "free_memory", lambda _: 20_000)
    with pytest.raises(ModelTooBigError) as caught:
        load(folder, device="cpu")
    assert "GB" in caught.value.en and "GB" in caught.value.zh
