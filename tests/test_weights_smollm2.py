"""The real SmolLM2-135M, where `lesson-kit fetch smollm2-135m` has brought it."""

from __future__ import annotations

import os

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from lesson_kit.generate.loop import generate
from lesson_kit.generate.sampling import Sampler
from lesson_kit.text.chat import Message, render
from lesson_kit.weights import LoadedModel, available, load
from lesson_kit.weights.families import their_tensors
from lesson_kit.weights.fetch import fetch

NAME = "smollm2-135m"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def smollm2() -> LoadedModel:
    if NAME not in [card.name for card in available()]:
        if not os.environ.get("CI"):  # nobody's test run downloads 100 MB without being asked
            pytest.skip("the model is not on this machine: lesson-kit fetch smollm2-135m")
        for _ in fetch(NAME):
            pass
    return load(NAME, device="cpu")


def test_it_knows_the_capital_of_france(smollm2: LoadedModel) -> None:
    tokenizer = smollm2.tokenizer
    prompt = render(tokenizer, [Message("user", "What is the capital of France?")])
    steps = generate(
        smollm2.model, prompt, max_new_tokens=24, sampler=Sampler(temperature=0),
        stop_ids=tokenizer.stop_ids,
    )  # fmt: skip
    assert "Paris" in tokenizer.decode([step.id for step in steps])


def test_logits_as_transformers(smollm2: LoadedModel) -> None:
    config, ours = smollm2.model.config, smollm2.model.state_dict()
    theirs = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=config.vocab_size,
            hidden_size=config.d_model,
            intermediate_size=config.d_ff,
            num_hidden_layers=config.n_layer,
            num_attention_heads=config.n_head,
            num_key_value_heads=config.n_kv_head,
            max_position_embeddings=config.max_seq_len,
            rms_norm_eps=config.norm_eps,
            rope_parameters={"rope_type": "default", "rope_theta": config.rope_theta},
            tie_word_embeddings=True,
        )
    ).eval()
    names = {their_name: ours[name] for name, their_name, _ in their_tensors("llama", ours, {})}
    missing, unexpected = theirs.load_state_dict(names, strict=False)
    assert (missing, unexpected) == (["lm_head.weight"], [])
    ids = torch.tensor([smollm2.encode("The capital of France is Paris, and 2024 is a year. 猫")])
    with torch.inference_mode():
        expected = theirs(ids).logits
        torch.testing.assert_close(smollm2.model(ids), expected, rtol=0, atol=1e-4)


def test_chinese_is_bytes_to_it(smollm2: LoadedModel) -> None:
    pieces = smollm2.tokenizer.pieces("今天天气很好")
    assert len(pieces) > 6
    assert "".join(piece.text for piece in pieces) != "今天天气很好"
    assert pieces[-1].end == 6
