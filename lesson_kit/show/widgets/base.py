"""The base of every picture that lives in the page: one Python class and a few JS and CSS files.

A subclass names its files; they stand beside its Python module's package, in this folder::

    class Chain(LessonWidget):
        js = ("chain.js",)          # the last one ends with `export default { render }`
        css = ("chain.css",)
        data = traitlets.Dict().tag(sync=True)

The browser receives one ES module: `common.js`, then the named files in order, all in one scope,
with no build step and no request to anywhere. `_css` is put together the same way. Nothing here
knows who computed the numbers that a widget shows.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import anywidget
import traitlets

__all__ = ["LessonWidget", "read_parts"]

_FOLDER = Path(__file__).parent


@cache
def _read(name: str) -> str:
    with open(_FOLDER / name, encoding="utf-8") as file:
        return file.read()


def read_parts(*names: str) -> str:
    """Concatenate files of this folder, each under a comment naming it.

    Raises FileNotFoundError if a named file is missing.
    """
    return "\n".join(f"/* {name} */\n{_read(name)}" for name in names)


class LessonWidget(anywidget.AnyWidget):
    """An anywidget made of `common.js` + `js` and `common.css` + `css` + `print.css`.

    Traits: `lang` is the page's language, "zh" or "en"; `live` is False in a static export, where
    no Python stands behind the page and whatever needs one must say so.
    """

    js: ClassVar[tuple[str, ...]] = ()
    css: ClassVar[tuple[str, ...]] = ()

    lang = traitlets.Enum(("zh", "en"), default_value="zh").tag(sync=True)
    live = traitlets.Bool(True).tag(sync=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        # Only a class that names files: anywidget derives one per instance to add its traits.
        if "js" in vars(cls):
            cls._esm = read_parts("common.js", *cls.js)
            cls._css = read_parts("common.css", *cls.css, "print.css")
        super().__init_subclass__(**kwargs)
