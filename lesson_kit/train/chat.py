"""How the base model learns to hold a conversation: the same loop, loss on its own words only.

    for progress in train(ChatRecipe(), Path("run")): print(progress)

A run is a folder as in `recipes`; it starts from the weights of a base model.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from lesson_kit.corpus import dialogue_written, dialogues, mixture, own, tatoeba
from lesson_kit.corpus.dialogue_parts import Dialogue
from lesson_kit.corpus.item import Item
from lesson_kit.generate import Sampler, generate
from lesson_kit.model import Transformer, TransformerConfig, preset
from lesson_kit.text.chat import Message, Part, parts, render
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.train.batches import Batch, Document, pack
from lesson_kit.train.log import Progress
from lesson_kit.train.private import private_copy
from lesson_kit.train.run import Course, run
from lesson_kit.weights.devices import choose_device
from lesson_kit.weights.registry import LoadedModel, folder_of, load

# Short conversations to look in on while it learns: (system or "", turns of the user alone).
LOOKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("", ("你好！", "你是谁？")),
    ("", ("What can you do?",)),
    ("请用英文回答。", ("为什么要刷牙？",)),
    ("", ("能再举一个生活中的例子吗？",)),
    ("", ("什么是习惯？请举一个生活中的例子。", "能再举一个生活中的例子吗？")),
    ("", ("我叫小文，我对花生过敏。", "今天天气真好。", "我叫什么名字？我不能吃什么？")),
    ("", ("My name is Rosa and I live in Lisbon.", "Where do I live?", "How old am I?")),
    ("", ("图书馆几点开门？",)),
    ("", ("我叫玛丽，我住在上海。我想买一把雨伞。请总结我们的对话。",)),
    ("", ("7加8等于几？",)),
)


@dataclass(frozen=True, kw_only=True)
class ChatRecipe:
    """Every choice of a chat run, written into the model's card. Lengths in tokens."""

    name: str = "classroom-chat"
    start: str = "classroom-base"  # a model's name or folder: the weights to begin with
    steps: int = 7200
    rows: int = 6
    length: int = 512  # the whole window, so that a fact told first can be asked last
    lr: float = 8e-4
    warmup: int = 50
    decay: float = 0.6  # the last share of the steps, in which the rate falls to 0
    answer_weight: float = 6.0  # a token that can be known counts this much against the others
    # Small talk on the way to such an answer: with full weight it drowned the answers, and the
    # model said "I don't know" to everything.
    aside: float = 0.2
    # Plain text goes on beside the dialogues, or recall and sums would be forgotten.
    text_share: float = 0.2
    text_weight: float = 0.5
    text: dict[str, float] = field(
        default_factory=lambda: {
            "scenes": 0.4, "grammar": 0.3, "handwritten": 0.2, "tatoeba": 0.1,
        }
    )  # fmt: skip
    own: str = ""  # a file of one's own pieces to learn from as well
    seed: int = 1
    shape: str = "classroom"
    changes: dict[str, Any] = field(default_factory=dict)  # filled in from the base model


@lru_cache(maxsize=20_000)  # small talk and orders come again and again
def _laid_out(tokenizer: Tokenizer, message: Message) -> tuple[Part, ...]:
    return tuple(parts(tokenizer, [message], reply=False))


def document(
    dialogue: Dialogue, tokenizer: Tokenizer, answer_weight: float, most: int | None = None,
    aside: float = 1.0,
) -> Document:  # fmt: skip
    """A conversation as ids; only what the assistant says counts, what it can know counts more.

    The layout is the chat template's own. most: a longer one loses its end. aside: weight of the
    assistant's other messages when some of them hold an answer that can be known.
    """
    ids: list[int] = []
    weight: list[float] = []
    answered = any(dialogue.answers)
    for n, (message, spans) in enumerate(zip(dialogue.messages, dialogue.answers, strict=True)):
        begin, *laid_out = _laid_out(tokenizer, message)
        if n == 0:
            laid_out = [begin, *laid_out]
        usual = aside if answered and not spans else 1.0
        for part in laid_out:
            first = len(ids)
            ids += part.ids
            weight += [usual * part.learned] * len(part.ids)
            if part.frame or not spans:
                continue
            for i, piece in enumerate(tokenizer.pieces(part.ids)):
                if any(piece.start < end and piece.end > start for start, end in spans):
                    weight[first + i] = answer_weight
    return Document(tuple(ids[:most]), tuple(weight[:most]))


def text_document(item: Item, tokenizer: Tokenizer, answer_weight: float, scale: float) -> Document:
    """A plain text as the base model reads it, every token counting `scale`."""
    ids = tokenizer.encode(item.text, start=True)
    weight = [scale] * len(ids)
    if item.answers:
        for n, piece in enumerate(tokenizer.pieces(ids)):
            if any(piece.start < end and piece.end > begin for begin, end in item.answers):
                weight[n] = scale * answer_weight
    return Document(tuple(ids), tuple(weight))


def documents(
    recipe: ChatRecipe, tokenizer: Tokenizer, pairs: Sequence[tatoeba.Pair], seed: int
) -> Iterator[Document]:
    """Conversations with plain text among them, by their share of the tokens."""
    mine = own.read(Path(recipe.own)) if recipe.own else own.Own((), ())
    talks = own.among(dialogues.stream(seed), mine.talks, seed)
    texts = None
    if recipe.text_share:
        plain = mixture.stream(seed, pairs=pairs, shares=recipe.text)
        texts = own.among(plain, mine.texts, seed)
    talked, read = 0, 0
    while True:
        if texts is not None and read < recipe.text_share * (talked + read):
            made = text_document(next(texts), tokenizer, recipe.answer_weight, recipe.text_weight)
            read += len(made.ids)
        else:
            made = document(
                next(talks), tokenizer, recipe.answer_weight, recipe.length + 1, recipe.aside
            )
            talked += len(made.ids)
        yield made


def held_out_sets(
    recipe: ChatRecipe, tokenizer: Tokenizer, kept_out: Iterable[tatoeba.Pair]
) -> dict[str, list[Document]]:
    """Authored conversations on kept-out combinations, hand-written ones, and plain text."""
    rng = random.Random(0)
    kept = [one for one in dialogues.sample(400, "look", "held_out") if one.keys]
    talk = dialogues.FAMILIES["written-dialogue"]
    written = [talk.dialogue(rng, "held_out") for _ in range(2 * dialogue_written.n_held_out())]
    plain = [tatoeba.views(pair, rng) for pair in list(kept_out)[:300]]
    return {
        "dialogues": [document(one, tokenizer, 1.0, recipe.length + 1) for one in kept],
        "written": [document(one, tokenizer, 1.0, recipe.length + 1) for one in written],
        "tatoeba": [text_document(item, tokenizer, 1.0, 1.0) for item in plain],
    }


def samples(model: Transformer, tokenizer: Tokenizer) -> dict[str, str]:
    """What the model now answers in the short conversations of LOOKS, the likeliest each time."""
    end = tokenizer.special["<|end|>"]
    written: dict[str, str] = {}
    for system, asked in LOOKS:
        said = [Message("system", system)] if system else []
        for question in asked:
            said.append(Message("user", question))
            steps = generate(
                model, render(tokenizer, said), max_new_tokens=48,
                sampler=Sampler(temperature=0), stop_ids=(end,),
            )  # fmt: skip
            ids = [step.id for step in steps]
            said.append(Message("assistant", tokenizer.decode(ids)))
        shown = " / ".join(one.content for one in said if one.role != "assistant")
        written[shown] = " / ".join(one.content for one in said if one.role == "assistant")
    return written


def _changes(config: TransformerConfig, shape: str) -> dict[str, Any]:
    # The recipe tells the shape as a preset and what differs from it.
    usual = preset(shape, vocab_size=config.vocab_size)
    values = ((f.name, getattr(config, f.name)) for f in fields(config))
    return {name: value for name, value in values if value != getattr(usual, name)}


def train(
    recipe: ChatRecipe, out: Path, *, resume: bool = False, cache: Path | None = None,
    device: str = "auto",
    report_every: int = 20, look_every: int = 250, save_every: int = 250,
) -> Iterator[Progress]:  # fmt: skip
    """Run a recipe; yields about every `report_every` steps. Safe to stop at any yield.

    Raises ModelError if the base model it starts from is not there.
    """
    base: LoadedModel = load(recipe.start, device="cpu")
    recipe = replace(recipe, changes=_changes(base.model.config, recipe.shape))
    model = private_copy(base.model).train().to(choose_device(device))
    out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(folder_of(recipe.start) / "tokenizer.json", out / "tokenizer.json")
    tokenizer = base.tokenizer
    pairs, kept_out = tatoeba.split_pairs(tatoeba.fetch_pairs(cache))
    pad = tokenizer.special["<|pad|>"]

    def batches(first: int) -> Iterator[Batch]:
        told = documents(recipe, tokenizer, pairs, recipe.seed + 1000 * first)
        return pack(told, length=recipe.length, rows=recipe.rows, pad_id=pad)

    course = Course(
        batches, held_out_sets(recipe, tokenizer, kept_out),
        lambda model: samples(model, tokenizer), recipe.length, pad,
    )  # fmt: skip
    yield from run(
        recipe, course, model, out, resume=resume, report_every=report_every,
        look_every=look_every, save_every=save_every,
    )  # fmt: skip
