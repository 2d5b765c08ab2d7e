"""Translating: the encoder reads once, then the decoder writes token by token.

translate(load("translator"), "There is no spoon.")
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from lesson_kit.model import EncoderDecoder
from lesson_kit.model.encoder_decoder import Watch
from lesson_kit.weights.registry import LoadedTranslator, translator

__all__ = [
    "TranslationStep",
    "UntranslatableError",
    "sentences",
    "source_ids",
    "translate",
    "translation_steps",
    "write_greedily",
]

MAX_TOKENS = 1000  # of a whole text; a sentence has the model's own limit
# A full stop ends a sentence unless it belongs to a title, a closing quote only if more begins.
_END = re.compile(
    r"(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<=[.!?])\s+"
    r"|(?<=[.!?][\"')])\s+(?=[A-Z\"'(])|\s*\n\s*"
)


class UntranslatableError(ValueError):
    """This text cannot be translated; `zh` and `en` say why and what to do."""

    def __init__(self, *, zh: str, en: str) -> None:
        super().__init__(en)
        self.zh = zh
        self.en = en


@dataclass(frozen=True)
class TranslationStep:
    """One token of the translation being chosen."""

    id: int  # the likeliest token; the end token in the last step of a finished sentence
    probs: Tensor = field(repr=False)  # (V,) of every token
    cross: Tensor = field(repr=False)  # (L, H, S) where each head looked in the source
    seconds: float  # from asking the model to having the choice; the first includes the reading

    @property
    def candidates(self) -> tuple[tuple[int, float], ...]:
        """The ten likeliest (id, probability) pairs, likeliest first."""
        top = self.probs.topk(min(10, self.probs.shape[-1]))
        return tuple(zip(top.indices.tolist(), top.values.tolist(), strict=True))


def translate(loaded: LoadedTranslator, text: str) -> str:
    """English text -> Chinese, sentence by sentence, the likeliest token each time.

    Raises UntranslatableError for a text that is empty, not English or too long, and
    UnsupportedModelError for a model that is no translator.
    """
    loaded = translator(loaded)
    parts = sentences(text)
    sources = [source_ids(loaded, part) for part in parts]
    if sum(map(len, sources)) > MAX_TOKENS:
        raise UntranslatableError(
            zh=f"这段文字超过 {MAX_TOKENS} 个词元，一次翻译不完；请分成几段。",
            en=f"The text has more than {MAX_TOKENS} tokens, too many at once; cut it into parts.",
        )
    start, end = _marks(loaded)
    written = write_greedily(loaded.model, sources, start_id=start, end_id=end)
    return "".join(loaded.tokenizer.decode(ids) for ids in written)


def translation_steps(
    loaded: LoadedTranslator, text: str, *, max_new_tokens: int = 80
) -> Iterator[TranslationStep]:
    """One English sentence, each choice with all probabilities and every head's look at the source.

    The source is `source_ids(loaded, text)`. Ends behind the end token or after `max_new_tokens`.
    Raises as `translate` does, before the first step.
    """
    loaded = translator(loaded)
    return _steps(loaded, source_ids(loaded, text), max_new_tokens)


def _steps(loaded: LoadedTranslator, source: list[int], limit: int) -> Iterator[TranslationStep]:
    model, device = loaded.model, loaded.model.embed.weight.device
    new, end = _marks(loaded)
    cache = None
    for _ in range(min(limit, model.config.max_seq_len)):
        started, watch = time.perf_counter(), Watch()
        with torch.inference_mode():
            if cache is None:
                cache = model.encode(torch.tensor([source], device=device))
            logits, cache = model.step(torch.tensor([[new]], device=device), cache, watch)
            probs = logits[0, -1].float().softmax(-1).cpu()
            cross = torch.stack([look.weights[0, :, -1] for look in watch.looks[1::2]]).cpu()
        new = int(probs.argmax())
        yield TranslationStep(new, probs, cross, time.perf_counter() - started)
        if new == end:
            return


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order. Raises UntranslatableError if there is nothing to read."""
    if not text.strip():
        raise UntranslatableError(
            zh="这里还没有文字。打一句英文，再按回车。",
            en="There is no text yet. Type an English sentence and press Enter.",
        )
    if not re.search(r"[A-Za-z]", text):
        raise UntranslatableError(
            zh="这个翻译模型只读英文：请打一句英文，它会写出中文。",
            en="This translator reads English only: type an English sentence, it writes Chinese.",
        )
    return [part for part in _END.split(text.strip()) if part.strip()]


def source_ids(loaded: LoadedTranslator, sentence: str) -> list[int]:
    """What the encoder reads: the sentence's tokens and the end token.

    Raises UntranslatableError for a sentence the model has no room for.
    """
    sentences(sentence)
    ids = [*loaded.tokenizer.encode(sentence.strip()), _marks(loaded)[1]]
    limit = loaded.model.config.max_seq_len
    if len(ids) > limit:
        raise UntranslatableError(
            zh=f"这一句有 {len(ids)} 个词元，翻译模型一句最多读 {limit} 个；请断成短句。",
            en=f"This sentence has {len(ids)} tokens and the translator reads at most {limit} "
            "a sentence; break it into shorter ones.",
        )
    return ids


def write_greedily(
    model: EncoderDecoder,
    sources: Sequence[Sequence[int]],
    *,
    start_id: int,
    end_id: int,
    max_new_tokens: int = 80,
    rows: int = 100,
) -> list[list[int]]:
    """The likeliest token each time, for many sources side by side; ids without start and end."""
    device = model.embed.weight.device
    limit = min(max_new_tokens, model.config.max_seq_len)
    order = sorted(range(len(sources)), key=lambda i: len(sources[i]))
    written: list[list[int]] = [[] for _ in sources]
    for at in range(0, len(order), rows):
        group = order[at : at + rows]
        padded = nn.utils.rnn.pad_sequence(
            [torch.tensor(list(sources[i])) for i in group], True, model.config.pad_id
        ).to(device)
        with torch.inference_mode():
            cache = model.encode(padded)
            new = torch.full((len(group), 1), start_id, device=device)
            done = torch.zeros(len(group), dtype=torch.bool, device=device)
            for _ in range(limit):
                logits, cache = model.step(new, cache)
                new = logits[:, -1:].argmax(-1)
                done |= new[:, 0] == end_id
                if bool(done.all()):
                    break
                for i, id, over in zip(group, new[:, 0].tolist(), done.tolist(), strict=True):
                    if not over:
                        written[i].append(id)
    return written


def _marks(loaded: LoadedTranslator) -> tuple[int, int]:
    special = loaded.tokenizer.special
    return special["<|start|>"], special["<|end|>"]
