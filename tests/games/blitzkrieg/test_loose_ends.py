"""Small things that nothing else would notice, chapter by chapter."""

from dataclasses import replace as changed
from random import Random

import pytest
from field import HANNUT, STONNE, Field, acting, lay, turn
from msgspec.structs import replace

from wardesk.engine.kernel import begin
from wardesk.engine.types import Choose, Outcome, Path
from wardesk.games.blitzkrieg.ch03_command import in_command
from wardesk.games.blitzkrieg.ch07_movement import goals_of, ways_of
from wardesk.games.blitzkrieg.ch08_fire import can_fire
from wardesk.games.blitzkrieg.ch08_flight import flight_of
from wardesk.games.blitzkrieg.ch11_victory import points
from wardesk.games.blitzkrieg.state import Assault, Barrage, Flight, Move, Turn

SOMUA, OTHER, GUN = "1-cuir-somua-1", "1-cuir-somua-2", "I-5-pzr-pz-iv-1"
RIFLES, PIONEERS, PAK = "II-12-schr-rifles-1", "kg-pioneers-1", "kg-pak-1"
COMPANY, CARRIER = "I-12-schr-rifles-1", "I-12-schr-half-tracks-1"


def test_a_game_begins_before_its_first_turn_without_points():
    _, first = begin(HANNUT, umpire=False)
    assert (first.tracks["turn"], first.tracks["points"]) == (0, 0)


@pytest.mark.rule("BK 13.3")
def test_numbers_of_chits_are_called_by_their_side():
    found = {value.id: str(value.title) for value in STONNE.variables()}
    assert found["chits.german.replay"] == "German replay chits"
    assert found["chits.french.replay"] == "French replay chits"


@pytest.mark.rule("BK 10.3", "BK 12.0")
def test_only_independent_formations_with_a_chit_are_asked_about():
    event, state = begin(HANNUT, umpire=False)
    table, kinds = Field(HANNUT, state, event), []
    while table.ask.kind != "opening":
        kinds.append(table.ask.kind)
        table.press(table.ask.choices[0].key)
    assert kinds.count("attach") == 1
    assert "independent" not in kinds


# ---- 3 command ----------------------------------------------------------------------------------


@pytest.mark.rule("BK 3.5")
def test_hqs_and_units_off_the_map_are_never_out_of_command():
    table = lay(
        {"1-cuir-hq": "0101", SOMUA: "1806", OTHER: "arriving"}, *acting("french", "1-cuir")
    )

    def fine(name):
        return in_command(table.setting, table.state, table.unit(name))

    assert fine("1-cuir-hq") is True
    assert fine(OTHER) is True
    assert fine(SOMUA) is False
    pieces = {name: unit for name, unit in table.state.pieces.items() if name != "1-cuir-hq"}
    assert in_command(table.setting, replace(table.state, pieces=pieces), table.unit(SOMUA)) is True


# ---- 5 chits ------------------------------------------------------------------------------------


@pytest.mark.rule("BK 5.6", "BK 5.3")
def test_a_replay_breaks_a_row_of_passes():
    units = {"1-cuir-hq": "1606", SOMUA: "1606"}
    marks = {"turn/pass": "german"}
    table = lay(units, *turn("play", "french/replay"), marks=marks)
    table.press("1-cuir")
    assert table.ask.kind == "act"
    assert "turn/pass" not in table.state.marks


@pytest.mark.rule("BK 2.0", "BK 5.6")
def test_a_chit_that_was_passed_lies_with_those_not_activated():
    table = lay({"1-cuir-hq": "1606", SOMUA: "1606"}, *turn("play", "french/1-cuir"))
    table.press("pass")
    assert table.state.cups["french_skipped"] == ("french/1-cuir",)
    assert table.state.cups["french_done"] == ()


@pytest.mark.rule("BK 5.3-F")
def test_a_held_replay_is_offered_only_where_somebody_can_use_it():
    hand = {"french_hand": ("french/replay",)}
    units = {"1-cuir-hq": {"at": "1606", "neutralised": True}, SOMUA: "1606"}
    table = lay(units, *turn("play", "french/1-cuir"), cups=hand)
    assert "replay" not in table.buttons()
    ready = lay({**units, "1-cuir-hq": "1606"}, *turn("play", "french/1-cuir"))
    assert "replay" not in ready.buttons()


@pytest.mark.rule("BK 5.3-F")
def test_a_replay_is_kept_in_hand_and_then_played_before_the_formation_that_was_drawn():
    units = {"1-cuir-hq": "1606", SOMUA: "1606", "2-cuir-hq": "1409", "2-cuir-somua-1": "1409"}
    drawn = lay(units, *turn("play", "french/replay"))
    drawn.press("hold")
    assert drawn.state.cups["french_hand"] == ("french/replay",)
    assert drawn.ask.kind == "chit"
    hand = {"french_hand": ("french/replay",)}
    table = lay(units, *turn("play", "french/1-cuir"), cups=hand)
    table.press("replay", "hold")
    assert (table.ask.kind, table.buttons()) == ("activate", ["activate", "pass", "replay"])
    assert table.state.cups["french_hand"] == ("french/replay",)
    table.press("replay", "2-cuir")
    assert table.top.formations == ("2-cuir",)
    assert table.state.cups["french_hand"] == ()
    table.press("end")
    assert (table.ask.kind, table.buttons()) == ("activate", ["activate", "pass"])


def test_a_program_is_offered_the_marches_of_every_unit_or_as_many_as_it_wants():
    units = {"1-cuir-hq": "1606", SOMUA: "1606", OTHER: "1706"}
    table = lay(units, *acting("french", "1-cuir"))
    buttons, ways = set(table.buttons()), 0
    found = HANNUT.options(table.state, 999, Random(1))
    for piece in table.ask.pieces:
        goals = goals_of(table.setting, table.state, table.unit(piece), road=table.top.road)
        assert {a.cells for a in found if isinstance(a, Path) and a.pieces == (piece,)} == {
            *goals.values()
        }
        ways += len(goals)
    assert {a.key for a in found if isinstance(a, Choose)} == buttons
    assert len(found) == len(buttons) + ways
    assert len(HANNUT.options(table.state, 5, Random(1))) == len(buttons) + 5


# ---- 6 and 7 orders and marches -----------------------------------------------------------------


def test_going_back_from_fire_leads_to_the_orders():
    table = lay({"1-cuir-hq": "1606", SOMUA: "1806", GUN: "1808"}, *acting("french", "1-cuir"))
    table.press("fire-first", "back")
    assert (table.ask.kind, table.top.first) == ("act", False)
    table.press("fire").pick(SOMUA).press("back")
    assert (table.ask.kind, table.top.firer) == ("act", "")


@pytest.mark.rule("BK 6.1", "BK 8.2.2")
def test_nobody_fires_before_a_march_who_could_hurt_nobody_with_it():
    units = {"II-12-schr-hq": "2001", RIFLES: "1807", SOMUA: "1806", "1-cuir-hq": "0604"}
    table = lay(units, *acting("german", "II-12-schr"))
    assert "fire" in table.buttons()
    assert "fire-first" not in table.buttons()
    near = lay({**units, "12-cuir-motorcycles-1": "1808"}, *acting("german", "II-12-schr"))
    near.press("fire-first").pick(RIFLES)
    assert near.ask.pieces == ("12-cuir-motorcycles-1",)


@pytest.mark.rule("BK 6.2", "BK 9.0")
def test_who_may_not_assault_stops_before_a_hex_that_the_enemy_has_come_into():
    units = {"1-cuir-hq": "0604", SOMUA: {"at": "1806", "out": True}, RIFLES: "1807"}
    march = Move(step="go", units=(SOMUA,), path=("1807",))
    table = lay({**units, "II-12-schr-hq": "1807"}, *acting("french", "1-cuir"), march)
    assert table.unit(SOMUA).at == "1806"
    assert table.unit(SOMUA).spent == 0


@pytest.mark.rule("BK 3.2", "BK 9.0")
def test_an_hq_goes_neither_to_enemy_units_nor_to_enemy_hqs():
    units = {"1-cuir-hq": "1806", SOMUA: "1806", RIFLES: "1807", "kg-hq": "1706"}
    table = lay(units, *acting("french", "1-cuir"))
    found = ways_of(table.setting, table.state, table.unit("1-cuir-hq"), road=True)
    assert not {"1807", "1706"} & found.cost.keys()
    assert "1706" in ways_of(table.setting, table.state, table.unit(SOMUA), road=True).cost


def test_the_way_of_a_march_is_the_cheapest_one():
    table = lay({"1-cuir-hq": "1806", SOMUA: "1806"}, *acting("french", "1-cuir"))
    ways = goals_of(table.setting, table.state, table.unit(SOMUA), road=True)
    assert len(ways["1604"]) == 3
    assert table.rules.showing.route(table.state, (SOMUA,), "1604") == ways["1604"]
    table.press("end")
    assert table.rules.showing.route(table.state, (SOMUA,), "1604") == ()


def test_a_window_says_who_gave_cause_and_where():
    table = lay({"1-cuir-hq": "0604", SOMUA: "1806", GUN: "1809"}, *acting("french", "1-cuir"))
    table.go(SOMUA, "1807")
    assert str(table.ask.context) == "S 35 1/1 Cuir is in 1807."


# ---- 8 fire and what comes of it ----------------------------------------------------------------


@pytest.mark.rule("BK 8.1")
def test_no_hq_fires_and_nobody_from_on_board_or_off_the_map():
    aboard = {"at": "1807", "aboard": CARRIER}
    units = {SOMUA: "1806", "kg-hq": "1807", COMPANY: aboard, CARRIER: "1807", GUN: "arriving"}
    table = lay({**units, "12-cuir-motorcycles-1": "1808"}, *acting("french", "1-cuir"))
    target = table.unit("12-cuir-motorcycles-1")

    def fires(name):
        return can_fire(table.setting, table.state, table.unit(name), target)

    assert fires(CARRIER)
    assert not fires("kg-hq")
    assert not fires(COMPANY)
    assert not fires(GUN)


@pytest.mark.rule("BK 8.1", "BK 13.1", "BK 12.1-C")
@pytest.mark.parametrize(("changes", "hit"), [({}, True), ({"hidden": True}, False)])
def test_nobody_fires_at_a_hidden_gun_nor_at_a_company_on_board(changes, hit):
    aboard = {"at": "1807", "aboard": CARRIER}
    units = {SOMUA: "1806", PAK: {"at": "1807", **changes}, COMPANY: aboard, CARRIER: "1807"}
    table = lay({**units, "1-cuir-hq": "0604"}, *acting("french", "1-cuir"))
    somua = table.unit(SOMUA)
    assert can_fire(table.setting, table.state, somua, table.unit(PAK)) == hit
    assert can_fire(table.setting, table.state, somua, table.unit(CARRIER))
    assert not can_fire(table.setting, table.state, somua, table.unit(COMPANY))


@pytest.mark.rule("BK 1.2")
def test_the_lost_have_no_steps():
    units = {"1-cuir-hq": "1606", SOMUA: "1806", GUN: {"at": "1808", "steps": 1}}
    table = lay({**units, "I-5-pzr-pz-ii-iii-1": "2001"}, *acting("french", "1-cuir"))
    table.press("fire").pick(SOMUA).pick(GUN).roll(2)
    assert (table.unit(GUN).at, table.unit(GUN).steps) == (None, 0)


@pytest.mark.rule("BK 1.2")
def test_the_reduced_side_attacks_with_one_or_two_less():
    somua = HANNUT.setting.kinds[SOMUA]
    figures = [replace(somua, attack=n).attack_at(1) for n in (0, 1, 6, 7, 9)]
    assert figures == [0, 0, 5, 5, 7]
    assert replace(somua, attack=7).attack_at(2) == 7


@pytest.mark.rule("BK 8.5.1")
def test_who_has_just_the_points_leaves_the_map_and_who_has_not_stays():
    units = {RIFLES: "1917", "II-12-schr-rifles-2": "1817", "II-12-schr-hq": "1817"}
    table = lay(units, *acting("french", "1-cuir"))
    assert flight_of(table.setting, table.state, table.unit(RIFLES))[1]
    state = replace(
        table.state,
        pieces={**table.state.pieces, RIFLES: replace(table.unit(RIFLES), at="1817")},
    )
    assert flight_of(table.setting, state, state.pieces[RIFLES])[1]
    far = replace(state, pieces={**state.pieces, RIFLES: replace(table.unit(RIFLES), at="1717")})
    assert not flight_of(table.setting, far, far.pieces[RIFLES])[1]


@pytest.mark.rule("BK 8.5.1", "BK 3.5", "BK 12.1-C")
def test_the_fleeing_are_out_of_command_and_take_their_passengers_along():
    units = {COMPANY: {"at": "1208", "aboard": CARRIER}, CARRIER: "1208"}
    hq = {"I-12-schr-hq": "0508", "I-12-schr-rifles-2": "1107"}
    table = lay(
        {**units, **hq},
        Turn(step="used", chit="german/replay"),
        Flight(step="begin", formation="I-12-schr"),
        marks={"I-12-schr/demoralised": True},
    )
    table.roll(12)
    assert table.unit(CARRIER).at == table.unit(COMPANY).at
    assert table.unit(CARRIER).at != "1208"
    assert table.unit(CARRIER).out
    assert table.unit(COMPANY).aboard == CARRIER


@pytest.mark.rule("BK 8.4", "BK 8.5.1")
def test_the_neutralised_flee_half_as_far():
    table = lay({GUN: "0604", "I-5-pzr-hq": "2001"}, *acting("french", "1-cuir"))
    down = replace(table.unit(GUN), neutralised=True)

    def flees(unit):
        return table.setting.distance("0604", flight_of(table.setting, table.state, unit)[0])

    assert (flees(table.unit(GUN)), flees(down)) == (4, 2)


@pytest.mark.rule("BK 8.6.2")
def test_salvoes_are_named_and_what_they_did_is_told():
    units = {RIFLES: "1203", "II-12-schr-hq": "2001", "12-cuir-hq": "1202"}
    shells = Barrage(step="target", side="french", left={"light": 2, "medium": 1})
    table = lay(units, Turn(step="used", chit="french/artillery"), shells)
    table.at("1203")
    assert [str(c.label) for c in table.ask.choices] == [
        "1 light", "2 light", "1 medium", "1 medium + 1 light", "1 medium + 2 light",
    ]  # fmt: skip
    table.press("1medium").roll(2)
    assert "Rifles" in str(table.event.story[0].text)


@pytest.mark.rule("BK 8.6.1", "BK 13.1")
@pytest.mark.parametrize(("ruled", "told"), [("N", 2), ("-", 1)])
def test_a_barrage_tells_of_a_hidden_gun_only_if_it_is_hit(ruled, told):
    units = {PAK: {"at": "1203", "hidden": True}, RIFLES: "1203", "kg-hq": "2001"}
    more = {"II-12-schr-hq": "2001", "12-cuir-hq": "1202"}
    shells = Barrage(
        step="read", side="french", cell="1203", planned=("heavy",), total=2, left={"heavy": 0}
    )
    table = lay({**units, **more}, Turn(step="used", chit="french/artillery"), shells, umpire=True)
    assert set(table.ask.proposed) == {PAK, RIFLES}
    table.give(Outcome({RIFLES: "-", PAK: ruled}), "smoke")
    assert len([line for line in table.event.story if line.cite == "BK 8.6.1"]) == told
    assert table.unit(PAK).hidden == (ruled == "-")


# ---- 9 close combat -----------------------------------------------------------------------------


@pytest.mark.rule("BK 9.1.3")
def test_both_results_of_a_round_take_effect():
    units = {"1-cuir-hq": "1806", SOMUA: "1807", GUN: "1807", "I-5-pzr-pz-ii-iii-1": "2001"}
    fight = Assault(
        step="again", attackers=(SOMUA,), cell="1807", origins=("1806",), side="french", fired=True
    )
    table = lay(
        {**units, OTHER: "0101"},
        *acting("french", "1-cuir"),
        Move(step="fought", units=(SOMUA,), path=()),
        fight,
    )
    table.roll(2, 2)
    assert (table.unit(SOMUA).steps, table.unit(GUN).steps) == (1, 1)


@pytest.mark.rule("BK 9.1.2")
def test_nobody_fires_in_a_fight_who_is_not_in_it():
    units = {"1-cuir-hq": "1806", SOMUA: "1807", PIONEERS: "1807", GUN: "1808"}
    fight = Assault(
        step="defend",
        attackers=(SOMUA,),
        cell="1807",
        origins=("1806",),
        side="french",
        ready=(GUN, PIONEERS),
    )
    table = lay(
        units, *acting("french", "1-cuir"), Move(step="fought", units=(SOMUA,), path=()), fight
    )
    assert table.ask.about == (PIONEERS, SOMUA)


# ---- 11 and 12 ----------------------------------------------------------------------------------


@pytest.mark.rule("BK 12.1-W")
def test_points_for_the_fallen_are_added_where_a_scenario_gives_them():
    setting = HANNUT.setting
    victory = replace(setting.scenario.victory, per_unit=2)
    generous = changed(setting, scenario=replace(setting.scenario, victory=victory))
    table = lay({SOMUA: "1806"}, *acting("french", "1-cuir"), tracks={"lost/french": 3})
    assert points(generous, table.state) == points(setting, table.state) + 6
    before = lay({SOMUA: "1806"}, *acting("french", "1-cuir"))
    assert points(generous, before.state) == points(setting, before.state)


@pytest.mark.rule("BK 12.2-F", "BK 10.2")
def test_works_and_mines_are_proposed_where_the_scenario_says():
    event, state = begin(STONNE, umpire=False)
    table = Field(STONNE, state, event)
    while table.ask.kind.startswith("deploy"):
        table.press("proposed")
    mines = {key.partition("/")[0] for key in table.state.marks if key.endswith("/mines")}
    works = {key.partition("/")[0] for key in table.state.marks if key.endswith("/works")}
    groups = STONNE.setting.scenario.group
    assert mines == {cell for group in groups if group.mines for cell in group.cells}
    assert works == {cell for group in groups if group.works for cell in group.cells}
