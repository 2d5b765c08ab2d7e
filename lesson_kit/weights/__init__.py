"""files ⇄ model: load by name or folder, verified before use; fetch a model one does not have."""

from lesson_kit.weights.cards import Card, read_card, verify, write_card
from lesson_kit.weights.errors import ModelError
from lesson_kit.weights.registry import NAMES, LoadedModel, available, load

__all__ = [
    "NAMES",
    "Card",
    "LoadedModel",
    "ModelError",
    "available",
    "load",
    "read_card",
    "verify",
    "write_card",
]
