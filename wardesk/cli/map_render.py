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
    """Paint the map as it is printed, without the layers that are hidden in the editor."""
    from wardesk.documents.maps.store import read_map
    from wardesk.drawing.compile import compile_board
    from wardesk.drawing.shown import hidden_layers, without_layers

    document = read_map(path)
    board = compile_board(without_layers(document, hidden_layers(document)))
    write_picture(board, None, png)
    if as_json:
        print_json({"png": str(png), "title": board.title, "cells": len(board.cells)})
    else:
        print(f"{board.title}: the picture is in {png}.")
