"""What every command of ``lesson-kit`` is made of."""

from __future__ import annotations

import argparse

__all__ = ["add_command", "positive"]


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
