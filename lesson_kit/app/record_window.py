"""Record chapter 11's answers of the built-in chat model: python -m lesson_kit.app.record_window.

Greedy answers of frozen weights never change; recorded, they stand on the page at once. Another
model, or a changed text, is simply asked again: see ``window_answers``.
"""

from __future__ import annotations

import json
import sys
from dataclasses import astuple
from typing import Any

from lesson_kit.app.window_answers import RECORDED
from lesson_kit.app.window_page import WindowRuns
from lesson_kit.places import asset
from lesson_kit.show.words import Lang
from lesson_kit.weights import LoadedModel, load

__all__ = ["record"]

_LANGS: tuple[Lang, ...] = ("zh", "en")


def record(loaded: LoadedModel) -> dict[str, Any]:
    """Everything the chapter shows of a chat model, asked now; a minute or two.

    Raises ValueError for a model that cannot chat.
    """
    answers: dict[str, Any] = {}
    recall: dict[str, Any] = {}
    for lang in _LANGS:
        runs = WindowRuns(loaded, lang, compute=True)
        if not runs.chats:
            raise ValueError(f"{loaded.card.name} does not answer: there is nothing to record")
        runs.answers.used.clear()
        runs.outcomes(runs.conversations())
        for name in ("summary", "follow_up", "notes", "system"):
            runs.scenes(name)
        answers |= runs.answers.used
        recall[lang] = [list(astuple(point)) for point in runs.recall_points()]
    return {
        "model": loaded.card.files.get("model.safetensors", ""),
        "answers": dict(sorted(answers.items())),
        "recall": recall,
    }


if __name__ == "__main__":
    path = asset(*RECORDED)
    found = record(load(sys.argv[1] if len(sys.argv) > 1 else "classroom-chat", device="cpu"))
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(found, file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")
    sys.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.0f} kB\n")
