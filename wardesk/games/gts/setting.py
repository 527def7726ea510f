"""What stays the same through a game: board, charts, forces, scenario and options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from wardesk.engine.cached import cached_property
from wardesk.errors import UserError
from wardesk.games.gts.agreed import north_of, southing
from wardesk.games.gts.forces import (
    Division,
    Forces,
    Formation,
    PrintedCounter,
    Scenario,
    read_scenario,
)
from wardesk.games.gts.tables import Tables
from wardesk.games.shared.march import StepCosts
from wardesk.games.shared.memory import remember
from wardesk.games.shared.scenarios import chosen, options_of
from wardesk.geometry.grids.hex_lattice import CELL_STEP
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.model.board import Board
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.model.sight import SightLines

SIGHT = "gts"
"""The way in which our palettes say what blocks sight."""
MOST_GOALS = 64
"""For so many sets of goals it is kept how far they are from where somebody asked."""
Spot = tuple[float, float]


OPTIONS = options_of(Path(__file__).parent)


class Options(Struct, frozen=True):
    """What was chosen of each option."""

    ruleset: Literal["1.1", "2.0"]
    mortars: Literal["no", "yes"]
    batteries: Literal["no", "yes"] = "no"
    covering: Literal["no", "yes"] = "no"
    lost: Literal["no", "yes"] = "no"
    tanks: Literal["no", "tetrarch", "locust"] = "no"
    drops: Literal["historical", "free"] = "historical"
    mug: Literal["printed", "alternate"] = "printed"


class BridgeSite(NamedTuple):
    """A bridge of the map: over the side between two hexes."""

    id: str
    name: str
    between: tuple[str, str]
    carries: str
    """``road``, ``railway`` or ``weak``."""


class Deck(NamedTuple):
    """A bridge as it lies on the map: its hexes, the ends of its drawing, and the box of these."""

    between: frozenset[str]
    first: Spot
    second: Spot
    left: float
    right: float
    low: float
    high: float


class HexStep(NamedTuple):
    """From a hex into the next one, as the map has it."""

    road: bool
    railroad: bool
    raised: bool
    bridge: str
    """Id of the bridge that carries it; empty for none."""
    stream: bool
    shut: bool
    """A river, a canal or impassable ground between."""


_OPEN = HexStep(False, False, False, "", False, False)
"""Nothing between two hexes."""


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
    def counters(self) -> Mapping[str, PrintedCounter]:
        """Every counter of the forces by id."""
        return {counter.id: counter for counter in self.forces.counter}

    @cached_property
    def formations(self) -> Mapping[str, Formation]:
        """Every formation by id."""
        return {formation.id: formation for formation in self.forces.formation}

    @cached_property
    def divisions(self) -> Mapping[str, Division]:
        """Every division by id."""
        return {division.id: division for division in self.forces.division}

    def division_of(self, unit: str) -> Division:
        """The division that a unit belongs to."""
        return self.divisions[self.formations[self.counters[unit].formation].division]

    @cached_property
    def leading(self) -> frozenset[str]:
        """The counters that are leaders."""
        return frozenset(name for name, figures in self.counters.items() if figures.leads)

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """What scripts have worked out and keep."""
        return {}

    @cached_property
    def leaders_of(self) -> Mapping[str, tuple[str, ...]]:
        """Every division -> the counters of its leaders."""
        found: dict[str, tuple[str, ...]] = {}
        for counter in self.forces.counter:
            if counter.leads:
                division = self.formations[counter.formation].division
                found[division] = (*found.get(division, ()), counter.id)
        return found

    # ---- ground ---------------------------------------------------------------------------------

    @cached_property
    def in_play(self) -> frozenset[str]:
        """The hexes of the scenario's window of the map."""
        return self.board.within(self.scenario.window)

    @cached_property
    def still(self) -> frozenset[str]:
        """Units that neither move nor assault in this scenario."""
        return frozenset(u for row in self.scenario.place if row.still for u in row.units)

    @cached_property
    def in_column(self) -> frozenset[str]:
        """Units that do not leave column in this scenario."""
        return frozenset(u for row in self.scenario.place if row.keeps_column for u in row.units)

    @cached_property
    def brittle(self) -> frozenset[str]:
        """Units that are gone with the first step that they lose."""
        return frozenset(u for row in self.scenario.place if row.brittle for u in row.units)

    @cached_property
    def route(self) -> frozenset[str]:
        """4.1 The hexes of the corps' road that are in play."""
        return frozenset(self.scenario.route) & self.in_play

    @cached_property
    def beside(self) -> Mapping[str, tuple[str, ...]]:
        """Every hex in play -> the hexes that share a side with it, whatever lies between."""
        grid, numbers = self.board.grid, self.board.cell_numbers
        assert grid is not None
        names = {number: name for name, number in numbers.items()}
        found: dict[str, tuple[str, ...]] = {}
        for cell in self.in_play:
            q, r = grid.coordinates(numbers[cell])
            around = (names.get(grid.index(q + dq, r + dr), "") for dq, dr in grid.side_steps)
            found[cell] = tuple(other for other in around if other in self.in_play)
        return found

    @cached_property
    def terrain(self) -> Mapping[str, str]:
        """Kind of ground of each hex."""
        return {cell.id: cell.terrain for cell in self.board.cells.values()}

    @cached_property
    def fire_value(self) -> Mapping[str, int]:
        """What the ground of each hex in play adds to a rating (10)."""
        return {c: int(self.board.terrain_of(c).get("fire", 0)) for c in self.in_play}

    @cached_property
    def bridges(self) -> Mapping[str, BridgeSite]:
        """Bridges of the map by id."""
        found: dict[str, BridgeSite] = {}
        for feature in self.board.features:
            if feature.kind == "bridge":
                a, b = feature.properties["between"]
                carries = feature.properties["carries"]
                name = feature.id.removeprefix("bridge-")
                found[name] = BridgeSite(name, feature.name, (a, b), carries)
        return found

    @cached_property
    def bridge_at(self) -> Mapping[frozenset[str], str]:
        """Pairs of hexes with a bridge between -> its id."""
        return {frozenset(site.between): site.id for site in self.bridges.values()}

    @cached_property
    def bridge_hexes(self) -> Mapping[str, tuple[str, ...]]:
        """Hexes at the end of a bridge that can be controlled -> the bridges."""
        found: dict[str, tuple[str, ...]] = {}
        for site in self.bridges.values():
            if site.carries != "weak":
                for cell in site.between:
                    found[cell] = (*found.get(cell, ()), site.id)
        return found

    @cached_property
    def culvert(self) -> frozenset[str]:
        """2.17 The two hexes that the culvert joins."""
        return frozenset(self.tables.figures.culvert)

    @cached_property
    def of_eagles(self) -> bool:
        """S5.1.1 Whether it is played on maps of Where Eagles Dare: south of Grave, most of it."""
        if self.board.id not in self.tables.figures.of_eagles:
            return False
        line = self.tables.figures.north_sheets
        north = sum(_row(cell) <= line for cell in self.in_play)
        return 2 * north < len(self.in_play)

    def southernmost(self, cells: Iterable[str]) -> str:
        """The hex that lies furthest south on the map."""
        return max(cells, key=lambda cell: self.board.cells[cell].anchor[1])

    def southing(self, cell: str) -> int:
        """How far south a hex lies, in half hexes by its number: twice the row, and what is more.

        That is the column where numbers are oblique, and one in the columns that lie lower.
        """
        x, _, y = cell.partition(".")
        return 2 * int(y) + int(x) if self._oblique else southing(int(x), int(y))

    @cached_property
    def _oblique(self) -> bool:
        """Whether the numbers of the map are oblique, as older tables of campaigns have them."""
        cells = self.board.cells
        first, last = cells[next(iter(cells))], cells[list(cells)[-1]]
        (x, _, y), (u, _, v) = first.id.partition("."), last.id.partition(".")
        down = (last.anchor[1] - first.anchor[1]) / CELL_STEP
        return abs(int(v) - int(y) + (int(u) - int(x)) / 2 - down) < 0.25

    def through(self, a: str, b: str) -> bool:
        """2.17 Whether a step goes through the culvert."""
        return frozenset((a, b)) == self.culvert

    def crossing(self, a: str, b: str) -> str:
        """2.11, 2.15 The bridge between two hexes; those over streams are roads and none."""
        bridge = self.bridge_at.get(frozenset((a, b)), "")
        return bridge if bridge and self.bridges[bridge].carries != "weak" else ""

    @cached_property
    def special(self) -> frozenset[str]:
        """Hexes whose steps depend on more than the ground: ends of bridges, and the culvert."""
        ends = {cell for site in self.bridges.values() for cell in site.between}
        return frozenset(ends) | self.culvert

    @cached_property
    def sight(self) -> SightPolicy:
        """9 How the map blocks sight, as far as from an observation post."""
        policy = self.board.palette.sight[SIGHT]
        return replace(policy, reach=self.tables.figures.post_sight, ranges={})

    @cached_property
    def posts(self) -> frozenset[str]:
        """5.5 Hexes with an observation post."""
        cells = self.board.cells.values()
        return frozenset(c.id for c in cells if c.properties.get("observation_post"))

    @cached_property
    def beyond(self) -> Mapping[str, frozenset[str]]:
        """S6.10 Formation -> the hexes north of its line."""
        found: dict[str, frozenset[str]] = {}
        for limit in self.scenario.limit:
            found[limit.formation] = frozenset(
                cell for cell in self.in_play if north_of(self.southing(cell), limit.line)
            )
        return found

    @cached_property
    def raised(self) -> frozenset[str]:
        """Hexes with a raised road or railroad (2.16)."""
        kinds = self.board.palette.lines
        return frozenset(
            cell
            for line in self.board.lines
            if kinds[line.kind].properties.get("raised")
            for cell in line.cells
        )

    @cached_property
    def _ways(self) -> Mapping[tuple[str, str], frozenset[str]]:
        found: dict[tuple[str, str], set[str]] = {}
        for line in self.board.lines:
            for a, b in pairwise(line.cells):
                found.setdefault((a, b), set()).add(line.kind)
                found.setdefault((b, a), set()).add(line.kind)
        return {step: frozenset(kinds) for step, kinds in found.items()}

    @cached_property
    def _barred(self) -> frozenset[str]:
        """Hexes that nobody enters (2.14)."""
        return frozenset(cell for cell, ground in self.terrain.items() if ground == "impassable")

    @cached_property
    def steps(self) -> Mapping[str, Mapping[str, HexStep]]:
        """What lies between each hex in play and those beside it."""
        same: dict[HexStep, HexStep] = {}  # of 128,000 on the largest map hardly any differ
        return {
            a: {b: same.setdefault(step, step) for b in others for step in (self._step(a, b),)}
            for a, others in self.beside.items()
        }

    def _step(self, a: str, b: str) -> HexStep:
        kinds = self._ways.get((a, b), frozenset())
        between = self.board.sides.get((a, b) if a < b else (b, a), ())
        if not (kinds or between or b in self._barred or a in self.special):
            return _OPEN
        shut = any(not self.board.palette.borders[kind].passable for kind in between)
        rails = any("rail" in kind for kind in kinds)
        return HexStep(
            road=any("road" in kind and "rail" not in kind for kind in kinds),
            railroad=rails,
            raised=any("raised" in kind for kind in kinds),
            bridge=self.bridge_at.get(frozenset((a, b)), ""),
            stream="stream" in between,
            shut=shut or b in self._barred,
        )

    @cached_property
    def _costs(self) -> dict[tuple[str, bool, bool], StepCosts]:
        return {}

    def costs(self, movement: str, *, column: bool, night: bool) -> StepCosts:
        """10 Half points of each step, bridges taken as standing; forbidden ones left out."""
        key = (movement, column, night)
        if key not in self._costs:
            self._costs[key] = {
                a: {
                    b: cost
                    for b, step in others.items()
                    if (cost := self._cost(a, b, step, key)) is not None
                }
                for a, others in self.steps.items()
            }
        return self._costs[key]

    def _cost(self, a: str, cell: str, step: HexStep, key: tuple[str, bool, bool]) -> int | None:
        """2.1 to 2.19 One step in half points; None where there is no way."""
        movement, column, night = key
        times = 2 if night else 1
        if column:
            by_way = self._along(step, movement)
            if by_way is not None:
                return by_way * times
            if step.shut or not self.raised.isdisjoint((a, cell)):
                return None  # 2.16: on and off a dyke along its road only
        elif step.shut or (movement != "leg" and cell in self.raised):
            return None
        ground = self.board.terrain_of(cell)
        cost = ground.get(f"{'column' if column else 'move'}_{movement}", "no")
        if not isinstance(cost, int) or (step.stream and movement != "leg"):
            return None
        points = 2 * cost
        if cell in self.raised:
            points *= 2  # 2.16, leg out of column
        if step.stream:
            figures = self.tables.figures
            points += 2 * (figures.stream_column if column else figures.stream_open)
        return points * times

    def _along(self, step: HexStep, movement: str) -> int | None:
        """2.5, 2.6, 2.16 Half points along a road or railroad in column."""
        if step.road:
            return 1
        if step.railroad and not (step.bridge and movement != "leg"):
            return {"leg": 1, "wheeled": 4, "tracked": 2}[movement]
        return None

    def off_road(self, a: str, cell: str, movement: str, *, night: bool) -> int | None:
        """2.16, N20 Half points in column into a hex whose road is blocked; None = no way."""
        step = self.steps[a][cell]
        cost = self.board.terrain_of(cell).get(f"column_{movement}", "no")
        dyke = not self.raised.isdisjoint((a, cell))
        if step.shut or step.bridge or dyke or not isinstance(cost, int):
            return None
        if step.stream and movement != "leg":
            return None
        points = 2 * (cost + (self.tables.figures.stream_column if step.stream else 0))
        return points * (2 if night else 1)

    def distance(self, a: str, b: str) -> int:
        """Hexes from *a* to *b*, the target's counted (0)."""
        ax, ay = self._axial[a]
        bx, by = self._axial[b]
        return max(abs(ax - bx), abs(ay - by), abs(ax - bx + ay - by))

    def nearest(self, goals: tuple[str, ...]) -> Callable[[str], int]:
        """How far it is from a hex to the nearest of *goals*, each worked out once."""
        kept: dict[str, int] | None = self._nearest.get(goals)
        known: dict[str, int] = (
            remember(self._nearest, goals, {}, MOST_GOALS) if kept is None else kept
        )

        def far(cell: str) -> int:
            found = known.get(cell)
            if found is None:
                found = known[cell] = min([self.distance(cell, goal) for goal in goals])
            return found

        return far

    @cached_property
    def _nearest(self) -> dict[tuple[str, ...], dict[str, int]]:
        return {}

    @cached_property
    def _axial(self) -> Mapping[str, tuple[int, int]]:
        grid = self.board.grid
        assert grid is not None
        return {name: grid.coordinates(n) for name, n in self.board.cell_numbers.items()}

    @cached_property
    def zones(self) -> dict[Any, frozenset[str]]:
        """Fire zones that were worked out, by where the units of a side stand (`ch09_zones`)."""
        return {}

    @cached_property
    def smoke(self) -> dict[tuple[str, str, frozenset[str]], bool]:
        """Lines past barrages that were looked along (`ch09_zones`)."""
        return {}

    @cached_property
    def past(self) -> dict[frozenset[str], SightLines]:
        """Sight lines past barrages, by the hexes of these (`ch09_zones`)."""
        return {}

    @cached_property
    def _seen(self) -> dict[tuple[str, int], frozenset[str]]:
        return {}

    def seen(self, cell: str, reach: int) -> frozenset[str]:
        """9 The hexes in play that are seen from *cell* within *reach*, no barrage in the way."""
        key = (cell, reach)
        if key not in self._seen:
            figures = self.tables.figures
            most = figures.post_sight if cell in self.posts else figures.sight
            if reach >= most:
                open_to = self.board.viewshed(cell, most, self.sight) & self.in_play
                found = frozenset(c for c in open_to if not self._bridge_between(cell, c))
            else:
                wide = self.seen(cell, most)
                found = frozenset(c for c in wide if self.distance(cell, c) <= reach)
            self._seen[key] = found
        return self._seen[key]

    @cached_property
    def _decks(self) -> tuple[Deck, ...]:
        """2.15.4 Each bridge as it lies on the map."""
        cells = self.board.cells
        found: list[Deck] = []
        for site in self.bridges.values():
            if site.carries == "weak":
                continue  # 2.15: over streams they are roads
            (ax, ay), (bx, by) = (cells[cell].anchor for cell in site.between)
            ends = ((3 * ax + bx) / 4, (3 * ay + by) / 4), ((ax + 3 * bx) / 4, (ay + 3 * by) / 4)
            (px, py), (qx, qy) = ends
            box = (min(px, qx), max(px, qx), min(py, qy), max(py, qy))
            found.append(Deck(frozenset(site.between), *ends, *box))
        return tuple(found)

    def _bridge_between(self, a: str, b: str) -> bool:
        """2.15.4 Whether the line between two hexes crosses the drawing of a bridge of neither."""
        (ax, ay), (bx, by) = self.board.cells[a].anchor, self.board.cells[b].anchor
        west, east = (ax, bx) if ax < bx else (bx, ax)
        south, north = (ay, by) if ay < by else (by, ay)
        for between, first, second, left, right, low, high in self._decks:
            if right < west or left > east or high < south or low > north:
                continue
            if a not in between and b not in between:
                here = _side_of((ax, ay), (bx, by), first) * _side_of((ax, ay), (bx, by), second)
                there = _side_of(first, second, (ax, ay)) * _side_of(first, second, (bx, by))
                if here < 0 and there < 0:
                    return True
        return False

    def bridge_name(self, bridge: str) -> str:
        """How a bridge is called in sentences: as on the map."""
        found = self.bridges[bridge].name
        return say("{name!s}", name=found) if found else say("The bridge")

    def name(self, cell: str) -> str:
        """How a hex is called in sentences: its number, and its name if it has one."""
        found = self.board.cells.get(cell)
        if found is None or not found.name or found.name == cell:
            return cell
        return say("{name!s} ({cell!s})", name=found.name, cell=cell)


def _side_of(a: Spot, b: Spot, spot: Spot) -> float:
    """On which side of the line from *a* to *b* a spot lies: above or below nought."""
    return (b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0])


def read_setting(board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> Setting:
    """Board, scenario and options, judged together. UserError when they do not fit."""
    tables, rows = Tables.of(setup)
    scenario, forces = read_scenario(rows, tables)
    named = [
        *scenario.window,
        *scenario.route,
        *scenario.stops,
        *(row.at for row in scenario.place if row.at not in (PARKED, WAITING)),
        *(cell for row in scenario.zone for cell in row.cells),
        *(row.at or row.entry for row in scenario.park if row.at or row.entry),
        *(scenario.flak.cells if scenario.flak else ()),
    ]
    awards = scenario.victory
    named += [c for award in awards for row in (*award.hold, *award.tally) for c in row.cells]
    missing = sorted(cell for cell in set(named) if cell not in board.cells)
    if missing:
        raise UserError(
            say("The map {title!s} has no hex {cell!s}.", title=board.title, cell=missing[0]),
            "Choose the map that this scenario was made for.",
        )
    choices = chosen(OPTIONS, options, Options)
    return Setting(board, tables, forces, scenario, choices)


def _row(cell: str) -> int:
    """The second part of a hex number."""
    return int(cell.partition(".")[2])


PARKED, WAITING = "park", "reserve"
