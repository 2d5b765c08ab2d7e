"""Chapter 07 in a learner's browser: a switch of language ends the run and keeps what was typed."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from browsing import browser, learner, settle
from course import served

from lesson_kit.app import serve
from lesson_kit.show.widgets.worker import Worker

pytestmark = pytest.mark.browser


def _runs() -> list[Worker]:
    return [one for one in threading.enumerate() if isinstance(one, Worker)]


def _type(page: Any, name: str, text: str) -> None:
    page.get_by_label(name, exact=True).fill(text)


def test_a_switch_ends_the_run_and_keeps_what_was_typed() -> None:
    before = set(_runs())
    with (
        browser() as chrome,
        served(serve.Settings(model="classroom-base", device="cpu")) as (site, warmup),
        learner(chrome, site) as page,  # which fails if the browser's console has an error
    ):
        assert warmup.wait(300).state == "ready", warmup.status.error
        page.goto(f"{site}/07_training/?lang=zh")
        settle(page)
        own, sentence = "天地人你我他。" * 40, "我喜欢下雨天。"
        page.locator(".lk-textbox summary").click()
        for name, text in (("拿来学的文字", own), ("学习率", "0.01"), ("步数", "5000")):
            _type(page, name, text)
        page.locator(".lk-typed").fill(sentence)
        page.locator(".lk-typed").press("Enter")
        page.get_by_role("button", name="开始训练").click()
        page.locator(".lk-live .lk-facts", has_text="/5000").wait_for()
        (run,) = set(_runs()) - before
        page.get_by_test_id("lang-en").click()
        page.wait_for_function("document.documentElement.lang === 'en'")
        settle(page)
        run.join(timeout=10)  # long before it would notice by itself that nobody answers
        assert not run.is_alive()
        for name, text in (
            ("the text to learn from", own), ("learning rate", "0.01"), ("steps", "5000"),
        ):  # fmt: skip
            assert page.get_by_label(name, exact=True).input_value() == text
        characters = page.get_by_role("button", name="characters", exact=True)
        assert characters.get_attribute("aria-pressed") == "true"
        page.wait_for_function(
            "text => [...document.querySelectorAll('marimo-anywidget')].some("
            "one => one.shadowRoot?.querySelector('.lk-typed')?.value === text"
            " && one.shadowRoot.querySelector('.lk-pick').value === 'own')",
            arg=sentence,
        )
