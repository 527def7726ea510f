"""Chapter 1: capacity, set-up, who comes on; options and files."""

import pytest
from rhine import INFO, RULES, fresh, lay, make, units

from wardesk.documents.maps.store import load_board
from wardesk.engine.types import replace
from wardesk.errors import UserError
from wardesk.games.registry import make_rules
from wardesk.games.remagen.ch01_forces import quota_left
from wardesk.games.remagen.position import short_of
from wardesk.games.remagen.room import against_place
from wardesk.games.remagen.setting import Rhine

RHINE = RULES.setting.rhine


def room(cell, *rows, bridge=False):
    """Points that *cell* lacks for *rows*; 0 = they fit."""
    game = lay("us_move", "us infantry A1")
    assert not bridge
    return short_of(RULES.setting, game.state, cell, list(units(*rows).values()))


@pytest.mark.rule("RB 1.1", "RB 6.2")
def test_a_building_holds_four_troops_or_two_weapons():
    assert room("L11", "us infantry x x4") == 0
    assert room("L11", "us infantry x x5") == 1
    assert room("L11", "us machine_gun x x2") == 0
    assert room("L11", "us machine_gun x x3") == 2
    assert room("L11", "us infantry x x2", "us bazooka x") == 0
    assert room("L11", "us infantry x x3", "us bazooka x") == 1


@pytest.mark.rule("RB 1.2", "RB 1.3")
def test_open_ground_holds_six_troops_or_its_like():
    assert room("B4", "us infantry x x6") == 0
    assert room("B4", "us infantry x x7") == 1
    assert room("B4", "us machine_gun x x3") == 0
    assert room("B4", "us machine_gun x x3", "us infantry x") == 1
    assert room("B4", "us medium_tank x x2") == 0
    assert room("B4", "us medium_tank x x2", "us infantry x") == 1
    assert room("B4", "us howitzer x") == 0
    assert room("B4", "us howitzer x", "us infantry x") == 1
    assert room("B4", "us truck x", "us bazooka x", "us infantry x") == 0


@pytest.mark.rule("RB 1.3")
def test_a_full_sector_says_how_much_room_is_left():
    game = lay("us_move", "us infantry B4 x5", "us medium_tank A1")
    (reason,) = against_place(RULES.setting, game.state, [game.unit("us-medium_tank-1")], "B4")
    assert reason.text == "B4 has 1 of 6 points left, 3 are needed"


@pytest.mark.rule("RB 1.4", "RB N6")
def test_germans_set_up_beside_the_east_bridgehead():
    game = fresh()
    assert sorted(RHINE.setup) == ["J10", "J11", "K11", "L10", "L11"]
    assert set(RHINE.land["K10"]) == set(RHINE.setup)
    assert game.ask.who == "german"
    assert {RULES.setting.row(game.unit(p)).kind for p in game.ask.pieces} == {"anti_tank"}
    assert game.against("german-anti_tank-1", "K12")
    assert "RB 6.1" in game.against("german-anti_tank-1", "L11")
    game.go("german-anti_tank-1", "J10").go("german-anti_tank-2", "K11")
    game.go("german-armoured_car-1", "L10")
    assert "RB 1.3" in game.against("german-bazooka-1", "J10")
    game.go("german-bazooka-1", "L11").go("german-bazooka-2", "J11")
    for number in range(1, 7):
        game.go(f"german-infantry-{number}", "L10" if number < 4 else "J11")
    assert (game.ask.who, game.ask.kind, game.state.tracks["turn"]) == ("us", "arrive", 1)
    placed = [u.kind for u in game.state.pieces.values() if u.at in RHINE.setup]
    assert len(placed) == 11


@pytest.mark.rule("RB 1.5", "RB 1.6")
def test_germans_come_on_at_four_sectors():
    assert RHINE.entries("german") == ("D18", "H18", "N18", "Q18")
    game = lay("german_arrivals", "german infantry german_yard x8", "german howitzer german_yard",
               "german truck german_yard")  # fmt: skip
    assert "RB 6.1" in game.against("german-howitzer-1", "D18")
    men = " ".join(f"german-infantry-{n}" for n in range(1, 8))
    assert "RB 1.3" in game.against(men, "D18")
    game.go(men.rpartition(" ")[0], "D18")
    assert game.ask.who == "german"
    assert "RB 1.3" in game.against("german-infantry-8", "D18")
    game.go("german-howitzer-1 german-truck-1", "H18")
    assert game.unit("german-howitzer-1").carrier == "german-truck-1"
    game.choose("done")
    assert game.ask.kind == "move"


@pytest.mark.rule("RB N11")
def test_the_quota_limits_what_americans_bring():
    game = lay("us_arrivals", "us heavy_tank us_yard x7", "us medium_tank us_yard x4",
               "us infantry us_yard x3", turn=2)  # fmt: skip
    all_seven = " ".join(f"us-heavy_tank-{n}" for n in range(1, 8))
    assert "RB N11" in game.against(all_seven, "A7")
    assert "RB N11" not in game.against(all_seven.rpartition(" ")[0], "A7")
    game.go("us-heavy_tank-1 us-heavy_tank-2", "A7")
    assert game.ask.context == "Quota left: 34 of 48"
    game.go("us-heavy_tank-3 us-heavy_tank-4", "J4").go("us-heavy_tank-5", "K4")
    game.go("us-medium_tank-1", "K4").go("us-medium_tank-2", "L4")
    assert game.ask.context == "Quota left: 3 of 48"
    assert {game.unit(p).kind for p in game.ask.pieces} == {"infantry"}  # a tank is too much
    game.go("us-infantry-1 us-infantry-2 us-infantry-3", "R6")
    assert game.ask.kind == "move"
    quota = [RULES.setting.quota(turn) for turn in range(1, 16)]
    assert quota == [66, *[48] * 6, 52, *[48] * 7]
    assert make(quota="lean").setting.quota(1) == 61
    assert make(quota="rich").setting.quota(9) == 53


def test_what_does_not_fit_is_said_clearly():
    with pytest.raises(UserError, match="no option"):
        make(nothing="yes")
    board = load_board(INFO.map)
    with pytest.raises(UserError, match="forces"):
        make_rules("remagen", board, {"pool": "all"}, {})
    start = [{"kind": "infantry", "count": 99}]
    with pytest.raises(UserError, match="more of infantry"):
        make_rules("remagen", board, {**INFO.forces, "start": start}, {})
    with pytest.raises(UserError, match="squares"):
        Rhine(load_board(INFO.map.replace("remagen/maps/rhine", "eben-emael/maps/fort")))


@pytest.mark.rule("RB 5.1", "RB 4.1", "RB 4.4")
def test_whole_loads_come_on_together():
    """Two troops on each truck, guns behind half-tracks first: nobody walks who can ride."""
    rows = ("us truck us_yard x2", "us infantry us_yard x5", "us bazooka us_yard",
            "us howitzer us_yard", "us half_track us_yard")  # fmt: skip

    def aboard(*names):
        ids = [f"us-{name}" for name in names]
        game = lay("us_arrivals", *rows).go(" ".join(ids), "A7")
        return [game.unit(piece).carrier.removeprefix("us-") for piece in ids]

    men = [f"infantry-{n}" for n in range(1, 5)]
    assert aboard("truck-1", "truck-2", *men) == [
        "", "", "truck-1", "truck-1", "truck-2", "truck-2"]  # fmt: skip
    assert aboard("truck-1", *men[:3]) == ["", "truck-1", "truck-1", ""]
    assert aboard("truck-1", men[0], "bazooka-1") == ["", "truck-1", ""]
    assert aboard("truck-1", "bazooka-1", men[0]) == ["", "truck-1", ""]
    assert aboard(men[0], "truck-1", "howitzer-1", "half_track-1") == [
        "truck-1", "", "half_track-1", ""]  # fmt: skip
    assert aboard(men[0], "truck-1", "howitzer-1") == ["", "", "truck-1"]


@pytest.mark.rule("RB N11", "RB 1.5")
def test_a_quota_that_is_spent_or_overdrawn_leaves_nothing():
    rows = ("us infantry us_yard", "us infantry K7", "german infantry german_yard")
    whole = RULES.setting.quota(4)
    for used, left in ((whole - 1, 1), (whole, 0), (whole + 5, 0)):
        game = lay("us_arrivals", *rows, tracks={"quota used": used})
        assert quota_left(RULES.setting, game.state) == left
        assert (game.ask.kind, game.ask.cite == "RB N11") == (
            ("arrive", True) if left else ("move", False)
        )
    german = lay("german_arrivals", *rows)
    assert (german.ask.kind, german.ask.cite) == ("arrive", "RB 1.5")
    assert quota_left(RULES.setting, replace(german.state, tracks={"turn": 4})) == whole
