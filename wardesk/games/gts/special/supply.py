"""Chapters 3.5 and S5.4: supply from the air, and flak that is dealt to its hexes."""

from __future__ import annotations

from functools import cached_property

from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice
from wardesk.engine.types import Choice, Roll
from wardesk.games.gts.asked import FirstIsBest, GtsThrow
from wardesk.games.gts.ch03_drops import HOURS, TODAY, due, supply_zone, zone_cells
from wardesk.games.gts.position import days_gone, turn_name, unit_name, units_of
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ENEMY,
    RESERVE,
    Turn,
    Unit,
    onward,
    steps,
)
from wardesk.words import say

D = Draft[Setting]


# ---- flak and supply ----------------------------------------------------------------------------


@steps.asks(Turn, "flak", "flak_dealt")
class WhichFlak(GtsThrow[Turn]):
    """S5.4 Each hex gets one of the flak units by chance; they are shown before anybody rolls."""

    kind, cite, text = "flak", "WED S5.4", say("Which flak stands here?")

    @cached_property
    def free(self) -> list[str]:
        """The hexes that have none yet."""
        row, pieces = self.setting.scenario.flak, self.state.pieces
        if row is None or self.state.tracks["turn"] > 1:
            return []
        taken = {pieces[unit].at for unit in row.units}
        return [cell for cell in row.cells if cell not in taken]

    @cached_property
    def flak(self) -> list[Unit]:
        """The flak that is left."""
        row, pieces = self.setting.scenario.flak, self.state.pieces
        return [pieces[u] for u in row.units if pieces[u].at == RESERVE] if row is not None else []

    def asks(self) -> bool:
        return bool(self.free and self.flak)

    def passed(self, d: D) -> None:
        onward(d, "flak")

    def dice(self) -> Dice:
        faces = tuple(unit_name(self.setting, unit) for unit in self.flak)
        return Dice((len(faces),), faces=faces, about=(self.free[0],))

    def answered(self, d: D, answer: Roll) -> None:
        """S5.4 In its hex, for everybody to see."""
        cell, unit = self.free[0], self.flak[answer.dice[0] - 1]
        d.set(unit.id, at=cell)
        if not d.marks.get(f"{cell}/last"):
            d.mark(f"{cell}/last", unit.side)
        said = say("{unit} was found there", unit=unit_name(d.setting, unit))
        d.say(said, "WED S5.4", cell, say("in {place}", place=d.setting.name(cell)))
        d.goto("flak")


@steps.asks(Turn, "supply", "supplied")
class SupplyComesNow(FirstIsBest[Turn]):
    """3.5 Once a day: with a drop, else at 1300 or 1500."""

    kind, cite, text = "supply", "WED 3.5", say("Is supply dropped now?")

    @cached_property
    def next(self) -> tuple[str, bool]:
        """The division that can be supplied now, and whether it is asked when."""
        setting, marks = self.setting, self.state.marks
        today, now = days_gone(setting, self.state), turn_name(setting, self.state)
        hours = str(marks.get(TODAY) or "").split()
        for division in setting.scenario.supply:
            if marks.get(f"day/supply/{division}") == today:
                continue
            waiting = any(lift.division == division for lift in due(setting, self.state))
            comes = waiting and any(HOURS.index(hour) >= HOURS.index(now) for hour in hours)
            dropped = marks.get(f"day/landed/{division}") == today
            if dropped or (now == "1500" and not comes):
                return division, False
            if now == "1300" and not comes and not marks.get(f"day/wait/{division}"):
                return division, True
        return "", False

    def asks(self) -> bool:
        return self.next[1]

    def passed(self, d: D) -> None:
        if not self.next[0]:
            return onward(d, "supply")
        return self.pressed(d, self.next[0])

    def context(self) -> str:
        return self.setting.divisions[self.next[0]].name

    def buttons(self) -> tuple[Choice, ...]:
        division = self.next[0]
        return (
            Choice(division, say("Drop supply now"), "WED 3.5"),
            Choice(f"wait/{division}", say("Drop supply at 1500"), "WED 3.5"),
        )

    def pressed(self, d: D, key: str) -> None:
        """3.5 Now or later."""
        if key.startswith("wait/"):
            d.mark(f"day/{key}", True)
        else:
            _supply(d, key)
        d.goto("supply")


def _supply(d: D, division: str) -> None:
    """3.5, S6.1.1 Interdicted by any enemy in the zone, until a drop that is not."""
    cells = set(zone_cells(d.setting, supply_zone(d.setting, d, division)))
    side = d.setting.divisions[division].side
    foes = any(unit.at in cells for unit in units_of(d.setting, d, ENEMY[side]))
    d.mark(f"day/supply/{division}", days_gone(d.setting, d))
    d.mark(f"day/wait/{division}", None)
    d.mark(f"sdz/{division}", True if foes else None)
    name = d.setting.divisions[division].name
    text = say("{division} was supplied from the air", division=name)
    if foes:
        text = say("The supply drop of {division} was lost", division=name)
    d.say(text, "WED S6.1.1" if foes else "WED 3.5")
