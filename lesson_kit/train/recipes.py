"""How the shipped models are made, from text to weights, in one call each.

    for progress in train("classroom-base", Path("run")): print(progress)

A run is a folder: checkpoint.safetensors (to go on with), log.csv, and at the end `shipped/`, the
folder that belongs in assets/models.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tokenizers import Tokenizer as RawTokenizer

from lesson_kit.corpus import handwritten, mixture, own, tatoeba
from lesson_kit.corpus.item import Item
from lesson_kit.generate import Sampler, generate
from lesson_kit.model import Transformer, new_model, preset
from lesson_kit.places import asset
from lesson_kit.train.batches import Batch, Document, pack
from lesson_kit.train.log import Progress
from lesson_kit.train.run import Course, run
from lesson_kit.weights.devices import choose_device
from lesson_kit.weights.registry import load

PROMPTS = ("今天天气", "小猫追小狗，因为", "小明喜欢苹果。小红喜欢香蕉。小明喜欢",
           "The weather is", "There is no",
           "Tom likes tea. Anna likes milk. Tom likes")  # fmt: skip


@dataclass(frozen=True)
class Lesson:
    """From which share of the steps on, what part of the text each source then gives.

    long: rows twice as long and half as many, so that what was said far back can be asked.
    """

    begins: float
    shares: dict[str, float]
    long: bool = False


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """Every choice of a run, written into the model's card. Lengths in tokens, rates per step."""

    name: str = "classroom-base"
    steps: int = 10000
    rows: int = 12
    length: int = 256
    lr: float = 1.2e-3
    warmup: int = 100
    decay: float = 0.25  # the last share of the steps, in which the rate falls to 0
    answer_weight: float = 8.0  # a token that can be known counts this much against the others
    # Recall first: binding who to what is the slowest thing to learn, and plain text drowns it.
    lessons: tuple[Lesson, ...] = (
        Lesson(0.0, {"scenes": 0.65, "grammar": 0.1, "handwritten": 0.15, "tatoeba": 0.1}),
        Lesson(0.15, {"scenes": 0.2, "grammar": 0.28, "handwritten": 0.3, "tatoeba": 0.22}),
        # A plain text teaches breadth first; what is left to learn well stands in the scenes.
        Lesson(0.54, {"scenes": 0.26, "grammar": 0.28, "handwritten": 0.27, "tatoeba": 0.19}, True),
        Lesson(0.675, {"scenes": 0.42, "grammar": 0.22, "handwritten": 0.2, "tatoeba": 0.16}, True),
        Lesson(0.9, {"scenes": 0.48, "grammar": 0.26, "handwritten": 0.14, "tatoeba": 0.12}, True),
    )
    start: str = ""  # a model's name or folder to go on from; "": from random numbers
    own: str = ""  # a file of one's own pieces to learn from as well
    seed: int = 1
    shape: str = "classroom"
    changes: dict[str, int] = field(default_factory=dict)


def special(tokenizer: RawTokenizer, name: str) -> int:
    """The id of <|name|>. Raises KeyError if the vocabulary has no such token."""
    id = tokenizer.token_to_id(f"<|{name}|>")
    if id is None:
        raise KeyError(f"this vocabulary has no <|{name}|>")
    return id


def documents(
    items: Iterator[Item], tokenizer: RawTokenizer, answer_weight: float
) -> Iterator[Document]:
    """Items as documents: start token first; tokens inside an answer span count more."""
    start = special(tokenizer, "start")
    for item in items:
        encoding = tokenizer.encode(item.text, add_special_tokens=False)
        weight = [1.0] * (len(encoding.ids) + 1)
        for i, (a, b) in enumerate(encoding.offsets):
            if any(a < end and b > begin for begin, end in item.answers):
                weight[i + 1] = answer_weight
        yield Document((start, *encoding.ids), tuple(weight))


def train(
    recipe: Recipe, out: Path, *, resume: bool = False, cache: Path | None = None,
    device: str = "auto",
    report_every: int = 20, look_every: int = 250, save_every: int = 250,
) -> Iterator[Progress]:  # fmt: skip
    """Run a recipe; yields about every `report_every` steps. Safe to stop at any yield.

    Resuming goes on from the last checkpoint with fresh draws from the corpus.
    """
    tokenizer = RawTokenizer.from_file(str(asset("models", recipe.name, "tokenizer.json")))
    config = preset(recipe.shape, vocab_size=tokenizer.get_vocab_size(), **recipe.changes)
    model = new_model(config, seed=recipe.seed).to(choose_device(device))
    if recipe.start:
        model.load_state_dict(load(recipe.start, device="cpu").model.state_dict())
    pairs, kept_out = tatoeba.split_pairs(tatoeba.fetch_pairs(cache))
    course = Course(
        batches=lambda first: lessons(recipe, tokenizer, pairs, first),
        held_out=held_out_sets(kept_out, tokenizer),
        samples=lambda model: samples(model, tokenizer),
        length=256, pad_id=special(tokenizer, "pad"),
    )  # fmt: skip
    yield from run(
        recipe, course, model, out, resume=resume, report_every=report_every,
        look_every=look_every, save_every=save_every,
    )  # fmt: skip


def lessons(
    recipe: Recipe, tokenizer: RawTokenizer, pairs: Sequence[tatoeba.Pair], first: int
) -> Iterator[Batch]:
    """Batches from step `first` on, each drawn with the shares of the lesson it falls into."""
    running: dict[int, Iterator[Batch]] = {}
    for step in range(first, recipe.steps):
        begun = [
            n for n, lesson in enumerate(recipe.lessons) if lesson.begins * recipe.steps <= step
        ]
        now = begun[-1]
        if now not in running:
            stream = mixture.stream(
                recipe.seed + 1000 * first, pairs=pairs, shares=recipe.lessons[now].shares
            )
            mine = own.read(Path(recipe.own)).texts if recipe.own else ()
            stream = own.among(stream, mine, recipe.seed)
            times = 2 if recipe.lessons[now].long else 1
            running[now] = pack(
                documents(stream, tokenizer, recipe.answer_weight), length=recipe.length * times,
                rows=max(1, recipe.rows // times), pad_id=special(tokenizer, "pad"),
            )  # fmt: skip
        yield next(running[now])


def held_out_sets(
    pairs: Sequence[tatoeba.Pair], tokenizer: RawTokenizer
) -> dict[str, list[Document]]:
    """Texts never trained on, by source: what the held-out loss is measured over."""
    rng = random.Random(0)
    written = list(handwritten.items("held_out", seed=0))
    sets = {
        "handwritten_zh": [item for item in written if item.lang == "zh"],
        "handwritten_en": [item for item in written if item.lang == "en"],
        "tatoeba": [tatoeba.views(pair, rng) for pair in pairs[:400]],
    }
    return {name: list(documents(iter(items), tokenizer, 1.0)) for name, items in sets.items()}


def samples(model: Transformer, tokenizer: RawTokenizer) -> dict[str, str]:
    """What the model now writes after each fixed prompt, taking the likeliest token each time."""
    start, end = special(tokenizer, "start"), special(tokenizer, "end")
    written = {}
    for prompt in PROMPTS:
        ids = [start, *tokenizer.encode(prompt, add_special_tokens=False).ids]
        steps = generate(
            model, ids, max_new_tokens=24, sampler=Sampler(temperature=0), stop_ids=(start, end)
        )
        written[prompt] = tokenizer.decode([step.id for step in steps])
    return written
