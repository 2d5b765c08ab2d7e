"""What chapter 07 asks of the loaded model, as the plain data its pictures are made of.

The shared model is only read here; whatever is trained is a private copy that goes away.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from lesson_kit.app.guard import Reading, UnusableTextError, explain
from lesson_kit.app.header import Page
from lesson_kit.app.later import Tick
from lesson_kit.generate import Sampler, generate
from lesson_kit.model import Transformer
from lesson_kit.places import asset
from lesson_kit.show.attention_data import token_entries
from lesson_kit.show.widgets.answering import well_formed
from lesson_kit.show.widgets.exercise import ShiftView, exercise
from lesson_kit.show.widgets.live_training import LONGEST_TYPED, LiveTraining
from lesson_kit.show.widgets.run_view import read_diary
from lesson_kit.show.words import Lang
from lesson_kit.train.private import one_step
from lesson_kit.weights import LoadedModel
from lesson_kit.weights.cards import read_card

__all__ = ["FACT", "RATES", "SENTENCES", "answer_typed", "as_left", "carry_on", "exercise_of",
           "known_word", "more_exercises", "prepared_exercises", "real_run"]  # fmt: skip

SENTENCES: dict[Lang, tuple[str, ...]] = {
    "zh": (
        "小猫追小狗，因为它饿了。", "今天天气很好，我们去公园。",
        "小明喜欢苹果。小红喜欢香蕉。小明喜欢苹果。",
        "冬天很冷，小红喜欢喝热茶。", "The weather is very nice today.",
    ),
    "en": (
        "The cat chased the dog because it was hungry.", "The weather is very nice today.",
        "Tom likes tea. Anna likes milk. Tom likes tea.", "There is no spoon.",
        "今天天气很好，我们去公园。",
    ),
}  # fmt: skip

#: The learning rates of one step: from hardly anything to far too much.
RATES = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3)
_FEWER_RATES = (0.003, 0.03, 0.3)

_BIG = 40_000_000  # parameters; a larger model takes fewer steps, for two sentences only
_NAME = "07-sentence"  # under which the window keeps the learner's sentence
_TRAINING = "07-training"  # and what was chosen and typed in Figure 1


@dataclass(frozen=True)
class Fact:
    """Something to teach: the question, what is said in chat, the text trained on, the answer."""

    question: str
    told: str
    lesson: str
    word: str


#: What the model is told in chat, and what a copy of it is trained on.
FACT: dict[Lang, Fact] = {
    "zh": Fact("小明喜欢什么？", "小明喜欢梨。", "小明喜欢什么？梨。", "梨"),
    "en": Fact("What does Tom like?", "Tom likes pears. ", "What does Tom like? Pears.", " Pears"),
}


def exercise_of(loaded: LoadedModel, text: str, ids: Sequence[int]) -> dict[str, Any]:
    """One sentence as exercises: p of every right token, favourites, one gradient step."""
    if len(ids) < 2:
        raise UnusableTextError(
            zh="这段文字只有一个词元，猜不了下一个。再多打几个字。",
            en="This text is a single token, so there is no next one to guess. Type a little more.",
        )
    model, tokenizer = loaded.model, loaded.tokenizer
    batch = torch.tensor([list(ids)], device=model.embed.weight.device)
    with torch.inference_mode():
        best = model(batch[:, :-1])[0].float().softmax(-1).topk(3)
    step = one_step(model, ids, _FEWER_RATES if model.config.n_parameter() > _BIG else RATES)

    def row(id: int, p: float) -> dict[str, Any]:
        (entry,) = token_entries(tokenizer.pieces([id]), tokenizer.special)
        return {"t": entry["t"], "b": entry["b"], "s": entry["s"], "id": id, "p": p}

    pairs = zip(best.indices.tolist(), best.values.tolist(), strict=True)
    return exercise(
        text,
        token_entries(tokenizer.pieces(list(ids)), tokenizer.special),
        step.before,
        [[row(i, p) for i, p in zip(*one, strict=True)] for one in pairs],
        vocabulary=model.config.vocab_size,
        step={
            "rates": list(step.rates),
            "after": [[_finite(p) for p in row] for row in step.after],
            "loss_before": step.loss_before,
            "loss_after": [_finite(loss) for loss in step.loss_after],
            "norm": step.gradient_norm,
            "parts": [
                {"kind": p.kind, "layer": p.layer, "gradient": p.gradient, "weight": p.weight}
                for p in step.parts
            ],
        },
    )


def prepared_exercises(page: Page) -> Iterator[dict[str, Any]]:
    """The chapter's prepared sentences as exercises; a large model takes the first two."""
    loaded, texts = page.model, SENTENCES[page.lang]
    for text in texts[:2] if loaded.model.config.n_parameter() > _BIG else texts:
        yield page.once(exercise_of, text, tuple(loaded.encode(text)))


def more_exercises(page: Page, view: ShiftView, rest: Iterator[dict[str, Any]]) -> None:
    """Let the picture's list of sentences grow after the page is shown: each takes a few steps."""

    def work(tick: Tick) -> None:
        for one in rest:
            tick()
            view.exercises = [*view.exercises, one]

    def failed(why: str) -> None:
        view.own = {"error": why}

    page.later(work, failed=failed)


def answer_typed(page: Page, view: ShiftView) -> None:
    """Let the picture turn a learner's sentence into an exercise; refusals in their language."""

    def make(text: str) -> dict[str, Any]:
        page.keep(_NAME)(text)
        try:
            reading: Reading = page.read(text, limit=64)
            made = exercise_of(page.model, reading.text, reading.ids)
        except Exception as error:
            raise ValueError(explain(error, page.lang)) from error
        return {**made, "note": reading.note}

    view.answer(make)
    kept = page.kept(_NAME, "")
    if kept:  # typed before the language or the model was switched
        view.typed = kept


def as_left(page: Page, picture: LiveTraining) -> LiveTraining:
    """Figure 1 as it was left in this window, and from now on remembered."""
    keep = page.keep(_TRAINING)
    picture.kept = page.kept(_TRAINING, {})
    picture.observe(lambda change: keep(_typed_in(change["new"])), "kept")
    return picture


def _typed_in(kept: Any) -> dict[str, str]:
    """What a page says it holds, as far as it is that: short names, a text that is not endless."""
    said = well_formed(kept) if isinstance(kept, Mapping) else {}
    lengths = {"preset": 20, "text": LONGEST_TYPED, "lr": 40, "batch": 40, "steps": 40, "units": 20}
    return {
        name: said[name][:most] for name, most in lengths.items() if isinstance(said.get(name), str)
    }


def carry_on(loaded: LoadedModel, model: Transformer, text: str, n: int = 6) -> str:
    """What `model` (the shared one or a copy) writes behind text, the likeliest token each time."""
    steps = generate(
        model, loaded.encode(text), max_new_tokens=n, sampler=Sampler(temperature=0),
        stop_ids=loaded.tokenizer.stop_ids,
    )  # fmt: skip
    return loaded.tokenizer.decode([step.id for step in steps])


def known_word(loaded: LoadedModel, model: Transformer, text: str, word: str) -> float:
    """Probability that the text goes on with `word`: the product over the word's tokens."""
    start = len(loaded.encode(text))
    whole = [*loaded.encode(text), *loaded.tokenizer.encode(word)]
    with torch.inference_mode():
        ids = torch.tensor([whole], device=model.embed.weight.device)
        each = model(ids)[0].float().log_softmax(-1)
    return math.exp(sum(float(each[i - 1, whole[i]]) for i in range(start, len(whole))))


@dataclass(frozen=True)
class RealRun:
    """The classroom model's training: its log, ln V, parameters, steps where the texts changed."""

    run: dict[str, Any]
    ln_v: float
    n_parameter: int
    new_lessons: tuple[int, ...]


def real_run(lang: Lang) -> RealRun:
    """The classroom model's own training, from the log that ships with it."""
    names = {
        "zh": {"handwritten_zh": "中文短文", "handwritten_en": "英文短文", "tatoeba": "双语例句"},
        "en": {"handwritten_zh": "Chinese", "handwritten_en": "English", "tatoeba": "Tatoeba"},
    }[lang]
    folder = asset("models", "classroom-base")
    with open(folder / "log.csv", encoding="utf-8", newline="") as file:
        run = read_diary(file, {f"held_out_{column}": name for column, name in names.items()})
    card = read_card(folder)
    return RealRun(
        run,
        math.log(card.config.vocab_size),
        card.config.n_parameter(),
        tuple(
            round(one["begins"] * card.training["steps"])
            for one in card.training.get("lessons", ())
            if one["begins"] > 0
        ),
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
