"""What a learner sees when something goes wrong: one sentence in their language, in place.

In run mode marimo shows only a bare toast for an exception, so a chapter computes inside
``with page.guard():`` and the cell's place shows what happened and what to do instead.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from types import TracebackType
from typing import Protocol

import marimo as mo

from lesson_kit.show.html import Html, callout, rich
from lesson_kit.show.words import Lang

__all__ = ["Guard", "Reading", "UnusableTextError", "explain", "read_text", "trouble"]

_LOG = logging.getLogger("lesson_kit.page")

#: Characters looked at before the tokenizer runs: a token is rarely longer than this many.
_CHARACTERS_PER_TOKEN = 16


class UnusableTextError(Exception):
    """What was typed cannot be used; ``zh`` and ``en`` each say why and what to do."""

    def __init__(self, *, zh: str, en: str) -> None:
        super().__init__(en)
        self.zh = zh
        self.en = en


class _Piece(Protocol):
    @property
    def id(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def group(self) -> int: ...


class _Tokenizer(Protocol):
    def pieces(self, text_or_ids: str, *, start: bool = False) -> Sequence[_Piece]: ...


@dataclass(frozen=True)
class Reading:
    """A learner's text as the model gets it: ``text`` in characters, ``ids`` in tokens.

    ``note`` says in the learner's language what was left out; ``""`` if nothing was.
    """

    text: str
    ids: list[int]
    note: str


def read_text(text: str, tokenizer: _Tokenizer, *, limit: int, lang: Lang) -> Reading:
    """Turn typed text into ids, at most ``limit`` of them (the start token counts as one).

    A text that is too long is cut where a whole character ends. Raises UnusableTextError for a text
    with nothing in it but blanks.
    """
    if not text.strip():
        raise UnusableTextError(
            zh="这里还没有文字。打一句话，再按回车。",
            en="There is no text yet. Type a sentence and press Enter.",
        )
    head = text[: limit * _CHARACTERS_PER_TOKEN]
    pieces = list(tokenizer.pieces(head, start=True))
    if len(pieces) <= limit and len(head) == len(text):
        return Reading(text, [piece.id for piece in pieces], "")
    kept = pieces[:limit]
    if len(pieces) > limit:  # never end inside a character that is spread over several tokens
        while len(kept) > 1 and kept[-1].group == pieces[len(kept)].group:
            kept.pop()
    shown = head[: kept[-1].end]
    if not shown:  # one character of very many tokens: nothing of it can be kept
        raise UnusableTextError(
            zh=f"图里只放得下 {limit} 个词元，连第一个字符也放不下。换一段普通些的文字再试。",
            en=f"The picture holds {limit} tokens, and not even the first character fits into "
            "them. Try a plainer text.",
        )
    tokens = "1 token" if len(kept) == 1 else f"{len(kept)} tokens"
    note = {
        "zh": f"这段文字有 {len(text)} 个字符，图里放不下，只保留开头的 {len(shown)} 个字符"
        f"（{len(kept)} 个词元）。",
        "en": f"The text has {len(text)} characters, more than the picture holds: only the first "
        f"{len(shown)} ({tokens}) are kept.",
    }[lang]
    return Reading(shown, [piece.id for piece in kept], note)


def explain(error: BaseException, lang: Lang) -> str:
    """One sentence about an error in the learner's language: what happened and what to do."""
    said = getattr(error, lang, None)
    if isinstance(said, str) and said:
        return said
    if isinstance(error, MemoryError) or "out of memory" in str(error).lower():
        return {
            "zh": "内存不够，这一步没有算完。试试短一点的文字，或换一个小一点的模型。",
            "en": "There was not enough memory to finish this step. Try a shorter text or a "
            "smaller model.",
        }[lang]
    if isinstance(error, OSError) and error.filename:
        return {
            "zh": f"文件 {error.filename} 读不了。请检查它在不在、有没有权限，再重新打开这一页。",
            "en": f"The file {error.filename} could not be read. Check that it is there and that "
            "you may read it, then open this page again.",
        }[lang]
    return {
        "zh": "这一步出了没料到的错，下面的图先停在这里。换一句话再试；"
        "如果还是这样，请把细节告诉老师。",
        "en": "Something unexpected went wrong here, so the picture stops at this point. Try "
        "another sentence; if it stays like this, show the details to your teacher.",
    }[lang]


def trouble(error: BaseException, lang: Lang, *, details: bool = True) -> Html:
    """The callout for an error: the sentence, and what Python said folded below it."""
    body = escape(explain(error, lang))
    expected = isinstance(getattr(error, lang, None), str)
    if details and not expected:
        label = {"zh": "细节", "en": "Details"}[lang]
        said = "".join(traceback.format_exception_only(error)).strip()
        body += f"<details><summary>{label}</summary><code>{escape(said)}</code></details>"
    return callout(rich(body), kind="caution" if isinstance(error, UnusableTextError) else "error")


class Guard:
    """``with Guard(lang):`` turns an exception into a callout in the cell's place.

    Cells that depend on this one stop as well, as with ``mo.stop``.
    """

    def __init__(self, lang: Lang) -> None:
        self.lang: Lang = lang

    def __enter__(self) -> Guard:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not isinstance(error, Exception) or isinstance(error, mo.MarimoStopError):
            return
        if not isinstance(error, UnusableTextError):
            _LOG.error("a cell failed", exc_info=(type(error), error, trace))
        mo.stop(True, mo.Html(str(trouble(error, self.lang))))
