"""``wardesk map render``: a map as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wardesk.cli.output import AsJson, print_json, write_picture


def render(
    path: Annotated[Path, typer.Argument(help="A .wdmap file or a map folder.", metavar="PATH")],
    png: Annotated[Path, typer.Option(help="Where the picture goes.", metavar="FILE")],
    as_json: AsJson = False,
) -> None:
    """Paint the map as it is printed."""
    from wardesk.documents.maps import load_board

    board = load_board(path)
    write_picture(board, None, png)
    if as_json:
        print_json({"png": str(png), "title": board.title, "cells": len(board.cells)})
    else:
        print(f"{board.title}: the picture is in {png}.")
