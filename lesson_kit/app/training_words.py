"""What the recorded trainings of chapter 07 show, read off their numbers and put into words.

Nothing here knows how a run ought to end: who diverged, who ended lowest and whether the held-out
loss climbed is looked up in the curves, so a new recording brings its own sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lesson_kit.show.numbers import grouped
from lesson_kit.show.words import Lang

__all__ = ["Lane", "Rote", "after_the_best", "large", "race_lanes", "race_story", "rote"]

_CLIMBED = 1.05  # a last loss this many times the lowest one has risen for good, not by chance
_WINDOW = 10  # steps whose mean stands for "now": one batch's loss jumps about


@dataclass(frozen=True)
class Lane:
    """How one rate of a race ended. last: mean loss of its last steps, in nats; step: where."""

    rate: float
    last: float
    step: int
    diverged: bool  # it gave up, or ended above blind guessing
    falling: bool  # its last steps are lower than those halfway


def race_lanes(race: Mapping[str, Any]) -> list[Lane]:
    """The lanes of a recorded race (``rates``, ``runs``, ``ln_v``) in the order of its rates."""
    lanes = []
    for rate, run in zip(race["rates"], race["runs"], strict=True):
        losses = [x for x in run["loss"] if x is not None]
        last = _mean(losses[-_WINDOW:])
        half = _mean(losses[len(losses) // 2 - _WINDOW // 2 :][:_WINDOW])
        wild = run["end"] == "diverged" or last > race["ln_v"]
        lanes.append(Lane(rate, last, run["step"][-1], wild, last < half))
    return lanes


def race_story(race: Mapping[str, Any], lang: Lang) -> str:
    """One sentence for each lane: how far it came, and what that was."""
    lanes = race_lanes(race)
    best = min(lanes, key=lambda lane: lane.last)
    said = [_lane_says(lane, lane is best, race["ln_v"], lang) for lane in lanes]
    return "".join(said) if lang == "zh" else " ".join(said)


def _lane_says(lane: Lane, best: bool, ln_v: float, lang: Lang) -> str:
    zh = lang == "zh"
    if lane.diverged:
        return (
            f"{lane.rate:g} 发散了：每一步都跨过谷底，第 {lane.step} 步时损失是 {lane.last:.3g}，"
            f"瞎猜也才 ln V = {ln_v:.2f}。"
            if zh
            else f"{lane.rate:g} diverged: every step jumps across the valley, and at step "
            f"{lane.step} the loss is {lane.last:.3g}, where blind guessing costs only "
            f"ln V = {ln_v:.2f}."
        )
    if best:
        return (
            f"{lane.rate:g} 走到 {lane.last:.2f}，三条里最低。"
            if zh
            else f"{lane.rate:g} reaches {lane.last:.2f}, the lowest of the three."
        )
    if lane.falling:
        return (
            f"{lane.rate:g} 走到 {lane.last:.2f}：还在降，只是没有那么快。"
            if zh
            else f"{lane.rate:g} reaches {lane.last:.2f}: still falling, only not as fast."
        )
    return (
        f"{lane.rate:g} 停在 {lane.last:.2f}，不再往下走。"
        if zh
        else f"{lane.rate:g} is stuck at {lane.last:.2f}."
    )


@dataclass(frozen=True)
class Rote:
    """A run on very little text: last training loss; first, lowest and last held-out loss."""

    train: float
    held_first: float
    held_lowest: float
    held_last: float

    @property
    def outcome(self) -> int:
        """0: the held-out loss fell along; 1: it fell, then climbed; 2: it never fell."""
        if self.held_lowest > 0.99 * self.held_first:
            return 2
        return 1 if self.held_last > _CLIMBED * self.held_lowest else 0

    def story(self, lang: Lang) -> str:
        """What the curves show, with their numbers."""
        zh = lang == "zh"
        numbers = (
            f"训练损失到了 {self.train:.2f}；留出损失从 {self.held_first:.2f} 开始，最低 "
            f"{self.held_lowest:.2f}，最后是 {self.held_last:.2f}。"
            if zh
            else f"the training loss reaches {self.train:.2f}; the held-out loss starts at "
            f"{self.held_first:.2f}, is {self.held_lowest:.2f} at its lowest and ends at "
            f"{self.held_last:.2f}."
        )
        if self.outcome != 1:
            return numbers
        meaning = (
            "背下来的不是语言，是那六个故事；遇到没见过的句子，它错得更有把握。"
            if zh
            else " What it knows by heart is those six stories, not the language; on an unseen "
            "sentence it is wrong with more confidence."
        )
        return numbers + meaning


def rote(run: Mapping[str, Any]) -> Rote:
    """The run of the preset "overfits" in numbers. Raises ValueError if nothing was held out."""
    held = [x for x in run["points"]["held"] if x is not None]
    train = [x for x in run["points"]["loss"] if x is not None]
    if not held or not train:
        raise ValueError("this run has no held-out losses to compare")
    return Rote(_mean(train[-_WINDOW:]), held[0], min(held), held[-1])


def after_the_best(
    rates: Sequence[float], losses: Sequence[float | None], lang: Lang
) -> tuple[float, float, str]:
    """Of one step with each rate: the best rate, its loss, and what longer steps did.

    losses: after the step, None where it is no number. Raises ValueError if none is a number.
    """
    at = min(
        (i for i, loss in enumerate(losses) if loss is not None),
        key=lambda i: losses[i] or 0.0,
        default=None,
    )
    if at is None:
        raise ValueError("no rate left a loss that is a number")
    best = losses[at]
    assert best is not None
    if at == len(rates) - 1:
        more = {
            "zh": "再大的没有试。",
            "en": "Larger ones were not tried.",
        }[lang]
        return rates[at], best, more
    last = losses[-1]
    shown = {"zh": "不再是一个数", "en": "is no longer a number"}[lang]
    if last is not None:
        shown = {"zh": f"是 {last:.2f}", "en": f"is {last:.2f}"}[lang]
    more = {
        "zh": f"再大就跨过谷底了：{rates[-1]:g} 时{shown}。",
        "en": f"Longer steps jump across the valley: with {rates[-1]:g} it {shown}.",
    }[lang]
    return rates[at], best, more


def large(n: int, lang: Lang) -> str:
    """A large number as one says it: 30.6 million, in Chinese 3\u202f060 万."""
    return f"{grouped(round(n / 1e4))} 万" if lang == "zh" else f"{n / 1e6:.1f} million"


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
