"""Chapter 11's blackboard on its way to the page: what is known at once, and what is asked for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from lesson_kit.app.guard import UnusableTextError, explain
from lesson_kit.app.window_answers import Answers, NotAskedError, answers_of
from lesson_kit.app.window_lesson import Plain, WindowLesson
from lesson_kit.app.window_talk import OwnTalk
from lesson_kit.app.window_texts import CONVERSATIONS, Conversation
from lesson_kit.show.words import Lang
from lesson_kit.text.chat import Message, Role, parts
from lesson_kit.weights import LoadedModel

__all__ = ["BoardRuns"]

_LOG = logging.getLogger("lesson_kit.page")
_START = 0.66  # of the whole conversation: the window to begin with


class BoardRuns:
    """The blackboard for one page, and what every picture of the chapter needs.

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
        self.own = OwnTalk(self.lesson, lang)

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
        """The prepared conversations, each at every window size, then the learner's own if any."""
        found = []
        for talk in CONVERSATIONS[self.lang]:
            if self._compute:
                for _ in self._summaries_of(talk):
                    pass
            plan = self.lesson.plan(talk, largest=self.answers.chat.window)
            whole = plan["frame"] + plan["reserve"] + sum(m["tokens"] for m in plan["messages"])
            plan["start"] = next((n for n in plan["sizes"] if n >= _START * whole), 0)
            found.append(plan)
        return [*found, self.own.plan()] if self.own.said else found

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
                        found[f"{c}:{r}"] = self._lesson_now.outcome(self._talk(c), request)
                except NotAskedError:
                    continue
        return found

    def ask_window(self, request: Mapping[str, Any], *_: object) -> Iterator[Plain]:
        """Answer the blackboard: "answers" to requests, or the learner's own next words."""
        jobs = {"answers": self._answers, "say": self._say, "clear": self._clear}
        yield from self._told(jobs.get(str(request.get("what"))), request)

    def _answers(self, request: Mapping[str, Any]) -> Iterator[Plain]:
        talk = self._talk(request.get("conversation"))
        plan = self.lesson.plan(talk, largest=self.answers.chat.window)
        wanted, last = request.get("requests"), len(plan["requests"])
        places = [i for i in wanted if isinstance(i, int)] if isinstance(wanted, list) else []
        yield from self._outcomes(talk, plan, [i for i in dict.fromkeys(places) if 0 <= i < last])

    def _outcomes(
        self, talk: Conversation, plan: Plain, places: Sequence[int], note: str = ""
    ) -> Iterator[Plain]:
        prepared = CONVERSATIONS[self.lang]
        key = prepared.index(talk) if talk in prepared else len(prepared)
        for done, place in enumerate(places):
            yield {"kind": "progress", "done": done, "total": len(places)}
            value = self.lesson.outcome(talk, plan["requests"][place])
            yield {"kind": "outcome", "key": f"{key}:{place}", "value": value}
        yield {"kind": "done", "say": note}

    def _talk(self, which: object) -> Conversation:
        prepared = CONVERSATIONS[self.lang]
        if isinstance(which, int) and 0 <= which < len(prepared):
            return prepared[which]
        return self.own.conversation

    def _say(self, request: Mapping[str, Any]) -> Iterator[Plain]:
        text, policy = str(request.get("text") or ""), str(request.get("policy"))
        plan, place, note = self.own.say(text, policy, request.get("at"))
        yield {"kind": "own", "conversation": plan, "at": place}
        places = list(dict.fromkeys(plan["plans"][name][place] for name in plan["plans"]))
        places = [i for i in places if not plan["requests"][i]["refused"]]
        yield from self._outcomes(self.own.conversation, plan, places, note)

    def _clear(self, request: Mapping[str, Any]) -> Iterator[Plain]:
        self.own.clear()
        yield {"kind": "own", "conversation": {"messages": []}, "at": 0}
        yield {"kind": "done"}

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
