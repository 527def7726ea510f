"""Player-turns, landings and captures at the margins of their figures."""

import dataclasses
from random import Random

import pytest
from front import lay, rules, work
from test_europa_edges import BELGIUM, CELL, ELSEWHERE, GROUND, in_belgium, reach
from test_europa_edges_results import came
from test_europa_fine_print import battle
from test_europa_margins import said
from test_europa_play import SOVIETS

from wardesk.engine.draft import Draft, freeze
from wardesk.engine.legality import check
from wardesk.engine.types import Choose, Pieces, replace
from wardesk.engine.types import Path as Way
from wardesk.games.europa.cases import read_attack
from wardesk.games.europa.ch40d_fortifications import projects
from wardesk.games.europa.forces import Forces
from wardesk.games.europa.state import Battle

# ---- player-turns -------------------------------------------------------------------------------


@pytest.mark.rule("EF N17")
@pytest.mark.parametrize("tired", [{"attacked": True}, {"spent": 3}, {"moved": True}])
def test_each_trace_of_the_last_turn_goes(tired):
    table = lay({"sk-1": {"at": "0409", **tired}, "ge-id-1": {"at": "0303", **tired}}, "start")
    own, other = table.unit("sk-1"), table.unit("ge-id-1")
    assert (own.attacked, own.spent, own.moved) == (False, 0, False)
    assert (other.attacked, other.spent, other.moved) == (False, 0, "moved" in tired)


@pytest.mark.rule("EF N17", "EF N20")
@pytest.mark.parametrize("bad", [{"disrupted": True}, {"locked": "0405"}, {"landed": True}])
def test_each_thing_ends_with_its_sides_turn(bad):
    table = lay({"sk-1": {"at": "0409", **bad}, "ge-id-1": {"at": "0303", **bad}}, "end")
    own, other = table.unit("sk-1"), table.unit("ge-id-1")
    assert (own.disrupted, own.locked, own.landed) == (False, "", False)
    assert {key: getattr(other, key) for key in bad} == bad


@pytest.mark.rule("EF N17")
def test_points_are_fresh_before_a_reaction_and_before_an_exploitation_but_after_no_landing():
    spent = {"at": "0409", "spent": 3, "attacked": True}
    landed = {"at": "0209", "spent": 99}
    units = {"tk-1": spent, "so-para": landed, "ge-pz": {"at": "0303", "spent": 6}}
    table = lay(units, "before_reaction")
    assert (table.unit("ge-pz").spent, table.unit("tk-1").spent) == (0, 3)
    table = lay(units, "before_exploitation")
    assert (table.unit("ge-pz").spent, table.unit("tk-1").spent) == (6, 0)
    assert not table.unit("tk-1").attacked
    assert table.unit("so-para").spent == 99


@pytest.mark.rule("EF N17")
def test_one_march_after_the_other():
    units = {"tk-1": "0409", "tk-2": "0209", "sk-1": "0309"}
    for step in ("move", "exploit"):
        table = lay(units, step)
        table.go("tk-1", "0408")
        assert (table.ask.kind, "tk-2" in table.ask.pieces) == (step, True)
        table.press("done")
        assert table.ask is None or table.ask.kind != step


@pytest.mark.rule("EF N5", "EF N14")
def test_questions_tell_what_is_left_to_pay_with():
    assert str(lay({**SOVIETS, "ge-id-1": "0405"}).ask.context) == "20 supply points left"
    assert str(lay({"ge-pi": "0404"}, "build", "axis").ask.context) == "20 supply points left"


@pytest.mark.rule("EF 40.B-18", "EF N22")
@pytest.mark.parametrize(("owed", "left", "points"), [(3, 3, 2), (4, 0, 3), (7, 3, 3), (8, 0, 4)])
def test_four_points_lost_are_one_special_replacement_point(owed, left, points):
    tracks = {"axis_owed": owed, "axis_rp": 0}
    table = lay({"sk-1": "0409"}, "start", "axis", tracks=tracks)
    assert (table.state.tracks["axis_owed"], table.state.tracks["axis_rp"]) == (left, points)


@pytest.mark.rule("EF N17")
def test_stocks_of_a_turn():
    table = lay({"sk-1": "0409"}, "start", "allies", tracks={"turn": 0})
    tracks = table.state.tracks
    assert (tracks["turn"], tracks["allies_sp"], tracks["allies_support"]) == (1, 20 + 14, 8)
    axis = lay({"ge-id-1": "0101"}, "start", "axis", tracks={"turn": 2}).state.tracks
    assert (axis["turn"], axis["axis_sp"], axis["axis_support"]) == (2, 20 + 5, 3)


@pytest.mark.rule("EF N17")
@pytest.mark.parametrize(
    ("where", "side", "there", "comes"),
    [("reserve", "allies", ("ca-1a", "fr-art"), True), ("reserve", "axis", (), False),
     ("0718", "allies", (), False), ("reserve", "allies", ("ca-1a", "di-3"), False)],
)  # fmt: skip
def test_who_arrives(where, side, there, comes):
    """DCR 1 comes to 1017 in turn 1: into 10 REs with it, not into more; nobody comes twice."""
    assert BELGIUM.setting.scenario.arrival[0].cells == ("1017",)
    units = {"dcr-1": where, **dict.fromkeys(there, "1017"), "id-18": "1909"}
    table = in_belgium(units, "start", side)
    assert (table.unit("dcr-1").at == "1017") is comes


@pytest.mark.rule("EF N23", "EF N17")
@pytest.mark.parametrize(("turn", "side", "over"), [(3, "axis", False), (4, "axis", True),
                                                    (4, "allies", False)])  # fmt: skip
def test_the_game_ends_with_the_second_player_turn_of_the_last_turn(turn, side, over):
    table = lay({"sk-1": "0409", "ge-id-1": "0101"}, "end", side, tracks={"turn": turn})
    assert (table.state.result is not None) is over


# ---- answers for programs -----------------------------------------------------------------------


@pytest.mark.rule("EF N16")
def test_marches_for_programs_are_of_three_units_and_as_many_as_are_asked_for():
    units = {f"sk-{n}": f"0{n}09" for n in (1, 2, 3, 4, 5)}
    table = lay(units, "move")
    found = table.rules.options(table.state, 500, Random(1))
    marches = [a for a in found if isinstance(a, Way)]
    assert Choose("done") in found
    assert len({a.pieces for a in marches}) == 3
    assert len(table.rules.options(table.state, 7, Random(1))) == 7 + 1
    few = lay({"sk-1": "0109"}, "move")
    goals = reach(few, "sk-1")
    ways = [a for a in few.rules.options(few.state, len(goals), Random(1)) if isinstance(a, Way)]
    assert {a.cells[-1] for a in ways} == set(goals)
    over = lay({"sk-1": "0409", "ge-id-1": "0101"}, "end", "axis", tracks={"turn": 4})
    assert over.rules.options(over.state, 5, Random(1)) == []


@pytest.mark.rule("EF N17")
def test_an_attack_by_all_is_among_the_answers_for_programs():
    names = tuple(f"sk-{n}" for n in (1, 2, 3, 4, 5))
    table = lay({**dict(zip(names, ("0406", "0406", "0505", "0505", "0305"), strict=True)),
                 "tk-1": "0406", "ge-id-1": "0405"})  # fmt: skip
    table.at("0405")
    found = table.rules.options(table.state, 1, Random(1))
    assert Pieces(table.ask.pieces) in found
    assert len(table.ask.pieces) == 6


# ---- landings, arrivals, captures ---------------------------------------------------------------


@pytest.mark.rule("EF N21")
def test_one_landing_after_the_other_and_only_of_the_side_whose_turn_it_is():
    units = {"fj-1": "airfield", "fj-2": "airfield", "di-60": "airfield", "id-18": CELL}
    table = in_belgium(units, "land")
    assert set(table.ask.pieces) == {"fj-1", "fj-2"}
    table.go("fj-1", next(iter(reach(table, "fj-1"))))
    assert (table.ask.kind, table.ask.pieces) == ("land", ("fj-2",))
    table.press("done")
    assert table.ask.kind == "move"


@pytest.mark.rule("EF N17", "EF 40.D.2-3")
def test_whoever_arrives_captures_what_lies_there():
    fort = work("improved_fort", "1017")
    units = {"dcr-1": "reserve", "id-18": "1909"}
    table = in_belgium(units, "start", "allies", works=(fort,))
    assert (table.unit("dcr-1").at, table.work("1017")) == ("1017", "")


@pytest.mark.rule("EF N23")
def test_a_place_is_taken_once():
    table = lay({"tk-1": "0605", "tk-2": "0605", "ge-id-1": "0101"}, "move")
    table.go("tk-1", "0604")
    assert [line for line in said(table) if line.startswith("The Allies took")]
    table.go("tk-2", "0604")
    assert not [line for line in said(table) if line.startswith("The Allies took")]


@pytest.mark.rule("EF 40.D.7-6", "EF 40.D-1")
def test_a_captured_hexside_fortifies_nobody():
    for holder, fortified in (("", True), ("allies", False)):
        side = work("fortified_hexside", "0405", faces=("0406",), holder=holder, strength=1)
        layout = lay({"sk-1": "0406"}, "move", works=(side,)).layout
        assert layout.fortified("axis", "0405") is fortified
        assert layout.fortified("axis", "0405", "0406") is fortified
        assert not layout.fortified("axis", "0405", "0304")
        assert not layout.fortified("allies", "0405")
        assert layout.holds("axis", "0405") is fortified


@pytest.mark.rule("EF 40.B-1", "EF 40.B-4")
def test_an_attack_reduces_no_work_of_the_attackers_that_the_defenders_hold():
    area = work("fortified_area", "0405", side="allies", holder="axis")
    table = battle({**SOVIETS, "ge-pi": "0405", **ELSEWHERE}, works=(area,))
    table.dice(6, 6)
    assert came(table, "ME").work("0405") == "fortified_area"


@pytest.mark.rule("EF 40.B-5", "EF 40.B-8")
def test_the_note_on_improved_areas_keeps_nothing_else():
    table = battle({**SOVIETS, "ge-pi": "0405", **ELSEWHERE}, works=(work("fort", "0405"),),
                   its_rules=rules(improved_areas="keep"))  # fmt: skip
    table.dice(6, 6)
    assert came(table, "ME").work("0405") == "damaged_fort"


@pytest.mark.rule("EF N14")
def test_a_builder_that_was_asked_about_builds_what_was_said():
    table = lay({"ge-pi": "0404", "ge-id-1": "0303"}, "build", "axis")
    table.pick("ge-pi")
    assert (table.ask.kind, table.ask.about) == ("project", ("ge-pi",))
    table.press("fort")
    unit = table.unit("ge-pi")
    assert (unit.building, unit.ready, table.state.tracks["axis_sp"]) == ("fort", 4, 19)
    assert (table.ask.kind, table.ask.pieces, table.top.builder) == ("build", ("ge-id-1",), "")
    table.pick("ge-id-1")
    assert (table.unit("ge-id-1").building, table.unit("ge-id-1").ready) == ("entrenchment", 3)


# ---- whoever is bound ---------------------------------------------------------------------------


@pytest.mark.rule("EF N20", "EF 40.B-2")
def test_whoever_is_bound_to_a_hex_that_nobody_holds_attacks_no_other():
    units = {"sk-1": {"at": "0406", "locked": "0405"}, "ge-id-1": "0305", **ELSEWHERE}
    table = lay(units)
    assert (table.ask.cells, bool(table.ask.choices)) == (("0908",), True)


@pytest.mark.rule("EF N20", "EF N17")
def test_the_motorised_may_join_the_second_attack_of_those_who_were_deadlocked():
    units = {"sk-1": {"at": "0406", "locked": "0405"}, "tk-1": "0505", "sk-2": "0505",
             "ge-id-1": "0405", **ELSEWHERE}  # fmt: skip
    table = lay(units, "exploitation")
    assert (table.ask.cells, table.ask.choices) == (("0405",), ())
    table.at("0405")
    assert (set(table.ask.pieces), table.ask.choices) == ({"sk-1", "tk-1"}, ())
    assert [r.cite for r in check(table.rules, table.state, Pieces(("tk-1",)), umpire=False)[0]]


@pytest.mark.rule("EF N16")
def test_no_march_leads_through_the_enemy():
    table = lay({"tk-1": "0406", "ge-id-1": "0405"}, "move")
    reasons = check(table.rules, table.state, Way(("tk-1",), ("0405", "0404")), umpire=False)[0]
    assert [str(r.text) for r in reasons] == ["The enemy holds 0405"]
    split = lay({"tk-1": "0406", "tk-2": "0407", "ge-id-1": "0101"}, "move")
    assert split.against(("tk-1", "tk-2"), "0405") == ["EF N16"]


@pytest.mark.rule("EF N20", "EF 40.C-3")
def test_an_entrenchment_is_left_at_once_by_those_who_move_in():
    trench = work("entrenchment", "0406", side="allies")
    table = battle({"sk-1": "0406", "sk-2": "0505", "ge-bau": "0405", **ELSEWHERE},
                   works=(trench,))  # fmt: skip
    table.dice(6, 6)
    table = came(table, "DE")
    table.pick("sk-1")
    assert (table.ask.kind, table.work("0406")) == ("attack", "")


@pytest.mark.rule("EF N21", "EF 40.A-2")
def test_a_landing_among_the_enemy_captures_nothing():
    fort = work("fort", "0604")
    table = lay({"so-para": "airfield", "ge-id-1": "0604"}, "land", works=(fort,))
    table.go("so-para", "0604")
    assert (table.work("0604"), table.unit(fort.id).holder) == ("fort", "")
    assert table.state.marks["0604/held"] == "axis"
    assert table.unit("so-para").landed


@pytest.mark.rule("EF N21", "EF N20")
def test_paratroops_take_part_in_the_attack_on_the_hex_in_which_they_landed():
    landed = {"at": "0405", "landed": True, "moved": True, "spent": 99}
    table = lay({"sk-1": "0406", "so-para": landed, "ge-id-1": "0405"}).at("0405")
    assert (set(table.ask.pieces), table.ask.choices) == ({"sk-1", "so-para"}, ())
    assert table.rules.check(table.state, Pieces(("so-para",))) == []
    assert [r.cite for r in table.rules.check(table.state, Pieces(("sk-1",)))] == ["EF N20"]


@pytest.mark.rule("EF N1")
def test_what_an_umpire_adds_to_the_die_is_added_up():
    table = battle({**SOVIETS, "ge-id-1": "0405"})
    draft = Draft(table.rules, replace(table.state, ask=None), umpire=True)
    table.rules.steps[Battle, "roll"](draft, draft.stack[-1], None)
    assert freeze(draft, table.state.seq).ask.sums


@pytest.mark.rule("EF N14", "EF 40.C-1")
@pytest.mark.parametrize(("size", "offered"), [("brigade", ["entrenchment", "fort"]),
                                               ("battalion", ["fort"])])  # fmt: skip
def test_half_an_re_builds_no_entrenchment(size, offered):
    rows = (*GROUND.setting.forces.unit,)
    units = tuple(replace(row, size=size) if row.id == "ge-pi" else row for row in rows)
    setting = dataclasses.replace(GROUND.setting, forces=Forces(unit=units))
    table = lay({"ge-pi": "0404"}, "move", "axis")
    found = projects(setting, table.layout, table.unit("ge-pi"))
    assert [row.work for row in found] == offered


@pytest.mark.rule("EF N18")
def test_whoever_cannot_attack_overruns_nobody():
    table = lay({"ge-bau": "0405", "so-siege": "0406"}, "move", "axis")
    assert table.against("ge-bau", "0406") == ["EF N18"]
    assert "0406" not in reach(table, "ge-bau")


@pytest.mark.rule("EF N18", "EF 40.D.10-2")
@pytest.mark.parametrize(("units", "cites"), [(("tk-1",), ["EF N18"]), (("tk-1", "tk-2"), [])])
def test_an_overrun_is_reckoned_from_the_last_hex_of_its_way(units, cites):
    side = work("fortified_hexside", "0405", faces=("0406",))
    table = lay({**dict.fromkeys(units, "0407"), "ge-bau": "0405"}, "move", works=(side,))
    assert table.against(units, "0406", "0405") == cites


@pytest.mark.rule("EF N3")
@pytest.mark.parametrize(
    ("origin", "target", "strength", "river"),
    [("1206", "1306", 3.5, 0), ("0709", "0710", 7, -1), ("0710", "0709", 7, -1)],
)
def test_a_major_river_halves_and_a_minor_one_counts_on_the_die(origin, target, strength, river):
    table = in_belgium({"id-18": origin, "be-v": target}, "combat")
    table.at(target).pick("id-18").press("0", "pay")
    attack = table.planned()
    assert attack.strength == strength
    assert sum(line.value for line in attack.modifiers if line.modifier == "river") == river


@pytest.mark.rule("EF 40.A-1", "EF 40.A-2", "EF 40.A-3")
def test_for_whom_results_are_changed():
    for more, changed in (
        ({}, "no"),
        ({"work": "entrenchment"}, "no"),
        ({"work": "fort"}, "all"),
        ({"city": "major"}, "all"),
        ({"work": "fort", "airborne": "yes"}, "no"),
        ({"city": "major", "airborne": "yes"}, "but_paratroops"),
        ({"work": "fort", "city": "major", "airborne": "yes"}, "but_paratroops"),
    ):
        sheet = {"attackers": "infantry 8, paratroop 3", "defenders": "infantry 6", **more}
        assert read_attack(sheet).conversion == changed, more
