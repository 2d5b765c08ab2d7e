"""``lesson-kit serve``: the whole course under one address, one process, one thread per learner."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from lesson_kit.app.bar import no_script, page_style
from lesson_kit.app.fence import EndedFiles, Fenced, FrontEnd, Kept
from lesson_kit.app.gate import Gate
from lesson_kit.app.index import chapter_files, index_page
from lesson_kit.app.language import choose_lang
from lesson_kit.app.letting_go import watch_for_leavers
from lesson_kit.app.listening import PortInUseError, free_port, listen
from lesson_kit.app.measured_table import card_of, measured_table
from lesson_kit.app.password import PasswordGate
from lesson_kit.app.warm import Status, Warmup
from lesson_kit.show.words import Lang

__all__ = ["PortInUseError", "Settings", "build", "free_port", "listen", "run"]

_FRONT_END = "_marimo"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How the course is served. ``lang`` None means: as the browser prefers."""

    host: str = "127.0.0.1"
    port: int = 8765
    lang: Lang | None = None
    model: str = "classroom-base"
    device: str = "auto"
    password: str | None = None


def build(settings: Settings, warmup: Warmup) -> ASGIApp:
    """The course as an ASGI application: index, chapters, marimo's front end once for all."""
    import marimo

    static = Path(marimo.__file__).parent / "_static"
    pages = marimo.create_asgi_app(
        quiet=True, asset_url=f"../{_FRONT_END}", html_head=_early_style(settings.lang)
    )
    files = chapter_files()
    for name, path in files.items():
        pages = pages.with_app(path=f"/{name}/", root=str(path))
    chapters = pages.build()

    def to_chapter(request: Request) -> Response:
        """/05_attention → /05_attention/ with its query; a plain redirect would lose ?lang=."""
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{request.url.path.rsplit('/', 1)[-1]}/{query}", status_code=307)

    routes = [
        Route("/", _index(settings, warmup)),
        Route("/status.json", _status(settings, warmup)),
        Mount(f"/{_FRONT_END}", Kept(FrontEnd(static))),
        *(Route(f"/{name}", to_chapter) for name in files),
        Mount("/", _Introduced(EndedFiles(chapters), settings)),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        warmup.start()
        watch = asyncio.create_task(watch_for_leavers(lambda: _windows(chapters)))
        yield
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)
        await _close(chapters)

    app: ASGIApp = Fenced(Starlette(routes=routes, lifespan=lifespan))
    if settings.password:
        app = PasswordGate(app, settings.password)
    return Gate(app, chapters=files, host=settings.host)


def _index(settings: Settings, warmup: Warmup) -> Callable[[Request], Response]:
    def page(request: Request) -> Response:
        lang = _lang_of(request, settings)
        model = request.query_params.get("model", "")
        status = warmup.status
        return HTMLResponse(
            index_page(
                lang,
                query={"model": model},
                status=status.sentence(lang),
                menu=_menu(lang, model, settings, status),
                measured=_measured(lang, model, settings, status),
                ready=status.state != "loading",
            )
        )

    return page


def _status(settings: Settings, warmup: Warmup) -> Callable[[Request], Response]:
    def answer(request: Request) -> Response:
        lang = _lang_of(request, settings)
        status = warmup.status
        model = request.query_params.get("model", "")
        return JSONResponse(
            {
                "ready": status.state != "loading",
                "state": status.state,
                "sentence": status.sentence(lang),
                "menu": _menu(lang, model, settings, status),
                "measured": _measured(lang, model, settings, status),
            }
        )

    return answer


def _menu(lang: Lang, model: str, settings: Settings, status: Status) -> str:
    """The model list of the index page; only once the model room has been imported."""
    if status.state == "loading":
        return ""
    from lesson_kit.app import picker

    chosen = model or picker.address_name(settings.model)
    listed = picker.options(lang, settings.model, own_title=status.title(lang))
    return picker.menu(
        chosen, listed, lang, lambda name: "?" + urlencode({"model": name, "lang": lang})
    )


def _measured(lang: Lang, model: str, settings: Settings, status: Status) -> str:
    """What the model can do, as markup; only once the model room has been imported."""
    if status.state == "loading":
        return ""
    return measured_table(card_of(model, settings.model), lang)


def _lang_of(request: Request, settings: Settings) -> Lang:
    return choose_lang(
        [request.query_params.get("lang"), settings.lang], request.headers.get("accept-language")
    )


def _early_style(lang: Lang | None) -> str:
    """In each chapter's ``<head>``: the right ground and language before anything has run.

    marimo lets us write into the head alone. A browser without scripts ends the head at the first
    thing that belongs to the body, so the way home is seen there, and only there.
    """
    script = (
        "<script>{const l=new URLSearchParams(location.search).get('lang')"
        f"||{(lang or '')!r}||navigator.language;"
        "document.documentElement.lang=/^en/i.test(l)?'en':'zh-Hans'}</script>"
    )
    return script + page_style(lang or "zh") + no_script("../")


class _Introduced:
    """Tells each chapter's page who serves it: marimo hands ``meta`` on to the notebook."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._meta = {
            "lesson_kit": {
                "lang": settings.lang, "model": settings.model, "device": settings.device,
            }
        }  # fmt: skip

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app({**scope, "meta": self._meta}, receive, send)


def _managers(chapters: ASGIApp) -> Iterator[Any]:
    for route in getattr(chapters, "routes", []):
        state = getattr(getattr(route, "app", None), "state", None)
        manager = getattr(state, "session_manager", None)
        if manager is not None:
            yield manager


def _windows(chapters: ASGIApp) -> int:
    """How many windows are open, those included that marimo still keeps in case they come back."""
    return sum(len(manager.sessions) for manager in _managers(chapters))


async def _close(chapters: ASGIApp) -> None:
    """End the sessions of every chapter: marimo's own shutdown hooks don't run when mounted."""
    for manager in _managers(chapters):
        await manager.shutdown()


def run(
    settings: Settings,
    *,
    on_start: Callable[[str], None],
    on_trouble: Callable[[Status], None] = lambda status: None,
) -> None:
    """Serve until Ctrl-C. ``on_start`` gets the address once the port is ours.

    ``on_trouble`` is told if the model turns out to be unusable; the pages say so too.
    Raises PortInUseError before anything is loaded.
    """
    import uvicorn

    listener = listen(settings.host, settings.port)
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    on_start(f"http://{shown}:{port}/")

    def load_model() -> Any:
        from lesson_kit.weights.registry import load

        return load(settings.model, device=settings.device)

    app = build(settings, Warmup(load_model, on_trouble))
    config = uvicorn.Config(
        app, log_level="warning", timeout_graceful_shutdown=2, lifespan="on", server_header=False
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
