"""A bare page that shows one or more widgets without any notebook: for tests of pictures.

The widget's real module and style sheet run in a shadow root, as they do in marimo; only the model
behind them (get, set, on, save_changes) is a stand-in that records what would go to Python.
"""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from lesson_kit.show.widgets.base import LessonWidget

_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
_HIDDEN = frozenset({"layout", "comm", "keys", "log", "tabbable", "tooltip"})
_HARNESS = """
window.sent = []; window.models = []; window.hosts = [];
const revive = x => Array.isArray(x) ? x.map(revive)
  : x && typeof x === 'object' ? ('$bytes' in x
    ? new DataView(Uint8Array.from(atob(x.$bytes), c => c.charCodeAt(0)).buffer)
    : Object.fromEntries(Object.entries(x).map(([k, v]) => [k, revive(v)]))) : x;
window.revive = revive;
window.show = async (esm, css, raw) => {
  const state = revive(raw), heard = {};
  const model = {
    get: name => state[name],
    set: (name, value) => { state[name] = value; sent.push([name, value]); },
    save_changes: () => sent.push(['save']),
    send: content => sent.push(['send', content]),
    custom: content => (heard['msg:custom'] ?? []).forEach(f => f(revive(content))),
    on: (event, run) => (heard[event] ??= []).push(run),
    off: (event, run) => { heard[event] = (heard[event] ?? []).filter(f => f !== run); },
    answer: (name, value) => {
      state[name] = revive(value); (heard['change:' + name] ?? []).forEach(f => f());
    },
  };
  const host = document.createElement('div'), shadow = host.attachShadow({ mode: 'open' });
  const style = document.createElement('style'), inside = document.createElement('div');
  style.textContent = css; shadow.append(style, inside); document.body.append(host);
  const module = await import(URL.createObjectURL(new Blob([esm], { type: 'text/javascript' })));
  models.push(model); hosts.push(shadow);
  await module.default.render({ model, el: inside });
};
"""


def as_json(value: Any) -> Any:
    """Traits as JSON, bytes marked so that the page turns them into a DataView."""
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    return value


class WidgetPage:
    """One browser page; what went wrong in it and what it asked of the network is collected."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self._console)
        page.on("request", self._request)
        page.set_content("<!doctype html><meta charset=utf-8><body class=light style=margin:16px>")
        page.add_script_tag(content=_HARNESS)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def _request(self, request: Any) -> None:
        if not request.url.startswith(("blob:", "data:", "about:")):
            self.problems.append(f"a request left the page: {request.url}")

    def show(self, widget: LessonWidget) -> None:
        """Add a widget at the end of the page and wait until it has drawn itself."""
        names = [n for n in widget.trait_names(sync=True) if n[0] != "_" and n not in _HIDDEN]
        state = {name: as_json(getattr(widget, name)) for name in names}
        css = str(widget._css)
        self.page.evaluate("([a, b, c]) => show(a, b, c)", [str(widget._esm), css, state])
        self.settle()

    def settle(self) -> None:
        """Two frames: whatever was asked for has been drawn."""
        self.page.evaluate(
            "() => new Promise(f => requestAnimationFrame(() => requestAnimationFrame(f)))"
        )


@contextmanager
def browser() -> Iterator[Any]:
    """The system's Chromium; the test is skipped, with the reason, where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no chromium on this machine: pictures are not tested in a page")
    with sync_api.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=_FLAGS)
        try:
            yield chromium
        finally:
            chromium.close()
