"""What chapter 02 asks of tokenizers and the embedding table, as the plain data of its pictures.

The seam between text (tokenizers, torch) and pictures (plain data): nothing here draws.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise, takewhile
from typing import Any

import tokenizers
import torch
from tokenizers import models, pre_tokenizers, trainers

from lesson_kit.app.guard import UnusableTextError
from lesson_kit.app.tokenization_texts import COMPARED, SENTENCES, clip
from lesson_kit.show.attention_data import token_entries
from lesson_kit.show.numbers import grouped
from lesson_kit.show.words import Lang
from lesson_kit.text import StreamDecoder, Tokenizer, bpe, chat
from lesson_kit.text.byte_level import to_bytes
from lesson_kit.text.vocabularies import Vocabulary, names, vocabulary
from lesson_kit.weights import LoadedModel

__all__ = [
    "budget_parts", "compared", "conversation", "encoded", "learned", "library_merges",
    "neighbours", "prepared_comparisons", "prepared_sentences", "said", "said_and_sent", "split",
    "streamed",
]  # fmt: skip

Example = dict[str, Any]

_READ = 10_000  # characters of a learner's text that are read and counted
_DRAWN = 2_000  # tokens drawn as chips
_DRAWN_EACH = 400  # the same, of each vocabulary where several stand side by side
_LEARNED = 40  # merges shown


def split(loaded: LoadedModel, text: str, lang: Lang) -> Example:
    """A text as tokens of the model, behind its start token; all are counted, the first drawn."""
    text, note = clip(text, _READ, lang)
    tokenizer = loaded.tokenizer
    tokens = token_entries(list(tokenizer.pieces(text, start=True)), tokenizer.special)
    plain = [token for token in tokens if not token["s"]]
    counts = {"chars": len(text), "bytes": len(text.encode("utf-8")), "tokens": len(plain)}
    return {
        "label": text,
        "text": text,
        "tokens": _first(tokens, _DRAWN),
        "ids": [token["id"] for token in tokens],
        "counts": counts,
        "note": f"{note} {_drawn_in_part(len(tokens), _DRAWN, lang)}".strip(),
    }


def _first(tokens: list[dict[str, Any]], limit: int) -> list[dict[str, Any]]:
    """At most ``limit`` tokens, none of a character that is spread over more."""
    end = min(limit, len(tokens))
    while end < len(tokens) and end > 1 and tokens[end]["g"] == tokens[end - 1]["g"]:
        end -= 1
    return tokens[:end]


def _drawn_in_part(n: int, limit: int, lang: Lang) -> str:
    if n <= limit:
        return ""
    return {
        "zh": f"全文都数过，共 {grouped(n)} 个词元；画出来的只是开头 {grouped(limit)} 个。",
        "en": f"All {grouped(n)} tokens are counted; only the first {grouped(limit)} are drawn.",
    }[lang]


def prepared_sentences(loaded: LoadedModel, lang: Lang) -> list[Example]:
    """The chapter's sentences in the page's language, each with its twin in the other one."""
    examples = []
    for zh, en in SENTENCES:
        text, other = (zh, en) if lang == "zh" else (en, zh)
        twin = {"text": other, "tokens": _entries(loaded.tokenizer, loaded.tokenizer.encode(other))}
        examples.append({**split(loaded, text, lang), "lang": lang, "twin": twin})
    return examples


def compared(loaded: LoadedModel, text: str, lang: Lang, *, label: str = "") -> Example:
    """A text through the model's vocabulary and every one that ships with the course."""
    text, note = clip(text, _READ, lang)
    tokenizer = loaded.tokenizer
    ours = _entries(tokenizer, tokenizer.encode(text))
    rows = [_row(loaded.card.title[lang], tokenizer.n_token, ours, ours=True)]
    for name in names():
        one = vocabulary(name)
        rows.append(_row(one.about["title"], one.n_token, token_entries(one.pieces(text))))
    most = max(row["n"] for row in rows)
    note = f"{note} {_drawn_in_part(most, _DRAWN_EACH, lang)}".strip()
    return {"label": label or text, "rows": rows, "note": note}


def _row(name: str, size: int, tokens: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "size": size,
        "n": len(tokens),
        "tokens": _first(tokens, _DRAWN_EACH),
    } | more


def prepared_comparisons(loaded: LoadedModel, lang: Lang) -> list[Example]:
    """The prepared texts of `compared`, named in the page's language."""
    return [
        compared(loaded, text, lang, label=f"{zh if lang == 'zh' else en}: {text}")
        for zh, en, text in COMPARED
    ]


def learned(text: str, lang: Lang, *, n_merge: int = _LEARNED) -> Example:
    """The first merges of pairs that meet at least twice, and how many the library agrees on."""
    text, note = clip(text, 2_000, lang)
    words = bpe.split_words(text)
    merges = list(takewhile(lambda m: m.count > 1, islice(bpe.learn(words), n_merge)))
    theirs = library_merges(text, len(merges))
    same = sum((m.left, m.right) == pair for m, pair in zip(merges, theirs, strict=False))
    counted = {word: words.count(word) for word in dict.fromkeys(words)}
    return {
        "label": text,
        "text": text,
        "words": [{"b": word.encode("utf-8").hex(), "n": n} for word, n in counted.items()],
        "merges": [{"l": m.left.hex(), "r": m.right.hex(), "n": m.count} for m in merges],
        "same": same,
        "note": note,
    }


def library_merges(text: str, n_merge: int) -> list[tuple[bytes, bytes]]:
    """What the `tokenizers` library learns on the same text: its first ``n_merge`` merges."""
    raw = tokenizers.Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)  # pyright: ignore
    trainer = trainers.BpeTrainer(
        vocab_size=256 + n_merge,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    raw.train_from_iterator([text], trainer)
    merges = json.loads(raw.to_str())["model"]["merges"]
    return [(to_bytes(left), to_bytes(right)) for left, right in merges]


def encoded(loaded: LoadedModel, text: str, lang: Lang) -> Example:
    """Each chunk of a text joined step by step with the model's merges, in rank order.

    Raises UnusableTextError if the model's tokenizer has no merges of bytes.
    """
    text, note = clip(text, 80, lang)
    pairs = loaded.tokenizer.merges
    if not pairs:
        raise UnusableTextError(
            zh="这个模型的分词器不是字节级 BPE，没有可以一步步看的合并。换课堂模型再看。",
            en="This model's tokenizer is no byte-level BPE, so there are no merges to follow. "
            "Choose the classroom model to see them.",
        )
    data = text.encode("utf-8")  # a token that does not stand in the text is never made
    known = [(n, pair) for n, pair in enumerate(pairs, start=1) if b"".join(pair) in data]
    merges = [bpe.Merge(left, right, 0) for _, (left, right) in known]
    rank: dict[tuple[bytes, bytes], int] = {}
    for n, pair in known:
        rank.setdefault(pair, n)
    words = [_ladder(loaded.tokenizer, merges, rank, word) for word in loaded.tokenizer.words(text)]
    longest = max(range(len(words)), key=lambda i: len(words[i]["steps"]))
    return {"label": text, "words": words, "n_merge": len(pairs), "first": longest, "note": note}


def _ladder(
    tokenizer: Tokenizer,
    merges: Sequence[bpe.Merge],
    rank: dict[tuple[bytes, bytes], int],
    word: str,
) -> dict[str, Any]:
    states = list(bpe.apply(merges, word))
    steps = [
        {"tokens": [t.hex() for t in state], "ranks": [rank.get(p) for p in pairwise(state)]}
        for state in states
    ]
    ids = tokenizer.encode(word)
    same = [tokenizer.token_bytes(id) for id in ids] == list(states[-1])
    return {"text": word, "steps": steps, "ids": ids, "same": same}


def streamed(loaded: LoadedModel, text: str, lang: Lang) -> Example:
    """A text arriving token by token, cut by the model's vocabulary and by two real ones."""
    text, note = clip(text, 200, lang)
    known: list[tuple[str, Tokenizer | Vocabulary]] = [(loaded.card.title[lang], loaded.tokenizer)]
    known += [(vocabulary(name).about["title"], vocabulary(name)) for name in ("gpt2", "o200k")]
    tracks = []
    for name, tokenizer in known:
        ids = tokenizer.encode(text)
        decoder = StreamDecoder(tokenizer)
        steps = [{"out": decoder.push(id), "held": decoder.held_back.hex()} for id in ids]
        special = tokenizer.special if isinstance(tokenizer, Tokenizer) else {}
        entries = token_entries(tokenizer.pieces(ids), special)
        tracks.append({"name": name, "tokens": entries, "steps": steps})
    chars = [
        {"c": char, "b": char.encode("utf-8").hex(), "name": unicodedata.name(char, "").lower()}
        for char in text
    ]
    return {"label": text, "chars": chars, "tracks": tracks, "note": note}


def conversation(
    loaded: LoadedModel, messages: Sequence[chat.Message], lang: Lang, *, label: str = ""
) -> Example:
    """A conversation as people see it and as the model receives it."""
    parts = [
        {"role": p.role, "frame": p.frame, "tokens": _entries(loaded.tokenizer, list(p.ids))}
        for p in chat.parts(loaded.tokenizer, messages)
    ]
    template = {
        "zh": "虚线框是模板加的，实线框是说的话；颜色是角色。最后留下助手的开头，等模型来接。",
        "en": "Dashed boxes come from the template, solid ones were said; colour is the role. "
        "The assistant's opening stands last, for the model to go on from.",
    }[lang]
    return {
        "label": label or messages[-1].content,
        "messages": [{"role": m.role, "content": m.content} for m in messages],
        "parts": parts,
        "template": template,
    }


def said(loaded: LoadedModel, messages: Sequence[chat.Message], text: str, lang: Lang) -> Example:
    """The conversation with its last message replaced by what the learner typed."""
    text, note = clip(text, 400, lang)
    typed = [*messages[:-1], chat.Message("user", text)]
    return {**conversation(loaded, typed, lang), "note": note}


def neighbours(loaded: LoadedModel, text: str, lang: Lang, *, n: int = 8) -> Example:
    """A token's neighbours by id and by the angle of their rows in the embedding table.

    The token is the last of ``text``. Cosines are in float32 over the whole table.
    """
    text, note = clip(text, 40, lang)
    tokenizer = loaded.tokenizer
    ids = tokenizer.encode(text)
    spaced = tokenizer.encode(" " + text)
    if len(spaced) < len(ids):  # inside a text most words have a space before them
        ids = spaced
    if not ids:
        raise UnusableTextError(zh="这里没有词元可看。", en="There is no token here to look at.")
    if len(ids) > 1:
        name = tokenizer.label(ids[-1])
        last = {
            "zh": f"这段文字是 {len(ids)} 个词元，这里看最后一个：{name}。",
            "en": f"This text is {len(ids)} tokens; the last one is looked at here: {name}.",
        }[lang]
        note = f"{note} {last}".strip()
    at = ids[-1]
    with torch.inference_mode():
        table = torch.nn.functional.normalize(loaded.model.embed.weight.float(), dim=-1)
        cosine = (table @ table[at]).cpu()[: tokenizer.n_token]
    around = [i for i in range(at - n // 2, at + n // 2 + 1) if i != at and 0 <= i < len(cosine)]
    likely = cosine.clone()
    likely[at] = -torch.inf
    nearest = likely.topk(min(n, len(cosine) - 1)).indices.tolist()

    def rows(of: Iterable[int]) -> list[dict[str, Any]]:
        return [{**_entries(tokenizer, [id])[0], "cos": float(cosine[id])} for id in of]

    others = torch.cat((cosine[:at], cosine[at + 1 :]))
    return {
        "label": text.strip() or text,
        "token": {**_entries(tokenizer, [at])[0]},
        "by_id": rows(around),
        "by_meaning": rows(nearest),
        "chance": float(others.mean()),
        "note": note,
    }


def budget_parts(loaded: LoadedModel, messages: Sequence[chat.Message]) -> dict[str, int]:
    """Tokens of a conversation's system line, question and answer, as this model counts them."""
    count = {m.role: len(loaded.tokenizer.encode(m.content)) for m in messages}
    return {"system": count["system"], "question": count["user"], "answer": count["assistant"]}


def said_and_sent(parts: Mapping[str, int], *, turns: int) -> tuple[int, int]:
    """Tokens of a conversation, and tokens sent when each turn sends all before it again."""
    pair = parts["question"] + parts["answer"]
    said = parts["system"] + turns * pair
    sent = sum(parts["system"] + turn * pair + parts["question"] for turn in range(turns))
    return said, sent


def _entries(tokenizer: Tokenizer, ids: Sequence[int]) -> list[dict[str, Any]]:
    return token_entries(tokenizer.pieces(ids), tokenizer.special)
