"""What events say: one frozen struct a kind. They hold outcomes, never a rule to run again."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from wardesk.campaign.ledger.kind import Count, Payload
from wardesk.campaign.ledger.payload_records import (
    Drawn,
    Judged,
    OrderGiven,
    PacketSent,
    Points,
    QueryOpened,
    Reversed,
    RulingMade,
    SecretCommitted,
    SecretKept,
    SecretRevealed,
)
from wardesk.campaign.ledger.payload_routes import (
    Bypassed,
    CorpsAdvanced,
    CorpsFailed,
    MarkerAdvanced,
    MarkersSpent,
    Released,
    ReleaseFailed,
    RouteAttacked,
    RouteLeft,
    RouteStatus,
    SpurChosen,
)
from wardesk.campaign.operation.conditions import Scalar
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.places import Place

# ---- the campaign itself ------------------------------------------------------------------------


class Opened(Payload, frozen=True, kw_only=True, tag="campaign.opened"):
    """The campaign begins."""

    name: str
    design: str
    design_hash: str
    seats: tuple[Seat, ...]
    options: dict[str, bool | int | str] = {}


class TurnBegun(Payload, frozen=True, kw_only=True, tag="turn.begun"):
    """The calendar moves to a turn."""

    ordinal: Annotated[int, Meta(ge=0)]


class StepClosed(Payload, frozen=True, kw_only=True, tag="step.closed"):
    """A line of the turn's checklist is done; *note* says how, if by hand."""

    step: str
    note: str = ""


class FactSet(Payload, frozen=True, kw_only=True, tag="fact.set"):
    """Something is known now that conditions may ask for."""

    fact: str
    value: Scalar


class NodeEntered(Payload, frozen=True, kw_only=True, tag="node.entered"):
    """A scenario begins with these units."""

    node: str
    units: tuple[str, ...] = ()


class NodeLeft(Payload, frozen=True, kw_only=True, tag="node.left"):
    """A scenario is over."""

    node: str
    winner: str = ""
    score: dict[str, int] = {}
    note: str = ""


# ---- units --------------------------------------------------------------------------------------


class UnitArrived(Payload, frozen=True, kw_only=True, tag="unit.arrived"):
    """A unit comes into play."""

    unit: str
    place: Place


class UnitMoved(Payload, frozen=True, kw_only=True, tag="unit.moved"):
    """A unit in play is elsewhere now."""

    unit: str
    place: Place


class UnitTransferred(Payload, frozen=True, kw_only=True, tag="unit.transferred"):
    """A unit leaves one game for another; it is in transit until it arrives there."""

    unit: str
    from_game: str
    to_game: str


class StepsLost(Payload, frozen=True, kw_only=True, tag="unit.step_lost"):
    """A unit loses steps; with the last one it is eliminated."""

    unit: str
    steps: Count
    cause: str = ""


class StepsRecovered(Payload, frozen=True, kw_only=True, tag="unit.step_recovered"):
    """A unit gets steps back; *place* where an eliminated one returns."""

    unit: str
    steps: Count
    place: Place | None = None
    cause: str = ""


class UnitEliminated(Payload, frozen=True, kw_only=True, tag="unit.eliminated"):
    """A unit is lost with all its steps."""

    unit: str
    cause: str = ""


class UnitRemoved(Payload, frozen=True, kw_only=True, tag="unit.removed"):
    """A unit is out of the campaign for good."""

    unit: str
    cause: str = ""


class UnitFlagged(Payload, frozen=True, kw_only=True, tag="unit.flagged"):
    """A lasting mark on a unit: abandoned transport, a hero."""

    unit: str
    flag: str
    on: bool = True


class Attached(Payload, frozen=True, kw_only=True, tag="formation.attached"):
    """A formation stands under another one now."""

    formation: str
    to: str


class IdentityChosen(Payload, frozen=True, kw_only=True, tag="identity.chosen"):
    """Which set of counters stands for the same troops."""

    group: str
    option: str


# ---- boxes ---------------------------------------------------------------------


class BoxMoved(Payload, frozen=True, kw_only=True, tag="box.moved"):
    """A formation moves off the map, with all its units in play."""

    formation: str
    box: str
    display: bool = False
    """In the map display: it arrives with the next morning."""


# ---- weather, drops, bridges, supply ------------------------------------------------------------


class WeatherSet(Payload, frozen=True, kw_only=True, tag="weather.set"):
    """The weather from this turn on."""

    weather: Literal["clear", "fog", "overcast", "rain"]
    fog: Annotated[int, Meta(ge=0, le=9)] | None = None
    cleared: bool = False
    """Fog that cleared on this turn."""


class DropPlanned(Payload, frozen=True, kw_only=True, tag="drop.planned"):
    """The turns on which today's drop of a division may come; the choice is a secret."""

    division: str
    number: int
    turns: tuple[int, ...]
    supply_only: bool = False


class DropLanded(Payload, frozen=True, kw_only=True, tag="drop.landed"):
    """A drop has come down."""

    division: str
    number: int


class DropPostponed(Payload, frozen=True, kw_only=True, tag="drop.postponed"):
    """A division's remaining drops come so many days later."""

    division: str
    days: Count = 1
    why: str = ""


class ZonesChanged(Payload, frozen=True, kw_only=True, tag="drop.zones_changed"):
    """The umpire's table answered a request for other zones."""

    division: str
    result: Literal["success", "none", "abort"]


class DropAssigned(Payload, frozen=True, kw_only=True, tag="drop.assigned"):
    """A formation's drop number and zone, when they become known."""

    formation: str
    number: int
    zone: str


class BridgeChanged(Payload, frozen=True, kw_only=True, tag="bridge.changed"):
    """A bridge is in another state."""

    bridge: str
    state: str
    by: str = ""
    unit: str = ""
    """The bridging unit that is put there, empty if none is."""


class BridgeWork(Payload, frozen=True, kw_only=True, tag="bridge.work"):
    """A bulldozer is put at a weak bridge."""

    bridge: str
    what: Literal["bulldozer"] = "bulldozer"


class BridgeControl(Payload, frozen=True, kw_only=True, tag="bridge.control"):
    """A side controls a bridge; empty: contested."""

    bridge: str
    side: str


class Interdicted(Payload, frozen=True, kw_only=True, tag="supply.interdicted"):
    """A division's supply drop fails, or comes again."""

    division: str
    on: bool


class SupplySecured(Payload, frozen=True, kw_only=True, tag="supply.secured"):
    """A division is always in supply from now on."""

    division: str


class PoolChanged(Payload, frozen=True, kw_only=True, tag="pool.changed"):
    """Goods are used or come back."""

    pool: str
    change: int
    cause: str = ""


KINDS: tuple[type[Payload], ...] = tuple(Payload.__subclasses__())
"""Every kind of event."""
