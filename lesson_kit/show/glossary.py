"""The technical terms of the course and one sentence about each, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from lesson_kit.show.labels import Word


class Term(NamedTuple):
    """A technical term and one sentence that says what it is."""

    name: Word
    says: Word


GLOSSARY: Mapping[str, Term] = {
    "token": Term(
        Word("词元", "token"),
        Word(
            "模型读写的最小一块文字：一个词、一个字，或一个字的几个字节。",
            "The smallest piece of text a model reads or writes: a word, part of one, or bytes.",
        ),
    ),
    "vocabulary": Term(
        Word("词表", "vocabulary"),
        Word("所有词元的名单，每个词元一个编号。", "The list of all tokens, each with its number."),
    ),
    "embedding": Term(
        Word("嵌入", "embedding"),
        Word(
            "词元编号在表里查到的那一行数，即它的向量。",
            "The row of numbers a token's id looks up in a table: its vector.",
        ),
    ),
    "residual_stream": Term(
        Word("残差流", "residual stream"),
        Word(
            "每个位置一路带着的向量，各层往上面加东西。",
            "The vector each position carries along; every layer adds something to it.",
        ),
    ),
    "attention": Term(
        Word("注意力", "attention"),
        Word(
            "各位置之间交换信息的一步：看谁、看多少、取什么。",
            "The step where positions exchange information: who looks at whom, and what is taken.",
        ),
    ),
    "query": Term(
        Word("查询", "query"),
        Word("一个位置在找什么。", "What a position is looking for."),
    ),
    "key": Term(
        Word("键", "key"),
        Word("一个位置凭什么被找到。", "What a position can be found by."),
    ),
    "value": Term(
        Word("值", "value"),
        Word("一个位置被找到后交出什么。", "What a position hands over once found."),
    ),
    "scores": Term(
        Word("分数", "scores"),
        Word(
            "查询与键的点积，softmax 之前，可正可负。",
            "Query times key, before softmax; may be negative.",
        ),
    ),
    "weights": Term(
        Word("权重", "weights"),
        Word("softmax 之后的份额，一行之和为 1。", "The shares after softmax; a row sums to 1."),
    ),
    "head": Term(
        Word("头", "head"),
        Word("一层里各自独立做注意力的一份。", "One of several independent attentions in a layer."),
    ),
    "layer": Term(
        Word("层", "layer"),
        Word("一次注意力加一次 FFN。", "One attention followed by one FFN."),
    ),
    "ffn": Term(
        Word("前馈网络", "feed-forward network (FFN)"),
        Word(
            "每个位置独自做的一步加工，位置之间不交换。",
            "A step each position does alone; nothing moves between positions.",
        ),
    ),
    "logits": Term(
        Word("打分", "logits"),
        Word(
            "词表里每个词元得到的一个数，越大越可能是下一个。",
            "One number for each token of the vocabulary; larger means likelier to come next.",
        ),
    ),
    "softmax": Term(
        Word("softmax", "softmax"),
        Word("把一排数变成和为 1 的份额。", "Turns a row of numbers into shares that sum to 1."),
    ),
    "temperature": Term(
        Word("温度", "temperature"),
        Word(
            "打分先除以它：低则集中，高则分散。",
            "Logits are divided by it first: low concentrates, high spreads.",
        ),
    ),
    "kv_cache": Term(
        Word("KV 缓存", "KV cache"),
        Word(
            "前面每个位置的键和值，存着不再重算。",
            "Keys and values of earlier positions, kept so they are not computed again.",
        ),
    ),
    "context_window": Term(
        Word("上下文窗口", "context window"),
        Word("模型一次最多能看见的词元数。", "The most tokens a model can see at once."),
    ),
}
