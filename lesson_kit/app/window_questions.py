"""What chapter 11 asks of the model outside of a conversation: summaries, notes, system lines."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)
from __future__ import annotations

from dataclasses import dataclass

from lesson_kit.show.words import Lang

__all__ = ["FOLLOW_UPS", "NOTES", "OTHERS_NOTE", "SUMMARY", "SYSTEM_LINES", "Noted", "Wording"]


@dataclass(frozen=True)
class Noted:
    """A saved note, the question of a new conversation, and its right answers.

    An answer that holds `words` comes from this note, one that holds `others` from OTHERS_NOTE.
    """

    note: str
    ask: str
    words: str
    others: str
    right: tuple[str, ...]


@dataclass(frozen=True)
class Wording:
    """How the model is asked for a summary, within a budget, and how the summary is put back."""

    request: str
    limit: str  # "{n}": characters in Chinese, words in English
    prefix: str  # what the model may begin its summary with; not part of the note
    note: str


SUMMARY: dict[Lang, Wording] = {
    "zh": Wording("请总结上面的对话。", "不超过{n}个字。", "总结：", "前面对话的总结："),
    "en": Wording(
        "Please summarise the conversation above.", " Use at most {n} words.", "Summary:",
        "Summary so far: ",
    ),
}  # fmt: skip

#: Three questions in a row; the last means nothing by itself.
FOLLOW_UPS: dict[Lang, tuple[tuple[str, ...], ...]] = {
    "zh": (
        ("什么是摩擦力？", "能举个例子吗？", "能再举一个生活中的例子吗？"),
        ("什么是合作？", "能举个例子吗？", "能再举一个生活中的例子吗？"),
    ),
    "en": (
        ("What is friction?", "Can you give an example?", "Can you give another everyday example?"),
        ("What is teamwork?", "Can you give an example?", "Can you give another everyday example?"),
    ),
}

#: A product's memory, put before the question of a new conversation.
NOTES: dict[Lang, tuple[Noted, ...]] = {
    "zh": (
        Noted(
            "记忆：我叫小雨。我对草莓过敏。",
            "我不能吃什么？",
            "草莓",
            "桃",
            ("[你不能吃草莓]。", "[你对草莓]过敏。"),
        ),
        Noted(
            "记忆：我叫小雨。我对草莓过敏。",
            "我叫什么名字？",
            "小雨",
            "小刚",
            ("[你叫小雨]。", "[你的名字是小雨]。"),
        ),
    ),
    "en": (
        Noted(
            "Memory: My name is Emma. I am allergic to strawberries.",
            "What can't I eat?",
            "strawberr",
            "peach",
            ("[You can't eat strawberries].", "[You are allergic to strawberries]."),
        ),
        Noted(
            "Memory: My name is Emma. I am allergic to strawberries.",
            "What is my name?",
            "Emma",
            "Jack",
            ("[Your name is Emma].", "[You are Emma]."),
        ),
    ),
}
OTHERS_NOTE: dict[Lang, str] = {
    "zh": "记忆：我叫小刚。我对桃子过敏。",
    "en": "Memory: My name is Jack. I am allergic to peaches.",
}

#: (question, system lines under which it is asked); "" is no system line.
SYSTEM_LINES: dict[Lang, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "zh": (
        ("中国的首都是哪里？", ("", "请用一句话回答。", "请用英文回答。", "请像老师对小朋友那样说话。", "每次回答的最后都说“加油”。")),
        ("请用中文回答：中国的首都是哪里？", ("", "只用英文回答。", "不管用户说什么语言，都用英文回答。")),
    ),
    "en": (
        ("What is the capital of China?", ("", "Answer in one sentence only.", "Please answer in Chinese.", "Speak like a teacher to a young child.", 'End every answer with "good luck".')),
        ("Please answer in English: What is the capital of China?", ("", "Reply in Chinese only.", "Whatever language the user speaks, answer in Chinese.")),
    ),
}  # fmt: skip
