"""``lesson-kit export``: its options, and what it says."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from lesson_kit.app.command_parts import add_command, check_model, quoted
from lesson_kit.app.language import as_lang
from lesson_kit.show.words import Lang

__all__ = ["add_export"]


def add_export(commands: argparse._SubParsersAction) -> None:
    """The command ``export``."""
    sub = add_command(
        commands,
        "export",
        "write the course as plain web pages that need no Python · 导出成不需要 Python 的网页",
        "lesson-kit export site --lang zh,en --chapter 00,05",
    )
    sub.add_argument("out", type=Path, metavar="OUT", help="a new folder, or a former export")
    sub.add_argument("--lang", type=_langs, default=("zh", "en"), help="default: zh,en")
    sub.add_argument(
        "--chapter",
        type=_chapters,
        metavar="NN[,NN]",
        help="only these: 5, 05 or attention (default: all)",
    )
    sub.add_argument(
        "--handout", action="store_true", help="pages that open by double-click (needs esbuild)"
    )
    sub.add_argument("--model", default="classroom-base", metavar="NAME|FOLDER")
    sub.set_defaults(run=_run_export)


def _run_export(options: argparse.Namespace) -> None:
    from lesson_kit.app import export
    from lesson_kit.app.export_handout import find_esbuild
    from lesson_kit.app.export_place import check_place
    from lesson_kit.app.index import chapter_files
    from lesson_kit.app.progress import Bar, duration, megabytes

    check_place(options.out)
    check_model(options.model)
    esbuild = find_esbuild() if options.handout else ""
    notebooks = chapter_files()
    if options.chapter:
        notebooks = {k: v for k, v in notebooks.items() if k in options.chapter}
    settings = export.Settings(
        out=options.out,
        langs=options.lang,
        notebooks=notebooks,
        model=options.model,
        esbuild=esbuild,
    )
    started = time.monotonic()
    with Bar("export") as bar:
        export.export(settings, on_page=lambda done, all_, name: bar.show(done, all_, note=name))
    size = sum(path.stat().st_size for path in options.out.rglob("*") if path.is_file())
    pages = len(notebooks) * len(options.lang)
    took = duration(time.monotonic() - started)
    counted = "1 page" if pages == 1 else f"{pages} pages"
    print(f"{counted}, {megabytes(size)}, in {took}: {options.out}")
    if esbuild:
        print(f"To look at it: open {quoted(options.out / 'index.html')} by double-click")
    else:
        folder = quoted(options.out)
        print(f"To look at it: python -m http.server --directory {folder} --bind 127.0.0.1")


def _langs(text: str) -> Sequence[Lang]:
    """``zh,en`` → ("zh", "en"), for argparse."""
    langs: dict[Lang, None] = {}
    for part in text.split(","):
        lang = as_lang(part)
        if lang is None:
            raise argparse.ArgumentTypeError(f"{text!r} is not zh, en or zh,en")
        langs[lang] = None
    return tuple(langs)


def _chapters(text: str) -> Sequence[str]:
    """``5``, ``05``, ``05_attention`` or ``attention`` → ("05_attention",), for argparse."""
    from lesson_kit.app.index import chapter_files

    names = {
        known: file
        for file in chapter_files()
        for known in (file, file[:2], file[:2].removeprefix("0"), file[3:])
    }
    asked = [part.strip() for part in text.split(",")]
    for one in asked:
        if one not in names:
            there = ", ".join(chapter_files())
            raise argparse.ArgumentTypeError(f"there is no chapter {one!r}; there are {there}")
    return tuple(names[one] for one in asked)
