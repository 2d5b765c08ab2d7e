"""logits → next token: sampling, and the loop that repeats it."""

from lesson_kit.generate.loop import Past, Step, generate
from lesson_kit.generate.sampling import Sampler

__all__ = ["Past", "Sampler", "Step", "generate"]
