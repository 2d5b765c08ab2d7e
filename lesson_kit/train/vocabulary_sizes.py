"""How large should a vocabulary be? Learn one, cut it short at several sizes, and count.

    python -m lesson_kit.train.vocabulary_sizes

writes ``assets/measured/vocabulary_sizes.json``, which chapter 02 draws. Byte-pair encoding is
nested: the first thousand merges of a large vocabulary are the small vocabulary.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

from lesson_kit.corpus import handwritten
from lesson_kit.corpus.tatoeba import Pair, fetch_pairs, split_pairs
from lesson_kit.places import asset
from lesson_kit.text.byte_level import CHAR_OF
from lesson_kit.train.vocabulary import PIECES, count_words

__all__ = ["FILE", "SIZES", "learn_nested", "measure"]

#: Numbers of tokens: the 256 bytes alone, then doubling.
SIZES = (256, 512, 1024, 2048, 4096, 8192, 16384, 32768)
FILE = asset("measured", "vocabulary_sizes.json")


def learn_nested(texts: Sequence[str], size: int) -> list[tuple[str, str]]:
    """The merges, oldest first, of a byte-level vocabulary of at most ``size`` tokens.

    Chinese is cut into words for learning, as for the classroom vocabulary.
    """
    pieces, _ = count_words(texts, ())
    learner = Tokenizer(models.BPE())
    learner.pre_tokenizer = pre_tokenizers.Split("\t", "removed")  # pyright: ignore
    trainer = trainers.BpeTrainer(
        vocab_size=size, initial_alphabet=list(CHAR_OF.values()), show_progress=False,
        min_frequency=2,
    )  # fmt: skip
    spelled = (
        ("".join(CHAR_OF[byte] for byte in piece.encode("utf-8")), n)
        for piece, n in sorted(pieces.items())
    )
    learner.train_from_iterator(("\t".join([word] * n) for word, n in spelled), trainer)
    return [(a, b) for a, b in json.loads(learner.to_str())["model"]["merges"]]


def measure(
    merges: Sequence[tuple[str, str]], held_out: Sequence[Pair], sizes: Sequence[int] = SIZES
) -> Iterator[dict[str, Any]]:
    """For each size: tokens per sentence of the held-out pairs, Chinese and English."""
    for size in sizes:
        if size > 256 + len(merges):
            return
        tokenizer = _cut_short(merges, size)
        row: dict[str, Any] = {"size": size}
        for lang, texts in (("zh", [p.zh for p in held_out]), ("en", [p.en for p in held_out])):
            total = sum(len(one.ids) for one in tokenizer.encode_batch(texts))
            row[lang] = round(total / len(texts), 3)
        yield row


def _cut_short(merges: Sequence[tuple[str, str]], size: int) -> Tokenizer:
    kept = list(merges[: size - 256])
    vocab = {char: n for n, char in enumerate(CHAR_OF.values())}
    for a, b in kept:
        vocab.setdefault(a + b, len(vocab))
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=kept))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(  # pyright: ignore
        [
            pre_tokenizers.Split(Regex(PIECES), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()  # pyright: ignore
    return tokenizer


def main() -> None:
    """Learn on the corpus, measure on what was held out, write the file."""
    train, held_out = split_pairs(fetch_pairs())
    written = [item.text for item in handwritten.items("train")]
    texts = [*written, *(p.zh for p in train), *(p.en for p in train)]
    merges = learn_nested(texts, SIZES[-1])
    made = {
        "made_by": "python -m lesson_kit.train.vocabulary_sizes",
        "learned_on": "hand-written text (train) and Tatoeba pairs (train)",
        "measured_on": "Tatoeba pairs (held out)",
        "n_train_char": sum(map(len, texts)),
        "n_pair": len(held_out),
        "zh_char": round(sum(len(p.zh) for p in held_out) / len(held_out), 3),
        "en_char": round(sum(len(p.en) for p in held_out) / len(held_out), 3),
        "rows": list(measure(merges, held_out)),
    }
    FILE.parent.mkdir(exist_ok=True)
    text = json.dumps(made, ensure_ascii=False, indent=1) + "\n"
    FILE.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
