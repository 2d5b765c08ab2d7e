"""What of a conversation does a chat model still know, late, cut short, or in its own summary?"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from lesson_kit.corpus import dialogue_summary as summary
from lesson_kit.corpus import dialogue_told as told_of
from lesson_kit.corpus.dialogue_parts import Turn, side
from lesson_kit.corpus.dialogue_smalltalk import smalltalk
from lesson_kit.measure.probes import Probe, Score
from lesson_kit.train import evaluation_words as words
from lesson_kit.train import judging
from lesson_kit.train.asking import Tally, ask, fits, in_chinese, messages, one_of, put, shown
from lesson_kit.weights import LoadedModel

Draw = random.Random


def fact_probes(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    """The same conversation three times: whole, its early turns gone, and with a summary."""
    whole, cut, honest, kept = Tally(), Tally(), Tally(), Tally()
    guess = 0.0
    while whole.score.asked < n:
        zh = in_chinese(rng, langs)
        facts = told_of.draw_facts(rng, "held_out", rng.choice((1, 2, 3)))
        kind, value = rng.choice(facts)
        question = kind.ask(rng, zh)
        if rng.random() < 0.5:
            question = rng.choice(words.BEFORE)[side(zh)] + ("" if zh else " ") + question
        told: list[Turn] = [t for e in told_of.telling(rng, facts, zh) for t in e]
        between = smalltalk(rng, zh, rng.randint(1, 16))
        said = messages([*told, *between, ("u", question)])
        if not fits(loaded, said, 40):
            continue
        reply, v = ask(loaded, said), value[side(zh)]
        whole.add(judging.holds(reply.text, v), shown(said), reply.text)
        guess += 1 / len(kind.values)
        said, reply = put(loaded, [*between, ("u", question)])
        cut.add(judging.holds(reply.text, v), shown(said), reply.text)
        honest.add(judging.admits(reply.text), shown(said), reply.text)
        form = rng.choice(words.SUMMED if rng.random() < 0.5 else told_of.SUMMED)[side(zh)]
        note = form.format(text=told_of.plain(told_of.summary_of(facts, zh)))
        said, reply = put(loaded, [("s", note), *between[-4:], ("u", question)])
        kept.add(judging.holds(reply.text, v), shown(said), reply.text)
    chance, by = Score(round(guess), n), "a value of the kind at random"
    yield Probe("early fact: whole history", whole.score, whole.wrong(rng.sample), chance, by)
    yield Probe("early fact: truncated, still said", cut.score, (), chance, by, lower=True)
    yield Probe("early fact: truncated, admits it", honest.score, honest.wrong(rng.sample))
    yield Probe("early fact: kept in a summary", kept.score, kept.wrong(rng.sample), chance, by)


BUDGETS = (("tight budget", 0.5), ("half budget", 0.75), ("ample budget", 1.6), ("no budget", 0.0))


def summary_probes(loaded: LoadedModel, n: int, rng: Draw, langs: Sequence[str]) -> Iterator[Probe]:
    """Counted in facts, not conversations: how many of those told does the summary carry?"""
    for name, share in BUDGETS:
        kept, wrong, within, asked = Score(0, 0), [], Score(0, 0), 0
        while asked < n // 2:
            zh = in_chinese(rng, langs)
            facts = told_of.draw_facts(rng, "held_out", rng.choice((2, 3, 4)))
            request = one_of(rng, words.SUMMARISE, summary.REQUESTS, zh)
            full = summary.size(told_of.plain(told_of.summary_of(facts, zh)), zh)
            budget = max(5, 5 * round(full * share / 5))
            if share:
                limit = rng.choice(summary.BUDGETS)[side(zh)].format(n=budget)
                request += ("" if zh else " ") + limit
            said = messages([*summary.talked(rng, facts, zh), ("u", request)])
            if not fits(loaded, said, 100):
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
