"""Special rules S3.1, O3.0: the lost are led astray by the enemy, alone or as a stack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Path, Pieces, Reason
from wardesk.games.gts.ch04_costs import allowance, can_move, step_cost
from wardesk.games.gts.ch04_movement import (
    against_way,
    form_column,
    goals_of,
    into_column,
    leave_column,
    leave_column_by_hit,
    out_of_column,
    spread_cost,
)
from wardesk.games.gts.ch08_checks import suppress
from wardesk.games.gts.ch09_zones import in_enemy_zone
from wardesk.games.gts.position import Table, in_hex, takes_room, unit_name, units_of
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.special.events import pick_unit
from wardesk.games.gts.state import ENEMY, Astray, Happening, Move, Unit, steps
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import say

D = Draft[Setting]
CHIT = "formation/"
"""A lost unit is moved as by a formation's chit: fire zones do not keep it out."""


@steps(Happening, "lost")
def lost(d: D, frame: Happening, _: None) -> None:
    """S3.1 The enemy leads a unit or a stack astray."""
    found = tuple(unit.id for unit in units_of(d.setting, d, frame.side) if not unit.on)
    pick_unit(d, ENEMY[frame.side], say("Which unit is lost?"), "lost_known", found)


@steps(Happening, "lost_known")
def lost_known(d: D, _: Happening, answer: Pieces | Choose) -> None:
    """S3.1 Alone, or with everybody who stands in its hex."""
    if isinstance(answer, Choose):
        return d.done()
    unit = d.pieces[answer.pieces[0]]
    mates = [u for u in in_hex(d.setting, d, unit.at or "", unit.side) if u.id != unit.id]
    if not any(not mate.on for mate in mates):
        return _lead(d, (unit.id,))
    return d.goto("lost_how", unit=unit.id)


@steps(Happening, "lost_how")
def lost_how(d: D, frame: Happening, _: None) -> None:
    """S3.1 The unit alone, or with its stack."""
    unit = d.pieces[frame.unit]
    question = AskedQuestion("lost-stack", say("Is its whole stack lost?"), "WED S3.1", "lost_with")
    choices = (
        Choice("alone", say("This unit alone"), "WED S3.1"),
        Choice("stack", say("The whole stack"), "WED S3.1"),
    )
    name = unit_name(d.setting, unit)
    ask.choose(d, ENEMY[frame.side], question, choices, name, about=(unit.id,))


@steps(Happening, "lost_with")
def lost_with(d: D, frame: Happening, answer: Choose) -> None:
    """S3.1 Who goes."""
    unit = d.pieces[frame.unit]
    there = in_hex(d.setting, d, unit.at or "", unit.side) if answer.key == "stack" else []
    rest = tuple(mate.id for mate in there if mate.id != unit.id and not mate.on)
    _lead(d, (unit.id, *rest))


def _lead(d: D, units: tuple[str, ...]) -> None:
    """S3.1 Each up to its full movement allowance."""
    d.done()
    for name in units:
        unit = d.pieces[name]
        d.say(say("{unit} is lost", unit=unit_name(d.setting, unit)), "WED S3.1", unit.at)
    (first, left), *mates = ((name, allowance(d.setting, d.pieces[name])) for name in units)
    d.call(Astray(step="ask", unit=first, left=left, mates=tuple(mates)), d.stack[-1].step)


def together(table: Table, frame: Astray) -> dict[str, int]:
    """Who of the lost still goes on, with the half points left; the first one leads the way."""
    everybody = ((frame.unit, frame.left), *frame.mates)
    return {
        name: left
        for name, left in everybody
        if name not in frame.held
        and table.pieces[name].at is not None
        and not table.pieces[name].suppressed
    }


def leading(table: Table, frame: Astray) -> str:
    """The unit whose way the enemy names; empty when nobody goes on."""
    return next(iter(together(table, frame)), "")


@steps(Astray, "ask")
def astray(d: D, frame: Astray, _: None) -> None:
    """S3.1 Where to; it is over in an enemy fire zone, or when one of them has no points left."""
    there = together(d, frame)
    first = d.pieces[leading(d, frame)] if there else None
    if first is None or (frame.begun and in_enemy_zone(d.setting, d, first.side, first.at or "")):
        return d.goto("found")
    goals = stray_goals(d.setting, d, frame)
    choices = [Choice("stop", say("It goes no further"), "WED S3.1"), *_columns(d, there)]
    if not goals and all(choice.refused for choice in choices[1:]):
        return d.goto("found")
    question = AskedQuestion("astray", say("Where does the lost unit go?"), "WED S3.1", "gone")
    name, side = unit_name(d.setting, first), ENEMY[first.side]
    if not goals:
        return ask.choose(d, side, question, tuple(choices), name, about=tuple(there))
    return ask.path(d, side, question, (first.id,), name, choices=tuple(choices))


def _columns(d: D, there: dict[str, int]) -> Iterator[Choice]:
    """S3.1 The enemy may put each of them into column or out of it."""
    for name, left in there.items():
        unit = d.pieces[name]
        if not can_move(d.setting, unit) or unit.carries:
            continue
        said = unit_name(d.setting, unit)
        if not unit.column:
            refused = into_column(d.setting, d, unit, left)
            text = say("{unit}: form column", unit=said)
            yield Choice(f"column/{name}", text, "WED S3.1", refused=refused)
            continue
        refused = out_of_column(d.setting, d, unit)
        cost = spread_cost(d.setting, d, unit)
        short = (Reason(say("Too few movement points are left"), "WED SR4"),)
        text = say("{unit}: spread out for {points} points", unit=said, points=cost / 2)
        dear = (*refused, *(short if cost > left else ()))
        yield Choice(f"spread/{name}", text, "WED S3.1", refused=dear)
        text = say("{unit}: spread out, a cohesion hit", unit=said)
        yield Choice(f"hurry/{name}", text, "WED S3.1", refused=refused)


def stray_goals(setting: Setting, table: Table, frame: Astray) -> Mapping[str, tuple[str, ...]]:
    """S3.1 Where the lost can be led: no further than into an enemy fire zone, and together."""
    there = together(table, frame)
    if not there or not all(can_move(setting, table.pieces[name]) for name in there):
        return {}
    first = leading(table, frame)
    found = goals_of(setting, table, table.pieces[first], there[first], CHIT, lost=True)
    if len(there) == 1:
        return found
    return {cell: way for cell, way in found.items() if not against_straying(
        setting, table, frame, way)}  # fmt: skip


def against_straying(
    setting: Setting, table: Table, frame: Astray, cells: Sequence[str]
) -> tuple[Reason, ...]:
    """S3.1 Why the lost are not led this way: each of them has to be able to go it."""
    there = together(table, frame)
    for name, left in there.items():
        unit = table.pieces[name]
        found = against_way(setting, table, unit, left, CHIT, cells, lost=True)
        if found:
            return found
    goal = cells[-1] if cells else ""
    if len(there) > 1 and not _fit(setting, table, [table.pieces[n] for n in there], goal):
        return (Reason(say("There is no room for another unit"), "WED SR4", at=goal),)
    return ()


def _fit(setting: Setting, table: Table, units: Sequence[Unit], cell: str) -> bool:
    """4 Whether all of some units find room in a hex."""
    if table.marks.get(f"{cell}/dutch"):
        return True  # S3.1
    others = [u for u in in_hex(setting, table, cell, units[0].side) if u not in units]
    everybody = [*others, *units]
    return (
        takes_room(table, everybody, column=False) <= setting.tables.figures.stack
        and takes_room(table, everybody, column=True) <= 1
    )


@steps(Astray, "gone")
def gone(d: D, frame: Astray, answer: Path | Choose) -> None:
    """S3.1 On the way, or into column and out of it; at the end everybody is suppressed."""
    if isinstance(answer, Path):
        return d.goto("led", path=answer.cells, due=tuple(together(d, frame)), begun=True)
    how, _, name = answer.key.partition("/")
    if how == "stop":
        return d.goto("found")
    unit = d.pieces[name]
    cost = {"column": 2, "spread": spread_cost(d.setting, d, unit), "hurry": 0}[how]
    _pay(d, frame, name, cost, "ask")
    if how == "hurry":
        return leave_column_by_hit(d, unit)
    if how == "column":
        return form_column(d, unit)
    return leave_column(d, unit)


def _pay(d: D, frame: Astray, name: str, cost: int, then: str) -> None:
    """Half points of one of them are spent."""
    if name == frame.unit:
        return d.goto(then, left=frame.left - cost)
    mates = tuple((mate, left - cost * (mate == name)) for mate, left in frame.mates)
    return d.goto(then, mates=mates)


@steps(Astray, "led")
def led(d: D, frame: Astray, _: None) -> None:
    """S3.1 Hex by hex, one of them after the other."""
    if not frame.path:
        return d.goto("ask")
    if not frame.due:
        return d.goto("led", path=frame.path[1:], due=tuple(together(d, frame)))
    unit, goal = d.pieces[frame.due[0]], frame.path[0]
    left = together(d, frame).get(unit.id, -1)
    cost = step_cost(d.setting, d, unit, unit.at or "", goal)
    if cost is None or cost > left:
        return d.goto("arrived")
    _pay(d, frame, unit.id, cost, "arrived")
    return d.call(Move(step="go", unit=unit.id, path=(goal,), left=cost, lost=True), "arrived")


@steps(Astray, "arrived")
def arrived(d: D, frame: Astray, _: None) -> None:
    """S3.1 Who was stopped stays behind."""
    name = frame.due[0]
    held = frame.held if d.pieces[name].at == frame.path[0] else (*frame.held, name)
    d.goto("led", due=frame.due[1:], held=held)


@steps(Astray, "found")
def found(d: D, frame: Astray, _: None) -> None:
    """S3.1 All who were lost are suppressed, also who rides on them."""
    d.done()
    for name in (frame.unit, *(mate for mate, _left in frame.mates)):
        for unit in filter(None, (d.pieces[name].carries, name)):
            if d.pieces[unit].at is not None:
                suppress(d, unit)
