"""Learning a vocabulary by merging: byte-pair encoding, showing its work.

Begin with single bytes. Look which two neighbours stand side by side most often, make them one
token, and look again (Sennrich et al. 2016; on bytes: Radford et al. 2019). Each merge learned is
yielded, so the same few lines both train and teach.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from tokenizers import pre_tokenizers

from lesson_kit.text.byte_level import CHAR_OF

__all__ = ["Merge", "apply", "learn", "split_words"]

Word = tuple[bytes, ...]  # a word as the tokens it consists of at the moment
Pair = tuple[bytes, bytes]


@dataclass(frozen=True)
class Merge:
    """One step of learning: these two become one, because they met so often."""

    left: bytes
    right: bytes
    count: int  # how often they stood side by side in the text at this moment

    @property
    def token(self) -> bytes:
        """The new token."""
        return self.left + self.right


def split_words(text: str) -> list[str]:
    """Cut text into the chunks that merges never cross: GPT-2's words, each with its space."""
    cut = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    return [text[start:end] for _, (start, end) in cut.pre_tokenize_str(text)]


def learn(words: Iterable[str]) -> Iterator[Merge]:
    """Yield merge after merge, most frequent pair first, until no two tokens are left to join.

    Take as many as you want: nothing runs ahead. Of equally frequent pairs the one whose tokens
    are older wins, as in the `tokenizers` library, which finds the same merges.
    """
    frequency = Counter(words)
    split = {word: _bytes_of(word) for word in frequency}
    age = {bytes((byte,)): n for n, byte in enumerate(sorted(CHAR_OF, key=CHAR_OF.__getitem__))}
    together: Counter[Pair] = Counter()  # how often each pair stands side by side
    found_in: defaultdict[Pair, set[str]] = defaultdict(set)  # words where it may stand

    def note(word: str, sign: int) -> None:
        for pair in pairwise(split[word]):
            together[pair] += sign * frequency[word]
            found_in[pair].add(word)

    for word in frequency:
        note(word, +1)
    for n in count(len(age)):
        together = +together  # forget pairs that no longer occur
        if not together:
            return
        left, right = best = max(
            together, key=lambda pair: (together[pair], -age[pair[0]], -age[pair[1]])
        )
        yield (merge := Merge(left, right, together[best]))
        age.setdefault(merge.token, n)
        for word in found_in.pop(best):
            note(word, -1)
            split[word] = join(split[word], left, right)
            note(word, +1)


def apply(merges: Sequence[Merge], word: str) -> Iterator[Word]:
    """Cut a new word with merges learned before: yield it as bytes, then after each join.

    Always joins the earliest-learned pair that is there; the last yielded is the result.
    """
    rank: dict[Pair, int] = {}
    for n, merge in enumerate(merges):
        rank.setdefault((merge.left, merge.right), n)
    tokens = _bytes_of(word)
    yield tokens
    while known := [pair for pair in pairwise(tokens) if pair in rank]:
        tokens = join(tokens, *min(known, key=rank.__getitem__))
        yield tokens


def join(tokens: Word, left: bytes, right: bytes) -> Word:
    """Make every left-right neighbourhood one token, from the left on."""
    joined: list[bytes] = []
    for token in tokens:
        if joined and (joined[-1], token) == (left, right):
            joined[-1] = left + right
        else:
            joined.append(token)
    return tuple(joined)


def _bytes_of(word: str) -> Word:
    return tuple(bytes((byte,)) for byte in word.encode("utf-8"))
