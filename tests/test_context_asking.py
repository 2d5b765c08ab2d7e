"""Asking the model itself: answers, the probability of the words that matter, who can chat."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import torch
from course import tiny_model
from tiny import hugging_face, save_folder

from lesson_kit.context import Chat
from lesson_kit.text.chat import Message
from lesson_kit.weights import LoadedModel, load

TALK = [Message("system", "简短。"), Message("user", "今天天气很好。 There is no spoon.")]


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    return load(tiny_model(tmp_path_factory.mktemp("models") / "tiny"), device="cpu")


def test_the_answer_is_the_likeliest_token_each_time(loaded: LoadedModel) -> None:
    chat = Chat(loaded)
    answer = chat.answer(TALK, limit=6)
    assert list(answer.prompt) == chat.prompt(TALK)
    ids = list(answer.prompt)
    for id in answer.ids:
        assert id == int(loaded.model(torch.tensor([ids]))[0, -1].argmax())
        ids.append(id)
    assert 0 < len(answer.ids) <= 6
    again = Chat(loaded)
    again.answer(
        [TALK[0], Message("user", "小猫")], limit=3
    )  # leaves a past that is only in part alike
    assert again.answer(TALK, limit=6) == answer


def test_only_the_marked_words_count_and_each_after_all_before_it(loaded: LoadedModel) -> None:
    chat, encode = Chat(loaded), loaded.tokenizer.encode
    expected = chat.expects(TALK, "你[小猫]和[小狗]。")
    ids = [*chat.prompt(TALK), *encode("你"), *encode("小猫"), *encode("和"), *encode("小狗")]
    chances = loaded.model(torch.tensor([ids]))[0].softmax(-1)
    start = len(chat.prompt(TALK)) + len(encode("你"))
    one = [float(chances[start + i - 1, ids[start + i]]) for i in range(len(encode("小猫")))]
    start = len(ids) - len(encode("小狗"))
    two = [float(chances[i - 1, ids[i]]) for i in range(start, len(ids))]
    assert [text for text, _ in expected.words] == ["小猫", "小狗"]
    assert expected.words[0][1] == pytest.approx(one, rel=1e-4)
    assert expected.words[1][1] == pytest.approx(two, rel=1e-4)
    assert expected.probability == pytest.approx(math.prod(one + two), rel=1e-4)


def test_what_cannot_be_asked_is_said(loaded: LoadedModel, tmp_path: Path) -> None:
    chat = Chat(loaded)
    with pytest.raises(ValueError, match="no \\[words\\]"):
        chat.expects(TALK, "你好。")
    long = [Message("user", "今天天气很好。" * 40)]
    with pytest.raises(ValueError, match="max_seq_len"):
        chat.answer(long)
    with pytest.raises(ValueError, match="do not fit"):
        chat.expects(long, "[好]")
    dumb = load(save_folder(hugging_face("llama"), tmp_path / "llama"), device="cpu")
    with pytest.raises(ValueError, match="cannot hold a chat"):
        Chat(dumb)


def test_a_model_that_never_saw_a_turn_closed_is_told_apart(loaded: LoadedModel) -> None:
    assert not Chat(loaded).answers_and_stops()
    assert not Chat(load("classroom-base", device="cpu")).answers_and_stops()
