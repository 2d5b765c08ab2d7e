"""The measurements of one page, one after the other, and how long those before it will take."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

__all__ = ["Turn", "Turns"]


@dataclass(eq=False)
class Turn:
    """One measurement in the line: its work, and how fast the part that is done went.

    ``timed`` and ``seconds`` count only work during which nobody else held the clock.
    """

    stopped: Callable[[], bool]
    work: float = 0.0
    done: float = 0.0
    timed: float = 0.0
    seconds: float = 0.0

    def add(self, work: float, seconds: float, *, shared: bool) -> None:
        """So much work more is done; ``shared``: somebody else was measuring in the meantime."""
        self.done += work
        if not shared:
            self.timed += work
            self.seconds += seconds


class Turns:
    """Who measures now and who waits. A page's measurements never run side by side: they would
    only spoil each other's figures."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._line: list[Turn] = []
        self._rate: float | None = None  # seconds for one unit of work, as last seen

    @contextmanager
    def join(self, stopped: Callable[[], bool]) -> Iterator[Turn]:
        """Stand at the end of the line; leave it at the end of the block."""
        turn = Turn(stopped)
        with self._changed:
            self._line.append(turn)
        try:
            yield turn
        finally:
            with self._changed:
                self._rate = self._pace(turn)
                self._line.remove(turn)
                self._changed.notify_all()

    def mine(self, turn: Turn, *, patience: float) -> bool:
        """Whether nobody stands before ``turn``, after at most ``patience`` seconds of waiting.

        Whoever was stopped does not count: their thread may be gone without a word.
        """
        with self._changed:
            return self._changed.wait_for(lambda: not self._before(turn), timeout=patience)

    def left(self, turn: Turn) -> float | None:
        """Seconds until ``turn`` is done, all before it included; None while nobody knows."""
        with self._changed:
            every = [self._seconds_left(one) for one in (*self._before(turn), turn)]
        known = [one for one in every if one is not None]
        return sum(known) if len(known) == len(every) else None

    def _before(self, turn: Turn) -> list[Turn]:
        return [one for one in self._line[: self._line.index(turn)] if not one.stopped()]

    def _pace(self, turn: Turn) -> float | None:
        return turn.seconds / turn.timed if turn.timed else self._rate

    def _seconds_left(self, turn: Turn) -> float | None:
        pace = self._pace(turn)
        if pace is None:  # the first piece of the first in the line: its pace is everybody's
            pace = next((p for p in map(self._pace, self._line) if p is not None), None)
        return None if pace is None else pace * max(0.0, turn.work - turn.done)
