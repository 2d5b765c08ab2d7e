"""A class on one server: how fast it reacts, what a learner costs, whether anybody hears another.

    python -m lesson_kit.app.load_test --learners 30 --seconds 180 --json class.json

starts ``lesson-kit serve`` on this machine, opens windows as browsers do, lets made-up learners
work in them, has them leave, and tells what it measured. The server belongs to this command and
ends with it, also on Ctrl-C. Exit code 1: an error was seen, or a sentence reached somebody else.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lesson_kit.app.command_parts import positive
from lesson_kit.app.index import chapter_files
from lesson_kit.app.load_learner import Learner
from lesson_kit.app.load_report import Memory, Outcome, as_text, summary
from lesson_kit.app.load_table import as_markdown
from lesson_kit.app.progress import Bar

__all__ = ["load_test", "main", "started_server"]

#: Seconds that marimo keeps a window it lost, in case it comes back (its own default).
KEPT = 120


@contextmanager
def started_server(
    *arguments: str, patience: float = 120.0
) -> Iterator[tuple[str, subprocess.Popen[bytes], Path]]:
    """``lesson-kit serve`` on a free port of this machine: address, process, file of its words.

    Raises RuntimeError if it does not come up. Whatever happens, the process has ended afterwards.
    """
    command = [sys.executable, "-m", "lesson_kit", "serve", "--port", "0", "--no-browser"]
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "said").open("wb") as written:
        said = Path(folder) / "said"
        process = subprocess.Popen(
            [*command, *arguments], stdout=written, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            yield _address(process, said, patience), process, said
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _address(process: subprocess.Popen[bytes], said: Path, patience: float) -> str:
    end = time.monotonic() + patience
    while time.monotonic() < end and process.poll() is None:
        for line in said.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True):
            if line.strip().startswith("http") and line.endswith("\n"):
                return line.strip().rstrip("/")
        time.sleep(0.1)
    words = said.read_text(encoding="utf-8", errors="replace")
    raise RuntimeError(f"the server did not start: {words[-2000:]}")


async def load_test(
    address: str,
    pid: int,
    *,
    learners: int,
    seconds: float,
    pace: float = 10.0,
    chapters: Sequence[str] = (),
    leave: bool = True,
    first_round: bool = True,
) -> Outcome:
    """Let a class of ``learners`` work for ``seconds`` on the server at ``address``.

    With ``first_round`` each chapter is first opened once in both languages and left again: what
    the server keeps of that is there once for all, and is the level to come back to. Then one
    window on each chapter opens; the others are what a further learner costs. With ``leave`` it
    waits until the server has let go of everybody. Raises TimeoutError if a page does not open.
    """
    names = list(chapters) or list(chapter_files())
    outcome = Outcome()
    began = time.perf_counter()
    with Bar("class") as bar:
        try:
            await _ready(address)
            outcome.memory.append(Memory.of(pid, "server ready", 0))
            if first_round:
                await _first_round(address, names, bar)
                await _left(pid, outcome, bar, "after a first look")
            for number in range(learners):
                learner = Learner(address, names[number % len(names)], number)
                outcome.learners.append(learner)
                outcome.opened.append(await learner.open())
                bar.show(number + 1, learners, note="opening")
                if number + 1 == min(learners, len(names)):
                    outcome.memory.append(Memory.of(pid, "one window a chapter", number + 1))
            outcome.memory.append(Memory.of(pid, "everybody there", learners))
            work = [asyncio.create_task(one.work(seconds, pace=pace)) for one in outcome.learners]
            await _watched(work, seconds, bar)
            outcome.memory.append(Memory.of(pid, "after the work", learners))
        finally:
            await asyncio.gather(*(learner.close() for learner in outcome.learners))
        if leave:
            await _left(pid, outcome, bar, "after they left")
    outcome.seconds = time.perf_counter() - began
    return outcome


async def _ready(address: str, patience: float = 120.0) -> None:
    """Wait until the server's model is loaded. Raises RuntimeError if it cannot be."""
    asker = Learner(address, "", 999)
    end = time.monotonic() + patience
    while time.monotonic() < end:
        status, body = await asker.http("GET", "/status.json?lang=en")
        if status == 200 and (said := json.loads(body))["ready"]:
            if said["state"] == "ready":
                return
            raise RuntimeError(said["sentence"])
        await asyncio.sleep(0.2)
    raise RuntimeError("the model was not loaded in time")


async def _watched(work: list[asyncio.Task[None]], seconds: float, bar: Bar) -> None:
    began = time.monotonic()
    left: set[asyncio.Task[None]] = set(work)
    try:
        while left:
            done, left = await asyncio.wait(left, timeout=1.0)
            for task in done:
                task.result()  # an exception ends the whole test
            bar.show(min(time.monotonic() - began, seconds), seconds, note="working")
    finally:
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)


async def _first_round(address: str, names: Sequence[str], bar: Bar) -> None:
    for number, name in enumerate(names):
        bar.show(number, len(names), note="first look")
        looker = Learner(address, name, 998 - number)
        try:
            await looker.open()
            await looker.switch_language()
        finally:
            await looker.close()


async def _left(pid: int, outcome: Outcome, bar: Bar, moment: str) -> None:
    """Wait until marimo has closed the windows and memory has stopped falling."""
    began, least, since = time.monotonic(), float("inf"), time.monotonic()
    while (now := time.monotonic()) < began + KEPT + 60:
        left = max(0.0, began + KEPT + 20 - now)
        bar.show(min(now - began, KEPT), KEPT + 1, note="leaving", seconds_left=left)
        at = Memory.of(pid, moment, 0)
        if at.bytes < least - 2e6:
            least, since = at.bytes, now
        if now > began + KEPT + 10 and now > since + 10:
            break
        await asyncio.sleep(1)
    outcome.memory.append(Memory.of(pid, moment, 0))


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m lesson_kit.app.load_test",
        description="A class on one server, measured. · 一台服务器带一个班，量一量。",
    )
    parser.add_argument("--learners", type=positive, default=30, help="default: 30")
    parser.add_argument("--seconds", type=positive, default=180, help="of work; default: 180")
    parser.add_argument("--pace", type=positive, default=10, help="seconds between two actions")
    parser.add_argument("--model", default="classroom-base", metavar="NAME|FOLDER")
    parser.add_argument("--stay", action="store_true", help="don't measure what leaving gives back")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument(
        "--show", type=Path, metavar="FILE", help="measure nothing: that file's figures as a table"
    )
    parser.add_argument(
        "--lang", choices=("zh", "en"), default="en", help="of --show (default: en)"
    )
    options = parser.parse_args(argv)
    if options.show:
        kept = json.loads(options.show.read_text(encoding="utf-8"))
        print(as_markdown(kept, options.lang))
        return 0
    try:
        with started_server("--model", options.model) as (address, process, said):
            outcome = asyncio.run(
                load_test(
                    address, process.pid, learners=options.learners, seconds=options.seconds,
                    pace=options.pace, leave=not options.stay,
                )
            )  # fmt: skip
            lines = said.read_text(encoding="utf-8", errors="replace").splitlines()
            outcome.log = "\n".join(line for line in lines if _alarming(line))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 1
    except (RuntimeError, OSError, TimeoutError) as error:
        print(f"load_test: {' '.join(str(error).split()) or 'timed out'}", file=sys.stderr)
        return 1
    figures: dict[str, Any] = summary(outcome, pace=options.pace)
    print(as_text(figures))
    if options.json:
        options.json.write_text(
            json.dumps(figures, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
    return 1 if figures["errors"] or figures["overheard"] or outcome.log else 0


def _alarming(line: str) -> bool:
    return any(sign in line for sign in ("Traceback", "ERROR", "Error:", "Exception"))


if __name__ == "__main__":
    sys.exit(main())
