"""The program: without arguments the desktop app, with arguments the command line."""

from __future__ import annotations

import sys


def main() -> int:
    """Start the app or the command line; the exit code."""
    if len(sys.argv) > 1:
        from wardesk.cli.main import main as command_line

        return command_line()
    # Qt slows every import that follows it, so the two large ones come first.
    import numpy  # noqa: F401
    import shapely  # noqa: F401

    from wardesk.ui.app import run

    return run(sys.argv)


if __name__ == "__main__":
    sys.exit(main())
