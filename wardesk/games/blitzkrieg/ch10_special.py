"""Chapter 10: minefields and defensive works."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Outcome, Roll
from wardesk.games.blitzkrieg.ch08_fire import judge_result, told_result
from wardesk.games.blitzkrieg.position import at, is_infantry, on_map, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import Hit, Minefield, steps
from wardesk.games.blitzkrieg.tables import MINES
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import say

D = Draft[Setting]


def works_without_men(d: D) -> None:
    """10.2 Works whose infantry is gone are taken off."""
    for key, side in tuple(d.marks.items()):
        cell, _, what = key.partition("/")
        if what != "works":
            continue
        if not any(is_infantry(d.setting, u) and not u.hq for u in at(d, cell, str(side))):
            d.mark(key, None)
            d.say(
                say("The works in {place} were given up", place=d.setting.name(cell)),
                "BK 10.2",
                cell,
            )


@steps(Minefield, "blow")
def blow(d: D, frame: Minefield, _: None) -> None:
    """10.1 Each unit that enters is attacked on the column of mines; armour does not count."""
    units = tuple(u for u in frame.units if on_map(d.setting, d.pieces[u]))
    if not units or f"{frame.cell}/mines" not in d.marks:
        return d.done()
    unit = d.pieces[units[0]]
    return d.roll(
        "mines",
        say("What do the mines do?"),
        "BK 10.1",
        "rolled",
        about=(unit.id,),
        chart="combat",
        column=d.setting.tables.combat.columns[MINES],
        context=unit_name(d.setting, unit),
    )


@steps(Minefield, "rolled")
def rolled(d: D, frame: Minefield, answer: Roll) -> None:
    """10.1 The dice."""
    units = tuple(u for u in frame.units if on_map(d.setting, d.pieces[u]))
    d.goto("read", units=units, total=sum(answer.dice))


@steps(Minefield, "read")
def read(d: D, frame: Minefield, _: None) -> None:
    """10.1 The result."""
    found = str(d.setting.tables.combat.cell(frame.total, MINES))
    question = AskedQuestion("mines", say("Does this result stand?"), "BK 10.1", "hit")
    judge_result(d, question, found, MINES, frame.units[:1])


@steps(Minefield, "hit")
def hit(d: D, frame: Minefield, answer: Outcome) -> None:
    """10.1 It takes effect."""
    unit, found = frame.units[0], str(answer.value["result"])
    name = unit_name(d.setting, d.pieces[unit])
    what = told_result(d.setting, d.pieces[unit], found)
    d.say(say("Mines under {unit}: {result}", unit=name, result=what), "BK 10.1", frame.cell)
    d.call(Hit(step="begin", unit=unit, result=found, cite="BK 10.1"), "wear")


@steps(Minefield, "wear")
def wear(d: D, frame: Minefield, _: None) -> None:
    """10.1 After each attack the field may be exhausted; not by a retreat (6.3.3)."""
    if frame.retreat:
        return d.goto("blow", units=frame.units[1:])
    return d.roll("mines-gone", say("Is the minefield exhausted?"), "BK 10.1-B", "worn")


@steps(Minefield, "worn")
def worn(d: D, frame: Minefield, answer: Roll) -> None:
    """10.1 On 10 to 12 it is."""
    gone = sum(answer.dice) >= d.setting.tables.figures.mines_gone
    d.goto("blow", units=frame.units[1:])
    if gone:
        d.mark(f"{frame.cell}/mines", None)
        d.say(say("The mines in {cell} are exhausted", cell=frame.cell), "BK 10.1-B", frame.cell)
