"""Learns what `wardesk.games.blitzkrieg.playing.prospects` weighs, from scripted games.

    learn_prospects.py --games 400 --seed 100000

The script plays both sides; somewhere a burst of up to eight answers drawn at random falls in, so
that positions differ from how the script likes them, and only what comes after it counts. What each
place came to at the end of each turn, and who won, is fitted by two logistic regressions. How well
they tell who wins is found in games that they are not fitted to, one part after the other, and
compared with points and steps as they stand. The weights that are written are fitted to all games.
Whether a search plays better with them, only matches can tell (`wardesk match`).

Tried and not kept: the chances to end the turn above and below its band, learned by themselves,
and only what ends within it weighed. In 300 games it told more of who wins (0.260; these weights,
fitted to the same games, 0.234), and Germans played no better for it than the script (4 points of
100 more, -25 to 34, 8 pairs, where these weights gave 35, 17 to 53, in 12): where a game is all but
lost, chances hardly move, and a search finds nothing to go by.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Event, GameState
from wardesk.games.blitzkrieg.ch11_victory import holds_place, points
from wardesk.games.blitzkrieg.playing.prospects import FILE, Place, outcome, places
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.players.bots import PolicyPlayer
from wardesk.players.match import play_match
from wardesk.services.play.tables import load_table

SCENARIO = "hannut-stonne/hannut"
BURST, LATEST = 8, 700
"""Answers of a burst at most, and the last question that it may begin at."""
PARTS = 8
"""Parts of the games, each of which is told by what is learned from the others."""
SMOOTH_HOLD, SMOOTH_WIN = 3.0, 1.0
"""How much weights are held back (the square of each, times this)."""

State = GameState[Any, Any]
Floats = NDArray[np.float64]


class Position(NamedTuple):
    """A table at the first question after a chit."""

    state: State
    figures: list[Place]
    held: list[float]
    """Whether each place is held when the turn ends."""
    won: float
    game: int


class Burst(PolicyPlayer):
    """The script, but for a few answers drawn at random."""

    def __init__(self, rng: Random) -> None:
        self.first, self.number, self.asked = rng.randint(0, LATEST), rng.randint(0, BURST), 0

    def choose(self, rules: Rules[Any, Any], view: State, rng: Random) -> Answer:
        """The script's answer, or one drawn at random."""
        self.asked += 1
        if self.first < self.asked <= self.first + self.number:
            found = rules.options(view, 8, rng)
            return rng.choice(found) if found else super().choose(rules, view, rng)
        return super().choose(rules, view, rng)

    @property
    def over(self) -> bool:
        """Whether the burst is behind."""
        return self.asked >= self.first + self.number


def positions(rules: Rules[Any, Any], seed: int) -> list[Position]:
    """The positions of one game."""
    setting: Setting = rules.setting  # pyright: ignore
    player, seen, clocks = Burst(Random(seed)), list[State](), set[int]()

    def watch(before: State, _: Event[Any, Any]) -> None:
        asked = before.ask
        if asked is None or asked.who in (CHANCE, UMPIRE) or not player.over:
            return
        clock = rules.thinking.clock(before)
        if clock not in clocks and len(before.stack) <= 3:
            clocks.add(clock)
            seen.append(before)

    match = play_match(rules, dict.fromkeys(rules.sides, player), seed, watch)
    side = setting.scenario.victory.side
    won = 0.5 if not match.winner else float(match.winner == side)
    found: list[Position] = []
    end = match.state
    for state, after in reversed(list(pairwise([*seen, match.state]))):
        if state.tracks["turn"] != after.tracks["turn"]:
            end = after
        held = [float(holds_place(end, place, side)) for place in setting.scenario.place]
        found.append(Position(state, places(setting, state), held, won, seed))
    return found


def fitted(figures: Floats, truth: Floats, smooth: float) -> Floats:
    """Weights of a logistic regression, by Newton's method."""
    weights = np.zeros(figures.shape[1])
    for _ in range(40):
        chance = told(figures, weights)
        slope = chance * (1.0 - chance) + 1e-6
        curve = (figures * slope[:, None]).T @ figures + smooth * np.eye(len(weights))
        weights += np.linalg.solve(curve, figures.T @ (truth - chance) - smooth * weights)
    return weights


def told(figures: Floats, weights: Floats) -> Floats:
    """The chances that weights give."""
    return 1.0 / (1.0 + np.exp(-np.clip(figures @ weights, -30.0, 30.0)))


def explained(chance: Floats, truth: Floats) -> float:
    """The share of the variance of *truth* that is told."""
    return 1.0 - float(((chance - truth) ** 2).sum() / ((truth - truth.mean()) ** 2).sum())


def learn(setting: Setting, rows: Sequence[Position]) -> tuple[Floats, Floats]:
    """Weights of places, and of the outcome."""
    hold = fitted(
        np.array([place for row in rows for place in row.figures]),
        np.array([held for row in rows for held in row.held]),
        SMOOTH_HOLD,
    )
    won = np.array([row.won for row in rows])
    return hold, fitted(_outcomes(setting, rows, hold), won, SMOOTH_WIN)


def _outcomes(setting: Setting, rows: Sequence[Position], hold: Floats) -> Floats:
    return np.array(
        [outcome(setting, row.state, list(told(np.array(row.figures), hold))) for row in rows]
    )


def _as_it_stands(setting: Setting, rows: Sequence[Position]) -> Floats:
    """What is compared with: points over the least of the turn, and the share of steps."""
    found: list[tuple[float, float, float]] = []
    for row in rows:
        ahead = outcome(setting, row.state, [0.0] * len(row.figures))
        least = setting.scenario.victory.bands[row.state.tracks["turn"] - 1][0]
        found.append((1.0, points(setting, row.state) - least, ahead.strength))
    return np.array(found)


def told_apart(setting: Setting, rows: Sequence[Position]) -> tuple[float, float]:
    """How much of who wins is told in games not learned from: by the weights, by what stands."""
    truth, chance, plain = list[float](), list[float](), list[float]()
    for part in range(PARTS):
        apart = [row for row in rows if row.game % PARTS == part]
        others = [row for row in rows if row.game % PARTS != part]
        hold, win = learn(setting, others)
        won = np.array([row.won for row in others])
        stands = fitted(_as_it_stands(setting, others), won, SMOOTH_WIN)
        truth += [row.won for row in apart]
        chance += told(_outcomes(setting, apart, hold), win).tolist()
        plain += told(_as_it_stands(setting, apart), stands).tolist()
    return explained(np.array(chance), np.array(truth)), explained(np.array(plain), np.array(truth))


def main() -> None:
    """Play, learn, compare, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=100_000)
    given = parser.parse_args()
    rules = load_table(SCENARIO, {}).rules
    setting: Setting = rules.setting  # pyright: ignore
    rows: list[Position] = []
    for number in range(given.games):
        rows += positions(rules, given.seed + number)
        if number % 20 == 19:
            print(f"{number + 1} games, {len(rows)} positions", flush=True)
    now, before = told_apart(setting, rows)
    print(f"told of who wins: {now:.3f}; by points and steps as they stand: {before:.3f}")
    hold, win = learn(setting, rows)
    lines = (
        "# Written by packaging/learn_prospects.py; prospects.py says what the figures mean.",
        f'scenario = "{SCENARIO}"',
        f"games = {given.games}",
        f"seed = {given.seed}",
        f"explained = {now:.3f}",
        f"explained_before = {before:.3f}",
        f"hold = [{', '.join(f'{each:.2f}' for each in hold)}]",
        f"win = [{', '.join(f'{each:.2f}' for each in win)}]",
    )
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
