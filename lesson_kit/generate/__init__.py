"""logits → next token: sampling, and the loop that repeats it."""

from lesson_kit.generate.loop import Step, generate
from lesson_kit.generate.sampling import Sampler

__all__ = ["Sampler", "Step", "generate"]
