"""Languages and addresses: what a page speaks and where its links lead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lesson_kit.app.language import as_lang, browser_lang, choose_lang
from lesson_kit.app.ways import Way


@pytest.mark.parametrize(
    ("wish", "lang"),
    [("zh", "zh"), ("zh-CN", "zh"), ("ZH_Hant", "zh"), ("en-GB", "en"), ("fr", None), ("", None),
     (None, None), (["en"], None), ("english", None)],
)  # fmt: skip
def test_a_wish_is_one_of_our_languages_or_nothing(wish: object, lang: str | None) -> None:
    assert as_lang(wish) == lang


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("en-US,en;q=0.5,zh;q=0.4", "en"),
        ("fr-FR,fr;q=0.9,en;q=0.3", "en"),
        ("en;q=0.2, zh;q=0.7", "zh"),
        ("en;q=0, zh;q=0.1", "zh"),
        ("en;q=0", None),
        ("fr", None),
        ("", None),
        (None, None),
        ("en;q=high", None),
    ],
)
def test_the_browsers_preference(header: str | None, lang: str | None) -> None:
    assert browser_lang(header) == lang


@given(st.text())
def test_any_header_is_survived(header: str) -> None:
    assert browser_lang(header) in ("zh", "en", None)


def test_what_is_asked_for_goes_before_the_browser_and_chinese_is_last() -> None:
    assert choose_lang(["en"], "zh-CN") == "en"
    assert choose_lang([None, "xx", "zh", "en"], "en") == "zh"
    assert choose_lang([None], "en-US") == "en"
    assert choose_lang([], None) == "zh"


def test_served_links_are_clean_and_carry_language_and_model() -> None:
    way = Way("serve", "en", "05_attention", {"model": "smollm2-135m"})
    assert way.chapter("00") == "../00_overview/?model=smollm2-135m&lang=en"
    assert way.home() == "../?model=smollm2-135m&lang=en"
    assert way.language("zh") == "../05_attention/?model=smollm2-135m&lang=zh"
    assert way.model("classroom-base") == "../05_attention/?model=classroom-base&lang=en"


def test_links_of_a_folder_run_by_marimo() -> None:
    way = Way("folder", "zh", "05_attention")
    assert way.chapter("00") == "?file=00_overview.py&lang=zh"
    assert way.language("en") == "?file=05_attention.py&lang=en"
    assert way.home() == "./?lang=zh"


def test_links_of_an_export_are_relative_files() -> None:
    way = Way("static", "zh", "05_attention", {"model": "x"})
    assert way.chapter("00") == "00_overview.html"
    assert way.language("en") == "../en/05_attention.html"
    assert way.home() == "index.html"


def test_one_notebook_alone_has_no_neighbours() -> None:
    way = Way("file", "zh", "05_attention")
    assert way.chapter("00") is None
    assert way.home() is None
    assert way.language("en") == "?lang=en"


def test_in_the_editor_the_browser_works_links_out() -> None:
    way = Way("edit", "zh", "05_attention")
    assert way.chapter("00") == "#lk-00_overview"
    assert way.language("en") == "?lang=en"
    assert way.model("a b&c") == "?lang=zh&model=a+b%26c"


def test_an_unknown_chapter_is_an_error() -> None:
    with pytest.raises(KeyError, match="99"):
        Way("serve", "zh", "05_attention").chapter("99")
