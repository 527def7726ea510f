"""What goes between the umpire and the seats: packets sent, messages, orders that come back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wardesk.campaign.decisions import decision_lines, decisions, words_of
from wardesk.campaign.ledger.events import EventDraft, LedgerEvent
from wardesk.campaign.ledger.kinds.messages import OrderGiven, PacketSent
from wardesk.campaign.ledger.seat_view import SeatView
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.orders import (
    DECISION,
    OrderChange,
    OrdersPreview,
    compare_orders,
    order_drafts,
    tidy,
)
from wardesk.campaign.operation.orders_text import encoding_of, read_form
from wardesk.errors import UserError
from wardesk.services.campaign.forms import judge_form
from wardesk.services.campaign.rights import UMPIRE, Allowed, seat_of
from wardesk.words import join, say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


def view_for(desk: CampaignDesk, seat: str) -> SeatView:
    """What a seat knows now; its state is good until it is asked for again.

    UserError for an unknown seat, or an umpire's.
    """
    return desk.view_of(seat)


def player_seats(desk: CampaignDesk) -> tuple[Seat, ...]:
    """The seats that are sent packets: all but umpires."""
    return tuple(seat for seat in desk.state.seats.values() if seat.role != "umpire")


def record_sent(desk: CampaignDesk, seals: Mapping[str, str]) -> list[LedgerEvent]:
    """Write down that packets went out, each with its seal, by seat."""
    upto = desk.ledger.head
    drafts = [
        EventDraft(payload=PacketSent(seat=seat, upto=upto, sha256=seal), seen_by=(seat,))
        for seat, seal in seals.items()
    ]
    return desk.add(drafts) if drafts else []


def send_message(
    desk: CampaignDesk, to: Iterable[str], text: str, *, due: str = "", sender: str = "umpire"
) -> list[LedgerEvent]:
    """A message for some seats alone; *due* is the turn on which it reaches them.

    UserError for an empty one, an unknown seat, or a turn that has passed.
    """
    seats = tuple(dict.fromkeys(seat_of(desk.state, each).id for each in to))
    if not seats:
        raise UserError("A message needs somebody to read it.", "Name a seat.")
    if not tidy(text):
        raise UserError("The message is empty.", "Say something.")
    ordinal = desk.design.calendar.ordinal(due) if due else None
    if ordinal is not None and ordinal < desk.state.ordinal:
        raise UserError("That turn has passed.", "Name a later one.")
    payload = OrderGiven(seat=sender, text=tidy(text), due=ordinal)
    return desk.add([EventDraft(payload=payload, seen_by=seats)], sender)


def preview_orders(desk: CampaignDesk, data: bytes) -> OrdersPreview:
    """A filled orders form beside what stands; nothing is written.

    UserError for a file that is no form; what is wrong in a form stands in the preview.
    """
    form = read_form(data)
    seat = desk.state.seats.get(form.seat)
    if seat is None or seat.role == "umpire":
        known = ", ".join(each.id for each in player_seats(desk))
        raise UserError(
            say(
                "The form is for the seat {seat!r}, which gives no orders here.",
                seat=form.seat[:40],
            ),
            say("Seats: {known}.", known=known),
        )
    view = view_for(desk, seat.id)
    lines = decision_lines(desk.design, view.state, seat.id)
    found = _judged(desk, compare_orders(desk.design, view, form, lines))
    found = replace(found, turn=_turn_of(desk, found.turn))
    if encoding_of(data) == "cp1252":
        note = say(
            "The form is not in UTF-8; it was read as Windows text. Look at its special letters."
        )
        return replace(found, notes=(*found.notes, note))
    return found


def _turn_of(desk: CampaignDesk, told: str) -> str:
    """The turn that a form names in English, as it is called in every language."""
    calendar = desk.design.calendar
    labels = (calendar.turn(ordinal).label for ordinal in range(calendar.turns))
    return next((label for label in labels if str(label) == told), told)


def _judged(desk: CampaignDesk, found: OrdersPreview) -> OrdersPreview:
    """With what the rules say against its decisions as things really are."""
    wrong: list[str] = []
    refused: dict[str, str] = {}
    for action, words, change in _deeds(desk, found):
        verdict = judge_form(desk, action, words)
        if verdict.refused and verdict.can_be_allowed:
            refused[change.subject] = verdict.refused
        elif verdict.refused:
            wrong.append(join(": ", (change.name, verdict.refused)))
    changes = tuple(replace(each, refused=refused.get(each.subject, "")) for each in found.changes)
    return replace(found, changes=changes, troubles=(*found.troubles, *wrong))


def _deeds(
    desk: CampaignDesk, found: OrdersPreview
) -> list[tuple[str, Mapping[str, str], OrderChange]]:
    """The actions of the decisions of a form, with their words."""
    view = view_for(desk, found.seat)
    open_ = {
        f"{DECISION}{each.id}": each for each in decisions(desk.design, view.state, found.seat)
    }
    return [
        (open_[each.subject].action, words_of(open_[each.subject], each.value), each)
        for each in found.changes
        if each.subject in open_
    ]


def accept_orders(
    desk: CampaignDesk,
    data: bytes,
    shown: OrdersPreview,
    allow: Mapping[str, str] = MappingProxyType({}),
) -> list[LedgerEvent]:
    """Write the differences that were *shown*: orders as events of their seat, decisions as deeds.

    *allow* holds the umpire's reason for each decision that the rules refuse, by its subject; it
    is done nevertheless, and recorded with the reason and the rule.

    UserError while anything is wrong or refused without a reason, and when the campaign has gone
    on so that the differences are others now: they must be looked at again.
    """
    now = preview_orders(desk, data)
    if now.troubles:
        raise UserError(
            say("The form is not in order: {trouble}", trouble=now.troubles[0]),
            "Mend it and read it again.",
        )
    if now != shown:
        raise UserError(
            "The differences are others now than those that were shown.", "Look at them again."
        )
    for each in now.refused:
        if not allow.get(each.subject, "").strip():
            raise UserError(
                join(": ", (each.name, each.refused)), "The umpire can allow it, with a reason."
            )
    drafts, deeds = order_drafts(now), _deeds(desk, now)
    if not drafts and not deeds:
        raise UserError("The form changes nothing.", "Every order in it stands already.")
    events = desk.add(drafts, now.seat) if drafts else []
    for action, words, change in deeds:
        reason = allow.get(change.subject, "") if change.refused else ""
        leave = Allowed(by=UMPIRE, reason=reason) if reason else None
        events += desk.act(action, words, allowed=leave).events
    return events
