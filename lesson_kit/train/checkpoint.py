"""Stop today, go on tomorrow: model and optimizer state in one safetensors file (never pickled)."""

from __future__ import annotations

import os
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn

from lesson_kit.train.optimizers import Together


def save(path: Path, model: nn.Module, optimizer: Together, *, step: int, tokens: int) -> None:
    """Write everything needed to go on after `step`; the old file stays whole until then."""
    tensors: dict[str, torch.Tensor] = {}
    for name, parameter in model.named_parameters():
        tensors[f"model/{name}"] = parameter.detach().contiguous()
        for key, value in optimizer.state(parameter).items():
            tensors[f"optimizer/{name}/{key}"] = torch.as_tensor(value).contiguous()
    unfinished = path.with_suffix(".unfinished")
    save_file(tensors, unfinished, metadata={"step": str(step), "tokens": str(tokens)})
    os.replace(unfinished, path)


def restore(path: Path, model: nn.Module, optimizer: Together) -> tuple[int, int]:
    """Load a checkpoint into `model` and `optimizer`; returns (step, tokens) it was saved at.

    Raises KeyError when the file was made for a model of another shape.
    """
    with safe_open(path, framework="pt") as file, torch.no_grad():
        names = set(file.keys())
        for name, parameter in model.named_parameters():
            if f"model/{name}" not in names:
                raise KeyError(f"{path} holds no {name}: it was made for another model")
            parameter.copy_(file.get_tensor(f"model/{name}"))
            start = f"optimizer/{name}/"
            for key in names:
                if key.startswith(start):
                    value = file.get_tensor(key).to(parameter.device)
                    optimizer.state(parameter)[key.removeprefix(start)] = value
        told = file.metadata()
    return int(told["step"]), int(told["tokens"])
