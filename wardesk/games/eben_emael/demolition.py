"""Shaped charges: a squad on the roof of a work blows it up (EE N39, a reconstruction)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import Answer, Outcome, OutcomeField, Record, Roll
from wardesk.games.eben_emael.asked import EbenThrow
from wardesk.games.eben_emael.attacks import can_blow
from wardesk.games.eben_emael.garrison import close_work
from wardesk.games.eben_emael.position import manned, soldiers_at
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import BELGIAN, Demolition, Losses, UnderFire, steps
from wardesk.games.eben_emael.tables import Tables
from wardesk.games.shared.tables import Label, odds_lines
from wardesk.model.look import CaseLook, InputLine
from wardesk.words import say


@steps(Demolition, "guns")
def guns(d: Draft[Setting], frame: Demolition, _: None) -> None:
    """Machine guns of the work, and others that bear on it, may fire at the squad first."""
    if frame.unit not in can_blow(d.setting, d.state):
        return d.done()
    return d.call(UnderFire(step="ask", sector=frame.work, cite="EE N39"), "place")


@steps(Demolition, "place")
def place(d: Draft[Setting], frame: Demolition, _: None) -> None:
    """The survivors spend a charge in place of their attack."""
    if frame.unit not in can_blow(d.setting, d.state):
        return d.done()
    unit = d.pieces[frame.unit]
    d.set(frame.unit, charges=unit.charges - 1, attacked=True)
    text = say("{unit} placed a charge", unit=unit.name)
    d.say(text, "EE N39", frame.work, say("on {work}", work=d.setting.fort.brief[frame.work]))
    return d.goto("blast")


@steps.throws(Demolition, "blast", "rolled", "resolve", "blown")
class ChargeDice(EbenThrow[Demolition]):
    """A die for the charge and one for the men inside, where either is in question."""

    kind, cite, chart = "demolition", "EE N39", "demolition"
    text, outcome_text = say("What does the charge do?"), say("Does this demolition stand?")

    @property
    def crew(self) -> bool:
        """Whether there are men inside."""
        return manned(self.setting, self.state, self.frame.work)

    @property
    def needs(self) -> int:
        """The least die with which it works; without a die it always does."""
        rolls = self.setting.options.charge_rolls
        return self.setting.tables.charge.needs(self.frame.work) if rolls else 1

    def about(self) -> tuple[str, ...]:
        return (self.frame.work, self.frame.unit)

    def asks(self) -> bool:
        return self.setting.options.charge_rolls or self.crew

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("resolve", roll=0)

    def dice(self) -> Dice:
        rolls, work, least = (
            self.setting.options.charge_rolls,
            self.name(self.frame.work),
            self.needs,
        )
        told = say("{work}: the last die is the garrison's loss", work=work)
        if rolls and self.crew:
            told = say(
                "{work}: works on {least} or more, the last die is the garrison's loss",
                work=work,
                least=least,
            )
        elif rolls:
            told = say("{work}: works on {least} or more", work=work, least=least)
        return Dice((6,) * (rolls + self.crew), self.about(), told)

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        """The charge's first, the garrison's last."""
        charge = roll.dice[0] if self.setting.options.charge_rolls else 0
        return {"charge": charge, "roll": roll.dice[-1] if self.crew else 0}

    def outcome(self) -> DiceOutcome:
        """The work is destroyed, its garrison with it, or withstands."""
        frame, work = self.frame, self.name(self.frame.work)
        held = self.setting.options.charge_rolls and frame.charge < self.needs
        loss = self.setting.tables.demolition.loss(frame.roll) if frame.roll and not held else 0
        summary = say("{work} is destroyed, its garrison loses {loss}", work=work, loss=loss)
        if held:
            summary = say("{work} withstands the charge", work=work)
        fields = (
            OutcomeField("work", say("The work"), choices=("destroyed", "stands")),
            OutcomeField("garrison_loss", say("Garrison loses"), 0, 99),
        )
        value: Record = {"work": "stands" if held else "destroyed", "garrison_loss": loss}
        return DiceOutcome(value, summary, fields, self.about())

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """Losses of the garrison first."""
        work = self.frame.work
        if answer.value["work"] != "destroyed":
            text = say("{work} withstood the charge", work=d.setting.fort.brief[work])
            d.say(text, "EE N39", work, _dice(d, self.frame))
            return d.done()
        loss = int(answer.value["garrison_loss"] or 0)
        men = tuple(u.id for u in soldiers_at(d.pieces, BELGIAN, work) if u.inside)
        share = Losses(step="share", side=BELGIAN, pieces=men, points=loss, men_only=True)
        return d.call(share, "silence")

    def case(self, answer: Answer | None) -> CaseLook:
        face, place = self.frame.roll if self.fallen else 0, self.name(self.frame.work)
        return charge_case(self.setting.tables, self.needs, crew=self.crew, place=place, face=face)


@steps(Demolition, "silence")
def silence(d: Draft[Setting], frame: Demolition, _: None) -> None:
    """The rest withdraw and the work is out of action."""
    close_work(d, frame.work, "destroyed", "EE N39", _dice(d, frame))
    d.done()


def _dice(d: Draft[Setting], frame: Demolition) -> str:
    """What the charge rolled and what it needed."""
    if not d.setting.options.charge_rolls:
        return say("by a charge")
    least = d.setting.tables.charge.needs(frame.work)
    return say("charge rolled {roll}, needs {least}", roll=frame.charge, least=least)


def charge_case(
    tables: Tables, needs: int, *, crew: bool, place: str = "", face: int = 0
) -> CaseLook:
    """A shaped charge as a case: it works on *needs* or more, a crew loses men by a second die."""
    faces = tuple(map(tables.demolition.loss, range(1, 7))) if crew else (0,)

    def label(charge: int, men: int) -> Label:
        if charge < needs:
            return say("the work stands"), "bad", 99
        if not men:
            return say("destroyed"), "good", 0
        return say("destroyed, {men} lost", men=men), "good", -men

    return CaseLook(
        title=say("Shaped charge"),
        place=place,
        inputs=(InputLine(say("Works on"), say("{least} or more", least=needs), "EE N39"),),
        chart=tables.demolition.chart(0 if face else -1, face) if crew else None,
        odds=odds_lines(label(die, men) for die in range(1, 7) for men in faces),
    )
