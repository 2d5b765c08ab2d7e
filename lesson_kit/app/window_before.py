"""One question with something put before it (C6, C7 of chapter 11): a saved note, a system line."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)
from __future__ import annotations

from collections.abc import Callable, Sequence

from lesson_kit.app.window_lesson import Plain, WindowLesson
from lesson_kit.app.window_questions import NOTES, OTHERS_NOTE, SYSTEM_LINES, Noted
from lesson_kit.app.window_ways import Scene, Way, way_of
from lesson_kit.show.words import Lang
from lesson_kit.text.chat import Message

__all__ = ["note_read", "notes", "system_lines"]


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
        found = way_of(lesson, label, messages, right, made=put, seen=seen)
        outcome = found.get("outcome")
        if says is not None and outcome and not outcome.get("refused"):
            found["says"] = says(outcome["text"])
        return found

    return way
