"""An export that opens by double-click: browsers load no modules from ``file://``, only scripts.

esbuild (a Node tool) puts marimo's front end into one ordinary script, which all pages share. The
styles go in with it as text, so that they reach into the pictures; the scripts of the widgets lie
in one file per language.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from lesson_kit.app.export_front import FOLDER

__all__ = ["EsbuildError", "find_esbuild", "make_handout"]

_SCRIPT = "front.js"
_MODULES = "modules.js"
_LOADING = re.compile(
    rf'\s*<(?:link [^>]*href="\.\./{FOLDER}/assets/[^"]*"[^>]*>'
    rf'|script type="module"[^>]*src="\.\./{FOLDER}/assets/([^"]+)"[^>]*></script>)'
)
_URL = re.compile(r"url\((['\"]?)(?:\./)?([\w.@-]+)\1\)")
_IMPORTED = re.compile(r"[\"'`]\./([\w.@-]+\.js)[\"'`]")
_MIME = {".woff2": "font/woff2", ".svg": "image/svg+xml"}


class EsbuildError(RuntimeError):
    """esbuild is missing or failed; the message says what to do."""


def find_esbuild() -> str:
    """The esbuild program: LESSON_KIT_ESBUILD, or the one on the PATH. Raises EsbuildError."""
    found = os.environ.get("LESSON_KIT_ESBUILD") or shutil.which("esbuild")
    if found:
        return found
    raise EsbuildError(
        "a hand-out needs esbuild: install Node, then run: npm install --global esbuild "
        "(or name the program in LESSON_KIT_ESBUILD)"
    )


def make_handout(site: Path, esbuild: str) -> None:
    """Turn a site that ``export`` has just written into one that needs no web server."""
    assets = site / FOLDER / "assets"
    pages = [page for page in site.glob("*/*.html") if page.name != "index.html"]
    entry = ""
    for page in pages:
        text, entry = _without_modules(page.read_text(encoding="utf-8"))
        page.write_bytes(text.encode("utf-8"))
    for folder in {page.parent for page in pages}:
        _gather_modules(folder / "@file")
    script = _styles(assets) + _bundled(assets, entry, esbuild)
    (site / FOLDER / _SCRIPT).write_bytes(script.encode("utf-8"))
    shutil.rmtree(assets)


def _without_modules(text: str) -> tuple[str, str]:
    """The page with our one script in place of marimo's, and the name of marimo's first script."""
    entries = [name for name in _LOADING.findall(text) if name]
    if len(entries) != 1:
        raise ValueError("marimo's page has an unknown shape: no single first script")
    text = _LOADING.sub("", text)
    head = (
        f'<head>\n<script src="@file/{_MODULES}"></script>\n'
        f'<script defer src="../{FOLDER}/{_SCRIPT}"></script>'
    )
    text = text.replace("<head>", head, 1)
    files = "files: Object.freeze({})"
    if files not in text:
        raise ValueError("marimo's page has an unknown shape: no list of files")
    return text.replace(files, "files: Object.freeze(window.lessonKitModules)", 1), entries[0]


def _gather_modules(folder: Path) -> None:
    """The widgets' scripts of one language as one script: address → ``data:`` address."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.js")):
        coded = base64.b64encode(path.read_bytes()).decode("ascii")
        found[f"/@file/{path.name}"] = f"data:text/javascript;base64,{coded}"
        path.unlink()
    text = f"window.lessonKitModules = {json.dumps(found, indent=0)};\n"
    (folder / _MODULES).write_text(text, encoding="utf-8")


def _styles(assets: Path) -> str:
    """A statement that adds every style sheet; marimo copies elements marked so into pictures."""

    def inlined(found: re.Match[str]) -> str:
        path = assets / found[2]
        if not path.is_file() or path.suffix not in _MIME:
            return "url(data:,)"
        coded = base64.b64encode(path.read_bytes()).decode("ascii")
        return f"url(data:{_MIME[path.suffix]};base64,{coded})"

    sheets = sorted(assets.glob("*.css"))
    css = "\n".join(_URL.sub(inlined, sheet.read_text(encoding="utf-8")) for sheet in sheets)
    return (
        "{const style=document.createElement('style');style.dataset.viteDevId='marimo';"
        f"style.textContent={json.dumps(css, ensure_ascii=False)};"
        "document.head.prepend(style);}\n"
    )


def _bundled(assets: Path, entry: str, esbuild: str) -> str:
    """marimo's modules as one script. Raises EsbuildError with what esbuild said."""
    with TemporaryDirectory(prefix="lesson-kit-") as folder:
        work = Path(folder)
        for path in assets.glob("*.js"):
            text = path.read_text(encoding="utf-8")
            if path.name.startswith("preload-helper-"):
                # it only fetches ahead what is in the script already
                text = "const load = run => run(); export { load as t };"
            (work / path.name).write_text(text, encoding="utf-8")
            for name in _IMPORTED.findall(text):  # parts of the editor that stayed behind
                if not (assets / name).exists():
                    (work / name).write_text("export default undefined;", encoding="utf-8")
        out = work / "bundle" / _SCRIPT
        command = [
            esbuild, str(work / entry), "--bundle", "--format=iife", f"--outfile={out}",
            "--define:import.meta.url=lessonKitBase", "--define:import.meta.resolve=undefined",
            "--banner:js=const lessonKitBase=document.baseURI;", "--charset=utf8",
            "--minify-whitespace", "--legal-comments=none", "--log-level=error",
        ]  # fmt: skip
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, encoding="utf-8", check=False
            )
        except OSError as error:
            raise EsbuildError(f"esbuild could not be started: {error}") from error
        if done.returncode:
            raise EsbuildError("esbuild: " + " ".join(done.stderr.split())[:400])
        return out.read_text(encoding="utf-8")
