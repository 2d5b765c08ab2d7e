"""The one direction of travel between rooms, read from the source without importing it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "lesson_kit"

# room: the rooms it may import. Top-level modules (places, the package itself) are open to all.
MAY_IMPORT: dict[str, set[str]] = {
    "text": set(),
    "model": set(),
    "weights": {"text", "model"},
    "generate": {"text", "model", "weights"},
    "corpus": {"text"},
    "context": {"text", "model", "weights", "generate"},
    "measure": {"text", "model", "weights", "generate"},
    "train": {"text", "model", "weights", "generate", "corpus", "measure"},
    "show": set(),
    "app": {
        "text",
        "model",
        "weights",
        "generate",
        "corpus",
        "context",
        "measure",
        "train",
        "show",
    },
}
#: Libraries that only some rooms may touch.
ONLY_IN: dict[str, set[str]] = {
    "marimo": {"app"},
    "starlette": {"app"},
    "uvicorn": {"app"},
    "altair": {"show"},
    "anywidget": {"show", "app"},
    "torch": {"model", "weights", "generate", "context", "measure", "train", "app"},
    "pickle": set(),
    "transformers": set(),
}


def _imports(path: Path) -> set[str]:
    """Every module a file imports anywhere, also inside functions; dotted names."""
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} uses a relative import"
            module = node.module or ""
            found.add(module)
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


def _files() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "_course" not in path.parts)


def _room(path: Path) -> str | None:
    """The room a file belongs to; None for a module at the top of the package."""
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else None


def test_every_room_has_a_place_in_the_plan() -> None:
    rooms = {room for path in _files() if (room := _room(path))}
    assert {"text", "model", "weights", "generate", "show", "app"} <= rooms
    assert rooms <= set(MAY_IMPORT)


@pytest.mark.parametrize(
    "path",
    [path for path in _files() if _room(path)],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_a_room_imports_only_rooms_before_it(path: Path) -> None:
    room = _room(path)
    assert room is not None
    for name in _imports(path):
        parts = name.split(".")
        if parts[0] == "lesson_kit" and len(parts) > 1 and parts[1] in MAY_IMPORT:
            assert parts[1] == room or parts[1] in MAY_IMPORT[room], f"{room} imports {name}"


@pytest.mark.parametrize("path", _files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_library_is_known_only_where_it_belongs(path: Path) -> None:
    for name in _imports(path):
        library = name.split(".")[0]
        if library in ONLY_IN:
            assert _room(path) in ONLY_IN[library], f"{_room(path)} imports {library}"


def test_notebooks_never_import_each_other() -> None:
    notebooks = sorted((PACKAGE.parent / "notebooks").glob("*.py"))
    names = {path.stem for path in notebooks}
    assert names
    for path in notebooks:
        tops = {name.split(".")[0] for name in _imports(path)}
        assert not tops & (names | {"notebooks"})


def test_importing_the_package_is_cheap_and_its_names_are_there() -> None:
    """A fresh interpreter: no torch at import, every public name in place, generate a function."""
    program = (
        "import sys, lesson_kit\n"
        "assert 'torch' not in sys.modules and 'marimo' not in sys.modules\n"
        "from lesson_kit import (load, generate, Tokenizer, Transformer, TransformerConfig,\n"
        "                        KVCache, Trace)\n"
        "import lesson_kit.generate.loop\n"
        "from lesson_kit import generate as again\n"
        "assert again is generate and callable(generate)\n"
        "assert set(lesson_kit.__all__) <= set(dir(lesson_kit))\n"
        "try:\n    lesson_kit.nothing\n"
        "except AttributeError as error:\n    assert 'nothing' in str(error)\n"
        "else:\n    raise SystemExit('an unknown name was found')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=PACKAGE.parent,
    )
    assert done.returncode == 0, done.stderr
