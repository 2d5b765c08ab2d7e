"""What chapter 05 asks of the model, as the plain data its pictures are made of.

This is the seam between the model (torch) and the pictures (plain arrays): everything here runs the
loaded model and returns numbers; nothing here draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import numpy as np
import torch

from lesson_kit.app.attention_sentences import (
    ENDINGS,
    PREPARED,
    RIDDLES,
    Prepared,
    first_query,
    tokens_of,
)
from lesson_kit.app.guard import Reading
from lesson_kit.measure.heads import (
    HabitName,
    HabitScores,
    Sentence,
    habit_rows,
    head_habits,
)
from lesson_kit.model import Edit, Trace
from lesson_kit.model.positions import rope_table
from lesson_kit.show.attention_data import SentenceData, sentence_data, token_entries
from lesson_kit.weights import LoadedModel


def run_sentence(loaded: LoadedModel, ids: Sequence[int]) -> Trace:
    """The model's trace of one sentence, B = 1."""
    with torch.inference_mode():
        return loaded.model.trace(_batch(loaded, ids))


def picture(
    loaded: LoadedModel, text: str, ids: Sequence[int], *, first: int | None = None
) -> SentenceData:
    """One sentence as the attention pictures take it: tokens, each layer's q, k, v, next words."""
    trace = run_sentence(loaded, ids)
    q, k, v = (
        torch.cat([getattr(layer, name) for layer in trace.layers]).float().cpu().numpy()
        for name in "qkv"
    )
    entries = token_entries(loaded.tokenizer.pieces(list(ids)), loaded.tokenizer.special)
    following = trace.logits[0, -1].float().softmax(-1).topk(8)
    candidates = _labelled(loaded, following.indices.tolist(), following.values.tolist())
    return sentence_data(text, entries, q, k, v, next=candidates, first=first)


def prepared_pictures(loaded: LoadedModel, lang: str) -> list[SentenceData]:
    """The chapter's prepared sentences, in the order of the picker."""
    pictures = []
    for prepared in PREPARED[lang]:
        ids = loaded.encode(prepared.text)
        first = first_query(prepared, loaded.tokenizer.pieces(ids))
        pictures.append(picture(loaded, prepared.text, ids, first=first))
    return pictures


def typed_picture(loaded: LoadedModel, reading: Reading) -> SentenceData:
    """A learner's own sentence; `reading` comes from Page.read, already short enough."""
    return picture(loaded, reading.text, reading.ids)


def habit_sentences(
    loaded: LoadedModel,
    everything: Iterable[Prepared] = (*PREPARED["zh"], *PREPARED["en"], *RIDDLES),
) -> list[Sentence]:
    """The sentences head scores are measured over, each with its pronoun resolved by hand.

    Chinese ones are left out for a model that only knows them as bytes.
    """
    sentences = []
    english_only = loaded.card.languages == ("en",)
    for prepared in dict.fromkeys(everything):
        if english_only and not prepared.text.isascii():
            continue
        ids = loaded.encode(prepared.text)
        pieces = loaded.tokenizer.pieces(ids)
        pronoun = tokens_of(pieces, prepared.text, prepared.pronoun)
        noun = tokens_of(pieces, prepared.text, prepared.noun)
        links = ((pronoun[-1], tuple(noun)),) if pronoun and noun else ()
        start = bool(ids) and ids[0] == loaded.tokenizer.start_id
        sentences.append(Sentence(tuple(ids), links, has_start=start))
    return sentences


def measured_habits(
    loaded: LoadedModel, *, tick: Callable[[], object] | None = None
) -> dict[HabitName, HabitScores]:
    """Which head does what, over `habit_sentences`. tick: called after each sentence."""
    return head_habits(loaded.model, habit_sentences(loaded), tick=tick)


def counted_rows(loaded: LoadedModel) -> dict[HabitName, int]:
    """How many rows stand behind each score of `measured_habits`; the model does not run."""
    return habit_rows(habit_sentences(loaded))


def opening_head(loaded: LoadedModel, lang: str) -> tuple[int, int]:
    """(layer, head) the chapter opens with: the one whose "it" looks most at the right noun in the
    first sentence; 0, 0 when the tokenizer splits that sentence's words apart."""
    habits = head_habits(loaded.model, habit_sentences(loaded, PREPARED[lang][:1]))
    return habits["reference"].best()[:2] if "reference" in habits else (0, 0)


def leak_test(loaded: LoadedModel, ids: Sequence[int], at: int) -> dict[str, Any]:
    """Change the token at position `at` and see which outputs move.

    Returns "changed" (the new token's label) and per position the largest change of any logit,
    "causal" and "open" (T,) — with the causal mask and with none. Raises ValueError if `at` is not
    a position of the text.
    """
    if not 0 <= at < len(ids):
        raise ValueError(f"position {at} is not one of the text's {len(ids)}")
    other = list(ids)
    other[at] = _another_token(loaded, ids[at])
    both = torch.cat((_batch(loaded, ids), _batch(loaded, other)))
    rows: dict[str, list[float]] = {}
    for name, edit in (("causal", Edit()), ("open", Edit(mask="none"))):
        with torch.inference_mode():
            # One text at a time: in a batch of two the kernels may round the two differently.
            one, two = (loaded.model.trace(row[None], edit=edit).logits[0] for row in both)
        rows[name] = (one - two).abs().amax(-1).float().tolist()
    return {"at": at, "changed": loaded.tokenizer.label(other[at]), **rows}


def ablation(
    loaded: LoadedModel,
    ids: Sequence[int],
    *,
    n_candidate: int = 6,
    tick: Callable[[], object] | None = None,
) -> dict[str, Any]:
    """Switch off each head in turn and see what happens to the next-token probabilities.

    Returns "candidates" (label, id and probability p of the likeliest next tokens with every head
    on), "off" (L, H, K) float32: their probabilities with that head off, and "kl" (L, H) float32:
    how far the distribution moved, in nats. tick: called after each layer, for a progress bar.
    """
    config = loaded.model.config
    inputs = _batch(loaded, ids)
    rows = inputs.expand(config.n_head, -1)  # one copy of the text for each head of a layer
    off = np.zeros((config.n_layer, config.n_head, n_candidate), np.float32)
    kl = np.zeros((config.n_layer, config.n_head), np.float32)
    with torch.inference_mode():
        base = loaded.model(inputs)[0, -1].float().log_softmax(-1)
        top = base.topk(n_candidate)
        for layer in range(config.n_layer):
            logits = loaded.model.trace(rows, edit=Edit(each_head_off=layer)).logits[:, -1]
            changed = logits.float().log_softmax(-1)  # (H, V)
            off[layer] = changed[:, top.indices].exp().cpu().numpy()
            kl[layer] = (base.exp() * (base - changed)).sum(-1).cpu().numpy()
            if tick is not None:
                tick()
    return {
        "candidates": _labelled(loaded, top.indices.tolist(), top.values.exp().tolist()),
        "off": off,
        "kl": kl,
    }


@dataclass(frozen=True)
class TwoEndings:
    """One sentence with two endings: what was replaced, and how far an earlier row moved."""

    old: str
    new: str
    word: str  # the token whose row is compared
    difference: float  # largest change of its weights, over all layers and heads


def two_endings(loaded: LoadedModel, lang: str) -> TwoEndings:
    """Run both sentences and compare the row of the pronoun, in every layer and head."""
    one, two, word, old, new = ENDINGS[lang]
    ids = loaded.encode(one), loaded.encode(two)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*ids, strict=False)))
    whole = tokens_of(loaded.tokenizer.pieces(ids[0]), one, word)
    # A tokenizer may join the pronoun to what follows; the last token both texts share will do.
    row = min(whole[-1] if whole else shared - 1, shared - 1)
    # Equal lengths, so that the two runs round alike and a difference is one of content.
    length = min(map(len, ids))
    first, second = (
        torch.cat([layer.weights[0, :, row] for layer in run_sentence(loaded, x[:length]).layers])
        for x in ids
    )
    return TwoEndings(old, new, word, float((first - second).abs().max()))


def rotation(loaded: LoadedModel, length: int) -> tuple[torch.Tensor, torch.Tensor] | None:
    """cos and sin (length, d_head) that turn q and k; None for a model without RoPE."""
    config = loaded.model.config
    if config.position != "rope":
        return None
    weight = loaded.model.embed.weight
    cos, sin = (x[:length].to(weight.device, weight.dtype) for x in rope_table(config))
    return cos, sin


def middle_word(loaded: LoadedModel, ids: Sequence[int]) -> int:
    """A position near two thirds of the text whose token is a word, for the leak test to change."""
    wanted = 2 * len(ids) // 3
    label = loaded.tokenizer.label
    words = [i for i, id in enumerate(ids) if label(id).strip().isalpha()]
    return min(words, key=lambda i: abs(i - wanted), default=wanted)


def _labelled(loaded: LoadedModel, ids: Iterable[int], probs: Iterable[float]) -> list[dict]:
    label = loaded.tokenizer.label
    return [{"t": label(i), "id": i, "p": p} for i, p in zip(ids, probs, strict=True)]


def _another_token(loaded: LoadedModel, id: int) -> int:
    """The next id that reads as a whole word."""
    tokenizer = loaded.tokenizer
    for step in range(1, tokenizer.vocab_size):
        candidate = (id + step) % tokenizer.vocab_size
        label = tokenizer.label(candidate)
        if not tokenizer.is_special(candidate) and label.strip().isalpha():
            return candidate
    return (id + 1) % tokenizer.vocab_size


def _batch(loaded: LoadedModel, ids: Sequence[int]) -> torch.Tensor:
    return torch.tensor([list(ids)], device=loaded.model.embed.weight.device)
