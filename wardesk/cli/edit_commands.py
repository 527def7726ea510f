"""``wardesk map edit``, ``underlay``, ``diff``, ``export``, ``stitch``: change and hand on maps.

Exit 0: fine; 1: a command was refused, the maps differ, or the boards do not go together; 2: bad
use, or a file cannot be used.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from wardesk.cli.export_options import Offering
from wardesk.cli.output import (
    WRONG,
    AsJson,
    MapPath,
    complain,
    moment,
    print_json,
    show,
    telling,
)
from wardesk.errors import UserError
from wardesk.render.export.maps import EXPORTERS, SETTINGS
from wardesk.words import say

# Everything that needs shapely is imported inside the commands, so that `--help` stays quick.

Commands = Annotated[
    Path,
    typer.Argument(help="Edit commands, one JSON object per line.", metavar="COMMANDS.jsonl"),
]


def register(app: typer.Typer) -> None:
    """Add the commands to ``wardesk map``."""
    app.command()(edit)
    app.command()(underlay)
    app.command()(diff)
    app.command()(Offering(export, EXPORTERS, SETTINGS))
    app.command()(stitch)


def edit(
    path: MapPath,
    commands: Commands,
    out: Annotated[
        Path | None, typer.Option("--out", help="Save there and leave PATH as it is.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Apply edit commands from a file, all or none, and save the map."""
    from wardesk.services.maps.edit_script import read_script, run_script

    lines = read_script(commands)
    found = run_script(path, lines, out)
    if as_json:
        print_json(found)
    else:
        for title in found.done:
            show(title)
        if found.refused:
            show(say("Line {line} is refused: {why}", line=found.line, why=found.refused))
            show(say("Nothing was saved."))
        else:
            show(
                say(
                    "{commands} commands done; saved in {file!s}.",
                    commands=len(found.done),
                    file=found.saved,
                )
            )
    if found.refused:
        raise typer.Exit(WRONG)


def underlay(
    path: MapPath,
    image: Annotated[Path, typer.Argument(help="A PNG or JPEG.", metavar="IMAGE")],
    mark: Annotated[
        list[str] | None,
        typer.Option(
            "--mark",
            help="A known point: pixels and a cell (120,80=0101) or map units (120,80=640:320). "
            "Give two or more.",
            metavar="MARK",
        ),
    ] = None,
    fit: Annotated[
        Literal["auto", "similarity", "affine", "projective", "spline"],
        typer.Option(
            "--fit",
            help="How the picture may be bent to fit the marks; auto judges by what is left over.",
        ),
    ] = "auto",
    title: Annotated[str, typer.Option("--title", help="What the picture is called.")] = "",
    opacity: Annotated[float, typer.Option("--opacity", help="From 0 to 1.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Put a scan under a map, calibrated by marks or fitted to the map, and save the map."""
    from wardesk.render.straighten import straightened
    from wardesk.services.maps.underlay_files import put_under

    found = put_under(
        path, image, mark or [], straighten=straightened, fit=fit, title=title, opacity=opacity
    )
    if as_json:
        print_json(found)
        return
    show(
        say(
            "{id!s}: {width} × {height} pixels; saved in {file!s}.",
            id=found.id,
            width=found.size[0],
            height=found.size[1],
            file=path,
        )
    )
    if found.fit is None:
        return
    if found.calibration is not None:
        across, down = found.calibration.stretch
        show(
            say(
                "One pixel is {across} map units across and {down} down.",
                across=f"{across:.4g}",
                down=f"{down:.4g}",
            )
        )
    elif found.fit == "projective":
        show(say("The picture was straightened as a photograph of a flat sheet."))
    else:
        show(say("The picture was bent until all marks lay where they belong."))
    show(
        say(
            "The marks are off by {error} map units (root mean square).",
            error=f"{found.error:.3g}",
        )
    )
    for number, (x, y) in enumerate(found.residuals, start=1):
        show(say("mark {number}: {off!s}", number=number, off=f"{x:+.3g}, {y:+.3g}"), 2)


def diff(
    a: Annotated[Path, typer.Argument(help="A map.", metavar="A")],
    b: Annotated[Path, typer.Argument(help="Another map.", metavar="B")],
    as_json: AsJson = False,
) -> None:
    """Tell what differs between two maps: cells, sides, adjacency, features, palette."""
    from wardesk.documents.maps.store import read_map
    from wardesk.drawing.compare import differences

    found = differences(read_map(a, check=False), read_map(b, check=False))
    if as_json:
        print_json({"same": not found, "differences": found})
    else:
        for difference in found:
            show(difference.text)
        show(
            say("{differences} differences.", differences=len(found))
            if found
            else say("The maps say the same.")
        )
    if found:
        raise typer.Exit(WRONG)


def export(
    path: MapPath,
    wanted: Mapping[str, Path],
    values: Mapping[str, Any],
    as_json: AsJson = False,
) -> None:
    """Write a map for other programs: several forms at once if you like.

    Layers that are hidden in the editor are left out.
    """
    from wardesk.documents.maps.store import read_map
    from wardesk.render.export.map_options import MM_PER_INCH, options_of
    from wardesk.render.export.maps import export_forms

    document = read_map(path)
    if values["sheet_mm"]:
        values = {**values, "wide": round(values["sheet_mm"] / MM_PER_INCH * values["dpi"])}
    with telling(say("Writing")) as told:
        written = export_forms(document, wanted, options_of(values, moment("").date()), told)
    if as_json:
        rows = [
            {"form": one.form, "file": str(one.path), "told": one.told, "notes": list(one.notes)}
            for one in written
        ]
        print_json({"written": rows})
    else:
        for one in written:
            show(say("{file!s}: {text}", file=one.path, text=one.told))
            for note in one.notes:
                show(note, indent=2)


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
    from wardesk.services.maps.board_stitch import StitchSeam, free_prefix, tried

    if out.exists():
        raise UserError(say("There is something at {out} already.", out=out), "Choose a new name.")
    document, board = read_map(path, check=False), read_map(other, check=False)
    called = free_prefix(document, board) if prefix is None else prefix
    try:
        found = tried(document, board, StitchSeam(side, overlap, shift, called))
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
        show(note)
    values = {"file": out, "cells": len(found.document.cells), "new": len(found.added)}
    show(
        say(
            "{file!s}: {cells} cells, {new} of them new, called {prefix!s}….",
            prefix=called,
            **values,
        )
        if called
        else say("{file!s}: {cells} cells, {new} of them new.", **values)
    )
