"""The charts and figures of the game, read once from ``tables.toml`` and checked on the way in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Literal, cast

from msgspec import Struct, field
from msgspec.structs import replace

from wardesk.engine.cached import cached_property
from wardesk.errors import UserError
from wardesk.games.shared import odds
from wardesk.games.shared.charts import BadCell, Charted, PrintedTables
from wardesk.games.shared.tables import Cell, DiceTable, Label, StrengthTable, Tone, dashed, rolls
from wardesk.model.look import CaseLook, InputLine
from wardesk.words import say, say_count

TABLES_FILE = Path(__file__).with_name("tables.toml")
RULEBOOK_FILE = Path(__file__).with_name("rulebook.toml")


BEARINGS = (3, 6, 9)
"""Machine-gun columns that a work may bear with."""


class LandingTable(DiceTable, frozen=True, kw_only=True):
    """What becomes of a glider, by 2d6: it is lost, or lands with some men lost."""

    key = "landing"
    title = say("Glider landing")

    def printed(self, cell: Cell) -> str:
        """Lost, or the men lost."""
        if cell == "lost":
            return say("lost")
        men = int(cell)
        return say_count("{n} man lost", "{n} men lost", n=men) if men else say("lands")

    def label(self, cell: Cell) -> Label:
        """A glider down with all its men is best, a lost one worst."""
        if cell == "lost":
            return say("glider lost"), "bad", 9
        men = int(cell)
        if not men:
            return say("lands"), "good", 0
        return say("lands, {men} lost", men=men), "mixed", men

    def lost(self, total: int) -> bool:
        """Whether the whole glider is gone."""
        return self.cell(total) == "lost"

    def men_lost(self, total: int) -> int:
        """Men lost in a glider that comes down; 0 for one that is gone."""
        return 0 if self.lost(total) else int(self.cell(total))


class FireTable(StrengthTable, frozen=True, kw_only=True):
    """Points lost by 2d6 and column, before division by the ground."""

    def label(self, cell: Cell) -> Label:
        """More points lost first."""
        loss = int(cell)
        text = say("{points} lost", points=loss) if loss else say("no effect")
        return text, "good" if loss else "none", -loss

    def loss(self, total: int, column: int) -> int:
        """Points lost before division."""
        return int(self.cell(total, column))

    def fire(
        self, title: str, column: int, by: int, *, total: int = 0, place: str = ""
    ) -> CaseLook:
        """A shot on ground that divides by *by* as a case, a half down (EE N16)."""

        def label(cell: Cell) -> Label:
            return self.label(odds.half_down(int(cell), by))

        text: str = say("result / {by}, a half down", by=by)
        if total:
            printed = self.loss(total, column)
            text = f"{printed} / {by} = {decimal(printed, by)} → {odds.half_down(printed, by)}"
        inputs = (
            InputLine(say("Column"), self.columns[column], self.cite),
            InputLine(say("Ground of the target"), f"/ {by}", "EE N16"),
        )
        return self.case(
            title, column, total=total, place=place, inputs=inputs,
            sum_text=text if by > 1 else "", label=label,
        )  # fmt: skip


class MachineGunTable(FireTable, frozen=True, kw_only=True):
    """Machine-gun fire."""

    key = "machine_gun"
    title = say("Machine-gun fire")


class ArtilleryTable(FireTable, frozen=True, kw_only=True):
    """Artillery fire and air attack."""

    key = "artillery"
    title = say("Artillery fire and air attack")


class CombatTable(DiceTable, frozen=True, kw_only=True):
    """Losses of attacker and defender by 2d6 and odds: ``2/1``."""

    key = "combat"
    title = say("Combat: attacker / defender")

    def printed(self, cell: Cell) -> str:
        """Attacker's loss, then the defender's."""
        return "/".join(map(dashed, _pair(cell)))

    def label(self, cell: Cell) -> Label:
        """Good for the attacker is what costs the defender more."""
        mine, theirs = _pair(cell)
        tone: Tone = "good" if theirs > mine else "bad" if mine > theirs else "mixed"
        attacker, defender = (f"−{points}" if points else "–" for points in (mine, theirs))
        rank = (mine - theirs) * 100 + mine
        text = say("attacker {attacker}, defender {defender}", attacker=attacker, defender=defender)
        return text, tone, rank

    def column(self, attackers: int, defenders: int) -> int:
        """Index of the odds: a half down for the attacker, up for the defender (4.1, 4.2)."""
        return odds.column(attackers, defenders, self.columns, above=odds.half_down, below=odds.up)

    def losses(self, total: int, column: int) -> tuple[int, int]:
        """(attacker loss, defender loss); totals beyond the chart read its first or last row."""
        return _pair(self.cell(total, column))

    def spread(self, column: int, shift: int = 0) -> tuple[tuple[int, int, int], ...]:
        """Every (attacker loss, defender loss) with its ways of 36, *shift* added to the dice."""
        key = (column, shift)
        if key not in self._spreads:
            ways = Counter(self.losses(total + shift, column) for total in rolls(self.dice))
            self._spreads[key] = tuple((*pair, count) for pair, count in ways.items())
        return self._spreads[key]

    @cached_property
    def exchanges(self) -> dict[tuple[int, int, int, int], tuple[float, float, float]]:
        """What attacks come to on average, as `attacks` has worked it out."""
        return {}

    @cached_property
    def _spreads(self) -> dict[tuple[int, int], tuple[tuple[int, int, int], ...]]:
        return {}


@cache
def _pair(cell: Cell) -> tuple[int, int]:
    attacker, _, defender = str(cell).partition("/")
    return int(attacker), int(defender)


def decimal(number: int, by: int) -> str:
    """A quotient to at most two places, without idle zeros."""
    return f"{number / by:.2f}".rstrip("0").rstrip(".")


class DieTable(DiceTable, frozen=True, kw_only=True):
    """Men lost by one die."""

    dice: ClassVar[tuple[int, ...]] = (6,)
    columns: tuple[str, ...] = (say("men lost"),)

    def label(self, cell: Cell) -> Label:
        """Fewer men lost first."""
        men = int(cell)
        text = say("{points} lost", points=men) if men else say("no effect")
        return text, "mixed" if men else "none", men

    def loss(self, face: int) -> int:
        """Men lost on *face*."""
        return int(self.cell(face))


class CanalTable(DieTable, frozen=True, kw_only=True):
    """Germans under the shells that hit a canal bunker."""

    key = "canal"
    title = say("Canal bunker shelled")


class DemolitionTable(DieTable, frozen=True, kw_only=True):
    """A garrison whose work is blown up."""

    key = "demolition"
    title = say("Garrison of a destroyed work")


class ChargeTable(Charted, frozen=True):
    """The least die with which a charge destroys a work."""

    usual: int
    least: dict[str, int]
    cite: str
    reconstruction: bool

    def needs(self, work: str) -> int:
        """The least die for *work*."""
        return self.least.get(work, self.usual)


class Figures(Struct, frozen=True):
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


class FortWork(Charted, frozen=True):
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


class PointsLevel(Charted, frozen=True):
    """A victory level from *least* points up."""

    least: int
    id: str
    name: str
    winner: str


class Tables(PrintedTables, frozen=True, dict=True, kw_only=True):
    """Everything in ``tables.toml``."""

    file = TABLES_FILE
    scenario_says = frozenset({"constants.turns", "constants.german_men", "constants.belgian_men"})

    landing: LandingTable
    machine_gun: MachineGunTable
    artillery: ArtilleryTable
    combat: CombatTable
    canal: CanalTable
    demolition: DemolitionTable
    charge: ChargeTable
    constants: Figures
    works_head: WorksHead = field(name="works")
    work: tuple[FortWork, ...]
    counter: tuple[ActionCounter, ...]
    level: tuple[PointsLevel, ...]
    reconstruction: dict[str, tuple[str, ...]]

    def judge(self) -> None:
        """ValueError when a chart is not complete."""
        for table in self.dice_tables:
            table.check()
        if len(self.counters) != len(self.counter) or len(self.works) != len(self.work):
            raise ValueError("a counter or a work is listed twice")
        odds.judge("combat.columns", self.combat.columns)
        for work in self.work:
            for cell, column in work.arcs.items():
                if column not in BEARINGS:
                    told = say("machine guns have no column {column}", column=column)
                    raise BadCell(f"work.{work.id}.arcs.{cell}", told)
        for counter in self.counter:
            for number, name in enumerate(counter.works):
                if name not in self.works:
                    told = say("there is no work {name!s}", name=name)
                    raise BadCell(f"counter.{counter.id}.works.{number}", told)
        if self.level[-1].least != 0:
            raise ValueError("the lowest victory level must begin at 0 points")

    @property
    def dice_tables(self) -> tuple[DiceTable, ...]:
        """The printed tables that dice are read on."""
        fire = (self.machine_gun, self.artillery)
        return (self.landing, *fire, self.combat, self.canal, self.demolition)

    @cached_property
    def works(self) -> dict[str, FortWork]:
        """Works by sector."""
        return {work.id: work for work in self.work}

    @cached_property
    def firepower(self) -> dict[str, int]:
        """The strength of all guns of a work, by sector."""
        return {work.id: sum(gun.strength for gun in work.guns) for work in self.work}

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

    def victory(self, points: int) -> PointsLevel:
        """The level that *points* earn."""
        return next(level for level in self.level if points >= level.least)

    def with_victory(self, wanted: Mapping[str, Any]) -> Tables:
        """The same tables with other points for the levels that *wanted* names.

        UserError when a level is unknown or the levels no longer rise.
        """
        known = ", ".join(level.id for level in self.level[:-1])
        for name, least in wanted.items():
            if name not in {level.id for level in self.level[:-1]}:
                raise UserError(
                    say("There is no victory level {name!r}.", name=name),
                    say("There are: {known!s}.", known=known),
                )
            if isinstance(least, bool) or not isinstance(least, int) or not 1 <= least <= 99:
                text = say(
                    "The level {name!s} needs 1 to 99 points, not {least!r}.",
                    name=name,
                    least=least,
                )
                raise UserError(text)
        found = tuple(replace(one, least=wanted.get(one.id, one.least)) for one in self.level)
        if any(one.least <= other.least for one, other in pairwise(found)):
            raise UserError("Each victory level needs more points than the one below it.")
        return replace(self, level=found)


def read_victory(setup: Mapping[str, Any]) -> dict[str, Any]:
    """The ``victory`` table of a scenario's setup; empty when it has none. UserError if wrong."""
    found = setup.get("victory", {})
    if not isinstance(found, Mapping):
        raise UserError("The victory levels of the scenario must be a table ([setup.victory]).")
    return dict(cast("Mapping[str, Any]", found))


TABLES = Tables.read()
