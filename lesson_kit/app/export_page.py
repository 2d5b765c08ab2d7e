"""From the page that ``marimo export html`` writes to a page of our export: pure text work.

marimo's page holds its data as JSON inside three scripts. Here it is read, checked for cells that
failed, and written again: smaller, the same bytes every time, with no address outside the export.
"""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass
from html import escape, unescape
from typing import Any

from lesson_kit.app.export_front import FOLDER

__all__ = ["CellFailedError", "ExportedPage", "Marks", "finish_page"]

_HEAD_LINES = re.compile(
    r'\s*<(?:link rel="(?:icon|preload|apple-touch-icon|manifest)"|meta name="description")[^>]*>'
    r"|\s*<!-- Preload.*?-->",
    re.DOTALL,
)
_ELSEWHERE = re.compile(
    r'(src|href)="https://cdn\.jsdelivr\.net/npm/@marimo-team/frontend@[^/"]+/dist/'
)
_TAGS = re.compile(r"<[^>]*>")
_DETAILS = re.compile(r"<details.*?</details>", re.DOTALL)
_GUARDED = re.compile(r'<div class="lk-call lk-error".*?</div>\s*</div>', re.DOTALL)
_RANDOM_ID = re.compile(r"random-id='([0-9a-f-]{36})'")
_MODULE = "data:text/javascript;base64,"


class CellFailedError(Exception):
    """A cell of a notebook did not do its work; ``cell`` is its name, ``said`` what went wrong."""

    def __init__(self, cell: str, said: str) -> None:
        super().__init__(f"cell {cell}: {said}")
        self.cell = cell
        self.said = said


@dataclass(frozen=True)
class Marks:
    """What the page says of itself before anything has run.

    ``html_lang`` as in ``<html lang>``; ``title`` and ``about`` plain text; ``head`` and ``body``
    are markup of our own for the beginning of both.
    """

    html_lang: str
    title: str
    about: str
    head: str = ""
    body: str = ""


@dataclass(frozen=True)
class ExportedPage:
    """A finished page and the scripts it asks for: name → source, to lie in ``@file/`` beside it.

    The names carry a hash of the content, so pages of one folder share them.
    """

    html: str
    modules: dict[str, str]


def finish_page(raw: str, marks: Marks) -> ExportedPage:
    """Turn marimo's page into ours.

    Raises CellFailedError for a cell with an error, one stopped by another, or one whose place
    holds a sentence of ``page.guard()``; ValueError if marimo's page has an unknown shape.
    """
    files = _Slot(raw, "files: Object.freeze(")
    models = _Slot(raw, "modelNotifications: Object.freeze(")
    code = _Slot(raw, "notebookCode: ")
    view = _Slot(raw, '\n            "view": ')
    notebook = _Slot(raw, '\n            "notebook": ')
    session = _Slot(raw, '\n            "session": ')
    if files.value:
        raise ValueError("marimo's page holds files of its own, which an export cannot carry yet")
    _check_cells(notebook.value, session.value)
    modules = _take_modules(models.value)
    for cell in notebook.value["cells"]:
        cell["code"] = ""  # what is worth reading stands in the page itself: app/visible.py
    for cell in session.value["cells"]:
        cell["console"] = []
    code.value = ""
    view.value = {**view.value, "showAppCode": False}
    text = _written(raw, [models, code, view, notebook, session])
    text = re.sub(r"(<marimo-code hidden=\"\">).*?(</marimo-code>)", r"\1\2", text, flags=re.DOTALL)
    text = _renamed(text, [model["model_id"] for model in models.value])
    return ExportedPage(_headed(text, marks), modules)


def _renamed(text: str, models: list[str]) -> str:
    """marimo names widgets at random; two exports of the same pages must have the same bytes."""
    names = {name: f"{count:032x}" for count, name in enumerate(models, start=1)}
    for count, name in enumerate(dict.fromkeys(_RANDOM_ID.findall(text)), start=1):
        names[name] = f"{count:08x}-0000-4000-8000-000000000000"
    if not names:
        return text
    return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], text)


class _Slot:
    """A JSON value inside marimo's page: where it stands and what it is."""

    def __init__(self, raw: str, before: str) -> None:
        found = raw.find(before)
        if found < 0:
            raise ValueError(f"marimo's page has an unknown shape: no {before.strip()}")
        self.start = found + len(before)
        self.value: Any
        self.value, self.end = json.JSONDecoder().raw_decode(raw, self.start)


def _written(raw: str, slots: list[_Slot]) -> str:
    """The page with each slot's value as it is now."""
    parts: list[str] = []
    at = 0
    for slot in sorted(slots, key=lambda one: one.start):
        parts += [raw[at : slot.start], _script_json(slot.value)]
        at = slot.end
    return "".join([*parts, raw[at:]])


def _script_json(value: Any) -> str:
    """JSON that may stand inside ``<script>``: nothing in it can end the script."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    text = text.replace("</", "<\\/").replace("<!--", "\\u003C!--")
    text = re.sub("<(?=script)", r"\\u003C", text, flags=re.IGNORECASE)
    return re.sub("[\u2028\u2029\ud800-\udfff]", lambda m: f"\\u{ord(m[0]):04X}", text)


def _check_cells(notebook: dict[str, Any], session: dict[str, Any]) -> None:
    names = {cell["id"]: cell.get("name") or "_" for cell in notebook["cells"]}
    stopped: CellFailedError | None = None
    for cell in session["cells"]:
        name = names.get(cell["id"], "_")
        for output in cell["outputs"]:
            if output["type"] == "error":
                error = CellFailedError(name, _plain(output.get("evalue") or output["ename"]))
                if output["ename"] not in ("ancestor-stopped", "ancestor-prevented"):
                    raise error
                stopped = stopped or error
                continue
            for kind, data in output.get("data", {}).items():
                found = _GUARDED.search(data) if kind == "text/html" else None
                if found:
                    raise CellFailedError(name, _plain(found[0]))
    if stopped:
        raise stopped


def _plain(markup: str) -> str:
    text = _TAGS.sub(" ", _DETAILS.sub(lambda m: " (" + m[0] + ")", markup))
    return " ".join(unescape(text).split()).removeprefix("× ")


def _take_modules(models: list[dict[str, Any]]) -> dict[str, str]:
    """Take the scripts of widgets out of the page: it names them, and they lie in files.

    ``./@file/`` is an address marimo's front end trusts and looks up beside the page.
    """
    modules: dict[str, str] = {}
    for model in models:
        spec = model["message"].get("esm_spec")
        if not spec:
            continue
        if not spec["url"].startswith(_MODULE):
            raise ValueError("marimo's page has an unknown shape: a widget without its script")
        name = f"{spec['hash']}.js"
        modules[name] = base64.b64decode(spec["url"][len(_MODULE) :]).decode("utf-8")
        spec["url"] = f"./@file/{name}"
    return modules


def _headed(text: str, marks: Marks) -> str:
    text = _ELSEWHERE.sub(rf'\1="../{FOLDER}/', text)
    start, end = text.index("<head>"), text.index("<script data-marimo")
    text = text[:start] + _HEAD_LINES.sub("", text[start:end]) + text[end:]
    text = text.replace('<html lang="en">', f'<html lang="{marks.html_lang}">', 1)
    title = f"<title>{escape(marks.title)}</title>"
    text = re.sub(r"<title>.*?</title>", lambda _: title, text, count=1, flags=re.DOTALL)
    ours = (
        f'<meta name="description" content="{escape(marks.about)}" />\n'
        f'<link rel="icon" href="favicon.ico" />\n{marks.head}'
    )
    text = text.replace("<head>", f"<head>\n{ours}", 1)
    before, found, after = text.partition("<body>")
    if not found:
        raise ValueError("marimo's page has an unknown shape: no <body>")
    return f"{before}<body>\n{marks.body}{after}"
