"""Chapters 7, 8, 11 and 14: the drop, the railway bridge, pontoons, night."""

import pytest
from rhine import RULES, lay, make

from wardesk.games.remagen.ch07_paratroops import open_sectors

RAIL = RULES.setting.rhine.railway
SEEN = {"B8/visited": True, "B11/visited": True}


# ---- the drop -----------------------------------------------------------------------------------


@pytest.mark.rule("RB 7.1", "RB 7.2", "RB 7.3", "RB 7.4", "RB 7.6")
def test_twelve_trays_drop_in_turn_eight():
    rows = ("us paratroops us_yard x12", "us infantry us_yard x28", "german infantry Q17")
    early = lay("drop", *rows, turn=7)
    assert early.ask.kind == "arrive"
    game = lay("drop", *rows, turn=8)
    assert game.keys == {"drop", "no"}
    game.choose("drop").roll(2, 3)
    trays = [f"us-paratroops-{n}" for n in range(1, 13)]
    assert set(game.rules.showing.reach(game.state, trays[:1])) == {
        "F14", *RULES.setting.rhine.around["F14"]}  # fmt: skip
    assert "RB 1.3" in game.against(" ".join(trays[:7]), "F14")
    game.go(" ".join(trays[:6]), "F14").go(" ".join(trays[6:]), "G15")
    assert game.state.tracks["quota used"] == 12
    assert game.ask.context == "Quota left: 40 of 52"
    game.choose("done")
    assert set(trays) <= set(game.ask.pieces)  # they may still move
    assert game.against(trays[6], "G16", "H15", "I16", "J16") == {"RB 2.1"}
    assert game.against(trays[6], "G16", "H15", "I16") == set()
    refused = lay("drop", *rows, turn=8).choose("no")
    assert refused.ask.kind == "arrive"
    for done in (game, refused):  # the drop is offered once
        nine = lay("drop", *rows, turn=9, marks=dict(done.state.marks))
        assert nine.ask.kind == "arrive"


@pytest.mark.rule("RB 7.3")
def test_every_drop_lies_east_of_the_river():
    table = RULES.setting.tables.drop
    cells = {table.cell(a, b) for a in range(1, 7) for b in range(1, 7)}
    assert len(cells) == 36
    assert cells <= RULES.setting.rhine.east
    assert (table.cell(1, 1), table.cell(6, 6), table.cell(2, 3)) == ("C12", "P17", "F14")


@pytest.mark.rule("RB 7.5")
def test_a_drop_without_a_place_is_tried_again():
    nine = ("F14", *RULES.setting.rhine.around["F14"])
    rows = ("us paratroops us_yard x12", *(f"german infantry {cell}" for cell in nine))
    game = lay("drop", *rows, turn=8).choose("drop").roll(2, 3)
    assert game.state.marks["paratroops/again"]
    again = lay("drop", *rows, turn=9, marks={"paratroops/again": True})
    assert again.ask.kind == "drop"
    late = lay("drop", *rows, turn=9)
    assert late.ask is None or late.ask.kind != "drop"
    held = lay("drop", *rows[:-1], turn=8)
    assert open_sectors(RULES.setting, held.state, "F14") == (nine[-1],)


@pytest.mark.rule("RB 7.7")
def test_trays_that_land_beside_germans_stay_and_fight():
    game = lay("drop", "us paratroops us_yard x2", "german infantry F13", turn=8)
    game.choose("drop").roll(2, 3).go("us-paratroops-1", "F14").go("us-paratroops-2", "G15")
    assert game.ask.kind == "move"
    assert game.ask.pieces == ("us-paratroops-2",)
    game.choose("done").choose("done")
    assert game.ask.kind in ("front", "morale")


# ---- the Ludendorff Bridge ----------------------------------------------------------------------


@pytest.mark.rule("RB 8.1", "RB 8.2", "RB 8.4")
def test_the_bridge_falls_by_the_table():
    figures = {turn: RULES.setting.tables.collapse.limit(turn) for turn in range(1, 12)}
    assert figures == {1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 2, 7: 3, 8: 4, 9: 6, 10: 6, 11: 6}
    german = "german infantry K14"
    assert lay("collapse", german, turn=3).ask.kind == "move"
    stands = lay("collapse", german, turn=4).roll(2)
    assert "ludendorff/down" not in stands.state.marks
    assert lay("collapse", german, turn=4).roll(1).state.marks["ludendorff/down"]
    assert lay("collapse", german, turn=8).roll(4).state.marks["ludendorff/down"]
    assert lay("collapse", german, turn=9).state.marks["ludendorff/down"]
    assert lay("collapse", german, turn=5, marks={"ludendorff/down": True}).ask.kind == "move"


@pytest.mark.rule("RB 8.3")
def test_whoever_is_on_the_bridge_is_lost():
    game = lay("collapse", "us medium_tank K8", "us infantry K9 x2", "us infantry K10",
               "us truck K7", "german infantry Q17")  # fmt: skip
    game.roll(1)
    assert [u.at for u in game.state.pieces.values()][:5] == [None, None, None, "K10", "K7"]


# ---- pontoon bridges ----------------------------------------------------------------------------

ENGINEERS = ("us engineers B8 x3", "us infantry A1")


@pytest.mark.rule("RB 11.1", "RB 11.2", "RB 11.3", "RB 11.4")
def test_engineers_build_where_both_banks_were_passed():
    game = lay("labour", *ENGINEERS, marks=SEEN)
    assert (game.ask.kind, game.ask.most) == ("labour", 3)
    other = lay("labour", "us engineers Q7", "us infantry A1",
                marks={"Q7/visited": True, "Q10/visited": True})  # fmt: skip
    assert other.ask.kind == "labour"
    unseen = lay("labour", *ENGINEERS, marks={"B8/visited": True})
    assert unseen.ask.kind != "labour"
    for cell in ("B12", "C10", "B11"):
        held = lay("labour", *ENGINEERS, f"german infantry {cell}", marks=SEEN)
        assert (held.ask.kind == "labour") == (cell == "C10")  # open water keeps C10 apart
    begun = lay("labour", *ENGINEERS, "german infantry C12", tracks={"labour B": 7})
    assert begun.ask.kind != "labour"
    far = lay("labour", *ENGINEERS, "german infantry D13", tracks={"labour B": 7})
    assert far.ask.kind == "labour"
    four = lay("labour", "us engineers B8 x2", "us engineers B11 x2", marks=SEEN)
    assert (len(four.ask.pieces), four.ask.most) == (4, 3)


@pytest.mark.rule("RB 11.2")
def test_crossing_units_mark_the_banks():
    game = lay("us_move", "us infantry K7", "us infantry A1")
    game.go("us-infantry-1", "K8", "K9", "K10")
    assert "K10/visited" in game.state.marks
    boat = lay("us_move", "us buffalo B10", "us infantry A1").go("us-buffalo-1", "B11")
    assert "B11/visited" in boat.state.marks


@pytest.mark.rule("RB N13")
def test_no_pontoon_in_the_row_of_the_railway():
    game = lay("labour", "us engineers K7", "us infantry A1",
               marks={"K7/visited": True, "K10/visited": True})  # fmt: skip
    assert game.ask.kind != "labour"


@pytest.mark.rule("RB 11.5", "RB 11.6", "RB 11.7", "RB 11.8")
def test_labour_adds_up_to_thirty():
    game = lay("labour", *ENGINEERS, marks=SEEN, tracks={"labour B": 14})
    game.pick("us-engineers-1", "us-engineers-2").roll(6, 5)
    assert game.state.tracks["labour B"] == 25
    assert "B/pontoon" not in game.state.marks
    assert set(game.ask.pieces) == {"us-engineers-3", "us-infantry-1"}  # workers do not move
    done = lay("labour", *ENGINEERS, marks=SEEN, tracks={"labour B": 28}, turn=5)
    done.pick("us-engineers-1").roll(6)
    assert done.state.tracks["labour B"] == 30
    assert done.state.marks["B/pontoon"] == 5
    assert "RB 2.4" in done.against("us-engineers-3", "B9")
    later = lay("us_move", "us engineers B8", marks={"B/pontoon": 5}, turn=6)
    assert later.against("us-engineers-1", "B9", "B10", "B11") == set()
    idle = lay("labour", *ENGINEERS, marks=SEEN).choose("none")
    assert len(idle.ask.pieces) == 4


@pytest.mark.rule("RB 11.9", "RB 11.10", "RB 11.11")
def test_fire_at_a_pontoon_bridge():
    built = {"marks": {"B/pontoon": 2}, "tracks": {"labour B": 20}}
    rows = ("us infantry B9", "us infantry B11", "german howitzer B13")
    game = lay("german_fire", *rows, **built)
    game.go("german-howitzer-1", "B10").roll(1, 1, 1, 5)  # 8 / 4: two hits
    assert (game.ask.kind, len(game.ask.dice)) == ("damage", 2)
    game.roll(6, 3)
    assert game.state.tracks["labour B"] == 11
    assert game.state.marks["B/pontoon"] == 2  # still in use
    mend = lay("labour", "us engineers B8", "us infantry A1",
               marks={"B/pontoon": 2}, tracks={"labour B": 11})  # fmt: skip
    mend.pick("us-engineers-1").roll(4)
    assert mend.state.tracks["labour B"] == 15
    weak = lay("german_fire", *rows, marks={"B/pontoon": 2}, tracks={"labour B": 5})
    weak.go("german-howitzer-1", "B9").roll(1, 1, 1, 5).roll(1).roll(5)
    assert weak.state.tracks["labour B"] == 0
    assert "B/pontoon" not in weak.state.marks
    assert weak.at("us-infantry-1") is None
    assert weak.at("us-infantry-2") == "B11"
    half = lay("german_fire", "us infantry A1", "german howitzer B13", tracks={"labour B": 5})
    assert half.against("german-howitzer-1", "B9") == set()
    bare = lay("german_fire", "us infantry A1", "german howitzer B13")
    assert bare.ask.kind != "fire"


@pytest.mark.rule("RB 11.12")
def test_engineers_fight_as_infantry():
    row = RULES.setting.tables.units
    one, other = row["engineers"], row["infantry"]
    assert (one.value, one.movement, one.dice, one.range, one.size, one.figures) == (
        other.value,
        other.movement,
        other.dice,
        other.range,
        other.size,
        other.figures,
    )
    game = lay("us_fire", "us engineers D5", "german infantry D6")
    assert game.ask.pieces == ("us-engineers-1",)


@pytest.mark.rule("RB 11.4", "RB 11.5")
def test_engineers_work_at_one_site_after_the_other():
    marks = {f"{cell}/visited": True for cell in ("B8", "B11", "D8", "D11", "Q7", "Q10")}
    game = lay("labour", "us engineers B8", "us engineers D8 x2", "us engineers Q10", "us truck A1",
               marks=marks)  # fmt: skip
    assert (game.ask.pieces, game.ask.context) == (("us-engineers-1",), "B: 0 of 30 labour units")
    game.pick("us-engineers-1").roll(4)
    assert game.ask.pieces == ("us-engineers-2", "us-engineers-3")
    game.pick("us-engineers-3").roll(2)
    assert game.ask.pieces == ("us-engineers-4",)
    game.pick("us-engineers-4").roll(6)
    labour = {k: v for k, v in game.state.tracks.items() if k.startswith("labour")}
    assert labour == {"labour B": 4, "labour D": 2, "labour Q": 6}
    assert game.ask.kind == "move"


# ---- night --------------------------------------------------------------------------------------


@pytest.mark.rule("RB 14.1")
def test_nobody_fires_by_night_but_combat_goes_on():
    rows = ("us infantry D5", "german infantry D6")
    for turn in range(1, 16):
        game = lay("us_fire", *rows, turn=turn)
        assert (game.ask.kind == "fire") == (turn not in (3, 6, 9, 12, 15))
    night = lay("us_fire", *rows, turn=3)
    assert night.ask.kind == "morale"
    assert lay("us_fire", *rows, turn=3, rules=make(night="no")).ask.kind == "fire"


@pytest.mark.rule("RB 14.2")
def test_engineers_get_half_by_night():
    game = lay("labour", *ENGINEERS, marks=SEEN, turn=3)
    game.pick("us-engineers-1", "us-engineers-2").roll(6, 5)
    assert game.state.tracks["labour B"] == 5


@pytest.mark.rule("RB 14.3")
def test_germans_are_slower_by_day():
    way = ("B13", "B12", "A11")
    assert "RB 2.1" in lay("german_move", "german infantry A14").against("german-infantry-1", *way)
    assert lay("german_move", "german infantry A14", turn=3).against(
        "german-infantry-1", *way) == set()  # fmt: skip


@pytest.mark.rule("RB 2.8", "RB 6.1", "RB 11.1")
@pytest.mark.parametrize("row", ["B", "J", "Q"])
def test_vehicles_cross_at_every_site_that_the_text_names(row):
    """B8 to B11, J7 to J10, Q7 to Q10: no bank of theirs is a house."""
    site = RULES.setting.rhine.sites[row]
    game = lay("us_move", f"us medium_tank {site.west}", f"us medium_tank {site.east}",
               marks={f"{row}/pontoon": 2}, tracks={f"labour {row}": 30})  # fmt: skip
    assert game.against("us-medium_tank-1", *site.water) == set()
    assert game.against("us-medium_tank-2", site.water[1], site.water[0], site.west) == set()


@pytest.mark.rule("RB 11.2", "RB 7.4")
def test_a_bank_that_paratroops_land_on_was_passed():
    game = lay("drop", "us paratroops us_yard x2", turn=8).choose("drop").roll(1, 1)
    game.go("us-paratroops-1", "B11")
    assert game.state.marks["B11/visited"] is True


@pytest.mark.rule("RB 11.11")
def test_a_sunk_pontoon_bridge_is_told_under_its_own_rule():
    game = lay("german_fire", "german howitzer B13", "us medium_tank B9", turn=4,
               marks={"B/pontoon": 2}, tracks={"labour B": 3})  # fmt: skip
    game.go("german-howitzer-1", "B10").roll(1, 1, 1, 2).roll(6)
    assert game.at("us-medium_tank-1") is None
    assert {x.cite for x in game.event.story if "lost with the bridge" in x.text} == {"RB 11.11"}
