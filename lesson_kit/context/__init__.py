"""turns → request: what of a conversation is sent to the model, and what that leaves out."""

from lesson_kit.context.asking import Answer, Chat, Expected
from lesson_kit.context.bill import Bill, Prices, TurnCost, bill, carried
from lesson_kit.context.messages import Counted, Window, count, frame_tokens, turns
from lesson_kit.context.policies import (
    Policy,
    Request,
    Summariser,
    drop_oldest,
    keep_all,
    keep_system_and_newest,
    summarise_old,
)

__all__ = [
    "Answer",
    "Bill",
    "Chat",
    "Counted",
    "Expected",
    "Policy",
    "Prices",
    "Request",
    "Summariser",
    "TurnCost",
    "Window",
    "bill",
    "carried",
    "count",
    "drop_oldest",
    "frame_tokens",
    "keep_all",
    "keep_system_and_newest",
    "summarise_old",
    "turns",
]
