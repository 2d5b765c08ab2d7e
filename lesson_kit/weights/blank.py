"""A model's skeleton: every tensor named and shaped, none of them filled."""

from __future__ import annotations

from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from lesson_kit.model.config import TransformerConfig
from lesson_kit.model.encoder_decoder import EncoderDecoder, EncoderDecoderConfig
from lesson_kit.model.transformer import Transformer

__all__ = ["blank_model"]


def blank_model(config: TransformerConfig) -> Transformer | EncoderDecoder:
    """The model of a config on torch's "meta" device, which takes no memory and no time to make.

    Give it numbers with `load_state_dict(…, assign=True)`.
    """
    with torch.device("meta"), _NoRandomStart():
        if isinstance(config, EncoderDecoderConfig):
            return EncoderDecoder(config)
        return Transformer(config)


class _NoRandomStart(TorchFunctionMode):
    """Skips torch.nn.init in this thread: nothing is there to fill, and on the meta device the
    first random fill would import hundreds of modules, a second of every cold start.
    """

    def __torch_function__(
        self,
        func: Any,
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        kwargs = kwargs or {}
        if getattr(func, "__module__", None) == "torch.nn.init":
            return kwargs["tensor"] if "tensor" in kwargs else args[0]
        return func(*args, **kwargs)
