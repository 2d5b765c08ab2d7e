"""``lesson-kit doctor``: what this machine has, what is missing, and how to mend it."""

from __future__ import annotations

import json
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version

from lesson_kit.places import asset

__all__ = ["Finding", "as_json", "as_text", "chromium", "examine"]

_NEEDED = (
    "torch", "marimo", "tokenizers", "safetensors", "numpy", "pandas", "altair", "anywidget",
    "starlette", "uvicorn",
)  # fmt: skip
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@dataclass(frozen=True)
class Finding:
    """One thing looked at: whether it is ``ok``, what was found, and how to mend it if not.

    An ``optional`` thing that is missing does not make the machine unfit.
    """

    name: str
    ok: bool
    found: str
    fix: str = ""
    optional: bool = False


def chromium() -> str | None:
    """The path of a system Chromium or Chrome for the browser tests; None if there is none."""
    return next((path for path in map(shutil.which, _BROWSERS) if path), None)


def examine() -> list[Finding]:
    """Look at everything; never raises."""
    findings = [_python(), *_packages()]
    if all(finding.ok for finding in findings):
        findings += [_device(), _memory(), *_models()]
    return [*findings, _gguf(), _browser()]


def _python() -> Finding:
    found = f"{platform.python_version()} ({sys.executable})"
    return Finding("Python", sys.version_info >= (3, 11), found, "install Python 3.11 or newer")


def _packages() -> Iterator[Finding]:
    for name in _NEEDED:
        try:
            yield Finding(name, True, version(name))
        except PackageNotFoundError:
            yield Finding(name, False, "missing", f"python -m pip install {name}")


def _device() -> Finding:
    import torch

    from lesson_kit.weights.devices import choose_device

    device = choose_device("auto")
    detail = f"{torch.get_num_threads()} threads" if device.type == "cpu" else str(device)
    if device.type == "cuda":
        detail = torch.cuda.get_device_name(device)
    return Finding("device", True, f"{device.type} ({detail})")


def _memory() -> Finding:
    import torch

    from lesson_kit.weights.devices import free_memory

    free = free_memory(torch.device("cpu"))
    if free is None:
        return Finding("memory", True, "this system does not say how much is free")
    return Finding(
        "memory",
        free > 1.5e9,
        f"{free / 1e9:.1f} GB free",
        "close other programs: the course needs about 1.5 GB",
    )


def _models() -> Iterator[Finding]:
    from lesson_kit.weights.cards import read_card, verify
    from lesson_kit.weights.errors import ModelError, ModelNotFoundError
    from lesson_kit.weights.fetch import SOURCES
    from lesson_kit.weights.registry import NAMES, TRANSLATOR, folder_of

    for name in (*NAMES, TRANSLATOR):
        fetched = name in SOURCES
        if not fetched and name != "classroom-base" and not asset("models", name).is_dir():
            continue  # this copy of the course does not ship it
        cure = f"lesson-kit fetch {name}" if fetched else _AGAIN.format(name=name)
        try:
            folder = folder_of(name)
            verify(read_card(folder), folder)
            yield Finding(f"model {name}", True, f"whole, in {folder}")
        except ModelNotFoundError as error:
            found = "not fetched" if fetched else str(error)
            yield Finding(f"model {name}", False, found, cure, optional=fetched)
        except ModelError as error:
            yield Finding(f"model {name}", False, str(error), cure)


_AGAIN = (
    "get its files again: git checkout -- assets/models/{name}  (a checkout), or python -m pip "
    "install --force-reinstall with the wheel you have"
)


def _gguf() -> Finding:
    try:
        return Finding("gguf", True, version("gguf"), optional=True)
    except PackageNotFoundError:
        return Finding(
            "gguf",
            False,
            "missing (only `lesson-kit fetch` needs it)",
            'python -m pip install "lesson-kit[smollm]"',
            optional=True,
        )


def _browser() -> Finding:
    path = chromium()
    return Finding(
        "browser for tests",
        path is not None,
        path or "no Chromium found (only the browser tests need it)",
        "Debian/Ubuntu: apt install chromium",
        optional=True,
    )


def as_text(findings: list[Finding]) -> str:
    """A table for people: one line each, and below a line that is wrong, how to mend it."""
    width = max(len(finding.name) for finding in findings)
    lines = []
    for one in findings:
        mark = "ok" if one.ok else "--" if one.optional else "NO"
        lines.append(f"{mark}  {one.name.ljust(width)}  {one.found}")
        if not one.ok and one.fix:
            lines.append(f"    {' ' * width}  -> {one.fix}")
    return "\n".join(lines)


def as_json(findings: list[Finding]) -> str:
    """The same for a script: ``{"ok": bool, "findings": [...]}``."""
    fit = all(finding.ok or finding.optional for finding in findings)
    return json.dumps(
        {"ok": fit, "findings": [asdict(finding) for finding in findings]},
        ensure_ascii=False,
        indent=2,
    )
