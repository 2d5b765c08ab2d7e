"""The loop that makes an answer: logits → one choice → one token longer → again.

Knows ids only. Text is the business of the tokenizer, looks the business of the page.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import torch
from torch import Tensor

from lesson_kit.generate.sampling import Sampler
from lesson_kit.model import KVCache, Transformer


@dataclass(frozen=True)
class Past:
    """A text whose keys and values are at hand: what one request can leave for the next."""

    ids: tuple[int, ...]
    cache: KVCache  # of these ids, in this order

    def shared_with(self, ids: Sequence[int]) -> int:
        """How many tokens both texts begin with alike, short of the last of `ids`.

        The last one has to be run in any case: its logits are what the next token comes from.
        """
        n = 0
        for mine, yours in zip(self.ids, ids[:-1], strict=False):
            if mine != yours:
                break
            n += 1
        return n


@dataclass(frozen=True)
class Step:
    """One token being made."""

    id: int  # the token chosen
    logits: Tensor  # (V,) what the model said
    probs: Tensor  # (V,) after the sampler's dials: what was drawn from
    seconds: float  # from asking the model to having the choice; the first includes the prompt
    cache_bytes: int  # held by the KV cache after this step; 0 without a cache
    past: Past | None = field(default=None, repr=False)  # hand it to `generate`: no work twice

    @cached_property
    def raw_probs(self) -> Tensor:
        """(V,) softmax of the logits, before any dial; worked out when first asked for."""
        return self.logits.softmax(-1)

    @property
    def candidates(self) -> tuple[tuple[int, float], ...]:
        """The ten likeliest (id, probability) pairs by `raw_probs`, likeliest first."""
        top = self.raw_probs.topk(min(10, self.raw_probs.shape[-1]))
        return tuple(zip(top.indices.tolist(), top.values.tolist(), strict=True))


def generate(
    model: Transformer,
    ids: Sequence[int],
    *,
    max_new_tokens: int,
    sampler: Sampler | None = None,
    use_cache: bool = True,
    seed: int | None = None,
    stop_ids: Sequence[int] = (),
    past: Past | None = None,
) -> Iterator[Step]:
    """Yield one Step per new token, until a stop id was chosen, the limit, or the window's end.

    ids: the prompt, at least one token. seed: makes the draw repeatable; without one it differs
    every time. Ask for only as many steps as you want: nothing runs ahead. past: what an earlier
    step of the same model left (`Step.past`); the beginning both texts share is not computed again.
    Raises ValueError for an empty prompt or one that leaves no room in the model's window.
    """
    sampler = sampler or Sampler()
    if not len(ids):
        raise ValueError("the prompt is empty: give at least one token")
    room = model.config.max_seq_len - len(ids)
    if room < 0:
        raise ValueError(
            f"a prompt of {len(ids)} tokens does not fit max_seq_len={model.config.max_seq_len}"
        )
    device = model.embed.weight.device
    generator = torch.Generator()  # on the CPU: the same seed draws the same on every device
    generator.seed() if seed is None else generator.manual_seed(seed)
    return _steps(
        model, list(ids), min(max_new_tokens, room + 1), sampler, use_cache, generator,
        frozenset(stop_ids), device, past,
    )  # fmt: skip


def _steps(
    model: Transformer,
    text: list[int],
    n: int,
    sampler: Sampler,
    use_cache: bool,
    generator: torch.Generator,
    stop_ids: frozenset[int],
    device: torch.device,
    past: Past | None,
) -> Iterator[Step]:
    shared = past.shared_with(text) if past and use_cache else 0
    cache = past.cache.prefix(shared) if past and shared else None
    for _ in range(n):
        started = time.perf_counter()
        with torch.inference_mode():
            if use_cache:
                new = text[cache.length if cache else 0 :]
                logits, cache = model.step(torch.tensor([new], device=device), cache, last=True)
            else:
                logits = model(torch.tensor([text], device=device), last=True)
            logits = logits[0, -1].float().cpu()  # reading it waits for the device to finish
            seen = torch.tensor(text) if sampler.repetition_penalty != 1 else None
            probs = sampler.probabilities(logits, seen)
            chosen = sampler.choose(probs, generator)
        seconds = time.perf_counter() - started
        held, left = (cache.nbytes, Past(tuple(text), cache)) if cache else (0, None)
        yield Step(chosen, logits, probs, seconds, held, left)
        if chosen in stop_ids:
            return
        text.append(chosen)
