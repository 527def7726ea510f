"""What stays the same through a game: rulebook, counters, board, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wardesk.engine.cached import cached_property
from wardesk.errors import DamagedFile, UserError
from wardesk.games.shared.march import StepCosts, distances
from wardesk.games.written.schema import (
    Chart,
    Chit,
    Class,
    Combat,
    Do,
    Line,
    Move,
    Phase,
    Place,
    Price,
    Replace,
    Rulebook,
    ScenarioSetup,
    State,
)
from wardesk.model.board import Board
from wardesk.model.charts import LaidCell
from wardesk.words import Spoken, say

Row = Mapping[str, str]
START, POOL = "start:", "pool"
_EDGES = {"west": (0, min), "east": (0, max), "north": (1, min), "south": (1, max)}
KEPT_COSTS = 60


@dataclass(frozen=True)
class Setting:
    """The facts of one scenario; every chapter reads them, none changes them."""

    board: Board
    book: Rulebook
    rows: Mapping[str, Row]
    """The lines of counters.csv, by id."""
    setup: ScenarioSetup
    over: tuple[LaidCell, ...] = ()
    """Cells of the charts that something was laid over."""

    # ---- the rulebook by id ---------------------------------------------------------------------

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Both sides."""
        return tuple(side.id for side in self.book.sides)

    @cached_property
    def enemy(self) -> Mapping[str, str]:
        """The other side of each."""
        one, other = self.sides
        return {one: other, other: one}

    @cached_property
    def side_names(self) -> Mapping[str, str]:
        """What the sides are called."""
        return {side.id: side.name for side in self.book.sides}

    @cached_property
    def classes(self) -> Mapping[str, Class]:
        """By id."""
        return {one.id: one for one in self.book.classes}

    @cached_property
    def states(self) -> Mapping[str, State]:
        """By id."""
        return {one.id: one for one in self.book.states}

    @cached_property
    def phases(self) -> Mapping[str, Phase]:
        """By id, in their order."""
        return {one.id: one for one in self.book.turn.phases}

    @cached_property
    def moves(self) -> Mapping[str, Move]:
        """By id."""
        return {one.id: one for one in self.book.move}

    @cached_property
    def combats(self) -> Mapping[str, Combat]:
        """By id."""
        return {one.id: one for one in self.book.combat}

    @cached_property
    def charts(self) -> Mapping[str, Chart]:
        """By id."""
        return {one.id: one for one in self.book.chart}

    @cached_property
    def checks(self) -> Mapping[str, Any]:
        """By id."""
        return {one.id: one for one in self.book.check}

    @cached_property
    def lines(self) -> Mapping[str, Line]:
        """By id."""
        return {one.id: one for one in self.book.line}

    @cached_property
    def chits(self) -> Mapping[str, Chit]:
        """By id."""
        return {one.id: one for one in self.book.turn.chits}

    @cached_property
    def replaces(self) -> Mapping[str, Replace]:
        """By side."""
        return {one.side: one for one in self.book.replace}

    @property
    def last_turn(self) -> int:
        """The turn after which the game ends."""
        return self.setup.last_turn or self.book.turn.last

    def move_of(self, phase: str) -> Move:
        """The way of moving in a phase."""
        return self.moves[self.phases[phase].rule or next(iter(self.moves))]

    def combat_of(self, phase: str) -> Combat:
        """The way of fighting in a phase."""
        return self.combats[self.phases[phase].rule or next(iter(self.combats))]

    def doing(self, source: str) -> tuple[Do, ...]:
        """The effects of a result, or of a check."""
        what, name, result = source.split("/", 2)
        if what == "chart":
            return self.charts[name].results[result]
        return self.checks[name].passed if result == "passed" else self.checks[name].failed

    # ---- counters -------------------------------------------------------------------------------

    @cached_property
    def kind(self) -> Mapping[str, Class]:
        """The class of each counter."""
        return {id_: self.classes[row["class"]] for id_, row in self.rows.items()}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What counters are called."""
        return {id_: row.get("name", id_) for id_, row in self.rows.items()}

    @cached_property
    def faces(self) -> Mapping[str, int]:
        """How many faces each counter has."""
        values = [value.id for value in self.book.values]
        return {
            id_: max(
                [n for n in range(2, 9) if any(f"{v}.{n}".lower() in row for v in values)],
                default=1,
            )
            for id_, row in self.rows.items()
        }

    @cached_property
    def figures(self) -> Mapping[tuple[str, str], tuple[int, ...]]:
        """By counter and value its figure on each face."""
        found: dict[tuple[str, str], tuple[int, ...]] = {}
        for id_, row in self.rows.items():
            for value in self.book.values:
                last = _number(row, value.id, value.usual)
                on = [last]
                for face in range(2, self.faces[id_] + 1):
                    last = _number(row, f"{value.id}.{face}", last)
                    on.append(last)
                found[id_, value.id] = tuple(on)
        return found

    def figure(self, piece: str, value: str, face: int) -> int:
        """A printed figure of a counter."""
        return self.figures[piece, value][face - 1]

    @cached_property
    def attack(self) -> str:
        """The value that counts for a counter's worth."""
        return self.book.combat[0].attack if self.book.combat else self.book.values[0].id

    # ---- ground ---------------------------------------------------------------------------------

    @cached_property
    def near(self) -> Mapping[str, tuple[str, ...]]:
        """The cells beside each cell."""
        return {cell: tuple(self.board.neighbours(cell)) for cell in self.board.cells}

    @cached_property
    def terrain(self) -> Mapping[str, str]:
        """The kind of ground of each cell."""
        return {cell: found.terrain for cell, found in self.board.cells.items()}

    @cached_property
    def places(self) -> Mapping[str, frozenset[str]]:
        """The cells of each place."""
        return {place.id: self._cells(place) for place in self.book.places}

    def _cells(self, place: Place) -> frozenset[str]:
        found = {cell for cell in place.cells if cell in self.board.cells}
        if place.edge:
            axis, end = _EDGES[place.edge]
            at = {cell: one.anchor[axis] for cell, one in self.board.cells.items()}
            last = end(at.values())
            step = (max(at.values()) - min(at.values())) / max(1, len(at)) / 2
            found |= {cell for cell, here in at.items() if abs(here - last) <= step}
        found |= {c for c, kind in self.terrain.items() if kind in place.terrain}
        return frozenset(found)

    @cached_property
    def tracked(self) -> frozenset[str]:
        """The cells of which it is known who holds them."""
        return frozenset(
            cell for place in self.book.places if place.tracked for cell in self.places[place.id]
        )

    @cached_property
    def goals(self) -> tuple[tuple[str, Mapping[str, int]], ...]:
        """Cells that are worth something, and what to each side."""
        return tuple(
            (cell, place.worth)
            for place in self.book.places
            if place.worth
            for cell in sorted(self.places[place.id])
        )

    @cached_property
    def _far(self) -> dict[str, Mapping[str, int]]:
        return {}

    def far(self, cell: str) -> Mapping[str, int]:
        """How many cells away every other is, worked out when it is asked for."""
        found = self._far.get(cell)
        if found is None:
            found = self._far[cell] = distances(self.near, (cell,))
        return found

    def name(self, cell: str) -> Spoken:
        """How a cell is called in sentences."""
        found = self.board.cells.get(cell)
        if found is None or not found.name or found.name == cell:
            return cell
        return say("{name!s} ({cell!s})", name=found.name, cell=cell)

    @cached_property
    def _side_kinds(self) -> Mapping[frozenset[str], tuple[str, ...]]:
        """What lies between two cells of an area map."""
        kinds = {border.id: border.kind for border in self.board.borders}
        return {
            frozenset((one.a, one.b)): tuple(kinds[b] for b in one.borders)
            for one in self.board.contacts
        }

    def between(self, a: str, b: str) -> tuple[str, ...]:
        """The kinds of side between two cells beside each other."""
        if self.board.kind == "area":
            return self._side_kinds.get(frozenset((a, b)), ())
        return self.board.sides.get((a, b) if a < b else (b, a), ())

    @cached_property
    def along(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        """By kind of drawn line, the cells that each cell is linked to by it."""
        found: dict[str, dict[str, set[str]]] = {}
        for line in self.board.lines:
            on = found.setdefault(line.kind, {})
            for a, b in zip(line.cells, line.cells[1:], strict=False):
                on.setdefault(a, set()).add(b)
                on.setdefault(b, set()).add(a)
        return {
            kind: {cell: frozenset(to) for cell, to in on.items()} for kind, on in found.items()
        }

    @cached_property
    def _costs(self) -> dict[tuple[str, str], StepCosts]:
        return {}

    def costs(self, move: str, column: str) -> StepCosts:
        """What each step costs by a column of a way of moving."""
        key = (move, column)
        if key not in self._costs:
            rule = self.moves[move]
            self._costs[key] = {a: dict(self._steps(rule, column, a)) for a in self.near}
        return self._costs[key]

    def _steps(self, move: Move, column: str, a: str) -> Iterator[tuple[str, int]]:
        sides, roads = move.side_cost.get(column, {}), move.along.get(column, {})
        for b in self.near[a]:
            on = [kind for kind, links in self.along.items() if b in links.get(a, ())]
            if move.only_lines and not any(kind in move.only_lines for kind in on):
                continue
            prices = [roads[kind] for kind in on if kind in roads]
            if along := [price for price in prices if isinstance(price, int)]:
                yield b, min(along)
                continue
            price = self._ground(move, column, b)
            fees = [sides[kind] for kind in self.between(a, b) if kind in sides]
            if isinstance(price, int) and "no" not in fees:
                yield b, price + sum(fee for fee in fees if isinstance(fee, int))

    def _ground(self, move: Move, column: str, cell: str) -> Price:
        """What entering a cell costs: as the rules say, else the map, else 1."""
        said = move.cost.get(column, {}).get(self.terrain[cell])
        if said is not None:
            return said
        figures = self.board.terrain_of(cell)
        found = figures.get(f"move_{column}", figures.get("move", 1))
        return found if isinstance(found, int) or found == "no" else 1

    @cached_property
    def _sees(self) -> dict[tuple[str, str], bool]:
        return {}

    def sees(self, a: str, b: str) -> bool:
        """Whether two cells see each other."""
        key = (a, b) if a < b else (b, a)
        if key not in self._sees:
            self._sees[key] = self.board.sight(*key).clear
        return self._sees[key]

    # ---- the beginning --------------------------------------------------------------------------

    @cached_property
    def first_places(self) -> Mapping[str, str | None]:
        """Where each counter begins; None off the map."""
        waiting = {side: list(start.cells) for side, start in self.setup.start.items()}
        found: dict[str, str | None] = {}
        for id_, row in self.rows.items():
            place = row.get("place", POOL)
            if place.startswith(START):
                cells = waiting.get(place.removeprefix(START), [])
                found[id_] = cells.pop(0) if cells else None
            else:
                found[id_] = place if place in self.board.cells and not row.get("turn") else None
        return found

    def turn_of(self, piece: str) -> int:
        """The turn in which a counter comes; 0 = it is there from the beginning."""
        return int(self.rows[piece].get("turn") or 0)


def _number(row: Row, column: str, usual: int | None) -> int:
    text = row.get(column.lower(), "")
    if not text:
        if usual is None:
            where = row.get("where", row.get("id", ""))
            raise DamagedFile(
                say("{where}: the counter says no {column!r}.", where=where, column=column),
                "Fill in the cell, or give the value a usual figure.",
            )
        return usual
    try:
        return int(text)
    except ValueError as error:
        where = row.get("where", row.get("id", ""))
        raise DamagedFile(
            say("{where}: {column!r} is a whole number, not {text!r}.", where=where,
                column=column, text=text),
            "Mend the cell.",
        ) from error  # fmt: skip


def judged(setting: Setting) -> Setting:
    """*setting*, when counters and scenario fit its rulebook and board. UserError else."""
    cells, book = setting.board.cells, setting.book
    for id_, row in setting.rows.items():
        where = row.get("where", id_)
        for what, known in (("side", setting.sides), ("class", setting.classes)):
            if row.get(what) not in known:
                raise DamagedFile(
                    say("{where}: there is no {what!s} called {name!s}.", where=where, what=what,
                        name=row.get(what, "")),
                    say("There are: {known!s}.", known=", ".join(known)),
                )  # fmt: skip
        place = row.get("place", POOL)
        known_place = place in cells or place in setting.places or place == POOL
        if not known_place and place.removeprefix(START) not in setting.sides:
            raise DamagedFile(
                say("{where}: there is no place {place!s}.", where=where, place=place),
                "Name a cell of the map, a place of the rules, pool, or start: and a side.",
            )
    _ = setting.figures
    named = [c for place in book.places for c in place.cells]
    named += [c for start in setting.setup.start.values() for c in start.cells]
    missing = sorted({cell for cell in named if cell not in cells})
    if missing:
        raise UserError(
            say("The map {title!s} has no cell {cell!s}.", title=setting.board.title,
                cell=missing[0]),
            "Choose the map that these rules were made for.",
        )  # fmt: skip
    return setting
