"""The one entry for a learner's text, in each kind of picture that has it, in a real page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from widget_page import WidgetPage, as_json, browser

from lesson_kit.show.attention_data import sentence_data
from lesson_kit.show.widgets.answering import AnsweringWidget, well_formed
from lesson_kit.show.widgets.attention_view import AttentionView
from lesson_kit.show.widgets.neighbours_view import NeighboursView
from lesson_kit.show.widgets.token_pictures import BpeLearn, SplitView
from lesson_kit.show.widgets.word_paths import WordPaths


def _attention(label: str) -> dict[str, Any]:
    q = np.zeros((1, 1, 2, 2), np.float32)
    tokens = [{"t": t, "id": i, "b": "", "g": i, "s": False} for i, t in enumerate("ab")]
    return dict(sentence_data(label, tokens, q, q, q, next=[], first=0))


def _split(label: str) -> dict[str, Any]:
    return {"label": label, "text": label, "tokens": []}


def _near(label: str) -> dict[str, Any]:
    rows = [{"t": "x", "id": 1, "b": "78", "c": 0.5}]
    terms = [{"sign": 1, "t": label, "ids": [1]}]
    return {"label": label, "terms": terms, "after": rows, "before": rows}


KINDS = {
    "attention_knobs": (
        lambda: AttentionView(sentences=[_attention("one")], lang="en"),
        _attention,
    ),
    "text_picture": (lambda: SplitView([_split("one")], lang="en"), _split),
    "asking": (lambda: NeighboursView(examples=[_near("one")], lang="en"), _near),
}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as driver:
        yield driver


@pytest.fixture
def stage(chromium: Any) -> Iterator[WidgetPage]:
    window = chromium.new_context(viewport={"width": 1180, "height": 800})
    page = WidgetPage(window.new_page())
    yield page
    assert not page.problems, page.problems
    window.close()


@pytest.fixture(params=sorted(KINDS))
def kind(request: pytest.FixtureRequest, stage: WidgetPage) -> Any:
    make, example = KINDS[request.param]
    stage.page.clock.install()
    stage.show(make())
    return example


def asked(stage: WidgetPage) -> list[Any]:
    """What went to Python: [typed, number] of each question."""
    gone = [one for one in stage.page.evaluate("sent") if one[0] in ("typed", "asked")]
    return [[text[1], number[1]] for text, number in zip(gone[::2], gone[1::2], strict=True)]


def answer(stage: WidgetPage, own: dict[str, Any]) -> None:
    stage.page.evaluate("own => models[0].answer('own', own)", as_json(own))
    stage.settle()


def shown(stage: WidgetPage) -> str:
    """The chosen entry of the picker."""
    return stage.page.locator("select.lk-pick").first.evaluate(
        "node => node.selectedOptions[0].textContent"
    )


@pytest.mark.browser
def test_what_an_input_method_composes_leaves_only_when_committed(
    stage: WidgetPage, kind: Any
) -> None:
    page, entry = stage.page, stage.page.locator(".lk-entry").first
    entry.focus()
    method = page.context.new_cdp_session(page)
    for pinyin in ("x", "xi", "xiao mao"):
        method.send(
            "Input.imeSetComposition",
            {"text": pinyin, "selectionStart": len(pinyin), "selectionEnd": len(pinyin)},
        )
    assert entry.input_value() == "xiao mao"
    entry.evaluate(
        "e => e.dispatchEvent(new KeyboardEvent('keydown',"
        " { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))"
    )
    assert asked(stage) == []
    method.send("Input.insertText", {"text": "小猫"})
    assert entry.input_value() == "小猫"
    assert asked(stage) == []  # committed to the field, not sent yet
    entry.press("Enter")
    assert asked(stage) == [["小猫", 1]]


@pytest.mark.browser
def test_left_in_the_middle_of_composing_nothing_raw_is_sent(stage: WidgetPage, kind: Any) -> None:
    entry = stage.page.locator(".lk-entry").first
    entry.focus()
    entry.evaluate("e => e.dispatchEvent(new CompositionEvent('compositionstart'))")
    entry.evaluate("e => { e.value = 'xiao'; e.blur(); }")
    assert asked(stage) == []
    entry.evaluate(
        "e => { e.value = '小'; e.dispatchEvent(new CompositionEvent('compositionend')); }"
    )
    assert asked(stage) == [["小", 1]]


@pytest.mark.browser
def test_no_answer_is_said_enter_asks_again_and_a_late_answer_counts(
    stage: WidgetPage, kind: Any
) -> None:
    page, entry = stage.page, stage.page.locator(".lk-entry").first
    entry.fill("cat")
    entry.press("Enter")
    entry.press("Enter")  # impatience asks nothing twice
    assert asked(stage) == [["cat", 1]]
    assert page.locator(".lk-state").inner_text() == "computing…"
    page.clock.run_for(31_000)
    assert "No answer yet" in page.get_by_role("alert").inner_text()
    assert page.locator(".lk-state").inner_text() == ""
    entry.press("Enter")
    assert asked(stage) == [["cat", 1], ["cat", 2]]  # the same text is a new question
    page.clock.run_for(31_000)
    answer(stage, {**kind("cat"), "typed": "cat", "asked": 2})
    assert page.get_by_role("alert").count() == 0
    assert shown(stage) == "own: cat"
    page.clock.run_for(60_000)
    assert page.get_by_role("alert").count() == 0
    entry.press("Enter")  # answered: the answer is here
    assert len(asked(stage)) == 2


@pytest.mark.browser
def test_only_the_newest_question_is_answered(stage: WidgetPage, kind: Any) -> None:
    page, entry = stage.page, stage.page.locator(".lk-entry").first
    for text in ("cat", "dog"):
        entry.fill(text)
        entry.press("Enter")
    assert asked(stage) == [["cat", 1], ["dog", 2]]
    answer(stage, {**kind("cat"), "typed": "cat", "asked": 1})
    assert shown(stage) == "one"
    assert page.locator(".lk-state").inner_text() == "computing…"
    answer(stage, {**kind("dog"), "typed": "dog", "asked": 2})
    assert shown(stage) == "own: dog"
    assert entry.input_value() == "dog"
    assert page.locator(".lk-state").inner_text() == ""


@pytest.mark.browser
def test_a_refusal_is_said_in_place_and_the_last_good_answer_stays(
    stage: WidgetPage, kind: Any
) -> None:
    page, entry = stage.page, stage.page.locator(".lk-entry").first
    entry.press("Enter")
    assert "no text yet" in page.get_by_role("alert").inner_text()
    assert asked(stage) == []
    answer(stage, {**kind("cat"), "typed": "cat", "asked": 0})
    entry.fill("<b>")
    entry.press("Enter")
    answer(stage, {"error": "<b>too odd</b>", "typed": "<b>", "asked": 1})
    assert page.get_by_role("alert").inner_text() == "<b>too odd</b>"
    assert shown(stage) == "own: cat"
    pick = page.locator("select.lk-pick").first
    pick.select_option("0")
    pick.select_option("own")  # a refusal is nothing to draw
    entry.fill("dog")
    assert page.get_by_role("alert").count() == 0


@pytest.mark.browser
def test_half_a_character_never_travels(stage: WidgetPage, kind: Any) -> None:
    entry = stage.page.locator(".lk-entry").first
    entry.focus()
    entry.evaluate("e => { e.value = '勺\\ud83e x \\udd44 \\ud83e\\udd44'; }")
    entry.press("Enter")
    assert asked(stage) == [["勺\ufffd x \ufffd 🥄", 1]]


@pytest.mark.browser
def test_a_page_drawn_anew_still_waits_for_its_answer(stage: WidgetPage) -> None:
    view = SplitView([_split("one")], lang="en")
    view.ask("cat")  # nobody answers yet
    stage.show(view)
    assert stage.page.locator(".lk-entry").input_value() == "cat"
    assert stage.page.locator(".lk-state").inner_text() == "computing…"
    answer(stage, {**_split("cat"), "typed": "cat", "asked": 1})
    assert shown(stage) == "own: cat"
    assert asked(stage) == []


@pytest.mark.browser
def test_several_lines_and_several_entries(stage: WidgetPage) -> None:
    learn = {"label": "a", "text": "a", "words": [{"b": "61", "n": 1}], "merges": [], "same": 0}
    stage.show(BpeLearn([learn], lang="en"))
    area = stage.page.locator("textarea.lk-entry")
    area.fill("one")
    area.press("Enter")
    assert asked(stage) == []  # a new line
    area.press("Control+Enter")
    assert asked(stage) == [["one\n", 1]]
    paths = {
        "label": "w", "word": "w", "senses": [], "explained": [0.5, 0.2],
        "paths": [{"frame": f, "word": "w", "text": "w", "at": [[0, 0], [1, 1]]} for f in (0, 2)],
        "lines": {"other": [1, 0.5]},
    }  # fmt: skip
    stage.show(WordPaths(examples=[paths], lang="en"))
    first, other = stage.page.locator("input.lk-entry").all()
    first.fill("two")
    first.press("Enter")
    assert len(asked(stage)) == 1
    assert other.evaluate("node => node.getRootNode().activeElement === node")
    other.fill("three")
    other.press("Enter")
    assert asked(stage)[1:] == [[["two", "three"], 1]]


# -- without a page --------------------------------------------------------------------------------


def test_the_same_text_again_is_a_new_question() -> None:
    widget = AnsweringWidget(lang="en")
    seen: list[str] = []

    def make(text: str) -> dict[str, Any]:
        seen.append(text)
        return {"label": text}

    widget.answer(make)
    widget.ask("cat")
    widget.ask("cat")
    assert seen == ["cat", "cat"]
    assert widget.own == {"label": "cat", "typed": "cat", "asked": 2}


def test_what_python_sends_back_can_be_encoded() -> None:
    widget = AnsweringWidget(lang="en")
    widget.answer(lambda text: {"label": text})
    widget.set_state({"typed": "勺\ud83e", "asked": 1})  # as a page without the entry would
    assert widget.own["typed"] == "勺\ufffd"
    assert well_formed(["a\udfff", "b"]) == ["a\ufffd", "b"]
    for word in (widget.own["typed"], widget.own["label"]):
        assert word.encode("utf-8")
