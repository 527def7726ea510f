"""``wardesk campaign``: a campaign run from the command line, scriptable from end to end."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wardesk.cli.campaign_words import (
    event_line,
    event_lines,
    print_need,
    print_proposal,
    print_status,
    status_of,
)
from wardesk.cli.output import AsJson, moment, pairs, print_json, show, values
from wardesk.errors import UserError
from wardesk.words import join, say, say_count

if TYPE_CHECKING:
    from wardesk.campaign.ruleset import StepDone
    from wardesk.services.campaign.desk import CampaignDesk
    from wardesk.services.campaign.rights import Allowed

campaign_app = typer.Typer(
    help="A campaign over linked scenarios: its ledger, its turns, its rulings.",
    no_args_is_help=True,
)

FileArg = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A .wdcamp file, or postgresql://user@host/database of a shared campaign.",
    ),
]
Now = Annotated[str, typer.Option(help="The time to write, instead of the clock's.", metavar="T")]
Roll = Annotated[
    int | None, typer.Option(help="A die from the table, 0 to 9.", min=0, max=9, metavar="N")
]
Seat = Annotated[str, typer.Option(help="Who does it.")]
Allow = Annotated[
    str,
    typer.Option(
        help="The umpire allows what this seat may not do or the rules refuse, because …",
        metavar="REASON",
    ),
]


def _nonce() -> bytes:
    return secrets.token_bytes(16)


def leave(reason: str) -> Allowed | None:
    """The umpire's leave for what a seat may not do, None where no reason was given."""
    from wardesk.services.campaign.rights import Allowed

    return Allowed(by="umpire", reason=reason) if reason else None


def open_desk(file: str | Path, now: str = "", *, write: bool) -> CampaignDesk:
    """A campaign, for a ``with`` block. Errors as `CampaignDesk.open`."""
    from wardesk.services.campaign.desk import CampaignDesk
    from wardesk.services.campaign.server import campaign_place

    place = campaign_place(file)
    return CampaignDesk.open(place, write=write, now=lambda: moment(now), nonce=_nonce)


def campaign_file(file: str) -> Path:
    """A campaign that must be a file. UserError for a server's address."""
    from wardesk.services.campaign.server import campaign_place

    place = campaign_place(file)
    if not isinstance(place, Path):
        raise UserError(
            "This is done with campaigns that are files.",
            "The server's own tools keep what lies on it.",
        )
    return place


def _fog(text: str) -> tuple[str, int | None]:
    """A seat, and how many hexes its units see; None: it sees the maps."""
    seat, _, hexes = text.partition("=")
    if hexes.strip() == "no":
        return seat.strip(), None
    if hexes and not hexes.strip().isdecimal():
        raise UserError(
            say("{text!r} does not say how far units see.", text=text),
            "Write a seat and a number of hexes, like german=2.",
        )
    return seat.strip(), int(hexes or 1)


@campaign_app.command()
def new(
    file: FileArg,
    design: Annotated[
        str,
        typer.Option(help="A pack with a campaign, or its folder.", show_default="the only one"),
    ] = "",
    name: Annotated[str, typer.Option(help="What this campaign is called.")] = "",
    seed: Annotated[
        int | None, typer.Option(help="Let this seed roll all dice; else they are typed.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="A setting of the campaign.", metavar="KEY=VALUE")
    ] = None,
    fog: Annotated[
        list[str] | None,
        typer.Option(
            help="A seat plays by fog; its units see so many hexes (1), no: it does not.",
            metavar="SEAT[=HEXES]",
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="A seat more: one that is offered, or a name with the formations it commands.",
            metavar="SEAT[=FORMATION,…]",
        ),
    ] = None,
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Open a new campaign."""
    from wardesk.documents.packs.campaign_packs import find_design, only_campaign
    from wardesk.services.campaign.desk import CampaignDesk
    from wardesk.services.campaign.seats import wanted_seats
    from wardesk.services.campaign.server import campaign_place

    found, findings = find_design(design or only_campaign())
    place = campaign_place(file)
    if isinstance(place, Path) and place.suffix != ".wdcamp":
        place = place.with_name(f"{place.name}.wdcamp")
    with CampaignDesk.create(
        place,
        found,
        name=name or found.name,
        campaign=secrets.token_hex(8),
        seed=seed,
        options=values(option or []),
        fog=dict(_fog(text) for text in fog or ()),
        seats=wanted_seats(found, seat or ()),
        now=lambda: moment(now),
        nonce=_nonce,
    ) as desk:
        if as_json:
            print_json({**status_of(desk), "findings": findings})
            return
        show(say("{name!s} is in {file!s}.", name=desk.state.name, file=desk.place))
        show(
            say(
                "{formations} formations, {units} units.",
                formations=len(found.formations),
                units=len(found.units),
            )
        )
        for key, hexes in desk.state.fog.items():
            far = say_count("one hex", "{n} hexes", n=hexes)
            name = desk.state.seats[key].name
            show(say("{seat} plays by fog, its units see {hexes}", seat=name, hexes=far))
        for text in found.reconstruction:
            show(say("Reconstruction: {what}", what=text))
        unknown = sum(finding.level == "note" for finding in findings)
        show(
            say(
                "{unknown} published numbers are not known; {questions} questions are open.",
                unknown=unknown,
                questions=len(found.queries),
            )
        )


@campaign_app.command()
def status(file: FileArg, as_json: AsJson = False) -> None:
    """Say how a campaign stands, and what needs attention now."""
    with open_desk(file, write=False) as desk:
        if as_json:
            print_json(status_of(desk))
        else:
            print_status(desk)


@campaign_app.command("next")
def next_step(
    file: FileArg,
    roll: Roll = None,
    skip: Annotated[str, typer.Option(help="Close this line by hand, with a note.")] = "",
    until: Annotated[str, typer.Option(help="Go on to this turn, e.g. '18 Sep 1900'.")] = "",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Do the next line of the turn's checklist, or begin the next turn.

    With --until it goes on, and stops at what needs somebody, as `needs` does; unless --skip gives
    a note for the lines.
    """
    from wardesk.services.campaign.needs import next_need

    with open_desk(file, now, write=True) as desk:
        done = []
        goal = desk.design.calendar.ordinal(until) if until else None
        if goal is not None and goal < desk.state.ordinal:
            raise UserError("That turn has passed.", "Name a later one.")
        need = None
        while True:
            if goal is not None and roll is None and not skip:
                need = next_need(desk)
            if need is not None:
                break
            step = desk.next(roll=roll, skip=skip)
            done.append(step)
            if not as_json:
                _show_done(desk, step)
            if goal is None or desk.state.ordinal >= goal:
                break
            roll = None
        _keep_backup(desk, [step.step for step in done])
        if as_json:
            rows = [
                {"step": s.step, "title": s.title, "note": s.note,
                 "events": [plain_event(e) for e in s.events]}
                for s in done
            ]  # fmt: skip
            print_json({"done": rows, "need": need, **status_of(desk)})
        elif need is not None:
            print_need(desk, need)


def _show_done(desk: CampaignDesk, step: StepDone) -> None:
    turn = desk.design.calendar.turn(desk.state.ordinal).label
    title = join("", (step.title, " (", step.note, ")")) if step.note else step.title
    show(join(": ", (turn, title)))
    told = [e for e in step.events if e.kind not in ("step.closed", "turn.begun")]
    for line in event_lines(desk.design, told):
        show(line, 2)


def _keep_backup(desk: CampaignDesk, steps: list[str]) -> None:
    """A generation with every 1900 turn, when its last line is done."""
    slot = desk.design.calendar.turn(desk.state.ordinal).slot
    if slot == "1900" and not desk.pending() and any(steps):
        desk.backup("turn")


@campaign_app.command()
def act(
    file: FileArg,
    action: Annotated[str, typer.Argument(help="What to do; `actions` lists them.")] = "",
    words: Annotated[list[str] | None, typer.Argument(metavar="KEY=VALUE")] = None,
    roll: Roll = None,
    odds: Annotated[bool, typer.Option("--odds", help="Only show the roll and its odds.")] = False,
    seat: Seat = "",
    allow: Allow = "",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Do something that the rules allow; without a name, list what there is."""
    given = pairs(words or [], "key of an action")
    if not action:
        _list_actions(file, as_json)
        return
    if odds:
        with open_desk(file, write=False) as desk:
            proposal = desk.propose(action, given)
            if proposal is None:
                raise UserError("No die is rolled for this.")
            print_json(proposal) if as_json else print_proposal(proposal)
        return
    with open_desk(file, now, write=True) as desk:
        done = desk.act(action, given, roll=roll, seat=seat, allowed=leave(allow))
        if as_json:
            events = [plain_event(event) for event in done.events]
            print_json({"proposal": done.proposal, "roll": done.roll, "events": events})
            return
        if done.proposal is not None:
            print_proposal(done.proposal)
            show(say("Rolled {roll}.", roll=done.roll))
        for line in event_lines(desk.design, done.events):
            show(line)
        if not done.events:
            show(say("Nothing changes."))


def _list_actions(file: str, as_json: bool) -> None:
    from wardesk.services.campaign.actions import actions_of

    with open_desk(file, write=False) as desk:
        rows = [
            {"id": a.id, "title": a.title, "cite": a.cite, "seat": a.seat,
             "rolls": a.propose is not None,
             "takes": {p.name: p.kind for p in a.params}}
            for a in actions_of(desk.design)
        ]  # fmt: skip
    if as_json:
        print_json(rows)
        return
    for row in rows:
        takes = " ".join(f"{name}=" for name in row["takes"])
        print(f"{row['id']} {takes}".rstrip())
        told = say("{text} [{cite!s}]", text=row["title"], cite=row["cite"])
        show(say("{text}, rolls a die", text=told) if row["rolls"] else told, 4)


@campaign_app.command()
def rule(
    file: FileArg,
    query: Annotated[str, typer.Argument(help="The question; without one all are listed.")] = "",
    decision: Annotated[str, typer.Argument(help="The answer.")] = "",
    reason: Annotated[str, typer.Option(help="Why.")] = "",
    author: Annotated[str, typer.Option(help="Who decides.")] = "umpire",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """List the questions about the rules, show one with its answers, or decide it."""
    if not decision:
        _show_queries(file, query, as_json)
        return
    with open_desk(file, now, write=True) as desk:
        (event,) = desk.rule(query, decision, reason=reason, author=author)
        print_json(plain_event(event)) if as_json else print(event_line(desk.design, event))


def _show_queries(file: str, query: str, as_json: bool) -> None:
    from wardesk.services.campaign.actions import rulings_used

    with open_desk(file, write=False) as desk:
        found = [q for q in desk.state.queries.values() if not query or q.id == query]
        if not found:
            raise UserError(
                say("There is no question {query!r}.", query=query),
                "Leave it out to list them all.",
            )
        used = rulings_used(desk.design)
        ruled = {r.query: r for r in desk.state.rulings.values()}
        if as_json:
            print_json(
                [{"query": q, "ruling": ruled.get(q.id), "decides": q.id in used} for q in found]
            )
            return
        for each in found:
            ruling = ruled.get(each.id)
            head, decision = f"{each.id} [{each.cite}]", desk.state.decision(each.id)
            show(
                say(
                    "{question!s} ruled by {author!s}: {decision}",
                    question=head,
                    author=ruling.author,
                    decision=decision,
                )
                if ruling
                else say(
                    "{question!s} open, our proposal is used: {decision}",
                    question=head,
                    decision=decision,
                )
            )
            if query or not ruling:
                show(each.question, 4)
            if query:
                for option in each.options:
                    show(join(" ", ("-", option)), 4)
                show(say("{reason!s}", reason=ruling.reason) if ruling else each.why, 4)
                show(
                    say("A ruling changes what the desk does.")
                    if each.id in used
                    else say("A ruling is for the record: play it at the table."),
                    4,
                )


@campaign_app.command()
def undo(
    file: FileArg,
    events: Annotated[list[int], typer.Argument(help="Numbers of events, from `log`.")],
    reason: Annotated[str, typer.Option(help="Why.")] = "",
    seat: Seat = "umpire",
    approved_by: Annotated[str, typer.Option(help="The umpire's seat, where needed.")] = "",
    together: Annotated[
        bool, typer.Option("--together", help="With what no longer holds then.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Only say what it would mean.")] = False,
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Take events back. They stay in the ledger, with the reason."""
    if check:
        with open_desk(file, write=False) as desk:
            found = desk.reversal(events, seat)
            if as_json:
                print_json(found)
                return
            show(say("Taken back: {events}", events=", ".join(map(str, found.of))))
            for seq, why in found.also:
                show(say("Event {event} would no longer hold: {why}", event=seq, why=why))
            show(
                say("It is free.")
                if found.free
                else say("It needs the umpire: {why}.", why=found.why_not_free)
            )
        return
    with open_desk(file, now, write=True) as desk:
        (done,) = desk.take_back(
            events, reason=reason, seat=seat, with_dependants=together, approved_by=approved_by
        )
        print_json(plain_event(done)) if as_json else print(event_line(desk.design, done))


@campaign_app.command()
def log(
    file: FileArg,
    kind: Annotated[str, typer.Option(help="Only kinds that begin so, e.g. release.")] = "",
    seat: Annotated[str, typer.Option(help="Only what this seat may see.")] = "umpire",
    last: Annotated[int, typer.Option(help="So many at the end; 0 for all.", min=0)] = 40,
    as_json: AsJson = False,
) -> None:
    """Show the ledger; of a seat what it was told, by its own numbers."""
    from wardesk.campaign.ledger.seat_view import seat_events

    with open_desk(file, write=False) as desk:
        if seat not in desk.state.seats:
            known = ", ".join(desk.state.seats)
            raise UserError(
                say("There is no seat {seat!r}.", seat=seat),
                say("There are: {known!s}.", known=known),
            )
        told = seat_events(desk.design, desk.ledger.events, seat)
        found = [e for e in told if e.kind.startswith(kind)]
        found = found[-last:] if last else found
        if as_json:
            print_json([plain_event(event) for event in found])
            return
        for event in found:
            print(event_line(desk.design, event))


def plain_event(event: Any) -> dict[str, Any]:  # noqa: ANN401 - an event of the ledger
    """An event for other programs, its payload opened up."""
    import msgspec

    row: dict[str, Any] = msgspec.to_builtins(event)
    return row | {"body": msgspec.json.decode(event.body)}
