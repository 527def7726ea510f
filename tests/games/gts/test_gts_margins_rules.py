"""Edges of the rules: assaults, engineers, the road, events, routs, drops and supply."""

from __future__ import annotations

import pytest
from gts_field import (
    CAPTAIN,
    FAR,
    GRENADIERS,
    GUN,
    HIM,
    HIS,
    MATE,
    MORTAR,
    PARKED,
    SAPPER,
    TANKS,
    THIRD,
    US,
    draft,
    field,
)
from msgspec.structs import replace

from wardesk.games.gts.ch04_actions import rearguard_of, road_targets
from wardesk.games.gts.ch04_movement import strays
from wardesk.games.gts.ch05_fire import can_fire_at, indirect, spotted, targets_of, weapon_at
from wardesk.games.gts.ch07_assault import bravery, escape
from wardesk.games.gts.ch13_engineers import dozing, finish, jobs_of
from wardesk.games.gts.ch15_route import begin_turn, reachable, road
from wardesk.games.gts.special.events import can_rout, refuges, step_losses
from wardesk.games.gts.state import (
    Assault,
    Astray,
    Fire,
    Happening,
    Hit,
    UnitAction,
    Window,
)


def job(at, unit, kind):
    return next((j for j in jobs_of(at.setting, at.state, at.unit(unit)) if j.kind == kind), None)


# ---- assault ------------------------------------------------------------------------------------


def attack(at, step, *attackers, **more):
    frame = Assault(step=step, side="allied", chit="direct", origin="60.150", cell="60.151",
                    attackers=attackers or (US,))  # fmt: skip
    return at.push(replace(frame, **more))


@pytest.mark.rule("WED SR7")
def test_bravery_by_the_worse_of_armour_and_entrenchments():
    at = field({US: "60.150", HIM: "60.151", TANKS: "60.151"})
    fight = Assault(step="brave", side="allied", chit="direct", origin="60.150", cell="60.151",
                    attackers=(US,))  # fmt: skip
    assert bravery(at.setting, at.state, fight, at.unit(US)) == 7 - 3
    at.change(HIM, dug="entrenched")
    assert bravery(at.setting, at.state, fight, at.unit(US)) == 7 - 3
    at.change(TANKS, at=FAR)
    assert bravery(at.setting, at.state, fight, at.unit(US)) == 7 - 2
    at.change(HIM, dug="improved")
    assert bravery(at.setting, at.state, fight, at.unit(US)) is None


@pytest.mark.rule("WED SR7")
def test_who_is_not_brave_stays_and_nobody_else_goes_when_all_fail():
    at = field({US: "60.150", MATE: "60.150", HIM: "60.151"}).change(HIM, dug="entrenched")
    attack(at, "brave", US, MATE, left=(US, MATE)).roll(9)
    assert at.ask.about == (MATE,)
    at.roll(0)
    assert (at.ask.kind, at.ask.about) == ("opportunity", (MATE,))
    assert at.state.stack[-2].attackers == (MATE,)
    none = field({US: "60.150", HIM: "60.151"}).change(HIM, dug="entrenched")
    attack(none, "brave", US, left=(US,)).roll(9)
    assert none.ask is None or none.ask.kind == "chit"


@pytest.mark.rule("WED SR7")
def test_each_who_comes_is_fired_at_by_each_defender_once():
    at = field({US: "60.150", MATE: "60.150", HIM: "60.151", HIS: "60.151"})
    attack(at, "defend", US, MATE)
    asked = []
    while at.ask.kind == "opportunity":
        asked.append((at.ask.about[0], at.ask.pieces))
        at.pick(at.ask.pieces[0]).roll(9)
    assert asked == [(US, (HIM, HIS)), (US, (HIS,)), (MATE, (HIM, HIS)), (MATE, (HIS,))]
    assert at.ask.kind == "fall-back"
    assert at.ask.who == "german"


@pytest.mark.rule("WED SR7", "WED N5")
def test_a_charge_that_is_stood_is_repulsed_and_one_that_is_not_takes_the_hex():
    at = attack(field({US: "60.150", HIM: "60.151"}), "way")
    assert [c.key for c in at.ask.choices] == ["fire", "charge"]
    at.press("charge").roll(0)  # he stands it
    assert at.ask.about == (HIM,)  # the company bonus of his last fire
    at.roll(9)
    assert {f.id: f.value for f in at.ask.factors}["charging"] == 2
    at.roll(9)
    assert (at.unit(US).at, at.unit(HIM).at) == ("60.150", "60.151")
    gone = attack(field({US: "60.150", HIM: "60.151"}), "way").press("charge").roll(9)
    assert (gone.unit(US).at, gone.unit(HIM).at) == ("60.151", None)
    down = attack(field({US: "60.150", HIM: "60.151"}).change(HIM, suppressed=True), "way")
    down.press("charge")
    assert down.unit(HIM).at is None  # nobody asked


@pytest.mark.rule("WED SR7")
def test_rounds_of_fire_end_by_breaking_off_or_after_the_third():
    at = attack(field({US: "60.150", HIM: "60.151"}), "way").press("fire")
    for _ in range(4):
        at.roll(9)
    assert at.ask.kind == "fall-back"
    at.press("hold")
    assert [c.key for c in at.ask.choices] == ["fire", "stop"]
    at.press("stop")
    assert at.unit(US).at == "60.150"
    last = attack(field({US: "60.150", HIM: "60.151"}), "way", round=3)
    assert "repulsed" in last.story()


@pytest.mark.rule("WED SR7", "WED N5")
def test_where_defenders_fall_back_to():
    at = field({US: "60.150", HIM: "60.151", MATE: "61.150", HIS: "60.152"})
    fight = Assault(step="stand", side="allied", chit="direct", origin="60.150", cell="60.151")
    found = set(escape(at.setting, at.state, fight, at.unit(HIM)))
    assert found == set(at.setting.beside["60.151"]) - {"60.150", "61.150"}
    full = {f"59.dew.{n}": "60.152" for n in ("i3", "ii5", "ii6")}
    crowd = field({US: "60.150", HIM: "60.151", HIS: "60.152", **full})
    assert "60.152" not in escape(crowd.setting, crowd.state, fight, crowd.unit(HIM))


@pytest.mark.rule("WED SR7")
def test_the_second_attack_is_by_the_assault_rating_and_red_ratings_are_used_twice():
    at = attack(field({US: "60.150", TANKS: "60.151"}), "way", round=1).press("fire")
    ratings = []
    while at.ask.kind in ("roll-company", "fire-assault"):
        if at.ask.kind == "fire-assault":
            ratings.append((at.ask.about[0], at.ask.column))
        at.roll(9)
    assert ratings == [(TANKS, "white"), (US, "pink")]
    row = field({US: "60.150", HIM: "60.151"})
    row.setting.counters[US] = replace(row.setting.counters[US], double=True)  # type: ignore[index]
    shot = Fire(step="roll", firer=US, target=HIM, kind="assault", attack=1)
    row.push(shot)
    assert "5 printed" in row.ask.context


# ---- fire ---------------------------------------------------------------------------------------


@pytest.mark.rule("WED SR11", "WED N10")
def test_who_fires_indirectly_and_who_sees_for_whom():
    at = field({MORTAR: "58.150", US: "60.150", GUN: "58.149", TANKS: "62.150",
                "gds.gren.i3": FAR}, window=[])  # fmt: skip
    state, setting = at.state, at.setting
    assert indirect(setting, at.unit(MORTAR), "58.151")
    assert not indirect(setting, at.unit(GUN), "58.152")
    assert indirect(setting, at.unit(GUN), "58.153")
    assert not indirect(setting, at.unit(TANKS), "58.150")
    assert (weapon_at(setting, at.unit(GUN), "58.152"), weapon_at(setting, at.unit(MORTAR),
            "58.151"), weapon_at(setting, at.unit(TANKS), "58.150")) == (
        "yellow", "green", "white")  # fmt: skip
    assert weapon_at(setting, at.unit(GUN), "58.153") != "yellow"
    assert spotted(setting, state, at.unit(MORTAR), "62.150")
    blind = field({MORTAR: "44.153", "101.506.a": "60.150", HIM: "62.150"}, window=[])
    assert not spotted(blind.setting, blind.state, blind.unit(MORTAR), "62.150")
    for change in ({"suppressed": True}, {"on": HIM}, {"carries": HIM}, {"mounted": "truck"},
                   {"at": "reserve"}):  # fmt: skip
        assert not can_fire_at(setting, state, replace(at.unit(MORTAR), **change), "62.150")
    assert can_fire_at(setting, state, at.unit(MORTAR), "62.150")


@pytest.mark.rule("WED SR5.1", "WED S4.4")
def test_targets_are_enemies_in_reach_and_no_riders():
    at = field({US: "60.150", HIM: "60.152", HIS: "60.154", TANKS: "60.149", GRENADIERS: "60.149"})
    assert set(targets_of(at.setting, at.state, at.unit(US))) == {
        TANKS, GRENADIERS}  # fmt: skip
    at.change(GRENADIERS, on=TANKS).change(TANKS, carries=GRENADIERS)
    assert targets_of(at.setting, at.state, at.unit(US)) == (TANKS,)
    at.change(TANKS, at=FAR).change(GRENADIERS, at=FAR)
    assert targets_of(at.setting, at.state, at.unit(US)) == (HIM,)


@pytest.mark.rule("WED SR11")
@pytest.mark.parametrize(("lying", "company", "after"), [
    ("", False, "light"), ("", True, "heavy"), ("light", False, "light"),
    ("light", True, "heavy"), ("heavy", False, "heavy"),
])  # fmt: skip
def test_a_barrage_is_light_or_heavy_and_grows(lying, company, after):
    at = field({PARKED: "60.145", HIM: "60.151", US: "60.152"}).mark("60.152/barrage", lying)
    rating = at.setting.counters[PARKED].fire
    at.setting.counters[PARKED] = replace(at.setting.counters[PARKED], fire=5)  # type: ignore[index]
    assert rating is not None
    at.push(Fire(step="judge", firer=PARKED, target=US, cell="60.152", roll=8, rating=3,
                 company=company))  # fmt: skip
    assert at.state.marks["60.152/barrage"] == after


def test_a_shot_without_firer_or_target_is_dropped():
    at = field({US: "60.150", HIM: "60.151"})
    shot = Fire(step="roll", firer=US, target=HIM)
    assert at.rules.alive(at.state, shot)
    assert not at.rules.alive(at.change(US, at=None).state, shot)
    assert not at.rules.alive(at.change(US, at="60.150").change(HIM, at=None).state, shot)
    assert not at.rules.alive(at.state, replace(shot, target="nobody"))
    assert at.rules.alive(at.state, Hit(step="begin", unit=HIM, result="C"))
    assert not at.rules.alive(at.state, Hit(step="begin", unit="nobody", result="C"))
    assert not at.rules.alive(at.state, Astray(step="ask", unit="nobody", left=2))


# ---- engineers ----------------------------------------------------------------------------------


@pytest.mark.rule("WED S2.0", "WED N17", "WED N20")
def test_work_that_is_done_takes_what_it_uses():
    at = field({SAPPER: "63.147", US: FAR}, road_blocks={"german": 2}).change(SAPPER, men=True)
    d = draft(at)
    finish(d, d.pieces[SAPPER], job(at, SAPPER, "block"))
    assert (d.tracks["blocks/german"], d.marks["63.147/block"]) == (1, "german")
    assert not d.pieces[SAPPER].men
    assert (
        job(field({SAPPER: "60.150", US: FAR}, road_blocks={"german": 2}), SAPPER, "block") is None
    )
    assert job(field({SAPPER: "63.147", US: FAR}), SAPPER, "block") is None
    mine = field({SAPPER: "63.147", US: FAR}, road_blocks={"german": 2})
    mine.mark("63.147/block", "german")
    assert job(mine, SAPPER, "block") is None
    assert job(mine, SAPPER, "unblock") is None
    mine.mark("63.147/block", "allied")
    assert job(mine, SAPPER, "unblock") is not None
    for change, cite in (({"column": True}, "WED 2.15.6"), ({"suppressed": True}, "WED SR8")):
        at = field({SAPPER: "63.147", US: FAR}, road_blocks={"german": 1}).change(SAPPER, **change)
        assert [r.cite for r in job(at, SAPPER, "block").refused] == [cite]


@pytest.mark.rule("WED 2.15.7", "WED 2.18.3")
def test_a_bridge_that_is_built_ends_the_ferry():
    at = field({"gds.ind.11": "51.160", SAPPER: "51.159"}, bailey=["gds.ind.11"], window=[],
               bridge=[{"id": "best-road", "destroyed": True}])  # fmt: skip
    at.mark("ferry/best-road", SAPPER)
    d = draft(at)
    finish(d, d.pieces["gds.ind.11"], job(at, "gds.ind.11", "repair"))
    assert not d.marks.get("ferry/best-road")
    assert d.marks["bridge/best-road"] == "bailey:gds.ind.11"


@pytest.mark.rule("WED 2.11", "WED N17")
def test_men_at_work_help_a_bulldozer_by_one():
    at = field({US: "60.150"})
    assert dozing(at.setting, at.state, "tongelreep") == 2
    assert dozing(at.setting, at.mark("dozer/tongelreep", "men").state, "tongelreep") == 3
    assert dozing(at.setting, at.mark("dozer/tongelreep", "new").state, "tongelreep") == 2


@pytest.mark.rule("WED S2.0", "WED N20")
def test_who_can_leave_a_rearguard():
    rear = [{"formation": "59.dew", "count": 1}]
    at = field({HIM: "60.150", "59.dew.igw": "60.151", SAPPER: "60.152", US: FAR}, rearguards=rear)
    found = [rearguard_of(at.setting, at.state, at.unit(u)) for u in (HIM, "59.dew.igw", SAPPER)]
    assert found == ["59.dew.rear1", "", ""]
    assert not rearguard_of(at.setting, at.state, replace(at.unit(HIM), suppressed=True))
    assert not rearguard_of(at.setting, at.change("59.dew.rear1", at="60.150").state, at.unit(HIM))


# ---- the road -----------------------------------------------------------------------------------

ROAD = ["63.146", "63.147", "63.148", "63.149", "64.149"]


@pytest.mark.rule("WED 4.2", "WED 4.1")
def test_the_marker_gets_past_no_enemy_zone_or_broken_bridge():
    def stops(him=FAR, **more):
        at = field({US: "60.140", HIM: him}, route=ROAD, stops=["63.146", "63.147", "63.149"],
                   window=[], **more)  # fmt: skip
        return reachable(at.setting, at.state)

    assert stops() == ("63.147", "63.149")
    assert stops("63.149") == ()  # his fire zone reaches the first stop
    assert stops("64.150") == ("63.147",)
    assert stops("63.147") == ()
    none = field({US: "60.140", HIM: FAR}, route=ROAD, window=[])
    assert reachable(none.setting, none.state) == ()
    assert road(none.setting, none.state) == frozenset(ROAD)


@pytest.mark.rule("WED 4.3.3", "WED S6.1.2")
@pytest.mark.parametrize(("slots", "down", "still"), [
    (["1900", "Night"], False, None), (["1900", "Night"], True, "bridge"), (["1700"], False, True),
])  # fmt: skip
def test_the_road_is_open_again_at_1900_unless_a_bridge_is_down(slots, down, still):
    at = field({US: "60.140", HIM: FAR}, route=["65.152", "65.153", "65.154"], slots=slots,
               window=[])  # fmt: skip
    at.mark("route/cut", True).mark("turn/attacked", True).mark("turn/closed", True)
    if down:
        at.mark("bridge/son", "destroyed")
    d = draft(at)
    begin_turn(d)
    assert d.marks.get("route/cut") == still
    assert not d.marks.get("turn/attacked")
    assert not d.marks.get("turn/closed")


@pytest.mark.rule("WED 4.3.3")
def test_what_germans_fire_at_on_the_road():
    at = field({HIM: "63.147", US: "63.149", MATE: "60.140"}, route=ROAD, window=[])
    assert set(road_targets(at.setting, at.state, at.unit(HIM))) == {"63.146", "63.148"}
    assert road_targets(at.setting, at.state, at.unit(US)) == ()
    assert road_targets(at.setting, at.state, replace(at.unit(HIM), delay=1)) == ()


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize(("roll", "kind", "events"), [(8, "attacked", False), (9, "", True)])
def test_a_shot_at_the_road_and_its_nine(roll, kind, events):
    at = field({HIM: "63.147", US: "60.140"}, route=ROAD, window=[], events=True)
    before = at.state.tracks.get("route/attacked", 0)
    at.push(UnitAction(step="shell_roll", unit=HIM, chit="division/59", job="63.148"))
    assert (at.ask.dice, at.ask.lowest) == ((10,), 0)
    at.roll(roll)
    assert at.state.tracks.get("route/attacked", 0) - before == int(kind == "attacked")
    assert (at.ask.kind == "event") is events


# ---- events and routs ---------------------------------------------------------------------------


@pytest.mark.rule("WED S3.0", "WED S3.1")
def test_what_lies_out_goes_back_before_the_next_event_of_its_side():
    at = field({US: "60.150", HIM: FAR}, events=True)
    marks = {"heroic/german": HIM, "heroic/allied": US, "49.157/dutch": "german",
             "50.157/dutch": "allied"}  # fmt: skip
    for key, value in marks.items():
        at.mark(key, value)
    cups = {**at.state.cups, "events/german": ("air",)}
    at.state = replace(at.state, cups=cups)
    at.push(Happening(step="draw", side="german"))
    assert sorted(at.state.cups["events/german"]) == ["air", "dutch", "heroic"]
    left = {key for key in marks if at.state.marks.get(key)}
    assert left == {"heroic/allied", "50.157/dutch"}


@pytest.mark.rule("WED S3.1")
def test_who_can_be_ambushed_and_what_can_be_mined():
    at = field({US: "60.150", MATE: "60.149", HIM: "60.153"})
    at.push(Happening(step="ambush", side="allied", event="ambush"))
    assert (at.ask.who, set(at.ask.pieces)) == ("german", {US})
    mines = field({US: "60.150", HIM: "44.153"}).mark("60.152/mines", True)
    mines.push(Happening(step="minefield", side="allied", event="minefield"))
    assert max(mines.setting.distance(c, "60.150") for c in mines.ask.cells) == 3
    assert "60.150" in mines.ask.cells
    assert "60.152" not in mines.ask.cells


@pytest.mark.rule("WED S3.1")
def test_losses_of_a_formation_and_who_of_it_can_rout():
    at = field({US: "60.150", MATE: "60.149", HIM: "60.152", "101.ind.326c": "60.150"})
    assert (step_losses(at.setting, at.state, "101.502"), can_rout(at.setting, at.state,
            "101.502")) == (0, False)  # fmt: skip
    at.change(MATE, steps=1)
    assert (step_losses(at.setting, at.state, "101.502"), can_rout(at.setting, at.state,
            "101.502")) == (1, True)  # fmt: skip
    at.change(MATE, steps=0, at=None)
    assert step_losses(at.setting, at.state, "101.502") == 2
    at.change(MATE, steps=0, at="routed")
    assert step_losses(at.setting, at.state, "101.502") == 0
    at.change("101.ind.326c", steps=1)
    assert not can_rout(at.setting, at.state, "101.ind")
    away = field({US: "60.150", MATE: "60.149", HIM: FAR}).change(MATE, steps=1)
    assert not can_rout(away.setting, away.state, "101.502")


@pytest.mark.rule("WED S3.1")
def test_where_who_routs_can_go():
    at = field({US: "60.150", HIM: "60.152"})
    found = refuges(at.setting, at.state, at.unit(US))
    assert found
    assert all(at.setting.distance(cell, "60.152") == 3 for cell in found)
    assert refuges(at.setting, at.state, replace(at.unit(US), suppressed=True)) == found
    assert refuges(at.setting, at.state, replace(at.unit(US), on=TANKS)) == ()


@pytest.mark.rule("WED S3.1")
def test_independents_that_stand_with_a_rout_go_with_it_and_those_it_meets_do_not():
    at = field({HIM: "60.152", SAPPER: "60.152", US: "60.154", "wal.107.g1": "62.150",
                "wal.107.g2": "60.152", "wal.107.ldr": "62.150"})  # fmt: skip
    row = at.setting.formations["59.ind"]
    at.setting.formations["59.ind"] = replace(row, division="wal")  # type: ignore[index]
    at.change("wal.107.g1", steps=1).change(US, at="62.152")
    at.push(Happening(step="rout", side="german", event="rout")).press("wal.107")
    while at.ask.kind == "event-hex":
        at.at(at.ask.cells[0])
    gone = {u.id for u in at.state.pieces.values() if u.at == "routed"}
    assert gone == {"wal.107.g1", "wal.107.g2", "wal.107.ldr", SAPPER}


@pytest.mark.rule("WED O3.0")
def test_who_strays_has_no_leader_within_twice_his_range():
    at = field({HIM: "60.150", CAPTAIN: "60.159", US: FAR}, lost="yes", window=[])
    setting = at.setting
    assert strays(setting, at.state, at.unit(HIM), "60.149")
    assert not strays(setting, at.state, at.unit(HIM), "60.151")
    near = replace(at.unit(HIM), at="60.151")
    assert not strays(setting, at.state, near, "60.150")
    assert not strays(setting, at.state, at.unit(US), "44.152")
    alone = field({HIM: "60.150", US: FAR}, lost="yes", window=[])
    assert not strays(alone.setting, alone.state, alone.unit(HIM), "60.149")


@pytest.mark.rule("WED S3.1")
def test_only_whose_points_they_are_pay_in_a_stack_of_three():
    at = field({US: "60.150", MATE: "60.150", THIRD: "60.150", HIM: FAR})
    at.push(Astray(step="ask", unit=US, left=16, mates=((MATE, 14), (THIRD, 12))))
    at.press(f"column/{MATE}")
    frame = at.state.stack[-1]
    assert (frame.left, frame.mates) == (16, ((MATE, 12), (THIRD, 12)))
    at.go(US, "60.149")
    frame = at.state.stack[-1]
    assert (frame.left, frame.mates) == (12, ((MATE, 10), (THIRD, 8)))


@pytest.mark.rule("WED S4.2")
def test_a_rider_on_the_ground_may_be_fired_at_by_who_has_not_fired():
    at = field({TANKS: "60.150", GRENADIERS: "60.150", US: "60.152", MATE: "60.148"})
    at.change(TANKS, carries=GRENADIERS, column=True).change(GRENADIERS, on=TANKS)
    at.push(UnitAction(step="unload", unit=TANKS, chit="formation/wal.107", left=28))
    assert at.ask.about == (TANKS,)
    at.pick(US).roll(9).press("hold")
    assert (at.ask.kind, at.ask.about, at.ask.pieces) == ("opportunity", (GRENADIERS,), (MATE,))
    at.press("hold")
    assert at.state.stack[-1].left == 14
    assert at.unit(GRENADIERS).acted
    assert (at.unit(TANKS).carries, at.unit(GRENADIERS).on) == ("", "")


def test_windows_are_for_whose_zone_it_is_and_those_named():
    at = field({US: "60.150", HIM: "60.152", HIS: "60.151"})
    at.push(Window(step="ask", unit=US, cause="leave", goal="60.149", only=(HIS,)))
    assert at.ask.pieces == (HIS,)
    at.pick(HIS).roll(0, 9)
    assert at.ask is None or at.ask.kind != "opportunity"
