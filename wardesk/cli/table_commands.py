"""``wardesk table export`` and ``import``: whole games for VASSAL and paper, and modules read.

Exit 0: fine; 2: bad use, or a file cannot be used.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from wardesk.cli.export_options import Offering
from wardesk.cli.output import AsJson, moment, print_json, show, telling
from wardesk.render.export.tables import EXPORTERS, SETTINGS
from wardesk.words import say

table_app = typer.Typer(
    help="Games for other programs and for paper, and modules of other programs.",
    no_args_is_help=True,
)


def export(
    game: Annotated[
        str, typer.Argument(help="A scenario (pack/scenario) or a stored game.", metavar="GAME")
    ],
    wanted: Mapping[str, Path],
    *,
    at: Annotated[
        int | None, typer.Option(help="As it stood after this event.", metavar="N")
    ] = None,
    side: Annotated[str, typer.Option(help="As this side sees it; all if left out.")] = "",
    values: Mapping[str, Any],
    as_json: AsJson = False,
) -> None:
    """Write a game for VASSAL and for paper: several forms at once if you like."""
    from wardesk.render.export.map_options import options_of
    from wardesk.render.export.tables import export_table, table_to_write
    from wardesk.services.play.session import PlaySession

    stored = Path(game)
    opened = (
        PlaySession.open(stored, keep=False)
        if stored.suffix == ".wdgame"
        else PlaySession.new(game, seed=1, keep=False)
    )
    with opened as session, telling(say("Writing")) as told:
        table = table_to_write(session, at, side)
        written = export_table(table, wanted, options_of(values, moment("").date()), told)
    if as_json:
        rows = [{"form": one.form, "file": str(one.path), "told": one.told} for one in written]
        print_json({"written": rows})
        return
    for one in written:
        show(say("{file!s}: {text}", file=one.path, text=one.told))


table_app.command()(Offering(export, EXPORTERS, SETTINGS))


@table_app.command("import")
def import_table(
    source: Annotated[Path, typer.Argument(help="A VASSAL module (.vmod).", metavar="MODULE")],
    dest: Annotated[Path, typer.Argument(help="The folder of the new pack.", metavar="DIR")],
    position: Annotated[
        Path | None, typer.Option(help="A saved game (.vsav) to begin from.", metavar="F")
    ] = None,
    board: Annotated[str, typer.Option(help="Which board; the largest if left out.")] = "",
    as_json: AsJson = False,
) -> None:
    """Make a table without rules of a VASSAL module: board, grid, counters, set-up."""
    from wardesk.render.repaint import repainted
    from wardesk.services.packs.module_pack import import_module

    with telling(say("Reading")) as told:
        made = import_module(source, dest, repainted, position=position, board=board, progress=told)
    if as_json:
        print_json(made)
        return
    show(
        say(
            "{title}: {cells} cells, {counters} counters, {placed} of them in their places.",
            title=made.title, cells=made.cells, counters=made.counters, placed=made.placed,
        )
    )  # fmt: skip
    for one in made.notes:
        show(one)
    show(say("Play it: {command!s}", command=f"wardesk play {made.scenario}"))
