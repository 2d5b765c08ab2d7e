"""Work that a picture asks for, on a thread of its own: it can be held, stopped, and never outlives
the page that asked."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

__all__ = ["UNANSWERED", "Worker"]

_LOG = logging.getLogger("lesson_kit.page")

#: Seconds without a word from the page after which nobody is there any more.
PATIENCE = 30.0
PATIENCE_WHILE_HELD = 180.0  # a hidden tab may say a word only once a minute
UNANSWERED = 3.0  # seconds after which work waits for the page's answer to what it sent


class Worker(threading.Thread):
    """Send each message of ``messages`` to the page, with the request's ``number``.

    The page says a word (``heard``) now and then, also while the work is held; without one for
    ``patience`` seconds the thread ends by itself, so a closed window leaves nothing running.
    unanswered: for a page that answers every message: where the answer is that many seconds late,
    the work waits for it, and a window that was closed costs nothing from then on. gone: whether
    the picture was taken off the page; then the work ends at once.
    After ``stop`` nothing more is sent; ``stopped``, if given, is set then, so that the work itself
    can see it in the middle of a long piece.
    """

    def __init__(
        self,
        messages: Iterator[Mapping[str, Any]],
        send: Callable[[dict[str, Any]], None],
        *,
        number: object = None,
        name: str = "work",
        patience: float = PATIENCE,
        patience_while_held: float = PATIENCE_WHILE_HELD,
        unanswered: float = math.inf,
        gone: Callable[[], bool] = lambda: False,
        stopped: threading.Event | None = None,
    ) -> None:
        super().__init__(name=name, daemon=True)
        self._messages, self._send, self._number = messages, send, number
        self._patience, self._patience_while_held = patience, patience_while_held
        self._unanswered, self._gone = unanswered, gone
        self._stopped, self._going = stopped or threading.Event(), threading.Event()
        self._going.set()
        self._last_heard = time.monotonic()
        self._waits_since: float | None = None  # when the first message without an answer was sent
        self._answered = threading.Event()

    def run(self) -> None:
        try:
            for message in self._messages:
                if not self._may_go_on():
                    return
                self._answered.clear()
                self._waits_since = self._waits_since or time.monotonic()
                self._send({**message, "number": self._number})
        except Exception:  # nobody else would hear of it, and the page would wait for ever
            _LOG.exception("work on a thread of its own failed")
            if not self._over():
                self._send({"kind": "error", "say": "", "number": self._number})

    def _may_go_on(self) -> bool:
        while not self._going.wait(timeout=min(1.0, self._patience_while_held)):
            if self._over() or self._silence() > self._patience_while_held:
                return False
        while not self._over() and self._silence() < self._patience:
            since = self._waits_since
            if since is None or time.monotonic() - since < self._unanswered:
                return True
            self._answered.wait(timeout=min(0.5, self._patience))
        return False

    def _over(self) -> bool:
        return self._stopped.is_set() or self._gone()

    def _silence(self) -> float:
        return time.monotonic() - self._last_heard

    def heard(self) -> None:
        """The page is still there."""
        self._last_heard, self._waits_since = time.monotonic(), None
        self._answered.set()

    def hold(self, on: bool) -> None:
        """Wait before the next message, or go on."""
        self.heard()
        self._going.clear() if on else self._going.set()

    def stop(self) -> None:
        """End after the message in work, or sooner if the work looks; returns at once."""
        self._stopped.set()
        self._going.set()
        self._answered.set()
