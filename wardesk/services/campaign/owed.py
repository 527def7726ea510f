"""Who owes the umpire what: orders for the last packet, decisions with deadlines; reminders."""

from __future__ import annotations

from email.message import EmailMessage
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.decisions import SeatDecision, decision_lines, decisions, until
from wardesk.campaign.ledger.kinds.messages import OrderGiven
from wardesk.campaign.ledger.seat_view import SeatView
from wardesk.campaign.operation.orders import OrdersForm, blank_form
from wardesk.campaign.operation.orders_text import write_json, write_text
from wardesk.services.campaign.packets import player_seats, view_for
from wardesk.words import as_english, say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


class Owed(Struct, frozen=True, kw_only=True):
    """What one seat owes."""

    seat: str
    name: str
    packet: str
    """The turn of its last packet, empty before the first."""
    answered: bool
    """Whether orders came since then."""
    decisions: tuple[tuple[str, str], ...] = ()
    """What it has to decide now, with the last turn for it (empty: none)."""
    may: tuple[str, ...] = ()
    """What it may decide besides."""

    @property
    def owes(self) -> bool:
        """Whether anything is owed: a form that was sent for, or a decision."""
        return bool(self.decisions) or (bool(self.packet) and not self.answered)

    @property
    def until(self) -> str:
        """The first deadline, empty where there is none."""
        return next((turn for _title, turn in self.decisions if turn), "")


def owed(desk: CampaignDesk) -> tuple[Owed, ...]:
    """What each seat but umpires owes now, from what that seat may know."""
    return tuple(owed_by(desk, view_for(desk, seat.id)) for seat in player_seats(desk))


def owed_by(desk: CampaignDesk, view: SeatView) -> Owed:
    """What the seat of a view owes."""
    design, seat = desk.design, view.seat.id
    sent = view.sent[-1] if view.sent else None
    news = view.facts[sent.number :] if sent is not None else ()
    came = [
        fact for fact in news
        if isinstance(fact.payload, OrderGiven) and fact.payload.seat == seat
        and fact.number not in view.undone
    ]  # fmt: skip
    found: tuple[SeatDecision, ...] = decisions(design, view.state, seat)
    return Owed(
        seat=seat, name=desk.state.seats[seat].name,
        packet=design.calendar.turn(sent.ordinal).label if sent is not None else "",
        answered=bool(came),
        decisions=tuple((each.title, until(design, each)) for each in found if each.owed),
        may=tuple(each.title for each in found if not each.owed),
    )  # fmt: skip


def form_for(desk: CampaignDesk, seat: str) -> OrdersForm:
    """The form of a seat as things stand, with the seal of its last packet."""
    view = view_for(desk, seat)
    turn = desk.design.calendar.turn(max(0, view.state.ordinal)).label
    lines = decision_lines(desk.design, view.state, seat)
    form = blank_form(desk.design, view, turn, lines)
    return replace(form, seal=view.last_seal) if view.sent else form


def reminder(desk: CampaignDesk, row: Owed) -> str:
    """What reminds a seat of what it owes, as text, with the form below."""
    turn = desk.design.calendar.turn(desk.state.ordinal).label
    lines = [
        as_english(say("{name}, it is {turn} in {campaign}.", name=row.name, turn=turn,
                       campaign=desk.state.name)),
    ]  # fmt: skip
    if row.packet and not row.answered:
        lines.append(as_english(say("The orders for your packet of {turn} have not come.",
                                    turn=row.packet)))  # fmt: skip
    for title, last in row.decisions:
        told = say("To decide until {turn}: {title}", turn=last, title=title) if last else say(
            "To decide: {title}", title=title
        )  # fmt: skip
        lines.append(as_english(told))
    lines += [as_english(say("You may decide: {title}", title=title)) for title in row.may]
    lines.append(as_english(say("Fill in the form below and send it back.")))
    return "\n".join(lines) + "\n\n" + write_text(form_for(desk, row.seat))


def reminder_mail(desk: CampaignDesk, row: Owed) -> bytes:
    """The same as a letter that a mail program opens unsent, with the form as a file."""
    turn = desk.design.calendar.turn(desk.state.ordinal).label
    mail = EmailMessage()
    mail["Subject"] = as_english(
        say("{campaign}, {turn}: your orders", campaign=desk.state.name, turn=turn)
    ).replace("\n", " ")
    mail["X-Unsent"] = "1"
    mail.set_content(reminder(desk, row))
    mail.add_attachment(
        write_json(form_for(desk, row.seat)), maintype="application", subtype="json",
        filename="orders.json",
    )  # fmt: skip
    return mail.as_bytes()


def reminders(desk: CampaignDesk) -> dict[str, bytes]:
    """A text and a letter for each seat that owes something, by file name."""
    found: dict[str, bytes] = {}
    for row in owed(desk):
        if row.owes:
            found[f"{row.seat}.txt"] = reminder(desk, row).encode()
            found[f"{row.seat}.eml"] = reminder_mail(desk, row)
    return found
