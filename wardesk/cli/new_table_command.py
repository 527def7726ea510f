"""``wardesk new-table``: a scenario pack without rules from any map and a table of counters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wardesk.cli.output import AsJson, print_json


def new_table(
    map_path: Annotated[Path, typer.Argument(metavar="MAP", help="A .wdmap file or a map folder.")],
    counters: Annotated[
        Path | None, typer.Option(help="Counters; columns name and side, and more.", metavar="CSV")
    ] = None,
    sides: Annotated[
        str, typer.Option(help="Sides in the order of their turns.", metavar="A,B")
    ] = "",
    out: Annotated[Path | None, typer.Option(help="The pack's new folder.", metavar="DIR")] = None,
    as_json: AsJson = False,
) -> None:
    """Make a table without rules, as a pack that another person can open."""
    from wardesk.services.packs.new_table import make_table

    named = [side.strip() for side in sides.split(",") if side.strip()]
    made = make_table(map_path, counters, named, out)
    if as_json:
        print_json(made)
        return
    print(f"{made.title}: {made.cells} places, {made.counters} counters, {', '.join(made.sides)}.")
    print(f"The pack is in {made.pack}.")
    print(f"Play it with: wardesk play {made.scenario}")
