"""A desk over the shipped Market Garden design, with short ways to a turn."""

from __future__ import annotations

from functools import cache

from small_campaign import NOW

from wardesk.campaign.design import Design, design_hash
from wardesk.campaign.events import Draft, Event
from wardesk.campaign.ledger import Ledger
from wardesk.campaign.market_garden import ch02_bridges
from wardesk.campaign.payloads import MarkerAdvanced, Opened, Payload, SpurChosen, TurnBegun
from wardesk.documents.campaign_packs import find_design


@cache
def garden_design() -> Design:
    return find_design("market-garden")[0]


class Garden:
    """The campaign, opened on the first turn."""

    def __init__(self, **options: bool) -> None:
        self.design = garden_design()
        self.ledger = Ledger(self.design, "mg")
        opened = Opened(
            name="Test",
            design=self.design.id,
            design_hash=design_hash(self.design),
            seats=self.design.seats,
            options=options,
        )
        self.add([Draft(payload=opened)])

    @property
    def state(self):
        return self.ledger.state

    def add(self, drafts: list[Draft]) -> list[Event]:
        return self.ledger.append(drafts, actor="umpire", now=NOW)

    def do(self, rule, *args, **more) -> list[Event]:
        """Run one rule and enter what comes of it."""
        return self.add(rule(self.design, self.state, *args, **more))

    def go(self, text: str) -> None:
        """Let time pass to a turn."""
        ordinal = self.design.calendar.ordinal(text)
        if ordinal != self.state.ordinal:
            self.add([Draft(payload=TurnBegun(ordinal=ordinal))])


def event(payload: Payload) -> list[Draft]:
    return [Draft(payload=payload)]


def at(text: str) -> int:
    return garden_design().calendar.ordinal(text)


def marker_at(garden: Garden, stop: str, spur: str = "Son") -> None:
    """Put the marker there as if the road had been clear."""
    garden.add(event(SpurChosen(route="club", spur=spur)))
    garden.add(event(MarkerAdvanced(route="club", stop=stop)))


def wired(garden: Garden, bridge: str, side: str) -> None:
    """Let a side control a bridge and wire it."""
    garden.do(ch02_bridges.control, bridge, side)
    garden.do(ch02_bridges.wire, bridge, side)
