"""What small words of the rules change: only, alone, already, at once, nobody."""

import pytest
from msgspec.structs import replace as changed
from rhine import INFO, RULES, lay, make

from wardesk.documents.maps.store import load_board
from wardesk.engine.legality import check
from wardesk.engine.types import Path, Roll, SetPiece
from wardesk.errors import UserError
from wardesk.games.remagen.dice import expected, mean
from wardesk.games.remagen.loads import ways_off
from wardesk.games.remagen.position import short_of
from wardesk.games.remagen.room import room_note
from wardesk.games.remagen.setting import Rhine, read_setting
from wardesk.games.remagen.state import LOOKS
from wardesk.games.remagen.ways import allowance, move_goals

SETTING = RULES.setting
RHINE = SETTING.rhine


def ground(**terrain: str) -> Rhine:
    """The shipped map with other ground in some sectors."""
    board = load_board(INFO.map)
    cells = {name: changed(board.cells[name], terrain=kind) for name, kind in terrain.items()}
    return Rhine(changed(board, cells={**board.cells, **cells}))


# ---- the map ------------------------------------------------------------------------------------


@pytest.mark.rule("RB 11.1", "RB N6")
def test_a_bridge_needs_two_river_sectors_side_by_side_and_both_banks():
    dry = {"A9": "open", "A10": "open"}
    assert ground().sites["A"].way == ("A8", "A9", "A10", "A11")
    assert ground(**dry, A2="river", A3="river").sites["A"].way == ("A1", "A2", "A3", "A4")
    assert ground(**dry, A16="river", A17="river").sites["A"].way == ("A15", "A16", "A17", "A18")
    for wet in ("A1 A2", "A17 A18", "A9", "A9 A11", "A8 A9 A10"):
        rows = ground(**{**dry, **dict.fromkeys(wet.split(), "river")}).sites
        assert "".join(rows) == "BCDEFGHIJKLMNOPQR"


def test_a_map_needs_one_railway_bridge_and_places_to_come_on():
    for other in ({"K8": "river"}, {"J8": "railway_bridge"}):
        with pytest.raises(UserError, match="one railway bridge"):
            ground(**other)
    board = load_board(INFO.map)
    for side in ("us", "german"):
        bare = {name: changed(board.cells[name], properties={}) for name in RHINE.entries(side)}
        cells = {**board.cells, **bare}
        with pytest.raises(UserError, match=f"where {side} comes on"):
            read_setting(changed(board, cells=cells), {**INFO.setup, **INFO.forces}, {})


@pytest.mark.rule("RB 1.4", "RB 2.2", "RB 6.1", "RB N8")
def test_what_each_kind_of_ground_does():
    rhine = ground()
    kinds = {kind: {c for c in rhine.cells if rhine.kinds[c] == kind}
             for kind in ("wood", "hill", "building")}  # fmt: skip
    houses = kinds["building"] | {"D18"}  # men alone come on there
    assert set(rhine.setup) == {"J10", "J11", "K11", "L10", "L11"}
    assert rhine.halts == kinds["wood"] | kinds["hill"]
    assert rhine.shut(frozenset({"wood", "hill"}), on_foot=False) == rhine.halts | houses
    assert rhine.shut(frozenset(), on_foot=False) == houses
    assert rhine.shut(frozenset({"hill"}), on_foot=True) == kinds["hill"]
    assert rhine.entries("german") == ("D18", "H18", "N18", "Q18")
    assert rhine.site_of["B9"] is rhine.site_of["B10"] is rhine.sites["B"]
    assert "B8" not in rhine.site_of


@pytest.mark.rule("RB N6")
def test_distances_are_counted_over_corners():
    rhine = ground()
    for a, b, far in (("A1", "A1", 0), ("A1", "B2", 1), ("A1", "R1", 17), ("C4", "H6", 5),
                      ("H6", "C4", 5), ("D9", "D12", 3)):  # fmt: skip
        assert rhine.distance(a, b) == far


def test_a_setting_is_read_anew():
    setting = make(quota="lean").setting
    assert LOOKS.phases[0][0] == "labour"
    assert LOOKS.phases[-1][0] == "german_combat"
    assert len(LOOKS.phases) == 11
    assert setting.start == {"armoured_car": 1, "anti_tank": 2, "bazooka": 2, "infantry": 6}
    poor = changed(SETTING.tables, quota=changed(SETTING.tables.quota, by_turn=(9, 3)))
    short = make(quota="lean").setting
    object.__setattr__(short, "tables", poor)
    assert [short.quota(turn) for turn in (1, 2, 3)] == [4, 0, 0]


# ---- capacity -----------------------------------------------------------------------------------


@pytest.mark.rule("RB 2.11")
def test_on_a_bridge_the_second_vehicle_has_no_room_and_is_told_so():
    game = lay("us_move", "us medium_tank K8", "us medium_tank K7 x2", "us infantry K7")
    second, third = game.unit("us-medium_tank-2"), game.unit("us-medium_tank-3")
    assert short_of(SETTING, game.state, "K8", [second]) == 3
    assert short_of(SETTING, game.state, "K8", [second, third]) == 6
    assert short_of(SETTING, game.state, "K9", [second]) == 0
    assert short_of(SETTING, game.state, "K8", [game.unit("us-infantry-1")]) == 0
    reach = game.rules.showing.reach(game.state, ("us-medium_tank-2",))
    assert [r.text for r in reach["K8"]] == ["Vehicles cross in single file, one to K8"]
    assert {r.level for r in reach["K9"]} == {"note"}
    full = lay("us_move", "us infantry B4 x5", "us infantry A4 x2")
    both = [full.unit("us-infantry-6"), full.unit("us-infantry-7")]
    assert [r.text for r in full.rules.showing.reach(full.state, [u.id for u in both])["B4"]] == [
        "B4 has 1 of 6 points left, 2 are needed"]  # fmt: skip


# ---- movement -----------------------------------------------------------------------------------


@pytest.mark.rule("RB 12.8", "RB 12.9")
def test_automatic_victory_takes_seven_to_one_of_the_whole_sector():
    game = lay("us_move", "us heavy_tank D5 x2", "us heavy_tank C5", "german machine_gun D6")
    game.choose("overrun:D6")
    assert sum(u.pinned for u in game.state.pieces.values()) == 2  # 14 to 2
    short = lay("us_move", "us heavy_tank D5", "us medium_tank D5", "us infantry D5",
                "german machine_gun D6")  # fmt: skip
    assert "overrun:D6" not in short.keys  # 13 to 2


@pytest.mark.rule("RB N7", "RB 4.1")
def test_the_road_bonus_is_for_the_road_alone_also_after_a_halt():
    """A truck that halted on the road and took up its gun may use the bonus on the road only."""
    rows = ("us truck D13", "us infantry R5")
    halted = {"moved": True, "spent": 8, "goes_on": True}
    by_road = lay("us_move", *rows, changes={"us-truck-1": {**halted, "halt": "road"}})
    assert allowance(SETTING, by_road.state, by_road.unit("us-truck-1"), road=True) == 3
    assert by_road.against("us-truck-1", "E12") == set()
    assert by_road.against("us-truck-1", "E13") == {"RB 2.1"}
    across = lay("us_move", *rows, changes={"us-truck-1": {**halted, "halt": "ground"}})
    assert "us-truck-1" not in across.ask.pieces


@pytest.mark.rule("RB N7", "RB 4.5")
def test_one_step_off_the_road_spends_the_bonus_for_the_turn():
    halted = {"moved": True, "spent": 2, "goes_on": True}
    for before, after in (("ground", "ground"), ("road", "road")):
        game = lay("us_move", "us truck C13", "us infantry R5",
                   changes={"us-truck-1": {**halted, "halt": before}})  # fmt: skip
        game.go("us-truck-1", "D13")
        assert (game.unit("us-truck-1").halt, game.unit("us-truck-1").spent) == (after, 3)
    off = lay("us_move", "us truck D13", "us infantry R5",
              changes={"us-truck-1": {**halted, "halt": "road"}})  # fmt: skip
    assert off.go("us-truck-1", "E13").unit("us-truck-1").halt == "ground"
    zone = lay("us_move", "us truck C13", "us infantry R5", "german infantry D15",
               changes={"us-truck-1": {**halted, "halt": "ground"}})  # fmt: skip
    assert zone.go("us-truck-1", "D14").unit("us-truck-1").halt == ""  # it had to stop


def test_a_swimmer_goes_along_the_bank_before_it_enters_the_river():
    game = lay("us_move", "us weasel D5")
    assert game.against("us-weasel-1", "D6", "D7", "D8", "D9") == set()
    assert "RB 2.3" in game.against("us-weasel-1", "D6", "D7", "D8", "D9", "D10")


@pytest.mark.rule("RB 3.1")
def test_each_sector_where_a_move_had_to_end_is_named_once():
    game = lay("us_move", "us weasel D8")
    way = Path(("us-weasel-1",), ("D9", "D10", "D11"))
    found = check(RULES, game.state, way, umpire=False)[0]
    assert [(r.text, r.at) for r in found if r.cite == "RB 2.3"] == [
        ("A unit must stop at D9", "D9")]  # fmt: skip
    ashore = Path(("us-weasel-1",), ("C8", "C9", "C10", "D11"))
    found = check(RULES, game.state, ashore, umpire=False)[0]
    assert [r.at for r in found if r.cite == "RB 2.3"] == ["C9"]


@pytest.mark.rule("RB 2.11")
def test_room_on_a_bridge_is_looked_at_vehicle_by_vehicle():
    game = lay("us_move", "us medium_tank K8", "us medium_tank K7", "us medium_tank K10")
    goals = move_goals(SETTING, game.state, [game.unit("us-medium_tank-2")])
    assert {c: [r.cite for r in goals[c][1]] for c in ("K8", "K9", "K10")} == {
        "K8": ["RB 1.3"], "K9": [], "K10": []}  # fmt: skip


# ---- transport ----------------------------------------------------------------------------------


@pytest.mark.rule("RB 5.1")
def test_getting_on_a_truck_costs_nothing():
    game = lay("us_move", "us infantry C4", "us truck C4", "us infantry A1")
    game.choose("load").pick("us-infantry-1").pick("us-truck-1")
    spent = [e for e in game.event.effects if isinstance(e, SetPiece) and e.field == "spent"]
    assert spent == []
    assert game.unit("us-infantry-1").carrier == "us-truck-1"


@pytest.mark.rule("RB 4.1", "RB 4.5")
def test_whoever_thinks_better_of_a_load_goes_back_to_the_moves():
    rows = ("us infantry C4", "us truck C4", "us infantry A1")
    assert lay("us_move", *rows).choose("load").choose("back").ask.kind == "move"
    aboard = {"us-infantry-1": {"carrier": "us-truck-1"}}
    game = lay("us_move", *rows, changes=aboard).choose("unload")
    assert (game.ask.kind, game.ask.prompt, game.ask.cite) == (
        "unload", "Which unit gets off?", "RB 4.5")  # fmt: skip
    assert game.choose("back").ask.kind == "move"


@pytest.mark.rule("RB 4.1", "RB 4.5")
def test_a_load_that_an_umpire_takes_away_is_dropped():
    rows = ("us infantry C4", "us truck C4", "us infantry A1")
    for answers in ((), ("us-infantry-1",)):
        game = lay("us_move", *rows, umpire=True).choose("load")
        for piece in answers:
            game.pick(piece)
        assert game.put("us-infantry-1", "D4").ask.kind == "move"
    aboard = {"us-infantry-1": {"carrier": "us-truck-1"}}
    game = lay("us_move", *rows, changes=aboard, umpire=True).choose("unload")
    assert game.put("us-truck-1", "I7").ask.kind == "unload"
    game = lay("us_move", *rows, changes=aboard, umpire=True).choose("unload")
    game.pick("us-infantry-1")
    assert (game.ask.kind, game.ask.cells) == ("unload-at", ("C4",))


@pytest.mark.rule("RB 4.5")
def test_only_who_rides_gets_off():
    game = lay("us_move", "us infantry C4", "us truck C4", "us infantry A1",
               changes={"us-infantry-2": {"carrier": "us-truck-1"}})  # fmt: skip
    assert ways_off(SETTING, game.state, game.unit("us-infantry-1")) == ()
    assert ways_off(SETTING, game.state, game.unit("us-infantry-2")) == ("C4",)


@pytest.mark.rule("RB 2.9", "RB N9")
def test_whoever_a_destroyed_truck_leaves_behind_has_moved():
    struck = {"us-truck-1": {"hits": 1}, "us-infantry-1": {"carrier": "us-truck-1"}}
    game = lay("us_move", "us truck C4", "us infantry C4", "us infantry A1", changes=struck)
    game.choose("scuttle:us-truck-1")
    assert (game.at("us-infantry-1"), game.unit("us-infantry-1").carrier) == ("C4", "")
    assert game.ask.pieces == ("us-infantry-2",)


# ---- bridges ------------------------------------------------------------------------------------


@pytest.mark.rule("RB 8.1", "RB 8.4")
def test_what_an_umpire_sets_for_one_turn_is_gone_in_the_next():
    """He holds the bridge up in turn 8; in turn 9 it falls without a die all the same."""
    game = lay("collapse", "us infantry D5", "german infantry Q12", turn=8, umpire=True)
    assert [(f.name, f.least, f.most) for f in game.ask.fields] == [("most", 0, 6)]
    assert (game.ask.dice, game.ask.sums) == ((6,), True)
    game.give(Roll((1,), (), {"most": 0}), "Shored up").rule(bridge="stands")
    stands = [line for line in game.event.story if "stands" in line.text]
    assert [(line.text, line.cite, line.at) for line in stands] == [
        ("The Ludendorff Bridge stands", "RB 8.1", "K8")]  # fmt: skip
    while game.ask.kind != "collapse":
        assert game.ask.kind in ("move", "drop"), game.ask.kind
        game.choose("done" if game.ask.kind == "move" else "no")
    assert game.state.tracks["turn"] == 9
    assert dict(game.ask.proposed) == {"bridge": "falls"}


@pytest.mark.rule("RB 11.4")
def test_who_leaves_one_site_idle_is_asked_for_the_next():
    marks = {f"{cell}/visited": True for cell in ("B8", "B11", "D8", "D11", "Q7", "Q10")}
    game = lay("labour", "us engineers B8", "us engineers D8", "us engineers Q10", "us truck A1",
               marks=marks)  # fmt: skip
    game.choose("none")
    assert game.ask.pieces == ("us-engineers-2",)


# ---- fire ---------------------------------------------------------------------------------------


@pytest.mark.rule("RB 9.2")
def test_nobody_is_asked_to_fire_on_at_nothing():
    rows = ("us medium_tank D4 x2", "us medium_tank Q4", "german infantry D6", "german infantry Q6")
    game = lay("us_fire", *rows).go("us-medium_tank-1", "D6").roll(6, 6).roll(6, 6, 6, 6)
    assert game.at("german-infantry-1") is None
    assert (game.ask.kind, game.ask.pieces) == ("fire", ("us-medium_tank-3",))


def test_expected_hits_are_exact():
    for dice, by in ((2, 3), (3, 2), (4, 6)):
        ways = [[]]
        for _ in range(dice):
            ways = [[*way, face] for way in ways for face in range(1, 7)]
        assert mean(expected(dice, by)) == sum(sum(way) // by for way in ways) / len(ways)


def test_the_room_that_a_move_leaves():
    game = lay("us_move", "us infantry B4 x2", "us machine_gun I6")
    assert room_note(SETTING, game.state, [game.unit("us-machine_gun-1")], "B4") == (
        "4 of 6 points taken then, open ground")  # fmt: skip


# ---- battles ------------------------------------------------------------------------------------


@pytest.mark.rule("RB 13.5")
def test_help_against_another_enemy_binds_nobody_who_is_engaged():
    """F5 came up against E6; D5 is engaged with D6 alone and may leave it at that."""
    held = {"D5/engaged": "german", "D6/engaged": "german"}
    rows = ("us infantry D5", "us infantry F5", "german infantry D6", "german infantry E6")
    moved = {"us-infantry-2": {"moved": True}}
    game = lay("us_combat", *rows, marks=held, changes=moved, turn=5)
    game.go("us-infantry-2", "E6")
    assert "ready" in game.keys
    beside = lay("us_combat", *rows[:1], "us infantry C5", *rows[2:3], marks=held, changes=moved,
                 turn=5)  # fmt: skip
    ready = next(c for c in beside.ask.choices if c.key == "ready")
    assert "RB 13.5" in {r.cite for r in ready.refused}


@pytest.mark.rule("RB 13.1")
def test_a_contact_is_rolled_with_plain_dice_that_an_umpire_may_add_to():
    game = lay("us_combat", "us infantry D5", "german infantry D6", umpire=True).roll(3)
    game.rule(result="FC")
    assert (game.ask.dice, game.ask.sums) == ((6,), True)
    assert dict(game.ask.proposed) == {"divisor": 2}
    assert [(f.name, f.least, f.most) for f in game.ask.fields] == [("divisor", 1, 20)]
