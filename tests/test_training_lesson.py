"""Chapter 07: every number its captions show, the shared model untouched, runs that end."""

from __future__ import annotations

import csv
import json
import math
import re
import threading
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from types import SimpleNamespace
from typing import Any, cast

import pytest
import torch
from torch.nn import functional as F

from lesson_kit.app import training_lesson as lesson
from lesson_kit.app import training_words as words
from lesson_kit.app.guard import UnusableTextError
from lesson_kit.app.header import Page
from lesson_kit.app.training_presets import RACE, our_bpe, presets
from lesson_kit.app.training_recorded import preset_entries, recordings
from lesson_kit.app.training_runs import Runs
from lesson_kit.places import asset
from lesson_kit.show.html import rich
from lesson_kit.show.memory_table import Asked, memory_table, share
from lesson_kit.show.widgets.live_training import LONGEST_TYPED, LiveTraining
from lesson_kit.show.widgets.run_view import read_diary
from lesson_kit.show.widgets.worker import Worker
from lesson_kit.train.live_plan import prepare
from lesson_kit.train.private import fingerprint, one_step, private_copy
from lesson_kit.weights.registry import LoadedModel, load


@pytest.fixture(scope="module")
def loaded() -> LoadedModel:
    return load("classroom-base", device="cpu")


TEXT = "今天天气很好，我们去公园。"


# ── L1, L2, L3: one sentence ───────────────────────────────────────────────────────


def test_probabilities_and_loss_by_hand(loaded: LoadedModel) -> None:
    ids = loaded.encode(TEXT)
    made = lesson.exercise_of(loaded, TEXT, ids)
    with torch.inference_mode():
        for i, p in enumerate(made["p"]):  # each position alone: nothing later can leak in
            alone = loaded.model(torch.tensor([ids[: i + 1]]))[0, -1].softmax(-1)
            assert p == pytest.approx(float(alone[ids[i + 1]]), rel=1e-3, abs=1e-7)
            assert made["top"][i][0]["p"] == pytest.approx(float(alone.max()), rel=1e-3)
            assert made["top"][i][0]["id"] == int(alone.argmax())
    by_hand = sum(-math.log(p) for p in made["p"]) / len(made["p"])
    assert made["step"]["loss_before"] == pytest.approx(by_hand, rel=1e-4)
    assert made["vocabulary"] == loaded.model.config.vocab_size
    assert [token["id"] for token in made["tokens"]] == ids


def test_one_step_is_plain_gradient_descent(loaded: LoadedModel) -> None:
    ids = loaded.encode(TEXT)
    step = one_step(loaded.model, ids, (0.003, 0.01))
    copy = private_copy(loaded.model)
    text = torch.tensor([ids])
    loss = F.cross_entropy(copy(text[:, :-1])[0], text[0, 1:])
    loss.backward()
    squares = 0.0
    with torch.no_grad():
        for parameter in copy.parameters():
            assert parameter.grad is not None
            squares += float(parameter.grad.square().sum())
            parameter -= 0.01 * parameter.grad
        after = F.cross_entropy(copy(text[:, :-1])[0], text[0, 1:])
    assert step.loss_before == pytest.approx(loss.item(), rel=1e-5)
    assert step.loss_after[1] == pytest.approx(float(after), rel=1e-3)
    assert step.gradient_norm == pytest.approx(math.sqrt(squares), rel=1e-4)
    assert math.sqrt(sum(part.gradient**2 for part in step.parts)) == pytest.approx(
        step.gradient_norm
    )
    config = loaded.model.config
    assert sum(part.n_parameter for part in step.parts) == config.n_parameter()
    assert len(step.parts) == 2 * config.n_layer + 2
    by_hand = -sum(math.log(p) for p in step.after[1]) / len(step.after[1])
    assert by_hand == pytest.approx(step.loss_after[1], rel=1e-4)


def _at_once(loaded: LoadedModel, make: Any, *what: Any) -> Any:
    return make(loaded, *what)


def test_some_rate_helps_and_the_largest_overshoots(loaded: LoadedModel) -> None:
    pages = [
        cast(Page, SimpleNamespace(model=loaded, lang=lang, once=partial(_at_once, loaded)))
        for lang in ("zh", "en")
    ]
    for made in [one for page in pages for one in lesson.prepared_exercises(page)]:
        step = made["step"]
        losses = [loss for loss in step["loss_after"] if loss is not None]
        assert min(losses) < step["loss_before"]
        assert step["loss_after"][-1] is None or step["loss_after"][-1] > min(losses)


def test_a_single_token_is_refused(loaded: LoadedModel) -> None:
    with pytest.raises(UnusableTextError):
        lesson.exercise_of(loaded, "", loaded.encode("")[:1])
    with pytest.raises(ValueError, match="two tokens"):
        one_step(loaded.model, [1], (0.1,))


# ── L6 and the promise: the shared model never moves ───────────────────────────────


def test_a_fingerprint_tells_one_changed_number(loaded: LoadedModel) -> None:
    copy = private_copy(loaded.model)
    assert fingerprint(copy) == fingerprint(loaded.model)
    with torch.no_grad():
        copy.embed.weight[17, 3] += 1e-6
    assert fingerprint(copy) != fingerprint(loaded.model)
    assert not any(p.requires_grad for p in loaded.model.parameters())


def test_two_viewers_at_once_leave_the_shared_model_as_it_was(loaded: LoadedModel) -> None:
    before = fingerprint(loaded.model)
    alone = lesson.exercise_of(loaded, TEXT, loaded.encode(TEXT))
    results: dict[int, Any] = {}
    together = threading.Barrier(2)

    def viewer(n: int) -> None:
        together.wait(timeout=60)
        made = lesson.exercise_of(loaded, TEXT, loaded.encode(TEXT))
        request = dict(preset="sentence", lr="0.003", batch="16", steps="8", text=None)
        told = list(Runs("zh").train(request))
        results[n] = (made["step"]["loss_after"], told[-1]["why"], fingerprint(loaded.model))

    threads = [threading.Thread(target=viewer, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=240)
    assert set(results) == {0, 1}
    for losses, why, now in results.values():
        assert losses == pytest.approx(alone["step"]["loss_after"], rel=1e-3)
        assert why == "done" and now == before
    assert fingerprint(loaded.model) == before


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_telling_changes_nothing_and_training_does(loaded: LoadedModel, lang: Any) -> None:
    fact, before = lesson.FACT[lang], fingerprint(loaded.model)
    asked = lesson.known_word(loaded, loaded.model, fact.question, fact.word)
    ids = [*loaded.encode(fact.question), *loaded.tokenizer.encode(fact.word)]
    start, by_hand = len(loaded.encode(fact.question)), 1.0
    with torch.inference_mode():
        for i in range(start, len(ids)):
            by_hand *= float(loaded.model(torch.tensor([ids[:i]]))[0, -1].softmax(-1)[ids[i]])
    assert asked == pytest.approx(by_hand, rel=1e-3)
    told = lesson.known_word(loaded, loaded.model, fact.told + fact.question, fact.word)
    assert told > 2 * asked, "told in the conversation, it knows"
    student = private_copy(loaded.model)
    optimizer = torch.optim.AdamW(student.parameters(), lr=3e-4)
    text = torch.tensor([loaded.encode(fact.lesson)])
    for _ in range(5):
        optimizer.zero_grad()
        F.cross_entropy(student(text[:, :-1])[0], text[0, 1:]).backward()
        optimizer.step()
    assert lesson.known_word(loaded, student, fact.question, fact.word) > max(0.2, 2 * asked)
    assert lesson.known_word(loaded, loaded.model, fact.question, fact.word) == asked
    assert fingerprint(student) != before == fingerprint(loaded.model)


def test_the_table_escapes_and_marks_what_moved() -> None:
    rows = [Asked("a", "<script>x</script>", "y", 0.5, "1" * 64), Asked("b", "", "", 1, "2" * 64)]
    markup = memory_table(rows, word=rich("w"), lang="en")
    assert "<script>" not in markup and "50\u202f%" in markup
    assert markup.count("class=other") == 1
    names = re.findall(r'<td data-head="([^"]*)">', markup)  # on a phone they stand in the rows
    assert names == 2 * ["", "What the model reads", "It goes on", "p of “w”", "All its numbers"]


# ── L4, L5: runs as messages ───────────────────────────────────────────────────────


def _request(**more: object) -> dict[str, object]:
    return {"preset": "everyday", "text": None, "lr": "0.003", "batch": "4", "steps": "3",
            "units": "characters", **more}  # fmt: skip


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    "bad",
    [dict(text=""), dict(text="x"), dict(lr="fast"), dict(lr="-1"), dict(lr=None),
     dict(batch="0"), dict(batch="many"), dict(batch="2.5"), dict(steps="1,000"),
     dict(steps="1e99"), dict(steps={})],
    ids=str,
)  # fmt: skip
def test_bad_requests_get_one_sentence_and_end(lang: Any, bad: dict[str, object]) -> None:
    told = list(Runs(lang).train(_request(**bad)))
    assert [one["kind"] for one in told] == ["error"]
    assert told[0]["say"].endswith("。" if lang == "zh" else ".")
    assert "Error" not in told[0]["say"]


def test_numbers_are_read_as_people_write_them() -> None:
    for lr in ("0,003", "0.003", "０．００３", " 3e-3 "):
        begin, *_ = Runs("en").train(_request(lr=lr, batch="４", steps="3 ", text="一二三" * 60))
        assert (begin["lr"], begin["batch"], begin["steps"]) == (0.003, 4, 3)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_prepared_texts_hold_out_what_is_unseen(lang: Any) -> None:
    for one in presets(lang):
        assert prepare(one.plan, our_bpe()).unseen, one.key


def test_nan_never_reaches_the_page() -> None:
    told = list(Runs("en").train(_request(lr="1e9", steps="40")))
    assert told[-1]["kind"] == "end" and told[-1]["why"] == "diverged"
    assert "Diverged" in told[-1]["say"]
    json.dumps(told, allow_nan=False)


@pytest.mark.parametrize(
    ("odd", "zh", "en"),
    [(dict(lr="0"), "一步也不走", "no step is taken"),
     (dict(text="天地人" * 40_000, steps="1", batch="1"), "只用开头的 200 kB", "first 200 kB"),
     (dict(text="小猫追小狗。", batch="300"), "批量从 300 减到", "batch went from 300 down"),
     (dict(text="小猫追小狗。"), "只画训练损失", "only the training loss"),
     (dict(lr="1e6", steps="200", text="小猫追小狗。" * 30), "发散", "Diverged")],
    ids=["rate 0", "360 kB", "large batch", "one sentence", "huge rate"],
)  # fmt: skip
def test_odd_requests_run_and_say_what_is_odd(odd: dict[str, object], zh: str, en: str) -> None:
    for lang, sentence in (("zh", zh), ("en", en)):
        begin, *_, end = Runs(lang).train(_request(**odd))  # type: ignore[arg-type]
        assert begin["kind"] == "begin" and end["kind"] == "end"
        said = " ".join([*begin["notes"], end["say"]])
        assert sentence in said
        assert end["why"] == ("diverged" if zh == "发散" else "done")


def test_own_text_in_tokens_of_our_vocabulary() -> None:
    request = _request(text="I like tea. I like tea. <b>tea</b>", units="bpe", batch="999")
    begin, *_, end = Runs("en").train(request | {"batch": "400"})
    assert begin["kind"] == "begin" and begin["kinds"] < 20 and begin["batch"] < 400
    assert any("batch went from 400" in note for note in begin["notes"])
    assert end["why"] == "done"


def test_the_race_is_three_runs_with_one_seed() -> None:
    running = Runs("en").race({})
    begin = next(running)
    assert begin["rates"] == list(RACE)
    first: dict[int, float | None] = {}
    for said in running:
        if said["kind"] == "points":
            for step, loss in zip(said["step"], said["loss"], strict=True):
                if step == 1:
                    first[said["lane"]] = loss
        if len(first) == 3:
            break
    assert len(set(first.values())) == 1, "the first loss is measured before any step is taken"


# ── the recorded runs ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_recorded_runs_are_runs_of_these_very_texts(lang: Any) -> None:
    said = recordings(lang)
    assert said["on"]
    for preset in presets(lang):
        run, prepared = said["runs"][preset.key], prepare(preset.plan, our_bpe())
        assert run["ln_v"] == pytest.approx(prepared.ln_v)
        assert run["n_parameter"] == prepared.config.n_parameter() <= 1_000_000
        assert (run["lr"], run["steps"]) == (preset.plan.lr, preset.plan.steps)
        steps = run["points"]["step"]
        assert steps == list(range(len(steps))) and len(run["points"]["loss"]) == len(steps)
    by_key = said["runs"]
    assert by_key["diverges"]["end"] == "diverged"
    assert by_key["diverges"]["points"]["loss"][-1] > 2 * by_key["diverges"]["ln_v"]
    assert by_key["everyday"]["points"]["loss"][-1] < 0.4 * by_key["everyday"]["ln_v"]
    assert words.rote(by_key["overfits"]).outcome == 1
    slow, right, wild = words.race_lanes(said["race"])
    assert right.last < slow.last < said["race"]["ln_v"] < wild.last
    assert [slow.diverged, right.diverged, wild.diverged] == [False, False, True]
    assert said["race"]["rates"] == list(RACE)


def _lane(losses: list[float | None], end: str = "done") -> dict[str, Any]:
    return {"step": list(range(len(losses))), "loss": losses, "held": losses, "end": end}


def test_the_race_is_told_as_its_curves_show_it() -> None:
    falls = [None, *(5 - 0.04 * i for i in range(100))]
    stuck: list[float | None] = [None, *(4.5 for _ in range(100))]
    wild: list[float | None] = [None, 5.0, *(90.0 for _ in range(30))]
    race = {"rates": [0.1, 0.2, 3.0], "ln_v": 5.0,
            "runs": [_lane(stuck), _lane(falls), _lane(wild, "diverged")]}  # fmt: skip
    a, b, c = words.race_lanes(race)
    assert (a.diverged, a.falling, b.falling) == (False, False, True)
    assert c.diverged and c.step == 31
    en, zh = words.race_story(race, "en"), words.race_story(race, "zh")
    assert "0.1 is stuck at 4.50" in en and f"0.2 reaches {b.last:.2f}, the lowest" in en
    assert "3 diverged" in en and "at step 31 the loss is 90" in en and "ln V = 5.00" in en
    assert "0.1 停在 4.50" in zh and "0.2 走到" in zh and "最低" in zh and "3 发散了" in zh
    # nobody is said to have diverged who did not, and a rate above guessing is, even if it went on
    race["runs"] = [_lane(falls), _lane(stuck), _lane([None, *(5.5 for _ in range(100))])]
    said = words.race_story(race, "en")
    assert "0.1 reaches" in said and "0.2 is stuck" in said and "3 diverged" in said
    slow = [None, *(5 - 0.01 * i for i in range(100))]
    race["runs"] = [_lane(slow), _lane(falls), _lane(slow)]
    assert "diverged" not in words.race_story(race, "en")
    assert words.race_story(race, "en").count("still falling, only not as fast") == 2


def _rote(held: list[float]) -> words.Rote:
    return words.rote({"points": {"held": [None, *held], "loss": [None, 3.0, 1.0]}})


def test_learning_by_rote_is_called_so_only_where_the_curve_climbs() -> None:
    climbs, falls, flat = _rote([6, 4, 5]), _rote([6, 5, 4]), _rote([6, 6.2, 6.4])
    assert [one.outcome for one in (climbs, falls, flat)] == [1, 0, 2]
    assert "with more confidence" in climbs.story("en") and "更有把握" in climbs.story("zh")
    assert "confidence" not in falls.story("en") and "4.00" in falls.story("zh")
    with pytest.raises(ValueError, match="held-out"):
        words.rote({"points": {"held": [None], "loss": [1.0]}})


def test_a_longer_step_is_said_to_jump_only_when_it_did() -> None:
    rates = (0.1, 0.2, 0.3)
    assert words.after_the_best(rates, (3.0, 2.0, 9.0), "en")[:2] == (0.2, 2.0)
    assert "with 0.3 it is 9.00" in words.after_the_best(rates, (3.0, 2.0, 9.0), "en")[2]
    assert "不再是一个数" in words.after_the_best(rates, (3.0, 2.0, None), "zh")[2]
    assert "not tried" in words.after_the_best(rates, (3.0, 2.0, 1.0), "en")[2]
    with pytest.raises(ValueError, match="no rate"):
        words.after_the_best(rates, (None, None, None), "en")


def test_a_recorded_run_can_be_made_again() -> None:
    said = recordings("zh")["runs"]["sentence"]
    plan = {one.key: one.plan for one in presets("zh")}["sentence"]
    first = list(islice(Runs("zh").messages(plan), 3))
    again = [loss for one in first[1:] for loss in one["loss"]]
    assert again[1:3] == pytest.approx(said["points"]["loss"][1:3], abs=5e-3)


# ── L7 ─────────────────────────────────────────────────────────────────────────────


def test_the_real_run_is_what_its_log_says(loaded: LoadedModel) -> None:
    real = lesson.real_run("en")
    with open(asset("models", "classroom-base", "log.csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert real.run["steps"] == int(rows[-1]["step"])
    assert real.run["tokens"] == int(rows[-1]["tokens"])
    assert real.run["train"]["loss"][-1] == float(rows[-1]["train_loss"])
    held = [float(row["held_out_tatoeba"]) for row in rows if row["held_out_tatoeba"]]
    assert real.run["held"]["Tatoeba"]["loss"][-1] == held[-1]
    assert real.run["samples"][-1][1]["The weather is"]
    assert real.n_parameter == sum(p.numel() for p in loaded.model.parameters())
    assert real.ln_v == pytest.approx(math.log(loaded.model.config.vocab_size))
    steps = real.run["train"]["step"]
    assert steps == sorted(set(steps))


def test_steps_done_twice_count_once() -> None:
    lines = ["step,tokens,train_loss,held_out_x,seconds,lr,samples",
             "1,10,5,,1,0,", "2,20,4,3,2,0,", "3,30,3,,3,0,",
             "2,20,3.5,2.9,5,0,", "4,40,2,,7,0,"]  # fmt: skip
    run = read_diary(lines, {"held_out_x": "X"})
    assert run["train"] == {"step": [1, 2, 4], "loss": [5, 3.5, 2]}
    assert run["held"] == {"X": {"step": [2], "loss": [2.9]}}
    assert run["again"] == [1], "the picture says where the run went on from"
    with pytest.raises(ValueError, match="no rows"):
        read_diary(lines[:1], {})


# ── the thread behind the picture ──────────────────────────────────────────────────


class _Sent(list[dict[str, Any]]):
    def __init__(self) -> None:
        super().__init__()
        self.news = threading.Condition()

    def __call__(self, content: Any, buffers: object = None) -> None:
        with self.news:
            self.append(content)
            self.news.notify_all()

    def until(self, number: int) -> None:
        with self.news:
            assert self.news.wait_for(lambda: len(self) >= number, timeout=30)


def _endless() -> Iterator[dict[str, Any]]:
    n = 0
    while True:
        yield {"kind": "points", "n": n}
        n += 1


def _ended(thread: threading.Thread | None) -> bool:
    assert thread is not None
    thread.join(timeout=30)
    return not thread.is_alive()


def test_a_page_that_is_gone_leaves_no_thread_behind() -> None:
    worker = Worker(_endless(), lambda message: None, patience=0.2)
    worker.start()
    assert _ended(worker)
    held = Worker(_endless(), lambda message: None, patience_while_held=0.2)
    held.hold(True)
    held.start()
    assert _ended(held)


def test_a_held_worker_waits_goes_on_and_stops() -> None:
    sent = _Sent()
    worker = Worker(_endless(), sent, number=7)
    worker.start()
    sent.until(3)
    worker.hold(True)
    # What was under way may still come; then nothing more, however long it is heard.
    settled = -1
    for _ in range(200):
        if settled == len(sent):
            break
        settled = len(sent)
        worker.heard()
        threading.Event().wait(0.05)
    assert settled == len(sent)
    worker.hold(False)
    sent.until(settled + 3)
    worker.stop()
    assert _ended(worker)
    assert {message["number"] for message in sent} == {7}


def test_a_page_that_answers_no_more_costs_nothing_from_then_on() -> None:
    sent = _Sent()
    worker = Worker(_endless(), sent, unanswered=0.3, patience=30)
    worker.start()
    sent.until(5)
    # It waits for the answer now, well before its patience ends; the first one sends it on.
    settled, since = -1, time.monotonic()
    while settled != len(sent) and time.monotonic() - since < 20:
        settled = len(sent)
        threading.Event().wait(0.6)
    assert settled == len(sent) and worker.is_alive()
    worker.heard()
    sent.until(settled + 3)
    worker.stop()
    assert _ended(worker)


def test_a_picture_taken_off_the_page_is_sent_nothing_more() -> None:
    off, sent = threading.Event(), _Sent()
    worker = Worker(_endless(), sent, gone=off.is_set)
    worker.start()
    sent.until(3)
    off.set()
    assert _ended(worker)
    held = Worker(_endless(), sent, gone=off.is_set)
    held.hold(True)
    held.start()
    assert _ended(held), "also while it is held"
    before = len(sent)

    def broken() -> Iterator[dict[str, Any]]:
        yield from ()
        raise RuntimeError("broken on purpose")

    failing = Worker(broken(), sent, gone=off.is_set)
    failing.start()
    assert _ended(failing) and len(sent) == before


def test_a_run_ends_when_its_channel_to_the_page_is_closed(
    picture: tuple[LiveTraining, _Sent],
) -> None:
    """As marimo does it when the cell runs again: the picture itself is not told."""
    widget, sent = picture
    request = _request(preset="sentence", steps="4000")
    widget._receive(widget, {"kind": "run", "number": 1, **request}, None)
    sent.until(2)
    widget.comm.close()  # type: ignore[union-attr]
    assert _ended(widget._worker)


def test_what_a_window_keeps_of_the_first_figure_is_what_was_typed() -> None:
    page = Page("07", "en", None, None, ())  # type: ignore[arg-type]
    entries = preset_entries("en")
    first = lesson.as_left(page, LiveTraining(entries, lang="en", train=Runs("en").train))
    assert first.kept == {}
    left = {"preset": "other", "text": "我的字" * 100_000, "lr": "-1", "batch": 5, "odd": "x",
            "steps": "\ud83d"}  # fmt: skip
    first.kept = left
    again = lesson.as_left(page, LiveTraining(entries, lang="zh", train=Runs("zh").train))
    assert again.kept == {"preset": "other", "text": ("我的字" * 100_000)[:LONGEST_TYPED],
                          "lr": "-1", "steps": "\ufffd"}  # fmt: skip
    first.kept = {"preset": 3}
    assert lesson.as_left(page, LiveTraining(entries, lang="zh")).kept == {}


def test_large_numbers_and_shares_as_each_language_says_them() -> None:
    assert words.large(30_604_000, "zh") + "个词元" == "3\u202f060 万个词元"
    assert words.large(6_502_144, "zh") == "650 万"
    assert words.large(30_604_000, "en") == "30.6 million"
    assert [share(p) for p in (0.0, 0.0004, 0.0127, 0.62, 1.0)] == [
        "<\u202f0.1\u202f%", "<\u202f0.1\u202f%", "1.3\u202f%", "62\u202f%", "100\u202f%",
    ]  # fmt: skip


def test_a_failing_run_tells_the_page() -> None:
    def broken() -> Iterator[dict[str, Any]]:
        yield {"kind": "begin"}
        raise RuntimeError("broken on purpose")

    sent = _Sent()
    worker = Worker(broken(), sent)
    worker.start()
    assert _ended(worker)
    assert [message["kind"] for message in sent] == ["begin", "error"]


@pytest.fixture
def picture(monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTraining, _Sent]:
    sent = _Sent()
    monkeypatch.setattr(LiveTraining, "send", lambda self, content, buffers=None: sent(content))
    widget = LiveTraining(preset_entries("en")[-1:], lang="en", train=Runs("en").train)
    return widget, sent


def test_start_twice_stop_in_the_first_step_and_close(picture: tuple[LiveTraining, _Sent]) -> None:
    widget, sent = picture
    request = _request(preset="sentence", steps="4000")
    widget._receive(widget, {"kind": "run", "number": 1, **request}, None)
    first = widget._worker
    widget._receive(widget, {"kind": "stop"}, None)  # before its first step is done
    assert _ended(first)
    widget._receive(widget, {"kind": "run", "number": 2, **request}, None)
    second = widget._worker
    widget._receive(widget, {"kind": "run", "number": 3, **request}, None)
    third = widget._worker
    assert _ended(second) and third is not None and third is not second
    before = len(sent)
    sent.until(before + 2)
    widget._receive(widget, {"kind": "pause"}, None)
    widget._receive(widget, {"kind": "heard"}, None)
    widget.close()
    assert _ended(third)
    assert {message["number"] for message in sent[before:]} <= {2, 3}
    for nonsense in (None, 5, {"kind": "other"}, {"kind": "pause"}):
        widget._receive(widget, nonsense, None)


def test_messages_come_a_few_times_a_second() -> None:
    started = time.monotonic()
    request = _request(preset="sentence", steps="300", batch="1")
    told = list(Runs("en").train(request))
    seconds = time.monotonic() - started
    looks = 300 // 20 + 1
    assert len(told) <= 3 + looks + 4.5 * seconds
    steps = [s for one in told if one["kind"] == "points" for s in one["step"]]
    assert steps == list(range(301)), "no step is lost by putting them together"
