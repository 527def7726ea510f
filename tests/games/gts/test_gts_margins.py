"""Edges of figures and conditions that whole positions pass by: set-up, movement, zones, chits."""

from __future__ import annotations

from random import Random

import pytest
from gts_field import FAR, HIM, HIS, field
from msgspec.structs import replace

from wardesk.engine.draft import Draft
from wardesk.engine.types import CHANCE
from wardesk.games.gts.ch01_sequence import FIRST
from wardesk.games.gts.ch04_actions import (
    changed,
    column_deeds,
    deeds_of,
    dismount,
    dismounting,
    mounting,
)
from wardesk.games.gts.ch04_costs import allowance, can_move, gait, on_wheels, step_cost
from wardesk.games.gts.ch04_movement import against_way, spread_cost
from wardesk.games.gts.ch07_assault import against_assault
from wardesk.games.gts.position import (
    bridge_state,
    last_in,
)
from wardesk.games.gts.state import Turn
from wardesk.services.play.tables import load_table

US, MATE, CHIEF, MORTAR = "101.502.a", "101.502.b", "101.502.ldr", "101.502.m1"
TANKS, GRENADIERS, LORRIES = "wal.107.p1", "wal.107.g1", "wal.107.flak"


def cites(reasons):
    return [reason.cite for reason in reasons]


# ---- set-up -------------------------------------------------------------------------------------


def test_a_table_begins_as_its_scenario_says():
    place = [
        {"units": [MATE], "at": "60.151", "steps": 1, "column": True, "suppressed": True,
         "cohesion": 2},
        {"units": [HIS], "at": "60.156", "entrenched": True},
        {"units": ["59.dew.i3"], "at": "60.157", "improved": True},
        {"units": ["59.dew.ii5"], "at": "park"},
        {"units": ["59.dew.ii6"], "at": "60.158", "turn": 2, "column": True},
    ]  # fmt: skip
    at = field(
        {US: "60.150", HIM: "60.155"}, place=place, first="german/direct",
        points={"101": 4}, dispatch={"101": 2}, trucks={"59": 3}, jeeps={"101": 2},
        road_blocks={"german": 2}, bulldozers=1, events=True, blocked={"60.149": "german"},
        mined=["60.148"], raid_on=True, route_cut=True, route=["65.151", "65.152"],
        stops=["65.151", "65.152"], window=[],
        rearguards=[{"formation": "59.dew", "count": 2, "at": ["60.140"]}],
        park=[{"id": "59", "division": "59", "value": 4, "at": "60.141"}],
        bridge=[{"id": "son", "control": "allied"}, {"id": "best-road", "wired": "german"},
                {"id": "tongelreep", "tried": "unstable", "bulldozer": "men"},
                {"id": "best-rail", "improved": True}],
    )  # fmt: skip
    mate, marks, tracks = at.unit(MATE), at.state.marks, at.state.tracks
    assert (mate.at, mate.steps, mate.column, mate.suppressed, mate.cohesion) == (
        "60.151", 1, True, True, 2)  # fmt: skip
    assert (at.unit(HIS).dug, at.unit("59.dew.i3").dug, at.unit(US).dug) == (
        "entrenched", "improved", "")  # fmt: skip
    assert (at.unit("59.dew.ii5").at, at.unit("59.dew.ii6").at) == ("park", "reserve")
    assert not at.unit("59.dew.ii6").column
    assert [at.unit(f"59.dew.rear{n}").at for n in (1, 2)] == ["60.140", "reserve"]
    assert [at.unit(f"59.dew.rear{n}").side for n in (1, 2)] == ["german", "german"]
    assert (last_in(at.state, "60.150"), last_in(at.state, "60.155")) == ("allied", "german")
    assert not {"park/last", "reserve/last", "60.158/last"} & set(marks)
    assert [last_in(at.state, c) for c in at.setting.bridges["son"].between] == ["allied"] * 2
    assert (tracks["cp/101"], tracks["dp/101"], tracks["cp/59"], tracks["dp/59"]) == (4, 2, 0, 0)
    assert (tracks["trucks/59"], tracks["jeeps/101"], tracks["dozers"]) == (3, 2, 1)
    assert tracks["blocks/german"] == 2
    assert "blocks/allied" not in tracks
    assert (marks["60.149/block"], marks["60.148/mines"], marks["raid"]) == ("german", True, True)
    assert (marks["park/59"], marks["route/marker"], marks["route/cut"]) == (
        "60.141", "65.151", True)  # fmt: skip
    assert (marks["dozer/tongelreep"], marks["improved/best-rail"]) == ("men", True)
    assert bridge_state(at.state, "best-road") == "wired:german"
    assert len(at.state.cups["events/allied"]) == len(at.state.cups["events/german"]) == 11
    assert not at.state.marks.get(FIRST)  # it has opened the turn
    assert "Direct command of the Germans was held over" in at.story()


def test_arrivals_come_in_their_turn_in_column_where_it_says_so():
    place = [{"units": [HIS], "at": "60.156", "turn": 2, "column": True}]
    at = field({US: "60.150", HIM: FAR}, place=place)
    d = Draft(at.rules, at.state, umpire=False)
    d.track("turn", 1)
    at.push(Turn(step="either"))
    assert at.unit(HIS).at == "reserve"
    at.state = replace(at.state, tracks={**at.state.tracks, "turn": 2})
    at.push(Turn(step="either"))
    assert (at.unit(HIS).at, at.unit(HIS).column) == ("60.156", True)
    assert last_in(at.state, "60.156") == "german"


@pytest.mark.parametrize("name", ["the-best-laid-plans", "son-with-the-wind", "out-of-the-sky"])
def test_every_die_has_ten_faces_from_nought(name):
    from wardesk.engine.dice import SeededDice
    from wardesk.engine.kernel import Stamp, advance, begin

    rules = load_table(f"market-garden/{name}", {}).rules
    rng, dice = Random(3), SeededDice(3)
    event, state = begin(rules, umpire=False)
    for _ in range(400):
        if state.ask is None:
            break
        if state.ask.who == CHANCE:
            assert state.ask.faces or (state.ask.dice, state.ask.lowest) == ((10,), 0), state.ask
            answer = dice.answer(state.ask, 0, event.chances)
        else:
            answer = rules.sample(state, rng)
        event, state = advance(rules, state, answer, Stamp(id=event.id + 1, parent=event.id,
                               chances=event.chances), umpire=False)  # fmt: skip


# ---- how a unit goes ----------------------------------------------------------------------------


@pytest.mark.rule("WED N18", "WED S5.3")
@pytest.mark.parametrize(("unit", "mounted", "how", "points"), [
    (US, "", "leg", 8), (US, "truck", "wheeled", 14), (US, "jeep", "wheeled", 14),
    (GRENADIERS, "", "leg", 8), (GRENADIERS, "organic", "tracked", 16),
    (GRENADIERS, "truck", "wheeled", 14), (TANKS, "", "tracked", 14), (LORRIES, "", "wheeled", 14),
])  # fmt: skip
def test_how_and_how_far_a_unit_goes(unit, mounted, how, points):
    at = field({unit: "60.150", "59.dew.i3": FAR}).change(unit, mounted=mounted)
    assert gait(at.setting, at.unit(unit)) == (how, points)
    assert allowance(at.setting, at.unit(unit)) == 2 * points
    assert on_wheels(at.setting, at.unit(unit)) is (how != "leg")


def test_who_cannot_move():
    place = [{"units": [MATE], "at": "60.151", "still": True}]
    at = field({US: "60.150", HIM: "60.155"}, place=place)
    setting = at.setting
    assert can_move(setting, at.unit(US))
    assert not can_move(setting, at.unit(MATE))
    down = replace(at.unit(US), suppressed=True)
    assert (can_move(setting, down), can_move(setting, down, routed=True)) == (False, True)
    assert not can_move(setting, replace(at.unit(US), delay=1), routed=True)
    assert not can_move(setting, replace(at.unit(US), on=TANKS))
    assert not can_move(setting, replace(at.unit(US), at="reserve"))


def cost(at, unit, a, b, **more):
    return step_cost(at.setting, at.state, replace(at.unit(unit), at=a, **more), a, b)


@pytest.mark.rule("WED SR11", "WED 2.16", "WED N20")
def test_barrage_and_road_blocks_make_a_step_dearer():
    at = field({US: "63.146", TANKS: "60.150", HIM: FAR})
    assert cost(at, US, "63.146", "63.147", column=True) == 1
    assert cost(at, US, "63.146", "63.147") == 4
    at.mark("63.146/barrage", "light")
    assert cost(at, US, "63.146", "63.147", column=True) == 1 + 4
    assert cost(at, US, "63.147", "63.146", column=True) == 1
    at.mark("63.146/barrage", "")
    at.mark("63.147/block", "german")
    assert cost(at, US, "63.146", "63.147", column=True) == 2
    assert cost(at, US, "63.147", "63.148", column=True) == 1
    assert cost(at, US, "63.146", "63.147") == 4
    night = field({US: "63.146", HIM: FAR}, slots=["Night", "0700"]).mark("63.147/block", "german")
    assert cost(night, US, "63.146", "63.147", column=True) == 4
    assert cost(night, US, "63.147", "63.148", column=True) == 2
    assert cost(night, US, "63.147", "63.148") == 8


@pytest.mark.rule("WED 2.11", "WED N20")
def test_a_blocked_road_over_a_stream_costs_the_stream_and_stops_vehicles():
    at = field({US: "62.144", TANKS: "60.150", HIM: FAR})
    pair = next((a, b) for a, row in at.setting.steps.items() for b, step in row.items()
                if step.stream and not step.road and not step.shut and not step.bridge
                and at.setting.terrain[b] == "clear")  # fmt: skip
    off = at.setting.off_road
    assert off(*pair, "leg", night=False) == 2 * (1 + 1)
    assert off(*pair, "leg", night=True) == 4 * (1 + 1)
    assert off(*pair, "tracked", night=False) is None
    assert off("60.150", "60.151", "tracked", night=False) == 2
    assert off("60.150", "60.151", "wheeled", night=True) == 8
    assert off("51.159", "51.160", "leg", night=False) is None


@pytest.mark.slow
@pytest.mark.rule("WED 2.15.3")
def test_vehicles_pay_as_on_rails_over_an_improved_railway_bridge():
    at = field({TANKS: "68.170", LORRIES: "68.170", US: FAR}, window=[])
    at.mark("improved/68.170-69.170", True)
    assert cost(at, TANKS, "68.170", "69.170", column=True) == 2
    assert cost(at, LORRIES, "68.170", "69.170", column=True) == 4
    assert cost(at, TANKS, "68.170", "69.170") is None


@pytest.mark.rule("WED 2.17")
@pytest.mark.parametrize(("unit", "points"), [(US, 1 + 2), (LORRIES, 2 + 6), (TANKS, 1 + 4)])
def test_the_culvert_costs_what_the_hex_behind_it_costs_and_more(unit, points):
    at = field({unit: "70.156", HIM: FAR}, window=[])
    assert cost(at, unit, "70.156", "70.157", column=True) == 2 * points
    assert cost(at, unit, "70.157", "70.156", column=True) == 2 * points
    night = field({unit: "70.156", HIM: FAR}, window=[], slots=["Night", "0700"])
    assert cost(night, unit, "70.156", "70.157", column=True) == 4 * points


@pytest.mark.rule("WED SR4")
@pytest.mark.parametrize(("slots", "leg", "tracks"), [(["0700"], 4, 4), (["Night"], 8, 8)])
def test_leaving_column_costs_the_ground(slots, leg, tracks):
    at = field({US: "60.150", TANKS: "60.151"}, slots=[*slots, "0900"])
    assert spread_cost(at.setting, at.state, at.unit(US)) == leg
    assert spread_cost(at.setting, at.state, at.unit(TANKS)) == tracks


def test_a_way_that_is_refused_says_why():
    at = field({US: "60.150", MATE: "60.149", HIM: "60.152", TANKS: "53.152"})
    at.change(MATE, column=True)

    def why(cells, unit=US, left=16, chit="formation/101.502", **more):
        mover = replace(at.unit(unit), **more)
        return cites(against_way(at.setting, at.state, mover, left, chit, cells))

    near = {"at": "60.151"}
    assert why(["60.148"]) == ["WED SR4"]
    assert why(["60.152"], **near) == ["WED SR4"]
    assert why(["60.151"], chit="division/101") == ["WED SR2"]
    assert why(["60.149"], column=True) == ["WED SR4"]
    assert why(["59.150"], left=3) == ["WED SR4"]
    assert why(["53.153"], TANKS) == ["WED 2.4"]
    assert why(["53.153"], TANKS, column=True) == ["WED 2.5"]
    texts = against_way(at.setting, at.state, at.unit(TANKS), 99, "direct", ["53.153"])
    assert "out of column" in texts[0].text
    column = replace(at.unit(TANKS), column=True)
    texts = against_way(at.setting, at.state, column, 99, "direct", ["53.153"])
    assert "There is no way there in column" in texts[0].text
    assert why(["59.150"]) == []


@pytest.mark.rule("WED SR7", "WED SR3")
def test_nobody_assaults_where_no_enemy_is_beside_it():
    at = field({US: "60.150", CHIEF: "60.150", HIM: "60.152", MORTAR: "60.151"}, in_command=True)
    found = against_assault(at.setting, at.state, at.unit(US), "direct")
    assert [str(r.text) for r in found] == ["No enemy that it can reach is beside it"]
    at.change(HIM, at="60.149")
    assert not against_assault(at.setting, at.state, at.unit(US), "direct")
    for change in ({"on": TANKS}, {"carries": TANKS}, {"mounted": "truck"}):
        held = replace(at.unit(US), **change)
        assert cites(against_assault(at.setting, at.state, held, "direct")) == ["WED S4.3"]


# ---- transport ----------------------------------------------------------------------------------


@pytest.mark.rule("WED N18")
def test_changing_into_vehicles_takes_half_of_the_movement():
    at = field({GRENADIERS: "60.150", US: FAR})
    foot, riding = at.unit(GRENADIERS), replace(at.unit(GRENADIERS), mounted="organic")
    assert changed(at.setting, 16, foot, riding) == 16
    assert changed(at.setting, 8, foot, riding) == 0
    assert changed(at.setting, 32, riding, foot) == 8
    assert changed(at.setting, 16, riding, foot) == 0
    assert [c.refused == () for c in mounting(at.setting, foot, 8)] == [True]
    assert [c.refused == () for c in mounting(at.setting, foot, 7)] == [False]
    assert not list(mounting(at.setting, riding, 32))
    assert not list(mounting(at.setting, replace(foot, abandoned=True), 16))
    assert not list(mounting(at.setting, replace(foot, on=TANKS), 16))
    assert [c.refused == () for c in dismounting(at.setting, riding, 16)] == [True]
    assert [c.refused == () for c in dismounting(at.setting, riding, 15)] == [False]
    assert not list(dismounting(at.setting, foot, 16))


@pytest.mark.rule("WED S5.3", "WED 2.16")
@pytest.mark.parametrize(("raised", "column", "back", "gone"), [
    (False, True, 1, False), (True, True, 0, True), (True, False, 1, False),
])  # fmt: skip
def test_trucks_go_back_but_from_a_dyke(raised, column, back, gone):
    at = field({US: "60.150", GRENADIERS: "60.150", HIM: FAR}, trucks={"101": 0})
    if raised:
        object.__setattr__(at.setting, "raised", frozenset({"60.150"}))
    at.change(US, mounted="truck", column=column).change(GRENADIERS, mounted="organic",
                                                         column=column)  # fmt: skip
    d = Draft(at.rules, at.state, umpire=False)
    dismount(d, d.pieces[US])
    assert (d.tracks["trucks/101"], d.pieces[US].mounted) == (back, "")
    dismount(d, d.pieces[GRENADIERS])
    assert (d.pieces[GRENADIERS].mounted, d.pieces[GRENADIERS].abandoned) == ("", gone)


@pytest.mark.rule("WED S4.2")
@pytest.mark.parametrize(("left", "others", "refused"), [(14, 3, False), (13, 3, True),
                                                         (14, 4, True)])  # fmt: skip
def test_a_rider_is_let_down_for_half_the_movement_where_there_is_room(left, others, refused):
    more = {f"wal.107.g{n + 1}": "60.150" for n in range(1, min(others, 3) + 1)}
    more |= {"wal.107.pio": "60.150"} if others > 3 else {}
    at = field({TANKS: "60.150", GRENADIERS: "60.150", US: FAR, **more})
    at.change(TANKS, carries=GRENADIERS, column=True).change(GRENADIERS, on=TANKS)
    (deed,) = column_deeds(at.setting, at.state, at.unit(TANKS), left)
    assert (deed.key, bool(deed.refused)) == ("unload", refused)
    assert deeds_of(at.setting, at.state, at.unit(TANKS), "direct") == ()
