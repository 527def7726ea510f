"""Mines before a fight, flight, general chits, and what hidden guns must not be told by."""

import pytest
from field import GUARDS_BEFORE_RESERVISTS, HANNUT, STONNE, acting, lay, rules, turn

from wardesk.engine.types import replace
from wardesk.games.blitzkrieg.ch08_fire import targets_of, weapon_reach
from wardesk.games.blitzkrieg.ch08_flight import flight_of
from wardesk.games.blitzkrieg.state import Flight, Retreat, Turn

SOMUA, OTHER = "1-cuir-somua-1", "1-cuir-somua-2"
GUN, RIFLES, PIONEERS, PAK = (
    "I-5-pzr-pz-iv-1",
    "II-12-schr-rifles-1",
    "kg-pioneers-1",
    "kg-pak-1",
)
DRAGOONS = "I-11-rdp-dragoons-1"
CUIR = {"1-cuir-hq": "0604", SOMUA: "0604", "12-cuir-hq": "0404", "12-cuir-p178-1": "0403"}
HIDDEN = rules(hidden_guns="yes")


# ---- 10.1, 9.1.2 mines before a close combat ----------------------------------------------------


def into_mines(*more: str):
    """Guards assault the reservists of 0612 across mines."""
    units = {**GUARDS_BEFORE_RESERVISTS, **dict.fromkeys(more, "0512")}
    mined = {"0612/mines": "french"}
    table = lay(units, *acting("german", "I-gd"), its_rules=STONNE, marks=mined)
    return table.go(("I-gd-guards-1", *more), "0612")


@pytest.mark.rule("BK 10.1", "BK 9.1.2")
def test_an_attacker_whom_mines_neutralise_goes_back_and_nobody_fires():
    table = into_mines().roll(5).press("N").roll(7)
    guards = table.unit("I-gd-guards-1")
    assert (guards.at, guards.neutralised, guards.acted) == ("0512", True, True)
    assert table.unit("III-205-reservists-1").at == "0612"
    assert table.ask.kind == "act"


@pytest.mark.rule("BK 10.1", "BK 9.1.2")
def test_who_pays_a_step_for_the_mines_or_is_not_hit_fights_on():
    paid = into_mines().roll(5).press("step").roll(7)
    assert (paid.unit("I-gd-guards-1").at, paid.unit("I-gd-guards-1").steps) == ("0612", 1)
    assert (paid.ask.kind, paid.top.shooter) == ("fire", "III-205-reservists-1")
    two = into_mines("I-gd-guards-2").roll(5).press("N").roll(7, 7, 7)
    assert two.unit("I-gd-guards-1").at == "0512"
    assert (two.top.shooter, two.top.target) == ("III-205-reservists-1", "I-gd-guards-2")


# ---- 8.5.1 flight -------------------------------------------------------------------------------

BROKEN = {"I-5-pzr/demoralised": True}


def fleeing(units, its_rules=HANNUT):
    flight = Flight(step="begin", formation="I-5-pzr")
    return lay(units, Turn(step="used", chit="german/replay"), flight, its_rules=its_rules,
               marks=BROKEN)  # fmt: skip


@pytest.mark.rule("BK 8.5.1", "BK N35")
@pytest.mark.parametrize(
    ("unit", "origin", "foes", "goal"),
    [
        (GUN, "1012", ("1610", "1114"), "1410"),
        (GUN, "0916", ("1415", "1317"), "1215"),  # and not 1515, beside 1415
        (RIFLES, "1001", ("1101", "1201", "1002"), "1001"),  # and not 0903, away from the edge
    ],
)
def test_nobody_flees_beside_an_enemy_while_another_hex_is_no_farther_from_his_edge(
    unit, origin, foes, goal
):
    somuas = {f"1-cuir-somua-{n}": cell for n, cell in enumerate(foes, 1)}
    table = lay({unit: origin, "I-5-pzr-hq": origin, "II-12-schr-hq": origin, **somuas})
    assert flight_of(table.setting, table.state, table.unit(unit)) == (goal, False)


@pytest.mark.rule("BK 8.5.1", "BK 13.1")
def test_a_flight_is_planned_without_guns_that_nobody_has_found():
    units = {GUN: "1206", "I-5-pzr-hq": "1206"}
    open_way = lay(units, its_rules=HIDDEN)
    goal, _ = flight_of(HIDDEN.setting, open_way.state, open_way.unit(GUN))
    gun = {"11-rdp-at-at-47-1": {"at": goal, "hidden": True}}
    hidden = lay({**units, **gun}, its_rules=HIDDEN)
    assert flight_of(HIDDEN.setting, hidden.state, hidden.unit(GUN))[0] == goal


@pytest.mark.rule("BK 8.5.1", "BK 13.1")
def test_whoever_flees_onto_a_hidden_gun_finds_it_and_goes_elsewhere():
    units = {GUN: "1206", "I-5-pzr-hq": "2001"}
    goal = fleeing(units, HIDDEN).roll(12).unit(GUN).at
    gun = {"11-rdp-at-at-47-1": {"at": goal, "hidden": True}}
    table = fleeing({**units, **gun}, HIDDEN).roll(12)
    assert not table.unit("11-rdp-at-at-47-1").hidden
    assert table.unit(GUN).at not in (goal, "1206")
    assert table.unit(GUN).at not in table.setting.neighbours[goal or ""]


# ---- 13.1 what is asked of the other side -------------------------------------------------------


def asked_of_the_french(gun_at: str, *frames, units):
    gun = {"11-rdp-at-at-47-1": {"at": gun_at, "hidden": True, "formation": "1-cuir"}}
    table = lay({**units, **gun}, *frames, its_rules=HIDDEN)
    assert table.ask.who == "french"
    return table


@pytest.mark.rule("BK 13.1", "BK 6.3.3")
def test_where_somebody_may_fall_back_to_tells_the_enemy_of_no_hidden_gun():
    units = dict.fromkeys(("1-cuir-hq", SOMUA), "1206")
    full = dict.fromkeys((OTHER, "1-cuir-somua-3"), "1106")
    frames = (Turn(step="used", chit="german/replay"), Retreat(step="ask", unit=SOMUA))
    near = asked_of_the_french("1106", *frames, units={**units, **full})
    far = asked_of_the_french("0101", *frames, units={**units, **full})
    assert near.ask.cells != far.ask.cells
    shown = [HIDDEN.view(table.state, "german") for table in (near, far)]
    assert shown[0] == shown[1]
    assert shown[0].ask.kind == "retreat"
    assert HIDDEN.view(near.state, "french").ask == near.ask


@pytest.mark.rule("BK 13.1", "BK 6.1")
def test_what_a_formation_may_do_tells_the_enemy_of_no_hidden_gun():
    units = {"1-cuir-hq": "0604", "I-5-pzr-hq": "1506", GUN: "1506"}
    tables = [
        asked_of_the_french(cell, *acting("french", "1-cuir"), units=units)
        for cell in ("1406", "0101")
    ]
    near, far = tables
    assert "fire" in near.buttons()
    assert "fire" not in far.buttons()
    assert HIDDEN.view(near.state, "german") == HIDDEN.view(far.state, "german")
    near.press("fire").pick("11-rdp-at-at-47-1")
    shown = HIDDEN.view(near.state, "german")
    assert "at-47" not in repr((shown.ask, shown.stack))
    assert near.event.visible_to == ("french",)
    assert near.press("back").event.visible_to == ("french",)


@pytest.mark.rule("BK 13.1", "BK 5.2")
def test_which_formation_a_hidden_gun_goes_with_is_not_lit_for_the_enemy():
    units = {**CUIR, "11-rdp-at-at-47-1": {"at": "0604", "hidden": True, "formation": "1-cuir"}}
    table = lay(units, *turn("play", "french/1-cuir"), its_rules=HIDDEN)
    assert "11-rdp-at-at-47-1" in table.ask.about
    shown = HIDDEN.view(table.state, "german").ask
    assert shown.about == tuple(n for n in table.ask.about if n != "11-rdp-at-at-47-1")
    seen = replace(table.state, pieces={n: replace(u, hidden=False)
                                        for n, u in table.state.pieces.items()})  # fmt: skip
    assert HIDDEN.view(seen, "german") == seen


# ---- 5.5 when a general may be used for something else ------------------------------------------


@pytest.mark.rule("BK 5.5", "BK 5.5-C", "BK N42")
@pytest.mark.parametrize("chosen", ["any", "waiting"])
def test_a_general_does_something_else_at_any_draw_or_by_option_once_a_formation_waits(chosen):
    its_rules = rules(generals=chosen)
    down = {SOMUA: {"at": "0604", "neutralised": True}}
    cups = {"french_hand": ("french/general",), "cup": ("french/1-cuir", "french/replay")}

    def drawn(**aside):
        here = turn("cancel", "french/12-cuir")
        return lay({**CUIR, **down}, *here, its_rules=its_rules, cups={**cups, **aside})

    uses = {"general-rally", "general-replay"}
    nobody_waits, one_waits = drawn(), drawn(french_aside=("french/1-cuir",))
    assert uses & set(nobody_waits.buttons()) == (uses if chosen == "any" else set())
    assert uses <= set(one_waits.buttons())
    one_waits.press("general-rally")
    assert not one_waits.unit(SOMUA).neutralised
    assert (one_waits.ask.kind, "both" in one_waits.buttons()) == ("activate", False)
    one_waits.press("activate", "end")
    assert "french/1-cuir" in one_waits.state.cups["french_skipped"]


@pytest.mark.rule("BK 5.5-E", "BK 5.5-F", "BK N42")
def test_cancelling_and_a_second_general_wait_for_no_formation():
    its_rules = rules(generals="waiting")
    hand = {"french_hand": ("french/general",)}
    enemy = lay(CUIR, *turn("cancel", "german/stuka"), its_rules=its_rules, cups=hand)
    assert enemy.ask.kind == "cancel"
    second = lay(CUIR, *turn("cancel", "french/general"), its_rules=its_rules, cups=hand)
    assert second.buttons() == ["general-replay"]


# ---- 3.2, 4.2, 6.3.3 when an HQ is a unit -------------------------------------------------------


@pytest.mark.rule("BK 4.2", "BK 3.2", "BK N43")
def test_an_enemy_hq_next_door_does_not_cut_the_range():
    units = {"1-cuir-hq": "0604", SOMUA: "1206", "I-5-pzr-hq": "1306", GUN: "1506"}
    table = lay(units)
    assert weapon_reach(HANNUT.setting, table.state, table.unit(SOMUA)) == 3
    assert set(targets_of(HANNUT.setting, table.state, table.unit(SOMUA))) == {GUN, "I-5-pzr-hq"}
    beside = lay({**units, RIFLES: "1306"})
    assert weapon_reach(HANNUT.setting, beside.state, beside.unit(SOMUA)) == 1


@pytest.mark.rule("BK 6.3.3", "BK N43")
def test_an_enemy_hq_is_fired_at_and_flees_as_a_unit_and_nobody_falls_back_onto_it():
    units = {SOMUA: "1206", "1-cuir-hq": "0604", "I-5-pzr-hq": "1106"}
    frames = (Turn(step="used", chit="german/replay"), Retreat(step="ask", unit=SOMUA))
    assert "1106" not in lay(units, *frames).ask.cells


# ---- 7.2.1 fire after a march by road -----------------------------------------------------------


@pytest.mark.rule("BK 7.2.1", "BK 6.1", "BK N44")
def test_whoever_marched_by_road_and_fires_is_still_in_column():
    units = {"1-cuir-hq": "0604", SOMUA: "1106", "I-5-pzr-hq": "2001", GUN: "1109"}
    road = lay(units, *acting("french", "1-cuir")).go(SOMUA, "1107")
    while road.ask.kind == "react":
        road.press("pass")
    road.press("fire").pick(SOMUA).pick(GUN)
    assert {"moved": -2, "firer_column": -1}.items() <= road.factors().items()
    across = lay(units, *acting("french", "1-cuir")).press("country").go(SOMUA, "1107")
    while across.ask.kind == "react":
        across.press("pass")
    across.press("fire").pick(SOMUA).pick(GUN)
    assert "firer_column" not in across.factors()


# ---- 1.1 whose company it is --------------------------------------------------------------------


@pytest.mark.rule("BK 1.1")
def test_a_company_is_called_as_its_formation_calls_it():
    names = STONNE.setting.unit_names
    for battalion in ("I-67", "II-67"):
        assert STONNE.setting.kinds[f"{battalion}-dragoons-1"].name == "Rifles"
    assert str(names["I-67-dragoons-1"]) == "Rifles 1/I/67 RI"
    assert str(names[DRAGOONS]) == "Dragoons 1/I/11 RDP"
    dragoons = {u for u, kind in STONNE.setting.kinds.items() if kind.name == "Dragoons"}
    assert {STONNE.setting.home_of[u] for u in dragoons} == {
        f"{battalion}-11-rdp" for battalion in ("I", "II", "III")
    }


def test_a_rule_that_is_played_otherwise_than_printed_says_how():
    changed = {r.id: r.ruling for r in HANNUT.rulebook.rules if r.status == "changed"}
    assert all(ruling.startswith("Departs: ") for ruling in changed.values()), changed
    assert set(changed) == {
        "3.4",  # nobody goes farther from his HQ
        "8.5.1",  # the owner moves whoever flees
        "12.1-F",  # works lie west of 15xx
        "13.1",  # each gun may begin hidden
    }
