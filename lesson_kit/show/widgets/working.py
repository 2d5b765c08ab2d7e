"""A picture that can ask Python for work: at most one piece of work of its own at a time."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

import traitlets

from lesson_kit.show.widgets.answering import well_formed
from lesson_kit.show.widgets.base import LessonWidget
from lesson_kit.show.widgets.worker import Worker

__all__ = ["Answer", "WorkingWidget"]

#: What the page asks for -> the messages it is sent, one after the other.
Answer = Callable[[Mapping[str, Any]], Iterator[Mapping[str, Any]]]


class WorkingWidget(LessonWidget):
    """Answers ``{"kind": "run", "number": n, ...}`` on a thread that ends with the page.

    ``source``: whose numbers these are, for the caption. ``title``: of the figure.
    ``unanswered``: of `Worker`, for a picture whose script answers every message.
    """

    unanswered: ClassVar[float] = math.inf

    source = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)

    _answer: Callable[..., Iterator[Mapping[str, Any]]] | None = None
    _worker: Worker | None = None

    def _wire(self, answer: Callable[..., Iterator[Mapping[str, Any]]] | None) -> None:
        self._answer = answer
        self.on_msg(self._receive)

    def _messages(
        self, request: Mapping[str, Any], stopped: Callable[[], bool]
    ) -> Iterator[Mapping[str, Any]]:
        """The answer to a request; stopped() turns true when nobody wants it any more."""
        assert self._answer is not None
        return self._answer(request)

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        """ "run" starts, "pause" and "resume" hold it, "stop" ends it, "heard": still there."""
        if not isinstance(content, dict) or self._answer is None:
            return
        request: dict[str, Any] = well_formed(content)
        kind = request.get("kind")
        if kind == "run":
            self.stop()
            stopped = threading.Event()
            self._worker = Worker(
                self._messages(request, lambda: stopped.is_set() or self._gone()), self.send,
                number=request.get("number"), name=type(self).__name__, stopped=stopped,
                unanswered=self.unanswered, gone=self._gone,
            )  # fmt: skip
            self._worker.start()
        elif kind == "stop":
            self.stop()
        elif self._worker is not None and kind in ("pause", "resume"):
            self._worker.hold(kind == "pause")
        elif self._worker is not None and kind == "heard":
            self._worker.heard()

    def _gone(self) -> bool:
        """Whether the cell that showed this picture has run again, or the page has ended."""
        comm: Any = self.comm  # the page is told nothing more through a channel that was closed
        return comm is None or bool(getattr(comm, "_closed", False))

    def stop(self) -> None:
        """End the work in progress, if any; its thread ends after the piece it is in."""
        if self._worker is not None:
            self._worker.stop()

    def close(self) -> None:
        """Close the picture and whatever it has running."""
        self.stop()
        super().close()
