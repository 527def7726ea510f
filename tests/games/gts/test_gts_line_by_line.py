"""Positions that a second reader of the rule text built: what the text says, seen at the table."""

from __future__ import annotations

import pytest
from gts_field import board, field
from msgspec.structs import replace

from wardesk.engine.draft import Draft
from wardesk.games.gts import ch02_chits
from wardesk.games.gts.ch02_chits import for_sale
from wardesk.games.gts.ch04_actions import rides
from wardesk.games.gts.ch04_costs import step_cost
from wardesk.games.gts.ch04_movement import closed_to, enter, into_column, out_of_column
from wardesk.games.gts.ch05_fire import can_fire_at, factors_of
from wardesk.games.gts.ch06_opportunity import able
from wardesk.games.gts.ch07_assault import bravery, escape
from wardesk.games.gts.ch09_zones import sees
from wardesk.games.gts.ch13_engineers import ferry_goal, finish, jobs_of
from wardesk.games.gts.position import bridge_state, improved
from wardesk.games.gts.state import Assault, Fire, Strike, Window
from wardesk.model.cells import DrawnLine

US, MATE, CHIEF = "101.502.a", "101.502.b", "101.502.ldr"
MORTAR, GUN, HIM, HIS, CAPTAIN = "101.502.m1", "gds.art.55a", "59.dew.i1", "59.dew.i2", "59.dew.ldr"
SAPPER, TANKS, GRENADIERS = "59.ind.ersp", "wal.107.p1", "wal.107.g1"


def values(at, shot):
    return {factor.id: factor.value for factor in factors_of(at.setting, at.state, shot)}


def as_tank(at, unit, **more):
    """The counter of a unit as a tank's."""
    row = {"movement": "tracked", "move": 16, "armoured": True, "defence": -3, **more}
    at.setting.counters[unit] = replace(at.setting.counters[unit], **row)  # type: ignore[index]
    return at


def dyke():
    cells = ("60.148", "60.149", "60.150", "60.151")
    points = tuple(board().cells[cell].anchor for cell in cells)
    line = DrawnLine("dyke", "raised-road", "Dyke", cells, points)
    return replace(board(), lines=(line,))


def cost(at, unit, a, b):
    return step_cost(at.setting, at.state, replace(at.unit(unit), at=a), a, b)


# ---- 2 ground -----------------------------------------------------------------------------------


@pytest.mark.rule("WED 2.16")
def test_a_column_leaves_a_dyke_along_it_only():
    at = field({US: "60.149", HIM: "44.153"}, its_board=dyke()).change(US, column=True)
    assert cost(at, US, "60.149", "60.150") == 1
    assert cost(at, US, "60.149", "59.150") is None
    assert cost(at, US, "59.150", "60.149") is None
    at.mark("60.150/block", "german")
    assert cost(at, US, "60.149", "60.150") is None
    at.change(US, column=False)
    assert cost(at, US, "60.149", "59.150") is not None


@pytest.mark.rule("WED 2.16", "WED 2.15.1")
def test_a_column_falls_back_along_a_dyke_and_over_a_bridge_in_column():
    at = field({US: "60.150", HIM: "60.149"}, its_board=dyke()).change(HIM, column=True)
    fight = Assault(step="stand", side="allied", chit="direct", origin="60.150", cell="60.149")
    assert escape(at.setting, at.state, fight, at.unit(HIM)) == ("60.148",)
    at.push(Assault(step="stand", side="allied", chit="direct", origin="60.150",
                    cell="60.149", attackers=(US,)))  # fmt: skip
    at.pick(HIM).at("60.148").press("hold")
    assert (at.unit(HIM).at, at.unit(HIM).column) == ("60.148", True)
    river = field({US: "51.158", HIM: "51.159"}).change(HIM, column=True)
    over = Assault(step="stand", side="allied", chit="direct", origin="51.158", cell="51.159")
    assert "51.160" in escape(river.setting, river.state, over, river.unit(HIM))
    river.change(HIM, column=False)
    assert "51.160" not in escape(river.setting, river.state, over, river.unit(HIM))


@pytest.mark.rule("WED 2.15.3", "WED 2.15.6")
@pytest.mark.parametrize("unit", [SAPPER, "101.ind.326c"])
def test_engineers_of_both_sides_wire_and_improve_a_railway_bridge(unit):
    at = field({unit: "68.170"}, window=["64.166", "64.176", "73.170", "73.160"])
    side = at.unit(unit).side
    at.mark("68.170/last", side).mark("69.170/last", side)
    jobs = {job.kind: job for job in jobs_of(at.setting, at.state, at.unit(unit))}
    assert {"improve", "bridge"} <= set(jobs)
    d = Draft(at.rules, at.state, umpire=False)
    finish(d, d.pieces[unit], jobs["improve"])
    finish(d, d.pieces[unit], jobs["bridge"])
    bridge = jobs["bridge"].bridge
    assert improved(d, bridge)
    assert bridge_state(d, bridge) == f"wired:{side}"


@pytest.mark.rule("WED 2.9")
def test_a_nought_leaves_rubble_under_a_barrage_that_lies_there_already():
    places = {MORTAR: "58.152", GUN: "60.147", US: "60.152", HIM: "60.153"}
    at = field(places).mark("60.153/barrage", "heavy")
    at.setting.terrain["60.153"] = "city"  # type: ignore[index]
    try:
        shot = Fire(step="judge", firer=MORTAR, target=HIM, cell="60.153", roll=0, rating=5)
        at.push(shot)
        assert not at.state.marks.get("60.153/rubble")  # mortars are no artillery
        at.push(replace(shot, firer=GUN))
        assert at.state.marks.get("60.153/rubble")
    finally:
        at.setting.terrain["60.153"] = board().cells["60.153"].terrain  # type: ignore[index]


@pytest.mark.rule("WED SR5.2", "WED 2.9")
def test_in_rubble_everybody_is_hit_like_armour():
    at = field({US: "60.150", HIM: "60.151"}).mark("60.151/rubble", True)
    at.push(Fire(step="roll", firer=US, target=HIM))
    assert at.ask.chart == "fire-armoured"


@pytest.mark.rule("WED SR9")
def test_an_observation_post_sees_further_than_other_ground():
    at = field({US: "49.157"}, window=["30.150", "30.180", "66.162", "66.132"])
    far = {c for c in at.setting.in_play if sees(at.setting, at.state, "49.157", c)}
    assert max(at.setting.distance("49.157", cell) for cell in far) > 8
    plain = {c for c in at.setting.in_play if sees(at.setting, at.state, "49.155", c)}
    assert max(at.setting.distance("49.155", cell) for cell in plain) <= 8
    at.mark("49.157/rubble", True)
    assert not any(
        sees(at.setting, at.state, "49.157", c) for c in far if at.setting.distance("49.157", c) > 8
    )


# ---- 2.15.7, 2.18, 4 ----------------------------------------------------------------------------


@pytest.mark.rule("WED 2.18.2", "WED SR4")
def test_no_ferry_into_a_hex_with_a_column_nor_out_of_a_town_full_of_dutch():
    down = [{"id": "best-road", "destroyed": True}]
    at = field({SAPPER: "51.159", HIM: "51.159", HIS: "51.160"}, bridge=down)
    at.mark("ferry/best-road", SAPPER).change(HIM, column=True)
    assert ferry_goal(at.setting, at.state, at.unit(HIM)) == "51.160"
    at.change(HIS, column=True)
    assert ferry_goal(at.setting, at.state, at.unit(HIM)) == ""
    at.change(HIS, column=False).mark("51.159/dutch", "allied")
    assert ferry_goal(at.setting, at.state, at.unit(HIM)) == ""


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize("why", ["bridge", True])
def test_a_road_cut_by_a_bridge_is_open_when_it_carries_again_and_is_held(why):
    at = field({US: "60.150", "gds.ind.11": "65.154"}, route=["65.151", "65.152", "65.153",
               "65.154", "66.154"], bailey=["gds.ind.11"],
               bridge=[{"id": "son", "destroyed": True}])  # fmt: skip
    d = Draft(at.rules, at.state, umpire=False)
    d.mark("route/cut", why)
    d.mark("65.153/last", "allied")
    job = next(j for j in jobs_of(at.setting, d, d.pieces["gds.ind.11"]) if j.kind == "repair")
    finish(d, d.pieces["gds.ind.11"], job)
    assert bool(d.marks.get("route/cut")) == (why is True)


# ---- 5, 6 fire ----------------------------------------------------------------------------------


@pytest.mark.rule("WED SR5.3", "WED SR11")
def test_who_is_beside_an_enemy_or_shelled_fires_one_hex_far_also_indirectly_and_at_opportunity():
    at = field({MORTAR: "58.152", US: "59.152", HIM: "60.153", HIS: "58.151"})
    assert not can_fire_at(at.setting, at.state, at.unit(MORTAR), "60.153")
    at.change(HIS, at="44.153")
    assert can_fire_at(at.setting, at.state, at.unit(MORTAR), "60.153")
    at.mark("58.152/barrage", "light")
    assert not can_fire_at(at.setting, at.state, at.unit(MORTAR), "60.153")
    near = field({US: "60.150", MATE: "61.149", HIM: "60.152", HIS: "62.149"})
    window = Window(step="ask", unit=US, cause="leave", goal="60.149")
    assert HIM in able(near.setting, near.state, window)
    near.change(MATE, at="60.153")
    assert HIM not in able(near.setting, near.state, window)


@pytest.mark.rule("WED SR6", "WED SR7")
def test_fire_at_an_assault_is_from_zone_to_zone_also_of_a_single_defender():
    at = field({US: "60.150", HIM: "60.151"})
    window = Window(step="checked", unit=US, cause="assault", goal="60.151", firer=HIM, passed=True)
    at.push(window)
    assert {f.id: f.value for f in at.ask.factors}["zones"] == 3


@pytest.mark.rule("WED SR6")
def test_nobody_fires_at_a_leader_who_walks_off():
    at = field({CHIEF: "60.150", US: "60.150", MATE: "60.149", HIM: "60.152"})
    at.draw("allied/formation/101.502").pick(CHIEF).go(CHIEF, "60.149")
    assert at.unit(CHIEF).at == "60.149"


@pytest.mark.rule("WED O1.0")
def test_who_comes_in_the_same_assault_covers_nobody():
    at = field({US: "60.150", MATE: "60.150", HIM: "60.151"}, covering="yes")
    shot = Fire(step="roll", firer=HIM, target=US, kind="opportunity", goal="60.151", close=True)
    assert values(at, shot)["covering"] == -1
    assert "covering" not in values(at, replace(shot, coming=(US, MATE)))


# ---- 7 assault ----------------------------------------------------------------------------------


@pytest.mark.rule("WED SR7")
def test_bravery_counts_the_best_armour_of_all_who_assault():
    at = as_tank(field({US: "60.150", MATE: "60.150", HIM: "60.151"}), MATE)
    at.change(HIM, dug="entrenched")
    fight = Assault(step="brave", side="allied", chit="direct", origin="60.150", cell="60.151",
                    attackers=(US, MATE))  # fmt: skip
    assert bravery(at.setting, at.state, fight, at.unit(US)) == 7 + 3 - 2


@pytest.mark.rule("WED SR7", "WED SR8")
def test_who_is_suppressed_fires_at_two_less_by_the_assault_rating_only():
    at = field({US: "60.150", HIM: "60.151"}).change(HIM, suppressed=True)
    at.push(Assault(step="way", side="allied", chit="direct", origin="60.150", cell="60.151",
                    attackers=(US,)))  # fmt: skip
    at.press("fire")
    assert (at.ask.kind, at.ask.about) == ("roll-company", (US,))
    at.roll(9, 9).press("fire")
    while at.ask.about != (HIM, US):
        at.roll(9)
    assert {f.id: f.value for f in at.ask.factors}["firer_suppressed"] == -2


@pytest.mark.rule("WED SR7")
def test_a_leader_alone_is_gone_when_the_enemy_comes():
    at = field({CAPTAIN: "60.151", US: "60.150"})
    d = Draft(at.rules, at.state, umpire=False)
    enter(d, d.pieces[US], "60.151")
    assert d.pieces[CAPTAIN].at is None


# ---- barrage and mines --------------------------------------------------------------------------


@pytest.mark.rule("WED SR11", "WED S3.1")
@pytest.mark.parametrize(("mark", "value"), [("barrage", "heavy"), ("mines", True)])
def test_who_does_not_get_out_stays_for_the_rest_of_its_action(mark, value):
    at = field({US: "60.150", CHIEF: "60.150", HIM: "44.153"}).mark(f"60.150/{mark}", value)
    at.draw("allied/formation/101.502").pick(US).go(US, "60.149")
    while at.ask.shape == "choose":
        at.press("roll")
    at.roll(9)
    assert at.unit(US).at == "60.150"
    assert not (at.ask.shape == "path" and US in at.ask.pieces)


# ---- S special rules ----------------------------------------------------------------------------


@pytest.mark.rule("WED S3.1")
def test_in_a_town_full_of_dutch_columns_pass_each_other():
    at = field({US: "49.157", MATE: "49.157", HIM: "44.153"}).change(MATE, column=True)
    walker = replace(at.unit(US), at="49.156", column=True)
    assert "49.157" in closed_to(at.setting, at.state, walker, "formation/")
    assert into_column(at.setting, at.state, at.unit(US), 8)
    at.mark("49.157/dutch", "german")
    assert "49.157" not in closed_to(at.setting, at.state, walker, "formation/")
    assert not into_column(at.setting, at.state, at.unit(US), 8)
    for name in ("c", "d", "e", "f"):
        at.state.pieces[f"101.502.{name}"] = replace(at.unit(US), id=f"101.502.{name}")
    assert not out_of_column(at.setting, at.state, at.unit(MATE))


def walking(at):
    """The grenadiers as if they had no transport of their own, which would forbid riding."""
    figures = replace(at.setting.counters[GRENADIERS], transport="")
    at.setting.counters[GRENADIERS] = figures  # type: ignore[index]
    return at


def riding(**more):
    return field({TANKS: "60.150", GRENADIERS: "60.150", US: "60.152"}, **more).change(
        TANKS, carries=GRENADIERS).change(GRENADIERS, on=TANKS)  # fmt: skip


@pytest.mark.rule("WED S4.4")
def test_rider_and_vehicle_take_the_same_roll_each_by_its_own_figures():
    at = riding()
    tank, man = (at.setting.counters[u] for u in (TANKS, GRENADIERS))
    assert (tank.armoured, man.armoured) == (True, False)
    fire = at.setting.tables.fire
    tank_result = fire.result("white", 4, 9, armoured=True)
    man_result = fire.result("white", 4, 9, armoured=False)
    assert tank_result != man_result
    at.push(Strike(step="roll", target=TANKS, rating=9)).roll(4)
    assert (at.unit(TANKS).steps, at.unit(GRENADIERS).cohesion) == (1, 1)
    shot = riding().push(Fire(step="begin", firer=US, target=TANKS)).roll(9, 0)
    assert shot.unit(GRENADIERS).cohesion or shot.unit(GRENADIERS).steps < 2


@pytest.mark.rule("WED S4.2")
def test_who_fires_before_a_rider_jumps_off_does_not_fire_after():
    chits = {"allied": ["division/101"], "german": ["division/wal"]}
    at = riding(chits=chits)
    while (at.ask.kind, at.ask.who) != ("unit", "german"):
        at.roll(0) if at.ask.shape == "roll" else at.press("end")
    at.pick(TANKS).press("unload")
    assert at.ask.kind == "opportunity"
    at.pick(US).roll(9)
    assert at.ask.kind != "opportunity"
    assert at.unit(GRENADIERS).on == ""


@pytest.mark.rule("WED S4.1", "WED SR2")
def test_direct_command_pays_for_the_vehicle_as_well():
    at = walking(field({TANKS: "60.150", GRENADIERS: "60.150", US: "60.156"}, in_command=True))
    both = (TANKS, GRENADIERS)
    at.points("wal", 0)
    rider = at.unit(GRENADIERS)
    assert not list(rides(at.setting, at.state, rider, both, direct=True))
    assert [u.id for u in rides(at.setting, at.state, rider, both)] == [TANKS]
    at.points("wal", 1)
    assert [u.id for u in rides(at.setting, at.state, rider, both, direct=True)] == [TANKS]


@pytest.mark.rule("WED S6.10")
def test_the_guards_pay_dispatch_points_for_the_231st_which_is_gone_beyond_its_line(monkeypatch):
    monkeypatch.setattr(ch02_chits, "HELPED", "101.502")
    chits = {"allied": ["division/101", "formation/101.502"], "german": ["division/59"]}
    at = field({CHIEF: "60.150", US: "60.150", "gds.ind.11": "60.152", HIM: "44.153"},
               chits=chits, limit=[{"formation": "101.502", "line": 2 * 150 + 60}],
               dispatch={"101": 0, "gds": 1}, buying=True)  # fmt: skip
    assert for_sale(at.setting, at.state, "allied") == ("allied/formation/101.502",)
    at.press("allied/formation/101.502")
    assert (at.state.tracks["dp/101"], at.state.tracks["dp/gds"]) == (0, 0)
    d = Draft(at.rules, at.state, umpire=False)
    enter(d, d.pieces[US], "60.149")
    assert d.pieces[US].at is None
