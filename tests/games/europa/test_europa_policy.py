"""The scripted player against random play, on the proving ground and in May 1940."""

import pytest
from against_chance import won
from front import rules


@pytest.mark.parametrize("side", ["axis", "allies"])
def test_it_wins_the_proving_ground_from_random_play(side):
    assert won(rules(), side, 4) >= 3


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("side", ["axis", "allies"])
@pytest.mark.parametrize("battle", ["proving-ground", "belgium"])
def test_it_wins_nineteen_of_twenty_games_from_random_play(battle, side):
    its_rules = rules(battle)
    assert won(its_rules, side, 20) >= 19
