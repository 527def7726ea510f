"""``wardesk campaign needs``: the next thing that needs somebody, and all that is due."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from wardesk.cli.campaign_commands import (
    Allow,
    FileArg,
    Now,
    Roll,
    campaign_app,
    leave,
    open_desk,
    plain_event,
)
from wardesk.cli.campaign_words import event_lines, print_need
from wardesk.cli.output import AsJson, pairs, print_json, show
from wardesk.errors import UserError
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.campaign.ledger.events import LedgerEvent
    from wardesk.campaign.operation.design import Design
    from wardesk.services.campaign.needs import Need


@campaign_app.command()
def needs(
    file: FileArg,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="KEY=VALUE", help="What is chosen about it.")
    ] = None,
    roll: Roll = None,
    done: Annotated[
        bool, typer.Option("--done", help="It is done, or do it: nothing more is to be said.")
    ] = False,
    left: Annotated[
        str, typer.Option("--leave", help="Nobody will do it, because …", metavar="REASON")
    ] = "",
    listed: Annotated[
        bool, typer.Option("--list", help="Only list all that is due, now and later.")
    ] = False,
    allow: Allow = "",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Go on to the next thing that needs somebody; with an answer, settle it and go on.

    What needs nobody is done on the way. The same thing comes again until it is done or left.
    """
    from wardesk.services.campaign import needs as service

    if listed:
        with open_desk(file, now, write=False) as desk:
            rows = service.due_list(desk)
            if as_json:
                print_json(rows)
                return
            for row in rows:
                _show_row(row)
            if not rows:
                show(say("Nothing is due."))
        return
    given = pairs(words or [], "word")
    with open_desk(file, now, write=True) as desk:
        events: list[LedgerEvent] = []
        if given or done or left or roll is not None:
            need = service.next_need(desk)
            if need is None:
                raise UserError("Nothing waits for an answer.", "Go on without one first.")
            if left:
                events += service.leave(desk, need, left)
            else:
                events += service.settle(desk, need, given, roll=roll, allowed=leave(allow))
        on = service.go_on(desk)
        events += on.events
        if as_json:
            print_json({
                "need": on.need, "turns": on.turns, "ordinal": desk.state.ordinal,
                "events": [plain_event(event) for event in events],
            })  # fmt: skip
            return
        _show_events(desk.design, events)
        turn = desk.design.calendar.turn(desk.state.ordinal).label
        if on.need is None:
            show(say("{turn}: the campaign is over. Write the report.", turn=turn))
            return
        print_need(desk, on.need)


def _show_events(design: Design, events: list[LedgerEvent]) -> None:
    told = [each for each in events if each.kind not in ("step.closed", "turn.begun")]
    for line in event_lines(design, told):
        show(line, 2)


def _show_row(row: Need) -> None:
    when = {
        "missed": say("missed"), "now": say("now"), "today": say("later today"),
        "later": say("later"),
    }[row.when]  # fmt: skip
    told = say("{when}: {title} ({seat})", when=when, title=row.title, seat=row.seat)
    if row.until:
        told = say("{text}, until {turn}", text=told, turn=row.until)
    show(told)
    if row.why:
        show(row.why, 4)
