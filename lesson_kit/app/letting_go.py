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
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["collected_apart", "give_back", "hold_pictures_weakly", "watch_for_leavers"]

_LOG = logging.getLogger("lesson_kit.page")
#: Seconds between two looks at how many windows are open.
LOOK = 5.0
#: New objects after which garbage is looked for; opening chapter 05 makes some 40,000.
MANY = 300_000


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
    if sys.platform == "linux":
        try:
            ctypes.CDLL("libc.so.6").malloc_trim(0)
        except (OSError, AttributeError):  # another C library: it keeps its own counsel
            return


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

    Also whenever enough new objects have come together that some will be garbage: until this ends,
    nobody else collects it.
    """
    with collected_apart():
        before = windows()
        while True:
            await asyncio.sleep(look)
            now = windows()
            if now < before or gc.get_count()[0] > MANY:
                await asyncio.to_thread(give_back)
            before = now
