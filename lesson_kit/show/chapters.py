"""The chapters along the road, in order."""

from __future__ import annotations

from lesson_kit.show.labels import Word
from lesson_kit.show.road import ROAD, Chapter, Stop

__all__ = ["CHAPTERS", "ROAD", "Chapter", "Stop", "chapter", "next_chapter", "stop_of"]

CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        number="00",
        file="00_overview",
        stop="",
        title=Word("全程", "The whole road"),
        promise=Word(
            "打一句话进去，看模型怎样一个词元一个词元地接下去。",
            "Type a message and watch the model carry it on, one token at a time.",
        ),
        minutes=15,
        model="any_model",
        built=True,
    ),
    Chapter(
        number="01",
        file="01_messages",
        stop="message",
        title=Word("消息", "Messages"),
        promise=Word(
            "聊天框里的一句话，寄到模型那里时带着多少东西？",
            "What does one line in a chat box carry along by the time it reaches the model?",
        ),
        minutes=20,
        model="classroom_chat",
    ),
    Chapter(
        number="02",
        file="02_tokenization",
        stop="tokens",
        title=Word("词元化", "Tokenization"),
        promise=Word(
            "文字怎样切成块、变成编号，又怎样变回来。",
            "How text is cut into pieces and numbers, and how it comes back.",
        ),
        minutes=30,
        model="tokenizer_only",
        built=True,
    ),
    Chapter(
        number="03",
        file="03_embeddings",
        stop="vectors",
        title=Word("嵌入", "Embeddings"),
        promise=Word(
            "编号只是标签；意思住在查到的那一行数里。",
            "An id is only a label; meaning lives in the row of numbers it looks up.",
        ),
        minutes=30,
        model="any_model",
        built=True,
    ),
    Chapter(
        number="04",
        file="04_positions",
        stop="vectors",
        title=Word("位置", "Positions"),
        promise=Word(
            "「猫追狗」和「狗追猫」用词一样，模型凭什么分得清？",
            "“Cat chases dog” and “dog chases cat” hold the same words; how does it tell?",
        ),
        minutes=25,
        model="any_model",
    ),
    Chapter(
        number="05",
        file="05_attention",
        stop="attention",
        title=Word("注意力", "Attention"),
        promise=Word(
            "读到「它」，模型回头看哪些词、各看多少？先看见，再亲手算一遍。",
            "On reading “it”, which earlier words does the model look back at, and how much? "
            "See it, then work it out by hand.",
        ),
        minutes=40,
        model="any_model",
        built=True,
    ),
    Chapter(
        number="06",
        file="06_ffn",
        stop="ffn",
        title=Word("前馈网络与层", "The feed-forward network and layers"),
        promise=Word(
            "信息取来了，每个位置独自消化，再往上一层。",
            "The information is in; each position digests it alone, then climbs a layer.",
        ),
        minutes=35,
        model="any_model",
        built=True,
    ),
    Chapter(
        number="07",
        file="07_training",
        stop="",  # every stop with numbers in it is trained
        title=Word("训练", "Training"),
        promise=Word(
            "从胡言乱语到像样的句子：看着它一步一步学会。",
            "From gibberish to sentences: watch it learn, step by step.",
        ),
        minutes=40,
        model="nano",
        built=True,
    ),
    Chapter(
        number="08",
        file="08_translation",
        stop="attention",
        title=Word("翻译", "Translation"),
        promise=Word(
            "2017 年的那台机器，真的在翻译。",
            "The machine of 2017, really translating.",
        ),
        minutes=30,
        model="translator",
    ),
    Chapter(
        number="09",
        file="09_generation",
        stop="choice",
        title=Word("生成", "Generation"),
        promise=Word(
            "几千个打分里只选一个：怎么选，差别很大。",
            "Thousands of scores, one choice: how you choose matters a great deal.",
        ),
        minutes=30,
        model="any_model",
    ),
    Chapter(
        number="10",
        file="10_kv_cache",
        stop="lap",
        title=Word("KV 缓存", "KV cache"),
        promise=Word(
            "每写一个新词元都要用到前面所有的键和值：重算，还是存下来？",
            "Each new token needs all earlier keys and values: compute again, or keep them?",
        ),
        minutes=35,
        model="any_model",
        built=True,
    ),
    Chapter(
        number="11",
        file="11_context_window",
        stop="context",
        title=Word("上下文窗口", "Context window"),
        promise=Word(
            "模型只看得见框里的字。框小了，先丢什么？",
            "The model sees only what is inside the frame. Shrink it: what goes first?",
        ),
        minutes=35,
        model="classroom_chat",
        built=True,
    ),
    Chapter(
        number="12",
        file="12_post_training",
        stop="choice",
        title=Word("后训练", "Post-training"),
        promise=Word(
            "从续写到回答：同一个模型，换了一种规矩。",
            "From continuing to answering: the same model with new manners.",
        ),
        minutes=35,
        model="base_and_chat",
    ),
    Chapter(
        number="13",
        file="13_limits",
        stop="text",
        title=Word("边界", "Limits"),
        promise=Word(
            "它什么时候会说错，为什么还说得那么顺？",
            "When is it wrong, and why does it sound so sure?",
        ),
        minutes=30,
        model="base_and_chat",
    ),
    Chapter(
        number="14",
        file="14_growth",
        stop="layers",
        title=Word("长大", "Growth"),
        promise=Word(
            "更大、更省、更多感官：大模型比它多了什么？",
            "Bigger, leaner, more senses: what do large models add to this one?",
        ),
        minutes=30,
        model="any_model",
    ),
    Chapter(
        number="15",
        file="15_lab",
        stop="",
        title=Word("实验课", "Lab"),
        promise=Word(
            "五个实验，全在你自己的机器上。",
            "Five experiments, all on your own machine.",
        ),
        minutes=60,
        model="any_model",
    ),
)


def chapter(number: str) -> Chapter:
    """The chapter with this two-digit number; KeyError if the course has none."""
    for one in CHAPTERS:
        if one.number == number:
            return one
    raise KeyError(f"the course has no chapter {number!r}")


def next_chapter(number: str, *, built_only: bool = False) -> Chapter | None:
    """The chapter after ``number``, or None at the end; optionally the next that is built."""
    chapter(number)
    later = (c for c in CHAPTERS if c.number > number and (c.built or not built_only))
    return next(later, None)


def stop_of(number: str) -> str:
    """The key of the road's stop that chapter ``number`` lights; ``""`` for none."""
    return chapter(number).stop
