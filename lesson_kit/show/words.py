"""Every short label, term and chapter title of the course, once, in both languages.

Longer text stands where it is shown, both languages side by side; what is used twice, or must
be called the same everywhere, stands here: labels, glossary, chapters.
"""

from lesson_kit.show.chapters import (
    CHAPTERS,
    ROAD,
    Chapter,
    Stop,
    chapter,
    next_chapter,
    stop_of,
)
from lesson_kit.show.glossary import GLOSSARY, Term
from lesson_kit.show.labels import COURSE, WORDS, Lang, Word, word

__all__ = [
    "CHAPTERS",
    "COURSE",
    "GLOSSARY",
    "ROAD",
    "WORDS",
    "Chapter",
    "Lang",
    "Stop",
    "Term",
    "Word",
    "chapter",
    "next_chapter",
    "stop_of",
    "word",
]
