"""Load a model by name or folder: checked first, loaded once, shared, never changed."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Literal, overload

import torch

from lesson_kit.model.config import TransformerConfig
from lesson_kit.model.encoder_decoder import EncoderDecoder
from lesson_kit.model.freeze import freeze
from lesson_kit.model.transformer import Transformer
from lesson_kit.places import asset
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.weights.blank import blank_model
from lesson_kit.weights.cards import CARD, Card, read_card, verify
from lesson_kit.weights.devices import choose_device, free_memory
from lesson_kit.weights.errors import (
    DamagedModelError,
    ModelError,
    ModelNotFoundError,
    ModelTooBigError,
    UnsupportedModelError,
)
from lesson_kit.weights.families import OURS
from lesson_kit.weights.fetch import fetched_folder
from lesson_kit.weights.hugging_face import read_config, read_tensors, stop_ids, translate
from lesson_kit.weights.quantization import Weights, quantise
from lesson_kit.weights.sources import SOURCES

__all__ = [
    "NAMES",
    "TRANSLATOR",
    "LoadedModel",
    "LoadedTranslator",
    "available",
    "decoder_only",
    "folder_of",
    "load",
    "translator",
]

TRANSLATOR = "translator"
_SHIPPED = ("classroom-base", "classroom-chat", TRANSLATOR)
#: The models that continue a text, which is what the chapters run on.
NAMES = (*(name for name in _SHIPPED if name != TRANSLATOR), *SOURCES)


@dataclass(frozen=True)
class LoadedModel:
    """A model with its tokenizer and card. The model is shared: train or edit a copy of it."""

    model: Transformer
    tokenizer: Tokenizer
    card: Card

    def encode(self, text: str) -> list[int]:
        """Ids as the model expects a document: behind its start token, if it has one."""
        return self.tokenizer.encode(text, start=True)


@dataclass(frozen=True)
class LoadedTranslator:
    """An encoder–decoder with its tokenizer and card. The model is shared, as in LoadedModel."""

    model: EncoderDecoder
    tokenizer: Tokenizer
    card: Card


Loaded = LoadedModel | LoadedTranslator
_loaded: dict[tuple[str, torch.device, torch.dtype, Weights | None], Loaded] = {}
_lock = threading.Lock()


@overload
def load(
    name_or_path: Literal["translator"],
    *,
    device: str | torch.device = "auto",
    dtype: torch.dtype | None = None,
    weights: Weights | None = None,
) -> LoadedTranslator: ...
@overload
def load(
    name_or_path: str | PathLike[str],
    *,
    device: str | torch.device = "auto",
    dtype: torch.dtype | None = None,
    weights: Weights | None = None,
) -> LoadedModel: ...
def load(
    name_or_path: str | PathLike[str],
    *,
    device: str | torch.device = "auto",
    dtype: torch.dtype | None = None,
    weights: Weights | None = None,
) -> Loaded:
    """A model ready to run: one of `NAMES`, a folder with a card, or one in Hugging Face layout.

    "translator", or a folder whose card says encoder–decoder, gives a LoadedTranslator: pass what
    a stranger names through `decoder_only` or `translator`, which say so if it is the other kind.
    dtype: of the numbers computed with, float32 unless you ask for another. weights: "bf16" or
    "int8" keeps the matrices in that smaller form, for speed at a small cost in accuracy.
    Asking again gives the same object. Safe to call from several threads at once.
    Raises ModelError (missing, damaged, unsupported, too big, no such device), saying what to do,
    and ValueError for weights of another name.
    """
    folder = folder_of(name_or_path)
    key = (str(folder.resolve()), choose_device(device), dtype or torch.float32, weights)
    if key not in _loaded:
        with _lock:  # learners who come at the same moment wait here and find it loaded
            if key not in _loaded:
                _loaded[key] = _load(folder, *key[1:])
    return _loaded[key]


def decoder_only(loaded: Loaded) -> LoadedModel:
    """The same model, if it is one that continues texts. Raises UnsupportedModelError if not."""
    if isinstance(loaded, LoadedModel):
        return loaded
    raise UnsupportedModelError(
        zh=f"{loaded.card.title['zh']} 是编码器–解码器，只会翻译，不会接着往下写；"
        f"请换一个续写文字的模型，例如 {NAMES[0]}。",
        en=f"{loaded.card.title['en']} is an encoder–decoder: it translates and cannot continue "
        f"a text. Choose a model that does, such as {NAMES[0]}.",
    )


def translator(loaded: Loaded) -> LoadedTranslator:
    """The same model, if it is one that translates. Raises UnsupportedModelError if not."""
    if isinstance(loaded, LoadedTranslator):
        return loaded
    raise UnsupportedModelError(
        zh=f"{loaded.card.title['zh']} 只会接着往下写，不是翻译模型；请用 load({TRANSLATOR!r})。",
        en=f"{loaded.card.title['en']} continues texts and is no translator; "
        f"use load({TRANSLATOR!r}).",
    )


def available() -> list[Card]:
    """The cards of the models in `NAMES` that are on this machine, ours first."""
    cards = []
    for name in NAMES:
        try:
            cards.append(read_card(folder_of(name)))
        except ModelError:
            continue  # not shipped with this copy, or not fetched yet
    return cards


def folder_of(name_or_path: str | PathLike[str]) -> Path:
    """Where a model's files lie. Raises ModelNotFoundError if nothing is there."""
    name = os.fspath(name_or_path)
    places = {n: asset("models", n) for n in _SHIPPED}
    places |= {n: fetched_folder(n) for n in SOURCES}
    folder = places.get(name, Path(name))
    if folder.is_dir():
        return folder
    if name in SOURCES:
        raise ModelNotFoundError(
            zh=f"{name} 还不在这台机器上；请先运行：lesson-kit fetch {name}",
            en=f"{name} is not on this machine yet; first run: lesson-kit fetch {name}",
        )
    names = (*NAMES, TRANSLATOR)
    raise ModelNotFoundError(
        zh=f"没有叫 {name!r} 的模型，也没有这个文件夹；可用的名字有：{'、'.join(names)}。",
        en=f"There is no model {name!r} and no such folder; the names are {', '.join(names)}.",
    )


def _load(
    folder: Path, device: torch.device, dtype: torch.dtype, weights: Weights | None
) -> Loaded:
    stops: tuple[int, ...] = ()
    if (folder / CARD).exists():
        family, card = OURS, read_card(folder)
    else:
        family, config = read_config(folder)
        card, stops = _plain_card(folder, family, config), stop_ids(folder)
    _check_room(card, device, dtype)
    verify(card, folder)
    tokenizer = _read_tokenizer(folder, card.config, stops)
    model = blank_model(card.config)
    tensors = translate(family, model.state_dict(), read_tensors(folder), folder)
    on_device = {name: tensor.to(device, dtype) for name, tensor in tensors.items()}
    model.load_state_dict(on_device, assign=True)
    model = quantise(model, weights) if weights else freeze(model)
    if isinstance(model, EncoderDecoder):
        return LoadedTranslator(model, tokenizer, card)
    return LoadedModel(model, tokenizer, card)


def _check_room(card: Card, device: torch.device, dtype: torch.dtype) -> None:
    need, free = card.config.n_parameter() * dtype.itemsize, free_memory(device)
    if free is not None and need > free:
        need_gb, free_gb = f"{need / 1e9:.1f} GB", f"{free / 1e9:.1f} GB"
        raise ModelTooBigError(
            zh=f"模型 {card.name} 约需 {need_gb} 内存，而 {device} 上只剩 {free_gb}，所以没有载入；"
            "请换小一点的模型，或用 dtype=torch.bfloat16。",
            en=f"Model {card.name} needs about {need_gb} of memory and {device} has {free_gb} "
            "free, so it was not loaded; use a smaller model or dtype=torch.bfloat16.",
        )


def _read_tokenizer(folder: Path, config: TransformerConfig, stops: tuple[int, ...]) -> Tokenizer:
    path = folder / "tokenizer.json"
    try:
        tokenizer = Tokenizer.from_file(path, vocab_size=config.vocab_size, stop_ids=stops)
    except OSError as error:
        raise ModelNotFoundError(
            zh=f"缺少文件 {path}；没有它，文字就变不成词元。请把这个模型的文件下载完整。",
            en=f"{path} is missing, and without it text cannot become tokens; "
            "download the model completely.",
        ) from error
    except ValueError as error:
        raise DamagedModelError(
            zh=f"{path} 用不了（{error}）；请换成这个模型自己的 tokenizer.json。",
            en=f"{path} cannot be used ({error}); get the model's own tokenizer.json.",
        ) from error
    if tokenizer.n_token > config.vocab_size:
        raise DamagedModelError(
            zh=f"{path} 有 {tokenizer.n_token} 个词元，模型只认识 {config.vocab_size} 个："
            "它属于别的模型，请换成这个模型自己的。",
            en=f"{path} has {tokenizer.n_token} tokens but the model knows {config.vocab_size}: "
            "it belongs to another model; get this model's own.",
        )
    return tokenizer


def _plain_card(folder: Path, family: str, config: TransformerConfig) -> Card:
    name = folder.resolve().name
    return Card(
        name=name,
        title={"zh": name, "en": name},
        about={
            "zh": f"你电脑上的一个 {family} 模型。",
            "en": f"A {family} model on your computer.",
        },
        licence="",
        source=str(folder),
        languages=(),
        config=config,
        files={},
    )
