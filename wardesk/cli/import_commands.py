"""``wardesk map import`` and ``wardesk map path``: other people's maps, and ways over any map."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wardesk.cli.output import AsJson, MapPath, note, print_json, progress, show
from wardesk.errors import UserError
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.documents.imports.areas import Imported

_SHOWN = 20


def register(app: typer.Typer) -> None:
    """Add the commands to ``wardesk map``."""
    app.command("import")(import_map)
    app.command()(path)


def import_map(
    source: Annotated[
        Path,
        typer.Argument(
            help="A TripleA map folder, a drawing of areas (.svg), a GeoJSON or "
            "GeoPackage file or a Tiled map "
            "(.tmx).",
            metavar="SRC",
        ),
    ],
    dest: Annotated[Path, typer.Argument(help="The .wdmap file or folder to write.")],
    tolerance: Annotated[
        float | None,
        typer.Option(
            min=0, max=100, help="How far apart drawn borders may lie; found by itself if left out."
        ),
    ] = None,
    neighbours: Annotated[
        Literal["found", "declared"],
        typer.Option(help="Who borders on whom: found from the borders, or as the map declares."),
    ] = "found",
    game: Annotated[
        str,
        typer.Option(
            "--game", "--layer", help="Which game of a TripleA map, or layer of a drawing, counts."
        ),
    ] = "",
    seconds: Annotated[
        float, typer.Option(min=1, help="Give up after so long; Ctrl+C ends it at any time.")
    ] = 600,
    as_json: AsJson = False,
) -> None:
    """Make a map of outlines that somebody else traced, and list the doubtful neighbours.

    GeoJSON and Tiled maps that WarDesk wrote come back as the very map, hexes and all.
    """
    from msgspec.structs import replace

    from wardesk.drawing.issues.whole_map import errors
    from wardesk.render.imported_look import dress
    from wardesk.services.maps.foreign_maps import read_foreign, write_foreign

    if dest.exists():
        raise UserError(
            say("There is something at {dest} already.", dest=dest), "Choose a new name."
        )
    with progress("areas", None) as advance:
        shown = 0

        def show(done: int, of: int) -> bool:
            nonlocal shown
            advance(done - shown, of)
            shown = done
            return True

        found = read_foreign(
            source, game, tolerance=tolerance, declared=neighbours == "declared", progress=show,
            seconds=seconds,
        )  # fmt: skip
    if not found.own:
        found = replace(found, notes=(*found.notes, *dress(found)))
    write_foreign(found, dest)
    wrong = errors(found.document)
    if as_json:
        print_json({**_figures(found), "errors": len(wrong), "written": str(dest)})
    else:
        _print_import(found, dest)
    if wrong:
        note(say("The map has {number} errors: {text}", number=len(wrong), text=wrong[0].text))
        raise typer.Exit(1)


def path(
    place: MapPath,
    start: Annotated[str, typer.Argument(help="The cell to start in.", metavar="A")],
    goal: Annotated[str, typer.Argument(help="The cell to go to.", metavar="B")],
    move_class: Annotated[
        str, typer.Option("--class", help="Movement class; the palette has its costs.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Show the cheapest way between two cells and what it costs. Exit 1 if there is none."""
    from wardesk.documents.maps.store import load_board
    from wardesk.model.movement import Movement, move_classes

    board = load_board(place)
    for cell in (start, goal):
        if cell not in board.cells:
            raise UserError(
                say("There is no cell {cell}.", cell=cell),
                say("There are {number} cells.", number=len(board.cells)),
            )
    known = move_classes(board.palette)
    if move_class and move_class not in known:
        names = ", ".join(known) or say("none; leave --class out")
        raise UserError(
            say("There is no movement class {move_class!s}.", move_class=f"{move_class!a:.40}"),
            say("Known: {names}.", names=names),
        )
    if known and not move_class:
        note(
            say(
                "Every cell costs 1; for the map's own costs give --class {classes!s}.",
                classes=" | ".join(known),
            )
        )
    found = Movement(board, move_class).path(start, goal)
    if as_json:
        cost = float(found[0]) if found else None
        print_json({"cost": cost, "path": list(found[1]) if found else []})
    elif found:
        show(say("{way!s}: {cost} points.", way=" – ".join(found[1]), cost=found[0]))
    else:
        show(say("No way leads from {start} to {goal}.", start=start, goal=goal))
    if not found:
        raise typer.Exit(1)


def _figures(found: Imported) -> dict[str, Any]:
    document = found.document
    rows = [
        {"pair": [found.names[d.a], found.names[d.b]], "doubt": d.doubt, "why": d.why}
        for d in found.doubts
    ]
    return {
        "cells": len(document.cells),
        "borders": len(document.edges),
        "tolerance": found.tolerance,
        "derived": found.derived,
        "declared": found.declared,
        "agreed": found.agreed,
        "overrides": len(document.overrides),
        "review": rows,
        "notes": list(found.notes),
    }


def _print_import(found: Imported, dest: Path) -> None:
    document = found.document
    show(
        say(
            "{title}: {cells} cells, {borders} borders.",
            title=document.title,
            cells=len(document.cells),
            borders=len(document.edges),
        )
    )
    show(
        say(
            "Tolerance {tolerance:.1f}; {pairs} pairs of neighbours derived.",
            tolerance=found.tolerance,
            pairs=found.derived,
        )
    )
    if found.declared is not None:
        show(
            say(
                "{declared} declared by the map, {agreed} in both.",
                declared=found.declared,
                agreed=found.agreed,
            )
        )
    for told in found.notes:
        show(told)
    for doubt in found.doubts[:_SHOWN]:
        pair = f"{found.names[doubt.a]}–{found.names[doubt.b]}"
        show(say("look at {pair!s}: {why}", pair=pair, why=doubt.why))
    if len(found.doubts) > _SHOWN:
        show(
            say(
                "… and {more} more: {command!s}",
                more=len(found.doubts) - _SHOWN,
                command=f"wardesk map adjacency --report {dest}",
            )
        )
