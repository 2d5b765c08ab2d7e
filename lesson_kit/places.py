"""Where the course's own files lie: in a checkout, an editable install and a wheel alike.

A wheel carries the chapters and assets in ``lesson_kit/_course``; a checkout has them at the
top of the repository, beside the package.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["asset", "cache_dir", "course_dir", "notebooks_dir"]

_PACKAGE = Path(__file__).resolve().parent


def course_dir() -> Path:
    """The folder that holds ``notebooks/`` and ``assets/``."""
    packed = _PACKAGE / "_course"
    return packed if packed.is_dir() else _PACKAGE.parent


def asset(*parts: str) -> Path:
    """Path of a file or folder under ``assets/``; it need not exist.

    Raises ValueError if the parts lead out of ``assets/``.
    """
    root = course_dir() / "assets"
    path = root.joinpath(*parts)
    if not path.resolve().is_relative_to(root.resolve()):
        raise ValueError(f"{'/'.join(parts)} leads out of the assets folder")
    return path


def notebooks_dir() -> Path:
    """The folder with one marimo notebook per chapter."""
    return course_dir() / "notebooks"


def cache_dir() -> Path:
    """The user's own folder for fetched models; not created here.

    ``LESSON_KIT_CACHE`` names another one; otherwise the system's usual place for caches.
    """
    chosen = os.environ.get("LESSON_KIT_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "lesson-kit"
