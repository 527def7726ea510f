"""Chapter 6: opportunity fire at units that leave a fire zone, work or attack."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from wardesk.engine.draft import Draft
from wardesk.engine.question import OrderedAnswer
from wardesk.engine.types import Answer, Choice, Pieces
from wardesk.games.gts.asked import AboutItsUnit
from wardesk.games.gts.ch05_fire import PlansShot, figures_of, harm
from wardesk.games.gts.ch08_checks import needed
from wardesk.games.gts.ch09_zones import in_zone_of, pressed
from wardesk.games.gts.position import Table, counter, on_map, unit_name, units_of
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ENEMY, Check, Fire, Unit, UnitAction, Window, steps
from wardesk.games.gts.tables import MISS, chances
from wardesk.model.look import CandidateLook
from wardesk.model.standing import Measures
from wardesk.words import say

D = Draft[Setting]
HOLD = Choice("hold", say("Hold fire"), "WED SR6")


def able(setting: Setting, table: Table, frame: Window) -> tuple[str, ...]:
    """6 Who may fire at the unit now: each whose fire zone it stands in, once (ours: N19)."""
    target = table.pieces[frame.unit]
    if not on_map(setting, target):
        return ()
    return tuple(
        unit.id
        for unit in units_of(setting, table, ENEMY[target.side])
        if unit.id not in frame.fired
        and (not frame.only or unit.id in frame.only)
        and _may(setting, table, unit, target)
    )


def _may(setting: Setting, table: Table, unit: Unit, target: Unit) -> bool:
    if setting.options.mortars == "no" and counter(setting, unit).weapon == "green":
        return False
    cell = target.at or ""
    if pressed(setting, table, unit) and setting.distance(unit.at or "", cell) > 1:
        return False  # 5.3
    return in_zone_of(setting, table, unit, cell)


@steps.asks(Window, "ask", "chosen")
class WhoFiresAtIt(AboutItsUnit[Window], PlansShot[Window]):
    """6 One after the other, until nobody wants to or can."""

    kind, cite, text = "opportunity", "WED SR6", say("Who fires at it?")
    choices = (HOLD,)

    def pieces(self) -> tuple[str, ...]:
        return able(self.setting, self.state, self.frame)

    def who(self) -> str:
        return ENEMY[self.unit.side]

    def plan(self, piece: str) -> Fire:
        frame = self.frame
        return Fire(step="roll", firer=piece, target=frame.unit, kind="opportunity",
                    goal=frame.goal)  # fmt: skip

    def ordered(self) -> Iterator[OrderedAnswer]:
        """The shot of each, too."""
        yield from super().ordered()
        setting, pieces = self.setting, self.state.pieces
        for name in self.asked.pieces:
            unit = pieces[name]
            far = setting.distance(unit.at or "", self.unit.at or "")
            figures: Measures = {"chance": self._chance(name), "range": far, "step": unit.steps}
            yield OrderedAnswer(Pieces((name,)), "fire", figures, name)

    def candidates(self) -> tuple[CandidateLook, ...]:
        """Who may fire, with the chance that he passes his check and his shot does anything."""
        found = [(self._chance(name), name) for name in self.asked.pieces]
        found.sort(key=lambda row: -row[0])
        pieces = self.state.pieces
        return tuple(
            CandidateLook(
                piece=name,
                title=unit_name(self.setting, pieces[name]),
                text=say("fires if it passes its check"),
                figure=say("{n} %", n=chance),
            )
            for chance, name in found
        )

    def _chance(self, name: str) -> int:
        """In percent."""
        setting, state, plan = self.setting, self.state, self.plan(name)
        check = Check(step="begin", unit=name, what="opportunity")
        shot = figures_of(setting, state, plan)
        hits = sum(shot.result(setting, die) != MISS for die in range(10))
        return chances(needed(setting, state, check)) * hits

    def passed(self, d: D) -> None:
        """6 Nobody fires any more; an action keeps who has."""
        d.done()
        below = d.stack[-1]
        if isinstance(below, UnitAction):
            d.goto(below.step, fired=self.frame.fired)

    def picked(self, d: D, answer: Pieces) -> None:
        """6 The firer must pass a check first; no command point helps."""
        firer = answer.pieces[0]
        d.goto("checked", firer=firer, fired=(*self.frame.fired, firer), passed=False)
        d.call(Check(step="begin", unit=firer, what="opportunity"), "checked")

    def script(self, rng: Random) -> Answer:
        """Whoever costs it most."""
        cost = {name: harm(self.setting, self.state, self.plan(name)) for name in self.asked.pieces}
        return Pieces((max(cost, key=cost.__getitem__),))


@steps(Window, "checked")
def checked(d: D, frame: Window, _: None) -> None:
    """6 Passed: the shot."""
    if not frame.passed:
        return d.goto("ask", firer="")
    shot = Fire(
        step="begin",
        firer=frame.firer,
        target=frame.unit,
        kind="opportunity",
        goal=frame.goal,
        way=frame.way,
        run=frame.cause == "run",
        close=frame.cause == "assault",
        coming=frame.coming,
    )
    return d.call(shot, "ask")
