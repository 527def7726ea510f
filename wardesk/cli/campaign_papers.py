"""``wardesk campaign`` for what goes out and comes in: packets, messages, orders, views, report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wardesk.cli.campaign_commands import Allow, FileArg, Now, campaign_app, open_desk, plain_event
from wardesk.cli.campaign_words import event_line
from wardesk.cli.output import WRONG, AsJson, print_json, show
from wardesk.errors import UserError
from wardesk.words import as_english, join, say

if TYPE_CHECKING:
    from wardesk.campaign.operation.orders import OrdersPreview
    from wardesk.services.campaign.desk import CampaignDesk


@campaign_app.command()
def packet(
    file: FileArg,
    seat: Annotated[list[str] | None, typer.Option(help="For this seat.", metavar="S")] = None,
    everybody: Annotated[bool, typer.Option("--all", help="For every seat but umpires.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="A new folder; each seat gets one in it.", metavar="DIR")
    ] = None,
    preview: Annotated[
        bool, typer.Option("--preview", help="Only say what it would newly reveal.")
    ] = False,
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Write a packet for each seat: report (HTML, PDF), map, order of battle, orders form."""
    from wardesk.services.campaign.packets import player_seats

    if not preview and out is None:
        raise UserError("Packets need a folder.", "Give --out, or --preview to look first.")
    with open_desk(file, now, write=not preview) as desk:
        seats = [each.id for each in player_seats(desk)] if everybody else list(seat or [])
        if not seats:
            known = ", ".join(each.id for each in player_seats(desk))
            raise UserError(
                "For whom?", say("Give --seat or --all; there are: {known!s}.", known=known)
            )
        if preview:
            _preview(desk, seats, as_json)
            return
        assert out is not None
        seals = _written(desk, seats, out)
        if as_json:
            print_json({"folder": str(out), "seals": seals})
            return
        for key, seal in seals.items():
            show(
                say(
                    "{seat!s}: {folder!s}, seal {seal!s}",
                    seat=key,
                    folder=out / key,
                    seal=seal[:16],
                )
            )


def _written(desk: CampaignDesk, seats: list[str], out: Path) -> dict[str, str]:
    from wardesk.reports.packet import qt_packet_painter, write_packets

    try:
        painter = qt_packet_painter()
    except ImportError as error:
        text = say(
            "Packets hold pictures, and WarDesk cannot load Qt here: {error!s}.", error=error
        )
        raise UserError(text, "Install the libraries that Qt needs.") from error
    return write_packets(desk, seats, out, painter)


def _preview(desk: CampaignDesk, seats: list[str], as_json: bool) -> None:
    from wardesk.reports.packet import newly_told
    from wardesk.services.campaign.packets import view_for

    rows: dict[str, Any] = {}
    for key in seats:
        view = view_for(desk, key)
        told = newly_told(desk.design, view.news, view)
        last = desk.design.calendar.turn(view.sent[-1].ordinal).label if view.sent else ""
        rows[key] = {"since": last, "facts": len(view.news), "reveals": told}
    if as_json:
        print_json(rows)
        return
    for key, row in rows.items():
        since = say("its first packet")
        if row["since"]:
            since = say("since its packet of {turn}", turn=row["since"])
        show(
            say(
                "{seat} ({id!s}), {since}: {facts} facts",
                seat=desk.state.seats[key].name,
                id=key,
                since=since,
                facts=row["facts"],
            )
        )
        for turn, words in row["reveals"]:
            show(join(": ", (turn, words)), 2)


@campaign_app.command()
def message(
    file: FileArg,
    text: Annotated[str, typer.Argument(help="What it says.")],
    to: Annotated[list[str], typer.Option(help="A seat; may be given again.", metavar="S")],
    due: Annotated[
        str, typer.Option(help="The turn on which it arrives, e.g. '18 Sep 0900'.")
    ] = "",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Send a message to some seats alone; it stands in their next packet once it has arrived."""
    from wardesk.services.campaign.packets import send_message

    with open_desk(file, now, write=True) as desk:
        (event,) = send_message(desk, to, text, due=due)
        print_json(plain_event(event)) if as_json else print(event_line(desk.design, event))


@campaign_app.command()
def orders(
    file: FileArg,
    form: Annotated[Path, typer.Argument(help="A filled orders form, JSON or text.")],
    accept: Annotated[
        bool, typer.Option("--accept", help="Enter the differences; else they are only shown.")
    ] = False,
    allow: Allow = "",
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Compare a filled orders form with what stands; nothing is entered without --accept."""
    import msgspec

    from wardesk.services.campaign.packets import accept_orders, preview_orders

    data = read_orders_file(form)
    with open_desk(file, now, write=accept) as desk:
        found = preview_orders(desk, data)
        reasons = {each.subject: allow.strip() for each in found.refused if allow.strip()}
        held = bool(found.troubles) or len(reasons) < len(found.refused)
        ready = accept and not held and bool(found.changes)
        events = accept_orders(desk, data, found, reasons) if ready else []
        if as_json:
            plain: dict[str, Any] = msgspec.to_builtins(found, enc_hook=as_english)
            for row, change in zip(plain["changes"], found.changes, strict=True):
                row["kind"] = change.kind
            print_json({**plain, "events": [plain_event(event) for event in events]})
        else:
            _print_orders(found, accepted=bool(events), held=held)
    if held:
        raise typer.Exit(WRONG)


@campaign_app.command()
def owed(
    file: FileArg,
    out: Annotated[
        Path | None, typer.Option(help="A new folder for reminders, text and .eml.", metavar="DIR")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell who owes orders or decisions, until when; write reminders for them."""
    from wardesk.documents.files.atomic import write_folder_atomically
    from wardesk.services.campaign.owed import owed as who_owes
    from wardesk.services.campaign.owed import reminders

    if out is not None and out.exists():
        raise UserError(
            say("{out} is there already.", out=out), "Name a new folder; nothing is overwritten."
        )
    with open_desk(file, write=False) as desk:
        rows = who_owes(desk)
        written = reminders(desk) if out is not None else {}
    if out is not None and written:
        write_folder_atomically(out, written)
    if as_json:
        print_json({"owed": rows, "written": sorted(written)})
        return
    for row in rows:
        if not row.packet:
            state = say("no packet yet")
        elif row.answered:
            state = say("orders are here, packet of {turn}", turn=row.packet)
        else:
            state = say("owes orders for its packet of {turn}", turn=row.packet)
        show(join(": ", (row.name, state)))
        for title, last in row.decisions:
            told = say("{title}, until {turn}", title=title, turn=last) if last else title
            show(say("owes: {what}", what=told), 2)
        for title in row.may:
            show(say("may: {what}", what=title), 2)
    if out is not None:
        told = say("{n} reminders are in {out!s}.", n=len(written) // 2, out=out)
        show(told if written else say("Nobody owes anything; nothing was written."))


def read_orders_file(form: Path) -> bytes:
    """The bytes of a form. UserError when it cannot be read, or is far too long."""
    from wardesk.campaign.operation.orders_text import MOST_BYTES
    from wardesk.documents.files.untrusted import open_regular

    try:
        with open_regular(form) as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        text = say("{file!s} cannot be read: {error}.", file=form, error=error.strerror or error)
        raise UserError(text, "Check the path.") from error


def _print_orders(found: OrdersPreview, *, accepted: bool, held: bool) -> None:
    show(
        say(
            "{seat} ({id!s}), form of {turn}:",
            seat=found.seat_name,
            id=found.seat,
            turn=found.turn or say("an unknown turn"),
        )
    )
    for each in found.changes:
        if each.kind == "message":
            show(say("message: {text!s}", text=each.after), 2)
            continue
        if each.kind == "decision":
            show(say("decides, {name}: {what}", name=each.name, what=each.after), 2)
            if each.refused:
                show(say("refused: {why}", why=each.refused), 4)
            continue
        show(say("{name}, {kind}:", name=each.name, kind=each.kind), 2)
        show(
            say("stands: {order!s}", order=each.before)
            if each.before
            else say("stands: (nothing)"),
            4,
        )
        show(
            say("form:   {order!s}", order=each.after)
            if each.after
            else say("form:   (withdrawn)"),
            4,
        )
    show(say("{lines} lines change nothing.", lines=found.kept), 2)
    for note in found.notes:
        show(say("Note: {text}", text=note), 2)
    for trouble in found.troubles:
        show(say("Wrong: {text}", text=trouble), 2)
    if accepted:
        show(say("Entered {number}.", number=len(found.changes)))
    elif held:
        if found.refused and not found.troubles:
            show(say("The umpire can allow what is refused, with --allow and a reason."), 2)
        show(say("Nothing was entered."))
    elif found.changes:
        show(say("Nothing was entered; give --accept to enter this."))


@campaign_app.command()
def view(
    file: FileArg,
    seat: Annotated[str, typer.Option(help="Whose eyes.", metavar="S")],
    as_json: AsJson = False,
) -> None:
    """Show the campaign as a seat sees it: from what it may know, and from nothing else."""
    import msgspec

    from wardesk.reports.packet_words import enemies_seen
    from wardesk.services.campaign.packets import view_for
    from wardesk.services.campaign.page import PageMaker

    with open_desk(file, write=False) as desk:
        enemies = enemies_seen(desk.design, view_for(desk, seat))  # refuses an umpire's seat
        page = PageMaker(desk).page(seat)
    if as_json:
        plain: dict[str, Any] = msgspec.to_builtins(page, enc_hook=as_english)
        # the file of the umpire is nothing that a seat sees
        plain = {key: value for key, value in plain.items() if key not in ("path", "writable")}
        print_json(plain | {"enemies": enemies})
        return
    show(
        say(
            "{campaign!s} as {seat} sees it, {turn}: {facts} facts",
            campaign=page.name,
            seat=dict(page.seats)[seat],
            turn=page.turn,
            facts=page.events,
        )
    )
    show(
        say(
            "Weather: {weather}. {route}",
            weather=page.weather or say("not known"),
            route=page.route,
        )
    )
    show(join(", ", [join(" ", pair) for pair in page.points]))
    for row in page.formations:
        if row.in_play:
            show(
                say(
                    "{unit}: {steps}/{full} steps, {where}",
                    unit=row.name,
                    steps=row.steps,
                    full=row.steps_full,
                    where=row.where,
                ),
                2,
            )
    for seen in enemies:
        told = say(
            "seen: {units} units of {formation}, {where}, {turn}",
            units=seen["units"],
            formation=seen["formation"],
            where=seen["where"],
            turn=seen["turn"],
        )
        show(told, 2)
    for line in page.log[-12:]:
        words = say("{text} (taken back)", text=line.words) if line.undone else line.words
        show(join(" ", (f"{line.number:>4}", line.turn, words)), 2)


@campaign_app.command()
def report(
    file: FileArg,
    html: Annotated[Path, typer.Option(help="Where the report goes.", metavar="FILE")],
    pictures: Annotated[
        bool, typer.Option("--pictures/--no-pictures", help="With a map for every day.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Write the after-action report: maps, plots, losses, rulings, dice, corrections."""
    from wardesk.documents.files.atomic import write_atomically
    from wardesk.reports.campaign_report import campaign_report

    painter = None
    if pictures:
        from wardesk.reports.campaign_maps import qt_small_map

        try:
            import wardesk.render.country.picture  # noqa: F401
        except ImportError as error:
            text = say(
                "The report has pictures, and WarDesk cannot load Qt here: {error!s}.", error=error
            )
            raise UserError(text, "Give --no-pictures.") from error
        painter = qt_small_map
    with open_desk(file, write=False) as desk:
        write_atomically(html, campaign_report(desk.design, desk.ledger, painter).encode())
    print_json({"report": str(html)}) if as_json else show(
        say("The report is in {file!s}.", file=html)
    )
