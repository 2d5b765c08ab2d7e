"""Where a model runs, and how much room there is."""

from __future__ import annotations

import os
from pathlib import Path

import torch

from lesson_kit.weights.errors import DeviceMissingError

__all__ = ["choose_device", "free_memory"]


def choose_device(wish: str | torch.device = "auto") -> torch.device:
    """The device to use: "auto" takes CUDA, then Apple's MPS, then the CPU; or one by name.

    Raises DeviceMissingError if a device asked for by name is not there or does not work.
    """
    if str(wish) == "auto":
        working = (name for name in ("cuda", "mps") if _works(torch.device(name)))
        return torch.device(next(working, "cpu"))
    try:
        device = torch.device(wish)
    except RuntimeError as error:
        raise DeviceMissingError(
            zh=f"“{wish}”不是设备名；可以写 auto、cpu、cuda 或 mps。",
            en=f"{wish!r} is no device name; use auto, cpu, cuda or mps.",
        ) from error
    if not _works(device):
        raise DeviceMissingError(
            zh=f"这台机器上没有可用的 {device}；请改用 device='auto' 或 'cpu'。",
            en=f"There is no working {device} on this machine; use device='auto' or 'cpu'.",
        )
    return device


def free_memory(device: torch.device) -> int | None:
    """Bytes that a new model may take on this device; None where the system does not say."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    meminfo = Path("/proc/meminfo")
    if meminfo.exists():  # Linux says what it could free without swapping
        with meminfo.open(encoding="ascii") as file:
            sizes = dict(line.split(":", 1) for line in file)
        if "MemAvailable" in sizes:
            return int(sizes["MemAvailable"].split()[0]) * 1024
    try:  # elsewhere all memory there is: an upper bound still stops what can never fit
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def _works(device: torch.device) -> bool:
    """Can it really compute? A driver too old or a GPU too new is found out only by trying."""
    there = {"cuda": torch.cuda.is_available, "mps": torch.backends.mps.is_available}
    if not there.get(device.type, lambda: device.type == "cpu")():
        return False
    try:
        return (torch.ones(1, device=device) + 1).item() == 2
    except (RuntimeError, AssertionError):
        return False
