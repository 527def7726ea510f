"""The rows of the packets page: each seat, its last packet, and what the next would reveal."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec import Struct

from wardesk.reports.packet import newly_told
from wardesk.reports.packet_words import told_together
from wardesk.services.campaign.owed import owed_by
from wardesk.services.campaign.packets import player_seats, view_for
from wardesk.words import say

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
    """New facts since then, as many as a packet has lines for."""
    news: tuple[tuple[str, str], ...] | None
    """Turn and sentence of what a packet would newly reveal; None: not asked for."""
    orders: int
    """Orders that stand."""
    owes: tuple[str, ...] = ()
    """What it owes, a sentence each; none: nothing."""
    until: str = ""
    """The first deadline."""
    fog: int | None = None
    """How many hexes its units see where it plays by fog; None: it sees the maps."""


def packet_rows(desk: CampaignDesk, news_of: Collection[str] | None = None) -> list[PacketRow]:
    """A row for every seat but umpires, with the news of some alone, or of all."""
    sides = {side.id: side.name for side in desk.design.sides}
    stale = set(desk.ledger.stale_packets())
    newest = {packet.seat: packet.seq for packet in desk.state.packets}
    found: list[PacketRow] = []
    for seat in player_seats(desk):
        view = view_for(desk, seat.id)
        calendar = desk.design.calendar
        debt = owed_by(desk, view)
        late = debt.packet and not debt.answered
        owes = [say("orders for {turn}", turn=debt.packet)] if late else []
        owes += [title for title, _turn in debt.decisions]
        found.append(
            PacketRow(
                seat=seat.id,
                name=seat.name,
                side=sides.get(seat.side or "", ""),
                sent=len(view.sent),
                last=calendar.turn(view.sent[-1].ordinal).label if view.sent else "",
                stale=newest.get(seat.id, 0) in stale,
                facts=len(told_together(desk.design, view.news, view.undone)),
                news=tuple(newly_told(desk.design, view.news, view))
                if news_of is None or seat.id in news_of
                else None,
                orders=len(view.orders),
                owes=tuple(owes),
                until=debt.until,
                fog=desk.state.fog.get(seat.id),
            )
        )
    return found
