"""Forces and scenarios as their files have them: kinds of units, formations, set-up, arrivals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from wardesk.engine.cached import cached_property
from wardesk.errors import UserError
from wardesk.model.look import Origin
from wardesk.model.schema import BoardNeeds, GameSchema, fault_of
from wardesk.words import readied, say

Count = Annotated[int, Meta(ge=0, le=99)]
Side = Literal["german", "french"]
Category = Literal["infantry", "gun", "motorcycle", "car", "tank", "assault_gun", "carrier"]
"""1.1: infantry; guns, motorcycles and cars are motorised; the last three are tracked."""
SHELLS = ("heavy", "medium", "light")


class Kind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of company with the figures of its counter (1.1)."""

    id: str
    name: str
    symbol: str
    category: Category
    sight: Literal["foot", "vehicle"]
    """How far it is seen: as men and guns, or as a vehicle (4.1)."""
    attack: Count
    armour: Count
    reach: Count
    """Weapon range; 0 = it fires back only (4.2)."""
    moves: Count
    move_class: Literal["foot", "wheels", "tracks"]
    deduced: tuple[str, ...] = ()
    """Figures that follow from the worked examples; all others are rebuilt."""
    reconstruction: bool = True

    def origin(self, figure: str) -> Origin:
        """Where a figure is from: no counter is in the rules, some follow from the examples."""
        return "deduced" if figure in self.deduced else "rebuilt"

    @property
    def armoured(self) -> bool:
        """Whether it scatters in close country (7.2.2)."""
        return self.category in ("tank", "assault_gun", "car")

    @property
    def goes_on(self) -> bool:
        """Whether it may go on after it has beaten men and guns: no assault gun may (9.2)."""
        return self.category in ("tank", "car")

    def attack_at(self, steps: int) -> int:
        """The attack figure of the full or the reduced side (1.2)."""
        if steps > 1:
            return self.attack
        return max(0, self.attack - (2 if self.attack >= 7 else 1))


class Formation(Struct, frozen=True, dict=True, kw_only=True, forbid_unknown_fields=True):
    """A formation, or independent units under one name (3.1, 10.3)."""

    id: str
    side: Side
    name: str
    short: str
    factor: Count
    """Formation factor (8.4)."""
    reaction: Count
    colour: str
    units: tuple[tuple[str, Count], ...]
    """Kinds of units and how many of each."""
    names: dict[str, str] = field(default_factory=dict[str, str])
    """Kind -> what this formation calls its companies, where it is not the name of the kind."""
    independent: bool = False
    chit: bool = True
    """Whether it has a chit of its own; without one it must be attached (10.3)."""
    deduced: tuple[str, ...] = ()
    """As of a kind: of ``factor`` and ``reaction``."""
    reconstruction: bool = True

    def origin(self, figure: str) -> Origin:
        """Where a figure is from."""
        return "deduced" if figure in self.deduced else "rebuilt"

    @cached_property
    def unit_ids(self) -> tuple[str, ...]:
        """The names of its units, HQ left out."""
        return tuple(
            f"{self.id}-{kind}-{number}"
            for kind, count in self.units
            for number in range(1, count + 1)
        )


class Forces(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``forces.toml``."""

    kind: tuple[Kind, ...] = ()
    formation: tuple[Formation, ...] = ()

    def __post_init__(self) -> None:
        kinds = {kind.id for kind in self.kind}
        for row, formation in enumerate(self.formation, 1):
            for kind, _ in formation.units:
                if kind not in kinds:
                    raise ValueError(f"formation, row {row}: there is no kind of unit {kind}")


class CellArea(Struct, frozen=True, kw_only=True):
    """Cells by the numbers in them, or by their distance from others; empty = anywhere."""

    near: tuple[str, ...] = ()
    within: Count = 0
    first: tuple[Count, Count] | None = None
    """Least and greatest first two digits."""
    second: tuple[Count, Count] | None = None


class Group(CellArea, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a side lays out in one go, where it may lie, and where we propose it (12.1, 12.2)."""

    side: Side
    formations: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()
    """Stacked with a unit of one of these formations."""
    works: Count = 0
    mines: Count = 0
    cells: tuple[str, ...] = ()
    """The proposal; units are dealt out over these cells."""


class TurnReinforcements(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reinforcements of a turn (12.2)."""

    turn: Count
    side: Side
    formations: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    lone: tuple[str, ...] = ()
    """Formations of *units* that have no HQ yet and count as independent till it comes."""
    cells: tuple[str, ...] = ()
    chits: dict[str, Count] = field(default_factory=dict[str, int])


class Withdrawal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A formation that is taken away at the end of a turn."""

    turn: Count
    formation: str


class VictoryPlace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A village that counts, and who holds it at first (11)."""

    name: str
    cells: tuple[str, ...]
    value: Count
    holder: Side


class Victory(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What *side* needs: the last place at the end, or points within bands turn by turn."""

    side: Side
    bands: tuple[tuple[Count, Count], ...] = ()
    """Least and greatest points with which the game goes on, for each turn."""
    per_unit: Count = 0
    """Points for each enemy unit eliminated."""


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[setup]`` of a scenario."""

    last_turn: Annotated[int, Meta(ge=1, le=30)]
    victory: Victory
    opening: Literal["", "german", "french"] = ""
    """Who begins with three chits of his choice (12.1)."""
    chits: dict[str, dict[str, Count]] = field(default_factory=dict[str, dict[str, int]])
    salvoes: dict[str, dict[str, Count]] = field(default_factory=dict[str, dict[str, int]])
    """What one artillery chit fires, by calibre."""
    edges: dict[str, CellArea] = field(default_factory=dict[str, CellArea])
    attach: dict[str, str] = field(default_factory=dict[str, str])
    """Formation without a chit -> the one we propose it for."""
    hosts: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Formation without a chit -> the only ones it may go with, if not all of its side."""
    losses: dict[str, Count] = field(default_factory=dict[str, int])
    aboard: dict[str, str] = field(default_factory=dict[str, str])
    group: tuple[Group, ...] = ()
    arrival: tuple[TurnReinforcements, ...] = ()
    leave: tuple[Withdrawal, ...] = ()
    place: tuple[VictoryPlace, ...] = ()

    @property
    def formations(self) -> tuple[str, ...]:
        """Every formation that takes part, those that come later last."""
        rows = (*self.group, *self.arrival)
        return tuple(dict.fromkeys(name for row in rows for name in row.formations))


class Ground(Struct, frozen=True, kw_only=True):
    """Figures of a hex or a kind of ground that the game reckons with."""

    level: int = 0
    uphill_foot: int = 0
    uphill_wheels: int = 0
    uphill_tracks: int = 0


SCHEMA = GameSchema(
    setup=Scenario,
    forces=Forces,
    ground=Ground,
    board=BoardNeeds(
        grid=True,
        cells="0000",
        ranges=("foot", "vehicle"),
        figures=("move_foot", "move_wheels", "move_tracks"),
    ),
)


def read_scenario(setup: Mapping[str, Any]) -> tuple[Scenario, Forces]:
    """Scenario and forces of ``setup``. UserError with the entry that does not fit."""
    rows = dict(setup)
    forces = rows.pop("forces", {})
    for value, kind in ((rows, Scenario), (forces, Forces)):
        fault = fault_of(value, kind)
        if fault:
            raise UserError(say("The scenario cannot be read: {fault}.", fault=fault))
    scenario, found = (
        msgspec.convert(rows, readied(Scenario)),
        msgspec.convert(forces, readied(Forces)),
    )
    known = {formation.id for formation in found.formation}
    hosts = [name for row in scenario.hosts.values() for name in row]
    for name in (*scenario.formations, *scenario.attach, *scenario.attach.values(), *hosts):
        if name not in known:
            raise UserError(
                say("The scenario names the formation {name!s}, which is not there.", name=name),
                "Add it to the forces, or take it out of the scenario.",
            )
    return scenario, found
