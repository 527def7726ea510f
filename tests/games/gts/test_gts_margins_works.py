"""Edges of what is given up and what comes back: works, bridging units, the lost, ledgers."""

from __future__ import annotations

import pytest
from gts_field import (
    CAPTAIN,
    CHIEF,
    FAR,
    GRENADIERS,
    HIM,
    HIS,
    MATE,
    SAPPER,
    TANKS,
    THIRD,
    US,
    board,
    draft,
    field,
)
from msgspec import convert
from msgspec.structs import replace
from test_gts_drops import ONE, dropping, later, lift
from test_gts_line_by_line import walking
from test_gts_lost import astray
from test_gts_moment import formation, laid, moment, unit

from wardesk.errors import UserError
from wardesk.games.gts.campaign import lay_out
from wardesk.games.gts.ch02_chits import acting
from wardesk.games.gts.ch03_drops import TODAY, supply_zone
from wardesk.games.gts.ch04_actions import climb, deeds_of, hire
from wardesk.games.gts.ch04_costs import allowance, step_cost
from wardesk.games.gts.ch04_movement import enter, out_of_column
from wardesk.games.gts.ch07_assault import against_assault
from wardesk.games.gts.forces import Forces
from wardesk.games.gts.state import Assault, Happening, Hit, UnitAction
from wardesk.games.gts.tables import TABLES, Tables

GUARDS = {"allied": ["division/gds", "formation/gds.gren"], "german": ["division/59"]}
BRIDGERS = ("gds.ind.11", "gds.art.55b")
GUARD = "gds.gren.i3"

# ---- works that are given up --------------------------------------------------------------------


def dug(**more):
    at = field({GRENADIERS: "60.150", TANKS: "60.150", US: FAR}, **more)
    return at.change(GRENADIERS, dug="improved", men=True)


@pytest.mark.rule("WED N7", "WED N17")
@pytest.mark.parametrize("how", ["column", "mount", "truck", "ride", "move", "lost"])
def test_whoever_leaves_its_works_has_none_any_more(how):
    at = dug(trucks={"wal": 1})
    d = draft(at)
    man = at.unit(GRENADIERS)
    match how:
        case "column" | "mount":
            at.push(UnitAction(step="order", unit=GRENADIERS, chit="formation/wal.107"))
            man = at.press(how).unit(GRENADIERS)
            assert man.column is (how == "column")
        case "lost":
            man = astray(at, GRENADIERS).press(f"column/{GRENADIERS}").unit(GRENADIERS)
            assert man.column
        case "truck":
            hire(d, man, "truck")
            man = d.pieces[GRENADIERS]
        case "ride":
            climb(d, man, at.unit(TANKS))
            man = d.pieces[GRENADIERS]
        case _:
            enter(d, man, "60.149")
            man = d.pieces[GRENADIERS]
    assert (man.dug, man.men) == ("", False)


@pytest.mark.rule("WED S1.0", "WED N17")
def test_a_gun_that_goes_into_the_park_leaves_its_works_and_acts_no_more():
    gun = "59.art.ii"
    at = field({gun: "46.153", HIM: "46.154", US: FAR},
               park=[{"id": "59", "division": "59", "value": 4, "at": "46.153"}])  # fmt: skip
    at.change(gun, dug="entrenched", men=True, column=True)
    at.push(UnitAction(step="park", unit=gun, chit="division/59"))
    there = at.unit(gun)
    assert (there.at, there.dug, there.men, there.column) == ("park", "", False, False)
    assert there.acted
    assert there.again


@pytest.mark.rule("WED SR8")
def test_who_is_eliminated_has_nothing_left_of_what_lay_on_it():
    at = field({US: "60.150", HIM: FAR}).change(US, dug="improved", men=True, cohesion=1, delay=1,
                                                suppressed=True, mounted="truck")  # fmt: skip
    at.push(Hit(step="begin", unit=US, result="E"))
    gone = at.unit(US)
    assert (gone.at, gone.steps, gone.dug, gone.men, gone.mounted) == (None, 0, "", False, "")
    assert (gone.cohesion, gone.suppressed, gone.delay) == (0, False, 0)


# ---- bridging units -----------------------------------------------------------------------------


@pytest.mark.rule("WED 2.15.7")
def test_one_bridging_unit_comes_in_an_impulse():
    place = [{"units": list(BRIDGERS), "at": "reserve"}]
    down = [{"id": "best-road", "destroyed": True}]
    at = field({GUARD: "50.160", HIM: FAR}, bridge=down, bailey=list(BRIDGERS), place=place,
               chits=GUARDS, in_command=True)  # fmt: skip
    at.draw("allied/division/gds").roll(0)
    offered = {c.key for c in at.ask.choices if c.key.startswith("bailey/")}
    assert offered == {f"bailey/{unit}/best-road" for unit in BRIDGERS}
    at.press(f"bailey/{BRIDGERS[0]}/best-road")
    if at.ask.kind == "second-action":
        at.press("no")
    assert at.unit(BRIDGERS[0]).at == "51.160"
    assert at.unit(BRIDGERS[0]).acted
    assert at.ask.kind == "unit"
    assert not [c for c in at.ask.choices if c.key.startswith("bailey/")]


# ---- the lost -----------------------------------------------------------------------------------


@pytest.mark.rule("WED S3.1", "WED S4.3")
def test_a_vehicle_with_its_rider_is_not_taken_out_of_column_and_a_suppressed_one_never():
    at = field({TANKS: "60.150", GRENADIERS: "60.150", HIM: "60.150", US: FAR})
    at.change(TANKS, carries=GRENADIERS, column=True).change(GRENADIERS, on=TANKS)
    astray(at, TANKS, HIM, left=16)
    assert {c.key.partition("/")[2] for c in at.ask.choices} == {"", HIM}
    down = field({HIM: "60.150", HIS: "60.150", US: FAR}).change(HIS, suppressed=True)
    astray(down, HIM, HIS, left=16)
    assert {c.key.partition("/")[2] for c in down.ask.choices} == {"", HIM}


@pytest.mark.rule("WED S3.1")
@pytest.mark.parametrize(("how", "left", "cohesion"), [("spread", 12, 0), ("hurry", 16, 1)])
def test_the_lost_leave_column_for_points_or_a_cohesion_hit(how, left, cohesion):
    at = field({US: "60.150", HIM: FAR}).change(US, column=True)
    astray(at, US, left=16).press(f"{how}/{US}")
    assert (at.unit(US).column, at.unit(US).cohesion) == (False, cohesion)
    assert at.state.stack[-1].left == left
    short = astray(field({US: "60.150", HIM: FAR}).change(US, column=True), US, left=3)
    assert short.refused(f"spread/{US}")
    assert not short.refused(f"hurry/{US}")


@pytest.mark.rule("WED S3.1")
def test_points_of_one_of_the_lost_are_not_those_of_the_others():
    at = field({US: "60.150", MATE: "60.150", THIRD: "60.150", HIM: FAR})
    astray(at, US, MATE, THIRD, left=16).press(f"column/{MATE}")
    assert at.unit(MATE).column
    assert at.state.stack[-1].mates == ((MATE, 14), (THIRD, 16))
    assert at.state.stack[-1].left == 16


# ---- other zones --------------------------------------------------------------------------------


@pytest.mark.rule("WED 3.6", "WED N14")
@pytest.mark.parametrize(("late", "roll", "after"), [(None, 9, 1), (1, 9, 2), (1, 4, 1)])
def test_each_day_that_is_lost_is_added(late, roll, after):
    at = dropping(lift=lift(2))
    assert (at.ask.kind, [c.key for c in at.ask.choices]) == ("replan", ["keep", "try"])
    at.press("try")
    assert (at.ask.dice, at.ask.lowest) == ((10,), 0)
    if late:
        at.mark("drop/late", late)
    at.roll(roll)
    assert at.state.marks.get("drop/late") == after
    assert at.ask.kind != "supply-zone"


@pytest.mark.rule("WED 3.6", "WED 3.5")
def test_with_the_zones_the_zone_of_supply_may_change():
    at = dropping(lift=lift(2), supply={"101": "C"}).press("try").roll(3)
    assert (at.ask.kind, at.ask.who) == ("supply-zone", "allied")
    assert [choice.key for choice in at.ask.choices] == ["C", "B", "W"]
    assert supply_zone(at.setting, at.state, "101") == "C"
    at.press("W")
    assert supply_zone(at.setting, at.state, "101") == "W"
    assert at.state.marks[TODAY] == "1500 1700"
    assert at.ask.kind == "chit"


@pytest.mark.rule("WED 3.4")
def test_who_drops_now_is_there_with_its_marker_and_no_column():
    at = later().press("now").at("60.148")
    assert (at.unit(ONE).at, at.unit(ONE).column, at.unit(ONE).glider) == ("60.148", False, False)


# ---- a moment of the campaign -------------------------------------------------------------------


@pytest.mark.rule("WED S6.10")
def test_the_line_of_the_231st_is_laid_out_where_that_brigade_plays():
    assert not laid().setup["limit"]
    rows = (formation("43", "allied", "43", "division"), formation("43.231", "allied", "43"),
            formation("59", "german", "59", "division"),
            formation("59.dew", "german", "59"))  # fmt: skip
    units = (unit("43.231.a", formation="43.231"), unit(HIM, "german", "59.dew", "60.155"))
    found = lay_out(moment(*units, formations=rows), board()).setup["limit"]
    assert found == [{"formation": "43.231", "line": 370}]


# ---- who acts -----------------------------------------------------------------------------------


@pytest.mark.rule("WED SR7")
def test_only_those_who_have_not_acted_join_an_assault():
    chits = {"allied": ["formation/101.502"], "german": ["division/59"]}
    at = field({US: "60.150", MATE: "60.150", THIRD: "60.150", HIM: "60.151"}, chits=chits,
               in_command=True)  # fmt: skip
    at.draw("allied/formation/101.502")
    assert {US, MATE, THIRD} <= set(acting(at.setting, at.state, "allied/formation/101.502"))
    at.pick(THIRD).press("done")
    if at.ask.kind == "second-action":
        at.press("no")
    at.pick(US).press("assault").at("60.151")
    assert (at.ask.kind, at.ask.pieces) == ("join", (MATE,))
    assert not against_assault(at.setting, at.state, at.unit(MATE), "formation/101.502")


@pytest.mark.rule("WED 2.15", "WED SR4")
def test_sappers_have_work_and_companies_have_none():
    at = field({SAPPER: "51.159", HIM: "51.158", US: FAR})
    work = {d.key for d in deeds_of(at.setting, at.state, at.unit(SAPPER), "division/59")}
    assert "engineer" in work
    none = {d.key for d in deeds_of(at.setting, at.state, at.unit(HIM), "division/59")}
    assert not {key for key in none if key == "engineer" or key.startswith("job/")}


@pytest.mark.rule("WED SR7")
def test_who_fell_back_is_asked_no_more_and_who_could_not_get_away_stands():
    at = field({US: "60.150", HIM: "60.151", HIS: "60.151"})
    at.push(Assault(step="stand", side="allied", chit="direct", origin="60.150", cell="60.151",
                    attackers=(US,), round=1, held=(HIS,)))  # fmt: skip
    assert (at.ask.kind, at.ask.who, at.ask.pieces) == ("fall-back", "german", (HIM,))


@pytest.mark.rule("WED S3.1")
def test_the_side_s_own_leader_is_no_hero_and_the_captain_is_not_ambushed():
    at = field({US: "60.150", HIM: "60.152", CAPTAIN: "60.152"})
    at.push(Happening(step="heroic", side="german", event="heroic"))
    assert at.ask.pieces == (HIM,)
    at = field({US: "60.150", HIM: "60.152", CAPTAIN: "60.152"})
    at.push(Happening(step="ambush", side="german", event="ambush"))
    assert (at.ask.who, at.ask.pieces) == ("allied", (HIM,))


@pytest.mark.rule("WED SR4")
def test_a_march_costs_what_its_hexes_cost():
    at = field({US: "60.150", HIM: FAR})
    at.push(UnitAction(step="order", unit=US, chit="direct")).go(US, "60.149")
    spent = step_cost(at.setting, at.state, replace(at.unit(US), at="60.150"), "60.150", "60.149")
    assert spent
    assert at.state.stack[-1].left == allowance(at.setting, at.unit(US)) - spent


@pytest.mark.rule("WED SR4")
@pytest.mark.parametrize(("others", "room"), [(3, True), (4, False)])
def test_a_column_spreads_out_where_there_is_room(others, room):
    crowd = (MATE, THIRD, "101.502.d", "101.502.e")[:others]
    at = field({US: "60.150", **dict.fromkeys(crowd, "60.150"), HIM: FAR}).change(US, column=True)
    assert (not out_of_column(at.setting, at.state, at.unit(US))) is room


@pytest.mark.rule("WED SR7")
@pytest.mark.parametrize(("before", "ratings"), [(0, {5}), (1, {4}), (2, {4})])
def test_the_first_round_is_by_the_fire_rating_and_all_others_by_assault(before, ratings):
    at = field({US: "60.150", HIM: "60.151"}, in_command=True)
    for name in (US, HIM):
        row = replace(at.setting.counters[name], fire=5, assault=4, double=False)
        at.setting.counters[name] = row  # type: ignore[index]
    at.push(Assault(step="way", side="allied", chit="direct", origin="60.150", cell="60.151",
                    attackers=(US,), round=before)).press("fire")  # fmt: skip
    found = set()
    while at.ask.shape == "roll":
        if at.ask.kind == "fire-assault":
            found.add(int(str(at.ask.context).split(" printed")[0].rsplit(" ", 1)[-1]))
        at.roll(9)
    assert found == ratings


# ---- events and chits ---------------------------------------------------------------------------


@pytest.mark.rule("WED S3.1")
def test_four_are_recovered_by_a_rally_and_no_fifth():
    at = field({US: "60.150", MATE: "60.151", THIRD: "60.152", HIM: FAR})
    for name in (US, MATE, THIRD):
        at.change(name, cohesion=2)
    at.push(Happening(step="rally", side="allied", event="rally")).press("101.502")
    for name in (US, US, MATE, MATE):
        assert name in at.ask.pieces
        at.pick(name)
    assert [at.unit(name).cohesion for name in (US, MATE, THIRD)] == [0, 0, 2]
    assert at.ask.kind == "chit"


@pytest.mark.rule("WED S3.1")
def test_aircraft_find_nobody_beyond_ten_hexes_and_fly_home():
    at = field({CHIEF: "60.150", HIM: "60.161"}, window=[])
    at.push(Happening(step="air", side="allied", event="air")).roll(9).pick(CHIEF)
    assert at.ask.kind == "chit"


@pytest.mark.rule("WED S4.1", "WED SR2")
def test_under_direct_command_the_vehicle_is_paid_for_too():
    chits = {"allied": ["division/101"], "german": ["direct"]}
    at = field({TANKS: "60.150", GRENADIERS: "60.150", US: FAR}, chits=chits, in_command=True)
    walking(at).points("wal", 3)
    while at.ask.kind != "unit" or at.ask.who != "german":
        at.roll(0) if at.ask.shape == "roll" else at.press("end")
    at.pick(GRENADIERS).press(f"ride/{TANKS}")
    assert (at.unit(GRENADIERS).on, at.unit(TANKS).carries) == (TANKS, GRENADIERS)
    assert at.unit(TANKS).acted
    assert at.state.tracks["cp/wal"] == 1


@pytest.mark.rule("WED SR2", "WED N2")
def test_chits_that_were_bought_before_the_table_opened_are_in_the_mug():
    chits = {"allied": ["division/101", "formation/101.502"], "german": ["division/59"]}
    chit = "allied/formation/101.502"
    at = field({US: "60.150", CHIEF: "60.150", HIM: FAR}, chits=chits, buying=True, bought=[chit])
    assert chit in at.state.cups["mug"]
    none = field({US: "60.150", CHIEF: "60.150", HIM: FAR}, chits=chits, buying=True)
    assert chit not in none.state.cups["mug"]


@pytest.mark.rule("WED S2.0")
@pytest.mark.parametrize(("others", "room"), [(3, True), (4, False)])
def test_a_rearguard_needs_room_in_the_hex(others, room):
    crowd = ("59.dew.i2", "59.dew.i3", "59.dew.ii5")[: others - 1]
    at = field({HIM: "60.152", **dict.fromkeys(crowd, "60.152"), US: FAR},
               rearguards=[{"formation": "59.dew", "count": 1}])  # fmt: skip
    deeds = deeds_of(at.setting, at.state, at.unit(HIM), "division/59")
    (leave,) = (deed for deed in deeds if deed.key == "rearguard")
    assert (not leave.refused) is room


def test_the_shipped_charts_are_read_whole():
    found = Tables.read()
    assert found == TABLES
    assert found.firer.battery == -2


@pytest.mark.rule("WED 2.15.7")
def test_bridging_units_are_those_on_the_map_and_those_that_wait():
    here = unit("101.ind.b", formation="101.ind", type="bridge")
    away = unit("101.ind.w", formation="101.ind", cell="", waits=True)
    assert laid(unit(US), here, away, unit(HIM, "german", "59.dew", "60.155")).setup["bailey"] == [
        "101.ind.b", "101.ind.w"]  # fmt: skip


@pytest.mark.parametrize(("change", "missing"), [
    ({"formation": ({"id": "a.x", "name": "X", "division": "none"},)}, "no division none"),
    ({"counter": ({"id": "a.x.1", "name": "X", "formation": "none", "symbol": "infantry",
                   "steps": 2},)}, "no formation none"),
])  # fmt: skip
def test_forces_that_name_what_is_not_there_are_refused(change, missing):
    with pytest.raises((ValueError, UserError), match=missing):
        convert(change, Forces)
