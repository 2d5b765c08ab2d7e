"""The words and sentences of chapter 03."""

# ruff: noqa: E501  (an example reads best on one line)

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ANALOGIES", "ASKED", "CONTEXTS", "GROUPS", "LOOKED_UP", "SWAPPED", "Context", "Group"]


@dataclass(frozen=True)
class Group:
    """Words of one kind: its name and its members in both languages, in the same order."""

    name: dict[str, str]
    zh: tuple[str, ...]
    en: tuple[str, ...]


def _group(zh: str, en: str, words_zh: str, words_en: str) -> Group:
    return Group({"zh": zh, "en": en}, tuple(words_zh.split()), tuple(words_en.split()))


GROUPS: tuple[Group, ...] = (
    _group(
        "食物", "foods",
        "面包 米饭 面条 饺子 蛋糕 鸡蛋 豆腐 土豆 苹果 香蕉",
        "bread rice noodle dumpling cake egg tofu potato apple banana",
    ),
    _group(
        "饮料", "drinks",
        "茶 咖啡 牛奶 果汁 水 可乐 豆浆 柠檬水",
        "tea coffee milk juice water cola cocoa lemonade",
    ),
    _group(
        "动物", "animals",
        "猫 狗 兔子 鸟 老鼠 马 老虎 狮子 大象 小猫 小狗",
        "cat dog rabbit bird mouse horse tiger lion elephant kitten puppy",
    ),
    _group(
        "天气", "weather",
        "晴天 阴天 下雨 下雪 刮风 有雾 很热 很冷",
        "sunny cloudy rainy snowy windy foggy hot cold",
    ),
    _group(
        "地点", "places",
        "公园 学校 图书馆 医院 超市 北京 上海 巴黎 伦敦",
        "park school library hospital supermarket Beijing Shanghai Paris London",
    ),
    _group(
        "数字", "numbers",
        "一 二 三 四 五 六 七 八 九 十",
        "one two three four five six seven eight nine ten",
    ),
    _group(
        "人", "people",
        "妈妈 爸爸 叔叔 阿姨 哥哥 姐姐 老师 医生 护士 司机",
        "mother father uncle aunt brother sister teacher doctor nurse driver",
    ),
)  # fmt: skip

LOOKED_UP: dict[str, tuple[str, ...]] = {
    "zh": ("今天天气很好", "小猫追小狗，因为它饿了。", "我喜欢喝咖啡。", "她吃了一个苹果。", "There is no spoon."),
    "en": ("The weather is nice", "The kitten chased the puppy.", "I like to drink coffee.", "She ate an apple.", "今天天气很好"),
}  # fmt: skip

#: Asked of the table; sums are added for each model, see `embedding_numbers.asked_sums`.
ASKED: dict[str, tuple[str, ...]] = {
    "zh": ("苹果", "猫", "下雨", "三", "妈妈", "咖啡", "老师"),
    "en": ("cat", "apple", "three", "mother", "Paris", "coffee", "teacher"),
}  # fmt: skip


@dataclass(frozen=True)
class Context:
    """One word in three sentences: twice in one sense, once in another.

    In each frame the slot ⟨⟩ stands for the word; what follows the slot cannot matter, so it comes
    last. ``others``: words to put into the slot instead, for comparison.
    """

    word: str
    first: str
    same: str
    other: str
    senses: dict[str, tuple[str, str]]  # by page language: the sense of `first`, of `other`
    others: tuple[str, ...] = ()


_APPLE = {"zh": ("水果", "公司"), "en": ("fruit", "company")}
_BAT = {"zh": ("球棒", "蝙蝠"), "en": ("club", "animal")}
CONTEXTS: dict[str, tuple[Context, ...]] = {
    "zh": (
        Context("苹果", "她吃了一个⟨⟩", "我洗了一个⟨⟩", "公司发布了新⟨⟩", _APPLE, ("香蕉", "手机")),
        Context("小米", "妈妈煮了一锅⟨⟩", "农民种⟨⟩", "公司发布了新⟨⟩", {"zh": ("粮食", "公司"), "en": ("grain", "company")}, ("米饭", "手机")),
        Context("花", "花园里开了一朵⟨⟩", "妈妈给⟨⟩", "我买书⟨⟩", {"zh": ("植物", "用钱"), "en": ("flower", "spend")}, ("草", "钱")),
        Context("杜鹃", "树上飞来一只⟨⟩", "天上有一只⟨⟩", "爷爷种了一盆⟨⟩", {"zh": ("鸟", "花"), "en": ("bird", "flower")}, ("鸟", "花")),
        Context(" bat", "He hit the ball with a⟨⟩", "The boy swung the⟨⟩", "In the cave we saw a⟨⟩", _BAT, (" stick", " bird")),
    ),
    "en": (
        Context(" apple", "She ate a red⟨⟩", "He washed the⟨⟩", "He bought a new phone from⟨⟩", _APPLE, (" banana", " computer")),
        Context(" bat", "He hit the ball with a⟨⟩", "The boy swung the⟨⟩", "In the cave we saw a⟨⟩", _BAT, (" stick", " bird")),
        Context(" bank", "He put his money in the⟨⟩", "She got money from the⟨⟩", "They fished from the river⟨⟩", {"zh": ("银行", "河岸"), "en": ("money", "river")}, (" box", " water")),
        Context(" mouse", "The cat chased a⟨⟩", "The cheese was eaten by a⟨⟩", "He clicked with the computer⟨⟩", {"zh": ("老鼠", "鼠标"), "en": ("animal", "computer")}, (" rabbit", " phone")),
        Context("苹果", "她吃了一个⟨⟩", "我洗了一个⟨⟩", "公司发布了新⟨⟩", _APPLE, ("香蕉", "手机")),
    ),
}  # fmt: skip

#: Two sentences of the same tokens in another order.
SWAPPED: dict[str, tuple[tuple[str, str], ...]] = {
    "zh": (("猫追狗", "狗追猫"), ("我爱你", "你爱我"), ("小明帮助小红", "小红帮助小明"), (" dog chased cat", " cat chased dog")),
    "en": ((" cat chased dog", " dog chased cat"), (" man saw bird", " bird saw man"), (" Tom helped Anna", " Anna helped Tom"), (" I love you", " you love I"), ("猫追狗", "狗追猫")),
}  # fmt: skip

#: a is to b as c is to d, in both languages.
ANALOGIES: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "zh": (
        ("爸爸", "妈妈", "爷爷", "奶奶"), ("爸爸", "妈妈", "叔叔", "阿姨"), ("哥哥", "姐姐", "弟弟", "妹妹"), ("猫", "小猫", "狗", "小狗"), ("狗", "小狗", "羊", "小羊"),
        ("中国", "北京", "法国", "巴黎"), ("中国", "北京", "日本", "东京"), ("中国", "北京", "英国", "伦敦"), ("一", "二", "五", "六"), ("三", "四", "七", "八"),
    ),
    "en": (
        ("father", "mother", "brother", "sister"), ("father", "mother", "uncle", "aunt"), ("father", "mother", "son", "daughter"), ("cat", "kitten", "dog", "puppy"), ("he", "she", "his", "her"),
        ("China", "Beijing", "France", "Paris"), ("China", "Beijing", "Japan", "Tokyo"), ("Germany", "Berlin", "Italy", "Rome"), ("one", "two", "five", "six"), ("three", "four", "seven", "eight"),
    ),
}  # fmt: skip
