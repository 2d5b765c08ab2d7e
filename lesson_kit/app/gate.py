"""What a visitor may ask of the server: the course's own pages, and nothing else that marimo has.

marimo's run mode already refuses to run code or touch files. This gate does not lean on that: it
knows the few requests that a chapter's page makes and lets no other through, from no other site.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from html import escape
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lesson_kit.app.fence import FENCE

__all__ = ["MOST_BYTES", "Gate", "is_loopback"]

#: The largest request body that is taken: many times what a learner types.
MOST_BYTES = 2_000_000

# Behind a chapter's address: by method, what its page asks for.
_PAGE = {
    "GET": re.compile(
        r"(|public-files-sw\.js|favicon\.ico|manifest\.json|logo\.png|apple-touch-icon\.png"
        r"|android-chrome-\d+x\d+\.png|@file/\d+-[\w.-]+"
        r"|health)"  # a page whose connection was slow or lost asks this until it may come back
    ),
    "POST": re.compile(r"api/kernel/(set_ui_element_value|set_model_value|function_call)"),
}
# Words of a page's address that would mean something to marimo, and nothing to the course.
_NOT_OURS = frozenset({"file", "kiosk", "access_token"})


def is_loopback(host: str) -> bool:
    """Whether a name or address can only mean this very machine."""
    name = host.strip("[]").lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


class Gate:
    """Lets in what belongs to the course; everything else gets one sentence in both languages.

    host: what the server listens on. If only this machine can reach it, requests must name this
    machine too, so that a page elsewhere cannot reach it under a name of its own (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, *, chapters: Collection[str], host: str) -> None:
        self._app = app
        self._chapters = frozenset(chapters)
        self._only_here = is_loopback(host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        refusal = self._refusal(scope)
        if refusal is None:
            if self._chapter(scope) is None and scope["type"] == "http":
                send = _Told(scope, receive, send)
            return await self._app(scope, _measured(receive), send)
        if scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": 4403})
        status, sentence = refusal
        answer: Response
        if status == 404:
            answer = _not_here(scope)
        else:
            answer = PlainTextResponse(sentence, status, headers=FENCE)
        await answer(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._only_here and not is_loopback(urlsplit(f"//{host}").hostname or ""):
            return 421, (
                "这门课只在这台电脑上打开，请用 localhost 这个名字来访问。\n"
                "This course is open on this machine only; ask for it under the name localhost.\n"
            )
        origin = headers.get("origin")
        if origin is not None:
            here = {host.lower(), headers.get("x-forwarded-host", host).lower()}
            if urlsplit(origin).netloc.lower() not in here:
                return 403, (
                    "别的网站不能替人访问这门课。\n"
                    "Another site may not ask the course for anything.\n"
                )
        size = headers.get("content-length", "0")
        if not size.isdigit() or int(size) > MOST_BYTES:
            return 413, "发来的东西太大了。\nThat is too much to send.\n"
        if not self._is_ours(scope):
            return 404, ""
        return None

    def _is_ours(self, scope: Scope) -> bool:
        """Whether a chapter's page may ask for this; other addresses are the course's own."""
        inside = self._chapter(scope)
        if inside is None:
            return True
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        if _NOT_OURS & query.keys():
            return False
        if scope["type"] == "websocket":
            return inside == "ws"
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        pattern = _PAGE.get(method)
        return bool(pattern and pattern.fullmatch(inside))

    def _chapter(self, scope: Scope) -> str | None:
        """What is asked for behind a chapter's address; None if it is not a chapter's."""
        _, _, rest = scope["path"].partition("/")
        chapter, slash, inside = rest.partition("/")
        return inside if slash and chapter in self._chapters else None


def _not_here(scope: Scope) -> Response:
    """The answer for an address that the course does not have, with the way to what it has."""
    home = escape(f"{scope.get('root_path', '')}/")
    return HTMLResponse(
        '<!doctype html><html lang="zh-Hans"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<title>404</title>"
        f'<p>课程里没有这个地址。<a href="{home}">去看目录</a></p>\n'
        '<p lang="en">The course has no such address. '
        f'<a href="{home}">See the list of chapters</a></p></html>\n',
        404,
        headers=FENCE,
    )


class _Told:
    """Passes an answer on, but for a bare "not found", whose place takes a sentence and a link."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._request = (scope, receive)
        self._send = send
        self._replaced = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 404:
            self._replaced = True
            await _not_here(self._request[0])(*self._request, self._send)
        elif not self._replaced:
            await self._send(message)


def _measured(receive: Receive) -> Receive:
    """Take no more than MOST_BYTES of a body that did not say how long it is."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            if taken > MOST_BYTES:
                return {"type": "http.disconnect"}
        return message

    return limited
