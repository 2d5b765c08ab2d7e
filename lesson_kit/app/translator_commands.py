"""What ``train`` and ``evaluate`` do for the translator."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lesson_kit.train.log import Progress
    from lesson_kit.weights.registry import LoadedTranslator

__all__ = ["described", "evaluate", "training"]


def training(options: argparse.Namespace, out: Path) -> Iterator[Progress]:
    """The run asked for, with the recipe's own choices but for those given."""
    from lesson_kit.train.translator import TranslatorRecipe, train

    changes = {"steps": options.steps} if options.steps else {}
    return train(TranslatorRecipe(**changes), out, resume=options.resume, device=options.device)


def described() -> str:
    """What the translator reads: sizes, and a few sentences of each source."""
    from itertools import islice

    from lesson_kit.corpus import parallel, tatoeba

    pairs, held_out = tatoeba.split_pairs(tatoeba.fetch_pairs())
    written = list(parallel.handwritten_twins())
    lines = [f"{'tatoeba':<18} {len(pairs):>8,}", f"{'tatoeba held out':<18} {len(held_out):>8,}",
             f"{'handwritten':<18} {len(written):>8,}", ""]  # fmt: skip
    samples = (
        ("tatoeba", ((pair.en, pair.zh) for pair in pairs[::9000])),
        ("handwritten", written[::2500]),
        ("authored", islice(parallel.authored_twins(0), 12)),
    )
    for name, twins in samples:
        lines += [f"{name:<18} {en} → {zh}" for en, zh in twins]
    return "\n".join(lines)


def evaluate(loaded: LoadedTranslator, options: argparse.Namespace) -> None:
    """BLEU and chrF on the pairs kept out of training, printed and, if asked, put on the card."""
    from lesson_kit.corpus import parallel, tatoeba
    from lesson_kit.corpus.parallel import Twin
    from lesson_kit.measure.translating import has_sacrebleu
    from lesson_kit.train.translator_evaluation import measure
    from lesson_kit.weights.cards import write_card
    from lesson_kit.weights.registry import folder_of

    if not has_sacrebleu():
        raise RuntimeError("BLEU needs the sacrebleu package: pip install 'lesson-kit[train]'")
    pairs, kept_out = tatoeba.split_pairs(tatoeba.fetch_pairs())
    known = [Twin(pair.en, pair.zh) for pair in pairs] + list(parallel.handwritten_twins())
    told = measure(loaded, known, [Twin(p.en, p.zh) for p in kept_out], seed=options.seed)
    if options.json:
        print(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        base, authored = told["baseline"], told["authored"]
        print(
            f"{told['pairs']} held-out pairs       BLEU {told['bleu']:.1f}  chrF {told['chrf']:.1f}"
        )
        print(f"{base['by']}  BLEU {base['bleu']:.1f}  chrF {base['chrf']:.1f}")
        print(f"authored sentences, word for word  {authored['right']}/{authored['asked']}")
    if options.card:
        measured = {**loaded.card.measured, "translation": told}
        card = dataclasses.replace(loaded.card, measured=measured)
        write_card(card, folder_of(options.model))
