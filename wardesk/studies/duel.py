"""Which of two programs plays better: games in pairs on common seeds, judged as they come in.

Each seed is played twice, as asked and with the base player in the place of the one that is tried
(more often with the base player, if wanted). Dice and the other side are the same in both, so much
of the luck falls out of the difference. What is left of it is taken out where it can be told: each
roll gave more or less than the mean of all its ways, and what a pair gains beside that is judged (a
control variate, whose mean is known to be zero; the chance part of AIVAT, Burch et al. 2018).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from random import Random
from time import process_time
from typing import Any, Literal

from msgspec import Struct

from wardesk.engine.rules import Rules
from wardesk.engine.types import Event, GameState, Value, replace
from wardesk.players.bots import make_player
from wardesk.players.match import play_match
from wardesk.players.rolls import swing_of
from wardesk.studies.spec import MakeRules
from wardesk.studies.statistics import Z

GAIN = 0.08
"""The gain of score that is looked for: H1 of the sequential test, whose H0 is none."""
ERROR = 0.05
"""How often the sequential test may err, in either way."""
LEAST = 8
"""Pairs before the test decides: of fewer, nobody knows how much they vary."""
LEAST_DEVIATION = 0.02

Verdict = Literal["better", "not better", "open"]


class Duel(Struct, frozen=True, kw_only=True):
    """What is played: *side* is tried by *players*, against the same table with *base* on it."""

    scenario: str
    options: dict[str, Value] = {}
    players: dict[str, str]
    """Kind of player per side."""
    side: str
    base: str
    """Kind of player on *side* in the second game of each pair."""
    base_games: int = 1
    """Games of the base player per seed. Where it plays quickly, many tell its mean for little, and
    half the spread of a gain is gone; the first has the dice of the pair, the others their own."""


class Pair(Struct, frozen=True, kw_only=True):
    """The games of one seed; scores are how the last tables stand for the side that is tried."""

    seed: int
    score: float
    base: float
    """Of several games of the base player, their mean."""
    winner: str
    base_winner: str
    """Of several, who won the one with the dice of the pair."""
    seconds: float
    """Processor time of all games."""
    luck: float = 0.0
    base_luck: float = 0.0
    """What the rolls of each game gave the side more than their means; 0 of several games: they
    have a mean already, and weighing every roll takes longer than to play."""

    @property
    def gain(self) -> float:
        """How much better it went than with the base player."""
        return self.score - self.base

    @property
    def luckier(self) -> float:
        """How much luckier it was than the base player."""
        return self.luck - self.base_luck


class DuelStanding(Struct, frozen=True, kw_only=True):
    """What the pairs so far say, with 95 % intervals."""

    pairs: int
    plain: float
    """The gain with the luck in it."""
    weight: float
    """How much of its luck a gain is cleared of: as much as luck is found to show in gains."""
    gain: float
    low: float
    high: float
    """The gain without luck."""
    better: int
    equal: int
    worse: int
    score: float
    base: float
    wins: int
    base_wins: int
    ratio: float
    """Logarithm of how much likelier the gains are under H1 than under H0."""
    verdict: Verdict


def play_pair(make: MakeRules, duel: Duel, seed: int) -> Pair:
    """All games of one seed. Errors of *make* and broken games pass."""
    started = process_time()
    rules = make(duel.scenario, duel.options)
    score, luck, winner = _play(rules, duel.players, duel.side, seed)
    kinds, alone = {**duel.players, duel.side: duel.base}, duel.base_games == 1
    draw = Random(f"base {seed}")
    seeds = [seed, *(draw.getrandbits(48) for _ in range(duel.base_games - 1))]
    base = [_play(rules, kinds, duel.side, each, weighed=alone) for each in seeds]
    return Pair(
        seed=seed,
        score=score,
        base=sum(game[0] for game in base) / len(base),
        winner=winner,
        base_winner=base[0][2],
        seconds=process_time() - started,
        luck=luck,
        base_luck=base[0][1],
    )


def _play(
    rules: Rules[Any, Any],
    kinds: Mapping[str, str],
    side: str,
    seed: int,
    *,
    weighed: bool = True,
) -> tuple[float, float, str]:
    """How the last table of a game stands for *side*, the luck that it had, and who won.

    Points and losses tell two games apart where both were won; so fewer games are needed.
    *weighed*: whether to find out the luck; 0 if not.
    """
    luck = 0.0

    def stands(state: GameState[Any, Any]) -> float:
        return rules.thinking.score(replace(state, result=None), side)

    def watch(before: GameState[Any, Any], event: Event[Any, Any]) -> None:
        nonlocal luck
        swing = swing_of(rules, before, event, stands=stands)
        luck += swing.score if swing is not None else 0.0

    players = {side: make_player(kind) for side, kind in kinds.items()}
    match = play_match(rules, players, seed, watch if weighed else None)
    return stands(match.state), luck, match.winner


def play_duel(
    make: MakeRules,
    duel: Duel,
    seeds: Sequence[int],
    executor: Executor,
    *,
    window: int = 1,
    sequential: bool = False,
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[Pair, DuelStanding]]:
    """Each pair with the standing after it, in the order of *seeds* whoever is done first.

    *window* pairs are out at a time. *sequential*: the test ends it as soon as it has decided.
    """
    out: list[Future[Pair]] = []
    left = iter(seeds)
    done: list[Pair] = []
    try:
        while True:
            while len(out) < window and not should_stop():
                seed = next(left, None)
                if seed is None:
                    break
                out.append(executor.submit(play_pair, make, duel, seed))
            if not out:
                return
            done.append(out.pop(0).result())
            standing = standing_of(duel.side, done)
            yield done[-1], standing
            if sequential and standing.verdict != "open":
                return
    finally:
        for future in out:
            future.cancel()


def standing_of(side: str, pairs: Sequence[Pair]) -> DuelStanding:
    """What *pairs* say of the player on *side*. ValueError without any."""
    if not pairs:
        raise ValueError("no pair was played")
    n = len(pairs)
    weight = _weight(pairs)
    gains = [pair.gain - weight * pair.luckier for pair in pairs]
    mean = sum(gains) / n
    known = n - 2 if weight else n - 1  # the weight was found from the same pairs
    deviation = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / known) if n > 1 else 0.0
    reach = Z * deviation / math.sqrt(n) if n > 1 else math.inf
    ratio, verdict = likelihood(gains)
    return DuelStanding(
        pairs=n,
        plain=sum(pair.gain for pair in pairs) / n,
        weight=weight,
        gain=mean,
        low=max(-1.0, mean - reach),
        high=min(1.0, mean + reach),
        better=sum(pair.gain > 0 for pair in pairs),
        equal=sum(pair.gain == 0 for pair in pairs),
        worse=sum(pair.gain < 0 for pair in pairs),
        score=sum(pair.score for pair in pairs) / n,
        base=sum(pair.base for pair in pairs) / n,
        wins=sum(pair.winner == side for pair in pairs),
        base_wins=sum(pair.base_winner == side for pair in pairs),
        ratio=ratio,
        verdict=verdict,
    )


def _weight(pairs: Sequence[Pair]) -> float:
    """The slope of gains over luck; 0 of too few pairs, or where nobody was luckier.

    Where a score says little of what comes after a roll, luck shows little in gains: taking out
    all of it would add noise.
    """
    n = len(pairs)
    lucks = [pair.luckier for pair in pairs]
    mean, gain = sum(lucks) / n, sum(pair.gain for pair in pairs) / n
    spread = sum((luck - mean) ** 2 for luck in lucks)
    if n < LEAST or spread == 0.0:
        return 0.0
    common = sum(
        (luck - mean) * (pair.gain - gain) for luck, pair in zip(lucks, pairs, strict=True)
    )
    return common / spread


def likelihood(gains: Sequence[float]) -> tuple[float, Verdict]:
    """The sequential test of a mean gain of 0 against `GAIN` (Wald), with the spread as measured.

    The spread counts as `LEAST_DEVIATION` at least, so that a few equal games prove nothing.
    """
    n = len(gains)
    if n < 2:
        return 0.0, "open"
    mean = sum(gains) / n
    variance = sum((gain - mean) ** 2 for gain in gains) / (n - 1)
    variance = max(variance, LEAST_DEVIATION**2)
    ratio = n * GAIN * (mean - GAIN / 2) / variance
    bound = math.log((1 - ERROR) / ERROR)
    if n < LEAST or abs(ratio) < bound:
        return ratio, "open"
    return ratio, "better" if ratio > 0 else "not better"
