"""How whole numbers are written, everywhere the same: 16\u202f384, with a thin space."""

from __future__ import annotations

__all__ = ["THIN", "exact", "grouped"]

#: A narrow space that no line breaks at; also stands before a unit.
THIN = "\u202f"


def grouped(n: int) -> str:
    """A whole number in groups of three digits; widgets have the same in ``common.js``."""
    return f"{n:,}".replace(",", THIN)


def exact(x: float) -> str:
    """A difference as it stands in a caption: "0" only if it is exactly 0."""
    return "0" if x == 0 else f"{x:.1e}"
