"""The scripted player against random play, on the proving ground and in May 1940."""

from random import Random

import pytest
from front import rules

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin


def winner(its_rules, side: str, seed: int) -> str:
    """Who wins when *side* is scripted and the other plays at random."""
    rng, dice = Random(seed), SeededDice(seed)
    event, state = begin(its_rules, umpire=False)
    while state.ask is not None:
        ask = state.ask
        if ask.who == "chance":
            answer = dice.answer(ask, 0, event.chances)
        elif ask.who == side:
            answer = its_rules.thinking.policy(its_rules.view(state, side), rng)
        else:
            answer = its_rules.sample(state, rng)
        stamp = Stamp(id=event.id + 1, parent=event.id, chances=event.chances)
        event, state = advance(its_rules, state, answer, stamp, umpire=False)
    return state.result.winner


@pytest.mark.parametrize("side", ["axis", "allies"])
def test_it_wins_the_proving_ground_from_random_play(side):
    assert sum(winner(rules(), side, seed) == side for seed in range(4)) >= 3


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("side", ["axis", "allies"])
@pytest.mark.parametrize("battle", ["proving-ground", "belgium"])
def test_it_wins_nineteen_of_twenty_games_from_random_play(battle, side):
    its_rules = rules(battle)
    assert sum(winner(its_rules, side, seed) == side for seed in range(20)) >= 19
