"""Chapter 11 through a switch of language: what was said, written and chosen is still there."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import learner, settle
from course import served

from lesson_kit.app import serve
from lesson_kit.show.widgets.window_view import LONGEST_LINE
from lesson_kit.weights import ModelError, load

pytestmark = pytest.mark.browser

SAID = "My name is Zoe."


def test_the_switch_of_language_keeps_what_was_said_written_and_chosen(chrome: Any) -> None:
    try:
        load("classroom-chat", device="cpu")
    except ModelError:
        pytest.skip("this copy of the course has no classroom-chat model")
    with served(serve.Settings(model="classroom-base", device="cpu")) as (address, warmup):
        assert warmup.wait(300).state == "ready", warmup.status.error
        with learner(chrome, address) as page:
            page.goto(f"{address}/11_context_window/?lang=en")
            settle(page)
            own = page.get_by_label("Talk to it yourself")
            own.fill(SAID)
            own.press("Enter")
            talk = page.get_by_label("Conversation")
            page.locator(".rq-text", has_text="“").first.wait_for()
            page.get_by_role("button", name="Start over").wait_for()
            answered = page.locator(".rq-row").first.inner_text().splitlines()[2:]
            # a page that does not keep to its own limit
            own.evaluate("(entry, text) => { entry.value = text; }", "word " * 20_000)
            own.press("Enter")
            page.get_by_text(f"only the first {LONGEST_LINE} are kept").wait_for()
            assert int(page.locator(".ww-size + b").first.inner_text()) <= 512
            page.get_by_role("tab", name="Summarise old").click()
            note = page.get_by_label("Change the summary")
            note.fill("Zoe likes tea.")
            page.get_by_role("button", name="Ask with this").first.click()
            page.locator(".rq-lead", has_text="Zoe likes tea.").wait_for()
            size = page.locator(".ww-size + b").first.inner_text()
            own.fill("not sent yet")
            page.get_by_text("中文", exact=True).first.click()
            page.get_by_text("自己聊的").first.wait_for(state="attached")
            settle(page)
            talk = page.get_by_label("对话", exact=True)
            assert talk.locator("option:checked").inner_text() == "自己聊的"
            assert page.get_by_label("自己接着聊").input_value() == "not sent yet"
            assert page.locator(".ww-size + b").first.inner_text() == size
            chosen = page.get_by_role("tab", selected=True)
            assert chosen.first.inner_text() == "摘要旧对话"
            page.locator(".rq-grid .lk-seg").first.get_by_text("聊天里看到的").click()
            said = page.locator(".rq-raw").first.inner_text()
            assert SAID in said and answered[0].strip("“”") in said
            page.locator(".rq-lead", has_text="Zoe likes tea.").wait_for()
            assert page.get_by_label("动手改摘要").input_value() == "Zoe likes tea."
