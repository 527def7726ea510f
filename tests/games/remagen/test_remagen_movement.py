"""Chapter 2: movement, zones, bridges."""

import pytest
from rhine import lay, make

from wardesk.games.remagen.ways import allowance


def reach(game, piece):
    return {c for c, reasons in game.rules.showing.reach(game.state, (piece,)).items()
            if all(reason.level == "note" for reason in reasons)}  # fmt: skip


@pytest.mark.rule("RB 2.1", "RB N6")
def test_a_unit_moves_once_up_to_its_factor():
    game = lay("us_move", "us infantry B4", "us medium_tank D4")
    assert game.ask.who == "us"
    assert reach(game, "us-infantry-1") >= {"B1", "E4", "E7", "C5"}
    assert "F4" not in reach(game, "us-infantry-1")
    assert game.against("us-infantry-1", "C5", "D5", "E5") == set()
    assert "RB 2.1" in game.against("us-infantry-1", "C5", "D5", "E5", "F5")
    assert "RB N6" in game.against("us-infantry-1", "D5")
    assert "RB 2.1" in game.against("us-infantry-1 us-medium_tank-1", "C4")
    game.go("us-infantry-1", "C4")
    assert game.ask.pieces == ("us-medium_tank-1",)
    game.choose("done")
    assert game.state.tracks["turn"] == 4


@pytest.mark.rule("RB 2.2", "RB 14.5")
def test_the_first_wood_or_hill_ends_a_move():
    game = lay("us_move", "us infantry E4", "us infantry F12")
    assert "RB 2.3" in game.against("us-infantry-1", "E3", "E2")
    assert game.against("us-infantry-1", "E3") == set()
    assert "RB 2.3" in game.against("us-infantry-2", "F13", "F14")
    german = lay("german_move", "german infantry F16")
    assert reach(german, "german-infantry-1") >= {"F17", "F15"}


@pytest.mark.rule("RB 2.3", "RB 2.5", "RB 2.6")
def test_hostile_zones_stop_but_do_not_hold():
    game = lay("us_move", "us medium_tank C2", "us infantry B4", "us infantry D4",
               "german infantry D6")  # fmt: skip
    assert "RB 2.3" in game.against("us-medium_tank-1", "C3", "C4", "C5", "C6")
    assert game.against("us-medium_tank-1", "C3", "C4", "C5") == set()
    assert "RB 2.6" in game.against("us-medium_tank-1", "C3", "C4", "C5", "D6")
    assert game.against("us-medium_tank-1", "C3", "B4", "A5") == set()  # past its own side
    inside = lay("us_move", "us medium_tank C5", "german infantry D6")
    assert inside.against("us-medium_tank-1", "B4", "A3") == set()
    assert inside.against("us-medium_tank-1", "C6") == set()
    assert "RB 2.3" in inside.against("us-medium_tank-1", "C6", "B6")


@pytest.mark.rule("RB 2.4")
def test_the_river_bars_the_way():
    game = lay("us_move", "us medium_tank B6")
    assert "RB 2.4" in game.against("us-medium_tank-1", "B7", "B8", "B9")
    assert game.against("us-medium_tank-1", "B7", "B8", "C8", "D8") == set()  # along the bank
    assert not reach(game, "us-medium_tank-1") & {"B9", "B10", "B11"}


@pytest.mark.rule("RB 2.7")
def test_the_railway_bridge_is_crossed_at_regular_speed():
    game = lay("us_move", "us infantry K7", "us infantry J7")
    assert game.against("us-infantry-1", "K8", "K9", "K10") == set()
    assert game.against("us-infantry-2", "K7", "K8", "K9") == set()
    assert game.against("us-infantry-2", "K8")  # not from beside it
    down = lay("us_move", "us infantry K7", marks={"ludendorff/down": True})
    assert "RB 2.4" in down.against("us-infantry-1", "K8")


BUILT = {"marks": {"B/pontoon": 2}, "tracks": {"labour B": 30}}


@pytest.mark.rule("RB 2.8")
def test_a_pontoon_bridge_costs_motorised_units_one_factor():
    game = lay("us_move", "us half_track B3", "us infantry B8", **BUILT)
    assert allowance(game.rules.setting, game.state, game.unit("us-half_track-1")) == 7
    west = ("B4", "B5", "B6", "B7", "B8")
    assert game.against("us-half_track-1", *west, "B9") == set()
    assert "RB 2.1" in game.against("us-half_track-1", *west, "B9", "B10")
    assert game.against("us-infantry-1", "B9", "B10", "B11") == set()
    # seven factors over the railway bridge, six over pontoons
    rail = lay("us_move", "us half_track K4", changes={"us-half_track-1": {"spent": 0}})
    way = ("K5", "K6", "K7", "K8", "K9", "K10", "K11")
    assert rail.against("us-half_track-1", *way) == set()


WRECK = {"us-medium_tank-1": {"hits": 3}, "us-medium_tank-2": {"hits": 3}}


@pytest.mark.rule("RB 2.9", "RB 2.10", "RB N10")
def test_two_wrecks_block_vehicles_but_no_men():
    rows = ("us medium_tank C5 x2", "us truck C3", "us infantry C4")
    game = lay("us_move", *rows, changes=WRECK)
    assert "us-medium_tank-1" not in game.ask.pieces
    assert "RB 2.9" in game.against("us-truck-1", "C4", "C5", "C6")
    assert game.against("us-infantry-1", "C5", "C6") == set()
    game.choose("scuttle:us-medium_tank-1")
    assert game.at("us-medium_tank-1") is None
    assert game.against("us-truck-1", "C4", "C5", "C6") == set()
    sound = lay("us_move", *rows, changes={"us-medium_tank-1": {"hits": 2}})
    assert "us-medium_tank-1" in sound.ask.pieces
    assert sound.against("us-truck-1", "C4", "C5", "C6") == set()


@pytest.mark.rule("RB 2.11", "RB 2.10")
def test_bridges_are_crossed_in_single_file():
    game = lay("us_move", "us medium_tank K8", "us medium_tank K7", "us infantry K6")
    assert game.against("us-medium_tank-2", "K8") == {"RB 1.3"}
    assert game.against("us-medium_tank-2", "K8", "K9") == set()
    assert game.against("us-infantry-1", "K7", "K8") == set()
    wreck = lay("us_move", "us medium_tank K8", "us medium_tank K7", "us infantry K7",
                changes={"us-medium_tank-1": {"hits": 3}})  # fmt: skip
    assert "RB 2.9" in wreck.against("us-medium_tank-2", "K8", "K9")
    assert wreck.against("us-infantry-1", "K8", "K9") == set()


@pytest.mark.rule("RB N7", "RB 14.4", "RB 14.3")
def test_road_bonus_and_caution_by_day():
    road = ("B13", "C13", "D13", "E12")
    game = lay("us_move", "us infantry A13")
    assert game.against("us-infantry-1", *road) == set()
    assert "RB 2.1" in game.against("us-infantry-1", "B13", "C13", "D13", "E13")
    day = lay("german_move", "german infantry A13", "german anti_tank J16")
    assert day.against("german-infantry-1", *road[:2]) == set()
    assert "RB 2.1" in day.against("german-infantry-1", *road[:3])
    assert day.against("german-anti_tank-1", "J15") == set()  # one sector is always allowed
    assert lay("german_move", "german infantry A13", turn=3).against(
        "german-infantry-1", *road) == set()  # fmt: skip
    plain = lay("german_move", "german infantry A13", rules=make(night="no"))
    assert plain.against("german-infantry-1", *road) == set()


@pytest.mark.rule("RB N8")
def test_wheels_keep_out_of_woods_and_hills():
    game = lay("us_move", "us truck E4", "us medium_tank E4", "us armoured_car F12")
    assert "RB N8" in game.against("us-truck-1", "E3")
    assert game.against("us-medium_tank-1", "E3") == set()
    assert "RB N8" in game.against("us-armoured_car-1", "F13")


@pytest.mark.rule("RB 6.1")
def test_only_men_enter_a_house():
    game = lay("us_move", "us medium_tank I6", "us infantry I6", "us machine_gun I6")
    assert game.against("us-medium_tank-1", "I7")
    assert game.against("us-infantry-1", "I7") == set()
    assert game.against("us-machine_gun-1", "I7") == set()


@pytest.mark.rule("RB 12.8", "RB 12.9")
def test_automatic_victory_lifts_a_zone():
    rows = ("us medium_tank D5 x2", "us medium_tank C3", "german infantry D6")
    game = lay("us_move", *rows)
    assert "RB 2.3" in game.against("us-medium_tank-3", "C4", "C5", "C6")
    game.choose("overrun:D6")
    assert game.ask.pieces == ("us-medium_tank-3",)
    assert game.against("us-medium_tank-3", "C4", "C5", "C6", "C7") == set()
    assert "RB 2.6" in game.against("us-medium_tank-3", "C4", "C5", "D6")
    game.choose("done")
    assert game.ask.kind == "fire"
    game.choose("done")
    assert game.ask.kind == "advance"  # D6 has fallen without a die
    assert game.at("german-infantry-1") is None
    weak = lay("us_move", "us medium_tank D5", "german infantry D6")
    assert not any(key.startswith("overrun") for key in weak.keys)


@pytest.mark.rule("RB 12.8", "RB 12.9")
def test_an_automatic_victory_holds_the_fewest_units():
    rows = ("us heavy_tank D5", "us medium_tank D5", "us infantry C5 x3", "german infantry D6")
    game = lay("us_move", *rows).choose("overrun:D6")
    held = {u.id for u in game.state.pieces.values() if u.pinned}
    assert held == {"us-heavy_tank-1"}
    # Whoever has moved gives up nothing by being held.
    spent = {"us-medium_tank-1": {"moved": True}, "us-infantry-1": {"moved": True},
             "us-infantry-2": {"moved": True}}  # fmt: skip
    spared = lay("us_move", *rows, changes=spent).choose("overrun:D6")
    assert {u.id for u in spared.state.pieces.values() if u.pinned} == set(spent)
    # Of those that have moved, too, only as many as it takes.
    all_moved = {**spent, "us-heavy_tank-1": {"moved": True}}
    few = lay("us_move", *rows, changes=all_moved).choose("overrun:D6")
    assert {u.id for u in few.state.pieces.values() if u.pinned} == {"us-heavy_tank-1"}


@pytest.mark.rule("RB 12.5", "RB 12.8")
def test_a_sector_counts_for_one_automatic_victory():
    rows = ("us heavy_tank D5 x2", "german infantry C6", "german infantry E6")
    game = lay("us_move", *rows)
    assert {"overrun:C6", "overrun:E6"} <= game.keys
    game.choose("overrun:C6")
    assert "overrun:E6" not in game.keys  # the second tank stands in the same sector
    assert game.state.marks["C6/overrun"] == "D5"


@pytest.mark.rule("RB N7", "RB 2.1")
def test_the_road_bonus_reaches_farther_along_the_road_alone():
    """Six sectors for a tank, and two more where every step is on the road of the east bank."""
    game = lay("us_move", "us medium_tank A13")
    found = reach(game, "us-medium_tank-1")
    assert found >= {"H12", "I11"}
    assert "J10" not in found  # the ninth sector
    assert not found & {"H11", "H13", "I10", "I12"}  # off the road six sectors are all
    route = game.rules.showing.route(game.state, ("us-medium_tank-1",), "I11")
    assert route == ("B13", "C13", "D13", "E12", "F12", "G12", "H12", "I11")
