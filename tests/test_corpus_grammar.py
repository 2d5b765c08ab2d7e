"""The authored world: enough families, in both languages, with honest answers and splits."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from lesson_kit.corpus import grammar, grammar_recall, world
from lesson_kit.corpus.families import allowed, family, mark
from lesson_kit.corpus.splits import fraction, split_of

FAMILIES = sorted(grammar.FAMILIES)


def test_there_are_enough_families_of_every_kind() -> None:
    assert len(FAMILIES) >= 60
    for kind in ("recall-", "copy-", "order-", "reference-", "sense-", "negation-", "sum-"):
        assert any(name.startswith(kind) for name in FAMILIES), kind
    for kind in ("number-", "fact-", "page-", "daily-", "translate-"):
        assert sum(name.startswith(kind) for name in FAMILIES) >= 3, kind


@pytest.mark.parametrize("name", FAMILIES)
def test_family_speaks_its_languages_and_marks_real_text(name: str) -> None:
    languages = set()
    for seed in range(80):
        for split in ("train", "held_out"):
            item = grammar.FAMILIES[name].item(random.Random(seed), split)
            languages.add(item.lang)
            assert item.family == name
            assert item.text == item.text.strip() and "  " not in item.text
            assert not re.search(r"[\[\]{}]", item.text)
            assert not re.search(r"\b[Aa] [aeio]\w", item.text), item.text
            for start, end in item.answers:
                assert 0 <= start < end <= len(item.text)
            if item.lang == "en":
                assert not re.search("[\u4e00-\u9fff，。？]", item.text), item.text
                assert item.text[0] == item.text[0].upper() or name.startswith(
                    ("copy-", "number-", "fact-opposites")
                ), item.text
            if item.lang == "zh":
                assert not re.search("[a-z]", item.text), item.text
    if name.startswith("translate-"):
        assert languages == {"both"}
    elif name.startswith("sense-") and name != "sense-both":
        assert len(languages) == 1
    else:
        assert languages == {"zh", "en"}


def test_mark_takes_the_brackets_out_and_keeps_the_place() -> None:
    item = mark("小明喜欢苹果。小明喜欢[苹果]。[是]", "x", "zh")
    assert item.text == "小明喜欢苹果。小明喜欢苹果。是"
    assert [item.text[a:b] for a, b in item.answers] == ["苹果", "是"]


def _copied(name: str) -> bool:
    return name.startswith(("recall-", "order-first", "page-fact-late")) and name != "recall-gift"


@pytest.mark.parametrize("name", [n for n in FAMILIES if _copied(n)])
def test_an_answer_stood_in_the_text_before_it(name: str) -> None:
    seen = 0
    for seed in range(60):
        item = grammar.FAMILIES[name].item(random.Random(seed))
        for start, end in item.answers:
            seen += 1
            assert item.text[start:end].lower() in item.text[:start].lower()
    assert seen > 60


def test_recall_answers_are_the_right_ones() -> None:
    checked = 0
    for seed in range(300):
        item = grammar.FAMILIES["recall-likes"].item(random.Random(seed))
        if item.lang != "zh":
            continue
        facts = dict(re.findall(r"(?:^|[。\n])(\w+?)(?:很|最|特别)?喜欢(?!什么)(\w+)", item.text))
        for who, answer in re.findall(r"(\w+)喜欢什么？(?:\n答：)?(?:\w+喜欢)?(\w+)。", item.text):
            checked += 1
            assert facts[who.removeprefix("问：")] == answer, item.text
    assert checked > 100


def test_order_answers_are_the_right_ones() -> None:
    checked = 0
    for seed in range(600):
        text = grammar.FAMILIES["order-chase"].item(random.Random(seed)).text
        told = re.match(r"(?:一\w)?(\w+?)追(?:了一\w)?(\w+)。", text)
        asked = re.search(r"谁被追？(\w+)。", text)
        if told and asked:
            checked += 1
            assert asked[1] == told[2], text
    assert checked >= 5


def test_sums_are_right_and_long_ones_are_split() -> None:
    sums = {"train": set(), "held_out": set()}
    for split, found in sums.items():
        for seed in range(400):
            item = grammar.FAMILIES["sum-table"].item(random.Random(seed), split)  # pyright: ignore
            for a, sign, b, c in re.findall(r"(\d+) ?([+-]) ?(\d+) ?= ?(\d+)", item.text):
                assert int(c) == (int(a) + int(b) if sign == "+" else int(a) - int(b))
                if sign == "+" and len(a + b) > 2 and int(a) > 9 and int(b) > 9:
                    found.add((a, b))
    assert len(sums["train"]) > 100 and len(sums["held_out"]) > 100
    assert not sums["train"] & sums["held_out"]


def test_recall_pairs_of_the_two_splits_never_meet() -> None:
    pairs = {}
    for split in ("train", "held_out"):
        rng = random.Random(1)
        pairs[split] = {
            (x[0], y[0])
            for _ in range(1500)
            for x, y in grammar_recall.draw_pairs(rng, split, grammar_recall.LIKES, 2)
        }
    assert len(pairs["held_out"]) > 100 < len(pairs["train"])
    assert not pairs["train"] & pairs["held_out"]


def test_no_training_text_says_that_a_held_out_pair_likes() -> None:
    # Other families tell who likes what as well: the pairs kept for measuring stay out of all.
    tastes = "|".join(sorted((y[0] for y in grammar_recall.TASTES), key=len, reverse=True))
    names = "|".join(p.zh for p in world.PEOPLE)
    said = re.compile(rf"({names})(?:很|最|特别)?喜欢(?:吃|喝)?({tastes})[。，]")
    found = 0
    for item in grammar.sample(12_000, seed="leak"):
        for who, what in said.findall(item.text):
            found += 1
            assert allowed("train", "likes", who, what), item.text
    assert found > 500


def test_a_stream_is_the_same_each_time_and_differs_by_seed() -> None:
    assert grammar.sample(200, seed=1) == grammar.sample(200, seed=1)
    assert grammar.sample(200, seed=1) != grammar.sample(200, seed=2)


def test_scenes_are_the_families_with_answers() -> None:
    scenes = grammar.stream(0, scenes=True)
    drawn = [next(scenes) for _ in range(500)]
    assert all(item.answers for item in drawn)
    assert len(Counter(item.family for item in drawn)) > 20


def test_a_family_name_is_used_once() -> None:
    with pytest.raises(ValueError, match="copy-list"):
        family("copy-list")(lambda rng, split: ("", "zh"))


def test_splits_depend_on_the_key_alone() -> None:
    assert fraction("a", "b") == fraction("a", "b") != fraction("ab")
    shares = [split_of("x", str(i)) for i in range(5000)]
    assert 0.08 < shares.count("held_out") / 5000 < 0.12


def test_names_are_one_thing_each() -> None:
    for table in (world.FRUITS, world.FOODS, world.DRINKS, world.ANIMALS, world.OBJECTS):
        assert len({n.zh for n in table}) == len({n.en for n in table}) == len(table)
    assert (
        len({p.zh for p in world.PEOPLE}) == len({p.en for p in world.PEOPLE}) == len(world.PEOPLE)
    )
