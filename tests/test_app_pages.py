"""The page of a chapter: which model it runs on, what stands around it, what is kept."""

from __future__ import annotations

import re
from pathlib import Path

import marimo as mo
import pytest
from course import tiny_model

from lesson_kit.app import bar, picker
from lesson_kit.app.header import open_chapter, open_window
from lesson_kit.app.ways import Way
from lesson_kit.show.html import callout
from lesson_kit.show.words import CHAPTERS
from lesson_kit.weights.errors import ModelError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing fetched, nothing chosen, and pytest's own arguments are none of ours."""
    for name in ("LESSON_KIT_LANG", "LESSON_KIT_MODEL", "LESSON_KIT_DEVICE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LESSON_KIT_CACHE", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["notebook"])


def test_the_default_model_needs_no_note(folder: Path) -> None:
    choice = picker.choose_model(None, "zh", default=str(folder))
    assert choice.name == picker.OWN
    assert choice.loaded.card.name == "tiny"
    assert choice.note == choice.hint == ""


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_model_not_fetched_yet_is_replaced_and_the_page_says_how_to_get_it(
    folder: Path, lang: str
) -> None:
    choice = picker.choose_model("smollm2-135m", lang, default=str(folder))  # type: ignore[arg-type]
    assert choice.name == picker.OWN
    assert "lesson-kit fetch smollm2-135m" in choice.note
    assert {"zh": "小不点", "en": "Tiny"}[lang] in choice.note


def test_an_address_cannot_name_a_folder_on_the_server(folder: Path, tmp_path: Path) -> None:
    other = tiny_model(tmp_path / "private")
    choice = picker.choose_model(str(other), "en", default=str(folder))
    assert choice.name == picker.OWN
    assert "no model called" in choice.note


def test_a_model_that_knows_no_chinese_says_so(tmp_path: Path) -> None:
    english = tiny_model(tmp_path / "english", languages=("en",))
    assert "字节" in picker.choose_model(None, "zh", default=str(english)).hint
    assert "bytes" in picker.choose_model(None, "en", default=str(english)).hint


def test_a_default_that_cannot_be_loaded_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        picker.choose_model(None, "zh", default=str(tmp_path / "nothing"))


def test_the_list_offers_what_is_here_and_says_how_to_get_the_rest(folder: Path) -> None:
    listed = picker.options("en", str(folder), own_title="Tiny")
    menu = picker.menu(picker.OWN, listed, "en", lambda name: f"?model={name}")
    assert listed[0] == picker.Option(picker.OWN, "Tiny", True)
    assert "<b>Tiny</b></summary>" in menu
    assert "lesson-kit fetch smollm2-135m" in menu
    assert str(folder) not in menu


def test_titles_in_the_list_are_escaped() -> None:
    menu = picker.menu("a", [picker.Option("a", "<script>", True)], "zh", lambda name: None)
    assert "<script>" not in menu


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_head_of_a_page_has_every_way_on(lang: str) -> None:
    way = Way("serve", lang, "05_attention")  # type: ignore[arg-type]
    head = bar.chapter_head(way, number="05", note="<b>", hint="<i>")
    assert re.search(r'<nav class="lk lk-road".*aria-current="step"', head, re.DOTALL)
    assert 'data-testid="lang-zh"' in head and 'data-testid="lang-en"' in head
    assert head.count('aria-current="true"') == 1
    assert "&lt;b&gt;" in head and "&lt;i&gt;" in head
    foot = bar.chapter_foot(way, number="05")
    before = [one.file for one in CHAPTERS if one.built and one.number < "05"][-1]
    assert f"../{before}/" in foot


def test_a_page_in_a_window(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESSON_KIT_MODEL", str(folder))
    page = open_chapter("05", open_window(), lang="en")
    assert page.lang == "en" and page.live and page.way.kind == "file"
    assert page.t("中", "E") == "E"
    assert "second" in page.say(zh="第二", en="second").text


def test_language_and_model_from_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESSON_KIT_LANG", "en")
    monkeypatch.setenv("LESSON_KIT_MODEL", str(folder))
    page = open_chapter("05")
    assert page.lang == "en"
    assert page.model_name == "Tiny"
    assert page.read("There is no spoon." * 20).ids
    assert len(page.read("There is no spoon." * 20).ids) <= 64
    for part in (page.header, page.title, page.footer, page.show(callout("x"))):
        assert isinstance(part, mo.Html) and type(part.text) is str
    assert "&lt;i&gt;" in page.show("<i>").text


def test_a_broken_default_stops_the_page_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESSON_KIT_MODEL", str(tmp_path / "nothing"))
    with pytest.raises(mo.MarimoStopError) as stopped:
        open_chapter("05")
    shown = mo.as_html(stopped.value.output).text
    assert "没有叫" in shown
    assert "model-picker" in shown and "model=classroom-base" in shown  # another can be chosen


def test_what_was_typed_is_kept_for_the_next_page_of_the_window(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESSON_KIT_MODEL", str(folder))
    window = open_window()
    first = open_chapter("05", window, lang="zh")
    assert first.kept("text", "原来的") == "原来的"
    first.keep("text")("我打的")
    second = open_chapter("05", window, lang="en")
    assert second.kept("text", "the first one") == "我打的"
    assert open_chapter("05", open_window()).kept("text", "another window") == "another window"


def test_what_the_window_chose_goes_before_all_else(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESSON_KIT_MODEL", str(folder))
    window = open_window()
    window.widget.choice = {"lang": "en", "model": "nobody"}
    page = open_chapter("05", window, lang="zh")
    assert page.lang == "en"
    assert "nobody" in page.choice.note
