"""What smaller weights cost: how much a model changes its mind on a text."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch.nn import functional as F

from lesson_kit.model import Transformer

__all__ = ["change_of_mind"]


@torch.inference_mode()
def change_of_mind(full: Transformer, small: Transformer, ids: Sequence[int]) -> dict[str, float]:
    """Both models read the same ids (n of them, cut to the window); how far are they apart?

    logit_error: largest difference of any logit. divergence: mean Kullback–Leibler divergence of
    the small one's next-token distribution, in nats. same_choice: share of positions with the same
    likeliest token. perplexity_full, perplexity_small: e to the mean surprise over the real next
    tokens. Raises ValueError for fewer than two ids.
    """
    if len(ids) < 2:
        raise ValueError("two ids or more: one to read, one to guess")
    text = torch.tensor([list(ids)[: full.config.max_seq_len]], device=full.embed.weight.device)
    a, b = full(text)[0].float(), small(text)[0].float()
    p, q = a.log_softmax(-1), b.log_softmax(-1)
    surprise = [F.nll_loss(x[:-1], text[0, 1:]).item() for x in (p, q)]
    return {
        "logit_error": float((a - b).abs().max()),
        "divergence": float((p.exp() * (p - q)).sum(-1).mean()),
        "same_choice": float((a.argmax(-1) == b.argmax(-1)).float().mean()),
        "perplexity_full": math.exp(surprise[0]),
        "perplexity_small": math.exp(surprise[1]),
    }
