"""Record chapter 10's measurements of the built-in model: python -m lesson_kit.app.record_cache.

A page without Python, and the first look of any page, shows these figures, marked as recorded.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from lesson_kit.app.cache_page import RECORDED, CacheRuns, finish
from lesson_kit.app.cache_words import RESULTS, on_machine
from lesson_kit.measure.timing import machine
from lesson_kit.places import asset
from lesson_kit.weights import load


def record(name: str = "classroom-base") -> dict[str, Any]:
    """Everything the chapter shows of a model, measured now; about a minute."""
    loaded = load(name, device="cpu")
    lanes: dict[str, dict[str, Any]] = {}
    for lang in ("zh", "en"):
        runs = CacheRuns(loaded, lang)
        lanes[lang] = {}
        for i, example in enumerate(runs.examples):
            for history in example["histories"]:
                question = loaded.tokenizer.encode(example["text"])
                plan = runs.measure.lanes(question, history, repeats=5 if history > 99 else 9)
                lanes[lang][f"{i}:{history}"] = finish(plan)
    runs, benches = CacheRuns(loaded, "zh"), {}
    for key in RESULTS:
        started = time.perf_counter()
        raw = finish(runs.plan(key))
        benches[key] = {**raw, "took": time.perf_counter() - started}
    where = machine()
    return {
        "model": loaded.card.files["model.safetensors"],
        "on": {lang: on_machine(where, lang) for lang in ("zh", "en")},
        "lanes": lanes,
        "benches": benches,
    }


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list) else value


if __name__ == "__main__":
    path = asset(*RECORDED)
    text = json.dumps(_rounded(record()), ensure_ascii=False, separators=(",", ":"))
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text + "\n")
    sys.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.0f} kB\n")
