"""What stays the same through a game: board, charts, forces, scenario and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict

from wardesk.engine.cached import cached_property
from wardesk.errors import UserError
from wardesk.games.europa.forces import Forces, Scenario, SizedCounter, read_scenario
from wardesk.games.europa.tables import Tables
from wardesk.games.shared.march import StepCosts, distances
from wardesk.games.shared.scenarios import chosen, options_of
from wardesk.model.board import Board
from wardesk.words import say

OPTIONS = options_of(Path(__file__).parent)


class Options(Struct, frozen=True):
    """What was chosen of each option."""

    captured: Literal["captors", "owners"]
    improved_areas: Literal["reduce", "keep"]


SPREADS = 200
"""Sets of goals that distances are kept for."""
RIVERS = ("minor_river", "major_river")
SAME = {"canal": "minor_river"}
"""Sides that are drawn apart and count as another."""


@dataclass(frozen=True)
class Setting:
    """The facts of one scenario with its options; every chapter reads them, none changes them."""

    board: Board
    tables: Tables
    forces: Forces
    scenario: Scenario
    options: Options

    @cached_property
    def rows(self) -> Mapping[str, SizedCounter]:
        """The figures of every unit."""
        sizes = self.tables.sizes
        return {
            row.id: SizedCounter(**asdict(row), halves=sizes[row.size].halves)
            for row in self.forces.unit
        }

    def side_of(self, unit: str) -> str:
        """The side that a unit fights for."""
        return self.scenario.nations[self.rows[unit].nation]

    @cached_property
    def german_soviet(self) -> bool:
        """Germans and Soviets fight each other (EF 40.E-3)."""
        return set(self.scenario.players.values()) == {"german", "soviet"}

    # ---- ground ---------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> Mapping[str, Mapping[str, Any]]:
        """Figures of each hex."""
        return {cell: self.board.terrain_of(cell) for cell in self.board.cells}

    @cached_property
    def land(self) -> frozenset[str]:
        """Hexes that units can stand in."""
        return frozenset(c for c, found in self.ground.items() if found.get("move_foot") != "no")

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """Land beside each hex of land."""
        land, beside = self.land, self.board.neighbours
        return {c: tuple(o for o in beside(c) if o in land) for c in self.board.cells if c in land}

    def terrain(self, cell: str) -> str:
        """Kind of ground of a hex, as the chart knows it."""
        kind = self.board.cells[cell].terrain
        return kind if kind in self.tables.grounds else "clear"

    def city(self, cell: str) -> str:
        """Kind of city in a hex."""
        return str(self.ground[cell].get("city", "none"))

    def river(self, a: str, b: str) -> str:
        """``minor_river`` or ``major_river`` between two hexes, the worse one, or empty."""
        found = self.board.sides.get((a, b) if a < b else (b, a), ())
        kinds = [SAME.get(kind, kind) for kind in found]
        return max((kind for kind in kinds if kind in RIVERS), key=RIVERS.index, default="")

    def border(self, a: str, b: str) -> bool:
        """Whether two hexes lie in different countries."""
        one, other = (self.ground[c].get("country", "") for c in (a, b))
        return bool(one and other and one != other)

    @cached_property
    def costs(self) -> Mapping[bool, StepCosts]:
        """What each step costs on foot (False) and for the motorised (True) (EF N16)."""
        return {mobile: self._costs(mobile=mobile) for mobile in (False, True)}

    def _costs(self, *, mobile: bool) -> StepCosts:
        key = "move_mobile" if mobile else "move_foot"
        rivers = self.tables.frame.river_mobile if mobile else self.tables.frame.river_foot
        found: dict[str, dict[str, int]] = {}
        for a, beside in self.neighbours.items():
            found[a] = {}
            for b in beside:
                cost, river = self.ground[b].get(key, 1), self.river(a, b)
                if isinstance(cost, int):
                    found[a][b] = cost + (rivers[RIVERS.index(river)] if river else 0)
        return found

    @cached_property
    def _apart(self) -> dict[str, dict[str, int]]:
        return {}

    def distance(self, a: str, b: str) -> int:
        """Hexes from *a* to *b*."""
        found = self._apart.setdefault(a, {})
        if b not in found:
            found[b] = self.board.distance(a, b)
        return found[b]

    @cached_property
    def _spread(self) -> dict[frozenset[str], Mapping[str, int]]:
        return {}

    def spread(self, goals: frozenset[str]) -> Mapping[str, int]:
        """Hexes to the nearest of *goals*, for every hex of land that leads to one."""
        found = self._spread
        if goals not in found:
            if len(found) > SPREADS:
                found.clear()
            found[goals] = distances(self.neighbours, goals)
        return found[goals]

    def name(self, cell: str) -> str:
        """How a hex is called in sentences: its number, and its name if it has one."""
        found = self.board.cells.get(cell)
        if found is None or not found.name or found.name == cell:
            return cell
        return say("{name!s} ({cell!s})", name=found.name, cell=cell)


def read_setting(board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> Setting:
    """Board, scenario and options, judged together. UserError when they do not fit."""
    tables, rows = Tables.of(setup)
    scenario, forces = read_scenario(rows)
    made = Setting(board, tables, forces, scenario, chosen(OPTIONS, options, Options))
    missing = sorted(cell for cell in set(scenario.cells) if cell not in made.land)
    if missing:
        raise UserError(
            say("The map {title!s} has no land hex {cell!s}.", title=board.title, cell=missing[0]),
            say("Choose the map that this scenario was made for."),
        )
    return made
