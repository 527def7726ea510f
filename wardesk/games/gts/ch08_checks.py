"""Chapter 8: checks of troop quality, and what results of fire do to a unit."""

from __future__ import annotations

from typing import NamedTuple

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Factor, Outcome, OutcomeField, Roll
from wardesk.games.gts.ch02_command import can_pay, in_command, pay, price
from wardesk.games.gts.position import Table, barrage, counter, reduced, unit_name
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import Check, Hit, Unit, steps
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.words import Spoken, say

D = Draft[Setting]
FIELDS = (OutcomeField("passed", say("Passed"), 0, 1),)
BOUGHT = ("company", "hit", "rally", "dig", "charge", "leave")
"""Checks that a command point passes; never opportunity fire, engineers, bravery (2)."""


class Case(NamedTuple):
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
}


def quality(setting: Setting, table: Table, unit: Unit) -> tuple[Factor, ...]:
    """8 Everything that changes a unit's troop quality just now."""
    row, found = setting.tables.check, list[Factor]()

    def add(name: str, text: Spoken, value: int) -> None:
        found.append(Factor(name, text, value, "WED SR8"))

    if not in_command(setting, table, unit):
        add("out", say("Out of command"), row.out_of_command)
    if unit.cohesion == 2:
        add("cohesion", say("Two cohesion hits"), row.second_cohesion)
    if unit.suppressed:
        add("suppressed", say("Suppressed"), row.suppressed)
    if reduced(setting, unit):
        add("reduced", say("A step lost"), row.reduced)
    shells = barrage(table, unit.at)
    if shells:
        add("barrage", say("Under a barrage"), row.heavy if shells == "heavy" else row.light)
    if unit.dug == "improved":
        add("improved", say("Improved position"), row.improved)
    if unit.dug == "entrenched":
        add("entrenched", say("Entrenched"), row.entrenched)
    return tuple(found)


def case_of(setting: Setting, table: Table, frame: Check) -> Case:
    """What a check is rolled against."""
    unit = table.pieces[frame.unit]
    prompt, cite = PROMPTS[frame.what]
    if frame.value > -99:
        return Case(frame.value, (), cite, prompt)
    factors = quality(setting, table, unit)
    if frame.what == "engineer" and unit.men:
        factors = (*factors, Factor("men", say("Men at work"), 1, "WED N17"))
    return Case(counter(setting, unit).tq, factors, cite, prompt)


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
    question = Question(f"check-{frame.what}", case.prompt, case.cite, "chosen")
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
        plus=-1,
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
    d.goto("judge", roll=answer.dice[0] - 1, least=case.value + answer.modifier)


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


def suppress(d: D, unit: str) -> None:
    """8 Down; twice down is no worse."""
    if not d.pieces[unit].suppressed:
        d.set(unit, suppressed=True)
        found = d.pieces[unit]
        d.say(say("{unit} was suppressed", unit=unit_name(d.setting, found)), "WED SR8", found.at)


def cohesion_hit(d: D, unit: str) -> None:
    """8 The third cohesion hit costs a step."""
    found = d.pieces[unit]
    if found.cohesion >= 2:
        return lose_step(d, unit)
    d.set(unit, cohesion=found.cohesion + 1)
    return d.say(say("{unit} lost cohesion", unit=unit_name(d.setting, found)), "WED SR8", found.at)


def lose_step(d: D, unit: str) -> None:
    """8 A unit with one step or none is gone."""
    found = d.pieces[unit]
    if found.steps <= 1 or unit in d.setting.brittle:
        return eliminate(d, unit)
    d.set(unit, steps=found.steps - 1)
    return d.say(say("{unit} lost a step", unit=unit_name(d.setting, found)), "WED SR8", found.at)


def eliminate(d: D, unit: str) -> None:
    """8 The unit leaves the map, and with it what lay on it."""
    found = d.pieces[unit]
    d.say(say("{unit} was eliminated", unit=unit_name(d.setting, found)), "WED SR8", found.at)
    for mark, now in tuple(d.marks.items()):
        if now == f"bailey:{unit}":
            d.mark(mark, "destroyed")  # 2.15.7
    d.set(unit, at=None, steps=0, column=False, suppressed=False, cohesion=0, dug="", men=False)
