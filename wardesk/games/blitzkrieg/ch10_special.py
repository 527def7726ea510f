"""Chapter 10: minefields and defensive works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import Answer, Outcome, Roll
from wardesk.games.blitzkrieg.asked import BlitzkriegThrow
from wardesk.games.blitzkrieg.ch08_fire import ThrowOnChart, told_result
from wardesk.games.blitzkrieg.position import at, is_infantry, on_map, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import Hit, Minefield, steps
from wardesk.games.blitzkrieg.tables import MINES
from wardesk.model.look import CaseLook
from wardesk.words import say

D = Draft[Setting]


def works_without_men(d: D) -> None:
    """10.2 Works whose infantry is gone are taken off."""
    for key, side in tuple(d.marks.items()):
        if not key.endswith("/works"):
            continue
        cell = key.partition("/")[0]
        if not any(is_infantry(d.setting, u) and not u.hq for u in at(d, cell, str(side))):
            d.mark(key, None)
            d.say(
                say("The works in {place} were given up", place=d.setting.name(cell)),
                "BK 10.2",
                cell,
            )


@steps.throws(Minefield, "blow", "rolled", "read", "hit")
class Mines(ThrowOnChart[Minefield]):
    """10.1 Each unit that enters is attacked on the column of mines; armour does not count."""

    kind, cite, text = "mines", "BK 10.1", say("What do the mines do?")
    outcome_text = say("Does this result stand?")

    @cached_property
    def under(self) -> tuple[str, ...]:
        """Who is still to be attacked, the next one first."""
        return tuple(u for u in self.frame.units if on_map(self.setting, self.state.pieces[u]))

    def asks(self) -> bool:
        return bool(self.under) and f"{self.frame.cell}/mines" in self.state.marks

    def about(self) -> tuple[str, ...]:
        return self.under[:1]

    def dice(self) -> Dice:
        name = unit_name(self.setting, self.state.pieces[self.under[0]])
        return Dice((6, 6), self.about(), name, self.column(MINES))

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        """The dice, and whom they are for."""
        return {"units": self.under, "total": sum(roll.dice)}

    def outcome(self) -> DiceOutcome:
        """What the chart says."""
        found = str(self.setting.tables.combat.cell(self.frame.total, MINES))
        return self.judged(found, self.state.pieces[self.under[0]], MINES)

    def answered(self, d: D, answer: Outcome) -> None:
        """It takes effect."""
        unit, found = self.frame.units[0], str(answer.value["result"])
        name = unit_name(d.setting, d.pieces[unit])
        what = told_result(d.setting, d.pieces[unit], found)
        text = say("Mines under {unit}: {result}", unit=name, result=what)
        d.say(text, "BK 10.1", self.frame.cell)
        d.call(Hit(step="begin", unit=unit, result=found, cite="BK 10.1"), "wear")

    def case(self, answer: Answer | None) -> CaseLook:
        return self.setting.tables.combat.case(say("Mines"), MINES, total=self.frame.total)


@steps.asks(Minefield, "wear", "worn")
class FieldWears(BlitzkriegThrow[Minefield]):
    """10.1 After each attack the field may be exhausted; not by a retreat (6.3.3)."""

    kind, cite, text = "mines-gone", "BK 10.1-B", say("Is the minefield exhausted?")

    def asks(self) -> bool:
        return not self.frame.retreat

    def passed(self, d: D) -> None:
        d.goto("blow", units=self.frame.units[1:])

    def answered(self, d: D, answer: Roll) -> None:
        """On 10 to 12 it is."""
        cell = self.frame.cell
        self.passed(d)
        if sum(answer.dice) >= d.setting.tables.figures.mines_gone:
            d.mark(f"{cell}/mines", None)
            d.say(say("The mines in {cell} are exhausted", cell=cell), "BK 10.1-B", cell)
