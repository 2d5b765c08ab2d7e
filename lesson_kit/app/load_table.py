"""A load test's figures as a table for the README, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lesson_kit.app.bench_table import number
from lesson_kit.app.load_report import by_kind
from lesson_kit.show.words import Lang

__all__ = ["as_markdown"]

_CHINESE = {
    "opened a chapter": "打开一章",
    "typed a sentence": "输入一句话",
    "started generating": "开始生成",
    "started training": "开始训练",
    "started measuring": "开始测量",
    "said something": "说一句话",
    "switched the language: first of it": "切换语言：第一处变化",
    "switched the language: the rest of the page": "切换语言：整页换完",
    "all reactions": "全部反应",
    "server ready": "服务器就绪",
    "after a first look": "各章看过一遍之后",
    "one window a chapter": "每章各开一个窗口",
    "everybody there": "全班到齐",
    "after the work": "练习之后",
    "after they left": "全班离开之后",
}

_HEADS = {
    "zh": ("学员的动作", "次数", "中位数", "95 % 不超过", "最慢"),
    "en": ("what a learner did", "times", "median", "95 % within", "slowest"),
}


def as_markdown(figures: Mapping[str, Any], lang: Lang) -> str:
    """Reactions in seconds as a Markdown table; below it memory, errors, and the machine."""
    lines = ["| " + " | ".join(_HEADS[lang]) + " |", "|---|---|---|---|---|"]
    for kind, spread in by_kind(figures).items():
        if spread["count"]:
            times = (f"{number(spread[key])} s" for key in ("p50", "p95", "most"))
            lines.append(f"| {_word(kind, lang)} | {spread['count']} | {' | '.join(times)} |")
    said = [_memory(figures, lang), _rest(figures, lang)]
    if figures["server_log"]:
        many = len(figures["server_log"].splitlines())
        said.append(
            f"服务器另外写了 {many} 行不该有的话。"
            if lang == "zh"
            else f"The server also wrote {many} lines that should not be there."
        )
    return "\n".join([*lines, "", *said])


def _word(english: str, lang: Lang) -> str:
    return _CHINESE[english] if lang == "zh" else english


def _memory(figures: Mapping[str, Any], lang: Lang) -> str:
    zh = lang == "zh"
    moments = ("，" if zh else ", ").join(
        f"{_word(at['moment'], lang)} {number(at['bytes'] / 1e6)} MB" for at in figures["memory"]
    )
    text = f"服务器占用的内存：{moments}。" if zh else f"Memory of the server: {moments}."
    extra = figures["bytes_per_extra_learner"]
    if extra is not None:
        room = number(extra / 1e6)
        text += f"每多一位学员 {room} MB。" if zh else f" Each further learner takes {room} MB."
    return text


def _rest(figures: Mapping[str, Any], lang: Lang) -> str:
    n, pace, chapters = figures["learners"], figures["pace_seconds"], len(figures["chapters"])
    own, heard, wrong = (
        figures["own_words_that_came_back"], len(figures["overheard"]), len(figures["errors"])
    )  # fmt: skip
    day, machine, cores = figures["date"], figures["machine"], figures["cores"]
    if lang == "zh":
        return (
            f"{n} 位学员分在 {chapters} 章，每 {pace} 秒做一件事；自己的句子回来 {own} 次，"
            f"听到别人的 {heard} 次，出错 {wrong} 次。测于 {day}：{machine}；"
            f"服务器和学员合用 {cores} 个核。"
        )
    return (
        f"{n} learners on {chapters} chapters, each doing something every {pace} s. Their own "
        f"sentences came back {own} times, somebody else's {heard} times; errors: {wrong}. "
        f"Measured on {day}: {machine}; server and learners together had "
        f"{cores} core{'s' * (cores != 1)}."
    )
