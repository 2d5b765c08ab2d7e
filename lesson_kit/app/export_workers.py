"""The processes in which an export runs its notebooks: a few, each kept for the next chapter."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

__all__ = ["StoppedError", "WorkerError", "Workers", "environment"]


class StoppedError(RuntimeError):
    """The export has been given up; nothing more is started."""


class WorkerError(RuntimeError):
    """A notebook gave no page; the message is what was last said about it."""


@dataclass
class _Worker:
    """One process, its own folder, and the file that holds what it said on stderr."""

    program: subprocess.Popen[str]
    folder: TemporaryDirectory[str]
    said: Path


class Workers:
    """Hands notebooks to processes, each the head of its own group so that all can be ended.

    Used from several threads; as a context it ends every process at the end.
    """

    def __init__(self) -> None:
        self._all: list[_Worker] = []
        self._idle: list[_Worker] = []
        self._lock = threading.Lock()
        self._stopped = False

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def run(self, notebook: Path, options: Mapping[str, Any]) -> str:
        """marimo's page of a notebook. Raises WorkerError if there is none."""
        worker = self._take()
        # marimo leaves notes beside a notebook, and reads settings there: a copy has neither
        copy = Path(worker.folder.name, notebook.name)
        copy.write_bytes(notebook.read_bytes())
        page = Path(worker.folder.name, "page.html")
        job = {"notebook": str(copy), "page": str(page), "options": dict(options)}
        assert worker.program.stdin and worker.program.stdout
        with contextlib.suppress(BrokenPipeError):  # it has ended: its exit code says more
            worker.program.stdin.write(json.dumps(job) + "\n")
            worker.program.stdin.flush()
        answer = worker.program.stdout.readline()
        if not answer:
            code = worker.program.wait()
            last = worker.said.read_text("utf-8", "replace").strip().splitlines()[-1:]
            raise WorkerError(f"{last[0] if last else 'no page was written'} (exit code {code})")
        with self._lock:
            self._idle.append(worker)
        said = json.loads(answer)["said"]
        if said:
            raise WorkerError(said)
        return page.read_text(encoding="utf-8")

    def _take(self) -> _Worker:
        with self._lock:
            if self._stopped:
                raise StoppedError
            if self._idle:
                return self._idle.pop()
            worker = _started()
            self._all.append(worker)
            return worker

    def stop(self) -> None:
        """End all of them, with the processes they started."""
        with self._lock:
            self._stopped = True
            for worker in self._all:
                _end(worker.program)
            for worker in self._all:
                worker.program.wait()
                for pipe in (worker.program.stdin, worker.program.stdout):
                    if pipe:
                        with contextlib.suppress(BrokenPipeError):  # a job it never read
                            pipe.close()
                worker.folder.cleanup()
            self._all.clear()


def _started() -> _Worker:
    folder = TemporaryDirectory(prefix="lesson-kit-")
    said = Path(folder.name, "stderr.txt")
    own_group: dict[str, Any] = (
        {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        if sys.platform == "win32"
        else {"start_new_session": True}
    )
    with said.open("wb") as errors:
        program = subprocess.Popen(
            [sys.executable, "-m", "lesson_kit.app.export_worker"], cwd=folder.name,
            env=environment(folder.name), text=True, encoding="utf-8", errors="replace",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, **own_group,
        )  # fmt: skip
    return _Worker(program, folder, said)


def _end(program: subprocess.Popen[str]) -> None:
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
