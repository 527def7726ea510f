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
from wardesk.cli.output import WRONG, AsJson, moment, pairs, print_json, show
from wardesk.errors import UserError
from wardesk.words import as_english, join, say

if TYPE_CHECKING:
    from wardesk.campaign.operation.design import Design
    from wardesk.campaign.operation.results import ResultsPreview
    from wardesk.campaign.operation.sheets import ResultsSheet
    from wardesk.services.campaign.desk import CampaignDesk
    from wardesk.services.campaign.merge import MergeRow


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


@campaign_app.command()
def fights(
    file: FileArg,
    lay: Annotated[str, typer.Option(help="Lay the fight at this hex on a table.")] = "",
    out: Annotated[Path | None, typer.Option(help="The game file to make.", metavar="F")] = None,
    turns: Annotated[int, typer.Option(help="Turns to play.", min=0)] = 0,
    as_json: AsJson = False,
) -> None:
    """List where both sides meet now, or lay one of these fights on a table."""
    from wardesk.services.campaign.fights import fight_place, find_fight, lay_fight
    from wardesk.services.campaign.fights import fights as meetings

    with open_desk(file, write=bool(lay)) as desk:
        if lay:
            if out is not None and out.suffix != ".wdgame":
                out = out.with_name(f"{out.name}.wdgame")
            node = find_fight(desk, lay).node
            made = lay_fight(desk, lay, out=out, turns=turns)
            if as_json:
                print_json({"game": str(made.game), "node": node, "units": made.units})
                return
            show(
                say("The fight is set up with {units} units in {file!s}.", units=made.units,
                    file=made.game)
            )  # fmt: skip
            command = f"wardesk campaign enter-results {file} {node} --from {made.game}"
            show(say("Bring it back with: {command!s}", command=command))
            return
        found = [(each, fight_place(desk, each)) for each in meetings(desk)]
        sides = {side.id: side.name for side in desk.design.sides}
        if as_json:
            print_json(
                {"fights": [{"at": each.id, "hexes": each.cells, "units": dict(each.sides),
                             "node": each.node, "place": place} for each, place in found]}
            )  # fmt: skip
            return
        for each, place in found:
            told = join(", ", [f"{count} {sides[side]}" for side, count in each.sides])
            if place:
                show(say("{at!s}, {place!s}: {units}", at=each.id, place=place, units=told))
            else:
                show(say("{at!s}: {units}", at=each.id, units=told))
        if not found:
            show("Nobody meets.")


@campaign_app.command()
def mug(
    file: FileArg,
    tables: Annotated[
        list[Path] | None, typer.Argument(help="Tables that lie in another folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell what is left in the mug this turn, and at which table each chit was drawn."""
    from wardesk.services.campaign.mug import chit_words, mug_of

    with open_desk(file, write=False) as desk:
        found = mug_of(desk, tables or ())
    if as_json:
        print_json(found)
        return
    show(say("{turn}: {left} in the mug, tables: {tables}", turn=found.turn, left=found.left,
             tables=len(found.tables)))  # fmt: skip
    for chit in found.chits:
        show(join("", ("  ", chit_words(chit))))


@campaign_app.command("what-if")
def what_if(
    file: FileArg,
    node: Annotated[str, typer.Argument(help="The scenario; without one all that are open.")] = "",
    as_json: AsJson = False,
) -> None:
    """Tell what each outcome of a scenario would change now; nothing is written."""
    from wardesk.campaign.operation.names import in_words
    from wardesk.services.campaign.graph import what_if as outcomes
    from wardesk.services.campaign.table_back import find_node

    with open_desk(file, write=False) as desk:
        design, state = desk.design, desk.state
        over = {key for key, each in state.nodes.items() if each.over}
        wanted = (
            [find_node(design, node)] if node else [n for n in design.nodes if n.id not in over]
        )
        found = {each: outcomes(design, state, each) for each in wanted if each.results}
        if as_json:
            print_json({each.id: told for each, told in found.items()})
            return
        for each, told in found.items():
            show(in_words(each.name))
            for line in told:
                show(join("", ("  ", line)))
        if not found:
            show("Nothing hangs on how it ends.")


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
    merge: Annotated[
        bool, typer.Option("--merge", help="Merge a sheet that is older than the ledger.")
    ] = False,
    take: Annotated[
        list[str] | None,
        typer.Option(help="With --merge: UNIT=ledger, sheet or both.", metavar="KEY=WHICH"),
    ] = None,
    why: Annotated[
        list[str] | None,
        typer.Option(help="Why something doubtful is so, by its key.", metavar="KEY=REASON"),
    ] = None,
    seat: Seat = "umpire",
    allow: Allow = "",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Print a results sheet to fill in, fill one from a table, or enter a filled one.

    What happened since a sheet was printed is told with --merge, unit by unit, and not written
    over. A hex off the map, both sides in one hex and too many units need --why KEY=REASON.
    """
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
    from msgspec.structs import replace

    from wardesk.services.campaign.results import not_on, read_sheet

    filled, reasons = read_sheet(Path(sheet)), pairs(why or [], "reason")
    filled = replace(filled, confirmed={**filled.confirmed, **reasons})
    with open_desk(file, now, write=not check) as desk:
        if merge:
            filled = _merged(desk, filled, pairs(take or [], "choice"), reasons, as_json)
        preview = desk.preview(filled)
        allowed = leave(allow)
        events = [] if check else desk.enter_results(filled, seat, allowed=allowed)
        missing = not_on(desk.ledger, filled)
        _show(
            desk.design,
            preview,
            {"events": [plain_event(e) for e in events], "missing": missing},
            as_json,
        )
        if preview.troubles or preview.doubts:
            raise typer.Exit(WRONG)


def _merged(
    desk: CampaignDesk,
    sheet: ResultsSheet,
    takes: dict[str, str],
    reasons: dict[str, str],
    as_json: bool,
) -> ResultsSheet:
    """The sheet with what happened since. Ends here, telling it, while a row is open."""
    from wardesk.services.campaign.merge import merge

    found = merge(desk.ledger, sheet, takes, reasons)  # pyright: ignore[reportArgumentType]
    if as_json and found.open:
        print_json({"rows": found.rows, "behind": found.behind})
    elif not as_json:
        show(say("The sheet is older than the ledger by {n} events.", n=found.behind))
        for row in found.rows:
            if row.how != "same" and (row.since or row.offers):
                _show_merged(row)
    if found.open:
        raise typer.Exit(WRONG)
    return found.sheet


def _show_merged(row: MergeRow) -> None:
    show(
        say("{name} ({key}): went in {went_in}; the sheet says {sheet}; since then {since};"
            " now {now}", name=row.name, key=row.key, went_in=row.went_in, sheet=row.sheet,
            since=row.since, now=row.now)
    )  # fmt: skip
    if row.how == "open":
        told = ", ".join(f"--take {row.key}={each}" for each in row.offers)
        show(say("choose: {told}", told=told), 2)
        if row.back:
            show(say("bringing it back needs --why {key}=REASON, too", key=row.key), 2)
    else:
        show(say("stands afterwards: {merged}", merged=row.merged), 2)


def _show(design: Design, preview: ResultsPreview, more: dict[str, Any], as_json: bool) -> None:
    import msgspec

    from wardesk.campaign.operation.names import formation_name

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
                    formation=formation_name(design, line.formation),
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
    for doubt in preview.doubts:
        show(doubt.words)
        show(say("It is so: --why {key}=REASON", key=doubt.key), 2)
        if doubt.mend:
            show(say("Perhaps {hex} is meant.", hex=doubt.mend), 2)


def _from_table(
    file: str,
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
        _show(desk.design, preview, extra, as_json)
        if not as_json and not accept:
            show(_what_next(keep))
        if preview.troubles or preview.doubts:
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
