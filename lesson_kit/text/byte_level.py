"""The alphabet of byte-level BPE: one printable character for each of the 256 byte values.

A vocabulary file is text, yet its tokens are bytes, and many bytes (a space, half a Han
character) cannot be printed. GPT-2 (Radford et al. 2019) therefore writes printable bytes as
themselves and moves the others to the characters from U+0100 on: a space becomes "Ġ".
"""

from __future__ import annotations

__all__ = ["BYTE_OF", "CHAR_OF", "from_bytes", "to_bytes"]

_PRINTABLE = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
_MOVED = [byte for byte in range(256) if byte not in _PRINTABLE]

CHAR_OF: dict[int, str] = {byte: chr(byte) for byte in _PRINTABLE} | {
    byte: chr(0x100 + n) for n, byte in enumerate(_MOVED)
}
BYTE_OF: dict[str, int] = {char: byte for byte, char in CHAR_OF.items()}


def from_bytes(data: bytes) -> str:
    """Write bytes in the printable alphabet: b" the" -> "Ġthe"."""
    return "".join(CHAR_OF[byte] for byte in data)


def to_bytes(token: str) -> bytes:
    """Read the printable alphabet: "Ġthe" -> b" the".

    A character outside the alphabet stands for itself (added tokens are written plainly).
    """
    return b"".join(bytes((BYTE_OF[char],)) if char in BYTE_OF else char.encode() for char in token)
