"""Each page as learners meet it: on a projector, on a phone, in the dark, on paper, by keyboard and
by screen reader; served, and exported to plain files. One visit looks at all of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pictures
import pytest
from browsing import fits, learner, settle
from exported import plain_web_server
from npm_tools import axe_script

from lesson_kit.app.index import chapter_files

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CHAPTERS = list(chapter_files())
LANGS = ("zh", "en")
PROJECTOR = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def address(request: pytest.FixtureRequest) -> Iterator[Callable[[str, str], str]]:
    """Where a page lives: by name and language, in the course as served or as exported."""
    if request.param == "served":
        at = request.getfixturevalue("site")
        yield lambda name, lang: f"{at}/{name}/?lang={lang}"
    else:
        folder = request.getfixturevalue("exported_course")
        with plain_web_server(folder) as at:
            yield lambda name, lang: f"{at}/{lang}/{name}.html"


both_ways = pytest.mark.parametrize("address", ["served", "exported"], indirect=True)

_AXE = """
async rules => {
  const only = rules && { runOnly: { type: 'rule', values: rules } };
  const found = await axe.run(document, { resultTypes: ['violations'], ...only });
  return found.violations.filter(one => ['serious', 'critical'].includes(one.impact)).map(
    one => one.id + ': ' + one.nodes.slice(0, 5).map(
      node => [node.target.flat(9).join(' '), node.html.slice(0, 120), node.any[0]?.message ?? '']
      .join(' ')).join(' | '));
}
"""


def obstacles(page: Any, *rules: str) -> list[str]:
    """What axe-core calls serious or critical, of all its rules or of these."""
    page.evaluate(axe_script())
    return page.evaluate(_AXE, list(rules) or None)


def frames(page: Any, count: int = 3) -> None:
    """Let the page draw what it has been asked for."""
    page.evaluate(
        "async n => { for (; n; n--) await new Promise(f => requestAnimationFrame(f)); }", count
    )


@both_ways
@pytest.mark.parametrize("name", CHAPTERS)
def test_a_page_as_a_whole(chrome: Any, address: Callable[[str, str], str], name: str) -> None:
    seen: dict[str, int] = {}
    for lang in LANGS:
        url = address(name, lang)
        with learner(chrome, re.match(r"https?://[^/]+", url)[0], viewport=PROJECTOR) as page:  # type: ignore[index]
            page.goto(url)
            settle(page)
            words = page.locator("body").inner_text()
            assert "made with marimo" not in words and "Run or Edit" not in words
            html_lang = {"zh": "zh-Hans", "en": "en"}[lang]
            assert page.evaluate("document.documentElement.lang") == html_lang
            on_a_projector(page)
            assert not obstacles(page)
            in_the_dark(page)
            can_be_saved(page)
            for one in pictures.turn_every_knob(page):
                assert one.changed or not one.knobs, f"no knob changes anything: {one}"
            page.set_viewport_size(PHONE)
            frames(page)
            assert fits(page)
            assert page.get_by_test_id({"zh": "lang-en", "en": "lang-zh"}[lang]).is_visible()
            on_paper(page)
            # Counted last: on a live page some pictures get their numbers only after it is shown.
            seen[lang] = len(pictures.names(page))
            assert seen[lang] >= 3
    assert seen["zh"] == seen["en"], "the languages do not show the same pictures"


def on_a_projector(page: Any) -> None:
    for name, width, height, left in pictures.sizes(page):
        assert left >= 0 and left + width <= PROJECTOR["width"], f"{name}: cut off at the side"
        assert height <= PROJECTOR["height"], f"{name}: {height} px high, does not fit the screen"


def in_the_dark(page: Any) -> None:
    in_colours(page, "dark")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(int(part) for part in re.findall(r"\d+", ground)[:3]) < 60
    assert not obstacles(page, "color-contrast")
    in_colours(page, "light")


def in_colours(page: Any, scheme: str) -> None:
    """Switch, and wait until every chart is drawn anew: a chart takes its old drawing away first,
    and in between there is neither picture nor menu."""
    page.evaluate(
        "document.querySelectorAll('.vega-embed .vega-actions')"
        ".forEach(menu => menu.dataset.before = '')"
    )
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(
        "dark => document.body.classList.contains('dark') === dark"
        " && !document.querySelector('.vega-actions[data-before]')",
        arg=scheme == "dark",
    )
    settle(page)
    frames(page)


def can_be_saved(page: Any) -> None:
    """Whatever is a picture has a menu to save it, and tables can be had as CSV."""
    for name, kinds, drawn in pictures.menus(page):
        if drawn:
            assert "CSV" in " ".join(kinds), f"{name}: nothing to save it with: {kinds}"


def on_paper(page: Any) -> None:
    """The whole page can be printed: nothing to scroll in, no knobs, each picture in one piece."""
    page.set_viewport_size({"width": 1280, "height": 720})
    frames(page)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1000})  # A4, upright, within its margins
    frames(page)
    whole, knobs, outside = page.evaluate(_PRINTED)
    assert whole > 2000, "the page is one screen high on paper"
    assert not knobs, f"knobs are printed: {knobs}"
    assert not outside, f"pictures are wider than the paper: {outside}"
    printed = page.pdf(prefer_css_page_size=True)
    sheets = len(re.findall(rb"/Type /Page\b", printed))
    assert sheets >= 4, f"only {sheets} sheets come out of the printer"
    for box in re.findall(rb"/MediaBox \[([^\]]+)\]", printed):
        _, _, width, height = map(float, box.split())
        assert width < height, "how the paper is turned is whoever prints it to say"
    page.emulate_media(media="null")
    page.set_viewport_size({"width": 1280, "height": 720})


_PRINTED = """
() => {
  const KNOBS = '.lk-knobs, .lk-seg, .lk-pick, .lk-switch, .lk-btn, .lk-menu, input[type=range],'
    + ' .vega-bindings:not(:empty), .vega-embed summary, .lk-langs';
  const knobs = [];
  const look = node => {
    if (node.matches?.(KNOBS) && node.checkVisibility()) knobs.push(node.outerHTML.slice(0, 90));
    for (const child of [...(node.shadowRoot?.children ?? []), ...node.children]) look(child);
  };
  look(document.querySelector('#App'));
  const wide = [];
  for (const host of document.querySelectorAll('marimo-anywidget')) {
    for (const node of host.shadowRoot?.querySelectorAll('.lk *') ?? []) {
      if (node.getBoundingClientRect().right > innerWidth + 2 && node.checkVisibility())
        wide.push(node.outerHTML.slice(0, 90));
    }
  }
  return [document.documentElement.scrollHeight, knobs.slice(0, 8), wide.slice(0, 4)];
}
"""


@both_ways
@pytest.mark.parametrize("lang", LANGS)
def test_the_list_of_chapters_has_no_obstacles(
    chrome: Any, address: Callable[[str, str], str], lang: str
) -> None:
    start = address("index", lang).replace("/index/", "/")
    with learner(chrome, re.match(r"https?://[^/]+", start)[0], viewport=PROJECTOR) as page:  # type: ignore[index]
        page.goto(start)
        page.locator('#status[data-ready="true"]').wait_for()
        assert not obstacles(page)
        page.emulate_media(color_scheme="dark")
        frames(page)
        assert not obstacles(page, "color-contrast")
        page.set_viewport_size(PHONE)
        assert fits(page)


# -- a Chinese input method ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["00_overview", "02_tokenization", "05_attention", "06_ffn"])
def test_what_is_being_composed_is_not_sent(chrome: Any, site: str, name: str) -> None:
    """The raw letters of pinyin stay in the field; the chosen characters leave on Enter."""
    sent: list[str] = []
    with learner(chrome, site) as page:
        page.on("request", lambda request: sent.append(request.post_data or ""))
        page.on("websocket", lambda ws: ws.on("framesent", lambda said: sent.append(str(said))))
        page.goto(f"{site}/{name}/?lang=zh")
        settle(page)
        entry = page.locator("input.lk-input:enabled, textarea.lk-input:enabled").first
        entry.scroll_into_view_if_needed()
        entry.fill("")
        entry.focus()
        keyboard = page.context.new_cdp_session(page)
        for letters in ("x", "xi", "xiao", "xiaoniao"):
            at = {"selectionStart": len(letters), "selectionEnd": len(letters)}
            keyboard.send("Input.imeSetComposition", {"text": letters, **at})
        for kind in ("rawKeyDown", "keyUp"):  # Enter that belongs to the input method
            key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
            keyboard.send("Input.dispatchKeyEvent", {"type": kind, **key})
        frames(page, 10)
        assert entry.input_value() == "xiaoniao"
        assert not _about(sent, "xia"), "raw pinyin was sent"
        keyboard.send("Input.insertText", {"text": "小鸟喜欢唱歌"})
        frames(page, 10)
        assert entry.input_value() == "小鸟喜欢唱歌"
        assert not _about(sent, "小鸟喜欢"), "sent before Enter"
        with page.expect_request(lambda request: "小鸟喜欢唱歌" in _plain(request.post_data)):
            entry.press("Enter")
        assert not _about(sent, "xiaoniao")


def _plain(said: str | None) -> str:
    """What was sent, with JSON's escapes undone."""
    text = said or ""
    return re.sub(r"\\u[0-9a-fA-F]{4}", lambda found: json.loads(f'"{found[0]}"'), text)


def _about(sent: list[str], text: str) -> list[str]:
    return [one[:200] for one in sent if text in _plain(one)]


# -- the numbers of a chart ------------------------------------------------------------------------


@both_ways
def test_a_chart_gives_its_numbers_as_csv(
    chrome: Any, address: Callable[[str, str], str], tmp_path: Path
) -> None:
    url = address("10_kv_cache", "zh")
    with learner(chrome, re.match(r"https?://[^/]+", url)[0], accept_downloads=True) as page:  # type: ignore[index]
        page.goto(url)
        settle(page)
        chart = page.locator(".vega-embed").first
        chart.scroll_into_view_if_needed()
        kinds = chart.locator(".vega-actions a")
        for _ in range(20):  # a chart as wide as its page is drawn again when the page has settled
            if kinds.nth(2).is_visible():
                break
            chart.locator("summary").click()
            page.wait_for_timeout(500)
        assert kinds.all_text_contents() == ["PNG", "SVG", "CSV"]  # as in every other picture
        names = kinds.evaluate_all("links => links.map(link => link.download)")
        assert re.fullmatch(r"10-(figure|chart)-\d+\.png", names[0]), names
        assert names[1] == names[0].replace(".png", ".svg")
        with page.expect_download() as saved:
            kinds.nth(2).click()
        assert saved.value.suggested_filename == names[0].replace(".png", ".csv")
        saved.value.save_as(tmp_path / "chart.csv")
    lines = (tmp_path / "chart.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].startswith("# 10 ") and "," in lines[1] and len(lines) > 5
