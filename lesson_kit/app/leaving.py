"""Ending a process in which pictures may still be computing.

A thread that is inside torch while Python takes itself apart ends the whole process with an abort.
So the work is asked to stop first, and if some of it does not look up, Python is left as it is.
"""

from __future__ import annotations

import os
import sys
import threading
import time

from lesson_kit.show.widgets.worker import Worker

__all__ = ["end_work", "leave"]


def end_work(patience: float = 2.0) -> bool:
    """Stop every picture's work, wait at most ``patience`` seconds; whether no thread is left.

    Threads of marimo's windows count too: they run the cells.
    """
    end = time.monotonic() + patience
    for thread in threading.enumerate():
        if isinstance(thread, Worker):
            thread.stop()
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(max(0.0, end - time.monotonic()))
    return threading.active_count() == 1


def leave(code: int = 0) -> None:
    """Return if nothing is computing any more; otherwise end the process here, with ``code``."""
    if not end_work():
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)
