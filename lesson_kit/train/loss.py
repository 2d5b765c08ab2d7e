"""What training lowers: the surprise at the right next token."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional as F


def next_token_loss(logits: Tensor, targets: Tensor, weight: Tensor | None = None) -> Tensor:
    """Mean of −ln p(right token) in nats: logits (B,T,V), targets (B,T) -> one number.

    weight (B,T) says how much each position counts; 0 leaves it out. With weights the mean is
    Σ weight·loss / Σ weight (nan when every weight is 0: there is nothing to learn from).
    """
    each = F.cross_entropy(logits.float().flatten(0, 1), targets.flatten(), reduction="none")
    if weight is None:
        return each.mean()
    return (each * weight.flatten()).sum() / weight.sum()
