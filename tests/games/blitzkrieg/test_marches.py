"""Chapters 3, 6.1 and 7: command, marches, costs, columns, stacking, half-tracks."""

import pytest
from field import HANNUT, STONNE, acting, fresh, lay, rules, turn

from wardesk.engine.types import replace
from wardesk.games.blitzkrieg.ch03_command import hq_moves, in_command
from wardesk.games.blitzkrieg.ch07_movement import allowance, full_moves

HQ = {"1-cuir-hq": "0604"}
SOMUA = "1-cuir-somua-1"
GUN = "I-5-pzr-pz-iv-1"


def french(units, **more):
    return lay({**HQ, **units}, *acting("french", "1-cuir"), **more)


@pytest.mark.rule("BK 3.4", "BK 3.5", "BK 3.1")
@pytest.mark.parametrize(("unit", "hq", "reach"), [(SOMUA, "1-cuir-hq", 2), (GUN, "I-5-pzr-hq", 3)])
def test_command_reaches_two_hexes_for_the_french_and_three_for_the_germans(unit, hq, reach):
    table = lay({hq: "0604", unit: "0604"}, *acting("french", "2-cuir"))
    for cell in table.setting.board.cells:
        there = replace(table.unit(unit), at=cell)
        near = table.setting.distance(cell, "0604") <= reach
        assert in_command(table.setting, table.state, there) == near


@pytest.mark.rule("BK 10.3")
def test_independent_units_are_never_out_of_command():
    units = {"11-rdp-at-at-47-1": "0101", "I-11-rdp-hq": "1416"}
    table = lay(units, *acting("french", "I-11-rdp"))
    gun = table.unit("11-rdp-at-at-47-1")

    assert gun.formation == "I-11-rdp"
    assert in_command(table.setting, table.state, gun)


@pytest.mark.rule("BK 3.2")
def test_an_hq_alone_keeps_out_of_the_hex_of_another():
    units = {SOMUA: "0604", "I-5-pzr-hq": "0605"}
    alone = french(units)
    assert alone.against("1-cuir-hq", "0605") == ["BK 3.2"]
    assert "0605" not in HANNUT.showing.reach(alone.state, ["1-cuir-hq"])
    assert alone.against(("1-cuir-hq", SOMUA), "0605") == []
    assert alone.go(SOMUA, "0605").unit("I-5-pzr-hq").at == "overrun"


@pytest.mark.rule("BK 3.2")
def test_an_hq_moves_like_its_fastest_unit():
    table = lay(
        {"kg-hq": "1203", "kg-armoured-cars-1": "1203", "kg-pioneers-1": "1203"},
        *acting("german", "kg"),
    )

    assert hq_moves(table.setting, table.state, table.unit("kg-hq")) == (12, "wheels")


@pytest.mark.rule("BK 7.1")
def test_costs_of_the_ground_by_class():
    costs = HANNUT.setting.costs
    assert costs["tracks", False]["1808"]["1809"] == 2
    assert costs["tracks", False]["1708"]["1709"] == 4
    assert costs["tracks", True]["1708"]["1709"] == 1
    assert costs["foot", False]["1414"]["1413"] == 2
    assert "1413" not in costs["wheels", False]["1414"]
    # up a level: one more on foot and tracks, two on wheels
    pairs = [
        (a, b)
        for a in HANNUT.setting.neighbours
        for b in HANNUT.setting.neighbours[a]
        if HANNUT.setting.levels[b] > HANNUT.setting.levels[a]
        and HANNUT.setting.terrain[b] == "clear"
    ]
    assert pairs
    for a, b in pairs:
        assert costs["foot", False][a][b] == 2
        assert costs["wheels", False][a][b] == 5
        assert costs["tracks", False][a][b] == 3


@pytest.mark.rule("BK 7.1")
def test_points_are_enough_or_not_and_one_hex_is_always_allowed():
    table = french({SOMUA: "1806"})
    assert table.against(SOMUA, "1805", "1804", "1704", "1705") == []
    assert table.against(SOMUA, "1805", "1804", "1704", "1705", "1706") == ["BK 7.1"]
    assert table.against(SOMUA, "1804") == ["BK 7.1"]
    slow = lay(
        {"I-11-rdp-hq": "1414", "I-11-rdp-dragoons-1": {"at": "1414", "out": True}},
        *acting("french", "I-11-rdp"),
    )
    assert slow.against("I-11-rdp-dragoons-1", "1413") == []
    assert slow.against("I-11-rdp-dragoons-1", "1415", "1416") == ["BK 7.1"]


@pytest.mark.rule("BK 6.2", "BK N4", "BK 8.4")
def test_out_of_command_halves_down_and_half_a_move_rounds_up():
    table = french(
        {
            SOMUA: {"at": "1806", "out": True},
            "1-cuir-hotchkiss-1": {"at": "1806", "neutralised": True},
        }
    )
    setting, state = table.setting, table.state
    assert full_moves(setting, state, table.unit(SOMUA)) == 4
    assert full_moves(setting, state, table.unit("1-cuir-hotchkiss-1")) == 0
    units = {
        "49-bcc-hq": "0604",
        "49-bcc-b1-1": {"at": "0604", "fired": True},
        "49-bcc-b1-2": {"at": "0604", "out": True, "fired": True},
    }
    slow = lay(units, *acting("french", "49-bcc"), its_rules=STONNE)
    assert allowance(slow.setting, slow.state, slow.unit("49-bcc-b1-1")) == 3
    assert allowance(slow.setting, slow.state, slow.unit("49-bcc-b1-2")) == 1


@pytest.mark.rule("BK 8.4")
def test_a_neutralised_hq_moves_at_half():
    table = lay(
        {"49-bcc-hq": {"at": "0604", "neutralised": True}, "49-bcc-b1-1": "0604"},
        *acting("french", "49-bcc"),
        its_rules=STONNE,
    )

    assert full_moves(table.setting, table.state, table.unit("49-bcc-hq")) == 2


@pytest.mark.rule("BK 7.1", "BK 7.3")
def test_stacks_of_three_march_and_no_more_than_three_stand_together():
    three = [f"1-cuir-somua-{n}" for n in (1, 2, 3)]
    units = dict.fromkeys(three, "1806") | {
        "1-cuir-somua-4": "1805",
        "1-cuir-hotchkiss-1": "1806",
        "1-cuir-hq": "1806",
    }
    table = french(units)
    assert table.against(tuple(three), "1805") == ["BK 7.3"]
    assert table.against(tuple(three[:2]), "1805") == []
    assert table.against((*three, "1-cuir-hotchkiss-1"), "1807") == ["BK 7.1"]
    assert table.against((three[0], "1-cuir-somua-4"), "1807") == ["BK 7.1"]
    # passing through a full hex is allowed
    assert table.against(tuple(three), "1805", "1804") == []


@pytest.mark.rule("BK 7.2", "BK 7.2.1")
def test_roads_are_used_in_column_or_not_at_all():
    table = french({SOMUA: "1807"})
    table.go(SOMUA, "1707", "1708")
    assert table.unit(SOMUA).column
    assert table.unit(SOMUA).spent == 2
    table.press("end")
    assert not table.unit(SOMUA).column
    cross = french({SOMUA: "1807"})
    cross.press("country").go(SOMUA, "1707")
    assert not cross.unit(SOMUA).column
    assert cross.unit(SOMUA).spent == 4


@pytest.mark.rule("BK 6.1")
def test_half_a_move_may_go_with_fire_and_more_may_not():
    units = {SOMUA: "1806", GUN: "1809"}
    table = french(units)
    table.go(SOMUA, "1805", "1806").press("quiet")
    assert "fire" in table.buttons()
    far = french({SOMUA: "1806", GUN: "1808"})
    far.go(SOMUA, "1805", "1806", "1805").press("quiet")
    assert far.unit(SOMUA).spent == 6
    assert "fire" not in far.buttons()


@pytest.mark.rule("BK 6.1")
def test_fire_first_and_then_move_half():
    table = french({SOMUA: "1807", GUN: "1809"})
    table.press("fire-first").pick(SOMUA).pick(GUN)
    assert table.factors()["moved"] == -2
    table.roll(7)
    while table.ask.kind in ("return", "react"):
        table.press("pass")
    assert allowance(table.setting, table.state, table.unit(SOMUA)) == 4
    assert table.against(SOMUA, "1806", "1805") == []
    assert table.against(SOMUA, "1806", "1805", "1804") == ["BK 7.1"]
    assert "fire" not in table.buttons()


@pytest.mark.rule("BK 6.1", "BK 8.1", "BK 8.1.1", "BK 8.0")
def test_who_has_fired_at_full_strength_is_done():
    table = french({SOMUA: "1807", GUN: "1809"})
    table.press("fire").pick(SOMUA)
    assert table.ask.pieces == (GUN,)
    table.pick(GUN)
    assert "moved" not in table.factors()
    table.roll(7)
    while table.ask.kind in ("return", "react"):
        table.press("pass")
    assert table.unit(SOMUA).acted
    assert SOMUA not in table.ask.pieces


@pytest.mark.rule("BK 6.1")
def test_another_unit_ends_the_action_of_the_one_before():
    table = french({SOMUA: "1806", "1-cuir-somua-2": "1806"})
    table.go(SOMUA, "1805")
    assert SOMUA in table.ask.pieces
    table.go("1-cuir-somua-2", "1805")
    assert table.unit(SOMUA).acted
    assert SOMUA not in table.ask.pieces


@pytest.mark.rule("BK 7.1")
def test_a_stack_goes_the_way_that_all_of_it_can_go():
    stack = ("kg-motorcycles-1", "kg-pioneers-1")
    table = lay(dict.fromkeys((*stack, "kg-hq"), "0107"), *acting("german", "kg"))
    on_wheels = table.rules.showing.route(table.state, stack[:1], "0406")
    assert table.against(stack, *on_wheels) == ["BK 7.1"]
    together = table.rules.showing.route(table.state, stack, "0406")
    assert table.against(stack, *together) == []
    assert len(together) < len(on_wheels)


@pytest.mark.rule("BK 7.2.1")
def test_a_column_ends_when_another_unit_begins():
    table = french({SOMUA: "1807", "1-cuir-somua-2": "1805"})
    table.go(SOMUA, "1707")
    assert table.unit(SOMUA).column
    table.go("1-cuir-somua-2", "1804")
    assert not table.unit(SOMUA).column


@pytest.mark.rule("BK 12.1-C")
def test_half_tracks_carry_a_company_and_both_fire_together():
    company, carrier = "I-12-schr-rifles-1", "I-12-schr-half-tracks-1"
    units = {company: "1806", carrier: "1806", "I-12-schr-hq": "1806", SOMUA: "1804"}
    table = lay(units, *acting("german", "I-12-schr"))
    table.press("mount").pick(company)
    assert table.unit(company).aboard == carrier
    assert allowance(table.setting, table.state, table.unit(carrier)) == 5
    table.go(carrier, "1805").press("quiet")
    assert table.unit(company).at == "1805"
    mounted = lay(
        {
            **units,
            company: {"at": "1805", "aboard": carrier},
            carrier: "1805",
            "12-cuir-motorcycles-1": "1804",
        },
        *acting("german", "I-12-schr"),
    )
    mounted.press("fire").pick(carrier).pick("12-cuir-motorcycles-1")
    assert mounted.factors()["rider"] == 4


@pytest.mark.rule("BK 12.1-C")
def test_carrier_or_company_takes_the_step():
    company, carrier = "I-12-schr-rifles-1", "I-12-schr-half-tracks-1"
    units = {
        company: {"at": "1805", "aboard": carrier},
        carrier: "1805",
        "I-12-schr-hq": "1805",
        SOMUA: "1804",
        "1-cuir-hq": "1804",
        "I-12-schr-rifles-2": "1905",
        "I-12-schr-rifles-3": "1905",
    }
    table = lay(units, *acting("french", "1-cuir"))
    table.press("fire").pick(SOMUA).pick(carrier)
    table.roll(2).pick(company)
    assert table.unit(company).steps == 1
    assert table.unit(carrier).steps == 2


@pytest.mark.rule("BK 10.1", "BK 10.1-B", "BK N24")
def test_mines_attack_whoever_enters_and_may_be_exhausted():
    units = {
        "I-gd-guards-1": "0512",
        "I-gd-hq": "0512",
        "I-gd-guards-2": "0412",
        "I-gd-guards-3": "0412",
    }
    marks = {"0612/mines": "french"}
    table = lay(units, *acting("german", "I-gd"), its_rules=STONNE, marks=marks)
    table.go("I-gd-guards-1", "0612")
    assert table.ask.kind == "mines"
    assert table.ask.column == "Mines"
    table.roll(2)
    assert table.unit("I-gd-guards-1").steps == 1
    assert table.ask.kind == "mines-gone"
    table.roll(10)
    assert "0612/mines" not in table.state.marks
    kept = lay(units, *acting("german", "I-gd"), its_rules=STONNE, marks=marks)
    kept.go("I-gd-guards-1", "0612").roll(7, 9)
    assert "0612/mines" in kept.state.marks


@pytest.mark.rule("BK 10.1")
def test_leaving_mines_costs_more_and_is_no_attack():
    units = {"II-8-pzr-pz-iv-1": "0612", "II-8-pzr-hq": "0612"}
    table = lay(
        units, *acting("german", "II-8-pzr"), its_rules=STONNE, marks={"0612/mines": "french"}
    )
    table.go("II-8-pzr-pz-iv-1", "0712")

    assert table.unit("II-8-pzr-pz-iv-1").spent == 2 + 2


@pytest.mark.rule("BK 10.2", "BK N25")
def test_works_shelter_infantry_and_go_when_it_is_gone():
    works = {"1803/works": "french"}
    units = {
        "I-11-rdp-dragoons-1": "1803",
        "I-11-rdp-hq": "1803",
        "I-11-rdp-h35-1": "1803",
        GUN: "1804",
    }
    table = lay(units, *acting("french", "I-11-rdp"), marks=works)
    on_men = {f.id: f.value for f in table.shot(GUN, "I-11-rdp-dragoons-1").factors}
    assert on_men["works"] == -2
    assert "works" not in {f.id for f in table.shot(GUN, "I-11-rdp-h35-1").factors}
    table.go("I-11-rdp-dragoons-1", "1703")
    table.press("quiet")
    assert "1803/works" not in table.state.marks


@pytest.mark.rule("BK 12.2-A", "BK 12.2-C", "BK 12.2-B")
def test_reinforcements_come_with_their_chits_and_a_formation_leaves():
    table = fresh(STONNE)
    assert table.unit("6-grdi-hq").at == "reserve"
    roster = table.state.cups["roster"]
    assert "german/II-8-pzr" in roster
    assert "french/4-bcc" in roster
    pieces = {n: {"at": u.at, "formation": u.formation} for n, u in table.state.pieces.items()}
    third = lay(pieces, *turn("end"), its_rules=STONNE, cups={"roster": roster}, tracks={"turn": 3})
    assert third.unit("II-8-pzr-pz-iv-1").at is None
    assert "german/II-8-pzr" not in third.state.cups["roster"]
    assert third.unit("45-bcc-h39-1").at == "arriving"
    assert third.unit("49-bcc-b1-1").at == "arriving"
    assert third.unit("49-bcc-b1-2").at == "reserve"
    assert third.state.cups["roster"].count("french/artillery") == 2
    assert third.state.marks["49-bcc/lone"]
    sixth = lay(pieces, *turn("end"), its_rules=STONNE, cups={"roster": roster}, tracks={"turn": 5})
    assert sixth.state.cups["roster"].count("german/artillery") == 2
    assert sixth.state.cups["roster"].count("german/replay") == 3


@pytest.mark.rule("BK 12.2-A")
def test_what_has_arrived_comes_in_at_its_hex():
    units = {"45-bcc-h39-1": "arriving", "45-bcc-hq": "arriving"}
    table = lay(units, *acting("french", "45-bcc"), its_rules=STONNE)
    table.go("45-bcc-h39-1", "1310")

    assert table.unit("45-bcc-h39-1").at == "1310"
    assert table.against("45-bcc-hq", "1301") == ["BK 7.1"]


@pytest.mark.rule("BK 12.2-B")
def test_an_independent_formation_may_be_split_for_good():
    table = fresh(STONNE, proposed=False)
    while table.ask.kind.startswith("deploy"):
        table.press("proposed")
    while table.ask.kind == "attach":
        table.press("I-205" if table.ask.who == "french" else "I-gd")
    while table.ask.about[0] != "pi-43-pioneers-1":
        table.press("own")
    table.press("I-gd", "II-gd", "III-gd")
    while table.ask.kind == "independent":
        table.press("own")

    assert [table.unit(f"pi-43-pioneers-{n}").formation for n in (1, 2, 3)] == [
        "I-gd",
        "II-gd",
        "III-gd",
    ]
    assert "german/pi-43" not in table.state.cups["roster"]
    assert "german/stug-640" in table.state.cups["roster"]


@pytest.mark.rule("BK 13.3")
def test_the_numbers_of_chits_may_be_changed():
    found = {value.id: value.value for value in rules().variables()}

    assert found["chits.german.general"] == 2
    assert found["chits.french.replay"] == 1
