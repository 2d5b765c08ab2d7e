"""One word in several sentences: its vector after each layer."""

from __future__ import annotations

from lesson_kit.show.widgets.asking import CSS, JS, AskingWidget


class WordPaths(AskingWidget):
    """A word's vector in two senses, layer by layer: a map of its path, and the cosine by layer.

    ``examples``, ``own``: {"label", "word", "senses" (two names or []), "paths" ({"frame" 0, 1 or
    2, "word", "text", "at" (L+1 places)}; frames 0 and 1 share a sense, 2 has the other), "lines"
    ({"other", optionally "same"}: L+1 cosines), "explained" (the map's two shares of variance)}.
    The learner's own is a pair of sentences (``typed`` is a list of two).
    """

    js = (*JS, "word_paths.js")
    css = (*CSS, "word_paths.css")
