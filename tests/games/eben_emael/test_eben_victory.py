"""Control, victory points, levels and automatic victories."""

from pathlib import Path
from shutil import copyfile

import pytest
from eben import RULES, garrison, lay, make, sally

import wardesk
from wardesk.engine.types import replace
from wardesk.games.eben_emael.state import FortCounter


@pytest.mark.rule("EE N41")
def test_the_points_of_the_works_silenced_in_1940_make_sixteen():
    fallen = ("MA1", "MA2", "VI1", "BL3", "C120", "MN", "MS", "MICA")
    assert sum(RULES.setting.fort.points[cell] for cell in fallen) == 16
    assert sum(RULES.setting.fort.points.values()) == 26


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
    game = lay("german_move", {"glider-1": "G5"}, (garrison("c", "MN"),))
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


# ---- the two losses that end the game -----------------------------------------------------------

COMPANY = FortCounter(
    id="sappers", side="german", at="OUT", kind="sappers", name="Sappers", men=60, full_men=60
)


def last_squad(men, *others, rules=RULES, **more):
    """The last of the eleven squads has *men* left and loses 8 to a Belgian attack."""
    company = (sally("a", "G7", 60), *others)
    strong = {"glider-6": {"men": men, "full_men": max(men, 8)}}
    game = lay("belgian_attack", {"glider-6": "G5"}, company, changes=strong, rules=rules, **more)
    return game.at("G5").roll(6, 6).choose("stand")  # 6:1, 12: attacker 1, defender 8


@pytest.mark.rule("EE N48", "EE 4.2")
def test_eighty_five_germans_lost_ends_the_game_at_once():
    result = last_squad(8).state.result
    assert (result.winner, result.level, result.cite) == ("belgian", "automatic victory", "EE N48")
    assert "all of their 85 men" in result.text
    assert last_squad(9).state.result is None


@pytest.mark.rule("EE N48", "EE N34")
def test_the_fall_of_reinforcements_does_not_end_the_game():
    game = last_squad(9, COMPANY, tracks={"german_losses": 84})
    assert game.state.tracks["german_losses"] == 92
    assert game.state.result is None


@pytest.mark.rule("EE N48", "EE N34")
def test_glider_12_is_beyond_the_eighty_five():
    hand = {"german_hand": ("glider-12",), "tracks": {"german_losses": 70, "german_absent": 8}}
    game = lay("german_cards", {"glider-6": "G5"}, **hand).choose("glider-12")
    game.go("glider-12", "MN").roll(1, 1)
    assert game.state.result is None


@pytest.mark.rule("EE N48", "EE N28", "EE N34")
@pytest.mark.parametrize("others", [COMPANY, replace(RULES.setting.extra_glider, at="OUT")])
def test_the_eighty_five_are_lost_while_reinforcements_stand(others):
    assert last_squad(8, others).state.result.cite == "EE N48"


@pytest.mark.rule("EE N48")
def test_by_option_any_eighty_five_men_count():
    rules = make(losses="any")
    tracks = {"german_losses": 57, "german_absent": 20}
    result = last_squad(9, COMPANY, rules=rules, tracks=tracks).state.result
    assert (result.winner, result.text) == ("belgian", "The Germans lost 85 men")
    tracks = {"german_losses": 56, "german_absent": 20}
    assert last_squad(9, COMPANY, rules=rules, tracks=tracks).state.result is None


@pytest.mark.rule("EE N48")
def test_the_track_of_german_losses_shows_those_of_the_eighty_five():
    squads, lost = {"glider-6": "G5", "glider-1": "KS"}, {"german_losses": 30}
    attackers = (sally("a", "G7", 60), COMPANY)
    game = lay("belgian_attack", squads, attackers, tracks=lost)
    game.at("G5").roll(6, 6).choose("stand")  # 6:1, 12: defender 8
    assert game.state.tracks["german_losses"] == 38
    track = next(t for t in RULES.showing.look(game.state).tracks if t.id == "german_losses")
    assert (track.value, track.most) == (8, 85)


@pytest.mark.rule("EE 4.2")
def test_a_game_saved_when_attackers_still_fell_first_goes_on(tmp_path):
    path = tmp_path / "game.wdgame"
    copyfile(Path(__file__).with_name("attackers_fell_first.wdgame"), path)
    with wardesk.open_game(path) as game:
        assert game.ask.kind == "losses"
        before, battle = game.state.tracks, game.state.stack[-2]
        assert (battle.attacker_loss, battle.defender_loss) == (3, 1)
        while game.ask.kind == "losses":
            game.answer(game.bot(game.ask.who).choose(game))
        lost = {t: n - before[t] for t, n in game.state.tracks.items() if t.endswith("_losses")}
        assert lost == {"belgian_losses": 3, "german_losses": 1}
        while game.ask is not None:
            game.roll() if game.ask.who == "chance" else game.answer(game.options(1)[0])
        assert game.result is not None


@pytest.mark.rule("EE N49")
@pytest.mark.parametrize(("before", "over"), [(328, True), (327, False)])
def test_329_belgians_lost_ends_the_game_at_once(before, over):
    tracks = {"belgian_losses": before}
    game = lay("belgian_attack", {"glider-6": "G5"}, (sally("a", "G7", 60),), tracks=tracks)
    game.at("G5").roll(6, 5).choose("stand")  # 6:1, 11: attacker 1
    assert game.state.tracks["belgian_losses"] == before + 1
    assert (game.state.result is not None) == over
    if over:
        assert (game.state.result.winner, game.state.result.cite) == ("german", "EE N49")


@pytest.mark.rule("EE N48", "EE N49", "EE 4.2")
def test_when_both_are_lost_in_one_battle_the_defenders_loss_decides():
    both = {"belgian_losses": 328}
    assert last_squad(8, tracks=both).state.result.winner == "belgian"
    weak = {"glider-6": {"men": 2}}
    game = lay(
        "german_attack", {"glider-6": "G5"}, (sally("a", "G7", 2),), tracks=both, changes=weak
    )
    game.at("G7").roll(6, 5).choose("stand")  # 1:1, 11: 2/2
    assert game.state.result.winner == "german"
