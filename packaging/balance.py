"""Balance of a scenario: how it ends for each side, and in how many turns a side has a choice.

    balance.py eben-emael/historical --games 300 --good german=overwhelming,major,minor
    balance.py eben-emael/historical --games 300 --players belgian=random
    balance.py eben-emael/historical --games 20 --search belgian
    balance.py eben-emael/historical --games 20 --best belgian --tries 80

``wardesk study`` tells the levels with their margins; this adds what it does not count. A *turn
with a choice* asks the side a question that is not answered for it: with more than one legal
answer. ``--search SIDE`` lets that side look ahead: it plays every answer, the rest of the game
scripted, several times with other dice, and takes the answer that ends best for it on average.
``--best SIDE`` plays each game many times, that side by the script, at random and by mixtures of
both, and keeps the game that ended best for it. That flatters the side: the best dice come with it.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean
from typing import Any

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, UMPIRE, Answer, GameState, Outcome
from wardesk.players.bots import decision_rng, make_player
from wardesk.services.play.tables import load_table

AWAY = frozenset({"losses", "machine-guns"})
"""Questions that are not worth a search."""

State = GameState[Any, Any]


@dataclass
class Played:
    """One game: how it ended, and the turns in which each side was asked and had a choice."""

    level: str
    winner: str
    tracks: Mapping[str, int]
    scores: Mapping[str, float] = field(default_factory=dict[str, float])
    """By side, from 0 to 1, as the game's own players weigh how it ended."""
    turns: set[int] = field(default_factory=set)
    chosen: dict[str, set[int]] = field(default_factory=lambda: defaultdict[str, set[int]](set))
    busy: dict[str, set[int]] = field(default_factory=lambda: defaultdict[str, set[int]](set))
    """Turns in which the side was asked anything but movement, or moved."""


class Searcher:
    """Plays answers out to the end, the rest of the game scripted, and takes the best."""

    name = "search"

    def __init__(self, side: str, tries: int, answers: int = 12) -> None:
        self.side, self.tries, self.most = side, tries, answers

    def choose(self, rules: Rules[Any, Any], state: State, rng: Random) -> Answer:
        """The answer whose games end best on average; the script's own when none is better."""
        first = rules.thinking.policy(state, rng)
        ask = state.ask
        if ask is None or ask.kind in AWAY:
            return first
        answers = [first]
        for _ in range(3 * self.most):
            other = rules.sample(state, rng)
            if other not in answers and len(answers) < self.most:
                answers.append(other)
        if len(answers) == 1:
            return first
        seeds = [rng.randrange(1 << 30) for _ in range(self.tries)]
        return max(answers, key=lambda answer: self._value(rules, state, answer, seeds))

    def _value(
        self, rules: Rules[Any, Any], state: State, answer: Answer, seeds: Sequence[int]
    ) -> float:
        return mean(self._end(rules, state, answer, seed) for seed in seeds)

    def _end(self, rules: Rules[Any, Any], state: State, answer: Answer, seed: int) -> float:
        dice, rng, chances = SeededDice(seed), Random(seed), 0
        _, now = advance(rules, state, answer, Stamp(id=1, parent=0), umpire=False)
        while now.ask is not None:
            if now.ask.who == CHANCE:
                answer, chances = dice.answer(now.ask, 0, chances), chances + 1
            else:
                answer = rules.thinking.policy(now, rng)
            _, now = advance(rules, now, answer, Stamp(id=1, parent=0), umpire=False)
        return rules.thinking.score(now, self.side)


class Mixed:
    """Answers by the script in so many cases of one, else at random."""

    name = "mixed"

    def __init__(self, share: float, salt: int) -> None:
        self.share, self.salt = share, salt

    def choose(self, rules: Rules[Any, Any], state: State, rng: Random) -> Answer:
        """Another answer for every *salt*."""
        own = Random(f"{self.salt} {rng.random()}")
        scripted = own.random() < self.share
        return rules.thinking.policy(state, own) if scripted else rules.sample(state, own)


SHARES = (0.0, 0.3, 0.6, 0.9)
"""How much of a game of `best_of` is scripted."""


def best_of(
    rules: Rules[Any, Any], players: Mapping[str, Any], seed: int, side: str, tries: int
) -> Played:
    """Of *tries* games of a seed, *side* played otherwise in each, the one that is best for it."""
    games = [
        play(rules, {**players, side: Mixed(SHARES[salt % len(SHARES)], salt)}, seed)
        for salt in range(tries)
    ]
    return max(games, key=lambda game: game.scores[side])


def play(rules: Rules[Any, Any], players: Mapping[str, Any], seed: int) -> Played:
    """One game between *players*, a player for every side."""
    _, state = begin(rules, umpire=False)
    dice, chances, counts = SeededDice(seed), 0, Counter[str]()
    game = Played("", "", {})
    while (ask := state.ask) is not None:
        turn = state.tracks.get("turn", 0)
        game.turns.add(turn)
        if ask.who == CHANCE:
            answer, chances = dice.answer(ask, 0, chances), chances + 1
        elif ask.who == UMPIRE:
            answer = Outcome(ask.proposed)
        else:
            rng = decision_rng(seed, ask.who, counts[ask.who])
            counts[ask.who] += 1
            answer = players[ask.who].choose(rules, state, rng)
            game.chosen[ask.who].add(turn)
            if ask.kind != "move" or getattr(answer, "cells", ()):
                game.busy[ask.who].add(turn)
        _, state = advance(rules, state, answer, Stamp(id=1, parent=0), umpire=False)
    if state.result is not None:
        game.level, game.winner = state.result.level, state.result.winner
    game.tracks = dict(state.tracks)
    game.scores = {side: rules.thinking.score(state, side) for side in rules.sides}
    return game


def report(rules: Rules[Any, Any], games: Sequence[Played], good: Mapping[str, set[str]]) -> str:
    """Levels, good endings, mean tracks, and turns with a choice, in per cent."""
    count = len(games)
    lines = [f"{count} games"]
    ends = Counter((game.winner, game.level) for game in games)
    for (winner, level), often in ends.most_common():
        lines.append(
            f"  {winner or 'nobody'}, {level or 'no level'}: {often} ({often / count:.1%})"
        )
    for side, levels in good.items():
        won = sum(game.winner == side and game.level in levels for game in games)
        lines.append(f"good endings, {side}: {won / count:.1%}; others: {1 - won / count:.1%}")
    every = [t for t in games[0].tracks if all(t in game.tracks for game in games)]
    means = {track: mean(game.tracks[track] for game in games) for track in every}
    lines += [f"  mean {track}: {value:.2f}" for track, value in means.items()]
    for side in rules.sides:
        lines.append(f"mean score, {side}: {mean(game.scores[side] for game in games):.4f}")
    turns = sum(len(game.turns - {0}) for game in games)
    for side in rules.sides:
        asked = sum(len(game.chosen[side] - {0}) for game in games)
        busy = sum(len(game.busy[side] - {0}) for game in games)
        lines.append(
            f"turns with a choice, {side}: {asked / turns:.1%};"
            f" moved, or asked anything but movement: {busy / turns:.1%}"
        )
    return "\n".join(lines)


def _pairs(words: Sequence[str]) -> dict[str, str]:
    parts = (word.partition("=") for word in words)
    return {key: value for key, _, value in parts}


def main(args: Sequence[str] | None = None) -> int:
    """Entry of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("scenario", help="pack/scenario")
    parser.add_argument("--games", type=int, default=300, help="how many (300)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    parser.add_argument("--players", nargs="*", default=[], help="SIDE=policy or SIDE=random")
    parser.add_argument("--option", nargs="*", default=[], help="KEY=VALUE of the rules")
    parser.add_argument("--good", nargs="*", default=[], help="SIDE=level,level")
    parser.add_argument("--search", default="", help="the side that looks ahead")
    parser.add_argument("--best", default="", help="the side whose best game of many is kept")
    parser.add_argument("--tries", type=int, default=8, help="games for each answer or seed (8)")
    parser.add_argument("--answers", type=int, default=12, help="compared at a question (12)")
    given = parser.parse_args(args)
    rules = load_table(given.scenario, _pairs(given.option)).rules
    kinds = dict.fromkeys(rules.sides, "policy") | _pairs(given.players)
    named = {*_pairs(given.players), *_pairs(given.good), given.search, given.best} - {""}
    if strange := sorted(named - {*rules.sides}):
        parser.exit(2, f"no side {', '.join(strange)}; there are {', '.join(rules.sides)}\n")
    players: dict[str, Any] = {side: make_player(kind) for side, kind in kinds.items()}
    if given.search:
        players[given.search] = Searcher(given.search, given.tries, given.answers)
    seeds = range(given.seed, given.seed + given.games)
    if given.best:
        games = [best_of(rules, players, seed, given.best, given.tries) for seed in seeds]
    else:
        games = [play(rules, players, seed) for seed in seeds]
    good = {side: set(levels.split(",")) for side, levels in _pairs(given.good).items()}
    print(report(rules, games, good))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
