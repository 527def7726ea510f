"""What stays the same through a game: board, charts, forces, scenario and options."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from wardesk.engine.cached import cached_property
from wardesk.errors import UserError
from wardesk.games.blitzkrieg.forces import (
    CellArea,
    Forces,
    Formation,
    Group,
    Kind,
    Scenario,
    read_scenario,
)
from wardesk.games.blitzkrieg.tables import Tables
from wardesk.games.shared.march import StepCosts
from wardesk.games.shared.memory import Remembering
from wardesk.games.shared.scenarios import chosen, options_of
from wardesk.model.board import Board
from wardesk.words import Spoken, say

OPTIONS = options_of(Path(__file__).parent)
YesNo = Literal["no", "yes"]


class Options(Struct, frozen=True):
    """What was chosen of each option."""

    hidden_guns: YesNo
    critical_hits: YesNo
    reaction: Literal["at_most", "below"]
    stragglers: Literal["harder", "easier"]
    exhaustion: Literal["idle", "acts"]
    generals: Literal["any", "waiting"]
    second_battalion: Literal["1712", "1212"]


CLASSES = ("foot", "wheels", "tracks")


@dataclass(frozen=True)
class Setting:
    """The facts of one scenario with its options; every chapter reads them, none changes them."""

    board: Board
    tables: Tables
    forces: Forces
    scenario: Scenario
    options: Options

    # ---- forces ---------------------------------------------------------------------------------

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The figures of every unit by its name; HQs have none."""
        kinds = {kind.id: kind for kind in self.forces.kind}
        return {
            unit: _called(
                kinds[unit.removeprefix(f"{formation.id}-").rpartition("-")[0]], formation
            )
            for formation in self.forces.formation
            for unit in formation.unit_ids
        }

    @cached_property
    def formations(self) -> Mapping[str, Formation]:
        """Every formation of the forces by id."""
        return {formation.id: formation for formation in self.forces.formation}

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The set-up, with the reading of where II/11 RDP begins (N14)."""
        moved = self.options.second_battalion
        return tuple(
            _with_near(group, moved)
            if group.formations == ("II-11-rdp",) and moved not in group.near
            else group
            for group in self.scenario.group
        )

    def home(self, unit: str) -> Formation:
        """The formation that a unit was raised in, whatever it is attached to."""
        return self.formations[self.home_of[unit]]

    @cached_property
    def home_of(self) -> Mapping[str, str]:
        """Unit -> its own formation."""
        return {
            unit: formation.id
            for formation in self.forces.formation
            for unit in (*formation.unit_ids, f"{formation.id}-hq")
        }

    @cached_property
    def unit_names(self) -> Mapping[str, Spoken]:
        """Every unit in a sentence: ``S 35 2 of 1 Cuir``."""
        return Remembering(self._unit_name)

    def _unit_name(self, unit: str) -> Spoken:
        home, kind = self.home(unit), self.kinds.get(unit)
        if kind is None:
            return say("HQ {formation!s}", formation=home.short)
        number = unit.rpartition("-")[2]
        if kind.category == "carrier" or dict(home.units)[kind.id] == 1:
            return say("{kind} {formation!s}", kind=kind.name, formation=home.short)
        return say(
            "{kind} {number!s}/{formation!s}", kind=kind.name, number=number, formation=home.short
        )

    @cached_property
    def reach(self) -> Mapping[str, int]:
        """4.2 Weapon range of every unit as printed; 0 for an HQ."""
        kinds = self.kinds
        return {unit: kinds[unit].reach if unit in kinds else 0 for unit in self.home_of}

    @cached_property
    def machines(self) -> frozenset[str]:
        """1.1 Units that are no infantry."""
        return frozenset(u for u, kind in self.kinds.items() if kind.category != "infantry")

    @cached_property
    def vehicles(self) -> frozenset[str]:
        """4.1 Units that are seen as far as vehicles are."""
        return frozenset(u for u, kind in self.kinds.items() if kind.sight != "foot")

    @cached_property
    def armour(self) -> frozenset[str]:
        """7.2.2 Units that scatter in close country."""
        return frozenset(u for u, kind in self.kinds.items() if kind.armoured)

    # ---- ground ---------------------------------------------------------------------------------

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """Cells beside each cell."""
        return {cell: self.board.neighbours(cell) for cell in self.board.cells}

    @cached_property
    def levels(self) -> Mapping[str, int]:
        """Height of each cell."""
        return {c: int(self.board.terrain_of(c).get("level", 0)) for c in self.board.cells}

    @cached_property
    def terrain(self) -> Mapping[str, str]:
        """Kind of ground of each cell."""
        return {cell.id: cell.terrain for cell in self.board.cells.values()}

    @cached_property
    def close(self) -> frozenset[str]:
        """Villages, orchards and woods, where armour scatters (7.2.2)."""
        covered = self.tables.fire.cover
        return frozenset(cell for cell, ground in self.terrain.items() if ground in covered)

    @cached_property
    def roads(self) -> frozenset[tuple[str, str]]:
        """Steps along a road, both ways."""
        found: set[tuple[str, str]] = set()
        for line in self.board.lines:
            for a, b in pairwise(line.cells):
                found |= {(a, b), (b, a)}
        return frozenset(found)

    @cached_property
    def costs(self) -> Mapping[tuple[str, bool], StepCosts]:
        """7.1 What each step costs, by movement class, and whether roads are used in column."""
        return {(c, road): self._costs(c, road=road) for c in CLASSES for road in (False, True)}

    def _costs(self, move_class: str, *, road: bool) -> StepCosts:
        ground = {cell: self.board.terrain_of(cell) for cell in self.board.cells}
        found: dict[str, dict[str, int]] = {}
        for a, beside in self.neighbours.items():
            found[a] = {}
            for b in beside:
                cost = ground[b].get(f"move_{move_class}", 1)
                if self.levels[b] > self.levels[a] and isinstance(cost, int):
                    cost += int(ground[b].get(f"uphill_{move_class}", 0))
                if road and (a, b) in self.roads:
                    cost = 1
                if isinstance(cost, int):
                    found[a][b] = cost
        return found

    def entry_cost(self, move_class: str, cell: str) -> int:
        """7.1 What coming onto the map costs in a hex; 0 where this class cannot."""
        cost = self.board.terrain_of(cell).get(f"move_{move_class}", 1)
        return cost if isinstance(cost, int) else 0

    @cached_property
    def kept(self) -> defaultdict[str, dict[Any, Any]]:
        """What was worked out of some units and the ground, by all that it depends on.

        Positions differ in a unit or two, so programs ask the same things again and again.
        """
        return defaultdict(dict)

    @cached_property
    def entries(self) -> Mapping[str, tuple[str, ...]]:
        """Units that come later -> the hexes where they come in (12.2)."""
        found: dict[str, tuple[str, ...]] = {}
        for row in reversed(self.scenario.arrival):
            for name in row.formations:
                formation = self.formations[name]
                for unit in (*formation.unit_ids, f"{name}-hq"):
                    found[unit] = row.cells
            for unit in row.units:
                found[unit] = row.cells
        return found

    @cached_property
    def _seen(self) -> Remembering[tuple[str, str], frozenset[str]]:
        see = self.board.viewshed
        return Remembering(lambda key: see(key[0], target_class=key[1] or None))

    def seen(self, cell: str, target_class: str) -> frozenset[str]:
        """4.1 The cells in which a target of this class is seen from *cell*."""
        return self._seen[cell, target_class]

    @cached_property
    def watching(self) -> Mapping[tuple[str, str], Mapping[str, bool]]:
        """4.1 For a cell with a target of a class whether it is seen from each other cell."""
        return Remembering(lambda key: Remembering(lambda here: key[0] in self.seen(here, key[1])))

    @cached_property
    def apart(self) -> Mapping[str, Mapping[str, int]]:
        """Hexes from each cell to each other one, the target's counted (0)."""
        return Remembering(self._row)

    def _row(self, a: str) -> dict[str, int]:
        lattice = self.board.lattice
        if lattice is None:
            return {b: self.board.distance(a, b) for b in self.board.cells}
        measure, (q, r) = lattice.grid.distance, self._places[a]
        return {b: measure(bq - q, br - r) for b, (bq, br) in self._places.items()}

    @cached_property
    def _places(self) -> Mapping[str, tuple[int, int]]:
        """Where each cell lies on the grid."""
        grid, numbers = self.board.grid, self.board.cell_numbers
        assert grid is not None
        return {cell: grid.coordinates(numbers[cell]) for cell in self.board.cells}

    def distance(self, a: str, b: str) -> int:
        """Hexes from *a* to *b*, the target's counted (0)."""
        return self.apart[a][b]

    def area(self, area: CellArea) -> tuple[str, ...]:
        """The cells of an area."""
        key = (area.first, area.second, tuple(area.near), area.within)
        if key not in self._areas:
            found = [cell for cell in self.board.cells if self._inside(cell, area)]
            self._areas[key] = tuple(found)
        return self._areas[key]

    @cached_property
    def _areas(self) -> dict[tuple[object, ...], tuple[str, ...]]:
        return {}

    def _inside(self, cell: str, area: CellArea) -> bool:
        first, second = area.first or (0, 99), area.second or (0, 99)
        if not first[0] <= int(cell[:2]) <= first[1]:
            return False
        if not second[0] <= int(cell[2:]) <= second[1]:
            return False
        return not area.near or any(self.apart[n][cell] <= area.within for n in area.near)

    @cached_property
    def to_edge(self) -> Mapping[str, Mapping[str, int]]:
        """For each side how many steps every cell lies from that side's own edge (8.5.1)."""
        found: dict[str, dict[str, int]] = {}
        for side, area in self.scenario.edges.items():
            rows = [self.apart[e] for e in self.area(area)]
            found[side] = {c: min(row[c] for row in rows) for c in self.board.cells}
        return found

    @cached_property
    def place_of(self) -> Mapping[str, str]:
        """Cells that count for victory -> the name of their place."""
        return {cell: place.name for place in self.scenario.place for cell in place.cells}

    def name(self, cell: str) -> str:
        """How a hex is called in sentences: its number, and its name if it has one."""
        found = self.board.cells.get(cell)
        if found is None or not found.name or found.name == cell:
            return cell
        return say("{name!s} ({cell!s})", name=found.name, cell=cell)


def _called(kind: Kind, formation: Formation) -> Kind:
    """*kind* by the name that a formation has for it."""
    name = formation.names.get(kind.id)
    return replace(kind, name=name) if name else kind


def _with_near(group: Group, cell: str) -> Group:
    return replace(group, near=(cell,), cells=(cell,))


def read_setting(board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> Setting:
    """Board, scenario and options, judged together. UserError when they do not fit."""
    tables, rows = Tables.of(setup)
    scenario, forces = read_scenario(rows)
    named = [cell for row in scenario.group for cell in (*row.cells, *row.near)]
    named += [cell for row in (*scenario.arrival, *scenario.place) for cell in row.cells]
    missing = sorted(cell for cell in set(named) if cell not in board.cells)
    if missing:
        raise UserError(
            say("The map {title!s} has no hex {cell!s}.", title=board.title, cell=missing[0]),
            "Choose the map that this scenario was made for.",
        )
    return Setting(board, tables, forces, scenario, chosen(OPTIONS, options, Options))
