"""text ⇄ ids: tokens, how they are learned, and how a conversation becomes one long text."""

from lesson_kit.text.pieces import Piece
from lesson_kit.text.stream import StreamDecoder
from lesson_kit.text.tokenizer import Tokenizer

__all__ = ["Piece", "StreamDecoder", "Tokenizer"]
