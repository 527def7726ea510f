"""Chapter 8: checks of troop quality, and what results of fire do to a unit."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import DiceOutcome
from wardesk.engine.types import (
    Answer,
    Choice,
    Choose,
    Factor,
    Outcome,
    OutcomeField,
    Roll,
    replace,
)
from wardesk.games.gts.asked import AboutItsUnit, GtsThrow
from wardesk.games.gts.ch02_command import can_pay, in_command, pay, price
from wardesk.games.gts.ch15_route import cut_by
from wardesk.games.gts.position import (
    Table,
    barrage,
    counter,
    end_ferry,
    in_hex,
    reduced,
    reorganised,
    takes_room,
    unit_name,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import GERMAN, Check, Hit, Move, Unit, UnitAction, steps
from wardesk.games.gts.tables import chances
from wardesk.games.shared import cup
from wardesk.model.look import CaseLook, InputLine, OddsLine
from wardesk.model.standing import Measures
from wardesk.words import Spoken, say

D = Draft[Setting]
FIELDS = (OutcomeField("passed", say("Passed"), 0, 1),)
BOUGHT = ("company", "hit", "rally", "dig", "charge", "leave", "mines")
"""Checks that a command point passes; never opportunity fire, engineers, bravery (2)."""
DEAR, CHEAP = ("hit", "charge"), ("company", "mines")
"""Those that a script pays for, and those that it never does."""


class QualityCase(NamedTuple):
    """A check: the roll must not exceed *value* with the modifiers."""

    value: int
    factors: tuple[Factor, ...]
    cite: str
    prompt: Spoken

    @property
    def needed(self) -> int:
        """The highest roll that passes."""
        return self.value + sum(factor.value for factor in self.factors)


PROMPTS: dict[str, tuple[Spoken, str]] = {
    "company": (say("Does the whole company fire?"), "WED SR5.3"),
    "opportunity": (say("Does it get its shot off?"), "WED SR6"),
    "hit": (say("Does the unit stand the fire?"), "WED SR5.2"),
    "rally": (say("Does the unit rally?"), "WED SR4"),
    "engineer": (say("Do the engineers manage it?"), "WED 2.15"),
    "dig": (say("Does the unit dig in?"), "WED N7"),
    "bravery": (say("Is the unit brave enough?"), "WED SR7"),
    "charge": (say("Does the unit stand the charge?"), "WED SR7"),
    "leave": (say("Does it get out of the barrage?"), "WED SR11"),
    "mines": (say("Does it get out of the mines?"), "WED S3.1"),
    "stray": (say("Does it keep its way?"), "WED O3.0"),
}


def quality(setting: Setting, table: Table, unit: Unit) -> tuple[Factor, ...]:
    """8 Everything that changes a unit's troop quality just now."""
    row, shells = setting.tables.check, barrage(table, unit.at)
    shelled = row.heavy if shells == "heavy" else row.light
    out = not in_command(setting, table, unit)
    hero = table.marks.get(f"heroic/{unit.side}") == unit.id
    division = setting.division_of(unit.id).id
    cut = division == "gds" and bool(table.marks.get("route/cut"))
    later = unit.side == GERMAN and reorganised(setting, table)
    found = (
        (out, "out", say("Out of command"), row.out_of_command, "WED SR8"),
        (unit.cohesion == 2, "cohesion", say("Two cohesion hits"), row.second_cohesion, "WED SR8"),
        (unit.suppressed, "suppressed", say("Suppressed"), row.suppressed, "WED SR8"),
        (reduced(setting, unit), "reduced", say("A step lost"), row.reduced, "WED SR8"),
        (shells, "barrage", say("Under a barrage"), shelled, "WED SR8"),
        (hero, "heroic", say("Heroic"), row.heroic, "WED S3.1"),
        (table.marks.get(f"sdz/{division}"), "unsupplied", say("Supply drop lost"),
         row.unsupplied, "WED S6.1.1"),
        (cut, "cut", say("Club Route is cut"), row.cut, "WED S6.1.2"),
        (later, "reorganised", say("Since 20 September"), row.reorganised, "WED S5.1.1"),
        (unit.dug == "improved", "improved", say("Improved position"), row.improved, "WED SR8"),
        (unit.dug == "entrenched", "entrenched", say("Entrenched"), row.entrenched, "WED SR8"),
    )  # fmt: skip
    return tuple(Factor(name, text, value, cite) for on, name, text, value, cite in found if on)


def case_of(setting: Setting, table: Table, frame: Check) -> QualityCase:
    """What a check is rolled against."""
    unit = table.pieces[frame.unit]
    prompt, cite = PROMPTS[frame.what]
    if frame.what == "bravery":
        return QualityCase(frame.value, (), cite, prompt)
    factors = quality(setting, table, unit)
    if frame.what == "engineer" and unit.men:
        factors = (*factors, Factor("men", say("Men at work"), setting.tables.check.men, "WED N17"))
    return QualityCase(counter(setting, unit).tq, factors, cite, prompt)


def needed(setting: Setting, table: Table, frame: Check) -> int:
    """The highest roll that passes."""
    return case_of(setting, table, frame).needed


class OfCheck(AboutItsUnit[Check]):
    """A check: it can be paid for, or the die falls."""

    @cached_property
    def found(self) -> QualityCase:
        """What is rolled against."""
        return case_of(self.setting, self.state, self.frame)

    def prompt(self) -> str:
        return self.found.prompt

    def rule(self) -> str:
        return self.found.cite

    def case(self, answer: Answer | None) -> CaseLook:
        found, good = self.found, chances(self.found.needed)
        return CaseLook(
            title=found.prompt,
            place=unit_name(self.setting, self.unit),
            inputs=(
                InputLine(say("Troop quality"), str(found.value), found.cite),
                *(InputLine(f.name, f"{f.value:+d}", f.cite) for f in found.factors),
            ),
            sum_text=say("{value} or less", value=min(max(self.found.needed, 0), 8)),
            odds=(
                OddsLine(say("Passed"), good, 10, "good"),
                OddsLine(say("Failed"), 10 - good, 10, "bad"),
            ),
        )


@steps.asks(Check, "begin", "chosen")
class PaidOrRolled(OfCheck):
    """8 A command point passes it, where one may be spent."""

    kind, next_step = "check", "roll"

    def tag(self) -> str:
        return f"check-{self.frame.what}"

    def asks(self) -> bool:
        return self.frame.what in BOUGHT and can_pay(self.setting, self.state, self.unit)

    def buttons(self) -> tuple[Choice, ...]:
        cost = price(self.setting, self.state, self.unit)
        paid = say("Pay {count} command points: passed", count=cost)
        if cost == 1:
            paid = say("Pay a command point: passed")
        rolled = say("Roll: {value} or less", value=max(self.found.needed, 0))
        return Choice("roll", rolled, "WED SR8"), Choice("pay", paid, "WED SR2")

    def measures(self, answer: Answer) -> Measures:
        """The chance of the roll, and what the other costs."""
        cost = price(self.setting, self.state, self.unit)
        return {"chance": 10 * chances(self.found.needed), "cost": cost, "step": self.unit.steps}

    def pressed(self, d: D, key: str) -> None:
        if key == "roll":
            return self.passed(d)
        pay(d, self.unit)
        said = say("{unit}: a command point was paid", unit=unit_name(d.setting, self.unit))
        d.say(said, "WED SR2", self.unit.at)
        return _tell(d, passed=True)

    def script(self, rng: Random) -> Answer | None:
        """A point is paid where the check is doubtful and matters."""
        if self.frame.what in DEAR:
            return Choose("pay" if counter(self.setting, self.unit).tq <= 5 else "roll")
        return Choose("roll") if self.frame.what in CHEAP else None


@steps.throws(Check, "roll", "rolled", "judge", "known")
class TroopQuality(OfCheck, GtsThrow[Check]):
    """8 One die, the troop quality or less: nought always passes, nine never."""

    kind, outcome_kind = "roll", "check"
    outcome_text = say("Does this check stand?")
    sums = True

    def tag(self) -> str:
        return f"roll-{self.frame.what}"

    def factors(self) -> tuple[Factor, ...]:
        return self.found.factors

    def context(self) -> str:
        name = unit_name(self.setting, self.unit)
        return say("{unit}: {value} or less", unit=name, value=max(self.found.needed, 0))

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        return {"roll": roll.dice[0], "least": self.found.value + roll.modifier}

    def outcome(self) -> DiceOutcome:
        roll = self.frame.roll
        passed = roll == 0 or (roll != 9 and roll <= self.frame.least)
        summary = say("Passed") if passed else say("Failed")
        return DiceOutcome({"passed": int(passed)}, summary, FIELDS, self.about())

    def answered(self, d: D, answer: Outcome) -> None:
        passed = bool(answer.value["passed"])
        name, how = unit_name(d.setting, self.unit), say("rolled {roll}", roll=self.frame.roll)
        told = say("{unit} passed", unit=name) if passed else say("{unit} failed", unit=name)
        d.say(told, PROMPTS[self.frame.what][1], self.unit.at, how)
        _tell(d, passed=passed)


def _tell(d: D, *, passed: bool) -> None:
    d.done()
    d.goto(d.stack[-1].step, passed=passed)


# ---- results ------------------------------------------------------------------------------------


@steps(Hit, "begin")
def hit(d: D, frame: Hit, _: None) -> None:
    """5.2 C a cohesion hit; S and S? a check; 1 a step; E the unit."""
    if d.pieces[frame.unit].at is None:
        return d.done()
    if frame.result in ("1", "E") and _hero_of(d, frame.unit):
        return d.goto("hero")
    return d.goto("suffer")


def _hero_of(d: D, unit: str) -> str:
    """S6.9 The formation of a unit, if its hero has not been used yet."""
    formation = counter(d.setting, d.pieces[unit]).formation
    there = formation in d.setting.scenario.hero and not d.marks.get(f"hero/{formation}")
    return formation if there else ""


@steps.asks(Hit, "hero", "hero_known")
class HeroPlayed(AboutItsUnit[Hit]):
    """S6.9 He may save his hex, once in the game."""

    kind, cite, text = "hero", "WED S6.9", say("Does PFC Mann save the hex?")
    next_step, usual = "suffer", -1
    choices = (
        Choice("no", say("Take the loss"), "WED S6.9"),
        Choice("yes", say("Play PFC Mann"), "WED S6.9"),
    )

    def pressed(self, d: D, key: str) -> None:
        """S6.9 No loss, and nobody in the hex is suppressed or shaken any more."""
        if key == "no":
            return self.passed(d)
        unit = self.unit
        d.mark(f"hero/{counter(d.setting, unit).formation}", "used")
        for other in in_hex(d.setting, d, unit.at or "", unit.side):
            if other.suppressed or other.cohesion:
                d.set(other.id, suppressed=False, cohesion=0)
        d.say(say("PFC Mann saved {unit}", unit=unit_name(d.setting, unit)), "WED S6.9", unit.at)
        return d.done()


@steps(Hit, "suffer")
def suffer(d: D, frame: Hit, _: None) -> None:
    """5.2 C a cohesion hit; S and S? a check; 1 a step; E the unit."""
    match frame.result:
        case "C":
            cohesion_hit(d, frame.unit)
            return d.done()
        case "1":
            lose_step(d, frame.unit)
            return d.done()
        case "E":
            eliminate(d, frame.unit)
            return d.done()
        case "S" | "S?":
            d.goto("checked")
            return d.call(Check(step="begin", unit=frame.unit, what="hit"), "checked")
        case _:
            return d.done()


@steps(Hit, "checked")
def checked(d: D, frame: Hit, _: None) -> None:
    """5.2 Failed: suppressed. Passed: a cohesion hit by S, nothing by S?."""
    if not frame.passed:
        suppress(d, frame.unit)
    elif frame.result == "S":
        cohesion_hit(d, frame.unit)
    d.done()


def part(d: D, unit: str) -> None:
    """S4.4 Rider and vehicle are parted as soon as one of them suffers; the march is over.

    Who finds no room in the hex is eliminated; nobody may fire at whoever jumps off so.
    """
    found = d.pieces[unit]
    vehicle = d.pieces[found.on] if found.on else found
    if not vehicle.carries:
        return
    rider = d.pieces[vehicle.carries]
    d.set(vehicle.id, carries="")
    d.set(rider.id, on="", column=False)
    for index, frame in enumerate(d.stack):
        if isinstance(frame, Move) and frame.unit == vehicle.id:
            d.stack[index] = replace(frame, path=(), left=0)
        elif isinstance(frame, UnitAction) and frame.unit == vehicle.id:
            d.stack[index] = replace(frame, ended=True)
    others = in_hex(d.setting, d, rider.at or "", rider.side)
    if takes_room(d, others, column=False) > d.setting.tables.figures.stack:
        eliminate(d, rider.id)


def suppress(d: D, unit: str) -> None:
    """8 Down; twice down is no worse."""
    part(d, unit)
    if not d.pieces[unit].suppressed:
        d.set(unit, suppressed=True)
        found = d.pieces[unit]
        d.say(say("{unit} was suppressed", unit=unit_name(d.setting, found)), "WED SR8", found.at)


def cohesion_hit(d: D, unit: str) -> None:
    """8 The third cohesion hit costs a step."""
    part(d, unit)
    if d.pieces[unit].at is None:
        return None
    found = d.pieces[unit]
    if found.cohesion >= 2:
        return lose_step(d, unit)
    d.set(unit, cohesion=found.cohesion + 1)
    return d.say(say("{unit} lost cohesion", unit=unit_name(d.setting, found)), "WED SR8", found.at)


def lose_step(d: D, unit: str) -> None:
    """8 A unit with one step or none is gone; a ferry is no more (2.18.3)."""
    part(d, unit)
    found = d.pieces[unit]
    if found.at is None:
        return None
    end_ferry(d, unit)
    if found.steps <= 1 or unit in d.setting.brittle:
        return eliminate(d, unit)
    d.set(unit, steps=found.steps - 1)
    return d.say(say("{unit} lost a step", unit=unit_name(d.setting, found)), "WED SR8", found.at)


def eliminate(d: D, unit: str) -> None:
    """8 The unit leaves the map, and with it what lay on it."""
    part(d, unit)
    found = d.pieces[unit]
    if found.at is None:
        return
    end_ferry(d, unit)
    if d.marks.get(f"heroic/{found.side}") == unit:
        d.mark(f"heroic/{found.side}", None)
        cup.put(d, f"events/{found.side}", "heroic")
    d.say(say("{unit} was eliminated", unit=unit_name(d.setting, found)), "WED SR8", found.at)
    for mark, now in tuple(d.marks.items()):
        if now == f"bailey:{unit}":
            d.mark(mark, "destroyed")  # 2.15.7
            cut_by(d, mark.removeprefix("bridge/"))
    d.set(
        unit,
        at=None,
        steps=0,
        column=False,
        suppressed=False,
        cohesion=0,
        dug="",
        men=False,
        delay=0,
        untested=False,
        mounted="",
    )
