"""The hand-written bilingual stories, pages, questions and dialogues as documents."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, Literal

from lesson_kit.corpus.item import Item
from lesson_kit.corpus.splits import Split, split_of
from lesson_kit.places import asset

HELD_OUT = 0.02
Record = dict[str, Any]
OneLang = Literal["zh", "en"]

# A base model sees dialogues as transcripts, with speakers named in many ways, so that it learns
# the form "name, colon, words" and not one fixed template.
SPEAKERS: dict[OneLang, tuple[tuple[str, str], ...]] = {
    "zh": (("学生", "老师"), ("甲", "乙"), ("问", "答"), ("小文", "老师"), ("我", "助手")),
    "en": (("Student", "Teacher"), ("A", "B"), ("Q", "A"), ("Anna", "Teacher"), ("Me", "Helper")),
}


def records(split: Split = "train") -> Iterator[Record]:
    """Yield the stored records of one split, in file order. 2 % are held out by their text."""
    for path in sorted(asset("corpus", "handwritten").glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                if split_of("handwritten", line.strip(), held_out=HELD_OUT) == split:
                    yield json.loads(line)


def views(record: Record, rng: random.Random) -> list[Item]:
    """Show one record as documents: Chinese, English, and now and then both on one page."""
    kind = record["kind"]
    if kind == "qa":
        zh, en = (_question(record, lang, rng) for lang in ("zh", "en"))
    elif kind == "dialogue":
        zh, en = (_transcript(record, lang, rng) for lang in ("zh", "en"))
    else:
        zh, en = record["zh"], record["en"]
    items = [Item(zh, kind, "zh"), Item(en, kind, "en")]
    if kind in ("story", "page") and rng.random() < 0.2:
        items.append(Item(f"{zh}\n{en}", kind, "both"))
    return items


def items(split: Split = "train", seed: int = 0) -> Iterator[Item]:
    """Yield every record of a split once, in file order; ``seed`` picks names and layouts."""
    rng = random.Random(f"handwritten-{seed}")
    for record in records(split):
        yield from views(record, rng)


def _question(record: Record, lang: OneLang, rng: random.Random) -> str:
    question, answer = record["q"][lang], record["a"][lang]
    if lang == "zh":
        layouts = (f"问：{question}\n答：{answer}", f"{question}\n{answer}", f"{question}{answer}")
    else:
        layouts = (f"Q: {question}\nA: {answer}", f"{question}\n{answer}", f"{question} {answer}")
    return rng.choice(layouts)


def _transcript(record: Record, lang: OneLang, rng: random.Random) -> str:
    names = dict(zip(("user", "assistant"), rng.choice(SPEAKERS[lang]), strict=True))
    colon = "：" if lang == "zh" else ": "
    lines = [f"{names[turn['role']]}{colon}{turn[lang]}" for turn in record["turns"]]
    if record["system"]:
        label = "要求：" if lang == "zh" else "Note: "
        lines.insert(0, label + record["system"][lang])
    return "\n".join(lines)
