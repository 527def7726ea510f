"""The balance of a scenario: levels, good endings, and turns in which a side has a choice."""

import balance
import pytest
from dice_race import make_race

from wardesk.engine.types import Choose
from wardesk.players.bots import make_player


@pytest.fixture(scope="module")
def race():
    return make_race("race", {})


def players(rules, **more):
    return {side: make_player("policy") for side in rules.sides} | more


def test_a_report_tells_ends_and_choices(race):
    games = [balance.play(race, players(race), seed) for seed in range(6)]
    told = balance.report(race, games, {"red": {game.level for game in games}})
    won = sum(game.winner == "red" for game in games) / 6
    assert told.startswith("6 games\n")
    assert f"good endings, red: {won:.1%}; others: {1 - won:.1%}" in told
    assert all(f"turns with a choice, {side}: " in told for side in race.sides)


def test_a_report_leaves_out_what_only_some_games_counted(race):
    games = [balance.play(race, players(race), seed) for seed in range(2)]
    games[0].tracks["once"] = 1
    told = balance.report(race, games, {})
    assert "mean points: " in told
    assert "once" not in told


def test_a_side_that_the_game_does_not_have_is_refused(capsys):
    with pytest.raises(SystemExit):
        balance.main(["eben-emael/historical", "--games", "1", "--players", "american=random"])
    assert "no side american; there are german, belgian" in capsys.readouterr().err


def test_the_same_seed_gives_the_same_game(race):
    assert balance.play(race, players(race), 3) == balance.play(race, players(race), 3)


def test_who_looks_ahead_runs_where_the_script_rests(monkeypatch):
    race = make_race("race", {})
    monkeypatch.setattr(race, "policy", lambda state, rng: Choose("rest"))
    monkeypatch.setattr(race, "score", lambda state, side: float(state.tracks["points"]))
    lazy = balance.play(race, players(race), 3)
    keen = balance.play(race, players(race, red=balance.Searcher("red", 3)), 3)
    assert lazy.tracks["points"] == 0
    assert keen.tracks["points"] > 8


def test_the_best_of_many_games_is_none_of_the_worse_ones(race):
    games = [balance.play(race, players(race, red=balance.Mixed(share, salt)), 3)
             for salt, share in enumerate((0.0, 0.3, 0.6, 0.9, 0.0))]  # fmt: skip
    best = balance.best_of(race, players(race), 3, "red", 5)
    assert best.scores["red"] == max(game.scores["red"] for game in games)
    assert len({tuple(game.tracks.items()) for game in games}) > 1  # they are not one game


def test_the_command_plays_a_shipped_scenario(capsys):
    words = ["eben-emael/historical", "--games", "1", "--good", "german=minor victory"]
    assert balance.main(words) == 0
    told = capsys.readouterr().out
    assert "good endings, german: " in told
    assert "mean victory_points: " in told
