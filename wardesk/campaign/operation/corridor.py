"""Where it is fought: sheets, the route with its stops and spurs, bridges, zones, off-map boxes."""

from __future__ import annotations

import re
from collections import deque
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardesk.campaign.operation.forces import Basis, Id
from wardesk.errors import UserError
from wardesk.words import say

_HEX = re.compile(r"(\d{1,3})\.(\d{1,3})\Z")


def hex_xy(label: str) -> tuple[int, int]:
    """Column and row of a hex number: ``41.64`` is column 41, row 64, not a decimal.

    UserError for anything else.
    """
    found = _HEX.match(label)
    if not found:
        raise UserError(
            say("{label!r} is no hex number.", label=label), "Write column, dot, row, like 41.64."
        )
    return int(found[1]), int(found[2])


HexNumbers = Literal["oblique", "staggered"]
"""How the hexes of a sheet are numbered: by axial coordinates, or by columns and rows, where even
columns lie half a hex lower."""


def axial(label: str, numbers: HexNumbers) -> tuple[int, int]:
    """Axial coordinates of a hex number. UserError if it is none.

    Neighbours of (q, r): (q, r±1), (q±1, r), (q+1, r−1), (q−1, r+1).
    """
    x, y = hex_xy(label)
    return (x, y) if numbers == "oblique" else (x, y - (x + x % 2) // 2)


def adjacent(first: str, second: str, numbers: HexNumbers) -> bool:
    """Whether two hexes of one sheet share a side."""
    (x, y), (u, v) = axial(first, numbers), axial(second, numbers)
    return (u - x, v - y) in {(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)}


class PrintedMap(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One printed map. Places are (sheet, label); the numbering scheme belongs to the sheet."""

    id: Id
    name: str
    game: str
    numbering: HexNumbers
    left_out: Annotated[int, Meta(ge=0, le=900)] = 0
    """What the print leaves out of a column: 41.64 is 141.64 on the map of the whole country."""
    basis: Basis


class HexList(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place that is known by its hexes: a drop zone, a way in."""

    name: str
    hexes: tuple[str, ...]
    origin: str
    """``printed``, ``deduced`` from what is printed, or ``reckoned`` from the ground."""
    metres: int | None = None
    """How far off it may be."""
    note: str = ""


class StopHex(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The hex of a stop of the route, and others that count as it."""

    hex: str
    or_hexes: tuple[str, ...] = ()
    origin: str
    note: str = ""


class ArrivalHexes(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a line of the schedule comes in: its zones, its ways in, its own hexes, or a rule."""

    subject: str
    game: str
    mode: str
    was: str = ""
    """How the schedule calls the place."""
    zones: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    rule: str = ""
    origin: str
    note: str = ""


class Whereabouts(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The hexes of everything that a campaign calls by a name, as its map numbers them."""

    numbering: str = ""
    zones: dict[str, HexList] = {}
    entries: dict[str, HexList] = {}
    stops: dict[str, StopHex] = {}
    route: dict[str, tuple[str, ...]] = {}
    """The road hex by hex, and its spurs."""
    arrivals: tuple[ArrivalHexes, ...] = ()
    """In the order of the schedule."""
    limits: dict[str, int] = {}
    """Lines that a formation may not pass northward: how far south they lie, in half hexes."""

    def cells(self, name: str) -> tuple[str, ...]:
        """The hexes of a zone, a way in or a stop by its id or its name; none if unknown."""
        for rows in (self.zones, self.entries):
            for key, row in rows.items():
                if name in (key, row.name):
                    return row.hexes
        stop = self.stops.get(name)
        return (stop.hex, *stop.or_hexes) if stop is not None else ()

    def where(self, arrival: ArrivalHexes) -> tuple[str, ...]:
        """The hexes in which a line of the schedule comes in; none for one that goes by a rule."""
        named = [cell for name in (*arrival.zones, *arrival.entries) for cell in self.cells(name)]
        return tuple(dict.fromkeys((*arrival.hexes, *named)))


class Seam(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A named exit of one game that is an entry of another. No arithmetic joins the sheets."""

    id: Id
    name: str
    from_game: str
    from_hex: str | None = None
    to_game: str
    to_hex: str | None = None
    basis: Basis
    note: str = ""


class Stop(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place on the route where its marker may stand."""

    id: Id
    name: str
    game: str
    hex: str | None = None
    """None: the printed hex is not known to us."""
    or_hexes: tuple[str, ...] = ()
    """Other hexes that count as this stop."""
    km: float
    """Along the route, from its start."""
    spur: str | None = None
    over: tuple[str, ...] = ()
    """Bridges on the way to this stop from the one before."""
    leaves: bool = False
    """Reaching it takes the marker off the first game's map."""
    basis: Basis
    note: str = ""


class Route(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A road over all maps, its stops in order. Of the *spurs* only one is ever used."""

    id: Id
    name: str
    start: str
    stops: tuple[Stop, ...]
    spurs: tuple[str, ...] = ()

    def index(self, stop: str) -> int:
        """Where *stop* stands in the order. UserError for an unknown one."""
        for number, each in enumerate(self.stops):
            if each.id == stop:
                return number
        names = ", ".join(each.id for each in self.stops)
        raise UserError(
            say("{name} has no stop called {stop!r}.", name=self.name, stop=stop),
            say("It has {names}.", names=names),
        )


BridgeKind = Literal["river", "stream", "rail"]
BridgeState = Literal[
    "intact", "wired", "blown", "bailey-placed", "bailey-working", "bailey-suppressed",
    "unchecked", "stable", "unstable",
]  # fmt: skip
BRIDGE_MOVES: dict[str, tuple[str, ...]] = {
    "intact": ("wired", "blown"),
    "wired": ("intact", "blown"),
    "blown": ("bailey-placed",),
    "bailey-placed": ("bailey-working", "blown"),
    "bailey-working": ("bailey-suppressed", "blown"),
    "bailey-suppressed": ("bailey-working", "blown"),
    "unchecked": ("stable", "unstable"),
    "unstable": ("stable",),
    "stable": (),
}
"""Which state may follow which, as data: a river bridge is blown, a stream bridge is checked."""


def steps_between(before: str, after: str) -> list[str]:
    """The states that a bridge goes through from one to another; none where it cannot."""
    came = {before: ""}
    waiting = deque([before])
    while waiting and after not in came:
        now = waiting.popleft()
        for other in BRIDGE_MOVES[now]:
            if other not in came:
                came[other] = now
                waiting.append(other)
    found: list[str] = []
    while after in came and after != before:
        found.append(after)
        after = came[after]
    return found[::-1]


IMPASSABLE: frozenset[str] = frozenset({"blown", "bailey-placed", "bailey-suppressed", "unstable"})
"""No vehicle crosses and no route is traced over a bridge in one of these states."""


class Bridge(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A bridge with its flags. A *weak* stream bridge may turn out unable to bear vehicles."""

    id: Id
    name: str
    game: str
    kind: BridgeKind
    hexes: tuple[str, ...] = ()
    weak: bool = False
    no_wire: bool = False
    no_destroy: bool = False
    no_improve: bool = False
    decided_by: str | None = None
    """The scenario whose result decides whether it is stable."""
    lon: float | None = None
    lat: float | None = None
    basis: Basis
    note: str = ""

    @property
    def first_state(self) -> str:
        """In which state it begins the campaign."""
        return "unchecked" if self.weak else "intact"


class LandingZone(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Drop or landing zone: its hexes, or the zones it is made of."""

    id: Id
    name: str
    game: str
    kind: Literal["drop", "landing", "both"]
    division: str
    hexes: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    starred: bool = False
    supply: bool = False
    basis: Basis
    note: str = ""


class OffMapBox(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place off the map."""

    id: Id
    name: str
    track: str | None = None
    """The flank corps that advances through it."""
    order: int | None = None
    """Its place on that track, 0 for the start."""
    basis: Basis
    note: str = ""


class BoxEdge(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A way between boxes; *arrow* is what a corps needs to roll to use it."""

    start: str
    end: str
    arrow: Annotated[int, Meta(ge=0, le=9)] | None = None
    proposed: Annotated[int, Meta(ge=0, le=9)] | None = None
    one_way: bool = False
    basis: Basis


class MapEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a formation comes from a box onto the map; a corps in *shut_by* closes it."""

    id: Id
    name: str
    box: str
    owner: str
    hex: str | None = None
    shut_by: str | None = None
    basis: Basis
    note: str = ""


class Corps(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A flank corps that advances box by box beside the map."""

    id: Id
    name: str
    side: str
    track: tuple[str, ...]
    """Its boxes from south to north."""
    basis: Basis
    note: str = ""
