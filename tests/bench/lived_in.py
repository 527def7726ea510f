"""A Market Garden campaign that has been lived in: 20,000 events, packets sent, mistakes mended."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from garden import Garden, garden_design
from small_campaign import NOW

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import EventDraft, LedgerEvent
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.messages import PacketSent
from wardesk.campaign.ledger.kinds.rulings import Points, Reversed
from wardesk.campaign.ledger.kinds.units import StepsLost, StepsRecovered, UnitArrived, UnitMoved
from wardesk.campaign.operation.places import Place
from wardesk.store.campaigns import CampaignStore
from wardesk.store.migrate import create_tables

EVENTS = 20_000
PACKETS = 40
CORRECTIONS = 100
PLACES = ("DZ A / A1", "DZ B", "DZ C", "LZ W")


@cache
def events() -> list[LedgerEvent]:
    """Hundreds of units that arrive, move, lose and recover, over all turns."""
    garden, chance = Garden(), random.Random(5)
    design = garden.design
    units = [
        unit
        for unit in design.units
        if unit.steps_full > 1
        and unit.id not in design.choices
        and any(a.game == "WED" and not a.valid_from for a in design.seen_as.get(unit.id, ()))
    ]
    players = [seat.id for seat in design.seats if seat.role != "umpire"]
    drafts = [
        EventDraft(
            payload=UnitArrived(unit=u.id, place=Place("drop", chance.choice(PLACES), game="WED"))
        )
        for u in units
    ]
    turn, sent, mended = design.calendar.first_ordinal, 0, 0
    points: list[int] = []
    while len(drafts) < EVENTS - 1:
        unit = chance.choice(units).id
        drafts += [
            EventDraft(payload=each)
            for each in (
                UnitMoved(unit=unit, place=Place("drop", chance.choice(PLACES), game="WED")),
                StepsLost(unit=unit, steps=1, cause="the table"),
                StepsRecovered(unit=unit, steps=1),
                Points(side="allied", points=1, cause="a town"),
            )
        ]
        last = len(drafts) + 1  # the opening is event 1
        points.append(last)
        if last > EVENTS * (mended + 1) // (CORRECTIONS + 1):
            mended += 1
            # a mistake is seen late: packets that told it have gone out
            wrong = points.pop(len(points) // 2)
            drafts.append(EventDraft(payload=Reversed(of=(wrong,), reason="Typed wrongly")))
        if last > EVENTS * (sent + 1) // (PACKETS + 1):
            seat = players[sent % len(players)]
            sent += 1
            packet = PacketSent(seat=seat, upto=len(drafts) + 1, sha256="0" * 64)
            drafts.append(EventDraft(payload=packet, seen_by=(seat,)))
        if last > EVENTS * (turn + 1) // design.calendar.turns and turn + 1 < design.calendar.turns:
            turn += 1
            drafts.append(EventDraft(payload=TurnBegun(ordinal=turn)))
    garden.add(drafts[: EVENTS - 1])
    return garden.ledger.events


def lived_in(file: Path) -> Path:
    """The same campaign as a file."""
    store = CampaignStore.create(create_tables(file), garden_design(), "mg", "Long", NOW)
    ledger = Ledger(garden_design(), "mg")
    drafts = [EventDraft(payload=each.payload, seen_by=each.seen_by) for each in events()]
    ledger.append(drafts, actor="umpire", now=NOW, write=store.append)
    store.close()
    return file
