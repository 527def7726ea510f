"""``wardesk`` as tests call it in their own process: words in, exit code and what it said out."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from types import SimpleNamespace

from wardesk.cli.main import main


def run_map(*words: object) -> SimpleNamespace:
    """``wardesk map`` with these words."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["map", *map(str, words)])
    return SimpleNamespace(exit_code=code, stdout=out.getvalue(), stderr=err.getvalue())
