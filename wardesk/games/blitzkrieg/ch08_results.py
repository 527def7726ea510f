"""Chapter 8.3 to 8.5: steps lost, neutralised, panic; and formations that break."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Choice, Choose, Pieces
from wardesk.games.blitzkrieg.asked import AboutOwnUnit
from wardesk.games.blitzkrieg.ch06_checks import case_of
from wardesk.games.blitzkrieg.ch08_fire import can_fire, effect
from wardesk.games.blitzkrieg.ch10_special import works_without_men
from wardesk.games.blitzkrieg.position import (
    Table,
    holds,
    is_infantry,
    members,
    on_map,
    riders,
    unit_name,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    FRENCH,
    RESERVE,
    Assault,
    Check,
    Fire,
    Hit,
    Morale,
    steps,
)
from wardesk.games.shared.odds import up
from wardesk.model.standing import Measures
from wardesk.words import say

D = Draft[Setting]
STEPS = 2


# ---- 8.3 a result on one unit -------------------------------------------------------------------


@steps(Hit, "begin")
def begin(d: D, frame: Hit, _: None) -> None:
    """8.3 A red N moves infantry only; a step lost comes off before anybody fires back (N11)."""
    unit = d.pieces[frame.unit]
    if not on_map(d.setting, unit) or frame.result == "-":
        return d.goto("back")
    if frame.result == "r" and not is_infantry(d.setting, unit):
        return d.goto("back", result="-")
    if frame.result == "r":
        return d.goto("back", result="N")
    if frame.result == "N":
        return d.goto("back")
    if unit.hq:
        return d.goto("back", result="N")  # it cannot be destroyed (3.2, N27)
    if frame.result == "2":
        return d.goto("lose", result="1+")
    return d.goto("lose")


class WhoLosesStep(AboutOwnUnit[Hit]):
    """12.1 A carrier's owner says if it or the company on board takes the step."""

    kind, cite, shape = "step", "BK 12.1-C", "pieces"
    text = say("Who loses the step?")

    def context(self) -> str:
        return ""

    @cached_property
    def able(self) -> tuple[str, ...]:
        aboard = riders(self.state, self.frame.unit)
        return (self.frame.unit, aboard[0].id) if aboard else ()

    def passed(self, d: D) -> None:
        self.lose(d, self.frame.unit)

    def picked(self, d: D, answer: Pieces) -> None:
        self.lose(d, answer.pieces[0])

    def lose(self, d: D, unit: str) -> None:
        """*unit* loses it."""
        lose_step(d, unit)
        d.goto("morale", lost=True)


@steps.asks(Hit, "lose", "lost")
class StepByChart(WhoLosesStep):
    """8.3 The chart takes a step, or two one after the other."""

    def passed(self, d: D) -> None:
        if not on_map(d.setting, self.unit):
            return d.goto("back", result="-")
        return super().passed(d)

    def lose(self, d: D, unit: str) -> None:
        lose_step(d, unit)
        if self.frame.result == "1+":
            return d.goto("lose", result="1", lost=True)
        return d.goto("back", result="N" if self.frame.result == "1N" else "-", lost=True)


@steps.asks(Hit, "lose_traded", "traded")
class StepInstead(WhoLosesStep):
    """8.3 The step for an N; nobody fires back a second time."""


def lose_step(d: D, unit: str) -> None:
    """1.2 The counter is turned, or taken away; whoever it carried gets off."""
    piece = d.pieces[unit]
    name = unit_name(d.setting, piece)
    if piece.steps > 1:
        d.set(unit, steps=piece.steps - 1)
        return d.say(say("{unit} lost a step", unit=name), "BK 1.2", piece.at)
    return eliminate(d, unit)


def eliminate(d: D, unit: str) -> None:
    """1.2 A unit is lost."""
    piece = d.pieces[unit]
    d.say(say("{unit} was eliminated", unit=unit_name(d.setting, piece)), "BK 1.2", piece.at)
    d.set(unit, at=None, steps=0, neutralised=False, hidden=False, aboard="", column=False)
    for rider in riders(d, unit):
        d.set(rider.id, aboard="")
    if piece.side == FRENCH:
        d.count("lost/french")
    else:
        d.count("lost/german")
    works_without_men(d)


# ---- 6.3.2 return fire --------------------------------------------------------------------------


@steps.asks(Hit, "back", "answered")
class FiresBack(AboutOwnUnit[Hit]):
    """6.3.2 Whoever was fired at may fire back once per activation, before an N counts (N11)."""

    left_to_script = True
    kind, cite, text = "return", "BK 6.3.2", say("Does it fire back?")
    choices = (
        Choice("fire", say("Fire back"), "BK 6.3.2"),
        Choice("pass", say("Hold fire"), "BK 6.3.2"),
    )

    def about(self) -> tuple[str, ...]:
        return (self.frame.unit, self.frame.shooter)

    def asks(self) -> bool:
        unit, shooter = self.unit, self.state.pieces.get(self.frame.shooter)  # "": nobody may be
        if shooter is None or unit.returned or unit.hq or not on_map(self.setting, unit):
            return False
        return can_fire(self.setting, self.state, unit, shooter)

    def passed(self, d: D) -> None:
        d.goto("settle")

    def measures(self, answer: Answer) -> Measures:
        setting, state, unit, target = self.setting, self.state, self.frame.unit, self.frame.shooter
        check = Check(step="roll", what="return", subject=unit)
        fire = Fire(step="aim", shooter=unit, target=target, mode="return")
        chance = Fraction(*case_of(setting, state, check).ways()) * effect(setting, state, fire)
        far = setting.distance(self.unit.at or "", state.pieces[target].at or "")
        return {"chance": round(100 * chance), "range": far, "step": self.unit.steps}

    def pressed(self, d: D, key: str) -> None:
        """A reaction check comes first."""
        if key == "pass":
            return d.goto("settle", shooter="")
        return d.call(Check(step="roll", what="return", subject=self.frame.unit), "checked")

    def script(self, rng: Random) -> Answer:
        return self.first()


@steps(Hit, "checked")
def checked(d: D, frame: Hit, _: None) -> None:
    """6.3.2 It fires, or not."""
    unit, shooter = d.pieces[frame.unit], d.pieces[frame.shooter]
    if not frame.passed or not can_fire(d.setting, d, unit, shooter):
        return d.goto("settle", shooter="")
    d.set(frame.unit, returned=True)  # the fire counts, a check that failed does not (6.3.2)
    fire = Fire(
        step="aim",
        shooter=frame.unit,
        target=frame.shooter,
        mode="return",
        with_rider=bool(riders(d, frame.unit)),
    )
    d.goto("settle", shooter="")
    return d.call(fire, "settle")


# ---- 8.3, 8.4 neutralised -----------------------------------------------------------------------


@steps.asks(Hit, "settle", "chosen")
class NOrStep(AboutOwnUnit[Hit]):
    """8.3 An N may be traded for a step; a second one is a panic check (8.4)."""

    left_to_script = True
    kind, cite, text = "neutralised", "BK 8.3", say("Neutralised, or a step instead?")
    choices = (
        Choice("N", say("Let it be neutralised"), "BK 8.3"),
        Choice("step", say("Lose a step instead"), "BK 8.3"),
    )

    @property
    def counts(self) -> bool:
        """Whether an N is to take effect."""
        return on_map(self.setting, self.unit) and self.frame.result == "N"

    def asks(self) -> bool:
        return self.counts and not self.unit.hq and not self.unit.neutralised

    def passed(self, d: D) -> None:
        if not self.counts:
            return d.goto("morale")
        if not self.unit.hq:
            return d.call(Check(step="roll", what="panic", subject=self.frame.unit), "panicked")
        if self.unit.neutralised:
            return d.goto("morale", result="-")
        return self._neutralised(d)

    def pressed(self, d: D, key: str) -> None:
        """As the owner says."""
        if key == "step":
            return d.goto("lose_traded", result="-")
        return self._neutralised(d)

    def _neutralised(self, d: D) -> None:
        unit = self.unit
        d.set(unit.id, neutralised=True)
        d.say(say("{unit} is neutralised", unit=unit_name(d.setting, unit)), "BK 8.4", unit.at)
        d.goto("morale", result="-")

    def measures(self, answer: Answer) -> Measures:
        return {"step": self.unit.steps}

    def script(self, rng: Random) -> Answer:
        """Full units that hold a place or fight for one pay; others keep their heads down."""
        fights = any(isinstance(f, Assault) for f in self.state.stack)
        pays = self.unit.steps == STEPS and fights and self.unit.at in self.setting.place_of
        return Choose("step" if pays else "N")


@steps(Hit, "panicked")
def panicked(d: D, frame: Hit, _: None) -> None:
    """8.4 Higher than the factor: a step is lost and the marker goes; else it stays as it is."""
    if frame.passed:
        return d.goto("morale", result="-")
    if riders(d, frame.unit):
        d.set(frame.unit, neutralised=False)
        return d.goto("lose_traded", result="-")
    lose_step(d, frame.unit)
    if on_map(d.setting, d.pieces[frame.unit]):
        d.set(frame.unit, neutralised=False)
    return d.goto("morale", result="-", lost=True)


@steps(Hit, "morale")
def morale(d: D, frame: Hit, _: None) -> None:
    """8.5 After a loss the formation may have to be tested."""
    formation = d.pieces[frame.unit].formation
    d.done()
    if frame.lost and must_test(d, formation):
        d.stack.append(Morale(step="test", formation=formation))


# ---- 8.5 demoralised formations -----------------------------------------------------------------


def full_steps(table: Table, formation: str) -> int:
    """The steps a formation had, attached units counted; half-tracks too (8.5)."""
    return STEPS * sum(not u.hq and u.at != RESERVE for u in members(table, (formation,)))


def steps_left(table: Table, formation: str) -> int:
    """The steps it has."""
    return sum(
        u.steps for u in members(table, (formation,)) if not u.hq and u.at not in (None, RESERVE)
    )


def must_test(table: Table, formation: str) -> bool:
    """8.5 Half of the steps lost, rounded up, and still somebody to lose heart."""
    full, left = full_steps(table, formation), steps_left(table, formation)
    return left > 0 and full - left >= up(full, 2) and not holds(table, formation, "demoralised")


@steps(Morale, "test")
def test(d: D, frame: Morale, _: None) -> None:
    """8.5 Two dice against the formation factor."""
    d.call(Check(step="roll", what="demoralise", subject=frame.formation), "known")


@steps(Morale, "known")
def known(d: D, frame: Morale, _: None) -> None:
    """8.5 Demoralised, or tested again with the next loss."""
    if not frame.passed:
        d.mark(f"{frame.formation}/demoralised", True)
        short = d.setting.formations[frame.formation].short
        d.say(say("{formation!s} is demoralised", formation=short), "BK 8.5")
    d.done()
