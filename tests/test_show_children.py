"""A child that may be left out never reaches the DOM's own methods, which would print "null"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

_FOLDER = Path(__file__).parents[1] / "lesson_kit"
_SOURCES = sorted(_FOLDER.rglob("*.js"))
_ADDS = re.compile(r"\.(?:replaceChildren|append|prepend|after|before|replaceWith)\(")
#: Each kind of bracket swallows what stands in it: what is left of an argument is its outer form.
_CLOSES = {"(": ")", "[": "]", "{": "}"}


def arguments(source: str, start: int) -> Iterator[str]:
    """The outer form of each argument of the call whose bracket opened just before `start`."""
    depth, quote, form, at = 0, "", "", start
    while at < len(source):
        char = source[at]
        if quote:
            at += char == "\\"
            quote = "" if char == quote else quote
        elif char in "'\"`":
            quote = char
            form += "" if depth else "text"
        elif char in _CLOSES:
            depth += 1
        elif char in _CLOSES.values():
            depth -= 1
            if depth < 0:
                yield form.strip()
                return
        elif char == "," and depth == 0:
            yield form.strip()
            form = ""
        elif depth == 0:
            form += char
        at += 1


def missing(form: str) -> bool:
    """Whether an argument of this form can be null, undefined or false, which the page prints."""
    if re.search(r"(\?|:|\|\||^)\s*(null|undefined|false)\b", form):
        return True
    chosen = re.search(r"\?(?![.?])", form)  # a ? b : c: what stands before ? is only asked
    return not chosen and ("&&" in form or "?." in form)


def test_the_reader_of_calls_sees_what_it_looks_for() -> None:
    call = "x.append(el('b', { a: null }), ok ? el('i') : null, n > 1 && el('u'), 'a, null', q?.r)"
    start = _ADDS.search(call)
    assert start is not None
    assert [missing(one) for one in arguments(call, start.end())] == [
        False,
        True,
        True,
        False,
        True,
    ]


@pytest.mark.parametrize("path", _SOURCES, ids=lambda path: path.name)
def test_no_child_that_may_be_missing_is_added_bare(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    bare = [
        (source[: call.start()].count("\n") + 1, form)
        for call in _ADDS.finditer(source)
        for form in arguments(source, call.end())
        if missing(form)
    ]
    assert bare == [], "use fillWith(node, …) or el(…), which leave such a child out"
