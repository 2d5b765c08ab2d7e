"""A model's own summary of old turns, within a budget: whole sentences or none."""

from __future__ import annotations

from collections.abc import Sequence

from lesson_kit.app.window_answers import Answers
from lesson_kit.app.window_questions import SUMMARY, Wording
from lesson_kit.context import Counted, count
from lesson_kit.show.words import Lang
from lesson_kit.text.chat import Message

__all__ = ["language_of", "write_summary"]

_LEAST_ROOM = 8  # tokens below which no summary is asked for
_PER_TOKEN = {"zh": 1.4, "en": 0.7}  # characters, words: what a budget in tokens comes to, about
_TRIES = 4  # times a summary that came out too long is asked for again, shorter
_SUMMARY = 96  # tokens after which a summary is broken off, whatever its budget


def write_summary(
    answers: Answers, old: Sequence[Counted], most: int, lang: Lang
) -> Counted | None:
    """The model's own summary of old messages in at most ``most`` tokens, as a system message.

    One that comes out too long is asked for again with a limit of so many characters or words,
    lower each time, and in the end only its whole sentences that fit are kept.
    """
    wording = SUMMARY[lang]
    if most < _LEAST_ROOM or not old:
        return None
    (empty,) = count(answers.chat.loaded.tokenizer, [Message("system", wording.note)])
    most_words = max(5, 5 * round((most - empty.tokens) * _PER_TOKEN[lang] / 5))
    best: Counted | None = None
    for size in (None, *range(most_words, max(0, most_words - 5 * _TRIES), -5)):
        request = _summary_request(old, wording, size)
        if not answers.fits(request):
            return None
        text, ended = answers.say(request, _SUMMARY)
        best = _note(answers, text, wording, most, whole=ended) or best
        if best is not None and ended and best.content.endswith(_body(text, wording)):
            return best
    return best


def language_of(messages: Sequence[Message]) -> Lang:
    """Chinese if a good part of what was said is written in Han characters."""
    text = "".join(one.content for one in messages)
    han = sum("\u4e00" <= char <= "\u9fff" for char in text)
    return "zh" if han * 4 >= len(text) and han else "en"


def _note(
    answers: Answers, text: str, wording: Wording, most: int, *, whole: bool
) -> Counted | None:
    """The summary as a message, sentence by sentence as far as it fits."""
    body = _body(text, wording)
    sentences = _sentences(body)
    if not whole and sentences and not body.endswith(tuple("。！？.!?")):
        sentences = sentences[:-1]  # broken off: no half sentence is kept
    for n in range(len(sentences), 0, -1):
        said = Message("system", wording.note + "".join(sentences[:n]).strip())
        (counted,) = count(answers.chat.loaded.tokenizer, [said])
        if counted.tokens <= most:
            return counted
    return None


def _summary_request(old: Sequence[Counted], wording: Wording, size: int | None) -> list[Message]:
    talk = [one.message for one in old if one.role != "system"]
    limit = "" if size is None else wording.limit.format(n=size)
    return [*talk, Message("user", wording.request + limit)]


def _body(text: str, wording: Wording) -> str:
    return text.removeprefix(wording.prefix).strip()


def _sentences(text: str) -> list[str]:
    """The text cut behind every full stop; joined they are the text again."""
    found, start = [], 0
    for i, char in enumerate(text):
        if char in "。！？" or (char in ".!?" and text[i + 1 : i + 2] in ("", " ", "\n")):
            found.append(text[start : i + 1])
            start = i + 1
    return [*found, text[start:]] if text[start:].strip() else found
