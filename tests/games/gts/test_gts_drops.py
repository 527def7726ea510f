"""Chapter 3: who drops when and where, the drop table, markers, flak, supply, other zones."""

import pytest
from gts_field import field

from wardesk.games.gts.ch03_drops import TODAY, due, zone_cells
from wardesk.games.gts.ch04_actions import deeds_of
from wardesk.games.gts.ch05_fire import factors_of
from wardesk.games.gts.ch07_assault import against_assault
from wardesk.games.gts.ch08_checks import quality
from wardesk.games.gts.state import Fire
from wardesk.games.gts.tables import TABLES

ONE, TWO, GUARD, HEAVY, LIGHT = (
    "101.506.a", "101.506.b", "chi.gar.1", "chi.flak.s1", "chi.flak.l1",
)  # fmt: skip
ZONES = [
    {"id": "B", "name": "DZ B", "division": "101", "of": ["DZ B"]},
    {"id": "C", "name": "DZ C", "division": "101", "of": ["DZ C"], "starred": True},
    {"id": "W", "name": "LZ W", "division": "101", "of": ["DZ B", "DZ C"], "landing": True},
]
WAITING = [{"units": [ONE, TWO], "at": "reserve"}]
CHITS = {"allied": ["division/101", "direct"], "german": ["division/chi", "direct"]}


def lift(number=1, zone="B", *, glider=False, day=0):
    stick = {"units": [ONE, TWO], "zone": zone, "glider": glider}
    return [{"number": number, "division": "101", "stick": [stick], "day": day}]


def dropping(places=None, **more):
    more = {"slots": ["0700", "0900", "1100", "1300", "1500"], "chits": CHITS, "zone": ZONES,
            "place": WAITING, "lift": lift()} | more  # fmt: skip
    return field({GUARD: "65.147"} | (places or {}), **more)


@pytest.mark.rule("WED 3.0", "WED 3.1", "WED 3.4", "WED 3.3", "WED 3.3.1")
def test_drop_one_lands_on_the_first_turn_in_a_hex_of_its_zone():
    at = dropping()
    assert at.ask.kind == "drop-hex"
    assert set(at.ask.cells) == set(zone_cells(at.setting, "B"))

    at.at("60.148")

    assert (at.unit(ONE).at, at.unit(ONE).delay, at.unit(ONE).column) == ("60.148", 0, False)
    assert at.ask.kind == "drop"
    at.roll(0, 0)
    assert at.ask.kind == "chit"


@pytest.mark.rule("WED 3.4.1", "WED N13")
@pytest.mark.parametrize(
    ("roll", "after"),
    [(4, {}), (5, {"delay": 1}), (7, {"delay": 1, "cohesion": 1}), (9, {"steps": 1})],
)
def test_the_drop_table(roll, after):
    at = dropping().at("60.148")
    before = at.unit(ONE)

    at.roll(roll)

    fields = ("delay", "cohesion", "steps", "at")
    now = {name: getattr(at.unit(ONE), name) for name in fields}
    assert now == {name: getattr(before, name) for name in fields} | after
    table = TABLES.drop
    assert [table.result(n) for n in (4, 6, 7, 9, 11, 12)] == ["none", "D", "CD", "1", "1D", "E"]


@pytest.mark.rule("WED 3.4.1")
def test_gliders_flak_and_enemies_in_the_zone_make_a_landing_worse():
    at = dropping({HEAVY: "60.147", LIGHT: "61.147"}, lift=lift(zone="C", glider=True)).at("60.150")
    found = {factor.id: factor.value for factor in at.ask.factors}
    assert found["glider"] == 2
    assert found["starred"] == 1
    assert found["heavy_flak"] == 2
    assert "enemies" not in found
    near = dropping({HEAVY: "60.151"}, lift=lift(zone="W", glider=True)).at("60.150")
    found = {factor.id: factor.value for factor in near.ask.factors}
    assert found["enemies"] == 1
    assert "glider" not in found


def later(**more):
    """The beginning of a table whose drop is Drop Two."""
    at = dropping(lift=lift(2), **more)
    while at.ask.kind != "drop-when":
        if at.ask.shape == "roll":
            at.roll(0)
        else:
            at.press("keep" if at.ask.kind == "replan" else "end")
    return at


@pytest.mark.rule("WED 3.2", "WED 3.4")
def test_a_later_drop_comes_on_either_of_two_turns_with_a_marker_on_everybody():
    at = later()
    assert at.state.marks[TODAY] == "0900 1100"
    assert at.state.tracks["turn"] == 2

    at.press("now").at("60.148")

    assert at.unit(ONE).delay == 1
    assert at.unit(ONE).untested
    assert not due(at.setting, at.state)


@pytest.mark.rule("WED 3.2")
@pytest.mark.parametrize(("sky", "hours"), [("clear", "0900 1100"), ("rain", None), ("fog", None)])
def test_bad_weather_brings_no_drop(sky, hours):
    at = dropping(lift=lift(2), weather=sky, fog=5)
    assert at.state.marks.get(TODAY) == hours


@pytest.mark.rule("WED 3.4.1", "WED 3.4.2")
def test_who_came_later_rolls_when_it_first_acts_and_then_gathers():
    at = later().press("now").at("60.148")
    while at.ask.kind != "unit" or ONE not in at.ask.pieces:
        at.press("end") if at.ask.shape != "roll" else at.roll(0)
    at.pick(ONE)
    assert at.ask.kind == "drop"

    at.roll(0)

    assert {c.key for c in at.ask.choices} == {"done", "gather"}
    at.press("gather")
    assert at.unit(ONE).delay == 0
    assert at.unit(ONE).acted


@pytest.mark.rule("WED 3.4.2", "WED SR5.3")
@pytest.mark.parametrize(("glider", "firer", "target"), [(False, -4, 4), (True, -2, 6)])
def test_drop_markers_count_in_fire_and_forbid_everything_else(glider, firer, target):
    at = field({ONE: "60.148", GUARD: "60.149"}).change(ONE, delay=2, glider=glider)
    shot = Fire(step="roll", firer=ONE, target=GUARD)
    back = Fire(step="roll", firer=GUARD, target=ONE)
    assert {f.id: f.value for f in factors_of(at.setting, at.state, shot)}["firer_drop"] == firer
    assert {f.id: f.value for f in factors_of(at.setting, at.state, back)}["target_drop"] == target
    deeds = deeds_of(at.setting, at.state, at.unit(ONE), "direct")
    assert [deed.key for deed in deeds] == ["gather"]
    assert against_assault(at.setting, at.state, at.unit(ONE), "direct")


@pytest.mark.rule("WED 3.3.2")
def test_a_free_drop_takes_one_formation_to_a_zone():
    place = [{"units": [ONE, TWO, "101.501.a"], "at": "reserve"}]
    sticks = [{"units": [ONE], "zone": "B"}, {"units": ["101.501.a"], "zone": "B"},
              {"units": [TWO], "zone": "B"}]  # fmt: skip
    at = dropping(place=place, drops="free",
                  lift=[{"number": 1, "division": "101", "stick": sticks}])  # fmt: skip
    assert {c.key for c in at.ask.choices} == {"B", "C", "W"}
    at.press("C").at("60.150")
    assert {c.key for c in at.ask.choices} == {"B", "W"}
    at.press("B").at("60.148")
    assert at.ask.kind == "drop-hex"
    assert set(at.ask.cells) == set(zone_cells(at.setting, "C"))


@pytest.mark.rule("WED 3.5", "WED S6.1", "WED S6.1.1")
@pytest.mark.parametrize(("guard", "lost"), [("65.147", False), ("60.148", True)])
def test_supply_comes_with_the_drop_unless_an_enemy_is_in_its_zone(guard, lost):
    at = dropping({GUARD: guard}, supply={"101": "B"})
    at.at("61.148").roll(0, 0)
    assert bool(at.state.marks.get("sdz/101")) is lost
    found = {factor.id: factor.value for factor in quality(at.setting, at.state, at.unit(ONE))}
    assert found.get("unsupplied") == (-1 if lost else None)


@pytest.mark.rule("WED 3.5")
def test_without_a_drop_supply_comes_at_1300_or_1500():
    at = dropping(lift=[], slots=["1300", "1500"], supply={"101": "B"})
    assert at.ask.kind == "supply"
    assert {c.key for c in at.ask.choices} == {"101", "wait/101"}
    at.press("101")
    assert at.state.marks["day/supply/101"] == 0


@pytest.mark.rule("WED 3.5", "WED S6.1.1")
@pytest.mark.parametrize(("guard", "lost"), [("65.147", None), ("60.148", True)])
def test_a_supply_drop_that_comes_makes_up_for_one_that_was_lost(guard, lost):
    at = dropping({GUARD: guard}, lift=[], slots=["1300", "1500"], supply={"101": "B"})
    at.mark("sdz/101", True)
    at.press("101")
    assert at.state.marks.get("sdz/101") is lost


@pytest.mark.rule("WED 3.6", "WED N14")
@pytest.mark.parametrize(
    ("roll", "hours", "late", "free"),
    [(3, "1500 1700", None, True), (6, "0900 1100", None, None), (7, "0900 1100", 1, None)],
)
def test_other_zones_at_0700_by_a_roll(roll, hours, late, free):
    at = dropping(lift=lift(2))
    assert at.ask.kind == "replan"
    at.press("try").roll(roll)
    marks = at.state.marks
    assert (marks.get(TODAY), marks.get("drop/late"), marks.get("drop/free")) == (hours, late, free)


@pytest.mark.rule("WED S5.4")
def test_flak_is_dealt_to_its_hexes_after_the_landing_and_before_the_table():
    place = [*WAITING, {"units": [HEAVY, LIGHT], "at": "reserve"}]
    flak = {"units": [HEAVY, LIGHT], "cells": ["63.147", "66.146"]}
    at = dropping(place=place, flak=flak).at("60.148")
    assert at.ask.kind == "flak"
    assert at.ask.dice == (2,)

    at.roll(1, 0)

    assert (at.unit(LIGHT).at, at.unit(HEAVY).at) == ("63.147", "66.146")
    assert at.ask.kind == "drop"


@pytest.mark.rule("WED O4.0")
def test_airborne_tanks_land_in_a_landing_zone_in_use_and_have_to_gather():
    tanks = {"tetrarch": ["101.tank.tetrarch1"], "locust": ["101.tank.locust1"]}
    place = [*WAITING, {"units": ["101.tank.tetrarch1", "101.tank.locust1"], "at": "reserve"}]
    at = dropping(place=place, tanks_table=tanks, tanks="locust", lift=lift(zone="W"))
    at.at("60.148").at("61.148")
    assert at.unit("101.tank.locust1").delay == 1
    assert at.unit("101.tank.tetrarch1").at == "reserve"
    drop_zone = dropping(place=place, tanks_table=tanks, tanks="locust").at("60.148")
    assert drop_zone.unit("101.tank.locust1").at == "reserve"


@pytest.mark.rule("WED 1.0", "WED N12")
def test_the_weather_of_a_new_day_is_rolled_for():
    at = dropping(lift=[], slots=["Night", "0700"])
    while at.ask.kind != "weather":
        at.roll(0) if at.ask.shape == "roll" else at.press("end")
    at.roll(3)
    assert (at.state.marks["turn/weather"], at.state.marks["turn/fog"]) == ("fog", 5)
