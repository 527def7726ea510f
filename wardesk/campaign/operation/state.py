"""How a campaign stands: what the events up to now add up to. A cache; the ledger is the truth."""

from __future__ import annotations

from typing import Any, cast

from msgspec import Struct, field
from msgspec.structs import replace

from wardesk.campaign.ledger.rulings import Query, Ruling
from wardesk.campaign.operation.conditions import Scalar
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.places import NOT_YET, Place


class UnitState(Struct, frozen=True):
    """One unit now."""

    place: Place = NOT_YET
    steps: int = 0
    flags: tuple[str, ...] = ()
    dropped: str = ""
    """The zone on which it came down from the air, wherever it is now; empty if it did not."""

    @property
    def game(self) -> str:
        """On which game's table it is, empty if on none."""
        return self.place.game


class RouteState(Struct, frozen=True):
    """A route now."""

    stop: int
    """Index of the stop where the marker is; -1 at the start."""
    spur: str = ""
    cut: bool = False
    left: bool = False
    left_at: int | None = None
    attacked: int = 0
    closed: int = 0
    """Markers that wait for a status check."""
    attacked_ever: int = 0
    closed_ever: int = 0
    laid: tuple[int, int, int] = (-1, 0, 0)
    """Turn, attacked and closed markers that were laid on it within its limit."""
    moved_at: int | None = None
    """The turn on which the marker was moved last."""


class QueueState(Struct, frozen=True):
    """A line of the release queue now; *at* is the turn on which it left the queue."""

    status: str = "waiting"
    how: str = ""
    at: int | None = None
    failed_at: int | None = None
    """The turn on which a roll for it failed last."""


class CorpsState(Struct, frozen=True):
    """A flank corps now: index on its track, failures that help the next roll."""

    box: int = 0
    failures: int = 0
    tried_at: int | None = None


class BridgeStanding(Struct, frozen=True):
    """A bridge now."""

    state: str
    by: str = ""
    control: str = ""
    since: int = 0
    bailey_at: int | None = None
    """The turns on which a bridging unit and a bulldozer were put there last."""
    bulldozer_at: int | None = None
    unit: str = ""
    """The bridging unit that stands there, or stood there last."""


class BoxStanding(Struct, frozen=True):
    """Where a formation is off the map, and since which turn."""

    box: str
    display: bool = False
    at: int = 0


class Weather(Struct, frozen=True):
    """The weather now, and since which turn."""

    kind: str = ""
    fog: int | None = None
    since: int = -1
    cleared: bool = False


class Secret(Struct, frozen=True):
    """A commitment, and whether it has been told."""

    seat: str
    about: str
    digest: str
    seq: int
    kept: tuple[str, str] | None = None
    revealed: str | None = None


class TookPart(Struct, frozen=True):
    """A unit's time in a scenario: the events at which it came and went, its steps at both."""

    unit: str
    came: int
    steps_in: int
    went: int | None = None
    steps_out: int | None = None


class NodeState(Struct, frozen=True):
    """A scenario that was entered: the units in it, and once it is over who won."""

    units: tuple[str, ...] = ()
    over: bool = False
    winner: str = ""
    score: dict[str, int] = {}
    began: int = 0
    """The event that began it."""
    ended: int | None = None
    parts: tuple[TookPart, ...] = ()
    """Everybody who was ever in it, in the order of coming."""

    def joined(self, units: tuple[str, ...], state: State, seq: int) -> NodeState:
        """With *units* that come in at an event."""
        came = (TookPart(unit, seq, state.units[unit].steps) for unit in units)
        return replace(self, units=(*self.units, *units), parts=(*self.parts, *came))

    def parted(self, units: tuple[str, ...], state: State, seq: int) -> NodeState:
        """The same, but that the part of *units* ends at an event."""
        gone = set(units)
        parts = tuple(
            replace(part, went=seq, steps_out=state.units[part.unit].steps)
            if part.unit in gone and part.went is None
            else part
            for part in self.parts
        )
        return replace(self, parts=parts)


class Score(Struct, frozen=True):
    """One line of the victory points."""

    seq: int
    side: str
    points: int
    cause: str
    ordinal: int


class SentPacket(Struct, frozen=True):
    """A packet that a seat was sent."""

    seq: int
    """Its event."""
    seat: str
    upto: int
    """The last event that it rests on."""


class SeenTroops(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Troops of another side at one place, as well as somebody could make them out."""

    place: Place
    formation: str = ""
    """Empty where it was not recognized; *what* says what it looked like then."""
    what: str = ""
    units: int = 0
    """0 is not known."""
    steps: tuple[int, int] = (0, 0)
    """At least and at most; 0 and 0 is not known."""

    @property
    def subject(self) -> str:
        """What newer news of the same takes the place of."""
        return self.formation or f"? {self.what}, {self.place.at}"


class LastSeen(Struct, frozen=True):
    """The newest sighting of something: where all of it was, when, and how that is known."""

    rows: tuple[SeenTroops, ...]
    ordinal: int
    how: str = ""


class State(Struct, kw_only=True):
    """Everything a campaign's events add up to. Only `fold` writes to it."""

    seq: int = 0
    name: str = ""
    ordinal: int = -1
    seats: dict[str, Seat] = field(default_factory=dict[str, Seat])
    options: dict[str, bool | int | str] = field(default_factory=dict[str, bool | int | str])
    units: dict[str, UnitState] = field(default_factory=dict[str, UnitState])
    attached: dict[str, str] = field(default_factory=dict[str, str])
    identities: dict[str, str] = field(default_factory=dict[str, str])
    closed_steps: dict[str, str] = field(default_factory=dict[str, str])
    """Lines of the present turn's checklist that are done."""
    left: dict[str, str] = field(default_factory=dict[str, str])
    """Duties that nobody will do any more, by their ids, each with the reason."""
    facts: dict[str, Scalar] = field(default_factory=dict[str, Scalar])
    nodes: dict[str, NodeState] = field(default_factory=dict[str, NodeState])
    routes: dict[str, RouteState] = field(default_factory=dict[str, RouteState])
    queue: dict[str, QueueState] = field(default_factory=dict[str, QueueState])
    boxes: dict[str, BoxStanding] = field(default_factory=dict[str, BoxStanding])
    """Formations that are off the map."""
    corps: dict[str, CorpsState] = field(default_factory=dict[str, CorpsState])
    weather: Weather = Weather()
    bridges: dict[str, BridgeStanding] = field(default_factory=dict[str, BridgeStanding])
    pools: dict[str, int | None] = field(default_factory=dict[str, int | None])
    scores: list[Score] = field(default_factory=list[Score])
    queries: dict[str, Query] = field(default_factory=dict[str, Query])
    rulings: dict[str, Ruling] = field(default_factory=dict[str, Ruling])
    secrets: dict[str, Secret] = field(default_factory=dict[str, Secret])
    packets: list[SentPacket] = field(default_factory=list[SentPacket])
    fog: dict[str, int] = field(default_factory=dict[str, int])
    """Seats that know of the other side only what they sight: how many hexes each can see."""
    sightings: dict[str, dict[str, LastSeen]] = field(
        default_factory=dict[str, dict[str, LastSeen]]
    )
    """What each seat has seen, by what it was; a seat's table is never written to."""
    draws: int = 0
    steps_lost: int = 0
    steps_recovered: int = 0
    own: dict[str, Struct] = field(default_factory=dict[str, Struct])
    """What the kinds that an operation brings add up to: frozen values, by names of its own."""

    def copy(self) -> State:
        """The same once more, to try on it what has not happened."""
        return State(**{name: _copied(getattr(self, name)) for name in self.__struct_fields__})

    def points(self, side: str) -> int:
        """A side's victory points."""
        return sum(score.points for score in self.scores if score.side == side)

    def decision(self, query: str) -> str:
        """What is used for a question: the umpire's ruling that stands, else our proposal."""
        replaced = {ruling.supersedes for ruling in self.rulings.values()}
        for ruling in reversed(self.rulings.values()):
            if ruling.query == query and ruling.id not in replaced:
                return ruling.decision
        return self.queries[query].proposed if query in self.queries else ""


def _copied(value: Any) -> Any:  # noqa: ANN401 - a field of a state
    """A field of its own; what is frozen is shared."""
    if isinstance(value, dict):
        rows = cast("dict[object, object]", value)
        return {key: _copied(each) for key, each in rows.items()}
    return [*cast("list[object]", value)] if isinstance(value, list) else value


def first_state(design: Design) -> State:
    """How a campaign of this design stands before its first event."""
    state = State()
    queued = {name for entry in design.queue for name in entry.formations}
    waiting = {unit for name in queued for unit in design.members.get(name, ())}
    pooled = {unit for pool in design.pools for unit in pool.units}
    for unit in design.units:
        kind = "pool" if unit.id in pooled else "queue" if unit.id in waiting else "not-yet"
        state.units[unit.id] = UnitState(Place(kind), unit.steps_full)
    state.routes = {route.id: RouteState(stop=-1) for route in design.routes}
    state.queue = {entry.key: QueueState() for entry in design.queue}
    state.corps = {corps.id: CorpsState() for corps in design.corps}
    state.bridges = {b.id: BridgeStanding(b.first_state) for b in design.bridges}
    state.pools = {pool.id: pool.count for pool in design.pools}
    state.queries = {query.id: query for query in design.queries}
    return state
