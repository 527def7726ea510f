"""The program: the desktop app, or with arguments other than files the command line."""

from __future__ import annotations

import multiprocessing
import sys
from pathlib import Path

_GAMES = (".wdgame",)


def main() -> int:
    """Start the app or the command line; the exit code.

    Files of WarDesk's own, as a double click on one gives them, open in the window.
    """
    # In a frozen build a worker process starts the program itself: this makes it a worker.
    multiprocessing.freeze_support()
    files = sys.argv[1:]
    if files and not all(Path(f).suffix in _GAMES and Path(f).exists() for f in files):
        from wardesk.cli.main import main as command_line

        return command_line()
    # Qt slows every import that follows it, so the two large ones come first.
    import numpy  # noqa: F401
    import shapely  # noqa: F401

    from wardesk.ui.app import run

    return run(sys.argv)


if __name__ == "__main__":
    sys.exit(main())
