"""What one step of a procedure leaves behind for the next, and what the charts show."""

import pytest
from rhine import INFO, RULES, fresh, lay, make

from wardesk.documents.maps.store import load_board
from wardesk.documents.packs.store import find_scenario
from wardesk.errors import UserError
from wardesk.games.remagen import tables
from wardesk.games.remagen.charts import chart
from wardesk.games.remagen.room import against_place
from wardesk.games.remagen.setting import Rhine
from wardesk.games.remagen.ways import allowance, move_goals

SETTING = RULES.setting

# ---- the turn and arrivals ----------------------------------------------------------------------


@pytest.mark.rule("RB 2.1", "RB N11")
def test_a_new_turn_makes_units_fresh_and_refills_the_quota():
    tired = {"moved": True, "pinned": True, "spent": 2}
    rows = ("us infantry D5", "german infantry K14")
    changes = {"us-infantry-1": tired, "german-infantry-1": tired}
    game = lay("start", *rows, turn=4, changes=changes, tracks={"quota used": 9})
    assert game.state.tracks == {"turn": 5, "quota used": 0}
    unit = game.unit("us-infantry-1")
    assert (unit.moved, unit.pinned, unit.spent) == (False, False, 0)
    assert game.unit("german-infantry-1").moved  # the Germans wait for their own turn
    game.choose("done")
    unit = game.unit("german-infantry-1")
    assert (unit.moved, unit.pinned, unit.spent) == (False, False, 0)


@pytest.mark.rule("RB 1.5", "RB 5.1", "RB 4.1")
def test_men_come_on_aboard_a_truck_but_never_a_half_track():
    rows = ("us half_track us_yard", "us truck us_yard", "us infantry us_yard",
            "us howitzer us_yard")  # fmt: skip
    game = lay("us_arrivals", *rows).go("us-half_track-1 us-truck-1 us-infantry-1", "A7")
    assert game.unit("us-infantry-1").carrier == "us-truck-1"
    alone = lay("us_arrivals", *rows).go("us-half_track-1 us-infantry-1", "A7")
    assert alone.unit("us-infantry-1").carrier == ""
    towed = lay("us_arrivals", *rows).go("us-half_track-1 us-howitzer-1", "A7")
    assert towed.unit("us-howitzer-1").carrier == "us-half_track-1"
    germans = lay("german_arrivals", "german infantry german_yard x8")
    assert germans.ask.context == "8 units in the yard"


@pytest.mark.rule("RB 6.1", "RB 1.3")
def test_closed_ground_is_named_once():
    game = lay("us_move", "us medium_tank K12 x2")
    tanks = [game.unit("us-medium_tank-1"), game.unit("us-medium_tank-2")]
    reasons = against_place(SETTING, game.state, tanks, "L11")  # 6 points into 4
    assert [r.cite for r in reasons] == ["RB 6.1", "RB 1.3"]
    assert "has 4 of 4 points left, 6 are needed" in reasons[1].text


# ---- movement -----------------------------------------------------------------------------------

BUILT = {"marks": {"B/pontoon": 2}, "tracks": {"labour B": 30}}


@pytest.mark.rule("RB 2.1", "RB 2.8")
def test_what_is_left_of_an_allowance():
    spent = {"us-half_track-1": {"spent": 6}, "us-infantry-1": {"spent": 3}}
    game = lay("us_move", "us half_track B8", "us infantry B8", changes=spent, **BUILT)
    track, men = game.unit("us-half_track-1"), game.unit("us-infantry-1")
    assert allowance(SETTING, game.state, track) == 1
    assert allowance(SETTING, game.state, men) == 0
    assert move_goals(SETTING, game.state, [men]) == {}
    assert game.ask.pieces == ("us-half_track-1",)
    goals = move_goals(SETTING, game.state, [track])
    assert set(goals) == {"A7", "A8", "B7", "C7", "C8", "B9"}  # one sector is always open
    assert game.against("us-half_track-1", "B9") == set()
    whole = lay("us_move", "us half_track B8", **BUILT)
    goals = move_goals(SETTING, whole.state, [whole.unit("us-half_track-1")])
    assert "B8" not in goals
    assert goals["B11"][0] == ("B9", "B10", "B11")


@pytest.mark.rule("RB 11.2", "RB 12.10")
def test_a_bank_that_was_won_counts_as_passed():
    won = lay("us_combat", "us heavy_tank C7", "german infantry B8", "german infantry Q17")
    assert won.ask.kind == "advance"
    assert set(won.rules.showing.reach(won.state, ("us-heavy_tank-1",))) == {"B8"}  # no farther
    won.go("us-heavy_tank-1", "B8")
    assert won.state.marks["B8/visited"] is True
    lost = lay("german_combat", "german heavy_tank C7", "us infantry B8", "us infantry K4")
    lost.go("german-heavy_tank-1", "B8")
    assert "B8/visited" not in lost.state.marks


# ---- transport ----------------------------------------------------------------------------------


@pytest.mark.rule("RB 4.3", "RB 14.3")
def test_the_last_factor_of_a_truck_hitches_a_gun():
    used = {"{0}-howitzer-1": {"spent": 1}, "{0}-truck-1": {"spent": 7}}
    for side, turn, paid in (("us", 4, True), ("german", 3, True), ("german", 4, False)):
        changes = {key.format(side): value for key, value in used.items()}
        game = lay(f"{side}_move", f"{side} howitzer C3", f"{side} truck C4",
                   f"{side} infantry R14", turn=turn, changes=changes)  # fmt: skip
        assert ("load" in game.keys) == paid  # by day a German truck has seven factors
        if paid:
            game.choose("load")
            assert (game.ask.kind, game.ask.prompt) == ("load", "Which unit is loaded?")
            game.pick(f"{side}-howitzer-1").pick(f"{side}-truck-1")
            assert game.unit(f"{side}-truck-1").spent == 8


@pytest.mark.rule("RB 2.1", "RB 5.1", "RB 13.4")
def test_who_cannot_get_on_a_truck():
    rows = ("us infantry C4", "us truck C4", "us infantry A1")
    assert "load" in lay("us_move", *rows).keys
    for field in ({"moved": True}, {"pinned": True}):
        for piece in ("us-infantry-1", "us-truck-1"):
            assert "load" not in lay("us_move", *rows, changes={piece: field}).keys
    locked = lay("us_move", *rows, marks={"C4/engaged": "us"})
    assert "load" not in locked.keys
    apart = lay("us_move", "us infantry C5", *rows[1:])
    assert "load" not in apart.keys  # men get on where the truck stands
    other = lay("us_move", "us infantry C4", "german truck C4", "us infantry A1")
    assert "load" not in other.keys


# ---- fire and hits ------------------------------------------------------------------------------


@pytest.mark.rule("RB 9.6", "RB 10.5")
def test_hits_may_be_shared_out_one_by_one():
    game = lay("us_fire", "us medium_tank D5", "german truck D6", "german infantry D6")
    game.go("us-medium_tank-1", "D6").roll(3, 3)  # 6 / 2: three hits
    game.choose("men:1")
    assert len(game.ask.dice) == 1
    assert game.ask.context == "In the open, one pip for a man"
    game.roll(1)
    assert game.unit("german-infantry-1").figures == 2
    assert game.keys == {"men:1", "men:2", "german-truck-1"}  # two hits are left


@pytest.mark.rule("RB 9.7")
def test_earlier_hits_count():
    game = lay("us_fire", "us heavy_tank D5", "german medium_tank D6 x2",
               changes={"german-medium_tank-1": {"hits": 3}})  # fmt: skip
    game.go("us-heavy_tank-1", "D6").roll(2, 3, 3)  # 8 / 2: four hits
    game.choose("german-medium_tank-1")
    assert game.at("german-medium_tank-1") is None
    assert game.unit("german-medium_tank-2").hits == 2


@pytest.mark.rule("RB 10.7")
def test_cover_is_told_before_the_dice():
    game = lay("us_fire", "us howitzer P6", "german infantry L11").go("us-howitzer-1", "L11")
    assert game.roll(6, 1, 1, 1).ask.context == "Under cover, two pips for a man"


# ---- battles ------------------------------------------------------------------------------------


@pytest.mark.rule("RB 12.3")
def test_a_front_that_leaves_somebody_out_is_refused():
    game = lay("us_combat", "us infantry D5", "us infantry E5", "german infantry D6")
    ready = next(c for c in game.ask.choices if c.key == "ready")
    assert [(r.cite, r.at) for r in ready.refused] == [("RB 12.3", "D6")]
    assert ready.refused[0].text == "D6 must be attacked too"


@pytest.mark.rule("RB 13.4")
def test_a_lock_without_its_enemy_is_over_after_the_battles():
    held = {"H5/engaged": "german", "H6/engaged": "german"}
    game = lay("us_combat", "us infantry D5", "us infantry H5", "german infantry D6",
               marks=held, turn=2)  # fmt: skip
    game.roll(1)
    game.cell("D7")
    assert not any(key.endswith("engaged") for key in game.state.marks)


@pytest.mark.rule("RB 13.1")
def test_who_cannot_fire_is_passed_over_in_a_contact():
    game = lay("us_combat", "us infantry D5", "german truck D6").roll(3)  # 1–1: FC
    assert (game.ask.kind, game.ask.about) == ("contact", ("D5", "D6"))
    game.roll(1)  # 1 / 2: no hit, and the truck has no dice
    assert game.ask.kind == "morale"


@pytest.mark.rule("RB 13.8", "RB 13.9")
def test_every_sector_of_the_losers_is_left():
    rows = ("us heavy_tank D5", "german infantry C6", "german infantry E6")
    game = lay("us_combat", *rows, turn=2).roll(3)  # 7 to 2 is 3–1: DW
    assert game.ask.about == ("german-infantry-1", "C6")
    game.cell("B7")
    assert game.ask.about == ("german-infantry-2", "E6")
    game.cell("F7")
    assert (game.at("german-infantry-1"), game.at("german-infantry-2")) == ("B7", "F7")
    walls = ("us infantry A5", "us infantry D8", "us infantry A8")
    shut = lay("us_combat", *rows, *walls, turn=2)
    shut.roll(3)
    assert shut.at("german-infantry-1") is None  # every way is in a hostile zone
    assert shut.ask.about == ("german-infantry-2", "E6")


@pytest.mark.rule("RB 13.15", "RB 13.17")
def test_winners_advance_one_after_the_other():
    game = lay("us_combat", "us heavy_tank D5", "us infantry D5", "german infantry D6")
    game.go("us-heavy_tank-1", "D6")
    assert game.ask.pieces == ("us-infantry-1",)
    game.go("us-infantry-1", "D6")
    assert game.ask is None or game.ask.kind != "advance"


# ---- the drop -----------------------------------------------------------------------------------


@pytest.mark.rule("RB 7.4")
def test_trays_may_stay_behind():
    game = lay("drop", "us paratroops us_yard x2", "us infantry us_yard", turn=8)
    game.choose("drop").roll(2, 3).go("us-paratroops-1", "F14")
    assert game.ask.pieces == ("us-paratroops-2",)
    game.choose("done")
    assert game.ask.kind == "arrive"
    assert game.at("us-paratroops-2") == "us_yard"


# ---- the ground and the charts ------------------------------------------------------------------


@pytest.mark.rule("RB N6")
def test_the_river_of_the_map():
    rhine = Rhine(load_board(INFO.map))
    assert rhine.name("D5") == "D5"
    assert "".join(rhine.sites) == "ABCDEFGHIJKLMNOPQR"
    banks = {row: rhine.sites[row].banks for row in "BEJKQ"}
    assert banks == {"B": ("B8", "B11"), "E": ("E7", "E10"), "J": ("J7", "J10"),
                     "K": ("K7", "K10"), "Q": ("Q7", "Q10")}  # fmt: skip
    whole = rhine.contact(("K",))
    assert whole["K8"] == ("K7", "K9")
    assert {a for a in rhine.cells if "K8" in whole[a]} == {"K7", "K9"}
    assert set(whole["K7"]) == {"J6", "J7", "K6", "L6", "L7", "K8"}
    assert rhine.contact(())["K8"] == ()
    assert {cell: rhine.to_bridge[cell] for cell in ("K10", "K7", "K4")} == {
        "K10": 0, "K7": 3, "K4": 6}  # fmt: skip
    assert "K10" in rhine.east
    assert not rhine.east & {"K7", "K8", "K9"}
    with pytest.raises(UserError, match="squares"):
        Rhine(load_board(find_scenario("hannut-stonne/hannut").map))


def test_charts_light_what_is_asked_for():
    figures = SETTING.tables
    dark, lit = (chart(SETTING, "divisors", n) for n in (-1, figures.divisors.line(5)))
    assert (dark.column, dark.row) == (-1, -1)
    assert (lit.column, lit.rows[lit.row]) == (0, "4–5")
    assert [cell for (cell,) in lit.cells] == ["2", "3", "4", "5", "6", "8"]
    assert chart(SETTING, "collapse").rows == ("4", "5", "6", "7", "8", "9")
    falls = [cell for (cell,) in chart(SETTING, "collapse").cells]
    assert falls == ["1", "1–2", "1–2", "1–3", "1–4", "surely"]
    quota = chart(make(quota="usual").setting, "quota")
    assert quota.rows == tuple(str(turn) for turn in range(1, 16))
    morale = figures.morale.chart()
    assert morale.cells[0][:4] == ("FC", "FC", "FC", "EN")


def test_nothing_is_shown_where_nothing_is_asked():
    game = lay("us_move", "us infantry D5")
    reach = game.rules.showing.reach
    assert reach(game.state, ("us-infantry-1",))
    assert reach(game.state, ()) == {}
    assert reach(game.state, ("nobody",)) == {}
    battle = lay("us_combat", "us infantry D5", "german infantry D6")
    assert reach(battle.state, ("us-infantry-1",)) == {}
    over = lay("end", "us infantry K7", "german infantry A18", turn=9)
    assert reach(over.state, ("us-infantry-1",)) == {}


def test_every_unit_of_the_pools_waits_in_its_yard():
    state = fresh().state
    assert "us-infantry-1" in state.pieces
    assert "us-infantry-0" not in state.pieces
    assert {u.at for u in state.pieces.values()} == {"us_yard", "german_yard"}


def test_broken_tables_are_refused(tmp_path):
    text = tables.TABLES_FILE.read_text(encoding="utf-8")
    broken = tmp_path / "tables.toml"
    head, _, tail = text.partition("[[unit]]")
    _, _, rest = tail.partition("[[unit]]")
    broken.write_text(f"{head}[[unit]]{rest}", encoding="utf-8")
    with pytest.raises(ValueError, match="lacks a kind"):
        tables.Tables.read(broken)
