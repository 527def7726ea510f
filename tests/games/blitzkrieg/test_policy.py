"""The scripted player against random play, and what it is made of."""

from random import Random

import pytest
from field import HANNUT, LESSON, STONNE, acting, lay

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.types import Choose, Path
from wardesk.games.blitzkrieg.policy import harm


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


@pytest.mark.parametrize(("side", "least"), [("german", 8), ("french", 6)])
def test_it_wins_the_lesson_from_random_play(side, least):
    assert sum(winner(LESSON, side, seed) == side for seed in range(8)) >= least


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("side", ["german", "french"])
@pytest.mark.parametrize("its_rules", [HANNUT, STONNE], ids=["hannut", "stonne"])
def test_it_wins_nineteen_of_twenty_battles_from_random_play(its_rules, side):
    assert sum(winner(its_rules, side, seed) == side for seed in range(20)) >= 19


def test_more_attack_is_never_less_harm():
    worth = [harm(HANNUT.setting, factor) for factor in range(-2, 10)]

    assert worth[0] == 0.0
    assert worth == sorted(worth)
    assert worth[-1] == worth[-2]


def test_it_fires_when_it_pays_and_marches_to_what_it_wants():
    units = {"1-cuir-hq": "1606", "1-cuir-somua-1": "1707", "kg-motorcycles-1": "1708"}
    table = lay(units, *acting("french", "1-cuir"))
    assert HANNUT.thinking.policy(table.state, Random(1)) == Choose("fire")
    alone = lay({"1-cuir-hq": "1606", "1-cuir-somua-1": "1606"}, *acting("french", "1-cuir"))
    march = HANNUT.thinking.policy(alone.state, Random(1))
    assert isinstance(march, Path)
    assert march.cells[-1] == "1707"
