"""Chapter 8: checks of troop quality, and what results of fire do to a unit."""

from __future__ import annotations

from typing import NamedTuple

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Factor, Outcome, OutcomeField, Roll, replace
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
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import Spoken, say

D = Draft[Setting]
FIELDS = (OutcomeField("passed", say("Passed"), 0, 1),)
BOUGHT = ("company", "hit", "rally", "dig", "charge", "leave", "mines")
"""Checks that a command point passes; never opportunity fire, engineers, bravery (2)."""


class QualityCase(NamedTuple):
    """A check: the roll must not exceed *value* with the modifiers."""

    value: int
    factors: tuple[Factor, ...]
    cite: str
    prompt: Spoken


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
    case = case_of(setting, table, frame)
    return case.value + sum(factor.value for factor in case.factors)


@steps(Check, "begin")
def begin(d: D, frame: Check, _: None) -> None:
    """8 A command point passes it, where one may be spent."""
    unit = d.pieces[frame.unit]
    if frame.what not in BOUGHT or not can_pay(d.setting, d, unit):
        return d.goto("roll")
    cost = price(d.setting, d, unit)
    case = case_of(d.setting, d, frame)
    paid = say("Pay {count} command points: passed", count=cost)
    if cost == 1:
        paid = say("Pay a command point: passed")
    value = needed(d.setting, d, frame)
    rolled = say("Roll: {value} or less", value=max(value, 0))
    choices = (Choice("roll", rolled, "WED SR8"), Choice("pay", paid, "WED SR2"))
    question = AskedQuestion(f"check-{frame.what}", case.prompt, case.cite, "chosen")
    context = unit_name(d.setting, unit)
    return ask.choose(d, unit.side, question, choices, context, about=(unit.id,))


@steps(Check, "chosen")
def chosen(d: D, frame: Check, answer: Choose) -> None:
    """2 Paid, or rolled for."""
    if answer.key == "roll":
        return d.goto("roll")
    unit = d.pieces[frame.unit]
    pay(d, unit)
    d.say(
        say("{unit}: a command point was paid", unit=unit_name(d.setting, unit)), "WED SR2", unit.at
    )
    return _tell(d, passed=True)


@steps(Check, "roll")
def roll(d: D, frame: Check, _: None) -> None:
    """8 One die, the troop quality or less."""
    case = case_of(d.setting, d, frame)
    unit = d.pieces[frame.unit]
    value = needed(d.setting, d, frame)
    d.roll(
        f"roll-{frame.what}",
        case.prompt,
        case.cite,
        "rolled",
        dice=(10,),
        lowest=0,
        factors=case.factors,
        about=(unit.id,),
        context=say(
            "{unit}: {value} or less", unit=unit_name(d.setting, unit), value=max(value, 0)
        ),
        sums=True,
    )


@steps(Check, "rolled")
def rolled(d: D, frame: Check, answer: Roll) -> None:
    """8 The die, and what counted."""
    case = case_of(d.setting, d, frame)
    d.goto("judge", roll=answer.dice[0], least=case.value + answer.modifier)


@steps(Check, "judge")
def judge(d: D, frame: Check, _: None) -> None:
    """8 Nought always passes, nine never."""
    case = case_of(d.setting, d, frame)
    passed = frame.roll == 0 or (frame.roll != 9 and frame.roll <= frame.least)
    d.outcome(
        {"passed": int(passed)},
        "known",
        kind="check",
        prompt=say("Does this check stand?"),
        cite=case.cite,
        summary=say("Passed") if passed else say("Failed"),
        fields=FIELDS,
        about=(frame.unit,),
    )


@steps(Check, "known")
def known(d: D, frame: Check, answer: Outcome) -> None:
    """The procedure below is told."""
    passed = bool(answer.value["passed"])
    unit = d.pieces[frame.unit]
    name, how = unit_name(d.setting, unit), say("rolled {roll}", roll=frame.roll)
    told = say("{unit} passed", unit=name) if passed else say("{unit} failed", unit=name)
    d.say(told, PROMPTS[frame.what][1], unit.at, how)
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


@steps(Hit, "hero")
def hero(d: D, frame: Hit, _: None) -> None:
    """S6.9 He may save his hex, once in the game."""
    unit = d.pieces[frame.unit]
    question = AskedQuestion("hero", say("Does PFC Mann save the hex?"), "WED S6.9", "hero_known")
    choices = (
        Choice("no", say("Take the loss"), "WED S6.9"),
        Choice("yes", say("Play PFC Mann"), "WED S6.9"),
    )
    ask.choose(d, unit.side, question, choices, unit_name(d.setting, unit), about=(unit.id,))


@steps(Hit, "hero_known")
def hero_known(d: D, frame: Hit, answer: Choose) -> None:
    """S6.9 No loss, and nobody in the hex is suppressed or shaken any more."""
    if answer.key == "no":
        return d.goto("suffer")
    unit = d.pieces[frame.unit]
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
