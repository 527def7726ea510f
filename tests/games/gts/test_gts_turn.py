"""The turn, chits, command, actions, assault, bridges, victory; and whole games."""

import pytest
from against_chance import against_chance
from gts_field import CHITS, Field, field
from msgspec.structs import replace

from wardesk.engine.types import CreatePiece
from wardesk.games.gts.ch02_chits import acting
from wardesk.games.gts.ch02_command import can_pay, in_command, price
from wardesk.games.gts.ch04_costs import allowance
from wardesk.games.gts.ch04_movement import closed_to, goals_of
from wardesk.games.gts.ch07_assault import against_assault, bravery, escape
from wardesk.games.gts.ch13_engineers import controls, job_of
from wardesk.games.gts.ch14_victory import earned, wanted
from wardesk.games.gts.forces import Award, Hold
from wardesk.games.gts.state import Assault
from wardesk.services.play.tables import load_table

US, MATE, CHIEF = "101.502.a", "101.502.b", "101.502.ldr"
HIM, HIS, CAPTAIN = "59.dew.i1", "59.dew.i2", "59.dew.ldr"
SAPPERS = "59.ind.ersp"


def _opened(at, side, chit, points=0):
    at.draw(f"{side}/{chit}")
    if at.ask.kind == "command-points":
        at.roll(points)
    return at


@pytest.mark.rule("WED SR1.1")
def test_every_chit_of_the_turn_goes_into_the_mug_and_barrages_come_off():
    at = field({US: "60.150", HIM: "46.152"})
    assert sorted(at.state.cups["mug"]) == sorted(f"{s}/{c}" for s in CHITS for c in CHITS[s])
    at.mark("60.150/barrage", "heavy")
    while at.state.tracks["turn"] == 1:
        if at.ask.kind == "chit" or at.ask.kind == "command-points":
            at.roll(0)
        else:
            at.press("end")
    assert "60.150/barrage" not in at.state.marks


@pytest.mark.rule("WED SR1.3")
def test_the_last_chit_opens_the_next_turn():
    chits = {"allied": ["division/101"], "german": ["division/59"]}
    at = field({US: "60.150", HIM: "46.152"}, chits=chits)
    _opened(at, "allied", "division/101").press("end")
    assert at.state.tracks["turn"] == 2
    assert at.ask.kind == "command-points"
    assert at.state.stack[-1].chit == "german/division/59"
    assert at.state.cups["mug"] == ("allied/division/101",)


@pytest.mark.rule("WED N1", "WED SR1.1")
def test_a_division_chit_brings_a_die_of_command_points():
    at = field({US: "60.150", HIM: "46.152"}, points={"101": 4})
    _opened(at, "allied", "division/101", 7)
    assert at.state.tracks["cp/101"] == 11
    again = field({US: "60.150", HIM: "46.152"}, points={"101": 12})
    _opened(again, "allied", "division/101", 9)
    assert again.state.tracks["cp/101"] == 15


@pytest.mark.rule("WED SR2")
def test_who_acts_by_which_chit():
    places = {US: "60.150", MATE: "66.142", CHIEF: "60.149", SAPPERS: "46.153", CAPTAIN: "46.152"}
    at = field({**places, HIM: "46.154", "59.art.ii": "46.155"})
    state, setting = at.state, at.setting
    assert set(acting(setting, state, "allied/division/101")) == {US, MATE, CHIEF}
    assert set(acting(setting, state, "allied/formation/101.502")) == {US, CHIEF}
    german = set(acting(setting, state, "german/formation/59.dew"))
    assert german == {SAPPERS, CAPTAIN, HIM, "59.art.ii"}
    assert not acting(setting, state, "allied/direct")
    at.points("101", 1)
    assert set(acting(setting, at.state, "allied/direct")) == {US}


@pytest.mark.rule("WED SR2")
def test_direct_command_and_a_second_action_cost_a_point():
    at = field({US: "60.150", CHIEF: "60.149", HIM: "46.152"}, points={"101": 2})
    _opened(at, "allied", "direct").pick(US)
    assert at.state.tracks["cp/101"] == 1
    at.press("done")
    assert at.ask.kind == "second-action"
    at.press("again")
    assert at.state.tracks["cp/101"] == 0
    at.press("done")
    assert at.ask.kind == "chit"


@pytest.mark.rule("WED SR2", "WED N3")
def test_a_division_chit_enters_no_fire_zone_and_neither_does_who_is_out_of_command():
    at = field({US: "60.150", CHIEF: "60.149", HIM: "60.153"})
    me = at.unit(US)
    assert "60.151" in closed_to(at.setting, at.state, me, "division/101")
    assert "60.151" not in closed_to(at.setting, at.state, me, "formation/101.502")
    at.change(CHIEF, at="46.163")
    assert "60.151" in closed_to(at.setting, at.state, me, "formation/101.502")
    reasons = against_assault(at.setting, at.state, replace(me, at="60.152"), "formation/101.502")
    assert any("Out of command" in reason.text for reason in reasons)


@pytest.mark.rule("WED S6.6")
def test_the_101st_obeys_every_leader_at_twice_the_price():
    at = field({US: "60.150", CHIEF: "60.149"})
    assert price(at.setting, at.state, at.unit(US)) == 1
    counters = at.setting.counters
    formation = replace(at.setting.formations["101.502"], id="101.506", name="506 PIR")
    at.setting.formations["101.506"] = formation  # type: ignore[index]
    counters[US] = replace(counters[US], formation="101.506")  # type: ignore[index]
    assert price(at.setting, at.state, at.unit(US)) == 2
    assert not can_pay(at.setting, at.points("101", 1).state, at.unit(US))
    assert can_pay(at.setting, at.points("101", 2).state, at.unit(US))


@pytest.mark.rule("WED S6.7")
def test_an_american_telephone_reaches_from_town_to_town():
    at = field({US: "49.157", CHIEF: "61.141"}, window=[])
    counters = at.setting.counters
    assert in_command(at.setting, at.state, at.unit(US))
    counters[CHIEF] = replace(counters[CHIEF], telephone=False)  # type: ignore[index]
    assert not in_command(at.setting, at.state, at.unit(US))
    counters[CHIEF] = replace(counters[CHIEF], telephone=True)  # type: ignore[index]
    assert at.setting.terrain["61.141"] == "town"
    assert in_command(at.setting, at.state, at.unit(US))
    at.change(US, at="54.150")
    assert not in_command(at.setting, at.state, at.unit(US))
    at.change(US, at="49.157").change(CHIEF, at="61.146")  # the leader in the open
    assert at.setting.distance("49.157", "61.146") > counters[CHIEF].command
    assert at.setting.terrain["61.146"] == "clear"
    assert not in_command(at.setting, at.state, at.unit(US))


@pytest.mark.rule("WED S6.8")
def test_some_units_command_themselves():
    at = field({US: "60.150"})
    assert not in_command(at.setting, at.state, at.unit(US))
    counters = at.setting.counters
    counters[US] = replace(counters[US], self_command=True)  # type: ignore[index]
    assert in_command(at.setting, at.state, at.unit(US))


# ---- actions ------------------------------------------------------------------------------------


def _acting(unit=US, **places):
    at = field({US: "60.150", CHIEF: "60.149", HIM: "46.152", **places})
    return _opened(at, "allied", "formation/101.502").pick(unit)


@pytest.mark.rule("WED SR4")
def test_a_column_costs_a_point_to_form_and_the_ground_or_a_hit_to_leave():
    at = _acting().press("column")
    assert at.unit(US).column
    assert at.state.stack[-1].left == 14
    ground = at.setting.board.terrain_of("60.150")["move_leg"]
    at.press("spread")
    assert not at.unit(US).column
    assert at.state.stack[-1].left == 14 - 2 * ground
    hasty = _acting().press("column", "hurry")
    assert hasty.unit(US).cohesion == 1
    assert hasty.state.stack[-1].left == 14


@pytest.mark.rule("WED SR4")
def test_one_column_and_four_others_share_a_hex():
    at = field({US: "60.150", MATE: "60.150", CHIEF: "60.149"})
    at.change(MATE, column=True)
    _opened(at, "allied", "formation/101.502").pick(US)
    assert "in column here" in at.refused("column")


@pytest.mark.rule("WED SR4", "WED N6")
def test_rallying_from_suppression_and_from_cohesion_hits():
    at = field({US: "60.150", CHIEF: "60.149", HIM: "46.152"})
    at.change(US, suppressed=True, cohesion=1)
    _opened(at, "allied", "formation/101.502").pick(US).press("rally")
    assert not at.unit(US).suppressed
    assert at.unit(US).cohesion == 1
    near = field({US: "60.150", CHIEF: "60.149", HIM: "60.152"}).change(US, cohesion=1)
    _opened(near, "allied", "formation/101.502").pick(US)
    assert "outside enemy fire zones" in near.refused("rally")


@pytest.mark.rule("WED N7")
def test_digging_in_takes_two_checks_and_moving_gives_it_up():
    at = _acting().press("dig").roll(0)
    assert at.unit(US).dug == "improved"
    at.change(US, acted=False)
    at = field({US: "60.150", CHIEF: "60.149", HIM: "46.152"}).change(US, dug="improved")
    _opened(at, "allied", "formation/101.502").pick(US).press("dig").roll(0)
    assert at.unit(US).dug == "entrenched"
    walk = field({US: "60.150", CHIEF: "60.149", HIM: "46.152"}).change(US, dug="entrenched")
    _opened(walk, "allied", "formation/101.502").pick(US).go(US, "60.151")
    assert walk.unit(US).dug == ""


# ---- assault ------------------------------------------------------------------------------------


@pytest.mark.rule("WED SR3")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"suppressed": True}, "suppressed unit"),
        ({"dug": "entrenched"}, "entrenched unit"),
        ({}, ""),
    ],
)
def test_who_may_assault_at_all(state, why):
    at = field({US: "60.150", CHIEF: "60.150", HIM: "60.151"}).change(US, **state)
    found = against_assault(at.setting, at.state, at.unit(US), "formation/101.502")
    assert (why in " ".join(r.text for r in found)) if why else not found
    division = against_assault(at.setting, at.state, at.unit(US), "division/101")
    assert any("division" in reason.text for reason in division)


def _fight(defender=HIM, **state):
    at = field({US: "60.150", MATE: "60.150", CHIEF: "60.150", defender: "60.151"})
    at.change(defender, **state)
    _opened(at, "allied", "formation/101.502").pick(US).press("assault").at("60.151")
    return at.press("alone") if at.ask.kind == "join" else at


@pytest.mark.rule("WED SR7")
def test_a_charge_at_a_suppressed_company_takes_the_hex():
    at = _fight(suppressed=True)
    assert at.ask.kind == "assault-way"
    at.press("charge")
    assert at.unit(HIM).at is None
    assert at.unit(US).at == "60.151"


@pytest.mark.rule("WED SR7", "WED N5")
def test_defenders_fire_first_and_may_fall_back_under_fire():
    at = _fight()
    assert at.ask.kind == "opportunity"
    assert at.ask.who == "german"
    at.press("hold")
    assert at.ask.kind == "fall-back"
    at.pick(HIM)
    goal = at.ask.cells[0]
    at.at(goal)
    assert at.ask.kind == "opportunity"
    at.press("hold")
    assert at.unit(HIM).at == goal
    assert at.unit(US).at == "60.151"


@pytest.mark.rule("WED SR7", "WED N5")
def test_three_rounds_without_a_decision_repulse_the_assault():
    at = _fight()
    at.press("hold", "hold")
    for _ in range(3):
        assert at.ask.kind == "assault-way"
        at.press("fire")
        while at.ask.kind not in ("assault-way", "fall-back", "unit", "second-action"):
            at.roll(9)
        if at.ask.kind == "fall-back":
            at.press("hold")
    assert at.ask.kind in ("unit", "second-action")
    assert at.unit(US).at == "60.150"
    assert at.unit(HIM).at == "60.151"


@pytest.mark.rule("WED SR7")
def test_a_company_that_falls_in_a_round_has_fired_in_it():
    at = _fight().press("hold", "hold").change(US, steps=1, column=True).press("fire")
    at.roll(0, 6)
    assert (at.ask.kind, at.ask.about[0]) == ("fire-assault", US)
    assert at.unit(US).at == "60.150"
    at.roll(9)
    assert at.unit(US).at is None


@pytest.mark.rule("WED SR7")
def test_bravery_is_asked_for_against_armour_entrenchments_and_bridges_only():
    at = field({US: "60.150", HIM: "60.151"})
    fight = Assault(step="brave", side="allied", chit="direct", origin="60.150", cell="60.151")
    me = at.unit(US)
    assert bravery(at.setting, at.state, fight, me) is None
    at.change(HIM, dug="entrenched")
    assert bravery(at.setting, at.state, fight, me) == 7 - 2
    at.change(HIM, dug="")
    figures = at.setting.counters[HIM]
    at.setting.counters[HIM] = replace(figures, armoured=True, defence=-3)  # type: ignore[index]
    assert bravery(at.setting, at.state, fight, me) == 7 - 3
    over = replace(fight, origin="51.160", cell="51.159")
    assert bravery(at.setting, at.state, over, me) == 7


@pytest.mark.rule("WED 2.15.1")
def test_nobody_falls_back_over_a_bridge():
    at = field({HIM: "51.159", US: "51.158"})
    fight = Assault(step="stand", side="allied", chit="direct", origin="51.158", cell="51.159")
    assert "51.160" not in escape(at.setting, at.state, fight, at.unit(HIM))


# ---- bridges ------------------------------------------------------------------------------------


@pytest.mark.rule("WED 2.15.5")
def test_a_bridge_is_controlled_by_who_was_last_in_both_hexes_out_of_fire():
    at = field({HIM: "51.159"}).mark("51.160/last", "german")
    assert controls(at.setting, at.state, "german", "best-road")
    seen = field({HIM: "51.159", US: "51.157"}).mark("51.160/last", "german")
    assert not controls(seen.setting, seen.state, "german", "best-road")
    lost = field({HIM: "51.159"}).mark("51.160/last", "allied")
    assert not controls(lost.setting, lost.state, "german", "best-road")


@pytest.mark.rule("WED 2.15.6", "WED N17")
def test_engineers_wire_a_bridge_that_they_control():
    places = {SAPPERS: "51.159", CAPTAIN: "51.158", US: "66.142"}
    at = field(places).mark("51.160/last", "german")
    _opened(at, "german", "formation/59.dew").pick(SAPPERS).press("engineer").roll(9)
    assert at.unit(SAPPERS).men
    assert "bridge/best-road" not in at.state.marks
    again = field(places).mark("51.160/last", "german").change(SAPPERS, men=True)
    _opened(again, "german", "formation/59.dew").pick(SAPPERS).press("engineer")
    assert [f.value for f in again.ask.factors if f.id == "men"] == [1]
    again.roll(0)
    assert again.state.marks["bridge/best-road"] == "wired:german"
    never = field({SAPPERS: "51.159"}, bridge=[{"id": "best-road", "never": True}])
    never.mark("51.160/last", "german")
    assert job_of(never.setting, never.state, never.unit(SAPPERS)).kind == "bridge"
    assert job_of(never.setting, never.state, never.unit(SAPPERS)).refused


@pytest.mark.rule("WED 2.15.6")
@pytest.mark.parametrize(
    ("die", "guard", "down"),
    [(5, False, True), (6, False, False), (6, True, True), (7, True, False)],
)
def test_a_wired_bridge_is_blown_when_an_enemy_comes(die, guard, down):
    places = {US: "52.158", CHIEF: "52.157", HIM: "50.161" if guard else "46.152"}
    at = field(places, bridge=[{"id": "best-road", "wired": "german"}])
    _opened(at, "allied", "formation/101.502").pick(US).go(US, "51.159")
    if at.ask.kind == "opportunity":
        at.press("hold")
    assert at.ask.kind == "demolish"
    at.press("blow").roll(die)
    expected = "destroyed" if down else None
    assert at.state.marks.get("bridge/best-road") == expected


@pytest.mark.rule("WED 2.11")
@pytest.mark.parametrize(("die", "after"), [(9, "unstable"), (8, "stable")])
def test_the_first_vehicle_tries_a_weak_bridge(die, after):
    at = field({US: "55.202", CHIEF: "55.202"}, window=[])
    figures = at.setting.counters[US]
    at.setting.counters[US] = replace(figures, movement="tracked")  # type: ignore[index]
    at.change(US, column=True)
    _opened(at, "allied", "formation/101.502").pick(US).go(US, "56.201")
    assert at.ask.kind == "stability"
    at.roll(die)
    assert at.state.marks["bridge/dommel"] == after
    assert at.unit(US).at == ("56.201" if after == "stable" else "55.202")


# ---- victory and whole games --------------------------------------------------------------------


@pytest.mark.rule("WED SR14")
def test_victory_is_the_scenarios_own():
    at = field({US: "49.157", HIM: "51.159"})
    both = Hold(side="allied", cells=("49.157", "51.159"))
    award = Award(winner="allied", title="Both", hold=(both,), standing=("best-road",))
    assert not earned(at.setting, at.state, award)
    at.change(HIM, at=None).mark("51.159/last", "allied")
    assert earned(at.setting, at.state, award)
    at.mark("bridge/best-road", "destroyed")
    assert not earned(at.setting, at.state, award)
    assert earned(at.setting, at.state, Award(winner="german", title="", blown=("best-road",)))


BEST_SET_UP = {
    "51.159": {"chi.flak.424"}, "51.158": {"59.ind.ersp"}, "49.153": {"59.dew.i1"},
    "49.154": {"59.dew.i2"}, "50.154": {"59.dew.i3"}, "50.155": {"59.dew.ii5"},
    "51.156": {"59.dew.ii7"}, "51.157": {"59.dew.ii6"}, "47.154": {"59.dew.iigw"},
    "47.156": {"59.dew.igw"},
}  # fmt: skip
"""The publisher's places of the Germans at Best, as they are known."""


def test_the_germans_of_best_begin_where_the_publisher_has_them():
    rules = load_table("market-garden/the-best-laid-plans", {}).rules
    effects, _ = rules.setup()
    units = [effect.piece for effect in effects if isinstance(effect, CreatePiece)]
    fighting = [u for u in units if not rules.setting.counters[u.id].leads]
    for cell, names in BEST_SET_UP.items():
        assert {u.id for u in fighting if u.at == cell} == names


def test_klemm_comes_in_on_the_printed_hex_and_is_three_marches_from_the_bridge():
    at = Field(load_table("market-garden/the-best-laid-plans", {}).rules)
    (klemm,) = (row for row in at.setting.scenario.place if "59.kle.ldr" in row.units)
    assert klemm.at == "67.162"
    first = at.change("59.kle.i1", at=klemm.at, column=True).unit("59.kle.i1")
    marches = 3 * allowance(at.setting, first)
    assert "51.160" in goals_of(at.setting, at.state, first, marches, "formation/59.kle")


@pytest.mark.parametrize("side", ["allied", "german"])
def test_the_script_plays_best_to_an_end_against_chance(side):
    rules = load_table("market-garden/the-best-laid-plans", {}).rules
    assert against_chance(rules, side, 4).result is not None


def test_the_script_goes_for_the_aim_that_is_missing_and_leaves_a_guard():
    hold = [{"side": "allied", "cells": ["49.157", "51.159"]}]
    at = field({US: "51.159", MATE: "52.158", HIM: "49.157"},
               victory=[{"winner": "allied", "title": "Both", "hold": hold}])  # fmt: skip
    assert wanted(at.setting, at.state, at.unit(MATE)) == ("49.157",)
    assert wanted(at.setting, at.state, at.unit(US)) == ("51.159",)  # it holds it alone
    at.change(MATE, at="51.159")
    assert wanted(at.setting, at.state, at.unit(US)) == ("49.157",)
    at.change(HIM, at="44.153").mark("49.157/last", "allied")
    assert wanted(at.setting, at.state, at.unit(US)) == ("49.157", "51.159")
    at.mark("49.157/last", "german")
    assert wanted(at.setting, at.state, at.unit(US)) == ("49.157",)
