"""Code that a reader sees beside its result, also where marimo itself shows none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import marimo as mo
from marimo._runtime.context import ContextNotInitializedError, get_context

from lesson_kit.show.html import Html, code_block, rich

__all__ = ["with_code"]

_LAST_CALL = re.compile(r"with_code\((.*)\)\s*$", re.DOTALL)


def with_code(output: Any = None) -> Any:
    """The last line of a cell whose code is part of the lesson: the code, then its output.

    In ``marimo edit`` the code stands in its editor already, so only the output is returned.
    What is shown is the cell as written, with ``with_code(x)`` read as ``x``.
    """
    if mo.app_meta().mode == "edit" and not mo.cli_args().get("static"):
        return output
    try:
        context = get_context()
    except ContextNotInitializedError:  # outside a running notebook
        return output
    cell = context.graph.cells.get(context.cell_id) if context.cell_id else None
    if cell is None:
        return output
    source = _LAST_CALL.sub(r"\1", cell.code).strip()
    block = code_block(source, note=_how_to_edit(context.globals))
    shown = mo.Html(str(block))  # mo.Html takes no subclass of str
    return shown if output is None else mo.vstack([shown, output], gap=0.75)


def _how_to_edit(names: Mapping[str, Any]) -> Html:
    """Where these lines can be changed: the text beside them asks the reader to try."""
    notebook = Path(str(names.get("__file__") or "")).name
    command = rich(f"<code>marimo edit notebooks/{escape(notebook)}</code>")
    if getattr(names.get("page"), "lang", "zh") == "zh":
        return rich(f"想动手改这几行：{command}")
    return rich(f"To change these lines: {command}")
