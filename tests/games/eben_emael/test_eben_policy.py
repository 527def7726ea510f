"""The scripted players: better than chance, never illegal, and a match for each other."""

from collections import Counter
from random import Random
from statistics import mean

import pytest
from eben import RULES, fresh, garrison, lay

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.types import replace
from wardesk.games.eben_emael import prospects
from wardesk.players.bots import make_player
from wardesk.players.match import play_match
from wardesk.services.play.tables import load_table

pytestmark = [pytest.mark.plays, pytest.mark.timeout(600)]
GAMES = 60
"""Of each pairing here, with the options as they are printed; 300 with ``--long``."""


def points(rules, seed: int, scripted: tuple[str, ...]) -> int:
    """Victory points of a game in which only *scripted* sides play by the policy.

    Germans who have lost all their men hold nothing, whatever the track says.
    """
    _, state = begin(rules, umpire=False)
    dice, rng, chances, number = SeededDice(seed), Random(seed), 0, 0
    while state.ask is not None:
        ask = state.ask
        if ask.who == "chance":
            answer = dice.answer(ask, 0, chances)
            chances += 1
        else:
            player = rules.thinking.policy if ask.who in scripted else rules.sample
            answer = player(state, rng)
        number += 1
        stamp = Stamp(id=number, parent=number - 1)
        _, state = advance(rules, state, answer, stamp, umpire=False)
    return 0 if state.result.cite == "EE N48" else state.tracks["victory_points"]


def series(name: str, *scripted: str, games: int = GAMES) -> list[int]:
    rules = load_table(f"eben-emael/{name}", {}).rules
    return [points(rules, seed, scripted) for seed in range(games)]


@pytest.fixture(scope="module")
def germans() -> dict[str, list[int]]:
    """What scripted Germans take from Belgians at random."""
    return {name: series(name, "german") for name in ("historical", "full-readiness")}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "more"), [("historical", 2), ("full-readiness", 9)])
def test_the_german_player_takes_more_than_chance(germans, name, more):
    at_random = series(name)
    assert mean(germans[name]) >= mean(at_random) + more
    assert sum(a > b for a, b in zip(germans[name], at_random, strict=True)) >= 36


@pytest.mark.parametrize("name", ["historical", "full-readiness"])
def test_what_the_rules_have_worked_out_before_changes_no_answer(name):
    rules, new = (load_table(f"eben-emael/{name}", {}).rules for _ in range(2))
    asked = []

    def ask_again(state, event):
        if state.ask.who in rules.sides:
            for store in (new.setting.fort.halts, new.setting.fort.floods,
                          new.setting.tables.combat.exchanges):  # fmt: skip
                store.clear()
            alone = replace(state, pieces=dict(state.pieces))
            asked.append(state.ask.kind)
            assert new.thinking.policy(alone, Random(0)) == rules.thinking.policy(state, Random(0))

    scripts = dict.fromkeys(rules.sides, make_player("policy"))
    for seed in range(3):
        play_match(rules, scripts, seed, ask_again)
    assert len(asked) > 100


def test_twins_of_a_unit_that_moves_are_looked_at_once(monkeypatch):
    looked = []
    true = prospects.goals
    monkeypatch.setattr(prospects, "goals", lambda *args: looked.append(args[2].id) or true(*args))
    units = (*(garrison(f"g{k}", "MN") for k in range(3)), garrison("weak", "MN", 5))
    game = lay("belgian_move", {"glider-1": "D1"}, units)
    looked.clear()
    RULES.thinking.policy(game.state, Random(0))
    assert looked == ["g0", "weak"]


@pytest.mark.slow
def test_the_belgian_player_takes_four_points_more_than_chance(germans):
    taken = series("full-readiness", "german", "belgian")
    assert mean(germans["full-readiness"]) - mean(taken) >= 4


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_belgian_player_takes_four_points_more_in_many_games():
    at_random = series("full-readiness", "german", games=300)
    taken = series("full-readiness", "german", "belgian", games=300)
    assert mean(at_random) - mean(taken) >= 4


@pytest.mark.slow
def test_where_the_works_stand_empty_the_belgian_player_does_no_worse_than_chance(germans):
    """BALANCE.md says why there is no more in it."""
    assert mean(germans["historical"]) >= mean(series("historical", "german", "belgian"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["historical", "full-readiness"])
def test_scripted_games_spread_over_the_levels(name):
    rules = load_table(f"eben-emael/{name}", {}).rules
    players = {side: make_player("policy") for side in rules.sides}
    levels = Counter(play_match(rules, players, seed).result.level for seed in range(30))
    assert sum(often >= 2 for often in levels.values()) >= 3, levels
    assert max(levels.values()) <= 20, levels


def test_the_policy_also_answers_for_the_umpire():
    game = fresh(umpire=True)
    rng = Random(4)
    for _ in range(120):
        if game.ask is None:
            break
        game.give(RULES.thinking.policy(game.state, rng))
    assert game.state.tracks["turn"] >= 1
