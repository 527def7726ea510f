"""The charts and figures of the game, read once from ``tables.toml`` and checked on the way in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Literal, cast

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from wardesk.errors import UserError
from wardesk.games.shared import odds
from wardesk.games.shared.tables import Cell, DiceTable

TABLES_FILE = Path(__file__).with_name("tables.toml")
RULEBOOK_FILE = Path(__file__).with_name("rulebook.toml")


class LandingTable(DiceTable, frozen=True, kw_only=True):
    """What becomes of a glider, by 2d6."""

    faces: tuple[str, ...]

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """One face a row."""
        return tuple((face,) for face in self.faces)

    def lost(self, total: int) -> bool:
        """Whether the whole glider is gone."""
        return self.faces[self.row(total)] == "lost"

    def men_lost(self, total: int) -> int:
        """Men lost in a glider that comes down; 0 for one that is gone."""
        return 0 if self.lost(total) else int(self.faces[self.row(total)])


class FireTable(DiceTable, frozen=True, kw_only=True):
    """Men lost by 2d6 and column, before division by the ground."""

    least: tuple[int, ...]
    """Smallest strength of each column."""
    rows: tuple[tuple[int, ...], ...]

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows as they are."""
        return self.rows

    def column(self, strength: int) -> int:
        """Index of the column for *strength*; the first one for anything weaker."""
        return odds.least_column(strength, self.least)

    def loss(self, total: int, column: int) -> int:
        """Points lost before division."""
        return self.rows[self.row(total)][column]


class CombatTable(DiceTable, frozen=True, kw_only=True):
    """Losses of attacker and defender by 2d6 and odds."""

    rows: tuple[tuple[str, ...], ...]

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows as they are: ``2/1``."""
        return self.rows

    @cached_property
    def _pairs(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return tuple(
            tuple((int(a), int(b)) for a, b in (cell.split("/") for cell in row))
            for row in self.rows
        )

    def column(self, attackers: int, defenders: int) -> int:
        """Index of the odds: a half down for the attacker, up for the defender (4.1, 4.2)."""
        return odds.column(attackers, defenders, self.columns, above=odds.half_down, below=odds.up)

    def losses(self, total: int, column: int) -> tuple[int, int]:
        """(attacker loss, defender loss); totals beyond the chart read its first or last row."""
        return self._pairs[self.row(total)][min(max(column, 0), len(self.columns) - 1)]


class DieTable(DiceTable, frozen=True, kw_only=True):
    """Men lost by one die."""

    dice: ClassVar[tuple[int, ...]] = (6,)
    columns: tuple[str, ...] = ("men lost",)
    faces: tuple[int, ...]

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """One face a row."""
        return tuple((face,) for face in self.faces)


class ChargeTable(Struct, frozen=True):
    """The least die with which a charge destroys a work."""

    usual: int
    least: dict[str, int]
    cite: str
    reconstruction: bool

    def needs(self, work: str) -> int:
        """The least die for *work*."""
        return self.least.get(work, self.usual)


class Constants(Struct, frozen=True):
    """Single figures of the rules."""

    turns: int
    capacity: int
    most_landed: int
    german_men: int
    belgian_men: int
    strike_before: int
    exit_occupied: int
    exit_free: int
    sappers: int
    last_turns: tuple[int, ...]
    cite: str


class Gun(Struct, frozen=True):
    """A gun of a work."""

    kind: Literal["artillery", "anti_tank"]
    strength: int


class Work(Struct, frozen=True):
    """A work's armament and door. *arcs*: machine-gun column by target sector."""

    id: str
    exit: bool
    machine_guns: int
    arcs: dict[str, int]
    guns: tuple[Gun, ...]


class WorksHead(Struct, frozen=True):
    """What is said of all works at once."""

    cite: str
    reconstruction: bool
    mortar_strength: int


class ActionCounter(Struct, frozen=True):
    """One special action counter of the pool."""

    id: str
    name: str
    side: str
    kind: str
    cite: str
    strength: int = 0
    men: int = 0
    works: tuple[str, ...] = ()
    late: bool = False
    """Playable on the last turns only."""
    reconstruction: bool = False


class Level(Struct, frozen=True):
    """A victory level from *least* points up."""

    least: int
    id: str
    name: str
    winner: str


class Tables(Struct, frozen=True, dict=True, kw_only=True):
    """Everything in ``tables.toml``."""

    landing: LandingTable
    machine_gun: FireTable
    artillery: FireTable
    combat: CombatTable
    canal: DieTable
    demolition: DieTable
    charge: ChargeTable
    constants: Constants
    works_head: WorksHead = field(name="works")
    work: tuple[Work, ...]
    counter: tuple[ActionCounter, ...]
    level: tuple[Level, ...]
    reconstruction: dict[str, tuple[str, ...]]

    @cached_property
    def works(self) -> dict[str, Work]:
        """Works by sector."""
        return {work.id: work for work in self.work}

    @cached_property
    def counters(self) -> dict[str, ActionCounter]:
        """Special action counters by id."""
        return {counter.id: counter for counter in self.counter}

    @cached_property
    def exits(self) -> tuple[str, ...]:
        """Works with a door, by id."""
        return tuple(work.id for work in self.work if work.exit)

    def bearing(self, post: str, cell: str) -> int:
        """The machine-gun column of *post* on *cell*; 0 = it does not bear (EE N51)."""
        work = self.works.get(post)
        return work.arcs.get(cell, 0) if work is not None else 0

    def best_bearing(self, post: str) -> int:
        """The best machine-gun column of *post* anywhere."""
        work = self.works.get(post)
        return max(work.arcs.values(), default=0) if work is not None else 0

    def victory(self, points: int) -> Level:
        """The level that *points* earn."""
        return next(level for level in self.level if points >= level.least)

    def with_victory(self, wanted: Mapping[str, Any]) -> Tables:
        """The same tables with other points for the levels that *wanted* names.

        UserError when a level is unknown or the levels no longer rise.
        """
        known = ", ".join(level.id for level in self.level[:-1])
        for name, least in wanted.items():
            if name not in {level.id for level in self.level[:-1]}:
                raise UserError(f"There is no victory level {name!r}.", f"There are: {known}.")
            if isinstance(least, bool) or not isinstance(least, int) or not 1 <= least <= 99:
                raise UserError(f"The level {name} needs 1 to 99 points, not {least!r}.")
        found = tuple(replace(one, least=wanted.get(one.id, one.least)) for one in self.level)
        if any(one.least <= other.least for one, other in pairwise(found)):
            raise UserError("Each victory level needs more points than the one below it.")
        return replace(self, level=found)


def read_tables(path: Path = TABLES_FILE) -> Tables:
    """Read and check the charts. ValueError when one is not complete: a shipped file is ours."""
    tables = msgspec.toml.decode(path.read_bytes(), type=Tables)
    _check(tables)
    return tables


def _check(tables: Tables) -> None:
    for name in ("landing", "machine_gun", "artillery", "combat", "canal", "demolition"):
        getattr(tables, name).check(name)
    for name, table in (("machine_gun", tables.machine_gun), ("artillery", tables.artillery)):
        if len(table.least) != len(table.columns) or sorted(table.least) != list(table.least):
            raise ValueError(f"the columns of {name} have no rising strengths")
    if len(tables.counters) != len(tables.counter) or len(tables.works) != len(tables.work):
        raise ValueError("a counter or a work is listed twice")
    if tables.level[-1].least != 0:
        raise ValueError("the lowest victory level must begin at 0 points")


def read_victory(setup: Mapping[str, Any]) -> dict[str, Any]:
    """The ``victory`` table of a scenario's setup; empty when it has none. UserError if wrong."""
    found = setup.get("victory", {})
    if not isinstance(found, Mapping):
        raise UserError("The victory levels of the scenario must be a table ([setup.victory]).")
    return dict(cast("Mapping[str, Any]", found))


TABLES = read_tables()
