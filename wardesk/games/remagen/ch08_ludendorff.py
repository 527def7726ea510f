"""Chapter 8: the fate of the Ludendorff Bridge."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import Answer, Outcome, OutcomeField, Roll
from wardesk.games.remagen.asked import RemagenThrow
from wardesk.games.remagen.charts import chart
from wardesk.games.remagen.loads import lose
from wardesk.games.remagen.position import at
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import DOWN, Turn, steps
from wardesk.model.look import CaseLook, OddsLine
from wardesk.words import say

FALLS, STANDS = say("falls"), say("stands")


@steps.throws(Turn, "collapse", "shaken", "fate", "fell")
class BridgeFate(RemagenThrow[Turn]):
    """From the Germans' fourth turn on a die is rolled, until the bridge is down (RB 8.1, 8.2)."""

    kind, cite, chart = "collapse", "RB 8.1", "collapse"
    text, outcome_cite = say("Does the bridge stand?"), "RB 8.4"

    @property
    def limit(self) -> int:
        """The face up to which it falls by the chart."""
        return self.setting.tables.collapse.limit(self.state.tracks["turn"])

    def asks(self) -> bool:
        return self._due() and self.limit < 6

    def _due(self) -> bool:
        due = self.setting.tables.collapse.due(self.state.tracks["turn"])
        return due and not self.state.marks.get(DOWN)

    def passed(self, d: Draft[Setting]) -> None:
        """It is down or cannot fall yet, or it falls without a die, in turn 9 (RB 8.4)."""
        if self._due():
            d.goto("fate", face=6)
        else:
            d.goto("german_arrivals")

    def dice(self) -> Dice:
        return Dice(
            context=say("It falls on {most} or less", most=self.limit),
            about=self.setting.rhine.railway.water,
            fields=(OutcomeField("most", say("It falls on this or less"), 0, 6),),
            inputs={"most": self.limit},
        )

    def kept(self, roll: Roll) -> Mapping[str, int]:
        """The die, and what it has to be where an umpire says so."""
        most = int(roll.input("most", self.limit) or 0)
        return {"face": roll.dice[0] + roll.modifier, "most": -1 if most == self.limit else most}

    def outcome(self) -> DiceOutcome:
        falls = self.frame.face <= (self.limit if self.frame.most < 0 else self.frame.most)
        return DiceOutcome(
            {"bridge": FALLS if falls else STANDS},
            say("The bridge collapses") if falls else say("The bridge stands"),
            (OutcomeField("bridge", say("The bridge"), choices=(FALLS, STANDS)),),
            self.setting.rhine.railway.water,
        )

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """Whoever is on it is lost (RB 8.3)."""
        cells = d.setting.rhine.railway.water
        if answer.value["bridge"] == STANDS:
            d.say(say("The Ludendorff Bridge stands"), "RB 8.1", cells[0])
        else:
            d.mark(DOWN, value=True)
            d.say(say("The Ludendorff Bridge collapsed"), "RB 8.4", cells[0])
            drown(d, cells, "RB 8.3")
        d.goto("german_arrivals", face=0, most=-1)

    def case(self, answer: Answer | None) -> CaseLook:
        if self.fallen:
            return collapse_case(self.setting, self.limit)
        most = int(self.asked.proposed.get("most", self.limit) or 0)
        return collapse_case(self.setting, most - self.plus())


def collapse_case(setting: Setting, limit: int) -> CaseLook:
    """The chance that it falls on *limit* or less."""
    most = max(0, min(6, limit))
    odds = (
        OddsLine(say("The bridge stands"), 6 - most, 6, "good"),
        OddsLine(say("The bridge collapses"), most, 6, "bad"),
    )
    return CaseLook(title=say("The Ludendorff Bridge"), chart=chart(setting, "collapse"),
                    odds=tuple(line for line in odds if line.ways))  # fmt: skip


def drown(d: Draft[Setting], cells: tuple[str, ...], cite: str) -> None:
    """Everybody in *cells* is lost with a bridge (RB 8.3, 11.11)."""
    for cell in cells:
        for unit in at(d.pieces, cell):
            if d.pieces[unit.id].at == cell:
                lose(d, unit.id)
                d.say(say("{unit} was lost with the bridge", unit=unit.name), cite, cell)
