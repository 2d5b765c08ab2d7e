"""A learner does not wait for the page: what is typed while it computes is answered at once."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from browsing import learner
from course import served

from lesson_kit.app import attention_lesson, serve

pytestmark = pytest.mark.browser

TEXT = "There is no spoon on the big table."


def test_a_sentence_typed_while_the_page_computes_is_answered(
    chrome: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_go_on = threading.Event(), threading.Event()

    def held(name: str) -> None:
        real = getattr(attention_lesson, name)

        def waiting(*args: Any, **more: Any) -> Any:
            begun.set()
            assert may_go_on.wait(300)
            return real(*args, **more)

        monkeypatch.setattr(attention_lesson, name, waiting)

    held("measured_habits")  # the two that take long on a large model
    held("ablation")
    with served(serve.Settings(model="classroom-base", device="cpu")) as (address, warmup):
        assert warmup.wait(300).state == "ready", warmup.status.error
        try:
            with learner(chrome, address) as page:
                page.set_default_timeout(300_000)  # the busiest of machines may take its time
                page.goto(f"{address}/05_attention/?lang=en")
                entry = page.get_by_label("Your own sentence")
                for text in (TEXT[:15], TEXT):  # the second while the first is being measured
                    entry.fill(text)  # as soon as there is an entry
                    entry.press("Enter")
                    page.get_by_text(f"own: {text}").first.wait_for(state="attached")
                page.get_by_text("Measuring the habits").wait_for()
                assert begun.is_set()
                assert page.locator(".hg-find").count() == 0
                may_go_on.set()
                page.locator(".hg-find").first.wait_for()
                page.locator(".ab-sentence", has_text=TEXT).wait_for()  # and then its heads too
                page.locator(".ab-matrix svg").wait_for()
        finally:
            may_go_on.set()
