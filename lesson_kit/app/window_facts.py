"""The facts that chapter 11 hides in long conversations, and the small talk around them."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)
from __future__ import annotations

from dataclasses import dataclass

from lesson_kit.show.words import Lang

__all__ = ["FILLERS", "RECALL", "Told"]


@dataclass(frozen=True)
class Told:
    """One fact for the measurement by position: how it is told, asked, and rightly answered.

    The model knows it if its own answer holds `words`.
    """

    says: str
    ask: str
    words: str
    right: tuple[str, ...]


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
