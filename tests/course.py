"""A tiny model of our own kind, and the course served from it, for tests only."""

from __future__ import annotations

import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import marimo
import pytest
import tiny
import uvicorn
from safetensors.torch import save_file

from lesson_kit.app import serve
from lesson_kit.app.warm import Warmup
from lesson_kit.model import TransformerConfig, new_model
from lesson_kit.weights.cards import Card, sha256_of, write_card
from lesson_kit.weights.registry import load


def tiny_model(folder: Path, *, languages: tuple[str, ...] = ("zh", "en")) -> Path:
    """A folder with card, weights and tokenizer of an untrained two-layer model."""
    folder.mkdir(parents=True, exist_ok=True)
    raw = tiny.byte_level(tiny.CLASSROOM)
    raw.save(str(folder / "tokenizer.json"))
    config = TransformerConfig(
        vocab_size=raw.get_vocab_size(), d_model=32, n_layer=2, n_head=4, n_kv_head=2, d_head=8,
        d_ff=48, max_seq_len=64,
    )  # fmt: skip
    tensors = {k: v.contiguous() for k, v in new_model(config, seed=1).state_dict().items()}
    save_file(tensors, folder / "model.safetensors")
    write_card(
        Card(
            name="tiny",
            title={"zh": "小不点", "en": "Tiny"},
            about={"zh": "测试用。", "en": "For tests."},
            licence="MIT",
            source="made by the tests",
            languages=languages,
            config=config,
            files={n: sha256_of(folder / n) for n in ("model.safetensors", "tokenizer.json")},
        ),
        folder,
    )
    return folder


@contextmanager
def served(settings: serve.Settings) -> Iterator[tuple[str, Warmup]]:
    """The course on a free port of this machine: its address (no slash at the end) and warm-up."""
    listener = serve.listen("127.0.0.1", 0)
    warmup = Warmup(lambda: load(settings.model, device="cpu"))
    app = serve.build(settings, warmup)
    server = uvicorn.Server(
        uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1, lifespan="on")
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", warmup
    finally:
        server.should_exit = True
        thread.join(timeout=20)
        assert not thread.is_alive(), "the server did not stop"


@contextmanager
def forgetful(model: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The course on a server that lets go of a closed window after one second, not 120."""
    quick = partial(marimo.create_asgi_app, session_ttl=1)
    monkeypatch.setattr(marimo, "create_asgi_app", quick)
    with served(serve.Settings(model=str(model))) as (site, warmup):
        assert warmup.wait(120).state == "ready", warmup.status.error
        yield site


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def ask(
    address: str, *, data: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], str]:
    """One HTTP request without following redirects: status, headers (lower case), body."""
    request = urllib.request.Request(
        address, data=data, headers={k.replace("_", "-"): v for k, v in headers.items()}
    )
    opener = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({}))
    try:
        answer: Any = opener.open(request, timeout=60)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        body = answer.read().decode("utf-8", "replace")
        return answer.getcode(), {k.lower(): v for k, v in answer.headers.items()}, body


def taken_port() -> socket.socket:
    """A socket that holds some port of this machine."""
    return serve.listen("127.0.0.1", 0)


def wait_for(condition, *, seconds: float = 60) -> None:
    """Until condition() is true; fails after ``seconds``."""
    end = time.monotonic() + seconds
    pause = threading.Event()
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        pause.wait(0.05)
