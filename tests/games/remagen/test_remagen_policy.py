"""The scripted players: they play whole games by the rules, and beat chance."""

from random import Random

import pytest
from against_chance import against_chance, won
from rhine import RULES, lay

from wardesk.engine.kernel import begin
from wardesk.engine.types import replace
from wardesk.players.bots import make_player
from wardesk.players.match import play_match
from wardesk.players.search.worlds import Worlds


@pytest.mark.slow
def test_a_scripted_game_ends():
    both = dict.fromkeys(RULES.sides, make_player("policy"))
    state = play_match(RULES, both, 2).state
    assert state.result is not None
    assert RULES.thinking.score(state, "us") + RULES.thinking.score(state, "german") == 1


@pytest.mark.slow
@pytest.mark.parametrize("side", ["us", "german"])
def test_the_script_beats_chance(side):
    assert against_chance(RULES, side, 1).winner == side


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("side", ["us", "german"])
def test_the_script_beats_chance_in_nineteen_games_of_twenty(side):
    # of sixty: three draws of chance among the first twenty would else speak for all games
    assert won(RULES, side, 60) >= 57


def answer(game):
    return RULES.thinking.policy(game.state, Random(0))


def followed(game, most=40):
    """The script's answers until its side is no longer asked to move or to load."""
    kinds = ("move", "load", "unload", "carrier", "unload-at")
    who = game.ask.who
    for _ in range(most):
        if game.ask is None or game.ask.who != who or game.ask.kind not in kinds:
            break
        game.give(answer(game))
    return game


def test_guns_come_on_behind_vehicles():
    game = lay("german_arrivals", "german howitzer german_yard", "german truck german_yard",
               "german infantry german_yard x3", "us medium_tank K10")  # fmt: skip
    assert set(answer(game).pieces) == {"german-howitzer-1", "german-truck-1"}


def test_a_towed_gun_is_dropped_in_range_and_kept_back():
    on = {"german-howitzer-1": {"carrier": "german-truck-1"}}
    game = lay("german_move", "german truck Q18", "german howitzer Q18", "us medium_tank K10",
               changes=on)  # fmt: skip
    followed(game)
    gun = game.unit("german-howitzer-1")
    distance = RULES.setting.rhine.distance(gun.at, "K10")
    assert gun.carrier == ""
    assert 4 <= distance <= 10


def test_guns_stay_by_day_while_they_see_a_target_and_move_by_night():
    rows = ("german anti_tank K14", "german howitzer P18", "us medium_tank K12")
    day = followed(lay("german_move", *rows, turn=4))
    assert (day.at("german-anti_tank-1"), day.at("german-howitzer-1")) == ("K14", "P18")
    night = followed(lay("german_move", *rows, turn=3))
    distance = RULES.setting.rhine.distance
    assert distance(night.at("german-howitzer-1"), "K12") == 5  # a better divisor


def test_guns_are_kept_back():
    game = followed(lay("german_move", "german howitzer K15", "us medium_tank K12", turn=4))
    assert RULES.setting.rhine.distance(game.at("german-howitzer-1"), "K12") == 4


def test_a_truck_fetches_a_gun_without_a_target_and_drives_on():
    game = followed(lay("us_move", "us truck B4", "us howitzer F4", "german infantry Q12"))
    assert game.unit("us-howitzer-1").moved
    distance = RULES.setting.rhine.distance
    assert distance(game.at("us-howitzer-1"), "Q12") < distance("F4", "Q12") - 1


def test_the_buffalo_ferries_an_armoured_car_to_the_site():
    game = lay("us_move", "us buffalo A7", "us armoured_car A7", "german infantry Q17", turn=1)
    followed(game)
    assert game.unit("us-armoured_car-1").carrier == "us-buffalo-1"
    assert game.at("us-buffalo-1") in ("A9", "B9")


def test_engineers_go_where_the_germans_do_not_reach():
    game = lay("us_move", "us engineers A7 x3", "german infantry K13", turn=2)
    followed(game)
    assert {game.at(f"us-engineers-{n}") for n in (1, 2, 3)} == {"B8"}


def test_armour_goes_over_the_bridge_before_men():
    game = lay("us_move", "us infantry K6", "us medium_tank K6", "german infantry H15")
    first = answer(game)
    assert first.pieces == ("us-medium_tank-1",)
    assert first.cells[-1] in RULES.setting.rhine.east


def test_the_weaker_side_holds_the_bridge():
    rows = ("us medium_tank K10", "german heavy_tank H14 x2", "german medium_tank H15 x2")
    game = followed(lay("us_move", *rows))
    assert RULES.setting.rhine.distance(game.at("us-medium_tank-1"), "K10") <= 1


def test_germans_march_on_a_pontoon_bridge():
    game = lay("german_move", "german medium_tank D13", "us engineers B8", "us infantry B12",
               tracks={"labour B": 12}, turn=3)  # fmt: skip
    followed(game)
    assert RULES.setting.rhine.distance(game.at("german-medium_tank-1"), "B11") <= 2


def test_americans_bring_armour_first():
    game = lay("us_arrivals", "us infantry us_yard x3", "us heavy_tank us_yard",
               "us medium_tank us_yard")  # fmt: skip
    answer = RULES.thinking.policy(game.state, Random(0))
    assert answer.pieces == ("us-heavy_tank-1",)


def test_a_salvo_is_aimed_where_it_costs_most():
    game = lay("us_fire", "us howitzer K4", "german medium_tank K10", "german infantry J11")
    answer = RULES.thinking.policy(game.state, Random(0))
    assert answer.cells == ("K10",)


def test_a_set_up_is_judged_when_both_sides_have_had_their_first_turn():
    _, state = begin(RULES, umpire=False)
    assert state.ask is not None
    assert state.ask.kind == "set-up"
    worlds = Worlds(RULES, state, 1)
    course = worlds.play(RULES.thinking.policy(state, Random(0)), 0)
    assert course.answers > 40  # it was over after three of them, before anybody had moved
    first_turn = replace(state, tracks={**state.tracks, "turn": 1})
    assert RULES.thinking.clock(state) == RULES.thinking.clock(first_turn)
