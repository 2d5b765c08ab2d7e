"""Two tools from npm, for tests only: fetched once at a fixed version, checked, kept in a cache.

Nothing of them is part of the course. Where npm or the network is missing, the tests that need
them are skipped with the reason; in CI they are required (.ci/run installs npm).
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import pytest

from lesson_kit.places import cache_dir

_KEPT = cache_dir() / "test-tools"  # where it is now: tests may name another cache later
_AXE = (
    "axe-core@4.14.1",
    "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
    "package/axe.min.js",
)
_ESBUILD = (
    "@esbuild/linux-x64@0.25.10",
    "QSX81KhFoZGwenVyPoberggdW1nrQZSvfVDAIUXr3WqLRZGZqWk/P4T8p2SP+de2Sr5HPcvjhcJzEiulKgnxtA==",
    "package/bin/esbuild",
)


def axe_script() -> str:
    """axe-core, which looks for obstacles to people who cannot see or point well."""
    return _fetched(*_AXE).read_text(encoding="utf-8")


def esbuild() -> str:
    """An esbuild program: the machine's own, else one from npm."""
    own = os.environ.get("LESSON_KIT_ESBUILD") or shutil.which("esbuild")
    if own:
        return own
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        _missing("no esbuild here, and the tests fetch it for Linux on x86-64 only")
    program = _fetched(*_ESBUILD)
    program.chmod(0o755)
    return str(program)


def _fetched(package: str, sha512: str, member: str) -> Path:
    """A file of an npm package, whose archive must have this hash."""
    kept = _KEPT / package.replace("/", "-") / Path(member).name
    if kept.is_file():
        return kept
    npm = shutil.which("npm")
    if npm is None:
        _missing(f"no npm to fetch {package} with")
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [npm, "pack", package, "--silent"],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            _missing(f"npm could not fetch {package}: {done.stderr.strip()[-300:]}")
        archive = next(Path(folder).glob("*.tgz"))
        found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        assert found == sha512, f"{package} is not the file these tests were written with"
        with tarfile.open(archive) as opened:
            inside = opened.extractfile(member)
            assert inside is not None
            kept.parent.mkdir(parents=True, exist_ok=True)
            part = kept.with_name(kept.name + ".part")
            part.write_bytes(inside.read())
        part.replace(kept)
    return kept


def _missing(why: str) -> NoReturn:
    assert not os.environ.get("CI"), why
    pytest.skip(why)
