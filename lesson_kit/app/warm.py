"""Loading the model beside the server, so that the first page is there at once, and testing it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from lesson_kit.show.words import Lang, Word

if TYPE_CHECKING:
    from lesson_kit.weights.registry import LoadedModel

__all__ = ["Check", "Status", "Warmup", "self_test"]

# What the chapters import first: done here, it is not done while a learner waits.
_CHAPTERS_NEED = ("altair", "pandas", "anywidget", "lesson_kit.app.header")

_SAMPLE = "小猫追小狗，因为它饿了。There is no spoon. 🙂"


_NOBODY = Word("", "")


@dataclass(frozen=True)
class Check:
    """One thing the self-test looked at, and whether it holds."""

    name: Word
    holds: bool


@dataclass(frozen=True)
class Status:
    """How far the start has come; ``title`` of the model is known once it is loaded."""

    state: Literal["loading", "ready", "failed"]
    title: Word = _NOBODY
    checks: tuple[Check, ...] = ()
    seconds: float = 0.0
    error: BaseException | None = None

    def sentence(self, lang: Lang) -> str:
        """The status in one plain sentence."""
        if self.error is not None:
            from lesson_kit.app.guard import explain

            return explain(self.error, lang)
        if self.state == "loading":
            return {
                "zh": "模型正在载入，章节已经可以打开。",
                "en": "The model is loading; chapters can be opened already.",
            }[lang]
        title = self.title(lang)
        wrong = [check.name(lang) for check in self.checks if not check.holds]
        if wrong:
            return {
                "zh": f"{title} 的自检没有通过：{'、'.join(wrong)}。",
                "en": f"{title} failed its self-test: {', '.join(wrong)}.",
            }[lang]
        n, seconds = len(self.checks), f"{self.seconds:.1f}"
        return {
            "zh": f"{title} 已就绪，{n} 项自检全部通过（载入和自检用了 {seconds} 秒）。",
            "en": f"{title} is ready; all {n} self-tests passed (in {seconds} s with loading).",
        }[lang]


def self_test(loaded: LoadedModel) -> tuple[Check, ...]:
    """Three laws that a healthy model keeps, tried on one short text."""
    import torch

    model, tokenizer = loaded.model, loaded.tokenizer
    ids = loaded.encode(_SAMPLE)[: model.config.max_seq_len]
    device = next(model.parameters()).device
    with torch.inference_mode():
        row = torch.tensor([ids], device=device)
        whole = model(row)[0]
        cache, steps = None, []
        for i in range(len(ids)):
            logits, cache = model.step(row[:, i : i + 1], cache)
            steps.append(logits[0, -1])
        stepwise = torch.stack(steps)
        total = whole.float().softmax(-1).sum(-1)
    close = 1e-3 if whole.dtype == torch.float32 else 0.5
    return (
        Check(
            Word("文字→编号→文字不变", "text → ids → text is the same"),
            tokenizer.decode(tokenizer.encode(_SAMPLE)) == _SAMPLE,
        ),
        Check(
            Word("有无缓存结果一致", "the same with and without a cache"),
            bool((whole - stepwise).abs().max() < close),
        ),
        Check(
            Word("概率合计为 1", "probabilities sum to 1"),
            bool((total - 1).abs().max() < 1e-3),
        ),
    )


class Warmup:
    """Loads one model in a thread of its own; ``status`` may be read at any time.

    ``on_trouble`` is told, in that thread, when the model cannot be loaded or fails its test.
    """

    def __init__(
        self,
        load: Callable[[], LoadedModel],
        on_trouble: Callable[[Status], None] = lambda status: None,
    ) -> None:
        self._load = load
        self._on_trouble = on_trouble
        self.status = Status("loading")  # one reference, replaced as a whole: safe to read
        self._done = threading.Event()

    def start(self) -> None:
        """Begin; returns at once."""
        threading.Thread(target=self._run, name="warm-up", daemon=True).start()

    def wait(self, timeout: float | None = None) -> Status:
        """Wait until the model is loaded or has failed, at most ``timeout`` seconds."""
        self._done.wait(timeout)
        return self.status

    def _run(self) -> None:
        try:
            for name in _CHAPTERS_NEED:
                import_module(name)
            started = time.perf_counter()
            loaded = self._load()
            title = Word(loaded.card.title["zh"], loaded.card.title["en"])
            checks = self_test(loaded)
            self.status = Status("ready", title, checks, time.perf_counter() - started)
        except Exception as error:  # whatever it is, the index page says it
            self.status = Status("failed", error=error)
        finally:
            self._done.set()
        if self.status.error or not all(check.holds for check in self.status.checks):
            self._on_trouble(self.status)
