"""``wardesk campaign`` for results: a scenario on a table, a sheet to fill in, results entered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wardesk.cli.campaign_commands import (
    Allow,
    FileArg,
    Now,
    Seat,
    campaign_app,
    leave,
    open_desk,
    plain_event,
)
from wardesk.cli.campaign_units import members
from wardesk.cli.output import WRONG, AsJson, moment, print_json, show
from wardesk.errors import UserError
from wardesk.words import as_english, say

_LONGEST = 16 << 20
"""Bytes of a sheet."""

if TYPE_CHECKING:
    from wardesk.campaign.operation.results import ResultsPreview, ResultsSheet


@campaign_app.command()
def table(
    file: FileArg,
    node: Annotated[str, typer.Argument(help="The scenario.")],
    units: Annotated[
        list[str] | None, typer.Argument(help="Units or formations; else all that belong to it.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The game file to make.", metavar="F")] = None,
    seed: Annotated[int | None, typer.Option(help="For dice that are rolled at the table.")] = None,
    window: Annotated[
        str, typer.Option(help="Corners of the part of the map, like 44.152,44.164,68.152,68.140.")
    ] = "",
    turns: Annotated[int, typer.Option(help="Turns to play, where there are rules.", min=0)] = 0,
    free: Annotated[bool, typer.Option("--free", help="Without rules, on the free table.")] = False,
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Set a scenario up on a table, with the units as the ledger has them."""
    from wardesk.services.campaign.table import open_table

    with open_desk(file, now, write=True) as desk:
        found = members(desk, units or [])
        if out is not None and out.suffix != ".wdgame":
            out = out.with_name(f"{out.name}.wdgame")
        corners = [cell.strip() for cell in window.split(",") if cell.strip()]
        made = open_table(
            desk, node, found, out, seed=seed, clock=lambda: moment(now),
            free=free, window=corners, turns=turns,
        )  # fmt: skip
        if as_json:
            events = [plain_event(event) for event in made.events]
            print_json(
                {"game": str(made.game), "scenario": str(made.scenario), "units": made.units,
                 "plain": made.plain, "events": events}
            )  # fmt: skip
            return
        name = desk.design.node[node].name
        show(
            say(
                "{scenario} is set up with {units} units in {file!s}.",
                scenario=name,
                units=made.units,
                file=made.game,
            )
        )
        if made.plain:
            show(say("Its map is a plain stand-in made from hex numbers, not the printed sheet."))
        command = f"wardesk campaign enter-results {file} {node} --from {made.game}"
        show(say("Bring it back with: {command!s}", command=command))


@campaign_app.command("enter-results")
def enter_results(
    file: FileArg,
    sheet: Annotated[
        str,
        typer.Argument(
            help="The filled sheet (JSON), or with --from the scenario; else a blank"
            " sheet is printed."
        ),
    ] = "",
    game: Annotated[str, typer.Option(help="For a blank sheet: the game.")] = "",
    node: Annotated[str, typer.Option(help="For a blank sheet: the scenario.")] = "",
    table_: Annotated[
        Path | None, typer.Option("--from", help="Fill the sheet from a table.", metavar="F")
    ] = None,
    winner: Annotated[str, typer.Option(help="With --from: who won.")] = "",
    keep: Annotated[
        Path | None, typer.Option(help="With --from: keep the sheet there, to correct it.")
    ] = None,
    accept: Annotated[bool, typer.Option("--accept", help="With --from: enter it.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only compare; enter nothing.")] = False,
    seat: Seat = "umpire",
    allow: Allow = "",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Print a results sheet to fill in, fill one from a table, or enter a filled one."""
    if table_ is not None:
        _from_table(
            file, sheet or node, table_, winner, keep,
            accept=accept and not check, seat=seat, now=now, as_json=as_json,
        )  # fmt: skip
        return
    if not sheet:
        with open_desk(file, write=False) as desk:
            blank = desk.sheet(game, node)
            if not blank.rows:
                raise UserError("No unit is in play there.", "Name --game or --node.")
            print_json(blank)
        return
    place = Path(sheet)
    from wardesk.services.campaign.results import not_on

    filled = _sheet(_bytes(place), place)
    with open_desk(file, now, write=not check) as desk:
        preview = desk.preview(filled)
        allowed = leave(allow)
        events = [] if check else desk.enter_results(filled, seat, allowed=allowed)
        missing = not_on(desk.ledger, filled)
        _show(preview, {"events": [plain_event(e) for e in events], "missing": missing}, as_json)
        if preview.troubles:
            raise typer.Exit(WRONG)


def _bytes(place: Path) -> bytes:
    from wardesk.documents.files.untrusted import read_bounded

    return read_bounded(place, _LONGEST, missing="Give a sheet (JSON), or --from a table.")


def _sheet(data: bytes, place: Path) -> ResultsSheet:
    """A filled sheet. UserError that says which row is wrong."""
    from wardesk.campaign.operation.results import ResultsSheet
    from wardesk.documents.files.json_parts import decode, typed

    try:
        return typed(decode(data, str(place)), ResultsSheet, str(place))
    except UserError as error:
        text = "Mend this in the sheet, or print a new one; nothing was entered."
        raise UserError(error.message, text) from error


def _show(preview: ResultsPreview, more: dict[str, Any], as_json: bool) -> None:
    import msgspec

    if as_json:
        plain = msgspec.to_builtins(preview, enc_hook=as_english)
        print_json({**plain, "balance": preview.line, **more})
        return
    for line in preview.lines:
        if line.changed:
            show(
                say(
                    "{unit} ({formation}): {before} → {after} steps, "
                    "{place_before} → {place_after}",
                    unit=line.name,
                    formation=line.formation,
                    before=line.before,
                    after=line.after,
                    place_before=line.place_before,
                    place_after=line.place_after,
                )
            )
    show(preview.line)
    for sentence in preview.also:
        show(sentence)
    if more.get("missing"):
        names = ", ".join(more["missing"])
        show(say("Not on this sheet, and left as they are: {names!s}.", names=names))
    for trouble in preview.troubles:
        show(trouble)


def _from_table(
    file: Path,
    node: str,
    game: Path,
    winner: str,
    keep: Path | None,
    *,
    accept: bool,
    seat: str,
    now: str,
    as_json: bool,
) -> None:
    from msgspec.structs import replace

    from wardesk.services.campaign.table_back import bring_back, origin_of

    if not node:
        origin = origin_of(game)
        node = origin.node if origin is not None else ""
    with open_desk(file, now, write=accept) as desk:
        back = bring_back(desk, node, game)
        sheet = replace(back.sheet, winner=winner or back.sheet.winner)
        preview = desk.preview(sheet)
        events = desk.enter_results(sheet, seat) if accept else []
        if keep is not None:
            _keep(sheet, keep)
        if not as_json:
            for remark in back.remarks:
                if remark != "Say who won." or not sheet.winner:
                    show(remark)
        extra = {
            "sheet": sheet, "remarks": back.remarks, "over": back.over,
            "events": [plain_event(e) for e in events],
        }  # fmt: skip
        _show(preview, extra, as_json)
        if not as_json and not accept:
            show(_what_next(keep))
        if preview.troubles:
            raise typer.Exit(WRONG)


def _what_next(keep: Path | None) -> str:
    if keep is not None:
        return say(
            "Nothing is entered yet. Correct {file!s} and give it to enter-results.", file=keep
        )
    return "Nothing is entered yet. Enter it with --accept, or --keep it to correct it first."


def _keep(sheet: ResultsSheet, keep: Path) -> None:
    import msgspec

    from wardesk.documents.files.atomic import write_atomically

    try:
        write_atomically(keep, msgspec.json.format(msgspec.json.encode(sheet), indent=1))
    except OSError as error:
        text = say("{file!s} cannot be written: {error}.", file=keep, error=error.strerror or error)
        raise UserError(text, "Choose another place.") from error
