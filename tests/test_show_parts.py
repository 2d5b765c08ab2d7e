"""The parts every page is made of: theme, words, road map, still and moving parts."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import altair as alt
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from widget_page import WidgetPage, browser

from lesson_kit.places import notebooks_dir
from lesson_kit.show import html, theme, words
from lesson_kit.show.road_map import pictogram, road_map
from lesson_kit.show.widgets.question_card import QuestionCard
from lesson_kit.show.widgets.quiz import Option, Question, Quiz
from lesson_kit.show.widgets.token_strip import TokenStrip

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>&\"' \u202e勺"
LANGS: tuple[words.Lang, ...] = ("zh", "en")


# ── reading what we wrote ──────────────────────────────────────────────────────────


class _Reader(HTMLParser):
    """Collects tags with attributes and text; complains when tags do not close in order."""

    VOID = frozenset({"br", "img", "input", "path", "rect", "circle"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open and self._open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        self.text += data

    def done(self) -> _Reader:
        self.close()
        assert not self._open, f"never closed: {self._open}"
        return self


def read(markup: str) -> _Reader:
    reader = _Reader()
    reader.feed(markup)
    return reader.done()


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


# ── theme ──────────────────────────────────────────────────────────────────────────


def test_both_palettes_have_the_same_names_and_every_role_a_mark() -> None:
    assert theme.LIGHT.keys() == theme.DARK.keys()
    assert theme.ROLES.keys() <= theme.LIGHT.keys()
    assert len(set(theme.ROLES.values())) == len(theme.ROLES)


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["bg", "surface"])
@pytest.mark.parametrize("ink", ["ink", "ink-2", "muted", "error"])
def test_text_is_readable_on_its_ground(palette: dict[str, str], ground: str, ink: str) -> None:
    assert contrast(palette[ink], palette[ground]) >= 4.5


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("role", sorted(theme.ROLES))
def test_a_mark_stands_out_from_the_page(palette: dict[str, str], role: str) -> None:
    assert contrast(palette[role], palette["bg"]) >= 3


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_uses_only_tokens_that_exist(lang: words.Lang) -> None:
    css = theme.page_css(lang)
    used = set(re.findall(r"var\(\s*(--lk-[\w-]+)", css))
    assert used <= set(re.findall(r"(--lk-[\w-]+)\s*:", css))
    assert used >= {"--lk-bg", "--lk-ink", "--lk-font", "--lk-mono", "--lk-query"}


def test_the_page_asks_nothing_of_other_machines() -> None:
    for lang in LANGS:
        assert not re.search(r"url\(|@import|https?:", theme.page_css(lang))


def test_dark_follows_the_system_and_marimos_own_switch() -> None:
    css = theme.tokens_css("zh")
    dark = f"--lk-query:{theme.DARK['query']}"
    system = css.index("prefers-color-scheme:dark")
    assert system < css.index(dark) < css.index("body.light") < css.index("body.dark")
    assert dark in css[css.index("body.dark{") :]


def test_english_puts_latin_faces_first() -> None:
    zh, en = theme.FONTS["zh"], theme.FONTS["en"]
    assert zh.index("PingFang SC") < zh.index("sans-serif")
    assert en.index("Segoe UI") < en.index("PingFang SC")
    assert theme.FONTS["en"] in theme.tokens_css("en")


def test_a_chart_wears_the_pages_colours_and_each_has_its_dark_twin() -> None:
    data = pd.DataFrame({"x": [1, 2], "y": [3, 4]})
    chart = theme.dress(alt.Chart(data).mark_bar().encode(x="x:O", y="y:Q"), lang="en")
    spec = chart.to_dict()
    assert spec["usermeta"]["embedOptions"]["renderer"] == "svg"
    colours = set(re.findall(r"#[0-9A-Fa-f]{6}", str(spec["config"])))
    assert colours and colours <= set(theme.LIGHT.values())
    css = theme.tokens_css("en")
    for name, colour in theme.LIGHT.items():
        if colour in colours:
            assert f'[fill="{colour}"]{{fill:{theme.DARK[name]}}}' in css
    sizes = [
        int(n) for n in re.findall(r"FontSize': (\d+)|'fontSize': (\d+)", str(spec)) for n in n if n
    ]
    assert sizes and min(sizes) >= 14


# ── words ──────────────────────────────────────────────────────────────────────────


def _all_words() -> list[tuple[str, words.Word]]:
    found = [*words.WORDS.items(), ("course", words.COURSE)]
    for key, term in words.GLOSSARY.items():
        found += [(f"glossary {key}", term.name), (f"glossary {key} says", term.says)]
    for one in words.CHAPTERS:
        found += [(one.number, one.title), (f"{one.number} promise", one.promise)]
    return found + [(stop.key, stop.name) for stop in words.ROAD]


@pytest.mark.parametrize(
    ("name", "label"), _all_words(), ids=lambda x: x if isinstance(x, str) else ""
)
def test_every_label_speaks_both_languages(name: str, label: words.Word) -> None:
    assert label.zh.strip() == label.zh != ""
    assert label.en.strip() == label.en != ""
    assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", label.en), "Chinese in the English"


def test_an_unknown_label_or_language_is_named() -> None:
    with pytest.raises(KeyError, match="no label 'nonsense'"):
        words.word("nonsense", "zh")
    with pytest.raises(ValueError, match="'fr'"):
        words.COURSE("fr")
    with pytest.raises(KeyError, match="'99'"):
        words.chapter("99")


def test_the_list_of_chapters_is_whole_and_in_order() -> None:
    assert [one.number for one in words.CHAPTERS] == [f"{n:02}" for n in range(16)]
    assert all(one.file.startswith(one.number + "_") for one in words.CHAPTERS)
    assert all(one.model in words.WORDS and one.minutes > 0 for one in words.CHAPTERS)
    stops = {stop.key for stop in words.ROAD} | {"", "lap"}
    assert {one.stop for one in words.CHAPTERS} <= stops
    assert {stop.chapter for stop in words.ROAD} <= {one.number for one in words.CHAPTERS}


def test_a_chapter_is_called_built_when_its_notebook_is_there() -> None:
    there = {path.stem for path in Path(notebooks_dir()).glob("[0-9][0-9]_*.py")}
    assert {one.file for one in words.CHAPTERS if one.built} == there


def test_next_chapter() -> None:
    following = words.next_chapter("00")
    assert following is not None and following.number == "01"
    built = words.next_chapter("00", built_only=True)
    assert built is not None and built.built
    assert words.next_chapter("15") is None


# ── the road ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("here", [one.number for one in words.CHAPTERS])
def test_the_road_lights_this_stop_alone(here: str, lang: words.Lang) -> None:
    page = read(road_map(lang, here=here, link=lambda number: f"/{number}"))
    lit = [tag for tag in page.tags if tag[1].get("aria-current")]
    assert len(lit) == (words.stop_of(here) not in ("", "lap"))
    assert ("lk-lit" in str(page.tags)) == (words.stop_of(here) == "lap")
    for stop in words.ROAD:
        assert stop.name(lang) in page.text


def test_the_road_links_what_is_built_and_says_what_is_coming() -> None:
    page = read(road_map("en", link=lambda number: f"/{number}?a=1&b=2"))
    links = {attrs["href"] for tag, attrs in page.tags if tag == "a"}
    built = {stop.chapter for stop in words.ROAD if words.chapter(stop.chapter).built}
    assert links == {f"/{number}?a=1&b=2" for number in built}
    waiting = [attrs["title"] for _, attrs in page.tags if "lk-wait" in (attrs.get("class") or "")]
    unbuilt = [stop for stop in words.ROAD if not words.chapter(stop.chapter).built]
    assert len(waiting) == len(unbuilt)
    assert all(title is not None and title.endswith("coming") for title in waiting)


def test_a_built_chapter_without_an_address_is_no_link_and_not_coming() -> None:
    page = read(road_map("en", link=lambda number: None))
    assert not [tag for tag, _ in page.tags if tag == "a"]
    attention = next(a for _, a in page.tags if (a.get("title") or "").startswith("05"))
    assert "lk-wait" not in (attention["class"] or "")


def test_every_stop_has_a_drawing() -> None:
    drawings = {stop: pictogram(stop) for stop in [*(s.key for s in words.ROAD), "lap", ""]}
    assert len(set(drawings.values())) == len(drawings)
    for drawing in drawings.values():
        assert read(drawing).tags[0][0] == "svg"


# ── still parts ────────────────────────────────────────────────────────────────────

TEXTS: dict[str, Any] = {
    "callout": lambda text: html.callout(text, kind="caution", head=text),
    "error": lambda text: html.callout(text, kind="error"),
    "number_card": lambda text: html.number_card(text, text, unit=text, how=text),
    "caption": lambda text: html.caption(text, source=text),
    "takeaway": html.takeaway,
    "code_block": lambda text: html.code_block("x" + text, name=text),
}


@pytest.mark.parametrize("part", TEXTS)
def test_what_was_typed_stays_text(part: str) -> None:
    plain = {tag for tag, _ in read(TEXTS[part]("x")).tags}
    page = read(TEXTS[part](HOSTILE))
    assert {tag for tag, _ in page.tags} <= plain | {"i"}  # i: the comment of a code line
    assert "<script>alert(1)</script>" in page.text


@given(st.text())
def test_any_text_comes_back_as_it_was(text: str) -> None:
    page = read(html.caption(text))
    assert page.text.replace("\r\n", "\n") == text.replace("\r\n", "\n") or "\x00" in text


def test_marked_text_stays_markup() -> None:
    assert "b" in [tag for tag, _ in read(html.takeaway(html.rich("<b>x</b>"))).tags]


@pytest.mark.parametrize("name", words.GLOSSARY)
def test_a_term_shows_both_languages_and_what_it_means(name: str) -> None:
    entry = words.GLOSSARY[name]
    zh, en = read(html.term(name, "zh")), read(html.term(name, "en"))
    names = dict.fromkeys((entry.name.zh, entry.name.en))  # softmax is softmax in both
    assert zh.text == " ".join(names) and en.text == entry.name.en
    hover = [page.tags[0][1]["title"] or "" for page in (zh, en)]
    assert entry.says.zh in hover[0] and entry.says.en in hover[1] and entry.name.zh in hover[1]


def test_an_error_is_announced() -> None:
    assert 'role="alert"' in html.callout("x", kind="error")
    assert "role=" not in html.callout("x")


def test_a_hash_inside_quotes_is_no_comment() -> None:
    page = html.code_block("a = \"#1\"  # why\nb = '#'")
    assert re.findall(r"<i>(.*?)</i>", page) == ["# why"]
    assert len(re.findall("<span>", page)) == 2


@pytest.mark.parametrize("lang", LANGS)
def test_chapter_cards_show_all_and_link_what_is_built(lang: words.Lang) -> None:
    page = read(html.chapter_cards(lang, lambda number: f"/{number}"))
    for one in words.CHAPTERS:
        assert one.title(lang) in page.text and one.promise(lang) in page.text
    links = [attrs["href"] for tag, attrs in page.tags if tag == "a"]
    assert links == [f"/{one.number}" for one in words.CHAPTERS if one.built]
    coming = sum(not one.built for one in words.CHAPTERS)
    assert page.text.count(words.word("coming", lang)) == coming


@pytest.mark.parametrize("lang", LANGS)
def test_title_and_next_stop(lang: words.Lang) -> None:
    title = read(html.chapter_title("05", lang))
    assert "05" in title.text and words.chapter("05").promise(lang) in title.text
    after = words.next_chapter("00", built_only=True)
    assert after is not None
    onward = read(html.next_stop("00", lang, lambda number: f"/{number}"))
    assert [a["href"] for tag, a in onward.tags if tag == "a"] == [f"/{after.number}"]
    assert not [
        t for t, _ in read(html.next_stop("15", lang, lambda number: "/x")).tags if t == "a"
    ]


# ── moving parts: what Python hands over ───────────────────────────────────────────


def test_a_question_needs_a_right_answer_among_its_options() -> None:
    with pytest.raises(ValueError, match="answer=2"):
        QuestionCard(lang="zh", question="?", options=["a", "b"], answer=2, reveal="")


def test_a_quiz_needs_one_right_option_and_reasons() -> None:
    with pytest.raises(ValueError, match="exactly one"):
        Quiz([Question("?", [Option("a", "why"), Option("b", "why")])], lang="en")
    with pytest.raises(ValueError, match="say why"):
        Quiz([Question("?", [Option("a", "", True)])], lang="en")


def test_widgets_escape_what_is_not_marked() -> None:
    card = QuestionCard(
        lang="en", question=HOSTILE, options=[HOSTILE], answer=0, reveal=html.rich("<b>yes</b>")
    )
    assert "<script" not in card.question + card.options[0]
    assert card.reveal == "<b>yes</b>"
    quiz = Quiz([Question(HOSTILE, [Option(HOSTILE, HOSTILE, True)])], lang="en")
    assert "<script" not in str(quiz.questions)


# ── moving parts: what a learner sees ──────────────────────────────────────────────


def _rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [{"t": "<|start|>", "id": 0, "b": "", "g": 0, "s": True}]
    texts = ["今天", " weather", HOSTILE, "\n"]
    rows += [
        {"t": text, "id": 300 + i, "b": text.encode().hex(), "g": i + 1, "s": False}
        for i, text in enumerate(texts)
    ]
    parts = "勺".encode()
    rows += [
        {"t": "", "id": 10 + i, "b": parts[i : i + 1].hex(), "g": 9, "s": False} for i in range(3)
    ]
    return rows


@pytest.fixture(scope="module")
def chromium():
    with browser() as running:
        yield running


@pytest.fixture
def page(chromium: Any):
    shown = WidgetPage(chromium.new_page(viewport={"width": 1000, "height": 700}))
    yield shown
    assert shown.problems == []
    shown.page.close()


@pytest.mark.browser
@pytest.mark.parametrize("lang", LANGS)
def test_predict_then_reveal(page: WidgetPage, lang: words.Lang) -> None:
    card = QuestionCard(
        lang=lang, question=HOSTILE, options=["a", "b", "c"], answer=1, reveal="the truth",
        numbers=[{"value": "0", "label": "difference"}],
    )  # fmt: skip
    page.show(card)
    button = page.page.get_by_role("button", name=words.word("reveal", lang))
    assert button.is_disabled() and not page.page.get_by_text("the truth").is_visible()
    page.page.get_by_label("c").check()
    button.click()
    assert page.page.get_by_text("the truth").is_visible()
    marks = page.page.locator(".lk-opt").evaluate_all("all => all.map(o => o.className)")
    assert ["right" in mark for mark in marks] == [False, True, False]
    assert ["wrong" in mark for mark in marks] == [False, False, True]
    assert ["chosen", 2] in page.page.evaluate("sent")


@pytest.mark.browser
def test_every_option_of_the_quiz_answers(page: WidgetPage) -> None:
    options = [Option("no", "because not"), Option("yes", "because so", True)]
    page.show(Quiz([Question("first?", options), Question("second?", options)], lang="en"))
    first = page.page.locator(".lk-qz").first
    for option in options:
        first.get_by_role("button", name=option.text).click()
        assert first.locator(".lk-why").inner_text() == option.why
    page.page.locator(".lk-qz").last.get_by_role("button", name="yes").click()
    assert page.page.locator(".lk-score").inner_text() == "All right."


@pytest.mark.browser
def test_tokens_with_ids_bytes_and_one_bracket_for_a_split_character(page: WidgetPage) -> None:
    page.show(TokenStrip(_rows(), lang="en", group="g"))
    strip = page.page.locator(".lk-strip")
    assert [s.inner_text() for s in strip.locator(".lk-id").all()] == [
        str(row["id"]) for row in _rows()
    ]
    assert strip.locator(".lk-bracket").count() == 1
    assert strip.locator(".lk-whole").inner_text() == "勺"
    assert strip.locator("script, img").count() == 0
    assert "\ufffd" not in strip.inner_text()
    page.page.get_by_text("bytes and code points").click()
    assert "E4 BB 8A E5 A4 A9" in strip.inner_text() and "U+4ECA U+5929" in strip.inner_text()


@pytest.mark.browser
def test_pointing_at_a_token_lights_it_in_the_other_strip(page: WidgetPage) -> None:
    for _ in range(2):
        page.show(TokenStrip(_rows(), lang="zh", group="g"))
    page.show(TokenStrip(_rows(), lang="zh", group="elsewhere"))
    strips = page.page.locator(".lk-strip")
    strips.nth(0).locator(".lk-chip").nth(2).hover()
    lit = [s.locator(".lk-chip.lit").count() for s in strips.all()]
    assert lit == [1, 1, 0]
    assert strips.nth(1).locator(".lk-chip.lit .lk-id").inner_text() == "301"


@pytest.mark.browser
def test_two_thousand_tokens_and_the_keyboard(page: WidgetPage) -> None:
    rows = [
        {"t": f"w{i}", "id": i, "b": f"w{i}".encode().hex(), "g": i, "s": False}
        for i in range(2000)
    ]
    page.show(TokenStrip(rows, lang="en"))
    chips = page.page.locator(".lk-strip .lk-chip")
    assert chips.count() == 2000
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    chips.first.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.page.keyboard.press(key)
    focused = page.page.evaluate("hosts[0].activeElement.dataset.i")
    assert focused == "1"
    page.page.keyboard.press("End")
    assert page.page.evaluate("hosts[0].activeElement.dataset.i") == "1999"
