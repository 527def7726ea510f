"""How a battle by timetable stands: who will hold what when the turn ends, and who wins then.

Points count at the end of a turn only (12.1), and a turn has hundreds of questions. So who stands
how near to a place tells more than who holds it: from this follows the chance that a side will hold
it, and from these chances how many points it will have. With more than the band of the turn it wins
then, with fewer it loses (12.1); if neither, later turns decide. Reckoned so, a game that is all
but lost leaves nothing to play for: chances hardly move, and a search finds nothing to go by. So
half of what is told comes from one plain weighing of the same figures, which always leans the right
way. The weights were learned from scripted games by `packaging/learn/blitzkrieg.py`, which writes
`prospects.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import erf, sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

from wardesk.games.blitzkrieg.ch11_victory import holder
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import CUP, ENEMY, State
from wardesk.games.shared.learned import Learned, chance
from wardesk.words import readied

FILE = Path(__file__).with_name("prospects.toml")

NEAR = (1.0, 1.0, 0.7, 0.7, 0.35, 0.35, 0.35, 0.12, 0.12, 0.12, 0.12)
"""What a unit counts for a place, by hexes to it; from farther off nothing."""
NEUTRALISED = 0.4
"""What a neutralised unit counts of that."""
STEPS = 4
"""Steps that make one unit of strength."""
DRAWS = 26
"""Chits of a full cup."""
POINTS = 8
"""Points that make one unit of what a side is ahead by."""


class WinWeights(Learned, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Logistic weights, each row in the order of what it is for."""

    hold: tuple[float, ...]
    """Of the figures of `PlaceOutlook`, in order: the chance to hold a place when the turn ends."""
    above: tuple[float, ...]
    """Of `Margin`'s figures, in their order: the chance to end the turn above its band."""
    below: tuple[float, ...]
    """The same: the chance to end it below its band."""
    later: tuple[float, ...]
    """Of `Later`'s figures, in their order: the chance to win if the turn ends within its band."""
    win: tuple[float, ...]
    """Of `WinStanding`'s figures, in their order: the chance to win, by one weighing of all."""


class PlaceOutlook(NamedTuple):
    """What the chance to hold a place hangs on, for the side that counts points."""

    one: float
    left: float
    """Chits left of a full cup."""
    part: float
    """Share of its hexes that the side holds."""
    whole: float
    mine: float
    """Root of the strength around it."""
    theirs: float
    inside: float
    """Whether the side has somebody in it."""
    enemy_inside: float
    part_left: float
    whole_left: float
    mine_left: float
    theirs_left: float
    inside_left: float
    enemy_inside_left: float


class Margin(NamedTuple):
    """What the chance to end a turn beyond one end of its band hangs on."""

    one: float
    beyond: float
    """Points expected beyond it, in standard deviations of what places may yet come to."""
    left: float
    """Chits left of a full cup."""
    beyond_left: float


class Later(NamedTuple):
    """What the chance to win hangs on when a turn ends within its band."""

    one: float
    ahead: float
    """Points expected then over the least of the next turn."""
    strength: float
    """Share of all steps."""
    turn: float
    ahead_turn: float


class WinStanding(NamedTuple):
    """What the chance to win hangs on, in one weighing."""

    one: float
    below: float
    """Chance to have fewer points than the band of this turn when it ends."""
    above: float
    """Chance to have more."""
    ahead: float
    """Points expected then over the least of the next turn."""
    strength: float
    """Share of all steps."""


class WinOutlook(NamedTuple):
    """What the chance to win hangs on."""

    above: Margin
    below: Margin
    later: Later
    standing: WinStanding


@cache
def weights() -> WinWeights:
    """Those that are shipped."""
    return msgspec.toml.decode(FILE.read_bytes(), type=readied(WinWeights))


def prospects(setting: Setting, state: State) -> float:
    """The chance of the side that counts points to win, 0 to 1. The scenario must have bands."""
    known = weights()
    chances = [chance(known.hold, place) for place in places(setting, state)]
    found = outcome(setting, state, chances)
    above, below = chance(known.above, found.above), chance(known.below, found.below)
    is_last = state.tracks["turn"] >= setting.scenario.last_turn
    later = 0.5 if is_last else chance(known.later, found.later)  # nobody has won then (12.1)
    return 0.5 * together(above, below, later) + 0.5 * chance(known.win, found.standing)


def together(above: float, below: float, later: float) -> float:
    """The chance to win from those to end above the band, below it, and to win if neither."""
    total = max(1.0, above + below)
    return (above + (total - above - below) * later) / total


def places(setting: Setting, state: State) -> list[PlaceOutlook]:
    """The figures of each place, in the order of the scenario."""
    scenario = setting.scenario
    side, number = scenario.victory.side, len(scenario.place)
    mine, theirs = [0.0] * number, [0.0] * number
    inside, enemy_inside = [0.0] * number, [0.0] * number
    near = _near(setting)
    for unit in state.pieces.values():
        if unit.at is None or unit.at not in setting.board.cells:
            continue
        strength = unit.steps / STEPS * (NEUTRALISED if unit.neutralised else 1.0)
        around, within = (mine, inside) if unit.side == side else (theirs, enemy_inside)
        for place, weight, is_in in near[unit.at]:
            around[place] += weight * strength
            if is_in:
                within[place] = 1.0
    left = _left(state)
    found: list[PlaceOutlook] = []
    for k, place in enumerate(scenario.place):
        part = sum(holder(state, place, c) == side for c in place.cells) / len(place.cells)
        own = (part, float(part == 1.0), sqrt(mine[k]), sqrt(theirs[k]), inside[k], enemy_inside[k])
        found.append(PlaceOutlook(1.0, left, *own, *(figure * left for figure in own)))
    return found


def outcome(setting: Setting, state: State, chances: list[float]) -> WinOutlook:
    """What follows from the chances to hold each place."""
    scenario = setting.scenario
    victory, bands = scenario.victory, scenario.victory.bands
    rows = list(zip(scenario.place, chances, strict=True))
    fallen = victory.per_unit * state.tracks.get(f"lost/{ENEMY[victory.side]}", 0)
    points = fallen + sum(place.value * chance for place, chance in rows)
    spread = sqrt(1.0 + sum(place.value**2 * c * (1.0 - c) for place, c in rows))
    turn = min(max(1, state.tracks["turn"]), len(bands))
    least, most = bands[turn - 1]
    left, part = _left(state), turn / len(bands)
    over, under = (points - most - 0.5) / spread, (least - 0.5 - points) / spread
    steps = {True: 0, False: 0}
    for unit in state.pieces.values():
        if unit.at:
            steps[unit.side == victory.side] += unit.steps
    strength = steps[True] / max(1, sum(steps.values()))
    ahead = (points - bands[min(turn, len(bands) - 1)][0]) / POINTS
    return WinOutlook(
        above=Margin(1.0, over, left, over * left),
        below=Margin(1.0, under, left, under * left),
        later=Later(1.0, ahead, strength, part, ahead * part),
        standing=WinStanding(1.0, _less(under), _less(over), ahead, strength),
    )


def _less(deviations: float) -> float:
    """How often a normal variable lies below so many deviations."""
    return 0.5 * (1.0 + erf(deviations / sqrt(2.0)))


def _left(state: State) -> float:
    """Chits left of a full cup."""
    return min(1.0, len(state.cups.get(CUP, ())) / DRAWS)


def _near(setting: Setting) -> Mapping[str, tuple[tuple[int, float, bool], ...]]:
    """For each hex the places that it counts for: their numbers, how much, and whether it is in."""
    known = setting.kept["near places"]
    if not known:
        known.update({cell: _row(setting, cell) for cell in setting.board.cells})
    return known


def _row(setting: Setting, cell: str) -> tuple[tuple[int, float, bool], ...]:
    found: list[tuple[int, float, bool]] = []
    for number, place in enumerate(setting.scenario.place):
        far = min(setting.apart[each][cell] for each in place.cells)
        if far < len(NEAR):
            found.append((number, NEAR[far], far == 0))
    return tuple(found)
