"""Positions laid out from the chapter alone, by somebody who had not read the rules' code."""

import tomllib
from pathlib import Path
from random import Random

import pytest
from front import lay, put, rules, work
from test_europa_fine_print import STRONG, battle, outcome

from wardesk.errors import UserError
from wardesk.games.europa.forces import read_scenario
from wardesk.games.europa.setting import Options
from wardesk.games.europa.state import Turn

BELGIUM = rules("belgium")
CELL = "0711"
NEAR = BELGIUM.setting.neighbours[CELL]
CAMPAIGN = Path(__file__).resolve().parents[3] / "campaigns/may-1940"


@pytest.fixture(scope="module")
def ground():
    """The proving ground's set-up as plain rows, forces with it."""
    rows = tomllib.loads((CAMPAIGN / "scenarios/proving-ground.toml").read_text("utf-8"))
    forces = tomllib.loads((CAMPAIGN / "forces.toml").read_text("utf-8"))
    return {**rows["setup"], "forces": forces.get("forces", forces)}


# ---- scenarios ----------------------------------------------------------------------------------


@pytest.mark.rule("EF 40.D-5", "EF 40.D-7", "EF 40.D.16-2", "EF N6")
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ([{"work": "fort", "cell": "0302"}, {"work": "entrenchment", "cell": "0302"}],
         "There are two works"),
        ([{"work": "fort", "cell": "0302", "strength": 3}], "strength of 3"),
        ([{"work": "fortress", "cell": "0302", "strength": 1}], "strength of 1"),
        ([{"work": "westwall", "cell": "0302"}], "prints no value"),
        ([{"work": "fort", "cell": "0302", "strength": 2},
          {"work": "fortified_hexside", "cell": "0302", "faces": ["0303"], "strength": 2}], ""),
        ([{"work": "port_fortification", "cell": "0302", "strength": 9}], ""),
    ],
)  # fmt: skip
def test_works_that_cannot_be_are_refused_when_a_scenario_is_read(ground, more, words):
    setup = {**ground, "work": [{"side": "axis", **row} for row in more]}
    if not words:
        assert len(read_scenario(setup)[0].work) == len(more)
        return
    with pytest.raises(UserError, match=words):
        read_scenario(setup)


# ---- captors ------------------------------------------------------------------------------------


@pytest.mark.rule("EF 40.D.4-4", "EF 40.B-17")
def test_a_battalion_does_not_destroy_a_fortified_area_and_whoever_joins_it_does():
    area = work("fortified_area", CELL, side="allies")
    table = lay({"koch": NEAR[0], "id-18": NEAR[1]}, "move", "axis", works=(area,),
                its_rules=BELGIUM)  # fmt: skip
    table.go("koch", CELL)
    assert (table.work(CELL), table.unit(area.id).holder) == ("fortified_area", "axis")
    table.go("id-18", CELL)
    assert table.work(CELL) == ""


@pytest.mark.rule("EF 40.D.9-3", "EF 40.D.9-4")
@pytest.mark.parametrize(
    ("unit", "printed", "left"),
    [("koch", False, True), ("id-18", False, False), ("id-18", True, True)],
)
def test_a_marker_of_a_hexside_goes_a_turn_after_one_re_came_and_a_printed_one_never(
    unit, printed, left
):
    side = work("unimproved_fortified_hexside", CELL, side="allies", faces=(NEAR[0],),
                on_map=printed)  # fmt: skip
    table = lay({unit: NEAR[0]}, "move", "axis", works=(side,), its_rules=BELGIUM)
    table.go(unit, CELL)
    assert table.unit(side.id).at == CELL, "it stands until the captors' next turn"
    table.state = put(table, Turn(step="start", side="axis")).state
    assert (table.unit(side.id).at == CELL) is left


@pytest.mark.rule("EF 40.D.14-6", "EF 40.B-17")
@pytest.mark.parametrize(
    ("captors", "left"), [("sk-1", "unimproved_fortress"), ("so-para", "damaged_fortress")]
)
def test_a_captured_fortress_changes_once_in_an_initial_phase(captors, left):
    fortress = work("fortress", "0405", holder="allies")
    table = lay({captors: "0405", "ge-id-1": "0202"}, "start", works=(fortress,))
    assert table.work("0405") == left
    other = lay({captors: "0405", "ge-id-1": "0202"}, "start", "axis", works=(fortress,))
    assert other.work("0405") == "fortress"


# ---- attacks ------------------------------------------------------------------------------------


@pytest.mark.rule("EF 40.B-1", "EF 40.B-12", "EF 40.C-5", "EF N25")
def test_a_counter_attack_meets_the_entrenchment_of_the_attackers_and_reduces_it():
    trench = work("entrenchment", "0406", side="allies")
    units = {"sk-1": "0406", "ge-id-1": "0405", "ge-id-2": "0405"}
    table = outcome(battle(units, works=(trench,)), "CA")
    table.give_red(1)
    assert (table.top.phase, table.top.target) == ("counter", "0406")
    assert table.planned().shift == -1
    table.dice(3, 3)
    table.give_red(1)
    assert table.work("0406") == ""


@pytest.mark.rule("EF 40.A-5", "EF 40.E-1")
@pytest.mark.parametrize(("city", "covered"), [("0302", True), ("1102", False), ("0405", False)])
def test_a_city_covers_from_disruption_only_if_it_has_an_effect(city, covered):
    near = rules().setting.neighbours[city]
    table = lay({"sk-1": near[0], "ge-id-1": city})
    table.at(city).pick("sk-1").press("0", "pay")
    told = table.planned().outcome("DR")
    assert (told.casualties > 0, told.disrupted > 0) == (covered, not covered)


@pytest.mark.rule("EF 40.D.10-2", "EF 40.D.10-3", "EF N6")
def test_a_hexside_halves_and_is_paid_for_by_those_who_cross_it_and_opens_to_the_others():
    side = work("fortified_hexside", "0405", faces=("0406",))
    found = {}
    for units in (("sk-1",), ("sk-1", "sk-2")):
        table = lay({"sk-1": "0406", "sk-2": "0505", "ge-id-1": "0405"}, works=(side,))
        table.at("0405").pick(*units).press("0", "pay")
        attack = table.planned()
        found[units] = (attack.shift, attack.strength, attack.supply_points)
    assert found == {("sk-1",): (-3, 8, 2 + 2), ("sk-1", "sk-2"): (0, 8 + 16, 4 + 2)}


@pytest.mark.rule("EF 40.D.19-6")
def test_siege_artillery_has_its_printed_strength_at_an_ouvrage_even_out_of_supply():
    table = lay({"so-siege": {"at": "0406", "cut_off": True}, "ge-bau": "0405"},
                works=(work("ouvrage", "0405"),))  # fmt: skip
    table.at("0405").pick("so-siege").press("0", "pay")
    assert table.planned().strength == rules().setting.rows["so-siege"].attack


@pytest.mark.rule("EF N19", "EF 40.D.7-4")
def test_more_anti_aircraft_than_aircraft_takes_nothing_from_those_on_the_ground():
    table = lay({"sk-1": "0406", "ge-id-1": "0405"}, works=(work("fortified_zone", "0405"),))
    table.at("0405").pick("sk-1").press("1", "pay")
    assert table.planned().support_strength == 0


@pytest.mark.rule("EF N20")
def test_no_more_move_in_than_there_is_room_for():
    names = ("sk-2", "sk-3", "tk-1")
    table = battle({**STRONG, "tk-1": "0504", "tk-2": "0504", "ge-bau": "0405"})
    table = outcome(table, "OR2")
    table.give_red(1)
    table.pick(*names)
    there = [name for name in names if table.unit(name).at == "0405"]
    assert there == ["sk-2"], "two corps are 12 REs, and nobody comes after whom there is no room"


# ---- movement -----------------------------------------------------------------------------------


@pytest.mark.rule("EF 40.D-1")
def test_from_fort_to_fort_no_zone_counts_in_a_reaction_and_every_one_in_ones_own_turn():
    forts = (work("fort", "0404"), work("fort", "0405"))
    units = {"sk-1": "0503", "sk-2": "0305", "ge-pz": "0404"}
    costs = {}
    for step, side in (("before_reaction", "allies"), ("move", "axis")):
        table = lay(units, step, side, works=forts)
        reach = table.rules.showing.reach(table.state, ("ge-pz",))
        costs[side] = [reach[cell][0].text for cell in ("0405", "0406")]
    assert costs["allies"] == ["1 point", "2 points"]
    assert costs["axis"] == ["3 points", "6 points"]


@pytest.mark.rule("EF 40.C-2", "EF 40.C-3")
def test_whoever_comes_back_in_the_same_march_has_left_his_entrenchment():
    trench = work("entrenchment", "0304")
    table = lay({"ge-pz": "0304", "sk-1": "0409"}, "move", "axis", works=(trench,))
    table.go("ge-pz", "0303", "0304")
    assert table.work("0304") == ""


# ---- what a table asks the rules ----------------------------------------------------------------


def test_the_options_are_offered_as_they_were_chosen():
    chosen = rules(captured="owners")
    assert {row.id: row.default for row in chosen.option_list()} == {
        "captured": "owners",
        "improved_areas": "reduce",
    }
    assert chosen.setting.options == Options("owners", "reduce")


def test_every_sampled_answer_is_a_legal_one():
    table = lay({"sk-1": "0406", "sk-2": "0505", "ge-id-1": "0405"})
    found = table.rules.options(table.state, 9, Random(1))
    assert found
    assert all(not table.rules.check(table.state, answer) for answer in found)
