"""A desk over the shipped Market Garden design, with short ways to a turn."""

from __future__ import annotations

from functools import cache

from small_campaign import NOW

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import EventDraft, LedgerEvent
from wardesk.campaign.ledger.kind import Payload
from wardesk.campaign.ledger.kinds.calendar import CampaignOpened, StepClosed, TurnBegun
from wardesk.campaign.ledger.kinds.routes import MarkerAdvanced
from wardesk.campaign.ledger.kinds.units import UnitArrived, UnitEliminated
from wardesk.campaign.market_garden import ch02_bridges, ground
from wardesk.campaign.market_garden.kinds import SpurChosen
from wardesk.campaign.operation.design import Design, design_hash
from wardesk.campaign.operation.places import Place
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.sight import give_sight


@cache
def garden_design() -> Design:
    return find_design("market-garden")[0]


class Garden:
    """The campaign, opened on the first turn."""

    def __init__(self, **options: bool) -> None:
        self.design = garden_design()
        give_sight(self.design)
        self.ledger = Ledger(self.design, "mg")
        opened = CampaignOpened(
            name="Test",
            design=self.design.id,
            design_hash=design_hash(self.design),
            seats=self.design.seats,
            options=options,
        )
        self.add([EventDraft(payload=opened)])

    @property
    def state(self):
        return self.ledger.state

    def add(self, drafts: list[EventDraft]) -> list[LedgerEvent]:
        return self.ledger.append(drafts, actor="umpire", now=NOW)

    def do(self, rule, *args, **more) -> list[LedgerEvent]:
        """Run one rule and enter what comes of it."""
        return self.add(rule(self.design, self.state, *args, **more))

    def go(self, text: str, before: str = "") -> None:
        """Let time pass to a turn, and close the lines of its checklist *before* one by hand."""
        ordinal = self.design.calendar.ordinal(text)
        if ordinal != self.state.ordinal:
            self.add([EventDraft(payload=TurnBegun(ordinal=ordinal))])
        if before:
            close_before(self, before)


def event(payload: Payload) -> list[EventDraft]:
    return [EventDraft(payload=payload)]


def at(text: str) -> int:
    return garden_design().calendar.ordinal(text)


def marker_at(garden: Garden, stop: str, spur: str = "Son") -> None:
    """Put the marker there as if the road had been clear."""
    garden.add(event(SpurChosen(route="club", spur=spur)))
    garden.add(event(MarkerAdvanced(route="club", stop=stop)))


def clear_road(opened: Garden | CampaignDesk, stop: str) -> None:
    """Lose every German who bars the road from the marker to a stop."""
    design, state = opened.design, opened.state
    road, germans = ground.road(design, state), ground.ground_of(design, state, "german")
    first = road.index(ground.marker_cell(design, state))
    ahead = road[first : road.index(design.hexes.stops[stop].hex) + 1]
    lost = germans.near(ahead, germans.units)
    opened.add([EventDraft(payload=UnitEliminated(unit=unit)) for unit in lost])


def close_before(garden: Garden, step: str) -> None:
    """Close the lines of this turn's checklist before *step* by hand."""
    turn = garden.design.calendar.turn(garden.state.ordinal)
    for line in garden.design.checklist:
        if line.id == step:
            return
        mine = (not line.slots or turn.slot in line.slots) and (
            turn.day_number not in line.except_days
        )
        if mine and line.id not in garden.state.closed_steps:
            garden.add(event(StepClosed(step=line.id, note="by hand")))


def bring(garden: Garden, *formations: str, game: str = "WED") -> None:
    """Put the first unit of each formation into a hex."""
    for formation in formations:
        place = Place("hex", "60.150", game=game)
        garden.add(event(UnitArrived(unit=garden.design.members[formation][0], place=place)))


def wired(garden: Garden, bridge: str, side: str) -> None:
    """Let a side control a bridge and wire it."""
    garden.do(ch02_bridges.control, bridge, side)
    garden.do(ch02_bridges.wire, bridge, side)
