"""The pictures of chapter 02: one text as tokens, cut, learned, streamed, framed and compared.

Each is a `TextPicture`; the docstrings say what an example holds besides its "label". Tokens are
rows of `show.attention_data.token_entries`, bytes are text in hex.
"""

from __future__ import annotations

from lesson_kit.show.widgets.text_picture import CSS, JS, TextPicture

__all__ = ["BpeEncode", "BpeLearn", "ByteStream", "ChatFrame", "IdNeighbours", "SplitView",
           "VocabularyCompare"]  # fmt: skip


class SplitView(TextPicture):
    """Chips with ids, bytes on demand, and counts of characters, bytes and tokens.

    tokens: those drawn. ids: all. counts: of the whole text, {"chars", "bytes", "tokens"}, without
    special tokens. text: as read. twin: the same sentence in the other language as {"text",
    "tokens", "lang"}, or nothing for a learner's own text; lang: this one's language.
    """

    js = (*JS, "split_view.js")
    css = (*CSS, "split_view.css")


class VocabularyCompare(TextPicture):
    """The same text through several vocabularies, with a bar for each count.

    rows: [{"name", "size", "n", "tokens"}], n all of them, tokens those drawn; "ours": True on the
    model's own.
    """

    js = (*JS, "vocabulary_compare.js")
    css = (*CSS, "vocabulary_compare.css")


class BpeLearn(TextPicture):
    """Merges applied one by one to a small text, the vocabulary growing.

    words: [{"b": bytes, "n": how often}]. merges: [{"l", "r", "n"}], in the order learned. same:
    how many of them the `tokenizers` library finds too, at the same place. text: as read.
    """

    js = (*JS, "bpe_learn.js")
    css = (*CSS, "bpe_learn.css")


class BpeEncode(TextPicture):
    """One word cut with merges learned before, earliest learned first.

    words: [{"text", "steps": [{"tokens": [bytes], "ranks": [rank or None]}], "ids": [...],
    "same": does the model's tokenizer give these?}]; ranks stand between neighbours, from 1.
    n_merge: how many merges the vocabulary has. first: which word is shown.
    """

    js = (*JS, "bpe_encode.js")
    css = (*CSS, "bpe_encode.css")


class ByteStream(TextPicture):
    """Tokens arrive one by one; characters appear when their last byte has come.

    chars: [{"c", "b", "name" (in Unicode)}]. tracks: [{"name", "tokens", "steps": [{"out",
    "held"}]}], one for each vocabulary; out is the text that step adds, held the bytes kept back
    after it.
    """

    js = (*JS, "byte_stream.js")
    css = (*CSS, "byte_stream.css")


class ChatFrame(TextPicture):
    """A conversation and the one sequence the model receives.

    messages: [{"role", "content"}]. parts: [{"role" or None, "frame": bool, "tokens": [...]}].
    """

    js = (*JS, "chat_frame.js")
    css = (*CSS, "chat_frame.css")


class IdNeighbours(TextPicture):
    """The tokens with the nearest ids, and those with the nearest vectors.

    token: {"t", "id"}. by_id, by_meaning: [{"t", "id", "cos"}]. chance: mean cosine of the token
    with all others.
    """

    js = (*JS, "id_neighbours.js")
    css = (*CSS, "id_neighbours.css")
