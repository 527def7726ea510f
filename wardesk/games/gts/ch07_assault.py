"""Chapter 7: assault. Bravery, the defenders' fire, assault fire or charge, who holds the hex."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Cells, Choice, Choose, Pieces, Reason, replace
from wardesk.games.gts.asked import AboutUnit, GtsQuestion
from wardesk.games.gts.ch02_command import in_command, pay, points, price
from wardesk.games.gts.ch04_costs import step_cost
from wardesk.games.gts.ch04_movement import demolished, enter, room
from wardesk.games.gts.ch08_checks import eliminate, part
from wardesk.games.gts.ch09_zones import sees
from wardesk.games.gts.ch14_victory import aims
from wardesk.games.gts.position import Table, barrage, counter, ferries, in_hex, unit_name
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ENEMY,
    Activation,
    Assault,
    Check,
    Fire,
    Hit,
    Leave,
    Unit,
    Window,
    steps,
)
from wardesk.words import say

D = Draft[Setting]


def against_assault(setting: Setting, table: Table, unit: Unit, chit: str) -> tuple[Reason, ...]:
    """3, 7 What keeps a unit from assaulting at all."""
    figures = counter(setting, unit)
    rating = figures.assault is None or not figures.move
    limited = chit.startswith("division/") and setting.options.mug == "printed"
    tests = (
        (limited, say("Not with a division's chit"), "WED SR2"),
        (rating, say("It has no assault or movement rating"), "WED SR3"),
        (unit.delay > 0, say("First it must gather after the drop"), "WED 3.4.2"),
        (unit.on or unit.carries or unit.mounted, say("Nobody assaults from a vehicle"),
         "WED S4.3"),
        (unit.id in setting.still, say("In this scenario it stays where it is"), "WED SR14"),
        (figures.artillery, say("Artillery and mortars do not assault"), "WED SR3"),
        (not in_command(setting, table, unit), say("Out of command nobody assaults"), "WED N3"),
        (unit.suppressed, say("A suppressed unit does not assault"), "WED SR3"),
        (unit.dug == "entrenched", say("An entrenched unit does not assault"), "WED SR3"),
        (barrage(table, unit.at) == "heavy", say("Under a heavy barrage nobody assaults"),
         "WED SR11"),
    )  # fmt: skip
    found = [Reason(text, cite) for broken, text, cite in tests if broken]
    if not found and not assault_hexes(setting, table, unit):
        found.append(Reason(say("No enemy that it can reach is beside it"), "WED SR7"))
    return tuple(found)


def assault_hexes(setting: Setting, table: Table, unit: Unit) -> tuple[str, ...]:
    """7 Hexes of the enemy beside a unit that it could enter."""
    origin = unit.at or ""
    return tuple(
        cell
        for cell in setting.beside.get(origin, ())
        if in_hex(setting, table, cell, ENEMY[unit.side])
        and step_cost(setting, table, unit, origin, cell) is not None
    )


def defenders(setting: Setting, table: Table, frame: Assault) -> list[Unit]:
    """Units of the other side in the hex."""
    return in_hex(setting, table, frame.cell, ENEMY[frame.side])


def weak_beside(setting: Setting, table: Table, unit: Unit) -> bool:
    """Whether a script assaults a hex beside a unit: everybody there is down, or few are."""
    mine = in_hex(setting, table, unit.at or "", unit.side)
    for cell in assault_hexes(setting, table, unit):
        there = in_hex(setting, table, cell, ENEMY[unit.side])
        down = all(other.suppressed for other in there)
        if down or sum(u.steps for u in mine) >= 2 * sum(u.steps for u in there):
            return True
    return False


def _still(table: Table, frame: Assault) -> tuple[str, ...]:
    return tuple(u for u in frame.attackers if table.pieces[u].at == frame.origin)


class OfAssault(GtsQuestion[Assault]):
    """A question of an assault."""

    cite = "WED SR7"

    @cached_property
    def coming(self) -> tuple[str, ...]:
        """The attackers who are still there."""
        return _still(self.state, self.frame)

    @cached_property
    def there(self) -> list[Unit]:
        """The defenders."""
        return defenders(self.setting, self.state, self.frame)

    def about(self) -> tuple[str, ...]:
        return (self.frame.cell,)

    def passed(self, d: D) -> None:
        if not self.coming:
            return d.done()
        return d.goto(self.next_step if self.there else "win")


# ---- 1 who goes ---------------------------------------------------------------------------------


@steps.asks(Assault, "gather", "joined")
class WhoJoins(OfAssault):
    """7.1 Others of the hex that are waiting may join; over a bridge only one unit goes."""

    kind, text, shape = "join", say("Who joins the assault?"), "pieces"
    choices = (Choice("alone", say("Nobody else"), "WED SR7"),)

    def put(self, d: D, then: str) -> None:
        if not any(unit.carries for unit in self.there):
            return super().put(d, then)
        for unit in self.there:  # S4.4: riders jump off when the assault is declared
            part(d, unit.id)
        return None

    def pieces(self) -> tuple[str, ...]:
        return self.ready

    @cached_property
    def ready(self) -> tuple[str, ...]:
        setting, state, frame = self.setting, self.state, self.frame
        within = self.within(Activation)
        if within is None or narrow(setting, frame.origin, frame.cell):
            return ()
        return tuple(
            unit.id
            for unit in in_hex(setting, state, frame.origin, frame.side)
            if unit.id in within.waiting
            and not against_assault(setting, state, unit, frame.chit)
            and frame.cell in assault_hexes(setting, state, unit)
        )

    def most(self) -> int:
        able = affordable(self.setting, self.state, self.ready, self.frame.chit)
        return min(len(self.ready), able)

    def asks(self) -> bool:
        return bool(self.ready and self.most())

    def passed(self, d: D) -> None:
        d.goto("brave", left=self.frame.attackers)

    def picked(self, d: D, answer: Pieces) -> None:
        for unit in answer.pieces:
            d.set(unit, acted=True)
            if self.frame.chit == "direct":
                pay(d, d.pieces[unit])
        everybody = (*self.frame.attackers, *answer.pieces)
        d.goto("brave", attackers=everybody, left=everybody)

    def script(self, rng: Random) -> Answer:
        return Pieces(self.asked.pieces[: self.asked.most])


def narrow(setting: Setting, a: str, b: str) -> bool:
    """2.15.1, 2.17 Whether one unit at most, in column, attacks from a hex into another."""
    return bool(setting.crossing(a, b)) or setting.steps[a][b].shut or setting.through(a, b)


def affordable(setting: Setting, table: Table, units: Sequence[str], chit: str) -> int:
    """2 How many of some units of a division act; by direct command each costs its points."""
    if chit != "direct":
        return len(units)
    left = points(setting, table, table.pieces[units[0]])
    dearest = max(price(setting, table, table.pieces[name]) for name in units)
    return left // dearest if dearest else 0


# ---- 2 bravery ----------------------------------------------------------------------------------


def bravery(setting: Setting, table: Table, frame: Assault, unit: Unit) -> int | None:
    """7.2 What a unit must roll; None where no bravery is asked for (v1.1)."""
    others = defenders(setting, table, frame)
    best = [counter(setting, u).defence for u in others if counter(setting, u).armoured]
    dug = any(u.dug == "entrenched" for u in others)
    if not (best or dug or setting.crossing(frame.origin, frame.cell)):
        return None
    together = {unit.id, *frame.attackers}
    mine = [counter(setting, table.pieces[name]) for name in together]
    armour = min((row.defence for row in mine if row.armoured), default=0)
    if dug:
        best.append(-2)
    return counter(setting, unit).tq - armour + min(best, default=0)


@steps(Assault, "brave")
def brave(d: D, frame: Assault, _: None) -> None:
    """7.2 Only against armour, entrenchments, or over water."""
    if not frame.left:
        return d.goto("defend")
    unit = d.pieces[frame.left[0]]
    value = bravery(d.setting, d, frame, unit)
    if value is None:
        return d.goto("brave", left=frame.left[1:])
    check = Check(step="begin", unit=unit.id, what="bravery", value=value)
    return d.call(check, "braved")


@steps(Assault, "braved")
def braved(d: D, frame: Assault, _: None) -> None:
    """7.2 Who fails stays where it is."""
    unit, attackers = frame.left[0], frame.attackers
    if not frame.passed:
        attackers = tuple(u for u in attackers if u != unit)
    d.goto("brave", left=frame.left[1:], attackers=attackers, passed=False)


# ---- 3, 4 the defenders -------------------------------------------------------------------------


@steps(Assault, "defend")
def defend(d: D, frame: Assault, _: None) -> None:
    """7.3 Those who are assaulted fire first, at each unit that comes."""
    coming = _still(d, frame)
    if not coming:
        return d.done()
    d.goto("fired_at", left=coming)
    return None


@steps(Assault, "fired_at")
def fired_at(d: D, frame: Assault, _: None) -> None:
    """7.3 The next unit under fire; then the defenders decide."""
    if not frame.left:
        return d.goto("stand")
    only = tuple(unit.id for unit in defenders(d.setting, d, frame))
    way = "culvert" if d.setting.through(frame.origin, frame.cell) else ""
    window = Window(step="ask", unit=frame.left[0], cause="assault", goal=frame.cell, way=way,
                    only=only, coming=frame.attackers)  # fmt: skip
    d.goto("fired_at", left=frame.left[1:])
    return d.call(window, "fired_at") if only else None


def escape(setting: Setting, table: Table, frame: Assault, unit: Unit) -> tuple[str, ...]:
    """7, N5 Hexes beside the defenders where a unit can fall back: no enemy, a bridge in column."""
    cells: list[str] = []
    for cell in setting.beside[frame.cell]:
        dry = unit.column or not narrow(setting, frame.cell, cell)
        free = not in_hex(setting, table, cell, ENEMY[unit.side]) and cell != frame.origin
        way = step_cost(setting, table, unit, frame.cell, cell) is not None
        after = unit if follows(setting, unit, frame.cell, cell) else replace(unit, column=False)
        if free and way and dry and room(setting, table, after, cell):
            cells.append(cell)
    return tuple(cells)


def follows(setting: Setting, unit: Unit, a: str, b: str) -> bool:
    """2.15.1, 2.16 Whether a unit falls back in column: over a bridge, and along a dyke."""
    dyke = not setting.raised.isdisjoint((a, b))
    return unit.column and (narrow(setting, a, b) or dyke)


@steps.asks(Assault, "stand", "falling_back")
class WhoFallsBack(OfAssault):
    """7.4 The defenders hold, or fall back one by one."""

    kind, text, shape, next_step = "fall-back", say("Who falls back?"), "pieces", "way"
    choices = (Choice("hold", say("Hold the hex"), "WED SR7"),)

    def pieces(self) -> tuple[str, ...]:
        return tuple(
            u.id
            for u in (self.there if self.coming else ())
            if not u.suppressed
            and u.id not in self.frame.held
            and counter(self.setting, u).move
            and escape(self.setting, self.state, self.frame, u)
        )

    def who(self) -> str:
        return ENEMY[self.frame.side]

    def about(self) -> tuple[str, ...]:
        return self.frame.cell, *self.frame.attackers

    def picked(self, d: D, answer: Pieces) -> None:
        d.goto("falling_to", left=answer.pieces)

    def script(self, rng: Random) -> Answer:
        """Hold what counts; elsewhere leave when few are left to hold."""
        if self.frame.cell in aims(self.setting):
            return Choose("hold")
        coming = sum(self.state.pieces[u].steps for u in self.frame.attackers)
        weak = 2 * sum(unit.steps for unit in self.there) < coming
        return Pieces(self.asked.pieces[:1]) if weak else Choose("hold")


@steps.asks(Assault, "falling_to", "fallen_back")
class FallsBackWhere(AboutUnit[Assault], OfAssault):
    """7.4 One of the hexes beside."""

    kind, text, shape = "fall-back-to", say("Where does it fall back?"), "cells"

    @property
    def unit(self) -> Unit:
        return self.state.pieces[self.frame.left[0]]

    def cells(self) -> tuple[str, ...]:
        return escape(self.setting, self.state, self.frame, self.unit)

    def picked(self, d: D, answer: Cells) -> None:
        """7, N5, S3.1 Out of the hex first, if it lets anybody go."""
        unit = self.frame.left[0]
        d.goto("freed", left=(unit, answer.cells[0]))
        d.call(Leave(step="begin", unit=unit), "freed")


@steps(Assault, "freed")
def freed(d: D, frame: Assault, _: None) -> None:
    """7, N5 Under fire at two more, out of column; those who stay are asked again."""
    unit = frame.left[0]
    if not frame.passed:
        return d.goto("stand", left=(), held=(*frame.held, unit))
    d.goto("gone", passed=False)
    only = tuple(u for u in _still(d, frame) if sees(d.setting, d, frame.origin, frame.cell))
    window = Window(step="ask", unit=unit, cause="run", only=only)
    return d.call(window, "gone")


@steps(Assault, "gone")
def gone(d: D, frame: Assault, _: None) -> None:
    """7, N5 It comes away if it still lives and can."""
    unit, goal = d.pieces[frame.left[0]], frame.left[1]
    d.goto("stand", left=())
    if unit.at is None or unit.suppressed:
        return
    if unit.column and not follows(d.setting, unit, frame.cell, goal):
        d.set(unit.id, column=False)
    enter(d, d.pieces[unit.id], goal)
    d.say(say("{unit} fell back", unit=unit_name(d.setting, unit)), "WED SR7", goal)
    demolished(d, unit.side, goal, "stand")


# ---- 5 assault fire or charge -------------------------------------------------------------------


@steps.asks(Assault, "way", "way_chosen")
class HowTheyAttack(OfAssault):
    """7.5 Rounds of fire, or a charge that the defenders must stand."""

    kind, text, chart, next_step = "assault-way", say("How do they attack?"), "fire", "repulsed"

    def buttons(self) -> tuple[Choice, ...]:
        number = self.frame.round
        fire = Choice("fire", say("Assault fire, round {n}", n=number + 1), "WED SR7")
        if number:
            return fire, Choice("stop", say("Break off"), "WED SR7")
        return fire, Choice("charge", say("Charge"), "WED SR7")

    def asks(self) -> bool:
        rounds = self.setting.tables.figures.rounds
        return bool(self.coming and self.there) and self.frame.round < rounds

    def pressed(self, d: D, key: str) -> None:
        """7.5 Everybody fires; the shots of a round count together."""
        frame = self.frame
        if key == "stop":
            return d.goto("repulsed")
        sink(d, frame)
        if key == "charge":
            left = tuple(unit.id for unit in defenders(d.setting, d, frame))
            return d.goto("stood", left=left, charge=True)
        return d.goto("shots", round=frame.round + 1, shots=_shots(d, frame))

    def script(self, rng: Random) -> Answer:
        down = all(unit.suppressed for unit in self.there)
        return Choose("charge" if "charge" in self.open_keys and down else "fire")


def sink(d: D, frame: Assault) -> None:
    """2.18.3, 7.6 Ferries and units without a step do not live to see the attack."""
    boats = ferries(d)
    for unit in defenders(d.setting, d, frame):
        if unit.id in boats or not unit.steps:
            eliminate(d, unit.id)


def _shots(d: D, frame: Assault) -> tuple[tuple[str, str], ...]:
    """7.5, N5 Each unit fires at the enemy it hurts most easily: defenders first."""
    coming = [d.pieces[u] for u in _still(d, frame)]
    there = defenders(d.setting, d, frame)
    found: list[tuple[str, str]] = []
    for shooters, targets in ((there, coming), (coming, there)):
        for number, unit in enumerate(shooters):
            if targets and _rates(d.setting, unit, frame):
                found.append((unit.id, targets[number % len(targets)].id))
    return tuple(found)


def _rates(setting: Setting, unit: Unit, frame: Assault) -> bool:
    """7.5, 8 By the fire rating first, which nobody has when suppressed, then by assault after."""
    figures = counter(setting, unit)
    if frame.round >= 1 or figures.double:
        return figures.assault is not None
    return figures.fire is not None and not unit.suppressed


@steps(Assault, "shots")
def shots(d: D, frame: Assault, _: None) -> None:
    """7.5 One shot after the other, then what they did: whoever falls has fired all the same."""
    if frame.shots:
        firer, target = frame.shots[0]
        d.goto("shots", shots=frame.shots[1:])
        kind = "charge" if frame.charge else "assault"
        attack = 1 if frame.round <= 1 else 2
        shot = Fire(step="begin", firer=firer, target=target, kind=kind, attack=attack)
        return d.call(shot, "shots")
    if frame.hits:
        unit, result = frame.hits[0]
        d.goto("shots", hits=frame.hits[1:])
        return d.call(Hit(step="begin", unit=unit, result=result), "shots")
    return d.goto("charged" if frame.charge else "stand")


@steps(Assault, "stood")
def stood(d: D, frame: Assault, _: None) -> None:
    """7.5 Each defender must stand the charge, or is eliminated."""
    left = frame.left
    if not left:
        return d.goto("last_fire")
    unit = left[0]
    d.goto("stand_known", passed=False)
    if d.pieces[unit].suppressed:
        return None  # N5: who is suppressed cannot stand it
    return d.call(Check(step="begin", unit=unit, what="charge"), "stand_known")


@steps(Assault, "stand_known")
def stand_known(d: D, frame: Assault, _: None) -> None:
    """7.5 Failed: gone."""
    if not frame.passed:
        eliminate(d, frame.left[0])
    d.goto("stood", left=frame.left[1:], passed=False)


@steps(Assault, "last_fire")
def last_fire(d: D, frame: Assault, _: None) -> None:
    """7.5 Those who stood fire at two more; whoever is still there then has the better of it."""
    there, coming = defenders(d.setting, d, frame), _still(d, frame)
    able = [u for u in there if counter(d.setting, u).fire is not None]
    found = tuple((u.id, coming[n % len(coming)]) for n, u in enumerate(able) if coming)
    d.goto("shots", shots=found)


@steps(Assault, "charged")
def charged(d: D, frame: Assault, _: None) -> None:
    """7.5, N5 Who stood a charge has repulsed it."""
    if not _still(d, frame):
        return d.done()
    return d.goto("repulsed" if defenders(d.setting, d, frame) else "win")


# ---- 6, 7 the end -------------------------------------------------------------------------------


@steps(Assault, "win")
def win(d: D, frame: Assault, _: None) -> None:
    """7.7, N5 The attackers take the hex; leaders alone in it are gone (7.6)."""
    for unit in tuple(d.pieces.values()):
        if unit.at == frame.cell and unit.side != frame.side:
            eliminate(d, unit.id)
    coming = tuple(u for u in _still(d, frame) if not d.pieces[u].suppressed)
    d.goto("advance", left=coming)


@steps(Assault, "advance")
def advance(d: D, frame: Assault, _: None) -> None:
    """7.7, S3.1 One after the other, if the hex that they come from lets them go."""
    if frame.left:
        return d.call(Leave(step="begin", unit=frame.left[0]), "advanced")
    coming = [u for u in frame.attackers if d.pieces[u].at == frame.cell]
    d.goto("taken")
    if not coming:
        return None
    names = unit_name(d.setting, d.pieces[coming[0]])
    d.say(say("{unit} took the hex", unit=names), "WED SR7", frame.cell)
    return demolished(d, frame.side, frame.cell, "taken")


@steps(Assault, "advanced")
def advanced(d: D, frame: Assault, _: None) -> None:
    """7.7 Into the hex, or held where it came from."""
    if frame.passed:
        enter(d, d.pieces[frame.left[0]], frame.cell)
    d.goto("advance", left=frame.left[1:], passed=False)


@steps(Assault, "taken")
def taken(d: D, _: Assault, __: None) -> None:
    """7.7 Over."""
    d.done()


@steps(Assault, "repulsed")
def repulsed(d: D, frame: Assault, _: None) -> None:
    """7, N5 The attackers stay where they came from."""
    d.say(say("The assault was repulsed"), "WED SR7", frame.cell)
    d.done()
