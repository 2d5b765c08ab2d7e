"""Chapter 11's pictures: the blackboard with its request, and questions asked in several ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from lesson_kit.show.widgets.working import Answer, WorkingWidget

__all__ = ["LONGEST_LINE", "LONGEST_SUMMARY", "RequestView", "WindowView"]

LONGEST_LINE = 300  # characters of one thing said to the model
LONGEST_SUMMARY = 600  # characters of a summary written by hand


class _Asking(WorkingWidget):
    """A picture that can ask the model. chats: whether the model can hold a conversation at all.

    frame: the template as text: ``begin``, in front of each role (``system``, ``user``,
    ``assistant``), and ``end``. kind: where the answers come from, for the badge. longest:
    characters its entry takes. kept: how the learner left it, by name, so that the same picture
    can be shown again as it was: ``policy``, ``size`` (of the window, in tokens), ``view``,
    ``talk``, ``scene``, ``way`` (which one, counted from 0; talk -1 is the learner's own) and
    ``draft`` (typed and not sent yet). The picture writes it; what does not apply is passed over.
    """

    frame = traitlets.Dict().tag(sync=True)
    chats = traitlets.Bool(True).tag(sync=True)
    kind = traitlets.Unicode("").tag(sync=True)
    longest = traitlets.Int(LONGEST_LINE).tag(sync=True)
    kept = traitlets.Dict().tag(sync=True)


class WindowView(_Asking):
    """The blackboard: a conversation in a window, and four policies with the model's answers.

    conversations: ``label``, ``messages`` (``role``, ``text``, ``tokens``), ``facts`` (``name``,
    ``words``), ``right`` (answers), ``frame``, ``reserve``, ``sizes`` of the window,
    ``requests`` (``sent`` and ``dropped`` places, ``note``, ``at``, ``used``, ``needed``,
    ``refused``), ``plans`` (policy -> the request at each size), ``start`` (the size to begin
    with), and ``own`` for the learner's own, which comes last. outcomes: by
    "conversation:request", each with ``text``, ``ended``, ``p``, ``facts`` and perhaps ``note``.
    ask: answers "run" messages; see the picture's script for what it asks.
    """

    js = ("lesson.js", "request_parts.js", "window_blocks.js", "window_board.js", "window_view.js")
    css = ("lesson.css", "request.css", "window_board.css")

    conversations = traitlets.List(traitlets.Dict()).tag(sync=True)
    outcomes = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        conversations: Sequence[Mapping[str, Any]],
        outcomes: Mapping[str, Mapping[str, Any]],
        *,
        frame: Mapping[str, str],
        ask: Answer | None = None,
        live: bool = True,
        **traits: Any,
    ) -> None:
        if not conversations:
            raise ValueError("the blackboard needs at least one conversation")
        super().__init__(
            conversations=[dict(one) for one in conversations],
            outcomes={key: dict(one) for key, one in outcomes.items()},
            frame=dict(frame),
            live=live and ask is not None,
            **traits,
        )
        self._wire(ask)


class RequestView(_Asking):
    """One question asked in several ways: what each sends, and the model's answer to it.

    scenes: ``label``, ``facts``, ``start`` (the way shown first), ``says`` (the line below), and
    ``variants``: ``label``, ``messages`` (``role``, ``text``, ``tokens``, ``made``), ``used``
    tokens, perhaps ``lead`` (shown above the answer), ``says`` (the line below while this one is
    chosen), ``seen`` (what the chat shows, where that is more) and ``outcome`` (as in WindowView).
    edit: "" or what the editable message is called.
    head: above the answers. about: in the caption. says: the line below, if a scene has none.
    """

    js = ("lesson.js", "request_parts.js", "request_view.js")
    css = ("lesson.css", "request.css")

    scenes = traitlets.List(traitlets.Dict()).tag(sync=True)
    name = traitlets.Unicode("request").tag(sync=True)
    head = traitlets.Unicode("").tag(sync=True)
    about = traitlets.Unicode("").tag(sync=True)
    says = traitlets.Unicode("").tag(sync=True)
    edit = traitlets.Unicode("").tag(sync=True)
    longest = traitlets.Int(LONGEST_SUMMARY).tag(sync=True)

    def __init__(
        self,
        scenes: Sequence[Mapping[str, Any]],
        *,
        frame: Mapping[str, str],
        ask: Answer | None = None,
        live: bool = True,
        **traits: Any,
    ) -> None:
        if not scenes or not all(scene["variants"] for scene in scenes):
            raise ValueError("a picture of requests needs scenes, each with at least one request")
        super().__init__(
            scenes=[dict(one) for one in scenes],
            frame=dict(frame),
            live=live and ask is not None,
            **traits,
        )
        self._wire(ask)
