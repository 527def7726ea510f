"""What a salvo takes and how a battle ends, from exact chances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from wardesk.engine.known import of_table
from wardesk.games.remagen.ch09_fire import divisor, salvo_dice
from wardesk.games.remagen.ch10_hits import expected
from wardesk.games.remagen.ch12_combat import hopeless, overwhelming
from wardesk.games.remagen.position import at, men
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, State, Unit
from wardesk.games.remagen.tables import Tables

FACES = range(1, 7)


class Toll(NamedTuple):
    """What a salvo does on average."""

    dice: int
    by: int
    hits: float
    value: float
    """Combat value taken: a man is his part of a tray, a hit one point of a vehicle or gun."""
    chance: float
    """Of one hit or more."""


class Morale(NamedTuple):
    """How a battle ends: chances that the defender or the attacker gives way, or worse."""

    defender: float
    attacker: float


def toll(setting: Setting, state: State, units: Sequence[Unit], target: str) -> Toll:
    """What *units* of one sector do to *target* together, shooting at men first."""
    dice, by = (
        salvo_dice(setting, state, units, target),
        divisor(setting, units[0].at or "", target),
    )
    ways, of = _spread(dice, by), 6**dice
    stake = _stake_at(setting, state, target, ENEMY[units[0].side])
    per = 2 if setting.rhine.figures[target].cover else 1
    return Toll(
        dice,
        by,
        sum(hits * n for hits, n in ways.items()) / of,
        sum(_taken(hits, stake, per) * n for hits, n in ways.items()) / of,
        1 - ways.get(0, 0) / of,
    )


_spread = cache(expected)
Stake = tuple[tuple[float, ...], int]
"""What each man is worth, in the order in which they fall; points of the vehicles and guns."""


@of_table
def _stake_at(setting: Setting, state: State, cell: str, side: str) -> Stake:
    return stake_of(setting, at(state, cell, side))


def stake_of(setting: Setting, units: Iterable[Unit]) -> Stake:
    """What stands in a sector, as a salvo meets it."""
    found = tuple(units)
    troops, weapons = men(found)
    each = tuple(
        setting.row(u).value / max(1, setting.row(u).figures)
        for group in (troops, weapons)
        for u in group
        for _ in range(u.figures)
    )
    hard = sum(setting.row(u).value - u.hits for u in found if not u.figures)
    return each, hard


@cache
def _taken(hits: int, stake: Stake, per: int) -> float:
    """Combat value that *hits* take on average: a die for each hit on men, while there are any.

    Where men hide nothing, all dice are rolled at once; else one by one, and the rest goes on.
    """
    each, hard = stake
    if not hits:
        return 0.0
    if not each:
        return float(min(hits, hard))
    if not hard:
        ways = _spread(hits, per)
        return sum(sum(each[:fallen]) * n for fallen, n in ways.items()) / 6**hits
    total = 0.0
    for face in FACES:
        fallen = min(len(each), face // per)
        total += sum(each[:fallen]) + _taken(hits - 1, (each[fallen:], hard), per)
    return total / 6


def morale(tables: Tables, attackers: int, defenders: int) -> Morale:
    """How a battle of these combat values ends by its first die."""
    if hopeless(attackers, defenders):
        return Morale(0.0, 1.0)
    if overwhelming(attackers, defenders):
        return Morale(1.0, 0.0)
    column = tables.morale.column(attackers, defenders)
    cells = [str(tables.morale.cell(face, column)) for face in FACES]
    return Morale(sum(c[0] == "D" for c in cells) / 6, sum(c[0] == "A" for c in cells) / 6)
