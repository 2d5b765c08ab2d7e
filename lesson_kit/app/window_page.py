"""Chapter 11 on its way to the page: what is known at once, and what the pictures ask for."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from typing import Any

from lesson_kit.app import picker
from lesson_kit.app.guard import UnusableTextError, explain
from lesson_kit.app.header import Page
from lesson_kit.app.window_answers import Answers, NotAskedError, answers_of
from lesson_kit.app.window_lesson import Plain, WindowLesson
from lesson_kit.app.window_recall import RecallPoint, recall_points, recall_result, recall_work
from lesson_kit.app.window_texts import CONVERSATIONS, Conversation
from lesson_kit.app.window_ways import (
    Scene,
    edited_note,
    follow_ups,
    notes,
    summaries,
    system_lines,
)
from lesson_kit.show.html import Html, callout, rich
from lesson_kit.show.words import Lang
from lesson_kit.text.chat import Message, Role, parts
from lesson_kit.weights import LoadedModel

__all__ = ["WindowRuns", "chat_offer"]

_LOG = logging.getLogger("lesson_kit.page")
_LONGEST_TALK = 200  # messages of a learner's own conversation
_START = 0.66  # of the whole conversation: the window to begin with


class WindowRuns:
    """The chapter's pictures for one page.

    At the beginning only what is known already is handed out (recorded, or asked by somebody else);
    with ``compute`` everything is asked first, for a page that will have no Python.
    """

    def __init__(self, loaded: LoadedModel, lang: Lang, *, compute: bool = False) -> None:
        try:
            self.answers: Answers = answers_of(loaded)
        except ValueError as error:
            raise UnusableTextError(
                zh="这个模型没有标记「谁在说话」的词元，没法聊天。请在页面上方换成课堂模型 chat。",
                en="This model has no tokens that say who speaks, so it cannot chat. Choose the "
                "classroom chat model at the top of the page.",
            ) from error
        self.loaded = loaded
        self.lang: Lang = lang
        self.lesson = WindowLesson(self.answers)
        self._compute = compute and self.chats
        self._own: list[Message] = []
        self._answer_own = ""

    @property
    def chats(self) -> bool:
        """Can this model hold a conversation?"""
        return self.answers.chats

    @property
    def frame(self) -> dict[str, str]:
        """The chat template as text: what stands before, between and after what is said."""
        tokenizer = self.loaded.tokenizer

        def text(ids: Sequence[int]) -> str:
            return "".join(tokenizer.label(id).replace("↵", "\n") for id in ids)

        found: dict[str, str] = {}
        roles: tuple[Role, ...] = ("system", "user", "assistant")
        for role in roles:
            begin, before, _, end, *after = parts(tokenizer, [Message(role, "")], reply=False)
            found |= {"begin": text(begin.ids), role: text(before.ids), "end": text(end.ids)}
            if after and after[0].ids:
                found["end"] += text(after[0].ids)
        return found

    # ── the blackboard ───────────────────────────────────────────────────────
    @cached_property
    def _lesson_now(self) -> WindowLesson:
        quiet = self.lesson.quiet
        return self.lesson if self._compute or quiet is None else quiet

    def conversations(self) -> list[Plain]:
        """The prepared conversations, each at every window size."""
        found = []
        for talk in CONVERSATIONS[self.lang]:
            if self._compute:
                for _ in self._summaries_of(talk):
                    pass
            plan = self.lesson.plan(talk, largest=self.answers.chat.window)
            whole = plan["frame"] + plan["reserve"] + sum(m["tokens"] for m in plan["messages"])
            plan["start"] = next((n for n in plan["sizes"] if n >= _START * whole), 0)
            found.append(plan)
        return found

    def _summaries_of(self, talk: Conversation) -> Iterator[None]:
        plan = self.lesson.plan(talk, largest=self.answers.chat.window)
        for request in plan["requests"]:
            if request["most"]:
                self.lesson.outcome(talk, request)
                yield

    def outcomes(self, conversations: Sequence[Plain]) -> dict[str, Plain]:
        """What the model answered, as far as it is known, by "conversation:request"."""
        found: dict[str, Plain] = {}
        if not self.chats:
            return found
        for c, plan in enumerate(conversations):
            for r, request in enumerate(plan["requests"]):
                try:
                    if not request["refused"]:
                        talk = CONVERSATIONS[self.lang][c]
                        found[f"{c}:{r}"] = self._lesson_now.outcome(talk, request)
                except NotAskedError:
                    continue
        return found

    def ask_window(self, request: Mapping[str, Any], *_: object) -> Iterator[Plain]:
        """Answer the blackboard: "answers" to requests, or the learner's own next words."""
        jobs = {"answers": self._answers, "say": self._say, "clear": self._clear}
        yield from self._told(jobs.get(str(request.get("what"))), request)

    def _answers(self, request: Mapping[str, Any]) -> Iterator[Plain]:
        which, wanted = request.get("conversation"), request.get("requests")
        talk = self._talk(which)
        plan = self.lesson.plan(talk, largest=self.answers.chat.window)
        places = [i for i in wanted or () if isinstance(i, int) and 0 <= i < len(plan["requests"])]
        yield from self._outcomes(talk, plan, request.get("key"), places)

    def _outcomes(
        self, talk: Conversation, plan: Plain, key: object, places: Sequence[int]
    ) -> Iterator[Plain]:
        for done, place in enumerate(places):
            yield {"kind": "progress", "done": done, "total": len(places)}
            value = self.lesson.outcome(talk, plan["requests"][place])
            yield {"kind": "outcome", "key": f"{key}:{place}", "value": value}
        yield {"kind": "done"}

    def _talk(self, which: object) -> Conversation:
        prepared = CONVERSATIONS[self.lang]
        if isinstance(which, int) and 0 <= which < len(prepared):
            return prepared[which]
        return Conversation("", tuple(self._own))

    def _say(self, request: Mapping[str, Any]) -> Iterator[Plain]:
        text, policy = str(request.get("text") or "").strip(), str(request.get("policy"))
        if not text:
            raise UnusableTextError(
                zh="这里还没有文字。打一句话，再按回车。",
                en="There is no text yet. Type something and press Enter.",
            )
        if len(self._own) >= _LONGEST_TALK:
            raise UnusableTextError(
                zh=f"已经聊了 {len(self._own)} 条，图里放不下了。按「从头聊」重新开始。",
                en=f"That is {len(self._own)} messages, more than the picture holds. Press "
                "“Start over”.",
            )
        at = request.get("at")
        own = list(self._own)
        if own and own[-1].role == "user":  # what was answered last joins the conversation
            own.append(Message("assistant", self._answered(policy, at)))
        self._own = [*own, Message("user", text)]
        talk = self._talk(-1)
        plan = self.lesson.plan(talk, largest=self.answers.chat.window)
        plan["start"] = 0
        sizes = plan["sizes"]
        kept = isinstance(at, int) and at >= 0 and self._size
        place = next((i for i, n in enumerate(sizes) if n >= self._size), len(sizes) - 1)
        place = place if kept else len(sizes) - 1
        yield {"kind": "own", "conversation": plan, "at": place}
        places = list(dict.fromkeys(plan["plans"][name][place] for name in plan["plans"]))
        places = [i for i in places if not plan["requests"][i]["refused"]]
        yield from self._outcomes(talk, plan, len(CONVERSATIONS[self.lang]), places)

    _size = 0  # the window the learner's own conversation was last answered in

    def _answered(self, policy: str, at: object) -> str:
        """What the model answered under a policy and window to the conversation so far."""
        talk = self._talk(-1)
        plan = self.lesson.plan(talk, largest=self.answers.chat.window)
        last = len(plan["sizes"]) - 1
        place = min(at, last) if isinstance(at, int) and at >= 0 else last
        self._size = plan["sizes"][place]
        chosen = plan["plans"].get(policy, plan["plans"]["oldest"])[place]
        outcome = self.lesson.outcome(talk, plan["requests"][chosen])
        refused = {"zh": "（装不下，没有回答。）", "en": "(Too long, no answer.)"}[self.lang]
        return refused if not outcome or outcome.get("refused") else outcome["text"]

    def _clear(self, request: Mapping[str, Any]) -> Iterator[Plain]:
        self._own = []
        yield {"kind": "own", "conversation": {"messages": []}, "at": 0}
        yield {"kind": "done"}

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
        for scene in found:
            for variant in scene["variants"] if not self.chats else ():
                variant.pop("outcome", None)
        return found

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
        for i, way in enumerate(ways):
            yield {"kind": "progress", "done": i, "total": len(ways)}
            yield {"kind": "variant", "scene": number, "place": i, "value": way(self.lesson)}
        yield {"kind": "done"}

    def _edited(self, request: Mapping[str, Any]) -> Iterator[Plain]:
        text = str(request.get("text") or "").strip()[:600]
        if not text:
            raise UnusableTextError(
                zh="摘要是空的。写一句再问。", en="The summary is empty. Write something first."
            )
        yield {"kind": "progress", "done": 0, "total": 1}
        value = edited_note(self.lesson, text, self.lang)
        yield {"kind": "variant", "scene": 0, "place": -1, "value": value}
        yield {"kind": "done"}

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

    def _told(
        self, job: Callable[[Mapping[str, Any]], Iterator[Plain]] | None, request: Mapping[str, Any]
    ) -> Iterator[Plain]:
        try:
            if job is None:
                raise UnusableTextError(
                    zh="页面要的这一项没有。刷新页面再试。",
                    en="The page asked for something that is not there. Reload it and try again.",
                )
            yield from job(request)
        except Exception as error:
            if not isinstance(error, UnusableTextError):
                _LOG.exception("a question of chapter 11 failed")
            yield {"kind": "error", "say": explain(error, self.lang)}


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
