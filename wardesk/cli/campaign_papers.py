"""``wardesk campaign`` for what goes out and comes in: packets, messages, orders, views, report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wardesk.cli.campaign_commands import FileArg, Now, campaign_app, open_desk, plain_event
from wardesk.cli.campaign_words import event_line
from wardesk.cli.output import WRONG, AsJson, print_json
from wardesk.errors import UserError
from wardesk.words import as_english

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
            raise UserError("For whom?", f"Give --seat or --all; there are: {known}.")
        if preview:
            _preview(desk, seats, as_json)
            return
        assert out is not None
        seals = _written(desk, seats, out)
        if as_json:
            print_json({"folder": str(out), "seals": seals})
            return
        for key, seal in seals.items():
            print(f"{key}: {out / key}, seal {seal[:16]}")


def _written(desk: CampaignDesk, seats: list[str], out: Path) -> dict[str, str]:
    from wardesk.reports.packet import qt_packet_painter, write_packets

    try:
        painter = qt_packet_painter()
    except ImportError as error:
        text = f"Packets hold pictures, and Qt cannot be loaded here: {error}."
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
        since = f"since its packet of {row['since']}" if row["since"] else "its first packet"
        print(f"{desk.state.seats[key].name} ({key}), {since}: {row['facts']} facts")
        for turn, words in row["reveals"]:
            print(f"  {turn}: {words}")


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
    now: Now = "",
    as_json: AsJson = False,
) -> None:
    """Compare a filled orders form with what stands; nothing is entered without --accept."""
    import msgspec

    from wardesk.services.campaign.packets import accept_orders, preview_orders

    data = read_orders_file(form)
    with open_desk(file, now, write=accept) as desk:
        found = preview_orders(desk, data)
        ready = accept and not found.troubles and bool(found.changes)
        events = accept_orders(desk, data, found) if ready else []
        if as_json:
            plain: dict[str, Any] = msgspec.to_builtins(found, enc_hook=as_english)
            for row, change in zip(plain["changes"], found.changes, strict=True):
                row["kind"] = change.kind
            print_json({**plain, "events": [plain_event(event) for event in events]})
        else:
            _print_orders(found, accepted=bool(events))
    if found.troubles:
        raise typer.Exit(WRONG)


def read_orders_file(form: Path) -> bytes:
    """The bytes of a form. UserError when it cannot be read, or is far too long."""
    from wardesk.campaign.operation.orders_text import MOST_BYTES
    from wardesk.documents.files.untrusted import open_regular

    try:
        with open_regular(form) as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        text = f"{form} cannot be read: {error.strerror or error}."
        raise UserError(text, "Check the path.") from error


def _print_orders(found: OrdersPreview, *, accepted: bool) -> None:
    print(f"{found.seat_name} ({found.seat}), form of {found.turn or 'an unknown turn'}:")
    for each in found.changes:
        if each.kind == "message":
            print(f"  message: {each.after}")
            continue
        print(f"  {each.name}, {each.kind}:")
        print(f"    stands: {each.before or '(nothing)'}")
        print(f"    form:   {each.after or '(withdrawn)'}")
    print(f"  {found.kept} lines change nothing.")
    for note in found.notes:
        print(f"  Note: {note}")
    for trouble in found.troubles:
        print(f"  Wrong: {trouble}")
    if accepted:
        print(f"Entered {len(found.changes)}.")
    elif found.troubles:
        print("Nothing was entered.")
    elif found.changes:
        print("Nothing was entered; give --accept to enter this.")


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
    print(f"{page.name} as {dict(page.seats)[seat]} sees it, {page.turn}: {page.events} facts")
    print(f"Weather: {page.weather or 'not known'}. {page.route}")
    print(", ".join(f"{name} {points}" for name, points in page.points))
    for row in page.formations:
        if row.in_play:
            print(f"  {row.name}: {row.steps}/{row.steps_full} steps, {row.where}")
    for seen in enemies:
        print(
            f"  seen: {seen['units']} units of {seen['formation']}, {seen['where']}, {seen['turn']}"
        )
    for line in page.log[-12:]:
        print(
            f"  {line.number:>4} {line.turn} {line.words}{' (taken back)' if line.undone else ''}"
        )


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
            text = f"The report has pictures, and Qt cannot be loaded here: {error}."
            raise UserError(text, "Give --no-pictures.") from error
        painter = qt_small_map
    with open_desk(file, write=False) as desk:
        write_atomically(html, campaign_report(desk.design, desk.ledger, painter).encode())
    print_json({"report": str(html)}) if as_json else print(f"The report is in {html}.")
