"""``wardesk campaign rolls``: the many dice of one action as a table, as text and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wardesk.cli.campaign_commands import (
    Allow,
    FileArg,
    Now,
    campaign_app,
    leave,
    open_desk,
    plain_event,
)
from wardesk.cli.campaign_words import event_lines
from wardesk.cli.output import WRONG, AsJson, pairs, print_json, show
from wardesk.errors import UserError
from wardesk.words import join, say, say_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wardesk.campaign.actions import ThrownRow
    from wardesk.services.campaign.rolls import PastedRolls, RollTable

_LONGEST = 1 << 20
"""Bytes of a spreadsheet."""


@campaign_app.command()
def rolls(
    file: FileArg,
    action: Annotated[str, typer.Argument(help="The action, like drop-rolls.")],
    words: Annotated[
        list[str] | None, typer.Argument(metavar="KEY=VALUE", help="What it is told.")
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option("--from", help="Dice from a spreadsheet or a text; - reads the input."),
    ] = None,
    cells: Annotated[
        bool, typer.Option("--cells", help="Print the table for a spreadsheet.")
    ] = False,
    enter: Annotated[bool, typer.Option("--enter", help="Enter the dice that were read.")] = False,
    rest: Annotated[
        bool, typer.Option("--rest", help="Enter them, and roll all others by the seed.")
    ] = False,
    allow: Allow = "",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Show who waits for a die and what each face brings; read, enter or roll all dice at once.

    Nothing is entered without --enter or --rest, nor while a line could not be read.
    """
    from wardesk.services.campaign.rolls import PastedRolls, enter_rolls, read_pasted, roll_table

    given = pairs(words or [], "word")
    with open_desk(file, now, write=enter or rest) as desk:
        table = roll_table(desk, action, given)
        found = read_pasted(table, _text(source)) if source is not None else PastedRolls()
        table = roll_table(desk, action, given, found.rows)
        troubles = (*found.troubles, *table.troubles.values())
        if enter or rest:
            if troubles:
                raise UserError(" ".join(troubles), "Mend these lines; nothing was entered.")
            events = enter_rolls(desk, action, given, found.rows, rest=rest, allowed=leave(allow))
            if as_json:
                print_json([plain_event(event) for event in events])
                return
            for line in event_lines(desk.design, events):
                show(line)
            return
    if as_json:
        print_json({"rows": table.rows, "read": found.rows, "troubles": troubles})
    elif cells:
        _print_cells(table, found.rows)
    else:
        _print_table(table, found)
    if troubles:
        raise typer.Exit(WRONG)


def _text(source: Path) -> str:
    data = sys.stdin.buffer.read(_LONGEST + 1) if str(source) == "-" else _read(source)
    if len(data) > _LONGEST:
        raise UserError("This text is too long for a table of dice.", "Give the lines of one drop.")
    return data.decode("utf-8-sig", errors="replace")


def _read(source: Path) -> bytes:
    try:
        with source.open("rb") as stream:
            return stream.read(_LONGEST + 1)
    except OSError as error:
        raise UserError(
            say("{file} cannot be read: {why}.", file=source, why=error.strerror or error)
        ) from None


def _print_cells(table: RollTable, rows: Sequence[ThrownRow]) -> None:
    from wardesk.services.campaign.rolls import as_cells

    for line in as_cells(table, rows):
        show("\t".join(line))


def _print_table(table: RollTable, found: PastedRolls) -> None:
    dice = {row.key: row.die for row in found.rows if row.die is not None}
    show(say_count("one row", "{n} rows", n=len(table.rows)))
    for cast in table.rows:
        head = say("{key} {name}, {at}", key=cast.key, name=cast.name, at=cast.at)
        die = dice.get(cast.key)
        if cast.key in table.troubles:
            tail = table.troubles[cast.key]
        elif die is None:
            tail = cast.proposal.odds_text
        else:
            tail = say(
                "{die}{modifier:+d} = {sum}: {result}", die=die, modifier=cast.proposal.modifier,
                sum=die + cast.proposal.modifier, result=cast.results[die],
            )  # fmt: skip
        show(join(": ", (head, tail)), 2)
    for trouble in found.troubles:
        show(trouble)
