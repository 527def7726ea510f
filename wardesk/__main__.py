"""The program: the desktop app, or with arguments other than files the command line."""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wardesk import gc_tuning

if TYPE_CHECKING:
    from wardesk.errors import UserError

OWN_FILES = (".wdgame", ".wdmap", ".wdcamp", ".wdpack")
"""Endings of what the desktop opens with us: `wardesk desktop` tells it the same ones."""


def main() -> int:
    """Start the app or the command line; the exit code.

    Files of WarDesk's own, as a double click on one gives them, open in the window.
    """
    # In a frozen build a worker process starts the program itself: this makes it a worker.
    multiprocessing.freeze_support()
    gc_tuning.settle()
    files = sys.argv[1:]
    if not all(Path(file).suffix.lower() in OWN_FILES for file in files):
        from wardesk.cli.main import main as command_line

        return command_line()
    return _window(files)


def _window(files: list[str]) -> int:
    """Open the window on *files*; without a screen, or a file, say so."""
    from wardesk.errors import UserError
    from wardesk.words import say

    try:
        for file in files:
            if not Path(file).exists():
                raise UserError(
                    say("There is no file {file!s}.", file=file), "Check its name and its folder."
                )
        from wardesk.ui.display import require_display

        require_display(os.environ)
    except UserError as error:
        return _tell(error)
    # Qt slows every import that follows it, so the two large ones come first.
    import numpy  # noqa: F401
    import shapely  # noqa: F401

    from wardesk.ui.app import run

    return run(sys.argv, _tell)


def _tell(error: UserError) -> int:
    from wardesk.cli.main import tell

    return tell(error)


if __name__ == "__main__":
    sys.exit(main())
