"""What the map, the set-up and the questions come down to, built anew and read from the text."""

import pytest
from field import HANNUT, STONNE, fresh, lay, rules

from wardesk.games.blitzkrieg.ch13_hidden import hides
from wardesk.games.blitzkrieg.chits import chit_name


@pytest.mark.rule("BK 7.1")
def test_tracks_pay_for_ground_and_less_on_a_road():
    """Clear ground costs tracks 2 and a village 4; the road into Marilles costs a column 1."""
    setting = rules("hannut").setting
    across, column = setting.costs["tracks", False], setting.costs["tracks", True]
    assert across["0704"]["0703"] == 4
    assert column["0704"]["0703"] == 1  # the road from Jauche
    assert column["0803"]["0703"] == 4  # no road
    assert across["0703"]["0803"] == column["0703"]["0803"] == 2
    assert setting.entry_cost("tracks", "0703") == 4
    assert setting.entry_cost("tracks", "0101") == 2
    assert setting.entry_cost("wheels", "0405") == 0  # no wheels in woods


@pytest.mark.rule("BK 7.2.2")
def test_armour_scatters_in_villages_orchards_and_woods():
    close = rules("hannut").setting.close
    assert {"0703", "0708", "0405", "0305"} <= close
    assert not close & {"0101", "0706", "0803"}


@pytest.mark.rule("BK 10.2", "BK 10.1", "BK 12.0")
def test_works_and_mines_lie_where_they_are_put():
    game = fresh(proposed=False)
    assert game.ask.cite == "BK 12.0"
    while game.ask.kind != "deploy-mark":
        game.press("proposed")
    assert (game.ask.who, game.ask.context, game.ask.cite) == ("french", "Works", "BK 10.2")
    game.at("1512")
    assert game.state.marks["1512/works"] == "french"
    while game.ask.kind == "deploy-mark":
        game.press("proposed")
    assert sum(key.endswith("/works") for key in game.state.marks) == 5
    mined = fresh(STONNE, proposed=False)
    while mined.ask.context != "Mines":
        mined.press("proposed")
    assert (mined.ask.kind, mined.ask.cite) == ("deploy-mark", "BK 10.1")
    while mined.ask.kind == "deploy-mark":
        mined.press("proposed")
    assert sum(key.endswith("/mines") for key in mined.state.marks) == 4


@pytest.mark.rule("BK 13.1")
def test_only_hidden_guns_keep_the_enemy_guessing():
    gun = next(
        u for u in fresh(proposed=False).state.pieces.values() if u.side == "french" and not u.hq
    )
    for option, hidden, expected in (
        ("yes", True, True),
        ("yes", False, False),
        ("no", True, False),
    ):
        its_rules = rules("hannut", hidden_guns=option)
        table = lay({gun.id: {"at": "0703", "hidden": hidden}}, its_rules=its_rules).state
        assert hides(its_rules.setting, table, "french") == expected
        assert not hides(its_rules.setting, table, "german")


def test_chits_have_names():
    names = [chit_name(HANNUT.setting, f"{chit}") for chit in (
        "german/stuka", "german/artillery", "french/artillery", "french/replay", "german/general")
    ]  # fmt: skip
    assert names == ["Stukas", "German artillery", "French artillery", "French replay",
                     "German general"]  # fmt: skip


def test_headquarters_have_no_steps():
    found = [u for u in fresh(proposed=False).state.pieces.values() if u.hq]
    assert found
    assert {u.steps for u in found} == {0}


def test_nothing_is_reached_where_nothing_is_sent():
    game = fresh(proposed=False)
    assert game.ask.shape == "path"
    piece = game.ask.pieces[0]
    goals = game.rules.showing.reach(game.state, (piece,))
    goal = next(iter(goals))
    assert game.rules.showing.route(game.state, (piece,), goal) == (goal,)
    assert game.rules.showing.reach(game.state, ()) == {}
    assert game.rules.showing.route(game.state, (), goal) == ()
    dice = fresh()
    assert dice.ask.shape != "path"
    assert dice.rules.showing.reach(dice.state, (piece,)) == {}
    assert dice.rules.showing.route(dice.state, (piece,), goal) == ()
