"""How chapter 05 answers the learner: typed sentences, what a measured number is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lesson_kit.app import attention_lesson as lesson
from lesson_kit.app.guard import explain
from lesson_kit.app.header import Page
from lesson_kit.app.later import Tick
from lesson_kit.measure.heads import HabitName, HabitScores
from lesson_kit.show import html
from lesson_kit.show.attention_data import SentenceData
from lesson_kit.show.widgets.ablation_view import AblationView, ablation_data
from lesson_kit.show.widgets.attention_view import AttentionView
from lesson_kit.show.widgets.head_grid import HeadGrid
from lesson_kit.show.widgets.mask_view import MaskView
from lesson_kit.show.widgets.question_card import QuestionCard
from lesson_kit.show.words import Lang
from lesson_kit.weights import LoadedModel

_NAME = "05-sentence"  # under which the window keeps the learner's sentence

_HABITS: dict[HabitName, dict[str, str]] = {
    "previous": {
        "letter": "P", "zh": "前一个词元", "en": "Previous token",
        "what_zh": "每一行最亮的格子紧挨着对角线。",
        "what_en": "The brightest cell of each row sits beside the diagonal.",
    },
    "reference": {
        "letter": "R", "zh": "代词 → 名词", "en": "Pronoun → noun",
        "what_zh": "「它」的权重落在它所指的名词上。",
        "what_en": "The weight of “it” falls on the noun it stands for.",
    },
    "induction": {
        "letter": "I", "zh": "照上次的样子（induction）", "en": "Same as last time (induction)",
        "what_zh": "见过「小明 喜欢」，再见「小明」就去看「喜欢」。",
        "what_en": "Having seen “Tom likes”, on “Tom” it looks at “likes”.",
    },
    "first": {
        "letter": "S", "zh": "首词元（sink）", "en": "First token (sink)",
        "what_zh": "无事可做时，权重停在开头；不是含义。",
        "what_en": "With nothing to do, weight rests at the start; not meaning.",
    },
}  # fmt: skip


class _OutdatedError(Exception):
    """Nobody needs this number any more."""


class Typed:
    """Answers sentences typed into the attention picture and passes them on to the other pictures.

    Each page has its own; nothing is shared between learners.
    """

    def __init__(self, page: Page, view: AttentionView) -> None:
        self.page, self.view = page, view
        self._others: dict[str, AblationView | MaskView] = {}
        self._ids: list[int] | None = None
        view.answer(self._picture)
        view.observe(lambda change: self._pass_on(), "own")
        kept = page.kept(_NAME, "")
        if kept:  # typed before the language or the model was switched
            view.ask(kept)

    def also(self, picture: AblationView | MaskView) -> None:
        """Keep this picture up to date too; a newer one of its kind takes its place."""
        self._others[type(picture).__name__] = picture
        self._pass_on()

    def _picture(self, text: str) -> SentenceData:
        self.page.keep(_NAME)(text)
        try:
            reading = self.page.read(text)
            made = lesson.typed_picture(self.page.model, reading)
        except Exception as error:
            self._ids = None
            raise ValueError(explain(error, self.page.lang)) from error
        self._ids = reading.ids
        return {**made, "note": reading.note}

    def _pass_on(self) -> None:
        if self._ids is None or self.view.own.get("error"):
            return
        loaded, ids = self.page.model, self._ids
        for picture in self._others.values():
            if isinstance(picture, MaskView):
                tokens = self.view.own["tokens"]
                leak = lesson.leak_test(loaded, ids, lesson.middle_word(loaded, ids))
                with picture.hold_sync():
                    picture.tokens, picture.leak = tokens, leak
            elif affordable(loaded, len(ids)):
                self._measure(picture, self.view.own["label"], ids)

    def _measure(self, picture: AblationView, label: str, ids: list[int]) -> None:
        def work(tick: Tick) -> None:
            def step() -> None:
                tick()
                if ids is not self._ids:  # another sentence has been typed since
                    raise _OutdatedError

            try:
                step()
                picture.own = packed(label, lesson.ablation(self.page.model, ids, tick=step))
            except _OutdatedError:
                return

        self.page.later(work, failed=lambda why: setattr(picture, "measuring", why))


def packed(label: str, measured: Mapping[str, Any]) -> dict[str, Any]:
    """A measured ablation as AblationView takes it."""
    return ablation_data(label, measured["candidates"], measured["off"], measured["kl"])


def affordable(loaded: LoadedModel, length: int) -> bool:
    """Whether trying every head takes no more than some seconds on a laptop.

    It reads length · n_head tokens once per layer: about 2 · parameters multiplications each.
    """
    config = loaded.model.config
    work = 2 * config.n_parameter() * length * config.n_head * config.n_layer
    return work < 4e11


def measure_ablations(
    page: Page, sentences: Sequence[SentenceData], view: AblationView, card: QuestionCard
) -> None:
    """Switch off every head in turn for each prepared sentence, once the page is shown.

    ``view`` gets one sentence after another, ``card`` its answer with the first. A large model
    takes the first sentence only: the rest would keep the class waiting.
    """
    loaded = page.model
    texts = [tuple(token["id"] for token in one["tokens"]) for one in sentences]
    if not affordable(loaded, max(map(len, texts))):
        texts = texts[:1]
    total = len(texts) * loaded.model.config.n_layer
    wait = page.t("还在逐个关掉每个头……", "Still switching off every head…")
    view.measuring, card.reveal = wait, str(html.safe(wait))

    def work(tick: Tick) -> None:
        done = 0

        def step() -> None:
            nonlocal done
            tick()
            done += 1
            share = f"{100 * done / total:.0f} %"
            view.measuring = page.t(
                f"正在逐个关掉每个头：{share}", f"Switching off every head in turn: {share}"
            )

        for one, ids in zip(sentences, texts, strict=False):
            measured = page.once(lesson.ablation, ids, tick=step)
            view.sentences = [*view.sentences, packed(one["label"], measured)]
            if len(view.sentences) == 1:
                _answer_ablation(page, card, most_telling_head([measured]))
        view.measuring = ""

    def failed(why: str) -> None:
        view.measuring, card.reveal = why, str(html.safe(why))

    page.later(work, failed=failed)


def _answer_ablation(page: Page, card: QuestionCard, head: TellingHead) -> None:
    with card.hold_sync():
        said = page.t(
            f"在第一句话上，{head.n} 个头里影响最大的是第 {head.layer} 层第 {head.head} 头："
            f"整个分布移动了 {head.kl:.2f} 奈特（KL），是中位数的 {head.times} 倍。"
            "权重图好看不等于要紧，关掉才知道。",
            f"On the first sentence the head that matters most of {head.n} is head {head.head} of "
            f"layer {head.layer}: the whole distribution moves by {head.kl:.2f} nats (KL), "
            f"{head.times} times the median head. A striking heatmap is no proof of importance; "
            "switching the head off is.",
        )
        card.reveal = str(html.safe(said))
        label = page.t("影响最大的头，KL", "the head that matters most, KL")
        unit = page.t("奈特", "nats")
        card.numbers = [{"value": f"{head.kl:.2f}", "unit": unit, "label": label}]


def measure_habits(page: Page, grid: HeadGrid) -> None:
    """Score every head for every habit once the page is shown, and let ``grid`` show the best."""
    grid.measuring = page.t("正在量每个头的习惯……", "Measuring the habits of every head…")

    def work(tick: Tick) -> None:
        found = habit_entries(page.once(lesson.measured_habits, tick=tick))
        with grid.hold_sync():
            grid.habits, grid.measuring = found, ""

    def failed(why: str) -> None:
        grid.measuring = why

    page.later(work, failed=failed)


@dataclass(frozen=True)
class TellingHead:
    """The head whose absence moves the next-token distribution most; layer and head from 1."""

    layer: int
    head: int
    kl: float  # nats
    times: str  # how many times the median head, in words
    n: int


def most_telling_head(ablated: Sequence[Mapping[str, Any]]) -> TellingHead:
    """The strongest head on the first sentence, against the median."""
    kl = np.asarray(ablated[0]["kl"])
    layer, head = np.unravel_index(int(kl.argmax()), kl.shape)
    median = float(np.median(kl))
    times = f"{kl.max() / median:.0f}" if median > 0 else "∞"
    return TellingHead(int(layer) + 1, int(head) + 1, float(kl.max()), times, kl.size)


def habit_entries(habits: Mapping[HabitName, HabitScores]) -> list[dict[str, Any]]:
    """The best head of each habit as HeadGrid takes it."""
    entries = []
    for name, words in _HABITS.items():
        if name in habits:
            layer, head, score = habits[name].best()
            entries.append(
                {**words, "layer": layer, "head": head, "score": score, "n": habits[name].n}
            )
    return entries


def habits_in_words(counted: Mapping[HabitName, int], lang: Lang) -> str:
    """How the scores came about, for the caption; ``counted`` rows for each habit."""
    rows = {_HABITS[name][lang]: n for name, n in counted.items()}
    if lang == "zh":
        listed = "、".join(f"{name} {n} 行" for name, n in rows.items())
        return f"分数 = 权重落在预言位置上的平均份额。计入的行：{listed}。1 就是每次都只看那里。"
    listed = ", ".join(f"{name} {n}" for name, n in rows.items())
    return (
        f"Score = mean share of weight on the predicted place. Rows counted: {listed}. "
        "1 would mean only there, every time."
    )


def config_entries(loaded: LoadedModel) -> dict[str, int]:
    """The sizes the shape pictures need."""
    c = loaded.model.config
    return {
        "d_model": c.d_model, "n_head": c.n_head, "n_kv_head": c.n_kv_head,
        "d_head": c.d_head, "n_layer": c.n_layer,
    }  # fmt: skip
