"""The rules that judge answers: right ones pass, and wrong ones do not."""

from __future__ import annotations

import pytest

from lesson_kit.corpus.dialogue_follow import TOPICS
from lesson_kit.train import judging
from lesson_kit.train.asking import Reply
from lesson_kit.train.evaluation_chat import answers, goes_on, same_topic

HABIT = next(topic for topic in TOPICS if topic.name[1] == "a habit")


@pytest.mark.parametrize(
    ("answer", "value", "right"),
    [
        ("你叫小文。", "小文", True), ("你叫小明。", "小文", False),
        ("You are 12 years old.", "12", True), ("You are 112 years old.", "12", False),
        ("It is in room 20.", "room 20", True), ("It is in room 201.", "room 20", False),
        ("Anna likes tea.", "tea", True), ("The teacher likes it.", "tea", False),
        ("It opens at 9:30 a.m.", "9:30 a.m.", True), ("", "小文", False),
    ],
)  # fmt: skip
def test_an_answer_holds_the_value_whole(answer: str, value: str, right: bool) -> None:
    assert judging.holds(answer, value) is right


def test_languages_are_told_apart() -> None:
    assert judging.in_language("There are seven days in a week.", zh=False)
    assert not judging.in_language("一个星期有七天。", zh=False)
    assert judging.in_language("苹果的英文是 apple。", zh=True)
    assert not judging.in_language("", zh=False) and not judging.in_language("!!", zh=True)


@pytest.mark.parametrize(
    ("answer", "one"),
    [
        ("刷牙能把细菌刷掉。", True), ("能。多喝水。", False), ("他说：“好。”", True), ("", False),
        ("Yes, at 9:30 a.m. on Monday.", True), ("It is 3.5 km.", True),
        ("It is far. Take a bus.", False),
    ],
)  # fmt: skip
def test_one_sentence_is_one(answer: str, one: bool) -> None:
    assert judging.one_sentence(answer) is one


def test_admitting_inventing_and_differing() -> None:
    assert judging.admits("我不知道，你还没有告诉我你的名字。")
    assert not judging.admits("你叫小文。")
    assert judging.unsure("I have no reliable source, so I cannot confirm when it opens.")
    assert not judging.unsure("It opens at nine.")
    for text in ("上午九点开门。", "It opens at 9.", "票价二十元。", "It is closed on Monday."):
        assert judging.invents(text), text
    assert not judging.invents("我不能确定几点开门。")
    assert not judging.invents("博物馆很大。")
    both = "两个说法不一样：官网说是九点，朋友说是十点。"
    assert judging.says_they_differ(both, ("九点", "十点"))
    assert not judging.says_they_differ(both, ("九点", "八点"))
    assert not judging.says_they_differ("九点和十点。", ("九点", "十点"))


def test_last_and_first_words() -> None:
    assert judging.ends_with("要刷牙。喵。", "喵") and not judging.ends_with("喵，要刷牙。", "喵")
    assert judging.begins_with("Captain, it is far.", "captain")
    assert not judging.begins_with("It is far, captain.", "captain")
    assert judging.speaks_to_a_child("小朋友，要洗手。") and not judging.speaks_to_a_child(
        "要洗手。"
    )


def test_a_topic_is_recognised_by_its_example_or_name_and_no_other() -> None:
    assert same_topic("当然可以。比如进门先换鞋。", HABIT, True)
    assert same_topic("For example, taking off your shoes when you come home.", HABIT, False)
    assert not same_topic("比如苹果熟了会从树上掉下来。", HABIT, True)
    assert not same_topic("你想要哪个话题的例子？", HABIT, True)
    assert not same_topic("今天天气很好。", HABIT, True)
    assert judging.asks_which("好的，不过你想要哪个话题的例子？")
    assert not judging.asks_which("比如进门先换鞋。")


def test_answering_and_going_on() -> None:
    assert answers(Reply("一个星期有七天。", True, True))
    assert not answers(Reply("一个星期有七天。然后", False))
    assert not answers(Reply("", True, True))
    assert goes_on(Reply("2. 你喜欢吃什么？", True)) and goes_on(Reply("七天，又七天，", False))
    assert not goes_on(Reply("七天。", True)) and not goes_on(Reply("", True))


def test_numbers() -> None:
    assert judging.number("7 + 8 = 15.") == 15 and judging.number("我不知道。") is None
    assert judging.first_number("15\n3+4=7") == "15" and judging.first_number("no") == ""
