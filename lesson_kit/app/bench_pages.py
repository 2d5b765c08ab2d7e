"""How soon a learner sees something, measured in a real browser on a real server.

Everything runs on this machine, in processes of its own that end with the measurement.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lesson_kit.app.doctor import chromium
from lesson_kit.app.load_test import started_server
from lesson_kit.measure.bench import Bench, MissingError, Row, library

__all__ = ["cold_start", "export", "pictures"]

_FIRST, _SECOND = "05_attention", "06_ffn"
_PATIENCE = 180_000  # milliseconds
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

# A widget of the chapter has drawn: something of ours with a size stands in its shadow root.
_PICTURE = """() => [...document.querySelectorAll('marimo-anywidget')].some(node =>
  [...(node.shadowRoot?.querySelectorAll('.lk canvas, .lk svg, .lk .av-toks') ?? [])]
    .some(drawn => drawn.getBoundingClientRect().height > 20))"""
_WHOLE = """() => {
  const nodes = [...document.querySelectorAll('marimo-anywidget')];
  return document.querySelector('.lk-steps, .lk-next') && nodes.length > 1 && nodes.every(node =>
    node.shadowRoot?.querySelector('.lk, [hidden]'));
}"""
# From the press of a head's button to the second frame after it, when the canvas has been drawn.
_KNOB = """async head => {
  const root = [...document.querySelectorAll('marimo-anywidget')]
    .map(node => node.shadowRoot?.querySelector('.av')).find(Boolean);
  const picture = () => root.querySelector('canvas').toDataURL();
  const button = [...root.querySelectorAll('[role=group]')]
    .find(group => /^(头|Head)$/.test(group.getAttribute('aria-label') ?? ''))
    .querySelectorAll('button')[head];
  const before = picture(), started = performance.now();
  button.click();
  const frame = () => new Promise(requestAnimationFrame);
  do await frame(); while (picture() === before && performance.now() < started + 5000);
  if (picture() === before) throw new Error('the picture stayed as it was');
  return performance.now() - started;
}"""
_SENTENCES = (
    "小鸟看着虫子，因为它饿了。", "今天下雨，我们在家看书。", "老师问了一个问题，小明知道答案。",
    "妈妈买了三个苹果和一个西瓜。", "他昨天去了图书馆，今天又去了。", "小猫睡在桌子下面。",
    "天黑了，街上的灯亮了。",
)  # fmt: skip


@contextmanager
def _browser() -> Iterator[Any]:
    library("playwright", get="pip install playwright")
    from playwright.sync_api import sync_playwright  # only here: it is a part of the test extra

    path = chromium()
    if path is None:
        raise MissingError("no Chromium or Chrome is installed here, and this row needs one")
    with sync_playwright() as player:
        driver = player.chromium.launch(executable_path=path, args=_FLAGS)
        try:
            yield driver
        finally:
            driver.close()


@contextmanager
def _page(driver: Any) -> Iterator[Any]:
    window = driver.new_context(viewport={"width": 1280, "height": 720}, locale="zh-CN")
    window.set_default_timeout(_PATIENCE)
    try:
        yield window.new_page()
    finally:
        window.close()


def cold_start(*, turns: int) -> Bench:
    """Seconds from the command to a chapter's first picture and whole page; then a second one."""
    seen: dict[str, list[float]] = {"first": [], "whole": [], "second": [], "second whole": []}
    with _browser() as driver:
        for turn in range(turns):
            started = time.perf_counter()
            with started_server() as (address, _, _), _page(driver) as page:
                for chapter, picture, whole in (
                    (_FIRST, "first", "whole"), (_SECOND, "second", "second whole"),
                ):  # fmt: skip
                    page.goto(f"{address}/{chapter}/?lang=zh", wait_until="commit")
                    page.wait_for_function(_PICTURE)
                    seen[picture].append(time.perf_counter() - started)
                    page.wait_for_function(_WHOLE)
                    seen[whole].append(time.perf_counter() - started)
                    started = time.perf_counter()
            yield (turn + 1) / turns
    told = (
        ("cold-start", "first", 6.0, "冷启动到第一章的第一幅图", "cold start to the first picture"),
        ("cold-start-whole", "whole", None, "冷启动到整页画完", "cold start to the whole page"),
        ("second-chapter", "second", 2.0, "第二章的第一幅图", "a second chapter's first picture"),
        ("second-chapter-whole", "second whole", None, "第二章整页", "a second chapter, whole"),
    )
    notes = {"first": _FIRST, "second": _SECOND}
    return [
        Row(name, {"zh": zh, "en": en}, "s", tuple(seen[key]), aim=aim, less=True, notes=notes)
        for name, key, aim, zh, en in told
    ]


def pictures(*, turns: int) -> Bench:
    """Milliseconds from a knob to the redrawn picture, and from a new sentence to all of them."""
    knob, sentence = [], []
    with _browser() as driver, started_server() as (address, _, _), _page(driver) as page:
        heard: list[float] = []
        page.on("websocket", lambda socket: socket.on(
            "framereceived", lambda _: heard.append(time.perf_counter())))  # fmt: skip
        page.goto(f"{address}/{_FIRST}/?lang=zh")
        page.wait_for_function(_WHOLE)
        _quiet(page, heard)
        for turn in range(turns + 1):
            drawn = page.evaluate(_KNOB, 2 + turn % 2)
            entry = page.locator(".av").first.get_by_label("自己的句子")
            entry.fill(_SENTENCES[turn % len(_SENTENCES)])
            started = time.perf_counter()
            entry.press("Enter")
            last = _quiet(page, heard)
            if turn:  # the first one warms up
                knob.append(drawn)
                sentence.append(1000 * (last - started))
            yield (turn + 1) / (turns + 1)
    return [
        Row("knob", {"zh": "图内旋钮到重画", "en": "knob in a picture to its redrawing"}, "ms",
            tuple(knob), aim=100.0, less=True, notes={"chapter": _FIRST}),
        Row("sentence", {"zh": "新句子到整章的图都更新", "en": "a new sentence to all pictures"},
            "ms", tuple(sentence), aim=700.0, less=True, notes={"chapter": _FIRST}),
    ]  # fmt: skip


def _quiet(page: Any, heard: list[float], silence: float = 1.5) -> float:
    """Wait until the server has said nothing for a while; when it said its last word."""
    begun = time.perf_counter()
    while time.perf_counter() < max([begun, *heard[-1:]]) + silence:
        page.wait_for_timeout(50)
    return heard[-1] if heard else begun


def export() -> Bench:
    """Seconds a page of exporting the whole course; one run, for it is a long one."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "site"
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "lesson_kit", "export", str(out)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        seconds = time.perf_counter() - started
        if done.returncode:
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        pages = len([path for path in out.rglob("*.html") if path.name[0].isdigit()])
    yield 1.0
    return [
        Row("export", {"zh": "导出整门课，每页", "en": "export of the course, a page"}, "s",
            (seconds / pages,), aim=5.0, less=True, notes={"pages": pages})
    ]  # fmt: skip
