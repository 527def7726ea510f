"""A small campaign for tests: two games, a queue, a route with spurs, all of it made up."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import EventDraft, LedgerEvent
from wardesk.campaign.ledger.kind import Payload
from wardesk.campaign.ledger.kinds.calendar import CampaignOpened
from wardesk.campaign.ledger.kinds.fog import FogSet
from wardesk.campaign.ledger.kinds.units import UnitArrived
from wardesk.campaign.ledger.rulings import Query
from wardesk.campaign.operation.calendar import Calendar
from wardesk.campaign.operation.corridor import (
    BoxEdge,
    Bridge,
    Corps,
    LandingZone,
    OffMapBox,
    Route,
    Stop,
)
from wardesk.campaign.operation.design import Design, design_hash
from wardesk.campaign.operation.forces import (
    Appearance,
    Formation,
    IdentityGroup,
    IdentityOption,
    Pool,
    Seat,
    Side,
    Unit,
)
from wardesk.campaign.operation.graph import Link, Node
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.schedule import ChecklistStep, QueueEntry
from wardesk.services.campaign.desk import CampaignDesk

NOW = datetime(2026, 5, 10, 12, tzinfo=UTC)
SEATS = (
    Seat(id="umpire", name="Umpire", role="umpire"),
    Seat(id="red", name="Red", role="commander-in-chief", side="red"),
    Seat(id="blue", name="Blue", role="commander-in-chief", side="blue"),
)
NAMES = ("r1", "r2", "r3", "b1", "b2", "h1", "h2", "q1")


def _unit(name: str, formation: str, steps: int = 2) -> Unit:
    return Unit(
        id=name,
        name=name.upper(),
        formation=formation,
        type="infantry",
        echelon="company",
        symbol="infantry",
        steps_full=steps,
        steps_basis="guess",
        movement="leg",
        basis="guess",
    )


def _formation(key: str, side: str, parent: str | None, **more: Any) -> Formation:
    kind = "side" if parent is None else "brigade"
    return Formation(
        id=key, name=key.title(), side=side, parent=parent, kind=kind, basis="guess", **more
    )


def small_design(**changes: Any) -> Design:
    rows: dict[str, Any] = {
        "id": "small",
        "name": "A small campaign",
        "ruleset": "made-up",
        "version": 1,
        "calendar": Calendar(
            first_day=date(1944, 9, 17), days=3, slots=("0700", "1900", "Night"), first_ordinal=0
        ),
        "games": {"ONE": "Game one", "TWO": "Game two"},
        "sides": (Side(id="red", name="Red"), Side(id="blue", name="Blue")),
        "seats": SEATS,
        "formations": (
            _formation("reds", "red", None),
            _formation("first", "red", "reds", division="reds"),
            _formation("huber-a", "red", "reds"),
            _formation("huber-b", "red", "reds"),
            _formation("blues", "blue", None),
            _formation("second", "blue", "blues", division="blues"),
            _formation("queued", "blue", "blues", division="blues"),
        ),
        "units": (
            _unit("r1", "first"),
            _unit("r2", "first", 3),
            _unit("r3", "first", 1),
            _unit("b1", "second"),
            _unit("b2", "second"),
            _unit("h1", "huber-a"),
            _unit("h2", "huber-b"),
            _unit("q1", "queued"),
        ),
        "appearances": tuple(
            Appearance(
                unit=name, game=game, counter=name.upper(), formation="first", basis="guess"
            )
            for name in NAMES
            for game in ("ONE", "TWO")
            if (name, game) != ("b2", "TWO")
        ),
        "identity_groups": (
            IdentityGroup(
                id="huber",
                rule="exactly-one",
                options=(
                    IdentityOption(id="a", formation="huber-a"),
                    IdentityOption(id="b", formation="huber-b"),
                ),
                basis="guess",
            ),
        ),
        "pools": (Pool(id="trucks", name="Trucks", kind="trucks", count=2, basis="guess"),),
        "routes": (
            Route(
                id="road",
                name="The road",
                start="41.230",
                stops=(
                    Stop(id="town", name="Town", game="ONE", km=5, basis="guess"),
                    Stop(id="son", name="Son", game="ONE", km=9, spur="Son", basis="guess"),
                    Stop(id="best", name="Best", game="ONE", km=9, spur="Best", basis="guess"),
                    Stop(id="gate", name="Gate", game="ONE", km=20, over=("weir",), basis="guess"),
                ),
                spurs=("Son", "Best"),
            ),
        ),
        "bridges": (
            Bridge(id="weir", name="Weir bridge", game="ONE", kind="river", basis="guess"),
            Bridge(
                id="brook", name="Brook bridge", game="ONE", kind="stream", weak=True,
                decided_by="drive", basis="guess",
            ),
        ),
        "zones": (
            LandingZone(
                id="B", name="DZ B", game="ONE", kind="drop", division="blues", basis="guess"
            ),
        ),
        "boxes": (
            OffMapBox(id="start", name="Start", track="xii", order=0, basis="guess"),
            OffMapBox(id="oirschot", name="Oirschot", track="xii", order=1, basis="guess"),
        ),
        "box_edges": (BoxEdge(start="start", end="oirschot", proposed=4, basis="guess"),),
        "corps": (
            Corps(id="xii", name="XII Corps", side="blue", track=("start", "oirschot"),
                  basis="guess"),
        ),
        "queue": (
            QueueEntry(
                position=1, key="hot", name="Hot", formations=("queued",), mode="auto_first",
                game="ONE", basis="guess", position_basis="guess", scores=True,
            ),
            QueueEntry(
                position=2, key="cold", name="Cold", formations=(), mode="roll", game="ONE",
                basis="guess", position_basis="guess", scores=True,
            ),
        ),
        "checklist": (
            ChecklistStep(id="marker", title="Advance the marker", slots=("1900",), cite="1"),
        ),
        "nodes": (
            Node(id="drive", name="The drive", kind="battle", game="ONE",
                 outcomes=("red", "blue", "draw"), basis="guess"),
            Node(id="main", name="The campaign", kind="calendar", game="ONE", basis="guess"),
            Node(id="end", name="The end", kind="end", game="ONE", basis="guess"),
        ),
        "links": (Link(start="drive", end="main"), Link(start="main", end="end")),
        "queries": (
            Query(id="reset", cite="5.2", question="Are failures forgotten?",
                  options=("yes", "no"), proposed="yes", why="It reads so."),
        ),
    }  # fmt: skip
    return Design(**(rows | changes))


def in_sight_of_each_other(desk: CampaignDesk) -> None:
    """Red plays by fog, and one unit of his sees one of the other side."""
    desk.add([
        EventDraft(payload=FogSet(seat="red", hexes=3), seen_by=("red",)),
        EventDraft(payload=UnitArrived(unit="r1", place=Place("hex", "42.228", "S", "ONE"))),
        EventDraft(payload=UnitArrived(unit="b1", place=Place("hex", "42.229", "S", "ONE"))),
    ])  # fmt: skip


class Desk:
    """A ledger with short words for tests."""

    def __init__(self, design: Design | None = None) -> None:
        self.design = design or small_design()
        self.ledger = Ledger(self.design, "c1")
        opened = CampaignOpened(
            name="Test", design=self.design.id, design_hash=design_hash(self.design), seats=SEATS
        )
        self.do(opened)

    @property
    def state(self):
        return self.ledger.state

    def do(self, *payloads: Payload, by: str = "umpire", **more: Any) -> list[LedgerEvent]:
        drafts = [EventDraft(payload=payload, **more) for payload in payloads]
        return self.ledger.append(drafts, actor=by, now=NOW)

    def arrive(self, *units: str, game: str = "ONE") -> None:
        self.do(*(UnitArrived(unit=u, place=Place("hex", "42.228", "S", game)) for u in units))
