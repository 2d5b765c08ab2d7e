"""What a page of chapter 11 may send, held to its limits here whatever the page itself allows."""

from __future__ import annotations

from collections.abc import Mapping

from lesson_kit.app.guard import read_text
from lesson_kit.context import Chat
from lesson_kit.show.numbers import grouped
from lesson_kit.show.widgets.answering import well_formed
from lesson_kit.show.widgets.window_view import LONGEST_LINE, LONGEST_SUMMARY
from lesson_kit.show.words import Lang

__all__ = ["LONGEST_LINE", "LONGEST_SUMMARY", "choices", "read_entry"]

#: What a picture may ask to be remembered, see ``kept`` in ``show.widgets.window_view``.
_NAMES = ("talk", "size", "policy", "view", "scene", "way", "draft")


def read_entry(text: str, chat: Chat, *, most: int, room: int, lang: Lang) -> tuple[str, str]:
    """A typed text in at most ``most`` characters and ``room`` tokens, and what was left out.

    The second is a sentence for the learner, "" if nothing was. Raises UnusableTextError for a text
    with nothing in it but blanks.
    """
    text = text.strip()
    # read_text counts a start token too, which stands at the head of the request anyway
    reading = read_text(text[:most], chat.loaded.tokenizer, limit=max(2, room + 1), lang=lang)
    if len(reading.text) == len(text):
        return text, ""
    whole, kept = grouped(len(text)), grouped(len(reading.text))
    note = {
        "zh": f"打了 {whole} 个字符，太长了，只保留开头的 {kept} 个。",
        "en": f"You typed {whole} characters, more than fits: only the first {kept} are kept.",
    }[lang]
    return reading.text, note


def choices(said: object) -> dict[str, str | int]:
    """What a picture asks to be remembered, without anything that no picture would send."""
    found: dict[str, str | int] = {}
    for name, value in said.items() if isinstance(said, Mapping) else ():
        if name not in _NAMES:
            continue
        if isinstance(value, str):
            found[name] = well_formed(value[:LONGEST_SUMMARY])
        elif isinstance(value, int) and abs(value) < 2**31:
            found[name] = value
    return found
