"""Learns what `wardesk.games.gts.think` weighs, from scripted games of its scenarios.

PYTHONPATH=packaging python -m learn.gts --games 60 --seed 100000
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from learn.common import PARTS, Floats, State, explained, fitted, games, told, wanted, write

from wardesk.engine.rules import Rules
from wardesk.games.gts.ch14_victory import earned, holds
from wardesk.games.gts.forces import Hold
from wardesk.games.gts.position import bridge_state
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ALLIED, ENEMY
from wardesk.games.gts.think import (
    FILE,
    Fall,
    HoldChances,
    HoldSpot,
    Key,
    bridges,
    fall,
    hexes,
    hunted,
    reckoned,
    share_left,
    spot,
    twice,
)
from wardesk.services.play.tables import load_table

PACK = "market-garden"
DEEP = 3
LATEST = {
    "a-drive-in-the-country": 10,
    "a-victory-lost": 150,
    "hells-highway": 500,
    "out-of-the-sky": 60,
    "son-with-the-wind": 40,
    "the-best-laid-plans": 400,
}
"""The last question that a burst may begin at: a bit more than half of a game's."""
SMOOTH = 1.0


Figures = tuple[float, ...]
SIGNS = HoldSpot(
    one=0, held=1, inside=1, enemy_inside=-1, near=1, enemy_near=-1, far=1, enemy_far=-1
)
WIRED = Fall(one=0, wired=1)


class Position(NamedTuple):
    """A table at the first question after a chit, and what came of it."""

    setting: Setting
    state: State
    spots: dict[Key, Figures]
    held: dict[Key, float]
    units: dict[str, Figures]
    lost: dict[str, float]
    falls: dict[str, Figures]
    down: dict[str, float]
    won: float
    """By the Allies."""
    game: int
    scenario: int


def positions(
    rules: Rules[Any, Any], seeds: Sequence[int], number: int, latest: int
) -> list[Position]:
    """The positions of some games of one scenario."""
    setting: Setting = rules.setting  # pyright: ignore
    found: list[Position] = []
    for game in games(rules, seeds, deep=DEEP, latest=latest):
        won = {ALLIED: 1.0, "": 0.5}.get(game.winner, 0.0)
        for state in game.seen:
            left = share_left(setting, state)
            held = {key: float(_is_held(setting, game.end, key)) for key in hexes(setting)}
            preys = hunted(setting, state).items()
            units = {u: twice(left, spot(setting, state, *key)) for u, key in preys}
            lost = {unit: float(game.end.pieces[unit].at is None) for unit in units}
            falls = {b: twice(left, fall(state, b)) for b in bridges(setting)
                     if bridge_state(state, b) != "destroyed"}  # fmt: skip
            down = {b: float(bridge_state(game.end, b) == "destroyed") for b in falls}
            spots = {key: twice(left, spot(setting, state, *key)) for key in held}
            found.append(Position(setting, state, spots, held, units, lost, falls, down, won,
                                  game.number, number))  # fmt: skip
    return found


def _is_held(setting: Setting, end: State, key: Key) -> bool:
    side, cell, alone = key
    return holds(setting, end, Hold(side=side, cells=(cell,), alone=alone))  # pyright: ignore


class Weighed(NamedTuple):
    """Weights, in the order of `Weights`."""

    hold: Floats
    lose: Floats
    fall: Floats
    win: Floats


def learn(rows: Sequence[Position]) -> Weighed:
    """The weights that tell these positions best."""
    hold, lose, falls = (
        fitted(
            np.array([each for one in rows for each in figures(one).values()]),
            np.array([each for one in rows for each in truth(one).values()]),
            SMOOTH,
            [int(sign) for sign in (*signs, *signs)],
        )
        for figures, truth, signs in (
            (lambda one: one.spots, lambda one: one.held, SIGNS),
            (lambda one: one.units, lambda one: one.lost, SIGNS),
            (lambda one: one.falls, lambda one: one.down, WIRED),
        )
    )
    found = np.array(_outcomes(rows, hold, lose, falls))
    win = fitted(found, np.array([one.won for one in rows]), SMOOTH)
    return Weighed(hold, lose, falls, win)


def _outcomes(
    rows: Sequence[Position], hold: Floats, lose: Floats, falls: Floats
) -> list[tuple[float, float]]:
    def chances(figures: Mapping[Any, Sequence[float]], weights: Floats) -> dict[Any, float]:
        return {k: float(told(np.array(each), weights)) for k, each in figures.items()}

    found: list[tuple[float, float]] = []
    for one in rows:
        down = dict.fromkeys(bridges(one.setting), 1.0) | chances(one.falls, falls)
        each = HoldChances(chances(one.spots, hold), chances(one.units, lose), down)
        found.append((1.0, reckoned(one.setting, one.state, each)))
    return found


def _as_it_stands(rows: Sequence[Position]) -> Floats:
    """What is compared with: who would have won now, and the share of steps."""
    found: list[tuple[float, float, float]] = []
    for one in rows:
        awards = one.setting.scenario.victory
        ahead = next((a.winner for a in awards if earned(one.setting, one.state, a)), "")
        steps = dict.fromkeys(ENEMY, 1.0)
        for unit in one.state.pieces.values():
            steps[unit.side] += unit.steps
        share = steps[ALLIED] / sum(steps.values())
        found.append((1.0, {ALLIED: 1.0, "": 0.5}.get(ahead, 0.0), share))
    return np.array(found)


def told_apart(rows: Sequence[Position]) -> tuple[float, float, dict[int, tuple[float, float]]]:
    """How much of who wins is told in games not learned from: by the weights, by what stands."""
    truth, chance, plain, which = list[float](), list[float](), list[float](), list[int]()
    for part in range(PARTS):
        apart = [one for one in rows if one.game % PARTS == part]
        others = [one for one in rows if one.game % PARTS != part]
        known = learn(others)
        stands = fitted(_as_it_stands(others), np.array([one.won for one in others]), SMOOTH)
        truth += [one.won for one in apart]
        which += [one.scenario for one in apart]
        chance += told(
            np.array(_outcomes(apart, known.hold, known.lose, known.fall)), known.win
        ).tolist()
        plain += told(_as_it_stands(apart), stands).tolist()
    t, c, p, w = np.array(truth), np.array(chance), np.array(plain), np.array(which)
    single = {
        k: (explained(c[w == k], t[w == k]), explained(p[w == k], t[w == k]))
        for k in sorted(set(which))
        if t[w == k].std() > 0
    }
    return explained(c, t), explained(p, t), single


def main() -> None:
    """Play, learn, compare, write."""
    given = wanted(__doc__, 200)
    rows: list[Position] = []
    digests: dict[str, str] = {}
    for number, (name, latest) in enumerate(LATEST.items()):
        rules = load_table(f"{PACK}/{name}", {}).rules
        digests[f"{PACK}/{name}"] = rules.digest
        found = positions(rules, given.seeds, number, latest)
        rows += found
        print(f"{name}: {len(found)} positions, {np.mean([r.won for r in found]):.2f}", flush=True)
    now, before, single = told_apart(rows)
    print(f"told of who wins: {now:.3f}; by what stands: {before:.3f}")
    for number, (ours, plain) in single.items():
        print(f"  {list(LATEST)[number]}: {ours:.3f}, {plain:.3f}")
    write(FILE, given, digests, (now, before), learn(rows)._asdict())


if __name__ == "__main__":
    main()
