"""The same files give the same logits here and in the transformers library, to 1e-4 in float32."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from tiny import hugging_face, save_folder
from transformers import PreTrainedModel

from lesson_kit.weights import LoadedModel, load

LLAMA3_ROPE = {
    "rope_type": "llama3", "rope_theta": 5000.0, "factor": 4.0, "low_freq_factor": 1.0,
    "high_freq_factor": 4.0, "original_max_position_embeddings": 16,
}  # fmt: skip

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "llama": ("llama", {}),
    "llama tied": ("llama", {"tie_word_embeddings": True}),
    "llama MHA": ("llama", {"num_key_value_heads": 4}),
    "llama MQA": ("llama", {"num_key_value_heads": 1}),
    "llama biases": ("llama", {"attention_bias": True, "mlp_bias": True}),
    "llama own head width": ("llama", {"head_dim": 18}),
    "llama 3 rope": ("llama", {"rope_parameters": LLAMA3_ROPE}),
    "qwen2": ("qwen2", {}),
    "qwen2 tied": ("qwen2", {"tie_word_embeddings": True}),
    "qwen3": ("qwen3", {}),
    "qwen3 tied": ("qwen3", {"tie_word_embeddings": True}),
    "gpt2": ("gpt2", {}),
    "gpt2 untied": ("gpt2", {"tie_word_embeddings": False}),
    "gpt2 relu, own width": ("gpt2", {"activation_function": "relu", "n_inner": 70}),
}


def theirs_and_ours(case: str, folder: Path) -> tuple[PreTrainedModel, LoadedModel]:
    family, changes = CASES[case]
    theirs = hugging_face(family, **changes)
    return theirs, load(save_folder(theirs, folder), device="cpu")


@pytest.mark.parametrize("case", CASES)
def test_logits_whole_and_token_by_token(case: str, tmp_path: Path) -> None:
    theirs, ours = theirs_and_ours(case, tmp_path)
    ids = torch.randint(0, 300, (2, 33), generator=torch.Generator().manual_seed(1))
    with torch.inference_mode():
        expected = theirs(ids).logits
        assert expected.std() > 0.5  # numbers big enough that 1e-4 means something
        torch.testing.assert_close(ours.model(ids), expected, rtol=0, atol=1e-4)

        cache = None
        for t in range(ids.shape[1]):
            step, cache = ours.model.step(ids[:, t : t + 1], cache)
            torch.testing.assert_close(step[:, 0], expected[:, t], rtol=0, atol=1e-4)


def test_every_number_counts(tmp_path: Path) -> None:
    """A parity that ignored a tensor would be worth nothing: change each one, see logits move."""
    for family in ("llama", "qwen2", "qwen3", "gpt2"):
        theirs = hugging_face(family)
        model = load(save_folder(theirs, tmp_path / family), device="cpu").model
        ids = torch.arange(12)[None] * 7
        with torch.inference_mode():
            before = model(ids)
            for name, tensor in model.state_dict().items():
                kept = tensor.clone()
                tensor.mul_(1.5).add_(0.1 * torch.randn(tensor.shape))
                moved = (model(ids) - before).abs().max()
                tensor.copy_(kept)
                # A bias on k shifts all scores of a query alike, except where RoPE turns it.
                assert moved > 1e-3 or (family == "gpt2" and name.endswith("W_k.bias")), name


def test_numbers_are_equal_in_half_precision_files_too(tmp_path: Path) -> None:
    ours = load(save_folder(hugging_face("llama").half(), tmp_path), device="cpu")
    assert ours.model.embed.weight.dtype == torch.float32
    theirs = hugging_face("llama")
    ids = torch.arange(20)[None] * 11 % 300
    with torch.no_grad():
        for parameter in theirs.parameters():
            parameter.copy_(parameter.half())
        expected = theirs(ids).logits
        torch.testing.assert_close(ours.model(ids), expected, rtol=0, atol=1e-4)


def test_sharded_files(tmp_path: Path) -> None:
    theirs = hugging_face("qwen2")
    folder = save_folder(theirs, tmp_path, max_shard_size="40KB")
    assert len(list(folder.glob("*.safetensors"))) > 2
    ids = torch.arange(20)[None]
    with torch.inference_mode():
        expected = theirs(ids).logits
        torch.testing.assert_close(
            load(folder, device="cpu").model(ids), expected, rtol=0, atol=1e-4
        )


def test_older_config_files(tmp_path: Path) -> None:
    """Files written years ago keep RoPE's numbers at the top, and leave defaults out."""
    theirs = hugging_face("llama", rope_parameters=LLAMA3_ROPE)
    folder = save_folder(theirs, tmp_path)
    said = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    rope = said.pop("rope_parameters")
    said |= {"rope_theta": rope.pop("rope_theta"), "rope_scaling": rope}
    for default in ("head_dim", "attention_bias", "mlp_bias", "hidden_act"):
        said.pop(default, None)
    (folder / "config.json").write_text(json.dumps(said), encoding="utf-8")
    ids = torch.arange(40)[None]
    with torch.inference_mode():
        expected = theirs(ids).logits
        torch.testing.assert_close(
            load(folder, device="cpu").model(ids), expected, rtol=0, atol=1e-4
        )


def test_gpt2_files_without_prefix(tmp_path: Path) -> None:
    """The first published GPT-2 files name tensors "h.0…", not "transformer.h.0…"."""
    from safetensors.torch import load_file, save_file

    theirs = hugging_face("gpt2")
    folder = save_folder(theirs, tmp_path)
    tensors = load_file(folder / "model.safetensors")
    bare = {name.removeprefix("transformer."): value.clone() for name, value in tensors.items()}
    bare["h.0.attn.bias"] = torch.ones(1, 1, 64, 64)  # their causal mask lies in the file as well
    save_file(bare, folder / "model.safetensors")
    ids = torch.arange(20)[None]
    with torch.inference_mode():
        expected = theirs(ids).logits
        torch.testing.assert_close(
            load(folder, device="cpu").model(ids), expected, rtol=0, atol=1e-4
        )


def test_where_texts_begin_and_end(tmp_path: Path) -> None:
    folder = save_folder(hugging_face("llama", eos_token_id=[7, 9]), tmp_path)
    tokenizer = load(folder, device="cpu").tokenizer
    assert tokenizer.start_id is None
    assert set(tokenizer.stop_ids) == {0, 7, 9}


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.parametrize("case", ["llama", "gpt2"])
def test_logits_on_the_gpu(case: str, tmp_path: Path) -> None:
    theirs, _ = theirs_and_ours(case, tmp_path)
    ids = torch.arange(30)[None]
    ours = load(tmp_path, device="cuda").model
    with torch.inference_mode():
        logits = ours(ids.cuda()).cpu()
        torch.testing.assert_close(logits, theirs(ids).logits, rtol=0, atol=1e-3)
