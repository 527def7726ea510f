"""Chapters 3.5 and S5.4: supply from the air, and flak that is dealt to its hexes."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Roll
from wardesk.games.gts.ch03_drops import HOURS, TODAY, due, supply_zone, zone_cells
from wardesk.games.gts.position import days_gone, turn_name, unit_name, units_of
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ALLIED,
    ENEMY,
    RESERVE,
    Turn,
    onward,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import say

D = Draft[Setting]


# ---- flak and supply ----------------------------------------------------------------------------


@steps(Turn, "flak")
def deal_flak(d: D, frame: Turn, _: None) -> None:
    """S5.4 Each hex gets one of the flak units by chance; they are shown before anybody rolls."""
    row = d.setting.scenario.flak
    if row is None or d.tracks["turn"] > 1 or frame.left == ("dealt",):
        if frame.left:
            d.goto("flak", left=())
        return onward(d, "flak")
    taken = {d.pieces[unit].at for unit in row.units}
    free = [cell for cell in row.cells if cell not in taken]
    left = [unit for unit in row.units if d.pieces[unit].at == RESERVE]
    if not free or not left:
        return d.goto("flak", left=("dealt",))
    faces = tuple(unit_name(d.setting, d.pieces[unit]) for unit in left)
    return d.roll("flak", say("Which flak stands here?"), "WED S5.4", "flak_dealt",
                  dice=(len(left),), faces=faces, about=(free[0],))  # fmt: skip


@steps(Turn, "flak_dealt")
def flak_dealt(d: D, _: Turn, answer: Roll) -> None:
    """S5.4 In its hex, for everybody to see."""
    row = d.setting.scenario.flak
    assert row is not None
    taken = {d.pieces[unit].at for unit in row.units}
    cell = next(cell for cell in row.cells if cell not in taken)
    left = [unit for unit in row.units if d.pieces[unit].at == RESERVE]
    unit = d.pieces[left[answer.dice[0] - 1]]
    d.set(unit.id, at=cell)
    if not d.marks.get(f"{cell}/last"):
        d.mark(f"{cell}/last", unit.side)
    said = say("{unit} was found there", unit=unit_name(d.setting, unit))
    d.say(said, "WED S5.4", cell, say("in {place}", place=d.setting.name(cell)))
    d.goto("flak")


@steps(Turn, "supply")
def supply(d: D, _: Turn, __: None) -> None:
    """3.5 Once a day: with a drop, else at 1300 or 1500."""
    today, now = days_gone(d.setting, d), turn_name(d.setting, d)
    for division in d.setting.scenario.supply:
        if d.marks.get(f"day/supply/{division}") == today:
            continue
        dropped = d.marks.get(f"day/landed/{division}") == today
        waiting = any(lift.division == division for lift in due(d.setting, d))
        hours = str(d.marks.get(TODAY) or "").split()
        comes = waiting and any(HOURS.index(hour) >= HOURS.index(now) for hour in hours)
        if dropped or (now == "1500" and not comes):
            _supply(d, division)
            return d.goto("supply")
        if now == "1300" and not comes and not d.marks.get(f"day/wait/{division}"):
            question = AskedQuestion("supply", say("Is supply dropped now?"), "WED 3.5", "supplied")
            choices = (
                Choice(division, say("Drop supply now"), "WED 3.5"),
                Choice(f"wait/{division}", say("Drop supply at 1500"), "WED 3.5"),
            )
            name = d.setting.divisions[division].name
            return ask.choose(d, ALLIED, question, choices, name)
    return onward(d, "supply")


@steps(Turn, "supplied")
def supplied(d: D, _: Turn, answer: Choose) -> None:
    """3.5 Now or later."""
    if answer.key.startswith("wait/"):
        d.mark(f"day/{answer.key}", True)
    else:
        _supply(d, answer.key)
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
