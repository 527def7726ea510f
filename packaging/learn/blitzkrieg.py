"""Learns what `wardesk.games.blitzkrieg.playing.prospects` weighs, from scripted games.

    PYTHONPATH=packaging python -m learn.blitzkrieg --games 300 --seed 100000

What each place came to at the end of each turn, whether the game was won or lost then, and who won
it later is fitted by logistic regressions; one more tells who won from all of it at once. The value
is the mean of the two ways to tell it.

Tried and not kept: the first way alone. In 300 games it told most of who wins (0.273; the mean of
both 0.263, the second alone 0.243). French played well by it (9 points of 100 more than the script,
-2 to 21, 25 pairs), but Germans, who mostly lose, no better than the script (4, -25 to 34, 8
pairs): where a game is all but lost, chances hardly move, and a search finds nothing to go by.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from learn.common import PARTS, Floats, Played, State, explained, fitted, games, told, wanted, write

from wardesk.games.blitzkrieg.ch11_victory import holds_place, points
from wardesk.games.blitzkrieg.playing.prospects import (
    FILE,
    PlaceOutlook,
    WinOutlook,
    outcome,
    places,
    together,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.services.play.tables import load_table

SCENARIO = "hannut-stonne/hannut"
DEEP, LATEST = 3, 700
SMOOTH_HOLD, SMOOTH_MARGIN, SMOOTH_LATER, SMOOTH_WIN = 3.0, 0.3, 1.0, 1.0
"""How much weights are held back (the square of each, times this)."""


class Position(NamedTuple):
    """A table at the first question after a chit."""

    state: State
    figures: list[PlaceOutlook]
    held: list[float]
    """Whether each place is held when the turn ends."""
    won: float
    goes_on: bool
    """Whether the game was not over when the turn ended."""
    game: int


def positions(setting: Setting, game: Played) -> list[Position]:
    """The positions of one game."""
    side = setting.scenario.victory.side
    won = 0.5 if not game.winner else float(game.winner == side)
    found: list[Position] = []
    end = game.end
    for state, after in reversed(list(pairwise([*game.seen, game.end]))):
        if state.tracks["turn"] != after.tracks["turn"]:
            end = after
        held = [float(holds_place(end, place, side)) for place in setting.scenario.place]
        goes_on = state.tracks["turn"] < game.end.tracks["turn"]
        found.append(Position(state, places(setting, state), held, won, goes_on, game.number))
    return found


class Weighed(NamedTuple):
    """Weights of places, and of what follows from them."""

    hold: Floats
    above: Floats
    below: Floats
    later: Floats
    win: Floats


def learn(setting: Setting, rows: Sequence[Position]) -> Weighed:
    """The weights that tell these positions best."""
    hold = fitted(
        np.array([place for row in rows for place in row.figures]),
        np.array([held for row in rows for held in row.held]),
        SMOOTH_HOLD,
    )
    found = _outcomes(setting, rows, hold)
    won = np.array([row.won for row in rows])
    on = np.array([row.goes_on for row in rows])
    above = np.array([one.above for one in found])
    below = np.array([one.below for one in found])
    later = np.array([one.later for one in found])
    return Weighed(
        hold,
        fitted(above, (~on & (won == 1.0)).astype(float), SMOOTH_MARGIN),
        fitted(below, (~on & (won == 0.0)).astype(float), SMOOTH_MARGIN),
        fitted(later[on], won[on], SMOOTH_LATER),
        fitted(np.array([one.standing for one in found]), won, SMOOTH_WIN),
    )


def _outcomes(setting: Setting, rows: Sequence[Position], hold: Floats) -> list[WinOutlook]:
    return [outcome(setting, row.state, list(told(np.array(row.figures), hold))) for row in rows]


def _chances(setting: Setting, rows: Sequence[Position], learned: Weighed) -> list[float]:
    """The chance to win in each position, as `prospects` reckons it."""
    last, found = setting.scenario.last_turn, list[float]()
    for row, one in zip(rows, _outcomes(setting, rows, learned.hold), strict=True):
        parts = zip((one.above, one.below, one.later, one.standing), learned[1:], strict=True)
        above, below, later, win = (float(told(np.array(of), by)) for of, by in parts)
        is_last = row.state.tracks["turn"] >= last
        found.append(0.5 * together(above, below, 0.5 if is_last else later) + 0.5 * win)
    return found


def _as_it_stands(setting: Setting, rows: Sequence[Position]) -> Floats:
    """What is compared with: points over the least of the turn, and the share of steps."""
    found: list[tuple[float, float, float]] = []
    for row in rows:
        strength = outcome(setting, row.state, [0.0] * len(row.figures)).later.strength
        least = setting.scenario.victory.bands[row.state.tracks["turn"] - 1][0]
        found.append((1.0, points(setting, row.state) - least, strength))
    return np.array(found)


def told_apart(setting: Setting, rows: Sequence[Position]) -> tuple[float, float]:
    """How much of who wins is told in games not learned from: by the weights, by what stands."""
    truth, chance, plain = list[float](), list[float](), list[float]()
    for part in range(PARTS):
        apart = [row for row in rows if row.game % PARTS == part]
        others = [row for row in rows if row.game % PARTS != part]
        won = np.array([row.won for row in others])
        stands = fitted(_as_it_stands(setting, others), won, SMOOTH_LATER)
        truth += [row.won for row in apart]
        chance += _chances(setting, apart, learn(setting, others))
        plain += told(_as_it_stands(setting, apart), stands).tolist()
    return explained(np.array(chance), np.array(truth)), explained(np.array(plain), np.array(truth))


def main() -> None:
    """Play, learn, compare, write."""
    given = wanted(__doc__, 300)
    rules = load_table(SCENARIO, {}).rules
    setting: Setting = rules.setting  # pyright: ignore
    rows: list[Position] = []
    for game in games(rules, given.seeds, deep=DEEP, latest=LATEST):
        rows += positions(setting, game)
    now, before = told_apart(setting, rows)
    print(f"{len(rows)} positions; told of who wins: {now:.3f}; by points and steps: {before:.3f}")
    write(FILE, given, {SCENARIO: rules.digest}, (now, before), learn(setting, rows)._asdict())


if __name__ == "__main__":
    main()
