"""What a search claims against what it truly gains, and what one answer of it costs.

Positions come from scripted games. Where the search leaves the script, both answers are played to
the end by scripts with the same dice; what the table is worth then is the truth.
"""

from __future__ import annotations

import time
from random import Random
from statistics import median
from typing import NamedTuple

import pytest

from wardesk.engine.kernel import Stamp, advance
from wardesk.engine.types import replace
from wardesk.players.bots import PolicyPlayer
from wardesk.players.match import play_match, play_on
from wardesk.players.search.search import think
from wardesk.services.play.tables import load_table

ROOF, FORT = "eben-emael/historical", "eben-emael/full-readiness"
HANNUT = "hannut-stonne/hannut"
PAIRS = 24


class Audit(NamedTuple):
    """Means over the positions of one side, in shares of the score."""

    positions: int
    changed: int
    claim: float
    truth: float
    error: float
    """Standard error of the truth."""


def positions(rules, side, seeds, number):
    """Views in which *side* was asked in scripted games, and the states behind them."""
    found = []

    class Spy(PolicyPlayer):
        def choose(self, rules, view, rng):
            if view.ask.who == side and len(rules.options(view, 4, Random(0))) > 1:
                found.append(view)
            return super().choose(rules, view, rng)

    for seed in seeds:
        play_match(rules, dict.fromkeys(rules.sides, Spy()), seed)
    return Random(1).sample(found, min(number, len(found)))


def audit(scenario, side, seeds, number=40, answers=800):
    """Judge the changed answers of *number* positions by `PAIRS` pairs of whole games each."""
    rules = load_table(scenario, {}).rules
    views = positions(rules, side, seeds, number)
    scripts = dict.fromkeys(rules.sides, PolicyPlayer())
    claims, truths = [], []
    changed = 0
    for number, view in enumerate(views):
        thought = think(rules, view, Random(number), answers)
        if not thought.changed:
            claims.append(0.0)
            truths.append(0.0)
            continue
        changed += 1
        gains = []
        for pair in range(PAIRS):
            worth = []
            for answer in (thought.answer, thought.script.answer):
                guess = rules.thinking.guess(view, side, Random(pair))
                _, state = advance(rules, guess, answer, Stamp(id=1, parent=0), umpire=False)
                end = play_on(rules, state, scripts, 70_000 + pair).state
                worth.append(rules.thinking.score(replace(end, result=None), side))
            gains.append(worth[0] - worth[1])
        claims.append(thought.chosen.gain)
        truths.append(sum(gains) / PAIRS)
    n = len(views)
    truth = sum(truths) / n
    error = (sum((each - truth) ** 2 for each in truths) / max(1, n - 1) / n) ** 0.5
    return Audit(n, changed, sum(claims) / n, truth, error)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("scenario", "side"), [(ROOF, "german"), (FORT, "belgian")])
def test_claims_come_true_within_a_factor_of_two(budget, scenario, side):
    found = audit(scenario, side, range(700, 706))
    told = f"claim {found.claim:.4f}, truth {found.truth:+.4f} ± {1.96 * found.error:.4f}"
    told += f", {found.changed} of {found.positions} changed"
    reach = 1.96 * found.error  # the truth is measured, too
    kept = found.claim / 2 - reach <= found.truth <= 2 * found.claim + reach
    budget(f"claims of a Captain, {scenario}, {side}", "truth / 2 to truth x 2", told, kept)
    assert kept


def test_a_captain_costs_no_more_than_so_many_scripted_games(budget):
    """Ratios to a scripted game of the same scenario, which is what a search is made of."""
    for scenario, seed, most in ((ROOF, 3, 9.0), (HANNUT, 3, 1.5)):
        rules = load_table(scenario, {}).rules
        begun = time.process_time()
        play_match(rules, dict.fromkeys(rules.sides, PolicyPlayer()), seed)
        game = time.process_time() - begun
        took = []
        for side in rules.sides:
            for view in positions(rules, side, [seed], 8):
                begun = time.process_time()
                think(rules, view, Random(7), 800)
                took.append(time.process_time() - begun)
        found = median(took) / game
        told = f"{found:.1f} games, {median(took):.2f} s"
        budget(f"median decision of a Captain, {scenario}", f"{most} games", told, found <= most)
        assert found <= most


def test_an_answer_of_a_search_costs_no_more_than_so_many_additions(budget, addition):
    """All of a search by the answers that it gave in imagined worlds; the best of three rounds."""
    most = 7_000
    for scenario, side in ((ROOF, "german"), (FORT, "belgian")):
        rules = load_table(scenario, {}).rules
        views = positions(rules, side, range(700, 703), 12)
        yard, answer = [], []
        for _ in range(3):
            yard.append(addition())
            begun = time.process_time()
            given = sum(think(rules, view, Random(k), 800).answers for k, view in enumerate(views))
            answer.append((time.process_time() - begun) / given)
        found = min(answer) / min(yard)
        told = f"{found:,.0f} additions, {min(answer) * 1e6:.0f} µs"
        budget(f"an answer of a search, {scenario}, {side}", f"{most:,} additions", told,
               found <= most)  # fmt: skip
        assert found <= most
