"""The sentences of chapter 10, and the ordinary text that stands before them."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)
from __future__ import annotations

__all__ = ["HISTORY", "LONG", "QUESTIONS"]

#: Beginnings that the model goes on from in the picture of the two lanes.
QUESTIONS: dict[str, tuple[str, ...]] = {
    "zh": (
        "今天天气很好，我",
        "小猫追小狗，因为",
        "外面下雨了，所以",
        "我想吃",
        "The weather is nice and",
    ),
    "en": (
        "The weather is nice and",
        "The cat chased the",
        "It was raining, so",
        "I want to eat",
        "今天天气很好，我",
    ),
}

#: Read again and again until the wanted number of tokens is reached.
HISTORY: dict[str, str] = {
    "zh": (
        "周末我们去了湖边。早上天有点凉，妈妈带了热茶，爸爸背着一个大包。小红看见一只白色的鸟，它站在水边，一动也不动。"
        "弟弟问：「它在等什么？」我说：「它在等鱼。」后来太阳出来了，水面亮亮的。我们坐在树下吃面包和苹果，"
        "一只小狗跑过来，看着我们。妈妈给了它一块面包，它很高兴。下午我们放风筝，风很大，风筝飞得很高。"
        "回家的路上下了一点雨，可是没有人不高兴。"
    ),
    "en": (
        "On Saturday we went to the lake. The morning was cold, so my mother had brought hot tea and my father "
        "carried a big bag. Anna saw a white bird standing in the water without moving. “What is it waiting for?” "
        "my brother asked. “For a fish,” I said. Later the sun came out and the water was bright. We sat under a "
        "tree and ate bread and apples. A small dog came and looked at us; my mother gave it some bread and it was "
        "happy. In the afternoon we flew a kite, and the wind was so strong that it went very high. On the way "
        "home it rained a little, but nobody minded. "
    ),
}

#: Texts that are longer than the small window of the "dropping keys" measurement.
LONG: dict[str, tuple[str, ...]] = {
    "zh": (
        "小明有一只小猫，小红有一只小狗。小猫喜欢鱼，小狗喜欢骨头。今天小明给小猫",
        "外面下雨了，路上都是水。妈妈说今天不去公园，我们在家里",
        "桌子上有一个红色的苹果和一个黄色的香蕉。弟弟想吃水果，他拿了",
        "周末我们去了湖边，天气很好。我们坐在树下吃面包，一只小狗跑过来，看着",
    ),
    "en": (
        "Tom has a little cat and Anna has a little dog. The cat likes fish and the dog likes bones. Today Tom gave the cat",
        "It is raining and the streets are wet. Mother says that we are not going to the park, so we stay at",
        "There is a red apple and a yellow banana on the table. My brother wants some fruit, so he takes the",
        "On Saturday we went to the lake and the weather was nice. We sat under a tree, and a small dog came and looked at",
    ),
}
