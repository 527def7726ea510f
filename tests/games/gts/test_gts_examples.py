"""Every worked example that the rule text and the facts print, played as it stands there."""

from __future__ import annotations

import pytest
from gts_field import field
from msgspec.structs import replace

from wardesk.engine.draft import Draft
from wardesk.games.gts.ch02_chits import checks_of
from wardesk.games.gts.ch03_drops import TODAY, fog_cleared
from wardesk.games.gts.ch15_route import road
from wardesk.games.gts.state import Turn
from wardesk.games.gts.tables import MISS, TABLES, clamped

US, CHIEF, HIM, EIGHTY_EIGHT = "101.502.a", "101.502.ldr", "59.dew.i1", "chi.flak.424"
GUARD, FAR = "gds.gren.i3", "44.153"


@pytest.mark.rule("WED 1.2", "WED N12")
@pytest.mark.parametrize(("roll", "clear"), [(5, True), (6, False)])
def test_a_three_at_0700_is_fog_that_clears_on_five(roll, clear):
    sky = TABLES.sky
    assert (sky.weather[3], sky.fog[3]) == ("fog", 5)
    at = field({US: "60.150", HIM: FAR}, slots=["0700", "0900", "1100"], weather="fog", fog=5)
    at.state = replace(at.state, tracks={**at.state.tracks, "turn": 2})
    at.push(Turn(step="sky")).roll(roll)
    assert (at.state.marks.get("turn/weather") == "clear") is clear


@pytest.mark.rule("WED 3.2")
def test_a_drop_after_a_clear_morning_and_after_fog_that_clears_at_0900():
    clear = field({US: "60.150", HIM: FAR})
    assert clear.state.marks[TODAY] == "0900 1100"
    d = Draft(clear.rules, clear.state, umpire=False)
    fog_cleared(d, "0900")
    assert d.marks[TODAY] == "1300 1500"


@pytest.mark.rule("WED 4.0", "WED 4.1")
def test_club_route_at_the_start_of_the_game():
    cells = ["41.232", "41.231", "41.230", "42.229", "42.228"]
    at = field({GUARD: "42.229", HIM: "44.200"}, route=cells, stops=["42.229", "42.228"],
               window=[])  # fmt: skip
    assert road(at.setting, at.state) == {"41.232", "41.231", "41.230"}


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize("target", ["empty", US])
def test_a_german_on_club_route_who_fires_along_it_lays_one_marker_of_each_kind(target):
    route = ["63.146", "63.147", "63.148", "63.149"]
    at = field({HIM: "63.147", US: "63.149", CHIEF: "63.149", "59.dew.ldr": "63.147"},
               route=route, window=[])  # fmt: skip
    assert at.state.tracks["route/closed"] == 1
    at.draw("german/formation/59.dew").pick(HIM)
    if target == "empty":
        at.press("shell").at("63.148").roll(8)
    else:
        at.press("fire").pick(US).roll(9, 8)
    tracks = at.state.tracks
    assert (tracks["route/attacked"], tracks["route/closed"]) == (1, 1)


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize(("roll", "cut"), [(7, True), (8, False)])
def test_two_closed_and_three_attacked_markers_make_a_seven(roll, cut):
    chits = {"allied": ["division/gds", "direct"], "german": ["division/59"]}
    at = field({GUARD: "60.150", HIM: FAR}, chits=chits, status_checks=True)
    tracks = {**at.state.tracks, "route/attacked": 3, "route/closed": 2}
    at.state = replace(at.state, tracks=tracks)
    assert checks_of(at.setting, at.state) == 7
    at.draw("allied/division/gds").press("yes").roll(roll)
    assert bool(at.state.marks.get("route/cut")) is cut
    assert checks_of(at.setting, replace(at.state, marks={})) == 0  # they are used, all of them


@pytest.mark.rule("WED SR5.1")
@pytest.mark.parametrize(("rating", "hits"), [(-3, 1), (0, 1), (5, 6), (8, 9), (12, 9)])
def test_ratings_below_nought_hit_once_in_ten_and_none_more_often_than_nine_times(rating, hits):
    table = TABLES.fire
    found = [table.result("pink", n, clamped(rating), armoured=False) for n in range(10)]
    assert sum(cell != MISS for cell in found) == hits


@pytest.mark.rule("WED SR5.1")
def test_the_88_of_best_has_a_fire_of_eight():
    at = field({EIGHTY_EIGHT: "51.159", US: "51.157"})
    row = at.setting.counters[EIGHTY_EIGHT]
    assert (row.fire, row.weapon, row.steps) == (8, "white", 2)


@pytest.mark.rule("WED S5.5", "WED S6.4")
def test_formations_of_the_guards_do_not_go_over_into_the_night():
    chits = {"allied": ["division/gds", "formation/gds.gren"], "german": ["division/59"]}
    at = field({GUARD: "60.150", HIM: FAR}, chits=chits, slots=["Night", "0700"],
               first="allied/formation/gds.gren")  # fmt: skip
    assert "wasted" in at.story()
    assert at.ask.kind == "chit"  # the night begins from the mug
