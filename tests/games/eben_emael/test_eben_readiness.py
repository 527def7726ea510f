"""Full combat readiness: every work manned, landings under fire, sallies on foot."""

import pytest
from eben import INFO, garrison, ready, sally

from wardesk.games.eben_emael.attacks import assess

READY = ready()
WORKS = 15


def test_the_scenario_differs_from_the_historical_one():
    assert READY.fort.watched
    assert not ready(INFO).fort.watched


@pytest.mark.rule("EE N54")
def test_every_work_holds_twenty_men():
    pieces = READY.fresh().pieces.values()
    crews = [p for p in pieces if p.kind == "garrison"]
    assert len(crews) == WORKS == len(READY.fort.works)
    assert {p.men for p in crews} == {20}
    assert all(p.inside and p.at in READY.fort.works for p in crews)


@pytest.mark.rule("EE N55")
def test_the_other_belgians_are_in_the_barracks():
    assert READY.fresh().state.tracks["barracks"] == 329 - WORKS * 20


@pytest.mark.rule("EE N54", "EE N14")
def test_a_glider_lands_under_fire():
    game = READY.fresh().choose("decline").go("glider-1", "MA2").roll(3, 4)
    assert game.ask.who == "belgian"
    assert [c.key for c in game.ask.choices] == ["MN.machine_gun@MA2", "hold"]
    game.choose("MN.machine_gun@MA2").roll(3, 3)  # [6], 6: four points
    assert game.state.tracks["german_losses"] == 4
    assert game.ask.kind == "land"
    game.go("glider-3", "D2").roll(3, 4)
    assert game.ask.kind == "land", "the gun has fired"


@pytest.mark.rule("EE N54")
def test_fire_on_a_landing_may_be_held():
    game = READY.fresh().choose("decline").go("glider-1", "MA2").roll(3, 4).choose("hold")
    assert game.ask.kind == "land"
    assert game.state.tracks["german_losses"] == 0


@pytest.mark.rule("EE N54", "EE N50")
@pytest.mark.parametrize(("sector", "fires"), [("MA2", True), ("MN", False), ("MS", False)])
def test_no_gun_fires_at_a_glider_on_its_own_roof(sector, fires):
    game = READY.fresh().choose("decline").go("glider-1", sector).roll(3, 4)
    assert (game.ask.kind == "machine-guns") == fires


@pytest.mark.rule("EE N54")
def test_the_anti_aircraft_post_is_no_work_and_stands_empty():
    pieces = READY.fresh().pieces
    assert "MICA.garrison" not in pieces
    game = READY.lay(
        "german_attack", {"glider-1": "G8"}, (garrison("a", "MICA", inside=False),)
    ).at("MICA")
    assert [c.key for c in game.ask.choices if c.key.startswith("MICA")] == ["MICA.machine_gun@G8"]


@pytest.mark.rule("EE N47")
def test_the_air_attack_before_the_landing_hits_a_garrison():
    game = READY.fresh().at("MN").roll(2, 5)  # 12 / 3
    assert game.pieces["MN.garrison"].men == 19
    assert game.pieces["MN.machine_gun"].equipment == 0


@pytest.mark.rule("EE N54", "EE 3.5")
def test_men_inside_works_stop_the_germans():
    game = READY.lay("german_move", {"glider-1": "D1"})
    assert "EE 3.5" in game.against_path("glider-1", "G1", "G2")
    game.go("glider-1", "G1")
    game = READY.lay("german_move", {"glider-1": "D2"})
    assert "EE 3.5" in game.against_path("glider-1", "MA1", "G2")
    game.go("glider-1", "MA1")


@pytest.mark.rule("EE N54", "EE 3.5")
def test_destroyed_works_stop_nobody():
    gone = tuple(f"{work}.garrison" for work in READY.fort.works)
    game = READY.lay("german_move", {"glider-1": "D1"}, without=gone)
    assert game.against_path("glider-1", "G1", "G2") == []


@pytest.mark.rule("EE N56", "EE N39")
def test_a_garrison_defends_its_work_and_withdraws():
    game = READY.lay("german_attack", {"glider-1": "MN"}).choose("charge:glider-1")
    game.choose("MN.machine_gun@MN").roll(6, 6).roll(6, 5)
    assert game.state.marks["MN/destroyed"]
    assert "MN.garrison" not in game.pieces
    assert game.state.tracks["barracks"] == 29 + 15
    assert game.state.tracks["belgian_losses"] == 5


@pytest.mark.rule("EE N56")
def test_germans_never_enter_a_manned_work():
    game = READY.lay("german_move", {"glider-1": "MA1"}).go("glider-1", "MS")
    assert not game.pieces["glider-1"].inside
    assert game.state.tracks["victory_points"] == 0


@pytest.mark.rule("EE N54", "EE N12")
def test_a_garrison_fights_germans_on_its_roof_through_the_door():
    game = READY.lay("belgian_attack", {"glider-1": "MN", "glider-2": "VI1"})
    assert game.ask.cells == ("MN",), "Visé 1 has no door"
    game.at("MN").roll(3, 4)
    assert game.pieces["MN.garrison"].inside


@pytest.mark.rule("EE N12")
def test_no_more_than_twenty_count_at_a_door():
    crew = (sally("a", "MN", 40, inside=True),)
    game = READY.lay("belgian_attack", {"glider-1": "MN"}, crew)
    units = ("a", "MN.garrison")
    assert assess(READY.rules.setting, game.pieces, "belgian", "MN", units).men == 20


@pytest.mark.rule("EE N54", "EE N13")
def test_men_come_out_of_doors_sixty_a_turn():
    more = (sally("a", "BL6", 20, inside=True), sally("b", "BL6", 30, inside=True))
    game = READY.lay("belgian_move", {"glider-1": "D1"}, more)
    assert "VI2.garrison" not in game.ask.pieces
    game.go("BL6.garrison", "G7")
    game.go("b", "W1")
    assert "EE N13" in game.against_path("a", "VI2")
    assert not game.pieces["b"].inside


@pytest.mark.rule("EE 2.1-VI", "EE N54")
def test_belgians_who_came_out_must_attack():
    crew = {"MN.garrison": {"at": "G3", "inside": False}}
    game = READY.lay("belgian_attack", {"glider-1": "MA2"}, changes=crew)
    assert next(c for c in game.ask.choices if c.key == "done").refused
    game.at("MA2").roll(3, 4)
    assert game.pieces["MN.garrison"].at is not None, "only a counterattack goes back at once"


@pytest.mark.rule("EE N54", "EE 5.0")
def test_manned_guns_fire_from_the_first_turn():
    game = READY.lay("belgian_mortars", {"glider-1": "G5"})
    assert game.ask.pieces == ("BL5.artillery",)


@pytest.mark.rule("EE N57")
def test_gliders_men_and_levels_are_the_same():
    pieces = READY.fresh().pieces.values()
    squads = [p for p in pieces if p.kind == "squad"]
    assert (len(squads), sum(p.men for p in squads)) == (11, 85)
    assert [level.least for level in READY.rules.setting.tables.level] == [17, 13, 9, 5, 0]


@pytest.mark.rule("EE N58")
def test_it_lasts_fifteen_turns_with_one_draw_each():
    game = READY.lay("belgian_attack", {"glider-1": "D1"}, turn=15)
    assert game.state.result is not None
    game = READY.lay("draw", {"glider-1": "D1"})
    assert game.ask.kind == "draw"
    assert len(game.state.cups["pool"]) == 20


@pytest.mark.rule("EE N58")
@pytest.mark.parametrize(("before", "over"), [(324, True), (323, False)])
def test_three_hundred_and_twenty_nine_belgians_end_it(before, over):
    lost = {"belgian_losses": before}
    game = READY.lay("german_attack", {"glider-1": "MN", "glider-2": "KS"}, tracks=lost)
    game.choose("charge:glider-1").choose("hold").roll(6, 5)  # the garrison loses five
    assert game.state.tracks["belgian_losses"] == before + 5
    assert (game.state.result is not None) == over
