"""The pictures that move: each an anywidget, its JavaScript and CSS beside it."""
