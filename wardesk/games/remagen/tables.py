"""The charts and figures of the game, read once from ``tables.toml`` and checked on the way in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from wardesk.engine.cached import cached_property
from wardesk.games.remagen.state import KIND_NAMES, LOOKS, Kind
from wardesk.games.shared import odds
from wardesk.games.shared.charts import BadCell, Charted, PrintedTables, positive, rising
from wardesk.games.shared.tables import Cell, DiceTable, Label
from wardesk.words import say

TABLES_FILE = Path(__file__).with_name("tables.toml")
RULEBOOK_FILE = Path(__file__).with_name("rulebook.toml")

Figure = Annotated[int, Meta(ge=0, le=99)]
Ground = Literal["wood", "hill"]

MOST_DICE = 12
"""Of one unit; more are no roll that anybody could weigh."""
TROOPS = frozenset({"infantry", "engineers", "paratroops"})
"""Regular infantry: what falls before any infantry weapon does (RB 9.8)."""
WEAPONS = frozenset({"machine_gun", "bazooka"})
GUNS = frozenset({"anti_tank", "howitzer", "heavy_howitzer"})
AMPHIBIOUS = frozenset({"weasel", "buffalo"})


class FiguresRow(Charted, frozen=True, dict=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the movement and fire charts. *stated* and *deduced* name the sure figures."""

    kind: Kind
    value: Figure
    """Combat value: what it counts in odds and, for vehicles and guns, the hits it takes."""
    movement: Figure
    road: Figure
    """What a move by road alone adds."""
    dice: Figure
    anti_vehicle: Figure = 0
    """Dice against a sector with vehicles, where they differ; 0 = as usual."""
    range: Figure
    size: Figure
    """Points of a sector's capacity."""
    figures: Figure = 0
    """Men on a full tray; 0 = a vehicle or gun."""
    packed: Figure = 0
    """Points of a load that it is, where they differ from *size*."""
    load: Figure = 0
    """Points of capacity that it carries."""
    carries: tuple[Kind, ...] = ()
    """What it carries beside men."""
    river: Figure = 0
    """River sectors in a turn; 0 = it does not swim."""
    tows: bool = False
    off_limits: tuple[Ground, ...] = ()
    stated: tuple[str, ...] = ()
    deduced: tuple[str, ...] = ()

    @cached_property
    def foot(self) -> bool:
        """Men with or without an infantry weapon."""
        return self.figures > 0

    @cached_property
    def barred(self) -> frozenset[str]:
        """Ground that it cannot enter."""
        return frozenset(self.off_limits)

    @cached_property
    def gun(self) -> bool:
        """An artillery piece."""
        return self.kind in GUNS

    @cached_property
    def vehicle(self) -> bool:
        """A motorised unit."""
        return not self.foot and not self.gun

    @cached_property
    def as_load(self) -> int:
        """Points that it takes of a vehicle's load."""
        return self.packed or self.size

    @cached_property
    def swims(self) -> bool:
        """An amphibious vehicle."""
        return self.river > 0

    @cached_property
    def disabled_at(self) -> int:
        """Hits that stop a vehicle: half its combat value, rounded up."""
        return odds.up(self.value, 2)


class Divisors(Charted, frozen=True):
    """By what the dice of a salvo are divided (RB 10.2)."""

    cite: str
    least: tuple[int, ...]
    by: tuple[int, ...]
    stated: tuple[int, ...] = ()

    def line(self, distance: int) -> int:
        """The line of the chart for *distance* sectors."""
        return max(0, bisect_right(self.least, distance) - 1)

    def at(self, distance: int) -> int:
        """The divisor for *distance* sectors."""
        return self.by[self.line(distance)]


class MoraleTable(DiceTable, frozen=True, kw_only=True):
    """What comes of a battle, by one die and the odds (RB 12.7)."""

    key = "morale"
    title = say("Combat morale")
    dice = (6,)

    def printed(self, cell: Cell) -> str:
        """The letters of the chart."""
        return say("{letters!s}", letters=cell)

    def label(self, cell: Cell) -> Label:
        """In words; good is what hurts the defender."""
        return RESULT_WORDS[str(cell)]

    def column(self, attackers: int, defenders: int) -> int:
        """Index of the odds; rounded for the defender (RB 12.6)."""
        return odds.column(attackers, defenders, self.columns)


RESULT_WORDS = LOOKS.results
"""Every result of the morale chart, the best for the attacker first."""


class DropScatter(Charted, frozen=True):
    """Where paratroops come down: the first die gives the row, the second the column (RB 7.3)."""

    cite: str
    reconstruction: bool
    rows: tuple[str, ...]
    columns: tuple[int, ...]

    def cell(self, first: int, second: int) -> str:
        """The sector of two dice."""
        return f"{self.rows[first - 1]}{self.columns[second - 1]}"


class Collapse(Charted, frozen=True):
    """The greatest face on which the Ludendorff Bridge falls, by turn (RB 8.4)."""

    cite: str
    reconstruction: bool
    turns: tuple[int, ...]
    most: tuple[int, ...]
    stated: tuple[int, ...] = ()

    def limit(self, turn: int) -> int:
        """The greatest face of *turn*; 0 before the first roll, 6 = it surely falls."""
        return self.most[min(turn - self.turns[0], len(self.most) - 1)] if self.due(turn) else 0

    def due(self, turn: int) -> bool:
        """Whether the die is rolled in *turn*."""
        return turn >= self.turns[0]


class Quota(Charted, frozen=True):
    """Combat value that may come on, by turn (RB N11)."""

    cite: str
    reconstruction: bool
    by_turn: tuple[int, ...]

    def of(self, turn: int) -> int:
        """The quota of *turn*, counted from 1."""
        return self.by_turn[min(turn, len(self.by_turn)) - 1]


class CrossingLevel(Charted, frozen=True):
    """A level of victory and the strength across the river that it takes (RB N12)."""

    least: int
    winner: Literal["us", "german", ""]
    level: Literal["decisive", "marginal", "draw", "german"]


LEVEL_NAMES = LOOKS.value["level_name"].words


class Figures(Charted, frozen=True):
    """Single figures. *stated* names those that the text gives; the others are rebuilt."""

    cite: str
    stated: tuple[str, ...]
    turns: int
    drop_turn: int
    last_drop_turn: int
    first_collapse_turn: int
    labour: int
    most_engineers: int
    night_turns: tuple[int, ...]
    automatic: int
    no_foothold_turn: int
    handicap: int


class Tables(PrintedTables, frozen=True, dict=True, kw_only=True):
    """Everything in ``tables.toml``."""

    file = TABLES_FILE
    scenario_says = frozenset({"constants.turns"})

    unit: tuple[FiguresRow, ...]
    divisors: Divisors
    morale: MoraleTable
    drop: DropScatter
    collapse: Collapse
    quota: Quota
    victory: tuple[CrossingLevel, ...]
    constants: Figures

    @cached_property
    def units(self) -> Mapping[str, FiguresRow]:
        """Lines of the unit chart by kind."""
        return {row.kind: row for row in self.unit}

    def judge(self) -> None:
        """ValueError when a chart has a hole."""
        self.morale.check()
        odds.judge("morale.columns", self.morale.columns)
        if set(self.units) != set(KIND_NAMES):
            raise ValueError("the unit chart lacks a kind, or has one nobody knows")
        positive("divisors.by", *self.divisors.by)
        positive("constants.most_engineers", self.constants.most_engineers)
        for row in self.unit:
            for name in ("dice", "anti_vehicle"):
                if getattr(row, name) > MOST_DICE:
                    told = say("nobody throws more than {most} dice", most=MOST_DICE)
                    raise BadCell(f"unit.{row.kind}.{name}", told)
        rising("divisors.least", self.divisors.least)
        rising("collapse.turns", self.collapse.turns)


TABLES = Tables.read()
