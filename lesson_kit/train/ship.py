"""From a finished run to the folder that travels with the course."""

from __future__ import annotations

import csv
import json
import os
import shutil
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import save_file

from lesson_kit.model import TransformerConfig, preset
from lesson_kit.places import asset
from lesson_kit.train import log
from lesson_kit.train.translator import TranslatorRecipe
from lesson_kit.weights.cards import CARD, Card, Kind, sha256_of, write_card

_TITLES = {
    "classroom-base": {"zh": "课堂模型 base", "en": "Classroom base"},
    "classroom-chat": {"zh": "课堂模型 chat", "en": "Classroom chat"},
    "translator": {"zh": "课堂翻译模型", "en": "Classroom translator"},
}
_ABOUTS = {
    "classroom-base": {
        "zh": "为这门课从零训练的小模型，中英双语，只会接着往下写。模型小，见识也小。",
        "en": "A small bilingual model trained from scratch for this course. It continues text; "
        "a small model knows a small world.",
    },
    "classroom-chat": {
        "zh": "课堂模型 base 接着用对话训练而成：照系统指令做，会回答，会停下。模型小，常说错。",
        "en": "Classroom base, trained further on conversations: it follows a system line, answers "
        "and stops. Small, and often wrong.",
    },
    "translator": {
        "zh": "2017 年样式的编码器–解码器，为这门课从零训练，把英文短句译成中文。"
        "没见过的词常常译错。",
        "en": "An encoder–decoder in its form of 2017, trained from scratch for this course: short "
        "English sentences into Chinese. Words it never met often come out wrong.",
    },
}


def ship(run: Path, folder: Path, *, machine: str) -> Card:
    """Write weights (bfloat16), tokenizer, log and card of a run into `folder`.

    machine: where the run was made, in words. Raises FileNotFoundError if it has no checkpoint.
    """
    recipe: dict[str, Any] = json.loads((run / "recipe.json").read_text(encoding="utf-8"))
    name = recipe["name"]
    weights: dict[str, torch.Tensor] = {}
    with safe_open(run / "checkpoint.safetensors", framework="pt") as file:
        told = file.metadata()
        for key in file.keys():  # noqa: SIM118 (a safetensors file is no dictionary)
            if key.startswith("model/"):
                weights[key.removeprefix("model/")] = file.get_tensor(key).bfloat16()
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / "model.unfinished"
    try:
        save_file(weights, unfinished)
        unfinished.chmod(0o644)  # the library writes it for its owner alone
        os.replace(unfinished, folder / "model.safetensors")
    finally:
        unfinished.unlink(missing_ok=True)
    shutil.copyfile(run / "log.csv", folder / "log.csv")
    own = run / "tokenizer.json"  # a run that began from another model keeps that one's
    source = own if own.exists() else asset("models", name, "tokenizer.json")
    if source.resolve() != (folder / "tokenizer.json").resolve():
        shutil.copyfile(source, folder / "tokenizer.json")
    kind, config = _shape(recipe, weights["embed.weight"].shape[0])
    card = Card(
        name=name,
        title=_TITLES[name],
        about=_ABOUTS[name],
        licence="MIT (code, authored text); trained in part on Tatoeba sentences, CC BY 2.0 FR",
        source="trained by this project: lesson-kit train " + name,
        languages=("zh", "en"),
        config=config,
        files={part: sha256_of(folder / part) for part in ("model.safetensors", "tokenizer.json")},
        training={
            **recipe,
            "tokens": int(told["tokens"]),
            "seconds": round(log.seconds(run / "log.csv")),
            "machine": machine,
        },
        measured=_earlier_measurements(folder) | {"held_out_loss": last_held_out(run / "log.csv")},
        kind=kind,
    )
    write_card(card, folder)
    return card


def _shape(recipe: dict[str, Any], vocabulary: int) -> tuple[Kind, TransformerConfig]:
    if "shape" in recipe:
        return "decoder-only", preset(recipe["shape"], vocab_size=vocabulary, **recipe["changes"])
    return "encoder-decoder", TranslatorRecipe(**recipe).config(vocabulary)


def last_held_out(diary: Path) -> dict[str, float]:
    """The newest held-out losses of a run, in nats per token, by source."""
    names = log.sets(diary)
    with diary.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row[log.HELD + names[0]]]
    if not rows:
        return {}
    return {name: float(said) for name in names if (said := rows[-1][log.HELD + name])}


def _earlier_measurements(folder: Path) -> dict[str, Any]:
    # Figures of other weights say nothing about these, so only an identical re-ship keeps them.
    path = folder / CARD
    if not path.exists():
        return {}
    said = json.loads(path.read_text(encoding="utf-8"))
    same = said["files"].get("model.safetensors") == sha256_of(folder / "model.safetensors")
    return said.get("measured", {}) if same else {}
