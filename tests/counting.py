"""How many bad inputs a test tried, told at the end of a run: a law tried on nothing shows."""

from __future__ import annotations

from collections import Counter

import pytest

_NAME = "bad-input-counts"


class Tally:
    """Counts by name; pytest prints them at the end of the run."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}

    def add(self, what: str, outcome: str) -> None:
        """One more input of this kind, and what became of it ("answered", "refused")."""
        self.counts.setdefault(what, Counter())[outcome] += 1

    def total(self, what: str) -> int:
        return sum(self.counts.get(what, Counter()).values())

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.counts:
            terminalreporter.section("bad input tried, none lost unless a test failed")
        for what, counts in self.counts.items():
            outcomes = ", ".join(f"{n} {name}" for name, n in sorted(counts.items()))
            terminalreporter.write_line(f"{sum(counts.values()):6} {what}: {outcomes}")


def tally(config: pytest.Config) -> Tally:
    """The one of this run."""
    manager = config.pluginmanager
    found = manager.get_plugin(_NAME)
    if not isinstance(found, Tally):
        found = Tally()
        manager.register(found, _NAME)
    return found
