"""The parts of a page that do not move, as HTML: title, callouts, cards, captions, links.

Pure functions: plain text in, escaped HTML out. An argument called ``body`` may hold markup,
and takes it only as :class:`Html`, which our own functions return and :func:`rich` makes from
text the course wrote itself. A learner's text is a plain ``str`` and is always escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Literal

from lesson_kit.show.road_map import Link, pictogram
from lesson_kit.show.theme import ROLES
from lesson_kit.show.words import CHAPTERS, GLOSSARY, Chapter, Lang, chapter, next_chapter, word


class Html(str):
    """Text that is markup already and must not be escaped again."""

    __slots__ = ()


def rich(markup: str) -> Html:
    """Mark text that the course itself wrote as markup. Never for anything a learner typed."""
    return Html(markup)


def safe(text: str) -> str:
    """``text`` ready to stand in a page: escaped, unless it is :class:`Html` already."""
    return text if isinstance(text, Html) else escape(text)


def chapter_title(number: str, lang: Lang) -> Html:
    """Number, title (with the other language small beside it) and the one-sentence promise."""
    one = chapter(number)
    other, other_lang = (one.title.en, "en") if lang == "zh" else (one.title.zh, "zh")
    return Html(
        f'<div class="lk lk-title"><h1><span class="lk-no">{number}</span>'
        f"<span>{escape(one.title(lang))}</span>"
        f'<span class="lk-other" lang="{other_lang}">{escape(other)}</span></h1>'
        f'<p class="lk-promise">{escape(one.promise(lang))}</p></div>'
    )


def callout(
    body: str, *, kind: Literal["note", "caution", "error"] = "note", head: str = ""
) -> Html:
    """A ruled remark: ``note``, ``caution`` (where a picture can mislead) or ``error``.

    An error is announced to screen readers at once.
    """
    mark = {"note": "i", "caution": "!", "error": "×"}[kind]
    role = ' role="alert"' if kind == "error" else ""
    title = f'<b class="lk-head">{safe(head)}</b>' if head else ""
    return Html(
        f'<div class="lk"><div class="lk-call lk-{kind}"{role}>'
        f'<span class="lk-mark" aria-hidden="true">{mark}</span>'
        f"<div>{title}<p>{safe(body)}</p></div></div></div>"
    )


def number_card(label: str, value: str, *, unit: str = "", how: str = "") -> Html:
    """One number worth remembering: its label, value, unit, and how it was obtained."""
    small = f"<small>{safe(unit)}</small>" if unit else ""
    note = f'<div class="lk-how">{safe(how)}</div>' if how else ""
    return Html(
        f'<div class="lk-card"><div class="lk-label">{safe(label)}</div>'
        f'<div class="lk-number">{safe(value)}{small}</div>{note}</div>'
    )


def number_cards(cards: Iterable[Html]) -> Html:
    """Cards from :func:`number_card` side by side; they wrap on a narrow screen."""
    return Html(f'<div class="lk lk-cards">{"".join(cards)}</div>')


def badge(
    kind: Literal["live_only", "recorded", "teaching", "measured", "formula"], lang: Lang
) -> Html:
    """A small label that says where a picture's numbers come from, or that it needs Python."""
    solid = "" if kind in ("live_only", "recorded") else " lk-solid"
    return Html(f'<span class="lk-badge{solid}">{escape(word(kind, lang))}</span>')


def caption(body: str, *, source: str = "", badges: Iterable[Html] = ()) -> Html:
    """What a picture shows, and on the right which model and layer made it, with badges."""
    made_by = f"<span>{safe(source)}</span>" if source else ""
    return Html(
        f'<div class="lk lk-caption"><span class="lk-say">{safe(body)}</span>'
        f'<span class="lk-from">{made_by}{"".join(badges)}</span></div>'
    )


def term(name: str, lang: Lang) -> Html:
    """A term of the glossary at its first use: the other language beside or behind it.

    Chinese text shows the English term too; English text has the Chinese one on hover. Both say
    on hover what it means. KeyError if the glossary has no such term.
    """
    entry = GLOSSARY[name]
    role = f" lk-{name}" if name in ROLES else ""
    both = lang == "zh" and entry.name.zh != entry.name.en
    beside = f' <i lang="en">{escape(entry.name.en)}</i>' if both else ""
    hover = entry.says(lang) if lang == "zh" else f"{entry.name.zh} · {entry.says.en}"
    return Html(
        f'<span class="lk-term{role}" title="{escape(hover)}">'
        f"{escape(entry.name(lang))}{beside}</span>"
    )


def takeaway(body: str) -> Html:
    """The one sentence a learner should leave a picture with."""
    return Html(f'<div class="lk"><p class="lk-take">{safe(body)}</p></div>')


def code_block(source: str, *, name: str = "", note: str = "") -> Html:
    """A cell's code for reading: numbered lines, comments in grey.

    ``name`` stands above it, ``note`` below it.
    """
    lines = "".join(f"<span>{_grey_comment(line)}</span>" for line in source.strip().splitlines())
    head = f'<div class="lk-code-name">{escape(name)}</div>' if name else ""
    foot = f'<div class="lk-code-note">{safe(note)}</div>' if note else ""
    code = f"<pre><code>{lines}</code></pre>"
    return Html(f'<div class="lk"><div class="lk-code">{head}{code}{foot}</div></div>')


def _grey_comment(line: str) -> str:
    """One line of Python, escaped, with its comment marked; a ``#`` inside quotes is no comment."""
    quote = ""
    for at, char in enumerate(line):
        if quote:
            quote = "" if char == quote and line[at - 1] != "\\" else quote
        elif char in "\"'":
            quote = char
        elif char == "#":
            return f"{escape(line[:at])}<i>{escape(line[at:])}</i>"
    return escape(line)


def next_stop(number: str, lang: Lang, link: Link) -> Html:
    """The way on from chapter ``number``: the next chapter that is built, or a plain ending."""
    onward = next_chapter(number, built_only=True)
    address = link(onward.number) if onward else None
    while onward and address is None:  # an export may hold only some chapters
        onward = next_chapter(onward.number, built_only=True)
        address = link(onward.number) if onward else None
    if onward is None or address is None:
        end = {
            "zh": "路还在往前修，后面的站快到了。",
            "en": "The road is still being built; more stops are coming.",
        }[lang]
        return Html(f'<div class="lk"><p class="lk-kicker">{end}</p></div>')
    return Html(
        f'<div class="lk"><p class="lk-kicker">{word("next_stop", lang)}</p>'
        f'<a class="lk-next" href="{escape(address)}">{pictogram(onward.stop)}'
        f'<span><span class="lk-name"><span class="lk-no">{onward.number}</span>'
        f"{escape(onward.title(lang))}</span>"
        f'<p class="lk-promise">{escape(onward.promise(lang))}</p></span>'
        f'<span class="lk-go" aria-hidden="true">→</span></a></div>'
    )


def _chapter_card(one: Chapter, lang: Lang, link: Link) -> str:
    address = link(one.number) if one.built else None
    state = "" if one.built else f"<span>{word('coming', lang)}</span>"
    inside = (
        f'{pictogram(one.stop)}<span class="lk-name"><span class="lk-no">{one.number}</span>'
        f"{escape(one.title(lang))}</span>"
        f'<p class="lk-promise">{escape(one.promise(lang))}</p>'
        f'<span class="lk-meta"><span>{one.minutes} {word("minutes", lang)}</span>'
        f"<span>{word(one.model, lang)}</span>{state}</span>"
    )
    if address:
        return f'<li><a class="lk-chapter" href="{escape(address)}">{inside}</a></li>'
    return f'<li><div class="lk-chapter">{inside}</div></li>'


def chapter_cards(
    lang: Lang, link: Link, *, keep: Callable[[Chapter], bool] = lambda one: True
) -> Html:
    """Every chapter as a card: drawing, title, promise, minutes, which model; for an index.

    ``keep`` chooses which; those not built stay visible, without a link, marked as coming.
    """
    cards = "".join(_chapter_card(one, lang, link) for one in CHAPTERS if keep(one))
    return Html(f'<div class="lk"><ol class="lk-index">{cards}</ol></div>')
