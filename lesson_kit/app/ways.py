"""How this page was opened, and so where the other chapters live.

The same notebook is opened in five ways; each has its own addresses:

==========  ==========================================  =======================
way         started by                                  chapter 06 is at
==========  ==========================================  =======================
``serve``   ``lesson-kit serve``                        ``../06_ffn/``
``folder``  ``marimo run notebooks/``                   ``?file=06_ffn.py``
``file``    ``marimo run notebooks/05_attention.py``    nowhere
``edit``    ``marimo edit``                             the browser works it out
``static``  an export                                   ``06_ffn.html``
==========  ==========================================  =======================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlencode

from lesson_kit.app.language import LANGS
from lesson_kit.show.words import Lang, chapter

__all__ = ["Kind", "Way"]

Kind = Literal["serve", "folder", "file", "edit", "static"]


@dataclass(frozen=True)
class Way:
    """Addresses as seen from one chapter's page.

    ``query`` holds what goes along to the next page (``lang``, ``model``), without empty values;
    ``here`` is the chapter's file name without ``.py``. An export may hold only some ``pages``
    (file names, None: all) and ``langs``; there are no links to the others.
    """

    kind: Kind
    lang: Lang
    here: str
    query: Mapping[str, str] = field(default_factory=dict)
    pages: frozenset[str] | None = None
    langs: tuple[Lang, ...] = LANGS

    def chapter(self, number: str) -> str | None:
        """The address of a chapter by its two-digit number, or None where it has none."""
        file = chapter(number).file
        if self.pages is not None and file not in self.pages:
            return None
        return self._page(file, self._carried())

    def home(self) -> str | None:
        """The address of the list of chapters, or None where there is no such page."""
        carried = self._carried()
        if self.kind == "serve":
            return "../" + _tail(carried)
        if self.kind == "folder":
            return "./" + _tail(carried)
        if self.kind == "static":
            return "index.html"
        return "#lk-home" if self.kind == "edit" else None

    def language(self, lang: Lang) -> str | None:
        """This same page in another language, or None where it has none."""
        if lang not in self.langs:
            return None
        if self.kind == "static":
            return f"../{lang}/{self.here}.html"
        return self._same_page({**self._carried(), "lang": lang})

    def model(self, name: str) -> str:
        """This same page with another model's numbers."""
        return self._same_page({**self._carried(), "model": name})

    def _carried(self) -> dict[str, str]:
        return {**{k: v for k, v in self.query.items() if v}, "lang": self.lang}

    def _same_page(self, query: dict[str, str]) -> str:
        there = self._page(self.here, query)
        return "?" + urlencode(query) if there is None or self.kind == "edit" else there

    def _page(self, file: str, query: dict[str, str]) -> str | None:
        if self.kind == "serve":
            return f"../{file}/" + _tail(query)
        if self.kind == "folder":
            return "?" + urlencode({"file": f"{file}.py", **query})
        if self.kind == "static":
            return f"{file}.html"
        return f"#lk-{file}" if self.kind == "edit" else None


def _tail(query: Mapping[str, str]) -> str:
    return "?" + urlencode(query) if query else ""
