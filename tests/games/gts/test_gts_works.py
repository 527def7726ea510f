"""Engineers' work, ferries, Bailey bridges, bulldozers, culvert, parks, transport, rearguards."""

import pytest
from gts_field import field
from msgspec.structs import replace

from wardesk.engine.draft import Draft
from wardesk.games.gts.ch04_actions import column_deeds, deeds_of, road_targets
from wardesk.games.gts.ch04_costs import allowance, step_cost
from wardesk.games.gts.ch04_movement import enter
from wardesk.games.gts.ch05_fire import can_fire_at, factors_of, mass, parked_range
from wardesk.games.gts.ch09_zones import has_zone, sees
from wardesk.games.gts.ch13_engineers import ferry_goal, job_of, jobs_of, placings
from wardesk.games.gts.position import bridge_state, ferries, takes_room
from wardesk.games.gts.state import Assault, Fire, Hit

SAPPER, US, HIM, BRIDGER = "59.ind.ersp", "101.502.a", "59.dew.i1", "gds.ind.11"
ENGINEER = "101.ind.326c"
DOWN = [{"id": "best-road", "destroyed": True}]
CHITS = {"allied": ["division/101", "direct"], "german": ["division/59", "direct"]}


def job(at, unit, kind):
    return next((j for j in jobs_of(at.setting, at.state, at.unit(unit)) if j.kind == kind), None)


def keys(at, unit, chit="direct", waiting=()):
    found = deeds_of(at.setting, at.state, at.unit(unit), chit, waiting)
    return {deed.key for deed in found if not deed.refused}


# ---- sight, culvert, road blocks ----------------------------------------------------------------


@pytest.mark.rule("WED 2.15.4")
def test_a_bridge_of_neither_hex_blocks_the_line_that_crosses_it():
    at = field({})
    board = at.setting.board
    assert "52.159" in board.viewshed("50.160", 2)
    assert not sees(at.setting, at.state, "50.160", "52.159")
    assert sees(at.setting, at.state, "51.159", "51.160")


@pytest.mark.rule("WED 2.17")
def test_the_culvert_carries_columns_for_more_points_and_under_easier_fire():
    window = ["66.152", "66.162", "74.158", "74.148"]
    at = field({US: "70.156", HIM: "70.154"}, window=window).change(US, column=True)
    ground = at.setting.board.terrain_of("70.157")["column_leg"]
    cost = lambda: step_cost(at.setting, at.state, at.unit(US), "70.156", "70.157")  # noqa: E731
    assert cost() == 2 * (ground + 2)
    at.change(US, column=False)
    assert cost() is None
    shot = Fire(step="roll", firer=HIM, target=US, kind="opportunity", way="culvert")
    found = {factor.id: factor.value for factor in factors_of(at.setting, at.state, shot)}
    assert found["culvert"] == 3
    figures = at.setting.tables.figures
    assert (figures.culvert_wheeled, figures.culvert_tracked) == (6, 4)


@pytest.mark.rule("WED S2.0", "WED 2.15.2")
def test_engineers_block_a_road_but_not_at_a_bridge():
    at = field({SAPPER: "65.151", US: "65.150"}, road_blocks={"german": 1}).change(US, column=True)
    block = job(at, SAPPER, "block")
    assert block is not None
    assert not block.refused
    bridge = field({SAPPER: "51.159"}, road_blocks={"german": 1})
    assert any(r.cite == "WED 2.15.2" for r in job(bridge, SAPPER, "block").refused)
    before = step_cost(at.setting, at.state, at.unit(US), "65.150", "65.151")
    at.mark("65.151/block", "german")
    assert before == 1
    assert step_cost(at.setting, at.state, at.unit(US), "65.150", "65.151") > before
    assert job(at, SAPPER, "block") is None
    assert job(at, SAPPER, "unblock") is None


@pytest.mark.rule("WED S2.0", "WED N20")
def test_a_rearguard_platoon_stays_behind():
    rearguards = [{"formation": "59.dew", "count": 1}]
    at = field({HIM: "60.152", US: "60.148"}, rearguards=rearguards, chits=CHITS)
    at.draw("german/division/59").roll(0).pick(HIM).press("rearguard")
    assert at.unit("59.dew.rear1").at == "60.152"
    assert at.unit("59.dew.rear1").steps == 1
    assert "rearguard" not in keys(at, HIM)


@pytest.mark.rule("WED S3.1")
def test_engineers_clear_mines_and_road_blocks_of_the_enemy():
    at = field({SAPPER: "60.152"}).mark("60.152/mines", True).mark("60.152/block", "allied")
    assert {"job/mines", "job/unblock"} <= keys(at, SAPPER)


# ---- ferries ------------------------------------------------------------------------------------


@pytest.mark.rule("WED 2.18", "WED 2.18.1")
def test_engineers_become_a_ferry_where_a_bridge_is_down():
    at = field({SAPPER: "51.159", US: "60.148"}, bridge=DOWN, chits=CHITS)
    assert job(field({SAPPER: "51.159"}), SAPPER, "ferry") is None
    at.draw("german/division/59").roll(0).pick(SAPPER).press("job/ferry").roll(0)
    assert ferries(at.state) == {SAPPER: "best-road"}
    boat = at.unit(SAPPER)
    assert takes_room(at.state, [boat], column=False) == 0
    assert mass(at.setting, at.state, boat) == 0


def ferried(**changes):
    at = field({SAPPER: "51.159", HIM: "51.159", US: "60.148"}, bridge=DOWN, chits=CHITS)
    at.mark("ferry/best-road", SAPPER).change(HIM, column=True)
    return at.change(SAPPER, **changes) if changes else at


@pytest.mark.rule("WED 2.18.2")
def test_a_leg_unit_in_column_crosses_by_ferry_and_that_is_its_activation():
    at = ferried()
    at.draw("german/division/59").roll(0).pick(HIM).press("ferry")
    assert at.unit(HIM).at == "51.160"
    assert at.unit(HIM).acted
    for broken in (ferried(suppressed=True), ferried().change(HIM, column=False),
                   ferried().change(US, at="51.160")):  # fmt: skip
        assert ferry_goal(broken.setting, broken.state, broken.unit(HIM)) == ""


@pytest.mark.rule("WED 2.18.3")
@pytest.mark.parametrize("what", ["1", "moved", "assault"])
def test_a_ferry_ends_with_a_step_a_move_or_an_assault(what):
    at = ferried()
    at.draw("german/division/59").roll(0)
    if what == "1":
        at.push(Hit(step="begin", unit=SAPPER, result="1"))
        assert at.unit(SAPPER).steps == 1
    elif what == "moved":
        at.pick(SAPPER).go(SAPPER, "51.158")
    else:
        at.change(HIM, at="44.153").change(US, at="52.158")
        fight = Assault(step="way", side="allied", chit="direct", origin="52.158", cell="51.159",
                        attackers=(US,))  # fmt: skip
        at.push(fight).press("fire")
        assert at.unit(SAPPER).at is None
    assert not ferries(at.state)


@pytest.mark.rule("WED 2.18", "WED 2.18.2")
@pytest.mark.parametrize("movement", ["wheeled", "tracked"])
def test_vehicles_cross_by_no_ferry(movement):
    at = ferried()
    assert ferry_goal(at.setting, at.state, at.unit(HIM)) == "51.160"
    counter = at.setting.counters[HIM]
    at.setting.counters[HIM] = replace(counter, movement=movement)  # type: ignore[index]
    assert ferry_goal(at.setting, at.state, at.unit(HIM)) == ""


@pytest.mark.rule("WED 2.18.4")
def test_who_is_ferried_is_easier_to_hit():
    at = ferried()
    shot = Fire(step="roll", firer=US, target=HIM, kind="opportunity", way="ferry")
    found = {factor.id: factor.value for factor in factors_of(at.setting, at.state, shot)}
    assert (found["ferry"], found["target_column"]) == (2, 2)


# ---- Bailey bridges and bulldozers --------------------------------------------------------------

GUARDS = {"allied": ["division/gds", "direct"], "german": ["division/59"]}


def bridging(**more):
    place = [{"units": [BRIDGER], "at": "reserve"}]
    return field({US: "60.148", HIM: "44.153"}, bridge=DOWN, bailey=[BRIDGER], place=place,
                 chits=GUARDS, slots=["0700", "0900"], **more)  # fmt: skip


@pytest.mark.rule("WED 2.15.7")
def test_a_bridging_unit_comes_to_the_southern_hex_and_builds_by_a_check():
    at = bridging()
    at.draw("allied/division/gds").roll(0)
    assert [c.key for c in at.ask.choices] == [f"bailey/{BRIDGER}/best-road", "end"]
    at.press(f"bailey/{BRIDGER}/best-road")
    assert at.unit(BRIDGER).at == "51.160"
    repair = job(at, BRIDGER, "repair")
    assert (repair.mark, repair.becomes) == ("bridge/best-road", f"bailey:{BRIDGER}")
    assert job_of(at.setting, at.state, at.unit(BRIDGER)).mark == ""


@pytest.mark.rule("WED 2.15.7")
def test_no_bailey_under_fire_or_in_the_turn_of_the_demolition():
    at = bridging()
    assert list(placings(at.setting, at.state, "gds"))
    at.mark("blown/best-road", at.state.tracks["turn"])
    assert not list(placings(at.setting, at.state, "gds"))
    at.mark("blown/best-road", 0).change(HIM, at="51.158")
    assert not list(placings(at.setting, at.state, "gds"))


@pytest.mark.rule("WED 2.11")
@pytest.mark.parametrize(("roll", "state"), [(2, "stable"), (3, "unstable")])
def test_a_bulldozer_mends_a_weak_bridge(roll, state):
    at = field({"gds.gren.i3": "60.180", HIM: "60.190"}, chits=GUARDS, bulldozers=1,
               bridge=[{"id": "tongelreep", "tried": "unstable"}],
               window=["58.178", "58.196", "70.190", "70.176"])  # fmt: skip
    at.draw("allied/division/gds").roll(0).press("dozer//tongelreep")
    assert at.state.tracks["dozers"] == 0
    at.roll(roll)
    assert bridge_state(at.state, "tongelreep") == state
    if state == "unstable":
        assert at.state.marks["dozer/tongelreep"] == "men"
        draft = at.rules.setting
        assert draft.tables.figures.bulldozer + draft.tables.check.men == 3


@pytest.mark.rule("WED 2.15.3")
def test_who_walks_over_a_railway_bridge_leaves_his_transport():
    unit = "gds.gren.i3"
    chits = {"allied": ["division/gds", "direct"], "german": []}
    at = field({unit: "49.160"}, chits=chits).change(unit, column=True)
    assert at.setting.counters[unit].transport
    while at.ask.kind != "unit":
        at.roll(0)
    at.pick(unit).go(unit, "49.161")
    assert at.unit(unit).abandoned
    deeds = column_deeds(at.setting, at.state, at.unit(unit), 99)
    assert "mount" not in {choice.key for choice in deeds}


# ---- parks --------------------------------------------------------------------------------------

GUN = "59.art.ii"
PARK = [{"id": "59", "division": "59", "value": 4, "at": "46.153", "entry": "46.153"}]


@pytest.mark.rule("WED S1.0")
def test_a_park_measures_from_its_marker_and_dies_with_it():
    at = field({HIM: "50.154", US: "48.154"}, park=PARK, place=[{"units": [GUN], "at": "park"}])
    far = at.setting.distance("46.153", "48.154")
    assert parked_range(at.setting, at.state, at.unit(GUN), "48.154") == far + 4
    assert can_fire_at(at.setting, at.state, at.unit(GUN), "48.154")
    near = field({HIM: "50.154", US: "48.154"}, park=[PARK[0] | {"value": 0}],
                 place=[{"units": [GUN], "at": "park"}])  # fmt: skip
    assert not can_fire_at(near.setting, near.state, near.unit(GUN), "48.154")
    draft = Draft(at.rules, at.state, umpire=False)
    enter(draft, at.unit(US), "46.153")
    assert draft.pieces[GUN].at is None
    assert "park/59" not in draft.marks


@pytest.mark.rule("WED S1.0")
def test_a_marker_of_nought_goes_where_a_leader_commands_and_guns_go_in_for_good():
    row = [{"id": "59", "division": "59"}]
    at = field({HIM: "46.155", "59.dew.ldr": "46.155", GUN: "46.154", US: "60.148"}, park=row,
               chits=CHITS)  # fmt: skip
    assert at.ask.kind == "park"
    range_of = at.setting.counters["59.dew.ldr"].command
    assert all(at.setting.distance(c, "46.155") <= range_of for c in at.ask.cells)
    at.at("46.154").draw("german/division/59").roll(0).pick(GUN).press("park")
    assert at.unit(GUN).at == "park"


# ---- transport ----------------------------------------------------------------------------------

TANKS, GRENADIERS = "wal.107.p1", "wal.107.g1"
WALTHER = {"allied": ["division/101"], "german": ["division/wal", "direct"]}


def walking(at):
    """The grenadiers as if they had no transport of their own, which would forbid riding."""
    figures = replace(at.setting.counters[GRENADIERS], transport="")
    at.setting.counters[GRENADIERS] = figures  # type: ignore[index]
    return at


def riding():
    return walking(field({TANKS: "60.150", GRENADIERS: "60.150", US: "60.156"}, chits=WALTHER))


@pytest.mark.rule("WED S4.0", "WED S4.1", "WED S4.3")
def test_infantry_rides_on_a_vehicle_of_its_formation_and_both_have_moved():
    at = riding()
    both = (TANKS, GRENADIERS)
    wal = "division/wal"
    assert f"ride/{TANKS}" in keys(at, GRENADIERS, wal, waiting=both)
    assert not any(k.startswith("ride/") for k in keys(at, GRENADIERS, wal, waiting=()))
    assert not any(k.startswith("ride/") for k in keys(at, GRENADIERS, waiting=both))  # no points
    owns = field({TANKS: "60.150", GRENADIERS: "60.150", US: "60.156"}, chits=WALTHER)
    assert not any(k.startswith("ride/") for k in keys(owns, GRENADIERS, wal, waiting=both))
    weak = riding().change(TANKS, steps=1)
    assert not any(k.startswith("ride/") for k in keys(weak, GRENADIERS, wal, waiting=both))
    at.draw("german/division/wal").roll(0).pick(GRENADIERS).press(f"ride/{TANKS}")
    assert (at.unit(GRENADIERS).on, at.unit(TANKS).carries) == both
    assert at.unit(TANKS).acted
    assert not has_zone(at.setting, at.state, at.unit(TANKS))
    assert not keys(at, TANKS)
    assert takes_room(at.state, [at.unit(u) for u in both], column=False) == 1


def loaded(at=None):
    at = at or riding()
    return at.change(TANKS, carries=GRENADIERS).change(GRENADIERS, on=TANKS)


@pytest.mark.rule("WED S4.2")
def test_the_vehicle_lets_its_rider_down_for_half_its_movement():
    at = loaded()
    at.draw("german/division/wal").roll(0).pick(TANKS).press("unload")
    assert at.unit(GRENADIERS).on == ""
    assert at.unit(GRENADIERS).acted
    left = at.state.stack[-1].left
    assert left == allowance(at.setting, at.unit(TANKS)) // 2


@pytest.mark.rule("WED S4.2")
def test_the_rider_comes_along():
    at = loaded()
    at.draw("german/division/wal").roll(0).pick(TANKS).go(TANKS, "60.149")
    assert at.unit(GRENADIERS).at == "60.149"


@pytest.mark.rule("WED S4.4")
def test_fire_parts_rider_and_vehicle_and_hits_both():
    at = loaded()
    at.draw("german/division/wal").roll(0)
    at.push(Hit(step="begin", unit=TANKS, result="C"))
    assert (at.unit(TANKS).carries, at.unit(GRENADIERS).on) == ("", "")
    at = loaded(field({TANKS: "60.150", GRENADIERS: "60.150", US: "60.151"},
                      chits={"allied": ["division/101", "direct"], "german": []}))  # fmt: skip
    while at.ask.kind != "unit":
        at.roll(0)
    at.pick(US).press("fire")
    assert at.ask.pieces == (TANKS,)
    at.pick(TANKS).roll(9)
    at.roll(0)
    assert (at.unit(TANKS).cohesion, at.unit(GRENADIERS).cohesion) == (1, 1)


@pytest.mark.rule("WED S5.3", "WED S6.3")
@pytest.mark.parametrize("kind", ["truck", "jeep"])
def test_trucks_and_jeeps_carry_a_unit_in_command_and_go_back(kind):
    at = field({US: "60.150", "101.502.ldr": "60.150", HIM: "44.153"}, chits=CHITS,
               **{f"{kind}s": {"101": 1}})  # fmt: skip
    at.draw("allied/division/101").roll(0).pick(US).press(kind)
    assert at.unit(US).mounted == kind
    assert at.state.tracks[f"{kind}s/101"] == 0
    assert allowance(at.setting, at.unit(US)) == 2 * at.setting.tables.transport.wheeled
    assert not has_zone(at.setting, at.state, at.unit(US))
    far = field({US: "60.150", HIM: "44.153"}, trucks={"101": 1})
    assert "truck" not in keys(far, US)


@pytest.mark.rule("WED N18")
def test_organic_transport_costs_half_the_movement_each_way():
    unit = "gds.gren.i3"
    chits = {"allied": ["division/gds", "direct"], "german": []}
    at = field({unit: "60.150"}, chits=chits)
    while at.ask.kind != "unit":
        at.roll(0)
    at.pick(unit).press("mount")
    assert at.unit(unit).mounted == "organic"
    half = allowance(at.setting, at.unit(unit)) // 2
    assert at.state.stack[-1].left == half
    at.press("dismount")
    assert at.unit(unit).mounted == ""
    assert at.state.stack == () or not at.unit(unit).abandoned


@pytest.mark.rule("WED N18")
def test_who_dismounts_at_once_goes_on_with_half_its_movement_on_foot():
    unit = "gds.gren.i3"
    at = field({unit: "60.150"}, chits={"allied": ["division/gds", "direct"], "german": []})
    at.change(unit, mounted="organic")
    while at.ask.kind != "unit":
        at.roll(0)
    at.pick(unit).press("dismount")
    all_of_it = allowance(at.setting, at.unit(unit))
    assert (at.ask.kind, at.state.stack[-1].left) == ("march", all_of_it - all_of_it // 2)


# ---- the road -----------------------------------------------------------------------------------


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize(("roll", "count"), [(8, 1), (9, 0)])
def test_germans_fire_at_an_empty_hex_of_the_road(roll, count):
    at = field({HIM: "60.152", US: "66.146"}, route=["60.151"], chits=CHITS)
    assert road_targets(at.setting, at.state, at.unit(HIM)) == ("60.151",)
    at.draw("german/division/59").roll(0).pick(HIM).press("shell").at("60.151").roll(roll)
    assert at.state.tracks.get("route/attacked", 0) == count
