"""marimo's front end, copied once beside the exported pages: only what a page that is read can use.

An exported page normally fetches it from a content delivery network and is blank without internet.
The installed package carries the same files. Two thirds of them belong to the editor, to other
chart libraries and to old font formats; they stay behind.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

__all__ = ["FOLDER", "copy_front_end", "copy_icon", "files_needed"]

#: The folder of the shared front end inside an export.
FOLDER = "_marimo"

_NAME = re.compile(r"[\w.@-]+\.(?:js|css|woff2|woff|ttf|png|svg|wasm|json)")
# Loaded on demand, and never by a page without an editor: nothing behind these is followed either.
# Of each font the browser takes woff2; the pictures belong to a lost connection, wasm to writing
# together.
_NEVER = re.compile(
    r"(home-page|edit-page|gallery|node-sql|terminal|agent-panel|reveal|swiper)"
    r"|.*\.(ttf|woff|png|wasm)$"
)
# Loaded on demand by one kind of output each: needed if a page holds such an element.
_FOR_ELEMENT = {
    "marimo-plotly": re.compile(r"Plot-"),
    "marimo-mermaid": re.compile(r"mermaid|cytoscape|cose-bilkent|.*[dD]iagram-"),
}


def files_needed(static: Path, elements: Iterable[str] = ()) -> list[str]:
    """Names in ``static/assets`` that a page can ask for, sorted.

    ``elements`` are names of custom elements that stand in some page and bring libraries of their
    own along ("marimo-plotly", "marimo-mermaid"). A file is needed if a needed file names it.
    """
    assets = static / "assets"
    names = {path.name for path in assets.iterdir()}
    absent = [pattern for name, pattern in _FOR_ELEMENT.items() if name not in set(elements)]
    left_out = [_NEVER, *absent]
    seen: set[str] = set()
    waiting = _named(static / "index.html") & names
    while waiting:
        name = waiting.pop()
        if name in seen or any(pattern.match(name) for pattern in left_out):
            continue
        seen.add(name)
        if name.endswith((".js", ".css")):
            waiting |= (_named(assets / name) & names) - seen
    return sorted(seen)


def _installed() -> Path:
    import marimo

    return Path(marimo.__file__).parent / "_static"


def _named(path: Path) -> set[str]:
    return set(_NAME.findall(path.read_text(encoding="utf-8", errors="replace")))


def copy_front_end(out: Path, pages: Iterable[str]) -> None:
    """Put the front end that ``pages`` (their HTML) need into ``out``/_marimo."""
    static = _installed()
    found = {name for page in pages for name in _FOR_ELEMENT if name in page}
    target = out / FOLDER / "assets"
    target.mkdir(parents=True)
    for name in files_needed(static, found):
        shutil.copyfile(static / "assets" / name, target / name)


def copy_icon(folder: Path) -> None:
    """Put the icon beside the pages of ``folder``: the front end asks for it there by itself."""
    shutil.copyfile(_installed() / "favicon.ico", folder / "favicon.ico")
