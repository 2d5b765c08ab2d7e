"""A folder in Hugging Face layout (config.json, tokenizer.json, *.safetensors) → our model's parts.

Only safetensors are read: a pickled checkpoint can run any code on the machine that opens it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from lesson_kit.model.config import TransformerConfig
from lesson_kit.weights.errors import DamagedModelError, ModelNotFoundError, UnsupportedModelError
from lesson_kit.weights.families import config_from, their_tensors, unused

__all__ = ["read_config", "read_json", "read_tensors", "stop_ids", "translate"]

_INDEX = "model.safetensors.index.json"
_PICKLED = ("*.bin", "*.pt", "*.pth", "*.pkl", "*.ckpt")


def read_config(folder: Path) -> tuple[str, TransformerConfig]:
    """The family's name and the shape, from config.json.

    Raises ModelNotFoundError, DamagedModelError or UnsupportedModelError.
    """
    path = folder / "config.json"
    said = read_json(path)
    try:
        return str(said.get("model_type")), config_from(said)
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        raise DamagedModelError(
            zh=f"{path} 里的数字缺失或互相矛盾（{error}）；请重新下载这个模型。",
            en=f"{path} lacks a number or contradicts itself ({error}); download the model again.",
        ) from error


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object. Raises ModelNotFoundError or DamagedModelError, naming the file."""
    try:
        with path.open(encoding="utf-8") as file:
            said = json.load(file)
    except OSError as error:
        raise _missing(path) from error
    except ValueError as error:
        raise _damaged(path, error) from error
    if not isinstance(said, dict):
        raise _damaged(path, "not an object")
    return said


def stop_ids(folder: Path) -> tuple[int, ...]:
    """The ids after which this model has finished, from its two configuration files."""
    found: list[int] = []
    for name in ("generation_config.json", "config.json"):
        if (folder / name).exists():
            ids = read_json(folder / name).get("eos_token_id")
            found += [ids] if isinstance(ids, int) else ids or []
    return tuple(dict.fromkeys(found))


def read_tensors(folder: Path) -> dict[str, Tensor]:
    """Every tensor of the folder, on the CPU, memory-mapped, as stored.

    Raises ModelNotFoundError, DamagedModelError or UnsupportedModelError, naming the file.
    """
    tensors: dict[str, Tensor] = {}
    for path in _weight_files(folder):
        try:
            tensors |= load_file(path)
        except FileNotFoundError as error:
            raise _missing(path) from error
        except (SafetensorError, OSError, ValueError) as error:
            raise _damaged(path, error) from error
    return tensors


def translate(
    family: str, wanted: Mapping[str, Tensor], theirs: Mapping[str, Tensor], folder: Path
) -> dict[str, Tensor]:
    """Their tensors under our names; family OURS if they have those already.

    wanted: the state of a model of the right shape; only names and shapes are read.
    Raises DamagedModelError if one is missing, of another shape, or left over, and
    UnsupportedModelError if it is quantised.
    """
    ours: dict[str, Tensor] = {}
    used: set[str] = set()
    for name, their_name, tensor in their_tensors(family, wanted, theirs):
        if tensor is None:
            raise _damaged(folder, f"no tensor {their_name}")
        if tensor.shape != wanted[name].shape:
            given, said = tuple(tensor.shape), tuple(wanted[name].shape)
            raise _damaged(folder, f"{their_name} is {given}, its configuration says {said}")
        if not tensor.is_floating_point() or tensor.itemsize == 1:
            raise UnsupportedModelError(
                zh=f"{folder} 里的 {their_name} 是量化过的（{tensor.dtype}），这里算不了；"
                "请改用 float32、float16 或 bfloat16 的版本。",
                en=f"{their_name} in {folder} is quantised ({tensor.dtype}), which the kit cannot "
                "compute; use a float32, float16 or bfloat16 version.",
            )
        ours[name] = tensor
        used.add(their_name)
    for name in theirs:
        if name not in used and not unused(name):
            raise _damaged(folder, f"its configuration leaves no place for {name}")
    return ours


def _weight_files(folder: Path) -> list[Path]:
    index = folder / _INDEX
    if index.exists():
        shards = read_json(index).get("weight_map")
        if not isinstance(shards, dict) or not all(
            isinstance(name, str) and Path(name).name == name for name in shards.values()
        ):
            raise _damaged(index, "no list of file names")
        return [folder / name for name in sorted(set(shards.values()))]
    single = folder / "model.safetensors"
    files = [single] if single.exists() else sorted(folder.glob("*.safetensors"))
    if files:
        return files
    pickled = next((path for kind in _PICKLED for path in folder.glob(kind)), None)
    if pickled is None:
        raise _missing(single)
    raise UnsupportedModelError(
        zh=f"{pickled} 是 pickle 格式，打开它可能会运行其中藏着的代码，所以不载入；"
        "请改用这个模型的 safetensors 版本。",
        en=f"{pickled} is a pickle, and opening one can run code hidden in it, so it is not "
        "loaded; get this model's safetensors files instead.",
    )


def _missing(path: Path) -> ModelNotFoundError:
    return ModelNotFoundError(
        zh=f"缺少文件 {path}；请把这个模型的文件下载完整。",
        en=f"{path} is missing; download the model completely.",
    )


def _damaged(path: Path, why: object) -> DamagedModelError:
    return DamagedModelError(
        zh=f"{path} 不完整或不对（{why}）；请重新下载这个模型。",
        en=f"{path} is incomplete or not what it should be ({why}); download the model again.",
    )
