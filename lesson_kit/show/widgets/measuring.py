"""Pictures of measurements: recorded ones are simply shown, new ones are made at a button press."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import traitlets

from lesson_kit.show.widgets.working import WorkingWidget

__all__ = ["Bench", "CacheLanes", "Measure"]

#: A request, and stopped() -> ``progress`` messages, then ``result`` or ``error``.
Measure = Callable[[Mapping[str, Any], Callable[[], bool]], Iterator[Mapping[str, Any]]]


class _Measuring(WorkingWidget):
    """A picture whose numbers can be measured again here.

    A progress message holds ``done`` and ``total`` (work), ``left`` (seconds, with what goes before
    it), ``queued`` (True while another measurement of this page goes first) and ``shared`` (True
    while somebody else measures on this machine too).

    notice: one sentence to begin with. halted(): called when the learner stops a measurement, and
    not when the picture goes away with one running.
    """

    notice = traitlets.Unicode("").tag(sync=True)

    _halted: Callable[[], None] | None = None

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        said: dict[str, Any] = content if isinstance(content, dict) else {}
        if said.get("kind") == "stop" and not said.get("gone") and self._halted:
            self._halted()
        super()._receive(_widget, content, _buffers)

    def _messages(
        self, request: Mapping[str, Any], stopped: Callable[[], bool]
    ) -> Iterator[Mapping[str, Any]]:
        assert self._answer is not None
        return self._answer(request, stopped)


class CacheLanes(_Measuring):
    """Which positions are computed at each step, without and with a cache, side by side.

    examples: ``label``, ``text`` and ``histories`` (which numbers of earlier tokens fit). runs: by
    ``"example:history"``, each with ``history``, ``question`` and ``answer`` (token entries; the
    prompt is history + question long), ``no`` and ``yes`` ([median, lowest, highest] seconds of
    each step), ``bytes`` (cache after each step), ``same``, ``repeats``, ``on`` (machine, in
    words), ``kind`` ("recorded" or "measured"); more may come later. measuring: what stands in the
    picture's place until the first run is there. shape: ``L G D width`` of the model. typed: what
    stands in the entry for an own beginning; an example with ``own`` is what came of it.
    """

    js = ("lesson.js", "measuring.js", "cache_lanes_parts.js", "cache_lanes.js")
    css = ("lesson.css", "cache_lanes.css")

    examples = traitlets.List(traitlets.Dict()).tag(sync=True)
    runs = traitlets.Dict().tag(sync=True)
    shape = traitlets.Dict().tag(sync=True)
    first = traitlets.Int(0).tag(sync=True)
    typed = traitlets.Unicode("").tag(sync=True)
    measuring = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        examples: Sequence[Mapping[str, Any]],
        runs: Mapping[str, Mapping[str, Any]],
        *,
        lang: str,
        shape: Mapping[str, int],
        first: int = 40,
        typed: str = "",
        measuring: str = "",
        notice: str = "",
        halted: Callable[[], None] | None = None,
        measure: Measure | None = None,
        live: bool = True,
        source: str = "",
        title: str = "",
    ) -> None:
        if not examples or not (runs or live):
            raise ValueError("the lanes need at least one prepared text, and a run of it")
        super().__init__(
            lang=lang,
            live=live and measure is not None,
            examples=[dict(one) for one in examples],
            runs={key: dict(run) for key, run in runs.items()},
            shape=dict(shape),
            first=first,
            typed=typed,
            measuring=measuring,
            notice=notice,
            source=source,
            title=title,
        )
        self._halted = halted
        self._wire(measure)


class Bench(_Measuring):
    """A measurement as charts, figures and a table; the button makes it again on this machine.

    result: ``panels`` (each ``title``, ``x`` and ``y`` with ``label`` and ``log``, ``series``:
    dicts of ``name``, ``mark`` ("square", "circle", "triangle", "diamond" or "none"), ``dash``
    (True, or lengths as in SVG's stroke-dasharray) and ``points``, lists [x, y, low, high]);
    ``facts`` (``label``, ``value``, ``unit``, ``how``); ``table`` (``head``, ``rows``); ``says``,
    one sentence; ``rows`` for the CSV file; ``on`` machine; ``kind``. Empty while there is none.
    about: what stands in the caption. estimate: how long a run here will take, in words.
    """

    js = ("lesson.js", "measuring.js", "bench_chart.js", "bench.js")
    css = ("lesson.css", "bench.css")

    key = traitlets.Unicode("").tag(sync=True)
    result = traitlets.Dict().tag(sync=True)
    about = traitlets.Unicode("").tag(sync=True)
    estimate = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        result: Mapping[str, Any],
        *,
        lang: str,
        key: str,
        about: str,
        estimate: str = "",
        notice: str = "",
        halted: Callable[[], None] | None = None,
        measure: Measure | None = None,
        live: bool = True,
        source: str = "",
        title: str = "",
    ) -> None:
        super().__init__(
            lang=lang,
            live=live and measure is not None,
            result=dict(result),
            key=key,
            about=about,
            estimate=estimate,
            notice=notice,
            source=source,
            title=title,
        )
        self._halted = halted
        self._wire(measure)
