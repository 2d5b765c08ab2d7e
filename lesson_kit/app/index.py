"""The first page of ``lesson-kit serve``: the course, its chapters, and how the model is doing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from lesson_kit.app.bar import page_style, top_bar
from lesson_kit.app.language import HTML_LANG
from lesson_kit.app.ways import Way
from lesson_kit.places import notebooks_dir
from lesson_kit.show.html import chapter_cards
from lesson_kit.show.road_map import road_map
from lesson_kit.show.words import COURSE, Lang, chapter

__all__ = ["chapter_files", "index_page"]

_PROMISE = {
    "zh": "一句话从聊天框出发，穿过语言模型，再一个词元一个词元地回来。"
    "每一站都是真的：真的模型，真的数字，你自己的句子。",
    "en": "A message leaves the chat box, travels through a language model, and comes back token "
    "by token. Every stop is real: a real model, real numbers, your own sentence.",
}


def chapter_files() -> dict[str, Path]:
    """The chapters that exist, in order: file name without ``.py`` → notebook."""
    found = sorted(notebooks_dir().glob("[0-9][0-9]_*.py"))
    return {path.stem: path for path in found}


def index_page(
    lang: Lang,
    *,
    query: Mapping[str, str],
    status: str,
    menu: str = "",
    measured: str = "",
    ready: bool = True,
    way: Way | None = None,
) -> str:
    """The whole page as HTML.

    ``query`` is carried along to the chapters (``model``); ``status`` is the sentence about the
    model; while not ``ready`` the page asks ``status.json`` again until it changes. ``way`` gives
    the addresses in an export; without it they are those of ``lesson-kit serve``. ``menu`` and
    ``measured`` (what the model can do) are markup.
    """
    files = chapter_files()
    carried = {name: value for name, value in query.items() if value}

    def link(number: str) -> str | None:
        file = chapter(number).file
        if way:
            return way.chapter(number) if file in files else None
        return f"{file}/?" + urlencode({**carried, "lang": lang}) if file in files else None

    def switch(other: Lang) -> str | None:
        if way:
            return way.language(other)
        return "?" + urlencode({**carried, "lang": other})

    state = str(ready).lower()
    watch = (
        "" if ready else f"<script>{_WATCH % (json.dumps(lang), json.dumps(_LOST[lang]))}</script>"
    )
    return f"""<!doctype html>
<html lang="{HTML_LANG[lang]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(COURSE(lang))}</title>
<link rel="icon" href="data:,">
{page_style(lang)}
</head>
<body class="lk-home">
<div class="lk" id="App">
{top_bar(lang, home=None, switch=switch, menu=f'<span id="menu">{menu}</span>')}
{road_map(lang, link=link)}
<main>
<div class="lk lk-title"><h1>{escape(COURSE(lang))}</h1>
<p class="lk-promise">{escape(_PROMISE[lang])}</p></div>
<p class="lk-status" id="status" role="status" data-ready="{state}">{escape(status)}</p>
{chapter_cards(lang, link)}
<div id="measured">{measured}</div>
</main>
</div>
{watch}
</body>
</html>
"""


_LOST = {
    "zh": "页面和服务器断开了。请看看运行 lesson-kit serve 的那个窗口，再刷新这一页。",
    "en": "The server does not answer. Look where lesson-kit serve runs, then reload this page.",
}

# The page asks until the model is there. All of it comes from our own server: the sentence goes in
# as text, list and table as the markup that picker.menu and measured_table escaped.
_WATCH = """
(async () => {
  const said = document.getElementById('status'), menu = document.getElementById('menu');
  const query = new URLSearchParams(location.search);
  query.set('lang', %s);
  for (let missed = 0; ;) {
    const answer = await fetch('status.json?' + query).then(r => r.json()).catch(() => null);
    missed = answer ? 0 : missed + 1;
    if (missed === 8) said.textContent = %s;
    if (answer) {
      said.textContent = answer.sentence;
      menu.innerHTML = answer.menu;
      document.getElementById('measured').innerHTML = answer.measured;
      if (answer.ready) { said.dataset.ready = 'true'; return; }
    }
    await new Promise(done => setTimeout(done, 700));
  }
})();
"""
