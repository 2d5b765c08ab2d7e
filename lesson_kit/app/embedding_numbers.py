"""What chapter 03 counts and says: sums of words that come out, typed text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lesson_kit.app.embedding_lesson import (
    fitting_words,
    lookup,
    neighbours,
    table_of,
    word_ids,
)
from lesson_kit.app.embedding_words import ANALOGIES
from lesson_kit.app.guard import explain
from lesson_kit.app.header import Page
from lesson_kit.app.position_lesson import order_lesson
from lesson_kit.app.word_in_sentence import own_context
from lesson_kit.measure.vectors import nearest
from lesson_kit.show.widgets.asking import AskingWidget
from lesson_kit.weights import LoadedModel

__all__ = ["Sums", "answer_typed", "asked_examples", "sums_that_hold"]

Analogy = tuple[str, str, str, str]  # a is to b as c is to d


@dataclass(frozen=True)
class Sums:
    """The prepared sums b - a + c, and those that have the expected word as the nearest row."""

    tried: tuple[Analogy, ...]
    held: tuple[Analogy, ...]

    @property
    def example(self) -> str:
        """One that comes out; if none does, the first tried; a dash if the model knows none."""
        if not self.tried:
            return "—"
        a, b, c, d = (self.held or self.tried)[0]
        return f"{b} − {a} + {c} ≈ {d}"


def sums_that_hold(loaded: LoadedModel, lang: str) -> Sums:
    """The prepared analogies whose words are single tokens, each compared with the whole table.

    The three words of a sum cannot be its answer. Falls back to the other language's analogies if
    the vocabulary has too few of these words whole.
    """
    table = table_of(loaded)
    for used in (lang, "en" if lang == "zh" else "zh"):
        whole = []
        for words in ANALOGIES[used]:
            ids = [word_ids(loaded, word) for word in words]
            if all(len(one) == 1 for one in ids):
                whole.append((words, [one[0] for one in ids]))
        if len(whole) < 3:
            continue
        held = []
        for words, (a, b, c, d) in whole:
            near = nearest(table[b] - table[a] + table[c], table, 1, skip={a, b, c})
            if near[0][0] == d:
                held.append(words)
        return Sums(tuple(words for words, _ in whole), tuple(held))
    return Sums((), ())


def asked_examples(loaded: LoadedModel, lang: str, sums: Sums) -> list[dict[str, Any]]:
    """What Figure 4 shows at first: single words, two sums that come out and one that does not.

    Which sums those are is found on this model. Of none tried, only words are left.
    """
    missed = [words for words in sums.tried if words not in sums.held]
    shown = [neighbours(loaded, word) for word in fitting_words(loaded, lang)]
    for a, b, c, d in (*sums.held[:2], *missed[: 1 if sums.held else 2]):
        shown.append(neighbours(loaded, f"{b} - {a} + {c}", hoped=d))
    return shown


def answer_typed(page: Page, name: str, widget: AskingWidget, kind: str) -> None:
    """Let the model answer what is typed into ``widget``; kept in the window under ``name``.

    kind: "lookup", "neighbours", "context" or "order".
    """
    make = _MAKERS[kind]

    def answered(entry: Any) -> dict[str, Any]:
        page.keep(name)(entry)
        try:
            return make(page, entry)
        except Exception as error:
            raise ValueError(explain(error, page.lang)) from error

    widget.answer(answered)
    kept = page.kept(name, "")
    if kept:  # typed before the language or the model was switched
        widget.ask(kept)


def _lookup(page: Page, text: str) -> dict[str, Any]:
    reading = page.read(text, limit=64)
    return {**lookup(page.model, reading.text, reading.ids), "note": reading.note}


def _context(page: Page, texts: list[str]) -> dict[str, Any]:
    first, other = (page.read(text, limit=96) for text in texts)
    return {**own_context(page.model, first.text, other.text), "note": first.note or other.note}


def _order(page: Page, text: str) -> dict[str, Any]:
    reading = page.read(text, limit=32)
    return {**order_lesson(page.model, reading.text), "note": reading.note}


_MAKERS: dict[str, Callable[[Page, Any], dict[str, Any]]] = {
    "lookup": _lookup,
    "neighbours": lambda page, text: neighbours(page.model, text),
    "context": _context,
    "order": _order,
}
