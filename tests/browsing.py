"""A learner's browser on a running course: nothing may go wrong unseen or leave the machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import widget_page

from lesson_kit.app.doctor import chromium

#: Patience, in milliseconds: CI has two slow cores, and a wait ends as soon as it may.
PATIENCE = 120_000

# Every widget has drawn itself: its shadow root holds one of our roots, or it has no face at all.
# Every chart has: its place is not empty, and its menu, which comes last, is in our words.
_DRAWN = """
() => {
  const nodes = [...document.querySelectorAll('marimo-anywidget')];
  return document.querySelector('.lk-steps, .lk-next') && nodes.length > 1 && nodes.every(node => {
    const inside = node.shadowRoot;
    return inside && (inside.querySelector('.lk') || inside.querySelector('[hidden]'));
  }) && !document.querySelector('.output-area > div:empty:only-child')
    && [...document.querySelectorAll('.vega-embed')].every(
      chart => chart.querySelector('.vega-actions[data-lk]'));
}
"""


@contextmanager
def browser() -> Iterator[Any]:
    """The system's Chromium. CI must have one; elsewhere the test is skipped with the reason."""
    if os.environ.get("CI"):
        assert chromium(), "CI has no chromium: .ci/run installs it"
    with widget_page.browser() as driver:
        yield driver


@contextmanager
def learner(driver: Any, address: str, **context: Any) -> Iterator[Any]:
    """A page of its own, closed at the end, when nothing may have gone wrong.

    ``context`` as for Playwright's new_context: locale, viewport, color_scheme ...
    """
    settings = {"viewport": {"width": 1280, "height": 720}, "locale": "zh-CN", **context}
    window = driver.new_context(**settings)
    window.set_default_timeout(PATIENCE)
    page = window.new_page()
    problems: list[str] = []

    def asked(request: Any) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            problems.append(f"a request left the machine: {request.url}")

    def said(message: Any) -> None:
        if message.type == "error":
            problems.append(f"console: {message.text}")

    def answered(response: Any) -> None:
        if response.status >= 400:
            problems.append(f"{response.status} {response.url}")

    def asked_by_socket(socket: Any) -> None:
        if not socket.url.startswith(address.replace("http", "ws", 1)):
            problems.append(f"a socket left the machine: {socket.url}")

    def spoke(dialog: Any) -> None:
        problems.append(f"a dialog opened: {dialog.message}")
        dialog.dismiss()

    window.on("request", asked)
    window.on("response", answered)
    page.on("websocket", asked_by_socket)
    page.on("console", said)
    page.on("pageerror", lambda error: problems.append(f"script: {error}"))
    page.on("dialog", spoke)
    try:
        yield page
        assert not problems, "\n".join(problems)
    finally:
        window.close()


def settle(page: Any) -> None:
    """Until the whole chapter has run and every picture has drawn itself; no cell has failed."""
    page.wait_for_function(_DRAWN)
    failed = page.locator(".output-area [role=alert]:not(.lk *)")
    assert failed.count() == 0, failed.all_inner_texts()


def fits(page: Any) -> bool:
    """Whether the page needs no scrolling sideways."""
    return page.evaluate(
        "() => [document.documentElement, document.querySelector('#App')]"
        ".every(node => !node || node.scrollWidth <= node.clientWidth + 1)"
    )
