"""The page of a chapter: its language, model, links and the parts that stand on every page.

A notebook opens with two cells::

    window = open_window()                 # what this window has chosen and typed so far
    window

    page = open_chapter("05", window)      # runs again when the language or model is switched
    page.header

and then uses ``page.say``, ``page.t``, ``page.model``, ``page.read``, ``page.guard``.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import marimo as mo

from lesson_kit.app import bar, picker
from lesson_kit.app.frame import Opening, PageMark, WindowChoices
from lesson_kit.app.guard import Guard, Reading, read_text, trouble
from lesson_kit.app.language import HTML_LANG, as_lang, choose_lang
from lesson_kit.app.later import Tick, run_later
from lesson_kit.app.letting_go import hold_pictures_weakly
from lesson_kit.app.once import once
from lesson_kit.app.ways import Kind, Way
from lesson_kit.show import html
from lesson_kit.show.words import Lang, chapter
from lesson_kit.weights.errors import ModelError
from lesson_kit.weights.registry import LoadedModel

__all__ = ["Page", "open_chapter", "open_window"]

T = TypeVar("T")


@dataclass(frozen=True)
class Page:
    """One chapter as one learner sees it.

    ``number`` is the chapter's ("05"); ``lang`` "zh" or "en"; ``model`` the loaded model and
    ``model_name`` its title in this language; ``static`` is True in an export, where no Python
    will stand behind the page: then cells that wait for a button compute at once.
    """

    number: str
    lang: Lang
    way: Way
    choice: picker.Choice
    options: tuple[picker.Option, ...]
    kept_texts: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    turn: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @property
    def model(self) -> LoadedModel:
        """The model that makes this page's numbers, with ``.model``, ``.tokenizer``, ``.card``."""
        return self.choice.loaded

    @property
    def model_name(self) -> str:
        """The model's title in the page's language, for captions."""
        return self.model.card.title[self.lang]

    @property
    def static(self) -> bool:
        """Whether this page is being exported."""
        return self.way.kind == "static"

    @property
    def live(self) -> bool:
        """Whether Python will answer: the opposite of ``static``; the ``live`` of a widget."""
        return not self.static

    def t(self, zh: str, en: str) -> str:
        """The one of two short texts that is in the page's language."""
        return zh if self.lang == "zh" else en

    def say(self, *, zh: str, en: str) -> mo.Html:
        """The one of two Markdown texts that is in the page's language, as prose."""
        return mo.md(self.t(zh, en))

    def show(self, markup: str) -> mo.Html:
        """A part from ``show.html`` (callout, caption, cards ...) as a cell's output.

        Plain text is escaped; only what ``show.html`` made, or ``rich`` marked, stays markup.
        """
        return _as_output(html.safe(markup))

    def guard(self) -> Guard:
        """``with page.guard():`` shows a failure as a sentence in the cell's place."""
        return Guard(self.lang)

    def later(self, work: Callable[[Tick], None], *, failed: Callable[[str], None]) -> None:
        """Run ``work(tick)`` after the page is shown, one piece of work at a time (`app.later`).

        Where no learner waits (an export, a script) it runs at once.
        """
        live = self.live and mo.app_meta().mode in ("run", "edit")
        run_later(work, lang=self.lang, turn=self.turn, at_once=not live, failed=failed)

    def once(self, make: Callable[..., T], *what: Any, **how: Any) -> T:
        """``make(page.model, *what, **how)`` for a prepared example: the same for every learner.

        See `app.once`: where a course is served it is worked out for the first who asks.
        """
        return once(make, self.model, *what, **how)

    def read(self, text: str, *, limit: int = 256) -> Reading:
        """A learner's text as at most ``limit`` token ids (and never more than the model's window).

        Use it inside ``with page.guard():``, which tells the learner if the text is empty.
        """
        limit = min(limit, self.model.model.config.max_seq_len)
        return read_text(text, self.model.tokenizer, limit=limit, lang=self.lang)

    def kept(self, name: str, default: Any) -> Any:
        """What the learner last put into the control ``name`` in this window, or the default."""
        return self.kept_texts.get(name, default)

    def keep(self, name: str) -> Callable[[Any], None]:
        """For ``on_change=``: remember a control's value through a switch of language or model."""

        def remember(value: Any) -> None:
            self.kept_texts[name] = value

        return remember

    @property
    def header(self) -> mo.Html:
        """Style, course name, model list, language switch, road map; and the page's marks."""
        if self.static:
            menu = picker.label(self.model_name, self.lang)
        else:
            menu = picker.menu(self.choice.name, list(self.options), self.lang, self.way.model)
        head = bar.chapter_head(
            self.way,
            number=self.number,
            menu=menu,
            note=self.choice.note,
            hint=self.choice.hint,
        )
        return mo.vstack([_as_output(head), _mark(self.number, self.lang)], gap=0)

    @property
    def title(self) -> mo.Html:
        """The chapter's number, title and promise."""
        return _as_output(html.chapter_title(self.number, self.lang))

    @property
    def footer(self) -> mo.Html:
        """Previous chapter, list of chapters, and the next stop as the last thing on the page."""
        return _as_output(bar.chapter_foot(self.way, number=self.number))


def open_window() -> Any:
    """What this browser window has chosen and typed so far; show it and hand it to open_chapter.

    Nothing is visible. With it the language switch and the model list work without a reload, and
    in ``marimo edit``, where a reload would change nothing.
    """
    hold_pictures_weakly()
    return mo.ui.anywidget(WindowChoices(_opening()))


def open_chapter(
    number: str, window: Any = None, *, lang: str | None = None, model: str | None = None
) -> Page:
    """The page of chapter ``number``, in the language and on the model that apply here.

    Language and model: chosen in this ``window``, else ``lang`` and ``model`` given here, else
    the address (``?lang=en&model=...``), the command line (``-- --lang en``), the server, the
    environment (LESSON_KIT_LANG, LESSON_KIT_MODEL), and for the language the browser.
    If no model at all can be loaded, the page stops here and says why.
    """
    one = chapter(number)
    opening: Opening = window.widget.opening if window is not None else _opening()
    chosen = dict(window.value.get("choice") or {}) if window is not None else {}
    address, command, server = opening.address, opening.command, opening.server
    language = choose_lang(
        [chosen.get("lang"), lang, address.get("lang"), command.get("lang"), server.get("lang"),
         os.environ.get("LESSON_KIT_LANG")],
        opening.accept_language,
    )  # fmt: skip
    wish = chosen.get("model") or model or address.get("model")
    own_wish = os.environ.get("LESSON_KIT_MODEL")
    default = command.get("model") or server.get("model") or own_wish or picker.DEFAULT
    if default == picker.DEFAULT and not own_wish and one.model == "classroom_chat":
        default = picker.chat_model() or default  # the chapter needs a model that answers
    device = server.get("device") or os.environ.get("LESSON_KIT_DEVICE") or "auto"
    kind = _kind(opening)
    way = Way(kind, language, one.file, {"model": str(wish or "")}, **_exported(command))
    try:
        choice = picker.choose_model(wish, language, default=default, device=device)
    except ModelError as error:
        listed = picker.options(language, default)  # another model may be all that is needed
        menu = picker.menu(picker.address_name(default), listed, language, way.model)
        menu = "" if kind == "static" else menu
        head = bar.chapter_head(way, number=number, menu=menu) + trouble(error, language)
        raise mo.MarimoStopError(mo.vstack([_as_output(head), _mark(number, language)])) from error
    kept = window.widget.kept if window is not None else {}
    own_title = choice.loaded.card.title[language] if choice.name == picker.OWN else ""
    listed = tuple(picker.options(language, default, own_title=own_title))
    return Page(number, language, way, choice, listed, kept)


def _as_output(markup: str) -> mo.Html:
    """Markup for marimo, which takes exactly ``str`` and no subclass of it."""
    return mo.Html(str(markup))


def _mark(number: str, lang: Lang) -> PageMark:
    return PageMark(html_lang=HTML_LANG[lang], title=bar.page_title(number, lang))


def _opening() -> Opening:
    mode, request = mo.app_meta().mode, mo.app_meta().request
    running = mode in ("run", "edit", "script")  # elsewhere there is no address to ask for
    return Opening(
        mode=mode,
        address=_single(mo.query_params().to_dict()) if running else {},
        command=_single(mo.cli_args().to_dict()) if running else {},
        server=cast(Mapping[str, Any], request.meta.get("lesson_kit", {})) if request else {},
        accept_language=request.headers.get("accept-language") if request else None,
    )


def _single(given: Mapping[str, Any]) -> dict[str, Any]:
    """One value for each name: of a name given more than once, the last counts."""
    return {name: value[-1] if isinstance(value, list) else value for name, value in given.items()}


def _exported(command: Mapping[str, Any]) -> dict[str, Any]:
    """Which pages and languages an export holds: ``-- --pages 00_overview,... --langs zh,en``."""
    listed = {name: str(command[name]).split(",") for name in ("pages", "langs") if name in command}
    held: dict[str, Any] = {}
    if "pages" in listed:
        held["pages"] = frozenset(listed["pages"])
    if "langs" in listed:
        held["langs"] = tuple(lang for lang in map(as_lang, listed["langs"]) if lang)
    return held


def _kind(opening: Opening) -> Kind:
    if opening.server:
        return "serve"
    if opening.command.get("static"):
        return "static"
    if opening.mode == "run":
        return "folder" if opening.address.get("file") else "file"
    return "edit" if opening.mode == "edit" else "file"
