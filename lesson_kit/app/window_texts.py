"""The prepared conversations of chapter 11, in both languages, neither a translation of the other."""

# ruff: noqa: E501  (one message a line)
from __future__ import annotations

from dataclasses import dataclass

from lesson_kit.show.words import Lang
from lesson_kit.text.chat import Message, Role

__all__ = ["CONVERSATIONS", "Asked", "Conversation"]


@dataclass(frozen=True)
class Asked:
    """A fact of a conversation: its name on the page, its words, and how the model is asked for it.

    The model knows the fact if its own answer to `ask` holds `words`.
    """

    name: str
    words: str
    ask: str


@dataclass(frozen=True)
class Conversation:
    """A conversation whose last message is the question.

    right: right answers, each with the words in [brackets] by which it is known to be right.
    """

    label: str
    messages: tuple[Message, ...]
    right: tuple[str, ...] = ()
    facts: tuple[Asked, ...] = ()


def _talk(text: str) -> tuple[Message, ...]:
    roles: dict[str, Role] = {"S": "system", "U": "user", "A": "assistant"}
    rows = (line.strip().split(" ", 1) for line in text.strip().splitlines())
    return tuple(Message(roles[who], words) for who, words in rows)


_ZH = (
    Conversation(
        "我对什么过敏？",
        _talk("""
            S 你是课堂助手，请简短地回答。
            U 我对芒果过敏。我的宠物叫豆豆。
            A 好的，我记住了。
            U 今天天气真好，我刚从公园回来。
            A 多走走对身体好。
            U 公园里有很多人在放风筝。
            A 听起来很热闹。
            U 回来的路上堵车堵了很久。
            A 堵车的时候听听音乐会好一点。
            U 我对什么过敏？
        """),
        ("[你对芒果]过敏。", "[你不能吃芒果]。"),
        (
            Asked("芒果过敏", "芒果", "我对什么过敏？"),
            Asked("宠物叫豆豆", "豆豆", "我的宠物叫什么？"),
        ),
    ),
    Conversation(
        "我的预算是多少？",
        _talk("""
            S 请礼貌地回答。
            U 我要给奶奶送礼物。我的预算是200元。
            A 好的，我记住了。
            U 我最喜欢的颜色是红色。
            A 好的，记下了。
            U 我昨晚没睡好。
            A 今天早点休息吧。
            U 周末过得很快。
            A 是啊，休息的时间总是很短。
            U 我的预算是多少？
        """),
        ("[你的预算是200元]。", "[你最多能花200元]。"),
        (
            Asked("给奶奶", "奶奶", "我要给谁送礼物？"),
            Asked("预算 200 元", "200", "我的预算是多少？"),
            Asked("喜欢红色", "红色", "我最喜欢什么颜色？"),
        ),
    ),
    Conversation(
        "我的宠物叫什么？",
        _talk("""
            S 你是一位耐心的助手。
            U 我的宠物叫豆豆。
            A 好的，我记住了。
            U 我在学吉他。
            A 明白了，谢谢你告诉我。
            U 楼下新开了一家店。
            A 有空可以去看看。
            U 外面下雨了，风也很大。
            A 出门记得带伞。
            U 我的宠物叫什么？
        """),
        ("[你的宠物叫豆豆]。", "[它叫豆豆]。"),
        (
            Asked("宠物叫豆豆", "豆豆", "我的宠物叫什么？"),
            Asked("在学吉他", "吉他", "我在学什么？"),
        ),
    ),
)
_EN = (
    Conversation(
        "What is my pet called?",
        _talk("""
            S You are a helpful assistant.
            U My pet is called Bean. I live in London.
            A All right, I will remember that.
            U The weather is lovely today.
            A Yes, a good day for a walk.
            U Many people were flying kites in the park.
            A That sounds lively.
            U The traffic was terrible on the way home.
            A Some music helps when you are stuck.
            U What is my pet called?
        """),
        ("[Your pet is called Bean].", "[It is called Bean]."),
        (
            Asked("pet called Bean", "Bean", "What is my pet called?"),
            Asked("lives in London", "London", "Where do I live?"),
        ),
    ),
    Conversation(
        "What is my budget?",
        _talk("""
            S You are a helpful assistant.
            U I have a present for Grandma. My budget is 200 yuan.
            A All right, I will remember that.
            U My pet is called Bean.
            A OK, noted.
            U I slept badly last night.
            A Try to rest early today.
            U The weekend went by so fast.
            A Yes, free time always feels short.
            U What is my budget?
        """),
        ("[Your budget is 200 yuan].", "[You can spend 200 yuan]."),
        (
            Asked("for Grandma", "Grandma", "Who is my present for?"),
            Asked("200 yuan", "200", "What is my budget?"),
            Asked("pet called Bean", "Bean", "What is my pet called?"),
        ),
    ),
    Conversation(
        "Where do I live?",
        _talk("""
            S You are a patient assistant.
            U I am allergic to mangoes. I live in London.
            A All right, I will remember that.
            U A new shop has opened downstairs.
            A You could have a look some time.
            U It has started to rain.
            A Remember to take an umbrella.
            U My flowers are in bloom.
            A How nice. That lifts the mood.
            U Where do I live?
        """),
        ("[You live in London].", "[Your home is in London]."),
        (
            Asked("mango allergy", "mango", "What am I allergic to?"),
            Asked("lives in London", "London", "Where do I live?"),
        ),
    ),
)
#: Those of the page's own language first, then one of the other.
CONVERSATIONS: dict[Lang, tuple[Conversation, ...]] = {
    "zh": (*_ZH, _EN[0]),
    "en": (*_EN, _ZH[0]),
}
