"""Questions that mean nothing by themselves: with the earlier turns they do, without they don't."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random
from dataclasses import dataclass

from lesson_kit.corpus import dialogue_topics_1, dialogue_topics_2
from lesson_kit.corpus.dialogue_parts import (
    Key,
    Told,
    Turn,
    Two,
    lang_of,
    right_split,
    side,
    talk,
    twos,
)
from lesson_kit.corpus.dialogue_smalltalk import smalltalk
from lesson_kit.corpus.dialogue_told import HELPER
from lesson_kit.corpus.families import zh_or_en
from lesson_kit.corpus.splits import Split


@dataclass(frozen=True)
class Topic:
    """An idea in both languages: its name, what it means, everyday examples of it."""

    name: Two
    meaning: Two
    examples: tuple[Two, ...]

    def called(self, zh: bool) -> str:
        """Its name without an article."""
        return self.name[side(zh)].removeprefix("a ").removeprefix("an ")


def _topics(table: str) -> tuple[Topic, ...]:
    blocks = (twos(block) for block in table.strip().split("\n\n"))
    return tuple(Topic(name, meaning, tuple(examples)) for name, meaning, *examples in blocks)


TOPICS = _topics(dialogue_topics_1.TABLE) + _topics(dialogue_topics_2.TABLE)

ASKS = twos(
    """
什么是{t}？ | What is {t}?
“{t}”是什么意思？ | What does "{t}" mean?
请解释一下{t}。 | Please explain {t}.
请讲讲什么是{t}。 | Tell me about {t}.
{t}是什么？ | Explain {t} in simple words.
我不明白{t}，能讲一下吗？ | I don't understand {t}. Can you explain it?
用简单的话说，什么是{t}？ | In simple words, what is {t}?
给我讲讲{t}吧。 | Could you tell me what {t} is?
"""
)
WITH_EXAMPLE = twos(
    """
请举一个生活中的例子。 | Please give an everyday example.
能举个例子吗？ | Can you give an example?
用生活里的例子说明。 | Use an example from daily life.
请用一个例子来说明。 | Please show it with an example.
"""
)
AGAIN = twos(
    """
能再举一个生活中的例子吗？ | Can you give another everyday example?
再举一个例子。 | Give me another example.
还有别的例子吗？ | Do you have another example?
请再给我一个例子。 | One more example, please.
能换一个例子吗？ | Can you give a different example?
再来一个例子吧。 | Another one, please.
还有吗？再说一个。 | What else? Tell me one more.
生活中还有什么例子？ | What other examples are there in daily life?
可以再举个例子吗？ | Could you give one more example from everyday life?
我想再听一个例子。 | I would like to hear one more example.
"""
)
SIMPLER = twos(
    """
能说得简单一点吗？ | Can you say it more simply?
用一句话说。 | Say it in one sentence.
我没听懂，再说一遍。 | I didn't get it. Say it again.
请总结成一句话。 | Put it in one sentence, please.
那是什么意思？ | What does that mean?
"""
)
EXAMPLE_FIRST = twos(
    """
{e} | {e}
可以。{e} | Yes. {e}
当然可以。{e} | Of course. {e}
[{t}]的例子很多，{e} | There are many examples of [{t}]. {e}
再说一个[{t}]的例子，{e} | Here is another example of [{t}]. {e}
好的，再说一个[{t}]的例子，{e} | All right, another example of [{t}]. {e}
"""
)
WHICH = twos(
    """
好的，不过你[想要哪个话题的例子]？我们还没有聊过。 | Sure, but [an example of what]? We have not talked about anything yet.
你[想要什么话题的例子]？请先告诉我。 | [Which topic] would you like an example of? Please tell me first.
我还不知道你[说的是哪个话题]，请告诉我。 | I don't know [which topic you mean] yet. Please tell me.
"""
)
WHICH_PLAIN = twos(
    """
你[说的是哪件事]？我们还没有聊过。 | [What do you mean]? We have not talked about anything yet.
我还不知道你[说的是哪件事]，请先告诉我。 | I don't know [what you mean] yet. Please tell me first.
"""
)
# Other ways to lean on what was said before; without it there is nothing to answer.
LEANING = twos(
    """
第二点再说一遍。 | Say the second point again.
接着说。 | Go on.
为什么呢？ | Why is that?
那另外一个呢？ | And the other one?
它有什么好处？ | What is it good for?
你刚才说的是什么意思？ | What did you mean just now?
把刚才的话再说一遍。 | Repeat what you just said.
能说得详细一点吗？ | Can you tell me more about it?
这个怎么用？ | How do I use this?
他后来怎么样了？ | What happened to him later?
"""
)


def example(rng: random.Random, topic: Topic, at: int, zh: bool, *, again: bool = True) -> str:
    """The assistant gives the topic's example number `at`."""
    told = topic.examples[at % len(topic.examples)][side(zh)]
    form = rng.choice(EXAMPLE_FIRST if again else EXAMPLE_FIRST[:3])[side(zh)]
    if "{t}" in form and zh:
        told = told.removeprefix("比如")
    return (
        form.format(t=topic.called(zh), e=told).replace("，比如", "，").replace("例子，", "例子：")
    )


def explained(
    rng: random.Random, topic: Topic, zh: bool, ask: str, at: int, with_example: bool
) -> list[Turn]:
    """The opening exchange: what is it, with or without an example."""
    t = topic.called(zh) if '"' in ask or "“" in ask else topic.name[side(zh)]
    said, answer = ask.format(t=t), topic.meaning[side(zh)]
    if with_example:
        said += ("" if zh else " ") + rng.choice(WITH_EXAMPLE)[side(zh)]
        answer += ("" if zh else " ") + topic.examples[at % 3][side(zh)]
    return [("u", said), ("a", answer)]


def draw(rng: random.Random, split: Split, zh: bool, ends: tuple[Two, ...]) -> tuple[Topic, str, str, Key]:  # fmt: skip
    """A topic, how it is asked for, the follow-up, and the combination they make."""
    while True:
        topic, ask, end = rng.choice(TOPICS), rng.choice(ASKS)[side(zh)], rng.choice(ends)[side(zh)]
        key = ("chat-again", topic.name[0], ask, end)
        if right_split(split, [key]):
            return topic, ask, end, key


def _opened(rng: random.Random, turns: list[Turn], zh: bool, n: int = 2) -> list[Turn]:
    # Now and then a system line, now and then small talk before.
    before = smalltalk(rng, zh, rng.choice((0, 0, 0, 1, n)))
    if rng.random() < 0.25:
        before.insert(0, ("s", rng.choice(HELPER)[side(zh)]))
    return before + turns


@talk("topic-explain", 4.0)
def _explain(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    topic, ask, _, key = draw(rng, split, zh, AGAIN)
    turns = explained(rng, topic, zh, ask, rng.randrange(3), rng.random() < 0.6)
    return Told(_opened(rng, turns, zh), lang_of(zh), (key,))


@talk("topic-again", 5.0)
def _again(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    topic, ask, again, key = draw(rng, split, zh, AGAIN)
    at, given = rng.randrange(3), rng.random() < 0.75
    turns = explained(rng, topic, zh, ask, at, given)
    turns += smalltalk(rng, zh, rng.choice((0, 0, 0, 0, 1, 2)))
    turns += [("u", again), ("a", example(rng, topic, at + 1, zh, again=given))]
    if rng.random() < 0.3:
        turns += [("u", rng.choice(AGAIN)[side(zh)]), ("a", example(rng, topic, at + 2, zh))]
        key = ("chat-again", topic.name[0], ask, turns[-2][1])
        if not right_split("train", [key]):  # the second wording must not leak a held-out one
            turns = turns[:-2]
        key = ("chat-again", topic.name[0], ask, again)
    return Told(_opened(rng, turns, zh), lang_of(zh), (key,))


@talk("topic-two", 1.0)
def _two(rng: random.Random, split: Split) -> Told:
    # Two topics one after the other: "another example" means the newer one.
    zh = zh_or_en(rng)
    topic, ask, again, key = draw(rng, split, zh, AGAIN)
    first = rng.choice([other for other in TOPICS if other is not topic])
    at = rng.randrange(3)
    turns = explained(rng, first, zh, rng.choice(ASKS)[side(zh)], at, rng.random() < 0.5)
    turns += explained(rng, topic, zh, ask, at, True)
    turns += [("u", again), ("a", example(rng, topic, at + 1, zh))]
    return Told(_opened(rng, turns, zh), lang_of(zh), (key,))


@talk("topic-none", 2.0)
def _none(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    if rng.random() < 0.7:
        turns = [("u", rng.choice(AGAIN)[side(zh)]), ("a", rng.choice(WHICH)[side(zh)])]
    else:
        lean = rng.choice((*LEANING, *SIMPLER))[side(zh)]
        turns = [("u", lean), ("a", rng.choice(WHICH_PLAIN)[side(zh)])]
    if rng.random() < 0.3:  # and once the topic is named, it can go on
        topic = rng.choice(TOPICS)
        answer = topic.meaning[side(zh)] + ("" if zh else " ") + topic.examples[0][side(zh)]
        turns += [("u", topic.called(zh) + ("。" if zh else ".")), ("a", answer)]
    return Told(_with_system(rng, turns, zh), lang_of(zh))


@talk("topic-simpler", 1.0)
def _simpler(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    topic, ask, simpler, key = draw(rng, split, zh, SIMPLER)
    turns = explained(rng, topic, zh, ask, rng.randrange(3), True)
    turns += [("u", simpler), ("a", topic.meaning[side(zh)])]
    return Told(_opened(rng, turns, zh), lang_of(zh), (key,))


def _with_system(rng: random.Random, turns: list[Turn], zh: bool) -> list[Turn]:
    if rng.random() < 0.25:
        return [("s", rng.choice(HELPER)[side(zh)]), *turns]
    return turns
