"""Ending a process in which pictures may still be computing.

A thread that is inside torch while Python takes itself apart ends the whole process with an abort.
So the work is asked to stop first, and if some of it does not look up, Python is left as it is.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from lesson_kit.show.widgets.worker import Worker

__all__ = ["clean_exit", "end_work"]


def end_work(before: Collection[threading.Thread] = (), *, patience: float = 2.0) -> bool:
    """Stop every picture's work, wait at most ``patience`` seconds; whether no thread is left.

    Threads of marimo's windows count too: they run the cells. Those of ``before`` do not count.
    """
    end = time.monotonic() + patience
    others = [t for t in threading.enumerate() if t is not threading.current_thread()]
    others = [thread for thread in others if thread not in before]
    for thread in others:
        if isinstance(thread, Worker):
            thread.stop()
    for thread in others:
        thread.join(max(0.0, end - time.monotonic()))
    return not any(thread.is_alive() for thread in others)


@contextmanager
def clean_exit() -> Iterator[None]:
    """Around the whole life of a server: if it left work that does not stop, exit here with 0."""
    before = set(threading.enumerate())
    yield
    if not end_work(before):
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(0)
