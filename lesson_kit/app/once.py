"""What every learner gets alike: worked out for the first one, then there for everybody.

The numbers of a prepared example depend on the model and the example alone, a chart on the numbers
in it. Thirty learners who open a chapter together wait for one calculation, not for thirty, and
their windows hold the same arrays. Only while a course is served: in ``marimo edit`` the code
itself may change at any moment, so there nothing is kept.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import marimo as mo
import numpy as np
import pandas as pd
from marimo._output.formatting import try_format

__all__ = ["drawn", "once", "once_for_all"]

T = TypeVar("T")


class _Result:
    def __init__(self) -> None:
        self.lock = threading.Lock()  # whoever comes while it is being made waits here
        self.made = False
        self.value: Any = None

    def get(self, make: Callable[[], Any]) -> Any:
        with self.lock:
            if not self.made:
                self.value = make()
                self.made = True
            return self.value


_lock = threading.Lock()
_of_model: WeakKeyDictionary[Any, dict[Hashable, _Result]] = WeakKeyDictionary()
_of_no_model: dict[Hashable, _Result] = {}
_charts: OrderedDict[Hashable, _Result] = OrderedDict()
_MOST_CHARTS = 200  # 30 to 200 kB each; the course has about 20 in two languages


def once(make: Callable[..., T], loaded: Any, *what: Any, **how: Any) -> T:
    """``make(loaded, *what, **how)``, kept with the model.

    Never for a typed text: nothing is thrown away as long as the model is in use. ``how`` (a
    ``tick``, say) does not make a different result. Windows share the result, so nobody may change
    it. An exception reaches the caller it happened to, and the next one tries again.
    """
    if not _served():
        return make(loaded, *what, **how)
    key = (make, _content(what))
    with _lock:
        result = _of_model.setdefault(loaded.model, {}).setdefault(key, _Result())
    return result.get(lambda: make(loaded, *what, **how))


def once_for_all(make: Callable[..., T], *what: Any) -> T:
    """``make(*what)``, which asks no model anything; the same rules."""
    if not _served():
        return make(*what)
    key = (make, _content(what))
    with _lock:
        result = _of_no_model.setdefault(key, _Result())
    return result.get(lambda: make(*what))


def drawn(make: Callable[..., Any], *numbers: Any, **ways: Any) -> Any:
    """The chart ``make(*numbers, **ways)``, ready to be shown as the last thing in a cell.

    A chart of the same numbers is drawn once: building one and writing it as JSON takes longer than
    most of the numbers in it. The least recently shown ones are dropped.
    """
    if not _served():
        return make(*numbers, **ways)
    key = (make, _content(numbers), _content(ways))
    with _lock:
        result = _charts.setdefault(key, _Result())
        _charts.move_to_end(key)
        while len(_charts) > _MOST_CHARTS:
            _charts.popitem(last=False)
    return result.get(lambda: _Drawn(make(*numbers, **ways)))


class _Drawn:
    """A chart as marimo hands it to the browser."""

    def __init__(self, chart: Any) -> None:
        shown = try_format(chart)
        if shown.exception is not None:
            raise shown.exception
        data = str(shown.data)
        if shown.mimetype.endswith("+json"):  # marimo writes it over many lines, twice as long
            data = json.dumps(json.loads(data), ensure_ascii=False, separators=(",", ":"))
        self._shown = shown.mimetype, data

    def _mime_(self) -> tuple[str, str]:
        return self._shown


def _content(x: Any) -> Hashable:
    """Equal for equal numbers, wherever they lie; arrays and tables as a hash of all they hold."""
    if isinstance(x, pd.DataFrame):
        return tuple((str(name), _content(x[name].to_numpy())) for name in x.columns)
    if isinstance(x, np.ndarray):
        if x.dtype == object:
            return _content(x.tolist())
        held = hashlib.sha256(np.ascontiguousarray(x).tobytes()).digest()
        return str(x.dtype), x.shape, held
    if isinstance(x, Mapping):
        return tuple((str(key), _content(value)) for key, value in x.items())
    if isinstance(x, (list, tuple)):
        return tuple(map(_content, x))
    if is_dataclass(x) and not isinstance(x, type):
        return tuple(_content(getattr(x, field.name)) for field in fields(x))
    if isinstance(x, (str, int, float, bool, bytes, type(None), np.generic)):
        return type(x).__name__, x
    raise TypeError(f"a {type(x).__name__} cannot be compared with what was asked before")


def _served() -> bool:
    return mo.app_meta().mode == "run"
