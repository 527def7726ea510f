"""``wardesk campaign`` on a server: who reads what, and what a seat reads there."""

from __future__ import annotations

from typing import Annotated

import typer

from wardesk.cli.campaign_commands import FileArg, campaign_app, open_desk
from wardesk.cli.output import AsJson, print_json, show
from wardesk.errors import UserError
from wardesk.words import say


@campaign_app.command("seat-role")
def seat_role(
    file: FileArg,
    seat: Annotated[str, typer.Argument(help="Who sits there; none lists them all.")] = "",
    role: Annotated[str, typer.Option(help="The role of the server that reads for it.")] = "",
    remove: Annotated[bool, typer.Option("--remove", help="Take the role's seat away.")] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Write what all seats read anew from the log.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let a role of the server read what a seat knows, and nothing else."""
    from wardesk.services.campaign.server import server_only
    from wardesk.store import server

    with open_desk(file, write=False) as desk:
        server_only(desk.place)
        if rebuild and isinstance(desk.store, server.ServerCampaignStore):
            desk.store.rebuild_facts()
        if remove:
            server.no_seat_role(desk.store, role)
        elif seat or role:
            known = [one.id for one in desk.state.seats.values() if one.role != "umpire"]
            if seat not in known:
                raise UserError(
                    say("There is no seat {seat!r} of a player.", seat=seat),
                    say("There are: {known}.", known=", ".join(known)),
                )
            if not role:
                raise UserError("Which role of the server sits there?", "Give it with --role.")
            server.seat_role(desk.store, seat, role)
        found = server.seat_roles(desk.store)
    if as_json:
        print_json([{"role": each, "seat": of} for each, of in found])
        return
    for each, of in found:
        show(say("{role!s} reads what {seat!s} knows.", role=each, seat=of))
    if not found:
        show("No role reads here yet.")


@campaign_app.command()
def known(file: FileArg, as_json: AsJson = False) -> None:
    """Say what you know of a shared campaign, with the role of your seat."""
    from wardesk.campaign.ledger.kind import tell
    from wardesk.campaign.ledger.kinds.rulings import QueryOpened, with_asked
    from wardesk.campaign.ledger.kinds.seats import SeatSet
    from wardesk.services.campaign.server import campaign_place, known_over_server, server_only

    found = known_over_server(server_only(campaign_place(file)))
    payloads = [fact.payload for fact in found.facts]
    asked = [each.query for each in payloads if isinstance(each, QueryOpened)]
    made = [each.seat for each in payloads if isinstance(each, SeatSet)]
    design = with_asked(found.design, asked, made)
    lines = [
        (design.calendar.turn(fact.ordinal).label, tell(design, fact.payload))
        for fact in found.facts
    ]
    if as_json:
        print_json(
            {
                "campaign": found.campaign,
                "name": found.name,
                "seat": found.seat,
                "facts": [{"turn": turn, "text": text} for turn, text in lines],
            }
        )
        return
    show(say("{name!s}, as {seat!s} knows it:", name=found.name, seat=found.seat))
    for turn, text in lines:
        show(say("{turn!s}: {text!s}", turn=turn, text=text), 2)
