"""How chapter 06 answers the learner: a typed sentence goes to every picture that shows one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from lesson_kit.app import ffn_lesson as lesson
from lesson_kit.app.guard import explain
from lesson_kit.app.header import Page
from lesson_kit.model import TransformerConfig
from lesson_kit.model.config import preset
from lesson_kit.show.widgets.ffn_view import FfnView, LensView
from lesson_kit.weights import LoadedModel

# Allal et al. 2025, the 135M model, as its card has it.
_SMOLLM2 = TransformerConfig(
    vocab_size=49152, d_model=576, n_layer=30, n_head=9, n_kv_head=3, d_head=64, d_ff=1536,
    max_seq_len=8192, rope_theta=100000.0,
)  # fmt: skip

_NAME = "06-sentence"  # under which the window keeps the learner's sentence


class Typed:
    """Reads what is typed into one picture with the model and hands it to all of them."""

    def __init__(self, page: Page, view: FfnView) -> None:
        self.page, self.view = page, view
        self._lens: LensView | None = None
        self._text = ""
        view.answer(self.read)
        kept = page.kept(_NAME, "")
        if kept:  # typed before the language or the model was switched
            self.read(kept)

    def also(self, lens: LensView) -> None:
        """Keep the lens up to date too; a newer one takes its place."""
        self._lens = lens
        lens.answer(self.read)
        if self._text:
            self.read(self._text)

    def read(self, text: str) -> None:
        """Run the model on one typed text; what cannot be used is answered with one sentence."""
        self._text = text
        self.page.keep(_NAME)(text)
        try:
            reading = self.page.read(text, limit=lesson.OWN_TOKENS)
            trace = lesson.run_sentence(self.page.model, reading.ids)
            made: Mapping[str, Any] = lesson.ffn_picture(self.page.model, reading.text, trace)
            seen: Mapping[str, Any] = lesson.lens_picture(self.page.model, reading.text, trace)
            more = {"note": reading.note, "typed": text}
        except Exception as error:
            made = seen = {"error": explain(error, self.page.lang)}
            more = {"typed": text}
        # The echo makes every answer a new one, so that the page always hears of it.
        self.view.own = {**made, **more, "asked": self.view.asked}
        if self._lens is not None:
            self._lens.own = {**seen, **more, "asked": self._lens.asked}


def mean_sizes(rows: Sequence[Mapping[str, Any]], sentence: str) -> tuple[float, float]:
    """Mean size of the stream over one sentence's tokens: at the embedding, and at the end."""
    of = [r for r in rows if r["sentence"] == sentence and r["part"] == "stream"]
    end = max(r["step"] for r in of)
    first, last = ([r["size"] for r in of if r["step"] == step] for step in (0, end))
    return sum(first) / len(first), sum(last) / len(last)


def known_models(loaded: str) -> list[dict[str, Any]]:
    """Configurations to compare with: rows {"name", "config"}, without the loaded model's own."""
    known = {
        "classroom-base": ("Classroom", preset("classroom")),
        "gpt2": ("GPT-2 small", preset("gpt2")),
        "smollm2-135m": ("SmolLM2-135M", _SMOLLM2),
        "qwen3": ("Qwen3-0.6B", preset("qwen3")),
        "llama": ("Llama-7B", preset("llama")),
    }
    return [
        {"name": name, "config": asdict(config)}
        for key, (name, config) in known.items()
        if key != loaded
    ]


def bend_name(loaded: LoadedModel) -> str:
    """The model's activation as a caption names it."""
    names = {"swiglu": "SwiGLU (SiLU)", "gelu": "GELU", "gelu_tanh": "GELU", "relu": "ReLU"}
    return names[loaded.model.config.ffn]
