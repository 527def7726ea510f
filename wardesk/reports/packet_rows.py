"""The rows of the packets page: each seat, its last packet, and what the next would reveal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from wardesk.reports.packet import newly_told
from wardesk.services.campaign.packets import player_seats, view_for

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


class PacketRow(Struct, frozen=True, kw_only=True):
    """One seat that is sent packets."""

    seat: str
    name: str
    side: str
    sent: int
    """Packets it was sent."""
    last: str
    """The turn of the last one, empty before the first."""
    stale: bool
    """What its last packet said is no longer true."""
    facts: int
    """New facts since then."""
    news: tuple[tuple[str, str], ...]
    """Turn and sentence of what a packet would newly reveal."""
    orders: int
    """Orders that stand."""


def packet_rows(desk: CampaignDesk) -> list[PacketRow]:
    """A row for every seat but umpires."""
    sides = {side.id: side.name for side in desk.design.sides}
    stale = set(desk.ledger.stale_packets())
    newest = {packet.seat: packet.seq for packet in desk.state.packets}
    found: list[PacketRow] = []
    for seat in player_seats(desk):
        view = view_for(desk, seat.id)
        calendar = desk.design.calendar
        found.append(
            PacketRow(
                seat=seat.id,
                name=seat.name,
                side=sides.get(seat.side or "", ""),
                sent=len(view.sent),
                last=calendar.turn(view.sent[-1].ordinal).label if view.sent else "",
                stale=newest.get(seat.id, 0) in stale,
                facts=len(view.news),
                news=tuple(newly_told(desk.design, view.news, view)),
                orders=len(view.orders),
            )
        )
    return found
