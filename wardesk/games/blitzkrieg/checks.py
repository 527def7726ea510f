"""6.4 and 8.4: checks with two dice, what they are thrown against and what makes them harder."""

from __future__ import annotations

from typing import NamedTuple

from wardesk.engine.draft import Draft
from wardesk.engine.types import Factor, Outcome, OutcomeField, Roll
from wardesk.games.blitzkrieg.position import Table, holds, hq_of, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import OVERRUN, Check, steps
from wardesk.words import Spoken, Text, say

FIELDS = (OutcomeField("passed", say("Passed"), 0, 1),)


class CheckCase(NamedTuple):
    """A check: dice with their modifiers must not exceed *value*."""

    value: int
    factors: tuple[Factor, ...]
    cite: str
    prompt: Spoken
    dice: tuple[int, ...] = (6, 6)


REACTIONS = ("opportunity", "return", "withdraw")
OF_FACTOR: dict[str, tuple[int, str, Spoken]] = {
    "rally": (1, "BK 8.4", say("Does the unit rally?")),
    "panic": (0, "BK 8.4", say("Does the unit keep its nerve?")),
    "demoralise": (0, "BK 8.5", say("Does the formation hold?")),
    "recover": (3, "BK 8.5.1", say("Does the formation recover?")),
    "shed": (2, "BK 5.4", say("Does it shed its exhaustion?")),
}
"""Checks against the formation factor: what is taken off it, the rule, the question."""
PROMPTS: dict[str, Spoken] = {
    "opportunity": say("Does it get its shot off?"),
    "return": say("Does it fire back?"),
    "withdraw": say("Can it withdraw?"),
}
CITES = {"opportunity": "BK 6.3.1", "return": "BK 6.3.2", "withdraw": "BK 6.4"}


def case_of(setting: Setting, table: Table, frame: Check) -> CheckCase:
    """What a check is thrown against."""
    if frame.what == "cancel":
        return CheckCase(3, (), "BK 5.5", say("Is the chit cancelled?"), (6,))
    if frame.what == "observe":
        return _observing(setting, table, frame.subject)
    if frame.what in REACTIONS:
        return _reaction(setting, table, frame)
    less, cite, prompt = OF_FACTOR[frame.what]
    unit = table.pieces.get(frame.subject)
    formation = unit.formation if unit is not None else frame.subject
    factors = factor_modifiers(setting, table, formation)
    if less and frame.what != "shed":
        factors = (Factor("attempt", _attempt(frame.what), less, cite), *factors)
    # Shedding exhaustion is FF - 2 once: the exhaustion itself is that handicap (5.4).
    return CheckCase(setting.formations[formation].factor, factors, cite, prompt)


def _attempt(what: str) -> Spoken:
    return say("To rally") if what == "rally" else say("To recover from demoralisation")


def factor_modifiers(setting: Setting, table: Table, formation: str) -> tuple[Factor, ...]:
    """8.4 What lowers a formation factor, as additions to the dice."""
    figures, found = setting.tables.factor, list[Factor]()
    if holds(table, formation, "exhausted"):
        found.append(Factor("exhausted", say("Exhausted"), -figures.exhausted, "BK 5.4"))
    hq = hq_of(table, formation)
    if hq is not None and hq.neutralised:
        lower = -figures.hq_neutralised
        found.append(Factor("hq_neutralised", say("HQ neutralised"), lower, "BK N28"))
    if hq is not None and hq.at == OVERRUN:
        found.append(Factor("hq_away", say("HQ overrun"), -figures.hq_away, "BK N28"))
    return tuple(found)


def _reaction(setting: Setting, table: Table, frame: Check) -> CheckCase:
    """6.4 A reaction check of one unit."""
    unit, figures = table.pieces[frame.subject], setting.tables.reaction
    found: list[Factor] = []
    if holds(table, unit.formation, "exhausted"):
        found.append(Factor("exhausted", say("Exhausted"), figures.exhausted, "BK 5.4"))
    if unit.out:
        worse = figures.out_of_command
        if setting.options.stragglers == "easier":
            worse = -worse
        found.append(Factor("out", say("Out of command"), worse, "BK 6.2"))
    if unit.neutralised:
        found.append(Factor("neutralised", say("Neutralised"), figures.neutralised, "BK 6.4"))
    if holds(table, unit.formation, "demoralised"):
        worse = figures.demoralised
        found.append(Factor("demoralised", say("Demoralised"), worse, "BK 6.4"))
    value = setting.home(unit.id).reaction
    if setting.options.reaction == "below":
        value -= 1
    return CheckCase(value, tuple(found), CITES[frame.what], PROMPTS[frame.what])


def _observing(setting: Setting, table: Table, observer: str) -> CheckCase:
    """8.6.1 An HQ sends the target's place."""
    figures = setting.tables.indirect
    factors: tuple[Factor, ...] = ()
    if table.pieces[observer].neutralised:
        worse = figures.observer_neutralised
        factors = (Factor("neutralised", say("HQ neutralised"), worse, "BK 8.6.1"),)
    return CheckCase(figures.observe, factors, "BK 8.6.1", say("Does the HQ get through?"))


def subject_name(setting: Setting, table: Table, frame: Check) -> Spoken:
    """Who is checked, in a sentence."""
    unit = table.pieces.get(frame.subject)
    if unit is not None:
        return unit_name(setting, unit)
    formation = setting.formations.get(frame.subject)
    return say("{formation!s}", formation=formation.short) if formation else ""


def need_of(case: CheckCase) -> Text:
    """What the dice must come to, modifiers counted: ``9 − 2 = 7 or less``."""
    more = sum(factor.value for factor in case.factors)
    value = str(case.value)
    if more:
        value = f"{value} {'−' if more > 0 else '+'} {abs(more)} = {case.value - more}"
    return say("{value} or less", value=value)


@steps(Check, "roll")
def roll(d: Draft[Setting], frame: Check, _: None) -> None:
    """Dice that must not exceed the value."""
    case = case_of(d.setting, d, frame)
    about = (frame.subject,) if frame.subject in d.pieces else ()
    name = subject_name(d.setting, d, frame)
    context = need_of(case)
    if name:
        context = say("{subject}: {need}", subject=name, need=context)
    d.roll(
        f"check-{frame.what}",
        case.prompt,
        case.cite,
        "rolled",
        dice=case.dice,
        factors=case.factors,
        about=about,
        context=context,
    )


@steps(Check, "rolled")
def rolled(d: Draft[Setting], _: Check, answer: Roll) -> None:
    """Dice and what was added."""
    d.goto("judge", total=sum(answer.dice) + answer.modifier)


@steps(Check, "judge")
def judge(d: Draft[Setting], frame: Check, _: None) -> None:
    """Passed or failed; an umpire may say otherwise."""
    case = case_of(d.setting, d, frame)
    passed = frame.total <= case.value
    d.outcome(
        {"passed": int(passed)},
        "known",
        kind="check",
        prompt=say("Does this check stand?"),
        cite=case.cite,
        summary=say("Passed") if passed else say("Failed"),
        fields=FIELDS,
        about=(frame.subject,) if frame.subject in d.pieces else (),
    )


@steps(Check, "known")
def known(d: Draft[Setting], frame: Check, answer: Outcome) -> None:
    """The procedure below is told."""
    case = case_of(d.setting, d, frame)
    passed = bool(answer.value["passed"])
    name = subject_name(d.setting, d, frame)
    where = d.pieces[frame.subject].at if frame.subject in d.pieces else None
    told = (
        say("{subject}: passed", subject=name) if passed else say("{subject}: failed", subject=name)
    )
    if not name:
        told = say("Passed") if passed else say("Failed")
    d.say(say("{prompt} {told}", prompt=case.prompt, told=told), case.cite, where)
    d.done()
    d.goto(d.stack[-1].step, passed=passed)
