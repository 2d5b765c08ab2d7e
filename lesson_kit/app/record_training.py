"""Record the trainings of chapter 07: ``python -m lesson_kit.app.record_training "words"``.

The words (Chinese, then English, or one for both) say where it was done; they stand beside every
recorded picture. Picks the everyday sentences anew from the corpus, then trains every preset and
the race in both languages, one after the other; some minutes on two cores.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from typing import Any

import torch

from lesson_kit.app import training_texts as texts
from lesson_kit.app.training_presets import presets
from lesson_kit.app.training_recorded import RECORDED, gather, gather_race
from lesson_kit.app.training_runs import Runs
from lesson_kit.measure.timing import machine
from lesson_kit.places import asset
from lesson_kit.show.words import Lang

LANGS: tuple[Lang, ...] = ("zh", "en")


def record(*, on_zh: str, on_en: str) -> dict[str, Any]:
    """Every preset and the race, in both languages; on_zh, on_en: where and when, in words."""
    said: dict[str, Any] = {
        "made": {"zh": on_zh, "en": on_en},
        "torch": torch.__version__,
        "seed": presets("zh")[0].plan.seed,
        "runs": {lang: {} for lang in LANGS},
        "race": {},
    }
    for lang in LANGS:
        runs = Runs(lang)
        for one in presets(lang):
            run = said["runs"][lang][one.key] = gather(runs.messages(one.plan))
            _tell(f"{lang} {one.key}: {run['end']} in {run['seconds']:.0f} s")
        race = said["race"][lang] = gather_race(runs.race({}))
        _tell(f"{lang} race: {[lane['end'] for lane in race['runs']]}")
    return said


def pick_texts() -> None:
    """Write the everyday sentences afresh from the grammar as it is now."""
    texts.everyday.cache_clear()
    for lang in LANGS:
        path = texts.everyday_file(lang)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(texts.pick_everyday(lang) + "\n", encoding="utf-8", newline="\n")


def main() -> None:
    """Write ``assets/recorded``."""
    here = machine()
    where = {
        "zh": f"{here.processor}，{here.threads} 线程",
        "en": f"{here.processor}, {here.threads} thread{'s' * (here.threads != 1)}",
    }
    words = sys.argv[1:] or [where["zh"], where["en"]]
    today = date.today()
    pick_texts()
    said = record(
        on_zh=f"{today.year} 年 {today.month} 月，{words[0]}", on_en=f"{today:%B %Y}, {words[-1]}"
    )
    path = asset(*RECORDED)
    unfinished = path.with_suffix(".unfinished")
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
    _tell(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
