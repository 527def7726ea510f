"""Edges of the turn: fog, chits held over and wasted, parks put off, drops, checks, riders."""

from __future__ import annotations

import pytest
from gts_field import CAPTAIN, CHIEF, FAR, GRENADIERS, HIM, HIS, MATE, PARKED, TANKS, US, field
from msgspec.structs import replace
from test_gts_drops import CHITS as DROP_CHITS
from test_gts_drops import GUARD, HEAVY, LIGHT, ONE, ZONES, dropping, later, lift

from wardesk.engine.types import Choose
from wardesk.errors import UserError
from wardesk.games.gts.ch02_chits import checks_of, for_sale
from wardesk.games.gts.ch03_drops import due
from wardesk.games.gts.ch04_actions import against_digging
from wardesk.games.gts.ch05_fire import printed
from wardesk.games.gts.ch08_checks import needed
from wardesk.games.gts.ch09_zones import in_zone_of, sees, zone_counts, zone_hexes
from wardesk.games.gts.position import units_of
from wardesk.games.gts.state import Assault, Check, Fate, Fire, Happening, Hit, Move, UnitAction
from wardesk.games.gts.tables import TABLES

# ---- the turn -----------------------------------------------------------------------------------


@pytest.mark.rule("WED 1.2")
@pytest.mark.parametrize(("roll", "sky"), [(5, "clear"), (6, "fog")])
def test_fog_is_rolled_for_at_0900_with_a_die_from_nought(roll, sky):
    slots = ["0700", "0900", "1100", "1300"]
    at = field({US: "60.150", HIM: FAR}, slots=slots, weather="fog", fog=5)
    while at.ask.kind != "fog":
        at.press("end") if at.ask.shape == "choose" or at.ask.kind == "unit" else at.roll(0)
    assert (at.ask.dice, at.ask.lowest, at.state.tracks["turn"]) == ((10,), 0, 2)
    at.roll(roll)
    assert at.rules.showing.look(at.state)
    assert (at.state.marks.get("turn/weather") or "fog") == sky


@pytest.mark.rule("WED S6.4", "WED SR1.3")
def test_a_chit_of_the_guards_that_is_held_over_into_the_night_is_wasted():
    chits = {"allied": ["division/gds", "formation/gds.gren", "direct"], "german": []}
    chit = "allied/formation/gds.gren"
    places = {"gds.gren.i3": "60.150"}
    night = field(places, chits=chits, slots=["Night", "0700"], first=chit)
    assert night.ask.kind == "chit"
    assert "is wasted at night" in night.story()
    assert "turn/first" not in night.state.marks
    assert set(night.state.cups["mug"]) == {"allied/division/gds", "allied/direct"}
    day = field(places, chits=chits, slots=["0700", "0900"], first=chit)
    assert "was held over" in day.story()
    assert chit not in day.state.cups["mug"]


@pytest.mark.rule("WED S1.0")
def test_a_park_that_is_put_off_is_asked_for_again_next_turn_and_the_other_one_now():
    rows = [{"id": "59", "division": "59"}, {"id": "101", "division": "101"}]
    at = field({HIM: "46.155", CAPTAIN: "46.155", US: "60.148", CHIEF: "60.148"}, park=rows)
    assert (at.ask.kind, at.ask.who) == ("park", "german")
    at.press("later")
    assert (at.ask.kind, at.ask.who) == ("park", "allied")
    at.at("60.148")
    assert at.state.marks["park/101"] == "60.148"
    assert "park/59" not in at.state.marks
    assert at.ask.kind == "chit"
    while at.state.tracks["turn"] == 1:
        at.roll(0) if at.ask.shape == "roll" else at.press("end")
    assert (at.ask.kind, at.ask.who, at.state.tracks["turn"]) == ("park", "german", 2)
    at.at("46.155")
    assert at.state.marks["park/59"] == "46.155"


@pytest.mark.rule("WED SR14")
def test_after_the_last_turn_nobody_has_won_without_an_award():
    at = field({US: "60.150", HIM: FAR}, slots=["0700"])
    while at.state.result is None:
        at.roll(0) if at.ask.shape == "roll" else at.press("end")
    assert at.state.result.winner == ""
    won = {"winner": "german", "title": "There", "hold": [{"side": "german", "cells": [FAR]}]}
    at = field({US: "60.150", HIM: FAR}, slots=["0700"], victory=[won])
    while at.state.result is None:
        at.roll(0) if at.ask.shape == "roll" else at.press("end")
    assert at.state.result.winner == "german"


@pytest.mark.rule("WED S6.2", "WED N2")
@pytest.mark.parametrize(("points", "sold"), [(0, ()), (1, ("allied/formation/101.502",))])
def test_a_formation_chit_is_for_sale_from_one_point_on(points, sold):
    chits = {"allied": ["division/101", "formation/101.502"], "german": ["division/59"]}
    at = field({US: "60.150", CHIEF: "60.150", HIM: FAR}, chits=chits, dispatch={"101": points},
               buying=True)  # fmt: skip
    assert for_sale(at.setting, at.state, "allied") == sold


def test_a_window_beyond_the_map_is_refused_with_the_hex():
    with pytest.raises(UserError, match=r"no hex .*999\.999"):
        field({US: "60.150"}, window=["44.152", "999.999", "68.152"])


# ---- drops --------------------------------------------------------------------------------------


@pytest.mark.rule("WED 3.2")
def test_a_drop_that_was_put_off_comes_on_the_second_turn_unasked():
    at = later().press("later")
    assert at.unit(ONE).at == "reserve"
    while at.state.tracks["turn"] == 2:
        at.roll(0) if at.ask.shape == "roll" else at.press("end")
    assert (at.ask.kind, at.state.tracks["turn"]) == ("drop-hex", 3)
    at.at("60.148")
    assert (at.unit(ONE).at, at.unit(ONE).delay) == ("60.148", 1)
    assert not at.state.marks.get("day/later/101")
    assert not due(at.setting, at.state)


@pytest.mark.rule("WED 3.4.1")
@pytest.mark.parametrize(("places", "found"), [
    ({LIGHT: "60.149"}, {"flak": 1, "enemies": 1}),
    ({HEAVY: "60.149"}, {"heavy_flak": 2, "enemies": 1}),
    ({LIGHT: "60.149", HEAVY: "61.149"}, {"flak": 1, "heavy_flak": 2, "enemies": 2}),
])  # fmt: skip
def test_light_flak_counts_one_and_each_88_two(places, found):
    at = dropping(places, lift=lift(zone="B")).at("60.148")
    assert {factor.id: factor.value for factor in at.ask.factors} == found


@pytest.mark.rule("WED 3.1")
def test_drop_one_never_waits_and_later_drops_come_in_their_order():
    two = [*lift(3, day=0), *lift(2, day=0), *lift(1, day=0)]
    at = field({GUARD: "65.147"}, chits=DROP_CHITS, zone=ZONES, lift=two,
               place=[{"units": [ONE, "101.506.b"], "at": "reserve"}],
               slots=["0700", "0900", "1100"])  # fmt: skip
    assert [row.number for row in due(at.setting, at.state)] == [2]
    at.mark("drop/101/2", True)
    assert [row.number for row in due(at.setting, at.state)] == [3]
    at.mark("drop/101/3", True)
    assert not due(at.setting, at.state)


# ---- checks -------------------------------------------------------------------------------------


@pytest.mark.rule("WED SR8")
@pytest.mark.parametrize(("roll", "passed"), [(0, True), (1, False)])
def test_nought_passes_a_check_that_nothing_else_would_pass(roll, passed):
    at = field({HIM: "60.150", US: FAR}).change(HIM, steps=1, cohesion=2)
    at.setting.counters[HIM] = replace(at.setting.counters[HIM], tq=1)  # type: ignore[index]
    at.mark("60.150/barrage", "heavy")
    check = Check(step="begin", unit=HIM, what="opportunity")
    assert needed(at.setting, at.state, check) < 0
    at.push(Fire(step="roll", firer=HIM, target=US))  # somebody to be told
    at.push(check).roll(roll)
    assert ("Passed" in at.story() or "passed" in at.story().lower()) is passed


@pytest.mark.rule("WED SR7")
def test_bravery_is_rolled_against_its_own_value_and_no_modifier():
    at = field({US: "60.150", HIM: "60.151"}).change(US, cohesion=2)
    at.mark("60.150/barrage", "heavy")
    for value in (-3, 0, 5):
        check = Check(step="begin", unit=US, what="bravery", value=value)
        assert needed(at.setting, at.state, check) == value
    other = Check(step="begin", unit=US, what="hit")
    assert needed(at.setting, at.state, other) == at.setting.counters[US].tq - 1 - 2 - 1


@pytest.mark.rule("WED SR2", "WED SR7")
@pytest.mark.parametrize(("what", "asked"), [
    ("bravery", "roll"), ("opportunity", "roll"), ("engineer", "roll"), ("stray", "roll"),
    ("hit", "choose"), ("charge", "choose"), ("rally", "choose"), ("company", "choose"),
])  # fmt: skip
def test_no_command_point_passes_bravery_opportunity_fire_or_engineers_work(what, asked):
    at = field({US: "60.150", CHIEF: "60.150", HIM: "60.151"}).points("101", 9)
    at.push(Check(step="begin", unit=US, what=what, value=5))
    assert at.ask.shape == asked
    assert at.state.tracks["cp/101"] == 9


# ---- zones --------------------------------------------------------------------------------------


@pytest.mark.rule("WED SR9")
def test_a_hex_counts_each_unit_whose_fire_zone_it_lies_in():
    at = field({US: "60.150", MATE: "60.150", "101.502.c": "62.149", HIM: FAR})
    at.mark("61.151/barrage", "light")
    counts = zone_counts(at.setting, at.state, "allied")
    assert set(counts) == zone_hexes(at.setting, at.state, "allied")
    for cell in at.setting.in_play:
        there = [u for u in units_of(at.setting, at.state, "allied")
                 if in_zone_of(at.setting, at.state, u, cell)]  # fmt: skip
        assert counts.get(cell, 0) == len(there), cell
    assert max(counts.values()) == 3


@pytest.mark.rule("WED SR11", "WED SR9")
def test_a_barrage_blocks_the_lines_through_it_and_no_others():
    at = field({US: "60.150", HIM: "60.153"})
    for cell, clear in (("60.151", False), ("60.152", False), ("60.150", True), ("60.153", True),
                        ("61.151", True), ("59.152", True), ("60.154", True)):  # fmt: skip
        plain = field({US: "60.150", HIM: "60.153"}).mark(f"{cell}/barrage", "light")
        assert sees(plain.setting, plain.state, "60.150", "60.153") is clear, cell
        assert sees(plain.setting, plain.state, "60.153", "60.150") is clear, cell
    assert sees(at.setting, at.state, "60.150", "60.153")


# ---- riders -------------------------------------------------------------------------------------


def riding(extra=(), **more):
    crowd = dict.fromkeys(extra, "60.150")
    at = field({TANKS: "60.150", GRENADIERS: "60.150", US: "60.152", **crowd}, **more)
    return at.change(TANKS, carries=GRENADIERS, column=True).change(GRENADIERS, on=TANKS)


@pytest.mark.rule("WED S4.4")
@pytest.mark.parametrize(("others", "lives"), [(3, True), (4, False)])
def test_a_rider_forced_off_where_there_is_no_room_is_gone(others, lives):
    crowd = ("59.dew.i1", "59.dew.i2", "59.dew.i3", "59.dew.ii5")[:others]
    at = riding(crowd).push(Hit(step="begin", unit=TANKS, result="C"))
    assert (at.unit(GRENADIERS).at is not None) is lives
    assert at.unit(TANKS).at == "60.150"


@pytest.mark.rule("WED S4.2", "WED S4.4")
def test_who_is_suppressed_before_its_rider_is_down_moves_no_more():
    at = riding()
    at.push(UnitAction(step="unload", unit=TANKS, chit="formation/wal.107", left=28))
    at.change(TANKS, suppressed=True).press("hold")
    assert (at.unit(TANKS).acted, at.unit(TANKS).carries) == (True, GRENADIERS)
    assert at.ask.kind == "chit"


# ---- barrages and falling back ------------------------------------------------------------------


@pytest.mark.rule("WED SR11")
@pytest.mark.parametrize(("lying", "company", "said"), [
    ("", False, True), ("light", False, False), ("heavy", False, False), ("heavy", True, False),
    ("light", True, True),
])  # fmt: skip
def test_a_barrage_falls_once_and_is_only_made_heavier(lying, company, said):
    at = field({PARKED: "60.145", HIM: "60.151", US: "60.152"}).mark("60.152/barrage", lying)
    at.setting.counters[PARKED] = replace(at.setting.counters[PARKED], fire=5)  # type: ignore[index]
    at.push(Fire(step="judge", firer=PARKED, target=US, cell="60.152", roll=8, rating=3,
                 company=company))  # fmt: skip
    assert ("barrage lay on" in at.story()) is said


@pytest.mark.rule("WED N5", "WED SR7")
@pytest.mark.parametrize("suppressed", [True, False])
def test_a_column_that_falls_back_off_its_road_is_no_column_any_more(suppressed):
    at = field({US: "60.150", HIM: "60.151"}).change(HIM, column=True)
    goals = [c for c in at.setting.beside["60.151"] if c != "60.150"]
    goal = next(c for c in goals if at.setting.steps["60.151"][c].bridge == "")
    frame = Assault(step="gone", side="allied", chit="direct", origin="60.150", cell="60.151",
                    attackers=(US,), left=(HIM, goal))  # fmt: skip
    at.change(HIM, suppressed=suppressed).push(frame)
    after = ("60.151", True) if suppressed else (goal, False)
    assert (at.unit(HIM).at, at.unit(HIM).column) == after


# ---- events -------------------------------------------------------------------------------------


@pytest.mark.rule("WED S3.1")
def test_only_formations_with_something_to_recover_from_rally():
    at = field({US: "60.150", "101.506.a": "60.149", HIM: FAR}).change(US, cohesion=1)
    at.push(Happening(step="rally", side="allied", event="rally"))
    assert [choice.key for choice in at.ask.choices] == ["101.502"]
    at.press("101.502").pick(US)
    assert at.unit(US).cohesion == 0
    none = field({US: "60.150", HIM: FAR})
    none.push(Happening(step="rally", side="allied", event="rally"))
    assert none.ask.kind != "event-formation"


# ---- what a chart shows -------------------------------------------------------------------------


def test_the_chart_lights_the_row_of_the_die():
    fire = TABLES.fire
    for roll, row in ((0, 0), (8, 8), (9, -1), (-1, -1)):
        assert fire.chart(armoured=False, weapon="pink", roll=roll).row == row
    names = list(fire.unarmoured)
    assert fire.chart(armoured=False, weapon="pink").column == names.index("pink")
    assert fire.chart(armoured=False).column == -1


# ---- action -------------------------------------------------------------------------------------


@pytest.mark.rule("WED SR4")
def test_a_march_without_points_still_ends_in_a_column_or_out_of_it_if_that_can_be_had():
    at = field({US: "60.150", HIM: FAR}).change(US, column=True)
    at.push(UnitAction(step="order", unit=US, chit="direct", left=0))
    assert at.ask is not None
    assert {c.key for c in at.ask.choices if not c.refused} == {"done", "hurry"}
    at.give(Choose("hurry"))
    assert (at.unit(US).column, at.unit(US).cohesion) == (False, 1)
    assert at.unit(US).acted  # nothing is left to do


def test_a_landing_that_is_judged_tells_the_modifiers():
    at = field({US: "60.150", HIM: FAR}).change(US, untested=True)
    at.push(Fate(step="judge", unit=US, roll=3, more=2))
    assert at.unit(US).delay == 1
    assert HIS not in at.state.pieces


@pytest.mark.rule("WED N7")
@pytest.mark.parametrize(("change", "digs"), [
    ({}, True), ({"mounted": "truck"}, False), ({"on": TANKS}, False), ({"column": True}, False),
    ({"suppressed": True}, False), ({"dug": "improved"}, True), ({"dug": "entrenched"}, False),
])  # fmt: skip
def test_who_digs_in(change, digs):
    at = field({US: "60.150", TANKS: "60.150"}).change(US, **change)
    assert bool(against_digging(at.setting, at.state, at.unit(US), "")) is not digs
    assert against_digging(at.setting, at.state, at.unit(TANKS), "")


@pytest.mark.rule("WED SR5.1", "WED SR3")
@pytest.mark.parametrize("kind", ["fire", "assault"])
def test_a_rating_of_nought_is_a_rating(kind):
    at = field({US: "60.150", HIM: "60.151"})
    row = replace(at.setting.counters[US], fire=0, assault=0)
    at.setting.counters[US] = row  # type: ignore[index]
    shot = Fire(step="roll", firer=US, target=HIM, kind=kind, attack=2 if kind == "assault" else 1)
    assert printed(at.setting, at.state, shot)[0] == 0
    at.push(shot)
    assert "0 printed" in at.ask.context


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize(("checks", "cut", "worth"), [
    (True, False, 5), (True, True, 0), (False, False, 0), (False, True, 0),
])  # fmt: skip
def test_markers_on_the_road_count_while_it_is_open_and_where_it_is_checked(checks, cut, worth):
    at = field({US: "60.150", HIM: FAR}, status_checks=checks)
    tracks = {"route/attacked": 3, "route/used/attacked": 2, "route/closed": 3,
              "route/used/closed": 1}  # fmt: skip
    at.state = replace(at.state, tracks={**at.state.tracks, **tracks})
    if cut:
        at.mark("route/cut", True)
    assert checks_of(at.setting, at.state) == worth


@pytest.mark.rule("WED 2.17")
def test_a_column_that_goes_through_the_culvert_is_fired_at_with_three_more():
    at = field({HIM: "70.156", CAPTAIN: "70.156", US: "70.154"}, window=[])
    at.change(HIM, column=True)
    at.push(Move(step="go", unit=HIM, path=("70.157",), left=28))
    assert at.ask.kind == "opportunity"
    at.pick(US).roll(0)
    assert {f.id: f.value for f in at.ask.factors}["culvert"] == 3
