"""What events say: one frozen struct a kind. They hold outcomes, never a rule to run again."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from wardesk.campaign.conditions import Scalar
from wardesk.campaign.forces import Seat
from wardesk.campaign.places import Place
from wardesk.campaign.rulings import Evidence, Query, Scope

Count = Annotated[int, Meta(ge=1, le=99)]
Dice = tuple[Annotated[int, Meta(ge=0, le=100)], ...]


class Payload(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """Root of all payloads; the tag is the event's kind."""


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


# ---- route, releases, boxes ---------------------------------------------------------------------


class MarkerAdvanced(Payload, frozen=True, kw_only=True, tag="route.marker_advanced"):
    """The route's marker goes to a stop further on."""

    route: str
    stop: str


class SpurChosen(Payload, frozen=True, kw_only=True, tag="route.spur_chosen"):
    """One of the spurs is taken for good."""

    route: str
    spur: str


class RouteLeft(Payload, frozen=True, kw_only=True, tag="route.left"):
    """The marker has left the first game's map."""

    route: str


class RouteStatus(Payload, frozen=True, kw_only=True, tag="route.status"):
    """The route is open or cut."""

    route: str
    cut: bool
    cause: str = ""


class RouteAttacked(Payload, frozen=True, kw_only=True, tag="route.attacked"):
    """Attacked and closed markers are laid."""

    route: str
    attacked: Annotated[int, Meta(ge=0)] = 0
    closed: Annotated[int, Meta(ge=0)] = 0
    extra: bool = False
    """Beyond the limit of a turn, as an air raid's are."""
    cause: str = ""


class MarkersSpent(Payload, frozen=True, kw_only=True, tag="route.markers_spent"):
    """A status check uses up all markers in the box."""

    route: str


class Released(Payload, frozen=True, kw_only=True, tag="release.released"):
    """A line of the queue comes into play."""

    entry: str
    how: Literal["first", "auto", "roll", "ruling"]


class ReleaseFailed(Payload, frozen=True, kw_only=True, tag="release.failed"):
    """The roll failed; nothing more is released this turn."""

    entry: str


class Bypassed(Payload, frozen=True, kw_only=True, tag="release.bypassed"):
    """A line of the queue is passed over for ever."""

    entry: str
    why: str = ""


class BoxMoved(Payload, frozen=True, kw_only=True, tag="box.moved"):
    """A formation moves off the map, with all its units in play."""

    formation: str
    box: str
    display: bool = False
    """In the map display: it arrives with the next morning."""


class CorpsAdvanced(Payload, frozen=True, kw_only=True, tag="corps.advanced"):
    """A flank corps takes the next box."""

    corps: str
    box: str
    failures: int = 0
    """Failed attempts that go on counting."""


class CorpsFailed(Payload, frozen=True, kw_only=True, tag="corps.failed"):
    """A flank corps stays where it is, and remembers the failure."""

    corps: str


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


# ---- points, rulings, draws, secrets ------------------------------------------------------------


class Points(Payload, frozen=True, kw_only=True, tag="vp.awarded"):
    """Victory points (also taken away), with their cause."""

    side: str
    points: int
    cause: str


class QueryOpened(Payload, frozen=True, kw_only=True, tag="query.opened"):
    """A new question about the rules."""

    query: Query


class RulingMade(Payload, frozen=True, kw_only=True, tag="ruling.made"):
    """A decision of the umpire."""

    id: str
    query: str
    decision: str
    scope: Scope
    author: str
    reason: Annotated[str, Meta(min_length=1)]
    evidence: tuple[Evidence, ...] = ()
    supersedes: str | None = None
    affects: tuple[int, ...] = ()


class Drawn(Payload, frozen=True, kw_only=True, tag="draw.made"):
    """Dice or chits, and where they came from. Written before anybody sees them."""

    what: str
    faces: Dice
    """How many faces each die has; for a chit the number of chits in the cup."""
    results: Dice
    how: Literal["seeded", "typed", "receipt"]
    receipt: str = ""


class Judged(Payload, frozen=True, kw_only=True, tag="proposal.decided"):
    """What the desk proposed and what was decided, with inputs, modifiers and exact odds."""

    title: str
    cite: str
    inputs: tuple[str, ...] = ()
    modifiers: tuple[tuple[str, int], ...] = ()
    needed: int | None = None
    roll: int | None = None
    odds: str = ""
    proposed: str = ""
    decided: str = ""
    override: str = ""
    """The reason, where the umpire decided otherwise."""


class SecretCommitted(Payload, frozen=True, kw_only=True, tag="secret.committed"):
    """Somebody binds himself to something that others may not know yet."""

    secret: str
    seat: str
    about: str
    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class SecretKept(Payload, frozen=True, kw_only=True, tag="secret.kept"):
    """The content of a secret, for its seat and the umpire."""

    secret: str
    nonce: Annotated[str, Meta(pattern=r"^[0-9a-f]{32,}\Z")]
    value: str


class SecretRevealed(Payload, frozen=True, kw_only=True, tag="secret.revealed"):
    """The secret is told; nonce and value must give the digest."""

    secret: str
    nonce: str
    value: str


class OrderGiven(Payload, frozen=True, kw_only=True, tag="order.given"):
    """An order or message of a seat."""

    seat: str
    text: str


class PacketSent(Payload, frozen=True, kw_only=True, tag="packet.sent"):
    """A seat was sent a packet that rests on the events up to *upto*."""

    seat: str
    upto: int
    sha256: str


class Reversed(Payload, frozen=True, kw_only=True, tag="correction.reversed"):
    """Earlier events are taken back; they stay in the ledger and no longer count."""

    of: tuple[int, ...]
    reason: Annotated[str, Meta(min_length=1)]
    approved_by: str = ""


AnyPayload: TypeAlias = (
    Opened | TurnBegun | StepClosed | FactSet | NodeEntered | NodeLeft
    | UnitArrived | UnitMoved | UnitTransferred | StepsLost | StepsRecovered | UnitEliminated
    | UnitRemoved | UnitFlagged | Attached | IdentityChosen
    | MarkerAdvanced | SpurChosen | RouteLeft | RouteStatus | RouteAttacked | MarkersSpent
    | Released | ReleaseFailed | Bypassed | BoxMoved | CorpsAdvanced | CorpsFailed
    | WeatherSet | DropPlanned | DropLanded | DropPostponed | ZonesChanged | DropAssigned
    | BridgeChanged | BridgeWork | BridgeControl | Interdicted | SupplySecured | PoolChanged
    | Points | QueryOpened | RulingMade | Drawn | Judged
    | SecretCommitted | SecretKept | SecretRevealed | OrderGiven | PacketSent | Reversed
)  # fmt: skip
"""Every kind of event."""
