"""Take the README's pictures anew: python -m lesson_kit.app.record_pictures.

Each is the first screen of a chapter on a projector, as the shipped model draws it. Needs what the
browser tests need: playwright (the ``test`` extra) and an installed Chromium.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lesson_kit.app import serve
from lesson_kit.app.doctor import chromium
from lesson_kit.app.index import chapter_files
from lesson_kit.app.language import LANGS
from lesson_kit.app.warm import Warmup
from lesson_kit.places import asset
from lesson_kit.weights.registry import load

__all__ = ["PICTURES", "main"]

#: File name under assets/pictures (with ``_zh`` for the Chinese one) and the chapter it shows.
PICTURES = {"attention": "05_attention", "window": "11_context_window", "cache": "10_kv_cache"}
_PATIENCE = 120_000  # ms; a busy machine takes its time
_DRAWN = """
() => {
  const nodes = [...document.querySelectorAll('marimo-anywidget')];
  return document.querySelector('.lk-steps, .lk-next') && nodes.every(node =>
    node.shadowRoot?.querySelector('.lk, [hidden]'));
}
"""


@contextmanager
def _served() -> Iterator[str]:
    """The course on a free port of this machine, its model loaded."""
    import uvicorn

    settings = serve.Settings(device="cpu")
    warmup = Warmup(lambda: load(settings.model, device="cpu"))
    listener = serve.listen("127.0.0.1", 0)
    config = uvicorn.Config(serve.build(settings, warmup), log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        warmup.wait()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=20)


def main(names: list[str]) -> list[Path]:
    """Take these pictures (names of ``PICTURES``; none: all) in both languages; their paths."""
    from playwright.sync_api import sync_playwright

    program = chromium()
    if program is None:
        raise RuntimeError("no Chromium or Chrome is installed here")
    wanted = {name: PICTURES[name] for name in names or PICTURES}
    written: list[Path] = []
    with _served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, chapter in wanted.items():
            if chapter not in chapter_files():
                continue
            for lang in LANGS:
                page = browser.new_page(
                    viewport={"width": 1280, "height": 720},
                    device_scale_factor=1.5,
                    color_scheme="light",
                    reduced_motion="reduce",
                )
                page.set_default_timeout(_PATIENCE)
                page.goto(f"{address}/{chapter}/?lang={lang}")
                page.wait_for_function(_DRAWN)
                path = asset("pictures", f"{name}{'_zh' if lang == 'zh' else ''}.png")
                path.parent.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=path)
                page.close()
                written.append(path)
        browser.close()
    return written


if __name__ == "__main__":
    for picture in main(sys.argv[1:]):
        sys.stdout.write(f"{picture}: {picture.stat().st_size / 1000:.0f} kB\n")
