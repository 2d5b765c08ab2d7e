"""What a chat model must be able to do, asked on combinations and in words it was not taught."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from lesson_kit.corpus import dialogue_evidence as evidence
from lesson_kit.corpus import dialogue_follow as follow
from lesson_kit.corpus.dialogue_matters import MATTERS
from lesson_kit.corpus.dialogue_parts import side
from lesson_kit.corpus.dialogue_smalltalk import smalltalk
from lesson_kit.corpus.dialogues import FAMILIES
from lesson_kit.corpus.families import cap
from lesson_kit.measure.probes import Probe, Score
from lesson_kit.train import evaluation_words as words
from lesson_kit.train import judging
from lesson_kit.train.asking import Reply, Tally, ask, go_on, holds_a_chat, in_chinese, put, shown
from lesson_kit.train.evaluation_memory import fact_probes, summary_probes
from lesson_kit.train.evaluation_orders import system_probes
from lesson_kit.weights import LoadedModel

Draw = random.Random


def chat_probes(loaded: LoadedModel, *, n: int, seed: int) -> Iterator[Probe]:
    """Every probe of a chat model, `n` conversations each; half of them in unseen wordings.

    A model that holds no chat gets those that show what it does instead.
    """
    langs = loaded.card.languages or ("zh", "en")
    chats = holds_a_chat(loaded)
    asked = (
        (system_probes, _follow, _no_history, fact_probes, summary_probes, _evidence, _scenes,
         _tasks) if chats
        else (_invents, _continues)
    )  # fmt: skip
    for probe in asked:
        yield from probe(loaded, n, random.Random(f"chat-{seed}-{probe.__name__}"), langs)


def _follow(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    tally = Tally()
    for _ in range(n):
        zh = in_chinese(rng, langs)
        topic, opening, again, _ = follow.draw(rng, "held_out", zh, follow.AGAIN)
        if rng.random() < 0.5:
            again = rng.choice(words.AGAIN)[side(zh)]
        at = rng.randrange(3)
        turns = follow.explained(rng, topic, zh, opening, at, True)
        turns += smalltalk(rng, zh, rng.choice((0, 0, 1, 2)))
        said, reply = put(loaded, [*turns, ("u", again)])
        tally.add(same_topic(reply.text, topic, zh), shown(said), reply.text)
    chance = Score(round(tally.score.asked / len(follow.TOPICS)), tally.score.asked)
    yield Probe("follow-up: with history, the same topic", tally.score, tally.wrong(rng.sample),
                chance, "a topic at random")  # fmt: skip


def same_topic(answer: str, topic: follow.Topic, zh: bool) -> bool:
    """Does the answer name the topic, or tell one of its examples more than any other's?"""
    if judging.asks_which(answer):
        return False

    def best(one: follow.Topic) -> float:
        return max(judging.likeness(answer, told[side(zh)]) for told in one.examples)

    like = best(topic)
    named = judging.holds(answer, topic.called(zh))
    return named or (like > 0.5 and all(like >= best(other) for other in follow.TOPICS))


def _no_history(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    tally = Tally()
    for _ in range(n):
        zh = in_chinese(rng, langs)
        again = rng.choice(words.AGAIN if rng.random() < 0.5 else follow.AGAIN)[side(zh)]
        said, reply = put(loaded, [("u", again)])
        tally.add(judging.asks_which(reply.text), shown(said), reply.text)
    yield Probe("follow-up: without history, asks which", tally.score, tally.wrong(rng.sample))


def _evidence(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    none, quoted, differ = Tally(), Tally(), Tally()
    for _ in range(n):
        zh, matter = in_chinese(rng, langs), rng.choice(MATTERS)
        place, _ = evidence.place(rng, "held_out", matter)
        question = rng.choice(matter.asks[side(zh)]).format(p=place[side(zh)])
        said, reply = put(loaded, [("u", question)])
        good = judging.unsure(reply.text) and not judging.invents(reply.text)
        none.add(good, shown(said), reply.text)
        v, w = rng.sample(matter.values, 2)
        x, y = (
            matter.states[side(zh)].format(p=place[side(zh)], v=one[side(zh)]) for one in (v, w)
        )
        if rng.random() < 0.5:
            notice = rng.choice(words.SOURCES)[side(zh)].format(x=x)
            both = rng.choice(words.AND)[side(zh)].format(x=x, y=y)
        else:
            notice, _ = evidence.notice(rng, matter, place, v, zh)
            form = rng.choice(evidence.SAYS)[side(zh)]
            a, b = (s[side(zh)] for s in rng.sample(evidence.OTHERS, 2))
            told = (cap(form.format(s=a, x=x)), cap(form.format(s=b, x=y)))
            both = ("" if zh else " ").join(told)
        space = "" if zh else " "
        said, reply = put(loaded, [("u", notice + space + question)])
        quoted.add(judging.holds(reply.text, v[side(zh)]), shown(said), reply.text)
        said, reply = put(loaded, [("u", both + space + question)])
        values = (v[side(zh)], w[side(zh)])
        differ.add(judging.says_they_differ(reply.text, values), shown(said), reply.text)
    yield Probe("evidence: none, cannot confirm", none.score, none.wrong(rng.sample))
    yield Probe("evidence: one official source, quoted", quoted.score, quoted.wrong(rng.sample))
    yield Probe("evidence: two that differ, both named", differ.score, differ.wrong(rng.sample))


def _scenes(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    for family, name in (("scene", "questions on a scene"), ("there", "negation, asked")):
        tally = Tally()
        while tally.score.asked < 2 * n:
            one = FAMILIES[family].dialogue(rng, "held_out")
            if one.lang not in langs or not one.known:
                continue
            reply = ask(loaded, one.asked)
            right = all(judging.holds(reply.text, value) for value in one.known)
            tally.add(right, shown(one.asked), reply.text)
        yield Probe(f"chat: {name}", tally.score, tally.wrong(rng.sample))


def _tasks(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    del n  # the list is what it is
    tally = Tally()
    for task in words.TASKS:
        for lang in langs:
            said, reply = put(loaded, [("u", task[0 if lang == "zh" else 1])])
            tally.add(answers(reply), shown(said), reply.text)
    yield Probe("an instruction: answers and stops", tally.score, tally.wrong(rng.sample))


def answers(reply: Reply) -> bool:
    """Says something and closes its turn itself."""
    return reply.closed and len(judging.plain(reply.text)) > 1


def _continues(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    # The instruction stands where a base model has met such sentences: on a page of exercises.
    del n
    tally = Tally()
    for task in words.TASKS:
        for lang in langs:
            text = f"练习题\n1. {task[0]}\n" if lang == "zh" else f"Exercises\n1. {task[1]}\n"
            reply = go_on(loaded, text)
            tally.add(goes_on(reply), text, reply.text)
    yield Probe("an instruction: goes on with the page", tally.score, tally.wrong(rng.sample))


def goes_on(reply: Reply) -> bool:
    """Writes the next exercise, or at least on and on, in place of an answer and an end."""
    text = reply.text.strip()
    return text.startswith("2") or (bool(text) and not reply.ended)


def _invents(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    tally = Tally()
    for _ in range(n):
        zh = in_chinese(rng, langs)
        matter = rng.choice([one for one in MATTERS if one.name in ("open", "close")])
        place, _ = evidence.place(rng, "held_out", matter)
        question = rng.choice(matter.asks[side(zh)]).format(p=place[side(zh)])
        text = f"问：{question}\n答：" if zh else f"Q: {question}\nA:"
        reply = go_on(loaded, text, limit=24)
        first = reply.text.strip().split("\n")[0]
        tally.add(judging.invents(first), text, first)
    yield Probe("evidence: none, invents one", tally.score, tally.wrong(rng.sample))
