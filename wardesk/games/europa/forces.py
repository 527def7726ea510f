"""Forces and scenarios as their files have them: units, works, supply, arrivals, places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from wardesk.engine.cached import cached_property
from wardesk.errors import UserError
from wardesk.games.europa.works import WORKS, Kind
from wardesk.model.schema import BoardNeeds, GameSchema, fault_of
from wardesk.words import readied, say

Count = Annotated[int, Meta(ge=0, le=999)]
Side = Literal["axis", "allies"]
City = Literal["none", "dot", "reference", "major"]


class CounterRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A counter: attack, defence and movement, and what the rule asks about its type."""

    id: str
    name: str
    nation: str
    kind: Kind
    size: Literal["corps", "division", "brigade", "battalion"]
    attack: Count
    defence: Annotated[int, Meta(ge=1, le=99)]
    moves: Count
    mobile: bool = False
    """Motorised: it may react and exploit (EF N17)."""
    anti_air: Count = 0
    """Light anti-aircraft points."""
    symbol: str = ""
    """Empty = that of its type."""
    reconstruction: bool = True

    @property
    def fast(self) -> bool:
        """Motorised or armoured."""
        return self.mobile or self.kind == "armour"


class SizedCounter(CounterRow, frozen=True, kw_only=True):
    """A counter with its size by the charts."""

    halves: int
    """Halves of an RE."""


class Forces(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``forces.toml``."""

    unit: tuple[CounterRow, ...] = ()


class WorkRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A work that stands at the start."""

    work: str
    cell: str
    side: Side
    strength: Count = 0
    """Points of defence of its own; of a permanent work those of its counter."""
    faces: tuple[str, ...] = ()
    """Hexes on the far side of a fortified hexside."""
    on_map: bool = False
    """Printed on the map, not a marker."""
    die: Count = 0
    """What a Westwall hex prints."""
    anti_air: Count = 0
    """Points of a fortress or of a permanent work."""
    name: str = ""


class ArrivingUnits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units that come in a turn, in any of these hexes."""

    turn: Count
    units: tuple[str, ...]
    cells: tuple[str, ...]


class VictoryHex(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hex that counts for victory."""

    name: str
    cell: str
    value: Count
    holder: Side


class Depot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A depot that sends replacement points to works (EF 40.D-6)."""

    nation: str
    cell: str


class Logistics(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a side has, turn by turn; the last figure of a row goes on."""

    sources: tuple[str, ...]
    """Hexes that supply comes from."""
    supply: tuple[Count, ...]
    """Supply points that arrive."""
    replacements: tuple[Count, ...] = (0,)
    """Infantry replacement points."""
    support: tuple[Count, ...] = (0,)
    """Ground support factors."""

    def of(self, row: tuple[int, ...], turn: int) -> int:
        """The figure of *turn* in *row*."""
        return row[min(turn, len(row)) - 1]


class VictoryPoints(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Points that the Axis need at the end."""

    marginal: Count
    decisive: Count
    least: Count = 0
    """With fewer the Allies win decisively; 0 = with fewer than half of *marginal*."""

    @property
    def routed(self) -> int:
        """The points below which the Allies win decisively."""
        return self.least or (self.marginal + 1) // 2


class Scenario(Struct, frozen=True, dict=True, kw_only=True, forbid_unknown_fields=True):
    """``[setup]`` of a scenario."""

    last_turn: Annotated[int, Meta(ge=1, le=30)]
    nations: dict[str, Side]
    """Whose side each nation is on."""
    players: dict[Side, str]
    """The nation that leads a side; Germans against Soviets have city effects of their own."""
    major: tuple[str, ...]
    """Major powers."""
    axis: Logistics
    allies: Logistics
    victory: VictoryPoints
    first: Side = "axis"
    air_range: Count = 0
    """Hexes from a hex in supply within which paratroops land."""
    at: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Hex -> units that begin there."""
    airborne: tuple[str, ...] = ()
    """Paratroops that wait on their airfields."""
    work: tuple[WorkRow, ...] = ()
    arrival: tuple[ArrivingUnits, ...] = ()
    depot: tuple[Depot, ...] = ()
    place: tuple[VictoryHex, ...] = ()

    def logistics(self, side: str) -> Logistics:
        """What *side* has."""
        return self.axis if side == "axis" else self.allies

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """Every hex that it names."""
        rows = [*self.at, *self.axis.sources, *self.allies.sources]
        rows += [cell for row in self.work for cell in (row.cell, *row.faces)]
        rows += [cell for row in self.arrival for cell in row.cells]
        return (*rows, *(d.cell for d in self.depot), *(p.cell for p in self.place))

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Every unit that takes part."""
        found = [unit for row in self.at.values() for unit in row]
        found += [unit for row in self.arrival for unit in row.units]
        return (*found, *self.airborne)


class HexFigures(Struct, frozen=True, kw_only=True):
    """Figures of a hex or a kind of ground that the game reads."""

    move_foot: Annotated[int, Meta(ge=1, le=20)] | Literal["no"] = 1
    move_mobile: Annotated[int, Meta(ge=1, le=20)] | Literal["no"] = 1
    city: City = "none"
    country: str = ""
    port: Annotated[int, Meta(ge=0, le=99)] = 0
    """Supply points that its port handles."""


SCHEMA = GameSchema(
    setup=Scenario,
    forces=Forces,
    ground=HexFigures,
    board=BoardNeeds(figures=("move_foot", "move_mobile")),
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
    known = {unit.id: unit for unit in found.unit}
    for name in scenario.units:
        if name not in known:
            raise UserError(
                say("The scenario names the unit {name!s}, which is not there.", name=name),
                say("Add it to the forces, or take it out of the scenario."),
            )
        if known[name].nation not in scenario.nations:
            raise UserError(
                say("The unit {name!s} belongs to no side.", name=name),
                say("Add its nation to the nations of the scenario."),
            )
    _check_works(scenario)
    return scenario, found


def _check_works(scenario: Scenario) -> None:
    """UserError for a work that the chapter does not know so."""
    taken: set[str] = set()
    for row in scenario.work:
        if row.work not in WORKS:
            raise UserError(
                say("The scenario names the work {name!s}, which is not there.", name=row.work),
                say("Choose one of the works of rule 40."),
            )
        kind = WORKS[row.work]
        if kind.hexside != bool(row.faces):
            raise UserError(
                say("Only fortified hexsides have faces: {work}.", work=kind.name),
                say("Give the hexes beyond a fortified hexside as its faces, and only there."),
            )
        if "strength" not in kind.printed and row.strength > kind.strength:
            raise UserError(
                say("{work} in {cell!s} has a strength of {strength}.", work=kind.name,
                    cell=row.cell, strength=row.strength),
                say("Give it at most {most}, which its heading in rule 40 allows.",
                    most=kind.strength),
            )  # fmt: skip
        if "die" in kind.printed and not row.die:
            raise UserError(
                say("{work} in {cell!s} prints no value.", work=kind.name, cell=row.cell),
                say("Give as its die what the map subtracts from the main die there."),
            )
        if not row.faces:
            if row.cell in taken:
                raise UserError(
                    say("There are two works in {cell!s}.", cell=row.cell),
                    say("Leave one of them there; fortified hexsides may come on top."),
                )
            taken.add(row.cell)
