"""GGUF files: rows put back in order, numbers unpacked, the vocabulary the same as before."""

from __future__ import annotations

from pathlib import Path

import gguf
import pytest
import torch
from tiny import SAMPLE, chatml_digits, hugging_face, write_gguf

from lesson_kit.model import Transformer
from lesson_kit.text import Tokenizer
from lesson_kit.weights.errors import DamagedModelError, UnsupportedModelError
from lesson_kit.weights.gguf import Gguf, open_gguf

WIDE = {"hidden_size": 64, "intermediate_size": 96, "vocab_size": 320}  # whole blocks of 32 numbers


def model_of(file: Gguf) -> Transformer:
    model = Transformer(file.config)
    model.load_state_dict(dict(file.tensors()))
    return model.eval()


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("n_kv_head", [1, 2, 4])
def test_logits_as_transformers(tied: bool, n_kv_head: int, tmp_path: Path) -> None:
    theirs = hugging_face("llama", num_key_value_heads=n_kv_head, tie_word_embeddings=tied, **WIDE)
    write_gguf(theirs, tmp_path / "model.gguf")
    ids = torch.arange(40)[None] * 7 % 320
    with torch.inference_mode():
        expected = theirs(ids).logits
        assert expected.std() > 0.5
        ours = model_of(open_gguf(tmp_path / "model.gguf"))
        torch.testing.assert_close(ours(ids), expected, rtol=0, atol=1e-4)


def test_packed_numbers(tmp_path: Path) -> None:
    """8-bit blocks: the same as packing and unpacking each matrix of the original."""
    theirs = hugging_face("llama", tie_word_embeddings=True, **WIDE)
    write_gguf(theirs, tmp_path / "model.gguf", pack=True)
    kind = gguf.GGMLQuantizationType.Q8_0
    ids = torch.arange(40)[None]
    with torch.inference_mode():
        exact = theirs(ids).logits.clone()
        for parameter in theirs.parameters():
            if parameter.dim() == 2:
                packed = gguf.quantize(parameter.numpy(), kind)
                parameter.copy_(torch.from_numpy(gguf.dequantize(packed, kind)))
        expected = theirs(ids).logits
        assert (expected - exact).abs().max() > 1e-3  # packing did lose something
        ours = model_of(open_gguf(tmp_path / "model.gguf"))
        torch.testing.assert_close(ours(ids), expected, rtol=0, atol=1e-4)


def test_the_vocabulary_is_the_original(tmp_path: Path) -> None:
    write_gguf(hugging_face("llama", **WIDE), tmp_path / "model.gguf")
    file = open_gguf(tmp_path / "model.gguf")
    ours, original = Tokenizer(file.tokenizer_json), chatml_digits(320)
    for text in (SAMPLE, "In 2024, 12345 x 7.", "  two  spaces\n", "猫 🐈", ""):
        assert ours.encode(text) == original.encode(text).ids
        assert ours.decode(ours.encode(text)) == text
    assert ours.special == {"<|endoftext|>": 0, "<|im_start|>": 1, "<|im_end|>": 2}
    assert set(ours.stop_ids) == {0, 2} and ours.start_id is None
    assert file.licence == "apache-2.0"


def test_what_we_cannot_read_is_refused(tmp_path: Path) -> None:
    theirs = hugging_face("llama", **WIDE)
    path = tmp_path / "model.gguf"
    write_gguf(theirs, path, pre="llama-bpe")
    with pytest.raises(UnsupportedModelError, match="llama-bpe"):
        open_gguf(path)
    write_gguf(theirs, path, arch="qwen2")
    with pytest.raises(UnsupportedModelError, match="qwen2"):
        open_gguf(path)
    for data in (b"", b"GGUF", b"something else entirely"):
        path.write_bytes(data)
        with pytest.raises(DamagedModelError, match=r"model\.gguf"):
            open_gguf(path)
