"""What chapter 05 asks of the translator: who looks where, in its own past and in the source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from lesson_kit.app.attention_sentences import tokens_of
from lesson_kit.generate.translation import source_ids, translation_steps
from lesson_kit.model.encoder_decoder import Look
from lesson_kit.show.attention_data import token_entries
from lesson_kit.weights.errors import ModelError
from lesson_kit.weights.registry import TRANSLATOR, LoadedTranslator, load

__all__ = ["PREPARED", "Alignment", "Marked", "alignment", "translator_here", "typed", "view"]

MAX_TOKENS = 32  # of the source and of the translation: as many as the picture can name


@dataclass(frozen=True)
class Marked:
    """An English sentence; `pairs`: Chinese words its translation may hold -> the English words
    they translate, marked by hand."""

    en: str
    pairs: tuple[tuple[str, str], ...]


PREPARED: tuple[Marked, ...] = (
    Marked("There is no spoon.", (("没有", "no"), ("勺子", "spoon"), ("汤匙", "spoon"))),
    Marked("I like apples.", (("我", "I"), ("喜欢", "like"), ("苹果", "apples"))),
    Marked("Where is the library?", (("图书馆", "library"), ("哪里", "Where"), ("哪儿", "Where"))),
    Marked("The cat is on the table.",
           (("猫", "cat"), ("桌子", "table"), ("上", "on"), ("桌上", "table"))),
    Marked("It is very cold in Beijing today.",
           (("北京", "Beijing"), ("今天", "today"), ("很", "very"), ("冷", "cold"))),
    Marked("He is reading a book in the garden.",
           (("他", "He"), ("花园", "garden"), ("书", "book"), ("看书", "book"), ("读", "reading"),
            ("看", "reading"))),
)  # fmt: skip


def translator_here() -> LoadedTranslator | None:
    """The translator, or None where it is not shipped with this copy."""
    try:
        return load(TRANSLATOR)
    except ModelError:
        return None


@dataclass(frozen=True)
class Translated:
    """A sentence and its greedy translation, as ids. `target` begins with the start token;
    `writes[i]` is what the decoder writes when `target[i]` is its newest token."""

    source: list[int]
    target: list[int]
    writes: list[int]
    next: list[list[tuple[int, float]]]  # three likeliest at each step


def translated(loaded: LoadedTranslator, en: str) -> Translated:
    """Translate one sentence. Raises UntranslatableError if the text cannot be translated."""
    source = source_ids(loaded, en)
    steps = list(translation_steps(loaded, en, max_new_tokens=MAX_TOKENS))
    writes = [step.id for step in steps]
    start = loaded.tokenizer.special["<|start|>"]
    return Translated(
        source, [start, *writes[:-1]], writes, [list(step.candidates[:3]) for step in steps]
    )


def view(loaded: LoadedTranslator, en: str) -> dict[str, Any]:
    """One sentence as `show.widgets.cross_view.CrossView` takes it."""
    made = translated(loaded, en)
    device = loaded.model.embed.weight.device
    with torch.inference_mode():
        trace = loaded.model.trace(
            torch.tensor([made.source], device=device), torch.tensor([made.target], device=device)
        )
    text, special = loaded.tokenizer, loaded.tokenizer.special
    label = text.label
    return {
        "label": en.strip(),
        "source": token_entries(text.pieces(made.source), special),
        "target": token_entries(text.pieces(made.target), special),
        "writes": token_entries(text.pieces(made.writes), special),
        "next": [[{"t": label(id), "p": p} for id, p in row] for row in made.next],
        "first": min(1, len(made.target) - 1),
        "n_layer": loaded.model.config.n_layer,
        "n_head": loaded.model.config.n_head,
        "d_head": loaded.model.config.d_head,
        "self": _scores(trace.decoder),
        "cross": _scores(trace.cross),
    }


def typed(loaded: LoadedTranslator, en: str) -> dict[str, Any]:
    """The learner's own sentence. Raises ValueError with a text in both languages if it is too
    long for the picture, besides what `view` raises."""
    n = len(source_ids(loaded, en))
    if n > MAX_TOKENS:
        raise TooLongError(n)
    return view(loaded, en)


class TooLongError(ValueError):
    """A sentence the picture has no room for."""

    def __init__(self, n: int) -> None:
        self.zh = f"这一句有 {n} 个词元，图里最多放 {MAX_TOKENS} 个；请写短一点。"
        self.en = (
            f"This sentence has {n} tokens and the picture holds {MAX_TOKENS}; make it shorter."
        )
        super().__init__(self.en)


def _scores(looks: Iterable[Look]) -> bytes:
    stacked = torch.cat([look.scores for look in looks]).float().cpu().numpy()  # (L, H, T, N)
    return np.where(np.isfinite(stacked), stacked, 0).astype("<f4").tobytes()


@dataclass(frozen=True)
class Alignment:
    """How often a head's strongest source token is the word that is being written.

    share (L, H) from 0 to 1, over n hand-marked steps; chance: what guessing a token would give.
    """

    share: np.ndarray
    n: int
    chance: float

    def best(self) -> tuple[int, int, float]:
        """Layer, head (from 0) and share of the best head."""
        layer, head = np.unravel_index(int(self.share.argmax()), self.share.shape)
        return int(layer), int(head), float(self.share[layer, head])


def alignment(loaded: LoadedTranslator, marked: Iterable[Marked] = PREPARED) -> Alignment:
    """Score every cross-attention head on the sentences' hand-marked words.

    A step counts when it writes the first token of a marked Chinese word that the model really
    wrote. Raises ValueError when no step counts.
    """
    config = loaded.model.config
    hits, chances = np.zeros((config.n_layer, config.n_head)), []
    for one in marked:
        for cross, wanted, n in _marked_steps(loaded, one):
            strongest = cross.argmax(-1).numpy()  # (L, H)
            hits += np.isin(strongest, wanted)
            chances.append(len(wanted) / n)
    if not chances:
        raise ValueError("none of the marked words was written")
    return Alignment(hits / len(chances), len(chances), float(np.mean(chances)))


def _marked_steps(
    loaded: LoadedTranslator, one: Marked
) -> list[tuple[torch.Tensor, list[int], int]]:
    """(cross (L, H, S), positions of the right source word, S) of each step that counts."""
    steps = list(translation_steps(loaded, one.en, max_new_tokens=MAX_TOKENS))
    writes = [step.id for step in steps]
    source = source_ids(loaded, one.en)
    text = loaded.tokenizer
    zh, en = text.decode(writes), text.decode(source)
    counted: dict[int, list[int]] = {}
    for word, twin in one.pairs:
        at = tokens_of(text.pieces(writes), zh, word)
        wanted = tokens_of(text.pieces(source), en, twin)
        if at and wanted:
            counted.setdefault(at[0], wanted)
    return [(steps[i].cross, wanted, len(source)) for i, wanted in counted.items()]
