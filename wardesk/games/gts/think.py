"""What a program needs to play beside the questions: the clock, and how a battle stands.

Whoever is the last in a few hexes when the last turn ends has won, so who stands how near to them
tells more than who was in them so far. From that follows the chance that a side will hold each of
them, from these how likely each of the scenario's victories is, in their order, and from those the
chance to win. The weights were learned from scripted games by `packaging/learn/gts.py`, which
writes `prospects.toml`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cache
from math import exp, sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

from wardesk.engine.thinking import Thinking
from wardesk.games.gts.ch14_victory import points_in
from wardesk.games.gts.forces import Award
from wardesk.games.gts.position import bridge_state, last_in
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ALLIED, ENEMY, MUG, UPKEEP, AnyFrame, State, Turn, Unit, steps
from wardesk.games.shared.learned import Learned, chance
from wardesk.games.shared.printed import OfSetting
from wardesk.words import readied, say

FILE = Path(__file__).with_name("prospects.toml")

NEAR, FAR = 1.5, 5.0
"""Hexes of a way after which a unit counts a third of what it would on the spot: at once, later."""
REACH = 15
"""From farther off a unit counts nothing."""
SUPPRESSED = 0.5
"""What a suppressed unit counts of that."""
STAND = 4.0
"""Hexes from home that halve the chance of a unit to be back there at the end."""
CHITS = 1000
"""More than a mug ever holds."""
STEPS = 0.2
"""What steps count in the score; the chance to win is the rest."""


Key = tuple[str, str, bool]
"""A side, a hex that it wants, and whether it has to be there (else to have been the last)."""


class HoldWeights(Learned, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Logistic weights, each row in the order of what it is for.

    Those of `HoldSpot` and `Fall` stand twice: as they are when all is to come, then when all is
    over.
    """

    hold: tuple[float, ...]
    """`HoldSpot`: the chance that a side holds a hex at the end."""
    lose: tuple[float, ...]
    """`HoldSpot`, of its enemy, where it stands: the chance that a unit is lost at the end."""
    fall: tuple[float, ...]
    """`Fall`: the chance that a bridge that stands is down at the end."""
    win: tuple[float, float]
    """Of nothing, and of what is reckoned from these chances: the chance of the Allies to win."""


class HoldSpot(NamedTuple):
    """What the chance of a side to hold a hex at the end hangs on."""

    one: float
    held: float
    """Whether the side was the last there, and the enemy is gone."""
    inside: float
    enemy_inside: float
    near: float
    """Root of the strength beside it."""
    enemy_near: float
    far: float
    """Root of the strength within some hours of it."""
    enemy_far: float


class Fall(NamedTuple):
    """What the chance that a bridge goes down hangs on."""

    one: float
    wired: float
    """Whether charges are laid."""


class HoldChances(NamedTuple):
    """How likely it is that things have come about at the end."""

    held: Mapping[Key, float]
    lost: Mapping[str, float]
    """Units that still are there."""
    down: Mapping[str, float]
    """Bridges, whether they stand or not."""


class GtsThinking(OfSetting[Setting], Thinking[Unit, AnyFrame]):
    """What a program that plays asks."""

    steps = steps.table

    measured: Mapping[str, str] = {
        "captain": say(
            "Measured against the scripted bot: from {low} to {high} of 100 points more, by "
            "scenario and side (8 pairs of games and more).",
            low=0,
            high=24,
        )
    }

    def clock(self, state: State) -> int:
        """Chits: a turn has hundreds of questions, an activation a few dozen."""
        return CHITS * state.tracks["turn"] - len(state.cups.get(MUG, ()))

    def score(self, state: State, side: str) -> float:
        """0 lost, 1 won: the result, else what the scenario's victories promise, and steps left.

        Where a game is all but decided, the first hardly moves; steps still tell better from worse.
        """
        if state.result is not None:
            return {side: 1.0, "": 0.5}.get(state.result.winner, 0.0)
        won = prospects(self.setting, state)
        left = dict.fromkeys(ENEMY, 1.0)
        for unit in state.pieces.values():
            left[unit.side] += unit.steps
        share = left[side] / sum(left.values())
        return (1.0 - STEPS) * (won if side == ALLIED else 1.0 - won) + STEPS * share


@cache
def weights() -> HoldWeights:
    """Those that are shipped."""
    return msgspec.toml.decode(FILE.read_bytes(), type=readied(HoldWeights))


def prospects(setting: Setting, state: State) -> float:
    """The chance of the Allies to win, 0 to 1; a draw is half of it."""
    known = weights()
    left = share_left(setting, state)

    def of(weights: tuple[float, ...], figures: tuple[float, ...]) -> float:
        return chance(weights, twice(left, figures))

    chances = HoldChances(
        {key: of(known.hold, spot(setting, state, *key)) for key in hexes(setting)},
        {
            name: of(known.lose, spot(setting, state, *key))
            for name, key in hunted(setting, state).items()
        },
        {name: of(known.fall, fall(state, name)) for name in bridges(setting)},
    )
    return chance(known.win, (1.0, reckoned(setting, state, chances)))


def twice(left: float, figures: tuple[float, ...]) -> tuple[float, ...]:
    """Figures as they count while *left* of the game is to come: early ones, then late ones."""
    return (*[left * each for each in figures], *[(1.0 - left) * each for each in figures])


def bridges(setting: Setting) -> tuple[str, ...]:
    """The bridges that a victory hangs on."""
    awards = setting.scenario.victory
    return tuple(dict.fromkeys(b for a in awards for b in (*a.blown, *a.standing)))


def hexes(setting: Setting) -> tuple[Key, ...]:
    """The hexes that a victory hangs on, and who has to hold them."""
    awards = setting.scenario.victory
    found = [(row.side, c, row.alone) for a in awards for row in a.hold for c in row.cells]
    return tuple(dict.fromkeys(found))


def hunted(setting: Setting, state: State) -> dict[str, Key]:
    """The units that a victory wants to be lost, and where: whose enemy wants which hex."""
    found: dict[str, Key] = {}
    for award in setting.scenario.victory:
        for name in award.lost:
            unit = state.pieces.get(name)
            if unit is not None and unit.at in setting.beside:
                found[name] = (ENEMY[unit.side], unit.at or "", False)
    return found


def spot(setting: Setting, state: State, side: str, cell: str, alone: bool) -> HoldSpot:
    """The figures of one hex."""
    ways = _ways_to(setting, cell)
    near, far = dict.fromkeys(ENEMY, 0.0), dict.fromkeys(ENEMY, 0.0)
    inside = dict.fromkeys(ENEMY, 0.0)
    leading = setting.leading
    for unit in state.pieces.values():
        weight = ways.get(unit.at or "")
        if weight is None or unit.id in leading:
            continue
        strength = unit.steps * (SUPPRESSED if unit.suppressed else 1.0)
        near[unit.side] += weight[0] * strength
        far[unit.side] += weight[1] * strength
        if unit.at == cell:
            inside[unit.side] = 1.0
    foe = ENEMY[side]
    mine, theirs = inside[side], inside[foe]
    last = mine if alone else max(mine, float(last_in(state, cell) == side))
    return HoldSpot(1.0, last * (1.0 - theirs), mine, theirs, sqrt(near[side]), sqrt(near[foe]),
                sqrt(far[side]), sqrt(far[foe]))  # fmt: skip


def fall(state: State, bridge: str) -> Fall:
    """The figures of one bridge."""
    return Fall(1.0, float(bridge_state(state, bridge).startswith("wired")))


def reckoned(setting: Setting, state: State, chances: HoldChances) -> float:
    """The Allies' share of the victories that these chances lead to, -1 to 1."""
    found, open_still = 0.0, 1.0
    for award in setting.scenario.victory:
        part = open_still * _award(setting, state, award, chances)
        found += part * {ALLIED: 1.0, "": 0.0}.get(award.winner, -1.0)
        open_still -= part
    return found


def _award(setting: Setting, state: State, award: Award, chances: HoldChances) -> float:
    """The chance that every condition of an award holds."""
    found = 1.0
    for name in award.blown:
        found *= 1.0 if bridge_state(state, name) == "destroyed" else chances.down[name]
    for name in award.standing:
        found *= 0.0 if bridge_state(state, name) == "destroyed" else 1.0 - chances.down[name]
    for row in award.hold:
        for cell in row.cells:
            found *= chances.held[row.side, cell, row.alone]
    for row in award.tally:
        has = points_in(setting, state, row)
        found *= 1.0 if has >= row.least else has / (2.0 * row.least)
    for row in award.stand:
        unit = state.pieces.get(row.unit)
        if unit is None or unit.at not in setting.beside:
            return 0.0
        far = setting.nearest(row.cells)(unit.at or "")
        found *= STAND / (STAND + far)
    for name in award.lost:
        unit = state.pieces.get(name)
        found *= chances.lost.get(name, float(unit is None or unit.at is None))
    return found


def share_left(setting: Setting, state: State) -> float:
    """Share of the game that is still to come, 0 to 1: turns, and chits of this one."""
    scenario = setting.scenario
    full = max(1, sum(len(chits) for chits in scenario.chits.values()))
    first = state.stack[0] if state.stack else None
    fresh = isinstance(first, Turn) and (first.step in UPKEEP or first.step == "begin")
    here = 1.0 if fresh else min(1.0, len(state.cups.get(MUG, ())) / full)
    return max(0.0, (scenario.last_turn - state.tracks["turn"] + here) / scenario.last_turn)


def _ways_to(setting: Setting, cell: str) -> Mapping[str, tuple[float, float]]:
    """What a unit in each hex counts for *cell*, near and far, by the way round water."""
    kept: dict[str, Mapping[str, tuple[float, float]]] = setting.kept.setdefault("ways to", {})
    if cell not in kept:
        far, wave = {cell: 0}, deque((cell,))
        while wave:
            here = wave.popleft()
            for other, step in setting.steps.get(here, {}).items():
                if other not in far and far[here] < REACH and (step.bridge or not step.shut):
                    far[other] = far[here] + 1
                    wave.append(other)
        kept[cell] = {at: (exp(-way / NEAR), exp(-way / FAR)) for at, way in far.items()}
    return kept[cell]
