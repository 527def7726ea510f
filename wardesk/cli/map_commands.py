"""``wardesk map``: look at maps from the command line.

Exit 0: fine; 1: something is wrong with the map; 2: bad use, or the file cannot be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wardesk.cli import edit_commands, import_commands, sight_commands
from wardesk.cli.output import (
    AsJson,
    MapPath,
    complain,
    note,
    print_json,
    show,
    write_adjacency,
    write_picture,
)
from wardesk.errors import UserError
from wardesk.words import join, say, say_count, shown

if TYPE_CHECKING:
    from wardesk.drawing.document import MapDocument
    from wardesk.model.board import Board, Contact


# Everything that needs shapely is imported inside the commands, so that `--help` stays quick.

_NUMBERED = 99
"""More numbers on one picture nobody looks up."""
_TABLE_ROWS = 1500
"""Longer tables are printed without a frame."""
_SHORT = 0.12
"""Sides shorter than this share of the usual one are worth a look."""

map_app = typer.Typer(help="Check maps and show who borders on whom.", no_args_is_help=True)
for commands in (sight_commands, edit_commands, import_commands):
    commands.register(map_app)


@map_app.command()
def check(path: MapPath, as_json: AsJson = False) -> None:
    """List everything that is wrong with a map, with the place."""
    from wardesk.documents.maps.store import read_map
    from wardesk.services.maps.game_needs import all_issues

    document = read_map(path, check=False)
    # The very list that the editor shows: a map that is fine here is fine there.
    found = all_issues(path, document)
    errors = sum(issue.level == "error" for issue in found)
    if as_json:
        print_json({"ok": errors == 0, "issues": found})
    elif not found:
        sheet = document.layout is not None
        title, cells = document.title, len(document.cells)
        show(
            say(
                "{title}: {cells} cells, {sides} sides with something on them, nothing wrong.",
                title=title,
                cells=cells,
                sides=len(document.sides),
            )
            if sheet
            else say(
                "{title}: {cells} cells, {borders} borders, nothing wrong.",
                title=title,
                cells=cells,
                borders=len(document.edges),
            )
        )
    else:
        for issue in found:
            place = issue.place
            if issue.at:
                at = f"{issue.at[0]:g}, {issue.at[1]:g}"
                place = say("{place} at {at!s}", place=place, at=at)
            told = join(" ", [part for part in (issue.text, issue.advice) if part])
            show(join(": ", (issue.level, place, told)))
        show(
            say(
                "{title}: {errors}, {warnings}.",
                title=document.title,
                errors=say_count("{n} error", "{n} errors", n=errors),
                warnings=say_count("{n} warning", "{n} warnings", n=len(found) - errors),
            )
        )
    if errors:
        raise typer.Exit(1)


@map_app.command()
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
        show(say("{title}: the picture is in {file!s}.", title=board.title, file=png))


@map_app.command()
def adjacency(
    path: MapPath,
    as_json: AsJson = False,
    report: Annotated[
        bool, typer.Option("--report", help="Every contact with its length, closed ones too.")
    ] = False,
    png: Annotated[
        Path | None,
        typer.Option("--png", help="Paint it on the map, doubtful pairs numbered.", metavar="FILE"),
    ] = None,
) -> None:
    """Show which cells border on which, and what a person overrode; or paint it on the map."""
    import msgspec

    from wardesk.documents.imports.areas import doubts_now
    from wardesk.documents.maps.store import read_map
    from wardesk.drawing.compile import compile_board
    from wardesk.drawing.issues.whole_map import errors

    document = read_map(path, check=False)
    wrong = errors(document)
    board = None if wrong else compile_board(document)
    found = doubts_now(document) if board is not None else ()
    if board is None:
        complain(
            UserError(
                say("The map has {number} errors: {text}", number=len(wrong), text=wrong[0].text)
            ),
            as_json,
        )
        note(say("`{command!s}` lists them.", command=f"wardesk map check {path}"))
        raise typer.Exit(1)
    doubts = [{n: v for n, v in msgspec.to_builtins(row).items() if n != "lines"} for row in found]
    if png is not None:
        _paint(board, document, doubts, png, as_json)
        return
    overrides = [msgspec.to_builtins(override) for override in document.overrides]
    if as_json:
        cells = {cell: list(board.neighbours(cell)) for cell in board.cells}
        contacts = [msgspec.to_builtins(contact) for contact in board.contacts]
        told = {"cells": cells, "contacts": contacts, "overrides": overrides}
        print_json({**told, "review": doubts} if report else told)
        return
    _print_tables(board, overrides, report)
    for row in doubts if report else ():
        show(say("look at {pair!s}: {why}", pair="–".join(row["pair"]), why=row["why"]))


def _paint(
    board: Board, document: MapDocument, doubts: list[dict[str, Any]], png: Path, as_json: bool
) -> None:
    """Paint who borders on whom, and list what the numbers on the picture stand for."""
    looked_at = {tuple(sorted(row["pair"])): row["why"] for row in doubts}
    for one in document.overrides:
        told = _changed(one.change, one.reason)
        looked_at.setdefault(tuple(sorted(one.pair)), told)
    sides = [contact for contact in board.contacts if contact.kind == "side"]
    usual = sorted(contact.length for contact in sides)[len(sides) // 2] if sides else 0.0
    for contact in sides:
        if contact.length < usual * _SHORT:
            why = say(
                "a short side: {length:.1f}, where {usual:.1f} is usual",
                length=contact.length,
                usual=usual,
            )
            looked_at.setdefault((contact.a, contact.b), why)
    numbered = [pair for pair in looked_at if set(pair) <= board.cells.keys()][:_NUMBERED]
    write_adjacency(board, numbered, png)
    rows = [{"pair": list(pair), "why": looked_at[pair]} for pair in numbered]
    if as_json:
        print_json({"png": str(png), "numbered": rows})
        return
    for number, pair in enumerate(numbered, start=1):
        show(join("", (f"{number:3}  {'–'.join(pair)}: ", looked_at[pair])))
    more = len(looked_at) - len(numbered)
    show(
        say("The picture is in {file!s}; {more} more pairs are not numbered.", file=png, more=more)
        if more
        else say("The picture is in {file!s}.", file=png)
    )


def _changed(change: str, reason: str) -> str:
    """What an override did, and why; a person wrote the reason."""
    if change == "add":
        return say("joined: {reason!s}", reason=reason)
    return say("closed: {reason!s}", reason=reason)


def _print_tables(board: Board, overrides: list[dict[str, Any]], report: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    # names are printed as they are: "[R]" must not be taken for markup
    console = Console(markup=False, highlight=False, emoji=False, color_system=None)
    if board.reconstruction:
        console.print(shown(say("This map is a reconstruction.")), style="italic")
    rows = [
        (name, cell.name, " ".join(board.neighbours(name))) for name, cell in board.cells.items()
    ]
    head = [shown(each) for each in (say("cell"), say("name"), say("borders on"))]
    if len(rows) > _TABLE_ROWS:
        _print_rows(head, rows)
    else:
        table = Table(*head, title=shown(board.title))
        for row in rows:
            table.add_row(*row)
        console.print(table)
    links = sum(len(board.neighbours(cell)) for cell in board.cells) // 2
    totals = say(
        "{cells} cells, {pairs} pairs, {overrides} overrides.",
        cells=len(board.cells),
        pairs=links,
        overrides=len(overrides),
    )
    console.print(shown(totals))
    for override in overrides:
        told = _changed(override["change"], override["reason"])
        console.print(shown(join(" ", ("–".join(override["pair"]), told))))
    if report:
        titles = (
            say("pair"),
            say("kind"),
            say("open"),
            say("length ({unit!s})", unit=board.unit),
            say("open length"),
            say("reason"),
        )
        head = [shown(each) for each in titles]
        rows = [_contact_row(contact) for contact in sorted(board.contacts, key=_doubt)]
        if len(rows) > _TABLE_ROWS:
            _print_rows(head, rows)
            return
        contacts = Table(*head)
        for row in rows:
            contacts.add_row(*row)
        console.print(contacts)


def _contact_row(contact: Contact) -> tuple[str, ...]:
    return (
        f"{contact.a}–{contact.b}",
        shown(contact.kind),
        shown(say("yes") if contact.passable else say("no")),
        f"{contact.length:.1f}",
        f"{contact.passable_length:.1f}",
        shown(contact.reason),
    )


def _print_rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns without a frame: long lists are for other programs, and frames take long."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        words = (word.ljust(width) for word, width in zip(row, widths, strict=True))
        print("  ".join(words).rstrip())


def _doubt(contact: Contact) -> tuple[bool, float, str, str]:
    """Shortest sides first: these are the ones to look at. Corners, which join nothing, last."""
    return contact.kind == "corner", contact.length, contact.a, contact.b
