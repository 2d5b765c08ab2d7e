"""A model's card: what it is, where it comes from, how good it is, and what its files must hash to.

`card.json` lies beside the weights and is the only place that says which files are the real ones.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

from lesson_kit.model.config import RopeScaling, TransformerConfig
from lesson_kit.model.encoder_decoder import EncoderDecoderConfig
from lesson_kit.weights.errors import DamagedModelError, ModelNotFoundError

__all__ = ["CARD", "Card", "read_card", "sha256_of", "verify", "write_card"]

CARD = "card.json"
Kind = Literal["decoder-only", "encoder-decoder"]


@dataclass(frozen=True, kw_only=True)
class Card:
    """What a model says about itself. `title` and `about` hold a text for "zh" and for "en"."""

    name: str
    title: Mapping[str, str]
    about: Mapping[str, str]
    licence: str
    source: str
    languages: tuple[str, ...]
    config: TransformerConfig  # an EncoderDecoderConfig for that kind
    files: Mapping[str, str]  # file name -> sha256, in lower-case hex; empty: nothing to check
    training: Mapping[str, Any] = field(default_factory=dict)
    measured: Mapping[str, Any] = field(default_factory=dict)
    kind: Kind = "decoder-only"


def read_card(folder: Path) -> Card:
    """Read a folder's card. Raises ModelNotFoundError or DamagedModelError."""
    path = folder / CARD
    try:
        with path.open(encoding="utf-8") as file:
            said = json.load(file)
    except FileNotFoundError as error:
        raise ModelNotFoundError(
            zh=f"找不到 {path}：没有卡片，就不知道这个模型该是什么样。",
            en=f"{path} is missing: without its card nobody knows what the model should be.",
        ) from error
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    try:
        config = dict(said["config"])
        if config.get("rope_scaling"):
            config["rope_scaling"] = RopeScaling(**config["rope_scaling"])
        known = {f.name for f in fields(Card)}
        values = {name: value for name, value in said.items() if name in known}
        kind = said.get("kind", "decoder-only")
        if kind not in get_args(Kind):
            raise ValueError(f"kind={kind!r}")
        shape = EncoderDecoderConfig if kind == "encoder-decoder" else TransformerConfig
        values |= {
            "config": shape(**config),
            "languages": tuple(said["languages"]),
        }
        return Card(**values)
    except (KeyError, TypeError, ValueError) as error:
        raise _unreadable(path, error) from error


def write_card(card: Card, folder: Path) -> None:
    """Write `card.json` into the folder, whole or not at all."""
    text = json.dumps(asdict(card), ensure_ascii=False, indent=2) + "\n"
    unfinished = folder / f"{CARD}.unfinished"
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
    unfinished.replace(folder / CARD)


def sha256_of(path: Path) -> str:
    """The file's sha256 in lower-case hex. Raises OSError if it cannot be read."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def verify(card: Card, folder: Path) -> None:
    """Check that every file the card lists is there, unchanged.

    Raises ModelNotFoundError or DamagedModelError, naming the file.
    """
    for name, wanted in card.files.items():
        path = folder / name
        try:
            found = sha256_of(path)
        except OSError as error:
            raise ModelNotFoundError(
                zh=f"模型 {card.name} 缺少文件 {path}；请重新安装或重新获取这个模型。",
                en=f"Model {card.name} lacks {path}; install or fetch the model again.",
            ) from error
        if found != wanted:
            raise DamagedModelError(
                zh=f"{path} 与卡片记录的不一致（被改动或不完整），没有载入；"
                "请重新安装或重新获取这个模型。",
                en=f"{path} is not the file its card describes (changed or incomplete), so it was "
                "not loaded; install or fetch the model again.",
            )


def _unreadable(path: Path, error: Exception) -> DamagedModelError:
    return DamagedModelError(
        zh=f"{path} 不是一张能读懂的模型卡片（{error}）；请重新安装或重新获取这个模型。",
        en=f"{path} is no readable model card ({error}); install or fetch the model again.",
    )
