"""The last point on either side of a figure, and what a step leaves behind, on small positions."""

import dataclasses
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from front import lay, rules, work
from paper import CHART, HEAD
from test_europa_margins import said

from wardesk.engine.kernel import begin
from wardesk.engine.types import replace
from wardesk.errors import UserError
from wardesk.games.europa import reduction, tables, works
from wardesk.games.europa.ch40d_fortifications import builders, improvable, refilled
from wardesk.games.europa.forces import Logistics, read_scenario
from wardesk.games.europa.movement import allowance
from wardesk.games.europa.position import attack_of, defence_of
from wardesk.games.europa.reduction import WorkChange, WorkSite
from wardesk.games.europa.setting import read_setting

GROUND, BELGIUM = rules(), rules("belgium")
CELL = "0711"
ELSEWHERE = {"tk-2": "0909", "ge-id-7": "0908"}
"""Another attack to think about, so that the phase goes on."""
NEAR = BELGIUM.setting.neighbours[CELL]


def in_belgium(units, step="move", side="axis", **more):
    return lay(units, step, side, its_rules=BELGIUM, **more)


def reach(table, *pieces):
    return table.rules.showing.reach(table.state, pieces)


# ---- figures of units and hexes -----------------------------------------------------------------


@pytest.mark.rule("EF N2")
@pytest.mark.parametrize(
    ("name", "lost", "attack", "defence"),
    [("tk-1", 0, 14, 9), ("tk-1", 3, 11, 6), ("tk-1", 10, 4, 1), ("ge-id-1", 7, 0, 1),
     ("ge-bau", 0, 0, 1), ("sk-1", 15, 1, 1)],
)  # fmt: skip
def test_what_losses_leave_of_a_unit(name, lost, attack, defence):
    unit = replace(lay({name: "0404"}, "move").unit(name), lost=lost)
    assert (attack_of(GROUND.setting, unit), defence_of(GROUND.setting, unit)) == (attack, defence)


@pytest.mark.rule("EF N16", "EF N17", "EF N15")
@pytest.mark.parametrize(
    ("phase", "more", "points"),
    [("move", {}, 8), ("react", {}, 4), ("exploit", {}, 4), ("move", {"cut_off": True}, 4),
     ("move", {"disrupted": True}, 4), ("react", {"cut_off": True}, 2)],
)  # fmt: skip
def test_points_of_a_phase(phase, more, points):
    unit = replace(lay({"tk-1": "0404"}, "move").unit("tk-1"), **more)
    assert allowance(GROUND.setting, unit, phase) == points


@pytest.mark.rule("EF N16")
@pytest.mark.parametrize(
    ("name", "more", "zone"),
    [("id-18", {}, True), ("pi-51", {}, True), ("koch", {}, False),
     ("id-18", {"disrupted": True}, False)],
)  # fmt: skip
def test_who_has_a_zone(name, more, zone):
    layout = in_belgium({name: {"at": CELL, **more}}).layout
    assert layout.zones["axis"] == (set(NEAR) if zone else set())


@pytest.mark.rule("EF N3", "EF N16")
def test_rivers_of_the_map_and_what_crossing_them_costs():
    setting = dataclasses.replace(BELGIUM.setting)
    for a, b, kind, foot, mobile in (
        ("1111", "1112", "minor_river", 1 + 1, 1 + 1),
        ("1107", "1108", "minor_river", 1 + 1, 1 + 1),  # a canal
        ("1410", "1510", "major_river", 1 + 2, 1 + 3),  # a river and its canal
        ("2111", "2112", "major_river", 1 + 2, 1 + 3),  # two rivers
        ("1105", "1106", "major_river", 1 + 2, 1 + 3),
        ("0711", "0712", "", 1, 1),
    ):
        assert (setting.river(a, b), setting.river(b, a)) == (kind, kind)
        assert (setting.costs[False][a][b], setting.costs[True][a][b]) == (foot, mobile), (a, b)
    assert (setting.costs[False]["1412"]["1413"], setting.costs[True]["1412"]["1413"]) == (2, 3)


def test_what_is_looked_up_once_is_right():
    """Anew, since whoever asked first has left the answers behind."""
    fresh = tables.Tables.read()
    assert list(fresh.sizes) == ["corps", "division", "brigade", "battalion"]
    assert (fresh.kinds["armour"].size, fresh.kinds["artillery"].size) == ("division", "brigade")
    assert (fresh.grounds["swamp"].die, fresh.cities["major"].die) == (-2, -2)
    assert {cell: fresh.main.label(cell)[1:] for cell in ("OR3", "DR", "ME", "AE")} == {
        "OR3": ("good", 0), "DR": ("good", 5), "ME": ("mixed", 7), "AE": ("bad", 10),
    }  # fmt: skip
    assert [str(r) for r in fresh.main.ratios] == [
        "1/3", "1/2", "1", "3/2", "2", "3", "4", "5", "7", "10",
    ]  # fmt: skip
    ground, belgium = (dataclasses.replace(one.setting) for one in (GROUND, BELGIUM))
    assert (ground.german_soviet, belgium.german_soviet) == (True, False)
    assert (ground.rows["sk-1"].attack, ground.rows["sk-1"].halves) == (16, 12)
    assert (ground.side_of("sk-1"), ground.side_of("ge-pz")) == ("allies", "axis")
    assert (CELL in belgium.land, "0101" in belgium.land) == (True, False)
    assert belgium.terrain("0711") == "clear"
    assert belgium.terrain("1006") == "swamp"
    assert "0101" not in belgium.neighbours
    assert set(belgium.neighbours["0210"]) == set(belgium.board.neighbours("0210")) & belgium.land
    assert (belgium.distance("0711", "0711"), belgium.distance("0711", "0714")) == (0, 3)
    assert (ground.distance("0101", "0104"), ground.distance("0101", "0104")) == (3, 3)
    spread = ground.spread(frozenset({"0101", "0901"}))
    assert (spread["0101"], spread["0104"], spread["0902"]) == (0, 3, 1)
    assert ground.spread(frozenset({"0901"}))["0901"] == 0


@pytest.mark.rule("EF N1")
@pytest.mark.parametrize("shift", [-4, 0, 1])
def test_the_ways_to_each_result_are_counted(shift):
    main = tables.Tables.read().main
    for column, name in enumerate(HEAD):
        totals = [one + two + shift for one in range(1, 7) for two in range(1, 7)]
        counted = Counter(CHART[max(2, min(12, total))][name] for total in totals)
        assert main.ways(shift, column) == counted, name


@pytest.mark.rule("EF N16")
def test_a_hex_costs_a_point_unless_its_map_says_otherwise():
    bare = dataclasses.replace(BELGIUM.setting)
    plain, closed = "0711", "0812"
    vars(bare)["ground"] = {cell: {} for cell in BELGIUM.setting.land} | {
        closed: {"move_mobile": "no"}
    }
    assert (bare.costs[False]["0612"][plain], bare.costs[True]["0612"][plain]) == (1, 1)
    assert (bare.costs[False]["0811"][closed], closed in bare.costs[True]["0811"]) == (1, False)
    assert bare.city(plain) == "none"


@pytest.mark.rule("EF 40.D.19-5")
def test_a_border_lies_between_two_countries():
    border = GROUND.setting.border
    assert (border("0405", "0406"), border("0406", "0405")) == (True, True)
    assert not border("0405", "0404")
    ground = BELGIUM.setting.ground
    sea = next(c for c in ground if not ground[c].get("country"))
    assert (BELGIUM.setting.border(CELL, sea), BELGIUM.setting.border(sea, CELL)) == (False, False)


@pytest.mark.rule("EF 40.D.19-5", "EF 40.D.19-4")
@pytest.mark.parametrize(("origin", "strength"), [("0406", 4), ("0404", 8)])
def test_an_ouvrage_quarters_across_the_border_of_the_map_and_halves_elsewhere(origin, strength):
    table = lay({"sk-1": origin, "ge-id-1": "0405"}, works=(work("ouvrage", "0405"),))
    table.at("0405").pick("sk-1").press("0", "pay")
    assert table.planned().strength == strength


# ---- what cannot be read ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ground():
    """The proving ground's set-up as plain rows, forces with it."""
    campaign = Path(__file__).resolve().parents[3] / "campaigns/may-1940"
    rows = tomllib.loads((campaign / "scenarios/proving-ground.toml").read_text("utf-8"))
    forces = tomllib.loads((campaign / "forces.toml").read_text("utf-8"))
    return {**rows["setup"], "forces": forces.get("forces", forces)}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"last_turn": 0}, "cannot be read"),
        ({"forces": {"unit": [{}]}}, "cannot be read"),
        ({"airborne": ["nobody"]}, "nobody"),
        ({"at": {"0302": ["dlm-1"]}}, "belongs to no side"),
        ({"work": [{"work": "castle", "cell": "0302", "side": "axis"}]}, "castle"),
        ({"work": [{"work": "fortified_hexside", "cell": "0302", "side": "axis"}]}, "faces"),
        ({"work": [{"work": "fort", "cell": "0302", "side": "axis", "faces": ["0303"]}]}, "faces"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_scenario_is_said(ground, more, words):
    assert read_scenario(ground)
    with pytest.raises(UserError, match=words):
        read_scenario({**ground, **more})


@pytest.mark.parametrize(
    "more",
    [
        {"at": {"9999": ["sk-1"]}},
        {"depot": [{"nation": "german", "cell": "9999"}]},
        {"place": [{"name": "Nowhere", "cell": "9999", "value": 1, "holder": "axis"}]},
        {"arrival": [{"turn": 2, "units": ["sk-1"], "cells": ["9999"]}]},
        {"work": [{"work": "fort", "cell": "9999", "side": "axis"}]},
        {"work": [{"work": "fortified_hexside", "cell": "0302", "side": "axis",
                   "faces": ["9999"]}]},
    ],
)  # fmt: skip
def test_every_hex_of_a_scenario_is_looked_for_on_its_map(ground, more):
    board = GROUND.setting.board
    assert read_setting(board, ground, {})
    with pytest.raises(UserError, match="no land hex 9999"):
        read_setting(board, {**ground, **more}, {})
    for side in ("axis", "allies"):
        with pytest.raises(UserError, match="no land hex 9999"):
            read_setting(board, {**ground, side: {**ground[side], "sources": ["9999"]}}, {})


def test_the_last_figure_of_a_row_goes_on():
    row = Logistics(sources=(), supply=(14, 10, 9))
    assert [row.of(row.supply, turn) for turn in (1, 2, 3, 4, 9)] == [14, 10, 9, 9, 9]


@pytest.mark.parametrize(
    ("old", "new"),
    [('becomes = "unimproved_westwall"', 'becomes = "ruin"'), ('id = "ouvrage"', 'id = "fort"')],
)
def test_works_that_do_not_fit_together_are_not_read(tmp_path, monkeypatch, old, new):
    assert works.read_works() == works.WORKS
    text = works.WORKS_FILE.read_text("utf-8")
    assert old in text
    file = tmp_path / "works.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    monkeypatch.setattr(works, "WORKS_FILE", file)
    with pytest.raises(ValueError, match="do not fit together"):
        works.read_works()


@pytest.mark.parametrize(
    ("old", "new"),
    [('"1:3", "1:2"', '"1:2", "1:3"'), ('"1:3", "1:2"', '"1:2", "1:2"'),
     ('["AE", "AR", "AR", "CA",', '["AE", "AR", "CA",')],
)  # fmt: skip
def test_a_main_table_with_a_fault_is_not_read(tmp_path, monkeypatch, old, new):
    text = tables.TABLES_FILE.read_text("utf-8")
    assert old in text
    file = tmp_path / "tables.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ValueError, match=r"odds|row|column|cells"):
        tables.Tables.read(file)


def test_a_game_begins_with_the_stocks_of_its_first_turn_and_nothing_else():
    tracks = begin(BELGIUM, umpire=False)[1].tracks
    assert tracks == {"turn": 1, "built": 0, "axis_sp": 34, "axis_rp": 0, "axis_support": 18,
                      "axis_owed": 0, "allies_sp": 0, "allies_rp": 0, "allies_support": 0,
                      "allies_owed": 0}  # fmt: skip


def test_units_begin_in_their_hexes_on_their_airfields_and_in_reserve():
    scenario, pieces = BELGIUM.setting.scenario, begin(BELGIUM, umpire=False)[1].pieces
    assert {pieces[name].at for name in scenario.airborne} == {"airfield"}
    assert {pieces["dcr-1"].at, pieces["di-14"].at} == {"reserve"}
    assert all(pieces[u].at == cell for cell, units in scenario.at.items() for u in units)
    assert (pieces["dcr-1"].side, pieces["fj-1"].side) == ("allies", "axis")


# ---- works --------------------------------------------------------------------------------------


@pytest.mark.rule("EF 40.B-15", "EF 40.B-16", "EF 40.D-5")
def test_the_margins_of_the_strength_of_a_work():
    fort = WorkSite(work="fort", owner="Axis", strength=1)
    assert reduction.loses(fort, 0) == WorkChange(fort, 0)
    with pytest.raises(UserError):
        reduction.loses(fort, -1)
    zone = WorkSite(work="permanent_fortified_zone", owner="Axis", strength=3)
    assert reduction.loses(zone, 2) == WorkChange(replace(zone, strength=1), 0)
    with pytest.raises(UserError):
        reduction.strengthened(fort, 0)
    assert reduction.strengthened(fort, 1).strength == 2


@pytest.mark.rule("EF 40.D.7-5", "EF 40.D.7-6", "EF 40.D.14-6", "EF 40.D.2-3")
def test_what_captors_find_and_what_the_owner_gets_back():
    zone = WorkSite(work="fortified_zone", owner="Axis", strength=3, garrisoned=False)
    lost = reduction.captured(zone, "Soviet", 6)
    assert lost == WorkChange(replace(zone, holder="Soviet", strength=0, garrisoned=True), 3)
    back = reduction.captured(lost.site, "Axis", 1)
    assert back == WorkChange(replace(zone, strength=0, garrisoned=True), 0)
    fort = WorkSite(work="fort", owner="Axis", strength=2)
    assert reduction.captured(fort, "Soviet", 1) == WorkChange(None, 2)
    trench = WorkSite(work="improved_entrenchment", owner="Axis")
    assert reduction.captured(trench, "Soviet", 1) == WorkChange(None, 0)
    fortress = replace(lost.site, work="fortress")
    later = reduction.player_turn_begins(fortress, "Soviet", 6).site
    assert (later.work, later.owner, later.holder) == ("unimproved_fortress", "Soviet", "")


@pytest.mark.rule("EF 40.D-4", "EF 40.D-6", "EF 40.D-7")
def test_which_works_replacement_points_make_stronger():
    mine = (
        work("fort", "0404", strength=1), work("fort", "0303", strength=2),
        work("fort", "0304", holder="allies"), work("permanent_fortified_area", "0204", strength=1),
        work("fortress", "0403"), work("fort", "0203", side="allies"),
        work("fortified_hexside", "0503", faces=("0504",), strength=1),
        work("fortified_hexside", "0502", faces=("0504",), strength=2),
    )  # fmt: skip
    table = lay({}, "move", "axis", works=mine)
    assert improvable(table.setting, table.state, "axis") == ["fort-0404", "fortified_hexside-0503"]


@pytest.mark.rule("EF N22")
def test_which_units_are_filled_up():
    ring = {"sk-1": "0301", "sk-2": "0103", "sk-3": "0202", "ge-pak": {"at": "0102", "lost": 1}}
    units = {"ge-id-1": {"at": "0903", "lost": 1}, "ge-id-2": "0902",
             "ge-id-3": {"at": "0404", "lost": 1}, "sk-4": "0405"}  # fmt: skip
    table = lay({**units, **ring}, "move", "axis")
    assert refilled(table.setting, table.state, "axis") == ["ge-id-1"]


@pytest.mark.rule("EF N14")
@pytest.mark.parametrize("state", ["", "building", "disrupted", "cut_off"])
def test_who_begins_to_build(state):
    more = {state: "fort" if state == "building" else True} if state else {}
    table = lay({"ge-pi": {"at": "0404", **more}}, "move", "axis")
    assert builders(table.setting, table.state, "axis") == ([] if state else ["ge-pi"])


@pytest.mark.rule("EF N14")
@pytest.mark.parametrize(("points", "asked"), [(0, False), (1, True)])
def test_building_takes_a_supply_point(points, asked):
    table = lay({"ge-pi": "0404"}, "build", "axis", tracks={"axis_sp": points})
    assert (table.ask.kind == "build") is asked


@pytest.mark.rule("EF N22")
@pytest.mark.parametrize(("points", "asked"), [(0, False), (1, True)])
def test_filling_up_takes_a_replacement_point(points, asked):
    units = {"ge-id-1": {"at": "0404", "lost": 1}}
    table = lay(units, "replace", "axis", tracks={"axis_rp": points})
    assert (table.ask.kind == "replace") is asked


@pytest.mark.rule("EF N14")
def test_buildings_are_done_in_their_turn_and_by_their_side():
    digs = {"building": "fort", "ready": 3}
    units = {"ge-pi": {"at": "0404", **digs}, "ge-bau": {"at": "0303", **digs, "ready": 2},
             "so-eng": {"at": "0408", **digs, "ready": 2}, "ge-id-1": "0101"}  # fmt: skip
    table = lay(units, "start", "axis")
    assert table.work("0404") == ""
    assert (table.unit("ge-pi").building, table.unit("ge-pi").ready) == ("fort", 3)
    assert (table.work("0303"), table.work("0408")) == ("fort", "")
    assert (table.unit("ge-bau").building, table.unit("ge-bau").ready) == ("", 0)
    built = table.layout.works["0303"]
    assert (built.id, built.side, built.strength) == ("built-1", "axis", 0)
    again = lay({"ge-bau": {"at": "0303", **digs, "ready": 2}}, "start", "axis",
                works=(work("damaged_fort", "0303"),))  # fmt: skip
    assert [u.work for u in again.state.pieces.values() if u.work] == ["fort"]


@pytest.mark.rule("EF 40.D-5", "EF N22")
def test_points_are_spent_where_a_work_or_a_unit_gains():
    fort = work("fort", "0404")
    for name, cite in ((fort.id, "EF 40.D-5"), ("ge-id-1", "EF N22")):
        table = lay({"ge-id-1": {"at": "0303", "lost": 2}}, "replace", "axis", works=(fort,),
                    tracks={"axis_rp": 3})  # fmt: skip
        table.pick(name)
        assert table.state.tracks["axis_rp"] == 2
        assert [line.cite for line in table.event.story if "strengthened" in line.text] == [cite]


@pytest.mark.rule("EF 40.C-2", "EF 40.C-3")
@pytest.mark.parametrize(("stays", "left"), [("pi-51", "entrenchment"), ("koch", "")])
def test_one_re_keeps_an_entrenchment_up_and_half_of_one_does_not(stays, left):
    table = in_belgium({stays: CELL, "id-18": CELL}, works=(work("entrenchment", CELL),))
    table.go("id-18", NEAR[0])
    assert table.work(CELL) == left


@pytest.mark.rule("EF 40.D.4-4", "EF N16")
@pytest.mark.parametrize(("unit", "left"), [("id-18", ""), ("koch", "fortified_area")])
def test_a_march_through_a_work_captures_it_by_the_size_of_the_march(unit, left):
    beyond = next(c for c in NEAR if c != NEAR[0])
    table = in_belgium({unit: NEAR[0]}, works=(work("fortified_area", CELL, side="allies"),))
    table.go(unit, CELL, beyond)
    assert table.work(CELL) == left


@pytest.mark.rule("EF 40.D.7-6")
def test_a_captured_work_is_told_of_once():
    zone = work("fortified_zone", "0404")
    table = lay({"sk-1": "0405", "tk-1": "0405"}, "move", works=(zone,))
    table.go("sk-1", "0404")
    assert "Fortified zone at 0404 was captured" in said(table)
    table.go("tk-1", "0404")
    assert not [line for line in said(table) if "captured" in line]
    back = lay({"ge-pz": "0403"}, "move", "axis", works=(replace(zone, holder="allies"),))
    back.go("ge-pz", "0404")
    assert not [line for line in said(back) if "captured" in line]


@pytest.mark.rule("EF 40.D.15-4", "EF 40.D.15-5")
@pytest.mark.parametrize(("at", "handled"), [("1102", 8), ("0504", 0)])
def test_a_port_fortification_supplies_no_more_than_its_port_handles(at, handled):
    port = work("port_fortification", at, strength=3)
    cell = GROUND.setting.neighbours[at][0]
    mine = {"ge-id-1": at, "ge-pi": cell, "ge-pak": cell, "ge-id-2": cell}
    sources = GROUND.setting.scenario.axis.sources
    cut = {f"sk-{n}": source for n, source in enumerate(sources, 1)}
    table = lay({**mine, **cut}, "start", "axis", works=(port,))
    fed = [u for u in mine if not table.unit(u).cut_off]
    assert fed == (["ge-id-1", "ge-pak"] if handled else [])


@pytest.mark.rule("EF N15")
def test_supply_comes_from_no_source_that_the_enemy_holds_and_through_zones_where_friends_stand():
    sources = GROUND.setting.scenario.axis.sources
    cut = {f"sk-{n}": source for n, source in enumerate(sources, 1)}
    assert lay({**cut, "ge-id-1": "0505"}, "start", "axis").unit("ge-id-1").cut_off
    three = dict(list(cut.items())[:3])
    assert not lay({**three, "ge-id-1": "0505"}, "start", "axis").unit("ge-id-1").cut_off
    ring = {"sk-1": "0402", "sk-2": "0404", "ge-id-1": "0403"}
    layout = lay(ring, "move").layout
    assert "0203" in layout.supplied["axis"]
    assert not {"0303", "0403"} & layout.supplied["axis"], "a zone, and no friend is beside them"
    friend = lay({**ring, "ge-id-2": "0303"}, "move").layout
    assert {"0303", "0403"} <= friend.supplied["axis"]
