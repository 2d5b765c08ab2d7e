"""Chapter 02's pictures in a page: right numbers, live knobs, hostile text, no Python needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from course import tiny_model
from widget_page import WidgetPage, browser

from lesson_kit.app import tokenization_lesson as lesson
from lesson_kit.app.tokenization_texts import CHATS
from lesson_kit.show.numbers import grouped
from lesson_kit.show.widgets.budget_view import BudgetView
from lesson_kit.show.widgets.text_picture import TextPicture
from lesson_kit.show.widgets.token_pictures import (
    BpeEncode,
    BpeLearn,
    ByteStream,
    ChatFrame,
    IdNeighbours,
    SplitView,
    VocabularyCompare,
)
from lesson_kit.text import bpe
from lesson_kit.weights import LoadedModel
from lesson_kit.weights.registry import load

pytestmark = pytest.mark.browser
HOSTILE = '<img src=x onerror="window.pwned=1"><|user|>'
LOW = "low low low lower lowest newer newest"


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    return load(str(tiny_model(tmp_path_factory.mktemp("models") / "tiny")), device="cpu")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as opened:
        yield opened


@pytest.fixture
def stage(chromium: Any) -> Iterator[WidgetPage]:
    context = chromium.new_context(
        viewport={"width": 1280, "height": 900}, locale="en", reduced_motion="reduce"
    )
    stage = WidgetPage(context.new_page())
    yield stage
    assert stage.page.evaluate("window.pwned") is None
    context.close()
    assert stage.problems == []


def texts(stage: WidgetPage, selector: str) -> list[str]:
    return stage.page.locator(selector).all_inner_texts()


def slide(stage: WidgetPage, to: int) -> None:
    """Move the step player's slider."""
    stage.page.locator(".tp-slider").evaluate(
        "(node, to) => { node.value = to; node.dispatchEvent(new Event('input')); }", to
    )


def sent(stage: WidgetPage) -> list[Any]:
    return [
        value for name, *rest in stage.page.evaluate("sent") if name == "typed" for value in rest
    ]


# -- without a page --------------------------------------------------------------------------------


def test_answers_come_back_with_what_was_typed_and_refusals_as_sentences() -> None:
    def make(text: str) -> dict[str, Any]:
        if text == "no":
            raise ValueError("not this one")
        return {"label": text, "tokens": []}

    view = SplitView([{"label": "x", "text": "x", "tokens": []}], lang="en")
    view.answer(make)
    view.ask("yes")
    assert view.own == {"label": "yes", "tokens": [], "typed": "yes", "asked": 1}
    view.ask("no")
    assert view.own == {"error": "not this one", "typed": "no", "asked": 2}


def test_a_picture_without_a_text_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        TextPicture([], lang="en")


# -- figure 1 --------------------------------------------------------------------------------------


def test_counts_and_chips(stage: WidgetPage, loaded: LoadedModel) -> None:
    example = lesson.prepared_sentences(loaded, "zh")[0]
    stage.show(SplitView([example], lang="zh"))
    n = len(example["tokens"])
    assert stage.page.locator(".sv-strip .lk-chip").count() == n
    chars, size, tokens, per_token = texts(stage, ".tp-count b")
    assert int(chars) == len(example["text"])
    assert int(size) == len(example["text"].encode())
    assert int(tokens) == n - 1  # the start token is none of the text's
    assert float(per_token) == pytest.approx(len(example["text"]) / (n - 1), rel=0.06)
    ratio = float(stage.page.locator(".sv-ratio b").inner_text())
    assert ratio == pytest.approx((n - 1) / len(example["twin"]["tokens"]), abs=0.006)
    stage.page.get_by_text("字节与码位").click()
    shown = texts(stage, ".sv-strip .sv-bytes")
    assert shown[0] == example["tokens"][1]["b"].upper()[:2] or " " in shown[0]
    assert len(shown) == 2 * (n - 1)


def test_a_text_is_sent_on_enter_never_while_an_input_method_is_composing(
    stage: WidgetPage, loaded: LoadedModel
) -> None:
    stage.show(SplitView([lesson.split(loaded, "hi", "en")], lang="en"))
    entry = stage.page.locator(".lk-entry")
    entry.fill("xiao mao")
    entry.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    assert sent(stage) == []
    entry.fill(HOSTILE)
    entry.press("Enter")
    assert sent(stage) == [HOSTILE]
    answer = {**lesson.split(loaded, HOSTILE, "en"), "typed": HOSTILE}
    stage.page.evaluate("a => models[0].answer('own', a)", answer)
    assert "".join(texts(stage, ".sv-strip bdi")[1:]).replace("\n", "").count("<") == 2
    assert stage.page.locator(".sv-strip img").count() == 0
    assert stage.page.locator(".sv-twin").is_hidden()
    stage.page.evaluate("models[0].answer('own', { error: 'too odd', typed: 'x' })")
    assert stage.page.get_by_role("alert").inner_text() == "too odd"


def test_without_python_the_entry_says_so_and_examples_stay_alive(
    stage: WidgetPage, loaded: LoadedModel
) -> None:
    two = [lesson.split(loaded, text, "en") for text in ("one text", "two")]
    stage.show(SplitView(two, lang="en", live=False))
    assert stage.page.locator(".lk-entry").is_disabled()
    assert "live only" in stage.page.locator(".tp-own").inner_text()
    stage.page.locator(".tp-pick").select_option("1")
    assert stage.page.locator(".sv-strip .lk-chip").count() == len(two[1]["tokens"])


def test_two_thousand_tokens_are_drawn(stage: WidgetPage, loaded: LoadedModel) -> None:
    example = lesson.split(loaded, "qz" * 1_500, "en")
    assert len(example["tokens"]) == 2_000
    stage.show(SplitView([example], lang="en"))
    assert stage.page.locator(".sv-strip .lk-chip").count() == 2_000


# -- figure 2 --------------------------------------------------------------------------------------


def test_bars_are_as_long_as_their_counts(stage: WidgetPage, loaded: LoadedModel) -> None:
    example = lesson.compared(loaded, "今天天气很好", "en")
    stage.show(VocabularyCompare([example], lang="en"))
    counts = [len(row["tokens"]) for row in example["rows"]]
    assert [int(n) for n in texts(stage, ".vc-count b")] == counts
    widths = stage.page.locator(".vc-count .tp-bar").evaluate_all(
        "bars => bars.map(bar => bar.getBoundingClientRect().width)"
    )
    most = max(widths)
    assert [w / most for w in widths] == pytest.approx([n / max(counts) for n in counts], abs=0.02)
    stage.page.get_by_text("fewest first").click()
    assert [int(n) for n in texts(stage, ".vc-count b")] == sorted(counts)
    assert "�" not in stage.page.locator(".vc-list").inner_text()


# -- figure 3 --------------------------------------------------------------------------------------


def test_pointing_at_a_piece_lights_the_same_place_everywhere(
    stage: WidgetPage, loaded: LoadedModel
) -> None:
    stage.show(VocabularyCompare([lesson.compared(loaded, "ab 今天天气", "en")], lang="en"))
    stage.page.locator(".vc-row").last.get_by_text("天气", exact=True).hover()
    lit = stage.page.locator(".vc-row").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('.lk-chip')]"
        ".map(chip => chip.classList.contains('tp-now')))"
    )
    deepseek, gpt2 = lit[-1], lit[1]
    assert deepseek[-1] and not any(deepseek[:-1])
    assert gpt2[-1] and not gpt2[0]
    assert all(any(row) for row in lit)


@pytest.mark.parametrize("text", [LOW, "小猫追小狗，小狗追小鸟。小猫饿了。"])
def test_each_step_of_learning(stage: WidgetPage, text: str) -> None:
    example = lesson.learned(text, "en")
    stage.show(BpeLearn([example], lang="en"))
    words, merges = bpe.split_words(text), example["merges"]
    learned = [bpe.Merge(bytes.fromhex(m["l"]), bytes.fromhex(m["r"]), m["n"]) for m in merges]
    for k in (0, 2, len(merges)):
        slide(stage, k)
        shown = stage.page.locator(".bl-word").evaluate_all(
            "words => words.map(word =>"
            " [...word.querySelectorAll('.tp-tok')].map(token => token.dataset.hex))"
        )
        expected = []
        for word in dict.fromkeys(words):
            *_, tokens = bpe.apply(learned[:k], word)
            expected.append([token.hex() for token in tokens])
        assert shown == expected
        if k < len(merges):
            best = stage.page.locator(".bl-pair.best")
            assert best.get_attribute("data-pair") == f"{merges[k]['l']} {merges[k]['r']}"
            assert best.get_attribute("data-n") == str(merges[k]["n"])
            counts = [int(n) for n in texts(stage, ".bl-pair b")]
            assert counts == sorted(counts, reverse=True)
        assert stage.page.locator(".bl-vocab .tp-tok").count() == k
    assert stage.page.locator("[data-act=on]").is_disabled()


def test_the_player_steps_by_keyboard_and_plays_to_the_end(stage: WidgetPage) -> None:
    example = lesson.learned(LOW, "en")
    n = len(example["merges"])
    stage.show(BpeLearn([example], lang="en"))
    where = stage.page.locator(".tp-where")
    on = stage.page.locator("[data-act=on]")
    on.click()
    on.press("ArrowRight")
    assert where.inner_text() == f"2 / {n}"
    on.press("ArrowLeft")
    assert where.inner_text() == f"1 / {n}"
    stage.page.locator(".tp-speed").select_option("90")
    stage.page.locator("[data-act=play]").click()
    stage.page.wait_for_function(
        "text => hosts[0].querySelector('.tp-where').textContent === text", arg=f"{n} / {n}"
    )
    assert stage.page.locator("[data-act=play]").get_attribute("aria-label") == "play"


# -- figures 4 and 5 -------------------------------------------------------------------------------


def test_the_ladder_and_its_last_rung(stage: WidgetPage, loaded: LoadedModel) -> None:
    example = lesson.encoded(loaded, "hamburger lower", "en")
    stage.show(BpeEncode([example], lang="en"))
    word = example["words"][example["first"]]
    last = len(word["steps"]) - 1
    slide(stage, last)
    assert stage.page.locator(".be-ladder li").count() == last + 1
    rung = stage.page.locator(".be-ladder li.now .tp-tok").evaluate_all(
        "tokens => tokens.map(token => token.dataset.hex)"
    )
    assert rung == word["steps"][-1]["tokens"]
    assert " ".join(map(str, word["ids"])) in stage.page.locator(".lk-read").inner_text()
    assert "the same as the tokenizer" in stage.page.locator(".lk-read").inner_text()


def test_characters_appear_with_their_last_byte(stage: WidgetPage, loaded: LoadedModel) -> None:
    example = lesson.streamed(loaded, "没有勺子 龘", "zh")
    stage.show(ByteStream([example], lang="zh"))
    stage.page.get_by_role("button", name="GPT-2").click()
    track = example["tracks"][1]
    for k, step in enumerate(track["steps"], start=1):
        slide(stage, k)
        shown = "".join(one["out"] for one in track["steps"][:k])
        assert stage.page.locator(".bs-shown").inner_text().rstrip() == shown.rstrip()
        held = "".join(texts(stage, ".bs-held .tp-tok")).lower()
        assert held == step["held"]
    assert any(step["held"] for step in track["steps"])
    assert "�" not in stage.page.locator(".lk-lesson").inner_text()
    assert "false" not in stage.page.locator(".bs-chars").inner_text()


# -- figures 6 and 7 -------------------------------------------------------------------------------


def test_what_no_font_can_draw_is_named_instead(stage: WidgetPage, loaded: LoadedModel) -> None:
    text = "猫\U0002fff0"  # a Han place where no character has been put yet
    stage.show(ByteStream([lesson.streamed(loaded, text, "en")], lang="en"))
    assert texts(stage, ".bs-glyph") == ["猫", "U+2FFF0"]
    assert texts(stage, ".tp-pick option")[0] == "猫U+2FFF0"
    stage.show(SplitView([lesson.split(loaded, text, "en")], lang="en"))
    heads = stage.page.locator(".sv-strip .lk-whole")
    assert heads.last.inner_text() == "U+2FFF0"
    assert heads.last.get_attribute("title") == "U+2FFF0"


def test_whole_numbers_are_written_one_way(stage: WidgetPage, loaded: LoadedModel) -> None:
    compared = lesson.compared(loaded, "apple", "en")
    stage.show(VocabularyCompare([compared], lang="en"))
    sizes = texts(stage, ".vc-name span")
    assert sizes == [f"{grouped(row['size'])} tokens known" for row in compared["rows"]]
    assert "50\u202f256 tokens known" in sizes  # GPT-2's


def test_two_lists_of_neighbours(stage: WidgetPage, loaded: LoadedModel) -> None:
    example = lesson.neighbours(loaded, "low", "en")
    stage.show(IdNeighbours([example], lang="en"))
    left = [int(id) for id in texts(stage, ".in-list >> nth=0 >> code")]
    assert left == sorted(left)
    assert example["token"]["id"] in left
    right = [int(id) for id in texts(stage, ".in-list >> nth=1 >> code")]
    assert right == [example["token"]["id"], *(row["id"] for row in example["by_meaning"])]


def test_a_typed_control_token_is_plain_text(stage: WidgetPage, loaded: LoadedModel) -> None:
    example = lesson.said(loaded, CHATS["en"][0], HOSTILE, "en")
    stage.show(ChatFrame([example], lang="en"))
    total, frame, special, typed = (int(n) for n in texts(stage, ".tp-count b"))
    tokens = [t for part in example["parts"] for t in part["tokens"]]
    assert (total, special) == (len(tokens), sum(t["s"] for t in tokens))
    assert frame == sum(len(p["tokens"]) for p in example["parts"] if p["frame"])
    assert typed == 0
    assert stage.page.locator(".cf-user p").inner_text() == HOSTILE
    assert "<|user|>" in stage.page.locator(".lk-read").inner_text()


def test_control_tokens_of_other_families_keep_their_names(stage: WidgetPage) -> None:
    def token(text: str, special: bool) -> dict[str, Any]:
        return {
            "t": text,
            "id": 7,
            "b": "" if special else text.encode().hex(),
            "g": 0,
            "s": special,
        }

    example = {
        "label": "x",
        "messages": [{"role": "user", "content": "x"}],
        "parts": [
            {"role": "user", "frame": True, "tokens": [token("<|im_start|>", True)]},
            {"role": "user", "frame": False, "tokens": [token("\u200d", False)]},
        ],
    }
    stage.show(ChatFrame([example], lang="en"))
    assert texts(stage, ".cf-seq .lk-tok bdi") == ["<|im_start|>", "U+200D"]


# -- figure 8 --------------------------------------------------------------------------------------


def bill(system: int, question: int, answer: int, turns: int, prices: dict[str, float]) -> float:
    """The cost of a conversation, request by request, with a cached prefix."""
    history: list[int] = [system]
    before = total = 0.0
    for _ in range(turns):
        history.append(question)
        now = sum(history)
        total += before * prices["cached"] + (now - before) * prices["input"]
        total += answer * prices["output"]
        history.append(answer)
        before = now
    return total / 1e6


def test_the_bill_is_the_sum_of_its_requests(stage: WidgetPage) -> None:
    parts = {"system": 13, "question": 10, "answer": 5}
    prices = {"input": 2.0, "cached": 0.5, "output": 8.0}
    stage.show(BudgetView(parts=parts, window=64, prices=prices, lang="en"))
    total = stage.page.locator("[data-total]")

    def shown() -> float:
        return float(total.get_attribute("data-total") or "nan")

    assert shown() == pytest.approx(bill(**parts, turns=6, prices=prices))
    used = stage.page.locator("[data-used]")
    assert used.get_attribute("data-used") == str(13 + 6 * 15)
    assert "39 tokens too many" in stage.page.locator(".lk-read").inner_text()
    stage.page.locator(".bv-slider").evaluate(
        "node => { node.value = 3; node.dispatchEvent(new Event('input')); }"
    )
    assert shown() == pytest.approx(bill(**parts, turns=3, prices=prices))
    assert "6 tokens left" in stage.page.locator(".lk-read").inner_text()
    price = stage.page.get_by_label("output")
    price.fill("100")
    price.press("Enter")
    assert shown() == pytest.approx(bill(**parts, turns=3, prices={**prices, "output": 100}))
    stage.page.get_by_text("prefix cache").click()
    plain = {"input": 2.0, "cached": 2.0, "output": 100.0}
    assert shown() == pytest.approx(bill(**parts, turns=3, prices=plain))
    price.fill("a lot")
    price.press("Enter")
    assert "is not a number" in stage.page.locator(".lk-read").inner_text()
    assert shown() == pytest.approx(bill(**parts, turns=3, prices=plain))
