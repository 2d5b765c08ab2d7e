"""What README promises about showing the course to a room, asked of a real server.

A visitor may look, type and press buttons. A visitor cannot run code, reach a file, ask from
another site, read what another visitor typed, or have a text taken for markup.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from course import ask, served, tiny_model
from starlette.routing import Mount, Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from lesson_kit.app import password, serve
from lesson_kit.app.command_line import _parser
from lesson_kit.app.gate import MOST_BYTES, Gate, is_loopback
from lesson_kit.app.index import chapter_files

CHAPTER = "00_overview"
PASSWORD = b"password=a+room%27s+word"
SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'"
#: What a page may ask of marimo; every other address of it must be closed.
OPEN = {
    ("GET", "/"), ("GET", "/@file/{filename_and_length:path}"), ("GET", "/public-files-sw.js"),
    ("GET", "/{path:path}"), ("POST", "/api/kernel/set_ui_element_value"),
    ("POST", "/api/kernel/set_model_value"), ("POST", "/api/kernel/function_call"),
    ("GET", "/health"),
}  # fmt: skip


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="module")
def site(model: Path) -> Iterator[str]:
    with served(serve.Settings(model=str(model))) as (address, warmup):
        assert warmup.wait(120).state == "ready", warmup.status.error
        yield address


@pytest.fixture(scope="module")
def locked(model: Path) -> Iterator[str]:
    """The course as a room sees it: open to the network, behind a password."""
    with served(serve.Settings(model=str(model), host="0.0.0.0", password="a room's word")) as at:
        yield at[0]


@contextmanager
def window(site: str, session: str, query: str = "", **how: Any) -> Iterator[Any]:
    """A socket as a chapter's page holds it."""
    address = f"{site.replace('http', 'ws', 1)}/{CHAPTER}/ws?session_id={session}{query}"
    with connect(address, max_size=None, proxy=None, open_timeout=60, **how) as ws:
        yield ws


def hear(ws: Any, wanted: str, *, seconds: float = 120) -> list[dict[str, Any]]:
    """All messages until one of kind ``wanted``, which is the last."""
    end, heard = time.monotonic() + seconds, []
    while True:
        heard.append(json.loads(ws.recv(timeout=max(0.1, end - time.monotonic()))))
        if heard[-1]["op"] == wanted:
            return heard


def post(site: str, session: str, path: str, body: object) -> tuple[int, str]:
    status, _, answer = ask(
        f"{site}/{CHAPTER}/api/kernel/{path}", data=json.dumps(body).encode(),
        Content_Type="application/json", Marimo_Session_Id=session,
    )  # fmt: skip
    return status, answer


# ── who can reach it ─────────────────────────────────────────────────────────


def test_by_default_only_this_machine_can_reach_the_course() -> None:
    assert serve.Settings().host == "127.0.0.1"
    assert _parser().parse_args(["serve"]).host == "127.0.0.1"
    with serve.listen(serve.Settings().host, 0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize(
    ("name", "this_machine"),
    [
        ("localhost", True), ("127.0.0.1", True), ("127.8.8.8", True), ("::1", True),
        ("[::1]", True), ("a.localhost", True), ("LOCALHOST.", True), ("", False),
        ("0.0.0.0", False), ("192.168.1.5", False), ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False), ("evil.example", False), ("::", False),
    ],
)  # fmt: skip
def test_which_names_mean_this_machine(name: str, this_machine: bool) -> None:
    assert is_loopback(name) is this_machine


def test_a_page_that_lost_its_connection_may_ask_for_a_new_one(site: str) -> None:
    status, _, body = ask(f"{site}/{CHAPTER}/health")  # marimo's page asks until this is 200
    assert (status, body) == (200, '{"status":"healthy"}')


@pytest.mark.parametrize("path", ["/", f"/{CHAPTER}/", "/status.json", "/_marimo/index.html"])
def test_a_name_that_somebody_else_points_here_is_refused(site: str, path: str) -> None:
    status, _, body = ask(site + path, Host="evil.example")
    assert status == 421
    assert "localhost" in body and "这台电脑" in body
    assert ask(site + path, Host="localhost:1")[0] == 200


def test_for_a_room_any_name_of_the_server_will_do(locked: str) -> None:
    status, _, body = ask(f"{locked}/", Host="classroom.local")
    assert status == 401 and 'type="password"' in body  # asked for the password, not sent away


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null"])
def test_another_site_can_ask_for_nothing(site: str, origin: str) -> None:
    for path in ("/", "/status.json", f"/{CHAPTER}/"):
        status, headers, body = ask(site + path, Origin=origin)
        assert status == 403, path
        assert "access-control-allow-origin" not in headers
        assert "Another site" in body and "别的网站" in body
    status, _, _ = ask(
        f"{site}/{CHAPTER}/api/kernel/set_model_value", data=b"{}", Origin=origin,
        Content_Type="text/plain",
    )  # fmt: skip
    assert status == 403
    with pytest.raises(InvalidStatus), window(site, "s_other", origin=origin):
        pass


def test_the_course_itself_may_ask_also_behind_a_proxy(site: str) -> None:
    host = site.removeprefix("http://")
    assert ask(f"{site}/", Origin=site)[0] == 200
    assert (
        ask(f"{site}/", Origin="https://class.example", X_Forwarded_Host="class.example")[0] == 200
    )
    with window(site, "s_origin", origin=site) as ws:
        assert json.loads(ws.recv(timeout=60))["op"] == "kernel-ready"
    assert host


# ── what a visitor can ask for ───────────────────────────────────────────────


def _addresses_of_marimo(site_app: Any) -> Iterator[tuple[str, str]]:
    """(method, path) of everything marimo answers under one chapter's address."""

    def walk(routes: Any, prefix: str) -> Iterator[tuple[str, str]]:
        for route in routes:
            if isinstance(route, Mount):
                yield from walk(route.routes, prefix + route.path)
            elif isinstance(route, WebSocketRoute):
                yield "WS", prefix + route.path
            elif isinstance(route, Route):
                for method in route.methods or ():
                    yield method, prefix + route.path

    yield from walk(site_app.routes, "")


def test_every_other_address_of_marimo_is_closed(site: str) -> None:
    from marimo._server.main import create_starlette_app

    app = create_starlette_app(base_url="", lifespan=None, enable_auth=False, allow_origins=("*",))
    found = set(_addresses_of_marimo(app)) - OPEN
    closed = 0
    for method, pattern in sorted(found):
        if method in ("HEAD", "OPTIONS"):
            continue
        path = re.sub(r"\{\w+(:path)?\}", "x", pattern)
        if method == "WS":
            if path == "/ws":
                continue
            address = f"{site.replace('http', 'ws', 1)}/{CHAPTER}{path}?session_id=s_1"
            with (
                pytest.raises((InvalidStatus, ConnectionClosed)),
                connect(address, proxy=None) as ws,
            ):
                ws.recv(timeout=30)
        else:
            data = None if method == "GET" else b"{}"
            status, _, _ = ask(
                f"{site}/{CHAPTER}{path}", data=data, Content_Type="application/json"
            )
            assert status in (403, 404, 405), f"{method} {path}: {status}"
        closed += 1
    assert closed > 60, "marimo's addresses were not found: the walk above needs mending"
    print(f"{closed} addresses of marimo tried, none open")


def test_no_code_runs_for_a_visitor(site: str, tmp_path: Path) -> None:
    witness = tmp_path / "it ran"
    code = f"open({str(witness)!r}, 'w').close()"
    with window(site, "s_code") as ws:
        ready = hear(ws, "kernel-ready")[-1]["data"]
        assert set(ready["codes"]) == {""}, "the notebook's code is not sent either"
        cell = ready["cell_ids"][0]
        tried = [
            ("run", {"cellIds": [cell], "codes": [code]}),
            ("scratchpad/run", {"code": code}),
            ("execute", {"code": code}),
            ("instantiate", {"objectIds": [], "values": [], "codes": {cell: code}}),
            ("restart_session", {}),
            ("shutdown", {}),
            ("takeover", {}),
        ]
        for path, body in tried:
            assert post(site, "s_code", path, body)[0] in (403, 404), path
        # What is open takes values, never code: a function by a name that no picture registered …
        call = {"functionCallId": "1", "namespace": "builtins", "functionName": "exec"}
        post(site, "s_code", "function_call", {**call, "args": {"object": code}})
        # … and a value for a control that is not there.
        post(site, "s_code", "set_ui_element_value", {"objectIds": ["x"], "values": [code]})
        hear(ws, "completed-run")
    assert not witness.exists()


def test_a_window_reaches_only_its_own_pictures(site: str) -> None:
    with window(site, "s_mine") as mine, window(site, "s_yours") as yours:
        heard = [m["data"] for m in hear(mine, "completed-run") if m["op"] == "model-lifecycle"]
        hear(yours, "completed-run")
        target = next(
            m["model_id"] for m in heard
            if m["message"]["method"] == "open" and "WindowChoices" in json.dumps(m["message"])
        )  # fmt: skip
        update = {
            "modelId": target, "buffers": [],
            "message": {"method": "update", "bufferPaths": [], "state": {"choice": {"lang": "en"}}},
        }  # fmt: skip
        assert post(site, "", "set_model_value", update)[0] >= 400, "no window, no say"
        post(site, "s_yours", "set_model_value", update)
        with pytest.raises(TimeoutError):
            while True:  # nothing of the page is built anew
                assert json.loads(mine.recv(timeout=3))["op"] != "completed-run"
        assert post(site, "s_mine", "set_model_value", update)[0] == 200
        anew = json.dumps(hear(mine, "completed-run"), ensure_ascii=False)
        assert "PageMark" in anew  # the same message does work from the window it belongs to


@pytest.mark.parametrize("query", ["&file=/etc/passwd", "&file=../x.py", "&kiosk=true", "&file="])
def test_a_window_cannot_be_opened_on_another_file_or_another_visitor(
    site: str, query: str
) -> None:
    with pytest.raises(InvalidStatus), window(site, "s_else", query):
        pass
    assert ask(f"{site}/{CHAPTER}/?{query[1:]}")[0] == 404


@pytest.mark.parametrize(
    "path",
    [
        "/_marimo/../../pyproject.toml", "/_marimo/%2e%2e/%2e%2e/pyproject.toml",
        "/_marimo/..%2f..%2fpyproject.toml", "/_marimo/..%5c..%5cpyproject.toml",
        "/_marimo//etc/passwd", "/_marimo/%2fetc%2fpasswd", "/..%2fpyproject.toml", "//etc/passwd",
        f"/{CHAPTER}/../../pyproject.toml", f"/{CHAPTER}/%2e%2e/%2e%2e/pyproject.toml",
        f"/{CHAPTER}/@file/9-../../pyproject.toml", f"/{CHAPTER}/@file/99-..%2f..%2fpyproject.toml",
        f"/{CHAPTER}/@file/99-%2fetc%2fpasswd", f"/{CHAPTER}/public/../../pyproject.toml",
        f"/{CHAPTER}/public/x", f"/{CHAPTER}.py", f"/{CHAPTER}/..%5c..%5cx", "/%00", "/enter",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_course(site: str, path: str) -> None:
    status, _, body = ask(site + path)
    assert status in (400, 404), status
    assert "lesson-kit" not in body and "root:" not in body


@pytest.mark.parametrize("size", [str(MOST_BYTES + 1), "9" * 30, "-1", "many"])
def test_a_huge_request_is_refused_before_it_is_sent(site: str, size: str) -> None:
    host, port = site.removeprefix("http://").split(":")
    head = f"POST /{CHAPTER}/api/kernel/set_model_value HTTP/1.1\r\nHost: {host}:{port}\r\n"
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(f"{head}Content-Length: {size}\r\n\r\n".encode())
        assert line.recv(100).startswith((b"HTTP/1.1 413", b"HTTP/1.1 400"))


def test_a_body_that_never_ends_is_cut() -> None:
    pieces = iter([{"type": "http.request", "body": b"x" * 300_000, "more_body": True}] * 100)
    taken: list[Any] = []

    async def receive() -> Any:
        return next(pieces)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] == "http.request":
            taken.append(message)

    scope = {"type": "http", "method": "POST", "path": "/enter", "headers": [(b"host", b"[::1]:1")]}
    gate = Gate(app, chapters=[], host="127.0.0.1")
    asyncio.run(gate(scope, receive, None))  # type: ignore[arg-type]
    assert len(taken) == MOST_BYTES // 300_000


# ── with a password ──────────────────────────────────────────────────────────


def test_without_the_password_nothing_answers_and_no_window_opens(locked: str) -> None:
    for method, pattern in OPEN:
        path = re.sub(r"\{\w+(:path)?\}", "1-x.js" if "@file" in pattern else "logo.png", pattern)
        data = b"{}" if method == "POST" else None
        assert ask(f"{locked}/{CHAPTER}{path}", data=data)[0] == 401, path
    with pytest.raises(InvalidStatus), window(locked, "s_none"):
        pass
    status, headers, _ = ask(f"{locked}/enter?to=/", data=PASSWORD)
    assert status == 303
    given = headers["set-cookie"]
    assert "HttpOnly" in given and "samesite=lax" in given.lower()
    with window(locked, "s_in", additional_headers={"Cookie": given.split(";")[0]}) as ws:
        assert json.loads(ws.recv(timeout=60))["op"] == "kernel-ready"


def test_guessing_is_slow(locked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def noted(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(password, "_pause", noted)
    assert ask(f"{locked}/enter?to=/", data=b"password=wrong")[0] == 401
    assert ask(f"{locked}/enter?to=/", data=b"password=")[0] == 401
    assert pauses == [1, 1]
    assert ask(f"{locked}/enter?to=/", data=PASSWORD)[0] == 303
    assert len(pauses) == 2


def test_many_guesses_at_once_wait_for_each_other(
    locked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, together = 0, []

    async def noted(_: float) -> None:
        nonlocal waiting
        waiting += 1
        together.append(waiting)
        await asyncio.sleep(0.05)
        waiting -= 1

    monkeypatch.setattr(password, "_pause", noted)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: ask(f"{locked}/enter?to=/", data=b"password=%d" % n), range(8)))
    assert together == [1] * 8


# ── what is shown, and what goes out ─────────────────────────────────────────


def test_nothing_in_an_address_becomes_markup(site: str, locked: str) -> None:
    from urllib.parse import quote

    bad = quote(SCRIPT)
    tried = [f"/?model={bad}", f"/?lang={bad}", f"/{bad}", f"/{CHAPTER}/?lang={bad}&model={bad}",
             f"/status.json?model={bad}&lang={bad}", f"/{CHAPTER}?{bad}={bad}"]  # fmt: skip
    for path in tried:
        _, headers, body = ask(site + path)
        if "json" not in headers.get("content-type", ""):
            assert "<script>alert" not in body and "<img src=x" not in body, path
        else:
            assert "<script>alert" not in json.loads(body)["menu"]
    for path in (f"/{bad}", f"/enter?to=/{bad}&lang={bad}"):
        body = ask(locked + path)[2]
        assert "<script>alert" not in body and "<img src=x" not in body, path


def test_a_page_may_load_nothing_from_anywhere_else(site: str) -> None:
    allowed = {"'self'", "data:", "blob:", "'unsafe-inline'", "'unsafe-eval'"}
    for path in ("/", f"/{CHAPTER}/", "/_marimo/index.html", "/nothing"):
        policy = ask(site + path)[1]["content-security-policy"]
        parts = [part.split() for part in policy.split(";")]
        assert parts[0][0] == "default-src"
        for name, *sources in parts:
            assert set(sources) <= allowed, f"{path}: {name} {sources}"


def test_the_server_itself_calls_nobody(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole page is built while every outgoing connection of this process is written down."""
    called: list[Any] = []
    really = socket.socket.connect
    really_ex = socket.socket.connect_ex

    def noting(how: Any) -> Any:
        def connect(self: socket.socket, address: Any) -> Any:
            if self.family in (socket.AF_INET, socket.AF_INET6):
                called.append(address)
            return how(self, address)

        return connect

    monkeypatch.setattr(socket.socket, "connect", noting(really))
    monkeypatch.setattr(socket.socket, "connect_ex", noting(really_ex))
    with served(serve.Settings(model=str(model))) as (site, _), window(site, "s_out") as ws:
        hear(ws, "completed-run")
    assert called, "our own requests must be among them, else this sees nothing"
    assert all(is_loopback(str(address[0])) for address in called), called


def test_the_chapters_of_the_course_are_the_only_ones(site: str) -> None:
    assert CHAPTER in chapter_files()
    assert ask(f"{site}/conftest/")[0] == 404
