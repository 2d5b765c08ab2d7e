"""Every chapter is there, is clean, runs whole in both languages and says the same in both."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from course import tiny_model

from lesson_kit.app.header import Page
from lesson_kit.places import notebooks_dir
from lesson_kit.show.words import CHAPTERS

EXPECTED = [
    "00_overview",
    "02_tokenization",
    "03_embeddings",
    "05_attention",
    "06_ffn",
    "07_training",
    "10_kv_cache",
    "11_context_window",
]
NOTEBOOKS = [notebooks_dir() / f"{name}.py" for name in EXPECTED]
by_name = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=EXPECTED)
HAN = re.compile(r"[一-鿿]")


def test_the_notebooks_are_the_ones_the_course_promises() -> None:
    found = sorted(path.stem for path in notebooks_dir().glob("*.py"))
    assert found == EXPECTED
    assert [one.file for one in CHAPTERS if one.built] == EXPECTED


@by_name
def test_marimo_finds_nothing_to_complain_about(notebook: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "marimo", "check", "--strict", str(notebook)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@by_name
def test_the_theme_follows_the_system_however_the_notebook_is_opened(notebook: Path) -> None:
    head = notebook.read_text(encoding="utf-8").split("import marimo")[0]
    assert '# [tool.marimo.display]\n# theme = "system"' in head


def _run(notebook: Path) -> tuple[Any, Any]:
    spec = spec_from_file_location(f"chapter_{notebook.stem}", notebook)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.app.run()


@pytest.fixture(scope="module")
def other_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("model", ["classroom-base", "tiny"])
@by_name
def test_every_cell_runs(
    notebook: Path,
    lang: str,
    model: str,
    other_model: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Headless; an exception in any cell is raised here, a callout in its place is found below."""
    monkeypatch.setenv("LESSON_KIT_LANG", lang)
    monkeypatch.setenv("LESSON_KIT_MODEL", str(other_model) if model == "tiny" else model)
    monkeypatch.setenv("LESSON_KIT_CACHE", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [str(notebook)])
    outputs, names = _run(notebook)
    page = names["page"]
    assert isinstance(page, Page)
    assert page.lang == lang
    assert page.model.card.name == model
    markup = [getattr(output, "text", "") for output in outputs]
    assert all(type(text) is str for text in markup), "mo.Html takes no subclass of str"
    shown = "\n".join(markup)
    for sign in ("lk-call lk-error", 'lk-call lk-caution" role', "marimo-error", "Traceback"):
        assert sign not in shown
    stopped = [name for name in _names(notebook) if name not in names]
    assert not stopped, f"never computed: {stopped}"


def _names(notebook: Path) -> set[str]:
    """What the cells hand on, from their return statements; a cell that stopped has none."""
    tree = ast.parse(notebook.read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for step in node.body:
                if isinstance(step, ast.Return) and isinstance(step.value, ast.Tuple):
                    found |= {e.id for e in step.value.elts if isinstance(e, ast.Name)}
    return found


def _text(node: ast.expr) -> str:
    """The text of a string or f-string; ⟨⟩ stands for each value put in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(v) if isinstance(v, ast.Constant) else "⟨⟩" for v in node.values)
    if isinstance(node, ast.BinOp):
        return _text(node.left) + _text(node.right)
    return ""


def _pairs(notebook: Path, method: str) -> Iterator[tuple[int, ast.expr, ast.expr]]:
    """Every call of page.say or page.t: line, the Chinese text, the English text."""
    tree = ast.parse(notebook.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if node.func.attr != method:
            continue
        if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "page"):
            continue
        words = {keyword.arg: keyword.value for keyword in node.keywords}
        zh = words.get("zh") or (node.args[0] if node.args else None)
        en = words.get("en") or (node.args[1] if len(node.args) > 1 else None)
        assert zh is not None and en is not None, f"line {node.lineno}: one language is missing"
        yield node.lineno, zh, en


def _structure(markdown: str) -> dict[str, int]:
    """What both languages must have equally many of."""
    plain = re.sub(r"```.*?```", "", markdown, flags=re.DOTALL)
    display = re.findall(r"\$\$.+?\$\$", plain, flags=re.DOTALL)
    rest = re.sub(r"\$\$.+?\$\$", "", plain, flags=re.DOTALL)
    return {
        "headings": len(re.findall(r"^\s*#{1,4} ", plain, flags=re.MULTILINE)),
        "display formulas": len(display),
        "formulas": len(re.findall(r"(?<!\\)\$[^$\n]+?(?<!\\)\$", rest)),
        "code spans": len(re.findall(r"`[^`\n]+`", rest)),
        "code blocks": markdown.count("```") // 2,
        "list items": len(re.findall(r"^\s*(?:[-*]|\d+\.) ", plain, flags=re.MULTILINE)),
        "values": markdown.count("⟨⟩"),
    }


@by_name
def test_prose_has_the_same_structure_in_both_languages(notebook: Path) -> None:
    seen = 0
    for line, zh, en in _pairs(notebook, "say"):
        chinese, english = _text(zh), _text(en)
        assert HAN.search(chinese), f"line {line}: no Chinese in zh="
        assert re.search(r"[A-Za-z]{3}", english), f"line {line}: no English in en="
        assert _structure(chinese) == _structure(english), f"line {line}"
        seen += 1
    assert seen or notebook.stem == "00_overview"


@by_name
def test_no_label_is_left_untranslated(notebook: Path) -> None:
    seen = 0
    for line, zh, en in _pairs(notebook, "t"):
        chinese, english = _text(zh), _text(en)
        if not chinese or not english:
            continue  # a name, not a text
        outside = re.sub(r"\([^)]*\)", "", english)  # a term may be given in Chinese in brackets
        outside = re.sub(r"“[^”]*”", "", outside)  # and a Chinese sentence quoted
        assert not HAN.search(outside), f"line {line}: Chinese in the English text: {english}"
        if re.search(r"[A-Za-z]{4}", re.sub(r"⟨⟩", "", english)) and len(english) > 12:
            assert HAN.search(chinese), f"line {line}: no Chinese in: {chinese}"
        seen += 1
    assert seen


def test_the_structure_check_can_fail() -> None:
    assert _structure("## A\n$x$ `y`") == _structure("## 甲\n这里 $x$ 有 `y`")
    assert _structure("## A\n$x$") != _structure("## 甲")
    assert _structure("a `b`") != _structure("a b")
    assert _structure("$$a$$ ⟨⟩") != _structure("$$a$$")
