"""Code that a reader sees beside its result, also where marimo itself shows none."""

from __future__ import annotations

import re
from typing import Any

import marimo as mo
from marimo._runtime.context import ContextNotInitializedError, get_context

from lesson_kit.show.html import code_block

__all__ = ["with_code"]

_LAST_CALL = re.compile(r"with_code\((.*)\)\s*$", re.DOTALL)


def with_code(output: Any = None) -> Any:
    """The last line of a cell whose code is part of the lesson: the code, then its output.

    In ``marimo edit`` the code stands in its editor already, so only the output is returned.
    What is shown is the cell as written, with ``with_code(x)`` read as ``x``.
    """
    source = "" if mo.app_meta().mode == "edit" and not mo.cli_args().get("static") else _source()
    if not source:
        return output
    shown = mo.Html(str(code_block(source)))  # mo.Html takes no subclass of str
    return shown if output is None else mo.vstack([shown, output], gap=0.75)


def _source() -> str:
    """The code of the cell that is running; "" outside a running notebook."""
    try:
        context = get_context()
    except ContextNotInitializedError:
        return ""
    cell = context.graph.cells.get(context.cell_id) if context.cell_id else None
    return _LAST_CALL.sub(r"\1", cell.code).strip() if cell else ""
