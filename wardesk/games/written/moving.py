"""Marches: how far a counter comes, and by which way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import NamedTuple

from wardesk.engine.derived_cache import of_table
from wardesk.engine.question import Goals
from wardesk.engine.types import Answer, Choice, Choose, Path, Reason
from wardesk.games.shared.march import CheapestWays, StepCosts, cheapest, way
from wardesk.games.written.asked import D, WayQuestion, active, done, enters, reason, told
from wardesk.games.written.outlook import Outlook
from wardesk.games.written.position import (
    Pieces,
    Table,
    changed,
    room,
    size,
    standing,
    zone,
)
from wardesk.games.written.schema import Move
from wardesk.games.written.setting import Setting
from wardesk.games.written.state import Moving, Unit, steps
from wardesk.words import Spoken, say, say_count

LOOKED_AT = 5
"""Counters that a script looks at for one march."""
LEAST_GAIN = 0.01


class Limits(NamedTuple):
    """What holds for every march of a side by one way of moving."""

    stops: Collection[str]
    """Cells where a march ends."""
    closed: Collection[str]
    """Cells that nobody enters."""
    zones: frozenset[str]


@of_table
def limits_of(setting: Setting, table: Table, side: str, move: str) -> Limits:
    """The cells that stop marches of a side, and those that are closed."""
    rule, enemy = setting.moves[move], setting.enemy[side]
    foes = standing(setting, table.pieces, enemy).keys()
    zones = zone(setting, table.pieces, enemy, "move") if rule.zones else frozenset[str]()
    stops: set[str] = set(zones) if setting.book.zone.enter == "stop" else set()
    closed: set[str] = set()
    if rule.enemy == "never":
        closed |= foes
    else:
        stops |= foes
    if setting.book.stack.checked == "always":
        own = standing(setting, table.pieces, side)
        closed |= {cell for cell in own if not room(setting, table.pieces, side, cell)}
    return Limits(stops, closed, zones)


def allowance(setting: Setting, table: Table, move: Move, unit: Unit) -> int:
    """The points of a counter in a phase; fractions are dropped."""
    usual = move.allowance
    printed = usual if isinstance(usual, int) else setting.figure(unit.id, usual, unit.face)
    return int(changed(setting, table, unit, printed, move.changes)) if move.changes else printed


def costs_of(setting: Setting, move: Move, unit: Unit, zones: frozenset[str]) -> StepCosts:
    """What each step costs a counter, hostile zones counted."""
    base = setting.costs(move.id, setting.kind[unit.id].moves or setting.kind[unit.id].id)
    rule = setting.book.zone
    enter = rule.enter_cost if rule.enter == "cost" else 0
    leave = rule.leave_cost if rule.leave == "cost" else 0
    if not zones or not (enter or leave or rule.through == "forbidden"):
        return base
    found: dict[str, Mapping[str, int]] = dict(base)
    for cell in {*zones, *(other for z in zones for other in setting.near[z])}:
        here = cell in zones
        found[cell] = {
            to: price + (enter if to in zones else 0) + (leave if here else 0)
            for to, price in base[cell].items()
            if not (here and to in zones and rule.through == "forbidden")
        }
    return found


def ways_of(setting: Setting, table: Table, move: Move, unit: Unit) -> CheapestWays:
    """Everywhere that a counter gets to, whether it may end there or not."""
    limits = limits_of(setting, table, unit.side, move.id)
    origin = unit.at or ""
    if setting.book.zone.leave == "combat only" and origin in limits.zones:
        return CheapestWays({origin: 0}, {origin: origin})
    return cheapest(
        costs_of(setting, move, unit, limits.zones),
        origin,
        allowance(setting, table, move, unit),
        stops=limits.stops,
        closed=limits.closed,
        least_one=move.least_one,
    )


def ends_of(setting: Setting, pieces: Pieces, unit: Unit, ways: CheapestWays) -> list[str]:
    """The cells where a march may end."""
    return [
        cell for cell in ways.cost if cell != unit.at and _has_room(setting, pieces, unit, cell)
    ]


def _has_room(setting: Setting, pieces: Pieces, unit: Unit, cell: str) -> bool:
    enemy = standing(setting, pieces, setting.enemy[unit.side])
    if cell in enemy and not setting.book.stack.sides_together:
        return False
    return room(setting, pieces, unit.side, cell) >= size(setting, unit)


def gets_away(setting: Setting, table: Table, move: Move, unit: Unit) -> bool:
    """Whether a counter gets anywhere: cheaply for most, for this is asked of all."""
    if unit.moved or (unit.state and not setting.states[unit.state].moves):
        return False
    limits = limits_of(setting, table, unit.side, move.id)
    if setting.book.zone.leave == "combat only" and unit.at in limits.zones:
        return False
    costs = costs_of(setting, move, unit, limits.zones)[unit.at or ""]
    points = allowance(setting, table, move, unit)
    near = [cell for cell, price in costs.items()
            if cell not in limits.closed and (price <= points or move.least_one)]  # fmt: skip
    if any(_has_room(setting, table.pieces, unit, cell) for cell in near):
        return True
    return bool(near and ends_of(setting, table.pieces, unit, ways_of(setting, table, move, unit)))


def price_of(
    setting: Setting, table: Table, move: Move, unit: Unit, cells: Sequence[str]
) -> tuple[int, Spoken]:
    """What a way costs, and what is wrong with it; empty if nothing is."""
    limits = limits_of(setting, table, unit.side, move.id)
    costs = costs_of(setting, move, unit, limits.zones)
    at, spent, wrong = unit.at or "", 0, ""
    for number, cell in enumerate(cells):
        if cell in limits.closed:
            wrong = wrong or say("the enemy stands in {cell!s}", cell=cell)
        if number and at in limits.stops:
            wrong = wrong or say("a march ends in {cell!s}", cell=at)
        price = costs.get(at, {}).get(cell)
        if price is None:
            wrong = wrong or say("no way leads from {a!s} to {b!s}", a=at, b=cell)
        spent += price or 0
        at = cell
    points = allowance(setting, table, move, unit)
    if not wrong and spent > points and not (move.least_one and len(cells) == 1):
        wrong = say("it costs {spent}, and it has {points}", spent=spent, points=points)
    if not wrong and setting.book.zone.leave == "combat only" and unit.at in limits.zones:
        wrong = say("only combat leaves a hostile zone")
    if not wrong and not _has_room(setting, table.pieces, unit, at):
        wrong = say("there is no room in {cell!s}", cell=at)
    return spent, wrong


@steps.asks(Moving, "march", "marched")
class MarchQuestion(WayQuestion[Moving]):
    """One counter after the other marches."""

    kind, text = "march", say("Which counter marches where?")

    @property
    def move(self) -> Move:
        """The way of moving of the phase."""
        return self.setting.move_of(self.frame.phase)

    def rule(self) -> str:
        return self.move.cite

    def buttons(self) -> tuple[Choice, ...]:
        return (done(say("End movement"), self.move.cite),)

    def pieces(self) -> tuple[str, ...]:
        move = self.move
        if move.most and self.frame.count >= move.most:
            return ()
        return tuple(
            unit.id
            for unit in active(self.state, self.setting, self.frame)
            if gets_away(self.setting, self.state, move, unit)
        )

    def goals(self, units: Sequence[Unit]) -> Goals:
        unit, move, setting = units[0], self.move, self.setting
        if len(units) > 1 or unit.at is None:
            return {}
        found = ways_of(setting, self.state, move, unit)
        ends = ends_of(setting, self.state.pieces, unit, found)
        goals = {cell: (way(found.before, unit.at, cell), ()) for cell in ends}
        if move.by == "program":
            return goals
        return goals | {
            cell: (cells, (reason(say("It cannot get there by the rules"), move.cite, move.by,
                                  cell),))
            for cell in setting.near
            if cell not in goals and cell != unit.at
            and (cells := setting.board.shortest_way(unit.at, cell))
        }  # fmt: skip

    def note(self, units: list[Unit], cell: str) -> tuple[Reason, ...]:
        found = ways_of(self.setting, self.state, self.move, units[0]).cost.get(cell)
        if found is None:
            return ()
        text = say_count("{n} point", "{n} points", n=found)
        return (Reason(text, self.move.cite, "note", cell),)

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path):
            return ()
        move, units = self.move, self.units(answer.pieces)
        if len(units) != 1:
            return (Reason(say("Counters march one by one"), move.cite),)
        strange = [cell for cell in answer.cells if cell not in self.setting.near]
        if strange:
            return (Reason(say("There is no {cell!s}", cell=strange[0]), move.cite),)
        _, wrong = price_of(self.setting, self.state, move, units[0], answer.cells)
        if not wrong:
            return ()
        return (reason(say("It cannot go so: {wrong!s}", wrong=wrong), move.cite, move.by,
                       answer.cells[-1]),)  # fmt: skip

    # ---- for a program --------------------------------------------------------------------------

    def ranked(self, unit: Unit, n: int) -> list[tuple[float, Path]]:
        """The best marches of a counter, each with what it gains over staying."""
        setting, outlook = self.setting, Outlook(self.setting, self.state, unit)
        found = ways_of(setting, self.state, self.move, unit)
        stays = outlook.value(unit.at or "")
        ends = ends_of(setting, self.state.pieces, unit, found)
        best = sorted(((outlook.value(cell) - stays, cell) for cell in ends), reverse=True)[:n]
        return [
            (gain, Path((unit.id,), way(found.before, unit.at or "", cell))) for gain, cell in best
        ]

    def script(self, rng: Random) -> Answer:
        """One counter after the other goes where it gains; who gains nothing stays."""
        pieces = self.asked.pieces
        for piece in rng.sample(pieces, min(LOOKED_AT, len(pieces))):
            best = self.ranked(self.state.pieces[piece], 1)
            if best and best[0][0] > LEAST_GAIN:
                return best[0][1]
        return Choose("done")

    def ideas(self, n: int) -> Sequence[Answer]:
        ranked = [
            one for piece in self.asked.pieces for one in self.ranked(self.state.pieces[piece], 3)
        ]
        ranked.sort(key=lambda one: -one[0])
        return [*(path for _, path in ranked[: max(2, n - 1)]), Choose("done")]

    def picked(self, d: D, answer: Path) -> None:
        """Then it is asked again."""
        piece, goal = answer.pieces[0], answer.cells[-1]
        told(d, piece, goal, self.move.cite)
        d.set(piece, at=goal, moved=True)
        for cell in answer.cells:
            enters(d, cell, self.frame.side)
        d.goto("march", count=self.frame.count + 1)


@steps.asks(Moving, "hand", "handed")
class HandQuestion(WayQuestion[Moving]):
    """What the rules only say: the table does it, counter by counter."""

    kind, text = "hand", say("What is done by hand?")

    def buttons(self) -> tuple[Choice, ...]:
        return (done(say("Go on"), self.setting.phases[self.frame.phase].cite),)

    def pieces(self) -> tuple[str, ...]:
        return tuple(u.id for u in active(self.state, self.setting, self.frame) if not u.moved)

    def goals(self, units: Sequence[Unit]) -> Goals:
        if len(units) > 1:
            return {}
        return {cell: ((cell,), ()) for cell in self.setting.near if cell != units[0].at}

    def against(self, answer: Answer) -> Sequence[Reason]:
        return self.one_cell(answer, tuple(self.setting.near), say("Put it into a cell"))

    def rule(self) -> str:
        return self.setting.phases[self.frame.phase].cite

    def picked(self, d: D, answer: Path) -> None:
        told(d, answer.pieces[0], answer.cells[0], self.rule())
        d.set(answer.pieces[0], at=answer.cells[0], moved=True)
        enters(d, answer.cells[0], self.frame.side)
