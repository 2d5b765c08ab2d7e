"""Record what chapters 00 and 10 measure: python -m lesson_kit.app.record_cache [MODEL].

A page without Python, and the first look of any page, shows these figures, marked as recorded.
Without MODEL it is the built-in model's recording, which travels with the course; another model's
(a name or a folder) is kept in the user's cache.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from lesson_kit.app.cache_clock import lanes_plan
from lesson_kit.app.cache_page import CacheRuns, finish
from lesson_kit.app.cache_words import RESULTS, on_machine
from lesson_kit.app.recorded import RECORDED, fingerprint, own_recording
from lesson_kit.measure.timing import machine
from lesson_kit.places import asset
from lesson_kit.show.words import Lang
from lesson_kit.weights import LoadedModel, load


def record(loaded: LoadedModel) -> dict[str, Any]:
    """Everything the chapters show of a model, measured now; about a minute."""
    lanes: dict[str, dict[str, Any]] = {}
    for lang in ("zh", "en"):
        runs = CacheRuns(loaded, lang)
        lanes[lang] = {}
        for i, example in enumerate(runs.examples):
            for history in example["histories"]:
                question = loaded.tokenizer.encode(example["text"])
                repeats = 5 if history > 99 else 9
                plan = lanes_plan(runs.measure, question, history, repeats=repeats)
                lanes[lang][f"{i}:{history}"] = finish(plan)
    # Numbers are the same in either language; the lab also shows texts, so it is done in both.
    benches: dict[str, Any] = {}
    every: list[tuple[str, Lang, str]] = [(key, "zh", key) for key in RESULTS]
    for key, lang, name in [*every, ("lab", "en", "lab:en")]:
        started = time.perf_counter()
        raw = finish(CacheRuns(loaded, lang).plan(key))
        benches[name] = {**raw, "took": time.perf_counter() - started}
    where, today = machine(), date.today()
    zh_day = f"{today.year} 年 {today.month} 月 {today.day} 日"
    return {
        "model": fingerprint(loaded),
        "on": {
            "zh": f"{on_machine(where, 'zh')}，{zh_day}",
            "en": f"{on_machine(where, 'en')}, {today.day} {today:%B %Y}",
        },
        "lanes": lanes,
        "benches": benches,
    }


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list) else value


def main(arguments: Sequence[str]) -> Path:
    """Record one model and say where the recording lies."""
    name = arguments[0] if arguments else "classroom-base"
    loaded = load(name, device="cpu")
    path = own_recording(loaded) if arguments else asset(*RECORDED)
    text = json.dumps(_rounded(record(loaded)), ensure_ascii=False, separators=(",", ":"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    written = main(sys.argv[1:])
    sys.stdout.write(f"{written}: {written.stat().st_size / 1000:.0f} kB\n")
