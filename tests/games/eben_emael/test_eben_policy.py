"""The scripted players: better than chance, never illegal, and a match for each other."""

from collections import Counter
from random import Random

import pytest
from eben import RULES, fresh

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.players.bots import make_player
from wardesk.players.match import play_match
from wardesk.services.play.tables import load_table

pytestmark = pytest.mark.plays
PAIRS = 100


def points(seed: int, scripted: tuple[str, ...]) -> int:
    """Victory points of a game in which only *scripted* sides play by the policy.

    Germans who have lost all their men hold nothing, whatever the track says.
    """
    _, state = begin(RULES, umpire=False)
    dice, rng, chances, number = SeededDice(seed), Random(seed), 0, 0
    while state.ask is not None:
        ask = state.ask
        if ask.who == "chance":
            answer = dice.answer(ask, 0, chances)
            chances += 1
        else:
            player = RULES.thinking.policy if ask.who in scripted else RULES.sample
            answer = player(state, rng)
        number += 1
        stamp = Stamp(id=number, parent=number - 1)
        _, state = advance(RULES, state, answer, stamp, umpire=False)
    return 0 if state.result.cite == "EE N48" else state.tracks["victory_points"]


@pytest.fixture(scope="module")
def at_random() -> list[int]:
    return [points(seed, ()) for seed in range(PAIRS)]


def test_the_german_player_takes_more_than_chance(at_random):
    better = sum(points(s, ("german",)) > at_random[s] for s in range(PAIRS))
    assert better >= 80


def test_the_belgian_player_concedes_less_than_chance(at_random):
    better = sum(points(s, ("belgian",)) < at_random[s] for s in range(PAIRS))
    assert better >= 70


@pytest.mark.parametrize("name", ["historical", "full-readiness"])
def test_scripted_games_spread_over_the_levels(name):
    rules = load_table(f"eben-emael/{name}", {}).rules
    players = {side: make_player("policy") for side in rules.sides}
    levels = Counter(play_match(rules, players, seed).result.level for seed in range(60))
    assert sum(often >= 3 for often in levels.values()) >= 3, levels
    assert max(levels.values()) <= 40, levels


def test_the_policy_also_answers_for_the_umpire():
    game = fresh(umpire=True)
    rng = Random(4)
    for _ in range(120):
        if game.ask is None:
            break
        game.give(RULES.thinking.policy(game.state, rng))
    assert game.state.tracks["turn"] >= 1
