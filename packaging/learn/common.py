"""Scripted games to learn from, and logistic weights fitted to them.

The script plays both sides; somewhere a burst of up to eight answers drawn at random falls in, so
that positions differ from how the script likes them, and only what comes after it counts. How well
weights tell who wins is found in games that they are not fitted to, one part after the other, and
compared with what stands on the table. Whether a search plays better with them, only matches can
tell (`wardesk match`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Event, GameState
from wardesk.players.bots import PolicyPlayer
from wardesk.players.match import play_match

BURST = 8
"""Answers of a burst at most."""
PARTS = 8
"""Parts of the games, each of which is told by what is learned from the others."""

State = GameState[Any, Any]
Floats = NDArray[np.float64]


class Played(NamedTuple):
    """A scripted game."""

    seen: list[State]
    """The table at the first quiet question after each chit, once the burst was over."""
    end: State
    winner: str
    number: int


class Burst(PolicyPlayer):
    """The script, but for a few answers drawn at random."""

    def __init__(self, rng: Random, latest: int) -> None:
        self.first, self.number, self.asked = rng.randint(0, latest), rng.randint(0, BURST), 0

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


def games(
    rules: Rules[Any, Any], seeds: Sequence[int], *, deep: int, latest: int
) -> Iterator[Played]:
    """Scripted games; a question is quiet that is no deeper than *deep* in procedures.

    *latest*: the last question that a burst may begin at.
    """
    for seed in seeds:
        player, seen, clocks = Burst(Random(seed), latest), list[State](), set[int]()

        def watch(
            before: State,
            _: Event[Any, Any],
            player: Burst = player,
            seen: list[State] = seen,
            clocks: set[int] = clocks,
        ) -> None:
            asked = before.ask
            if asked is None or asked.who in (CHANCE, UMPIRE) or not player.over:
                return
            clock = rules.thinking.clock(before)
            if clock not in clocks and len(before.stack) <= deep:
                clocks.add(clock)
                seen.append(before)

        match = play_match(rules, dict.fromkeys(rules.sides, player), seed, watch)
        yield Played(seen, match.state, match.winner, seed)


def fitted(figures: Floats, truth: Floats, smooth: float, signs: Sequence[int] = ()) -> Floats:
    """Weights of a logistic regression, by Newton's method; *smooth* times their squares cost.

    *signs*: 1 where a figure may only speak for it, -1 only against it, 0 either way. What has the
    wrong sign counts nothing: it went with how such games came about, and a search would seek it.
    """
    kept = np.ones(figures.shape[1], dtype=bool)
    while True:
        weights = np.zeros(len(kept))
        weights[kept] = _fitted(figures[:, kept], truth, smooth)
        wrong = weights * np.array(signs or [0] * len(kept)) < 0.0
        if not wrong.any():
            return weights
        kept &= ~wrong


def _fitted(figures: Floats, truth: Floats, smooth: float) -> Floats:
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


class Wanted(NamedTuple):
    """What the command line says."""

    games: int
    seed: int

    @property
    def seeds(self) -> range:
        """One a game."""
        return range(self.seed, self.seed + self.games)


def wanted(words: str | None, games: int) -> Wanted:
    """Reads the command line; *words* tell what is learned."""
    parser = argparse.ArgumentParser(description=(words or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=games, help="of each scenario")
    parser.add_argument("--seed", type=int, default=100_000)
    given = parser.parse_args()
    return Wanted(given.games, given.seed)


def write(
    file: Path,
    given: Wanted,
    digests: Mapping[str, str],
    tells: tuple[float, float],
    weights: Mapping[str, Floats],
) -> None:
    """Writes a file of `wardesk.games.shared.learned.Learned`.

    *digests*: of the rules, by scenario. *tells*: what share of who wins the weights tell in games
    that they were not learned from, and what stands on the table does.
    """
    lines = (
        "# Written by packaging/learn; the module beside it says what the figures mean.",
        f"games = {given.games}",
        f"seed = {given.seed}",
        f"explained = {tells[0]:.3f}",
        f"explained_before = {tells[1]:.3f}",
        *(f"{key} = [{', '.join(f'{x:.2f}' for x in row)}]" for key, row in weights.items()),
        "",
        "[scenarios]",
        *(f'"{name}" = "{digest}"' for name, digest in digests.items()),
    )
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
