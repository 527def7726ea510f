"""``wardesk counters cut``: a scanned sheet of counters becomes a table of counters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wardesk.cli.output import AsJson, print_json, progress, show
from wardesk.errors import UserError
from wardesk.words import say

counters_app = typer.Typer(help="Counters from scanned sheets.", no_args_is_help=True)
MIRRORS = ("none", "sides", "ends")


@counters_app.callback()
def _group() -> None:
    """Keep ``cut`` a command of its own, though it is the only one."""


@counters_app.command()
def cut(
    front: Annotated[Path, typer.Argument(metavar="FRONT", help="The picture of the fronts.")],
    out: Annotated[Path, typer.Option(help="The new folder for table and pictures.")],
    rows: Annotated[int, typer.Option(help="Counters down the sheet.")],
    columns: Annotated[int, typer.Option(help="Counters across the sheet.")],
    side: Annotated[str, typer.Option(help="The side whose counters they are.")],
    back: Annotated[Path | None, typer.Option(help="The picture of the backs.")] = None,
    mirror: Annotated[
        str, typer.Option(help="How the back was turned over: sides, ends or none.")
    ] = "sides",
    margin: Annotated[
        str, typer.Option(help="Pixels around all counters.", metavar="LEFT,TOP,RIGHT,BOTTOM")
    ] = "0",
    gap: Annotated[str, typer.Option(help="Pixels between counters.", metavar="ACROSS,DOWN")] = "0",
    trim: Annotated[int, typer.Option(help="Pixels cut off each edge of a counter.")] = 0,
    pattern: Annotated[
        str, typer.Option("--names", help="Names; {n}, {row} and {column} are filled in.")
    ] = "Counter {n}",
    table: Annotated[
        Path | None,
        typer.Option(
            help="Counters in the sheet's order; “-” as a name leaves one out.", metavar="CSV"
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Cut a sheet into counters with both sides: counters.csv and its pictures in a new folder."""
    from wardesk.documents.files.atomic import write_folder_atomically
    from wardesk.documents.packs.csv_forces import read_csv_forces
    from wardesk.documents.packs.pack_writer import csv_text
    from wardesk.model.counter_sheet import CutPlan
    from wardesk.render.app import ensure_gui_app
    from wardesk.render.counters.sheet import SheetJob, cut_sheet

    if mirror not in MIRRORS:
        raise UserError(
            say("There is no way {way!r} to turn a sheet over.", way=mirror),
            say("There are: {known!s}.", known=", ".join(MIRRORS)),
        )
    if out.exists():
        raise UserError(say("{goal!s} is there already.", goal=out), "Choose another folder.")
    left, top, right, bottom = _numbers(margin, 4, "--margin")
    across, down = _numbers(gap, 2, "--gap")
    plan = CutPlan(
        rows=rows, columns=columns, left=left, top=top, right=right, bottom=bottom,
        across=across, down=down, trim=trim,
    )  # fmt: skip
    given = read_csv_forces(table, ("name",)) if table is not None else []
    job = SheetJob(
        front=front, back=back, plan=plan, mirror=mirror, side=side, pattern=pattern,  # type: ignore[arg-type]
        rows=[{k: v for k, v in row.items() if k != "where"} for row in given],
    )  # fmt: skip
    parts: dict[str, bytes] = {}

    def keep(data: bytes, name: str) -> str:
        parts[name] = data
        return name

    ensure_gui_app()
    with progress("counters", rows * columns) as advance:

        def told(done: int, of: int) -> bool:
            if 0 < done <= of:
                advance(1)
            return True

        made = cut_sheet(job, keep, told) or []
    parts["counters.csv"] = csv_text(made).encode()
    write_folder_atomically(out, parts)
    if as_json:
        print_json({"counters": len(made), "pictures": len(parts) - 1, "written": str(out)})
        return
    text = say("{number} counters with {pictures} pictures.", number=len(made),
               pictures=len(parts) - 1)  # fmt: skip
    show(text)
    command = f"wardesk new-table MAP --counters {out / 'counters.csv'}"
    show(say("Make a table with them: {command!s}", command=command))


def _numbers(text: str, count: int, option: str) -> list[int]:
    """``5`` or ``1,2,3,4`` as so many numbers."""
    parts = [part.strip() for part in text.split(",")]
    good = all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts)
    if not good or len(parts) not in (1, count):
        raise UserError(
            say("{option!s}: {text!r} is not 1 or {count} whole numbers.", option=option,
                text=text, count=count),
            say("Write them with commas between."),
        )  # fmt: skip
    return [int(part) for part in parts] * (1 if len(parts) == count else count)
