"""The road every message travels, drawn once: a strip of ten stops for the top of a page.

A stop's pictogram is a tiny drawing of what happens there. The strip knows nothing of
addresses: whoever puts it on a page says where a chapter lives.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from lesson_kit.show.words import ROAD, Lang, Stop, chapter, stop_of, word

#: Where a chapter lives: its two-digit number in, an address out; None where it has none here.
Link = Callable[[str], str | None]

# Drawn in a box of 38 x 26, stroke only; the class lk-pic (theme.css) gives line and colour.
_DRAWINGS: dict[str, str] = {
    "message": '<path d="M11 6h16a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H17l-4 4v-4h-2a2 2 0 0 1-2-2V8a2 2 '
    '0 0 1 2-2z"/>',
    "context": '<path d="M11 5H8v16h3M27 5h3v16h-3M13 9h12M13 13h8M13 17h11"/>',
    "tokens": '<rect x="5" y="9" width="10" height="8" rx="2"/><rect x="17" y="9" width="6" '
    'height="8" rx="2"/><rect x="25" y="9" width="8" height="8" rx="2"/>',
    "vectors": '<rect x="6" y="9" width="26" height="8" rx="1.5"/>'
    '<path d="M11.2 9v8M16.4 9v8M21.6 9v8M26.8 9v8"/>',
    "attention": '<path d="M31 19C31 4 7 4 7 19M31 19c0-9-12-9-12 0"/><g fill="currentColor">'
    '<circle cx="7" cy="20" r="1.6"/><circle cx="19" cy="20" r="1.6"/>'
    '<circle cx="31" cy="20" r="1.6"/></g>',
    "ffn": '<rect x="6" y="9" width="4" height="8" rx="1"/><rect x="17" y="3.5" width="4" '
    'height="19" rx="1"/><rect x="28" y="9" width="4" height="8" rx="1"/><path stroke-width="1" '
    'd="M10 10.5l7-5M10 15.5l7 5M21 5.5l7 5M21 20.5l7-5"/>',
    "layers": '<path d="M19 4l12 5-12 5L7 9zM7 13l12 5 12-5M7 17l12 5 12-5"/>',
    "logits": '<path stroke-width="2" d="M7 21h24M10 21v-4M15 21V7M20 21v-9M25 21v-6M29 21v-2"/>',
    "choice": '<circle cx="8" cy="13" r="3"/><circle cx="19" cy="13" r="4.5" fill="currentColor"/>'
    '<circle cx="30" cy="13" r="3"/>',
    "text": '<path d="M7 9h17M7 17h9M22 13v8M20 13h4M20 21h4"/>',
    "lap": '<path d="M28 13a9 8 0 1 1-4-6.6M24 2.6v4.2h-4.2"/>',
    "": '<path d="M6 19c7 0 6-12 13-12s6 12 13 12"/><circle cx="6" cy="19" r="2" '
    'fill="currentColor"/><circle cx="32" cy="19" r="2" fill="currentColor"/>',
}


def pictogram(stop: str) -> str:
    """The drawing of a stop (a key of ROAD, ``"lap"``, or ``""`` for the whole road) as SVG."""
    return (
        f'<svg class="lk-pic" viewBox="0 0 38 26" width="38" height="26" aria-hidden="true">'
        f"{_DRAWINGS[stop]}</svg>"
    )


def _cell(stop: Stop, lang: str, here: str, link: Link) -> str:
    """One stop: the place we are at, a link to its chapter, or a stop still waiting for one."""
    inside = pictogram(stop.key) + escape(stop.name(lang))
    title = f"{stop.chapter} {chapter(stop.chapter).title(lang)}"
    if stop.key == here:
        return f'<span class="lk-stop" aria-current="step">{inside}</span>'
    if not chapter(stop.chapter).built:
        note = escape(f"{title} · {word('coming', lang)}")
        return f'<span class="lk-stop lk-wait" title="{note}">{inside}</span>'
    address = link(stop.chapter)
    if address is None:  # built, but not to be reached from here: one notebook opened alone
        return f'<span class="lk-stop" title="{escape(title)}">{inside}</span>'
    return f'<a class="lk-stop" href="{escape(address)}" title="{escape(title)}">{inside}</a>'


def road_map(lang: Lang, *, here: str = "", link: Link = lambda number: None) -> str:
    """The strip for the top of a chapter, as HTML.

    ``here`` is the number of the chapter being read (``"05"``), whose stop is lit, or ``""``.
    ``link`` turns a chapter's number into an address, or None where there is none. Stops whose
    chapter is not built yet stay visible and say that it is coming.
    """
    lit = stop_of(here) if here else ""
    cells = "".join(f"<li>{_cell(stop, lang, lit, link)}</li>" for stop in ROAD)
    again = {
        "zh": "注意力和 FFN 一共重复 N 层",
        "en": "attention and FFN repeat for N layers",
    }[lang]
    lap = {"zh": "每个新词元再走一圈", "en": "every new token takes one more lap"}[lang]
    return (
        f'<nav class="lk lk-road" aria-label="{escape(word("road_map", lang))}">'
        f'<ol>{cells}</ol><span class="lk-again" title="{again}"></span>'
        f'<div class="lk-lap{" lk-lit" if lit == "lap" else ""}"><span>{lap}</span></div></nav>'
    )
