"""What a march would meet before it is ordered: enemy fire that waits, a fight and its sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from wardesk.engine.derived_cache import OnTable
from wardesk.engine.types import Path, Reason, replace
from wardesk.games.blitzkrieg.ch06_reactions import reach_of_opportunity
from wardesk.games.blitzkrieg.ch07_movement import (
    allowance,
    assault_fee,
    assault_step,
    costs_for,
)
from wardesk.games.blitzkrieg.ch08_fire import shot_of, strong_enough
from wardesk.games.blitzkrieg.ch09_close_combat import can_hurt, defenders, inside, shot_in
from wardesk.games.blitzkrieg.position import (
    fighters_at,
    is_infantry,
    seen_enemies,
    sight_class,
    unit_name,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ENEMY, Assault, Fire, Operation, State, Unit
from wardesk.games.blitzkrieg.tables import column
from wardesk.games.shared.memory import Remembering
from wardesk.games.shared.tables import rolls
from wardesk.model.look import CaseLook, WeighedLine
from wardesk.words import Spoken, join, say, say_count

_NAMED = 2
"""Enemies that a warning names; of more it tells the number."""

# ---- marches ------------------------------------------------------------------------------------


def prospects(
    setting: Setting, state: State, unit: Unit, goals: Mapping[str, tuple[str, ...]], *, road: bool
) -> dict[str, tuple[Reason, ...]]:
    """7.1, 6.3.1 What each way costs *unit*, and the enemy fire that waits at its end or on it."""
    waiting, found = _Waiting(setting, state, unit, road=road), dict[str, tuple[Reason, ...]]()
    left = allowance(setting, state, unit) - unit.spent
    costs = costs_for(setting, state, unit, road=road)
    points = Remembering[int, Spoken](lambda spent: say("{n} of {of} points", n=spent, of=left))
    for goal, way in goals.items():
        steps = list(pairwise((unit.at or "", *way)))
        fight = bool(fighters_at(state, goal, ENEMY[unit.side]))
        spent = sum(costs[a].get(b, 0) for a, b in steps)
        if fight:
            spent += assault_fee(setting, unit)
        notes = [Reason(points[min(spent, left)], "BK 7.1", level="note", at=goal)]
        if fight:
            notes.append(Reason(say("close combat"), "BK 9.1.1", level="note", at=goal))
        elif foes := waiting.at(*steps[-1]):
            text = say("in the fire of {units}", units=_few(setting, foes))
            notes.append(Reason(text, "BK 6.3.1", level="warning", at=goal))
        if passed := sum(bool(waiting.at(*step)) for step in steps[:-1]):
            text = say_count(
                "fire waits in {n} hex on the way", "fire waits in {n} hexes on the way", n=passed
            )
            notes.append(Reason(text, "BK 6.3.1", level="note", at=goal))
        found[goal] = tuple(notes)
    return found


class _Waiting:
    """6.3.1 Which known enemies could fire at a unit in each hex that it enters."""

    def __init__(self, setting: Setting, state: State, unit: Unit, *, road: bool) -> None:
        self._setting, self._state, self._unit, self._road = setting, state, unit, road
        self._group = sight_class(setting, unit)
        # Who stands beside the unit is never farther from it than one hex: how far the others
        # fire does not depend on where it is.
        away = {name: piece for name, piece in state.pieces.items() if name != unit.id}
        without = replace(state, pieces=OnTable(away))
        self._foes = [
            (foe, reach_of_opportunity(setting, without, foe))
            for foe in seen_enemies(setting, state, unit.side)
            if not foe.opp and setting.reach_of(foe.id)
        ]
        self._known: dict[tuple[str, bool], list[Unit]] = {}

    def at(self, origin: str, cell: str) -> list[Unit]:
        """Who could fire at the unit as it comes into *cell* from *origin*."""
        key = cell, self._road and (origin, cell) in self._setting.roads
        if key not in self._known:
            self._known[key] = self._at(*key)
        return self._known[key]

    def _at(self, cell: str, column: bool) -> list[Unit]:
        setting, apart = self._setting, self._setting.apart[cell]
        near = [
            foe
            for foe, reach in self._foes
            if apart[foe.at or ""] <= reach and cell in setting.seen(foe.at or "", self._group)
        ]
        if not near:
            return []
        there = replace(self._unit, at=cell, column=column)
        table = replace(self._state, pieces={**self._state.pieces, there.id: there})
        return [foe for foe in near if strong_enough(setting, table, foe, there)]


def _few(setting: Setting, units: Sequence[Unit]) -> Spoken:
    names = [unit_name(setting, unit) for unit in units[:_NAMED]]
    more = len(units) - _NAMED
    if more > 0:
        names.append(say("{n} more", n=more))
    return join(", ", names)


# ---- close combat -------------------------------------------------------------------------------


def planned_fight(
    setting: Setting, state: State, frame: Operation, answer: Path
) -> CaseLook | None:
    """9.1 Both sides of the fight that a march into an enemy hex would begin."""
    if not answer.cells or not answer.pieces:
        return None
    units = [state.pieces[piece] for piece in answer.pieces]
    cell, side = answer.cells[-1], units[0].side
    if not any(not foe.hidden for foe in fighters_at(state, cell, ENEMY[side])):
        return None
    way = (units[0].at or "", *answer.cells)
    fight = Assault(
        step="defend",
        attackers=answer.pieces,
        cell=cell,
        origins=tuple(way[-2] for _ in units),
        side=side,
    )
    pieces = {**state.pieces}
    for unit in units:
        spent = sum(
            costs_for(setting, state, unit, road=frame.road)[a].get(b, 0)
            for a, b in pairwise(way[:-1])
        )
        left = allowance(setting, state, unit) - unit.spent - spent
        found = assault_step(setting, state, unit, (way[-2], cell), left, road=frame.road)
        pieces[unit.id] = replace(unit, at=cell, column=bool(found and found[1]))
        for rider in state.pieces.values():
            if rider.aboard == unit.id:
                pieces[rider.id] = replace(rider, at=cell)
    supposed = replace(state, pieces=pieces, stack=(*state.stack, fight))
    return fight_card(setting, supposed, fight, side)


def fight_card(setting: Setting, state: State, frame: Assault, side: str) -> CaseLook:
    """9.1 What everybody in the fight can do to whom he hurts most, as *side* looks at it."""
    held, came = defenders(state, frame), inside(state, frame)
    if frame.round > 1:
        order = say("Round {n}: all fire together", n=frame.round)
    elif f"{frame.cell}/mines" in state.marks:
        order = say("Mines go off, the defenders fire, then the attackers who are left")
    else:
        order = say("The defenders fire, then the attackers who are left")
    rows = [
        *_side_lines(setting, state, frame, held, came, say("Defends"), side),
        *_side_lines(setting, state, frame, came, held, say("Attacks"), side),
    ]
    return CaseLook(
        title=say("Close combat"),
        place=setting.name(frame.cell),
        sum_text=order,
        lines=tuple(rows),
    )


def _side_lines(
    setting: Setting,
    state: State,
    frame: Assault,
    units: Sequence[str],
    foes: Sequence[str],
    role: Spoken,
    side: str,
) -> Iterator[WeighedLine]:
    for unit in units:
        piece = state.pieces[unit]
        label = say("{role}: {unit}", role=role, unit=unit_name(setting, piece))
        aims = [foe for foe in foes if can_hurt(setting, state, frame, unit, foe)]
        if not aims:
            yield WeighedLine(label, say("can hurt nobody there"), "–", cell=frame.cell)
            continue
        plans = [shot_in(frame, state, unit, foe) for foe in aims]
        best, plan = max(
            ((effect(setting, state, plan), plan) for plan in plans), key=lambda row: row[0]
        )
        shot, foe = shot_of(setting, state, plan), state.pieces[plan.target]
        more = shot.final - shot.base
        total = f"{shot.attack} − {shot.armour} {'+−'[more < 0]} {abs(more)} = {shot.final}"
        text = say("{total!s} at {foe}", total=total, foe=unit_name(setting, foe))
        tone = "good" if piece.side == side else "bad"
        yield WeighedLine(label, text, percent(best), tone, frame.cell)


# ---- chances ------------------------------------------------------------------------------------


def effect(setting: Setting, state: State, frame: Fire) -> Fraction:
    """The chance that a shot does anything to its target."""
    shot, target = shot_of(setting, state, frame), state.pieces[frame.target]
    chart = setting.tables.combat
    idle = ("-",) if is_infantry(setting, target) else ("-", "r")
    totals = rolls(chart.dice)
    hits = sum(str(chart.cell(total, column(shot.final))) not in idle for total in totals)
    return Fraction(hits, len(totals))


def percent(chance: Fraction) -> Spoken:
    """A chance in words."""
    return say("{n} %", n=round(100 * chance))
