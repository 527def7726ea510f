"""40.A What results come to: conversion, losses by the red table, disruption, retreats, capture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import ClassVar

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Goals
from wardesk.engine.types import (
    Allocate,
    Answer,
    Cells,
    Choice,
    Choose,
    Path,
    Pieces,
    Reason,
    Roll,
)
from wardesk.games.europa.asked import EuropaQuestion, WayQuestion
from wardesk.games.europa.attack import CONVERTED, RETREATS
from wardesk.games.europa.ch40b_works import enter, lose_strength, owe, reduce
from wardesk.games.europa.ch40c_entrenchments import tend
from wardesk.games.europa.combat import BattleQuestion
from wardesk.games.europa.movement import eliminate
from wardesk.games.europa.position import (
    Table,
    attack_of,
    defence_of,
    halves_of,
    layout_of,
    names,
    unit_name,
)
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ENEMY, Battle, Retreat, Unit, steps
from wardesk.games.europa.tables import RESULT_NAMES, Red
from wardesk.games.shared.steps_lost import capped, settled
from wardesk.games.shared.tables import Label, odds_lines
from wardesk.games.shared.told import came_from, tell_march
from wardesk.model.look import CaseLook, InputLine
from wardesk.words import join, say, say_count

D = Draft[Setting]


def defending(setting: Setting, table: Table, f: Battle) -> list[Unit]:
    """Who still defends: paratroops alone where only they are counter-attacked."""
    found = layout_of(setting, table).defenders(ENEMY[f.side], f.target)
    return [u for u in found if u.landed] if f.paratroops else found


def attacking(table: Table, f: Battle) -> list[Unit]:
    """Attackers that are still there."""
    return [table.pieces[p] for p in f.attackers if table.pieces[p].at is not None]


class ResultQuestion(BattleQuestion):
    """A question about what the result of an attack comes to."""

    @property
    def attackers(self) -> list[Unit]:
        """Attackers that are still there."""
        return attacking(self.state, self.frame)

    @property
    def defenders(self) -> list[Unit]:
        """Who still defends."""
        return defending(self.setting, self.state, self.frame)


class DefenderQuestion(ResultQuestion):
    """One that the defender is asked."""

    def who(self) -> str:
        return ENEMY[self.side]


# ---- conversion ---------------------------------------------------------------------------------


@steps.asks(Battle, "convert", "converted")
class WhetherConverted(DefenderQuestion):
    """40.A-1 In a fort or a major city CA and DL may become ME, for all or all but paratroops."""

    kind, next_step = "convert", "red"
    text = say("Change the result?")

    @property
    def but(self) -> bool:
        """Whether the paratroops must be counter-attacked (40.A-3)."""
        return self.attack.conversion == "but_paratroops"

    def rule(self) -> str:
        return "EF 40.A-3" if self.but else "EF 40.A-1"

    def asks(self) -> bool:
        return self.frame.printed in CONVERTED and self.attack.conversion != "no"

    def buttons(self) -> tuple[Choice, ...]:
        letters, cite = self.frame.printed, self.rule()
        change = say("Change to ME")
        if self.but:
            change = say("Change to ME, but counter-attack the paratroops")
        leave = say("Leave it: {letters!s}", letters=letters)
        return (
            Choice("convert", change, cite, RESULT_NAMES["ME"][0]),
            Choice("leave", leave, cite, RESULT_NAMES[letters][0]),
        )

    def context(self) -> str:
        return join(": ", (self.name(self.frame.target), RESULT_NAMES[self.frame.printed][0]))

    def pressed(self, d: D, key: str) -> None:
        if key != "convert":
            return d.goto("red")
        d.say(say("The defender changed it to ME"), self.rule(), at=self.frame.target)
        return d.goto("red", result="ME", countered=self.but)

    def script(self, rng: Random) -> Answer:
        return Choose("convert")


# ---- losses -------------------------------------------------------------------------------------


@steps.asks(Battle, "red", "fell")
class RedDie(ResultQuestion):
    """40.A-4 The red die counts whatever the main die said."""

    kind, cite, shape = "red", "EF N2", "roll"
    text = say("Roll the red die")

    def put(self, d: D, then: str) -> None:
        d.roll(self.kind, self.text, self.cite, then, dice=(6,), about=self.about(),
               context=self.context())  # fmt: skip

    def answered(self, d: D, answer: Roll) -> None:
        """N2 Losses in percent of what each side brought; disruption and DLX come on top."""
        table, face, attack = d.setting.tables.red, answer.dice[0] - 1, self.attack
        more = table.more_below_even_odds if attack.odds < 1 else 0
        mine = sum(attack_of(d.setting, u) for u in self.attackers)
        attackers = _percent(mine, table.attacker[face] + more)
        defenders = _percent(attack.defence, table.defender[face]) + self.frame.casualties
        if self.frame.result == "DLX":
            defenders += self.frame.largest
        d.goto("attackers_lose", red=answer.dice[0], losses=(attackers, defenders))

    def case(self, answer: Answer | None) -> CaseLook:
        below = bool(self.frame.attackers) and self.attack.odds < 1
        return red_case(self.setting.tables.red, below=below)


def red_case(red: Red, *, below: bool) -> CaseLook:
    """Losses of both sides by the red die, at odds *below* 1:1 or not."""
    more = red.more_below_even_odds if below else 0
    labels: list[Label] = [
        (
            say("attacker loses {a}%, defender {d}%", a=attacker + more, d=defender),
            "none",
            number,
        )
        for number, (attacker, defender) in enumerate(zip(red.attacker, red.defender, strict=True))
    ]
    inputs = (InputLine(say("Converted results too"), say("the red die counts"), "EF 40.A-4"),)
    return CaseLook(title=say("Red die"), inputs=inputs, odds=odds_lines(labels))


def _percent(strength: int, percent: int) -> int:
    """To the nearest point, a half up (N2)."""
    return (2 * strength * percent + 100) // 200


class LossShare(ResultQuestion):
    """N2 A side shares its losses out, where they do not settle themselves."""

    kind, cite, shape = "losses", "EF N2", "allocate"
    text = say("Share out the losses")
    number: ClassVar[int]
    """Which of the frame's losses it is about."""
    eliminated: ClassVar[frozenset[str]]
    """Results that leave nobody."""

    @property
    def losers(self) -> list[Unit]:
        """Who loses."""
        raise NotImplementedError

    def value(self, unit: Unit) -> int:
        """The most that one of them can lose."""
        raise NotImplementedError

    def limits(self) -> Mapping[str, int]:
        return {u.id: self.value(u) for u in self.losers if self.value(u)}

    def pieces(self) -> tuple[str, ...]:
        return tuple(self.limits())

    def most(self) -> int:
        return self.frame.losses[self.number]

    def about(self) -> tuple[str, ...]:
        return self.pieces()

    def context(self) -> str:
        return ""

    def asks(self) -> bool:
        gone = self.frame.result in self.eliminated
        return not gone and settled(self.limits(), self.most()) is None

    def passed(self, d: D) -> None:
        if self.frame.result in self.eliminated:
            for unit in self.losers:
                eliminate(d, unit)
        else:
            _take(d, settled(self.limits(), self.most()) or {})
        d.goto(self.next_step)

    def picked(self, d: D, answer: Allocate) -> None:
        _take(d, capped(self.limits(), answer.amounts))
        d.goto(self.next_step)


@steps.asks(Battle, "attackers_lose", "attackers_lost")
class AttackersLose(LossShare):
    """N2 The attacker shares his losses out."""

    number, next_step = 0, "defenders_lose"
    eliminated = frozenset({"AE"})

    @property
    def losers(self) -> list[Unit]:
        return self.attackers

    def value(self, unit: Unit) -> int:
        return attack_of(self.setting, unit)


@steps.asks(Battle, "defenders_lose", "defenders_lost")
class DefendersLose(LossShare, DefenderQuestion):
    """40.B-15 The defender shares his out, over the strength of works too."""

    number, next_step = 1, "disrupt"
    eliminated = frozenset({"DE", "OR1", "OR2", "OR3"})

    @property
    def losers(self) -> list[Unit]:
        return self.defenders

    def value(self, unit: Unit) -> int:
        return defence_of(self.setting, unit)


def _take(d: D, amounts: Mapping[str, int]) -> None:
    for piece, points in amounts.items():
        unit = d.pieces[piece]
        if unit.work:
            lose_strength(d, piece, points)
            continue
        owe(d, unit.side, min(points, defence_of(d.setting, unit)))
        row = d.setting.rows[piece]
        lost = unit.lost + points
        d.set(piece, lost=lost)
        name = unit_name(d.setting, unit)
        said = say_count("{unit} lost {n} point", "{unit} lost {n} points", n=points, unit=name)
        d.say(said, "EF N2", at=unit.at)
        if lost >= max(row.attack, row.defence):
            d.set(piece, at=None)
            d.say(say("{unit} was eliminated", unit=name), "EF N2", at=unit.at)
            tend(d, unit.at or "")


# ---- disruption, retreat ------------------------------------------------------------------------


@steps(Battle, "disrupt")
def disrupt(d: D, f: Battle, _: None) -> None:
    """N9 REs are disrupted where no work or city halves that into losses (40.A-5)."""
    left = f.disrupted if f.result == "DR" else 0
    units = [u for u in defending(d.setting, d, f) if not u.work and not u.disrupted]
    for unit in sorted(units, key=lambda u: (-halves_of(d.setting, u), u.id)):
        if left <= 0:
            break
        left -= halves_of(d.setting, unit)
        d.set(unit.id, disrupted=True, building="", ready=0)
        d.say(say("{unit} is disrupted", unit=unit_name(d.setting, unit)), "EF N9", unit.at)
    d.goto("retreat")


RULES = {"damaged_fortress": "EF 40.D.13-3", "westwall": "EF 40.D.17-2", "ouvrage": "EF 40.D.19-2"}
"""Where a work of its own lets the defender ignore a retreat."""


@steps.asks(Battle, "retreat", "stood")
class WhetherToStand(DefenderQuestion):
    """40.D.14-4 and its like: some works let the defender ignore a retreat."""

    kind = "stand"
    text = say("Ignore the retreat?")

    @cached_property
    def due(self) -> bool:
        """Whether there is a retreat to be made."""
        return self.frame.result in RETREATS and bool(self.defenders)

    def rule(self) -> str:
        return RULES.get(self.attack.work, "EF 40.D.14-4")

    def asks(self) -> bool:
        return self.due and bool(self.attackers) and self.attack.may_stand

    def passed(self, d: D) -> None:
        d.goto("fall_back" if self.due else "reduce")

    def buttons(self) -> tuple[Choice, ...]:
        return (Choice("stand", say("Ignore the retreat"), self.rule()),
                Choice("retreat", say("Retreat"), self.rule()))  # fmt: skip

    def pressed(self, d: D, key: str) -> None:
        if key != "stand":
            return d.goto("fall_back")
        d.say(say("The defender ignored the retreat"), "EF N20", at=self.frame.target)
        return d.goto("reduce", stands=True)

    def script(self, rng: Random) -> Answer:
        return Choose("stand")


@steps(Battle, "fall_back")
def fall_back(d: D, f: Battle, _: None) -> None:
    """N20 Units retreat; the strength of a work cannot and is lost (N24)."""
    units = defending(d.setting, d, f)
    for unit in units:
        if unit.work or unit.landed:
            eliminate(d, unit)
    left = tuple(u.id for u in units if not u.work and not u.landed)
    frame = Retreat(step="go", side=ENEMY[f.side], origin=f.target, left=left)
    d.call(frame, then="reduce")


@steps.asks(Retreat, "go", "went")
class WhereToRetreat(EuropaQuestion[Retreat]):
    """N20 One unit after the other falls back; who cannot is eliminated."""

    kind, cite, shape = "retreat", "EF N20", "cells"
    text = say("Where to retreat?")

    @property
    def unit(self) -> Unit:
        """Who falls back."""
        return self.state.pieces[self.frame.left[0]]

    @cached_property
    def free(self) -> tuple[str, ...]:
        """Not the enemy's hexes, nor in his zone unless friends are there, and with room."""
        if not self.frame.left:
            return ()
        layout, side, enemy = self.layout, self.side, ENEMY[self.side]
        size = self.setting.rows[self.unit.id].halves
        return tuple(
            cell
            for cell in self.setting.neighbours[self.frame.origin]
            if cell not in layout.held[enemy]
            and (cell not in layout.zones[enemy] or layout.at(side, cell))
            and layout.room(side, cell) >= size
        )

    def cells(self) -> tuple[str, ...]:
        return self.free

    def asks(self) -> bool:
        return len(self.free) > 1

    def context(self) -> str:
        return unit_name(self.setting, self.unit)

    def about(self) -> tuple[str, ...]:
        return (self.frame.left[0],)

    def passed(self, d: D) -> None:
        if not self.frame.left:
            tend(d, self.frame.origin)
            return d.done()
        if self.free:
            return self._fall_back(d, self.free[0])
        eliminate(d, self.unit)
        return d.goto("go", left=self.frame.left[1:])

    def picked(self, d: D, answer: Cells) -> None:
        self._fall_back(d, answer.cells[0])

    def _fall_back(self, d: D, cell: str) -> None:
        unit = self.unit
        d.set(unit.id, at=cell, moved=True, building="", ready=0, locked="")
        said = say("{unit} retreated to {place}", unit=unit_name(d.setting, unit),
                   place=self.name(cell))  # fmt: skip
        d.say(said, "EF N20", cell, came_from([self.name(unit.at or self.frame.origin)]))
        enter(d, cell, self.side)
        d.goto("go", left=self.frame.left[1:])

    def script(self, rng: Random) -> Answer:
        """Away from the enemy."""
        return Cells((max(self.asked.cells, key=lambda c: (self.front.get(c, 0), c)),))


# ---- the work, the hex --------------------------------------------------------------------------


@steps(Battle, "reduce")
def reduction_of_the_work(d: D, f: Battle, _: None) -> None:
    """40.B-1 After losses the work goes down one level, before any other attack (40.B-2)."""
    tend(d, f.target)
    if f.reduces and not f.paratroops:
        reduce(d, f.target, ENEMY[f.side])
    if f.result == "AR":
        return d.goto("attackers_retreat")
    if f.result == "DL" and f.phase == "combat":
        for unit in attacking(d, f):
            d.set(unit.id, locked=f.target)
            d.say(say("{unit} is deadlocked", unit=unit_name(d.setting, unit)), "EF N20", f.target)
    return d.goto("advance")


@steps(Battle, "attackers_retreat")
def attackers_retreat(d: D, f: Battle, _: None) -> None:
    """N20 Attackers fall back, hex by hex; paratroops in the hex are lost."""
    units = attacking(d, f)
    for unit in units:
        if unit.landed and unit.at == f.target:
            eliminate(d, unit)
    units = attacking(d, f)
    if not units:
        return d.goto("counter")
    origin = units[0].at or ""
    left = tuple(u.id for u in units if u.at == origin)
    frame = Retreat(step="go", side=f.side, origin=origin, left=left)
    rest = tuple(u.id for u in units if u.at != origin)
    d.goto("attackers_retreat", attackers=rest)
    return d.call(frame, then="attackers_retreat")


@steps(Battle, "advance")
def advance(d: D, f: Battle, _: None) -> None:
    """N20 Attackers may move in where nobody defends any more."""
    if f.phase == "counter" or defending(d.setting, d, f) or f.stands:
        return d.goto("counter")
    for unit in attacking(d, f):  # nobody is left to be locked with
        if unit.locked == f.target:
            d.set(unit.id, locked="")
    inside = layout_of(d.setting, d).at(f.side, f.target)
    for unit in inside:
        if unit.locked or unit.landed:
            d.set(unit.id, locked="", landed=False)
    if inside:  # paratroops that landed in the hex hold it now
        enter(d, f.target, f.side)
    return d.goto("move_in")


@steps.asks(Battle, "move_in", "advanced")
class WhoMovesIn(ResultQuestion):
    """N20 Who of the attackers does, as many as there is room for."""

    kind, cite, shape, next_step = "advance", "EF N20", "pieces", "counter"
    text = say("Who moves in?")
    choices = (Choice("none", say("Nobody"), "EF N20"),)

    @property
    def room(self) -> int:
        """Halves of an RE that fit into the hex."""
        return self.layout.room(self.side, self.frame.target)

    def pieces(self) -> tuple[str, ...]:
        room, rows, target = self.room, self.setting.rows, self.frame.target
        return tuple(
            u.id for u in self.attackers if u.at != target and rows[u.id].halves <= room
        )  # fmt: skip

    def most(self) -> int:
        return len(self.pieces())

    def _fitting(self, pieces: Sequence[str]) -> list[str]:
        """The first of *pieces*, as many as there is room for."""
        room, found = self.room, list[str]()
        for piece in pieces:
            room -= self.setting.rows[piece].halves
            if room < 0:
                break
            found.append(piece)
        return found

    def picked(self, d: D, answer: Pieces) -> None:
        """They capture what lies there."""
        came, target = self._fitting(answer.pieces), self.frame.target
        origins = sorted({d.pieces[p].at or "" for p in came})
        if came:
            said = say("{units} moved to {place}", units=names(d.setting, d, came),
                       place=self.name(target))  # fmt: skip
            d.say(said, "EF N20", target, came_from(map(self.name, origins)))
        for piece in came:
            d.set(piece, at=target, moved=True, building="", ready=0)
        enter(d, target, self.side)
        for origin in origins:
            tend(d, origin)
        d.goto("press_on", moved_in=tuple(came))

    def script(self, rng: Random) -> Answer:
        """The strongest in defence, as many as there is room for and no more than three."""
        units = self.units(self.asked.pieces)
        units.sort(key=lambda u: (-defence_of(self.setting, u), u.id))
        found = self._fitting([u.id for u in units[:3]])
        return Pieces(tuple(found)) if found else Choose("none")


# ---- overrun results ----------------------------------------------------------------------------


@steps.asks(Battle, "press_on", "pressed_on")
class WhoPressesOn(ResultQuestion, WayQuestion[Battle]):
    """N20 After OR(n) each unit that moved in may go on by n hexes."""

    kind, cite, next_step = "press_on", "EF N20", "counter"
    text = say("Who moves on?")
    choices = (Choice("done", say("Nobody else"), "EF N20"),)

    @property
    def left(self) -> int:
        """How many hexes."""
        result = self.frame.result
        return int(result[2:]) if result.startswith("OR") else 0

    def pieces(self) -> tuple[str, ...]:
        return self.frame.moved_in if self.left else ()

    def about(self) -> tuple[str, ...]:
        return ()

    def goals(self, units: Sequence[Unit]) -> Goals:
        """Whatever the ground and the zones, but not through the enemy."""
        size, held = self.setting.rows[units[0].id].halves, self.layout.held[ENEMY[self.side]]
        ways: dict[str, tuple[str, ...]] = {self.frame.target: ()}
        edge = [self.frame.target]
        for _ in range(self.left):
            grown: list[str] = []
            for cell in edge:
                for other in self.setting.neighbours[cell]:
                    if other not in ways and other not in held:
                        ways[other] = (*ways[cell], other)
                        grown.append(other)
            edge = grown
        room = self.layout.room
        return {c: (way, ()) for c, way in ways.items() if way and room(self.side, c) >= size}

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path):
            return ()
        found = self.goals(self.units(answer.pieces)).get(answer.cells[-1])
        near, way = self.setting.neighbours, (self.frame.target, *answer.cells)
        joined = all(b in near.get(a, ()) for a, b in pairwise(way))
        if not found or not joined or len(way) > len(found[0]) + 1:
            return (Reason(say("That is no way for this unit"), "EF N20"),)
        if any(cell in self.layout.held[ENEMY[self.side]] for cell in answer.cells):
            return (Reason(say("The enemy holds a hex of this way"), "EF N20"),)
        return ()

    def picked(self, d: D, answer: Path) -> None:
        """One unit after the other."""
        piece, goal = answer.pieces[0], answer.cells[-1]
        origin, size = d.pieces[piece].at or "", d.setting.rows[piece].halves
        who = unit_name(d.setting, d.pieces[piece])
        tell_march(d, who, self.name(origin), self.name(goal), "EF N20", goal)
        d.set(piece, at=None)
        for cell in answer.cells[:-1]:
            enter(d, cell, self.side, size)
        d.set(piece, at=goal)
        enter(d, goal, self.side)
        tend(d, origin)
        d.goto("press_on", moved_in=tuple(p for p in self.frame.moved_in if p != piece))

    def script(self, rng: Random) -> Answer:
        return Choose("done")


# ---- the counter-attack -------------------------------------------------------------------------


@steps.asks(Battle, "counter", "countered")
class WhichCounterAttack(DefenderQuestion):
    """40.A-3, N25 The defender must counter-attack one hex of the attackers, or the paratroops."""

    kind, shape, next_step = "counter", "cells", "over"
    text = say("Which hex to counter-attack?")

    def rule(self) -> str:
        return "EF 40.A-3" if self.frame.countered else "EF N25"

    @cached_property
    def fighters(self) -> tuple[str, ...]:
        """Who counter-attacks, where that is due."""
        frame = self.frame
        due = frame.countered or (frame.result == "CA" and frame.phase != "counter")
        return tuple(u.id for u in self.defenders if due and attack_of(self.setting, u))

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """Hexes of attackers that he can counter-attack, the paratroops' his own."""
        if not self.fighters:
            return ()
        if self.frame.countered:
            target = self.frame.target
            landed = any(u.landed and u.at == target for u in self.attackers)
            return (target,) if landed else ()
        return tuple(sorted({u.at or "" for u in self.attackers}))

    def cells(self) -> tuple[str, ...]:
        return self.hexes

    def asks(self) -> bool:
        return len(self.hexes) > 1

    def passed(self, d: D) -> None:
        if self.hexes:
            self._attack(d, self.hexes[0])
        else:
            super().passed(d)

    def picked(self, d: D, answer: Cells) -> None:
        self._attack(d, answer.cells[0])

    def _attack(self, d: D, cell: str) -> None:
        frame = Battle(
            step="roll",
            side=self.who(),
            target=cell,
            phase="counter",
            attackers=self.fighters,
            paratroops=cell == self.frame.target,
        )
        d.call(frame, then=self.next_step)


@steps(Battle, "over")
def over(d: D, f: Battle, _: None) -> None:
    """N21 Paratroops among defenders who held are lost, unless they must attack again."""
    layout = layout_of(d.setting, d)
    if f.phase != "counter" and layout.holds(ENEMY[f.side], f.target):
        for unit in layout.at(f.side, f.target):
            if not unit.locked:
                eliminate(d, unit)
    if f.phase == "exploitation":
        for unit in attacking(d, f):
            if unit.locked:
                d.set(unit.id, locked="")
    d.done()
