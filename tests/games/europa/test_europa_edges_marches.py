"""Marches and attacks at the margins of their figures."""

import pytest
from front import lay, put, work
from test_europa_edges import CELL, GROUND, NEAR, in_belgium, reach
from test_europa_fine_print import battle, outcome
from test_europa_margins import came_to
from test_europa_play import SOVIETS

from wardesk.engine.kernel import Stamp, advance
from wardesk.engine.types import Path as Way
from wardesk.engine.types import replace
from wardesk.games.europa.assault import able, around
from wardesk.games.europa.cases import read_attack
from wardesk.games.europa.movement import landing_goals
from wardesk.games.europa.state import Battle, Turn

# ---- marches ------------------------------------------------------------------------------------


@pytest.mark.rule("EF N16")
@pytest.mark.parametrize(
    ("more", "asked"),
    [({"spent": 7}, True), ({"spent": 8}, False), ({"locked": "0405"}, False), ({}, True)],
)
def test_who_still_marches(more, asked):
    table = lay({"tk-1": {"at": "0409", **more}, "sk-1": "0209"}, "move")
    assert ("tk-1" in table.ask.pieces) is asked


@pytest.mark.rule("EF N17", "EF N15")
@pytest.mark.parametrize("more", [{"disrupted": True}, {"cut_off": True}, {"spent": 4}])
def test_who_does_not_exploit(more):
    table = lay({"tk-1": {"at": "0409", **more}, "tk-2": "0209", "sk-1": "0309"}, "exploit")
    assert table.ask.pieces == ("tk-2",)


@pytest.mark.rule("EF N16")
@pytest.mark.parametrize(("extra", "fits"), [("so-art-1", True), ("so-mech", False)])
def test_a_hex_is_full_at_ten_res(extra, fits):
    there = {"sk-1": "0408", "so-art-2": "0408", "tk-1": "0407"}
    if extra == "so-mech":
        there |= {"so-mech": "0408"}  # 10 REs with it, so that nobody else comes in
    table = lay(there, "move")
    assert ("0408" in reach(table, "tk-1")) is fits
    assert table.against("tk-1", "0408") == ([] if fits else ["EF N16"])
    assert "0407" not in reach(table, "tk-1"), "where it is it need not go"


@pytest.mark.rule("EF N16")
def test_units_march_together_as_far_as_the_one_that_has_spent_most():
    units = {"tk-1": {"at": "0109", "spent": 2}, "tk-2": {"at": "0109", "spent": 5}}
    table = lay(units, "move")
    goals = reach(table, "tk-1", "tk-2")
    assert max(table.setting.distance("0109", cell) for cell in goals) == 3
    slow = lay({"tk-1": "0109", "sk-1": "0109"}, "move")
    assert max(slow.setting.distance("0109", c) for c in reach(slow, "tk-1", "sk-1")) == 6
    split = lay({"tk-1": "0109", "sk-1": "0209"}, "move")
    assert reach(split, "tk-1", "sk-1") == {}


@pytest.mark.rule("EF N18", "EF N17")
def test_there_are_overruns_in_every_phase_but_the_reaction():
    units = {"tk-1": "0406", "ge-bau": "0405"}
    for step in ("move", "exploit"):
        assert "0405" in reach(lay(units, step), "tk-1"), step
    facing = {"ge-pz": "0405", "ge-id-1": "0405", "so-siege": {"at": "0406", "lost": 0}}
    table = lay(facing, "react", "allies", works=(work("fort", "0405"),))
    assert table.ask.kind == "react"
    assert "0406" not in reach(table, "ge-pz")
    assert table.against("ge-pz", "0406") == ["EF N16"]


@pytest.mark.rule("EF N18")
def test_a_battalion_in_the_open_is_overrun_from_any_side():
    names = ("dlm-1", "dlm-2", "dim-1")
    table = in_belgium({**dict.fromkeys(names, NEAR[0]), "koch": CELL}, "move", "allies")
    assert set(NEAR) - {NEAR[0]} <= set(reach(table, *names))
    assert table.rules.showing.route(table.state, names, CELL) == (CELL,)
    table.go(names, CELL)
    assert table.unit("koch").at is None
    assert table.state.tracks["axis_owed"] == 2


@pytest.mark.rule("EF N16", "EF N14")
def test_whoever_marches_spends_points_and_builds_no_more():
    unit = {"at": "0409", "spent": 1, "building": "fort", "ready": 5}
    table = lay({"tk-1": unit, "sk-1": "0209"}, "move")
    table.go("tk-1", "0408", "0407")
    went = table.unit("tk-1")
    assert (went.at, went.spent, went.moved, went.building, went.ready) == ("0407", 3, True, "", 0)


@pytest.mark.rule("EF N16")
def test_an_umpire_moves_a_unit_where_no_march_leads_and_it_has_spent_nothing():
    table = lay({"tk-1": "0409", "sk-1": "0209"}, "move")
    stamp = Stamp(id=table.event.id + 1, parent=table.event.id, reason="by hand")
    answer = Way(("tk-1",), ("0402",))
    _, state = advance(table.rules, table.state, answer, stamp, umpire=True)
    assert (state.pieces["tk-1"].at, state.pieces["tk-1"].spent) == ("0402", 0)


@pytest.mark.rule("EF N18", "EF N16")
def test_what_a_map_says_of_the_hexes_in_reach():
    table = lay({"tk-1": "0406", "ge-bau": "0405", "sk-1": "0309"}, "move")
    notes = {c: [(str(r.text), r.cite) for r in row] for c, row in reach(table, "tk-1").items()}
    assert notes["0407"] == [("3 points", "EF N16")]
    assert notes["0305"] == [("3 points", "EF N16"), ("in an enemy zone", "EF N16")]
    assert notes["0405"] == [("4 points", "EF N16"), ("overrun", "EF N18")]
    landing = lay({"so-para": "airfield", "ge-id-1": "0405"}, "land")
    told = {c: [str(r.text) for r in row] for c, row in reach(landing, "so-para").items()}
    assert (told["0405"], told["0406"], told["0407"]) == (["attacked"], ["in an enemy zone"], [])


@pytest.mark.rule("EF N21")
def test_paratroops_land_within_six_hexes_of_a_source_that_is_theirs():
    setting = GROUND.setting
    taken = {"ge-id-1": "0209", "so-para": "airfield", "sk-1": "0408", "tk-1": "0408",
             "so-art-1": "0408", "sk-2": "0508", "tk-2": "0508", "ge-id-2": "0101"}  # fmt: skip
    table = lay(taken, "land")
    free = ("0509", "0809", "1009")
    expected = {c for c in setting.neighbours if min(setting.distance(s, c) for s in free) <= 6}
    far = {c for c in setting.neighbours if min(setting.distance(s, c) for s in free) == 7}
    found = landing_goals(setting, table.layout, table.unit("so-para"))
    assert set(found) == expected - {"0408"}
    assert far
    assert table.against("so-para", "0407", "0406") == ["EF N21"]
    table.go("so-para", "0407")
    para = table.unit("so-para")
    assert (para.landed, para.moved, para.spent) == (False, True, 99)


# ---- attacks ------------------------------------------------------------------------------------


@pytest.mark.rule("EF N17", "EF 40.B-2")
@pytest.mark.parametrize(
    ("name", "more", "exploiting", "may"),
    [("sk-1", {}, False, True), ("sk-1", {"lost": 15}, False, True), ("ge-bau", {}, False, False),
     ("sk-1", {"attacked": True}, False, False), ("sk-1", {"disrupted": True}, False, False),
     ("sk-1", {"disrupted": True, "locked": "0405"}, False, True), ("sk-1", {}, True, False),
     ("tk-1", {}, True, True), ("sk-1", {"locked": "0405"}, True, True)],
)  # fmt: skip
def test_who_may_attack(name, more, exploiting, may):
    table = lay({"tk-2": "1009", name: {"at": "0406", **more}}, "move")
    side = table.unit(name).side
    found = able(table.setting, table.layout, side, exploiting=exploiting)
    assert (name in [u.id for u in found]) is may


@pytest.mark.rule("EF N20", "EF N21")
def test_whoever_is_bound_elsewhere_attacks_no_other_hex():
    units = {"sk-1": "0406", "sk-2": {"at": "0406", "locked": "0305"},
             "sk-3": {"at": "0505", "locked": "0405"}, "so-para": {"at": "0405", "landed": True},
             "so-eng": {"at": "0404", "landed": True}, "sk-4": "0409"}  # fmt: skip
    table = lay(units, "move")
    mine = [table.unit(name) for name in units]
    found = around(table.setting, mine, "0405")
    assert [u.id for u in found] == ["sk-1", "sk-3", "so-para"]


@pytest.mark.rule("EF N19")
@pytest.mark.parametrize(("left", "most"), [(0, None), (3, 3), (6, 6), (8, 6)])
def test_no_more_support_than_there_is_and_six_factors_at_most(left, most):
    table = lay({**SOVIETS, "ge-id-1": "0405"}, tracks={"allies_support": left})
    table.at("0405").pick("sk-1")
    if most is None:
        assert table.ask.kind == "pay"
    else:
        assert [c.key for c in table.ask.choices] == [str(n) for n in range(most + 1)]


@pytest.mark.rule("EF N5")
@pytest.mark.parametrize(("points", "refused"), [(2, False), (1, True)])
def test_the_last_supply_point_pays(points, refused):
    table = lay({"sk-1": "0406", "ge-id-1": "0405"}, tracks={"allies_sp": points})
    table.at("0405").pick("sk-1").press("0")
    assert table.planned().supply_points == 2
    assert bool(table.ask.choices[0].refused) is refused


@pytest.mark.rule("EF 40.A-2", "EF 40.A-1")
def test_paratroops_among_the_attackers_take_the_right_only_if_they_are_in_the_hex():
    fort = (work("fort", "0405"),)
    for para, kind in (({"at": "0406"}, "convert"), ({"at": "0405", "landed": True}, "red")):
        table = battle({**SOVIETS, "so-para": para, "ge-id-1": "0405"}, works=fort)
        table = came_to(table, "CA")
        top = replace(table.top, step="convert")
        table = put(table, *table.state.stack[:-1], top)
        assert table.ask.kind == kind


@pytest.mark.rule("EF 40.A-2")
@pytest.mark.parametrize(("at", "airborne"), [("0405", True), ("0406", False)])
def test_a_landing_counts_where_it_was(at, airborne):
    units = {"so-para": {"at": at, "landed": True}, "sk-1": "0406", "ge-id-1": "0405"}
    frame = Battle(step="roll", side="allies", target="0405", phase="combat",
                   attackers=("sk-1", "so-para"))  # fmt: skip
    table = put(lay(units), Turn(step="combat", side="allies"), frame)
    assert table.planned().airborne is airborne


@pytest.mark.rule("EF 40.D.19-7", "EF 40.D.19-5")
def test_whoever_is_doubled_is_told_so():
    case = read_attack({"attackers": "combat-engineer 8", "defenders": "infantry 6",
                        "work": "ouvrage"})  # fmt: skip
    (share,) = case.shares
    cites = ["EF 40.D.19-7", "EF 40.D.19-5"]
    assert (share.strength, [cite for _, cite in share.reasons]) == (8, cites)


@pytest.mark.rule("EF N1", "EF N25")
def test_attackers_have_attacked_and_those_of_a_counter_attack_have_not():
    table = outcome(battle({**SOVIETS, "ge-id-1": "0405", "ge-id-2": "0405"}), "CA")
    assert table.unit("sk-1").attacked
    table.give_red(1)
    table.at("0505")
    assert table.planned().defence == 14, "all that stands there, not paratroops alone"
    table.dice(3, 4)
    assert not table.unit("ge-id-1").attacked
