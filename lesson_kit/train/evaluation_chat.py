"""What a chat model must be able to do, asked on combinations and in words it was not taught."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from lesson_kit.corpus import dialogue_evidence as evidence
from lesson_kit.corpus import dialogue_facts as facts_of
from lesson_kit.corpus import dialogue_follow as follow
from lesson_kit.corpus import dialogue_summary as summary
from lesson_kit.corpus import dialogue_system as system
from lesson_kit.corpus.dialogue_parts import Turn, Two, as_dialogue, side
from lesson_kit.corpus.dialogue_smalltalk import smalltalk
from lesson_kit.corpus.dialogues import FAMILIES
from lesson_kit.corpus.families import cap
from lesson_kit.measure.probes import Probe, Score
from lesson_kit.text.chat import Message
from lesson_kit.train import evaluation_words as words
from lesson_kit.train import judging
from lesson_kit.train.asking import Reply, Tally, ask, go_on, holds_a_chat, shown
from lesson_kit.weights import LoadedModel

Draw = random.Random


def chat_probes(loaded: LoadedModel, *, n: int, seed: int) -> Iterator[Probe]:
    """Every probe of a chat model, `n` conversations each; half of them in unseen wordings.

    A model that holds no chat gets those that show what it does instead.
    """
    langs = loaded.card.languages or ("zh", "en")
    chats = holds_a_chat(loaded)
    asked = (
        (_system, _follow, _no_history, _facts, _summaries, _evidence, _scenes, _tasks) if chats
        else (_invents, _continues)
    )  # fmt: skip
    for probe in asked:
        yield from probe(loaded, n, random.Random(f"chat-{seed}-{probe.__name__}"), langs)


def _zh(rng: Draw, langs: Sequence[str]) -> bool:
    return rng.random() < 0.5 if "zh" in langs and "en" in langs else "zh" in langs


def messages(turns: Sequence[Turn]) -> list[Message]:
    """Turns as messages, brackets gone."""
    return list(as_dialogue(turns, "probe", "zh").messages)


def _put(loaded: LoadedModel, turns: Sequence[Turn]) -> tuple[list[Message], Reply]:
    said = messages(turns)
    return said, ask(loaded, said)


def _system(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    # Five kinds of orders; the question is one never seen under this order, or never seen at all.
    kinds: dict[str, Callable[[bool], tuple[str, Callable[[str], bool]]]] = {
        "language": lambda zh: _language_order(rng, zh),
        "one sentence": lambda zh: (_line(rng, words.SHORT, system.SHORT, zh),
                                    judging.one_sentence),
        "to a child": lambda zh: (_line(rng, words.CHILD, system.CHILD, zh),
                                  judging.speaks_to_a_child),
        "a last word": lambda zh: _word_order(rng, zh),
    }  # fmt: skip
    for kind, order in kinds.items():
        tally = Tally()
        for _ in range(n):
            zh = _zh(rng, langs)
            line, fits = order(zh)
            one, _ = system._draw(rng, "held_out", line)
            turns: list[Turn] = [("s", line), ("u", one.question[side(zh)])]
            if kind == "language" and rng.random() < 0.3:  # the user wishes otherwise
                wish = system.PLEASE_OTHER[0 if fits("an English answer it is") else 1][side(zh)]
                turns[1] = ("u", wish.format(q=one.question[side(zh)]))
            said, reply = _put(loaded, turns)
            tally.add(reply.closed and fits(reply.text), shown(said), reply.text)
        yield Probe(f"system line obeyed: {kind}", tally.score, tally.wrong(rng.sample))


def _line(rng: Draw, unseen: Sequence[Two], seen: Sequence[Two], zh: bool) -> str:
    return rng.choice(unseen if rng.random() < 0.5 else seen)[side(zh)]


def _language_order(rng: Draw, zh: bool) -> tuple[str, Callable[[str], bool]]:
    english = rng.random() < 0.5
    unseen, seen = (
        (words.IN_ENGLISH, system.IN_ENGLISH) if english else (words.IN_CHINESE, system.IN_CHINESE)
    )
    crossed = zh ^ (rng.random() < 0.3)
    return _line(rng, unseen, seen, crossed), lambda text: judging.in_language(text, not english)


def _word_order(rng: Draw, zh: bool) -> tuple[str, Callable[[str], bool]]:
    word = rng.choice(system._WORDS)[side(zh)]
    line = _line(rng, words.ENDING, system.ENDING, zh).format(w=word)
    return line, lambda text: judging.ends_with(text, word)


def _follow(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    tally = Tally()
    for _ in range(n):
        zh = _zh(rng, langs)
        topic, opening, again, _ = follow._draw(rng, "held_out", zh, follow.AGAIN)
        if rng.random() < 0.5:
            again = rng.choice(words.AGAIN)[side(zh)]
        at = rng.randrange(3)
        turns = follow.explained(rng, topic, zh, opening, at, True)
        turns += smalltalk(rng, zh, rng.choice((0, 0, 1, 2)))
        said, reply = _put(loaded, [*turns, ("u", again)])
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
        zh = _zh(rng, langs)
        again = rng.choice(words.AGAIN if rng.random() < 0.5 else follow.AGAIN)[side(zh)]
        said, reply = _put(loaded, [("u", again)])
        tally.add(judging.asks_which(reply.text), shown(said), reply.text)
    yield Probe("follow-up: without history, asks which", tally.score, tally.wrong(rng.sample))


def _facts(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    # The same conversation three times: whole, with the early turns gone, and with a summary.
    whole, cut, honest, kept = Tally(), Tally(), Tally(), Tally()
    guess = 0.0
    while whole.score.asked < n:
        zh = _zh(rng, langs)
        facts = facts_of.draw_facts(rng, "held_out", rng.choice((1, 2, 3)))
        kind, value = rng.choice(facts)
        question = kind.ask(rng, zh)
        if rng.random() < 0.5:
            question = rng.choice(words.BEFORE)[side(zh)] + ("" if zh else " ") + question
        told: list[Turn] = [t for e in facts_of.telling(rng, facts, zh) for t in e]
        between = smalltalk(rng, zh, rng.randint(1, 16))
        said = messages([*told, *between, ("u", question)])
        if len(render_ids(loaded, said)) > loaded.model.config.max_seq_len - 40:
            continue
        reply, v = ask(loaded, said), value[side(zh)]
        whole.add(judging.holds(reply.text, v), shown(said), reply.text)
        guess += 1 / len(kind.values)
        said, reply = _put(loaded, [*between, ("u", question)])
        cut.add(judging.holds(reply.text, v), shown(said), reply.text)
        honest.add(judging.admits(reply.text), shown(said), reply.text)
        form = rng.choice(words.SUMMED if rng.random() < 0.5 else facts_of.SUMMED)[side(zh)]
        note = form.format(text=facts_of.plain(facts_of.summary_of(facts, zh)))
        said, reply = _put(loaded, [("s", note), *between[-4:], ("u", question)])
        kept.add(judging.holds(reply.text, v), shown(said), reply.text)
    chance, by = Score(round(guess), n), "a value of the kind at random"
    yield Probe("early fact: whole history", whole.score, whole.wrong(rng.sample), chance, by)
    yield Probe("early fact: truncated, still said", cut.score, (), chance, by, lower=True)
    yield Probe("early fact: truncated, admits it", honest.score, honest.wrong(rng.sample))
    yield Probe("early fact: kept in a summary", kept.score, kept.wrong(rng.sample), chance, by)


def render_ids(loaded: LoadedModel, said: Sequence[Message]) -> list[int]:
    """The ids of a request."""
    from lesson_kit.text.chat import render

    return render(loaded.tokenizer, said)


BUDGETS = (("tight budget", 0.5), ("half budget", 0.75), ("ample budget", 1.6), ("no budget", 0.0))


def _summaries(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    # Counted in facts, not conversations: how many of those told does the summary carry?
    for name, share in BUDGETS:
        kept, wrong, within, asked = Score(0, 0), [], Score(0, 0), 0
        while asked < n // 2:
            zh = _zh(rng, langs)
            facts = facts_of.draw_facts(rng, "held_out", rng.choice((2, 3, 4)))
            request = _line(rng, words.SUMMARISE, summary.REQUESTS, zh)
            full = summary.size(facts_of.plain(facts_of.summary_of(facts, zh)), zh)
            budget = max(5, 5 * round(full * share / 5))
            if share:
                limit = rng.choice(summary.BUDGETS)[side(zh)].format(n=budget)
                request += ("" if zh else " ") + limit
            said = messages([*summary._talked(rng, facts, zh), ("u", request)])
            if len(render_ids(loaded, said)) > loaded.model.config.max_seq_len - 100:
                continue
            reply = ask(loaded, said, limit=96)
            asked += 1
            found = [judging.holds(reply.text, value[side(zh)]) for _, value in facts]
            kept += Score(sum(found), len(found))
            told = reply.text.split("：", 1)[-1] if zh else reply.text.split(": ", 1)[-1]
            within += Score(int(summary.size(told, zh) <= budget), 1)
            if not all(found):
                wrong.append(f"{shown(said)} → {reply.text}")
        chosen = tuple(rng.sample(wrong, min(3, len(wrong))))
        yield Probe(f"summary: facts kept, {name}", kept, chosen)
        if share:
            yield Probe(f"summary: keeps within, {name}", within)


def _evidence(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    none, quoted, differ = Tally(), Tally(), Tally()
    for _ in range(n):
        zh, matter = _zh(rng, langs), rng.choice(evidence.MATTERS)
        place, _ = evidence.place(rng, "held_out", matter)
        question = rng.choice(matter.asks[side(zh)]).format(p=place[side(zh)])
        said, reply = _put(loaded, [("u", question)])
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
            notice, _ = evidence._notice(rng, matter, place, v, zh)
            form = rng.choice(evidence.SAYS)[side(zh)]
            a, b = (s[side(zh)] for s in rng.sample(evidence.OTHERS, 2))
            told = (cap(form.format(s=a, x=x)), cap(form.format(s=b, x=y)))
            both = ("" if zh else " ").join(told)
        space = "" if zh else " "
        said, reply = _put(loaded, [("u", notice + space + question)])
        quoted.add(judging.holds(reply.text, v[side(zh)]), shown(said), reply.text)
        said, reply = _put(loaded, [("u", both + space + question)])
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
            said, reply = _put(loaded, [("u", task[0 if lang == "zh" else 1])])
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
        zh = _zh(rng, langs)
        matter = rng.choice([one for one in evidence.MATTERS if one.name in ("open", "close")])
        place, _ = evidence.place(rng, "held_out", matter)
        question = rng.choice(matter.asks[side(zh)]).format(p=place[side(zh)])
        text = f"问：{question}\n答：" if zh else f"Q: {question}\nA:"
        reply = go_on(loaded, text, limit=24)
        first = reply.text.strip().split("\n")[0]
        tally.add(judging.invents(first), text, first)
    yield Probe("evidence: none, invents one", tally.score, tally.wrong(rng.sample))
