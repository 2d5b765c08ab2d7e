"""Dialogues to learn from: split by combination, in both languages, within the window."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from lesson_kit.corpus import dialogue_follow, dialogue_matters, dialogue_summary, dialogue_told
from lesson_kit.corpus import dialogues as D
from lesson_kit.corpus.dialogue_fact_more import ALL
from lesson_kit.corpus.dialogue_parts import Dialogue, as_dialogue, is_zh
from lesson_kit.corpus.dialogue_scenes import as_turns
from lesson_kit.corpus.dialogue_system import first_sentence
from lesson_kit.corpus.families import allowed, mark
from lesson_kit.places import asset
from lesson_kit.text.chat import render, render_with_mask
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.train.chat import document
from lesson_kit.train.evaluation_words import AGAIN, IN_CHINESE, IN_ENGLISH, SUMMED

SPLIT_LESS = {  # what one learns by heart has no combinations to keep out
    "topic-none", "summary-nothing", "plain-talk", "plain-unknown", "plain-noise", "system-role",
    "scene", "sum", "basics", "list", "word", "written-dialogue", "written-question",
    "written-several",
}  # fmt: skip


@cache
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(asset("models", "classroom-base", "tokenizer.json"))


@cache
def drawn(n: int, split: str = "train") -> list[Dialogue]:
    return D.sample(n, 5, split)  # type: ignore[arg-type]


def test_no_held_out_combination_in_twenty_thousand_training_draws() -> None:
    keys = [key for one in drawn(20_000) for key in one.keys]
    assert len(keys) > 20_000
    assert all(allowed("train", *key) for key in keys)


@pytest.mark.parametrize("name", sorted(set(D.FAMILIES) - SPLIT_LESS))
def test_held_out_draws_rest_on_a_combination_kept_out(name: str) -> None:
    rng = random.Random(3)
    for _ in range(30):
        one = D.FAMILIES[name].dialogue(rng, "held_out")
        if name == "fact-all" and not one.keys:
            continue  # nothing was told: nothing to keep out
        if name.startswith(("system-", "user-")) and not one.keys:
            continue  # the question itself was kept out
        assert any(not allowed("train", *key) for key in one.keys), D.as_text(one)


def test_the_keys_of_a_dialogue_are_what_it_says() -> None:
    """The words of a key stand in the text, so that the split is about the text itself."""
    values = {(kind.name, value[0]): value for kind in ALL for value in kind.values}
    rng = random.Random(4)
    for _ in range(200):
        one = D.FAMILIES["fact-late"].dialogue(rng)
        text = D.as_text(one)
        for key in one.keys:
            for kind, value in zip(key[1::2], key[2::2], strict=True):
                assert any(form in text for form in values[kind, value]), (key, text)


def test_every_family_speaks_both_languages_and_none_drowns_the_rest() -> None:
    rng = random.Random(1)
    for name, family in D.FAMILIES.items():
        langs = {family.dialogue(rng).lang for _ in range(60)}
        assert langs == {"zh", "en"}, name
    shares = D.describe(n=4000)["families"]
    assert set(shares) == set(D.FAMILIES) and max(shares.values()) < 0.125


def test_every_dialogue_fits_the_window_and_long_ones_exist() -> None:
    lengths = [len(render(tokenizer(), one.messages, reply=False)) for one in drawn(20_000)[:4000]]
    assert max(lengths) <= 512
    assert sum(n > 300 for n in lengths) > 40


def test_only_the_assistants_words_count_and_the_layout_is_the_templates() -> None:
    heavy = 0
    for one in drawn(20_000)[:600]:
        made = document(one, tokenizer(), 5.0)
        ids, learned = render_with_mask(tokenizer(), one.messages)
        assert list(made.ids) == ids
        assert [weight > 0 for weight in made.weight] == learned
        heavy += sum(weight == 5 for weight in made.weight)
        last = [i for i, w in zip(made.ids, made.weight, strict=True) if w > 0][-1]
        assert last == tokenizer().special["<|end|>"]
    assert heavy > 600


def test_answer_spans_are_the_known_words_alone() -> None:
    one = as_dialogue([("u", "我叫小文。我叫什么？"), ("a", "你叫[小文]。")], "f", "zh")
    assert one.reply == "你叫小文。" and one.known == ("小文",)
    made = document(one, tokenizer(), 5.0)
    heavy = [i for i, w in zip(made.ids, made.weight, strict=True) if w == 5]
    assert tokenizer().decode(heavy) == "小文"


def test_what_was_not_told_is_not_known() -> None:
    rng = random.Random(6)
    for _ in range(200):
        one = D.FAMILIES["fact-cut"].dialogue(rng)
        lost = [m.content for m in one.messages if m.role == "assistant"]
        assert any("不知道" in text or "don't know" in text for text in lost)


def test_a_known_fact_stands_in_the_text_before_it() -> None:
    rng = random.Random(7)
    for name in ("fact-late", "fact-summary", "fact-note", "fact-corrected", "fact-page"):
        for _ in range(100):
            one = D.FAMILIES[name].dialogue(rng)
            before = "".join(m.content for m in one.asked)
            for value in one.known:
                if value not in ("我不知道", "I don't know"):
                    assert value in before, D.as_text(one)


def test_a_correction_is_answered_with_the_newest() -> None:
    rng = random.Random(8)
    for _ in range(100):
        one = D.FAMILIES["fact-corrected"].dialogue(rng)
        told = [m.content for m in one.asked if m.role == "user" and one.known[0] in m.content]
        assert told and one.known[0] in told[-1]


def test_a_summary_keeps_its_budget_and_the_first_facts() -> None:
    rng = random.Random(9)
    for zh in (True, False):
        facts = dialogue_told.draw_facts(rng, "train", 4)
        sizes = []
        for budget in range(5, 80, 5):
            text = dialogue_told.plain(dialogue_summary.within(facts, budget, zh))
            kept = [value[0 if zh else 1] in text for _, value in facts]
            assert kept == sorted(kept, reverse=True) and kept[0]
            if sum(kept) > 1:
                assert dialogue_summary.size(text, zh) <= budget
            sizes.append(sum(kept))
        assert sizes == sorted(sizes) and sizes[-1] == 4


def test_topics_are_whole_and_follow_ups_tell_another_example() -> None:
    names = Counter(topic.name for topic in dialogue_follow.TOPICS)
    assert len(names) >= 40 and max(names.values()) == 1
    for topic in dialogue_follow.TOPICS:
        assert len(topic.examples) == 3
        for zh, en in (topic.name, topic.meaning, *topic.examples):
            assert is_zh(zh) and not is_zh(en)
    rng = random.Random(10)
    for _ in range(100):
        one = D.FAMILIES["topic-again"].dialogue(rng)
        told = [e[0 if one.lang == "zh" else 1].removeprefix("比如") for t in dialogue_follow.TOPICS
                for e in t.examples]  # fmt: skip
        (now,) = (e for e in told if e.removeprefix("For example, ") in one.reply)
        assert all(now not in m.content for m in one.asked)


def test_conflicting_sources_are_both_named() -> None:
    rng = random.Random(11)
    for _ in range(60):
        one = D.FAMILIES["evidence-conflict"].dialogue(rng)
        before = "".join(m.content for m in one.asked)
        assert all(value in before for value in one.known[1:])
    values = [v for matter in dialogue_matters.MATTERS for v in matter.values]
    assert len(values) > 200


def test_a_scene_becomes_a_question_and_its_answer() -> None:
    item = mark("小明喜欢苹果。小红喜欢香蕉。小明喜欢什么？[苹果]。", "recall-likes", "zh")
    turns = as_turns(item, random.Random(1))
    assert turns is not None
    assert turns[-1] == ("a", "[苹果]。") and turns[-2][1].endswith("小明喜欢什么？")
    assert "小红喜欢香蕉。" in "".join(words for who, words in turns if who == "u")
    assert as_turns(mark("今天很[热]。", "daily", "zh"), random.Random(1)) is None


def test_the_first_sentence() -> None:
    assert first_sentence("好。再见。", True) == "好。"
    assert first_sentence("It is 3.5 km. Walk.", False) == "It is 3.5 km."


def test_wordings_kept_for_measuring_are_in_no_training_text() -> None:
    kept = [text for pair in (*IN_ENGLISH, *IN_CHINESE, *AGAIN) for text in pair]
    kept += [text.split("{")[0] for pair in SUMMED for text in pair]
    told = [m.content for one in drawn(20_000) for m in one.messages if m.role != "assistant"]
    for text in kept:
        assert not any(text in said for said in told), text


def test_hand_written_dialogues_kept_out_stay_out() -> None:
    rng = random.Random(2)
    talk = D.FAMILIES["written-dialogue"]
    held = {talk.dialogue(rng, "held_out").messages[-1].content for _ in range(200)}
    told = {m.content for one in drawn(20_000) for m in one.messages}
    assert len(held) > 10 and not held & told
