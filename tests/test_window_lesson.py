"""Chapter 11's seam: requests at every window size, answers asked once, summaries that fit."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tiny import CLASSROOM, byte_level, hugging_face, save_folder

from lesson_kit.app import window_answers
from lesson_kit.app.guard import UnusableTextError
from lesson_kit.app.record_window import record
from lesson_kit.app.window_answers import Answers, NotAskedError
from lesson_kit.app.window_before import note_read, notes, system_lines
from lesson_kit.app.window_entries import LONGEST_LINE, LONGEST_SUMMARY
from lesson_kit.app.window_facts import RECALL
from lesson_kit.app.window_lesson import POLICIES, WindowLesson
from lesson_kit.app.window_page import WindowRuns, remembering
from lesson_kit.app.window_questions import NOTES, OTHERS_NOTE, SUMMARY
from lesson_kit.app.window_recall import (
    LENGTHS,
    PLACES,
    RecallPoint,
    lay_out,
    recall_points,
    recall_result,
    recall_work,
)
from lesson_kit.app.window_summary import language_of
from lesson_kit.app.window_talk import LONGEST_TALK
from lesson_kit.app.window_texts import CONVERSATIONS, Conversation
from lesson_kit.app.window_ways import BUDGETS, follow_ups, summaries
from lesson_kit.context import count
from lesson_kit.model import TransformerConfig, new_model
from lesson_kit.show.numbers import grouped
from lesson_kit.show.widgets.window_view import WindowView
from lesson_kit.show.words import Lang
from lesson_kit.text import Tokenizer
from lesson_kit.text.chat import Message
from lesson_kit.weights import ModelError, load
from lesson_kit.weights.cards import Card
from lesson_kit.weights.registry import LoadedModel

LANGS: tuple[Lang, ...] = ("zh", "en")
both_languages = pytest.mark.parametrize("lang", LANGS)


@pytest.fixture
def loaded() -> LoadedModel:
    """An untrained model with room for the conversations; each test has its own book of answers."""
    return _untrained(1536)


def _untrained(window: int) -> LoadedModel:
    raw = byte_level(CLASSROOM)
    config = TransformerConfig(
        vocab_size=raw.get_vocab_size(), d_model=16, n_layer=1, n_head=2, n_kv_head=1, d_head=8,
        d_ff=16, max_seq_len=window,
    )  # fmt: skip
    card = Card(
        name="tiny", title={"zh": "小不点", "en": "Tiny"}, about={"zh": "测试", "en": "test"},
        licence="MIT", source="", languages=("zh", "en"), config=config, files={},
    )  # fmt: skip
    return LoadedModel(new_model(config, seed=3).eval(), Tokenizer(raw.to_str()), card)


class Scripted(Answers):
    """Answers by rule instead of by model: what reaches the model is written down."""

    def __init__(self, loaded: LoadedModel, rule: Any) -> None:
        super().__init__(loaded)
        self.rule, self.heard = rule, []

    def say(self, messages: Any, limit: int = 28) -> tuple[str, bool]:
        self.heard.append([one.content for one in messages])
        return self.rule(messages)


@both_languages
def test_every_window_size_holds_what_its_request_says(loaded: LoadedModel, lang: Lang) -> None:
    lesson = WindowLesson(Answers(loaded))
    for talk in CONVERSATIONS[lang]:
        plan = lesson.plan(talk)
        tokens = [m["tokens"] for m in plan["messages"]]
        prompt = lesson.answers.chat.prompt(talk.messages)
        assert plan["frame"] + sum(tokens) == len(prompt)
        assert set(plan["plans"]) == set(POLICIES)
        for policy, places in plan["plans"].items():
            assert len(places) == len(plan["sizes"])
            for size, place in zip(plan["sizes"], places, strict=True):
                one = plan["requests"][place]
                if one["refused"]:
                    assert one["needed"] > size
                    continue
                assert one["used"] == plan["frame"] + sum(tokens[i] for i in one["sent"])
                assert one["used"] + plan["reserve"] <= size, (policy, size)
                assert sorted(one["sent"] + one["dropped"]) == list(range(len(tokens)))
        last = {plan["plans"][policy][-1] for policy in POLICIES}
        assert len(last) == 1 and not plan["requests"][last.pop()]["dropped"]
        assert plan["requests"][plan["plans"]["all"][0]]["refused"] == "too long"


@both_languages
def test_prepared_conversations_are_sound(lang: Lang) -> None:
    for talk in CONVERSATIONS[lang]:
        said = " ".join(one.content for one in talk.messages[:-1])
        assert talk.messages[0].role == "system" and talk.messages[-1].role == "user"
        assert 8 <= len(talk.messages) <= 12
        for fact in talk.facts:
            assert fact.words.casefold() in said.casefold()
            early = " ".join(one.content for one in talk.messages[:5])
            assert fact.words.casefold() in early.casefold()
        assert talk.right
        assert all(one.count("[") == one.count("]") == 1 for one in talk.right)
    assert language_of(CONVERSATIONS[lang][0].messages) == lang
    assert language_of([]) == "en"


def test_whole_conversations_fit_the_classroom_window() -> None:
    lesson = WindowLesson(Answers(load("classroom-base", device="cpu")))
    for lang in LANGS:
        for talk in CONVERSATIONS[lang]:
            assert lesson.plan(talk)["sizes"][-1] <= 512


def test_the_model_is_asked_once_and_looking_asks_nothing(loaded: LoadedModel) -> None:
    answers = Answers(loaded)
    talk = [Message("user", "今天天气很好。")]
    with pytest.raises(NotAskedError):
        answers.quiet().say(talk)
    with pytest.raises(NotAskedError):
        answers.quiet().chance(talk, ["[很好]"])
    first = answers.say(talk), answers.chance(talk, ["[很好]。", "不[好]"])
    expected = [answers.chat.expects(talk, one).probability for one in ("[很好]", "不[好]")]
    assert first[1] == pytest.approx(sum(expected), rel=1e-3)
    asked: list[object] = []
    answers.chat.answer = lambda *a, **k: asked.append(a)  # type: ignore[assignment, method-assign]
    assert (answers.say(talk), answers.chance(talk, ["[很好]。", "不[好]"])) == first
    assert answers.quiet().say(talk) == first[0] and not asked


def test_recorded_answers_count_only_for_the_weights_they_came_from(
    loaded: LoadedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = [Message("user", "hi")]
    asked = Answers(loaded)
    asked.say(talk)
    (key,) = asked.used
    path = tmp_path / "recorded.json"
    path.write_text(f'{{"model": "abc", "answers": {{"{key}": ["recorded!", true]}}}}', "utf-8")
    monkeypatch.setattr(window_answers, "asset", lambda *_: path)
    assert Answers(loaded).say(talk) == asked.say(talk)
    card = Card(**{**vars(loaded.card), "files": {"model.safetensors": "abc"}})
    recorded = LoadedModel(loaded.model, loaded.tokenizer, card)
    assert Answers(recorded).say(talk) == ("recorded!", True)


@pytest.mark.parametrize("most", [0, 5, 14, 22, 44, 200])
@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("Summary: The user is Emma. Emma likes tea. Emma lives in London.", True),
        ("The user is Emma. Emma likes", False),
        ("no full stop at all " * 30, False),
        ("", True),
    ],
)
def test_a_summary_never_takes_more_than_it_may_and_is_never_half_a_sentence(
    loaded: LoadedModel, most: int, text: str, ended: bool
) -> None:
    answers = Scripted(loaded, lambda _: (text, ended))
    lesson = WindowLesson(answers)
    old = count(loaded.tokenizer, CONVERSATIONS["en"][0].messages[1:-1])
    note = lesson.summary(old, most, "en")
    whole = text.removeprefix("Summary:").strip()
    if note is not None:
        assert note.role == "system" and note.tokens <= most
        body = note.content.removeprefix(SUMMARY["en"].note)
        assert whole.startswith(body) and body
        assert (body == whole and ended) or body.endswith(".")
    if most == 200 and text.startswith("Summary"):
        assert note is not None and note.content.endswith("London.")
        assert len(answers.heard) == 1
    if most < 8:
        assert note is None and not answers.heard


def test_the_summary_replaces_exactly_what_fell_out(loaded: LoadedModel) -> None:
    talk = CONVERSATIONS["en"][0]

    def rule(messages: Any) -> tuple[str, bool]:
        if messages[-1].content.startswith(SUMMARY["en"].request):
            return "Summary: Bean.", True
        return ("Bean" if any("Bean" in m.content for m in messages) else "no"), True

    answers = Scripted(loaded, rule)
    answers.chance = lambda *_: 0.5  # type: ignore[method-assign]
    lesson = WindowLesson(answers)
    plan = lesson.plan(talk)
    tokens = [m["tokens"] for m in plan["messages"]]
    size = plan["sizes"].index(next(n for n in plan["sizes"] if n >= 0.7 * sum(tokens)))
    request = plan["requests"][plan["plans"]["summary"][size]]
    outcome = lesson.outcome(talk, request)
    dropped = [talk.messages[i].content for i in request["dropped"]]
    asked = [h for h in answers.heard if h[-1].startswith(SUMMARY["en"].request)]
    assert dropped in [h[:-1] for h in asked]
    assert all(h[0] == talk.messages[1].content for h in asked)  # the oldest turn, no system line
    assert outcome["note"]["text"] == SUMMARY["en"].note + "Bean."
    assert outcome["facts"][0] == {"kept": True, "ask": talk.facts[0].ask, "said": "Bean"}
    oldest = plan["requests"][plan["plans"]["oldest"][size]]
    assert lesson.outcome(talk, oldest)["facts"][0]["kept"] is False
    assert lesson.outcome(talk, {**oldest, "refused": "too long"}) == {}


def test_what_does_not_fit_the_model_is_said_and_not_tried(loaded: LoadedModel) -> None:
    lesson = WindowLesson(Answers(loaded))
    long = [Message("user", "x" * 4000)]
    assert lesson.asked(long, ["[y]"]) == {"text": "", "ended": False, "p": None, "refused": True}
    assert lesson.knows([*long, Message("user", "?")], "Name?", "Emma")["kept"] is False


# ── the page ─────────────────────────────────────────────────────────────────
def _runs(loaded: LoadedModel, lang: Lang = "zh", **more: Any) -> WindowRuns:
    runs = WindowRuns(loaded, lang, **more)
    runs.answers._chats = True  # an untrained model stands in for one that can chat
    return runs


def _last(messages: Iterator[dict[str, Any]]) -> dict[str, Any]:
    return list(messages)[-1]


def test_answers_come_one_by_one_with_progress(loaded: LoadedModel) -> None:
    runs = _runs(loaded)
    plan = runs.conversations()[0]
    open_ones = [i for i, one in enumerate(plan["requests"]) if not one["refused"]][:2]
    request = {"what": "answers", "conversation": 0, "key": 0, "requests": [*open_ones, 9999, "x"]}
    told = list(runs.ask_window(request))
    assert [m["kind"] for m in told] == ["progress", "outcome", "progress", "outcome", "done"]
    assert told[1]["key"] == f"0:{open_ones[0]}" and 0 <= told[1]["value"]["p"] <= 1
    assert set(runs.outcomes(runs.conversations())) >= {m["key"] for m in told if "key" in m}
    assert _last(runs.ask_window({"what": "nothing"}))["kind"] == "error"


def test_a_learners_own_talk_grows_turn_by_turn(loaded: LoadedModel) -> None:
    runs = _runs(loaded)
    say = {"what": "say", "policy": "oldest", "at": -1}
    told = list(runs.ask_window({**say, "text": "<b>hi</b>"}))
    own = next(m for m in told if m["kind"] == "own")
    assert [m["text"] for m in own["conversation"]["messages"]] == ["<b>hi</b>"]
    (outcome,) = [m["value"] for m in told if m["kind"] == "outcome"]  # four alike, asked once
    told = list(runs.ask_window({**say, "text": "again", "at": own["at"]}))
    messages = next(m for m in told if m["kind"] == "own")["conversation"]["messages"]
    assert [m["role"] for m in messages] == ["user", "assistant", "user"]
    assert messages[1]["text"] == outcome["text"]
    assert "error" in {m["kind"] for m in runs.ask_window({**say, "text": "   "})}
    assert len(runs.own.said) == 3
    kinds = [m["kind"] for m in runs.ask_window({"what": "clear"})]
    assert kinds == ["own", "done"] and runs.own.said == ()


def test_a_hundred_turns_have_a_defined_result(loaded: LoadedModel) -> None:
    runs = _runs(loaded)
    runs.own.said = tuple(Message(r, "嗯。") for _ in range(99) for r in ("user", "assistant"))
    told = list(runs.ask_window({"what": "say", "text": "好", "policy": "oldest", "at": -1}))
    assert told[-1]["kind"] == "done"
    runs.own.said = (Message("user", "x"),) * LONGEST_TALK
    said = _last(runs.ask_window({"what": "say", "text": "好", "policy": "oldest", "at": 0}))
    assert said["kind"] == "error" and "200" in said["say"]
    assert len(runs.own.said) == LONGEST_TALK


# Text past the entry's limit, and few characters of very many tokens.
@pytest.mark.parametrize("text", ["x" * 100_000, "\U0001f9ff\u0301" * 150, "ཨོཾ" * 100])
@pytest.mark.parametrize("window", [64, 128, 1536])
@both_languages
def test_whatever_is_said_stays_in_its_bounds_and_the_cut_is_told(
    lang: Lang, window: int, text: str
) -> None:
    runs = _runs(_untrained(window), lang)
    told = list(runs.ask_window({"what": "say", "text": text, "policy": "all", "at": -1}))
    plan = next(m for m in told if m["kind"] == "own")["conversation"]
    (message,) = plan["messages"]
    assert 0 < len(message["text"]) <= LONGEST_LINE and text.startswith(message["text"])
    assert plan["sizes"] and max(plan["sizes"]) <= window
    assert plan["frame"] + message["tokens"] + plan["reserve"] <= window
    assert told[-1]["kind"] == "done"
    whole, kept = grouped(len(text)), grouped(len(message["text"]))
    cut = len(message["text"]) < len(text)
    assert (whole in told[-1]["say"] and kept in told[-1]["say"]) if cut else not told[-1]["say"]


def test_no_window_is_larger_than_the_models_own() -> None:
    runs = _runs(_untrained(64))
    for talk in (*CONVERSATIONS["zh"], Conversation("", (Message("user", "很长。" * 200),))):
        plan = runs.lesson.plan(talk, largest=64)
        assert plan["sizes"] and max(plan["sizes"]) <= 64
    assert plan["requests"][plan["plans"]["oldest"][-1]]["refused"] == "too long"


def test_a_request_cannot_ask_for_endless_work(loaded: LoadedModel) -> None:
    runs = _runs(loaded)
    ask = {"what": "answers", "conversation": 0, "key": "x" * 100_000, "requests": [4] * 1000}
    told = list(runs.ask_window(ask))
    assert [m["kind"] for m in told] == ["progress", "outcome", "done"]
    assert told[1]["key"] == "0:4"
    for nonsense in (7, "12", None, {"a": 1}):
        told = list(runs.ask_window({**ask, "requests": nonsense}))
        assert [m["kind"] for m in told] == ["done"]


def test_what_was_said_and_written_comes_back_after_a_switch(loaded: LoadedModel) -> None:
    kept: dict[str, Any] = {}

    def page(lang: Lang) -> Any:
        def keep(name: str) -> Any:
            return lambda value: kept.update({name: value})

        return SimpleNamespace(
            model=loaded, lang=lang, static=False, keep=keep,
            kept=lambda name, default: kept.get(name, default),
        )  # fmt: skip

    before = WindowRuns.of(page("en"))
    before.answers._chats = True
    say = {"what": "say", "policy": "oldest", "at": -1}
    for text in ("My name is Zoe.", "Who am I?"):
        list(before.ask_window({**say, "text": text}))
    list(before.ask_scenes("summary")({"what": "edit", "text": "Zoe likes tea."}))
    after = WindowRuns.of(page("zh"))
    plans = after.conversations()
    assert [m["text"] for m in plans[-1]["messages"]][::2] == ["My name is Zoe.", "Who am I?"]
    assert plans[-1]["own"] and plans[-1]["start"] == plans[-1]["sizes"][-1]
    place = plans[-1]["plans"]["oldest"][-1]
    key = f"{len(plans) - 1}:{place}"
    assert key in after.outcomes(plans)  # it was answered before the switch
    mine = after.scenes("summary")[0]["variants"][-1]
    assert mine["own"] and mine["lead"] == "Zoe likes tea." and mine["label"] == "自己改的"
    assert "outcome" not in mine  # another conversation: the model has to be asked
    told = list(after.ask_scenes("summary")({"what": "scene", "scene": 0}))
    assert [m["value"] for m in told if m["kind"] == "variant"][-1]["outcome"]
    list(after.ask_window({"what": "clear"}))
    assert len(WindowRuns.of(page("en")).conversations()) == len(CONVERSATIONS["en"])


def test_a_picture_is_remembered_as_it_was_left_and_nothing_else_is() -> None:
    kept: dict[str, Any] = {}
    page: Any = SimpleNamespace(
        keep=lambda name: lambda value: kept.update({name: value}),
        kept=lambda name, default: kept.get(name, default),
    )
    talk = {"label": "x", "messages": [], "facts": [], "sizes": [40]}
    left = {"policy": "summary", "size": 96, "talk": -1, "draft": "half a sen"}
    picture = remembering(page, "board", WindowView([talk], {}, frame={}, lang="zh"))
    assert picture.kept == {}
    picture.kept = {**left, "draft": "half a sen", "evil": "x", "view": ["api"], "way": 2**70}
    assert remembering(page, "board", WindowView([talk], {}, frame={}, lang="en")).kept == left
    picture.kept = {"draft": "\ud800" + "x" * 100_000}
    draft = kept["11-board"]["draft"]
    assert len(draft) == LONGEST_SUMMARY and draft.encode()


@both_languages
def test_the_ways_of_asking_are_open_first_and_then_answered(
    loaded: LoadedModel, lang: Lang
) -> None:
    runs = _runs(loaded, lang)
    for name in ("summary", "follow_up", "notes", "system"):
        scenes = runs.scenes(name)
        assert not any("outcome" in v for scene in scenes for v in scene["variants"])
        told = list(runs.ask_scenes(name)({"what": "scene", "scene": 0}))
        values = [m["value"] for m in told if m["kind"] == "variant"]
        assert len(values) == len(scenes[0]["variants"])
        assert all("outcome" in value for value in values)
        again = runs.scenes(name)[0]["variants"]
        assert again == values  # what was asked once is known
        for value in values:
            messages = [Message(m["role"], m["text"]) for m in value["messages"]]
            assert value["used"] == len(runs.answers.chat.prompt(messages))


@both_languages
def test_follow_ups_carry_the_past_and_notes_only_change_what_is_sent(
    loaded: LoadedModel, lang: Lang
) -> None:
    lesson = WindowLesson(Answers(loaded))
    scene = follow_ups(lang)[0].plain(lesson)["variants"]
    assert [len(v["messages"]) for v in scene] == [1, 3, 5, 1]
    assert scene[2]["messages"][-1]["text"] == scene[3]["messages"][0]["text"]
    assert scene[2]["messages"][1]["text"] == scene[0]["outcome"]["text"]
    for made in notes(lang):
        variants = made.plain(lesson)["variants"]
        assert len({tuple(m["text"] for m in v["seen"]) for v in variants}) == 1
        assert len({tuple(m["text"] for m in v["messages"]) for v in variants}) == 3
    assert len(system_lines(lang)) == 2
    assert len(summaries(lang).ways) == len(BUDGETS)


@both_languages
def test_the_line_below_a_note_follows_the_answer_whatever_it_is(
    loaded: LoadedModel, lang: Lang
) -> None:
    for one in NOTES[lang]:
        assert one.words in one.note and one.others in OTHERS_NOTE[lang]
        assert all(one.words in right for right in one.right)
        mine, others = one.right[0], f"… {one.others} …"
        for answer in ("", "?", mine, others):
            said = [note_read(b, answer, one, lang) for b in ("", one.note, OTHERS_NOTE[lang])]
            guessed, used, believed = (
                any(word in text for word in words)
                for text, words in zip(
                    said,
                    (("猜中", "a guess"), ("照着答了", "answered from it"), ("信什么", "believes")),
                    strict=True,
                )
            )
            assert (guessed, used, believed) == (answer == mine, answer == mine, answer == others)
    lesson = WindowLesson(Scripted(loaded, lambda _: ("?", True)))
    for scene, noted in zip(notes(lang), NOTES[lang], strict=True):
        shown = [variant["says"] for variant in scene.plain(lesson)["variants"]]
        befores = ("", noted.note, OTHERS_NOTE[lang])
        assert shown == [note_read(before, "?", noted, lang) for before in befores]


def test_an_edited_summary_is_what_the_model_reads(loaded: LoadedModel) -> None:
    runs = _runs(loaded)
    ask = runs.ask_scenes("summary")
    told = list(ask({"what": "edit", "text": " <i>总结：我叫小雨。</i> "}))
    (value,) = [m["value"] for m in told if m["kind"] == "variant"]
    assert value["messages"][1]["text"] == "<i>总结：我叫小雨。</i>" and value["own"]
    assert told[-1]["say"] == ""
    told = list(ask({"what": "edit", "text": "x" * 5000}))
    (value,) = [m["value"] for m in told if m["kind"] == "variant"]
    assert value["messages"][1]["text"] == "x" * LONGEST_SUMMARY
    assert grouped(5000) in told[-1]["say"] and str(LONGEST_SUMMARY) in told[-1]["say"]
    assert _last(ask({"what": "edit", "text": "  "}))["kind"] == "error"


def test_a_model_that_cannot_chat_gets_counts_and_no_made_up_answers() -> None:
    runs = WindowRuns(load("classroom-base", device="cpu"), "zh", compute=True)
    assert not runs.chats
    talks = runs.conversations()
    assert runs.outcomes(talks) == {} and runs.recall() == {}
    assert not any("outcome" in v for s in runs.scenes("system") for v in s["variants"])
    assert _last(runs.ask_recall({}))["kind"] == "error"
    assert runs.frame["user"] == "<|user|>" and runs.frame["end"] == "<|end|>"


def test_a_model_without_chat_tokens_is_refused_in_words(tmp_path: Path) -> None:
    dumb = load(save_folder(hugging_face("gpt2"), tmp_path / "gpt2"), device="cpu")
    with pytest.raises(UnusableTextError, match="classroom chat"):
        WindowRuns(dumb, "en")


# ── lost in the middle ───────────────────────────────────────────────────────
@both_languages
@pytest.mark.parametrize("place", PLACES)
def test_the_fact_stands_where_it_should_and_the_length_is_kept(lang: Lang, place: float) -> None:
    answers = Answers(load("classroom-base", device="cpu"))
    for length in LENGTHS:
        for fact in range(len(RECALL[lang])):
            messages = lay_out(lang, fact, length, place, answers)
            assert length - 40 < len(answers.chat.prompt(messages)) <= length
            turns = (len(messages) - 1) // 2
            at = next(i for i, m in enumerate(messages) if m.content == RECALL[lang][fact].says)
            assert at == 2 * round(place * (turns - 1))


def test_recall_is_measured_with_progress_and_summed_up(
    loaded: LoadedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lesson_kit.app.window_recall.LENGTHS", (400, 600))
    runs = _runs(loaded, "en")
    told = list(runs.ask_recall({}))
    result = told[-1]["result"]
    assert told[-1]["kind"] == "result" and result["kind"] == "measured"
    work = recall_work(runs.answers, "en")
    assert told[-2]["done"] == told[-2]["total"] == work
    points = [p for _, p in recall_points(runs.answers.quiet(), "en") if p]
    assert len(points) == 2 * len(PLACES)
    by_place = result["panels"][0]["series"]
    for series, length in zip(by_place, (400, 600), strict=True):
        for x, y in series["points"]:
            one = next(p for p in points if p.length == length and p.place == x / 100)
            assert y == pytest.approx(100 * sum(one.chances) / len(one.chances))
    assert len(result["rows"]) == 1 + sum(len(p.chances) for p in points)


@both_languages
def test_the_sentence_names_the_weakest_place(lang: Lang) -> None:
    points = [
        RecallPoint(n, place, (0.2 if (n, place) == (200, 0.5) else 0.9,), (place != 0.5,))
        for n in (100, 200) for place in PLACES
    ]  # fmt: skip
    says = recall_result(points, lang)["says"]
    assert "200" in says and "20" in says and "8" in says
    assert {"zh": "正中间", "en": "the middle"}[lang] in says


@both_languages
def test_every_length_is_drawn_and_no_two_lines_look_alike(lang: Lang) -> None:
    points = [RecallPoint(n, p, (n / 1000, p), (True, False)) for n in LENGTHS for p in PLACES]
    result = recall_result(points, lang)
    by_place, by_length = (panel["series"] for panel in result["panels"])
    assert [one["name"].split()[0] for one in by_place] == [str(n) for n in LENGTHS]
    assert f" {len(LENGTHS)} " in result["facts"][1]["how"]
    for lines in (by_place, by_length):
        assert len({one["mark"] for one in lines}) == len({one["dash"] for one in lines})
        assert len({one["dash"] for one in lines}) == len(lines)
    assert "\u202f%" in result["says"] and " %" not in result["says"]


def test_a_window_too_small_to_measure_in_is_said() -> None:
    told = list(_runs(_untrained(64), "en").ask_recall({}))
    assert [m["kind"] for m in told] == ["error"] and "too small" in told[0]["say"]


def test_a_summary_has_one_name_in_chinese() -> None:
    from lesson_kit.app.measured_table import _ZH

    root = Path(__file__).parents[1]
    page = (root / "notebooks" / "11_context_window.py").read_text("utf-8")
    for text in (page, (root / "README.md").read_text("utf-8"), "".join(_ZH.values())):
        assert "摘要" in text and "总结" not in text


# ── the model this chapter is about ──────────────────────────────────────────
@pytest.fixture(scope="module")
def chat() -> LoadedModel:
    try:
        return load("classroom-chat", device="cpu")
    except ModelError:
        pytest.skip("this copy of the course has no classroom-chat model")


@both_languages
def test_four_policies_give_different_real_answers(chat: LoadedModel, lang: Lang) -> None:
    runs = WindowRuns(chat, lang)
    assert runs.chats
    talk: Conversation = CONVERSATIONS[lang][0]
    plan = runs.conversations()[0]
    at = plan["sizes"].index(plan["start"])
    found = {}
    for policy in POLICIES:
        request = plan["requests"][plan["plans"][policy][at]]
        found[policy] = runs.lesson.outcome(talk, request)
    assert found["all"] == {}  # does not fit: refused, not answered
    assert found["oldest"]["p"] < 0.5 < found["summary"]["p"]
    assert found["system"]["p"] < 0.5
    words = talk.facts[0].words  # what the question is about
    assert words in found["summary"]["text"] and words not in found["oldest"]["text"]
    whole = runs.lesson.outcome(talk, plan["requests"][plan["plans"]["all"][-1]])
    assert words in whole["text"] and all(fact["kept"] for fact in whole["facts"])


@both_languages
def test_recorded_answers_are_what_the_model_says(chat: LoadedModel, lang: Lang) -> None:
    recorded, fresh = WindowRuns(chat, lang), Answers(chat)
    fresh._book.clear()
    plans = recorded.conversations()
    if lang not in recorded.answers.recorded_recall:
        pytest.skip("the recording is of other weights: python -m lesson_kit.app.record_window")
    outcomes = recorded.outcomes(plans)
    assert outcomes
    lesson = WindowLesson(fresh)
    for key in list(outcomes)[::9]:
        c, r = map(int, key.split(":"))
        again = lesson.outcome(CONVERSATIONS[lang][c], plans[c]["requests"][r])
        assert again["text"] == outcomes[key]["text"]
        assert math.isclose(again["p"], outcomes[key]["p"], rel_tol=0.02, abs_tol=1e-4)
    measured = next(p for _, p in recall_points(fresh, lang) if p)
    length, place, chances, right = recorded.answers.recorded_recall[lang][0]
    assert (measured.length, measured.place) == (length, place)
    assert measured.chances == pytest.approx(chances, rel=0.02, abs=1e-4)
    assert list(measured.right) == right


def test_recording_holds_all_that_the_page_asks_for(
    loaded: LoadedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lesson_kit.app.window_recall.LENGTHS", (400,))
    card = Card(**{**vars(loaded.card), "files": {"model.safetensors": "abc"}})
    spoken = LoadedModel(loaded.model, loaded.tokenizer, card)
    monkeypatch.setattr(Answers, "chats", True)
    path = tmp_path / "recorded.json"
    path.write_text(json.dumps(record(spoken)), "utf-8")
    monkeypatch.setattr(window_answers, "asset", lambda *_: path)
    window_answers._books.clear()
    for lang in LANGS:
        runs = WindowRuns(spoken, lang)
        runs.answers.chat.answer = None  # type: ignore[assignment]  # nobody is asked again
        plans = runs.conversations()
        requests = {f"{c}:{r}" for c, p in enumerate(plans) for r, one in enumerate(p["requests"])
                    if not one["refused"]}  # fmt: skip
        assert set(runs.outcomes(plans)) == requests
        for name in ("summary", "follow_up", "notes", "system"):
            assert all("outcome" in v for s in runs.scenes(name) for v in s["variants"])
        assert runs.recall()["kind"] == "recorded"
    window_answers._books.clear()
