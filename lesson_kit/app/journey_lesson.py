"""What chapter 00 asks of the model, as the plain data its picture is made of.

The seam between the model (torch) and the picture (plain data): it runs the loaded model, one
step after another, and says of each step what the page shows. Nothing here draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lesson_kit.app.guard import UnusableTextError, explain, read_text
from lesson_kit.app.recorded import StepTimes, recorded_steps
from lesson_kit.generate import Sampler, generate
from lesson_kit.show.attention_data import token_entries
from lesson_kit.show.widgets.journey import step_entry
from lesson_kit.show.words import Lang
from lesson_kit.weights.registry import LoadedModel

__all__ = ["JourneyRuns", "Settings"]

Message = dict[str, Any]


@dataclass(frozen=True)
class Settings:
    """How the next token is chosen: temperature 0 takes the likeliest; top_k 0 means all."""

    temperature: float = 0.0
    top_k: int = 0
    seed: int = 1

    @classmethod
    def from_page(cls, said: Mapping[str, Any]) -> Settings:
        """The settings in a request, each held to its range; nonsense becomes the default."""
        temperature, top_k, seed = said.get("temperature"), said.get("top_k"), said.get("seed")
        if not isinstance(temperature, (int, float)) or not math.isfinite(temperature):
            temperature = cls.temperature
        return cls(
            min(5.0, max(0.0, float(temperature))),
            max(0, top_k) if isinstance(top_k, int) else cls.top_k,
            seed % 2**31 if isinstance(seed, int) else cls.seed,
        )

    def sampler(self) -> Sampler:
        """The sampler these settings describe."""
        return Sampler(temperature=self.temperature, top_k=self.top_k or None)


@dataclass(frozen=True)
class JourneyRuns:
    """Runs of one model for one page: at most ``limit`` new tokens, ``longest`` in a prompt.

    ``live=False`` is for a page that will have no model behind it. Its clocks run by what was
    recorded on a named machine (``clock``); they show nothing if nothing was.
    """

    loaded: LoadedModel
    lang: Lang
    live: bool = True
    limit: int = 24
    longest: int = 96

    @property
    def shapes(self) -> dict[str, int]:
        """The model's sizes by the letters the course uses, and its window as ``max``."""
        c = self.loaded.model.config
        return {
            "C": c.d_model, "L": c.n_layer, "H": c.n_head, "G": c.n_kv_head, "D": c.d_head,
            "F": c.d_ff, "V": c.vocab_size, "max": c.max_seq_len,
        }  # fmt: skip

    @cached_property
    def clock(self) -> StepTimes | None:
        """Where the times of a page that is not live come from."""
        return None if self.live else recorded_steps(self.loaded)

    def _seconds(self, measured: float, new: int, past: int) -> float | None:
        if self.live:
            return measured
        return round(self.clock.seconds(new, past), 6) if self.clock else None

    def run(self, request: Mapping[str, Any]) -> Iterator[Message]:
        """Answer a page: its own ``text`` as tokens, or steps that carry on from ``ids``.

        Yields ``prompt``, then ``step`` messages as they are made, then ``end`` with why; or
        ``error`` with a sentence for the learner. Nothing the page sends is trusted.
        """
        try:
            if "text" in request:
                yield self._read(str(request["text"]))
            else:
                yield from self._steps(self._ids(request.get("ids")), request)
        except Exception as error:
            yield {"kind": "error", "say": explain(error, self.lang)}
            if not isinstance(error, UnusableTextError):
                raise

    def example(
        self, text: str, *, steps: int | None = None, settings: Settings | None = None
    ) -> dict[str, Any]:
        """A prepared message with its first ``steps`` steps made now (all of them by default)."""
        settings = settings or Settings()
        prompt = self._read(text)
        ids = [one["id"] for one in prompt["tokens"]]
        n = self.limit if steps is None else min(steps, self.limit)
        if n and self.live:
            self._record(ids, 1, settings)  # warms up, so that the first time shown is a fair one
        made, end = self._record(ids, n, settings) if n else ([], "")
        whole = end in ("stop", "window") or n == self.limit
        return {
            "label": text,
            "text": text,
            "tokens": prompt["tokens"],
            "note": prompt["note"],
            "steps": made,
            "end": end if whole else "",
            "settings": vars(settings),
            "branches": {},
        }

    def with_branches(
        self, example: Mapping[str, Any], *, depth: int = 8, width: int = 3, longest: int = 12
    ) -> dict[str, Any]:
        """The example with other choices recorded too, for a page without a model behind it: the
        ``width`` likeliest at each of the first ``depth`` steps, each ``longest`` tokens further.
        """
        prompt = [one["id"] for one in example["tokens"]]
        settings = Settings(**example["settings"])
        branches: dict[str, Any] = {}
        for at, step in enumerate(example["steps"][:depth]):
            before = prompt + [one["token"]["id"] for one in example["steps"][:at]]
            for other in step["named"][:width]:
                if other["id"] == step["token"]["id"]:
                    continue
                room = self.limit - at - 1
                if room < 1:
                    continue
                steps, end = self._record([*before, other["id"]], min(room, longest), settings)
                whole = end != "limit" or len(steps) == room
                branches[f"{at}:{other['id']}"] = {"steps": steps, "end": end if whole else ""}
        return {**example, "branches": branches}

    def _record(self, ids: list[int], n: int, settings: Settings) -> tuple[list[Message], str]:
        if ids[-1] in self.loaded.tokenizer.stop_ids and len(ids) > 1:
            return [], "stop"
        said = list(self._steps(ids, {**vars(settings), "n": n}))
        return [one["step"] for one in said if one["kind"] == "step"], said[-1]["why"]

    def _read(self, text: str) -> Message:
        reading = read_text(text, self.loaded.tokenizer, limit=self._room, lang=self.lang)
        return {
            "kind": "prompt",
            "own": True,
            "label": reading.text,
            "tokens": self._rows(reading.ids),
            "note": reading.note,
        }

    @property
    def _room(self) -> int:
        """Tokens a prompt may have, so that at least half of the window is left to write in."""
        return min(self.longest, max(1, self.loaded.model.config.max_seq_len // 2))

    def _ids(self, said: object) -> list[int]:
        window = self.loaded.model.config.max_seq_len
        size = self.loaded.model.config.vocab_size
        ids = said if isinstance(said, list) else []
        if not 0 < len(ids) <= window or not all(isinstance(i, int) and 0 <= i < size for i in ids):
            raise UnusableTextError(
                zh="页面发来的词元用不了。刷新页面再试。",
                en="The page sent tokens that cannot be used. Reload it and try again.",
            )
        return list(ids)

    def _steps(self, ids: list[int], request: Mapping[str, Any]) -> Iterator[Message]:
        model, tokenizer = self.loaded.model, self.loaded.tokenizer
        wish = request.get("n")
        n = min(self.limit, max(1, wish)) if isinstance(wish, int) else self.limit
        settings = Settings.from_page(request)
        yield {"kind": "prompt", "own": False, "tokens": self._rows(ids)}
        why = "limit"
        past = 0
        steps = generate(
            model, ids, max_new_tokens=n, sampler=settings.sampler(), seed=settings.seed,
            stop_ids=tokenizer.stop_ids,
        )  # fmt: skip
        for step in steps:
            new = len(ids) - past
            entry = step_entry(
                step.logits.numpy(), step.id, self._row, past=past, new=new,
                seconds=self._seconds(step.seconds, new, past), cache_bytes=step.cache_bytes,
            )  # fmt: skip
            past, ids = len(ids), [*ids, step.id]
            entry["token"] = self._rows(ids)[-1]  # here its group with the tokens before is known
            yield {"kind": "step", "step": entry}
            if step.id in tokenizer.stop_ids:
                why = "stop"
            elif len(ids) > model.config.max_seq_len:
                why = "window"
        yield {"kind": "end", "why": why}

    def _row(self, id: int) -> Message:
        return {**self._rows([id])[0], "g": None}

    def _rows(self, ids: Sequence[int]) -> list[Message]:
        tokenizer = self.loaded.tokenizer
        rows = token_entries(tokenizer.pieces(ids), tokenizer.special)
        for at, row in enumerate(rows):  # the model may end with the mark that starts a text
            if row["id"] in tokenizer.stop_ids and (at or len(ids) == 1):
                row["e"] = True
        return rows
