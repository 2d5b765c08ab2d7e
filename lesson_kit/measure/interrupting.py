"""A long pass through a model that can be given up half-way: it looks up before every layer.

A measurement may run one pass of many seconds, and whoever waits for it can change their mind.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator

from torch import nn

from lesson_kit.model import Transformer

__all__ = ["InterruptedPassError", "interruptible"]


class InterruptedPassError(Exception):
    """The pass was given up because nobody wants its result any more."""


def interruptible(model: Transformer, stopped: Callable[[], bool]) -> Transformer:
    """The same model, weights shared, whose passes raise InterruptedPassError once stopped()."""
    view = copy.copy(model)
    view._modules = dict(model._modules)  # of its own, or the watch would be set in the model too
    view.layers = _Watched(model.layers, stopped)
    return view


class _Watched(nn.ModuleList):
    """A model's layers, asking before each of them whether to go on."""

    def __init__(self, layers: nn.ModuleList, stopped: Callable[[], bool]) -> None:
        super().__init__(layers)
        self._stopped = stopped

    def __iter__(self) -> Iterator[nn.Module]:
        for layer in super().__iter__():
            if self._stopped():
                raise InterruptedPassError
            yield layer
