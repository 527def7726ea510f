"""``wardesk table export`` and ``import``: whole games for VASSAL and paper, and modules read.

Exit 0: fine; 2: bad use, or a file cannot be used.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wardesk.cli.output import AsJson, moment, print_json, progress, show
from wardesk.errors import UserError
from wardesk.words import say

table_app = typer.Typer(
    help="Games for other programs and for paper, and modules of other programs.",
    no_args_is_help=True,
)


@table_app.command()
def export(
    game: Annotated[
        str, typer.Argument(help="A scenario (pack/scenario) or a stored game.", metavar="GAME")
    ],
    vmod: Annotated[Path | None, typer.Option(help="Write a VASSAL module.", metavar="F")] = None,
    vsav: Annotated[
        Path | None, typer.Option(help="Write a saved game for that module.", metavar="F")
    ] = None,
    counters: Annotated[
        Path | None, typer.Option(help="Write counters to print on both sides.", metavar="F")
    ] = None,
    charts: Annotated[
        Path | None, typer.Option(help="Write the printed tables to print.", metavar="F")
    ] = None,
    at: Annotated[
        int | None, typer.Option(help="As it stood after this event.", metavar="N")
    ] = None,
    side: Annotated[str, typer.Option(help="As this side sees it; all if left out.")] = "",
    wide: Annotated[int, typer.Option(help="Pixels across the sheet of the map.")] = 3600,
    cell_mm: Annotated[
        float, typer.Option(help="Size of a hex or square at --dpi, instead of --wide.")
    ] = 0.0,
    dpi: Annotated[int, typer.Option(help="Dots per inch of the map.")] = 150,
    paper: Annotated[str, typer.Option(help="a4, a3, letter or tabloid.")] = "a4",
    counter_mm: Annotated[
        float, typer.Option(help="Edge of a counter on paper, in millimetres.")
    ] = 15.0,
    numbers: Annotated[bool, typer.Option(help="Numbers of cells on the map.")] = True,
    grid: Annotated[bool, typer.Option(help="The grid of hexes or squares on the map.")] = True,
    key: Annotated[bool, typer.Option(help="Title, key and scale of the map.")] = True,
    frame: Annotated[bool, typer.Option(help="Frame and margin of the map.")] = True,
    as_json: AsJson = False,
) -> None:
    """Write a game for VASSAL and for paper: several forms at once if you like."""
    named = {"vmod": vmod, "vsav": vsav, "counters": counters, "charts": charts}
    wanted = {form: to for form, to in named.items() if to is not None}
    if not wanted:
        flags = ", ".join(f"--{form}" for form in named)
        raise UserError("Say what to write.", say("Use one or more of {flags!s}.", flags=flags))
    from wardesk.render.export.map_options import ExportOptions
    from wardesk.render.export.page_layout import PageOptions
    from wardesk.render.export.tables import export_table, table_to_write
    from wardesk.render.map.frame import MapParts
    from wardesk.services.play.session import PlaySession

    options = ExportOptions(
        wide=wide, cell_mm=cell_mm, dpi=dpi, day=moment("").date(),
        parts=MapParts(numbers=numbers, grid=grid, key=key, frame=frame),
        pages=PageOptions(paper=paper.lower()), counter_mm=counter_mm,
    )  # fmt: skip
    stored = Path(game)
    opened = (
        PlaySession.open(stored, keep=False)
        if stored.suffix == ".wdgame"
        else PlaySession.new(game, seed=1, keep=False)
    )
    with opened as session, progress(say("Writing"), None) as advance:
        so_far = 0

        def told(done: int, of: int) -> bool:
            nonlocal so_far
            advance(done - so_far, of)
            so_far = done
            return True

        table = table_to_write(session, at, side)
        written = export_table(table, wanted, options, told)
    if as_json:
        rows = [{"form": one.form, "file": str(one.path), "told": one.told} for one in written]
        print_json({"written": rows})
        return
    for one in written:
        show(say("{file!s}: {text}", file=one.path, text=one.told))


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

    with progress(say("Reading"), None) as advance:
        so_far = 0

        def told(done: int, of: int) -> bool:
            nonlocal so_far
            advance(done - so_far, of)
            so_far = done
            return True

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
