"""``python -m lesson_kit`` is the same as ``lesson-kit``."""

import sys

from lesson_kit.app.command_line import main

if __name__ == "__main__":
    sys.exit(main())
