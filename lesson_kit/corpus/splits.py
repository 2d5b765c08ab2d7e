"""Decide, from the content alone, what is trained on and what is kept for measuring."""

from __future__ import annotations

import hashlib
from typing import Literal

Split = Literal["train", "held_out"]


def fraction(*key: str) -> float:
    """Map a key to a fixed number in [0, 1), the same on every machine and in every run."""
    digest = hashlib.blake2b("\x1f".join(key).encode("utf-8"), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def split_of(*key: str, held_out: float = 0.1) -> Split:
    """Return the split a key belongs to; ``held_out`` is the share kept out of training."""
    return "held_out" if fraction(*key) < held_out else "train"
