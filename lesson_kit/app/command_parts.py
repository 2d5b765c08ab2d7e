"""What every command of ``lesson-kit`` is made of."""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path

__all__ = ["add_command", "check_model", "positive", "quoted", "said"]


def add_command(
    commands: argparse._SubParsersAction, name: str, says: str, example: str
) -> argparse.ArgumentParser:
    """A command with its one-line help and an example."""
    return commands.add_parser(
        name,
        help=says,
        description=says,
        epilog=f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def positive(text: str) -> int:
    """A whole number above 0, for argparse."""
    if text.isascii() and text.isdigit() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")


def check_model(model: str) -> None:
    """Say before any work that a model is not there; whether it is sound shows when it is loaded.

    Raises FileNotFoundError for a folder, ModelNotFoundError for a name, with the names there are.
    """
    if model == "classroom-base" or Path(model).is_dir():
        return
    if os.sep in model or "/" in model or model.startswith("."):
        raise FileNotFoundError(f"there is no model folder {model} · 没有 {model} 这个模型文件夹")
    from lesson_kit.weights.registry import folder_of  # torch comes with it: not for the default

    folder_of(model)


def quoted(path: Path) -> str:
    """A path as one types it into this system's terminal, blanks and all."""
    if sys.platform == "win32":
        return subprocess.list2cmdline([str(path)])
    return shlex.quote(str(path))


def said(error: BaseException) -> str:
    """An error as one line: in both languages if it knows them, with the file that it is about."""
    both = [getattr(error, lang, None) for lang in ("en", "zh")]
    if all(isinstance(one, str) for one in both):
        text = " · ".join(map(str, both))
    elif isinstance(error, OSError) and error.strerror and type(error).__str__ is OSError.__str__:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    else:
        text = str(error)
    return " ".join(text.split()) or type(error).__name__
