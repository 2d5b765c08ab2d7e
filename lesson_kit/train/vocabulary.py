"""Learn the classroom vocabulary: byte-level BPE whose tokens are words.

Plain BPE on Chinese, which has no spaces, merges across words. Here the merges are learned on
text that jieba has cut into words; at use nothing is cut, the merges alone give words back.
Needs the ``train`` extra (jieba); using the vocabulary needs only ``tokenizers``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

from lesson_kit.corpus import grammar, handwritten, world
from lesson_kit.corpus.tatoeba import Pair, split_pairs

SPECIAL = ("<|start|>", "<|end|>", "<|pad|>", "<|system|>", "<|user|>", "<|assistant|>")
# One piece: an English ending, a run of Han, other letters with the space before them, one digit,
# one mark with the space before it, one line break, or spaces.
PIECES = (
    r"'(?:s|t|re|ve|m|ll|d)\b|\p{Han}+| ?[\p{L}\p{M}&&[^\p{Han}]]+|\p{N}"
    r"| ?[^\s\p{L}\p{N}\p{M}]|\r?\n| +(?! ?\S)|\s"
)
HAN = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]+")


# Counts as this many occurrences: enough to be whole, too few to crowd out common words.
NAME_WEIGHT = 150
# Words of the lessons that the corpus alone uses too rarely.
COMMON = ("天气", "存在", "公司", "发布", "因为", "但是", "问题", "回答", "总结", "首都", "词语")


def byte_letters() -> list[str]:
    """The 256 printable letters by which byte-level BPE writes bytes 0 to 255 (GPT-2)."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    spare = count(256)
    return [chr(byte) if byte in plain else chr(next(spare)) for byte in range(256)]


def learn_vocabulary(
    texts: Iterable[str],
    size: int = 8192,
    *,
    keep: str = "",
    words: Iterable[str] = (),
    min_count: int = 2,
) -> Tokenizer:
    """Learn a vocabulary of exactly ``size`` tokens.

    texts: the corpus. keep: text whose characters beyond ASCII all become whole tokens; those of
    ``texts`` do when they occur ``min_count`` times. words: names that count as words, and get
    weight, even if rare. Ids 0 to 5 are SPECIAL, the 256 bytes follow, then whole characters.
    Returns a tokenizer that decodes every encoded text back to itself.
    Raises ValueError when ``size`` cannot hold the characters.
    """
    pieces, letters = count_words(texts, tuple(words))
    whole = {c for c in keep if ord(c) > 127} | {
        c for c, n in letters.items() if ord(c) > 127 and n >= min_count
    }
    byte = byte_letters()
    vocab = {token: i for i, token in enumerate([*SPECIAL, *byte])}
    merges: list[tuple[str, str]] = []

    def merge(left: str, right: str) -> None:
        if left + right not in vocab:
            vocab[left + right] = len(vocab)
            merges.append((left, right))

    # A character's bytes are joined from the left; no two characters can join wrongly, since a
    # first byte of UTF-8 is never a later one.
    for char in sorted(whole, key=lambda c: (-letters[c], c)):
        code = [byte[b] for b in char.encode("utf-8")]
        for end in range(1, len(code)):
            merge("".join(code[:end]), code[end])
    if len(vocab) > size:
        raise ValueError(f"size={size} is too small for {len(whole)} whole characters")
    for left, right in _learn_merges(pieces, whole, size):
        if len(vocab) == size:
            break
        merge(left, right)
    return _assemble(vocab, merges)


def classroom_vocabulary(pairs: Sequence[Pair], size: int = 8192) -> Tokenizer:
    """The vocabulary of the classroom models, from the whole corpus; the same every time.

    pairs: all Tatoeba pairs. Every Han character of the corpus becomes a whole token, those of
    held-out texts included; the merges are learned on the training part.
    """
    train, _ = split_pairs(pairs)
    written = [item.text for item in handwritten.items("train")]
    held = [item.text for item in handwritten.items("held_out")]
    authored = [item.text for item in grammar.sample(12_000, seed="vocabulary")]
    texts = [*written, *written, *authored, *(p.zh for p in train), *(p.en for p in train)]
    han = "".join(HAN.findall("".join(p.zh for p in pairs)) + held)
    return learn_vocabulary(
        texts,
        size,
        keep="".join(written) + "".join(authored) + han,
        words=(*world.words(), *COMMON),
    )


def count_words(texts: Iterable[str], words: tuple[str, ...]) -> tuple[Counter[str], Counter[str]]:
    """How often each piece of the texts occurs, Chinese cut into words, and each character."""
    import logging

    import jieba

    jieba.setLogLevel(logging.WARNING)
    cutter = jieba.Tokenizer()
    cutter.initialize()
    names = dict.fromkeys(words)
    for word in names:
        if HAN.fullmatch(word):
            cutter.add_word(word, freq=100_000)
    splitter = pre_tokenizers.Split(Regex(PIECES), "isolated")
    pieces: Counter[str] = Counter()
    letters: Counter[str] = Counter()
    runs: Counter[str] = Counter()
    for text in texts:
        letters.update(text)
        for piece, _ in splitter.pre_tokenize_str(text):
            (runs if HAN.fullmatch(piece) else pieces)[piece] += 1
    for run, times in runs.items():
        for word in cutter.cut(run, HMM=False):
            # jieba knows phrases too (今天天气): of longer ones the parts serve better.
            if len(word) <= 3 or word in names:
                pieces[word] += times
    for name in names:
        parts = [name] if HAN.fullmatch(name) else [f" {part}" for part in name.split(" ")]
        for part in parts:
            pieces[part] += NAME_WEIGHT
    return pieces, letters


def _learn_merges(pieces: Counter[str], whole: set[str], size: int) -> list[tuple[str, str]]:
    byte = byte_letters()

    def spell(piece: str) -> str:
        # Whole characters stand for themselves here, other bytes as their letters. Those letters
        # lie in Latin ranges; a whole character there (é) is spelled in bytes like the rest.
        return "".join(
            c if c in whole and ord(c) > 0x2000 else "".join(byte[b] for b in c.encode("utf-8"))
            for c in piece
        )

    large = [c for c in whole if ord(c) > 0x2000]
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Split("\t", "removed")  # pyright: ignore
    trainer = trainers.BpeTrainer(
        vocab_size=size + len(large), initial_alphabet=[*byte, *large],
        show_progress=False, min_frequency=2,
    )  # fmt: skip
    lines = ("\t".join([spell(p)] * n) for p, n in sorted(pieces.items()))
    tokenizer.train_from_iterator(lines, trainer)
    full = {c: c for c in byte} | {c: "".join(byte[b] for b in c.encode("utf-8")) for c in large}
    learned = json.loads(tokenizer.to_str())["model"]["merges"]
    return [("".join(full[c] for c in a), "".join(full[c] for c in b)) for a, b in learned]


def _assemble(vocab: dict[str, int], merges: list[tuple[str, str]]) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(  # pyright: ignore
        [
            pre_tokenizers.Split(Regex(PIECES), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()  # pyright: ignore
    tokenizer.add_special_tokens([AddedToken(name, special=True) for name in SPECIAL])
    return tokenizer
