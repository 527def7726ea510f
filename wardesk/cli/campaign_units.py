"""``wardesk campaign`` for units and scenarios: place, transfer, enter a scenario, carry over."""

from __future__ import annotations

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
from wardesk.words import join, say

if TYPE_CHECKING:
    from wardesk.campaign.ledger.events import LedgerEvent
    from wardesk.services.campaign.desk import CampaignDesk

Units = Annotated[list[str], typer.Argument(help="Units, or formations with all their units.")]


def members(desk: CampaignDesk, names: list[str]) -> list[str]:
    """Units by name, formations with all their units; see `members_of`."""
    from wardesk.services.campaign.moves import members_of

    return members_of(desk, names)


def _say(desk: CampaignDesk, events: list[LedgerEvent], as_json: bool) -> None:
    if as_json:
        print_json([plain_event(event) for event in events])
        return
    for line in event_lines(desk.design, events):
        show(line)


@campaign_app.command()
def place(
    file: FileArg,
    units: Units,
    hexed: Annotated[str, typer.Option("--hex", help="The hex.")] = "",
    sheet: Annotated[str, typer.Option(help="The sheet of the map.")] = "",
    game: Annotated[str, typer.Option(help="The game.")] = "",
    allow: Allow = "",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Put units into a hex: those in play move there, the others arrive."""
    from wardesk.campaign.operation.places import Place
    from wardesk.services.campaign.moves import place_units, who_can_stand

    with open_desk(file, now, write=True) as desk:
        if game not in desk.design.games:
            known = ", ".join(desk.design.games)
            raise UserError(
                say("There is no game {game!r}.", game=game),
                say("Name one with --game: {known!s}.", known=known),
            )
        where = Place("hex", hexed, sheet, game)
        stood = who_can_stand(desk, units, where)
        _say(desk, place_units(desk, stood.units, where, allowed=leave(allow)), as_json)
        for sentence in () if as_json else stood.left:
            show(say("Left out: {why}", why=sentence))


@campaign_app.command()
def transfer(
    file: FileArg,
    units: Units,
    to: Annotated[str, typer.Option(help="The game that they go to.")] = "",
    allow: Allow = "",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Let units leave one game for another, with the losses that they have."""
    from wardesk.services.campaign.moves import transfer as transfer_units

    with open_desk(file, now, write=True) as desk:
        _say(desk, transfer_units(desk, members(desk, units), to, allowed=leave(allow)), as_json)


@campaign_app.command("unit")
def one_unit(
    file: FileArg,
    unit: Annotated[str, typer.Argument(help="The unit.")],
    as_json: AsJson = False,
) -> None:
    """Show one unit: steps, place, marks, troop quality as it counts now, its counters."""
    from wardesk.services.campaign.rows import unit_card

    with open_desk(file, write=False) as desk:
        card = unit_card(desk.design, desk.state, unit)
    if as_json:
        print_json(card)
        return
    show(
        say(
            "{unit} ({formation}): {steps} of {full} steps, {place}",
            unit=card.name,
            formation=card.formation,
            steps=card.steps,
            full=card.steps_full,
            place=card.place,
        )
    )
    if card.quality is not None:
        told = say("troop quality {quality}", quality=card.quality)
        if card.why:
            told = say("{text} ({why})", text=told, why=join(", ", card.why))
        show(told, 2)
    for flag in card.flags:
        show(flag, 2)
    for game, counter in card.counters:
        show(say("{game!s}: counter {counter!s}", game=game, counter=counter), 2)


@campaign_app.command("enter-node")
def enter_node(
    file: FileArg,
    node: Annotated[str, typer.Argument(help="The scenario.")],
    units: Annotated[list[str] | None, typer.Argument(help="Units or formations in it.")] = None,
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Open a scenario with these units; `enter-results --node` closes it."""
    with open_desk(file, now, write=True) as desk:
        if node not in desk.design.node:
            known = ", ".join(desk.design.node)
            raise UserError(
                say("There is no scenario {node!r}.", node=node),
                say("There are: {known!s}.", known=known),
            )
        _say(desk, desk.enter_node(node, members(desk, units or [])), as_json)


@campaign_app.command()
def carry(
    file: FileArg,
    start: Annotated[str, typer.Argument(help="The scenario that is left.")],
    end: Annotated[str, typer.Argument(help="The one that follows.")],
    check: Annotated[bool, typer.Option("--check", help="Only show the balance.")] = False,
    why: Annotated[
        list[str] | None,
        typer.Option(help="Why a unit that was lost comes back.", metavar="UNIT=REASON"),
    ] = None,
    allow: Allow = "",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Go on from one scenario to the next: shows unit by unit what carries over, and enters it.

    Who was lost stays lost, unless the link or --why UNIT=REASON gives a reason.
    """
    from wardesk.services.campaign.moves import carry_over, take_link

    with open_desk(file, now, write=not check) as desk:
        back = pairs(why or [], "reason")
        preview = carry_over(desk, start, end, back)
        if not as_json:
            for row in preview.rows:
                steps = f"{row.steps_in}"
                steps += f" +{row.restored}" if row.restored else ""
                steps += f" −{row.dropped}" if row.dropped else ""
                rule = row.rule
                if row.lost:
                    rule = join(": ", (say("back"), row.back)) if row.restored else say("lost")
                if row.becomes:
                    rule = join(" → ", (rule, row.becomes))
                show(
                    say(
                        "{unit}: {steps} = {left} ({rule})",
                        unit=row.name,
                        steps=steps,
                        left=row.steps_out,
                        rule=rule,
                    )
                )
            show(preview.line)
            for trouble in preview.troubles:
                show(trouble)
        events = [] if check else take_link(desk, start, end, back=back, allowed=leave(allow))
        if as_json:
            rows = [plain_event(event) for event in events]
            print_json({"preview": preview, "balanced": preview.balanced, "events": rows})
        if not preview.balanced:
            raise typer.Exit(WRONG)
