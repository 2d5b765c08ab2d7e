"""Stop today, go on tomorrow: model and optimizer state in one safetensors file (never pickled)."""

from __future__ import annotations

import os
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import nn

from lesson_kit.train.optimizers import Together


def save(path: Path, model: nn.Module, optimizer: Together, *, step: int, tokens: int) -> None:
    """Write everything needed to go on after `step`; the old file stays whole until then.

    Raises OSError naming the file when it cannot be written (a full disk, say).
    """
    tensors: dict[str, torch.Tensor] = {}
    for name, parameter in model.named_parameters():
        tensors[f"model/{name}"] = parameter.detach().contiguous()
        for key, value in optimizer.state(parameter).items():
            tensors[f"optimizer/{name}/{key}"] = torch.as_tensor(value).contiguous()
    unfinished = path.with_suffix(".unfinished")
    try:
        save_file(tensors, unfinished, metadata={"step": str(step), "tokens": str(tokens)})
        os.replace(unfinished, path)
    except (OSError, SafetensorError) as error:
        raise OSError(f"{path} could not be written at step {step}: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)


def restore(path: Path, model: nn.Module, optimizer: Together) -> tuple[int, int]:
    """Load a checkpoint into `model` and `optimizer`; returns (step, tokens) it was saved at.

    Raises ValueError when the file is damaged, or was made for a model of another shape; then
    nothing was changed.
    """
    try:
        with safe_open(path, framework="pt") as file:
            kept = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            told = file.metadata()
    except SafetensorError as error:
        raise ValueError(f"{path} is damaged ({error}); start the run again") from error
    ours = dict(model.named_parameters())
    theirs = {n.removeprefix("model/"): t.shape for n, t in kept.items() if n.startswith("model/")}
    if {name: parameter.shape for name, parameter in ours.items()} != theirs:
        raise ValueError(f"{path} was made for another model: its tensors are not this one's")
    with torch.no_grad():
        for name, parameter in ours.items():
            parameter.copy_(kept[f"model/{name}"])
            start = f"optimizer/{name}/"
            for key, value in kept.items():
                if key.startswith(start):
                    state = value.to(parameter.device)
                    optimizer.state(parameter)[key.removeprefix(start)] = state
    return int(told["step"]), int(told["tokens"])
