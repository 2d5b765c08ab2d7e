"""Record the trainings of chapter 07: ``python -m lesson_kit.app.record_training "words"``.

The words say where it was done; they stand beside every recorded picture. Takes some minutes.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from typing import Any

import torch

from lesson_kit.app.training_runs import RACE, Runs, gather, presets
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
            said["runs"][lang][one.key] = gather(runs.messages(one.plan))
            print(lang, one.key, said["runs"][lang][one.key]["end"], flush=True)
        said["race"][lang] = _race(runs)
        print(lang, "race", [lane["end"] for lane in said["race"][lang]["runs"]], flush=True)
    return said


def _race(runs: Runs) -> dict[str, Any]:
    lanes = [{"step": [], "loss": [], "held": [], "end": ""} for _ in RACE]
    race: dict[str, Any] = {"rates": list(RACE), "runs": lanes}
    for message in runs.race({}):
        if message["kind"] == "begin":
            race |= {"ln_v": message["ln_v"], "steps": message["steps"]}
        elif message["kind"] == "points":
            lane = lanes[message["lane"]]
            for name in ("step", "loss", "held"):
                values = message[name]
                lane[name] += [v if v is None or name == "step" else round(v, 3) for v in values]
        elif message["kind"] == "lane-end":
            lanes[message["lane"]]["end"] = message["why"]
    return race


def main() -> None:
    """Write ``assets/recorded/training.json``."""
    words = sys.argv[1:] or [f"{torch.get_num_threads()} CPU"]
    today = date.today()
    zh = f"{today.year} 年 {today.month} 月，{words[0]}"
    en = f"{today:%B %Y}, {words[-1]}"
    path = asset("recorded", "training.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(record(on_zh=zh, on_en=en), ensure_ascii=False, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
