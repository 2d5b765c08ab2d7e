"""One question asked in several ways (C3, C4, C6, C7 of chapter 11), as data for the picture.

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
from lesson_kit.app.window_lesson import Plain, WindowLesson, language_of
from lesson_kit.app.window_texts import (
    CONVERSATIONS,
    FOLLOW_UPS,
    NOTES,
    OTHERS_NOTE,
    SUMMARY,
    SYSTEM_LINES,
    Conversation,
    Noted,
)
from lesson_kit.context import count
from lesson_kit.show.numbers import grouped
from lesson_kit.show.words import Lang
from lesson_kit.text.chat import Message

__all__ = [
    "BUDGETS",
    "Scene",
    "edited_note",
    "follow_ups",
    "note_read",
    "notes",
    "summaries",
    "system_lines",
]

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


def _way(
    lesson: WindowLesson, label: str, messages: Sequence[Message], right: Sequence[str] = (),
    *, made: Sequence[int] = (), facts: Sequence[Any] = (), **more: Any,
) -> Plain:  # fmt: skip
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
            plain = _way(lesson, label, [head.message, question.message])
            plain.pop("outcome", None)
            return {**plain, "small": "…"}
        if note is None:
            lead = {"zh": "（这么小，写不下一句）", "en": "(too small for one sentence)"}[lang]
            sent, made, used = [head.message, question.message], (), 0
        else:
            lead = note.content.removeprefix(SUMMARY[lang].note)
            sent, made, used = [head.message, note.message, question.message], (1,), note.tokens
        small = {"zh": f"写了 {used} 个", "en": f"{used} written"}[lang]
        return _way(
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
    found = _way(
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
                return _way(lesson, label, [Message("user", questions[n])], small="…")
            return _way(lesson, label, messages)

        return way

    def alone(lesson: WindowLesson) -> Plain:
        label = {"zh": "第 3 轮，不带历史", "en": "turn 3, no history"}[lang]
        try:
            seen = [_seen(one) for one in _so_far(lesson, questions, len(questions) - 1)]
        except NotAskedError:
            seen = [_seen(Message("user", questions[-1]))]
        for one in seen[:-1]:
            one["gone"] = True
        return _way(lesson, label, [Message("user", questions[-1])], seen=seen)

    turns = tuple(turn(n) for n in range(len(questions)))
    return Scene(questions[0], (*turns, alone), start=len(questions) - 1)


def _so_far(lesson: WindowLesson, questions: Sequence[str], n: int) -> list[Message]:
    messages: list[Message] = []
    for question in questions[:n]:
        messages.append(Message("user", question))
        messages.append(Message("assistant", lesson.asked(messages, limit=_LIMIT)["text"]))
    return [*messages, Message("user", questions[n])]


# ── C6, C7: what stands before the question ──────────────────────────────────
def notes(lang: Lang) -> list[Scene]:
    """A new conversation with a saved note put in, left out, and with somebody else's."""
    names = {
        "zh": ("记忆关", "记忆开", "换成别人的"),
        "en": ("memory off", "memory on", "someone else’s"),
    }[lang]
    found = []
    for one in NOTES[lang]:
        befores = ("", one.note, OTHERS_NOTE[lang])
        ways = tuple(
            _before(
                name, before, one.ask, one.right, made=True,
                says=lambda answer, before=before, one=one: note_read(before, answer, one, lang),
            )
            for name, before in zip(names, befores, strict=True)
        )  # fmt: skip
        found.append(Scene(one.ask, ways, start=1))
    return found


def note_read(before: str, answer: str, noted: Noted, lang: Lang) -> str:
    """What one really given answer shows about the note put before it ("" is none)."""

    def holds(words: str) -> bool:
        return words.casefold() in answer.casefold()

    mine, others = holds(noted.words), holds(noted.others)
    if not before:
        zh, en = (
            "请求里没有记忆，模型也就没有答出来。",
            "No note in the request, and no answer to be had from it.",
        )
        if mine:
            zh = "请求里没有记忆，它却答对了：只能是猜中的，训练的例子里有这个词。"
            en = "No note in the request, and yet it is right: a guess, from words met in training."
    elif before == noted.note:
        zh, en = (
            "记忆写在请求里，模型照着答了。",
            "The note is in the request and the model answered from it.",
        )
        if not mine:
            zh = "记忆明明写在请求里，这个模型却没有用上：放进窗口，不等于一定读得到。"
            en = "The note is in the request, yet this model made no use of it: text in the window is not always read."
    else:
        zh, en = (
            "记忆换成了别人的，模型就把你当成别人：读到什么信什么。",
            "With someone else’s note the model takes you for them: it believes what it reads.",
        )
        if not others:
            zh = "记忆换成了别人的，可模型没有照着它答。" + ("它猜中了你的。" if mine else "")
            en = "The note is someone else’s, but the model did not answer from it." + (
                " It guessed yours." if mine else ""
            )
    return zh if lang == "zh" else en


def system_lines(lang: Lang) -> list[Scene]:
    """The same question under different system lines; the last scene has them disagree."""
    none = {"zh": "没有系统行", "en": "no system line"}[lang]
    return [
        Scene(question, tuple(_before(line or none, line, question) for line in lines), start=1)
        for question, lines in SYSTEM_LINES[lang]
    ]


def _before(
    label: str, before: str, question: str, right: Sequence[str] = (), *, made: bool = False,
    says: Callable[[str], str] | None = None,
) -> Way:  # fmt: skip
    messages = [Message("user", question)]
    if before:
        messages.insert(0, Message("system", before))
    seen = [{"role": "user", "text": question}]

    def way(lesson: WindowLesson) -> Plain:
        put = (0,) if made and before else ()
        found = _way(lesson, label, messages, right, made=put, seen=seen)
        outcome = found.get("outcome")
        if says is not None and outcome and not outcome.get("refused"):
            found["says"] = says(outcome["text"])
        return found

    return way


def _seen(message: Message) -> dict[str, Any]:
    return {"role": message.role, "text": message.content}
