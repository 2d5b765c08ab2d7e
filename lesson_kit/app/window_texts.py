"""The prepared conversations of chapter 11, in both languages, neither a translation of the other."""

# ruff: noqa: E501  (one message a line)
from __future__ import annotations

from dataclasses import dataclass

from lesson_kit.show.words import Lang
from lesson_kit.text.chat import Message, Role

__all__ = [
    "CONVERSATIONS",
    "FILLERS",
    "FOLLOW_UPS",
    "NOTES",
    "OTHERS_NOTE",
    "RECALL",
    "SUMMARY",
    "SYSTEM_LINES",
    "Asked",
    "Conversation",
    "Noted",
    "Told",
    "Wording",
]  # fmt: skip


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


@dataclass(frozen=True)
class Told:
    """One fact for the measurement by position: how it is told, asked, and rightly answered.

    The model knows it if its own answer holds `words`.
    """

    says: str
    ask: str
    words: str
    right: tuple[str, ...]


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

#: Facts hidden in a long conversation, and the exchanges around them (question | answer).
RECALL: dict[Lang, tuple[Told, ...]] = {
    "zh": (
        Told("我对草莓过敏。", "我对什么过敏？", "草莓", ("[你对草莓]过敏。", "[你不能吃草莓]。")),
        Told("我住在上海。", "我住在哪里？", "上海", ("[你住在上海]。", "[你家在上海]。")),
        Told(
            "我的宠物叫豆豆。", "我的宠物叫什么？", "豆豆", ("[你的宠物叫豆豆]。", "[它叫豆豆]。")
        ),
        Told("我在学吉他。", "我在学什么？", "吉他", ("[你在学吉他]。",)),
    ),
    "en": (
        Told(
            "I am allergic to strawberries.",
            "What am I allergic to?",
            "strawberries",
            ("[You are allergic to strawberries].", "[You can't eat strawberries]."),
        ),
        Told(
            "I live in Shanghai.",
            "Where do I live?",
            "Shanghai",
            ("[You live in Shanghai].", "[Your home is in Shanghai]."),
        ),
        Told(
            "My pet is called Bean.",
            "What is my pet called?",
            "Bean",
            ("[Your pet is called Bean].", "[It is called Bean]."),
        ),
        Told(
            "I am learning the guitar.",
            "What am I learning?",
            "guitar",
            ("[You are learning the guitar].",),
        ),
    ),
}
FILLERS: dict[Lang, tuple[tuple[str, str], ...]] = {
    "zh": (
        ("今天的月亮很圆。", "晚上看月亮很舒服。"), ("外面下雨了。", "出门记得带伞。"),
        ("我刚跑完步。", "跑完步记得拉伸一下。"), ("地铁上人真多。", "早一点出门会好一些。"),
        ("我把房间打扫干净了。", "房间干净，心情也好。"), ("窗外有一只鸟在叫。", "听起来像是在打招呼。"),
        ("我昨晚没睡好。", "今天早点休息吧。"), ("周末过得很快。", "是啊，休息的时间总是很短。"),
        ("今天的晚霞很美。", "拍张照片留下来吧。"), ("我的鞋子湿了。", "先换一双干的，别着凉。"),
    ),
    "en": (
        ("The moon is full tonight.", "It is pleasant to look at the moon."), ("It has started to rain.", "Remember to take an umbrella."),
        ("I have just been for a run.", "Remember to stretch afterwards."), ("The underground was so crowded.", "Leaving earlier may help."),
        ("I have cleaned my room.", "A clean room feels good."), ("A bird is singing outside.", "It sounds as if it is saying hello."),
        ("I slept badly last night.", "Try to rest early today."), ("The weekend went by so fast.", "Yes, free time always feels short."),
        ("The sunset is beautiful today.", "Take a photo of it."), ("My shoes are wet.", "Change into dry ones first."),
    ),
}  # fmt: skip
