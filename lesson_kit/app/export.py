"""``lesson-kit export``: the course as plain files that any web server can hand out.

Each chapter runs once in each language, one after the other in one of a few processes
(``export_workers``), so that what both languages show is computed once; its page is finished by
``export_page``, and all pages share one front end (``export_front``)::

    OUT/index.html              chooses the language
    OUT/zh/index.html           the list of chapters
    OUT/zh/05_attention.html    a chapter; its widgets' scripts lie in OUT/zh/@file/
    OUT/_marimo/                the front end
    OUT/lesson-kit-export.json  the stamp: when and by which version it was made
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from threading import Lock

from lesson_kit import __version__
from lesson_kit.app.bar import no_script, page_style, page_title
from lesson_kit.app.export_front import copy_front_end, copy_icon
from lesson_kit.app.export_handout import make_handout
from lesson_kit.app.export_page import CellFailedError, ExportedPage, Marks, finish_page
from lesson_kit.app.export_place import staged
from lesson_kit.app.export_workers import WorkerError, Workers
from lesson_kit.app.index import chapter_files, index_page
from lesson_kit.app.language import HTML_LANG, LANGS
from lesson_kit.app.ways import Way
from lesson_kit.show.words import CHAPTERS, COURSE, Lang

__all__ = ["ExportError", "Settings", "export"]


class ExportError(RuntimeError):
    """A chapter could not be exported; the message names the notebook and what went wrong."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What is exported. ``notebooks`` maps file names without ``.py`` to notebooks, in order.

    ``model`` is a name or a folder; ``jobs`` how many chapters run at a time; ``esbuild`` the
    program that makes a hand-out (a site to be opened by double-click), ``""`` for none.
    """

    out: Path
    langs: Sequence[Lang] = LANGS
    notebooks: dict[str, Path] = field(default_factory=chapter_files)
    model: str = "classroom-base"
    jobs: int = field(default_factory=lambda: min(4, os.cpu_count() or 1))
    esbuild: str = ""


def export(settings: Settings, *, on_page: Callable[[int, int, str], None]) -> None:
    """Write the site. ``on_page(done, all, name)`` is called as pages are finished.

    Raises ExportError for a chapter that fails, PlaceError for a folder that cannot be used; in
    both cases, and when interrupted, ``settings.out`` is left as it was.
    """
    made = datetime.now(UTC).isoformat(timespec="seconds")
    told = {"course": COURSE("en"), "version": __version__, "made": made}
    with staged(settings.out, told) as site:
        pages = _run_all(settings, on_page)
        for lang in settings.langs:
            (site / lang / "@file").mkdir(parents=True)
            copy_icon(site / lang)
        for (name, lang), page in pages.items():
            (site / lang / f"{name}.html").write_bytes(page.html.encode("utf-8"))
            for module, source in page.modules.items():
                (site / lang / "@file" / module).write_bytes(source.encode("utf-8"))
        for lang in settings.langs:
            listed = index_page(lang, query={}, status=_STATUS[lang], way=_way(settings, lang))
            (site / lang / "index.html").write_bytes(listed.encode("utf-8"))
        (site / "index.html").write_bytes(_door(settings.langs).encode("utf-8"))
        copy_front_end(site, (page.html for page in pages.values()))
        if settings.esbuild:
            make_handout(site, settings.esbuild)


_STATUS = {
    "zh": "这是导出的页面：不用 Python，图照样能动，准备好的句子可以换着看。"
    "想输入自己的句子，请在自己的电脑上运行 lesson-kit serve。",
    "en": "These are exported pages: every picture moves without Python, and you can switch "
    "between the prepared sentences. To type your own, run lesson-kit serve on your machine.",
}


def _way(settings: Settings, lang: Lang) -> Way:
    return Way(
        "static", lang, "index", pages=frozenset(settings.notebooks), langs=tuple(settings.langs)
    )


def _run_all(
    settings: Settings, on_page: Callable[[int, int, str], None]
) -> dict[tuple[str, Lang], ExportedPage]:
    """Every chapter in every language, several at a time; the first failure stops the others."""
    wanted: list[tuple[str, Lang]] = [
        (name, lang) for name in settings.notebooks for lang in settings.langs
    ]
    pages: dict[tuple[str, Lang], ExportedPage] = {}
    on_page(0, len(wanted), "")
    one_at_a_time = Lock()
    with ThreadPoolExecutor(max_workers=settings.jobs) as pool, Workers() as workers:

        def chapter(name: str) -> None:
            for lang in settings.langs:
                page = _page(settings, name, lang, workers)
                with one_at_a_time:
                    pages[name, lang] = page
                    on_page(len(pages), len(wanted), f"{name} {lang}")

        jobs = [pool.submit(chapter, name) for name in settings.notebooks]
        try:
            for done in as_completed(jobs):
                done.result()
        except BaseException:
            for job in jobs:
                job.cancel()
            workers.stop()
            raise
    return {one: pages[one] for one in wanted}


def _page(settings: Settings, name: str, lang: Lang, workers: Workers) -> ExportedPage:
    notebook = settings.notebooks[name]
    options = {
        "static": 1, "lang": lang, "model": _full(settings.model),
        "pages": ",".join(settings.notebooks), "langs": ",".join(settings.langs),
    }  # fmt: skip
    try:
        return finish_page(workers.run(notebook, options), _marks(name, lang))
    except CellFailedError as error:
        where = f"{notebook.name} ({lang}), cell {error.cell}"
        raise ExportError(f"{where}: {error.said}") from error
    except WorkerError as error:
        raise ExportError(f"{notebook.name} ({lang}): {error}") from error


def _full(model: str) -> str:
    """A folder's whole path: the notebook runs in another folder."""
    return str(Path(model).resolve()) if Path(model).is_dir() else model


def _marks(name: str, lang: Lang) -> Marks:
    one = next((one for one in CHAPTERS if one.file == name), None)
    title = page_title(one.number, lang) if one else name
    about = one.promise(lang) if one else COURSE(lang)
    head = f"{page_style(lang)}<style>{_QUIET}{_SCROLLING}</style>\n"
    return Marks(HTML_LANG[lang], title, about, head, no_script("index.html"))


# What marimo lays over a static page leads to its own web site: not where a learner is going.
_QUIET = (
    '[data-testid="static-notebook-banner"],[data-testid="watermark"],'
    '[data-testid="notebook-actions-dropdown"]{display:none!important}'
)

# marimo scrolls a frame inside the window. Keys do nothing there until something in it was clicked,
# and a screen reader cannot get into it: on a page that is only read, the window itself scrolls.
_SCROLLING = (
    "@media screen{html,body,#root,#root div:has(#App),#App{height:auto!important;"
    "overflow:visible!important;min-width:0!important}"
    "#root div:has(#App){position:static!important}#App{min-height:100vh!important}}"
)


def _door(langs: Sequence[Lang]) -> str:
    """The page at the top: on to the list of chapters in the browser's language."""
    names = {"zh": "中文", "en": "English"}
    links = " · ".join(
        f'<a href="{lang}/index.html" lang="{HTML_LANG[lang]}">{names[lang]}</a>' for lang in langs
    )
    english = "en" if "en" in langs else langs[0]
    other = "zh" if "zh" in langs else langs[0]
    title = " · ".join(COURSE(lang) for lang in langs)
    return f"""<!doctype html>
<html lang="{HTML_LANG[langs[0]]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<script>
const wish = (navigator.languages || [navigator.language]).find(one => /^(zh|en)/i.test(one));
location.replace((/^en/i.test(wish || '') ? '{english}' : '{other}') + '/index.html');
</script>
</head>
<body><p>{links}</p></body>
</html>
"""
