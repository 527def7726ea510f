"""What stays the same through a game: the ground, the charts, the forces and the options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from wardesk.engine.cached import cached_property
from wardesk.errors import UserError
from wardesk.games.remagen.forces import Forces, Ground, read_forces
from wardesk.games.remagen.state import GERMAN, US, Unit
from wardesk.games.remagen.tables import FiguresRow, Tables
from wardesk.games.shared.march import distances
from wardesk.games.shared.scenarios import chosen, options_of
from wardesk.games.shared.zones import Neighbours
from wardesk.model.board import Board
from wardesk.words import say

Edge = tuple[str, str]


OPTIONS = options_of(Path(__file__).parent)


class Options(Struct, frozen=True):
    """What was chosen of each option."""

    night: Literal["yes", "no"]
    victory: Literal["scale", "bridgehead"]
    quota: Literal["usual", "lean", "rich"]


@dataclass(frozen=True)
class CrossingSite:
    """Where a bridge crosses: two river sectors of one row between two bridgeheads."""

    row: str
    west: str
    water: tuple[str, str]
    east: str

    @property
    def banks(self) -> tuple[str, str]:
        """Both bridgehead sectors."""
        return self.west, self.east

    @property
    def way(self) -> tuple[str, ...]:
        """All four sectors from west to east."""
        return self.west, *self.water, self.east


class Rhine:
    """Figures of every sector, precomputed from a board of squares (RB N6)."""

    def __init__(self, board: Board) -> None:
        lattice = board.lattice
        if lattice is None or board.kind != "square":
            raise UserError("Remagen Bridgehead is played on a board of squares.")
        self.cells: tuple[str, ...] = tuple(board.cells)
        self.names: Mapping[str, str] = {
            cell.id: _name(cell.id, cell.name) for cell in board.cells.values()
        }
        self.kinds: Mapping[str, str] = {cell.id: cell.terrain for cell in board.cells.values()}
        self.figures: Mapping[str, Ground] = {c: _ground(board, c) for c in board.cells}
        grid = lattice.grid
        self.places: Mapping[str, tuple[int, int]] = {
            cell: grid.offset(*grid.coordinates(number)) for cell, number in lattice.numbers.items()
        }
        self.around: Neighbours = {
            cell: tuple(
                sorted(
                    {other for _, other in lattice.beside(cell)}
                    | {other for _, other in lattice.at_corners(cell)}
                )
            )
            for cell in board.cells
        }
        """The up to eight sectors around each (RB N6)."""
        self.water = frozenset(c for c, g in self.figures.items() if g.water)
        self.houses = frozenset(c for c, g in self.figures.items() if g.foot_only)
        """Sectors that are entered on foot only (RB N8)."""
        self.capacities: Mapping[str, int] = {c: g.capacity for c, g in self.figures.items()}
        self.sites: Mapping[str, CrossingSite] = self._sites()
        self.railway = self._railway()
        self.roads: frozenset[Edge] = frozenset(
            edge
            for line in board.lines
            if line.kind == "road"
            for a, b in pairwise(line.cells)
            for edge in ((a, b), (b, a))
        )
        self.east: frozenset[str] = frozenset(
            cell
            for cell in self.cells
            if cell not in self.water and self.places[cell][0] > self._river(self.places[cell][1])
        )
        """Land on the east bank."""
        self.land: Neighbours = {
            cell: tuple(o for o in around if o not in self.water) if cell not in self.water else ()
            for cell, around in self.around.items()
        }
        self._kept: dict[tuple[str, ...], Neighbours] = {}
        self._far: dict[str, dict[str, int]] = {}
        self._pontoons: dict[tuple[str, ...], frozenset[str]] = {}
        self._to_heads: dict[tuple[str, ...], dict[str, int]] = {}
        self.marches: dict[Any, Any] = {}
        """What movement has worked out for enemies that stand so, of every march."""
        self._shut: dict[tuple[frozenset[str], bool], frozenset[str]] = {}

    def name(self, cell: str) -> str:
        """The sector's name."""
        return self.names.get(cell, cell)

    @cached_property
    def _entries(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {US: (), GERMAN: ()}
        for cell in self.cells:
            if entry := self.figures[cell].entry:
                found[entry] = (*found[entry], cell)
        return found

    def entries(self, side: str) -> tuple[str, ...]:
        """Sectors where *side* comes on."""
        return self._entries[side]

    @cached_property
    def banks(self) -> frozenset[str]:
        """The bridgehead sectors of every site (RB 11.2)."""
        return frozenset(bank for site in self.sites.values() for bank in site.banks)

    @cached_property
    def on_road(self) -> frozenset[str]:
        """Sectors that a road leads out of."""
        return frozenset(cell for cell, _ in self.roads)

    @cached_property
    def setup(self) -> tuple[str, ...]:
        """Sectors of the German set-up (RB 1.4)."""
        return tuple(c for c in self.cells if self.figures[c].setup == GERMAN)

    def distance(self, a: str, b: str) -> int:
        """Sectors from *a* to *b*, counted over corners too."""
        return self.far_from(a)[b]

    def far_from(self, a: str) -> Mapping[str, int]:
        """Sectors from *a* to each."""
        found = self._far.get(a)
        if found is None:
            x, y = self.places[a]
            found = {c: max(abs(x - u), abs(y - v)) for c, (u, v) in self.places.items()}
            self._far[a] = found
        return found

    @cached_property
    def level(self) -> Mapping[str, float]:
        """Nothing anywhere."""
        return dict.fromkeys(self.cells, 0.0)

    @cached_property
    def halts(self) -> frozenset[str]:
        """Sectors that stop whoever enters them (RB 2.2)."""
        return frozenset(cell for cell, ground in self.figures.items() if ground.stop)

    def shut(self, barred: frozenset[str], on_foot: bool) -> frozenset[str]:
        """Sectors closed to a group: kinds that are *barred* to one of it, houses (RB 6.1, N8)."""
        key = (barred, on_foot)
        if key not in self._shut:
            self._shut[key] = frozenset(
                cell for cell, ground in self.figures.items()
                if self.kinds[cell] in barred or (ground.foot_only and not on_foot)
            )  # fmt: skip
        return self._shut[key]

    def contact(self, rows: tuple[str, ...]) -> Neighbours:
        """Who touches whom when bridges stand in *rows* (RB N6)."""
        if rows not in self._kept:
            found = {cell: list(others) for cell, others in self.land.items()}
            for row in rows:
                way = self.sites[row].way
                for a, b in pairwise(way):
                    found[a].append(b)
                    found[b].append(a)
            self._kept[rows] = {cell: tuple(others) for cell, others in found.items()}
        return self._kept[rows]

    def pontoons(self, rows: tuple[str, ...]) -> frozenset[str]:
        """Sectors of pontoon bridges where bridges stand in *rows*."""
        if rows not in self._pontoons:
            graph, rail = self.contact(rows), self.railway.water
            self._pontoons[rows] = frozenset(
                cell for cell in self.site_of if graph[cell] and cell not in rail
            )
        return self._pontoons[rows]

    def to_heads(self, rows: tuple[str, ...]) -> Mapping[str, int]:
        """Sectors from each to the nearest east bridgehead of *rows*, where bridges stand."""
        if rows not in self._to_heads:
            heads = [self.sites[row].east for row in rows]
            self._to_heads[rows] = distances(self.contact(rows), heads)
        return self._to_heads[rows]

    @cached_property
    def to_bridge(self) -> Mapping[str, int]:
        """Sectors from each to the east bridgehead, over the railway bridge."""
        return distances(self.contact((self.railway.row,)), (self.railway.east,))

    @cached_property
    def site_of(self) -> Mapping[str, CrossingSite]:
        """The site that a river sector belongs to."""
        return {cell: site for site in self.sites.values() for cell in site.water}

    def _river(self, row: int) -> int:
        return max(x for cell in self.water for x, y in (self.places[cell],) if y == row)

    def _sites(self) -> dict[str, CrossingSite]:
        rows: dict[int, list[str]] = {}
        for cell in sorted(self.cells, key=lambda c: self.places[c]):
            rows.setdefault(self.places[cell][1], []).append(cell)
        found: dict[str, CrossingSite] = {}
        for cells in rows.values():
            wet = [n for n, cell in enumerate(cells) if cell in self.water]
            if len(wet) == 2 and wet[1] == wet[0] + 1 and wet[0] > 0 and wet[1] + 1 < len(cells):
                row = cells[0].rstrip("0123456789")
                west, one, two, east = cells[wet[0] - 1 : wet[1] + 2]
                found[row] = CrossingSite(row, west, (one, two), east)
        return found

    def _railway(self) -> CrossingSite:
        found = [s for s in self.sites.values() if self.figures[s.water[0]].bridge]
        if len(found) != 1:
            raise UserError("Remagen Bridgehead needs a map with one railway bridge.")
        return found[0]


def _name(cell: str, name: str) -> str:
    if name == cell:
        return say("{cell!s}", cell=cell)
    return say("{name} ({cell!s})", name=name, cell=cell)


def _ground(board: Board, cell: str) -> Ground:
    known = Ground.__struct_fields__
    figures = {k: v for k, v in board.terrain_of(cell).items() if k in known}
    return Ground(**figures)  # pyright: ignore[reportArgumentType] - the schema has judged them


@dataclass(frozen=True)
class Setting:
    """The facts of one scenario with its options; every chapter reads them, none changes them."""

    board: Board
    rhine: Rhine
    tables: Tables
    forces: Forces
    options: Options

    @cached_property
    def rows(self) -> Mapping[str, FiguresRow]:
        """The lines of the unit chart."""
        return self.tables.units

    def row(self, unit: Unit) -> FiguresRow:
        """The line of the unit chart."""
        return self.rows[unit.kind]

    @property
    def turns(self) -> int:
        """How many turns the game has."""
        return self.forces.last_turn

    def night(self, turn: int) -> bool:
        """Whether *turn* is a night move (RB 14.1)."""
        return self.options.night == "yes" and turn in self.tables.constants.night_turns

    def daylight(self, turn: int) -> bool:
        """Whether German movement is under the caution of a day move (RB 14.3)."""
        return self.options.night == "yes" and not self.night(turn)

    def quota(self, turn: int) -> int:
        """The American quota of *turn* (RB N11)."""
        step = self.tables.constants.handicap
        more = {"usual": 0, "lean": -step, "rich": step}[self.options.quota]
        return max(0, self.tables.quota.of(turn) + more)

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """What scripts have worked out for a place, or for enemies that stand so."""
        return {}

    @cached_property
    def start(self) -> Mapping[str, int]:
        """How many of each kind the Germans set up."""
        return {row.kind: row.count for row in self.forces.start}


def read_setting(board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> Setting:
    """Board, scenario and options, judged together. UserError when they do not fit."""
    tables, rows = Tables.of(setup)
    rhine = Rhine(board)
    for side in (US, GERMAN):
        if not rhine.entries(side):
            text = say("The map {title!s} has no place where {side!s} comes on.",
                       title=board.title, side=side)  # fmt: skip
            raise UserError(text, "Give sectors the property entry.")
    room = max(found.capacity for found in rhine.figures.values())
    for row in tables.unit:
        if row.size > room:
            text = say("A unit of {size} points ({kind!s}) fits into no sector: they hold {room}.",
                       size=row.size, kind=row.kind, room=room)  # fmt: skip
            raise UserError(text, "Make it smaller, or give sectors more capacity.")
    return Setting(board, rhine, tables, read_forces(rows), chosen(OPTIONS, options, Options))
