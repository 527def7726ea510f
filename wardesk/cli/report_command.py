"""``wardesk report``: a stored game told afterwards, with plots and pictures, as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wardesk.cli.output import AsJson


def report(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A stored .wdgame.")],
    html: Annotated[Path, typer.Option(help="Write the report here.", metavar="FILE")],
    as_json: AsJson = False,
) -> None:
    """Write the after-action report of a stored game. Nothing is written to the game."""
    raise NotImplementedError
