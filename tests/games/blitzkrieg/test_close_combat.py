"""Chapter 9: close combat in its order."""

import pytest
from field import GUARDS_BEFORE_RESERVISTS, HANNUT, STONNE, acting, lay

from wardesk.games.blitzkrieg.state import Assault, Retreat

SOMUA, OTHER, GUN, RIFLES = (
    "1-cuir-somua-1",
    "1-cuir-somua-2",
    "I-5-pzr-pz-iv-1",
    "II-12-schr-rifles-1",
)
PIONEERS, PAK = "kg-pioneers-1", "kg-pak-1"
HQS = {"1-cuir-hq": "1806", "II-12-schr-hq": "2001", "I-5-pzr-hq": "2001", "kg-hq": "2001"}
MATES = dict.fromkeys(
    ("II-12-schr-rifles-2", "II-12-schr-rifles-3", "II-12-schr-machine-guns-1"), "2001"
)
MORE = dict.fromkeys(("kg-motorcycles-1", "kg-armoured-cars-1"), "2001") | dict.fromkeys(
    ("1-cuir-somua-3", "1-cuir-somua-4"), "0101"
)


def field(units, **more):
    return lay({**HQS, **MATES, **MORE, **units}, *acting("french", "1-cuir"), **more)


def fight(units, **more):
    """The Somuas of 1806 go for 1807."""
    table = field({SOMUA: "1806", **units}, **more)
    return table.go(SOMUA, "1807")


@pytest.mark.rule("BK 9.0", "BK 9.1.1")
def test_only_close_combat_leads_into_an_enemy_hex_and_costs_a_quarter_more():
    table = field({SOMUA: "1804", RIFLES: "1807"})
    assert table.against(SOMUA, "1805", "1806", "1807", "1808") == ["BK 9.0"]
    # 2 + 2 + 2 for the hex + 2 for the fight = all 8 points
    assert table.against(SOMUA, "1805", "1806", "1807") == []
    far = field({SOMUA: "1803", RIFLES: "1807"})
    assert far.against(SOMUA, "1804", "1805", "1806", "1807") == ["BK 7.1"]


@pytest.mark.rule("BK 9.1.1")
def test_a_first_and_single_hex_may_be_fought_for_without_the_points():
    foot = {"I-11-rdp-dragoons-1": "1414", "I-11-rdp-hq": "1414", RIFLES: "1413"}
    table = lay(foot, *acting("french", "I-11-rdp"))
    assert table.against("I-11-rdp-dragoons-1", "1413") == []
    dragoons = "I-11-rdp-dragoons-1"
    half = {**foot, dragoons: {"at": "1414", "handled": True}}
    assert lay(half, *acting("french", "I-11-rdp")).against(dragoons, "1413") == []
    table = lay(half, *acting("french", "I-11-rdp"))
    assert "1413" in table.rules.showing.reach(table.state, (dragoons,))
    tired = {**foot, dragoons: {"at": "1414", "spent": 1}}
    worn = lay(tired, *acting("french", "I-11-rdp"))
    assert "1413" not in worn.rules.showing.reach(worn.state, (dragoons,))
    assert lay(tired, *acting("french", "I-11-rdp")).against(dragoons, "1413") == ["BK 7.1"]


@pytest.mark.rule("BK 6.2", "BK 8.4")
def test_out_of_command_neutralised_or_after_firing_nobody_assaults():
    for changes, cite in (({"out": True}, "BK 6.2"), ({"fired": True}, "BK 6.1")):
        table = field({SOMUA: {"at": "1806", **changes}, RIFLES: "1807"})
        assert cite in table.against(SOMUA, "1807")
    table = field({SOMUA: {"at": "1806", "neutralised": True}, RIFLES: "1807"})
    assert SOMUA not in getattr(table.ask, "pieces", ())
    assert "BK 9.0" in field({SOMUA: "1806", RIFLES: "1807"}).against("1-cuir-hq", "1807")


@pytest.mark.rule("BK 9.1.2")
def test_the_defender_fires_first_and_a_neutralised_attacker_goes_back():
    table = fight({PIONEERS: "1807"})
    assert table.top.shooter == PIONEERS
    assert table.factors() == {"same_hex": 1}
    table.roll(4).press("N")

    assert table.unit(SOMUA).at == "1806"
    assert table.unit(SOMUA).neutralised
    assert table.unit(SOMUA).acted


@pytest.mark.rule("BK 9.1.2")
def test_a_step_instead_lets_the_attacker_go_on():
    table = fight({PIONEERS: "1807"})
    table.roll(4).press("step")

    assert table.top.shooter == SOMUA
    assert table.unit(SOMUA).steps == 1
    assert table.unit(SOMUA).at == "1807"


@pytest.mark.rule("BK 9.1.2", "BK 9.1.5")
def test_a_neutralised_defender_goes_but_not_to_where_the_enemy_came_from():
    table = fight({PIONEERS: "1807"})
    table.roll(7).roll(8).press("N")
    assert table.ask.kind == "retreat"
    assert "1806" not in table.ask.cells
    table.at("1808")
    assert table.unit(PIONEERS).neutralised
    assert table.unit(PIONEERS).at == "1808"
    assert table.unit(SOMUA).at == "1807"


@pytest.mark.rule("BK 9.1.2")
def test_who_stays_after_a_loss_may_still_give_way():
    table = fight({PIONEERS: "1807"})
    table.roll(7).roll(5)
    assert table.unit(PIONEERS).steps == 1
    assert table.ask.kind == "give-way"
    table.pick(PIONEERS).at("1808")
    assert table.unit(PIONEERS).at == "1808"
    assert not table.unit(PIONEERS).neutralised


def shaken():
    """The pioneers were down before the fight, and neither side has hurt the other."""
    table = fight({PIONEERS: {"at": "1807", "neutralised": True}})
    assert table.factors()["neutralised"] == -2
    table.roll(7).roll(7)
    assert table.ask.kind == "check-panic"
    table.roll(8)
    assert table.ask.kind == "shaken"
    return table


@pytest.mark.rule("BK 9.1.5")
def test_who_was_down_before_the_fight_goes():
    table = shaken().press("back")
    assert table.ask.kind == "retreat"
    table.at("1808")
    assert table.unit(PIONEERS).neutralised
    assert table.unit(PIONEERS).steps == 2


@pytest.mark.rule("BK 9.1.5")
def test_or_pays_with_a_step_and_fights_on():
    table = shaken().press("step")
    assert table.unit(PIONEERS).at == "1807"
    assert table.unit(PIONEERS).steps == 1
    assert not table.unit(PIONEERS).neutralised
    assert table.ask.kind == "give-way"
    table.press("stand", "on")
    assert table.top.shooter == PIONEERS


@pytest.mark.rule("BK 9.1.5", "BK 8.5")
def test_a_step_paid_may_break_the_formation():
    gone = {"at": None, "steps": 0}
    lost = {"kg-motorcycles-1": gone, "kg-armoured-cars-1": gone}
    table = fight(
        {PIONEERS: {"at": "1807", "neutralised": True}, PAK: {"at": "2001", "steps": 1}, **lost}
    )
    table.roll(7).roll(7).roll(8).press("step")

    assert table.ask.kind == "check-demoralise"


@pytest.mark.rule("BK 13.1")
def test_a_gun_hidden_among_others_is_found_by_close_combat():
    table = fight({PIONEERS: "1807", PAK: {"at": "1807", "hidden": True}})

    assert not table.unit(PAK).hidden


@pytest.mark.rule("BK 12.1-C")
def test_a_company_on_board_goes_into_the_fight_and_back_with_its_carrier():
    carrier, company = "I-12-schr-half-tracks-1", "I-12-schr-rifles-1"
    units = {
        carrier: "1806",
        company: {"at": "1806", "aboard": carrier},
        "I-12-schr-hq": "1806",
        "12-cuir-motorcycles-1": "1807",
        "12-cuir-hq": "0101",
    }
    rest = dict.fromkeys(
        ("I-12-schr-rifles-2", "I-12-schr-rifles-3", "I-12-schr-machine-guns-1"), "2001"
    )
    table = lay({**units, **rest}, *acting("german", "I-12-schr"))
    table.go(carrier, "1807")
    assert table.unit(company).at == "1807"
    table.roll(5).press("N")
    assert table.unit(carrier).at == table.unit(company).at == "1806"


@pytest.mark.rule("BK 9.1.5")
def test_without_a_way_out_the_defender_is_lost():
    ring = [c for c in HANNUT.setting.neighbours["1807"] if c != "1806"]
    hunters = [
        f"{name}-somua-{n}"
        for name, n in (("2-cuir", 1), ("2-cuir", 2), ("2-cuir", 3), ("2-cuir", 4))
    ]
    units = dict(zip([*hunters, "12-cuir-p178-1"], ring, strict=True))
    table = fight({PIONEERS: "1807", **units})
    table.roll(7).roll(8).press("N")

    assert table.unit(PIONEERS).at is None


@pytest.mark.rule("BK 9.1.3", "BK N22", "BK N36")
def test_further_rounds_are_fought_together():
    table = fight({PIONEERS: "1807"})
    table.roll(7).roll(5).press("stand", "on")
    assert table.top.held_back
    table.roll(4).roll(2)
    assert table.ask.kind == "neutralised"
    assert table.ask.about == (SOMUA,)
    table.press("N")
    assert table.unit(PIONEERS).at is None
    assert table.unit(SOMUA).at == "1806"


@pytest.mark.rule("BK 9.1.3", "BK 7.2.1")
def test_rounds_are_counted_and_columns_count_in_the_first_only():
    table = fight({PIONEERS: "1807"})
    assert table.top.first_round
    table.roll(7).roll(5).press("stand", "on")
    assert not table.top.first_round


@pytest.mark.rule("BK 9.1.2", "BK 7.3")
def test_where_the_hex_it_came_from_is_full_it_goes_on_but_never_back_into_the_fight():
    full = dict.fromkeys((OTHER, "1-cuir-somua-3", "1-cuir-somua-4"), "1806")
    table = fight({PIONEERS: "1807", **full})
    table.roll(7).roll(5).press("stand", "on").roll(4).roll(2).press("N")

    assert table.unit(PIONEERS).at is None
    assert table.ask.kind == "retreat"
    assert "1807" not in table.ask.cells
    table.at(table.ask.cells[0])
    assert table.unit(SOMUA).at not in ("1806", "1807")
    assert table.ask.kind != "retreat"


@pytest.mark.rule("BK 9.1.3", "BK N36")
def test_the_attackers_may_break_it_off():
    table = fight({PIONEERS: "1807"})
    table.roll(7).roll(5).press("stand", "back")

    assert table.unit(SOMUA).at == "1806"
    assert table.unit(PIONEERS).at == "1807"


@pytest.mark.rule("BK 9.1.4", "BK 9.2")
def test_tanks_go_on_against_men_and_guns_only():
    table = fight({PIONEERS: {"at": "1807", "steps": 1}, "kg-motorcycles-1": "2001"})
    table.roll(7).roll(2)
    while table.ask.kind == "react":
        table.press("pass")
    assert table.unit(SOMUA).at == "1807"
    assert not table.unit(SOMUA).acted
    assert SOMUA in table.ask.pieces

    tanks = fight({GUN: {"at": "1807", "steps": 1}})
    tanks.roll(7).roll(2)
    while tanks.ask.kind == "react":
        tanks.press("pass")
    assert tanks.unit(SOMUA).at == "1807"
    assert tanks.unit(SOMUA).acted


@pytest.mark.rule("BK 9.1.4", "BK 11.0")
def test_the_hex_changes_hands_when_the_fight_is_won_and_not_before():
    units = {SOMUA: "1708", PIONEERS: {"at": "1709", "steps": 1}}
    table = field(units)
    table.go(SOMUA, "1709")
    assert table.state.marks["1709/held"] == "german"
    table.roll(7).roll(2)
    assert table.state.marks["1709/held"] == "french"


@pytest.mark.rule("BK N30")
def test_only_defenders_are_in_cover():
    units = {"I-11-rdp-dragoons-1": "1708", "I-11-rdp-hq": "1708", RIFLES: "1709"}
    table = lay(
        {**HQS, **MATES, **units}, *acting("french", "I-11-rdp"), marks={"1709/works": "german"}
    )
    table.go("I-11-rdp-dragoons-1", "1709")
    assert table.factors() == {"same_hex": 1}
    table.roll(7)
    assert table.factors() == {"same_hex": 1, "cover": -2, "works": -2}


@pytest.mark.rule("BK 10.1")
def test_attackers_suffer_the_mines_of_the_hex_before_the_fight():
    mined = {"0612/mines": "french"}
    table = lay(GUARDS_BEFORE_RESERVISTS, *acting("german", "I-gd"), its_rules=STONNE, marks=mined)
    table.go("I-gd-guards-1", "0612")
    assert table.ask.kind == "mines"
    table.roll(7, 5)
    assert table.top.shooter == "III-205-reservists-1"


@pytest.mark.rule("BK 9.1.2")
def test_several_units_choose_whom_they_fire_at():
    table = field({SOMUA: "1806", OTHER: "1806", PIONEERS: "1807"})
    table.go((SOMUA, OTHER), "1807")
    assert table.ask.kind == "assault-target"
    table.pick(OTHER)
    assert table.top.target == OTHER
    assert any(isinstance(frame, Assault) for frame in table.state.stack)


@pytest.mark.rule("BK 7.2.1", "BK 9.1.5")
def test_short_of_points_for_the_ground_a_unit_goes_in_along_the_road_in_column():
    units = {SOMUA: {"at": "1708", "spent": 3}, PIONEERS: "1709"}
    table = field(units)
    # 3 + 4 for the village + 2 for the fight are 9; 3 + 1 by road + 2 are 6
    table.go(SOMUA, "1709")
    assert table.unit(SOMUA).spent == 6
    assert table.unit(SOMUA).column
    assert table.factors() == {"same_hex": 1}
    table.roll(7)
    assert table.factors() == {"same_hex": 1, "firer_column": -1, "cover": -2}
    table.roll(7).press("step", "stand", "on")
    assert not table.unit(SOMUA).column
    off_road = field(units)
    off_road.press("country")
    assert off_road.against(SOMUA, "1709") == ["BK 7.1"]
    enough = field({**units, SOMUA: {"at": "1708", "spent": 2}})
    enough.go(SOMUA, "1709")
    assert enough.unit(SOMUA).spent == 8
    assert not enough.unit(SOMUA).column


@pytest.mark.rule("BK 6.1", "BK 9.2")
def test_after_close_combat_tanks_may_go_on_but_not_fire():
    table = fight({PIONEERS: {"at": "1807", "steps": 1}, "kg-motorcycles-1": "1809"})
    table.roll(7).roll(2)
    while table.ask.kind == "react":
        table.press("pass")
    assert table.unit(SOMUA).spent == 4
    assert SOMUA in table.ask.pieces
    assert "fire" not in table.buttons()


@pytest.mark.rule("BK 6.3.3", "BK 7.3")
def test_whoever_falls_back_into_a_full_hex_does_not_turn_round():
    full = dict.fromkeys(("II-12-schr-rifles-1", *list(MATES)[:2]), "1809")
    ring = HANNUT.setting.neighbours["1808"]
    fall = Retreat(step="ask", unit=PIONEERS, closed=tuple(c for c in ring if c != "1809"))
    units = {**HQS, PIONEERS: "1808", **full}
    table = lay(units, *acting("french", "1-cuir"), fall).at("1809")
    assert table.ask.kind == "retreat"
    assert table.ask.cells
    assert "1808" not in table.ask.cells


@pytest.mark.rule("BK 9.1.5", "BK 6.3.3")
@pytest.mark.parametrize(("unit", "enters"), [(PIONEERS, True), (PAK, False)])
def test_nobody_falls_back_into_ground_that_he_cannot_enter(unit, enters):
    table = lay({**HQS, unit: "1414"}, *acting("french", "1-cuir"), Retreat(step="ask", unit=unit))
    assert ("1413" in table.ask.cells) == enters


@pytest.mark.rule("BK 9.2")
@pytest.mark.parametrize(
    ("attacker", "defenders", "goes_on"),
    [
        (SOMUA, (PIONEERS,), True),
        (SOMUA, (PAK,), True),
        (SOMUA, ("kg-motorcycles-1",), False),
        (SOMUA, (PIONEERS, "kg-motorcycles-1"), False),
        ("12-cuir-p178-1", (PIONEERS,), True),
        ("12-cuir-motorcycles-1", (PIONEERS,), False),
    ],
)
def test_who_goes_on_after_a_fight_and_against_whom(attacker, defenders, goes_on):
    formation = attacker.rpartition("-")[0].rpartition("-")[0]
    units = {**HQS, **MATES, attacker: "1806", f"{formation}-hq": "1806"}
    table = lay(units | dict.fromkeys(defenders, "1807"), *acting("french", formation))
    table.go(attacker, "1807")
    while (asked := table.ask).kind not in ("act", "react"):
        if asked.who == "chance":
            table.roll(2 if attacker in asked.about[:1] else 7)
        elif asked.kind == "give-way":
            table.press("stand")
        elif asked.kind == "break-off":
            table.press("on")
        elif asked.kind == "assault-target":
            table.pick(asked.pieces[0])
        else:
            table.press("N")
    assert not any(table.unit(unit).at for unit in defenders)
    assert table.unit(attacker).at == "1807"
    assert table.unit(attacker).acted != goes_on


@pytest.mark.rule("BK 6.3.1", "BK 6.3.1.1")
def test_fire_waits_for_whoever_has_won_a_fight_and_not_for_the_fight():
    table = fight({PIONEERS: {"at": "1807", "steps": 1}, GUN: "1809"})
    assert table.ask.kind == "fire"  # nobody reacts to the way in
    table.roll(7).roll(2)
    assert (table.ask.kind, table.ask.pieces, table.ask.about) == ("react", (GUN,), (SOMUA,))
