"""A window that has gone leaves nothing behind: its pictures are let go, its memory given back.

ipywidgets lists every widget ever made, so that a message finds its widget, and marimo keeps two
lists of its own. Each of them holds what it lists. In a notebook of one person that is no harm; a
server that meets thirty learners a day would keep the pictures of all of them. Here the lists
become weak: a picture lives as long as its page does, and after a page has gone the memory is
handed back to the system.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import os
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["collected_apart", "give_back", "hold_pictures_weakly", "watch_for_leavers"]

_LOG = logging.getLogger("lesson_kit.page")
#: Seconds between two looks at how many windows are open.
LOOK = 5.0
#: New objects after which garbage is looked for among them; a window has some 10,000 or more.
MANY = 100_000
#: Times that only the new objects are looked through before all of them are.
YOUNG = 10
#: Bytes by which memory grows before what is free of it is handed back in a quiet moment.
GROWN = 40_000_000
#: Share of a core in use below which it is quiet.
QUIET = 0.2
#: Bytes of a piece that is kept apart: smaller ones come and go in every step of a model.
LARGE = 1 << 20


class _OnThePicture:
    """marimo's list of picture → element, kept on the picture itself, and gone with it."""

    def add(self, picture: Any, element: Any) -> None:
        picture._lesson_kit_element = element

    def get(self, picture: Any) -> Any:
        return getattr(picture, "_lesson_kit_element", None)


class _Listed(weakref.WeakValueDictionary[str, Any]):
    """What is listed may be gone before it is taken off the list."""

    def pop(self, key: str, *default: Any) -> Any:
        return super().pop(key, *(default or (None,)))


def hold_pictures_weakly() -> None:
    """Make the three lists weak; says so in the log if this marimo keeps them elsewhere.

    Done once, before the first page. Pictures made earlier stay where they are.
    """
    try:
        from ipywidgets.widgets import widget
        from marimo._plugins.ui._impl import from_anywidget
        from marimo._plugins.ui._impl.anywidget.init import WIDGET_COMM_MANAGER

        listed: Any = widget._instances
        comms: Any = WIDGET_COMM_MANAGER.comms
        from_anywidget._cache  # noqa: B018  (is it there?)
    except (ImportError, AttributeError):
        _LOG.warning("this marimo keeps its pictures elsewhere: memory is not given back")
        return
    if not isinstance(comms, _Listed):
        widget._instances = _Listed(listed)
        WIDGET_COMM_MANAGER.comms = _Listed(comms)  # type: ignore[assignment]
        from_anywidget._cache = _OnThePicture()  # type: ignore[assignment]


def give_back() -> None:
    """Free what nobody holds any more, and hand the memory back where the system lets us."""
    gc.collect()
    hand_back()


def hand_back() -> None:
    """Hand the memory back that is free already: the C library keeps it, one heap per thread.

    Whoever needs memory meanwhile waits, seconds in a full class: for a quiet moment.
    """
    _c_library("malloc_trim", 0)


def keep_large_pieces_apart() -> None:
    """From now on a piece of a megabyte or more goes back to the system as soon as it is free.

    Else the C library raises that limit whenever a larger piece is freed, and each page's thread
    keeps holes of the size of a whole weight matrix.
    """
    _c_library("mallopt", -3, LARGE)  # M_MMAP_THRESHOLD


def _c_library(name: str, *arguments: int) -> None:
    if sys.platform == "linux":
        try:
            getattr(ctypes.CDLL("libc.so.6"), name)(*arguments)
        except (OSError, AttributeError):  # another C library: it keeps its own counsel
            return


def resident() -> int:
    """Bytes of this process in memory; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


@contextmanager
def collected_apart() -> Iterator[None]:
    """Inside, Python's garbage is collected by `watch_for_leavers` alone, on a thread of its own.

    A collection in the middle of whatever runs lets other threads in there. CPython 3.11 then takes
    one window's half-read syntax tree for another's: "AST constructor recursion depth mismatch".
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


async def watch_for_leavers(windows: Callable[[], int], *, look: float = LOOK) -> None:
    """Whenever there are fewer `windows` than at the last look, give their memory back.

    Until this ends nobody else collects garbage: when enough new objects have come together they
    are looked through, mostly they alone: a look at all of a class's pages holds everybody up.
    And when memory has grown, what is free of it is handed back as soon as nobody computes.
    """
    keep_large_pieces_apart()
    with collected_apart():
        before, held, spent = windows(), resident(), time.process_time()
        while True:
            await asyncio.sleep(look)
            now, used = windows(), time.process_time()
            if now < before:
                await asyncio.to_thread(give_back)
                held = resident()
            elif gc.get_count()[0] > MANY:
                young = gc.get_count()[2] < YOUNG
                await asyncio.to_thread(gc.collect, 1 if young else 2)
            if used - spent <= QUIET * look and resident() > held + GROWN:
                await asyncio.to_thread(hand_back)
                held = resident()
            before, spent = now, time.process_time()
