"""A password in front of the whole course, for a server that others can reach."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from html import escape
from urllib.parse import parse_qs, urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from lesson_kit.app.bar import page_style
from lesson_kit.app.language import HTML_LANG, choose_lang
from lesson_kit.show.words import COURSE, Lang

__all__ = ["PasswordGate"]

_COOKIE = "lesson_kit_pass"
_ENTER = "/enter"
_pause = asyncio.sleep


class PasswordGate:
    """Lets nobody in, page or socket, before they have typed the password once.

    The browser then holds a cookie that is good until the server stops. A wrong guess waits a
    second, and guesses from one address wait for each other, so guessing is slow.
    """

    def __init__(self, app: ASGIApp, password: str) -> None:
        if not password:
            raise ValueError("the password is empty")
        self._app = app
        self._password = password.encode()
        self._pass = secrets.token_urlsafe(32)
        self._guessing: dict[str, asyncio.Lock] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        connection = HTTPConnection(scope)
        if secrets.compare_digest(
            connection.cookies.get(_COOKIE, "").encode(), self._pass.encode()
        ):
            return await self._app(scope, receive, send)
        if scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": 4401})
        request = Request(scope, receive)
        lang = choose_lang(
            [request.query_params.get("lang")], request.headers.get("accept-language")
        )
        there = _inside(request.query_params.get("to") or str(request.url.path))
        if request.url.path == _ENTER and request.method == "POST":
            if await self._right(request):
                answer = RedirectResponse(f"{there}?lang={lang}", status_code=303)
                answer.set_cookie(_COOKIE, self._pass, httponly=True, samesite="lax", path="/")
                return await answer(scope, receive, send)
            return await HTMLResponse(_door(lang, there, wrong=True), 401)(scope, receive, send)
        return await HTMLResponse(_door(lang, there, wrong=False), 401)(scope, receive, send)

    async def _right(self, request: Request) -> bool:
        guess = await _typed(request)
        address = request.client.host if request.client else ""
        async with self._guessing.setdefault(address, asyncio.Lock()):
            right = hmac.compare_digest(guess, self._password)
            if not right:
                await _pause(1)
        return right


async def _typed(request: Request) -> bytes:
    """The password out of the form; nothing if the form is longer than any password."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > 4096:
            return b""
    return parse_qs(body.decode("ascii", "replace")).get("password", [""])[-1].encode()


def _inside(address: str) -> str:
    """An address on this server, whatever was asked for: never a way to somewhere else."""
    path = urlsplit(address).path
    return path if path.startswith("/") and not path.startswith(("//", "/\\", _ENTER)) else "/"


def _door(lang: Lang, there: str, *, wrong: bool) -> str:
    ask, go = {"zh": ("请输入口令", "进入"), "en": ("Password", "Enter")}[lang]
    sorry = {"zh": "口令不对，再试一次。", "en": "That is not the password; try again."}[lang]
    note = f'<p role="alert">{sorry}</p>' if wrong else ""
    return (
        f'<!doctype html><html lang="{HTML_LANG[lang]}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(COURSE(lang))}</title><link rel="icon" href="data:,">{page_style(lang)}'
        '</head><body class="lk-home"><div id="App" class="lk"><main>'
        f'<div class="lk lk-title"><h1>{escape(COURSE(lang))}</h1></div>'
        f'<form class="lk-door" method="post" action="{_ENTER}?to={escape(there)}&amp;lang={lang}">'
        f'{note}<label>{ask} <input type="password" name="password" autofocus required></label> '
        f"<button>{go}</button></form></main></div></body></html>"
    )
