"""The random start: what a model is before it has read anything."""

from __future__ import annotations

import math

import torch
from torch import nn

from lesson_kit.model.config import TransformerConfig
from lesson_kit.model.encoder_decoder import EncoderDecoder, EncoderDecoderConfig
from lesson_kit.model.transformer import Transformer


def new_model(config: TransformerConfig, *, seed: int) -> Transformer:
    """A Transformer with fresh random weights, the same ones for the same seed.

    Normal with deviation 0.02, and smaller by √(2L) where a layer writes to the residual stream,
    so that the stream does not grow with depth (Radford et al. 2019, GPT-2). Norms start at 1,
    biases at 0.
    """
    generator = torch.Generator().manual_seed(seed)
    with torch.device("meta"):
        model = Transformer(config)
    model = model.to_empty(device="cpu")
    narrow = 0.02 / math.sqrt(2 * config.n_layer)
    for name, parameter in model.named_parameters():
        if name.endswith("norm.weight"):
            nn.init.ones_(parameter)
        elif name.endswith("bias"):
            nn.init.zeros_(parameter)
        else:
            std = narrow if name.endswith(("W_o.weight", "W_down.weight")) else 0.02
            nn.init.normal_(parameter, std=std, generator=generator)
    return model


def new_encoder_decoder(config: EncoderDecoderConfig, *, seed: int) -> EncoderDecoder:
    """An EncoderDecoder with fresh random weights, the same ones for the same seed.

    Matrices as in Glorot & Bengio 2010, so that signals keep their size on the way; rows of the
    embedding table have length 1, for they are multiplied by √d_model on entering.
    """
    generator = torch.Generator().manual_seed(seed)
    with torch.device("meta"):
        model = EncoderDecoder(config)
    model = model.to_empty(device="cpu")
    for name, parameter in model.named_parameters():
        if name.endswith("norm.weight"):
            nn.init.ones_(parameter)
        elif name.endswith("bias"):
            nn.init.zeros_(parameter)
        elif name == "embed.weight":
            nn.init.normal_(parameter, std=config.d_model**-0.5, generator=generator)
        else:
            nn.init.xavier_uniform_(parameter, generator=generator)
    return model
