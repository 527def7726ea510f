"""Sentences of the text on positions of their own, chapter by chapter, where they were thin."""

import pytest
from rhine import RULES, lay

from wardesk.games.remagen.loads import takes

SETTING = RULES.setting


# ---- forces and movement ------------------------------------------------------------------------


@pytest.mark.rule("RB 1.5")
def test_replacement_sectors_are_filled_up_anew_in_each_turn():
    """What still stands there takes its room; a sector that Americans hold brings nobody."""
    rows = ("german infantry H18 x4", "us infantry N18", "german infantry german_yard x3",
            "german heavy_tank german_yard")  # fmt: skip
    game = lay("german_arrivals", *rows, turn=7)
    new = [f"german-infantry-{n}" for n in (5, 6, 7)]
    assert game.against(" ".join(new[:2]), "H18") == set()
    assert game.against(" ".join(new), "H18") == {"RB 1.3"}
    assert "RB 1.3" in game.against("german-heavy_tank-1", "H18")
    assert "RB 2.6" in game.against(new[0], "N18")
    assert game.against("german-heavy_tank-1", "Q18") == set()


@pytest.mark.rule("RB 2.1")
def test_the_americans_move_first():
    game = lay("start", "us infantry D5", "german infantry K14", turn=1)
    assert (game.ask.who, game.ask.kind) == ("us", "move")
    game.choose("done")
    assert (game.ask.who, game.ask.kind) == ("german", "move")
    assert game.state.tracks["turn"] == 2


@pytest.mark.rule("RB 2.5", "RB 13.4")
def test_leaving_a_zone_is_free_unless_the_unit_is_engaged():
    """It leaves at full speed, and stops again where it enters a zone anew."""
    rows = ("us medium_tank D5", "german infantry D6", "german infantry J4")
    free = lay("us_move", *rows)
    assert free.against("us-medium_tank-1", "D4", "E4", "F4", "G4", "H4", "I4") == set()
    assert "RB 2.3" in free.against("us-medium_tank-1", "E4", "F4", "G4", "H4", "I4", "I3")
    held = {"D5/engaged": "german", "D6/engaged": "german"}
    locked = lay("us_move", *rows, "us infantry B1", marks=held)
    assert "us-medium_tank-1" not in locked.ask.pieces


@pytest.mark.rule("RB 2.6")
def test_the_enemy_is_never_passed_through_not_even_his_trucks():
    game = lay("us_move", "us infantry K9", "german truck K10")
    assert "RB 2.6" in game.against("us-infantry-1", "K10")
    full = lay("us_move", "us infantry B4", "us infantry B5 x6")
    assert full.against("us-infantry-1", "B5", "B6") == set()  # through a full sector
    assert full.against("us-infantry-1", "B5") == {"RB 1.3"}  # but not into it


@pytest.mark.rule("RB 2.7", "RB 2.11")
def test_each_bridge_sector_holds_one_vehicle_and_men_beside_it():
    rows = ("us medium_tank K8", "us infantry K7 x3", "us truck K7")
    game = lay("us_move", *rows)
    men = "us-infantry-1 us-infantry-2 us-infantry-3"
    assert game.against(men, "K8") == set()  # three points and the tank's three
    assert game.against("us-truck-1", "K8") == {"RB 1.3"}
    assert game.against("us-truck-1", "K8", "K9", "K10") == set()  # past a vehicle that runs


@pytest.mark.rule("RB 2.8")
def test_the_pontoon_takes_one_factor_from_the_whole_way():
    built = {"marks": {"B/pontoon": 2}, "tracks": {"labour B": 30}}
    game = lay("us_move", "us truck B8", "us infantry C8", "us howitzer B8", **built,
               changes={"us-howitzer-1": {"carrier": "us-truck-1"}})  # fmt: skip
    way = ("B9", "B10", "B11", "B12", "C13", "D13", "E13")
    assert game.against("us-truck-1", *way) == set()  # seven sectors and one factor
    assert game.against("us-truck-1", *way, "E14") >= {"RB 2.1"}
    game.go("us-truck-1", *way[:2])
    assert game.unit("us-truck-1").spent == 3


# ---- amphibious vehicles and transport ----------------------------------------------------------


@pytest.mark.rule("RB 3.1")
def test_a_swimmer_stops_at_the_first_water_and_lands_within_its_two_sectors():
    game = lay("us_move", "us weasel D7", "us weasel D10")
    assert game.against("us-weasel-1", "D8", "D9") == set()
    assert "RB 2.3" in game.against("us-weasel-1", "D8", "D9", "D10")
    assert game.against("us-weasel-2", "C9", "B9") == set()
    assert "RB 2.1" in game.against("us-weasel-2", "C9", "B9", "A9")
    assert game.against("us-weasel-2", "D11") == set()
    assert "RB 2.3" in game.against("us-weasel-2", "D11", "D12")  # ashore the move ends


@pytest.mark.rule("RB 3.3")
def test_of_vehicles_a_buffalo_takes_the_armoured_car_alone():
    game = lay("us_move", "us buffalo C5", "us truck C6", "us half_track C7", "us weasel C8",
               "us heavy_tank D5", "us armoured_car D6 x2", "us machine_gun D7 x2")  # fmt: skip

    def fits(unit):
        return takes(SETTING, game.state, game.unit("us-buffalo-1"), game.unit(unit))

    kinds = ("truck", "half_track", "weasel", "heavy_tank", "armoured_car", "machine_gun")
    assert [fits(f"us-{kind}-1") for kind in kinds] == [False, False, False, False, True, True]
    one = lay("us_move", "us buffalo C5", "us armoured_car C5 x2", "us infantry C5",
              changes={"us-armoured_car-1": {"carrier": "us-buffalo-1"}})  # fmt: skip
    buffalo = one.unit("us-buffalo-1")
    assert not takes(SETTING, one.state, buffalo, one.unit("us-armoured_car-2"))
    assert not takes(SETTING, one.state, buffalo, one.unit("us-infantry-1"))


@pytest.mark.rule("RB 4.1", "RB 4.4", "RB 5.2")
def test_a_half_track_tows_but_carries_nobody():
    game = lay("us_move", "us half_track C5", "us infantry C5", "us howitzer C6 x2")
    track = game.unit("us-half_track-1")
    assert not takes(SETTING, game.state, track, game.unit("us-infantry-1"))
    assert takes(SETTING, game.state, track, game.unit("us-howitzer-1"))
    game.choose("load").pick("us-howitzer-1").pick("us-half_track-1")
    track = game.unit("us-half_track-1")
    assert not takes(SETTING, game.state, track, game.unit("us-howitzer-2"))


@pytest.mark.rule("RB 4.6", "RB 4.7")
def test_a_gun_is_picked_up_and_dropped_in_one_turn_for_two_factors():
    """By night a German gun has one factor of its own; the truck gives the second."""
    game = lay("german_move", "german howitzer P16", "german truck P17", "german infantry Q12",
               "us infantry Q5", turn=3)  # fmt: skip
    game.choose("load").pick("german-howitzer-1").pick("german-truck-1")
    game.go("german-truck-1", "Q16", "Q15")
    game.choose("unload").pick("german-howitzer-1").cell("Q14")
    gun, truck = game.unit("german-howitzer-1"), game.unit("german-truck-1")
    assert (gun.spent, truck.spent) == (1, 3)
    assert (gun.at, gun.carrier, gun.moved) == ("Q14", "", True)


# ---- the drop -----------------------------------------------------------------------------------


@pytest.mark.rule("RB 7.1", "RB 7.2")
def test_the_drop_comes_off_the_quota_and_may_be_declined():
    rows = ("us paratroops us_yard x12", "us heavy_tank us_yard x8", "german infantry Q17")
    game = lay("drop", *rows, turn=8).choose("drop").roll(3, 3)
    trays = " ".join(f"us-paratroops-{n}" for n in range(1, 7))
    game.go(trays, "H14").choose("done")
    assert game.ask.context == "Quota left: 46 of 52"
    assert not {p for p in game.ask.pieces if "paratroops" in p}  # they stay behind for good
    none = lay("drop", *rows, turn=8).choose("no")
    assert none.ask.context == "Quota left: 52 of 52"


@pytest.mark.rule("RB 7.4")
def test_trays_land_where_the_sector_and_its_eight_have_room():
    rows = ("us paratroops us_yard x12", "german infantry E13", "us infantry F15 x6")
    game = lay("drop", *rows, turn=8).choose("drop").roll(2, 3)
    reach = game.rules.showing.reach(game.state, ("us-paratroops-1",))
    assert "E13" not in reach
    assert "RB 1.3" in {r.cite for r in reach["F15"] if r.level == "illegal"}
    assert game.against("us-paratroops-1", "H14") == {"RB 7.4"}  # beyond the nine


# ---- the bridge ---------------------------------------------------------------------------------


@pytest.mark.rule("RB 8.2", "RB 8.3")
def test_it_is_rolled_in_each_german_turn_until_the_bridge_is_down():
    for turn in range(4, 9):
        game = lay("collapse", "german infantry K14", turn=turn)
        assert game.ask.kind == "collapse"
        assert game.ask.context == f"It falls on {(1, 2, 2, 3, 4)[turn - 4]} or less"
    laden = lay("collapse", "us truck K8", "us infantry K8", "us buffalo K9", "us infantry K9",
                "german infantry K14", turn=9,
                changes={"us-infantry-1": {"carrier": "us-truck-1"},
                         "us-infantry-2": {"carrier": "us-buffalo-1"}})  # fmt: skip
    assert [u.at for u in laden.state.pieces.values()][:4] == [None] * 4


# ---- fire ---------------------------------------------------------------------------------------


@pytest.mark.rule("RB 9.2")
def test_a_single_unit_fires_once_and_a_sector_at_several_targets():
    rows = ("us medium_tank D4", "german machine_gun D6", "german machine_gun C6")
    alone = lay("us_fire", *rows).go("us-medium_tank-1", "D6").roll(1, 1)
    assert (alone.ask.kind, alone.ask.pieces) == ("return-fire", ("german-machine_gun-1",))
    team = lay("us_fire", *rows, "us medium_tank D4").go("us-medium_tank-1", "D6").roll(1, 1)
    assert (team.ask.kind, team.ask.pieces) == ("fire-on", ("us-medium_tank-2",))
    team.go("us-medium_tank-2", "C6").roll(1, 1)
    assert team.ask.kind == "return-fire"
    assert set(team.ask.pieces) == {"german-machine_gun-1", "german-machine_gun-2"}


@pytest.mark.rule("RB 9.5")
def test_nobody_else_of_the_defenders_fires():
    rows = ("us howitzer A5", "us infantry C6", "german machine_gun D6", "german howitzer J5")
    game = lay("us_fire", *rows).go("us-howitzer-1", "J5").roll(1, 1, 1, 1)
    assert (game.ask.kind, game.ask.pieces) == ("return-fire", ("german-howitzer-1",))
    game.choose("hold")
    game.go("us-infantry-1", "D6").roll(1)
    assert game.ask.pieces == ("german-machine_gun-1",)


@pytest.mark.rule("RB 10.3")
def test_remainders_of_two_salvos_do_not_add_up():
    rows = ("us machine_gun D4 x2", "german infantry D6")
    game = lay("us_fire", *rows).go("us-machine_gun-1", "D6").roll(1, 1)  # 2 / 3
    game.go("us-machine_gun-2", "D6").roll(1, 1)
    assert game.unit("german-infantry-1").figures == 3
    whole = lay("us_fire", *rows).go("us-machine_gun-1 us-machine_gun-2", "D6").roll(1, 1, 1, 1)
    assert whole.ask.dice == (6,)  # 4 / 3: one salvo, one hit


# ---- engineers ----------------------------------------------------------------------------------


@pytest.mark.rule("RB 11.3", "RB 11.10")
def test_an_enemy_beside_a_bank_stops_the_repair_but_not_the_traffic():
    built = {"marks": {"B/pontoon": 2}, "tracks": {"labour B": 12}}
    rows = ("us engineers B8", "us infantry A1")
    assert lay("labour", *rows, **built).ask.kind == "labour"
    held = lay("labour", *rows, "german infantry C12", **built)
    assert held.ask.kind != "labour"
    crossing = lay("us_move", *rows, "german infantry C12", **built)
    assert crossing.against("us-engineers-1", "B9", "B10") == set()


@pytest.mark.rule("RB 11.4")
def test_engineers_on_either_bank_work_but_none_who_ride_or_stand_aside():
    seen = {"B8/visited": True, "B11/visited": True}
    rows = ("us engineers B8", "us engineers B11", "us engineers B7", "us engineers B8")
    aboard = {"us-engineers-4": {"carrier": "us-truck-1"}}
    game = lay("labour", *rows, "us truck B8", marks=seen, changes=aboard)
    assert set(game.ask.pieces) == {"us-engineers-1", "us-engineers-2"}


@pytest.mark.rule("RB 11.9", "RB 11.11")
def test_a_bridge_that_is_not_complete_can_be_shot_to_nothing_without_losses():
    rows = ("us infantry B8", "german howitzer B13")
    game = lay("german_fire", *rows, tracks={"labour B": 4})
    game.go("german-howitzer-1", "B9").roll(1, 1, 1, 5).roll(6)
    assert game.state.tracks["labour B"] == 0
    assert not any("destroyed" in line.text for line in game.event.story)


# ---- combat -------------------------------------------------------------------------------------


@pytest.mark.rule("RB 12.1", "RB 12.3")
def test_whoever_no_longer_touches_an_enemy_after_the_fire_does_not_fight():
    game = lay("us_fire", "us medium_tank D5", "german infantry D6", "german infantry Q17", turn=4)
    game.go("us-medium_tank-1", "D6").roll(6, 6).roll(1, 1, 1, 1, 1, 1)
    assert game.at("german-infantry-1") is None
    assert game.ask.who != "us"


@pytest.mark.rule("RB 13.2", "RB 13.9")
def test_after_a_contact_the_defender_may_leave_instead():
    game = lay("us_combat", "us infantry D5", "german infantry D6", turn=3).roll(3)  # FC
    game.roll(1).roll(1).roll(3)  # and again: it is over
    assert (game.ask.who, game.ask.kind) == ("german", "move")
    game.go("german-infantry-1", "D7", "D8").choose("done")
    assert game.ask is None or game.ask.kind not in ("front", "morale")


@pytest.mark.rule("RB 13.3")
def test_the_defender_too_moves_in_where_the_fire_left_nobody():
    game = lay("us_combat", "us infantry D5", "german infantry D6").roll(3)  # FC
    game.roll(1).roll(6).roll(1, 1, 1)  # the American tray is gone
    assert (game.ask.who, game.ask.kind) == ("german", "advance")
    game.go("german-infantry-1", "D5")
    assert game.at("german-infantry-1") == "D5"


@pytest.mark.rule("RB 13.5", "RB 13.7")
def test_both_sides_may_reinforce_an_engaged_sector():
    held = {"D5/engaged": "us", "D6/engaged": "us"}
    rows = ("us infantry D5", "us infantry C4", "german infantry D6", "german infantry E7")
    german = lay("german_move", *rows, marks=held)
    assert german.ask.pieces == ("german-infantry-2",)
    german.go("german-infantry-2", "D6")
    assert (german.ask.kind, german.frame.side) == ("morale", "german")  # he must strike back
    us = lay("us_move", *rows, marks=held, turn=5)
    assert us.ask.pieces == ("us-infantry-2",)
    assert us.against("us-infantry-2", "D5") == set()


@pytest.mark.rule("RB 13.8")
def test_whoever_withdraws_is_not_followed_and_keeps_off_closed_ground():
    game = lay("us_combat", "us infantry D2", "german truck C3", turn=2).roll(2)  # 1–1: DW
    assert set(game.ask.cells) == {"B2", "B4", "C4", "D4"}  # a truck enters no wood
    assert game.cell("B4").ask.kind != "advance"


@pytest.mark.rule("RB 13.16")
def test_a_pursuit_ends_in_the_first_wood():
    """Two sectors of pursuit: the tank that enters the wood stops there."""
    game = lay("us_combat", "us medium_tank E4", "german infantry E3", turn=2).roll(2)  # DR3
    while game.ask.kind == "rout":
        game.cell(game.ask.cells[0])
    reach = set(game.rules.showing.reach(game.state, ("us-medium_tank-1",)))
    assert reach == {"E3"}
