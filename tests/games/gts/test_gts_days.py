"""Rules of the days: buying and discounts, nights, the raid, KG Huber, 20 September, the 231st."""

import pytest
from gts_field import field

from wardesk.games.gts.ch02_chits import acting, checks_of, discounts, for_sale, plays
from wardesk.games.gts.ch02_command import pool
from wardesk.games.gts.ch04_movement import against_way
from wardesk.games.gts.ch05_fire import printed
from wardesk.games.gts.ch08_checks import quality
from wardesk.games.gts.ch15_route import road
from wardesk.games.gts.state import Demolish, Fire

US, CHIEF, HIM = "101.502.a", "101.502.ldr", "59.dew.i1"
TANK, PANTHER = "101.44rtr.a", "wal.107.p1"
MUGS = {"allied": ["division/101", "formation/101.502", "formation/101.506", "formation/101.ind"],
        "german": ["division/59", "formation/59.dew"]}  # fmt: skip
PLACES = {US: "60.150", CHIEF: "60.150", "101.506.a": "60.148", "101.506.ldr": "60.148",
          "101.ind.326c": "60.147", HIM: "44.153", "59.dew.ldr": "44.153"}  # fmt: skip


def buying(**more):
    return field(PLACES, buying=True, chits=MUGS, dispatch={"101": 2, "59": 0}, **more)


@pytest.mark.rule("WED SR2")
def test_formation_chits_are_bought_by_whoever_has_points_and_a_leader():
    at = buying()
    assert at.ask.kind == "buy"
    assert set(for_sale(at.setting, at.state, "allied")) == {
        "allied/formation/101.502", "allied/formation/101.506", "allied/formation/101.ind",
    }  # fmt: skip
    assert for_sale(at.setting, at.state, "german") == ()
    at.press("allied/formation/101.502")
    assert at.state.tracks["dp/101"] == 1
    at.press("enough/allied")
    assert set(at.state.cups["mug"]) == {
        "allied/division/101", "allied/formation/101.502", "german/division/59",
    }  # fmt: skip


@pytest.mark.rule("WED S6.2")
def test_two_formations_of_the_101st_bring_independents_for_nothing():
    at = buying().press("allied/formation/101.502")
    assert not list(discounts(at.setting, at.state, "101"))
    at.press("allied/formation/101.506")
    assert "allied/formation/101.ind" in at.state.cups["mug"]
    assert at.state.tracks["dp/101"] == 0


@pytest.mark.rule("WED N2")
@pytest.mark.parametrize(("roll", "points"), [(0, 4), (6, 3), (7, 2), (9, 1)])
def test_dispatch_points_are_rolled_with_the_command_points(roll, points):
    at = buying().press("enough/allied").draw("allied/division/101").roll(0, roll)
    assert at.state.tracks["dp/101"] == points


@pytest.mark.rule("WED S6.4")
def test_no_formation_of_the_guards_plays_at_night():
    chits = {"allied": ["division/gds", "formation/gds.gren", "direct"], "german": []}
    night = field({"gds.gren.i3": "60.150"}, chits=chits, slots=["Night", "0700"])
    day = field({"gds.gren.i3": "60.150"}, chits=chits, slots=["0700", "Night"])
    chit = "allied/formation/gds.gren"
    assert not plays(night.setting, night.state, chit, ())
    assert plays(day.setting, day.state, chit, ())
    held = field({"gds.gren.i3": "60.150"}, chits=chits, slots=["Night", "0700"], first=chit)
    assert "turn/first" not in held.state.marks or held.state.marks["turn/first"] != chit


@pytest.mark.rule("WED S6.5")
def test_44_rtr_is_independent_of_any_formation_of_the_101st():
    at = field({TANK: "60.150", US: "60.150", CHIEF: "60.150"})
    assert at.setting.formations["101.44rtr"].independent
    assert TANK in acting(at.setting, at.state, "allied/formation/101.502")


@pytest.mark.rule("WED S5.0", "WED S5.1", "WED S5.1.1")
def test_from_20_september_germans_check_and_assault_better():
    before, after = field({HIM: "60.150"}), field({HIM: "60.150"}, day="1944-09-20")
    assert not quality(before.setting, before.state, before.unit(HIM))[1:]
    found = {f.id: f.value for f in quality(after.setting, after.state, after.unit(HIM))}
    assert found["reorganised"] == 1
    shot = Fire(step="roll", firer=PANTHER, target=US, kind="assault", attack=2)
    both = [
        printed(at.setting, at.state, shot)[0]
        for at in (field({PANTHER: "60.150", US: "60.151"}),
                   field({PANTHER: "60.150", US: "60.151"}, day="1944-09-20"))
    ]  # fmt: skip
    white = before.setting.counters[PANTHER].assault_weapon == "white"
    assert both[1] - both[0] == int(white)


@pytest.mark.rule("WED S5.2")
def test_the_raid_closes_the_road_until_four_points_are_paid():
    at = field(PLACES, raid_on=True, chits=MUGS, buying=True, dispatch={"101": 6, "59": 0})
    at.press("enough/allied").draw("allied/division/101")
    assert at.state.tracks["route/closed"] == 1
    at.roll(0, 5)
    for _ in range(4):
        at.press("pay")
    assert at.ask.kind != "quell"
    assert at.state.tracks["raid"] == 4
    paid = field(PLACES, raid_on=True, raid_paid=4, chits=MUGS).draw("allied/division/101")
    assert "route/closed" not in paid.state.tracks
    german = field(PLACES, raid_on=True, chits=MUGS).draw("german/division/59")
    assert "route/closed" not in german.state.tracks
    guards = {"allied": ["division/gds", "division/101"], "german": ["division/59"]}
    at = field({**PLACES, GUARD: "60.150"}, raid_on=True, chits=guards).draw("allied/division/gds")
    assert at.state.tracks["route/closed"] == 1


@pytest.mark.rule("WED S5.5")
def test_one_of_two_sets_is_chosen_and_the_other_stays_away():
    place = [{"units": ["chi.huber.i1"], "at": "46.153", "turn": 1, "only": "chi.huber"},
             {"units": ["59.dew.i3"], "at": "46.154", "turn": 1, "only": "59.dew"}]  # fmt: skip
    choice = [{"id": "huber", "side": "german", "turn": 1, "sets": ["59.dew", "chi.huber"]}]
    at = field({US: "60.150"}, place=place, either=choice)
    assert at.ask.kind == "either"
    at.press("huber/chi.huber")
    assert at.unit("chi.huber.i1").at == "46.153"
    assert at.unit("59.dew.i3").at == "reserve"


GUARD = "gds.gren.i3"


@pytest.mark.rule("WED S6.0", "WED S6.1.2")
def test_the_guards_check_two_worse_while_the_road_is_cut():
    at = field({GUARD: "60.150"}, route_cut=True)
    found = {f.id: f.value for f in quality(at.setting, at.state, at.unit(GUARD))}
    assert found["cut"] == -2
    calm = field({GUARD: "60.150"})
    assert "cut" not in {f.id for f in quality(calm.setting, calm.state, calm.unit(GUARD))}
    evening = field({GUARD: "60.150"}, route_cut=True, slots=["1900"])
    assert "route/cut" not in evening.state.marks


@pytest.mark.rule("WED S6.1.2", "WED 4.3.3")
def test_a_bridge_that_goes_down_on_the_road_cuts_it():
    at = field({US: "51.159", HIM: "46.153"}, route=["51.159", "51.160"],
               bridge=[{"id": "best-road", "wired": "german"}])  # fmt: skip
    at.push(Demolish(step="ask", bridge="best-road", side="german")).press("blow").roll(0)
    assert at.state.marks["route/cut"]
    assert at.state.marks["blown/best-road"] == 1


@pytest.mark.rule("WED 4.0", "WED 4.1", "WED 4.3.3")
@pytest.mark.parametrize(("roll", "cut"), [(2, True), (3, False)])
def test_the_germans_check_the_road_when_the_guards_are_drawn(roll, cut):
    chits = {"allied": ["division/gds"], "german": ["division/59"]}
    at = field({GUARD: "60.150", HIM: "46.153"}, chits=chits, route=["46.153"],
               status_checks=True)  # fmt: skip
    assert checks_of(at.setting, at.state) == 2
    at.draw("allied/division/gds")
    assert at.ask.who == "german"
    at.press("yes").roll(roll)
    assert bool(at.state.marks.get("route/cut")) is cut
    assert checks_of(at.setting, at.state) == 0


ROAD = ["65.151", "65.152", "65.153", "65.154", "66.154"]


def evening(him, **more):
    return field({GUARD: "60.150", HIM: him}, route=ROAD, slots=["1900", "Night"],
                 stops=["65.151", "65.153", "66.154"],
                 window=["56.146", "56.166", "72.158", "72.138"], **more)  # fmt: skip


@pytest.mark.rule("WED 4.2", "WED 4.1", "WED 4.3")
def test_at_1900_the_marker_advances_to_a_stop_that_is_clear():
    at = evening("66.155")
    assert road(at.setting, at.state) == frozenset()
    assert at.ask.kind == "marker"
    assert at.ask.cells == ("65.153",)
    at.at("65.153")
    assert road(at.setting, at.state) == {"65.151", "65.152"}
    down = evening("57.160", bridge=[{"id": "son", "destroyed": True}])
    assert down.ask.cells == ("65.153",)
    shut = evening("65.152")
    assert shut.ask.kind != "marker"


@pytest.mark.rule("WED 4.2")
def test_a_road_that_is_clear_to_its_end_is_open_to_its_end():
    at = evening("57.160")
    assert at.state.marks["route/marker"] == "66.154"
    assert len(road(at.setting, at.state)) == 4


@pytest.mark.rule("WED S6.10")
def test_a_formation_does_not_pass_its_line_and_the_guards_may_pay_for_the_231st():
    limit = [{"formation": "101.502", "line": 2 * 150 + 60}]
    at = field({US: "60.150", CHIEF: "60.150"}, limit=limit)
    told = against_way(at.setting, at.state, at.unit(US), 99, "direct", ["60.149"])
    assert [reason.cite for reason in told] == ["WED S6.10"]
    assert not against_way(at.setting, at.state, at.unit(US), 99, "direct", ["60.151"])
    assert pool(at.setting, at.state, at.unit(US)) == "cp/101"
