"""A benchmark's figures for people: a table in a terminal, or for the README in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lesson_kit.show.words import Lang

__all__ = ["as_markdown", "as_text", "number"]


def number(value: float) -> str:
    """Three significant digits, thousands apart: 4.19, 31.4, 512, 12,300."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def _ours(row: Mapping[str, Any]) -> str:
    low, high = min(row["ours"]), max(row["ours"])
    spread = f" ({number(low)}–{number(high)})" if len(row["ours"]) > 1 else ""
    return f"{number(row['median'])} {row['unit']}{spread}"


def _other(row: Mapping[str, Any], lang: Lang) -> str:
    if row["other_median"] is None:
        return "–"
    return f"{number(row['other_median'])}: {row['against'][lang]}"


def _ratio(row: Mapping[str, Any]) -> str:
    if row["ratio"] is None:
        return "–"
    return f"{row['ratio']:.2f} ×"


def _aim(row: Mapping[str, Any], lang: Lang) -> str:
    if row["aim"] is None:
        return "–"
    sign = "≤" if row["less_is_better"] and row["ratio"] is None else "≥"
    unit = row["unit"] if row["ratio"] is None else "×"
    met = {"zh": {True: "达到", False: "未达到"}, "en": {True: "met", False: "missed"}}
    return f"{sign} {row['aim']:g} {unit}, {met[lang][row['reached']]}"


_HEADS = {
    "zh": ("项目", "本项目：中位数（最低–最高）", "对照", "倍数", "目标"),
    "en": ("what", "ours: median (lowest–highest)", "the other side", "ratio", "aim"),
}


def as_markdown(figures: Mapping[str, Any], lang: Lang) -> str:
    """The rows as a Markdown table, and below it where and how they were measured."""
    lines = ["| " + " | ".join(_HEADS[lang]) + " |", "|---|---|---|---|---|"]
    for row in figures["rows"]:
        cells = (row["what"][lang], _ours(row), _other(row, lang), _ratio(row), _aim(row, lang))
        lines.append("| " + " | ".join(cells).replace(" | – | – |", " | – | – |") + " |")
    said = figures["versions"]
    versions = ", ".join(f"{name} {said[name]}" for name in said)
    load = figures["load"]
    if lang == "zh":
        lines += ["", f"测于 {figures['date']}：{figures['machine']}；{versions}；"
                  f"每行 {figures['turns']} 轮，双方交替，开始时系统负载 {load:.1f}。"]  # fmt: skip
    else:
        lines += ["", f"Measured on {figures['date']}: {figures['machine']}; {versions}; "
                  f"{figures['turns']} turns a row, the sides alternating; the system's load was "
                  f"{load:.1f} at the start."]  # fmt: skip
    return "\n".join(lines)


def as_text(figures: Mapping[str, Any]) -> str:
    """The rows as lines for a terminal, then what was left out and why."""
    lines = []
    for row in figures["rows"]:
        lines.append(f"{row['what']['en']}")
        lines.append(f"    {_ours(row)}   {_ratio(row)}   {_other(row, 'en')}")
        if row["aim"] is not None:
            lines.append(f"    aim {_aim(row, 'en')}")
    for name, why in figures["skipped"].items():
        lines.append(f"left out: {name}: {why}")
    lines += ["", figures["machine"]]
    return "\n".join(lines)
