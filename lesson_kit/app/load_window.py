"""A made-up browser window on one chapter, as marimo's front end keeps it: for the load test.

It opens the page, holds the socket, fetches each widget's script, says "heard" where a picture's
JavaScript says it, and watches what comes: an error on the page, or a word of somebody else.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

__all__ = ["Reaction", "Window", "name_of"]

#: Seconds without any reaction after which it counts as one that never came.
PATIENCE = 60.0

_MARK = re.compile(r"Zq(\d{3})qZ")
_WRONG = ("application/vnd.marimo+error", "lk-call lk-error", "marimo-internal-error")
# What of a model's state is looked at; the rest (weights, pictures) is only drawn.
_KEPT = ("_anywidget_id", "asked", "live", "presets", "chats")


@dataclass(frozen=True)
class Reaction:
    """What a learner did (``kind``), where, and the seconds until the page answered."""

    kind: str
    chapter: str
    seconds: float


def name_of(state: dict[str, Any]) -> str:
    """The class of the picture: "lesson_kit.show.widgets.journey.Journey" → "Journey"."""
    return str(state.get("_anywidget_id", "")).rpartition(".")[2]


class Window:
    """Window number ``number`` on ``chapter`` of the server at ``address`` (no slash at the end).

    word: a word that only this window may ever see; whoever types here puts it into each sentence.
    reactions: those that came. errors: sentences about what went wrong. overheard: (number, start
    of the message) of each word of another window that came here. own_words: how often its own
    word came back, which shows that the check can see.
    """

    def __init__(self, address: str, chapter: str, number: int, *, lang: str = "zh") -> None:
        self.address, self.chapter, self.number, self.lang = address, chapter, number, lang
        self.word = f"Zq{number:03d}qZ"
        self.reactions: list[Reaction] = []
        self.errors: list[str] = []
        self.overheard: list[tuple[int, str]] = []
        self.own_words = 0
        self.models: dict[str, dict[str, Any]] = {}
        self.running: dict[str, int] = {}
        self._session = f"s_load{number:03d}"
        self._waiting: dict[tuple[Any, ...], asyncio.Future[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._socket: Any = None
        self._listener: asyncio.Task[None] | None = None

    async def open(self, *, patience: float = 300.0) -> float:
        """Open the page and wait until all of it is there; the seconds that took."""
        from websockets.asyncio.client import connect

        started = time.perf_counter()
        there = f"/{self.chapter}/?lang={self.lang}"
        status, _ = await self.http("GET", there)
        if status != 200:
            raise RuntimeError(f"{there} answered {status}")
        whole = self.wait(("page",))
        socket = f"{self.address.replace('http', 'ws', 1)}/{self.chapter}/ws"
        self._socket = await connect(
            f"{socket}?session_id={self._session}&lang={self.lang}", max_size=None, proxy=None
        )
        self._listener = asyncio.create_task(self._listen())
        await asyncio.wait_for(whole, patience)
        return time.perf_counter() - started

    async def close(self) -> None:
        """Leave as a closed tab does: the socket goes, nothing is said."""
        if self._socket is not None:
            await self._socket.close()
        for task in (self._listener, *self._tasks):
            if task is not None:
                task.cancel()
        await asyncio.gather(
            *(task for task in (self._listener, *self._tasks) if task), return_exceptions=True
        )

    # ── asking ───────────────────────────────────────────────────────────────
    async def run(self, kind: str, model: str, **request: Any) -> dict[str, Any]:
        """Ask a working picture for something; its first answer."""
        number = self.running[model] = self.running.get(model, 0) + 1
        waiting = self.wait(("run", model, number))
        asked = self.send(model, {"kind": "run", "number": number, **request})
        return await self.timed(kind, waiting, asked)

    # ── the wire ─────────────────────────────────────────────────────────────
    async def _listen(self) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            async for raw in self._socket:
                self._watch(raw)
                if raw.startswith('{"op": "model-lifecycle"'):
                    self._model(json.loads(raw)["data"])
                elif raw.startswith('{"op": "completed-run"'):
                    self._answered(("page",), None)
        except ConnectionClosed as closed:
            self.errors.append(f"{self.chapter}: the server closed the window ({closed})")

    def _watch(self, raw: str) -> None:
        for found in _MARK.finditer(raw):
            if found[0] == self.word:
                self.own_words += 1
            else:
                self.overheard.append((int(found[1]), raw[:200]))
        if any(sign in raw for sign in _WRONG):
            self.errors.append(f"{self.chapter}: the page shows an error: {raw[:300]}")

    def _model(self, data: dict[str, Any]) -> None:
        id, message = data["model_id"], data["message"]
        method = message["method"]
        if method == "close":
            self.models.pop(id, None)
        elif method == "custom":
            self._custom(id, message["content"])
        elif method in ("open", "update"):
            said = message["state"]
            kept = {k: said[k] for k in _KEPT if k in said}
            self.models.setdefault(id, {}).update(kept)
            if method == "open" and (url := (message.get("esm_spec") or {}).get("url")):
                self.keep(self._fetch(url))
            if name_of(kept) == "PageMark":
                self._answered(("language",), None)
            own = said.get("own")
            if isinstance(own, dict) and own:
                self._answered(("own", id, own.get("asked")), own)
                self._answered(("typed", id, own.get("typed")), own)

    def _custom(self, id: str, content: Any) -> None:
        if not isinstance(content, dict) or content.get("number") != self.running.get(id):
            return
        self._answered(("run", id, content["number"]), content)
        if content.get("kind") in ("error", "end", "result", "done"):
            return
        self.keep(self.send(id, {"kind": "heard"}))

    async def _fetch(self, url: str) -> None:
        status, _ = await self.http("GET", f"/{self.chapter}/{url.removeprefix('./')}")
        if status != 200:
            self.errors.append(f"{self.chapter}: a widget's script answered {status}")

    def wait(self, key: tuple[Any, ...]) -> asyncio.Future[Any]:
        future = asyncio.get_running_loop().create_future()
        self._waiting[key] = future
        return future

    def _answered(self, key: tuple[Any, ...], value: Any) -> None:
        try:
            waiting = self._waiting.pop(key, None)
        except TypeError:  # a list of two typed sentences is no key, and nobody waits for it
            return
        if waiting is not None and not waiting.done():
            waiting.set_result(value)

    async def timed(self, kind: str, waiting: asyncio.Future[Any], sent: Any = None) -> Any:
        started = time.perf_counter()
        if sent is not None:
            await sent
        said = await asyncio.wait_for(waiting, PATIENCE)
        self.reactions.append(Reaction(kind, self.chapter, time.perf_counter() - started))
        refused = isinstance(said, dict) and (said.get("error") or said.get("kind") == "error")
        if refused:
            self.errors.append(f"{self.chapter}, {kind}: {said.get('error') or said.get('say')}")
        return said if isinstance(said, dict) else {}

    def keep(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def set(self, model: str, **state: Any) -> None:
        await self._post(model, {"method": "update", "state": state, "bufferPaths": []})

    async def send(self, model: str, content: dict[str, Any]) -> None:
        await self._post(model, {"method": "custom", "content": content})

    async def _post(self, model: str, message: dict[str, Any]) -> None:
        body = {"modelId": model, "message": message, "buffers": []}
        where = f"/{self.chapter}/api/kernel/set_model_value"
        status, answer = await self.http("POST", where, json.dumps(body).encode())
        if status != 200:
            self.errors.append(f"{where} answered {status}: {answer[:200]!r}")

    async def http(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """One request as this window; status and content."""
        parts = urlsplit(self.address)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        try:
            head = (
                f"{method} {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n"
                f"Marimo-Session-Id: {self._session}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            writer.write(head.encode() + body)
            await writer.drain()
            answer = await reader.read(-1)
        finally:
            writer.close()
        head_of, _, content = answer.partition(b"\r\n\r\n")
        return int(head_of.split(b" ", 2)[1]), content
