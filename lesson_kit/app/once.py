"""Numbers of the prepared examples: worked out for the first learner, then there for everybody.

They depend on the model and the example alone. Thirty learners who open a chapter together wait
for one calculation, not for thirty, and all their windows hold the same arrays.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import marimo as mo

__all__ = ["once"]

T = TypeVar("T")


class _Result:
    def __init__(self) -> None:
        self.lock = threading.Lock()  # whoever comes while it is being made waits here
        self.made = False
        self.value: Any = None


_of_model: WeakKeyDictionary[Any, dict[Hashable, _Result]] = WeakKeyDictionary()
_lock = threading.Lock()


def once(make: Callable[..., T], loaded: Any, *what: Hashable, **how: Any) -> T:
    """``make(loaded, *what, **how)``, kept with the model while a course is served.

    Only for what every learner gets alike, never for a typed text: nothing is thrown away as long
    as the model is in use. ``how`` (a ``tick``, say) does not make a different result. The result
    is shared between windows, so nobody may change it. An exception reaches the caller it happened
    to, and the next one tries again. In ``marimo edit`` nothing is kept: there the code itself may
    change at any moment.
    """
    if mo.app_meta().mode != "run":
        return make(loaded, *what, **how)
    with _lock:
        results = _of_model.setdefault(loaded.model, {})
        result = results.setdefault((make, *what), _Result())
    with result.lock:
        if not result.made:
            result.value = make(loaded, *what, **how)
            result.made = True
        return result.value
