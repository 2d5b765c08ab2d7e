"""The processes in which an export runs its notebooks."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

__all__ = ["StoppedError", "Workers", "environment"]


class StoppedError(RuntimeError):
    """The export has been given up; nothing more is started."""


class Workers:
    """The processes that run notebooks, each the head of its own group so that all can be ended."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def run(self, command: list[str], folder: str) -> tuple[int, str]:
        """Run to the end: exit code and what was said on stderr."""
        own_group: dict[str, Any] = (
            {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
            if sys.platform == "win32"
            else {"start_new_session": True}
        )
        with self._lock:
            if self._stopped:
                raise StoppedError
            program = subprocess.Popen(
                command, cwd=folder, env=environment(folder), text=True, encoding="utf-8",
                errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, **own_group,
            )  # fmt: skip
            self._running.add(program)
        try:
            said = program.communicate()[1]
        finally:
            with self._lock:
                self._running.discard(program)
        return program.returncode, said

    def stop(self) -> None:
        """End all of them, with the processes they started."""
        with self._lock:
            self._stopped = True
            for program in self._running:
                if sys.platform == "win32":
                    end = ["taskkill", "/T", "/F", "/PID", str(program.pid)]
                    subprocess.run(end, capture_output=True, check=False)
                else:
                    with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
                        os.killpg(program.pid, signal.SIGKILL)


def environment(folder: str) -> dict[str, str]:
    """The worker's environment: our own package, one thread (the same sums every time), and none
    of the exporting person's wishes for language, model or marimo."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LESSON_KIT_", "MARIMO_"))}
    if "LESSON_KIT_CACHE" in os.environ:
        kept["LESSON_KIT_CACHE"] = os.environ["LESSON_KIT_CACHE"]
    package = str(Path(__file__).resolve().parents[2])
    before = os.environ.get("PYTHONPATH")
    return {
        **kept,
        "PYTHONPATH": os.pathsep.join([package, before] if before else [package]),
        "PYTHONUTF8": "1",
        "OMP_NUM_THREADS": "1",
        "XDG_CONFIG_HOME": folder,
        "LESSON_KIT_DEVICE": "cpu",
        "MARIMO_SKIP_UPDATE_CHECK": "1",
    }
