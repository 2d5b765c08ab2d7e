"""How good a trained model is: the authored world's own questions, on combinations kept out."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from lesson_kit.corpus import grammar
from lesson_kit.corpus.families import Family
from lesson_kit.corpus.grammar_recall import asked_backwards
from lesson_kit.corpus.item import Item
from lesson_kit.measure.probes import Probe, Score, known_answers, sensible_next
from lesson_kit.places import asset
from lesson_kit.train.bigram import Bigram, bigram_of
from lesson_kit.train.evaluation_chat import chat_probes
from lesson_kit.train.evaluation_sense import word_sense
from lesson_kit.train.evaluation_sums import arithmetic
from lesson_kit.weights import LoadedModel

# Families whose answers stand in the text itself, by what they ask of the model.
GROUPS: dict[str, str] = {
    "recall-": "recall in context",
    "copy-": "literal repetition",
    "order-": "order (who did what to whom)",
    "reference-": "reference (it, he, she)",
    "negation-": "negation",
    "page-fact-late": "an early fact used late",
    "page-summary": "summary, written on",
}
# The same scenes asked from the other end: the present's scenes ask both ways by their nature.
BACKWARDS = "recall, asked backwards (who likes tea?)"
BIGRAM, MAJORITY = "bigram model", "most frequent answer"


def probes(loaded: LoadedModel, *, n: int = 60, seed: int = 0) -> Iterator[Probe]:
    """Measure every probe that fits the model, `n` texts a family; another seed, other texts.

    Texts in a language the model was not trained on are left out.
    """
    langs = loaded.card.languages or ("zh", "en")
    for lang in langs:
        yield _everyday(loaded, lang)
    bigram = bigram_of(loaded)
    for start, name in GROUPS.items():
        draw = f"probe-{seed}-{start}"
        if start != "recall-":
            yield _known(loaded, bigram, start, name, n, random.Random(draw))
            continue
        yield _known(loaded, bigram, start, name, n, random.Random(draw), lambda x: not _back(x))
        yield _known(loaded, bigram, start, BACKWARDS, n, random.Random(draw), _back)
    yield word_sense(loaded, n=n, seed=seed)
    yield from arithmetic(loaded, n=n, seed=seed)
    yield from chat_probes(loaded, n=n, seed=seed)


Asked = tuple[Item, str]  # a text and one of its answers


def _back(asked: Asked) -> bool:
    item, answer = asked
    return item.family != "recall-gift" and asked_backwards(answer)


def _known(
    loaded: LoadedModel, bigram: Bigram, start: str, name: str, n: int, rng: random.Random,
    wanted: Callable[[Asked], bool] = lambda asked: True,
) -> Probe:  # fmt: skip
    langs = loaded.card.languages or ("zh", "en")
    total, plain, usual, wrong = Score(0, 0), Score(0, 0), Score(0, 0), []
    for family in (f for f in grammar.FAMILIES.values() if f.name.startswith(start)):
        frequent = most_frequent_answers(family)
        for _ in range(n):
            item = family.item(rng, "held_out")
            if item.lang != "both" and item.lang not in langs:
                continue
            kept = tuple(at for at in item.answers if wanted((item, item.text[slice(*at)])))
            item = replace(item, answers=kept)
            ids, spans = _spans(loaded, item)
            score = known_answers(loaded, ids, spans)
            total += score
            plain += bigram.known_answers(ids, spans)
            said = [item.text[a:b] for a, b in item.answers[: len(spans)]]
            usual += Score(sum(one == frequent.get(item.lang) for one in said), len(said))
            if score.right < score.asked:
                wrong.append(item.text)
    chosen = tuple(rng.sample(wrong, min(3, len(wrong))))
    if usual.right > plain.right:  # the better of the two is the one to beat
        return Probe(name, total, chosen, usual, MAJORITY)
    return Probe(name, total, chosen, plain, BIGRAM)


def most_frequent_answers(family: Family, n: int = 200) -> dict[str, str]:
    """The answer that `n` training texts of a family know most often, by language."""
    rng = random.Random(f"majority-{family.name}")
    counts: dict[str, Counter[str]] = {"zh": Counter(), "en": Counter(), "both": Counter()}
    for _ in range(n):
        item = family.item(rng)
        counts[item.lang].update(item.text[a:b] for a, b in item.answers)
    return {lang: count.most_common(1)[0][0] for lang, count in counts.items() if count}


def _spans(loaded: LoadedModel, item: Item) -> tuple[list[int], list[range]]:
    # The text's ids as far as the window goes, and where its known answers stand.
    ids = loaded.encode(item.text)
    pieces = loaded.tokenizer.pieces(ids)
    limit = loaded.model.config.max_seq_len
    spans = []
    for begin, end in item.answers:
        inside = [i for i, p in enumerate(pieces) if p.start < end and p.end > begin and i > 0]
        if inside and inside[-1] < limit:
            spans.append(range(inside[0], inside[-1] + 1))
    return ids[:limit], spans


def _everyday(loaded: LoadedModel, lang: str) -> Probe:
    with asset("probes", "everyday.json").open(encoding="utf-8") as file:
        prompts = [one for one in json.load(file) if one["lang"] == lang]
    right, wrong = 0, []
    for one in prompts:
        fits, words = sensible_next(loaded, one["prompt"], one["sensible"])
        right += fits
        if not fits:
            wrong.append(f"{one['prompt']} → {' / '.join(words)}")
    return Probe(f"everyday continuation, {lang}", Score(right, len(prompts)), tuple(wrong[:5]))
