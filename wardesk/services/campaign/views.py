"""What the looking pages of a campaign show, as of any moment, as the umpire or a seat sees it.

Everything is made from the events that the seat may see and from nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from wardesk.campaign.ledger.chain import apply
from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.ledger.history import History
from wardesk.campaign.ledger.seat_view import SeatEvents, believe
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.state import State
from wardesk.documents.packs.campaign_maps import find_atlas
from wardesk.services.campaign.base_map import BaseMap, base_map
from wardesk.services.campaign.boxes import BoxFacts, box_facts
from wardesk.services.campaign.curves import CurveFacts, curve_facts
from wardesk.services.campaign.graph import GraphFacts, graph_facts
from wardesk.services.campaign.operational_map import (
    ALL,
    Bounds,
    MapFacts,
    fight_facts,
    map_facts,
    seat_map,
)
from wardesk.services.campaign.places import Gazetteer
from wardesk.services.campaign.rights import seat_of
from wardesk.services.play.timeline import Mark, Tick

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk

_LOSSES = ("unit.step_lost", "unit.eliminated", "unit.removed")


class Course:
    """All events that a seat sees, as a slider shows them. The first tick is before any event."""

    def __init__(self) -> None:
        self.ticks: list[Tick] = [Tick(0, "")]
        self.turns: list[int] = [-1]
        """The ordinal of the turn of each tick."""
        self.revision = 0

    def follow(self, history: History, sides: dict[str, str], same: int) -> None:
        """Take over events; the first *same* are as they were."""
        events, design = history.events, history.design
        del self.ticks[same + 1 :], self.turns[same + 1 :]
        day = self.turns[-1] // max(1, len(design.calendar.slots)) if same else -1
        for number, event in enumerate(events[same:], same + 1):
            today = event.ordinal // max(1, len(design.calendar.slots))
            begins = today if event.ordinal >= 0 and today != day else -1
            day = today if event.ordinal >= 0 else day
            first = design.calendar.turn(event.ordinal).day.day if begins >= 0 else 0
            marks = frozenset() if event.seq in history.undone else _marks(event, bool(first))
            self.ticks.append(Tick(number, sides.get(event.actor, ""), marks, first))
            self.turns.append(event.ordinal)
        self.revision += 1

    def copy(self) -> Course:
        """The same, for another thread."""
        made = Course()
        made.ticks, made.turns = list(self.ticks), list(self.turns)
        made.revision = self.revision
        return made


def _marks(event: LedgerEvent, day: bool) -> frozenset[Mark]:
    found: set[Mark] = set()
    if day:
        found.add("turn")
    if event.kind in _LOSSES:
        found.add("loss")
    if event.kind == "ruling.made" or event.source == "ruling":
        found.add("ruling")
    if event.kind == "node.left":
        found.add("result")
    return frozenset(found)


class _Seat:
    """What is kept for one seat."""

    def __init__(self, seat: Seat, told: SeatEvents, history: History, bounds: Bounds) -> None:
        self.seat = seat
        self.told, self.history, self.bounds = told, history, bounds
        self.course = Course()
        self.curves: tuple[int, CurveFacts] | None = None
        self.behind = -1
        """How many events of the ledger it has seen."""


class CampaignViews:
    """Answers for the looking pages of one desk. One thread at a time."""

    def __init__(self, desk: CampaignDesk) -> None:
        self._desk = desk
        self._seats: dict[str, _Seat] = {}
        self._gazetteer: Gazetteer | None = None
        self._searched = False

    @property
    def gazetteer(self) -> Gazetteer | None:
        """Where places lie; None where the campaign has no map. DamagedFile for a broken one."""
        if not self._searched:
            atlas = find_atlas(self._desk.design.id)
            self._gazetteer = Gazetteer(self._desk.design, atlas) if atlas is not None else None
            self._searched = True
        return self._gazetteer

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in their order."""
        return tuple(side.id for side in self._desk.design.sides)

    def base_map(self) -> BaseMap | None:
        """The printed part of the map; None where there is none."""
        found = self.gazetteer
        return base_map(found) if found is not None else None

    def course(self, seat: str) -> Course:
        """The slider of a seat."""
        return self._seat(seat).course.copy()

    def moment(self, seat: str, count: int) -> tuple[State, Bounds]:
        """How it stood after the first *count* events of a seat, and what the seat may see."""
        kept = self._seat(seat)
        return kept.history.at(count), kept.bounds

    def map(self, seat: str, count: int) -> MapFacts | None:
        """The operational map after the first *count* events of a seat."""
        found = self.gazetteer
        if found is None:
            return None
        state, bounds = self.moment(seat, count)
        if bounds != ALL:
            return seat_map(found, state, count)
        facts = map_facts(found, state, count)
        return msgspec.structs.replace(facts, fights=fight_facts(found, state))

    def graph(self, seat: str, count: int) -> GraphFacts:
        """The graph of scenarios after the first *count* events of a seat."""
        state, _bounds = self.moment(seat, count)
        return graph_facts(self._desk.design, state)

    def boxes(self, seat: str, count: int) -> BoxFacts:
        """The boxes beside the map after the first *count* events of a seat."""
        state, bounds = self.moment(seat, count)
        return box_facts(self._desk.design, state, bounds)

    def curves(self, seat: str) -> CurveFacts:
        """Everything that is plotted for a seat; made anew only when something happened."""
        kept = self._seat(seat)
        if kept.curves is None or kept.curves[0] != kept.course.revision:
            kept.curves = kept.course.revision, curve_facts(kept.history, kept.bounds)
        return kept.curves[1]

    def revision(self, seat: str) -> int:
        """A number that grows when the course of a seat changes."""
        return self._seat(seat).course.revision

    def turn(self, seat: str, count: int) -> str:
        """The turn on which a seat's event number *count* happened."""
        events, calendar = self._seat(seat).history.events, self._desk.design.calendar
        ordinal = events[count - 1].ordinal if count else calendar.first_ordinal
        return calendar.turn(max(ordinal, 0)).label

    def history(self, seat: str) -> History:
        """The events and states of a seat."""
        return self._seat(seat).history

    def _seat(self, seat: str) -> _Seat:
        """What is kept for a seat, brought up to now. UserError for an unknown seat."""
        desk = self._desk
        own = seat_of(desk.state, seat)
        if seat in self._seats and self._seats[seat].seat != own:
            del self._seats[seat]  # its command is another now
        if seat not in self._seats:
            umpire = own.role == "umpire"
            bounds: Bounds = ALL if umpire else ((own.side or "",), own.formations)
            told = SeatEvents(desk.design, desk.ledger.events, seat)
            self._seats[seat] = _Seat(
                own, told, History(desk.design, count_one=apply if umpire else believe), bounds
            )
        kept = self._seats[seat]
        if kept.behind != desk.ledger.head:
            same = kept.history.follow(kept.told.follow(desk.ledger.events))
            letters = {one.id: one.side or "" for one in desk.state.seats.values()}
            kept.course.follow(kept.history, letters, same)
            kept.behind = desk.ledger.head
        return kept
