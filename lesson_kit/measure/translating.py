"""How good translations are, by the usual two counts. Needs `sacrebleu` (extra: train)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

__all__ = ["bleu", "chrf", "has_sacrebleu"]


def has_sacrebleu() -> bool:
    """Whether the package that counts is installed."""
    return find_spec("sacrebleu") is not None


def bleu(written: Sequence[str], wanted: Sequence[str]) -> float | None:
    """Corpus BLEU, 0 to 100, counted by Chinese characters (Post 2018); None without sacrebleu."""
    if not has_sacrebleu():
        return None
    import sacrebleu

    return sacrebleu.corpus_bleu(list(written), [list(wanted)], tokenize="zh").score


def chrf(written: Sequence[str], wanted: Sequence[str]) -> float | None:
    """Corpus chrF2, 0 to 100 (Popović 2015); None without sacrebleu."""
    if not has_sacrebleu():
        return None
    import sacrebleu

    return sacrebleu.corpus_chrf(list(written), [list(wanted)]).score
