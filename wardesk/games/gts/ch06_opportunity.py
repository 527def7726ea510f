"""Chapter 6: opportunity fire at units that leave a fire zone, work or attack."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Pieces
from wardesk.games.gts.ch09_zones import in_zone_of, pressed
from wardesk.games.gts.position import Table, counter, on_map, unit_name, units_of
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ENEMY, Check, Fire, Unit, UnitAction, Window, steps
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
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


@steps(Window, "ask")
def window(d: D, frame: Window, _: None) -> None:
    """6 One after the other, until nobody wants to or can."""
    target = d.pieces[frame.unit]
    found = able(d.setting, d, frame)
    if not found:
        return _over(d, frame)
    question = AskedQuestion("opportunity", say("Who fires at it?"), "WED SR6", "chosen")
    context = unit_name(d.setting, target)
    return ask.pick_pieces(
        d, ENEMY[target.side], question, found, context, choices=(HOLD,), about=(target.id,)
    )


def _over(d: D, frame: Window) -> None:
    """6 Nobody fires any more; an action keeps who has."""
    d.done()
    below = d.stack[-1]
    if isinstance(below, UnitAction):
        d.goto(below.step, fired=frame.fired)


@steps(Window, "chosen")
def chosen(d: D, frame: Window, answer: Pieces | Choose) -> None:
    """6 The firer must pass a check first; no command point helps."""
    if isinstance(answer, Choose):
        return _over(d, frame)
    firer = answer.pieces[0]
    d.goto("checked", firer=firer, fired=(*frame.fired, firer), passed=False)
    return d.call(Check(step="begin", unit=firer, what="opportunity"), "checked")


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
