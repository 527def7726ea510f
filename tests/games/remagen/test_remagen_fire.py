"""Chapters 9 and 10: the exchange of fire and what hits do."""

import pytest
from rhine import RULES, lay

from wardesk.games.remagen.ch09_fire import divisor, salvo_case, salvo_dice
from wardesk.games.remagen.dice import expected

ROWS = ("us medium_tank D4", "us armoured_car D4", "german infantry D6", "german bazooka D6",
        "german paratroops D6 x3")  # fmt: skip


@pytest.mark.rule("RB 10.8", "RB 10.1", "RB 10.2", "RB 10.4", "RB 10.5", "RB 10.6", "RB 10.9",
                  "RB 9.8")  # fmt: skip
def test_the_example_of_the_text():
    game = lay("us_fire", *ROWS)
    game.go("us-medium_tank-1 us-armoured_car-1", "D6")
    assert game.ask.dice == (6, 6, 6)
    case = game.rules.showing.case(game.state)
    assert case is not None
    assert [(line.label, line.value) for line in case.inputs] == [
        ("Dice", "3"), ("Sectors away", "2"), ("Divided by", "3")]  # fmt: skip
    game.roll(4, 4, 5)
    assert game.ask.kind == "hit-dice"
    assert len(game.ask.dice) == 4
    game.roll(3, 3, 3, 2)
    left = {u.id: u.figures for u in game.state.pieces.values() if u.at and u.side == "german"}
    assert left == {"german-bazooka-1": 1}
    near = lay("us_fire", "us medium_tank D5", *ROWS[2:],
               changes={"german-bazooka-1": {"figures": 1}})  # fmt: skip
    near.go("us-medium_tank-1", "D6").roll(1, 1).roll(1)
    assert near.ask.kind == "casualties"  # infantry and paratroops are both open to it
    near.choose("paratroops")
    assert near.ask.kind == "return-fire"
    assert "german-bazooka-1" in near.ask.pieces  # one man fires like three


def test_one_pip_more_would_have_killed_them_all():
    game = lay("us_fire", *ROWS).go("us-medium_tank-1 us-armoured_car-1", "D6").roll(4, 4, 5)
    game.roll(3, 3, 3, 3)
    assert not any(u.at for u in game.state.pieces.values() if u.side == "german")


@pytest.mark.rule("RB 10.2", "RB 10.3")
def test_dice_are_divided_by_the_range():
    by = [divisor(RULES.setting, "A1", f"A{n}") for n in range(2, 14)]
    assert by == [2, 3, 4, 5, 5, 6, 6, 6, 8, 8, 8, 8]
    game = lay("us_fire", "us machine_gun D4", "german infantry D6").go("us-machine_gun-1", "D6")
    game.roll(1, 1)
    assert game.ask is not None
    assert game.ask.kind != "hit-dice"  # 2 / 3: no hit, and nothing is kept for later
    one = lay("us_fire", "us machine_gun D4", "german infantry D6").go("us-machine_gun-1", "D6")
    assert one.roll(3, 2).ask.dice == (6,)


def test_expected_hits_are_exact():
    assert expected(1, 2) == {0: 1, 1: 2, 2: 2, 3: 1}
    assert sum(expected(3, 3).values()) == 216
    assert expected(1, 1, plus=-9) == {0: 6}
    game = lay("us_fire", *ROWS)
    units = [game.unit("us-medium_tank-1"), game.unit("us-armoured_car-1")]
    case = salvo_case(RULES.setting, game.state, units, "D4", "D6")
    assert case is not None
    assert sum(line.ways for line in case.odds) == case.odds[0].of == 216


@pytest.mark.rule("RB 10.1")
def test_weapons_against_vehicles_have_their_own_dice():
    game = lay(
        "us_fire", "us anti_tank D4", "us bazooka D5", "german truck D6", "german infantry E6"
    )
    gun, bazooka = game.unit("us-anti_tank-1"), game.unit("us-bazooka-1")
    assert salvo_dice(RULES.setting, game.state, [gun], "D6") == 3
    assert salvo_dice(RULES.setting, game.state, [gun], "E6") == 1
    assert salvo_dice(RULES.setting, game.state, [bazooka], "D6") == 2
    assert salvo_dice(RULES.setting, game.state, [bazooka], "E6") == 1


@pytest.mark.rule("RB 10.7")
def test_cover_takes_two_pips_for_a_man():
    shots = (("L11", "P6", 2), ("J11", "P6", 2), ("E2", "K4", 2), ("K11", "P6", 5))
    for cell, gun, dead in shots:
        game = lay("us_fire", f"us howitzer {gun}", f"german infantry {cell} x2")
        game.go("us-howitzer-1", cell).roll(6, 1, 1, 1).roll(5)  # one hit at this range
        left = sum(u.figures for u in game.state.pieces.values() if u.side == "german")
        assert 6 - left == dead


@pytest.mark.rule("RB 9.1", "RB 9.2", "RB 9.4")
def test_sector_after_sector_fires_at_named_targets():
    game = lay("us_fire", "us medium_tank D4", "us machine_gun D4", "us machine_gun E4",
               "german infantry D6", "german infantry E6")  # fmt: skip
    assert game.against("us-medium_tank-1 us-machine_gun-2", "D6")  # of two sectors
    assert game.against("us-machine_gun-1", "D8")
    far = lay("us_fire", "us machine_gun D4", "us medium_tank D4", "german infantry D7")
    assert far.ask.pieces == ("us-medium_tank-1",)  # out of range of the machine gun
    game.go("us-medium_tank-1", "D6").roll(1, 1)
    assert game.ask.kind == "fire-on"
    assert game.ask.pieces == ("us-machine_gun-1",)  # the tank has fired
    game.go("us-machine_gun-1", "E6").roll(1, 1)
    assert game.ask.kind == "fire"
    assert game.ask.pieces == ("us-machine_gun-2",)
    game.go("us-machine_gun-2", "D6").roll(1, 1)
    assert game.state.tracks["turn"] == 5 or game.ask.kind != "fire"  # every sector fires once


@pytest.mark.rule("RB 9.3", "RB 9.5", "RB 9.4")
def test_whoever_was_fired_at_fires_back():
    game = lay("us_fire", "us medium_tank D4", "us machine_gun E4", "german machine_gun D6",
               "german machine_gun E6")  # fmt: skip
    game.go("us-medium_tank-1", "D6").roll(1, 1)
    assert game.ask.who == "german"
    assert game.ask.pieces == ("german-machine_gun-1",)  # the other was not fired at
    assert game.against("german-machine_gun-1", "E4") == set()  # at anything in range
    game.go("german-machine_gun-1", "D4").roll(1, 1)
    assert (game.ask.who, game.ask.kind) == ("us", "fire")
    game.go("us-machine_gun-1", "D6").roll(1, 1)
    assert game.ask.pieces == ("german-machine_gun-1",)  # fired at again, it answers again
    game.choose("hold")
    dead = lay("us_fire", "us medium_tank D5", "german machine_gun D6").go("us-medium_tank-1", "D6")
    dead.roll(6, 6).roll(1, 1, 1, 1, 1, 1)
    assert dead.ask.kind != "return-fire"


@pytest.mark.rule("RB 9.6", "RB 9.7")
def test_the_firer_chooses_but_smaller_units_go_first():
    rows = ("us medium_tank D5", "german heavy_tank D6", "german infantry D6")
    game = lay("us_fire", *rows).go("us-medium_tank-1", "D6").roll(3, 3)
    assert game.keys == {"men:1", "men:2", "men:3"}  # the heavy tank is bigger: men go first
    game.choose("men:3").roll(1, 1, 1)
    assert game.unit("german-heavy_tank-1").hits == 0
    alone = lay("us_fire", *rows[:2]).go("us-medium_tank-1", "D6").roll(3, 3)
    assert alone.unit("german-heavy_tank-1").hits == 3
    some = lay("us_fire", rows[0], "german truck D6", "german infantry D6")
    some.go("us-medium_tank-1", "D6").roll(3, 3)
    assert some.ask.who == "us"
    assert some.keys == {"men:1", "men:2", "men:3", "german-truck-1"}
    some.choose("german-truck-1")
    assert some.at("german-truck-1") is None
    assert len(some.ask.dice) == 2  # the other hits fall on men
    tank = lay("us_fire", "us heavy_tank D5", "german medium_tank D6")
    tank.go("us-heavy_tank-1", "D6").roll(6, 3, 1)
    assert tank.at("german-medium_tank-1") is None


@pytest.mark.rule("RB 9.7")
def test_hits_that_the_men_do_not_need_fall_on_what_they_hid():
    rows = ("us medium_tank D5", "german heavy_tank D6", "german infantry D6")
    game = lay("us_fire", *rows).go("us-medium_tank-1", "D6").roll(3, 3)
    game.choose("men:1").roll(2)
    assert game.keys == {"men:1", "men:2"}  # one man is left: the tank is still hidden
    game.choose("men:1").roll(6)
    assert game.at("german-infantry-1") is None
    assert game.unit("german-heavy_tank-1").hits == 1


@pytest.mark.rule("RB N10")
def test_half_its_value_disables_a_vehicle():
    game = lay("us_fire", "us heavy_tank D5", "german medium_tank D6").go("us-heavy_tank-1", "D6")
    game.roll(2, 2, 2)
    assert "disabled" in game.told()
    assert game.ask.kind == "return-fire"  # it fires on
    light = lay("us_fire", "us heavy_tank D5", "german medium_tank D6").go("us-heavy_tank-1", "D6")
    assert "disabled" not in light.roll(2, 2, 1).told()


@pytest.mark.rule("RB 9.8")
def test_weapons_are_hit_after_all_infantry():
    game = lay("us_fire", "us heavy_tank D5", "german infantry D6", "german machine_gun D6")
    game.go("us-heavy_tank-1", "D6").roll(1, 1, 1).roll(2)
    assert game.unit("german-infantry-1").figures == 1
    assert game.unit("german-machine_gun-1").figures == 3


def test_an_umpire_may_change_hits_and_losses():
    game = lay("us_fire", "us medium_tank D5", "german infantry D6", umpire=True)
    game.go("us-medium_tank-1", "D6").roll(6, 6)
    assert (game.ask.who, dict(game.ask.proposed)) == ("umpire", {"hits": 6})
    game.rule("They were dug in", hits=1)
    game.roll(2)
    assert dict(game.ask.proposed) == {"men": 2}
    game.rule("Only one", men=1)
    assert game.unit("german-infantry-1").figures == 2


@pytest.mark.rule("RB 9.7", "RB 9.8")
def test_pips_that_men_leave_pass_no_smaller_vehicle():
    """Infantry fires: the truck goes before the machine gun, which is greater than the fire."""
    rows = ("german infantry D6", "german machine_gun D6", "german truck D6")
    game = lay("us_fire", "us infantry D5 x4", *rows)
    men = " ".join(f"us-infantry-{n}" for n in range(1, 5))
    game.go(men, "D6").roll(1, 1, 1, 1).choose("men:1").roll(6)
    assert game.at("german-infantry-1") is None
    assert game.unit("german-machine_gun-1").figures == 3
    assert game.unit("german-truck-1").at is None  # the second hit fell on it
    assert "3 men fell" in game.told()
    armed = lay("us_fire", "us machine_gun D5 x2", *rows)
    armed.go("us-machine_gun-1 us-machine_gun-2", "D6").roll(1, 1, 1, 1).choose("men:1").roll(6)
    assert armed.at("german-machine_gun-1") is None


@pytest.mark.rule("RB 4.7", "RB 1.5")
def test_a_gun_does_not_fire_in_the_turn_in_which_it_came_on():
    rows = ("german howitzer german_yard", "us medium_tank K12")
    game = lay("german_arrivals", *rows).go("german-howitzer-1", "Q18")
    assert game.ask.who == "us"  # nothing to move, nothing to fire: the turn is over
    standing = lay("german_fire", "german howitzer Q18", rows[1])
    assert standing.ask.pieces == ("german-howitzer-1",)
