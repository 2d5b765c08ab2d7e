"""``lesson-kit train`` and ``lesson-kit evaluate``: making a model, and seeing how good it is."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lesson_kit.app import translator_commands
from lesson_kit.app.command_parts import add_command, positive

if TYPE_CHECKING:
    from lesson_kit.measure.probes import Probe
    from lesson_kit.train.log import Progress

__all__ = ["add_evaluate", "add_train"]

GENTLE = 3e-4  # the rate for going on from a trained model: a quarter of the one it was made with


def add_train(commands: argparse._SubParsersAction) -> None:
    sub = add_command(
        commands,
        "train",
        "train a classroom model again, from text to weights · 重新训练课堂模型",
        "lesson-kit train classroom-base --out runs/base --steps 2000",
    )
    sub.add_argument("name", choices=("classroom-base", "classroom-chat", "translator"))
    sub.add_argument("--out", type=Path, help="folder of the run (default: runs/NAME)")
    sub.add_argument("--steps", type=positive, help="default: the recipe's own")
    sub.add_argument(
        "--start", metavar="NAME|FOLDER",
        help="go on from this model (classroom-chat always does; default: classroom-base)",
    )  # fmt: skip
    sub.add_argument(
        "--own", type=Path, metavar="FILE",
        help="your own sentences or conversations, learned as well (README: Retrain)",
    )  # fmt: skip
    sub.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    sub.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    sub.add_argument("--describe", action="store_true", help="only tell what it would read")
    sub.set_defaults(run=_run_train)


def _run_train(options: argparse.Namespace) -> None:
    from lesson_kit.app.progress import Bar
    from lesson_kit.measure.timing import machine
    from lesson_kit.train.ship import ship

    if options.describe:
        told = {"classroom-chat": _described_talks, "translator": translator_commands.described}
        print(told.get(options.name, _described)())
        return
    out = options.out or Path("runs") / options.name
    with Bar(options.name) as bar:
        for at in _training(options, out):
            note = f"step {at.step}/{at.steps}  loss {at.loss:.3f}"
            bar.show(at.step, at.steps, note=note, seconds_left=at.seconds_left)
    ship(out, out / "shipped", machine=str(machine(options.device)))
    print(f"The run and its log are in {out}, the model ready to load in {out / 'shipped'}")


def _training(options: argparse.Namespace, out: Path) -> Iterator[Progress]:
    """The run asked for, with the recipe's own choices but for those given."""
    from lesson_kit.corpus import own
    from lesson_kit.train import chat, recipes

    changes: dict[str, Any] = {"steps": options.steps} if options.steps else {}
    if options.start:
        changes["start"] = options.start
    if options.own:
        own.read(options.own)  # a file that cannot be read is told now, not after the loading
        changes["own"] = str(options.own)
    how = {"resume": options.resume, "device": options.device}
    if options.name == "classroom-chat":
        return chat.train(chat.ChatRecipe(**changes), out, **how)
    if options.name == "translator":
        if options.start or options.own:
            raise ValueError("--start and --own are for the classroom models")
        return translator_commands.training(options, out)
    if options.start:
        changes["lr"] = GENTLE
    return recipes.train(recipes.Recipe(**changes), out, **how)


def _described_talks() -> str:
    """What the dialogues hold: shares by size, a sample of every family."""
    from lesson_kit.corpus import dialogues

    told = dialogues.describe()
    lines = [f"{'families':<18} {len(dialogues.FAMILIES):>8,}", ""]
    lines += [f"{name:<18} {share:>8.1%}" for name, share in told["languages"].items()] + [""]
    for name, share in told["families"].items():
        sample = told["samples"][name].replace("\n", " / ")
        lines.append(f"{name:<18} {share:>6.2%}  {sample[:160]}")
    return "\n".join(lines)


def _described() -> str:
    """What the corpus holds: sizes, shares of the text, one line of every family."""
    from lesson_kit.corpus import mixture, tatoeba

    pairs, held_out = tatoeba.split_pairs(tatoeba.fetch_pairs())
    told = mixture.describe(pairs)
    lines = [f"{name:<18} {count:>8,}" for name, count in told["sources"].items()]
    lines += [f"{'tatoeba held out':<18} {len(held_out):>8,}", ""]
    lines += [f"{name:<18} {share:>8.1%}" for name, share in told["languages"].items()] + [""]
    for name, share in told["families"].items():
        sample = told["samples"][name].replace("\n", " / ")
        lines.append(f"{name:<18} {share:>6.2%}  {sample[:90]}")
    return "\n".join(lines)


def add_evaluate(commands: argparse._SubParsersAction) -> None:
    """The command ``evaluate``."""
    sub = add_command(
        commands,
        "evaluate",
        "ask a model questions it never saw and count · 用没见过的题考一考模型",
        "lesson-kit evaluate classroom-base --seed 7",
    )
    sub.add_argument("model", nargs="?", default="classroom-base", metavar="NAME|FOLDER")
    sub.add_argument("--n", type=positive, default=60, help="texts a family (default: 60)")
    sub.add_argument("--seed", type=int, default=0, help="another seed, other combinations")
    sub.add_argument("--json", action="store_true", help="for a script: one JSON object")
    sub.add_argument("--card", action="store_true", help="write the table into the model's card")
    sub.set_defaults(run=_run_evaluate)


def _run_evaluate(options: argparse.Namespace) -> None:
    from lesson_kit.train.evaluation import probes
    from lesson_kit.train.evaluation_heads import head_scores
    from lesson_kit.weights import load
    from lesson_kit.weights.cards import write_card
    from lesson_kit.weights.registry import LoadedTranslator, folder_of

    loaded = load(options.model, device="cpu")
    if isinstance(loaded, LoadedTranslator):
        return translator_commands.evaluate(loaded, options)
    table: dict[str, dict[str, object]] = {}
    for probe in probes(loaded, n=options.n, seed=options.seed):
        table[probe.name] = _row(probe)
        if not options.json:
            print(_line(probe), flush=True)
    heads = head_scores(loaded, n=options.n, seed=options.seed)
    if options.json:
        print(json.dumps({"probes": table, "heads": heads}, ensure_ascii=False, indent=1))
    else:
        for name, told in heads.items():
            best = told["best"]
            where = f"layer {best['layer'] + 1}, head {best['head'] + 1}, {told['rows']} rows"
            print(f"best {name + ' head':<49}  {best['score']:>6.1%}  ({where})")
    if options.card:
        said = {"seed": options.seed, "n": options.n}
        card = loaded.card
        measured = {**card.measured, "probes": {**said, "table": table}, "heads": {**said, **heads}}
        write_card(dataclasses.replace(card, measured=measured), folder_of(options.model))


def _row(probe: Probe) -> dict[str, object]:
    """One line of the table as the card keeps it."""
    low, high = probe.score.interval()
    row: dict[str, object] = {
        "right": probe.score.right,
        "asked": probe.score.asked,
        "share": round(probe.score.share, 4),
        "interval_95": [round(low, 4), round(high, 4)],
        "wrong": list(probe.wrong),
    }
    if probe.baseline is not None:
        row["baseline"] = {"by": probe.by, "share": round(probe.baseline.share, 4)}
    if probe.lower:
        row["lower_is_better"] = True
    return row


def _line(probe: Probe) -> str:
    low, high = probe.score.interval()
    counts = f"{probe.score.right}/{probe.score.asked}"
    baseline = f"   {probe.by}: {probe.baseline.share:.1%}" if probe.baseline else ""
    return (f"{probe.name:<42}{counts:>12}  {probe.score.share:>6.1%}  "
            f"({low:.1%} to {high:.1%}){baseline}")  # fmt: skip
