"""The training pictures in a real page: they play recordings, run live, and stay safe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from widget_page import WidgetPage, browser

from lesson_kit.app import training_lesson as lesson
from lesson_kit.app.training_recorded import preset_entries, recordings
from lesson_kit.app.training_runs import Runs
from lesson_kit.show.widgets.exercise import LossCurve, ShiftView, StepView, exercise
from lesson_kit.show.widgets.live_training import LiveTraining, RaceView
from lesson_kit.show.widgets.run_view import RunView

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as one:
        yield one


@pytest.fixture
def shown(chromium: Any) -> Iterator[WidgetPage]:
    context = chromium.new_context(viewport={"width": 1200, "height": 800})
    page = WidgetPage(context.new_page())
    yield page
    assert page.problems == []
    context.close()


def _say(shown: WidgetPage, said: dict[str, Any]) -> None:
    shown.page.evaluate("said => models[0].custom(said)", said)
    shown.settle()


def _sent(shown: WidgetPage) -> list[dict[str, Any]]:
    return [
        one[1]
        for one in shown.page.evaluate("sent")
        if one[0] == "send" and one[1]["kind"] != "heard"
    ]


def test_without_python_a_recorded_run_is_played_and_marked(shown: WidgetPage) -> None:
    entries = preset_entries("en")
    shown.show(LiveTraining(entries, lang="en", live=False))
    page = shown.page
    expect(page.locator("figcaption .lk-badge")).to_have_text("recorded")
    expect(page.get_by_role("button", name="Train now")).to_have_count(0)
    expect(page.locator(".lk-dial").first).to_be_disabled()
    last = entries[0]["run"]["samples"][-1]
    assert page.locator(".now").inner_text().split() == last[1].split()
    page.locator(".lk-scrub").fill("0")
    assert page.locator(".now").inner_text().split() == entries[0]["run"]["samples"][0][1].split()
    expect(page.locator(".lk-facts b").first).to_have_text("0")
    page.get_by_role("button", name="Strides too long").click()
    expect(page.locator(".lk-why")).to_contain_text("Diverged")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Hold")).to_be_visible()
    assert _sent(shown) == []


def test_a_live_run_grows_pauses_goes_on_and_stops(shown: WidgetPage) -> None:
    shown.show(LiveTraining(preset_entries("en"), lang="en", train=Runs("en").train))
    page = shown.page
    page.get_by_label("learning rate").fill("0.01")
    page.get_by_role("button", name="Train now").click()
    assert _sent(shown)[-1] == {
        "kind": "run", "number": 1, "preset": "everyday", "text": None, "lr": "0.01",
        "batch": "16", "steps": "400", "units": "bpe",
    }  # fmt: skip
    _say(shown, {"kind": "begin", "number": 1, "ln_v": 5.0, "n_parameter": 1234, "kinds": 148,
                 "steps": 40, "batch": 16, "lr": 0.01, "train": 9, "held": 9,
                 "notes": ["mind it"]})  # fmt: skip
    points = {"kind": "points", "number": 1, "step": [0, 1, 2], "loss": [None, 5.0, 4.0],
              "held": [5.0, None, None], "samples": [[0, "<b>zz</b>"]], "rate": 777.0,
              "seconds": 1.0, "left": 19.0, "tokens": 2}  # fmt: skip
    _say(shown, points)
    expect(page.locator(".lk-facts")).to_contain_text("777")
    expect(page.locator(".now")).to_have_text("<b>zz</b>")
    expect(page.locator(".lk-why")).to_have_text("mind it")
    expect(page.locator(".lk-loss .curve")).to_have_count(2)
    page.get_by_role("button", name="Pause").click()
    assert _sent(shown)[-1] == {"kind": "pause"}
    page.get_by_role("button", name="Resume").click()
    assert _sent(shown)[-1] == {"kind": "resume"}
    page.get_by_role("button", name="Stop").click()
    assert _sent(shown)[-1] == {"kind": "stop"}
    expect(page.locator(".lk-why")).to_contain_text("Stopped at step 2")
    _say(shown, points | {"step": [3], "loss": [1.0], "held": [None]})  # too late: nobody listens
    expect(page.locator(".lk-facts b").first).to_have_text("2")
    page.get_by_role("button", name="Train now").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".lk-why")).to_contain_text("Stopped before the first step")
    page.get_by_role("button", name="Train now").click()
    _say(shown, {"kind": "error", "number": _sent(shown)[-1]["number"], "say": "No <i>text</i>."})
    expect(page.locator(".lk-why")).to_have_text("No <i>text</i>.")
    expect(page.get_by_role("button", name="Train now")).to_be_visible()


def test_what_is_refused_leaves_the_run_before_as_it_was(shown: WidgetPage) -> None:
    shown.show(LiveTraining(preset_entries("zh"), lang="zh", train=Runs("zh").train))
    page, parts = shown.page, (".lk-facts", ".now", ".lk-loss", "figcaption")
    before = [page.locator(part).inner_html() for part in parts]
    page.get_by_label("学习率").fill("abc")
    page.get_by_role("button", name="开始训练").click()
    expect(page.locator(".lk-why")).to_have_text("准备中…")
    assert [page.locator(part).inner_html() for part in parts] == before
    _say(shown, {"kind": "error", "number": _sent(shown)[-1]["number"], "say": "学习率要写成数。"})
    expect(page.locator(".lk-why.bad")).to_have_text("学习率要写成数。")
    assert [page.locator(part).inner_html() for part in parts] == before
    page.get_by_role("button", name="开始训练").click()
    page.get_by_role("button", name="停止").click()
    expect(page.locator(".lk-why")).to_contain_text("还没走完第一步")
    assert [page.locator(part).inner_html() for part in parts] == before


def test_what_was_chosen_and_typed_comes_back_and_nothing_else_is_claimed(
    shown: WidgetPage,
) -> None:
    left = {"preset": "overfits", "text": "我的<b>字", "lr": "abc", "units": "bpe"}
    again = LiveTraining(preset_entries("en"), lang="en", train=Runs("en").train)
    again.kept = left
    shown.show(again)
    page = shown.page
    expect(page.get_by_label("the text to learn from")).to_have_value("我的<b>字")
    expect(page.get_by_label("learning rate")).to_have_value("abc")
    expect(page.get_by_label("steps", exact=True)).to_have_value("400")
    expect(page.get_by_role("button", name="BPE tokens")).to_have_attribute("aria-pressed", "true")
    rote = page.get_by_role("button", name="Learning by rote")
    expect(rote).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".lk-why")).to_contain_text("The picture shows the recorded run")
    expect(page.locator("figcaption")).to_contain_text("Six little stories")
    page.get_by_label("batch").fill("8")
    page.get_by_label("batch").blur()
    kept = [one[1] for one in page.evaluate("sent") if one[0] == "kept"]
    assert kept[-1] == {**left, "batch": "8", "steps": "400"}, "a text of one's own: every knob"
    rote.click()
    kept = [one[1] for one in page.evaluate("sent") if one[0] == "kept"]
    assert kept[-1] == {"preset": "overfits"}
    expect(page.locator(".lk-why")).not_to_contain_text("still here")


def test_a_run_of_ones_own_is_called_so_with_its_size(shown: WidgetPage) -> None:
    shown.show(LiveTraining(preset_entries("en"), lang="en", train=Runs("en").train))
    page = shown.page
    page.locator("summary", has_text="The text to learn from").click()
    page.get_by_label("the text to learn from").fill("x")
    expect(page.locator(".lk-textbox summary")).to_contain_text("1 character, 1 byte")
    page.get_by_label("the text to learn from").fill("我的字" * 200)
    expect(page.locator(".lk-textbox summary")).to_contain_text("600 characters, 1.8\u202fkB")
    _end(shown, [6.0, 4.0, 5.0, 5.5], [5.0, 3.0, 1.0])
    expect(page.locator("figcaption")).to_contain_text("Your own text: 600 characters, 1.8\u202fkB")
    expect(page.locator("figcaption")).not_to_contain_text("everyday")
    expect(page.locator(".lk-head [aria-pressed=true]")).to_have_count(0)
    page.get_by_role("button", name="Everyday sentences").click()
    page.get_by_label("learning rate").fill("0.5")
    _end(shown, [6.0, 4.0, 5.0, 5.5], [5.0, 3.0, 1.0])
    expect(page.locator("figcaption")).to_contain_text("with your settings")
    expect(page.locator("figcaption")).to_contain_text("learning rate 0.5")


def test_the_number_beside_the_curve_is_the_curves_end(shown: WidgetPage) -> None:
    shown.show(LiveTraining(preset_entries("en"), lang="en", train=Runs("en").train))
    losses = [5.0 - i / 4 for i in range(16)]  # the last ten: 3.5 … 1.25, their mean 2.375
    said = _end(shown, [None] * 17, losses)
    assert said == "The training loss went from 5.00 to 2.38."
    expect(shown.page.locator(".lk-facts b").nth(1)).to_have_text("2.38")
    ends = shown.page.evaluate("""() => {
      const chart = hosts[0].querySelector('.lk-loss');
      const lines = [...chart.querySelectorAll('.grid')];
      const [low, next] = lines.map(line => Number(line.getAttribute('y1')));
      const path = chart.querySelector('.curve').getAttribute('d');
      return (low - Number(path.split(' ').pop())) / (low - next);
    }""")  # fmt: skip
    assert ends == pytest.approx(2.375, abs=0.02), "the grid's lines stand one nat apart"
    expect(shown.page.locator("figcaption")).to_contain_text("mean of the last 10 steps")


def test_names_of_curves_never_lie_on_each_other_or_the_line(shown: WidgetPage) -> None:
    shown.show(LiveTraining(preset_entries("en"), lang="en", train=Runs("en").train))
    _end(shown, [5.0, 1.0, 0.1, 0.02], [0.03, 0.02, 0.01])
    tops = """() => [...hosts[0].querySelectorAll('.lk-loss .label')]
      .map(one => Number(one.getAttribute('y'))).sort((a, b) => a - b)"""
    one, two = shown.page.evaluate(tops)
    assert two - one >= 15
    _end(shown, [5.0], [])  # before the first step: the name stands inside the plot
    guess = shown.page.evaluate("() => Number(hosts[0].querySelector('.guess').getAttribute('y1'))")
    (only,) = shown.page.evaluate(tops)
    assert abs(only - 5 - guess) >= 12


def test_a_rate_of_0_and_a_text_seen_before_are_told_as_measured(shown: WidgetPage) -> None:
    shown.show(LiveTraining(preset_entries("en"), lang="en", train=Runs("en").train))
    said = _end(shown, [5.0, 5.0, 5.0], [5.02, 4.98], lr=0)
    assert "not one number moved" in said.lower() and "from" not in said
    said = _end(shown, [5.0, 1.0, 0.1], [5.0, 0.1], unseen=False)
    assert "no unseen text" in said and "on unseen text" not in said


def _end(shown: WidgetPage, held: list[float | None], loss: list[float], **begun: object) -> str:
    page = shown.page
    page.get_by_role("button", name="Train now").click()
    number = _sent(shown)[-1]["number"]
    begin = {"kind": "begin", "ln_v": 5.0, "n_parameter": 9, "kinds": 148, "steps": len(loss),
             "batch": 1, "lr": 0.1, "train": 9, "held": 9, "notes": [], **begun}  # fmt: skip
    points = {"kind": "points", "step": list(range(len(loss) + 1)), "loss": [None, *loss],
              "held": held, "samples": [], "rate": 1.0, "seconds": 1.0, "left": 0.0,
              "tokens": 2}  # fmt: skip
    for said in (begin, points, {"kind": "end", "why": "done", "say": ""}):
        _say(shown, said | {"number": number})
    return page.locator(".lk-why").inner_text()


def test_what_a_run_showed_is_read_off_its_own_curves(shown: WidgetPage) -> None:
    shown.show(LiveTraining(preset_entries("en"), lang="en", train=Runs("en").train))
    said = _end(shown, [6.0, 4.0, 5.0, 5.5], [5.0, 3.0, 1.0])
    assert "lowest at step 1 (4.00)" in said and "rose to 5.50" in said and "overfitting" in said
    said = _end(shown, [6.0, 5.0, 4.0, 3.5], [5.0, 3.0, 1.0])
    assert "went from 5.00 to 3.00, on unseen text from 6.00 to 3.50" in said
    assert "overfitting" not in said
    assert _end(shown, [None] * 4, [5.0, 3.0, 1.0]) == "The training loss went from 5.00 to 3.00."


def test_own_text_travels_as_it_was_typed(shown: WidgetPage) -> None:
    shown.show(LiveTraining(preset_entries("zh"), lang="zh", train=Runs("zh").train))
    page = shown.page
    page.locator("summary", has_text="拿来学的文字").click()
    page.get_by_label("拿来学的文字").fill("<img src=x onerror=boom()>我的字")
    page.get_by_role("button", name="开始训练").click()
    assert _sent(shown)[-1]["text"] == "<img src=x onerror=boom()>我的字"


def test_the_race_is_looked_at_step_by_step_and_run_again(shown: WidgetPage) -> None:
    race = recordings("en")["race"]
    shown.show(RaceView(race, lang="en", train=Runs("en").race))
    page = shown.page
    expect(page.locator(".lk-lane small").nth(1)).to_have_text("ahead")
    page.locator(".lk-scrub").fill("1")
    texts = page.locator(".lk-lane b").all_inner_texts()
    assert len(set(texts)) == 1, "after one batch nobody has moved yet"
    page.get_by_role("button", name="Race now").click()
    assert _sent(shown)[-1] == {"kind": "run", "number": 1}
    _say(shown, {"kind": "points", "number": 1, "lane": 1, "step": [0, 1], "loss": [None, 3.21],
                 "held": [4.0, None]})  # fmt: skip
    expect(page.locator(".lk-lane b").nth(1)).to_have_text("3.21")
    _say(shown, {"kind": "lane-end", "number": 1, "lane": 2, "why": "diverged"})
    expect(page.locator(".lk-lane small").nth(2)).to_have_text("diverged")
    _say(shown, {"kind": "end", "number": 1, "why": "done", "say": ""})
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()


def _made() -> dict[str, Any]:
    rows = [{"t": t, "id": i, "b": t.encode().hex(), "g": i, "s": False} for i, t in
            enumerate(["a", "<b>", "c", "d"])]  # fmt: skip
    return exercise(
        "a<b>cd", rows, [0.5, 0.25, 0.125], [[{"t": "x", "id": 9, "p": 0.5}]] * 3, vocabulary=64,
        step={"rates": [0.1, 1.0], "after": [[0.6, 0.5, 0.1], [0.01, None, 0.1]],
              "loss_before": 1.386, "loss_after": [1.2, None], "norm": 2.0,
              "parts": [{"kind": "embed", "layer": None, "gradient": 2.0, "weight": 4.0},
                        {"kind": "attn", "layer": 0, "gradient": 1.0, "weight": 4.0}]},
    )  # fmt: skip


def test_shift_loss_and_step_speak_of_one_sentence(shown: WidgetPage) -> None:
    made = _made()
    shown.show(ShiftView(exercises=[made], lang="en", title="one"))
    shown.show(LossCurve(exercises=[made], lang="en", title="two"))
    shown.show(StepView(exercises=[made], lang="en", title="three"))
    page = shown.page
    assert page.locator(".lk-shift .in").all_inner_texts() == ["a", "<b>", "c"]
    assert page.locator(".lk-shift .out").all_inner_texts() == ["<b>", "c", "d"]
    page.locator(".lk-shift .out").nth(1).hover()
    expect(page.locator(".lk-read")).to_contain_text("It sees “a<b>” and should guess “c”")
    expect(page.locator(".lk-shift .in.seen")).to_have_count(2)
    expect(page.locator(".lk-bar.hot")).to_have_count(1)
    # −ln p by hand: ln 2, ln 4, ln 8; mean 1.386; perplexity 4
    assert page.locator(".lk-bar code").all_inner_texts() == ["0.69", "1.39", "2.08"]
    sums = page.locator(".lk-sum").first.inner_text()
    assert "1.39" in sums and "4" in sums
    slider = page.get_by_role("slider")
    slider.focus()
    for _ in range(25):
        slider.press("ArrowRight")
    assert "−ln p = 0.69" in (slider.get_attribute("aria-valuetext") or "").replace("-", "−")
    page.get_by_role("button", name="0.1", exact=True).click()
    expect(page.locator(".lk-sum").nth(1)).to_contain_text("1.39 → 1.20")
    expect(page.locator(".lk-sum").nth(1)).to_contain_text("2/3")
    page.get_by_role("button", name="1", exact=True).click()
    expect(page.locator("figcaption").nth(2)).to_contain_text("too long")
    own = {**made, "label": "own", "p": [1.0, 1.0, 1.0], "typed": "own"}
    page.evaluate("own => models[0].answer('own', own)", own)
    shown.settle()
    assert page.locator(".lk-bar code").all_inner_texts() == ["0.00"] * 3
    step = {**made["step"], "after": [[0.999, 0.9991, 0.9], [0.5, None, 0.1]]}
    nearly = {**made, "label": "sure", "p": [1.0, 1.0, 1.0], "typed": "sure", "step": step}
    page.evaluate("own => models[0].answer('own', own)", nearly)
    page.get_by_role("button", name="0.1", exact=True).click()
    assert page.locator(".lk-pair code").first.inner_text() == "100\u202f% → 100\u202f%"
    expect(page.locator(".lk-pair .down")).to_have_count(1)
    page.evaluate("models[0].answer('own', { error: 'No <b>text</b>.' })")
    expect(page.get_by_role("alert")).to_have_text("No <b>text</b>.")


def test_sentences_that_come_later_join_the_list_and_leave_the_picture_alone(
    shown: WidgetPage,
) -> None:
    first = _made()
    shown.show(ShiftView(exercises=[first], lang="en"))
    page = shown.page
    assert page.locator(".lk-pick").input_value() == "0"
    page.evaluate(
        "own => models[0].answer('own', own)", {**first, "label": "mine", "typed": "mine"}
    )
    before = page.locator(".lk-read").inner_text()
    later = [{**first, "label": name} for name in ("second", "third")]
    page.evaluate("all => models[0].answer('exercises', all)", [first, later[0]])
    page.evaluate("all => models[0].answer('exercises', all)", [first, *later])
    options = page.locator(".lk-pick option")
    assert options.all_inner_texts() == [first["label"], "second", "third", "(your own)"]
    assert page.locator(".lk-pick").input_value() == "own"
    assert page.locator(".lk-read").inner_text() == before
    page.locator(".lk-pick").select_option("2")
    page.locator(".lk-pick").select_option("own")


def test_a_sentence_typed_before_the_switch_is_shown_again(shown: WidgetPage) -> None:
    view = ShiftView(exercises=[_made()], lang="en")
    view.answer(lambda text: {**_made(), "label": text, "p": [1.0, 1.0, 1.0]})
    view.typed = "mine"  # answered before the picture stands in the page
    shown.show(view)
    shown.show(LossCurve(exercises=[_made()], lang="en"))
    expect(shown.page.locator(".lk-typed")).to_have_value("mine")
    assert shown.page.locator(".lk-pick").input_value() == "own"
    expect(shown.page.locator(".lk-shift .share").first).to_have_text("100\u202f%")
    assert shown.page.locator(".lk-bar code").all_inner_texts() == ["0.00"] * 3


def test_one_position_is_one_exercise(shown: WidgetPage) -> None:
    made = _made()
    one = exercise("a<b>", made["tokens"][:2], [0.5], [made["top"][0]], vocabulary=64,
                   step={**made["step"], "after": [[0.6], [0.1]]})  # fmt: skip
    shown.show(ShiftView(exercises=[one], lang="en"))
    shown.show(LossCurve(exercises=[one], lang="en"))
    expect(shown.page.locator("figcaption").first).to_contain_text("1 position makes 1 exercise.")
    expect(shown.page.locator(".lk-sum")).to_contain_text("mean loss of 1 position (nats)")


def test_a_typed_sentence_is_sent_on_enter_once(shown: WidgetPage) -> None:
    shown.show(ShiftView(exercises=[_made()], lang="zh"))
    box = shown.page.locator(".lk-typed")
    box.fill("小猫")
    assert ["set"] not in shown.page.evaluate("sent")
    box.press("Enter")
    box.blur()
    typed = [one for one in shown.page.evaluate("sent") if one[0] == "typed"]
    assert typed == [["typed", "小猫"]]


def test_the_real_run_is_walked_through_on_a_phone_in_the_dark(chromium: Any) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark")
    shown = WidgetPage(context.new_page())
    shown.page.evaluate("document.body.className = 'dark'")
    real = lesson.real_run("zh")
    shown.show(RunView(run=real.run, ln_v=real.ln_v, lang="zh", title="图"))
    first = real.run["samples"][0]
    shown.page.locator(".lk-scrub").fill("0")
    expect(shown.page.locator(".lk-prompts h4")).to_contain_text(f"第 {first[0]} 步")
    assert next(iter(first[1].values())) in shown.page.locator(".lk-prompts").inner_text()
    wide = shown.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390 and shown.problems == []
    context.close()


def test_a_run_broken_off_by_a_new_one_that_is_refused_has_stopped(shown: WidgetPage) -> None:
    shown.show(LiveTraining(preset_entries("en"), lang="en", train=Runs("en").train))
    page = shown.page
    page.get_by_role("button", name="Train now").click()
    begin = {"kind": "begin", "number": 1, "ln_v": 5.0, "n_parameter": 9, "kinds": 148,
             "steps": 40, "batch": 1, "lr": 0.1, "train": 9, "held": 9, "notes": []}  # fmt: skip
    points = {"kind": "points", "number": 1, "step": [0, 1], "loss": [None, 5.0], "tokens": 2,
              "held": [5.0, None], "samples": [], "rate": 1.0, "seconds": 1.0,
             "left": 39.0}  # fmt: skip
    for said in (begin, points):
        _say(shown, said)
    expect(page.locator(".lk-facts")).to_contain_text("39 s left".replace(" s", "\u202fs"))
    page.get_by_role("button", name="Start again").click()
    _say(shown, {"kind": "error", "number": 2, "say": "No."})
    expect(page.locator(".lk-why.bad")).to_have_text("No.")
    expect(page.locator(".lk-facts")).to_contain_text("1.0\u202fs taken")
    expect(page.locator(".lk-loss .curve")).to_have_count(2)
