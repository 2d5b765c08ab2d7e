"""What can go wrong with model files, each as one sentence in both languages of the course."""

from __future__ import annotations

__all__ = [
    "DamagedModelError",
    "DeviceMissingError",
    "FetchError",
    "ModelError",
    "ModelNotFoundError",
    "ModelTooBigError",
    "UnsupportedModelError",
]


class ModelError(Exception):
    """A model cannot be used. `zh` and `en` say why and what to do; `str()` is the English one."""

    def __init__(self, *, zh: str, en: str) -> None:
        super().__init__(en)
        self.zh = zh
        self.en = en


class ModelNotFoundError(ModelError):
    """There is no such model, or a file of it is missing."""


class DamagedModelError(ModelError):
    """A file is there but is not what it should be: cut short, changed, or not of its kind."""


class UnsupportedModelError(ModelError):
    """The files are fine, but this kind of model or file is not one the kit can run."""


class ModelTooBigError(ModelError):
    """The model would not fit into the memory that is free."""


class DeviceMissingError(ModelError):
    """The device asked for is not there."""


class FetchError(ModelError):
    """A model could not be fetched; nothing half-done was left under its name."""
