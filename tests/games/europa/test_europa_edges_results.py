"""Results of attacks at the margins of their figures, and what a step leaves behind."""

import pytest
from front import lay, put, work
from test_europa_edges import CELL, ELSEWHERE, GROUND, NEAR, in_belgium, reach
from test_europa_fine_print import STRONG, battle
from test_europa_margins import came_to
from test_europa_play import SOVIETS

from wardesk.engine.legality import check
from wardesk.engine.types import Path as Way
from wardesk.engine.types import replace
from wardesk.games.europa.ch40a_results import _percent
from wardesk.games.europa.state import Battle, Retreat, Turn

# ---- results ------------------------------------------------------------------------------------


@pytest.mark.rule("EF N9")
@pytest.mark.parametrize(("brigades", "disrupted"), [(3, 1), (4, 2)])
def test_a_third_is_disrupted_and_no_more(brigades, disrupted):
    names = ("pi-43", "pi-48", "pi-51", "pi-62")[:brigades]
    attackers = {f"bef-{n}": NEAR[i] for i, n in enumerate(("i", "ii", "iii"))}
    table = in_belgium({**attackers, **dict.fromkeys(names, CELL)}, "combat", "allies")
    table.attack(CELL, 6, 6)
    top = replace(table.top, result="DR", printed="DR", disrupted=-(-2 * brigades // 3),
                  losses=(0, 0), casualties=0, step="disrupt")  # fmt: skip
    table = put(table, *table.state.stack[:-1], top)
    found = [table.unit(name) for name in names]
    assert [u.disrupted for u in found] == [n < disrupted for n in range(brigades)]


@pytest.mark.rule("EF N9")
def test_who_is_disrupted_already_and_a_work_are_not_disrupted():
    units = {**STRONG, "ge-pi": {"at": "0405", "disrupted": True}, "ge-pak": "0405"}
    table = battle(units, works=(work("fort", "0405", strength=1),))
    table.dice(6, 6)
    top = replace(table.top, result="DR", disrupted=2, losses=(0, 0), step="disrupt")
    table = put(table, *table.state.stack[:-1], top)
    assert table.unit("ge-pak").disrupted
    assert not table.unit("fort-0405").disrupted


@pytest.mark.rule("EF 40.D.13-3", "EF 40.D.14-4", "EF 40.D.15-3", "EF 40.D.17-2", "EF 40.D.19-2")
@pytest.mark.parametrize("answer", ["stand", "retreat"])
@pytest.mark.parametrize(
    ("kind", "cite"),
    [("damaged_fortress", "EF 40.D.13-3"), ("fortress", "EF 40.D.14-4"),
     ("port_fortification", "EF 40.D.14-4"), ("westwall", "EF 40.D.17-2"),
     ("ouvrage", "EF 40.D.19-2")],
)  # fmt: skip
def test_who_may_ignore_a_retreat_may_also_retreat(kind, cite, answer):
    more = {"die": 1} if kind == "westwall" else {}
    more |= {"strength": 1} if kind == "port_fortification" else {}
    table = battle({**SOVIETS, "ge-pi": "0405", **ELSEWHERE}, works=(work(kind, "0405", **more),))
    table.dice(6, 6)
    table = came(table, "DR")
    assert (table.ask.kind, table.ask.who, table.ask.cite) == ("stand", "axis", cite)
    table.press(answer)
    while table.ask.kind == "retreat":
        table.give_any()
    assert (table.unit("ge-pi").at == "0405") is (answer == "stand")
    assert (table.ask.kind == "advance") is (answer == "retreat")


@pytest.mark.rule("EF N20")
def test_whoever_has_but_one_way_takes_it_unasked():
    full = dict.fromkeys(("ge-id-2", "ge-id-3", "ge-id-4", "ge-pi"), "0304")
    units = {"sk-1": "0406", "sk-2": "0505", "ge-id-1": "0405", **full}
    table = lay(units, "move")
    frame = Retreat(step="go", side="axis", origin="0405", left=("ge-id-1",))
    table.state = put(table, *table.state.stack, frame).state
    assert (table.unit("ge-id-1").at, table.ask.kind) == ("0404", "move")


@pytest.mark.rule("EF N20", "EF 40.C-3", "EF N21")
def test_attackers_who_retreat_leave_their_entrenchment_and_paratroops_in_the_hex_are_lost():
    trench = work("entrenchment", "0406", side="allies")
    landed = {"at": "0405", "landed": True, "moved": True, "spent": 99}
    friend = {"at": "0505", "attacked": True}
    table = battle({"sk-1": "0406", "so-para": landed, "sk-2": friend, "ge-id-1": "0405",
                    **ELSEWHERE}, works=(trench,))  # fmt: skip
    table.dice(6, 6)
    table = came(table, "AR")
    while table.ask.kind == "retreat":
        assert table.ask.about == ("sk-1",)
        table.give_any()
    assert (table.unit("so-para").at, table.work("0406")) == (None, "")
    assert table.unit("sk-1").at not in ("0406", None)


@pytest.mark.rule("EF 40.C-2", "EF 40.C-3")
def test_half_an_re_that_is_attacked_loses_its_entrenchment():
    trench = work("improved_entrenchment", CELL)
    table = in_belgium({"koch": CELL, "di-60": NEAR[0]}, "combat", "allies", works=(trench,))
    table.attack(CELL, 6, 6)
    table = came(table, "ME")
    assert (table.work(CELL), table.unit("koch").at) == ("", CELL)


@pytest.mark.rule("EF N2")
def test_whoever_has_lost_all_is_gone_and_his_entrenchment_with_him():
    trench = work("improved_entrenchment", "0406", side="allies")
    units = {"sk-1": {"at": "0406", "lost": 15}, "sk-2": "0505", "ge-id-1": "0405",
             "ge-id-2": "0405", "ge-id-3": "0405", **ELSEWHERE}  # fmt: skip
    table = came_to(battle(units, works=(trench,)), "ME")
    table.give_red(1, settle=False)  # 20 per cent of 17 points
    assert (table.ask.kind, table.ask.most) == ("losses", 3)
    assert dict(table.ask.limits) == {"sk-1": 1, "sk-2": 16}
    table.give_loss("sk-1")
    assert table.unit("sk-1").at is None
    assert table.unit("sk-2").lost == 2
    assert table.work("0406") == ""
    assert table.state.tracks["allies_owed"] == 1 + 2


@pytest.mark.rule("EF N2")
def test_attackers_lose_as_much_as_their_attack_and_not_as_their_defence():
    units = {"tk-1": {"at": "0406", "lost": 8}, "sk-1": "0505", "ge-id-1": "0405",
             "ge-id-2": "0405", "ge-id-3": "0405", **ELSEWHERE}  # fmt: skip
    table = came_to(battle(units), "ME")
    table.give_red(1, settle=False)  # 20 per cent of 22 points
    assert dict(table.ask.limits) == {"tk-1": 6, "sk-1": 16}
    table.give_loss("tk-1")
    assert (table.unit("tk-1").lost, table.unit("sk-1").lost) == (12, 0)
    assert table.state.tracks["allies_owed"] == 1, "of its defence there was a point left"


@pytest.mark.rule("EF N2")
@pytest.mark.parametrize(
    ("strength", "percent", "points"),
    [(10, 5, 1), (9, 5, 0), (46, 5, 2), (63, 15, 9), (64, 15, 10), (16, 20, 3), (17, 20, 3),
     (50, 15, 8), (20, 0, 0)],
)  # fmt: skip
def test_losses_to_the_nearest_point_and_a_half_up(strength, percent, points):
    assert _percent(strength, percent) == points


@pytest.mark.rule("EF N2")
def test_nothing_is_added_to_losses_at_good_odds():
    table = came_to(battle({**SOVIETS, "tk-1": "0406", "ge-id-1": "0405"}), "ME")
    table.give_red(5, settle=False)
    assert table.top.losses == (2, 1)  # 5 per cent of 46 points, 10 of 8


@pytest.mark.rule("EF N20", "EF 40.C-3")
def test_attackers_who_are_eliminated_leave_no_entrenchment():
    trench = work("entrenchment", "0406", side="allies")
    table = came_to(battle({"sk-1": "0406", "ge-id-1": "0405", **ELSEWHERE}, works=(trench,)), "AE")
    table.give_red(1)
    assert table.ask.kind == "attack"
    assert (table.unit("sk-1").at, table.work("0406")) == (None, "")
    assert table.state.tracks["allies_owed"] == GROUND.setting.rows["sk-1"].defence


@pytest.mark.rule("EF N20", "EF N21")
def test_paratroops_that_landed_hold_the_hex_once_nobody_defends_it():
    landed = {"at": "0604", "landed": True, "moved": True, "spent": 99}
    table = lay({"sk-1": "0605", "so-para": landed, "ge-bau": "0604"})
    table.attack("0604", 6, 6)
    top = replace(table.top, result="DE", printed="DE", step="red")
    table = put(table, *table.state.stack[:-1], top)
    table.give_red(1)
    assert (table.ask.kind, table.ask.pieces) == ("advance", ("sk-1",))
    para = table.unit("so-para")
    assert (para.at, para.landed) == ("0604", False)
    assert table.state.marks["0604/held"] == "allies"
    table.press("none")
    assert table.unit("so-para").at == "0604"


@pytest.mark.rule("EF N21")
def test_paratroops_that_did_not_win_their_hex_are_lost():
    landed = {"at": "0405", "landed": True, "moved": True, "spent": 99}
    units = {"sk-1": "0406", "so-para": landed, "ge-id-1": "0405", "tk-1": "0909",
             "ge-id-2": "0908"}  # fmt: skip
    for letters, there in (("ME", None), ("DL", "0405")):
        table = lay(units).at("0405")
        while table.ask.who != "chance":
            kind = table.ask.kind
            keys = {"support": "0", "pay": "pay"}
            table.pick(*table.ask.pieces) if kind == "attackers" else table.press(keys[kind])
        table = came_to(table, letters)
        table.give_red(1)
        assert table.unit("so-para").at == there
        assert table.unit("sk-1").locked == ("" if there is None else "0405")


@pytest.mark.rule("EF N20", "EF 40.B-2")
def test_nobody_stays_bound_after_the_attack_of_the_exploitation_phase():
    units = {"sk-1": {"at": "0406", "locked": "0405"}, "ge-id-1": "0405", "tk-1": "0909",
             "ge-id-2": "0908"}  # fmt: skip
    table = lay(units, "exploitation")
    table.at("0405").press("0", "pay")
    table = came_to(table, "DL")
    table.give_red(1)
    assert (table.ask.kind, table.ask.cells) == ("exploitation", ("0908",))
    assert table.unit("sk-1").locked == ""


@pytest.mark.rule("EF N16", "EF N20")
@pytest.mark.parametrize(("more", "fits"), [((), True), (("fj-2",), False)])
def test_who_moves_in_beside_paratroops_needs_room(more, fits):
    landed = {"at": CELL, "landed": True, "moved": True, "spent": 99}
    inside = dict.fromkeys(("ll-22", "fj-1", *more), landed)
    table = in_belgium({**inside, "korps-v": NEAR[0], "id-18": NEAR[0], "be-gen": CELL}, "combat")
    table.attack(CELL, 6, 6)
    table = came(table, "DE")
    offered = ("id-18", "korps-v") if fits else ("id-18",)
    assert (table.ask.kind, tuple(sorted(table.ask.pieces))) == ("advance", offered)


def came(table, letters):
    """The dice have fallen; an umpire has said what they come to, and nobody lost anything."""
    top = replace(table.top, result=letters, printed=letters, losses=(0, 0), step="attackers_lose")
    return put(table, *table.state.stack[:-1], top)


@pytest.mark.rule("EF N20")
def test_whoever_moves_in_has_moved_and_builds_no_more():
    digs = {"at": "0406", "building": "fort", "ready": 5}
    table = battle({"sk-1": digs, "sk-2": "0505", "ge-bau": "0405", **ELSEWHERE})
    table.dice(6, 6)
    table = came(table, "DE")
    table.pick("sk-1")
    went = table.unit("sk-1")
    assert (went.at, went.moved, went.building, went.ready) == ("0405", True, "", 0)


@pytest.mark.rule("EF N20")
def test_whoever_falls_back_has_moved_builds_no_more_and_is_bound_no_more():
    digs = {"at": "0405", "building": "fort", "ready": 5, "locked": "0406"}
    table = battle({**SOVIETS, "ge-id-1": digs, **ELSEWHERE})
    table.dice(6, 6)
    table = came(table, "DLX")
    goal = table.ask.cells[0] if table.ask.kind == "retreat" else "0404"
    if table.ask.kind == "retreat":
        table.at(goal)
    unit = table.unit("ge-id-1")
    assert (unit.at, unit.moved, unit.building, unit.ready, unit.locked) == (goal, True, "", 0, "")


@pytest.mark.rule("EF N20", "EF N16")
@pytest.mark.parametrize(("there", "fits"), [(("korps-v", "pi-51"), True),
                                             (("korps-v", "pi-51", "koch"), False)])  # fmt: skip
def test_a_retreat_needs_room(there, fits):
    goal = NEAR[3]
    table = in_belgium({**dict.fromkeys(there, goal), "id-18": CELL, "bef-i": NEAR[0]}, "move")
    frame = Retreat(step="go", side="axis", origin=CELL, left=("id-18",))
    table.state = put(table, *table.state.stack, frame).state
    assert (goal in table.ask.cells) is fits


@pytest.mark.rule("EF N20", "EF 40.D.9-4")
def test_paratroops_that_are_countered_cannot_retreat():
    landed = {"at": "0405", "landed": True, "moved": True, "spent": 99}
    units = {"so-para": landed, "sk-1": "0406", "ge-id-1": "0405", "ge-id-2": "0405"}
    table = lay(units)
    counter = Battle(step="roll", side="axis", target="0405", phase="counter", paratroops=True,
                     attackers=("ge-id-1", "ge-id-2"))  # fmt: skip
    table = put(table, Turn(step="combat", side="allies"), counter)
    assert (table.planned().defence, table.planned().airborne) == (3, False)
    beside = {**units, "sk-1": "0405"}  # nobody but them, whoever else stood there
    both = put(lay(beside), Turn(step="combat", side="allies"), counter)
    assert both.planned().defence == 3
    table.dice(3, 3)
    table = came(table, "DR")
    assert table.unit("so-para").at is None
    assert table.unit("ge-id-1").at == "0405"


@pytest.mark.rule("EF N20")
def test_ways_after_an_overrun_result():
    table = battle({**STRONG, "ge-bau": "0405", "ge-id-1": "0304", "tk-1": "0504"})
    table.dice(6, 6)
    table = came(table, "OR2")
    table.pick("sk-1", "tk-1")
    assert table.ask.kind == "press_on"
    assert "0405" not in reach(table, "sk-1")
    assert table.against("sk-1", "0404", "0303") == []
    assert table.against("sk-1", "0304", "0303") == ["EF N20"]
    reasons = check(table.rules, table.state, Way(("sk-1",), ("0304", "0303")), umpire=False)[0]
    assert [str(r.text) for r in reasons] == ["The enemy holds a hex of this way"]
    assert table.against(("sk-1", "tk-1"), "0404") == ["EF N20"]
    assert table.against("sk-1", "0404", "0504", "0404") == ["EF N20"]
    table.go("sk-1", "0404")
    assert table.ask.pieces == ("tk-1",)


@pytest.mark.rule("EF N16", "EF N20")
@pytest.mark.parametrize(
    ("there", "fits"),
    [(("so-mech", "so-art-1"), True), (("so-mech", "so-art-1", "so-art-2"), False)],
)
def test_whoever_goes_on_needs_room(there, fits):
    table = battle({"sk-1": "0406", **dict.fromkeys(there, "0404"), "ge-bau": "0405"})
    table.dice(6, 6)
    table = came(table, "OR1")
    table.pick("sk-1")
    assert ("0404" in reach(table, "sk-1")) is fits


@pytest.mark.rule("EF N20", "EF 40.D.4-4")
def test_going_on_through_a_work_captures_it_and_leaves_what_was_held():
    area = work("fortified_area", "0404")
    table = battle({"sk-1": "0406", "ge-bau": "0405", "ge-id-1": "0101"}, works=(area,))
    table.dice(6, 6)
    table = came(table, "OR2")
    table.pick("sk-1")
    table.go("sk-1", "0404", "0403")
    assert (table.work("0404"), table.unit("sk-1").at) == ("", "0403")


def test_there_is_no_way_on_before_an_attack_has_come_to_anything():
    table = lay({**SOVIETS, "ge-id-1": "0405"})
    table.at("0405").pick("sk-1")
    assert table.ask.kind == "support"
    assert table.rules.showing.route(table.state, ("sk-1",), "0404") == ()
