"""``wardesk map stitch``: one map of two boards.

Exit 0: fine; 1: the boards do not go together; 2: bad use, or a file cannot be used.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from wardesk.cli.output import WRONG, AsJson, complain, print_json
from wardesk.errors import UserError
from wardesk.words import say

# Everything that needs shapely is imported inside the command, so that `--help` stays quick.


def stitch(
    path: Annotated[
        Path, typer.Argument(help="The map that goes on; its numbers stay.", metavar="MAP")
    ],
    other: Annotated[Path, typer.Argument(help="The board to put beside it.", metavar="OTHER")],
    out: Annotated[Path, typer.Argument(help="The .wdmap file or folder to write.", metavar="OUT")],
    side: Annotated[
        Literal["left", "right", "top", "bottom"],
        typer.Option("--side", help="Where the second board lies."),
    ] = "right",
    overlap: Annotated[
        float,
        typer.Option(help="Columns or rows that are the same on both; map units on area maps."),
    ] = 0.0,
    shift: Annotated[
        float, typer.Option(help="How far the second board lies along the seam; area maps only.")
    ] = 0.0,
    prefix: Annotated[
        str | None,
        typer.Option(help="Before the ids of the second board; found by itself if left out."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Put a second board beside a map and write both as one map."""
    from wardesk.documents.maps.store import read_map, write_map
    from wardesk.services.maps.board_stitch import Seam, free_prefix, tried

    if out.exists():
        raise UserError(say("There is something at {out} already.", out=out), "Choose a new name.")
    document, board = read_map(path, check=False), read_map(other, check=False)
    called = free_prefix(document, board) if prefix is None else prefix
    try:
        found = tried(document, board, Seam(side, overlap, shift, called))
    except UserError as error:
        complain(error, as_json)
        raise typer.Exit(WRONG) from None
    write_map(found.document, out)
    if as_json:
        print_json(
            {
                "written": str(out),
                "cells": len(found.document.cells),
                "added": len(found.added),
                "prefix": called,
                "notes": list(found.notes),
            }
        )
        return
    for note in found.notes:
        print(note)
    more = f", called {called}…" if called else ""
    print(f"{out}: {len(found.document.cells)} cells, {len(found.added)} of them new{more}.")
