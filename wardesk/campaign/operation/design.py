"""The design of a campaign: everything that is fixed before play; frozen when play begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from wardesk.campaign.ledger.rulings import Query
from wardesk.campaign.operation.calendar import Calendar
from wardesk.campaign.operation.conditions import Condition, FactKind
from wardesk.campaign.operation.corridor import (
    BoxEdge,
    Bridge,
    Corps,
    HexNumbers,
    LandingZone,
    MapEntry,
    OffMapBox,
    PrintedMap,
    Route,
    Seam,
    Whereabouts,
    axial,
    hex_xy,
)
from wardesk.campaign.operation.dice import DICE, TEN, DieName, odds_of
from wardesk.campaign.operation.forces import (
    Alias,
    Appearance,
    Attachment,
    Formation,
    Id,
    IdentityGroup,
    Pool,
    Seat,
    Side,
    Unit,
)
from wardesk.campaign.operation.graph import Link, Node
from wardesk.campaign.operation.schedule import Arrival, ChecklistStep, PointRule, QueueEntry
from wardesk.engine.rules import SeenFrom
from wardesk.errors import UserError
from wardesk.model.look import OddsLine
from wardesk.words import readied, say

T = TypeVar("T")


class TableRow(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of a table: for rolls *low* to *high*, both included; None is open-ended."""

    low: int | None = None
    high: int | None = None
    result: str
    value: int | None = None
    then: tuple[str, ...] = ()
    """What it does (`effects`), where the desk rolls on the table: ``flag bridges = 2``."""

    @property
    def label(self) -> str:
        """Its result, with the value where it has one."""
        if self.value is None:
            return self.result
        return say("{result} ({value})", result=self.result, value=self.value)


class TableModifier(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is added to the die while a condition holds; always without one."""

    label: str
    value: int
    condition: Condition | None = None


class Flag(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that a campaign keeps in mind, and conditions ask for as ``flag.<id>``."""

    id: Id
    name: str
    kind: FactKind = "bool"
    words: tuple[str, ...] = ()
    """What it may be, if it is a word."""
    low: int | None = None
    high: int | None = None
    start: bool | int | str | None = None
    """Its value from the first turn on; None: not yet known."""


class OperationTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table rolled on with one die, plus modifiers."""

    id: str
    title: str
    cite: str
    rows: tuple[TableRow, ...]
    reconstruction: str = ""
    modified: bool = False
    """Rolls may leave the faces of the die through modifiers, so its ends must be open."""
    modifiers: tuple[TableModifier, ...] = ()
    """What is added to the die by itself."""
    die: DieName = TEN
    seen: Literal["everybody", "umpire"] = "everybody"
    """Who is told of its die, its modifiers and its result; what that brings shows by itself."""

    def row(self, roll: int) -> TableRow:
        """The line for a (modified) roll. UserError when no line covers it."""
        for row in self.rows:
            if (row.low is None or roll >= row.low) and (row.high is None or roll <= row.high):
                return row
        raise UserError(
            say("{title!s} has no line for {roll!s}.", title=self.title, roll=roll),
            "Mend the table.",
        )

    def odds(self, modifier: int = 0) -> tuple[OddsLine, ...]:
        """The exact chance of every result with *modifier* added to the die."""
        return odds_of(self.row(roll + modifier).label for roll in DICE[self.die])


class Design(Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """A whole campaign before its first turn."""

    id: str
    name: str
    ruleset: str
    version: int
    calendar: Calendar
    games: dict[str, str]
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    spare_seats: tuple[Seat, ...] = ()
    """Offered beside them: nobody sits there unless it is wanted."""
    formations: tuple[Formation, ...]
    units: tuple[Unit, ...]
    appearances: tuple[Appearance, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    identity_groups: tuple[IdentityGroup, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    aliases: tuple[Alias, ...] = ()
    pools: tuple[Pool, ...] = ()
    sheets: tuple[PrintedMap, ...] = ()
    seams: tuple[Seam, ...] = ()
    routes: tuple[Route, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    zones: tuple[LandingZone, ...] = ()
    boxes: tuple[OffMapBox, ...] = ()
    box_edges: tuple[BoxEdge, ...] = ()
    entries: tuple[MapEntry, ...] = ()
    corps: tuple[Corps, ...] = ()
    queue: tuple[QueueEntry, ...] = ()
    points: tuple[PointRule, ...] = ()
    checklist: tuple[ChecklistStep, ...] = ()
    nodes: tuple[Node, ...] = ()
    links: tuple[Link, ...] = ()
    tables: tuple[OperationTable, ...] = ()
    flags: tuple[Flag, ...] = ()
    queries: tuple[Query, ...] = ()
    hexes: Whereabouts = Whereabouts()
    options: dict[str, bool | int | str] = {}
    """Settings with their defaults, fixed when a campaign is opened."""
    proposals: str = ""
    """What the overlay of proposed numbers is, shown wherever one is used; may be empty."""
    sources: tuple[str, ...] = ()
    reconstruction: tuple[str, ...] = ()

    @cached_property
    def unit(self) -> Mapping[str, Unit]:
        """Units by id."""
        return {each.id: each for each in self.units}

    @cached_property
    def formation(self) -> Mapping[str, Formation]:
        """Formations by id."""
        return {each.id: each for each in self.formations}

    @cached_property
    def bridge(self) -> Mapping[str, Bridge]:
        """Bridges by id."""
        return {each.id: each for each in self.bridges}

    @cached_property
    def box(self) -> Mapping[str, OffMapBox]:
        """Off-map boxes by id."""
        return {each.id: each for each in self.boxes}

    @cached_property
    def node(self) -> Mapping[str, Node]:
        """Nodes by id."""
        return {each.id: each for each in self.nodes}

    @cached_property
    def zone(self) -> Mapping[str, LandingZone]:
        """Drop and landing zones by id."""
        return {each.id: each for each in self.zones}

    @cached_property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """Every formation with all units at home below it, at any depth."""
        found: dict[str, list[str]] = {each.id: [] for each in self.formations}
        for unit in self.units:
            for formation in self.above(unit.formation):
                found[formation].append(unit.id)
        return {key: tuple(units) for key, units in found.items()}

    @cached_property
    def counters(self) -> Mapping[tuple[str, str], str]:
        """The unit behind a counter, by (game, counter)."""
        return {(each.game, each.counter): each.unit for each in self.appearances}

    @cached_property
    def seen_as(self) -> Mapping[str, tuple[Appearance, ...]]:
        """The counters of each unit that has any."""
        found: dict[str, list[Appearance]] = {}
        for each in self.appearances:
            found.setdefault(each.unit, []).append(each)
        return {unit: tuple(rows) for unit, rows in found.items()}

    @cached_property
    def choices(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """The (group, option) pairs that a unit belongs to, for units of exclusive sets."""
        found: dict[str, list[tuple[str, str]]] = {}
        for group in self.identity_groups:
            for option in group.options:
                for unit in (*option.units, *self.members.get(option.formation or "", ())):
                    found.setdefault(unit, []).append((group.id, option.id))
        return {unit: tuple(pairs) for unit, pairs in found.items()}

    def above(self, formation: str) -> tuple[str, ...]:
        """The formation and those over it, the highest last. Ends at an unknown parent."""
        return self._chains.get(formation, ())

    @cached_property
    def _chains(self) -> Mapping[str, tuple[str, ...]]:
        """What stands over each formation: duties and arrivals ask for it thousands of times."""
        return {formation: self._chain(formation) for formation in self.formation}

    def _chain(self, formation: str) -> tuple[str, ...]:
        found: list[str] = []
        at: str | None = formation
        while at is not None and at in self.formation and at not in found:
            found.append(at)
            at = self.formation[at].parent
        return tuple(found)

    @cached_property
    def schedule(self) -> Mapping[tuple[str, str], Arrival]:
        """The line that brings each unit into each game: its own, else the nearest formation's."""
        found: dict[tuple[str, str], Arrival] = {}
        rank: dict[tuple[str, str], int] = {}
        for arrival in self.arrivals:
            if arrival.for_scenario:
                continue
            for unit in self.brought_by(arrival):
                above = self.above(self.unit[unit].formation)
                near = -1 if arrival.subject_kind == "unit" else above.index(arrival.subject)
                key = (unit, arrival.game)
                if key not in rank or near < rank[key]:
                    found[key], rank[key] = arrival, near
        return found

    def brought_by(self, arrival: Arrival) -> tuple[str, ...]:
        """The units that a line of the schedule speaks of."""
        if arrival.subject_kind == "unit":
            return (arrival.subject,)
        return self.members.get(arrival.subject, ())

    @cached_property
    def _printed(self) -> Mapping[str, tuple[HexNumbers, int]]:
        """How the sheets of each game number their hexes, and what they leave out of a column."""
        return {each.game: (each.numbering, each.left_out) for each in self.sheets}

    # ---- sight ----------------------------------------------------------------------------------

    def give_sight(self, load: Callable[[], SeenFrom | None]) -> None:
        """Hand over how its tables see: whoever can read the maps does, and *load* when asked."""
        self.__dict__["_load_sight"] = load
        self.__dict__.pop("seen", None)

    @cached_property
    def seen(self) -> SeenFrom | None:
        """The hexes that are seen from a hex, as its tables have it; None where nobody knows."""
        load: Callable[[], SeenFrom | None] | None = self.__dict__.get("_load_sight")
        return load() if load is not None else None

    def cell(self, game: str, label: str) -> str:
        """A hex as the map calls it: ``41.64`` of a game that leaves out 100 is ``141.64``.

        What is no hex number, and what is no longer short, stays as it is.
        """
        _, left_out = self._printed.get(game, ("oblique", 0))
        try:
            x, y = hex_xy(label)
        except UserError:
            return label
        return f"{x + left_out}.{y}" if x < left_out else label

    def numbers(self, game: str) -> HexNumbers:
        """How the sheets of a game number their hexes."""
        return self._printed.get(game, ("oblique", 0))[0]

    def axial(self, game: str, label: str) -> tuple[int, int]:
        """Axial coordinates of a hex of a game. UserError if the label is no hex number."""
        return axial(self.cell(game, label), self.numbers(game))

    def side_of(self, unit: str) -> str:
        """The side that a unit fights on."""
        return self.formation[self.unit[unit].formation].side

    def route(self, key: str) -> Route:
        """A route by id. UserError for an unknown one."""
        return self.found(self.routes, key, "route")

    def table(self, key: str) -> OperationTable:
        """A table by id. UserError for an unknown one."""
        return self.found(self.tables, key, "table")

    def seat(self, key: str) -> Seat:
        """A seat by id. UserError for an unknown one."""
        return self.found(self.seats, key, "seat")

    def check_options(self, options: Mapping[str, bool | int | str]) -> None:
        """UserError for a setting that there is not, or that cannot be so."""
        for key, value in options.items():
            if key not in self.options:
                known = ", ".join(self.options)
                raise UserError(
                    say("There is no option {key!r}.", key=key),
                    say("There are: {known!s}.", known=known),
                )
            if type(value) is not type(self.options[key]):
                raise UserError(
                    say("The option {key!s} cannot be {value!r}.", key=key, value=value)
                )

    def found(self, rows: tuple[T, ...], key: str, what: str) -> T:
        """The row called *key*. UserError that lists what there is."""
        for row in rows:
            if getattr(row, "id", None) == key:
                return row
        known = ", ".join(str(getattr(row, "id", "")) for row in rows[:12])
        raise UserError(
            say("This campaign has no {what} called {key!r}.", what=what, key=key),
            say("There are: {known!s}.", known=known),
        )


def encode_design(design: Design) -> bytes:
    """Canonical JSON of a design: the same bytes for the same design."""
    return msgspec.json.encode(design, order="deterministic")


def decode_design(data: bytes) -> Design:
    """A design from its JSON. msgspec.ValidationError when it is none."""
    return msgspec.json.decode(data, type=readied(Design))


def design_hash(design: Design) -> str:
    """The hash by which campaigns name the design that they were opened with."""
    return sha256(encode_design(design)).hexdigest()
