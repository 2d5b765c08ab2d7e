"""The nano model's training step against torch's own layers, at the size chapter 07 trains."""

from __future__ import annotations

import random

from lesson_kit.measure.bench_training import TrainingRates, training_rates
from lesson_kit.model import new_model
from lesson_kit.train.live import train_steps
from lesson_kit.train.live_plan import LivePlan, prepare

__all__ = ["nano_training_rates"]

_KINDS = 600  # different characters, about as many as the chapter's Chinese text has


def nano_training_rates(*, turns: int = 7, steps: int = 5) -> TrainingRates:
    """Tokens per second of `live.learn`'s own step and of torch's layers, taking turns."""
    dice = random.Random(1)
    letters = [chr(0x4E00 + i) for i in range(_KINDS)]
    text = "".join(letters + dice.choices(letters, k=20_000))
    plan = LivePlan(text=text, steps=5000)
    prepared = prepare(plan)
    running = train_steps(new_model(prepared.config, seed=plan.seed), prepared)
    return training_rates(
        prepared.config, lambda: next(running), rows=prepared.batch, turns=turns, steps=steps
    )


def main() -> None:
    """Print both rates and their ratio."""
    made = nano_training_rates()
    for ours, theirs in zip(made.ours, made.torch, strict=True):
        print(f"{ours:8.0f} {theirs:8.0f} tokens/s  {ours / theirs:.2f} ×")
    print(f"median ratio {made.ratio:.2f} × on {made.threads} threads")


if __name__ == "__main__":
    main()
