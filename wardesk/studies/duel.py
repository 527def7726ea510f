"""Which of two programs plays better: games in pairs on common seeds, judged as they come in.

Each seed is played twice, as asked and with the base player in the place of the one that is tried.
Dice and the other side are the same in both, so most of the luck falls out of the difference.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from time import process_time
from typing import Any, Literal

from msgspec import Struct

from wardesk.engine.rules import Rules
from wardesk.engine.types import Value, replace
from wardesk.players.bots import make_player
from wardesk.players.match import MatchResult, play_match
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


class Pair(Struct, frozen=True, kw_only=True):
    """Two games on one seed; scores are how the last tables stand for the side that is tried."""

    seed: int
    score: float
    base: float
    winner: str
    base_winner: str
    seconds: float
    """Processor time of both games."""

    @property
    def gain(self) -> float:
        """How much better it went than with the base player."""
        return self.score - self.base


class Standing(Struct, frozen=True, kw_only=True):
    """What the pairs so far say, with 95 % intervals."""

    pairs: int
    gain: float
    low: float
    high: float
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
    """Both games of one seed. Errors of *make* and broken games pass."""
    started = process_time()
    rules = make(duel.scenario, duel.options)
    tried = _play(rules, duel.players, seed)
    base = _play(rules, {**duel.players, duel.side: duel.base}, seed)
    return Pair(
        seed=seed,
        score=_standing(rules, tried, duel.side),
        base=_standing(rules, base, duel.side),
        winner=tried.winner,
        base_winner=base.winner,
        seconds=process_time() - started,
    )


def _standing(rules: Rules[Any, Any], match: MatchResult, side: str) -> float:
    """How the last table stands for *side*, whoever is said to have won on it.

    Points and losses tell two games apart where both were won; so fewer games are needed.
    """
    return rules.thinking.score(replace(match.state, result=None), side)


def _play(rules: Rules[Any, Any], kinds: Mapping[str, str], seed: int) -> MatchResult:
    return play_match(rules, {side: make_player(kind) for side, kind in kinds.items()}, seed)


def play_duel(
    make: MakeRules,
    duel: Duel,
    seeds: Sequence[int],
    executor: Executor,
    *,
    window: int = 1,
    sequential: bool = False,
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[Pair, Standing]]:
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


def standing_of(side: str, pairs: Sequence[Pair]) -> Standing:
    """What *pairs* say of the player on *side*. ValueError without any."""
    if not pairs:
        raise ValueError("no pair was played")
    gains = [pair.gain for pair in pairs]
    n = len(gains)
    mean = sum(gains) / n
    deviation = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / (n - 1)) if n > 1 else 0.0
    reach = Z * deviation / math.sqrt(n) if n > 1 else math.inf
    ratio, verdict = likelihood(gains)
    return Standing(
        pairs=n,
        gain=mean,
        low=max(-1.0, mean - reach),
        high=min(1.0, mean + reach),
        better=sum(gain > 0 for gain in gains),
        equal=sum(gain == 0 for gain in gains),
        worse=sum(gain < 0 for gain in gains),
        score=sum(pair.score for pair in pairs) / n,
        base=sum(pair.base for pair in pairs) / n,
        wins=sum(pair.winner == side for pair in pairs),
        base_wins=sum(pair.base_winner == side for pair in pairs),
        ratio=ratio,
        verdict=verdict,
    )


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
