"""Work a page does after it is shown, on a thread of its own.

marimo runs a page's cells one after another, and what the learner does in the meantime waits until
the last one has ended. So a cell shows its picture and ends; numbers that take long come later, and
a sentence typed while they are being computed is answered at once.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import marimo as mo

from lesson_kit.app.guard import explain
from lesson_kit.show.words import Lang

__all__ = ["Tick", "run_later"]

_LOG = logging.getLogger("lesson_kit.page")

#: Called by the work between its steps; it does not return where nobody waits any more.
Tick = Callable[[], object]


class _NobodyWaitsError(Exception):
    """The cell that asked has run again, or its page is closed."""


def run_later(
    work: Callable[[Tick], None],
    *,
    lang: Lang,
    turn: threading.Lock,
    at_once: bool,
    failed: Callable[[str], None],
) -> None:
    """Call ``work(tick)``, on a thread and returning at once, or with ``at_once`` here and now.

    ``turn``: pieces of work with the same lock wait for each other. ``failed`` gets one sentence in
    the learner's language if the work raises.
    """

    def run(tick: Tick) -> None:
        try:
            with turn:
                tick()
                work(tick)
        except _NobodyWaitsError:
            return
        except Exception as error:  # on its own thread nobody else would hear of it
            _LOG.exception("a measurement failed")
            failed(explain(error, lang))

    if at_once:
        run(lambda: None)
        return

    kernel = threading.current_thread()  # each learner's page has one, and it ends with the page

    def target() -> None:
        me = mo.current_thread()

        def tick() -> None:
            if me.should_exit or not kernel.is_alive():
                raise _NobodyWaitsError

        run(tick)

    mo.Thread(target=target, name="later", daemon=True).start()
