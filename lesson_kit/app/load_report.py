"""The figures of a load test: memory by moment, reactions by kind, as data and as a table."""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from lesson_kit.app.load_learner import Learner

__all__ = ["Memory", "Outcome", "as_text", "by_kind", "percentile", "summary"]


@dataclass(frozen=True)
class Memory:
    """Resident memory (bytes) and threads of a process at one moment; threads 0 if unknown."""

    moment: str
    learners: int
    bytes: int
    threads: int

    @classmethod
    def of(cls, pid: int, moment: str, learners: int) -> Memory:
        """Of process ``pid`` now. Raises OSError where neither /proc nor ``ps`` knows it."""
        status = Path(f"/proc/{pid}/status")
        if status.exists():
            lines = status.read_text(encoding="utf-8").splitlines()
            said = dict(line.split(":", 1) for line in lines if ":" in line)
            return cls(moment, learners, int(said["VmRSS"].split()[0]) * 1024, int(said["Threads"]))
        asked = ["ps", "-o", "rss=", "-p", str(pid)]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        if not done.stdout.strip():
            raise OSError(f"the memory of process {pid} is not to be found")
        return cls(moment, learners, int(done.stdout.split()[0]) * 1024, 0)


@dataclass
class Outcome:
    """What a run saw: the learners as they left, seconds to open each window, memory by moment.

    ``log`` is what the server wrote that should not be there.
    """

    learners: list[Learner] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    memory: list[Memory] = field(default_factory=list)
    seconds: float = 0.0
    log: str = ""


def percentile(seconds: Sequence[float], share: float) -> float:
    """The smallest value that at least ``share`` of all do not exceed (nearest rank).

    Raises ValueError if there are none.
    """
    if not seconds:
        raise ValueError("no values, no percentile")
    ordered = sorted(seconds)
    rank = -(-len(ordered) * share // 1)  # rounded up
    return ordered[max(0, min(len(ordered), int(rank)) - 1)]


def summary(outcome: Outcome, *, pace: float) -> dict[str, Any]:
    """The figures of a run as plain data: seconds, bytes, counts."""
    from lesson_kit.measure.timing import machine

    reactions = [one for learner in outcome.learners for one in learner.reactions]
    kinds = Counter(one.kind for one in reactions)
    moments = {at.moment: at for at in outcome.memory}
    few, many = moments.get("one window a chapter"), moments.get("everybody there")
    extra = None
    if few and many and many.learners > few.learners:
        extra = (many.bytes - few.bytes) / (many.learners - few.learners)
    errors = [error for learner in outcome.learners for error in learner.errors]
    return {
        "date": date.today().isoformat(),
        "machine": str(machine()),
        "cores": len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count(),
        "learners": len(outcome.learners),
        "chapters": sorted({learner.chapter for learner in outcome.learners}),
        "pace_seconds": pace,
        "total_seconds": outcome.seconds,
        "opening": _spread(outcome.opened),
        "reactions": {
            kind: _spread([one.seconds for one in reactions if one.kind == kind])
            for kind, _ in kinds.most_common()
        },
        "all_reactions": _spread([one.seconds for one in reactions]),
        "bytes_per_extra_learner": extra,
        "memory": [asdict(at) for at in outcome.memory],
        "own_words_that_came_back": sum(learner.own_words for learner in outcome.learners),
        "overheard": [
            {"window": learner.number, "word_of": number, "message": start}
            for learner in outcome.learners
            for number, start in learner.overheard
        ],
        "errors": errors,
        "server_log": outcome.log,
    }


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    if not seconds:
        return {"count": 0}
    return {
        "count": len(seconds),
        "p50": percentile(seconds, 0.50),
        "p95": percentile(seconds, 0.95),
        "most": max(seconds),
    }


def by_kind(figures: Mapping[str, Any]) -> dict[str, Any]:
    """What a learner did → its spread, from opening a chapter to all reactions together."""
    return {
        "opened a chapter": figures["opening"],
        **figures["reactions"],
        "all reactions": figures["all_reactions"],
    }


def as_text(figures: dict[str, Any]) -> str:
    """The figures as lines for a terminal."""
    lines = [
        f"{figures['learners']} learners on {len(figures['chapters'])} chapters, each doing "
        f"something every {figures['pace_seconds']} s · {figures['date']}",
        f"{figures['machine']}, {figures['cores']} cores for server and learners together",
        "",
        f"{'':46}{'times':>7}{'p50':>9}{'p95':>9}{'most':>9}",
        *(_row(kind, spread) for kind, spread in by_kind(figures).items()),
        "",
    ]
    for at in figures["memory"]:
        threads = f"{at['threads']} threads" if at["threads"] else ""
        lines.append(f"{at['moment']:24}{at['bytes'] / 1e6:9.0f} MB   {threads}")
    if figures["bytes_per_extra_learner"] is not None:
        lines.append(f"{'a further learner':24}{figures['bytes_per_extra_learner'] / 1e6:9.1f} MB")
    lines += [
        "",
        f"own sentences that came back: {figures['own_words_that_came_back']}, "
        f"somebody else's: {len(figures['overheard'])}",
        f"errors: {len(figures['errors'])}",
        *(f"  {error}" for error in figures["errors"][:20]),
        *(f"  word of {one['word_of']} at {one['window']}" for one in figures["overheard"][:20]),
    ]
    if figures["server_log"]:
        lines += ["the server wrote:", *figures["server_log"].splitlines()[:20]]
    return "\n".join(lines)


def _row(name: str, spread: dict[str, float]) -> str:
    if not spread["count"]:
        return f"{name:46}{0:7}"
    times = "".join(f"{spread[key]:8.2f}s" for key in ("p50", "p95", "most"))
    return f"{name:46}{spread['count']:7}{times}"
