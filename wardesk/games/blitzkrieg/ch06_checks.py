"""6.4 and 8.4: checks with two dice, what they are thrown against and what makes them harder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import Answer, Factor, Outcome, OutcomeField, Roll
from wardesk.games.blitzkrieg.asked import BlitzkriegThrow
from wardesk.games.blitzkrieg.position import Table, holds, hq_of, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import OVERRUN, Check, steps
from wardesk.games.shared.tables import rolls
from wardesk.model.look import CaseLook, InputLine, OddsLine
from wardesk.words import Spoken, say

FIELDS = (OutcomeField("passed", say("Passed"), 0, 1),)


class CheckCase(NamedTuple):
    """A check: dice with their modifiers must not exceed *value*."""

    value: int
    factors: tuple[Factor, ...]
    cite: str
    prompt: Spoken
    dice: tuple[int, ...] = (6, 6)

    def ways(self) -> tuple[int, int]:
        """How many of how many rolls pass it."""
        more, totals = sum(f.value for f in self.factors), rolls(self.dice)
        return sum(total + more <= self.value for total in totals), len(totals)


OF_FACTOR: dict[str, tuple[int, str, Spoken]] = {
    "rally": (1, "BK 8.4", say("Does the unit rally?")),
    "panic": (0, "BK 8.4", say("Does the unit keep its nerve?")),
    "demoralise": (0, "BK 8.5", say("Does the formation hold?")),
    "recover": (3, "BK 8.5.1", say("Does the formation recover?")),
    "shed": (2, "BK 5.4", say("Does it shed its exhaustion?")),
}
"""Checks against the formation factor: what is taken off it, the rule, the question."""
OF_REACTION: dict[str, tuple[str, Spoken]] = {
    "opportunity": ("BK 6.3.1", say("Does it get its shot off?")),
    "return": ("BK 6.3.2", say("Does it fire back?")),
    "withdraw": ("BK 6.4", say("Can it withdraw?")),
}
"""Checks against the reaction value: the rule, the question."""


def case_of(setting: Setting, table: Table, frame: Check) -> CheckCase:
    """What a check is thrown against."""
    if frame.what == "cancel":
        return CheckCase(3, (), "BK 5.5", say("Is the chit cancelled?"), (6,))
    if frame.what == "observe":
        return _observing(setting, table, frame.subject)
    if frame.what in OF_REACTION:
        return _reaction(setting, table, frame)
    less, cite, prompt = OF_FACTOR[frame.what]
    unit = table.pieces.get(frame.subject)
    formation = unit.formation if unit is not None else frame.subject
    factors = factor_modifiers(setting, table, formation)
    if less and frame.what != "shed":
        rallies, recovers = say("To rally"), say("To recover from demoralisation")
        name = rallies if frame.what == "rally" else recovers
        factors = (Factor("attempt", name, less, cite), *factors)
    # Shedding exhaustion is FF - 2 once: the exhaustion itself is that handicap (5.4).
    return CheckCase(setting.formations[formation].factor, factors, cite, prompt)


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
    return CheckCase(value, tuple(found), *OF_REACTION[frame.what])


def _observing(setting: Setting, table: Table, observer: str) -> CheckCase:
    """8.6.1 An HQ sends the target's place."""
    figures = setting.tables.indirect
    factors: tuple[Factor, ...] = ()
    if table.pieces[observer].neutralised:
        worse = figures.observer_neutralised
        factors = (Factor("neutralised", say("HQ neutralised"), worse, "BK 8.6.1"),)
    return CheckCase(figures.observe, factors, "BK 8.6.1", say("Does the HQ get through?"))


@steps.throws(Check, "roll", "rolled", "judge", "known")
class Checks(BlitzkriegThrow[Check]):
    """6.4, 8.4 Dice that must not exceed a value; the procedure below is told."""

    outcome_kind, outcome_text = "check", say("Does this check stand?")

    @cached_property
    def needs(self) -> CheckCase:
        """What it is thrown against."""
        return case_of(self.setting, self.state, self.frame)

    @property
    def subject(self) -> Spoken:
        """Who is checked, in a sentence."""
        unit = self.state.pieces.get(self.frame.subject)
        if unit is not None:
            return unit_name(self.setting, unit)
        formation = self.setting.formations.get(self.frame.subject)
        return say("{formation!s}", formation=formation.short) if formation else ""

    def tag(self) -> str:
        return f"check-{self.frame.what}"

    def prompt(self) -> Spoken:
        return self.needs.prompt

    def rule(self) -> str:
        return self.needs.cite

    def about(self) -> tuple[str, ...]:
        return (self.frame.subject,) if self.frame.subject in self.state.pieces else ()

    def need(self) -> Spoken:
        """What the dice must come to, modifiers counted: ``9 − 2 = 7 or less``."""
        more, value = sum(f.value for f in self.needs.factors), str(self.needs.value)
        if more:
            sign = "−" if more > 0 else "+"
            value = f"{value} {sign} {abs(more)} = {self.needs.value - more}"
        return say("{value} or less", value=value)

    def dice(self) -> Dice:
        context, name = self.need(), self.subject
        if name:
            context = say("{subject}: {need}", subject=name, need=context)
        return Dice(self.needs.dice, self.about(), context, factors=self.needs.factors)

    def kept(self, roll: Roll) -> Mapping[str, int]:
        """Dice and what was added."""
        return {"total": sum(roll.dice) + roll.modifier}

    def outcome(self) -> DiceOutcome:
        """Passed or failed; an umpire may say otherwise."""
        passed = self.frame.total <= self.needs.value
        told = say("Passed") if passed else say("Failed")
        return DiceOutcome({"passed": int(passed)}, told, FIELDS, self.about())

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """The procedure below is told."""
        passed, name = bool(answer.value["passed"]), self.subject
        unit = d.pieces.get(self.frame.subject)
        told = (
            say("{subject}: passed", subject=name)
            if passed
            else say("{subject}: failed", subject=name)
        )
        if not name:
            told = say("Passed") if passed else say("Failed")
        text = say("{prompt} {told}", prompt=self.needs.prompt, told=told)
        d.say(text, self.needs.cite, unit.at if unit else None)
        d.done()
        d.goto(d.stack[-1].step, passed=passed)

    def case(self, answer: Answer | None) -> CaseLook:
        good, of = self.needs.ways()
        odds = (
            OddsLine(say("Passed"), good, of, "good"),
            OddsLine(say("Failed"), of - good, of, "bad"),
        )
        return CaseLook(
            title=self.needs.prompt,
            place=self.subject,
            inputs=(InputLine(say("Value"), str(self.needs.value), self.needs.cite),),
            sum_text=self.need(),
            odds=odds,
        )
