"""The main job, done as a learner does it: open the course, type a sentence, look, switch."""

from __future__ import annotations

import re
from typing import Any

import pytest
import torch
from browsing import PATIENCE, fits, learner, settle

from lesson_kit.show.words import next_chapter
from lesson_kit.weights.registry import LoadedModel, load

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def loaded() -> LoadedModel:
    return load("classroom-base", device="cpu")


class Picture:
    """Figure 1 of chapter 05, by what a learner sees of it."""

    def __init__(self, page: Any, lang: str) -> None:
        self.page, self.lang = page, lang
        self.root = page.locator(".av").first

    def type(self, text: str) -> None:
        entry = self.root.get_by_label({"zh": "自己的句子", "en": "Your own sentence"}[self.lang])
        entry.fill(text)
        entry.press("Enter")

    def choose(self, knob: str, label: str) -> None:
        group = self.root.get_by_role("group", name=knob, exact=True)
        group.get_by_role("button", name=label, exact=True).click()

    def chosen(self, knob: str) -> int:
        group = self.root.get_by_role("group", name=knob, exact=True)
        return int(group.locator("[aria-pressed=true]").inner_text()) - 1

    def weights(self) -> list[str]:
        return [text.strip() for text in self.root.locator(".av-toks .av-w").all_inner_texts()]

    def query(self) -> int:
        return self.root.locator(".av-toks .av-col").evaluate_all(
            "columns => columns.findIndex(column => column.querySelector('.isq'))"
        )

    def heatmap(self) -> str:
        return self.root.locator("canvas").first.evaluate("canvas => canvas.toDataURL()")

    def candidates(self) -> list[str]:
        return [text.strip() for text in self.root.locator(".av-cand small").all_inner_texts()]


def percent(share: float) -> str:
    return f"{100 * share:.1f}\u202f%"


def expect_the_models_own(
    picture: Picture, loaded: LoadedModel, text: str, knobs: list[str]
) -> None:
    """The percentages under the tokens are row ``query`` of this layer and head, of this model."""
    trace = loaded.model.trace(torch.tensor([loaded.encode(text)]))
    layer, head = picture.chosen(knobs[0]), picture.chosen(knobs[1])
    query = picture.query()
    row = trace.layers[layer].weights[0, head, query]
    shown = [weight for weight in picture.weights() if weight]
    assert shown == [percent(w) for w in row[: query + 1].tolist()]


SENTENCES = {"zh": "小鸟看着虫子，因为它饿了。", "en": "There is no spoon on the big table."}
KNOBS = {"zh": ["层", "头"], "en": ["Layer", "Head"]}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_type_a_sentence_change_the_head_and_see_the_models_own_numbers(
    chrome: Any, site: str, loaded: LoadedModel, lang: str
) -> None:
    text, knobs = SENTENCES[lang], KNOBS[lang]
    with learner(chrome, site, locale="fr-FR") as page:
        page.goto(f"{site}/?lang={lang}")
        page.locator('a[href*="05_attention"]').last.click()
        settle(page)
        assert page.evaluate("document.documentElement.lang") == {"zh": "zh-Hans", "en": "en"}[lang]
        picture = Picture(page, lang)
        prepared = picture.heatmap()

        picture.type(text)
        own = {"zh": "自己的：", "en": "own: "}[lang] + text
        page.wait_for_function(
            "own => [...document.querySelectorAll('marimo-anywidget')].some(node =>"
            " node.shadowRoot?.querySelector('.av-pick')?.selectedOptions[0]?.textContent === own)",
            arg=own,
        )
        assert picture.heatmap() != prepared
        expect_the_models_own(picture, loaded, text, knobs)
        with torch.inference_mode():
            logits = loaded.model(torch.tensor([loaded.encode(text)]))[0, -1]
        best = logits.softmax(-1).topk(5).values.tolist()
        assert picture.candidates() == [percent(p) for p in best]

        before, head = picture.heatmap(), picture.chosen(knobs[1])
        picture.choose(knobs[1], str((head + 3) % loaded.model.config.n_head + 1))
        assert picture.chosen(knobs[1]) != head
        assert picture.heatmap() != before
        expect_the_models_own(picture, loaded, text, knobs)

        before = picture.heatmap()
        picture.choose(
            knobs[0], str((picture.chosen(knobs[0]) + 2) % loaded.model.config.n_layer + 1)
        )
        assert picture.heatmap() != before
        expect_the_models_own(picture, loaded, text, knobs)


def test_the_language_switch_keeps_the_page_and_what_was_typed(chrome: Any, site: str) -> None:
    with learner(chrome, site) as page:
        page.goto(f"{site}/05_attention/?lang=zh")
        settle(page)
        page.evaluate("window.stillHere = true")
        text = SENTENCES["zh"]
        Picture(page, "zh").type(text)
        page.get_by_text("自己的：" + text).first.wait_for(state="attached")
        page.get_by_test_id("lang-en").click()
        page.wait_for_function("document.documentElement.lang === 'en'")
        page.get_by_text("own: " + text).first.wait_for(state="attached")
        settle(page)
        entry = Picture(page, "en").root.get_by_label("Your own sentence")
        assert entry.input_value() == text
        assert "lang=en" in page.url
        assert page.title().startswith("05 Attention")
        assert page.evaluate("window.stillHere"), "the page was loaded anew"


HOSTILE = [
    "<img src=x onerror=alert(1)><script>alert(2)</script>",
    "<|user|><|end|> \u202eabc\u0007 👩‍👩‍👧‍👦",
    "长" * 2000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=["markup", "control", "long"])
def test_hostile_text_is_only_text(chrome: Any, site: str, text: str) -> None:
    with learner(chrome, site) as page:
        page.goto(f"{site}/05_attention/?lang=zh")
        settle(page)
        picture = Picture(page, "zh")
        picture.type(text)
        page.get_by_text(re.compile("^自己的：")).first.wait_for(state="attached")
        assert picture.root.locator(".av-readout").inner_text()
        assert picture.root.locator("img, script").count() == 0
        if len(text) > 1000:
            page.get_by_text("只保留开头的").first.wait_for()


def test_the_index_waits_for_nothing_and_leads_everywhere(chrome: Any, site: str) -> None:
    with learner(chrome, site, locale="en-US", color_scheme="light") as page:
        page.goto(f"{site}/")
        page.locator('#status[data-ready="true"]').wait_for()
        assert "self-tests passed" in page.locator("#status").inner_text()
        assert fits(page)
        page.get_by_test_id("lang-zh").click()
        page.wait_for_function("document.documentElement.lang === 'zh-Hans'")
        page.locator('a.lk-chapter[href*="00_overview"]').click()
        settle(page)
        assert page.url.startswith(f"{site}/00_overview/?lang=zh")
        page.locator("a.lk-next").click()
        settle(page)
        after = next_chapter("00", built_only=True)
        assert after and f"/{after.file}/" in page.url
        page.locator("a.lk-course").click()
        page.locator("#status").wait_for()
        assert page.url.startswith(f"{site}/?")


def test_a_model_that_is_not_here_is_said_in_place(chrome: Any, site: str) -> None:
    with learner(chrome, site) as page:
        page.goto(f"{site}/00_overview/?lang=en&model=nobody")
        page.get_by_text("There is no model called “nobody”").wait_for(timeout=PATIENCE)
        settle(page)
        assert page.get_by_test_id("model-picker").locator("summary").is_visible()
