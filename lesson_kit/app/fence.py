"""What goes out with every answer of the server: whom a page may ask, what a browser may keep."""

from __future__ import annotations

from mimetypes import guess_type
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["FENCE", "EndedFiles", "Fenced", "FrontEnd", "Kept"]

# Everything comes from this server. The browser itself refuses anything else, whatever a page asks.
_POLICY = (
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; "
    "style-src 'self' 'unsafe-inline' data: blob:; connect-src 'self' data: blob:; "
    "frame-ancestors 'self'; form-action 'self'; base-uri 'self'"
)


class Headed:
    """Adds headers to every answer of an application."""

    def headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        raise NotImplementedError

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                extra = self.headers(scope)
                names = {name for name, _ in extra}
                kept = [pair for pair in message.get("headers", []) if pair[0].lower() not in names]
                message = {**message, "headers": [*kept, *extra]}
            await send(message)

        await self._app(scope, receive, with_headers)


#: What every answer says to the browser, also a refusal.
FENCE = {
    "content-security-policy": _POLICY,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


class Fenced(Headed):
    """No page may load anything from anywhere else."""

    def headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        return [(name.encode(), value.encode()) for name, value in FENCE.items()]


class Kept(Headed):
    """Files whose names carry a hash of their content never change: fetched once, kept."""

    def headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        kept = "/assets/" in scope["path"]
        return [(b"cache-control", b"public, max-age=31536000, immutable" if kept else b"no-cache")]


class FrontEnd(StaticFiles):
    """marimo's own scripts and styles: some 300 small files before a chapter shows anything.

    Each is read and sent in one go. Handing every one to a thread and back, as is right for large
    files, took four seconds in all while the warm-up was importing.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, follow_symlink=True)
        self._assets = {
            path.relative_to(folder).as_posix(): path
            for path in (folder / "assets").rglob("*")
            if path.is_file()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asset = None
        if scope["type"] == "http" and scope["method"] == "GET":
            asset = self._assets.get(Path(self.get_path(scope)).as_posix())
        if asset is None:
            await super().__call__(scope, receive, send)
            return
        # Windows may have registered scripts as plain text, which no browser would run.
        kind = "text/javascript" if asset.suffix == ".js" else guess_type(asset.name)[0]
        await Response(asset.read_bytes(), media_type=kind)(scope, receive, send)


class EndedFiles:
    """Ends, empty, the script of a picture that went while its page was asking for it.

    marimo has said 200 by then, and would end in an exception and a long trace.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except RuntimeError:
            if "/@file/" not in scope.get("path", ""):
                raise
            await send({"type": "http.response.body", "body": b"", "more_body": False})
