"""Positions of a third reader, built from the rule text alone: ground, bridges, drops."""

from __future__ import annotations

import pytest
from gts_field import CAPTAIN, FAR, HIM, HIS, SAPPER, board, field
from msgspec.structs import replace

from wardesk.engine.draft import Draft
from wardesk.games.gts.ch03_drops import TODAY, fog_cleared, supply_zone
from wardesk.games.gts.ch04_costs import step_cost
from wardesk.games.gts.ch04_movement import enter, out_of_column
from wardesk.games.gts.ch05_fire import factors_of, hard
from wardesk.games.gts.ch07_assault import assault_hexes, bravery, escape
from wardesk.games.gts.ch09_zones import sees
from wardesk.games.gts.ch13_engineers import jobs_of, placings
from wardesk.games.gts.ch15_route import cut, road
from wardesk.games.gts.position import bridge_state
from wardesk.games.gts.state import Assault, Fire, Happening, Hit

US, MATE, THIRD, CHIEF = "101.502.a", "101.502.b", "101.502.c", "101.502.ldr"
TANKS, GRENADIERS, LORRIES = "wal.107.p1", "wal.107.g1", "wal.107.flak"
BRIDGER, GUARD = "gds.ind.11", "gds.gren.i3"
GUARDS = {"allied": ["division/gds"], "german": ["division/59"]}


def cost(at, unit, a, b, **more):
    return step_cost(at.setting, at.state, replace(at.unit(unit), at=a, **more), a, b)


def factors(at, firer, target, **more):
    shot = Fire(step="roll", firer=firer, target=target, **more)
    return {f.id: f.value for f in factors_of(at.setting, at.state, shot)}


# ---- 2.1 to 2.10, 2.19 what each sentence says of each mover ------------------------------------

PRINTED = {
    "clear": ((2, 1), (3, 2), (2, 1), 0),
    "polder": ((2, 1), (5, 3), (3, 2), 0),
    "orchard": ((2, 1), (8, 2), (4, 1), -1),
    "woods": ((3, 2), (None, None), (None, None), -2),
    "village": ((2, 1), (6, 1), (4, 1), -1),
    "town": ((2, 1), (None, 1), (None, 1), -2),
    "city": ((2, 1), (None, 1), (None, 1), -3),
    "fortified": ((2, 1), (None, 3), (None, 2), -4),
    "sand_dunes": ((2, 1), (4, 3), (3, 2), -1),
}
"""Terrain -> leg, wheeled, tracked (out of column, in column), and the fire modifier."""


@pytest.mark.rule("WED 2.1", "WED 2.2", "WED 2.3", "WED 2.4", "WED 2.7", "WED 2.8", "WED 2.9",
                  "WED 2.10", "WED 2.19")  # fmt: skip
@pytest.mark.parametrize("ground", PRINTED)
def test_every_mover_pays_what_the_section_prints(ground):
    at = field({US: "60.150", LORRIES: "60.151", TANKS: "60.152", HIM: FAR})
    before = at.setting.terrain["57.148"]
    at.setting.board.cells["57.148"] = replace(board().cells["57.148"], terrain=ground)  # type: ignore[index]
    try:
        fresh = field({US: "60.150", LORRIES: "60.151", TANKS: "60.152", HIM: FAR})
        *movers, value = PRINTED[ground]
        for unit, (spread, column) in zip((US, LORRIES, TANKS), movers, strict=True):
            for in_column, points in ((False, spread), (True, column)):
                found = cost(fresh, unit, "57.149", "57.148", column=in_column)
                assert found == (None if points is None else 2 * points), (unit, in_column)
        assert fresh.setting.fire_value["57.148"] == value
    finally:
        at.setting.board.cells["57.148"] = replace(board().cells["57.148"], terrain=before)  # type: ignore[index]


@pytest.mark.rule("WED 2.4", "WED 2.8", "WED 2.9", "WED 2.10")
@pytest.mark.parametrize("ground", ["woods", "town", "city", "fortified"])
def test_vehicles_stay_in_column_there_and_infantry_need_not(ground):
    at = field({US: "60.150", TANKS: "60.151"})
    for cell in ("60.150", "60.151"):
        at.setting.terrain[cell] = ground  # type: ignore[index]
    assert [r.cite for r in out_of_column(at.setting, at.state, at.unit(TANKS))] == ["WED 2.8"]
    assert not out_of_column(at.setting, at.state, at.unit(US))


@pytest.mark.rule("WED 2.12", "WED 2.14")
def test_the_example_of_the_river_75_130_76_130_76_129():
    at = field({US: "75.130", HIM: FAR}, window=[])
    assert cost(at, US, "75.130", "76.130") is not None
    assert cost(at, US, "76.130", "76.129") is None


@pytest.mark.rule("WED 2.11")
def test_a_bridge_over_a_stream_is_a_road_and_no_bridge():
    at = field({US: "55.202", MATE: "55.202", SAPPER: "55.202", HIM: "56.201", HIS: "57.201"},
               window=[])  # fmt: skip
    assert not any(j.kind in ("bridge", "improve") for j in _jobs(at, SAPPER))
    assert factors(at.change(HIM, column=True), US, HIM)["target_column"] == 2
    assert "bridge" not in factors(at, US, HIM)
    fight = Assault(step="brave", side="allied", chit="direct", origin="55.202", cell="56.201",
                    attackers=(US,))  # fmt: skip
    assert bravery(at.setting, at.state, fight, at.unit(US)) is None
    # two may go together, and who is not in column may fall back over it
    assert "56.201" in assault_hexes(at.setting, at.state, at.unit(MATE))
    back = Assault(step="stand", side="german", chit="direct", origin="57.201", cell="56.201")
    at.change(HIM, at="57.200").change(US, at="56.201").change(SAPPER, at="57.200")
    assert "55.202" in escape(at.setting, at.state, back, at.unit(US))
    at.change(MATE, at=FAR).change(US, at="56.201", column=False)
    assert cost(at, US, "56.201", "55.202") == 4 + 4  # out of column no road helps


def _jobs(at, unit):
    return jobs_of(at.setting, at.state, at.unit(unit))


@pytest.mark.rule("WED 2.15.1", "WED 2.11")
@pytest.mark.parametrize(("origin", "goal", "joins"), [
    ("51.159", "51.160", False), ("55.202", "56.201", True), ("60.150", "60.151", True),
])  # fmt: skip
def test_one_unit_assaults_over_a_bridge_and_more_over_a_road_across_a_stream(origin, goal, joins):
    at = field({HIM: origin, HIS: origin, CAPTAIN: origin, US: goal}, window=[])
    at.change(HIM, column=not joins)
    at.draw("german/formation/59.dew")
    at.push(Assault(step="gather", side="german", chit="formation/59.dew", origin=origin,
                    cell=goal, attackers=(HIM,)))  # fmt: skip
    assert (at.ask.kind == "join") is joins


@pytest.mark.rule("WED 2.17")
def test_a_company_assaults_through_the_culvert_alone_and_in_column():
    at = field({HIM: "70.156", HIS: "70.156", US: "70.157"}, window=[])
    assert "70.157" not in assault_hexes(at.setting, at.state, at.unit(HIM))
    at.change(HIM, column=True)
    assert "70.157" in assault_hexes(at.setting, at.state, at.unit(HIM))
    at.push(Assault(step="fired_at", side="german", chit="direct", origin="70.156", cell="70.157",
                    attackers=(HIM,), left=(HIM,)))  # fmt: skip
    at.pick(US).roll(0)
    found = {f.id: f.value for f in at.ask.factors}
    assert (found["culvert"], found["target_column"], found["zones"]) == (3, 2, 3)


@pytest.mark.rule("WED 2.17")
def test_who_halts_behind_the_culvert_is_still_easier_to_hit_when_it_goes_on():
    at = field({HIM: "70.156", CAPTAIN: "70.156", US: "70.159"}, window=[])
    at.change(HIM, column=True).draw("german/formation/59.dew").pick(HIM)
    at.go(HIM, "70.157")
    assert at.unit(HIM).at == "70.157"
    at.go(HIM, "70.156")
    assert at.ask.kind == "opportunity"
    at.pick(US).roll(0)
    assert {f.id: f.value for f in at.ask.factors}["culvert"] == 3


@pytest.mark.rule("WED 2.15")
def test_a_column_beside_a_bridge_loses_the_town_and_a_company_in_the_open_order_keeps_it():
    at = field({US: "51.158", HIM: "51.159"})
    at.setting.fire_value["51.159"] = -2  # type: ignore[index]
    assert factors(at, US, HIM)["ground"] == -2
    at.change(HIM, column=True)
    found = factors(at, US, HIM)
    assert (found["bridge"], found["target_column"]) == (2, 2)
    assert "ground" not in found


@pytest.mark.rule("WED 2.9", "WED 2.10")
def test_rubble_adds_one_to_the_cover_and_hardens_the_target():
    at = field({US: "60.150", HIM: "60.151"})
    at.setting.fire_value["60.151"] = -3  # type: ignore[index]
    assert factors(at, US, HIM)["ground"] == -3
    assert not hard(at.setting, at.state, at.unit(HIM))
    at.mark("60.151/rubble", True)
    assert factors(at, US, HIM)["ground"] == -4
    assert hard(at.setting, at.state, at.unit(HIM))


@pytest.mark.rule("WED 2.3", "WED SR9")
def test_a_line_goes_through_one_orchard_into_a_second_but_through_no_two():
    names = ("60.148", "60.149", "60.150", "60.151", "60.152")

    def seen(*orchards):
        cells = {n: replace(board().cells[n], terrain="orchard") for n in orchards}
        its = replace(board(), cells={**board().cells, **cells})
        at = field({US: names[0], HIM: FAR}, its_board=its)
        return [n for n in names[1:] if sees(at.setting, at.state, names[0], n)]

    assert seen("60.149") == ["60.149", "60.150", "60.151", "60.152"]
    assert seen("60.149", "60.150") == ["60.149", "60.150"]
    assert seen("60.149", "60.151") == ["60.149", "60.150", "60.151"]


# ---- 2.11, 4.2 weak bridges and the corps' road -------------------------------------------------

WEAK = ["63.187", "63.186", "63.185", "63.184", "63.183", "63.182"]


def evening(**more):
    return field({GUARD: "63.187", HIM: "44.200"}, route=WEAK, slots=["1900", "Night"],
                 stops=["63.187", "63.186", "63.184", "63.183"], window=[], **more)  # fmt: skip


@pytest.mark.rule("WED 2.11", "WED 4.2")
@pytest.mark.parametrize(("roll", "state", "marker"), [(8, "stable", "63.183"),
                                                       (9, "unstable", "63.187")])  # fmt: skip
def test_a_weak_bridge_is_tried_when_the_road_is_traced_over_it(roll, state, marker):
    at = evening()
    assert at.ask.cells == ("63.186", "63.184", "63.183")
    at.at("63.183")
    assert at.ask.kind == "stability"
    at.roll(roll)
    assert bridge_state(at.state, "tongelreep") == state
    assert at.state.marks["route/marker"] == marker
    if state == "unstable":
        assert at.ask.cells == ("63.186",)
        at.at("63.186")
        assert road(at.setting, at.state) == {"63.187"}


@pytest.mark.rule("WED 2.11", "WED 4.2")
def test_a_stop_before_the_weak_bridge_and_a_bridge_that_is_known_try_nothing():
    at = evening().at("63.186")
    assert bridge_state(at.state, "tongelreep") == ""
    known = evening(bridge=[{"id": "tongelreep", "tried": "stable"}]).at("63.183")
    assert known.ask.kind != "stability"
    assert known.state.marks["route/marker"] == "63.183"
    shaky = evening(bridge=[{"id": "tongelreep", "tried": "unstable"}])
    assert shaky.ask.cells == ("63.186",)
    assert evening().press("stay").state.marks["route/marker"] == "63.187"


@pytest.mark.rule("WED 2.11", "WED 4.2")
@pytest.mark.parametrize(("roll", "asked"), [(0, False), (9, True)])
def test_a_road_that_is_clear_to_its_end_tries_its_weak_bridges_as_well(roll, asked):
    at = field({GUARD: "63.187", HIM: "44.200"}, route=WEAK, slots=["1900", "Night"],
               stops=["63.187", "63.186", "63.182"], window=[])  # fmt: skip
    assert at.ask.kind == "stability"
    at.roll(roll)
    assert (at.ask.kind == "marker") is asked
    assert at.state.marks["route/marker"] == ("63.187" if asked else "63.182")


@pytest.mark.rule("WED 2.11")
def test_a_bulldozer_at_work_goes_on_under_fire_once_a_turn_and_is_no_target():
    at = field({GUARD: "60.180", HIM: "60.190"}, chits=GUARDS, bulldozers=1, window=[],
               bridge=[{"id": "tongelreep", "tried": "unstable"}])  # fmt: skip
    at.change(HIM, at="63.184")
    assert not list(placings(at.setting, at.state, "gds"))  # no placing in a German fire zone
    at.mark("dozer/tongelreep", "men")
    assert [c.key for c in placings(at.setting, at.state, "gds")] == ["dozer//tongelreep"]
    assert not list(placings(at.setting, at.state, "101"))
    at.mark("dozed/tongelreep", at.state.tracks["turn"])
    assert not list(placings(at.setting, at.state, "gds"))
    at.mark("dozed/tongelreep", 0)
    d = Draft(at.rules, at.state, umpire=False)
    enter(d, d.pieces[HIM], "63.185")
    assert d.marks.get("dozer/tongelreep")  # only the southern hex is his
    enter(d, d.pieces[HIM], "63.186")
    assert not d.marks.get("dozer/tongelreep")


@pytest.mark.rule("WED 2.11")
def test_men_at_work_raise_the_number_of_a_bulldozer_and_its_success_frees_it():
    at = field({GUARD: "60.180", HIM: "60.190"}, chits=GUARDS, bulldozers=1, window=[],
               bridge=[{"id": "tongelreep", "tried": "unstable"}],
               slots=["0700", "0900", "1100"])  # fmt: skip
    at.draw("allied/division/gds").roll(0).press("dozer//tongelreep").roll(3)
    assert at.state.marks["dozer/tongelreep"] == "men"
    assert not any(c.key.startswith("dozer") for c in at.ask.choices)
    d = Draft(at.rules, at.state, umpire=False)
    d.track("turn", 2)
    assert [c.key for c in placings(at.setting, d, "gds")] == ["dozer//tongelreep"]


# ---- 2.15 bridges -------------------------------------------------------------------------------


@pytest.mark.rule("WED 2.15.7")
@pytest.mark.parametrize(("points", "offered"), [(1, True), (0, False)])
def test_a_bailey_unit_may_build_in_the_impulse_that_brings_it_for_a_second_action(points, offered):
    place = [{"units": [BRIDGER], "at": "reserve"}]
    at = field({GUARD: "51.162", HIM: FAR}, bridge=[{"id": "best-road", "destroyed": True}],
               bailey=[BRIDGER], place=place, chits=GUARDS, in_command=True)  # fmt: skip
    at.points("gds", points).draw("allied/division/gds").roll(0)
    at.press(f"bailey/{BRIDGER}/best-road")
    assert (at.ask.kind == "second-action") is offered
    if offered:
        at.press("again")
        assert at.state.tracks["cp/gds"] == 0
        at.press("job/repair").roll(0)
        assert bridge_state(at.state, "best-road") == f"bailey:{BRIDGER}"


@pytest.mark.rule("WED 2.15.7", "WED 4.3.3")
def test_a_bailey_that_is_lost_cuts_the_road_again():
    at = field({US: "60.150", BRIDGER: "65.154", HIM: FAR}, bailey=[BRIDGER], window=[],
               route=["65.151", "65.152", "65.153", "65.154", "66.154"],
               bridge=[{"id": "son", "bailey": BRIDGER}])  # fmt: skip
    assert not at.state.marks.get("route/cut")
    at.push(Hit(step="begin", unit=BRIDGER, result="E"))
    assert bridge_state(at.state, "son") == "destroyed"
    assert at.state.marks.get("route/cut")


@pytest.mark.rule("WED 4.3.3")
def test_a_bridge_off_the_road_cuts_nothing():
    at = field({US: "60.150", BRIDGER: "65.154", HIM: FAR}, bailey=[BRIDGER], window=[],
               route=["65.151", "65.152"], bridge=[{"id": "son", "bailey": BRIDGER}])  # fmt: skip
    at.push(Hit(step="begin", unit=BRIDGER, result="E"))
    assert not at.state.marks.get("route/cut")
    d = Draft(at.rules, at.state, umpire=False)
    cut(d, "")
    assert d.marks["route/cut"] is True


@pytest.mark.rule("WED 2.15.3", "WED SR7")
def test_who_takes_a_hex_over_a_railway_bridge_leaves_its_transport_as_well():
    at = field({GRENADIERS: "68.170", US: FAR}, window=[]).change(GRENADIERS, column=True)
    at.push(Assault(step="win", side="german", chit="direct", origin="68.170", cell="69.170",
                    attackers=(GRENADIERS,)))  # fmt: skip
    assert at.unit(GRENADIERS).at == "69.170"
    assert at.unit(GRENADIERS).abandoned
    better = field({GRENADIERS: "68.170", US: FAR}, window=[]).change(GRENADIERS, column=True)
    better.mark("improved/68.170-69.170", True)
    d = Draft(better.rules, better.state, umpire=False)
    enter(d, d.pieces[GRENADIERS], "69.170")
    assert not d.pieces[GRENADIERS].abandoned


@pytest.mark.rule("WED 2.15.6")
def test_a_wired_bridge_may_be_blown_at_whoever_falls_back_to_it():
    at = field({US: "51.157", HIM: "51.158"}, bridge=[{"id": "best-road", "wired": "allied"}])
    at.push(Assault(step="stand", side="allied", chit="direct", origin="51.157",
                    cell="51.158", attackers=(US,)))  # fmt: skip
    at.pick(HIM).at("51.159").press("hold")
    assert (at.ask.kind, at.ask.who) == ("demolish", "allied")


@pytest.mark.rule("WED 2.15.6", "WED S3.1")
def test_a_wired_bridge_may_be_blown_at_whoever_routs_to_it():
    at = field({US: "51.156", HIM: "51.158"}, bridge=[{"id": "best-road", "wired": "allied"}])
    at.push(Happening(step="rout_out", side="german", event="rout", formation="59.dew",
                      left=(HIM,), units=(HIM,), goal="51.159", passed=True))  # fmt: skip
    assert (at.ask.kind, at.ask.who) == ("demolish", "allied")
    at.press("wait")
    assert at.unit(HIM).at == "routed"


@pytest.mark.rule("WED 2.15.6")
@pytest.mark.parametrize(("roll", "guard", "after"), [
    (5, FAR, "destroyed"), (6, FAR, ""), (6, "51.158", "destroyed"), (7, "51.158", ""),
])  # fmt: skip
def test_five_or_less_blows_a_bridge_and_six_with_a_fire_zone_on_it(roll, guard, after):
    at = field({HIM: guard, US: "51.161", CHIEF: "51.161"},
               bridge=[{"id": "best-road", "wired": "german"}], window=[])  # fmt: skip
    at.draw("allied/formation/101.502").pick(US).go(US, "51.160").press("blow").roll(roll)
    assert bridge_state(at.state, "best-road") == after


# ---- 3 drops ------------------------------------------------------------------------------------

ZONES = [
    {"id": "B", "name": "DZ B", "division": "101", "of": ["DZ B"]},
    {"id": "C", "name": "DZ C", "division": "101", "of": ["DZ C"]},
]
DROP = {"slots": ["0700", "0900", "1100", "1300", "1500", "1700"], "zone": ZONES,
        "chits": {"allied": ["division/101"], "german": []}}  # fmt: skip


def lift(*sticks, number=2):
    return [{"number": number, "division": "101", "day": 0,
             "stick": [{"units": [u], "zone": "B"} for u in sticks]}]  # fmt: skip


@pytest.mark.rule("WED 3.6")
@pytest.mark.parametrize("hour", ["0900", "1100"])
def test_drops_of_a_day_with_other_zones_come_at_1500_or_1700_also_after_fog(hour):
    place = [{"units": [US], "at": "reserve"}]
    at = field({HIM: FAR}, place=place, lift=lift(US), weather="fog", fog=3, **DROP)
    assert at.ask.kind == "replan"
    at.press("try").roll(0)
    assert not at.state.marks.get(TODAY)
    d = Draft(at.rules, at.state, umpire=False)
    fog_cleared(d, hour)
    assert d.marks[TODAY] == "1500 1700"
    planned = field({HIM: FAR}, place=place, lift=lift(US), weather="fog", fog=3, **DROP)
    planned.press("keep")
    d = Draft(planned.rules, planned.state, umpire=False)
    fog_cleared(d, hour)
    assert d.marks[TODAY] == {"0900": "1300 1500", "1100": "1500 1700"}[hour]


@pytest.mark.rule("WED 3.6", "WED 3.5")
def test_with_the_zones_that_of_the_supply_may_change():
    place = [{"units": [US], "at": "reserve"}]
    at = field({HIM: FAR}, place=place, lift=lift(US), supply={"101": "B"}, **DROP)
    at.press("try").roll(3)
    assert (at.ask.kind, [c.key for c in at.ask.choices]) == ("supply-zone", ["B", "C"])
    at.press("C")
    assert supply_zone(at.setting, at.state, "101") == "C"
    none = field({HIM: FAR}, place=place, lift=lift(US), supply={"101": "B"}, **DROP)
    none.press("try").roll(4)
    assert none.ask.kind != "supply-zone"
    assert supply_zone(none.setting, none.state, "101") == "B"


@pytest.mark.rule("WED 3.3.2")
def test_independents_join_any_zone_that_another_formation_uses():
    one, two = "101.ind.326c", "101.ind.81a"
    place = [{"units": [US, "101.506.a", one, two], "at": "reserve"}]
    at = field({HIM: FAR}, place=place, lift=lift(US, "101.506.a", one, two, number=1),
               drops="free", **DROP)  # fmt: skip
    at.press("B").at("60.148").at("60.150")  # the second formation has one zone left
    assert {c.key for c in at.ask.choices} == {"B", "C"}
    at.press("C").at("60.150")
    assert {c.key for c in at.ask.choices} == {"B", "C"}  # not all have to go to one
