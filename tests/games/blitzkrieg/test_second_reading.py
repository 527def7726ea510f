"""Chapters 7 to 9 held against the text once more: marches that stop, fire, and ways back."""

import pytest
from field import GUARDS_BEFORE_RESERVISTS, HANNUT, STONNE, acting, lay

from wardesk.engine.types import replace
from wardesk.games.blitzkrieg.ch06_reactions import shots_for
from wardesk.games.blitzkrieg.ch07_movement import full_moves
from wardesk.games.blitzkrieg.ch08_fire import targets_of
from wardesk.games.blitzkrieg.ch08_indirect import factor_on, observer
from wardesk.games.blitzkrieg.position import dispersed, fighters_at
from wardesk.games.blitzkrieg.state import Barrage, Flight, Hit, Turn

SOMUA, OTHER, THIRD, FOURTH = (f"1-cuir-somua-{n}" for n in (1, 2, 3, 4))
GUN, RIFLES, PIONEERS, PAK = (
    "I-5-pzr-pz-iv-1",
    "II-12-schr-rifles-1",
    "kg-pioneers-1",
    "kg-pak-1",
)
DRAGOONS = "I-11-rdp-dragoons-1"
COMPANY, CARRIER = "I-12-schr-rifles-1", "I-12-schr-half-tracks-1"
HQS = {"1-cuir-hq": "1806", "II-12-schr-hq": "2001", "I-5-pzr-hq": "2001", "kg-hq": "2001"}
MATES = dict.fromkeys(
    (
        "kg-motorcycles-1",
        "kg-armoured-cars-1",
        "I-5-pzr-pz-ii-iii-1",
        "I-5-pzr-pz-ii-iii-2",
        "II-12-schr-rifles-2",
        "II-12-schr-rifles-3",
    ),
    "2001",
)
HUNTERS = (*(f"2-cuir-somua-{n}" for n in (1, 2, 3, 4)), "12-cuir-p178-1")


def field(units, **more):
    return lay({**HQS, **MATES, **units}, *acting("french", "1-cuir"), **more)


def surrounded(units):
    """The pioneers of 1807 have no way out, and a Somua of 1806 goes for them."""
    ring = [cell for cell in HANNUT.setting.neighbours["1807"] if cell != "1806"]
    caught = dict(zip(HUNTERS, ring, strict=True))
    table = field({SOMUA: "1806", PIONEERS: "1807", **units, **caught})
    return table.go(SOMUA, "1807")


# ---- 7.1 marches --------------------------------------------------------------------------------


@pytest.mark.rule("BK 7.1")
def test_the_one_hex_that_is_always_allowed_is_shown_as_a_goal_until_points_are_spent():
    lost = {DRAGOONS: {"at": "1414", "out": True}, "I-11-rdp-hq": "1414"}
    table = lay(lost, *acting("french", "I-11-rdp"))
    assert full_moves(table.setting, table.state, table.unit(DRAGOONS)) == 1
    assert table.setting.costs["foot", False]["1414"]["1413"] == 2
    assert "1413" in table.rules.showing.reach(table.state, (DRAGOONS,))
    worn = {**lost, DRAGOONS: {"at": "1414", "spent": 2}}
    again = lay(worn, *acting("french", "I-11-rdp"))
    reached = again.rules.showing.reach(again.state, (DRAGOONS,))
    assert "1415" in reached
    assert "1413" not in reached


@pytest.mark.rule("BK 7.1")
def test_units_of_two_hexes_do_not_march_together_even_into_one_beside_both():
    table = field({SOMUA: "1806", OTHER: "1805"})
    both = set(table.setting.neighbours["1806"]) & set(table.setting.neighbours["1805"])
    for cell in both:
        assert table.against(SOMUA, cell) == table.against(OTHER, cell) == []
        assert table.against((SOMUA, OTHER), cell) == ["BK 7.1"]


@pytest.mark.rule("BK 7.2.1")
def test_who_has_fired_from_his_column_leaves_it_when_the_activation_is_over():
    table = field({SOMUA: "1807", RIFLES: "1709"})
    table.go(SOMUA, "1707", "1708")
    while table.ask.kind == "react":
        table.press("pass")
    table.press("fire").pick(SOMUA).pick(RIFLES)
    assert table.factors()["firer_column"] == -1
    table.roll(7)
    while table.ask.kind != "act":
        table.press("pass")
    assert table.unit(SOMUA).acted
    table.press("end")
    assert not table.unit(SOMUA).column


@pytest.mark.rule("BK 7.2.2")
@pytest.mark.parametrize(
    ("unit", "scatters"),
    [
        (SOMUA, True),
        ("12-cuir-p178-1", True),
        (CARRIER, False),
        ("12-cuir-motorcycles-1", False),
        (PAK, False),
        (RIFLES, False),
    ],
)
def test_tanks_and_armoured_cars_scatter_and_nobody_else(unit, scatters):
    table = field({unit: "1709"})
    assert dispersed(table.setting, table.unit(unit)) == scatters


@pytest.mark.rule("BK 7.2.1", "BK 9.1.5")
def test_only_the_first_round_is_fought_in_column():
    table = field({SOMUA: {"at": "1807", "column": True}, PIONEERS: "1807"})

    def worse(**more):
        shot = table.shot(SOMUA, PIONEERS, mode="assault", **more)
        return "firer_column" in {factor.id for factor in shot.factors}

    assert worse(first_round=True)
    assert not worse(first_round=False)


# ---- 7.3 stacking -------------------------------------------------------------------------------


def stopped(*others: str):
    """A march through 1806, where three stand, that fire stops there."""
    full = dict.fromkeys((SOMUA, THIRD, FOURTH), "1806")
    table = field({**full, **dict.fromkeys((OTHER, *others), "1805"), GUN: "1808"})
    table.go((OTHER, *others), "1806", "1807").pick(GUN).press(f"fire:{OTHER}")
    table.roll(7, 12).press("N")
    return table


@pytest.mark.rule("BK 7.3", "BK N41")
def test_whoever_is_stopped_in_a_full_hex_falls_back_to_one_with_room():
    table = stopped().press("pass")
    assert table.ask.kind == "retreat"
    assert "1806" not in table.ask.cells
    assert "1808" not in table.ask.cells
    table.at("1805")
    assert table.ask.kind == "act"
    assert table.unit(OTHER).at == "1805"
    assert len(fighters_at(table.state, "1806", "french")) == 3


@pytest.mark.rule("BK 7.3", "BK N41")
def test_the_others_of_his_stack_march_on_before_he_falls_back():
    table = stopped("1-cuir-hotchkiss-1")
    while table.ask.kind == "react":
        table.press("pass")
    assert table.unit("1-cuir-hotchkiss-1").at == "1807"
    assert table.ask.kind == "retreat"
    assert table.ask.about == (OTHER,)


@pytest.mark.rule("BK 7.3", "BK N41")
def test_where_there_is_nowhere_to_fall_back_to_he_stays():
    foes = (GUN, RIFLES, PIONEERS, PAK, "kg-motorcycles-1", "kg-armoured-cars-1")
    ring = dict(zip(foes, HANNUT.setting.neighbours["1806"], strict=True))
    full = dict.fromkeys((SOMUA, THIRD, FOURTH), "1806")
    turn, operation = acting("french", "1-cuir")
    after = replace(operation, step="marched", current=(OTHER,))
    units = {**HQS, **full, OTHER: {"at": "1806", "neutralised": True}, **ring}
    assert lay(units, turn, after).ask.kind == "act"


@pytest.mark.rule("BK 7.3")
def test_units_of_different_formations_stand_together():
    table = field({SOMUA: "1806", "2-cuir-somua-1": "1805", DRAGOONS: "1805"})
    assert table.against(SOMUA, "1805") == []


@pytest.mark.rule("BK 7.3", "BK 12.1-C")
def test_a_company_on_board_takes_no_room():
    units = {CARRIER: "1806", COMPANY: {"at": "1806", "aboard": CARRIER}, "I-12-schr-hq": "1806"}
    more = {"I-12-schr-rifles-2": "1806", "I-12-schr-rifles-3": "1805"}
    table = lay({**units, **more}, *acting("german", "I-12-schr"))
    assert table.against("I-12-schr-rifles-3", "1806") == []
    full = {**more, "I-12-schr-machine-guns-1": "1806"}
    crowded = lay({**units, **full}, *acting("german", "I-12-schr"))
    assert crowded.against("I-12-schr-rifles-3", "1806") == ["BK 7.3"]


@pytest.mark.rule("BK 7.3", "BK 13.1")
def test_a_hidden_gun_takes_no_room_from_the_enemy_who_does_not_know_of_it():
    three = (SOMUA, OTHER, THIRD)
    table = field({**dict.fromkeys(three, "1806"), PAK: {"at": "1807", "hidden": True}})
    assert table.against(three, "1807") == []


# ---- 8 fire -------------------------------------------------------------------------------------


@pytest.mark.rule("BK 8.2.2", "BK 12.1-C")
def test_a_carrier_fires_where_its_company_lifts_the_factor_high_enough():
    aboard = {"at": "1806", "aboard": CARRIER}
    units = {CARRIER: "1806", "I-12-schr-hq": "1806", SOMUA: "1807"}
    alone = lay(units, *acting("german", "I-12-schr"))
    assert alone.shot(CARRIER, SOMUA).final == -2
    assert targets_of(alone.setting, alone.state, alone.unit(CARRIER)) == ()
    table = lay({**units, COMPANY: aboard}, *acting("german", "I-12-schr"))
    table.press("fire").pick(CARRIER).pick(SOMUA)
    assert table.factors() == {"rider": 4}


@pytest.mark.rule("BK 8.2.1")
def test_half_of_an_odd_attack_of_a_gun_is_rounded_up():
    gun = "11-rdp-at-at-47-1"
    table = field({gun: "1806", RIFLES: "1807", "kg-motorcycles-1": "1807"})
    assert table.shot(gun, RIFLES).attack == 4
    assert table.shot(gun, "kg-motorcycles-1").attack == 7


@pytest.mark.rule("BK 8.4", "BK 12.1-C")
def test_a_neutralised_company_does_not_get_on():
    units = {COMPANY: {"at": "1806", "neutralised": True}, CARRIER: "1806", "I-12-schr-hq": "1806"}
    assert "mount" not in lay(units, *acting("german", "I-12-schr")).buttons()


@pytest.mark.rule("BK 8.4", "BK 6.1")
def test_the_neutralised_fire_and_are_offered_no_march_after_it():
    table = field({SOMUA: {"at": "1806", "neutralised": True}, GUN: "1807"})
    assert "fire" in table.buttons()
    assert "fire-first" not in table.buttons()


@pytest.mark.rule("BK 8.4", "BK 8.5")
def test_a_step_lost_in_panic_may_break_the_formation():
    gone = {"at": None, "steps": 0}
    units = {RIFLES: {"at": "1806", "neutralised": True}, "II-12-schr-machine-guns-1": "2001"}
    lost = {"II-12-schr-rifles-2": gone, "II-12-schr-rifles-3": {"at": "2001", "steps": 1}}
    hit = Hit(step="begin", unit=RIFLES, result="N")
    table = lay({**HQS, **units, **lost}, Turn(step="used", chit="french/replay"), hit)
    table.roll(12)
    assert table.unit(RIFLES).steps == 1
    assert table.ask.kind == "check-demoralise"


@pytest.mark.rule("BK 8.2.2", "BK N29")
def test_getting_on_or_off_lifts_the_factor_of_opportunity_fire_high_enough():
    units = {RIFLES: {"at": "1806", "neutralised": True}, SOMUA: {"at": "1807", "handled": True}}
    table = field({**units, "II-12-schr-hq": "1806", "1-cuir-hq": "0604"})
    rifles = table.unit(RIFLES)
    assert table.shot(RIFLES, SOMUA).final == -2
    assert shots_for(table.setting, table.state, rifles, (SOMUA,)) == (SOMUA,)
    assert targets_of(table.setting, table.state, rifles) == ()


@pytest.mark.rule("BK 7.2.1")
def test_a_column_is_easier_to_hit_by_direct_fire_only():
    units = {GUN: {"at": "1808", "column": True}, SOMUA: "1807"}
    table = field(units)
    assert {f.id for f in table.shot(SOMUA, GUN).factors} == {"column"}
    assert factor_on(table.setting, table.state, "heavy", table.unit(GUN)) == 3


@pytest.mark.rule("BK 8.5", "BK 13.2")
def test_a_critical_hit_that_takes_the_last_step_may_break_the_formation():
    gone = {"at": None, "steps": 0}
    units = {RIFLES: {"at": "1806", "steps": 1}, "II-12-schr-machine-guns-1": "2001"}
    lost = {"II-12-schr-rifles-2": gone, "II-12-schr-rifles-3": {"at": "2001", "steps": 1}}
    hit = Hit(step="begin", unit=RIFLES, result="2")
    table = lay({**HQS, **units, **lost}, Turn(step="used", chit="french/replay"), hit)
    assert table.unit(RIFLES).at is None
    assert table.ask.kind == "check-demoralise"


BROKEN = {"I-5-pzr/demoralised": True}


@pytest.mark.rule("BK 8.3", "BK 8.5")
@pytest.mark.parametrize(("marks", "asked"), [({}, "check-demoralise"), (BROKEN, "chit")])
def test_a_step_for_an_n_tests_a_formation_that_is_not_demoralised_yet(marks, asked):
    hit = Hit(step="begin", unit=GUN, result="N")
    gone = {u: {"at": None, "steps": 0} for u in HANNUT.setting.formations["I-5-pzr"].unit_ids}
    units = {**gone, GUN: "1806", "I-5-pzr-hq": "2001"}
    table = lay(units, Turn(step="used", chit="french/replay"), hit, marks=marks).press("step")
    assert table.unit(GUN).steps == 1
    assert table.ask.kind == asked


@pytest.mark.rule("BK 8.5.1", "BK 2.0-A")
def test_the_demoralised_try_to_recover_in_administration_too():
    units = {GUN: "1806", "I-5-pzr-hq": "1806", SOMUA: "0604"}
    table = lay(units, Turn(step="start"), marks=BROKEN)
    assert table.ask.kind == "check-recover"
    assert table.factors() == {"attempt": 3}
    table.roll(2)
    assert "I-5-pzr/demoralised" not in table.state.marks


@pytest.mark.rule("BK 8.5.1", "BK N35")
def test_the_hq_flees_along_and_nobody_into_mines_or_beside_the_enemy():
    units = {GUN: "1206", "I-5-pzr-hq": "1206"}
    flight = Flight(step="begin", formation="I-5-pzr")
    turn = Turn(step="used", chit="german/replay")
    table = lay(units, turn, flight, marks=BROKEN).roll(12)
    setting, goal = table.setting, table.unit(GUN).at or ""
    assert table.unit("I-5-pzr-hq").at != "1206"
    mined = lay(units, turn, flight, marks={**BROKEN, f"{goal}/mines": "french"}).roll(12)
    assert mined.unit(GUN).at not in (goal, "1206")
    beyond = min(setting.neighbours[goal], key=setting.to_edge["german"].__getitem__)
    near = lay({**units, SOMUA: beyond}, turn, flight, marks=BROKEN).roll(12)
    assert near.unit(GUN).at != "1206"
    assert near.unit(GUN).at not in setting.neighbours[beyond]


@pytest.mark.rule("BK 8.6.1")
def test_the_hq_in_or_beside_the_hex_directs_else_one_that_is_not_neutralised():
    units = {"1-cuir-hq": {"at": "1202", "neutralised": True}, "12-cuir-hq": "1202"}
    table = lay(units, *acting("french", "1-cuir"))
    assert observer(table.setting, table.state, "french", "1204") == ("12-cuir-hq", False)
    near = lay({**units, "12-cuir-hq": "1204"}, *acting("french", "1-cuir"))
    assert observer(near.setting, near.state, "french", "1203")[1]
    alone = lay({"1-cuir-hq": units["1-cuir-hq"]}, *acting("french", "1-cuir"))
    assert observer(alone.setting, alone.state, "french", "1202") == ("1-cuir-hq", True)
    assert observer(alone.setting, alone.state, "french", "1204") == ("1-cuir-hq", False)


@pytest.mark.rule("BK 8.6", "BK 12.1-C")
def test_shells_hit_the_carrier_and_not_its_company_a_second_time():
    units = {CARRIER: "1203", COMPANY: {"at": "1203", "aboard": CARRIER}, "12-cuir-hq": "1202"}
    shells = Barrage(step="target", side="french", left={"medium": 1})
    table = lay(units, Turn(step="used", chit="french/artillery"), shells)
    table.at("1203").press("1medium").roll(2)
    assert (table.ask.kind, table.ask.about) == ("step", (CARRIER,))
    table.pick(CARRIER)
    assert (table.unit(CARRIER).steps, table.unit(COMPANY).steps) == (1, 2)


# ---- 9 close combat -----------------------------------------------------------------------------


@pytest.mark.rule("BK 8.2.2", "BK 9.1.2")
def test_in_close_combat_too_nobody_fires_below_minus_one():
    weak = {"at": "1807", "neutralised": True, "out": True, "steps": 1}
    table = field({SOMUA: "1806", PIONEERS: weak, PAK: "2001"}).go(SOMUA, "1807")
    assert table.shot(PIONEERS, SOMUA, mode="assault", first_round=True).final == -2
    assert table.top.shooter == SOMUA


@pytest.mark.rule("BK N36", "BK 9.1.4")
def test_where_nobody_can_hurt_anybody_all_attackers_go_back(monkeypatch):
    table = field({SOMUA: "1806", OTHER: "1806", PIONEERS: "1807"})
    for unit in (SOMUA, OTHER, PIONEERS):
        kind = table.setting.kinds[unit]
        monkeypatch.setitem(table.setting.kinds, unit, replace(kind, attack=0))
    table.go((SOMUA, OTHER), "1807")
    assert (table.ask.kind, table.ask.pieces) == ("give-way", (PIONEERS,))
    table.press("stand")
    assert table.ask.kind == "act"
    assert [table.unit(unit).at for unit in (SOMUA, OTHER, PIONEERS)] == ["1806", "1806", "1807"]
    assert table.unit(SOMUA).acted
    assert table.unit(OTHER).acted


@pytest.mark.rule("BK 9.1.5", "BK 9.1.2")
@pytest.mark.parametrize("driven", [True, False])
def test_no_defender_goes_to_the_empty_hex_that_the_enemy_came_from(driven):
    table = field({SOMUA: "1806", PIONEERS: "1807", PAK: "2001", "1-cuir-hq": "1804"})
    table.go(SOMUA, "1807").roll(7)
    if driven:
        table.roll(8).press("N")
    else:
        table.roll(5).pick(PIONEERS)
    assert table.ask.kind == "retreat"
    assert set(table.ask.cells) == set(table.setting.neighbours["1807"]) - {"1806"}


@pytest.mark.rule("BK 9.1.5", "BK 7.3")
def test_nor_does_he_on_his_second_step_nor_back_into_the_fight():
    ring = [cell for cell in HANNUT.setting.neighbours["1807"] if cell != "1806"]
    full = ("I-35-pzr", "II-5-pzr", "II-35-pzr", "I-33-schr", "II-12-schr")
    units: dict[str, object] = {SOMUA: "1806", PIONEERS: "1807", PAK: "2001", "1-cuir-hq": "1804"}
    for name, cell in zip(full, ring, strict=True):
        units |= dict.fromkeys(HANNUT.setting.formations[name].unit_ids[:3], cell)
    beside = next(cell for cell in ring if cell in HANNUT.setting.neighbours["1806"])
    table = field(units).go(SOMUA, "1807").roll(7).roll(8).press("N")
    table.at(beside)
    assert table.ask.kind == "retreat"
    assert {"1806", "1807"}.isdisjoint(table.ask.cells)


@pytest.mark.rule("BK 9.1.2", "BK 7.2.1")
def test_an_attacker_thrown_back_leaves_his_column():
    table = field({SOMUA: {"at": "1708", "spent": 3}, PIONEERS: "1709"}).go(SOMUA, "1709")
    assert table.unit(SOMUA).column
    table.roll(4).press("N")
    assert table.unit(SOMUA).at == "1708"
    assert not table.unit(SOMUA).column


@pytest.mark.rule("BK 9.1.5", "BK 8.5")
def test_a_unit_lost_without_a_way_out_may_break_its_formation():
    gone = {"kg-motorcycles-1": {"at": None, "steps": 0}, PAK: {"at": "2001", "steps": 1}}
    table = surrounded(gone).roll(7).roll(8).press("N")
    assert table.unit(PIONEERS).at is None
    assert table.ask.kind == "check-demoralise"


@pytest.mark.rule("BK 9.1.2", "BK 9.1.5")
def test_nobody_is_asked_to_give_way_who_has_nowhere_to_go():
    table = surrounded({PAK: "2001"}).roll(7).roll(5)
    assert table.unit(PIONEERS).steps == 1
    assert table.ask.kind == "break-off"


@pytest.mark.rule("BK 9.1.5", "BK 12.1-C")
def test_the_step_that_lets_a_shaken_carrier_stay_may_be_its_companys():
    units = {
        CARRIER: {"at": "1807", "neutralised": True},
        COMPANY: {"at": "1807", "aboard": CARRIER},
        "I-12-schr-hq": "2001",
        "I-12-schr-rifles-2": "2001",
        "I-12-schr-rifles-3": "2001",
    }
    table = field({SOMUA: "1806", **units}).go(SOMUA, "1807")
    table.roll(7).roll(7)
    assert table.ask.kind == "check-panic"
    table.roll(2).press("step")
    assert (table.ask.kind, set(table.ask.pieces)) == ("step", {CARRIER, COMPANY})
    table.pick(COMPANY)
    assert table.unit(COMPANY).steps == 1
    assert table.unit(CARRIER).steps == 2
    assert not table.unit(CARRIER).neutralised
    assert table.ask.kind == "give-way"


@pytest.mark.rule("BK 9.1.2", "BK 10.1", "BK 6.3.3")
def test_mines_go_off_under_an_attacker_who_is_thrown_back_into_them():
    mined = {"0512/mines": "french"}
    table = lay(GUARDS_BEFORE_RESERVISTS, *acting("german", "I-gd"), its_rules=STONNE, marks=mined)
    table.go("I-gd-guards-1", "0612").roll(9).press("N")
    assert table.unit("I-gd-guards-1").at == "0512"
    assert table.ask.kind == "mines"
    table.roll(7)
    assert table.ask.kind == "act"  # they are not worn out by it
    assert table.state.marks["0512/mines"] == "french"


@pytest.mark.rule("BK 9.1.5", "BK 7.3")
def test_an_attacker_thrown_back_into_a_full_hex_without_a_way_on_is_lost():
    ring = [cell for cell in HANNUT.setting.neighbours["1806"] if cell != "1807"]
    foes = (GUN, RIFLES, "I-35-pzr-pz-iv-1", "II-12-schr-rifles-2", "II-12-schr-rifles-3")
    full = dict.fromkeys((OTHER, THIRD, FOURTH), "1806")
    units = {SOMUA: "1806", PIONEERS: "1807", **full, **dict(zip(foes, ring, strict=True))}
    table = field(units).go(SOMUA, "1807").roll(4).press("N")
    assert table.unit(SOMUA).at is None
    assert len(fighters_at(table.state, "1806", "french")) == 3


@pytest.mark.rule("BK 10.2", "BK 9.1.1")
def test_men_who_leave_their_works_to_attack_give_them_up():
    rest = ("I-11-rdp-dragoons-2", "I-11-rdp-machine-guns-1", "I-11-rdp-h35-1")
    units = {DRAGOONS: "1806", "I-11-rdp-hq": "1806", PIONEERS: "1807"}
    table = lay(
        {**HQS, **MATES, **units, **dict.fromkeys(rest, "0101")},
        *acting("french", "I-11-rdp"),
        marks={"1806/works": "french"},
    )
    table.go(DRAGOONS, "1807").roll(9).press("N")
    assert table.unit(DRAGOONS).at == "1806"
    assert "1806/works" not in table.state.marks


@pytest.mark.rule("BK 9.1.1", "BK 12.2-A")
def test_nobody_comes_onto_the_map_into_a_fight():
    rifles = "I-69-schr-rifles-1"
    units = {rifles: "arriving", "I-69-schr-hq": "arriving", "I-205-reservists-1": "0105"}
    table = lay({**units, "I-205-hq": "0812"}, *acting("german", "I-69-schr"), its_rules=STONNE)
    assert table.against(rifles, "0104") == []
    assert table.against(rifles, "0105") == ["BK 7.1"]


@pytest.mark.rule("BK 9.1.3", "BK N22")
def test_a_defender_neutralised_together_with_the_last_attacker_stays():
    table = field({SOMUA: "1806", PIONEERS: "1807", PAK: "2001"}).go(SOMUA, "1807")
    table.roll(7).roll(5).press("stand", "on").roll(4, 8).press("N", "N")
    assert table.unit(SOMUA).at == "1806"
    assert table.unit(PIONEERS).at == "1807"
    assert table.unit(PIONEERS).neutralised
