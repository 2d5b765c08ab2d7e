"""A learner's own file: read as texts and conversations, mixed in, refused with a reason."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from lesson_kit.app.command_line import main
from lesson_kit.corpus import own
from lesson_kit.text.chat import Message

PAGE = """\ufeffOur school stands by the river.

学校的校训是“做中学”。

user: What is the motto?
assistant: Learn by doing.
And never stop.
user: Thanks
assistant: You are welcome.

系统：只用中文。
用户：校训是什么？
助手：做中学。
"""


def test_a_file_is_texts_and_conversations(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text(PAGE, encoding="utf-8")
    mine = own.read(path)
    assert [(one.text, one.lang) for one in mine.texts] == [
        ("Our school stands by the river.", "en"), ("学校的校训是“做中学”。", "zh"),
    ]  # fmt: skip
    first, second = mine.talks
    assert first.messages[1] == Message("assistant", "Learn by doing.\nAnd never stop.")
    assert [m.role for m in second.messages] == ["system", "user", "assistant"]
    assert (first.lang, second.lang) == ("en", "zh")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds no text"), (b"  \n\n ", "holds no text"), (b"\xff\xfe\x00", "not UTF-8"),
        (b"a text\n\nuser: hi\n", "line 3.*does not end with the assistant"),
    ],
)  # fmt: skip
def test_what_cannot_be_learned_is_refused_with_its_reason(
    tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "own.txt"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=said):
        own.read(path)


def test_own_pieces_come_equally_often_and_leave_the_rest_as_it_was() -> None:
    told = list(itertools.islice(own.among(iter(range(10_000)), [-1, -2, -3], 4, 0.3), 3000))
    counts = [told.count(n) for n in (-1, -2, -3)]
    assert max(counts) - min(counts) <= 1 and 800 < sum(counts) < 1000
    assert [n for n in told if n >= 0] == list(range(3000 - sum(counts)))
    assert list(itertools.islice(own.among(iter("abc"), [], 4), 3)) == ["a", "b", "c"]


def test_the_command_refuses_a_bad_file_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "empty.txt"
    path.write_text("\n", encoding="utf-8")
    out = tmp_path / "run"
    assert main(["train", "classroom-chat", "--own", str(path), "--out", str(out)]) == 1
    assert "holds no text" in capsys.readouterr().err and not out.exists()
    assert main(["train", "classroom-base", "--own", str(tmp_path / "none.txt")]) == 1
    assert "none.txt" in capsys.readouterr().err
