"""The laws of window policies, and what a request costs: plain data, any conversation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny import CLASSROOM, byte_level

from lesson_kit.context import (
    Counted,
    Policy,
    Prices,
    Request,
    Window,
    bill,
    carried,
    count,
    drop_oldest,
    frame_tokens,
    keep_all,
    keep_system_and_newest,
    summarise_old,
    turns,
)
from lesson_kit.text import Tokenizer
from lesson_kit.text.chat import Message, Role, render

CLASS = Tokenizer(byte_level(CLASSROOM).to_str())
CHATML = Tokenizer(byte_level(("<|endoftext|>", "<|im_start|>", "<|im_end|>")).to_str())


def _note(size: int) -> Policy:
    """A summariser whose notes take `size` tokens, whatever it is allowed."""
    return summarise_old(lambda old, most: Counted("system", f"{len(old)} gone", size), room=24)


POLICIES: dict[str, Policy] = {
    "all": keep_all,
    "oldest": drop_oldest,
    "system": keep_system_and_newest,
    "summary": _note(20),
    "summary too long": _note(25),
    "no summary": summarise_old(lambda old, most: None, room=24),
}
every_policy = pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
roles = st.sampled_from(("system", "user", "assistant"))
messages = st.lists(st.builds(Counted, roles, st.text(max_size=8), st.integers(0, 40)), max_size=30)


def _said(request: Request) -> tuple[Counted, ...]:
    return tuple(one for one in request.sent if not one.made)


@every_policy
@given(conversation=messages, budget=st.integers(0, 300))
def test_no_policy_exceeds_the_budget_or_cuts_a_message(
    policy: Policy, conversation: list[Counted], budget: int
) -> None:
    request = policy(conversation, budget)
    assert request.used <= budget == request.budget
    ids = [id(one) for one in conversation]
    sent, gone = [id(m) for m in _said(request)], [id(m) for m in request.dropped]
    assert sorted(sent + gone) == sorted(ids)  # every message whole, on exactly one side
    assert sent == sorted(sent, key=ids.index) and gone == sorted(gone, key=ids.index)
    if request.refused:
        assert request.sent == () and request.dropped == tuple(conversation)
        assert (request.refused == "empty") == (not conversation)
    else:
        assert request.sent[-1] is conversation[-1]
        assert request.needed <= budget


@every_policy
@given(conversation=messages, budget=st.integers(0, 300), more=st.integers(0, 60))
def test_a_larger_budget_never_loses_what_a_smaller_one_kept(
    policy: Policy, conversation: list[Counted], budget: int, more: int
) -> None:
    kept = {id(one) for one in _said(policy(conversation, budget))}
    assert kept <= {id(one) for one in _said(policy(conversation, budget + more))}


@every_policy
@given(conversation=messages)
def test_with_room_enough_all_policies_send_everything(
    policy: Policy, conversation: list[Counted]
) -> None:
    everything = sum(one.tokens for one in conversation)
    request = policy(conversation, everything)
    assert request.sent == tuple(conversation) and request.dropped == ()


@given(conversation=messages, budget=st.integers(0, 300))
def test_only_whole_turns_fall_out_and_only_from_the_front(
    conversation: list[Counted], budget: int
) -> None:
    groups = turns(conversation)
    assert [one for turn in groups for one in turn] == conversation
    request = drop_oldest(conversation, budget)
    if not request.refused:
        whole = [[one for turn in groups[i:] for one in turn] for i in range(len(groups))]
        assert list(request.sent) in whole
        assert request.dropped == tuple(conversation[: len(request.dropped)])


TALK = [
    Counted("system", "be brief", 10), Counted("user", "I am Emma", 20),
    Counted("assistant", "Hello", 10), Counted("user", "Rain?", 12), Counted("assistant", "No", 8),
    Counted("user", "Who am I?", 15),
]  # fmt: skip


@pytest.mark.parametrize(
    ("policy", "budget", "sent"),
    [
        (keep_all, 74, []),
        (drop_oldest, 65, ["I am Emma", "Hello", "Rain?", "No", "Who am I?"]),
        (drop_oldest, 64, ["Rain?", "No", "Who am I?"]),
        (keep_system_and_newest, 64, ["be brief", "Rain?", "No", "Who am I?"]),
        (keep_system_and_newest, 44, ["be brief", "Who am I?"]),
        (keep_system_and_newest, 24, []),
        (POLICIES["summary"], 69, ["be brief", "2 gone", "Rain?", "No", "Who am I?"]),
        (POLICIES["summary"], 50, ["be brief", "4 gone", "Who am I?"]),
        (POLICIES["summary too long"], 69, ["be brief", "Rain?", "No", "Who am I?"]),
    ],
)
def test_each_policy_on_one_conversation(policy: Policy, budget: int, sent: list[str]) -> None:
    assert [one.content for one in policy(TALK, budget).sent] == sent


def test_a_summary_gets_what_fell_out_and_the_room_that_is_left() -> None:
    asked: list[tuple[Sequence[Counted], int]] = []

    def summarise(old: Sequence[Counted], most: int) -> Counted:
        asked.append((old, most))
        return Counted("system", "note", most)

    request = summarise_old(summarise, room=24)(TALK, 40)
    assert asked == [(tuple(TALK[1:5]), 15)]  # 40 - system 10 - question 15
    assert request.used == 40 and request.sent[1].made
    assert not summarise_old(summarise, room=0)(TALK, 40).sent[1].made
    assert len(asked) == 1  # no room: nobody is asked
    assert summarise_old(summarise, room=24)(TALK, 24).refused == "too long"
    with pytest.raises(ValueError, match="room=-1"):
        summarise_old(summarise, room=-1)


@every_policy
def test_bad_conversations_have_a_defined_result(policy: Policy) -> None:
    assert policy([], 100).refused == "empty"
    assert policy(TALK, 0).refused == "too long" and policy(TALK, 0).needed > 0
    big = [*TALK[:-1], Counted("user", "x" * 900, 900)]
    assert policy(big, 500).refused == "too long"
    only = [Counted("system", "be brief", 10)]
    assert policy(only, 10).sent == tuple(only)
    empty = [Counted("user", "", 3)]
    assert policy(empty, 3).sent == tuple(empty)
    hundred = [Counted(r, "x", 5) for _ in range(100) for r in ("user", "assistant")]
    assert policy([*hundred, TALK[-1]], 2000).sent[-1] is TALK[-1]
    assert policy([*hundred, TALK[-1]], 100).used <= 100


def test_bad_numbers_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="tokens=-1"):
        Counted("user", "x", -1)
    with pytest.raises(ValueError, match="role='robot'"):
        Counted("robot", "x", 1)  # type: ignore[arg-type]
    for name in ("size", "reserve", "frame"):
        with pytest.raises(ValueError, match=f"{name}=-2"):
            Window(**{"size": 1, name: -2})
    with pytest.raises(ValueError, match="shared=-1"):
        Prices(1, -1, 1)
    assert Window(120, 24, 2).budget == 94
    assert Window(20, 24, 2).budget == 0


words = st.builds(Message, roles, st.text(max_size=20))


@pytest.mark.parametrize("tokenizer", [CLASS, CHATML], ids=["classroom", "chatml"])
@given(said=st.lists(words, max_size=6), reply=st.booleans())
def test_counts_sum_to_what_the_model_reads(
    tokenizer: Tokenizer, said: list[Message], reply: bool
) -> None:
    counted = count(tokenizer, said)
    assert [one.message for one in counted] == said
    total = sum(one.tokens for one in counted) + frame_tokens(tokenizer, reply=reply)
    assert total == len(render(tokenizer, said, reply=reply))


def test_a_vocabulary_without_chat_tokens_is_refused() -> None:
    with pytest.raises(ValueError, match="hold a chat"):
        count(Tokenizer(byte_level(("<|endoftext|>",)).to_str()), [Message("user", "x")])


def test_every_turn_carries_the_past_again() -> None:
    roles: list[Role] = ["system", "user", "assistant", "user", "assistant", "user"]
    said = [Message(role, "今天天气很好。" * (i + 1)) for i, role in enumerate(roles)]
    frame = frame_tokens(CLASS)
    opening = frame - frame_tokens(CLASS, reply=False)
    costs = carried(count(CLASS, said), frame=frame, opening=opening)
    assert [cost.messages for cost in costs] == [2, 4, 6]
    requests = [render(CLASS, said[:n]) for n in (2, 4, 6)]
    assert [cost.tokens for cost in costs] == [len(ids) for ids in requests]
    shared = [0, *(_alike(a, b) for a, b in pairwise(requests))]
    assert [cost.shared for cost in costs] == shared
    grown = render(CLASS, said[:3], reply=False)
    assert costs[0].answer == len(grown) - len(requests[0]) and costs[-1].answer == 0
    assert carried([]) == []


def _alike(a: list[int], b: list[int]) -> int:
    return next(
        (i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b))
    )


def test_a_prompt_cache_lowers_the_bill_by_what_was_sent_before() -> None:
    costs = carried(TALK, frame=2)
    assert [(c.tokens, c.shared, c.fresh) for c in costs] == [
        (32, 0, 32),
        (54, 32, 22),
        (77, 54, 23),
    ]
    prices = Prices(fresh=2e6, shared=1e6, answer=0)
    assert bill(costs, prices).total == 2 * (32 + 22 + 23) + (32 + 54)
    assert bill(costs, prices, cache=False).total == 2 * (32 + 54 + 77)
