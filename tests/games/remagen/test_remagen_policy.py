"""The scripted players: they play whole games by the rules, and beat chance."""

from random import Random

import pytest
from rhine import RULES, lay

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin


def played(seed: int, scripted: set[str]):
    """The end of a game in which *scripted* sides play by script and the others at random."""
    rng, dice = Random(seed), SeededDice(seed)
    event, state = begin(RULES, umpire=False)
    while state.ask is not None:
        if state.ask.who == "chance":
            answer = dice.answer(state.ask, 0, event.chances)
        elif state.ask.who in scripted:
            answer = RULES.thinking.policy(state, rng)
        else:
            answer = RULES.sample(state, rng)
        stamp = Stamp(id=event.id + 1, parent=event.id, chances=event.chances)
        event, state = advance(RULES, state, answer, stamp, umpire=False)
    return state


def test_a_scripted_game_ends():
    state = played(2, {"us", "german"})
    assert state.result is not None
    assert RULES.thinking.score(state, "us") + RULES.thinking.score(state, "german") == 1


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("side", ["us", "german"])
def test_the_script_beats_chance(side):
    won = sum(played(seed, {side}).result.winner == side for seed in range(20))
    assert won >= 19


def test_americans_bring_armour_first():
    game = lay("us_arrivals", "us infantry us_yard x3", "us heavy_tank us_yard",
               "us medium_tank us_yard")  # fmt: skip
    answer = RULES.thinking.policy(game.state, Random(0))
    assert answer.pieces == ("us-heavy_tank-1",)


def test_a_salvo_is_aimed_where_it_costs_most():
    game = lay("us_fire", "us howitzer K4", "german medium_tank K10", "german infantry J11")
    answer = RULES.thinking.policy(game.state, Random(0))
    assert answer.cells == ("K10",)
