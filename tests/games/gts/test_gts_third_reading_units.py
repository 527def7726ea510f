"""Positions of a third reader, built from the rule text alone: units, riders, parks, assaults."""

from __future__ import annotations

import pytest
from gts_field import CAPTAIN, FAR, HIM, HIS, SAPPER, field
from msgspec.structs import replace

from wardesk.engine.draft import Draft
from wardesk.games.gts.ch02_chits import acting
from wardesk.games.gts.ch04_actions import rides
from wardesk.games.gts.ch04_movement import enter
from wardesk.games.gts.state import Activation, Assault, Fire, UnitAction, Window

US, MATE, THIRD, CHIEF = "101.502.a", "101.502.b", "101.502.c", "101.502.ldr"
TANKS, GRENADIERS = "wal.107.p1", "wal.107.g1"


@pytest.mark.rule("WED S6.5", "WED S5.3")
def test_44_rtr_and_who_is_carried_by_trucks_act_with_the_independents_chit():
    tank, man = "101.44rtr.a", "101.506.a"
    at = field({tank: "60.150", US: "60.151", man: "60.152", CHIEF: "60.150", HIM: FAR})
    assert set(acting(at.setting, at.state, "allied/formation/101.ind")) == {tank}
    at.change(man, mounted="truck")
    assert set(acting(at.setting, at.state, "allied/formation/101.ind")) == {tank, man}
    assert man in acting(at.setting, at.state, "allied/formation/101.502")
    assert man not in acting(at.setting, at.state, "allied/formation/101.506")
    gun = "gds.art.55a"
    guards = field({gun: "60.150", "gds.ind.11": "60.151", HIM: FAR}, in_command=True)
    assert acting(guards.setting, guards.state, "allied/formation/gds.ind") == ("gds.ind.11",)
    assert acting(guards.setting, guards.state, "allied/formation/gds.art") == (gun,)


# ---- S4 riders ----------------------------------------------------------------------------------


def riding():
    at = field({TANKS: "60.150", GRENADIERS: "60.150", US: "60.152"})
    return at.change(TANKS, carries=GRENADIERS).change(GRENADIERS, on=TANKS)


@pytest.mark.rule("WED S4.4")
def test_who_is_forced_off_ends_the_activation_of_the_vehicle():
    chits = {"allied": ["division/101"], "german": ["division/wal", "formation/wal.107"]}
    at = field({TANKS: "60.150", GRENADIERS: "60.150", US: "60.152", "wal.107.ldr": "60.149"},
               chits=chits)  # fmt: skip
    at.change(TANKS, carries=GRENADIERS).change(GRENADIERS, on=TANKS).points("wal", 5)
    at.draw("german/formation/wal.107").pick(TANKS).go(TANKS, "60.149", "60.148").pick(US)
    at.roll(0, 0)  # the check, and a cohesion hit for both
    assert at.unit(GRENADIERS).on == ""
    assert at.unit(TANKS).at == "60.150"
    assert (at.ask.kind, TANKS in at.ask.pieces) == ("unit", False)


@pytest.mark.rule("WED S4.4")
def test_riders_jump_off_when_the_assault_is_declared_even_if_nobody_dares():
    at = riding()
    at.change(US, at="60.151")
    at.push(Assault(step="gather", side="allied", chit="direct", origin="60.151", cell="60.150",
                    attackers=(US,)))  # fmt: skip
    assert at.unit(GRENADIERS).on == ""
    assert at.ask.kind == "roll-bravery"


@pytest.mark.rule("WED S4.4", "WED SR7")
def test_riders_jump_off_before_anybody_is_asked_who_joins():
    chits = {"allied": ["formation/101.502"], "german": ["division/wal"]}
    at = field({TANKS: "60.150", GRENADIERS: "60.150", US: "60.151", MATE: "60.151"}, chits=chits,
               in_command=True)  # fmt: skip
    at.change(TANKS, carries=GRENADIERS).change(GRENADIERS, on=TANKS)
    at.draw("allied/formation/101.502").pick(US).press("assault").at("60.150")
    assert at.unit(GRENADIERS).on == ""
    assert (at.ask.kind, at.ask.pieces) == ("join", (MATE,))


@pytest.mark.rule("WED S4.4", "WED SR11")
def test_a_rider_takes_the_roll_of_its_vehicle_and_no_check_of_the_barrage():
    gun = "gds.art.55a"
    at = field({TANKS: "60.150", GRENADIERS: "60.150", HIS: "60.150", gun: "60.140"}, window=[])
    at.change(TANKS, carries=GRENADIERS).change(GRENADIERS, on=TANKS)
    row = at.setting.counters[GRENADIERS]
    at.setting.counters[GRENADIERS] = replace(row, defence=-5)  # type: ignore[index]
    at.push(Fire(step="judge", firer=gun, target=TANKS, cell="60.150", roll=3, rating=3))
    checked = []
    while at.ask is not None and at.ask.kind in ("roll-hit", "check-hit"):
        checked.append(at.ask.about[0])
        at.roll(0) if at.ask.shape == "roll" else at.press("roll")
    assert GRENADIERS not in checked
    assert {TANKS, HIS} <= set(checked)


@pytest.mark.rule("WED S1.0")
def test_guns_that_went_into_the_park_wait_for_their_next_activation():
    gun = "59.art.ii"
    at = field({gun: "60.150", CAPTAIN: "60.150", US: "66.150"}, in_command=True,
               park=[{"id": "59", "division": "59", "value": 0, "at": "60.150"}],
               chits={"allied": [], "german": ["division/59", "direct"]})  # fmt: skip
    at.points("59", 5).draw("german/division/59").roll(0).pick(gun).press("park")
    assert at.ask is None or at.ask.kind != "second-action"


@pytest.mark.rule("WED SR2", "WED SR7")
def test_direct_command_pays_for_everybody_who_joins_an_assault():
    at = field({US: "60.150", MATE: "60.150", THIRD: "60.150", CHIEF: "60.150", HIM: "60.151"})
    at.points("101", 2).draw("allied/direct").pick(US).press("assault").at("60.151")
    assert (at.ask.kind, at.ask.most) == ("join", 1)
    at.pick(MATE)
    assert at.state.tracks["cp/101"] == 0
    poor = field({US: "60.150", MATE: "60.150", CHIEF: "60.150", HIM: "60.151"})
    poor.points("101", 1).draw("allied/direct").pick(US).press("assault").at("60.151")
    assert poor.ask.kind != "join"


@pytest.mark.rule("WED SR6", "WED 2.15.6")
def test_engineers_at_work_draw_fire_as_into_no_zone_of_zone():
    at = field({SAPPER: "51.159", US: "51.157"})
    at.push(Window(step="checked", unit=SAPPER, cause="engineer", firer=US, passed=True))
    assert not {"zones", "open"} & {f.id for f in at.ask.factors}


@pytest.mark.rule("WED 2.18.2")
def test_nobody_is_ferried_by_a_second_action():
    down = [{"id": "best-road", "destroyed": True}]
    at = field({SAPPER: "51.159", HIM: "51.159", US: FAR}, bridge=down)
    at.mark("ferry/best-road", SAPPER).change(HIM, column=True)
    at.push(UnitAction(step="order", unit=HIM, chit="formation/59.dew"))
    assert "ferry" in {c.key for c in at.ask.choices}
    at.push(UnitAction(step="order", unit=HIM, chit="formation/59.dew", again=True))
    assert "ferry" not in {c.key for c in at.ask.choices}


@pytest.mark.rule("WED 2.18.1")
@pytest.mark.parametrize(("start", "offered"), [("51.159", True), ("51.158", False)])
def test_engineers_become_a_ferry_where_their_activation_began(start, offered):
    down = [{"id": "best-road", "destroyed": True}]
    at = field({SAPPER: "51.159", US: FAR}, bridge=down)
    at.push(Activation(step="choose", chit="german/division/59", side="german", unit=SAPPER,
                       start=start, waiting=(SAPPER,)))  # fmt: skip
    at.push(UnitAction(step="order", unit=SAPPER, chit="division/59"))
    assert "job/ferry" in {c.key for c in at.ask.choices}
    at.push(UnitAction(step="order", unit=SAPPER, chit="division/59", again=True))
    assert ("job/ferry" in {c.key for c in at.ask.choices}) is offered


@pytest.mark.rule("WED 2.18.1", "WED SR2")
def test_an_activation_remembers_where_its_unit_began():
    at = field({US: "60.150", CHIEF: "60.150", HIM: FAR}).points("101", 3)
    at.draw("allied/formation/101.502").pick(US).go(US, "60.149").press("done", "again")
    found = [f for f in at.state.stack if isinstance(f, Activation)]
    assert [f.start for f in found] == ["60.150"]


@pytest.mark.rule("WED S4.0", "WED S4.3")
def test_guns_pulled_by_hand_ride_on_no_vehicle():
    at = field({TANKS: "60.150", GRENADIERS: "60.150", US: FAR}, in_command=True)
    row = replace(at.setting.counters[GRENADIERS], transport="")
    at.setting.counters[GRENADIERS] = row  # type: ignore[index]
    both = (TANKS, GRENADIERS)
    assert [u.id for u in rides(at.setting, at.state, at.unit(GRENADIERS), both)] == [TANKS]
    at.setting.counters[GRENADIERS] = replace(row, symbol="anti_tank")  # type: ignore[index]
    assert not list(rides(at.setting, at.state, at.unit(GRENADIERS), both))


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize(("unit", "closed"), [(CAPTAIN, 0), (HIM, 1)])
def test_a_leader_alone_does_not_close_the_road_by_walking_over_it(unit, closed):
    at = field({HIM: "60.150", CAPTAIN: "60.150", US: FAR}, route=["60.151", "60.152"])
    d = Draft(at.rules, at.state, umpire=False)
    enter(d, d.pieces[unit], "60.151")
    assert d.tracks.get("route/closed", 0) == closed
