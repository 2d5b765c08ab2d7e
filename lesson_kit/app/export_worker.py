"""A process of an export: it runs notebooks one after another, with everything warm between them.

``python -m lesson_kit.app.export_worker`` reads one job a line, ``{"notebook": path, "page": path,
"options": {...}}`` as JSON, writes the page that marimo makes of the notebook, and answers with a
line ``{"said": ""}``; ``said`` is what went wrong. ``marimo export html`` does the same for one
notebook, but starts a Python of its own for each, and the imports take longer than most chapters.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

__all__ = ["main", "page_of"]


async def page_of(notebook: Path, options: dict[str, Any]) -> str:
    """Run a notebook to its end and return marimo's page of it.

    ``options`` reach the notebook as ``mo.cli_args()``. A cell that fails is in the page.
    """
    # Beneath marimo's surface: held to one minor version in pyproject, and to the tests of export.
    from marimo._config.manager import get_default_config_manager
    from marimo._export.exporter import Exporter
    from marimo._export.requests import HTMLExportRequest
    from marimo._export.serialization import serialize_notebook_snapshot
    from marimo._runtime.commands import AppMetadata
    from marimo._schemas.export_options import HTMLExportOptions
    from marimo._session.model import SessionMode
    from marimo._session.notebook import load_notebook
    from marimo._session.requests import InstantiateNotebookRequest
    from marimo._session.session import SessionImpl
    from marimo._session.startup import SessionStartup

    book = load_notebook(str(notebook))
    config = get_default_config_manager(current_path=str(notebook)).with_overrides(
        {
            "runtime": {
                "auto_instantiate": True, "on_cell_change": "autorun", "auto_reload": "off",
                "show_tracebacks": True,  # else a failing cell says only that it failed
            }
        }  # type: ignore[typeddict-item]
    )  # fmt: skip
    reader = _reader()
    session = await SessionImpl.create(
        startup=SessionStartup(),
        initialization_id="export",
        session_consumer=reader,
        mode=SessionMode.RUN,  # a thread of this process, not a Python of its own
        app_metadata=AppMetadata(
            query_params={}, filename=str(notebook), cli_args=options, argv=[],
            app_config=book.app.config,
        ),
        app_file_manager=book,
        config_manager=config,
        virtual_file_storage=None,
        redirect_console_to_browser=False,
        ttl_seconds=None,
        auto_instantiate=True,
    )  # fmt: skip
    try:
        session.instantiate(InstantiateNotebookRequest(object_ids=[], values=[]), http_request=None)
        await reader.finished.wait()
        snapshot = serialize_notebook_snapshot(
            book.app, session.session_view, drop_virtual_file_outputs=False,
            include_model_notifications=True,
        )  # fmt: skip
    finally:
        session.close()
    request = HTMLExportRequest(
        filename=notebook.name,
        app_code=book.app.to_py(),
        app_config=book.app.config,
        snapshot=snapshot,
        display_config=config.get_config()["display"],
        # with code come the names of the cells, which a failure is told by; export_page drops it
        options=HTMLExportOptions(files=(), include_code=True),
        layout=None,
        sharing_config=None,
    )
    return Exporter().export_as_html(request)[0]


def _reader() -> Any:
    """Whoever reads a session must be somebody: here one who waits for the last cell."""
    from marimo._messaging.notification import CompletedRunNotification
    from marimo._messaging.serde import deserialize_kernel_message
    from marimo._session.consumer import SessionConsumer
    from marimo._session.model import ConnectionState
    from marimo._types.ids import ConsumerId

    class Reader(SessionConsumer):
        def __init__(self) -> None:
            self.finished = asyncio.Event()

        @property
        def consumer_id(self) -> ConsumerId:
            return ConsumerId("export")

        def notify(self, notification: Any) -> None:
            if isinstance(deserialize_kernel_message(notification), CompletedRunNotification):
                # the view of the session hears it after us: leave it a turn of the loop
                asyncio.get_running_loop().call_later(0.05, self.finished.set)

        def on_attach(self, session: Any, event_bus: Any) -> None: ...
        def on_detach(self) -> None: ...
        def connection_state(self) -> ConnectionState:
            return ConnectionState.OPEN

    return Reader()


def main() -> None:
    """Work until there are no more jobs. What notebooks print goes to stderr, not among answers."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        job = json.loads(line)
        try:
            page = asyncio.run(page_of(Path(job["notebook"]), job["options"]))
            Path(job["page"]).write_text(page, encoding="utf-8")
            said = ""
        except Exception as error:  # whatever it is, the export names the notebook and says it
            said = f"{type(error).__name__}: {error}"
        answers.write(json.dumps({"said": said}) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
