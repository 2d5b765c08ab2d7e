"""Which language a page speaks: what was asked for, else what the browser prefers, else Chinese."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from lesson_kit.show.words import Lang

__all__ = ["HTML_LANG", "LANGS", "as_lang", "browser_lang", "choose_lang", "lang_in_query"]

LANGS: tuple[Lang, ...] = ("zh", "en")

#: What stands in ``<html lang>``; the script subtag picks simplified glyphs in shared fonts.
HTML_LANG: Mapping[Lang, str] = {"zh": "zh-Hans", "en": "en"}


def as_lang(wish: object) -> Lang | None:
    """``"zh"``, ``"zh-CN"``, ``"EN"`` ... as a language of the course; None if it is neither."""
    if not isinstance(wish, str):
        return None
    short = wish.strip().lower().replace("_", "-").split("-")[0]
    return cast(Lang, short) if short in LANGS else None


def browser_lang(accept_language: str | None) -> Lang | None:
    """The course language a browser likes best, from its Accept-Language header.

    Follows RFC 9110: a comma-separated list, each with an optional weight ``;q=0.8``; a weight
    of 0 means "not this one". None if neither language is named.
    """
    best: Lang | None = None
    best_weight = 0.0
    for part in (accept_language or "").split(","):
        name, *parameters = part.split(";")
        weight = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip() == "q":
                try:
                    weight = float(value)
                except ValueError:
                    weight = 0.0
        lang = as_lang(name)
        if lang and weight > best_weight:  # earlier wins among equals
            best, best_weight = lang, weight
    return best


def choose_lang(wishes: Iterable[object], accept_language: str | None = None) -> Lang:
    """The first wish that is a language of the course, else the browser's, else Chinese."""
    for wish in wishes:
        lang = as_lang(wish)
        if lang:
            return lang
    return browser_lang(accept_language) or "zh"


def lang_in_query(query: str) -> Lang | None:
    """The language asked for by ``?lang=`` in a raw query string, if any; the last one counts."""
    from urllib.parse import parse_qs

    return as_lang(parse_qs(query).get("lang", [None])[-1])
