"""A conversation is one long text: who speaks is written in tokens that nobody can type.

Each template below lays the same messages out as one model family was trained to read them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from lesson_kit.text.tokenizer import Tokenizer

__all__ = ["Message", "Part", "Role", "can_chat", "parts", "render", "render_with_mask"]

Role = Literal["system", "user", "assistant"]
ROLES: tuple[Role, ...] = ("system", "user", "assistant")


@dataclass(frozen=True)
class Message:
    """What one side says. Raises ValueError for a role that does not exist."""

    role: Role
    content: str

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(f"role={self.role!r} is not one of {', '.join(ROLES)}")


@dataclass(frozen=True)
class Part:
    """A stretch of the long text: a message's words, or the frame around them."""

    ids: tuple[int, ...]
    role: Role | None  # whose message it belongs to; None for the frame of the whole conversation
    frame: bool  # tokens of the template, not words anybody said
    learned: bool  # does training ask the model to say this? (the assistant's words and their end)


@dataclass(frozen=True)
class _Template:
    """The frame of one model family: names of special tokens, and plain text between them."""

    begin: tuple[str, ...]
    before: tuple[str, ...]  # in front of a message; "{role}" stands for who speaks
    end: str  # the special token that closes a message: the model says it to finish
    after: tuple[str, ...] = ()

    def fits(self, tokenizer: Tokenizer) -> bool:
        """Does the tokenizer have every special token of this frame?"""
        said = [name.format(role=role) for role in ROLES for name in self.before]
        names = [name for name in (*self.begin, *said, self.end) if name.startswith("<|")]
        return tokenizer.special.keys() >= set(names)


_TEMPLATES = (
    # ours: one token per role
    _Template(begin=("<|start|>",), before=("<|{role}|>",), end="<|end|>"),
    # ChatML: SmolLM2, Qwen
    _Template(begin=(), before=("<|im_start|>", "{role}\n"), end="<|im_end|>", after=("\n",)),
    # Llama 3
    _Template(
        begin=("<|begin_of_text|>",),
        before=("<|start_header_id|>", "{role}", "<|end_header_id|>", "\n\n"),
        end="<|eot_id|>",
    ),
)


def parts(
    tokenizer: Tokenizer, messages: Sequence[Message], *, reply: bool = True
) -> Iterator[Part]:
    """The conversation piece by piece; with `reply` it ends where the assistant shall speak.

    Raises ValueError if the model's tokenizer has no tokens for a conversation.
    """
    template = _template(tokenizer)

    def frame(names: Sequence[str], role: Role | None) -> Part:
        ids = [id for name in names for id in _spell(tokenizer, name.format(role=role))]
        return Part(tuple(ids), role, frame=True, learned=False)

    yield frame(template.begin, None)
    for message in messages:
        learned = message.role == "assistant"
        yield frame(template.before, message.role)
        words = tuple(tokenizer.encode(message.content))
        yield Part(words, message.role, frame=False, learned=learned)
        yield Part((tokenizer.special[template.end],), message.role, frame=True, learned=learned)
        yield frame(template.after, message.role)
    if reply:
        yield frame(template.before, "assistant")


def render(tokenizer: Tokenizer, messages: Sequence[Message], *, reply: bool = True) -> list[int]:
    """The ids the model reads. What people typed stays text, whatever it looks like.

    Raises ValueError as `parts` does.
    """
    return [id for part in parts(tokenizer, messages, reply=reply) for id in part.ids]


def render_with_mask(
    tokenizer: Tokenizer, messages: Sequence[Message]
) -> tuple[list[int], list[bool]]:
    """A whole conversation to learn from: ids, and for each whether the model should say it.

    Only the assistant's words and the token that ends them are learned, never the questions.
    """
    laid_out = list(parts(tokenizer, messages, reply=False))
    ids = [id for part in laid_out for id in part.ids]
    return ids, [part.learned for part in laid_out for _ in part.ids]


def can_chat(tokenizer: Tokenizer) -> bool:
    """Does this tokenizer have the special tokens of a template that we know?"""
    return any(template.fits(tokenizer) for template in _TEMPLATES)


def _template(tokenizer: Tokenizer) -> _Template:
    for template in _TEMPLATES:
        if template.fits(tokenizer):
            return template
    raise ValueError("this model has no tokens that mark who speaks, so it cannot hold a chat")


def _spell(tokenizer: Tokenizer, name: str) -> list[int]:
    return [tokenizer.special[name]] if name in tokenizer.special else tokenizer.encode(name)
