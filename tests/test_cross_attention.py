"""Chapter 05's picture of self- and cross-attention: its numbers, its knobs, its honest gaps."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import torch
import widget_page

from lesson_kit.app import cross_lesson, cross_page
from lesson_kit.app.cross_lesson import PREPARED, Alignment, Marked
from lesson_kit.generate.translation import UntranslatableError, source_ids
from lesson_kit.model import EncoderDecoderConfig, new_encoder_decoder
from lesson_kit.places import asset
from lesson_kit.show.widgets.cross_view import CrossView
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.weights.cards import Card
from lesson_kit.weights.errors import ModelNotFoundError
from lesson_kit.weights.registry import LoadedTranslator

TITLE = {"zh": "小翻译", "en": "Tiny translator"}


@pytest.fixture(scope="module")
def tiny() -> LoadedTranslator:
    """An untrained translator with the classroom vocabulary: its numbers are as real as any."""
    tokenizer = Tokenizer.from_file(asset("models", "classroom-base", "tokenizer.json"))
    config = EncoderDecoderConfig(
        vocab_size=tokenizer.vocab_size, d_model=24, n_layer=2, n_head=3, n_kv_head=3, d_head=8,
        d_ff=32, max_seq_len=64, pad_id=2,
    )  # fmt: skip
    model = new_encoder_decoder(config, seed=2).eval().requires_grad_(False)
    card = Card(
        name="tiny", title=TITLE, about=TITLE, licence="MIT", source="tests", languages=("zh",),
        config=config, files={}, kind="encoder-decoder",
    )  # fmt: skip
    return LoadedTranslator(model, tokenizer, card)


class FakePage:
    """As much of a page as the picture needs."""

    live = True

    def __init__(self, lang: str = "en") -> None:
        self.lang: Any = lang
        self.words: dict[str, str] = {}

    def t(self, zh: str, en: str) -> str:
        return zh if self.lang == "zh" else en

    def keep(self, name: str) -> Any:
        return lambda value: self.words.__setitem__(name, value)

    def kept(self, name: str, default: str) -> str:
        return self.words.get(name, default)


def scores(view: dict[str, Any], kind: str, n: int) -> np.ndarray:
    shape = (view["n_layer"], view["n_head"], len(view["target"]), n)
    return np.frombuffer(view[kind], "<f4").reshape(shape)


def test_the_picture_gets_the_models_own_scores(tiny: LoadedTranslator) -> None:
    view = cross_lesson.view(tiny, "There is no spoon.")
    source = [token["id"] for token in view["source"]]
    target = [token["id"] for token in view["target"]]
    assert source == source_ids(tiny, "There is no spoon.") and source[-1] == 1
    assert target[0] == 0 and target[1:] == [token["id"] for token in view["writes"]][:-1]
    trace = tiny.model.trace(torch.tensor([source]), torch.tensor([target]))
    cross = scores(view, "cross", len(source))
    for layer, look in enumerate(trace.cross):
        weights = torch.tensor(cross[layer].copy()).softmax(-1)
        torch.testing.assert_close(weights, look.weights[0], atol=1e-5, rtol=1e-4)
    own = scores(view, "self", len(target))
    for layer, look in enumerate(trace.decoder):
        hidden = torch.triu(torch.ones(len(target), len(target), dtype=torch.bool), 1)
        seen = torch.tensor(own[layer].copy()).masked_fill(hidden, -torch.inf).softmax(-1)
        torch.testing.assert_close(seen, look.weights[0], atol=1e-5, rtol=1e-4)
    probs = trace.logits[0].softmax(-1)
    for row, written, p in zip(view["next"], view["writes"], probs, strict=True):
        assert row[0]["p"] == pytest.approx(float(p.max()), rel=1e-4)
        assert written["id"] == int(p.argmax())


def test_alignment_counts_strongest_tokens_of_marked_words(
    tiny: LoadedTranslator, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tiny.tokenizer.pieces(source_ids(tiny, "I like apples."))
    zh = tiny.tokenizer.encode("我喜欢苹果。")
    cross = torch.zeros(2, 3, len(source))
    at = [next(i for i, p in enumerate(source) if w in p.text) for w in ("I", "like", "apples")]
    looked = [[at[0], at[1], at[2]], [at[0], at[0], at[0]]]  # head 0 aligns, the others stay on "I"

    def steps(*_: Any, **__: Any) -> list[Any]:
        made = []
        for i, id in enumerate(zh):
            row = cross.clone()
            row[0, 0, looked[0][i] if i < 3 else 0] = 1
            row[:, 1:, at[0]] = 1
            row[1, 0, at[0]] = 1
            made.append(type("Step", (), dict(id=id, cross=row)))
        return made

    monkeypatch.setattr(cross_lesson, "translation_steps", steps)
    pairs = (("我", "I"), ("喜欢", "like"), ("苹果", "apples"), ("香蕉", "I"))
    found = cross_lesson.alignment(tiny, [Marked("I like apples.", pairs)])
    assert found.n == 3  # 香蕉 was not written
    assert found.best() == (0, 0, 1.0)
    assert found.share[1, 2] == pytest.approx(1 / 3)
    assert found.chance == pytest.approx(1 / len(source))
    with pytest.raises(ValueError, match="none of the marked words"):
        cross_lesson.alignment(tiny, [Marked("I like apples.", (("香蕉", "I"),))])


def test_every_marked_english_word_stands_in_its_sentence() -> None:
    assert len(PREPARED) == 6
    for one in PREPARED:
        assert one.pairs
        for _, en in one.pairs:
            assert re.search(rf"\b{en}\b", one.en)


def test_the_caption_says_what_was_measured(
    tiny: LoadedTranslator, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = np.array([[0.25, 0.75, 0.5], [0.0, 0.0, 0.0]])
    monkeypatch.setattr(cross_lesson, "alignment", lambda _: Alignment(share, 12, 0.125))
    said = str(cross_page.caption(FakePage("en"), tiny))  # type: ignore[arg-type]
    for part in (
        "Head 2 of layer 1",
        "in 9 of them",
        "75 %",
        "12 steps",
        "25 %",
        "12 %",
        "6 heads",
    ):
        assert part in said
    said = str(cross_page.caption(FakePage("zh"), tiny))  # type: ignore[arg-type]
    for part in ("第 1 层第 2 头", "9 步", "75 %", "12 步", "小翻译"):
        assert part in said


def test_typed_sentences_are_answered_or_refused_in_the_learners_language(
    tiny: LoadedTranslator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cross_lesson, "alignment", lambda _: Alignment(np.eye(2, 3), 2, 0.1))
    page: Any = FakePage("zh")
    picture = cross_page.cross_view(page, tiny, title="图")
    assert len(picture.examples) == 6
    picture.ask("<b>Tea</b> & cake")
    assert picture.own["label"] == "<b>Tea</b> & cake" and page.words["05-cross"]
    for bad, says in (("", "还没有文字"), ("你好", "只读英文"), ("tea " * 40, "32")):
        picture.ask(bad)
        assert says in picture.own["error"]
    with pytest.raises(UntranslatableError):
        cross_lesson.typed(tiny, "tea " * 200)


def test_the_ledger_line_counts_the_real_tensors(tiny: LoadedTranslator) -> None:
    said = str(cross_page.ledger_line(FakePage("en"), tiny)).replace("\u202f", "")  # type: ignore[arg-type]
    c = tiny.model.config
    numbers = {int(number) for number in re.findall(r"\d{4,}", said)}
    assert {c.n_parameter(), c.vocab_size * 24, c.vocab_size * 24 + 28 * 2 * 24**2} <= numbers
    attention = 6 * (4 * 24 * 24 + 4 * 24)  # one in each encoder layer, two in each decoder layer
    assert attention in numbers and 4 * (2 * 24 * 32 + 32 + 24) in numbers


def test_without_a_translator_the_place_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModelNotFoundError(zh="没有", en="none")

    monkeypatch.setattr(cross_lesson, "load", missing)
    assert cross_lesson.translator_here() is None
    for lang in ("zh", "en"):
        assert "lesson-kit train translator" in str(cross_page.absent(FakePage(lang)))  # type: ignore[arg-type]


@pytest.mark.browser
def test_the_picture_is_alive_without_python(tiny: LoadedTranslator) -> None:
    examples = [cross_lesson.view(tiny, one.en) for one in PREPARED[:2]]
    evil = cross_lesson.view(tiny, "<img src=x onerror=alert(1)> tea")
    picture = CrossView(examples=[*examples, evil], lang="en", live=False, title="T", source="S")
    with widget_page.browser() as chromium:
        page = widget_page.WidgetPage(chromium.new_page(viewport={"width": 1100, "height": 900}))
        page.show(picture)
        look = page.page
        readout = look.locator(".lk-read")
        first = readout.inner_text()
        n = len(examples[0]["source"])
        steps = len(examples[0]["target"])
        assert look.locator("[data-kind=cross] rect.ok").count() == n * steps
        assert look.locator("[data-kind=self] rect.no").count() == steps * (steps - 1) // 2
        expected = torch.tensor(scores(examples[0], "cross", n)[0, 0, 1].copy()).softmax(-1)
        best = f"{100 * float(expected.max()):.1f}"
        assert best in first
        look.get_by_role("group", name="head").get_by_role("button", name="3", exact=True).click()
        page.settle()
        assert readout.inner_text() != first
        look.locator(".cx-bridge").focus()
        look.keyboard.press("ArrowLeft")
        page.settle()
        assert "the start token" in readout.inner_text()
        look.locator(".cx-row").first.locator(".lk-tok").nth(1).hover()
        page.settle()
        assert "is looked at most when writing" in readout.inner_text()
        look.locator("select").first.select_option("1")
        page.settle()
        assert look.locator("[data-kind=cross] rect.ok").count() == len(
            examples[1]["source"]
        ) * len(examples[1]["target"])
        look.locator("select").first.select_option("2")
        page.settle()
        assert look.locator("img").count() == 0
        assert look.locator("input").first.is_disabled()
        assert page.problems == []
