"""Control, victory points, levels and automatic victories."""

import pytest
from eben import RULES, lay, make, sally


@pytest.mark.rule("EE N41")
def test_the_points_of_the_works_silenced_in_1940_make_sixteen():
    fallen = ("MA1", "MA2", "VI1", "BL3", "C120", "MN", "MS", "MICA")
    assert sum(RULES.fort.points[cell] for cell in fallen) == 16
    assert sum(RULES.fort.points.values()) == 26


@pytest.mark.rule("EE N41")
def test_the_side_last_alone_in_a_sector_controls_it():
    game = lay("german_move", {"glider-1": "G5"}, rules=make(control="last"))
    assert game.go("glider-1", "C120").state.tracks["victory_points"] == 3
    game = lay("german_move", {"glider-1": "C120"}, marks={"C120/control": "german"})
    game.go("glider-1", "G5")
    assert game.state.marks["C120/control"] == "german"


@pytest.mark.rule("EE N41")
def test_belgians_take_an_empty_sector_back():
    game = lay(
        "belgian_move",
        {"glider-1": "G4"},
        (sally("a", "BL1"),),
        marks={"VI2/control": "german"},
        tracks={"victory_points": 1},
    )
    game.go("a", "VI2")
    assert "VI2/control" not in game.state.marks
    assert game.state.tracks["victory_points"] == 0


@pytest.mark.rule("EE N41")
def test_a_manned_work_does_not_count_until_it_is_shut():
    game = lay("german_move", {"glider-1": "G5"}, (sally("c", "MN", inside=True),))
    game.go("glider-1", "MN")
    assert game.state.tracks["victory_points"] == 0
    game.choose("charge:glider-1").choose("hold").roll(6, 3)
    assert game.state.tracks["victory_points"] == 2


@pytest.mark.rule("EE N41")
def test_a_work_counts_once_it_is_out_of_action():
    game = lay("german_move", {"glider-1": "G5"}).go("glider-1", "C120")
    assert game.state.marks["C120/control"] == "german"
    assert game.state.tracks["victory_points"] == 0
    game.choose("charge:glider-1").roll(6)
    assert game.state.tracks["victory_points"] == 3


@pytest.mark.rule("EE N41")
def test_by_option_only_sectors_with_germans_count():
    game = lay("german_move", {"glider-1": "G5"}, rules=make(control="present"))
    game.go("glider-1", "C120")
    assert game.state.tracks["victory_points"] == 3
    game = lay(
        "german_move",
        {"glider-1": "C120"},
        rules=make(control="present"),
        marks={"C120/control": "german"},
        tracks={"victory_points": 3},
    )
    assert game.go("glider-1", "G5").state.tracks["victory_points"] == 0


@pytest.mark.rule("EE N42")
@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [
        (26, "overwhelming victory", "german"),
        (17, "overwhelming victory", "german"),
        (16, "major victory", "german"),
        (13, "major victory", "german"),
        (12, "minor victory", "german"),
        (9, "minor victory", "german"),
        (8, "tactical victory", "german"),
        (5, "tactical victory", "german"),
        (4, "defeat", "belgian"),
        (0, "defeat", "belgian"),
    ],
)
def test_levels(points, level, winner):
    tracks = {"victory_points": points}
    result = lay("belgian_attack", {"glider-1": "G5"}, turn=15, tracks=tracks).state.result
    assert (result.level, result.winner) == (level, winner)


def last_germans(**tracks):
    game = lay("belgian_attack", {"glider-6": "G5"}, (sally("a", "G7", 60),), tracks=tracks)
    return game.at("G5").roll(6, 6).choose("stand")  # 6:1, 12: defender loses 8


@pytest.mark.rule("EE N48", "EE 4.2")
def test_eighty_five_germans_lost_ends_the_game_at_once():
    game = last_germans(german_losses=77)
    assert game.state.result.winner == "belgian"
    assert game.state.result.level == "automatic victory"
    assert game.ask is None
    assert last_germans(german_losses=76).state.result is None


@pytest.mark.rule("EE N48")
def test_men_who_never_landed_count_with_the_lost():
    assert last_germans(german_losses=57, german_absent=20).state.result is not None


@pytest.mark.rule("EE N49")
def test_329_belgians_lost_ends_the_game_at_once():
    game = lay(
        "belgian_attack",
        {"glider-6": "G5"},
        (sally("a", "G7", 40),),
        tracks={"belgian_losses": 327},
    )
    game.at("G5").roll(3, 4)
    if game.ask is not None and game.ask.kind == "retreat":
        game.choose("stand")
    assert game.state.result.winner == "german"
    assert game.state.result.cite == "EE N49"
