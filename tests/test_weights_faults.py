"""Whatever is wrong with a model's files is said in one clear sentence, before anything is used."""

from __future__ import annotations

import json
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from tiny import CLASSROOM, byte_level, hugging_face, save_folder

from lesson_kit.model import Transformer, TransformerConfig
from lesson_kit.weights import Card, ModelError, available, load, registry, write_card
from lesson_kit.weights.cards import sha256_of
from lesson_kit.weights.devices import choose_device, free_memory
from lesson_kit.weights.errors import (
    DamagedModelError,
    DeviceMissingError,
    ModelNotFoundError,
    ModelTooBigError,
    UnsupportedModelError,
)

CONFIG = TransformerConfig(
    vocab_size=330, d_model=16, n_layer=2, n_head=2, n_kv_head=1, d_head=8, d_ff=24, max_seq_len=32
)


def card_folder(folder: Path, name: str = "tiny") -> Path:
    """A model of our own, as it is shipped: bfloat16 weights, tokenizer, card."""
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    tensors = Transformer(CONFIG).state_dict()
    save_file({n: t.bfloat16() for n, t in tensors.items()}, folder / "model.safetensors")
    byte_level(CLASSROOM).save(str(folder / "tokenizer.json"))
    files = {n: sha256_of(folder / n) for n in ("model.safetensors", "tokenizer.json")}
    card = Card(
        name=name, title={"zh": "小模型", "en": "Tiny"}, about={"zh": "测试用", "en": "For tests"},
        licence="MIT", source="tests", languages=("zh", "en"), config=CONFIG, files=files,
        training={"steps": 0},
    )  # fmt: skip
    write_card(card, folder)
    return folder


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    return card_folder(tmp_path / "ours")


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    return save_folder(hugging_face("llama"), tmp_path / "theirs")


def refused(kind: type[ModelError], *names: object, use: Callable[[], object]) -> ModelError:
    """Doing this raises exactly this kind of error, whose two sentences both name the names."""
    with pytest.raises(ModelError) as caught:
        use()
    error = caught.value
    assert type(error) is kind
    assert str(error) == error.en
    assert any("\u4e00" <= char <= "\u9fff" for char in error.zh)
    assert not any("\u4e00" <= char <= "\u9fff" for char in error.en)
    for name in names:
        assert str(name) in error.zh and str(name) in error.en
    return error


def edit_json(path: Path, **changes: Any) -> None:
    said = json.loads(path.read_text(encoding="utf-8")) | changes
    path.write_text(json.dumps(said), encoding="utf-8")


def test_our_own_folder_loads(ours: Path) -> None:
    loaded = load(ours, device="cpu")
    assert loaded.card.config == loaded.model.config == CONFIG
    assert loaded.card.training == {"steps": 0}
    assert loaded.encode("hi")[0] == loaded.tokenizer.start_id == 0
    stored = load_file(ours / "model.safetensors")
    for name, tensor in loaded.model.state_dict().items():
        torch.testing.assert_close(tensor, stored[name].float(), rtol=0, atol=0)
    assert load(ours, device="cpu", dtype=torch.bfloat16).model.embed.weight.dtype == torch.bfloat16


def test_a_shared_model_is_frozen(ours: Path) -> None:
    model = load(ours, device="cpu").model
    assert not model.training
    assert not any(parameter.requires_grad for parameter in model.parameters())
    assert not model(torch.tensor([[1, 2]])).requires_grad


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_a_changed_file_is_refused_before_it_is_opened(
    ours: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = bytearray((ours / name).read_bytes())
    data[-3] ^= 1
    (ours / name).write_bytes(data)
    for reader in ("read_tensors", "_read_tokenizer"):
        monkeypatch.setattr(registry, reader, lambda *_: pytest.fail("opened a changed file"))
    refused(DamagedModelError, ours / name, use=lambda: load(ours))


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_a_missing_file_of_ours(ours: Path, name: str) -> None:
    (ours / name).unlink()
    refused(ModelNotFoundError, ours / name, use=lambda: load(ours))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"config": 3, "languages": []}'])
def test_a_senseless_card(ours: Path, text: str) -> None:
    (ours / "card.json").write_text(text, encoding="utf-8")
    refused(DamagedModelError, ours / "card.json", use=lambda: load(ours))


def test_a_card_with_impossible_numbers(ours: Path) -> None:
    said = json.loads((ours / "card.json").read_text(encoding="utf-8"))
    edit_json(ours / "card.json", config=said["config"] | {"n_head": 3, "n_kv_head": 2})
    refused(DamagedModelError, "n_kv_head=2", use=lambda: load(ours))


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_missing_file(theirs: Path, name: str) -> None:
    (theirs / name).unlink()
    refused(ModelNotFoundError, theirs / name, use=lambda: load(theirs))


def test_a_missing_shard(tmp_path: Path) -> None:
    folder = save_folder(hugging_face("llama"), tmp_path, max_shard_size="40KB")
    shard = sorted(folder.glob("model-*.safetensors"))[1]
    shard.unlink()
    refused(ModelNotFoundError, shard, use=lambda: load(folder))


def test_an_index_that_points_outside(tmp_path: Path) -> None:
    folder = save_folder(hugging_face("llama"), tmp_path / "model", max_shard_size="40KB")
    index = folder / "model.safetensors.index.json"
    for bad in ({"a": "../other.safetensors"}, {"a": 3}, ["a"], None):
        edit_json(index, weight_map=bad)
        refused(DamagedModelError, index, use=lambda: load(folder))


@pytest.mark.parametrize("keep", [0, 5, 0.5, 0.999])
def test_a_truncated_file(theirs: Path, keep: float) -> None:
    path = theirs / "model.safetensors"
    data = path.read_bytes()
    path.write_bytes(data[: int(keep if keep > 1 else keep * len(data))])
    refused(DamagedModelError, path, use=lambda: load(theirs))


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"model_type": "llama"}'])
def test_a_senseless_config(theirs: Path, text: str) -> None:
    (theirs / "config.json").write_text(text, encoding="utf-8")
    refused(DamagedModelError, theirs / "config.json", use=lambda: load(theirs))


@pytest.mark.parametrize(
    ("family", "changes", "name"),
    [
        ("llama", {"model_type": "mamba"}, "mamba"),
        ("llama", {"model_type": None}, "None"),
        ("llama", {"hidden_act": "relu2"}, "hidden_act"),
        ("llama", {"rope_parameters": {"rope_type": "yarn", "factor": 2.0}}, "yarn"),
        ("llama", {"rope_parameters": None, "rope_scaling": {"type": "linear"}}, "linear"),
        ("qwen2", {"use_sliding_window": True}, "use_sliding_window"),
        ("gpt2", {"activation_function": "tanh"}, "tanh"),
        ("gpt2", {"scale_attn_by_inverse_layer_idx": True}, "scale_attn_by_inverse_layer_idx"),
    ],
)
def test_what_we_would_compute_wrongly_is_refused(
    tmp_path: Path, family: str, changes: dict[str, Any], name: str
) -> None:
    folder = save_folder(hugging_face(family), tmp_path)
    edit_json(folder / "config.json", **changes)
    refused(UnsupportedModelError, name, use=lambda: load(folder))


def test_tensors_that_do_not_fit_the_config(theirs: Path) -> None:
    path = theirs / "model.safetensors"
    tensors = load_file(path)
    name = "model.layers.1.mlp.up_proj.weight"

    save_file({n: t for n, t in tensors.items() if n != name}, path)
    refused(DamagedModelError, name, use=lambda: load(theirs))
    save_file(tensors | {name: tensors[name][:-1].clone()}, path)
    refused(DamagedModelError, name, "(79, 48)", "(80, 48)", use=lambda: load(theirs))
    save_file(tensors | {"model.layers.0.mlp.up_proj.bias": torch.ones(80)}, path)
    refused(DamagedModelError, "mlp.up_proj.bias", use=lambda: load(theirs))
    save_file(tensors | {name: tensors[name].to(torch.int8)}, path)
    refused(UnsupportedModelError, name, "int8", use=lambda: load(theirs))


class _Trap:
    """Unpickling it leaves a trace."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.trace,)


def test_a_pickle_is_never_opened(theirs: Path, tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    path = theirs / "pytorch_model.bin"
    path.write_bytes(pickle.dumps(_Trap(trace)))
    (theirs / "model.safetensors").rename(theirs / "model.safetensors.old")
    refused(UnsupportedModelError, path, "safetensors", use=lambda: load(theirs))
    assert not trace.exists()
    pickle.loads(path.read_bytes())
    assert trace.exists()  # the trap does work


def test_somebody_elses_tokenizer(theirs: Path) -> None:
    byte_level(CLASSROOM, size=330).save(str(theirs / "tokenizer.json"))
    refused(DamagedModelError, theirs / "tokenizer.json", "330", "300", use=lambda: load(theirs))
    (theirs / "tokenizer.json").write_text("{}", encoding="utf-8")
    refused(DamagedModelError, theirs / "tokenizer.json", use=lambda: load(theirs))


def test_too_big_is_refused_before_any_weight_is_read(
    theirs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "read_tensors", lambda *_: pytest.fail("began to read"))
    edit_json(theirs / "config.json", num_hidden_layers=80, hidden_size=8192, vocab_size=10**9)
    monkeypatch.setattr(registry, "free_memory", lambda _: 16 * 10**9)
    error = refused(ModelTooBigError, "16.0 GB", "bfloat16", use=lambda: load(theirs))
    assert "GB of memory" in error.en


def test_free_memory_is_a_sensible_number() -> None:
    free = free_memory(torch.device("cpu"))
    assert free is not None and 10**8 < free < 10**14


def test_unknown_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESSON_KIT_CACHE", str(tmp_path))
    refused(ModelNotFoundError, "no-such-model", use=lambda: load("no-such-model"))
    refused(ModelNotFoundError, "classroom-base", use=lambda: load(tmp_path / "nothing"))
    fetch_first = refused(ModelNotFoundError, "smollm2-135m", use=lambda: load("smollm2-135m"))
    assert "lesson-kit fetch smollm2-135m" in fetch_first.en


def test_devices(ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    assert choose_device("auto") == choose_device("cpu") == torch.device("cpu")
    for wish in ("cuda", "cuda:1", "mps", "meta"):
        refused(DeviceMissingError, wish, "cpu", use=lambda wish=wish: load(ours, device=wish))
    refused(DeviceMissingError, "toaster", use=lambda: load(ours, device="toaster"))


def test_a_gpu_that_is_there_but_does_not_work_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if torch.cuda.is_available():
        pytest.skip("here CUDA does work")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert choose_device("auto").type != "cuda"
    refused(DeviceMissingError, "cuda", use=lambda: choose_device("cuda"))


def test_simultaneous_first_learners_load_once(ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    n = 8
    together = threading.Barrier(n)
    really = registry._load
    calls: list[Path] = []

    def counted(folder: Path, *how: Any) -> registry.LoadedModel:
        calls.append(folder)
        return really(folder, *how)

    monkeypatch.setattr(registry, "_load", counted)
    got: list[registry.LoadedModel] = []

    def come() -> None:
        together.wait()
        got.append(load(ours, device="cpu"))

    threads = [threading.Thread(target=come) for _ in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1
    assert len(got) == n and len({id(loaded) for loaded in got}) == 1


def test_what_is_available(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESSON_KIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(registry, "asset", lambda *parts: tmp_path.joinpath("assets", *parts))
    assert available() == []
    card_folder(tmp_path / "assets" / "models" / "classroom-base", "classroom-base")
    card_folder(tmp_path / "cache" / "models" / "smollm2-135m", "smollm2-135m")
    assert [card.name for card in available()] == ["classroom-base", "smollm2-135m"]
    assert available()[0].title == {"zh": "小模型", "en": "Tiny"}
    assert load("classroom-base", device="cpu").card.name == "classroom-base"
    (tmp_path / "cache" / "models" / "smollm2-135m" / "card.json").write_text("{", encoding="utf-8")
    assert [card.name for card in available()] == ["classroom-base"]
