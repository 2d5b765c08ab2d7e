"""One line in the terminal that says how far a long job is and how long it will still take."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TextIO

__all__ = ["Bar", "duration", "megabytes"]


def duration(seconds: float) -> str:
    """``75`` → ``1:15``; ``4000`` → ``1:06:40``."""
    whole = max(0, round(seconds))
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def megabytes(count: float) -> str:
    """Bytes as megabytes (10**6), one decimal."""
    return f"{count / 1e6:.1f} MB"


class Bar:
    """A progress bar on stderr: redrawn in place on a terminal, a line now and then elsewhere.

    ``show(done, total)`` draws it, with the time left worked out from the pace so far;
    ``total`` may be None while it is not known. ``note`` adds a few words at the end.
    """

    def __init__(self, title: str, stream: TextIO | None = None) -> None:
        self._title = title
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._started = time.monotonic()
        self._first: float | None = None
        self._last = -1e9
        self._width = 0

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._terminal and self._width:
            self._stream.write("\n")
            self._stream.flush()

    def show(
        self,
        done: float,
        total: float | None,
        *,
        note: str = "",
        seconds_left: float | None = None,
    ) -> None:
        """Draw ``done`` of ``total``; at most ten times a second, and always at the end."""
        now = time.monotonic()
        if self._first is None:
            self._first = done  # a job that goes on from before must not look fast
        finished = total is not None and done >= total
        if now - self._last < (0.1 if self._terminal else 10) and not finished:
            return
        self._last = now
        if seconds_left is None and total and done > self._first:
            seconds_left = (now - self._started) / (done - self._first) * (total - done)
        self._write(self._line(done, total, note, seconds_left))

    def _line(self, done: float, total: float | None, note: str, left: float | None) -> str:
        parts = [self._title]
        if total:
            share = min(1.0, done / total)
            filled = round(24 * share)
            parts.append(f"[{'#' * filled}{'.' * (24 - filled)}] {share:4.0%}")
        if note:
            parts.append(note)
        if left is not None and total and done < total:
            parts.append(f"{duration(left)} left")
        return "  ".join(parts)

    def _write(self, line: str) -> None:
        if self._terminal:
            self._stream.write("\r" + line.ljust(self._width))
            self._width = len(line)
        else:
            self._stream.write(line + "\n")
        self._stream.flush()
