"""What hexes and shots are worth to a scripted player; hexes are kept, for most enemies stay."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from wardesk.games.blitzkrieg.ch08_fire import final_of, targets_of
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import Fire, State
from wardesk.games.blitzkrieg.tables import LEAST, MOST, Combat, column
from wardesk.games.shared.memory import Remembering, remember
from wardesk.games.shared.tables import rolls

V = TypeVar("V")
HARM: Mapping[str, float] = {"2": 2.0, "1N": 1.6, "1": 1.0, "N": 0.6, "r": 0.3, "-": 0.0}
"""What a result is worth in steps."""
PAYS, PAYS_FAR = 0.12, 0.3
"""Expected harm from which a shot is worth it: at a neighbour or over a place, and else."""

FIELDS = 200
"""Layouts of enemies and of goals that are kept; within an activation they hardly change."""


def kept(
    setting: Setting, key: tuple[str, Hashable], make: Callable[[Setting, Any], Callable[[str], V]]
) -> Mapping[str, V]:
    """For each hex what *make* finds from the second part of *key*, and from nothing else."""
    known = setting.kept["fields"]
    found = known.get(key)
    if found is None:
        found = remember(known, key, Remembering(make(setting, key[1])), most=FIELDS)
    return found


def near_from(setting: Setting, enemy: frozenset[str]) -> Callable[[str], int]:
    """Hexes to the nearest of *enemy*; 20 without one."""
    rows = [setting.apart[foe] for foe in enemy]
    return lambda cell: min([row[cell] for row in rows], default=20)


def pulls_from(setting: Setting, goals: tuple[tuple[str, float], ...]) -> Callable[[str], float]:
    """How near a hex lies to what is wanted."""
    rows = [(setting.apart[goal], value) for goal, value in goals]
    return lambda cell: max([value / (1.0 + row[cell]) for row, value in rows], default=0.0)


def threats_from(setting: Setting, guns: tuple[tuple[str, int], ...]) -> Callable[[str], int]:
    """How many of *guns*, hexes with a range each, reach a hex."""
    rows = [(setting.apart[at], reach) for at, reach in guns]
    return lambda cell: sum([row[cell] <= reach for row, reach in rows])


# ---- shots --------------------------------------------------------------------------------------


def harm(setting: Setting, factor: int) -> float:
    """Steps a shot costs on average, by its final factor."""
    if factor < LEAST:
        return 0.0
    return _harms(setting.tables.combat)[column(min(factor, MOST))]


@cache
def _harms(table: Combat) -> tuple[float, ...]:
    totals = rolls(table.dice)
    columns = range(len(table.columns))
    return tuple(
        sum(HARM[str(table.cell(total, c))] for total in totals) / len(totals) for c in columns
    )


def moved_by(setting: Setting, factor: int, *, foot: bool) -> float:
    """The chance that a shot takes a step or neutralises, red results only men on foot."""
    if factor < LEAST:
        return 0.0
    return _effects(setting.tables.combat, foot)[column(min(factor, MOST))]


@cache
def _effects(table: Combat, foot: bool) -> tuple[float, ...]:
    totals = rolls(table.dice)
    nothing = ("-",) if foot else ("-", "r")
    columns = range(len(table.columns))
    return tuple(
        sum(str(table.cell(total, c)) not in nothing for total in totals) / len(totals)
        for c in columns
    )


def shot_worth(setting: Setting, state: State, shooter: str, target: str, *, moved: bool) -> float:
    """What a shot is worth: harm, more for units in places that count."""
    frame = Fire(step="aim", shooter=shooter, target=target, moved=moved)
    found = harm(setting, final_of(setting, state, frame))
    there = state.pieces[target]
    if there.at in setting.place_of:
        found *= 1.3
    return found * (1.4 if there.steps == 1 else 1.0)


def pays(setting: Setting, state: State, shooter: str, target: str) -> float:
    """The least worth for which it fires: less where the enemy is near or on what counts."""
    unit, there = state.pieces[shooter], state.pieces[target]
    close = setting.distance(unit.at or "", there.at or "") <= 1
    if close or there.at in setting.place_of or unit.at in setting.place_of:
        return PAYS
    return PAYS_FAR


def best_shot(
    setting: Setting, state: State, able: Sequence[str], *, first: bool, spare: Sequence[str] = ()
) -> tuple[float, str, str]:
    """The best shot that pays of units that can fire, but *spare*: worth, firer, target."""
    best = (0.0, "", "")
    for name in able:
        if name in spare:
            continue
        unit = state.pieces[name]
        moved = unit.spent > 0 or first
        for target in targets_of(setting, state, unit, moved=moved):
            worth = shot_worth(setting, state, name, target, moved=moved)
            if worth >= pays(setting, state, name, target):
                best = max(best, (worth, name, target))
    return best
