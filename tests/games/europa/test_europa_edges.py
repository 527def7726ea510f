"""The last point on either side of a figure, and what a step leaves behind, on small positions."""

import dataclasses
import tomllib
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from front import lay, put, rules, work
from paper import CHART, HEAD
from test_europa_fine_print import STRONG, battle, outcome
from test_europa_margins import came_to, said
from test_europa_play import SOVIETS

from wardesk.engine.draft import Draft, freeze
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.legality import check
from wardesk.engine.types import Choose, Pieces, replace
from wardesk.engine.types import Path as Way
from wardesk.errors import UserError
from wardesk.games.europa import reduction, tables, works
from wardesk.games.europa.attack import printed_ways
from wardesk.games.europa.cases_typed import read_attack
from wardesk.games.europa.ch40a_results import _percent
from wardesk.games.europa.ch40d_fortifications import builders, improvable, projects, refilled
from wardesk.games.europa.combat import able, around
from wardesk.games.europa.forces import Forces, Logistics, read_scenario
from wardesk.games.europa.movement import allowance, landing_goals
from wardesk.games.europa.position import attack_of, defence_of
from wardesk.games.europa.reduction import Change, Site
from wardesk.games.europa.setting import read_setting
from wardesk.games.europa.state import Battle, Retreat, Turn

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
    fresh = tables.read_tables()
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
    printed_ways.cache_clear()
    for column, name in enumerate(HEAD):
        totals = [one + two + shift for one in range(1, 7) for two in range(1, 7)]
        counted = Counter(CHART[max(2, min(12, total))][name] for total in totals)
        assert printed_ways(shift, column) == counted, name


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
    monkeypatch.setattr(tables, "TABLES_FILE", file)
    with pytest.raises(ValueError, match=r"odds|row|column|cells"):
        tables.read_tables()


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
    fort = Site(work="fort", owner="Axis", strength=1)
    assert reduction.loses(fort, 0) == Change(fort, 0)
    with pytest.raises(UserError):
        reduction.loses(fort, -1)
    zone = Site(work="permanent_fortified_zone", owner="Axis", strength=3)
    assert reduction.loses(zone, 2) == Change(replace(zone, strength=1), 0)
    with pytest.raises(UserError):
        reduction.strengthened(fort, 0)
    assert reduction.strengthened(fort, 1).strength == 2


@pytest.mark.rule("EF 40.D.7-5", "EF 40.D.7-6", "EF 40.D.14-6", "EF 40.D.2-3")
def test_what_captors_find_and_what_the_owner_gets_back():
    zone = Site(work="fortified_zone", owner="Axis", strength=3, garrisoned=False)
    lost = reduction.captured(zone, "Soviet", 6)
    assert lost == Change(replace(zone, holder="Soviet", strength=0, garrisoned=True), 3)
    back = reduction.captured(lost.site, "Axis", 1)
    assert back == Change(replace(zone, strength=0, garrisoned=True), 0)
    fort = Site(work="fort", owner="Axis", strength=2)
    assert reduction.captured(fort, "Soviet", 1) == Change(None, 2)
    trench = Site(work="improved_entrenchment", owner="Axis")
    assert reduction.captured(trench, "Soviet", 1) == Change(None, 0)
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


# ---- marches ------------------------------------------------------------------------------------


@pytest.mark.rule("EF N16")
@pytest.mark.parametrize(
    ("more", "asked"),
    [({"spent": 7}, True), ({"spent": 8}, False), ({"locked": "0405"}, False), ({}, True)],
)
def test_who_still_marches(more, asked):
    table = lay({"tk-1": {"at": "0409", **more}, "sk-1": "0209"}, "move")
    assert ("tk-1" in table.ask.pieces) is asked


@pytest.mark.rule("EF N17", "EF N15")
@pytest.mark.parametrize("more", [{"disrupted": True}, {"cut_off": True}, {"spent": 4}])
def test_who_does_not_exploit(more):
    table = lay({"tk-1": {"at": "0409", **more}, "tk-2": "0209", "sk-1": "0309"}, "exploit")
    assert table.ask.pieces == ("tk-2",)


@pytest.mark.rule("EF N16")
@pytest.mark.parametrize(("extra", "fits"), [("so-art-1", True), ("so-mech", False)])
def test_a_hex_is_full_at_ten_res(extra, fits):
    there = {"sk-1": "0408", "so-art-2": "0408", "tk-1": "0407"}
    if extra == "so-mech":
        there |= {"so-mech": "0408"}  # 10 REs with it, so that nobody else comes in
    table = lay(there, "move")
    assert ("0408" in reach(table, "tk-1")) is fits
    assert table.against("tk-1", "0408") == ([] if fits else ["EF N16"])
    assert "0407" not in reach(table, "tk-1"), "where it is it need not go"


@pytest.mark.rule("EF N16")
def test_units_march_together_as_far_as_the_one_that_has_spent_most():
    units = {"tk-1": {"at": "0109", "spent": 2}, "tk-2": {"at": "0109", "spent": 5}}
    table = lay(units, "move")
    goals = reach(table, "tk-1", "tk-2")
    assert max(table.setting.distance("0109", cell) for cell in goals) == 3
    slow = lay({"tk-1": "0109", "sk-1": "0109"}, "move")
    assert max(slow.setting.distance("0109", c) for c in reach(slow, "tk-1", "sk-1")) == 6
    split = lay({"tk-1": "0109", "sk-1": "0209"}, "move")
    assert reach(split, "tk-1", "sk-1") == {}


@pytest.mark.rule("EF N18", "EF N17")
def test_there_are_overruns_in_every_phase_but_the_reaction():
    units = {"tk-1": "0406", "ge-bau": "0405"}
    for step in ("move", "exploit"):
        assert "0405" in reach(lay(units, step), "tk-1"), step
    facing = {"ge-pz": "0405", "ge-id-1": "0405", "so-siege": {"at": "0406", "lost": 0}}
    table = lay(facing, "react", "allies", works=(work("fort", "0405"),))
    assert table.ask.kind == "react"
    assert "0406" not in reach(table, "ge-pz")
    assert table.against("ge-pz", "0406") == ["EF N16"]


@pytest.mark.rule("EF N18")
def test_a_battalion_in_the_open_is_overrun_from_any_side():
    names = ("dlm-1", "dlm-2", "dim-1")
    table = in_belgium({**dict.fromkeys(names, NEAR[0]), "koch": CELL}, "move", "allies")
    assert set(NEAR) - {NEAR[0]} <= set(reach(table, *names))
    assert table.rules.showing.route(table.state, names, CELL) == (CELL,)
    table.go(names, CELL)
    assert table.unit("koch").at is None
    assert table.state.tracks["axis_owed"] == 2


@pytest.mark.rule("EF N16", "EF N14")
def test_whoever_marches_spends_points_and_builds_no_more():
    unit = {"at": "0409", "spent": 1, "building": "fort", "ready": 5}
    table = lay({"tk-1": unit, "sk-1": "0209"}, "move")
    table.go("tk-1", "0408", "0407")
    went = table.unit("tk-1")
    assert (went.at, went.spent, went.moved, went.building, went.ready) == ("0407", 3, True, "", 0)


@pytest.mark.rule("EF N16")
def test_an_umpire_moves_a_unit_where_no_march_leads_and_it_has_spent_nothing():
    table = lay({"tk-1": "0409", "sk-1": "0209"}, "move")
    stamp = Stamp(id=table.event.id + 1, parent=table.event.id, reason="by hand")
    answer = Way(("tk-1",), ("0402",))
    _, state = advance(table.rules, table.state, answer, stamp, umpire=True)
    assert (state.pieces["tk-1"].at, state.pieces["tk-1"].spent) == ("0402", 0)


@pytest.mark.rule("EF N18", "EF N16")
def test_what_a_map_says_of_the_hexes_in_reach():
    table = lay({"tk-1": "0406", "ge-bau": "0405", "sk-1": "0309"}, "move")
    notes = {c: [(str(r.text), r.cite) for r in row] for c, row in reach(table, "tk-1").items()}
    assert notes["0407"] == [("3 points", "EF N16")]
    assert notes["0305"] == [("3 points", "EF N16"), ("in an enemy zone", "EF N16")]
    assert notes["0405"] == [("4 points", "EF N16"), ("overrun", "EF N18")]
    landing = lay({"so-para": "airfield", "ge-id-1": "0405"}, "land")
    told = {c: [str(r.text) for r in row] for c, row in reach(landing, "so-para").items()}
    assert (told["0405"], told["0406"], told["0407"]) == (["attacked"], ["in an enemy zone"], [])


@pytest.mark.rule("EF N21")
def test_paratroops_land_within_six_hexes_of_a_source_that_is_theirs():
    setting = GROUND.setting
    taken = {"ge-id-1": "0209", "so-para": "airfield", "sk-1": "0408", "tk-1": "0408",
             "so-art-1": "0408", "sk-2": "0508", "tk-2": "0508", "ge-id-2": "0101"}  # fmt: skip
    table = lay(taken, "land")
    free = ("0509", "0809", "1009")
    expected = {c for c in setting.neighbours if min(setting.distance(s, c) for s in free) <= 6}
    far = {c for c in setting.neighbours if min(setting.distance(s, c) for s in free) == 7}
    found = landing_goals(setting, table.layout, table.unit("so-para"))
    assert set(found) == expected - {"0408"}
    assert far
    assert table.against("so-para", "0407", "0406") == ["EF N21"]
    table.go("so-para", "0407")
    para = table.unit("so-para")
    assert (para.landed, para.moved, para.spent) == (False, True, 99)


# ---- attacks ------------------------------------------------------------------------------------


@pytest.mark.rule("EF N17", "EF 40.B-2")
@pytest.mark.parametrize(
    ("name", "more", "exploiting", "may"),
    [("sk-1", {}, False, True), ("sk-1", {"lost": 15}, False, True), ("ge-bau", {}, False, False),
     ("sk-1", {"attacked": True}, False, False), ("sk-1", {"disrupted": True}, False, False),
     ("sk-1", {"disrupted": True, "locked": "0405"}, False, True), ("sk-1", {}, True, False),
     ("tk-1", {}, True, True), ("sk-1", {"locked": "0405"}, True, True)],
)  # fmt: skip
def test_who_may_attack(name, more, exploiting, may):
    table = lay({"tk-2": "1009", name: {"at": "0406", **more}}, "move")
    side = table.unit(name).side
    found = able(table.setting, table.layout, side, exploiting=exploiting)
    assert (name in [u.id for u in found]) is may


@pytest.mark.rule("EF N20", "EF N21")
def test_whoever_is_bound_elsewhere_attacks_no_other_hex():
    units = {"sk-1": "0406", "sk-2": {"at": "0406", "locked": "0305"},
             "sk-3": {"at": "0505", "locked": "0405"}, "so-para": {"at": "0405", "landed": True},
             "so-eng": {"at": "0404", "landed": True}, "sk-4": "0409"}  # fmt: skip
    table = lay(units, "move")
    mine = [table.unit(name) for name in units]
    found = around(table.setting, mine, "0405")
    assert [u.id for u in found] == ["sk-1", "sk-3", "so-para"]


@pytest.mark.rule("EF N19")
@pytest.mark.parametrize(("left", "most"), [(0, None), (3, 3), (6, 6), (8, 6)])
def test_no_more_support_than_there_is_and_six_factors_at_most(left, most):
    table = lay({**SOVIETS, "ge-id-1": "0405"}, tracks={"allies_support": left})
    table.at("0405").pick("sk-1")
    if most is None:
        assert table.ask.kind == "pay"
    else:
        assert [c.key for c in table.ask.choices] == [str(n) for n in range(most + 1)]


@pytest.mark.rule("EF N5")
@pytest.mark.parametrize(("points", "refused"), [(2, False), (1, True)])
def test_the_last_supply_point_pays(points, refused):
    table = lay({"sk-1": "0406", "ge-id-1": "0405"}, tracks={"allies_sp": points})
    table.at("0405").pick("sk-1").press("0")
    assert table.planned().supply_points == 2
    assert bool(table.ask.choices[0].refused) is refused


@pytest.mark.rule("EF 40.A-2", "EF 40.A-1")
def test_paratroops_among_the_attackers_take_the_right_only_if_they_are_in_the_hex():
    fort = (work("fort", "0405"),)
    for para, kind in (({"at": "0406"}, "convert"), ({"at": "0405", "landed": True}, "red")):
        table = battle({**SOVIETS, "so-para": para, "ge-id-1": "0405"}, works=fort)
        table = came_to(table, "CA")
        top = replace(table.top, step="convert")
        table = put(table, *table.state.stack[:-1], top)
        assert table.ask.kind == kind


@pytest.mark.rule("EF 40.A-2")
@pytest.mark.parametrize(("at", "airborne"), [("0405", True), ("0406", False)])
def test_a_landing_counts_where_it_was(at, airborne):
    units = {"so-para": {"at": at, "landed": True}, "sk-1": "0406", "ge-id-1": "0405"}
    frame = Battle(step="roll", side="allies", target="0405", phase="combat",
                   attackers=("sk-1", "so-para"))  # fmt: skip
    table = put(lay(units), Turn(step="combat", side="allies"), frame)
    assert table.planned().airborne is airborne


@pytest.mark.rule("EF 40.D.19-7", "EF 40.D.19-5")
def test_whoever_is_doubled_is_told_so():
    case = read_attack({"attackers": "combat-engineer 8", "defenders": "infantry 6",
                        "work": "ouvrage"})  # fmt: skip
    (share,) = case.shares
    cites = ["EF 40.D.19-7", "EF 40.D.19-5"]
    assert (share.strength, [cite for _, cite in share.reasons]) == (8, cites)


@pytest.mark.rule("EF N1", "EF N25")
def test_attackers_have_attacked_and_those_of_a_counter_attack_have_not():
    table = outcome(battle({**SOVIETS, "ge-id-1": "0405", "ge-id-2": "0405"}), "CA")
    assert table.unit("sk-1").attacked
    table.give_red(1)
    table.at("0505")
    assert table.planned().defence == 14, "all that stands there, not paratroops alone"
    table.dice(3, 4)
    assert not table.unit("ge-id-1").attacked


# ---- results ------------------------------------------------------------------------------------


@pytest.mark.rule("EF N9")
@pytest.mark.parametrize(("brigades", "disrupted"), [(3, 1), (4, 2)])
def test_a_third_is_disrupted_and_no_more(brigades, disrupted):
    names = ("pi-43", "pi-48", "pi-51", "pi-62")[:brigades]
    attackers = {f"bef-{n}": NEAR[i] for i, n in enumerate(("i", "ii", "iii"))}
    table = in_belgium({**attackers, **dict.fromkeys(names, CELL)}, "combat", "allies")
    table.attack(CELL, 6, 6)
    top = replace(table.top, result="DR", printed="DR", disrupted=-(-2 * brigades // 3),
                  losses=(0, 0), casualties=0, step="disrupt")  # fmt: skip
    table = put(table, *table.state.stack[:-1], top)
    found = [table.unit(name) for name in names]
    assert [u.disrupted for u in found] == [n < disrupted for n in range(brigades)]


@pytest.mark.rule("EF N9")
def test_who_is_disrupted_already_and_a_work_are_not_disrupted():
    units = {**STRONG, "ge-pi": {"at": "0405", "disrupted": True}, "ge-pak": "0405"}
    table = battle(units, works=(work("fort", "0405", strength=1),))
    table.dice(6, 6)
    top = replace(table.top, result="DR", disrupted=2, losses=(0, 0), step="disrupt")
    table = put(table, *table.state.stack[:-1], top)
    assert table.unit("ge-pak").disrupted
    assert not table.unit("fort-0405").disrupted


@pytest.mark.rule("EF 40.D.13-3", "EF 40.D.14-4", "EF 40.D.15-3", "EF 40.D.17-2", "EF 40.D.19-2")
@pytest.mark.parametrize("answer", ["stand", "retreat"])
@pytest.mark.parametrize(
    ("kind", "cite"),
    [("damaged_fortress", "EF 40.D.13-3"), ("fortress", "EF 40.D.14-4"),
     ("port_fortification", "EF 40.D.14-4"), ("westwall", "EF 40.D.17-2"),
     ("ouvrage", "EF 40.D.19-2")],
)  # fmt: skip
def test_who_may_ignore_a_retreat_may_also_retreat(kind, cite, answer):
    more = {"die": 1} if kind == "westwall" else {}
    more |= {"strength": 1} if kind == "port_fortification" else {}
    table = battle({**SOVIETS, "ge-pi": "0405", **ELSEWHERE}, works=(work(kind, "0405", **more),))
    table.dice(6, 6)
    table = came(table, "DR")
    assert (table.ask.kind, table.ask.who, table.ask.cite) == ("stand", "axis", cite)
    table.press(answer)
    while table.ask.kind == "retreat":
        table.give_any()
    assert (table.unit("ge-pi").at == "0405") is (answer == "stand")
    assert (table.ask.kind == "advance") is (answer == "retreat")


@pytest.mark.rule("EF N20")
def test_whoever_has_but_one_way_takes_it_unasked():
    full = dict.fromkeys(("ge-id-2", "ge-id-3", "ge-id-4", "ge-pi"), "0304")
    units = {"sk-1": "0406", "sk-2": "0505", "ge-id-1": "0405", **full}
    table = lay(units, "move")
    frame = Retreat(step="go", side="axis", origin="0405", left=("ge-id-1",))
    table.state = put(table, *table.state.stack, frame).state
    assert (table.unit("ge-id-1").at, table.ask.kind) == ("0404", "move")


@pytest.mark.rule("EF N20", "EF 40.C-3", "EF N21")
def test_attackers_who_retreat_leave_their_entrenchment_and_paratroops_in_the_hex_are_lost():
    trench = work("entrenchment", "0406", side="allies")
    landed = {"at": "0405", "landed": True, "moved": True, "spent": 99}
    friend = {"at": "0505", "attacked": True}
    table = battle({"sk-1": "0406", "so-para": landed, "sk-2": friend, "ge-id-1": "0405",
                    **ELSEWHERE}, works=(trench,))  # fmt: skip
    table.dice(6, 6)
    table = came(table, "AR")
    while table.ask.kind == "retreat":
        assert table.ask.about == ("sk-1",)
        table.give_any()
    assert (table.unit("so-para").at, table.work("0406")) == (None, "")
    assert table.unit("sk-1").at not in ("0406", None)


@pytest.mark.rule("EF 40.C-2", "EF 40.C-3")
def test_half_an_re_that_is_attacked_loses_its_entrenchment():
    trench = work("improved_entrenchment", CELL)
    table = in_belgium({"koch": CELL, "di-60": NEAR[0]}, "combat", "allies", works=(trench,))
    table.attack(CELL, 6, 6)
    table = came(table, "ME")
    assert (table.work(CELL), table.unit("koch").at) == ("", CELL)


@pytest.mark.rule("EF N2")
def test_whoever_has_lost_all_is_gone_and_his_entrenchment_with_him():
    trench = work("improved_entrenchment", "0406", side="allies")
    units = {"sk-1": {"at": "0406", "lost": 15}, "sk-2": "0505", "ge-id-1": "0405",
             "ge-id-2": "0405", "ge-id-3": "0405", **ELSEWHERE}  # fmt: skip
    table = came_to(battle(units, works=(trench,)), "ME")
    table.give_red(1, settle=False)  # 20 per cent of 17 points
    assert (table.ask.kind, table.ask.most) == ("losses", 3)
    assert dict(table.ask.limits) == {"sk-1": 1, "sk-2": 16}
    table.give_loss("sk-1")
    assert table.unit("sk-1").at is None
    assert table.unit("sk-2").lost == 2
    assert table.work("0406") == ""
    assert table.state.tracks["allies_owed"] == 1 + 2


@pytest.mark.rule("EF N2")
def test_attackers_lose_as_much_as_their_attack_and_not_as_their_defence():
    units = {"tk-1": {"at": "0406", "lost": 8}, "sk-1": "0505", "ge-id-1": "0405",
             "ge-id-2": "0405", "ge-id-3": "0405", **ELSEWHERE}  # fmt: skip
    table = came_to(battle(units), "ME")
    table.give_red(1, settle=False)  # 20 per cent of 22 points
    assert dict(table.ask.limits) == {"tk-1": 6, "sk-1": 16}
    table.give_loss("tk-1")
    assert (table.unit("tk-1").lost, table.unit("sk-1").lost) == (12, 0)
    assert table.state.tracks["allies_owed"] == 1, "of its defence there was a point left"


@pytest.mark.rule("EF N2")
@pytest.mark.parametrize(
    ("strength", "percent", "points"),
    [(10, 5, 1), (9, 5, 0), (46, 5, 2), (63, 15, 9), (64, 15, 10), (16, 20, 3), (17, 20, 3),
     (50, 15, 8), (20, 0, 0)],
)  # fmt: skip
def test_losses_to_the_nearest_point_and_a_half_up(strength, percent, points):
    assert _percent(strength, percent) == points


@pytest.mark.rule("EF N2")
def test_nothing_is_added_to_losses_at_good_odds():
    table = came_to(battle({**SOVIETS, "tk-1": "0406", "ge-id-1": "0405"}), "ME")
    table.give_red(5, settle=False)
    assert table.top.losses == (2, 1)  # 5 per cent of 46 points, 10 of 8


@pytest.mark.rule("EF N20", "EF 40.C-3")
def test_attackers_who_are_eliminated_leave_no_entrenchment():
    trench = work("entrenchment", "0406", side="allies")
    table = came_to(battle({"sk-1": "0406", "ge-id-1": "0405", **ELSEWHERE}, works=(trench,)), "AE")
    table.give_red(1)
    assert table.ask.kind == "attack"
    assert (table.unit("sk-1").at, table.work("0406")) == (None, "")
    assert table.state.tracks["allies_owed"] == GROUND.setting.rows["sk-1"].defence


@pytest.mark.rule("EF N20", "EF N21")
def test_paratroops_that_landed_hold_the_hex_once_nobody_defends_it():
    landed = {"at": "0604", "landed": True, "moved": True, "spent": 99}
    table = lay({"sk-1": "0605", "so-para": landed, "ge-bau": "0604"})
    table.attack("0604", 6, 6)
    top = replace(table.top, result="DE", printed="DE", step="red")
    table = put(table, *table.state.stack[:-1], top)
    table.give_red(1)
    assert (table.ask.kind, table.ask.pieces) == ("advance", ("sk-1",))
    para = table.unit("so-para")
    assert (para.at, para.landed) == ("0604", False)
    assert table.state.marks["0604/held"] == "allies"
    table.press("none")
    assert table.unit("so-para").at == "0604"


@pytest.mark.rule("EF N21")
def test_paratroops_that_did_not_win_their_hex_are_lost():
    landed = {"at": "0405", "landed": True, "moved": True, "spent": 99}
    units = {"sk-1": "0406", "so-para": landed, "ge-id-1": "0405", "tk-1": "0909",
             "ge-id-2": "0908"}  # fmt: skip
    for letters, there in (("ME", None), ("DL", "0405")):
        table = lay(units).at("0405")
        while table.ask.who != "chance":
            kind = table.ask.kind
            keys = {"support": "0", "pay": "pay"}
            table.pick(*table.ask.pieces) if kind == "attackers" else table.press(keys[kind])
        table = came_to(table, letters)
        table.give_red(1)
        assert table.unit("so-para").at == there
        assert table.unit("sk-1").locked == ("" if there is None else "0405")


@pytest.mark.rule("EF N20", "EF 40.B-2")
def test_nobody_stays_bound_after_the_attack_of_the_exploitation_phase():
    units = {"sk-1": {"at": "0406", "locked": "0405"}, "ge-id-1": "0405", "tk-1": "0909",
             "ge-id-2": "0908"}  # fmt: skip
    table = lay(units, "exploitation")
    table.at("0405").press("0", "pay")
    table = came_to(table, "DL")
    table.give_red(1)
    assert (table.ask.kind, table.ask.cells) == ("exploitation", ("0908",))
    assert table.unit("sk-1").locked == ""


@pytest.mark.rule("EF N16", "EF N20")
@pytest.mark.parametrize(("more", "fits"), [((), True), (("fj-2",), False)])
def test_who_moves_in_beside_paratroops_needs_room(more, fits):
    landed = {"at": CELL, "landed": True, "moved": True, "spent": 99}
    inside = dict.fromkeys(("ll-22", "fj-1", *more), landed)
    table = in_belgium({**inside, "korps-v": NEAR[0], "id-18": NEAR[0], "be-gen": CELL}, "combat")
    table.attack(CELL, 6, 6)
    table = came(table, "DE")
    offered = ("id-18", "korps-v") if fits else ("id-18",)
    assert (table.ask.kind, tuple(sorted(table.ask.pieces))) == ("advance", offered)


def came(table, letters):
    """The dice have fallen; an umpire has said what they come to, and nobody lost anything."""
    top = replace(table.top, result=letters, printed=letters, losses=(0, 0), step="attackers_lose")
    return put(table, *table.state.stack[:-1], top)


@pytest.mark.rule("EF N20")
def test_whoever_moves_in_has_moved_and_builds_no_more():
    digs = {"at": "0406", "building": "fort", "ready": 5}
    table = battle({"sk-1": digs, "sk-2": "0505", "ge-bau": "0405", **ELSEWHERE})
    table.dice(6, 6)
    table = came(table, "DE")
    table.pick("sk-1")
    went = table.unit("sk-1")
    assert (went.at, went.moved, went.building, went.ready) == ("0405", True, "", 0)


@pytest.mark.rule("EF N20")
def test_whoever_falls_back_has_moved_builds_no_more_and_is_bound_no_more():
    digs = {"at": "0405", "building": "fort", "ready": 5, "locked": "0406"}
    table = battle({**SOVIETS, "ge-id-1": digs, **ELSEWHERE})
    table.dice(6, 6)
    table = came(table, "DLX")
    goal = table.ask.cells[0] if table.ask.kind == "retreat" else "0404"
    if table.ask.kind == "retreat":
        table.at(goal)
    unit = table.unit("ge-id-1")
    assert (unit.at, unit.moved, unit.building, unit.ready, unit.locked) == (goal, True, "", 0, "")


@pytest.mark.rule("EF N20", "EF N16")
@pytest.mark.parametrize(("there", "fits"), [(("korps-v", "pi-51"), True),
                                             (("korps-v", "pi-51", "koch"), False)])  # fmt: skip
def test_a_retreat_needs_room(there, fits):
    goal = NEAR[3]
    table = in_belgium({**dict.fromkeys(there, goal), "id-18": CELL, "bef-i": NEAR[0]}, "move")
    frame = Retreat(step="go", side="axis", origin=CELL, left=("id-18",))
    table.state = put(table, *table.state.stack, frame).state
    assert (goal in table.ask.cells) is fits


@pytest.mark.rule("EF N20", "EF 40.D.9-4")
def test_paratroops_that_are_countered_cannot_retreat():
    landed = {"at": "0405", "landed": True, "moved": True, "spent": 99}
    units = {"so-para": landed, "sk-1": "0406", "ge-id-1": "0405", "ge-id-2": "0405"}
    table = lay(units)
    counter = Battle(step="roll", side="axis", target="0405", phase="counter", paratroops=True,
                     attackers=("ge-id-1", "ge-id-2"))  # fmt: skip
    table = put(table, Turn(step="combat", side="allies"), counter)
    assert (table.planned().defence, table.planned().airborne) == (3, False)
    beside = {**units, "sk-1": "0405"}  # nobody but them, whoever else stood there
    both = put(lay(beside), Turn(step="combat", side="allies"), counter)
    assert both.planned().defence == 3
    table.dice(3, 3)
    table = came(table, "DR")
    assert table.unit("so-para").at is None
    assert table.unit("ge-id-1").at == "0405"


@pytest.mark.rule("EF N20")
def test_ways_after_an_overrun_result():
    table = battle({**STRONG, "ge-bau": "0405", "ge-id-1": "0304", "tk-1": "0504"})
    table.dice(6, 6)
    table = came(table, "OR2")
    table.pick("sk-1", "tk-1")
    assert table.ask.kind == "press_on"
    assert "0405" not in reach(table, "sk-1")
    assert table.against("sk-1", "0404", "0303") == []
    assert table.against("sk-1", "0304", "0303") == ["EF N20"]
    reasons = check(table.rules, table.state, Way(("sk-1",), ("0304", "0303")), umpire=False)[0]
    assert [str(r.text) for r in reasons] == ["The enemy holds a hex of this way"]
    assert table.against(("sk-1", "tk-1"), "0404") == ["EF N20"]
    assert table.against("sk-1", "0404", "0504", "0404") == ["EF N20"]
    table.go("sk-1", "0404")
    assert table.ask.pieces == ("tk-1",)


@pytest.mark.rule("EF N16", "EF N20")
@pytest.mark.parametrize(
    ("there", "fits"),
    [(("so-mech", "so-art-1"), True), (("so-mech", "so-art-1", "so-art-2"), False)],
)
def test_whoever_goes_on_needs_room(there, fits):
    table = battle({"sk-1": "0406", **dict.fromkeys(there, "0404"), "ge-bau": "0405"})
    table.dice(6, 6)
    table = came(table, "OR1")
    table.pick("sk-1")
    assert ("0404" in reach(table, "sk-1")) is fits


@pytest.mark.rule("EF N20", "EF 40.D.4-4")
def test_going_on_through_a_work_captures_it_and_leaves_what_was_held():
    area = work("fortified_area", "0404")
    table = battle({"sk-1": "0406", "ge-bau": "0405", "ge-id-1": "0101"}, works=(area,))
    table.dice(6, 6)
    table = came(table, "OR2")
    table.pick("sk-1")
    table.go("sk-1", "0404", "0403")
    assert (table.work("0404"), table.unit("sk-1").at) == ("", "0403")


def test_there_is_no_way_on_before_an_attack_has_come_to_anything():
    table = lay({**SOVIETS, "ge-id-1": "0405"})
    table.at("0405").pick("sk-1")
    assert table.ask.kind == "support"
    assert table.rules.showing.route(table.state, ("sk-1",), "0404") == ()


# ---- player-turns -------------------------------------------------------------------------------


@pytest.mark.rule("EF N17")
@pytest.mark.parametrize("tired", [{"attacked": True}, {"spent": 3}, {"moved": True}])
def test_each_trace_of_the_last_turn_goes(tired):
    table = lay({"sk-1": {"at": "0409", **tired}, "ge-id-1": {"at": "0303", **tired}}, "start")
    own, other = table.unit("sk-1"), table.unit("ge-id-1")
    assert (own.attacked, own.spent, own.moved) == (False, 0, False)
    assert (other.attacked, other.spent, other.moved) == (False, 0, "moved" in tired)


@pytest.mark.rule("EF N17", "EF N20")
@pytest.mark.parametrize("bad", [{"disrupted": True}, {"locked": "0405"}, {"landed": True}])
def test_each_thing_ends_with_its_sides_turn(bad):
    table = lay({"sk-1": {"at": "0409", **bad}, "ge-id-1": {"at": "0303", **bad}}, "end")
    own, other = table.unit("sk-1"), table.unit("ge-id-1")
    assert (own.disrupted, own.locked, own.landed) == (False, "", False)
    assert {key: getattr(other, key) for key in bad} == bad


@pytest.mark.rule("EF N17")
def test_points_are_fresh_before_a_reaction_and_before_an_exploitation_but_after_no_landing():
    spent = {"at": "0409", "spent": 3, "attacked": True}
    landed = {"at": "0209", "spent": 99}
    units = {"tk-1": spent, "so-para": landed, "ge-pz": {"at": "0303", "spent": 6}}
    table = lay(units, "before_reaction")
    assert (table.unit("ge-pz").spent, table.unit("tk-1").spent) == (0, 3)
    table = lay(units, "before_exploitation")
    assert (table.unit("ge-pz").spent, table.unit("tk-1").spent) == (6, 0)
    assert not table.unit("tk-1").attacked
    assert table.unit("so-para").spent == 99


@pytest.mark.rule("EF N17")
def test_one_march_after_the_other():
    units = {"tk-1": "0409", "tk-2": "0209", "sk-1": "0309"}
    for step in ("move", "exploit"):
        table = lay(units, step)
        table.go("tk-1", "0408")
        assert (table.ask.kind, "tk-2" in table.ask.pieces) == (step, True)
        table.press("done")
        assert table.ask is None or table.ask.kind != step


@pytest.mark.rule("EF N5", "EF N14")
def test_questions_tell_what_is_left_to_pay_with():
    assert str(lay({**SOVIETS, "ge-id-1": "0405"}).ask.context) == "20 supply points left"
    assert str(lay({"ge-pi": "0404"}, "build", "axis").ask.context) == "20 supply points left"


@pytest.mark.rule("EF 40.B-18", "EF N22")
@pytest.mark.parametrize(("owed", "left", "points"), [(3, 3, 2), (4, 0, 3), (7, 3, 3), (8, 0, 4)])
def test_four_points_lost_are_one_special_replacement_point(owed, left, points):
    tracks = {"axis_owed": owed, "axis_rp": 0}
    table = lay({"sk-1": "0409"}, "start", "axis", tracks=tracks)
    assert (table.state.tracks["axis_owed"], table.state.tracks["axis_rp"]) == (left, points)


@pytest.mark.rule("EF N17")
def test_stocks_of_a_turn():
    table = lay({"sk-1": "0409"}, "start", "allies", tracks={"turn": 0})
    tracks = table.state.tracks
    assert (tracks["turn"], tracks["allies_sp"], tracks["allies_support"]) == (1, 20 + 14, 8)
    axis = lay({"ge-id-1": "0101"}, "start", "axis", tracks={"turn": 2}).state.tracks
    assert (axis["turn"], axis["axis_sp"], axis["axis_support"]) == (2, 20 + 5, 3)


@pytest.mark.rule("EF N17")
@pytest.mark.parametrize(
    ("where", "side", "there", "comes"),
    [("reserve", "allies", ("ca-1a", "fr-art"), True), ("reserve", "axis", (), False),
     ("0718", "allies", (), False), ("reserve", "allies", ("ca-1a", "di-3"), False)],
)  # fmt: skip
def test_who_arrives(where, side, there, comes):
    """DCR 1 comes to 1017 in turn 1: into 10 REs with it, not into more; nobody comes twice."""
    assert BELGIUM.setting.scenario.arrival[0].cells == ("1017",)
    units = {"dcr-1": where, **dict.fromkeys(there, "1017"), "id-18": "1909"}
    table = in_belgium(units, "start", side)
    assert (table.unit("dcr-1").at == "1017") is comes


@pytest.mark.rule("EF N23", "EF N17")
@pytest.mark.parametrize(("turn", "side", "over"), [(3, "axis", False), (4, "axis", True),
                                                    (4, "allies", False)])  # fmt: skip
def test_the_game_ends_with_the_second_player_turn_of_the_last_turn(turn, side, over):
    table = lay({"sk-1": "0409", "ge-id-1": "0101"}, "end", side, tracks={"turn": turn})
    assert (table.state.result is not None) is over


# ---- answers for programs -----------------------------------------------------------------------


@pytest.mark.rule("EF N16")
def test_marches_for_programs_are_of_three_units_and_as_many_as_are_asked_for():
    units = {f"sk-{n}": f"0{n}09" for n in (1, 2, 3, 4, 5)}
    table = lay(units, "move")
    found = table.rules.options(table.state, 500, Random(1))
    marches = [a for a in found if isinstance(a, Way)]
    assert Choose("done") in found
    assert len({a.pieces for a in marches}) == 3
    assert len(table.rules.options(table.state, 7, Random(1))) == 7 + 1
    few = lay({"sk-1": "0109"}, "move")
    goals = reach(few, "sk-1")
    ways = [a for a in few.rules.options(few.state, len(goals), Random(1)) if isinstance(a, Way)]
    assert {a.cells[-1] for a in ways} == set(goals)
    over = lay({"sk-1": "0409", "ge-id-1": "0101"}, "end", "axis", tracks={"turn": 4})
    assert over.rules.options(over.state, 5, Random(1)) == []


@pytest.mark.rule("EF N17")
def test_an_attack_by_all_is_among_the_answers_for_programs():
    names = tuple(f"sk-{n}" for n in (1, 2, 3, 4, 5))
    table = lay({**dict(zip(names, ("0406", "0406", "0505", "0505", "0305"), strict=True)),
                 "tk-1": "0406", "ge-id-1": "0405"})  # fmt: skip
    table.at("0405")
    found = table.rules.options(table.state, 1, Random(1))
    assert Pieces(table.ask.pieces) in found
    assert len(table.ask.pieces) == 6


# ---- landings, arrivals, captures ---------------------------------------------------------------


@pytest.mark.rule("EF N21")
def test_one_landing_after_the_other_and_only_of_the_side_whose_turn_it_is():
    units = {"fj-1": "airfield", "fj-2": "airfield", "di-60": "airfield", "id-18": CELL}
    table = in_belgium(units, "land")
    assert set(table.ask.pieces) == {"fj-1", "fj-2"}
    table.go("fj-1", next(iter(reach(table, "fj-1"))))
    assert (table.ask.kind, table.ask.pieces) == ("land", ("fj-2",))
    table.press("done")
    assert table.ask.kind == "move"


@pytest.mark.rule("EF N17", "EF 40.D.2-3")
def test_whoever_arrives_captures_what_lies_there():
    fort = work("improved_fort", "1017")
    units = {"dcr-1": "reserve", "id-18": "1909"}
    table = in_belgium(units, "start", "allies", works=(fort,))
    assert (table.unit("dcr-1").at, table.work("1017")) == ("1017", "")


@pytest.mark.rule("EF N23")
def test_a_place_is_taken_once():
    table = lay({"tk-1": "0605", "tk-2": "0605", "ge-id-1": "0101"}, "move")
    table.go("tk-1", "0604")
    assert [line for line in said(table) if line.startswith("The Allies took")]
    table.go("tk-2", "0604")
    assert not [line for line in said(table) if line.startswith("The Allies took")]


@pytest.mark.rule("EF 40.D.7-6", "EF 40.D-1")
def test_a_captured_hexside_fortifies_nobody():
    for holder, fortified in (("", True), ("allies", False)):
        side = work("fortified_hexside", "0405", faces=("0406",), holder=holder, strength=1)
        layout = lay({"sk-1": "0406"}, "move", works=(side,)).layout
        assert layout.fortified("axis", "0405") is fortified
        assert layout.fortified("axis", "0405", "0406") is fortified
        assert not layout.fortified("axis", "0405", "0304")
        assert not layout.fortified("allies", "0405")
        assert layout.holds("axis", "0405") is fortified


@pytest.mark.rule("EF 40.B-1", "EF 40.B-4")
def test_an_attack_reduces_no_work_of_the_attackers_that_the_defenders_hold():
    area = work("fortified_area", "0405", side="allies", holder="axis")
    table = battle({**SOVIETS, "ge-pi": "0405", **ELSEWHERE}, works=(area,))
    table.dice(6, 6)
    assert came(table, "ME").work("0405") == "fortified_area"


@pytest.mark.rule("EF 40.B-5", "EF 40.B-8")
def test_the_note_on_improved_areas_keeps_nothing_else():
    table = battle({**SOVIETS, "ge-pi": "0405", **ELSEWHERE}, works=(work("fort", "0405"),),
                   its_rules=rules(improved_areas="keep"))  # fmt: skip
    table.dice(6, 6)
    assert came(table, "ME").work("0405") == "damaged_fort"


@pytest.mark.rule("EF N14")
def test_a_builder_that_was_asked_about_builds_what_was_said():
    table = lay({"ge-pi": "0404", "ge-id-1": "0303"}, "build", "axis")
    table.pick("ge-pi")
    assert (table.ask.kind, table.ask.about) == ("project", ("ge-pi",))
    table.press("fort")
    unit = table.unit("ge-pi")
    assert (unit.building, unit.ready, table.state.tracks["axis_sp"]) == ("fort", 4, 19)
    assert (table.ask.kind, table.ask.pieces, table.top.builder) == ("build", ("ge-id-1",), "")
    table.pick("ge-id-1")
    assert (table.unit("ge-id-1").building, table.unit("ge-id-1").ready) == ("entrenchment", 3)


# ---- whoever is bound ---------------------------------------------------------------------------


@pytest.mark.rule("EF N20", "EF 40.B-2")
def test_whoever_is_bound_to_a_hex_that_nobody_holds_attacks_no_other():
    units = {"sk-1": {"at": "0406", "locked": "0405"}, "ge-id-1": "0305", **ELSEWHERE}
    table = lay(units)
    assert (table.ask.cells, bool(table.ask.choices)) == (("0908",), True)


@pytest.mark.rule("EF N20", "EF N17")
def test_the_motorised_may_join_the_second_attack_of_those_who_were_deadlocked():
    units = {"sk-1": {"at": "0406", "locked": "0405"}, "tk-1": "0505", "sk-2": "0505",
             "ge-id-1": "0405", **ELSEWHERE}  # fmt: skip
    table = lay(units, "exploitation")
    assert (table.ask.cells, table.ask.choices) == (("0405",), ())
    table.at("0405")
    assert (set(table.ask.pieces), table.ask.choices) == ({"sk-1", "tk-1"}, ())
    assert [r.cite for r in check(table.rules, table.state, Pieces(("tk-1",)), umpire=False)[0]]


@pytest.mark.rule("EF N16")
def test_no_march_leads_through_the_enemy():
    table = lay({"tk-1": "0406", "ge-id-1": "0405"}, "move")
    reasons = check(table.rules, table.state, Way(("tk-1",), ("0405", "0404")), umpire=False)[0]
    assert [str(r.text) for r in reasons] == ["The enemy holds 0405"]
    split = lay({"tk-1": "0406", "tk-2": "0407", "ge-id-1": "0101"}, "move")
    assert split.against(("tk-1", "tk-2"), "0405") == ["EF N16"]


@pytest.mark.rule("EF N20", "EF 40.C-3")
def test_an_entrenchment_is_left_at_once_by_those_who_move_in():
    trench = work("entrenchment", "0406", side="allies")
    table = battle({"sk-1": "0406", "sk-2": "0505", "ge-bau": "0405", **ELSEWHERE},
                   works=(trench,))  # fmt: skip
    table.dice(6, 6)
    table = came(table, "DE")
    table.pick("sk-1")
    assert (table.ask.kind, table.work("0406")) == ("attack", "")


@pytest.mark.rule("EF N21", "EF 40.A-2")
def test_a_landing_among_the_enemy_captures_nothing():
    fort = work("fort", "0604")
    table = lay({"so-para": "airfield", "ge-id-1": "0604"}, "land", works=(fort,))
    table.go("so-para", "0604")
    assert (table.work("0604"), table.unit(fort.id).holder) == ("fort", "")
    assert table.state.marks["0604/held"] == "axis"
    assert table.unit("so-para").landed


@pytest.mark.rule("EF N21", "EF N20")
def test_paratroops_take_part_in_the_attack_on_the_hex_in_which_they_landed():
    landed = {"at": "0405", "landed": True, "moved": True, "spent": 99}
    table = lay({"sk-1": "0406", "so-para": landed, "ge-id-1": "0405"}).at("0405")
    assert (set(table.ask.pieces), table.ask.choices) == ({"sk-1", "so-para"}, ())
    assert table.rules.check(table.state, Pieces(("so-para",))) == []
    assert [r.cite for r in table.rules.check(table.state, Pieces(("sk-1",)))] == ["EF N20"]


@pytest.mark.rule("EF N1")
def test_what_an_umpire_adds_to_the_die_is_added_up():
    table = battle({**SOVIETS, "ge-id-1": "0405"})
    draft = Draft(table.rules, replace(table.state, ask=None), umpire=True)
    table.rules.steps[Battle, "roll"](draft, draft.stack[-1], None)
    assert freeze(draft, table.state.seq).ask.sums


@pytest.mark.rule("EF N14", "EF 40.C-1")
@pytest.mark.parametrize(("size", "offered"), [("brigade", ["entrenchment", "fort"]),
                                               ("battalion", ["fort"])])  # fmt: skip
def test_half_an_re_builds_no_entrenchment(size, offered):
    rows = (*GROUND.setting.forces.unit,)
    units = tuple(replace(row, size=size) if row.id == "ge-pi" else row for row in rows)
    setting = dataclasses.replace(GROUND.setting, forces=Forces(unit=units))
    table = lay({"ge-pi": "0404"}, "move", "axis")
    found = projects(setting, table.layout, table.unit("ge-pi"))
    assert [row.work for row in found] == offered


@pytest.mark.rule("EF N18")
def test_whoever_cannot_attack_overruns_nobody():
    table = lay({"ge-bau": "0405", "so-siege": "0406"}, "move", "axis")
    assert table.against("ge-bau", "0406") == ["EF N18"]
    assert "0406" not in reach(table, "ge-bau")


@pytest.mark.rule("EF N18", "EF 40.D.10-2")
@pytest.mark.parametrize(("units", "cites"), [(("tk-1",), ["EF N18"]), (("tk-1", "tk-2"), [])])
def test_an_overrun_is_reckoned_from_the_last_hex_of_its_way(units, cites):
    side = work("fortified_hexside", "0405", faces=("0406",))
    table = lay({**dict.fromkeys(units, "0407"), "ge-bau": "0405"}, "move", works=(side,))
    assert table.against(units, "0406", "0405") == cites


@pytest.mark.rule("EF N3")
@pytest.mark.parametrize(
    ("origin", "target", "strength", "river"),
    [("1206", "1306", 3.5, 0), ("0709", "0710", 7, -1), ("0710", "0709", 7, -1)],
)
def test_a_major_river_halves_and_a_minor_one_counts_on_the_die(origin, target, strength, river):
    table = in_belgium({"id-18": origin, "be-v": target}, "combat")
    table.at(target).pick("id-18").press("0", "pay")
    attack = table.planned()
    assert attack.strength == strength
    assert sum(line.value for line in attack.modifiers if line.modifier == "river") == river


@pytest.mark.rule("EF 40.A-1", "EF 40.A-2", "EF 40.A-3")
def test_for_whom_results_are_changed():
    for more, changed in (
        ({}, "no"),
        ({"work": "entrenchment"}, "no"),
        ({"work": "fort"}, "all"),
        ({"city": "major"}, "all"),
        ({"work": "fort", "airborne": "yes"}, "no"),
        ({"city": "major", "airborne": "yes"}, "but_paratroops"),
        ({"work": "fort", "city": "major", "airborne": "yes"}, "but_paratroops"),
    ):
        sheet = {"attackers": "infantry 8, paratroop 3", "defenders": "infantry 6", **more}
        assert read_attack(sheet).conversion == changed, more
