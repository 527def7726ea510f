"""Edges of conditions that whole positions pass by: zones, command, chits, questions."""

from __future__ import annotations

import pytest
from gts_field import CAPTAIN, FAR, HIM, SAPPER, board, field
from msgspec.structs import replace

from wardesk.games.gts.ch02_chits import acting, for_sale, plays
from wardesk.games.gts.ch02_command import can_pay, independent, points, price
from wardesk.games.gts.ch04_actions import column_deeds, deeds_of
from wardesk.games.gts.ch04_movement import goals_of
from wardesk.games.gts.ch07_assault import affordable
from wardesk.games.gts.ch09_zones import has_zone, in_zone_of, pressed, reach
from wardesk.games.gts.position import (
    fog_number,
    is_night,
    reorganised,
    stands,
    turn_name,
)
from wardesk.games.gts.tables import TABLES

US, MATE, CHIEF, MORTAR = "101.502.a", "101.502.b", "101.502.ldr", "101.502.m1"
TANKS, GRENADIERS, LORRIES = "wal.107.p1", "wal.107.g1", "wal.107.flak"


def cites(reasons):
    return [reason.cite for reason in reasons]


# ---- zones --------------------------------------------------------------------------------------


@pytest.mark.rule("WED SR9")
@pytest.mark.parametrize("change", [
    {"suppressed": True}, {"on": TANKS}, {"carries": TANKS}, {"mounted": "truck"},
    {"at": "reserve"},
])  # fmt: skip
def test_who_has_no_fire_zone(change):
    at = field({US: "60.150", HIM: FAR})
    assert has_zone(at.setting, at.state, at.unit(US))
    assert not has_zone(at.setting, at.state, replace(at.unit(US), **change))
    assert not has_zone(at.setting, at.mark("60.150/barrage", "light").state, at.unit(US))


@pytest.mark.rule("WED SR9", "WED SR5.3")
def test_how_far_zones_and_fire_reach():
    at = field({US: "60.150", MORTAR: "60.150", CHIEF: "60.150", TANKS: "57.150"}, window=[])
    state, setting = at.state, at.setting
    assert [in_zone_of(setting, state, at.unit(US), c) for c in ("60.148", "60.147", "60.150")] == [
        True, False, False]  # fmt: skip
    assert in_zone_of(setting, state, at.unit(MORTAR), "60.147")
    assert not in_zone_of(setting, state, at.unit(MORTAR), "60.146")
    assert in_zone_of(setting, state, at.unit(TANKS), "57.145")
    assert not in_zone_of(setting, state, at.unit(TANKS), "57.144")
    assert not has_zone(setting, state, at.unit(CHIEF))
    assert (reach(setting, state, at.unit(US)), reach(setting, state, at.unit(CHIEF))) == (2, 0)
    assert not pressed(setting, state, at.unit(US))
    at.change(TANKS, at="59.150")
    assert pressed(setting, at.state, at.unit(US))
    assert reach(setting, at.state, at.unit(US)) == 1
    assert reach(setting, at.state, at.unit(TANKS)) == 1
    dark = field({TANKS: "57.150", US: FAR}, slots=["Night", "0700"])
    assert reach(dark.setting, dark.state, dark.unit(TANKS)) == 2
    assert not in_zone_of(dark.setting, dark.state, dark.unit(TANKS), "57.147")


# ---- command and chits --------------------------------------------------------------------------


@pytest.mark.rule("WED S6.6", "WED S5.3", "WED SR2")
def test_what_a_point_costs_and_who_is_independent():
    at = field({US: "60.150", CHIEF: "60.150", "101.506.a": "60.152", HIM: "60.153",
                "101.ind.326c": "60.153", CAPTAIN: "60.154"})  # fmt: skip
    prices = {u: price(at.setting, at.state, at.unit(u)) for u in (US, "101.506.a", HIM,
                                                                   "101.ind.326c")}  # fmt: skip
    assert prices == {US: 1, "101.506.a": 2, HIM: 1, "101.ind.326c": 1}
    truck = replace(at.unit("101.506.a"), mounted="truck")
    assert (price(at.setting, at.state, truck), independent(at.setting, truck)) == (1, True)
    organic = replace(at.unit("101.506.a"), mounted="organic")
    assert not independent(at.setting, organic)
    at.points("101", 1)
    assert can_pay(at.setting, at.state, at.unit(US))
    assert not can_pay(at.setting, at.state, at.unit("101.506.a"))
    assert points(at.setting, at.state, at.unit(US)) == 1
    far = replace(at.unit(HIM), at="60.149")
    assert price(at.setting, at.state, far) == 0


@pytest.mark.rule("WED SR2", "WED S6.4")
def test_which_chits_are_for_sale_and_go_into_the_mug():
    chits = {"allied": ["division/gds", "formation/gds.gren", "formation/gds.ind", "direct"],
             "german": []}  # fmt: skip
    at = field({"gds.gren.i3": "60.150", "gds.ind.11": "60.151", HIM: FAR}, chits=chits,
               buying=True, dispatch={"gds": 1}, slots=["1900", "Night"])  # fmt: skip
    state, setting = at.state, at.setting
    assert for_sale(setting, state, "allied") == ("allied/formation/gds.ind",)  # no leader is there
    gren, ind = "allied/formation/gds.gren", "allied/formation/gds.ind"
    assert plays(setting, state, ind, {ind})
    assert not plays(setting, state, gren, {ind})
    assert plays(setting, state, "allied/division/gds", ())
    assert plays(setting, state, "allied/direct", ())
    held = at.mark("turn/first", ind).state
    assert for_sale(setting, held, "allied") == ()
    at.mark("turn/first", None)
    poor = replace(at.state, tracks={**at.state.tracks, "dp/gds": 0})
    assert for_sale(setting, poor, "allied") == ()
    night = replace(at.state, tracks={**at.state.tracks, "turn": 2})
    assert is_night(setting, night)
    assert for_sale(setting, night, "allied") == ()
    assert not plays(setting, night, ind, {ind})
    free = field({"gds.gren.i3": "60.150", HIM: FAR}, chits=chits)
    assert plays(free.setting, free.state, gren, ())


def test_a_division_chit_is_for_everybody_of_the_division_who_is_there():
    at = field({US: "60.150", MATE: "60.150", CHIEF: "60.150", HIM: "60.155"})
    at.change(MATE, at="reserve")
    assert set(acting(at.setting, at.state, "allied/division/101")) == {US, CHIEF}
    assert acting(at.setting, at.state, "german/division/59") == (HIM,)
    at.change(MATE, at="park")
    assert MATE in acting(at.setting, at.state, "allied/division/101")
    at.points("101", 5)
    assert set(acting(at.setting, at.state, "allied/direct")) == {US, MATE}
    assert acting(at.setting, at.change(US, on=TANKS).state, "allied/division/101") == (
        MATE, CHIEF)  # fmt: skip


# ---- the turn -----------------------------------------------------------------------------------


def test_names_of_turns_fog_and_the_day_of_the_new_order():
    at = field(
        {US: "60.150"}, slots=["0700", "Night", "0700"], day="1944-09-19", fog=4, weather="fog"
    )
    assert (turn_name(at.setting, at.state), fog_number(at.setting, at.state)) == ("0700", 4)
    assert not reorganised(at.setting, at.state)
    later, over = (replace(at.state, tracks={**at.state.tracks, "turn": n}) for n in (2, 9))
    assert (turn_name(at.setting, later), reorganised(at.setting, later)) == ("Night", False)
    assert (turn_name(at.setting, over), reorganised(at.setting, over)) == ("0700", True)
    assert fog_number(at.setting, at.mark("turn/fog", 3).state) == 3
    none = field({US: "60.150"})
    assert not reorganised(none.setting, none.state)


@pytest.mark.rule("WED 2.15.7")
def test_which_bridges_stand():
    at = field({US: "60.150", SAPPER: "60.151"})
    for now, fine in (("", True), ("destroyed", False), ("unstable", True), ("wired:german", True),
                      (f"bailey:{SAPPER}", True), ("bailey:nobody", False)):  # fmt: skip
        assert stands(at.mark("bridge/son", now).state, "son") is fine, now
    at.mark("bridge/son", f"bailey:{SAPPER}")
    for change in ({"suppressed": True}, {"cohesion": 1}, {"at": None}):
        hurt = {**at.state.pieces, SAPPER: replace(at.unit(SAPPER), **change)}
        assert not stands(replace(at.state, pieces=hurt), "son")


def test_a_table_of_fire_that_is_not_whole_is_refused():
    table = TABLES.fire
    table.check()
    short = replace(table, unarmoured={**table.unarmoured, "pink": ("C",) * 8})
    odd = replace(table, armoured={**table.armoured, "pink": ("-",) * 9})
    missing = replace(table, armoured={k: v for k, v in table.armoured.items() if k != "pink"})
    for wrong in (short, odd, missing):
        with pytest.raises(ValueError, match=r"row of pink|weapon is missing|no result of"):
            wrong.check()


def test_goals_are_all_hexes_that_can_be_paid_for():
    at = field({US: "60.150", HIM: FAR})
    near = goals_of(at.setting, at.state, at.unit(US), 4, "direct")
    assert set(near) == set(at.setting.beside["60.150"])
    assert goals_of(at.setting, at.state, at.unit(US), 3, "direct") == {}
    assert board().cells["60.150"].terrain == "clear"


# ---- questions that come one after the other ----------------------------------------------------


@pytest.mark.rule("WED S5.2")
def test_points_against_the_raid_are_paid_one_by_one_until_four_are_paid():
    chits = {"allied": ["division/101", "formation/101.502"], "german": ["division/59"]}
    at = field({US: "60.150", HIM: FAR}, raid_on=True, buying=True, dispatch={"101": 3},
               chits=chits)  # fmt: skip
    at.draw("allied/division/101").roll(0, 9)
    assert (at.ask.kind, at.state.tracks["dp/101"]) == ("quell", 2)
    assert "4" in at.ask.choices[1].label
    at.press("pay")
    assert (at.ask.kind, at.state.tracks["dp/101"], at.state.tracks["raid"]) == ("quell", 1, 1)
    assert "3" in at.ask.choices[1].label
    at.press("no")
    assert at.ask.kind == "unit"
    paid = field({US: "60.150", HIM: FAR}, raid_on=True, buying=True, dispatch={"101": 3},
                 chits=chits)  # fmt: skip
    paid.state = replace(paid.state, tracks={**paid.state.tracks, "raid": 4})
    paid.draw("allied/division/101").roll(0, 5)
    assert paid.ask.kind == "unit"


@pytest.mark.rule("WED SR2", "WED SR4")
@pytest.mark.parametrize(("key", "left", "again"), [("no", 1, False), ("again", 0, True)])
def test_a_second_action_is_offered_once_and_paid_for(key, left, again):
    at = field({US: "60.150", MATE: "60.151", CHIEF: "60.150", HIM: FAR}).points("101", 1)
    at.draw("allied/formation/101.502").pick(US).press("done").press(key)
    assert at.state.tracks["cp/101"] == left
    assert (at.ask.kind == "action") is again
    if again:
        assert at.unit(US).again
        at.press("done")
    assert at.ask.kind == "unit"
    assert set(at.ask.pieces) == {MATE, CHIEF}


@pytest.mark.rule("WED SR5", "WED SR8", "WED 4.3.3")
def test_why_a_unit_does_not_fire_or_rally():
    at = field({US: "60.150", CHIEF: "60.150", HIM: FAR}, in_command=True)

    def why(unit, key):
        deeds = {d.key: d for d in deeds_of(at.setting, at.state, at.unit(unit), "direct")}
        return [str(r.text) for r in deeds[key].refused]

    assert why(CHIEF, "fire") == ["It has no fire rating"]
    assert why(US, "fire") == ["It sees no enemy within range"]
    assert why(US, "rally") == ["There is nothing to rally from"]
    at.change(HIM, at="60.152").change(US, cohesion=1)
    assert why(US, "fire") == []
    assert why(US, "rally") == ["Cohesion returns outside enemy fire zones only"]
    at.change(US, suppressed=True)
    assert why(US, "fire") == ["A suppressed unit does not fire"]
    assert why(US, "rally") == []
    assert why(CHIEF, "dig") == ["Only units on foot dig in"]
    assert why(US, "dig") == ["In column or suppressed nobody digs in"]


@pytest.mark.rule("WED O3.0", "WED S3.1")
def test_who_lost_its_way_acts_no_more_in_this_action():
    at = field({HIM: "60.150", CAPTAIN: "60.159", US: "44.153"}, lost="yes", window=[],
               in_command=True)  # fmt: skip
    at.draw("german/division/59").roll(0).pick(HIM).go(HIM, "60.149")
    at.roll(9)
    assert (at.ask.kind, at.ask.who) == ("astray", "allied")
    at.press("stop")
    assert at.unit(HIM).suppressed
    assert at.unit(HIM).acted
    assert (at.ask.kind, HIM in at.ask.pieces) == ("unit", False)


@pytest.mark.rule("WED SR4")
def test_into_column_and_out_of_it_with_the_last_points():
    at = field({US: "60.150", CHIEF: "60.150", HIM: FAR})
    at.draw("allied/formation/101.502").pick(US).press("column")
    assert at.unit(US).column
    at.press("spread")
    assert not at.unit(US).column
    column = replace(at.unit(US), column=True)
    for left, refused in ((4, False), (3, True)):
        deeds = {d.key: d for d in column_deeds(at.setting, at.state, column, left)}
        assert bool(deeds["spread"].refused) is refused
        assert not deeds["hurry"].refused


@pytest.mark.rule("WED SR2", "WED S6.6")
def test_those_who_cost_two_join_an_assault_for_two_points_each():
    at = field({US: "60.150", "101.506.a": "60.150", CHIEF: "60.150", HIM: "60.151"})
    at.points("101", 3)
    assert affordable(at.setting, at.state, ("101.506.a",), "direct") == 1
    assert affordable(at.setting, at.state, ("101.506.a", US), "direct") == 1
    assert affordable(at.setting, at.state, (US,), "direct") == 3
    assert affordable(at.setting, at.state, ("101.506.a", US), "formation/101.502") == 2
