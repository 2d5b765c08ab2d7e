"""A model that is only used: nothing in it trains, and its products are as few as can be."""

from __future__ import annotations

from typing import TypeVar

from torch import nn

from lesson_kit.model.attention import Attention
from lesson_kit.model.feed_forward import FeedForward
from lesson_kit.model.side_by_side import lay_side_by_side

Model = TypeVar("Model", bound=nn.Module)


def freeze(model: Model) -> Model:
    """Freeze the model in place and lay matrices that share an input side by side; returns it.

    Names, shapes and numbers of its tensors stay what they are.
    """
    model.requires_grad_(False).eval()
    for part in model.modules():
        if isinstance(part, Attention):
            lay_side_by_side(part.W_q, part.W_k, part.W_v)
        elif isinstance(part, FeedForward) and part.kind == "swiglu":
            lay_side_by_side(part.W_gate, part.W_up)
    return with_parts_at_hand(model)


def with_parts_at_hand(model: Model) -> Model:
    """Let every module find its parts as plain attributes, which is quicker; returns the model.

    nn.Module looks a part up in three dictionaries, by a method in Python, a hundred times a token.
    Setting a part anew drops the plain attribute, so what is found is always the part.
    """
    for part in model.modules():
        vars(part).update(part._modules)
    return model
