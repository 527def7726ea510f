"""Chapters 4, 6.3 and 8: sight, fire and its modifiers, reactions, results, morale, artillery."""

import pytest
from field import HANNUT, STONNE, acting, lay, rules, turn

from wardesk.games.blitzkrieg.ch06_reactions import shots_for
from wardesk.games.blitzkrieg.ch08_fire import result_of, targets_of, weapon_reach
from wardesk.games.blitzkrieg.ch08_flight import flight_of
from wardesk.games.blitzkrieg.ch08_indirect import observer, plans
from wardesk.games.blitzkrieg.ch08_results import full_steps, must_test
from wardesk.games.blitzkrieg.state import Barrage, Flight, Hit, Turn

SOMUA, GUN, RIFLES = "1-cuir-somua-1", "I-5-pzr-pz-iv-1", "II-12-schr-rifles-1"
PAK = "kg-pak-1"
MATES = dict.fromkeys(
    ("II-12-schr-rifles-2", "II-12-schr-rifles-3", "II-12-schr-machine-guns-1"), "2001"
)


def french(units, **more):
    return lay({"1-cuir-hq": "0604", **units}, *acting("french", "1-cuir"), **more)


def told(table, shooter, target, **more):
    return {f.id: f.value for f in table.shot(shooter, target, **more).factors}


def struck(unit: str, result: str, units, **more):
    """A result takes effect on a unit."""
    return lay(
        units,
        Turn(step="used", chit="french/replay"),
        Hit(step="begin", unit=unit, result=result),
        **more,
    )


# ---- 4 sight and range --------------------------------------------------------------------------


@pytest.mark.rule("BK 4.1")
@pytest.mark.parametrize(
    ("target_class", "open_ground", "cover"), [("vehicle", 8, 4), ("foot", 4, 2)]
)
def test_vehicles_are_seen_twice_as_far_as_men_and_cover_halves_both(
    target_class, open_ground, cover
):
    setting = HANNUT.setting
    for origin in ("1808", "0706", "1103"):
        seen = setting.seen(origin, target_class)
        anything = setting.seen(origin, "")
        for cell in setting.board.cells:
            limit = cover if cell in setting.close else open_ground
            near = setting.distance(origin, cell) <= limit
            assert (cell in seen) == (cell in anything and near)


@pytest.mark.rule("BK 4.1")
def test_infantry_on_a_vehicle_is_seen_as_the_vehicle_and_is_no_target_of_its_own():
    carrier, company = "I-12-schr-half-tracks-1", "I-12-schr-rifles-1"
    table = french({SOMUA: "1806", carrier: "1808", company: {"at": "1808", "aboard": carrier}})

    assert targets_of(table.setting, table.state, table.unit(SOMUA)) == (carrier,)


@pytest.mark.rule("BK 4.2", "BK N1")
def test_an_enemy_beside_it_or_being_neutralised_leaves_a_unit_one_hex():
    table = french({SOMUA: "1806", GUN: "1809"})
    reach = weapon_reach(table.setting, table.state, table.unit(SOMUA))
    assert reach == 3
    near = french({SOMUA: "1806", GUN: "1809", RIFLES: "1805"})
    assert targets_of(near.setting, near.state, near.unit(SOMUA)) == (RIFLES,)
    down = french({SOMUA: {"at": "1806", "neutralised": True}, GUN: "1808", RIFLES: "1809"})
    assert targets_of(down.setting, down.state, down.unit(SOMUA)) == ()


@pytest.mark.rule("BK 4.2")
def test_a_printed_range_of_0_only_fires_back(monkeypatch):
    table = french({SOMUA: "1806", GUN: "1807"})
    setting = table.setting
    monkeypatch.setitem(setting.reach, SOMUA, 0)
    assert targets_of(setting, table.state, table.unit(SOMUA)) == ()
    assert shots_for(setting, table.state, table.unit(SOMUA), (GUN,)) == ()
    assert weapon_reach(setting, table.state, table.unit(SOMUA)) == 1


# ---- 8.2 modifiers ------------------------------------------------------------------------------


@pytest.mark.rule("BK 8.2.1")
def test_attack_less_armour_and_half_of_a_gun_against_infantry():
    table = french(
        {SOMUA: "1806", "I-11-rdp-dragoons-1": "1806", PAK: "1807", GUN: {"at": "1807", "steps": 1}}
    )
    assert (table.shot(PAK, SOMUA).attack, table.shot(PAK, SOMUA).armour) == (6, 4)
    assert table.shot(PAK, "I-11-rdp-dragoons-1").attack == 3
    assert table.shot(GUN, SOMUA).attack == 5


@pytest.mark.rule("BK 1.1", "BK 1.2")
def test_a_second_loss_removes_a_unit():
    table = struck(RIFLES, "1", {RIFLES: "1806", "II-12-schr-hq": "1806", **MATES})
    assert table.unit(RIFLES).steps == 1
    gone = struck(
        RIFLES, "1", {RIFLES: {"at": "1806", "steps": 1}, "II-12-schr-hq": "1806", **MATES}
    )
    assert gone.unit(RIFLES).at is None
    assert gone.state.tracks["lost/german"] == 1


@pytest.mark.rule("BK 8.2.2")
def test_below_minus_one_nobody_fires():
    units = {"I-205-reservists-1": "0608", "I-205-hq": "0608", "II-8-pzr-pz-iv-1": "0508"}
    table = lay(units, *acting("french", "I-205"), its_rules=STONNE)
    shot = table.shot("I-205-reservists-1", "II-8-pzr-pz-iv-1")
    assert shot.final == 0
    assert targets_of(table.setting, table.state, table.unit("I-205-reservists-1"))
    moved = table.shot("I-205-reservists-1", "II-8-pzr-pz-iv-1", moved=True)
    assert moved.final == -2
    assert not targets_of(table.setting, table.state, table.unit("I-205-reservists-1"), moved=True)


@pytest.mark.rule("BK 8.2.3", "BK 10.2")
def test_guns_and_motorcycles_have_the_good_of_a_village_and_none_of_works():
    units = dict.fromkeys(("kg-pak-1", "kg-motorcycles-1", RIFLES), "1709")
    table = lay({SOMUA: "1708", **units}, marks={"1709/works": "german"})
    covered = {unit: told(table, SOMUA, unit) for unit in units}
    assert {unit: found.get("cover") for unit, found in covered.items()} == dict.fromkeys(units, -2)
    assert [unit for unit, found in covered.items() if "works" in found] == [RIFLES]


@pytest.mark.rule("BK 8.2.3", "BK 0.2", "BK 6.2", "BK 8.4")
def test_what_the_chart_adds_and_takes():
    village, wood, orchard = "1709", "1803", "1609"
    assert [HANNUT.setting.terrain[c] for c in (village, wood, orchard)] == [
        "village",
        "wood",
        "orchard",
    ]
    for cell, beside, cover in ((village, "1708", -2), (wood, "1804", -1), (orchard, "1608", -1)):
        table = french({SOMUA: beside, RIFLES: cell, GUN: cell})
        assert told(table, SOMUA, RIFLES)["cover"] == cover
        assert "cover" not in told(table, SOMUA, GUN)
        assert told(table, SOMUA, GUN)["dispersed"] == 1
        assert told(table, GUN, SOMUA)["firer_dispersed"] == -1
    table = french(
        {SOMUA: {"at": "1806", "out": True, "neutralised": True, "column": True}, GUN: "1807"}
    )
    assert told(table, SOMUA, GUN) == {"firer_column": -1, "out": -1, "neutralised": -2}
    assert told(table, GUN, SOMUA) == {"column": 1}


@pytest.mark.rule("BK N31")
def test_uphill_is_one_worse():
    low = next(
        (a, b)
        for a in HANNUT.setting.neighbours
        for b in HANNUT.setting.neighbours[a]
        if HANNUT.setting.levels[b] > HANNUT.setting.levels[a]
        and {a, b}.isdisjoint(HANNUT.setting.close)
    )
    table = french({SOMUA: low[0], GUN: low[1]})

    assert told(table, SOMUA, GUN) == {"uphill": -1}
    assert told(table, GUN, SOMUA) == {}


# ---- 6.3 reactions ------------------------------------------------------------------------------


@pytest.mark.rule("BK 6.3.1")
def test_one_try_of_opportunity_fire_for_each_marker():
    table = french({SOMUA: "1806", GUN: "1809"})
    table.go(SOMUA, "1807").pick(GUN).press(f"fire:{SOMUA}").roll(12)
    assert table.unit(GUN).opp
    assert shots_for(table.setting, table.state, table.unit(GUN), (SOMUA,)) == ()


@pytest.mark.rule("BK 6.3.1")
def test_a_shot_too_lets_the_other_side_react():
    table = french({SOMUA: "1807", GUN: "1809", RIFLES: "1808"})
    table.press("fire").pick(SOMUA).pick(RIFLES).roll(7)
    while table.ask.kind != "react":
        table.press("pass" if "pass" in table.buttons() else "N")
    assert table.top.cause == "fire"
    assert set(table.ask.pieces) == {GUN, RIFLES}


@pytest.mark.rule("BK 6.3.1.1")
def test_the_shaken_only_fire_at_their_neighbours_and_checks_are_harder():
    table = french({SOMUA: "1806", GUN: "1808"}, marks={"I-5-pzr/demoralised": True})
    assert shots_for(table.setting, table.state, table.unit(GUN), (SOMUA,)) == ()
    beside = french({SOMUA: "1807", GUN: "1808"}, marks={"I-5-pzr/demoralised": True})
    assert shots_for(beside.setting, beside.state, beside.unit(GUN), (SOMUA,)) == (SOMUA,)
    units = {SOMUA: "1806", GUN: {"at": "1808", "out": True}, "I-5-pzr-hq": "1808"}
    hard = french(units, marks={"I-5-pzr/exhausted": True})
    hard.go(SOMUA, "1807").pick(GUN).press(f"fire:{SOMUA}")
    assert hard.factors() == {"exhausted": 1, "out": 1}
    assert hard.ask.about == (GUN,)


@pytest.mark.rule("BK N3")
def test_by_option_lost_command_makes_reactions_easier():
    table = french(
        {SOMUA: "1806", GUN: {"at": "1808", "out": True}}, its_rules=rules(stragglers="easier")
    )
    table.go(SOMUA, "1807").pick(GUN).press(f"fire:{SOMUA}")

    assert table.factors() == {"out": -1}


@pytest.mark.rule("BK N2")
@pytest.mark.parametrize(("option", "fires"), [("at_most", True), ("below", False)])
def test_a_check_that_meets_the_value(option, fires):
    table = french({SOMUA: "1806", GUN: "1808"}, its_rules=rules(reaction=option))
    table.go(SOMUA, "1807").pick(GUN).press(f"fire:{SOMUA}").roll(8)

    assert (table.ask.kind == "fire") == fires


@pytest.mark.rule("BK N29")
def test_whoever_gets_on_or_off_is_easier_to_hit():
    table = french({SOMUA: {"at": "1806", "handled": True}, GUN: "1808"})

    assert told(table, GUN, SOMUA, mode="opportunity")["loading"] == 1
    assert "loading" not in told(table, GUN, SOMUA)


@pytest.mark.rule("BK 6.3.2")
def test_return_fire_comes_once_in_an_activation():
    table = french({SOMUA: "1807", "1-cuir-somua-2": "1807", GUN: "1808"})
    table.press("fire").pick(SOMUA).pick(GUN).roll(7)
    assert table.ask.kind == "return"
    table.press("fire").roll(8, 7)
    assert table.unit(GUN).returned
    while table.ask.kind != "act":
        table.press("pass")
    table.press("fire").pick("1-cuir-somua-2").pick(GUN).roll(7)
    assert table.ask.kind != "return"


@pytest.mark.rule("BK 6.3.2", "BK 6.3.3")
def test_whoever_was_fired_at_may_fall_back_though_his_return_fire_killed_the_shooter():
    table = french({SOMUA: {"at": "1807", "steps": 1}, GUN: "1808"})
    table.press("fire").pick(SOMUA).pick(GUN).roll(7).press("fire").roll(2, 2)
    assert table.unit(SOMUA).at not in table.setting.neighbours
    assert (table.ask.kind, table.ask.pieces) == ("react", (GUN,))
    assert "is lost" in table.ask.context
    table.pick(GUN)
    assert table.buttons() == ["withdraw", "back"]


@pytest.mark.rule("BK 6.3.3", "BK N21")
def test_whoever_sees_a_march_may_fall_back_but_not_towards_it():
    table = french({SOMUA: "1806", RIFLES: "1808", "II-12-schr-hq": "1909"})
    table.go(SOMUA, "1807").pick(RIFLES)
    table.press("withdraw")
    assert table.ask.kind == "retreat"
    assert set(table.ask.cells).isdisjoint(table.setting.neighbours["1807"])
    table.at("1809")
    assert table.unit(RIFLES).at == "1809"
    assert RIFLES not in table.ask.pieces


@pytest.mark.rule("BK 6.4", "BK 6.3.3")
def test_a_neutralised_unit_needs_a_check_to_fall_back():
    table = french({SOMUA: "1806", RIFLES: {"at": "1808", "neutralised": True}})
    table.go(SOMUA, "1807").pick(RIFLES).press("withdraw")
    assert table.factors() == {"neutralised": 1}
    table.roll(8)
    assert table.unit(RIFLES).at == "1808"


@pytest.mark.rule("BK 6.3.3", "BK 7.3")
def test_a_retreat_goes_on_while_too_many_stand_there():
    ring = HANNUT.setting.neighbours["1808"]
    crowd = ["I-5-pzr", "II-5-pzr", "I-35-pzr", "II-35-pzr", "II-12-schr"]
    units: dict[str, object] = {SOMUA: "1806", "kg-pioneers-1": "1808", "kg-hq": "1808"}
    for name, cell in zip(crowd, [c for c in ring if c != "1807"], strict=True):
        for unit in HANNUT.setting.formations[name].unit_ids[:3]:
            units[unit] = cell
    table = french(units)
    table.go(SOMUA, "1807").pick("kg-pioneers-1").press("withdraw")
    table.at(table.ask.cells[0])
    assert table.ask.kind == "retreat"
    table.at(table.ask.cells[0])
    assert table.setting.distance(table.unit("kg-pioneers-1").at, "1808") == 2


# ---- 8.3 to 8.5 results and morale --------------------------------------------------------------


@pytest.mark.rule("BK 8.3", "BK N10")
def test_a_red_n_moves_infantry_only():
    at_tanks = struck(GUN, "r", {GUN: "1806"})
    assert not at_tanks.unit(GUN).neutralised
    at_men = struck(RIFLES, "r", {RIFLES: "1806"})
    assert at_men.ask.kind == "neutralised"


@pytest.mark.rule("BK 8.3")
def test_an_n_may_be_traded_for_a_step():
    table = struck(RIFLES, "N", {RIFLES: "1806", "II-12-schr-hq": "1806", **MATES})
    table.press("step")

    assert table.unit(RIFLES).steps == 1
    assert not table.unit(RIFLES).neutralised


@pytest.mark.rule("BK 8.4")
@pytest.mark.parametrize(("dice", "panics"), [(8, False), (9, True)])
def test_a_second_n_is_a_panic_check(dice, panics):
    table = struck(
        RIFLES, "N", {RIFLES: {"at": "1806", "neutralised": True}, "II-12-schr-hq": "1806", **MATES}
    )
    assert table.ask.kind == "check-panic"
    table.roll(dice)

    assert (table.unit(RIFLES).steps == 1) == panics
    assert table.unit(RIFLES).neutralised != panics


@pytest.mark.rule("BK N27", "BK 3.2")
def test_an_hq_is_neutralised_but_never_destroyed():
    table = struck("II-12-schr-hq", "1", {"II-12-schr-hq": "1806"})

    assert table.unit("II-12-schr-hq").neutralised
    assert table.unit("II-12-schr-hq").at == "1806"


@pytest.mark.rule("BK 13.2", "BK N12")
def test_by_option_a_2_takes_one_step_more():
    critical = rules(critical_hits="yes").setting
    assert [result_of(HANNUT.setting, 2, f) for f in (-1, 1)] == ["N", "1"]
    assert [result_of(critical, 2, f) for f in (-1, 1)] == ["1N", "2"]
    table = struck(RIFLES, "2", {RIFLES: "1806", "II-12-schr-hq": "1806", **MATES})
    assert table.unit(RIFLES).at is None


@pytest.mark.rule("BK 8.5")
def test_from_half_of_its_steps_on_a_formation_is_tested():
    lost = {
        "II-12-schr-rifles-2": {"at": None, "steps": 0},
        "II-12-schr-rifles-3": {"at": "2001", "steps": 1},
    }
    units = {RIFLES: "1806", "II-12-schr-hq": "1806", "II-12-schr-machine-guns-1": "2001", **lost}
    table = struck(RIFLES, "1", units)
    assert table.ask.kind == "check-demoralise"
    table.roll(9)
    assert table.state.marks["II-12-schr/demoralised"]
    fewer = struck(RIFLES, "1", {**units, "II-12-schr-rifles-3": "2001"})
    assert not must_test(fewer.state, "II-12-schr")


@pytest.mark.rule("BK 8.5", "BK 10.3")
def test_attached_units_count_with_their_adoptive_formation():
    units = dict.fromkeys(HANNUT.setting.formations["I-11-rdp"].unit_ids, "1416")
    table = lay({**units, "11-rdp-at-at-47-1": "1416"}, *acting("french", "I-11-rdp"))

    assert full_steps(table.state, "I-11-rdp") == 12


@pytest.mark.rule("BK 8.5.1", "BK N18", "BK N35")
def test_the_demoralised_recover_or_flee_to_their_edge():
    units = {RIFLES: "1806", GUN: "1806", "I-5-pzr-hq": "1806"}
    marks = {"I-5-pzr/demoralised": True}
    table = lay(units, *turn("play", "german/I-5-pzr"), marks=marks)
    assert table.factors() == {"attempt": 3}
    table.roll(6)
    assert "I-5-pzr/demoralised" not in table.state.marks
    assert table.ask.kind != "activate"
    flees = lay({**units, GUN: "1206"}, *turn("play", "german/I-5-pzr"), marks=marks)
    flees.roll(7)
    assert int((flees.unit(GUN).at or "")[:2]) >= 15
    off = lay({GUN: "2006", "I-5-pzr-hq": "0101"}, *acting("french", "1-cuir"), marks=marks)
    assert flight_of(off.setting, off.state, off.unit(GUN)) == ("2006", True)


@pytest.mark.rule("BK 8.5.1")
def test_when_all_have_left_the_chit_goes():
    marks = {"I-5-pzr/demoralised": True}
    cups = {"roster": ("german/I-5-pzr", "german/kg"), "cup": ("german/kg", "german/replay")}
    table = lay(
        {GUN: "2006"},
        Turn(step="used", chit="german/replay"),
        Flight(step="begin", formation="I-5-pzr"),
        marks=marks,
        cups=cups,
    )
    table.roll(12)

    assert table.unit(GUN).at is None
    assert table.state.cups["roster"] == ("german/kg",)
    assert "lost/german" not in table.state.tracks


# ---- 8.6 from afar ------------------------------------------------------------------------------


@pytest.mark.rule("BK 8.6.1")
def test_an_observer_beside_the_target_needs_no_check_and_a_neutralised_one_is_worse():
    units = {"12-cuir-hq": {"at": "1202", "neutralised": True}, RIFLES: "1204"}
    table = lay(units, *acting("german", "II-12-schr"))
    assert observer(table.setting, table.state, "french", "1204") == ("12-cuir-hq", False)
    assert observer(table.setting, table.state, "french", "1203") == ("12-cuir-hq", True)
    shell = Barrage(step="target", side="french", left={"medium": 1})
    one = lay(
        {"12-cuir-hq": {"at": "1202", "neutralised": True}, RIFLES: "1204"},
        Turn(step="used", chit="french/artillery"),
        shell,
    )
    one.at("1204").press("1medium")
    assert one.factors() == {"neutralised": 1}


@pytest.mark.rule("BK 8.6.2")
def test_salvoes_are_declared_together_and_lost_when_the_target_is_gone():
    left = {"heavy": 1, "light": 2}
    shells = Barrage(step="target", side="french", left=left)
    assert set(plans(shells)) == {"1heavy", "1light", "2light", "1heavy+1light", "1heavy+2light"}
    units = {
        "12-cuir-hq": "1202",
        RIFLES: {"at": "1203", "steps": 1},
        "II-12-schr-hq": "2001",
        **MATES,
    }
    table = lay(units, Turn(step="used", chit="french/artillery"), shells)
    table.at("1203").press("1heavy+2light").roll(2)

    assert table.unit(RIFLES).at is None
    assert table.ask.kind == "chit"


@pytest.mark.rule("BK 8.6")
def test_indirect_fire_hits_everybody_in_the_hex_on_his_own_column():
    units = {RIFLES: "1203", GUN: "1203", "I-5-pzr-hq": "1203", "12-cuir-hq": "1202"}
    shells = Barrage(step="target", side="french", left={"medium": 1})
    table = lay(units, Turn(step="used", chit="french/artillery"), shells)
    table.at("1203").press("1medium").roll(4)
    asked = set()
    while table.ask.kind == "neutralised":
        asked.add(table.ask.about[0])
        table.press("N")
    assert asked == {GUN}
    assert table.unit(RIFLES).steps == 1
    assert table.unit("I-5-pzr-hq").neutralised


@pytest.mark.rule("BK 8.4", "BK 12.1-C")
def test_a_carrier_that_panics_loses_its_marker_and_one_of_the_two_a_step():
    carrier, company = "I-12-schr-half-tracks-1", "I-12-schr-rifles-1"
    rest = dict.fromkeys(("I-12-schr-rifles-2", "I-12-schr-rifles-3"), "2001")
    units = {
        carrier: {"at": "1806", "neutralised": True},
        company: {"at": "1806", "aboard": carrier},
        "I-12-schr-hq": "1806",
        **rest,
    }
    table = struck(carrier, "N", units)
    table.roll(12).pick(company)

    assert table.unit(company).steps == 1
    assert not table.unit(carrier).neutralised


@pytest.mark.rule("BK 1.2", "BK 12.1-C")
def test_the_company_of_a_lost_carrier_stands_on_its_feet():
    carrier, company = "I-12-schr-half-tracks-1", "I-12-schr-rifles-1"
    rest = dict.fromkeys(
        ("I-12-schr-rifles-2", "I-12-schr-rifles-3", "I-12-schr-machine-guns-1"), "2001"
    )
    units = {
        carrier: {"at": "1806", "steps": 1},
        company: {"at": "1806", "aboard": carrier},
        "I-12-schr-hq": "1806",
        **rest,
    }
    table = struck(carrier, "1", units)
    table.pick(carrier)

    assert table.unit(carrier).at is None
    assert table.unit(company).aboard == ""
    assert table.unit(company).at == "1806"


@pytest.mark.rule("BK 3.5", "BK 6.3.3")
def test_whoever_falls_back_out_of_reach_of_its_hq_is_out_of_command_at_once():
    table = french({SOMUA: "1806", RIFLES: "1808", "II-12-schr-hq": "1805"})
    table.go(SOMUA, "1807").pick(RIFLES).press("withdraw").at("1809")

    assert table.unit(RIFLES).out
    assert table.unit(RIFLES).withdrew
