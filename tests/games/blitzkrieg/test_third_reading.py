"""Chapters 1 to 6 and 10 to 13 held against the text: stacks, carriers, chits, flight, arrivals."""

import pytest
from field import STONNE, acting, lay, rules, turn

from wardesk.games.blitzkrieg.ch08_fire import final_of
from wardesk.games.blitzkrieg.position import fighters_at
from wardesk.games.blitzkrieg.state import Fire, Flight, Turn

SOMUA, OTHER, THIRD, FOURTH = (f"1-cuir-somua-{n}" for n in (1, 2, 3, 4))
GUN, RIFLES, PIONEERS, PAK = (
    "I-5-pzr-pz-iv-1",
    "II-12-schr-rifles-1",
    "kg-pioneers-1",
    "kg-pak-1",
)
DRAGOONS = "I-11-rdp-dragoons-1"
COMPANY, CARRIER = "I-12-schr-rifles-1", "I-12-schr-half-tracks-1"
ABOARD = {"aboard": CARRIER}
MATES = tuple(f"I-12-schr-{unit}" for unit in ("rifles-2", "rifles-3", "machine-guns-1"))
HIDDEN = rules(hidden_guns="yes")
CUIR = {"1-cuir-hq": "0604", SOMUA: "0604", "12-cuir-hq": "0404", "12-cuir-p178-1": "0403"}
GENERAL = {"french_hand": ("french/general",)}


def drawn(chit: str, units=None, **more):
    """A position in which *chit* has just been drawn."""
    return lay({**CUIR, **(units or {})}, *turn("cancel", chit), **more)


def quiet(table):
    """Nobody reacts, and whoever is tested holds."""
    while table.ask.kind in ("react", "return", "check-demoralise"):
        if table.ask.kind == "check-demoralise":
            table.roll(2)
        else:
            table.press("pass")
    return table


def riding(**units):
    """A carrier on its last step with its company in 1806, the battalion behind it."""
    behind = {"I-12-schr-hq": "1805", **dict.fromkeys(MATES, "1805")}
    ride = {CARRIER: {"at": "1806", "steps": 1}, COMPANY: {"at": "1806", **ABOARD}}
    found = {name.replace("_", "-"): unit for name, unit in units.items()}
    return lay({**behind, **ride, **found}, *acting("german", "I-12-schr"))


# ---- 6.1, 7.1 a stack that marches --------------------------------------------------------------


@pytest.mark.rule("BK 6.1", "BK 5.2", "BK 7.1")
def test_each_unit_of_a_stack_that_marched_half_may_fire():
    table = lay(
        {"1-cuir-hq": "1606", SOMUA: "1805", OTHER: "1805", THIRD: "1805", GUN: "1808"},
        *acting("french", "1-cuir"),
    )
    quiet(table.go((SOMUA, OTHER, THIRD), "1806")).press("fire").pick(SOMUA).pick(GUN).roll(7)
    table.press("pass")  # no return fire
    assert (table.ask.kind, table.top.units, table.top.shot) == ("react", (SOMUA,), GUN)
    quiet(table).press("fire")
    assert table.ask.pieces == (OTHER, THIRD)
    table.pick(OTHER).pick(GUN).roll(7)
    quiet(table).go(THIRD, "1805")
    assert table.unit(SOMUA).acted
    assert table.unit(OTHER).acted
    assert table.unit(THIRD).spent == 4


@pytest.mark.rule("BK 6.1")
@pytest.mark.parametrize(("spent", "fires"), [(0, True), (4, True), (5, False), (8, False)])
def test_nobody_fires_after_more_than_half_of_his_march(spent, fires):
    units = {"1-cuir-hq": "1606", SOMUA: {"at": "1806", "spent": spent}, GUN: "1808"}
    assert ("fire" in lay(units, *acting("french", "1-cuir")).buttons()) == fires


@pytest.mark.rule("BK 6.1", "BK 7.1")
def test_a_stack_that_marched_may_part_and_is_done_when_somebody_else_begins():
    table = lay(
        {"1-cuir-hq": "1606", SOMUA: "1805", OTHER: "1805", FOURTH: "1705", GUN: "1808"},
        *acting("french", "1-cuir"),
    )
    quiet(table.go((SOMUA, OTHER), "1806"))
    quiet(table.go(OTHER, "1805"))
    assert not table.unit(SOMUA).acted
    assert not table.unit(OTHER).acted
    quiet(table.go(FOURTH, "1704"))
    assert table.unit(SOMUA).acted
    assert table.unit(OTHER).acted


# ---- 6.1, 9, 12.1 half-tracks and the company on board ------------------------------------------


@pytest.mark.rule("BK 6.1", "BK 12.1-C")
def test_a_carrier_takes_on_or_sets_down_and_not_both():
    units = {"I-12-schr-hq": "1805", CARRIER: "1805", "I-12-schr-rifles-2": "1805"}
    full = lay({**units, COMPANY: {"at": "1805", **ABOARD}}, *acting("german", "I-12-schr"))
    full.press("dismount").pick(COMPANY)
    assert "mount" not in full.buttons()
    empty = lay({**units, COMPANY: "1805"}, *acting("german", "I-12-schr"))
    empty.press("mount").pick(COMPANY)
    assert "dismount" not in empty.buttons()


@pytest.mark.rule("BK 6.1", "BK 12.1-C")
@pytest.mark.parametrize(
    ("changes", "offered"),
    [
        ({"handled": False, "spent": 0}, {"fire", "fire-first"}),
        ({"handled": False, "spent": 2}, {"fire"}),
        ({"handled": True, "spent": 0}, {"fire"}),
        ({"handled": True, "spent": 2}, set()),
    ],
)
def test_who_got_off_moves_half_or_fires_and_not_both(changes, offered):
    units = {COMPANY: {"at": "1806", **changes}, "I-12-schr-hq": "1806", "12-cuir-p178-1": "1807"}
    table = lay(units, *acting("german", "I-12-schr"))
    assert {"fire", "fire-first"} & set(table.buttons()) == offered


@pytest.mark.rule("BK 9.1.4", "BK 9.0", "BK 12.1-C")
def test_the_company_of_a_carrier_that_falls_in_close_combat_fights_on():
    more = {"I-11-rdp-hq": "1908", "I-11-rdp-dragoons-2": "1908", "I-11-rdp-h35-1": "1908"}
    table = riding(**{DRAGOONS: "1807", **more})
    table.go(CARRIER, "1807").roll(2).pick(CARRIER)
    quiet(table)
    assert (table.ask.kind, table.ask.about) == ("fire", (COMPANY, DRAGOONS))
    quiet(table.roll(7)).press("stand", "back")
    assert table.unit(COMPANY).at == "1806"
    assert table.unit(COMPANY).acted
    assert table.unit(DRAGOONS).at == "1807"


@pytest.mark.rule("BK 9.1.2", "BK 12.1-C")
def test_carrier_and_company_on_board_are_one_attacker():
    table = riding(**{DRAGOONS: "1807", "I-11-rdp-hq": "1908"})
    table.go(CARRIER, "1807")
    assert table.ask.about == (DRAGOONS, CARRIER)  # and nobody is asked at whom
    table.roll(7)
    assert table.ask.about == (CARRIER, DRAGOONS)
    assert table.factors()["rider"] == 4
    table.roll(2)
    quiet(table)
    assert table.ask.kind == "give-way"


@pytest.mark.rule("BK 7.3", "BK N41", "BK 12.1-C")
def test_a_company_set_down_where_three_stand_falls_back_and_has_done_its_action():
    full = dict.fromkeys(MATES, "1807")
    table = riding(**full, **{SOMUA: "1809", "1-cuir-hq": "1809"})
    table.go(CARRIER, "1807", "1808").pick(SOMUA).press(f"fire:{CARRIER}").roll(7, 2).pick(CARRIER)
    quiet(table)
    assert (table.ask.kind, table.ask.about) == ("retreat", (COMPANY,))
    table.at("1806")
    assert table.ask.kind == "act"
    assert len(fighters_at(table.state, "1807", "german")) == 3
    assert COMPANY not in table.ask.pieces


@pytest.mark.rule("BK 6.1", "BK 12.1-C")
def test_a_company_that_fired_from_on_board_does_not_fire_again_on_foot():
    table = riding(**{"12-cuir-p178-1": "1807", "12-cuir-hq": "1808"})
    table.press("fire").pick(CARRIER).pick("12-cuir-p178-1").roll(7)
    table.press("fire").roll(7, 2).pick(CARRIER)
    quiet(table)
    assert table.unit(COMPANY).aboard == ""
    assert table.unit(COMPANY).at == "1806"
    assert set(table.press("fire").ask.pieces) <= set(MATES)


@pytest.mark.rule("BK 12.1-C", "BK 1.2")
def test_a_carrier_fires_with_its_company_as_that_is_now():
    target = {"12-cuir-p178-1": "1807"}
    shot = Fire(step="aim", shooter=CARRIER, target="12-cuir-p178-1", with_rider=True)
    worn = {**target, COMPANY: {"at": "1806", "steps": 1, **ABOARD}}
    tables = (riding(**target), riding(**worn))
    assert [final_of(t.setting, t.state, shot) for t in tables] == [4, 3]


@pytest.mark.rule("BK 3.5", "BK 12.1-C")
def test_the_company_on_board_is_out_of_command_with_its_carrier():
    units = {CARRIER: "1808", COMPANY: {"at": "1808", **ABOARD}, "I-12-schr-hq": "2005"}
    table = lay({**units, SOMUA: "1806", "1-cuir-hq": "1606"}, *acting("french", "1-cuir"))
    table.go(SOMUA, "1807").pick(CARRIER).press("withdraw").at("1908")
    assert table.unit(CARRIER).out
    assert table.unit(COMPANY).out


# ---- 7.1, 7.3, 13.1 stopped by a hidden gun -----------------------------------------------------


def before_a_hidden_gun(*others: str):
    """A march through 1806, where three stand, into the hex of a hidden gun."""
    full = dict.fromkeys((FOURTH, "1-cuir-hotchkiss-1", "1-cuir-hotchkiss-2"), "1806")
    units = {"1-cuir-hq": "1806", **full, **dict.fromkeys((SOMUA, *others), "1805")}
    hidden = {PAK: {"at": "1807", "hidden": True}, "kg-hq": "2001", PIONEERS: "2001"}
    table = lay({**units, **hidden}, *acting("french", "1-cuir"), its_rules=HIDDEN)
    quiet(table.go((SOMUA, *others), "1806", "1807"))
    assert not table.unit(PAK).hidden
    return table


@pytest.mark.rule("BK 7.1", "BK 7.3", "BK 13.1", "BK N41")
def test_who_meets_a_hidden_gun_in_a_full_hex_marches_on_with_what_he_has_left():
    table = before_a_hidden_gun()
    assert (table.ask.kind, table.unit(SOMUA).at, table.unit(SOMUA).spent) == ("act", "1806", 2)
    assert table.against(SOMUA, "1705", "1805", "1804", "1704") == ["BK 7.1"]
    quiet(table.go(SOMUA, "1705"))
    assert (table.unit(SOMUA).at, table.unit(SOMUA).spent) == ("1705", 4)


@pytest.mark.rule("BK 7.3", "BK N41")
@pytest.mark.parametrize("order", ["end", "fire"])
def test_else_he_falls_back_before_anything_else_is_done(order):
    table = before_a_hidden_gun().press(order)
    assert (table.ask.kind, table.ask.about) == ("retreat", (SOMUA,))
    table.at("1805")
    assert table.ask.kind == "act"
    assert len(fighters_at(table.state, "1806", "french")) == 3
    table.press("end")
    assert table.ask.kind == "chit"


@pytest.mark.rule("BK 7.3", "BK N41")
def test_a_whole_stack_that_was_stopped_marches_on_or_falls_back():
    table = before_a_hidden_gun(OTHER)
    quiet(table.go(OTHER, "1705"))
    assert (table.ask.kind, table.unit(SOMUA).at) == ("act", "1806")
    table.go(FOURTH, "1805")
    assert (table.ask.kind, table.ask.about) == ("retreat", (SOMUA,))
    table.at("1805")
    assert table.unit(FOURTH).at == "1806"
    assert len(fighters_at(table.state, "1806", "french")) == 3


# ---- 6.3.2, 10.1 return fire, mines -------------------------------------------------------------


@pytest.mark.rule("BK 6.3.2")
def test_return_fire_leaves_no_opportunity_marker():
    units = {"1-cuir-hq": "0604", SOMUA: "1807", GUN: "1808"}
    table = lay(units, *acting("french", "1-cuir")).press("fire").pick(SOMUA).pick(GUN).roll(7)
    table.press("fire").roll(7, 7)
    assert table.unit(GUN).returned
    assert not table.unit(GUN).opp
    assert table.ask.kind == "react"
    assert table.pick(GUN).buttons() == [f"fire:{SOMUA}", "withdraw", "back"]


@pytest.mark.rule("BK 10.1", "BK 10.1-B")
def test_mines_go_off_under_each_unit_that_enters_while_they_last():
    tank, hq = "II-8-pzr-pz-iv-1", "II-8-pzr-hq"

    def entered(worn: int):
        units, mines = {tank: "0512", hq: "0512"}, {"0612/mines": "french"}
        table = lay(units, *acting("german", "II-8-pzr"), its_rules=STONNE, marks=mines)
        return table.go((tank, hq), "0612").roll(7, worn)

    kept, worn = entered(9), entered(10)
    assert (kept.ask.kind, kept.ask.about) == ("mines", (hq,))
    assert kept.roll(7).ask.kind == "mines-gone"
    assert worn.ask.kind == "act"


# ---- 2, 3 turns and HQs -------------------------------------------------------------------------


@pytest.mark.rule("BK 2.0-A", "BK 3.2")
def test_hqs_are_turned_back_after_a_replay_too():
    table = lay(CUIR, *turn("start"), marks={"1-cuir/replay": True, "12-cuir/normal": True})
    assert not [key for key in table.state.marks if key.endswith(("/normal", "/replay"))]


@pytest.mark.rule("BK 3.2")
def test_an_overrun_hq_comes_back_to_units_of_its_own_formation_only():
    units = {"12-cuir-hq": "overrun", "12-cuir-p178-1": "0403", "12-cuir-p178-2": "0505"}
    table = drawn("french/12-cuir", units, tracks={"12-cuir-hq/back": 3})
    assert (table.ask.kind, table.ask.cells) == ("hq-back", ("0403", "0505"))


# ---- 5 chits ------------------------------------------------------------------------------------


@pytest.mark.rule("BK 5.3", "BK 5.3-E")
def test_nobody_rests_by_replay_whose_hq_is_down():
    marks = {"1-cuir/exhausted": True, "12-cuir/demoralised": True}
    assert drawn("french/replay", marks=marks).buttons() == ["1-cuir", "hold"]
    down = {"1-cuir-hq": {"at": "0604", "neutralised": True}}
    assert drawn("french/replay", down, marks=marks).buttons() == ["hold"]


@pytest.mark.rule("BK 5.3-E", "BK 5.4-B", "BK 5.5-C", "BK 5.6")
def test_a_rest_by_replay_is_an_activation_and_breaks_a_row_of_passes():
    marks = {"1-cuir/exhausted": True, "turn/pass": "german"}
    table = drawn("french/replay", marks=marks).press("1-cuir")
    assert "turn/pass" not in table.state.marks
    skipped = drawn("french/1-cuir", marks=marks).press("rest")
    assert skipped.state.marks["turn/pass"] == "german"
    assert skipped.state.cups["french_skipped"] == ("french/1-cuir",)
    general = drawn("french/12-cuir", marks=marks, cups=GENERAL).press("general-rest")
    assert "1-cuir/exhausted" not in general.state.marks


@pytest.mark.rule("BK 5.5-A")
def test_who_has_acted_by_replay_may_wait_for_another_formation_too():
    marks = {"1-cuir/replay": True}
    cups = {**GENERAL, "cup": ("french/12-cuir", "german/replay", "german/replay")}
    table = drawn("french/1-cuir", marks=marks, cups=cups).press("wait")
    table.draw("french/12-cuir").press("both")
    assert table.top.formations == ("1-cuir", "12-cuir")
    table.press("end")
    assert table.state.marks["1-cuir/exhausted"]
    assert "12-cuir/exhausted" not in table.state.marks
    down = {"1-cuir-hq": {"at": "0604", "neutralised": True}}
    assert "wait" not in drawn("french/1-cuir", down, marks=marks, cups=GENERAL).buttons()


@pytest.mark.rule("BK 5.4-B", "BK 5.5-A", "BK 2.0")
def test_an_exhausted_formation_that_waited_in_vain_has_rested():
    cups = {**GENERAL, "french_aside": ("french/1-cuir",)}
    marks = {"1-cuir/exhausted": True}
    table = drawn("french/12-cuir", marks=marks, cups=cups).press("activate")
    assert "1-cuir/exhausted" not in table.state.marks
    assert table.state.cups["french_skipped"] == ("french/1-cuir",)
    both = drawn("french/12-cuir", marks=marks, cups=cups).press("both")
    assert both.ask.kind == "check-shed"
    over = lay(CUIR, *turn("arrivals"), marks=marks, cups=cups)
    assert "1-cuir/exhausted" not in over.state.marks


@pytest.mark.rule("BK 5.3")
def test_nobody_is_activated_a_third_time():
    marks = {"1-cuir/normal": True, "1-cuir/replay": True}
    assert drawn("french/1-cuir", marks=marks).buttons() == ["pass"]


@pytest.mark.rule("BK 5.5-B")
def test_guns_and_a_formation_together_use_the_general_up():
    cups = {**GENERAL, "french_aside": ("french/1-cuir",)}
    table = drawn("french/artillery", cups=cups).press("both")
    assert table.state.cups["french_hand"] == table.state.cups["french_aside"] == ()
    assert set(table.state.cups["french_done"]) == {"french/general", "french/1-cuir"}


@pytest.mark.rule("BK 5.5-E")
@pytest.mark.parametrize("chit", ["replay", "general", "artillery", "stuka", "I-5-pzr"])
def test_chits_of_every_kind_may_be_cancelled(chit):
    units = {"I-5-pzr-hq": "1903", GUN: "1903"}
    table = drawn(f"german/{chit}", units, cups=GENERAL)
    assert (table.ask.kind, table.ask.who) == ("cancel", "french")
    table.press("cancel").die(3)
    assert table.state.cups["german_skipped"] == (f"german/{chit}",)
    assert table.state.cups["german_hand"] == ()


@pytest.mark.rule("BK 5.5-D", "BK 5.3-F")
def test_a_further_replay_is_played_at_once_with_one_in_hand():
    cups = {"french_hand": ("french/general", "french/replay")}
    table = drawn("french/12-cuir", cups=cups).press("general-replay")
    assert (table.ask.kind, table.buttons()) == ("replay", ["12-cuir", "1-cuir"])
    table.press("1-cuir", "end")
    assert (table.ask.kind, table.state.cups["french_hand"]) == ("activate", ("french/replay",))


@pytest.mark.rule("BK 5.5-F", "BK 5.5-D")
def test_a_second_general_is_played_and_not_thrown_away():
    table = drawn("french/general", cups=GENERAL)
    assert table.buttons() == ["general-replay"]


@pytest.mark.rule("BK 5.5-C")
def test_the_general_rallies_nobody_who_has_left_the_map():
    gone = {"1-cuir-hotchkiss-1": {"at": None, "neutralised": True}}
    table = drawn("french/12-cuir", gone, cups=GENERAL)
    assert "general-rally" not in table.buttons()
    down = {f"1-cuir-hotchkiss-{n}": {"at": "0605", "neutralised": True} for n in (2, 3)}
    rallied = drawn("french/12-cuir", {**gone, **down}, cups=GENERAL).press("general-rally")
    assert not any(rallied.unit(name).neutralised for name in down)
    assert rallied.unit("1-cuir-hotchkiss-1").neutralised


# ---- 8.5.1, 10.2 off the map --------------------------------------------------------------------


def fleeing(formation: str, units, **more):
    flight = Flight(step="begin", formation=formation)
    marks = {f"{formation}/demoralised": True, **more.pop("marks", {})}
    chit = Turn(step="used", chit="french/replay")
    return lay(units, chit, flight, its_rules=STONNE, marks=marks, **more).roll(12)


@pytest.mark.rule("BK 10.2", "BK 8.5.1")
def test_works_go_with_the_men_who_flee_off_the_map():
    units = {"III-205-reservists-1": "1301", "III-205-hq": "1201"}
    table = fleeing("III-205", units, marks={"1301/works": "french"})
    assert table.unit("III-205-reservists-1").at is None
    assert "1301/works" not in table.state.marks


@pytest.mark.rule("BK 8.5.1", "BK 12.2-A")
@pytest.mark.parametrize(("other", "kept"), [("arriving", True), (None, False)])
def test_a_chit_stays_as_long_as_a_unit_has_not_come_onto_the_map_yet(other, kept):
    units = {"45-bcc-hq": "1308", "45-bcc-h39-1": {"at": "1308", "steps": 1}}
    gone = {"45-bcc-h39-2": {"at": other}, "45-bcc-h39-3": {"at": None, "steps": 0}}
    cups = {"roster": ("french/45-bcc", "french/replay")}
    table = fleeing("45-bcc", {**units, **gone}, cups=cups)
    assert table.unit("45-bcc-h39-1").at is None
    assert ("french/45-bcc" in table.state.cups["roster"]) == kept


@pytest.mark.rule("BK 8.5.1", "BK 2.0-A")
@pytest.mark.parametrize(("at", "asked"), [("1308", "check-recover"), (None, "chit")])
def test_nobody_rolls_for_a_broken_formation_that_is_gone(at, asked):
    units = {"45-bcc-hq": "overrun", "45-bcc-h39-1": {"at": at}}
    gone = {"45-bcc-h39-2": {"at": None, "steps": 0}, "45-bcc-h39-3": {"at": None, "steps": 0}}
    marks = {"45-bcc/demoralised": True}
    table = lay({**units, **gone}, *turn("start"), its_rules=STONNE, marks=marks)
    assert table.ask.kind == asked


# ---- 7.1, 9 an enemy who falls back into the way ------------------------------------------------


@pytest.mark.rule("BK 7.1", "BK 9.0", "BK 6.3.3")
@pytest.mark.parametrize("goal", [("1808",), ("1808", "1809")])
def test_a_march_stops_before_an_enemy_who_came_into_its_way_and_no_fight_was_ordered(goal):
    units = {"1-cuir-hq": "1605", SOMUA: "1805", PIONEERS: "1908", "kg-hq": "2001", PAK: "2001"}
    table = lay({**units, "kg-motorcycles-1": "2001"}, *acting("french", "1-cuir"))
    table.press("country").go(SOMUA, "1806", "1807", *goal)
    table.pick(PIONEERS).press("withdraw").at("1808")
    quiet(table)
    assert (table.ask.kind, table.unit(SOMUA).at, table.unit(SOMUA).spent) == ("act", "1807", 4)
    table.go(SOMUA, "1808")
    assert (table.ask.kind, table.unit(SOMUA).at) == ("fire", "1808")


# ---- 11, 12.2 places and reinforcements ---------------------------------------------------------


@pytest.mark.rule("BK 11.0", "BK 6.3.3")
def test_who_falls_back_through_a_village_holds_it():
    units = {"1-cuir-hq": "1605", SOMUA: "1806", PIONEERS: "1809", "kg-hq": "2001", PAK: "2001"}
    table = lay(units, *acting("french", "1-cuir"), marks={"1709/held": "french"})
    table.go(SOMUA, "1807").pick(PIONEERS).press("withdraw").at("1709")
    assert table.state.marks["1709/held"] == "german"


LONE, REST = "49-bcc-b1-1", "49-bcc-b1-2"


@pytest.mark.rule("BK 12.2-A", "BK 10.3", "BK 3.5")
@pytest.mark.parametrize(("marks", "out"), [({"49-bcc/lone": True}, False), ({}, True)])
def test_the_first_company_of_the_49th_needs_no_hq_till_the_rest_is_there(marks, out):
    units = {LONE: "0808", "49-bcc-hq": "reserve"}
    table = lay(units, *turn("start"), its_rules=STONNE, marks=marks, tracks={"turn": 4})
    assert table.unit(LONE).out == out


@pytest.mark.rule("BK 12.2-A")
def test_with_the_rest_of_the_49th_its_first_company_is_independent_no_longer():
    marks = {"49-bcc/lone": True}
    units = {LONE: "0808"}
    seventh = lay(units, *turn("arrivals"), its_rules=STONNE, marks=marks, tracks={"turn": 7})
    assert seventh.state.marks["49-bcc/lone"]
    assert seventh.unit(REST).at == "reserve"
    eighth = lay(units, *turn("arrivals"), its_rules=STONNE, marks=marks, tracks={"turn": 8})
    assert "49-bcc/lone" not in eighth.state.marks
    assert eighth.unit(REST).at == eighth.unit("49-bcc-hq").at == "arriving"


@pytest.mark.rule("BK 12.2-A")
def test_chits_that_come_with_a_turn_come_once():
    cups = {"roster": ("french/artillery", "french/artillery", "german/artillery")}
    units = {LONE: "0808", "I-gd-guards-1": "0112"}
    table = lay(units, *turn("arrivals"), its_rules=STONNE, cups=cups, tracks={"turn": 5})
    assert table.state.cups["roster"] == cups["roster"]
