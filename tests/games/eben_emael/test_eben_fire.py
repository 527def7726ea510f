"""Chapter 5 and the fire phases."""

import printed
import pytest
from eben import garrison, lay, sally

AT_BLOC_1 = (garrison("c", "BL1"),)
AT_BLOC_3 = (garrison("c", "BL3"),)


@pytest.mark.rule("EE 2.1-II-B", "EE N63", "EE N11")
def test_an_anti_tank_gun_with_a_crew_fires_anywhere_once():
    game = lay("belgian_mortars", {"glider-1": "KN", "glider-2": "D1"}, AT_BLOC_1)
    assert game.ask.pieces == ("BL1.anti_tank",)
    game.pick("BL1.anti_tank")
    assert set(game.ask.cells) == {"KN", "D1"}
    game.at("D1")
    assert game.ask.column == "2–6"
    game.roll(6, 6)
    assert game.pieces["BL1.anti_tank"].fired
    assert game.ask.kind != "guns"


@pytest.mark.rule("EE 2.1-IV", "EE 5.0", "EE N38")
def test_artillery_fires_with_its_own_strength_only():
    crews = (*AT_BLOC_3, garrison("d", "BL5"))
    game = lay("belgian_artillery", {"glider-1": "D1"}, crews)
    assert set(game.ask.pieces) == {"BL3.artillery", "BL5.artillery"}
    game.pick("BL3.artillery")
    assert game.ask.column == "13–17"
    game.roll(6, 6)
    assert game.ask.pieces == ("BL5.artillery",)


@pytest.mark.rule("EE 2.1-IV", "EE N38")
def test_a_gun_without_a_crew_is_silent():
    assert lay("belgian_artillery", {"glider-1": "D1"}).ask.kind != "guns"
    outside = (sally("c", "BL3"),)
    assert lay("belgian_artillery", {"glider-1": "D1"}, outside).ask.kind != "guns"


@pytest.mark.rule("EE N16", "EE N6")
@pytest.mark.parametrize(("cell", "loss"), [("D1", 7), ("G1", 3), ("MN", 7)])
def test_fire_is_divided_by_the_ground_of_the_target(cell, loss):
    game = lay("belgian_artillery", {"glider-6": cell, "glider-1": cell}, AT_BLOC_3, umpire=True)
    game.pick("BL3.artillery").roll(2, 4)  # strength 16, 6: 7 men
    assert game.ask.proposed == {"loss": loss}


@pytest.mark.rule("EE N16")
@pytest.mark.parametrize(("cell", "by"), [("D1", 1), ("G1", 2), ("BL3", 3)])
def test_every_throw_is_divided_by_the_ground(cell, by):
    men = (sally("c", cell, inside=by == 3),)
    for a in range(1, 7):
        for b in range(1, 7):
            hand = ("airstrike-26",)
            game = lay("air", {"glider-1": "KS"}, men, german_hand=hand, umpire=True)
            game.choose("airstrike-26").roll(a, b)
            whole = printed.fire("artillery_fire_and_air_attack", a + b, "26+")
            assert game.ask.proposed == {"loss": printed.nearest(whole, by)}


@pytest.mark.rule("EE N9", "EE N10")
def test_bombs_hit_the_guns_of_a_manned_work_first():
    crew = (garrison("c", "BL1"),)
    game = lay("air", {"glider-1": "D1"}, crew, german_hand=("airstrike-26",))
    game.choose("airstrike-26").roll(1, 1)  # 19 / 3 = 6: two machine guns, one gun, three men
    assert game.pieces["BL1.machine_gun"].at is None
    assert game.pieces["BL1.anti_tank"].at is None
    assert game.pieces["c"].men == 17
    assert game.state.tracks["belgian_losses"] == 3


@pytest.mark.rule("EE 2.1-I", "EE N45", "EE N19", "EE N20", "EE N21", "EE N9")
@pytest.mark.parametrize(
    ("name", "column"),
    [("airstrike-14", "13–17"), ("airstrike-20", "18–21"), ("airstrike-26", "26+")],
)
def test_one_air_attack_a_turn(name, column):
    hand = tuple(sorted({name, "airstrike-14", "airstrike-20"}))
    game = lay("air", {"glider-1": "D1"}, (sally("a", "G7", 40),), german_hand=hand)
    assert game.ask.who == "german"
    game.choose(name)
    assert game.ask.column == column
    game.roll(6, 6)
    assert name not in game.state.cups["german_hand"]
    assert game.ask.kind == "move"


@pytest.mark.rule("EE 2.1-I")
def test_aircraft_need_belgians():
    assert lay("air", {"glider-1": "D1"}, german_hand=("airstrike-14",)).ask.kind == "move"


@pytest.mark.rule("EE N23")
def test_artillery_1_fires_once_from_the_hand():
    game = lay("belgian_artillery", {"glider-6": "D1"}, belgian_hand=("artillery-1",))
    game.choose("artillery-1")
    assert game.ask.column == "1"
    game.roll(1, 1)
    assert game.pieces["glider-6"].men == 2
    assert game.state.cups["belgian_hand"] == ()


@pytest.mark.rule("EE N63")
def test_the_mortar_comes_with_the_first_sally():
    hand = ("counterattack-1", "counterattack-2")
    game = lay("belgian_cards", {"glider-1": "D1"}, belgian_hand=hand)
    game.choose("counterattack-2")
    assert game.pieces["mortar"].at == "BL2"
    game.choose("counterattack-1")
    assert game.pieces["mortar"].at == "BL2"
    crew = (garrison("c", "BL2"),)
    mortar = (game.pieces["mortar"],)
    game = lay("belgian_mortars", {"glider-1": "D1"}, crew + mortar)
    assert set(game.ask.pieces) == {"BL2.anti_tank", "mortar"}
