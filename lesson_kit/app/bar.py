"""What frames every page: the bar at the top with its switches, and the way on at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from lesson_kit.app.language import HTML_LANG, LANGS
from lesson_kit.app.ways import Way
from lesson_kit.show import html
from lesson_kit.show.html import Html, rich
from lesson_kit.show.road_map import road_map
from lesson_kit.show.theme import page_css
from lesson_kit.show.words import CHAPTERS, COURSE, Chapter, Lang, chapter, word

__all__ = ["chapter_foot", "chapter_head", "no_script", "page_style", "page_title", "top_bar"]

_LANG_NAMES: Mapping[Lang, str] = {"zh": "中文", "en": "English"}


@cache
def page_style(lang: Lang) -> Html:
    """Everything a page of the course looks like, as one ``<style>`` element."""
    own = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    return rich(f"<style>{page_css(lang)}\n{own}</style>")


def no_script(home: str) -> Html:
    """What stands in a chapter whose scripts may not run; ``home`` is the list of chapters.

    It names both languages: which one is wanted is found out by a script, too.
    """
    return rich(
        '<noscript><div style="max-width:40em;margin:3em auto;padding:0 1em">'
        '<p lang="zh-Hans">这一章的图要靠 JavaScript 画出来，而这个浏览器把它关掉了。'
        "请打开 JavaScript，再刷新这一页。"
        f'<a href="{escape(home)}">回到目录</a></p>'
        '<p lang="en">The pictures of this chapter are drawn by JavaScript, which is switched off '
        "in this browser. Switch it on and reload the page. "
        f'<a href="{escape(home)}">Back to the list of chapters</a></p></div></noscript>'
    )


def page_title(number: str, lang: Lang) -> str:
    """What a chapter's window is called."""
    return f"{number} {chapter(number).title(lang)} · {COURSE(lang)}"


def top_bar(
    lang: Lang,
    *,
    home: str | None,
    switch: Callable[[Lang], str | None],
    menu: str = "",
    stay: bool = True,
) -> Html:
    """Course name (a link home), the model list, and the language switch.

    ``switch`` gives the address of this page in a language, None where there is none. With
    ``stay`` a running page changes its language in place (frame.js); without, it is only a link.
    """
    name = escape(COURSE(lang))
    course = f'<a class="lk-course" href="{escape(home)}">{name}</a>' if home else (
        f'<span class="lk-course">{name}</span>'
    )  # fmt: skip
    addresses: list[tuple[Lang, str | None]] = [(other, switch(other)) for other in LANGS]
    langs = "".join(_language(other, lang, at, stay) for other, at in addresses if at)
    return rich(
        f'<div class="lk lk-top">{course}<span class="lk-spacer"></span>{menu}'
        f'<nav class="lk-langs" aria-label="语言 / Language">{langs}</nav></div>'
    )


def _language(one: Lang, current: Lang, address: str, stay: bool) -> str:
    here = ' aria-current="true"' if one == current else ""
    choice = f' data-lk-choice="{urlencode({"lang": one})}"' if stay else ""
    return (
        f'<a href="{escape(address)}" lang="{HTML_LANG[one]}" hreflang="{HTML_LANG[one]}"'
        f' data-testid="lang-{one}"{choice}{here}>'
        f"{_LANG_NAMES[one]}</a>"
    )


def chapter_head(way: Way, *, number: str, menu: str = "", note: str = "", hint: str = "") -> Html:
    """The top of a chapter: style, bar, road map with this stop lit.

    Below stand ``hint``, one quiet line, and ``note``, a remark that should be seen; both text.
    """
    stay = way.kind != "static"
    return rich(
        page_style(way.lang)
        + top_bar(way.lang, home=way.home(), switch=way.language, menu=menu, stay=stay)
        + road_map(way.lang, here=number, link=way.chapter)
        + (f'<p class="lk lk-hint">{escape(hint)}</p>' if hint else "")
        + (html.callout(note) if note else "")
    )


def chapter_foot(way: Way, *, number: str) -> Html:
    """The bottom of a chapter: the next stop, then the previous one and the list of chapters."""
    before = [one for one in CHAPTERS if one.built and one.number < number]
    if way.pages is not None:  # an export of some chapters: the one before among those
        before = [one for one in before if one.file in way.pages]
    rows = []
    if before:
        rows.append(_step(before[-1], way))
    home = way.home()
    if home:
        rows.append(f'<a href="{escape(home)}">{escape(word("home", way.lang))}</a>')
    steps = f'<nav class="lk lk-steps">{"".join(rows)}</nav>' if rows else ""
    return rich(html.next_stop(number, way.lang, way.chapter) + steps)


def _step(one: Chapter, way: Way) -> str:
    colon = "：" if way.lang == "zh" else ": "
    text = escape(f"{word('previous', way.lang)}{colon}{one.number} {one.title(way.lang)}")
    address = way.chapter(one.number)
    return f'<a href="{escape(address)}">← {text}</a>' if address else f"<span>← {text}</span>"
