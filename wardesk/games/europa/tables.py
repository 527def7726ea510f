"""The rebuilt charts that an attack is read by, from ``tables.toml``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from msgspec import Struct

from wardesk.engine.cached import cached_property
from wardesk.games.europa.state import LOOKS
from wardesk.games.europa.works import Kind
from wardesk.games.shared import odds
from wardesk.games.shared.charts import BadCell, Charted, PrintedTables, positive
from wardesk.games.shared.tables import Cell, DiceTable, Label, rolls
from wardesk.words import say

TABLES_FILE = Path(__file__).with_name("tables.toml")
RULEBOOK_FILE = Path(__file__).with_name("rulebook.toml")


class Size(Struct, frozen=True, forbid_unknown_fields=True):
    """A size of unit and its REs, in halves."""

    id: str
    name: str
    halves: int


class KindRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A type of unit and its usual size."""

    id: Kind
    name: str
    size: str


class Ground(Charted, frozen=True, forbid_unknown_fields=True):
    """Terrain or a city: what it adds to the main die and to the armour effects."""

    id: str
    name: str
    die: int
    armour: int
    german_soviet_die: int = 0
    """The same between Germans and Soviets where it differs; 0 = it does not."""
    german_soviet_armour: int = 0
    supply: int = 0
    """Half supply points that an attack on it costs more (EF 40.E-2)."""
    overrun: int = 0
    """Movement points that overrunning units there costs more (EF 40.E-5)."""


class PointsShare(Struct, frozen=True):
    """Points for a share of the REs: at least one in so many, the greatest share first."""

    cite: str
    one_in: tuple[int, ...]
    points: tuple[int, ...]

    def of(self, part: int, whole: int) -> int:
        """Points for *part* of *whole*, both in halves of an RE."""
        for one_in, points in zip(self.one_in, self.points, strict=True):
            if part and part * one_in >= whole:
                return points
        return 0


class Supply(Struct, frozen=True):
    """What an attack costs by its size."""

    cite: str
    halves_for_one_point: int


class Red(Struct, frozen=True):
    """Losses in percent of a side's strength, by the red die."""

    cite: str
    reconstruction: bool
    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    more_below_even_odds: int


class Building(Struct, frozen=True, forbid_unknown_fields=True):
    """What builders make of a work, or of nothing (EF N14)."""

    work: str
    onto: str
    """The work that it is made of; empty = none."""
    builders: tuple[Kind, ...]
    turns: int
    cite: str


class FrameFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures of the game around the chapter; all rebuilt."""

    stack_halves: int
    """Halves of an RE that stand in a hex (EF N16)."""
    river_foot: tuple[int, int]
    """Movement points more to cross a minor or a major river."""
    river_mobile: tuple[int, int]
    leaves_zone: int
    """Movement points more to leave a hex in an enemy zone."""
    overrun_odds: int
    """Attackers to one defender (EF N18)."""
    overrun: int
    """Movement points more for an overrun."""
    overrun_fortification: int
    """The same where the defenders hold a fortification (EF 40.D-2)."""
    lost_for_a_replacement: int
    """Points lost for one special replacement point (EF N22)."""
    most_support: int
    """Ground support factors that go to one attack (EF N19)."""


RESULT_NAMES = LOOKS.results
"""Every result of the main table, the best for the attacker first."""


class MainTable(DiceTable, frozen=True, kw_only=True):
    """The main combat table, by two dice and the odds (EF N1)."""

    key = "main"
    title = say("Main combat table")

    def printed(self, cell: Cell) -> str:
        """The letters of the chart."""
        return say("{letters!s}", letters=cell)

    def label(self, cell: Cell) -> Label:
        """In words; good is what helps the attacker."""
        return RESULT_NAMES[str(cell)]

    @cached_property
    def ratios(self) -> tuple[Fraction, ...]:
        """Attackers to one defender, column by column."""
        return odds.judge("main.columns", self.columns)

    def column(self, odds: Fraction) -> int:
        """The last column that *odds* reach; below the chart its first."""
        return max(0, sum(odds >= ratio for ratio in self.ratios) - 1)

    def ways(self, shift: int, column: int) -> Mapping[str, int]:
        """The letters that *column* gives, *shift* added, each with its number of ways, of 36."""
        key = (shift, column)
        if key not in self._ways:
            self._ways[key] = Counter(
                str(self.cell(total + shift, column)) for total in rolls(self.dice)
            )
        return self._ways[key]

    @cached_property
    def _ways(self) -> dict[tuple[int, int], Mapping[str, int]]:
        return {}


class Tables(PrintedTables, frozen=True, dict=True, kw_only=True, forbid_unknown_fields=True):
    """Everything in ``tables.toml``."""

    file = TABLES_FILE

    reconstruction: bool
    size: tuple[Size, ...]
    kind: tuple[KindRow, ...]
    terrain: tuple[Ground, ...]
    city: tuple[Ground, ...]
    share: PointsShare
    supply: Supply
    main: MainTable
    red: Red
    building: tuple[Building, ...]
    frame: FrameFigures

    def judge(self) -> None:
        """ValueError when a chart has a hole."""
        self.main.check()
        odds.judge("main.columns", self.main.columns)
        for kind in self.kind:
            if kind.size not in self.sizes:
                known = ", ".join(self.sizes)
                raise BadCell(f"kind.{kind.id}.size", say("the sizes are {known!s}", known=known))
        for row in self.size:
            positive(f"size.{row.id}.halves", row.halves)
        positive("share.one_in", *self.share.one_in)
        positive("supply.halves_for_one_point", self.supply.halves_for_one_point)
        positive("frame.lost_for_a_replacement", self.frame.lost_for_a_replacement)

    @cached_property
    def sizes(self) -> Mapping[str, Size]:
        """Sizes by id."""
        return {row.id: row for row in self.size}

    @cached_property
    def kinds(self) -> Mapping[str, KindRow]:
        """Types of unit by id."""
        return {row.id: row for row in self.kind}

    @cached_property
    def grounds(self) -> Mapping[str, Ground]:
        """Terrain by id."""
        return by_id(self.terrain)

    @cached_property
    def cities(self) -> Mapping[str, Ground]:
        """Cities by id."""
        return by_id(self.city)


def by_id(rows: Sequence[Ground]) -> Mapping[str, Ground]:
    """Ground by its id."""
    return {row.id: row for row in rows}


TABLES = Tables.read()
