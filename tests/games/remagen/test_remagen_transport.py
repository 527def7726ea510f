"""Chapters 3 to 5: amphibious vehicles, towing, motorised infantry."""

import pytest
from rhine import lay

from wardesk.games.remagen.loads import takes


def takes_all(game, carrier, *units):
    state = game.state
    return takes(game.rules.setting, state, state.pieces[carrier], state.pieces[units[0]])


@pytest.mark.rule("RB 3.1")
def test_buffalo_swims_two_sectors_a_turn():
    game = lay("us_move", "us buffalo B6", "us buffalo C9")
    assert game.against("us-buffalo-1", "B7", "B8", "B9") == set()
    assert "RB 2.3" in game.against("us-buffalo-1", "B8", "B9", "B10")
    assert game.against("us-buffalo-2", "C10", "C11") == set()
    assert game.against("us-buffalo-2", "C10", "C11", "C12")
    assert game.against("us-buffalo-2", "D10", "D9", "D8") == {"RB 2.1"}


@pytest.mark.rule("RB 3.2", "RB 3.3")
def test_loads_of_weasel_and_buffalo():
    game = lay(
        "us_move",
        "us weasel C5",
        "us buffalo C5",
        "us infantry C6 x4",
        "us bazooka C6",
        "us armoured_car C7",
        "us medium_tank C7",
        "us anti_tank C8",
        "us howitzer D8",
    )
    assert takes_all(game, "us-weasel-1", "us-infantry-1")
    assert not takes_all(game, "us-weasel-1", "us-bazooka-1")
    assert takes_all(game, "us-buffalo-1", "us-armoured_car-1")
    assert takes_all(game, "us-buffalo-1", "us-anti_tank-1")
    assert not takes_all(game, "us-buffalo-1", "us-medium_tank-1")
    assert not takes_all(game, "us-buffalo-1", "us-howitzer-1")
    full = lay(
        "us_move",
        "us buffalo C5",
        "us infantry C5 x4",
        changes={f"us-infantry-{n}": {"carrier": "us-buffalo-1"} for n in (1, 2, 3)},
    )
    assert not takes_all(full, "us-buffalo-1", "us-infantry-4")
    some = lay(
        "us_move",
        "us buffalo C5",
        "us infantry C5 x4",
        changes={f"us-infantry-{n}": {"carrier": "us-buffalo-1"} for n in (1, 2)},
    )
    assert takes_all(some, "us-buffalo-1", "us-infantry-4")


@pytest.mark.rule("RB 3.4")
def test_getting_on_and_off_the_buffalo_costs_a_factor():
    game = lay("us_move", "us buffalo B8", "us infantry B8")
    game.choose("load").pick("us-infantry-1").pick("us-buffalo-1")
    assert game.unit("us-infantry-1").carrier == "us-buffalo-1"
    assert game.unit("us-infantry-1").spent == 1
    game.go("us-buffalo-1", "B9")
    assert game.at("us-infantry-1") == "B9"
    bank = lay("us_move", "us buffalo B10", "us infantry B10",
               changes={"us-infantry-1": {"carrier": "us-buffalo-1"}})  # fmt: skip
    bank.choose("unload").pick("us-infantry-1")
    assert set(bank.ask.cells) == {"A11", "B11", "C11"}
    bank.cell("B11")
    assert (bank.at("us-infantry-1"), bank.unit("us-infantry-1").spent) == ("B11", 1)
    assert bank.against("us-infantry-1", "B12", "A12") == set()
    assert bank.against("us-infantry-1", "B12", "A12", "A11") == {"RB 2.1"}


@pytest.mark.rule("RB 4.1", "RB 4.2", "RB 4.3", "RB 4.4", "RB 4.5", "RB 4.6", "RB 4.7")
def test_a_gun_is_hitched_towed_and_dropped():
    game = lay("us_move", "us howitzer C3", "us truck C4", "us infantry A1", "german infantry C9")
    game.choose("load").pick("us-howitzer-1")
    assert game.ask.pieces == ("us-truck-1",)
    game.pick("us-truck-1")
    gun, truck = game.unit("us-howitzer-1"), game.unit("us-truck-1")
    assert (gun.at, gun.carrier, gun.spent, truck.spent) == ("C4", "us-truck-1", 1, 0)
    assert "RB 2.1" not in game.against("us-truck-1", *(f"{r}4" for r in "DEFGHIJK"))
    assert game.against("us-truck-1", *(f"{r}4" for r in "DEFGHIJKL")) == {"RB 2.1"}
    game.go("us-truck-1", "D4", "E4")
    assert game.at("us-howitzer-1") == "E4"
    game.choose("unload").pick("us-howitzer-1")
    assert "F4" in game.ask.cells
    assert "E4" not in game.ask.cells
    game.cell("F4")
    gun, truck = game.unit("us-howitzer-1"), game.unit("us-truck-1")
    assert (gun.at, gun.carrier, gun.spent, truck.spent) == ("F4", "", 1, 3)
    game.choose("done")
    assert game.ask is None or game.ask.kind != "fire"  # nobody else could fire
    far = lay("us_move", "us howitzer C3", "us truck C5")
    assert "load" not in far.keys


@pytest.mark.rule("RB 4.3", "RB 4.6")
def test_somebody_must_pay_for_hitching():
    tired = lay("us_move", "us howitzer C3", "us truck C4",
                changes={"us-howitzer-1": {"spent": 1}, "us-truck-1": {"spent": 8}})  # fmt: skip
    assert tired.ask is None or "load" not in tired.keys
    truck = lay("us_move", "us howitzer C3", "us truck C4",
                changes={"us-howitzer-1": {"spent": 1}})  # fmt: skip
    truck.choose("load").pick("us-howitzer-1").pick("us-truck-1")
    assert truck.unit("us-truck-1").spent == 1


@pytest.mark.rule("RB 4.4")
def test_a_hitched_gun_takes_no_room():
    game = lay("us_move", "us truck C4", "us howitzer C4", "us medium_tank C3",
               changes={"us-howitzer-1": {"carrier": "us-truck-1"}})  # fmt: skip
    assert game.against("us-medium_tank-1", "C4") == set()
    loose = lay("us_move", "us howitzer C4", "us medium_tank C3")
    assert loose.against("us-medium_tank-1", "C4") == {"RB 1.3"}


@pytest.mark.rule("RB 4.7")
def test_a_gun_that_moved_fires_only_in_defence():
    moved = {"us-howitzer-1": {"moved": True}}
    own = lay("us_fire", "us howitzer C4", "us machine_gun C8", "german infantry C9", changes=moved)
    assert own.ask.pieces == ("us-machine_gun-1",)
    foe = lay("german_fire", "us howitzer C4", "german howitzer C9", changes=moved)
    foe.go("german-howitzer-1", "C4").roll(1, 1, 1, 5)
    assert foe.ask.kind == "return-fire"
    assert foe.ask.pieces == ("us-howitzer-1",)


@pytest.mark.rule("RB 5.1", "RB 5.2")
def test_a_truck_carries_two_troops_or_a_weapon_or_tows():
    on = {"carrier": "us-truck-1"}
    rows = ("us truck C4", "us infantry C4 x3", "us bazooka C4", "us howitzer C5")
    empty = lay("us_move", *rows)
    assert takes_all(empty, "us-truck-1", "us-infantry-1")
    assert takes_all(empty, "us-truck-1", "us-bazooka-1")
    one = lay("us_move", *rows, changes={"us-infantry-1": on})
    assert takes_all(one, "us-truck-1", "us-infantry-2")
    assert not takes_all(one, "us-truck-1", "us-bazooka-1")
    assert not takes_all(one, "us-truck-1", "us-howitzer-1")
    two = lay("us_move", *rows, changes={"us-infantry-1": on, "us-infantry-2": on})
    assert not takes_all(two, "us-truck-1", "us-infantry-3")
    gun = lay("us_move", *rows, changes={"us-howitzer-1": {**on, "at": "C4"}})
    assert not takes_all(gun, "us-truck-1", "us-infantry-1")
    one.choose("load").pick("us-infantry-2").pick("us-truck-1")
    assert one.unit("us-infantry-2").spent == 0
    one.go("us-truck-1", "D4").choose("unload").pick("us-infantry-2").cell("D4")
    assert one.unit("us-infantry-2").moved


@pytest.mark.rule("RB N9")
def test_riders_get_off_a_lost_vehicle_or_drown():
    on = {"us-infantry-1": {"carrier": "us-truck-1"}}
    land = lay(
        "us_move", "us truck C4", "us infantry C4", changes={**on, "us-truck-1": {"hits": 1}}
    )
    land.choose("scuttle:us-truck-1")
    assert (land.at("us-truck-1"), land.at("us-infantry-1")) == (None, "C4")
    assert land.unit("us-infantry-1").carrier == ""
    afloat = lay("us_move", "us buffalo B9", "us infantry B9", "us infantry B2",
                 changes={"us-infantry-1": {"carrier": "us-buffalo-1"},
                          "us-buffalo-1": {"hits": 2}})  # fmt: skip
    afloat.choose("scuttle:us-buffalo-1")
    assert afloat.at("us-infantry-1") is None
    aboard = lay("us_fire", "us truck C4", "us infantry C4", "german infantry C5", changes=on)
    assert aboard.ask is None or aboard.ask.kind != "fire"


# ---- a way in two legs --------------------------------------------------------------------------


@pytest.mark.rule("RB 4.1", "RB 4.2", "RB 4.3")
def test_a_truck_drives_up_to_a_gun_and_goes_on_with_what_is_left():
    """Five of the eight factors, one of the gun's own, then three more sectors."""
    game = lay("us_move", "us howitzer H4", "us truck B4")
    game.go("us-truck-1", "C4", "D5", "E5", "F5", "G5")
    assert "us-truck-1" not in (game.ask.pieces or ())  # alone it has made its move
    game.choose("load").pick("us-howitzer-1").pick("us-truck-1")
    assert (game.at("us-howitzer-1"), game.unit("us-truck-1").spent) == ("G5", 5)
    assert "us-truck-1" in game.ask.pieces
    assert game.against("us-truck-1", "H4", "I4", "J4", "K4") == {"RB 2.1"}
    game.go("us-truck-1", "H4", "I4", "J4")
    assert game.at("us-howitzer-1") == "J4"
    assert game.unit("us-howitzer-1").moved
    assert "us-truck-1" not in (game.ask.pieces if game.ask else ())
    assert "unload" not in (game.keys if game.ask else ())  # neither has a factor left


@pytest.mark.rule("RB 4.5", "RB 4.6")
def test_a_truck_sets_a_gun_down_on_its_way_and_drives_on():
    on = {"us-howitzer-1": {"carrier": "us-truck-1"}}
    game = lay("us_move", "us howitzer B4", "us truck B4", changes=on)
    game.go("us-truck-1", "C4", "D5")
    game.choose("unload").pick("us-howitzer-1").cell("E5")
    assert game.unit("us-truck-1").spent == 2  # the gun paid
    assert game.against("us-truck-1", "D6", "D5", "D6", "D5", "D6", "D5") == set()
    assert game.against("us-truck-1", *("D6", "D5") * 4) == {"RB 2.1"}
    assert "load" not in game.keys  # a gun that was towed is not picked up again


@pytest.mark.rule("RB 2.2", "RB 2.3", "RB 4.1")
def test_whoever_had_to_stop_does_not_drive_on():
    rows = ("us howitzer D4", "us half_track B4")
    beside = lay("us_move", *rows, "german infantry E5")
    beside.go("us-half_track-1", "C4")
    beside.choose("load").pick("us-howitzer-1").pick("us-half_track-1")
    assert "us-half_track-1" in beside.ask.pieces
    zone = lay("us_move", "us howitzer D3", *rows[1:], "german infantry D5")
    zone.go("us-half_track-1", "C4")
    assert "load" not in (zone.keys if zone.ask else ())
    wood = lay("us_move", "us howitzer D4", "us half_track D5")
    wood.go("us-half_track-1", "D4", "E3")
    assert "load" not in (wood.keys if wood.ask else ())


@pytest.mark.rule("RB N7", "RB 4.1")
def test_the_road_bonus_needs_both_legs_on_the_road():
    rows = ("us howitzer B12", "us truck A13")
    road = ("D13", "E12", "F12", "G12", "H12", "I11", "J10", "K10", "L10")
    game = lay("us_move", *rows).go("us-truck-1", "B13", "C13")
    game.choose("load").pick("us-howitzer-1").pick("us-truck-1")
    assert game.against("us-truck-1", *road) == set()
    assert "RB 2.1" in game.against("us-truck-1", *road, "M11")
    off = lay("us_move", "us howitzer B12", "us truck A12")
    off.go("us-truck-1", "B13", "C13")
    off.choose("load").pick("us-howitzer-1").pick("us-truck-1")
    assert off.against("us-truck-1", *road[:6]) == set()
    assert off.against("us-truck-1", *road[:7]) == {"RB 2.1"}


@pytest.mark.rule("RB 3.1", "RB 3.4", "RB 5.1")
def test_men_are_picked_up_on_the_way_too():
    game = lay("us_move", "us truck B4", "us infantry D5")
    game.go("us-truck-1", "C4", "D5").choose("load").pick("us-infantry-1").pick("us-truck-1")
    game.go("us-truck-1", "E5", "F5")
    assert game.at("us-infantry-1") == "F5"
    boat = lay("us_move", "us buffalo C9", "us infantry C9", "german infantry Q17",
               changes={"us-infantry-1": {"carrier": "us-buffalo-1"}})  # fmt: skip
    boat.go("us-buffalo-1", "C10").choose("unload").pick("us-infantry-1").cell("C11")
    assert boat.against("us-buffalo-1", "C9") == set()
    assert boat.against("us-buffalo-1", "C9", "B9") == {"RB 2.1"}  # two river sectors in all
    wet = lay("us_move", "us buffalo C11", "us infantry C11",
              changes={"us-infantry-1": {"carrier": "us-buffalo-1"}})  # fmt: skip
    wet.go("us-buffalo-1", "C10").choose("unload").pick("us-infantry-1").cell("C11")
    assert "us-buffalo-1" not in wet.ask.pieces  # it had to stop in the first river sector


@pytest.mark.rule("RB 2.10")
def test_a_gun_moved_by_hand_passes_a_wreck_and_a_hitched_one_does_not():
    wreck = {"us-medium_tank-1": {"hits": 3}}
    hand = lay("us_move", "us medium_tank K7", "us medium_tank L7", "us howitzer K7", changes={})
    assert hand.against("us-howitzer-1", "K8") == set()
    open_ground = lay("us_move", "us medium_tank C5 x2", "us anti_tank C4",
                      changes={**wreck, "us-medium_tank-2": {"hits": 3}})  # fmt: skip
    assert "RB 2.9" not in open_ground.against("us-anti_tank-1", "C5")
    towed = lay("us_move", "us medium_tank K8", "us truck K7", "us howitzer K7",
                changes={**wreck, "us-howitzer-1": {"carrier": "us-truck-1"}})  # fmt: skip
    assert "RB 2.9" in towed.against("us-truck-1", "K8", "K9")


@pytest.mark.rule("RB 3.3", "RB 3.4")
def test_an_anti_tank_gun_goes_over_the_river_by_buffalo():
    """It fills its sector in firing position: it gets on and off from beside the Buffalo."""
    game = lay("us_move", "us buffalo B8", "us anti_tank B7", "us howitzer C8")
    game.choose("load").pick("us-anti_tank-1").pick("us-buffalo-1")
    assert (game.at("us-anti_tank-1"), game.unit("us-anti_tank-1").spent) == ("B8", 1)
    game.go("us-buffalo-1", "B9")
    over = lay("us_move", "us buffalo B11", "us anti_tank B11", "german infantry Q17",
               changes={"us-anti_tank-1": {"carrier": "us-buffalo-1"}})  # fmt: skip
    over.choose("unload").pick("us-anti_tank-1")
    assert set(over.ask.cells) == {"A11", "A12", "B12", "C11"}
    over.cell("B12")
    assert (over.at("us-anti_tank-1"), over.unit("us-anti_tank-1").moved) == ("B12", True)
    wet = lay("us_move", "us buffalo B10", "us anti_tank B10", "german infantry Q17",
              changes={"us-anti_tank-1": {"carrier": "us-buffalo-1"}})  # fmt: skip
    wet.choose("unload").pick("us-anti_tank-1")
    assert set(wet.ask.cells) == {"A11", "B11", "C11"}
    men = lay("us_move", "us buffalo B8", "us infantry B7")
    assert "load" not in men.keys  # men step aboard where it stands


@pytest.mark.rule("RB 3.4")
def test_who_walked_up_gets_on_a_boat_with_a_factor_left():
    rows = ("us infantry B5", "us weasel B6", "german infantry Q17")
    near = lay("us_move", *rows).go("us-infantry-1", "B6")  # two factors are left
    assert "load" in near.keys
    near.choose("load").pick("us-infantry-1").pick("us-weasel-1")
    assert near.unit("us-infantry-1").spent == 2
    far = lay("us_move", *("us infantry B3", *rows[1:])).go("us-infantry-1", "B4", "B5", "B6")
    assert "load" not in far.keys
    truck = lay("us_move", rows[0], "us truck B6", rows[2]).go("us-infantry-1", "B6")
    assert "load" not in truck.keys  # who walked does not ride
    seen = lay("us_move", *rows, "german infantry A5").go("us-infantry-1", "B6")
    assert "load" not in seen.keys  # beside an enemy the move ends


@pytest.mark.rule("RB 11.2")
@pytest.mark.parametrize("water", ["B10", "B9"])
def test_whoever_is_put_ashore_has_passed_the_bank(water):
    bank = "B11" if water == "B10" else "B8"
    game = lay("us_move", f"us weasel {water}", f"us infantry {water}", "german infantry Q17",
               changes={"us-infantry-1": {"carrier": "us-weasel-1"}})  # fmt: skip
    game.choose("unload").pick("us-infantry-1").cell(bank)
    assert game.state.marks == {f"{bank}/visited": True}


@pytest.mark.rule("RB 2.9", "RB 3.1")
def test_one_wreck_does_not_close_open_water():
    rows = ("us buffalo B9", "us weasel B10", "german infantry Q17")
    wreck = {"us-weasel-1": {"hits": 1}}
    assert lay("us_move", *rows, changes=wreck).against("us-buffalo-1", "B10") == set()
    pontoon = {"marks": {"B/pontoon": 2}, "tracks": {"labour B": 30}}
    bridge = lay("us_move", "us buffalo B8", *rows[1:], changes=wreck, **pontoon)
    assert "RB 2.9" in bridge.against("us-buffalo-1", "B9", "B10")
