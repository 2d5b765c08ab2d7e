"""One question asked in several ways (C3, C4 of chapter 11), as data for the picture.

A scene is a list of ways; each way is a function of the lesson that gives its request and the
model's answer. Over a quiet lesson a way that needs a new answer gives its request alone, if the
request can be known, and the picture asks for the rest.
"""

# ruff: noqa: E501  (a sentence and its twin read best on one line)
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from lesson_kit.app.window_answers import NotAskedError
from lesson_kit.app.window_lesson import Plain, WindowLesson
from lesson_kit.app.window_questions import FOLLOW_UPS, SUMMARY
from lesson_kit.app.window_summary import language_of
from lesson_kit.app.window_texts import CONVERSATIONS, Conversation
from lesson_kit.context import count
from lesson_kit.show.numbers import grouped
from lesson_kit.show.words import Lang
from lesson_kit.text.chat import Message

__all__ = ["BUDGETS", "Scene", "Way", "edited_note", "follow_ups", "summaries", "way_of"]

BUDGETS = (18, 26, 36, 48, 64)  # tokens a summary may take
_LIMIT = 60  # tokens of an answer here, where no window is shown
Way = Callable[[WindowLesson], Plain]


@dataclass(frozen=True)
class Scene:
    """A question and the ways it is asked; what the picture says of them all."""

    label: str
    ways: tuple[Way, ...]
    facts: tuple[Plain, ...] = ()
    start: int = 0

    def plain(self, lesson: WindowLesson) -> dict[str, Any]:
        """The scene for the picture."""
        found = [way(lesson) for way in self.ways]
        return {
            "label": self.label, "facts": list(self.facts), "start": self.start, "variants": found,
        }  # fmt: skip


def way_of(
    lesson: WindowLesson, label: str, messages: Sequence[Message], right: Sequence[str] = (),
    *, made: Sequence[int] = (), facts: Sequence[Any] = (), **more: Any,
) -> Plain:  # fmt: skip
    """One way of asking: the request's messages with their tokens, and the answer where it is known.

    ``made`` are the places of messages that nobody typed.
    """
    shown = lesson.counted(messages, made=made)
    used = lesson.frame + sum(one["tokens"] for one in shown)
    found: Plain = {"label": label, "messages": shown, "used": used, **more}
    try:
        outcome = lesson.asked(messages, right, limit=_LIMIT)
        outcome["facts"] = [lesson.knows(messages, fact.ask, fact.words) for fact in facts]
        found["outcome"] = outcome
    except NotAskedError:
        pass
    return found


# ── C3: a summary within a budget ────────────────────────────────────────────
def summaries(lang: Lang) -> Scene:
    """The first conversation, its old turns replaced by summaries of several sizes."""
    talk = CONVERSATIONS[lang][0]
    ways = tuple(_summary_way(talk, most, lang) for most in BUDGETS)
    facts = tuple({"name": fact.name, "words": fact.words} for fact in talk.facts)
    return Scene(talk.label, ways, facts, start=len(BUDGETS) - 1)


def _summary_way(talk: Conversation, most: int, lang: Lang) -> Way:
    label = {"zh": f"最多 {most} 个词元", "en": f"at most {most} tokens"}[lang]

    def way(lesson: WindowLesson) -> Plain:
        head, *old, question = count(lesson.tokenizer, talk.messages)
        try:
            note = lesson.summary(old, most, language_of(talk.messages))
        except NotAskedError:
            plain = way_of(lesson, label, [head.message, question.message])
            plain.pop("outcome", None)
            return {**plain, "small": "…"}
        if note is None:
            lead = {"zh": "（这么小，写不下一句）", "en": "(too small for one sentence)"}[lang]
            sent, made, used = [head.message, question.message], (), 0
        else:
            lead = note.content.removeprefix(SUMMARY[lang].note)
            sent, made, used = [head.message, note.message, question.message], (1,), note.tokens
        small = {"zh": f"写了 {used} 个", "en": f"{used} written"}[lang]
        return way_of(
            lesson, label, sent, talk.right, made=made, facts=talk.facts, lead=lead, small=small,
            seen=[_seen(one) for one in talk.messages],
        )  # fmt: skip

    return way


def edited_note(lesson: WindowLesson, text: str, lang: Lang) -> Plain:
    """The learner's own wording of the summary, sent and answered."""
    talk = CONVERSATIONS[lang][0]
    sent = [talk.messages[0], Message("system", text), talk.messages[-1]]
    (note,) = count(lesson.tokenizer, sent[1:2])
    small = {"zh": f"{grouped(note.tokens)} 个词元", "en": f"{grouped(note.tokens)} tokens"}[lang]
    found = way_of(
        lesson, {"zh": "自己改的", "en": "my own"}[lang], sent, talk.right, made=(1,),
        facts=talk.facts, lead=text, small=small, seen=[_seen(one) for one in talk.messages],
    )  # fmt: skip
    return {**found, "own": True}


# ── C4: a follow-up with and without what came before ────────────────────────
def follow_ups(lang: Lang) -> list[Scene]:
    """Three questions in a row, the past resent each time; then the last one alone."""
    return [_follow_up(questions, lang) for questions in FOLLOW_UPS[lang]]


def _follow_up(questions: Sequence[str], lang: Lang) -> Scene:
    def turn(n: int) -> Way:
        label = {"zh": f"第 {n + 1} 轮", "en": f"turn {n + 1}"}[lang]

        def way(lesson: WindowLesson) -> Plain:
            try:
                messages = _so_far(lesson, questions, n)
            except NotAskedError:
                return way_of(lesson, label, [Message("user", questions[n])], small="…")
            return way_of(lesson, label, messages)

        return way

    def alone(lesson: WindowLesson) -> Plain:
        label = {"zh": "第 3 轮，不带历史", "en": "turn 3, no history"}[lang]
        try:
            seen = [_seen(one) for one in _so_far(lesson, questions, len(questions) - 1)]
        except NotAskedError:
            seen = [_seen(Message("user", questions[-1]))]
        for one in seen[:-1]:
            one["gone"] = True
        return way_of(lesson, label, [Message("user", questions[-1])], seen=seen)

    turns = tuple(turn(n) for n in range(len(questions)))
    return Scene(questions[0], (*turns, alone), start=len(questions) - 1)


def _so_far(lesson: WindowLesson, questions: Sequence[str], n: int) -> list[Message]:
    messages: list[Message] = []
    for question in questions[:n]:
        messages.append(Message("user", question))
        messages.append(Message("assistant", lesson.asked(messages, limit=_LIMIT)["text"]))
    return [*messages, Message("user", questions[n])]


def _seen(message: Message) -> dict[str, Any]:
    return {"role": message.role, "text": message.content}
