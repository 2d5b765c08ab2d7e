"""Chapter 11 on its way to the page: what is known at once, and what the pictures ask for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from html import escape
from typing import Any, TypeVar

from lesson_kit.app import picker
from lesson_kit.app.guard import UnusableTextError
from lesson_kit.app.header import Page
from lesson_kit.app.window_before import notes, system_lines
from lesson_kit.app.window_board import BoardRuns
from lesson_kit.app.window_entries import LONGEST_SUMMARY, choices, read_entry
from lesson_kit.app.window_lesson import Plain
from lesson_kit.app.window_recall import RecallPoint, recall_points, recall_result, recall_work
from lesson_kit.app.window_talk import OwnTalk
from lesson_kit.app.window_ways import Scene, Way, edited_note, follow_ups, summaries
from lesson_kit.show.html import Html, callout, rich
from lesson_kit.show.widgets.window_view import RequestView, WindowView
from lesson_kit.show.words import Lang
from lesson_kit.weights import LoadedModel

__all__ = ["WindowRuns", "chat_offer", "remembering"]

_TALK, _SUMMARY = "11-talk", "11-summary-text"  # under which the window keeps the learner's own

Picture = TypeVar("Picture", WindowView, RequestView)


class WindowRuns(BoardRuns):
    """All of the chapter's pictures for one page: blackboard, questions, measurement."""

    def __init__(self, loaded: LoadedModel, lang: Lang, *, compute: bool = False) -> None:
        super().__init__(loaded, lang, compute=compute)
        self._summary = ""  # written by the learner
        self._keep_summary: Callable[[str], None] = lambda text: None

    @classmethod
    def of(cls, page: Page) -> WindowRuns:
        """The chapter's pictures for this page, with what was said and written in this window
        before its language or model was switched.
        """
        runs = cls(page.model, page.lang, compute=page.static)
        said = page.kept(_TALK, ())
        runs.own = OwnTalk(runs.lesson, page.lang, said, changed=page.keep(_TALK))
        runs._summary, runs._keep_summary = page.kept(_SUMMARY, ""), page.keep(_SUMMARY)
        return runs

    # ── a question in several ways ───────────────────────────────────────────
    @cached_property
    def _scenes(self) -> dict[str, list[Scene]]:
        return {
            "summary": [summaries(self.lang)], "follow_up": follow_ups(self.lang),
            "notes": notes(self.lang), "system": system_lines(self.lang),
        }  # fmt: skip

    def scenes(self, name: str) -> list[Plain]:
        """The scenes of one picture: "summary", "follow_up", "notes" or "system"."""
        found = [scene.plain(self._lesson_now) for scene in self._scenes[name]]
        if name == "summary" and self._summary:
            found[0]["variants"].append(self._own_way()(self._lesson_now))
        for scene in found:
            for variant in scene["variants"] if not self.chats else ():
                variant.pop("outcome", None)
        return found

    def _own_way(self) -> Way:
        text = self._summary
        return lambda lesson: edited_note(lesson, text, self.lang)

    def ask_scenes(self, name: str) -> Callable[..., Iterator[Plain]]:
        """What answers that picture: "scene" asks for all ways, "edit" for a changed summary."""

        def answer(request: Mapping[str, Any], *_: object) -> Iterator[Plain]:
            job = {"scene": self._whole_scene, "edit": self._edited}.get(str(request.get("what")))
            yield from self._told(job, {**request, "name": name})

        return answer

    def _whole_scene(self, request: Mapping[str, Any]) -> Iterator[Plain]:
        place = request.get("scene")
        scenes = self._scenes[request["name"]]
        number = place if isinstance(place, int) and 0 <= place < len(scenes) else 0
        ways = scenes[number].ways
        if request["name"] == "summary" and self._summary:
            ways = (*ways, self._own_way())
        for i, way in enumerate(ways):
            yield {"kind": "progress", "done": i, "total": len(ways)}
            yield {"kind": "variant", "scene": number, "place": i, "value": way(self.lesson)}
        yield {"kind": "done"}

    def _edited(self, request: Mapping[str, Any]) -> Iterator[Plain]:
        text = str(request.get("text") or "")
        if not text.strip():
            raise UnusableTextError(
                zh="摘要是空的。写一句再问。", en="The summary is empty. Write something first."
            )
        chat = self.answers.chat
        text, note = read_entry(text, chat, most=LONGEST_SUMMARY, room=chat.window, lang=self.lang)
        self._summary = text
        self._keep_summary(text)
        yield {"kind": "progress", "done": 0, "total": 1}
        yield {"kind": "variant", "scene": 0, "place": -1, "value": self._own_way()(self.lesson)}
        yield {"kind": "done", "say": note}

    # ── lost in the middle ───────────────────────────────────────────────────
    def recall(self) -> Plain:
        """The recorded measurement by position, measured now with ``compute``; {} if none."""
        recorded = self.answers.recorded_recall.get(self.lang)
        if recorded:
            points = [RecallPoint(n, place, tuple(p), tuple(r)) for n, place, p, r in recorded]
        elif self._compute:
            points = self.recall_points()
        else:
            return {}
        return {**recall_result(points, self.lang), "kind": "recorded", "on": ""}

    def recall_points(self) -> list[RecallPoint]:
        """Recall by position and length, measured now."""
        return [point for _, point in recall_points(self.answers, self.lang) if point]

    def ask_recall(self, request: Mapping[str, Any], *_: object) -> Iterator[Plain]:
        """Measure recall by position and length, telling how far it is."""

        def measure(_request: Mapping[str, Any]) -> Iterator[Plain]:
            if not self.chats:
                raise UnusableTextError(
                    zh="这个模型不会回答问题，量不出来。请换成会聊天的模型。",
                    en="This model does not answer questions, so there is nothing to measure. "
                    "Choose one that can chat.",
                )
            if not recall_work(self.answers, self.lang):
                raise UnusableTextError(
                    zh="这个模型的窗口太小，连最短的对话也装不下，量不出来。",
                    en="This model's window is too small for even the shortest conversation, so "
                    "there is nothing to measure.",
                )
            total, done, started = recall_work(self.answers, self.lang), 0, time.monotonic()
            points = []
            for read, point in recall_points(self.answers, self.lang):
                if point:
                    points.append(point)
                    continue
                done += read
                spent = time.monotonic() - started
                left = spent / done * (total - done) if spent > 0.4 else None
                yield {"kind": "progress", "done": done, "total": total, "left": left}
            yield {
                "kind": "result",
                "result": {**recall_result(points, self.lang), "kind": "measured", "on": ""},
            }

        yield from self._told(measure, request)


def remembering(page: Page, name: str, picture: Picture) -> Picture:
    """The picture as it was left in this window, kept from now on under ``name``."""
    keep = page.keep(f"11-{name}")
    picture.kept = page.kept(f"11-{name}", {})
    picture.observe(lambda change: keep(choices(change["new"])), "kept")
    return picture


def chat_offer(page: Page) -> Html:
    """What a page says on a model that only continues text: why, and which model to choose."""
    name = page.model_name
    said = page.t(
        f"「{name}」只学过续写，没学过一问一答，所以下面没有它的回答；块和词元数照样是真的。",
        f"{name} has only learned to continue text, not to answer, so there are no answers of its "
        "below; blocks and token counts are real all the same.",
    )
    offer = ""
    chat = picker.chat_model()
    if chat and page.live:
        words = page.t("换成会聊天的课堂模型", "Switch to the classroom model that can chat")
        offer = (
            f' <a href="{escape(page.way.model(chat))}" data-lk-choice="model={chat}">{words}</a>'
        )
    return callout(rich(escape(said) + offer))
