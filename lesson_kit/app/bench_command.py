"""``lesson-kit bench``: the course against what one would use instead, and against the machine."""

from __future__ import annotations

import argparse
import json
import os
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from lesson_kit.app.bench_parts import PARTS
from lesson_kit.app.command_parts import add_command, positive

__all__ = ["add_bench", "measure"]

_VERSIONS = ("torch", "transformers", "marimo", "playwright", "llama_cpp_python")


def add_bench(commands: argparse._SubParsersAction) -> None:
    """The command ``bench``."""
    sub = add_command(
        commands,
        "bench",
        "measure speed on this machine, side by side with others · 在这台机器上测速度",
        "lesson-kit bench --only decode,prefill --json bench.json",
    )
    sub.add_argument("--only", type=_names, metavar="NAME[,NAME]", help=f"of {', '.join(PARTS)}")
    sub.add_argument("--turns", type=positive, default=5, help="for each row (default: 5)")
    sub.add_argument("--threads", type=positive, help="torch's threads (default: torch's choice)")
    sub.add_argument("--gguf", type=Path, metavar="FILE", help="SmolLM2 for llama.cpp to run")
    sub.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    sub.add_argument(
        "--show", type=Path, metavar="FILE", help="measure nothing: that file's figures as a table"
    )
    sub.add_argument("--lang", choices=("zh", "en"), default="en", help="of --show (default: en)")
    sub.set_defaults(run=_run_bench)


def _run_bench(options: argparse.Namespace) -> int:
    from lesson_kit.app.bench_table import as_markdown, as_text

    if options.show:
        figures = json.loads(options.show.read_text(encoding="utf-8"))
        print(as_markdown(figures, options.lang))
        return 0
    figures = measure(options.only or list(PARTS), options)
    if options.json:
        text = json.dumps(figures, ensure_ascii=False, indent=1) + "\n"
        options.json.write_text(text, encoding="utf-8")
    print(as_text(figures))
    return 0 if figures["rows"] else 1


def measure(names: list[str], options: argparse.Namespace) -> dict[str, Any]:
    """Measure the parts of these names one after the other; what cannot be is told as skipped."""
    import torch

    from lesson_kit.app.progress import Bar
    from lesson_kit.measure.bench import MissingError, as_data
    from lesson_kit.measure.bench_threads import on_threads
    from lesson_kit.measure.timing import machine
    from lesson_kit.weights.errors import ModelNotFoundError

    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    rows: list[dict[str, Any]] = []
    skipped: dict[str, str] = {}
    total, done = sum(PARTS[name].seconds for name in names), 0.0
    with Bar("bench") as bar, on_threads(options.threads or torch.get_num_threads()):
        for name in names:
            part = PARTS[name]
            try:
                work = part.run(options)
                while True:
                    try:
                        share = next(work)
                    except StopIteration as ended:
                        rows += [as_data(row) for row in ended.value]
                        break
                    bar.show(done + share * part.seconds, total, note=name)
            except (MissingError, ModelNotFoundError) as missing:
                skipped[name] = str(missing)
            done += part.seconds
        bar.show(total, total)
        here = str(machine())
    return {
        "date": date.today().isoformat(), "machine": here, "load": load, "turns": options.turns,
        "versions": _versions(), "rows": rows, "skipped": skipped,
    }  # fmt: skip


def _versions() -> dict[str, str]:
    found = {}
    for name in _VERSIONS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in PARTS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(PARTS)}")
    if not names:
        raise argparse.ArgumentTypeError("name at least one row")
    return names
