"""The table of what a model can do: from its card, in both languages, nothing invented."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from lesson_kit.app import measured_table as table_of
from lesson_kit.app.measured_table import card_of, measured_table
from lesson_kit.train import (
    evaluation,
    evaluation_chat,
    evaluation_memory,
    evaluation_orders,
    evaluation_sense,
    evaluation_sums,
)  # fmt: skip


def card(**row: Any) -> Any:
    told = {"right": 3, "asked": 4, "share": 0.75, "interval_95": [0.3, 0.95], "wrong": [], **row}
    title = {"zh": "小<模型>", "en": "a <model>"}
    return SimpleNamespace(title=title, measured={"probes": {"table": {"negation": told}}})


def test_a_row_is_the_cards_own_figures() -> None:
    page = measured_table(card(baseline={"by": "a coin", "share": 0.5}), "en")
    assert re.findall(r"<td>(.*?)</td>", page) == ["3 / 4", "75%", "30%–95%", "50% (a coin)"]
    assert "a &lt;model&gt;" in page and "<model>" not in page
    assert "抛硬币" in measured_table(card(baseline={"by": "a coin", "share": 0.5}), "zh")
    assert "越低越好" in measured_table(card(lower_is_better=True), "zh")


def test_no_table_without_a_measurement() -> None:
    assert measured_table(None, "en") == ""
    empty: Any = SimpleNamespace(title={}, measured={})
    assert measured_table(empty, "zh") == ""
    assert card_of("no such model", "no such folder") is None
    shipped = card_of("", "classroom-base")
    assert shipped is not None
    assert ("<table>" in measured_table(shipped, "zh")) == ("probes" in shipped.measured)


def test_every_probe_has_a_chinese_name() -> None:
    """Names as they stand in the code of the probes, parts filled in."""
    rooms = (evaluation, evaluation_chat, evaluation_memory, evaluation_orders, evaluation_sense,
             evaluation_sums)  # fmt: skip
    sources = [m.__file__ or "" for m in rooms]
    names = set(evaluation.GROUPS.values())
    for source in sources:
        with open(source, encoding="utf-8") as file:
            names |= set(re.findall(r'Probe\(\s*f?"([^"]+)"', file.read()))
    assert len(names) > 20
    known = table_of._ZH
    for name in names:
        start = name.split("{")[0]
        assert any(one.startswith(start) for one in known), name
