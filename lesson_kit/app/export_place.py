"""The folder an export goes to: nothing foreign in it is lost, and it is never half written.

The new site grows in a hidden folder beside the old one and takes its place in one move.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["STAMP", "PlaceError", "check_place", "staged"]

#: The file that says: this folder is an export of ours, and these are its parts.
STAMP = "lesson-kit-export.json"


class PlaceError(OSError):
    """The folder cannot be used; the message says why and what to do."""

    def __str__(self) -> str:
        return str(self.args[0])


def check_place(out: Path) -> None:
    """Raise PlaceError unless ``out`` is new, empty, or a former export with nothing else in it."""
    if not os.path.lexists(out):
        return
    if not out.is_dir():
        raise PlaceError(f"{out} is a file; an export needs a folder of its own")
    present = {path.name for path in out.iterdir()}
    foreign = sorted(present - _own_names(out)) if present else []
    if foreign:
        more = f" and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        raise PlaceError(
            f"{out} holds {foreign[0]}{more}, which no export put there; choose an empty folder"
        )


def _own_names(out: Path) -> set[str]:
    try:
        told = json.loads((out / STAMP).read_text(encoding="utf-8"))
        return {STAMP, *told["parts"]}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


@contextmanager
def staged(out: Path, told: Mapping[str, Any]) -> Iterator[Path]:
    """A folder to build the new site in; it becomes ``out`` at the end, and only if all went well.

    ``told`` goes into the stamp. Whatever happens before the end, ``out`` stays as it was and the
    folder beside it is removed. Raises PlaceError for a place that cannot be written to or is full.
    """
    out = out.resolve()
    check_place(out)
    with _said_clearly(out):
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
        except (FileNotFoundError, FileExistsError, NotADirectoryError) as error:
            raise PlaceError(f"{out} cannot be made: {error.filename}: {error.strerror}") from error
        work = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        site = work / "site"
        with _said_clearly(out):
            site.mkdir()
            yield site
            parts = sorted(path.name for path in site.iterdir())
            stamp = json.dumps({**told, "parts": parts}, ensure_ascii=False, indent=1)
            (site / STAMP).write_text(stamp + "\n", encoding="utf-8")
            check_place(out)  # it may have changed while the pages were made
            with _uninterrupted():
                _take_place(site, out, work / "former")
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _take_place(site: Path, out: Path, former: Path) -> None:
    had = out.exists()
    if had:
        out.rename(former)
    try:
        site.rename(out)
    except OSError:
        if had:
            former.rename(out)
        raise


@contextmanager
def _said_clearly(out: Path) -> Iterator[None]:
    try:
        yield
    except PlaceError:
        raise
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise PlaceError(f"the disk of {out} is full; nothing there was changed") from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise PlaceError(f"{out} cannot be written; choose another folder") from error
        if error.errno in (errno.EBUSY, errno.EXDEV):
            raise PlaceError(f"{out} cannot be replaced; choose a folder inside it") from error
        raise


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits for the two renames: between them there would be no export at all."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
